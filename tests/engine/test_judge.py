"""Looks at the positions of real matches."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from statistics import mean, stdev

import pytest

from engine import registry
from engine.analysis import analysis
from engine.draws import Source
from engine.judge import Limits, look, looks
from engine.protocol import CHANCE
from engine.replay import walk
from engine.search.players import hint
from engine.search.selfplay import computer, play_match
from engine.search.tree import Tree

QUICK = Limits(decision=400, draw=200, ahead=2)


def played(slug, setup, seed, levels=(1, 2), most=14):
    """A match of two computers, given up by the second player after some plies if it goes on."""
    rng = Random(seed)
    deciders = [computer(level, rng) if level else partial(_anything, rng) for level in levels]
    left = iter(range(most))

    def stopping(decider):
        return lambda *position: decider(*position) if next(left, None) is not None else None

    source = Source(seed.to_bytes(32, "big"), str(seed), ("", ""))
    info = registry.info(slug)
    record = play_match(registry.get(slug), info, setup, [stopping(one) for one in deciders], source, ["A", "B"])
    return record if record.result != "*" else replace(record, result="1-0")


def _anything(rng, game, view, _seat):
    return rng.choice(game.legal_actions(view))


@pytest.fixture(scope="module")
def records():
    return [played("battle_chess", "w3", seed, (1, 1)) for seed in range(4)] + [
        played("chakart", "orthodox", 1, most=4)
    ]


def test_a_look_for_every_position_and_all_of_it_adds_up(records):
    for record in records:
        found = list(looks(record, QUICK))
        assert [one.ply for one in found] == list(range(1 + sum(entry.seat != CHANCE for entry in record.entries)))
        assert all(0 <= one.chance <= 1 and one.loss >= 0 for one in found)
        for seat in (0, 1):
            side = analysis(found, record.result).side(seat)
            assert side.start + side.luck + side.skill == pytest.approx(side.result, abs=1e-9)


def test_looking_again_gives_the_same_numbers(records):
    for record in records:
        assert list(looks(record, QUICK)) == list(looks(record, QUICK))


def test_what_was_done_need_not_be_done_again(records):
    record = records[0]
    whole = list(looks(record, QUICK))
    assert list(looks(record, QUICK, done=3)) == whole[3:]
    assert list(looks(record, QUICK, done=len(whole))) == []


def test_a_running_match_is_refused(records):
    with pytest.raises(ValueError, match="result"):
        next(looks(replace(records[0], result="*"), QUICK))


def test_the_luck_of_all_outcomes_of_a_draw_is_nothing_on_the_mean(records):
    drawn = 0
    for record in records[:-1]:
        game = registry.get(record.game)
        for step in walk(record):
            for node, _outcome in step.draws[-1:]:
                outcomes = game.chance_outcomes(node)
                luck = [
                    look(game, replace(step, draws=((node, one),), state=game.apply(node, one)), None, QUICK).luck
                    for one, _weight in outcomes
                ]
                total = sum(weight * each for (_one, weight), each in zip(outcomes, luck, strict=True))
                assert total == pytest.approx(0, abs=1e-9)
                drawn += len(outcomes) > 1
    assert drawn > 3


@pytest.mark.parametrize("setup", ["w3", "w5", "bw"])
def test_a_hint_says_what_the_analysis_says_of_the_same_position(setup):
    game, record = registry.get("battle_chess"), played("battle_chess", setup, 5, most=3)
    limits = Limits(decision=20_000, draw=500)

    for one, step in zip(looks(record, limits), walk(record, game), strict=True):
        seat = game.current_player(step.state)
        first = hint(game, step.state, seat, Random(1), nodes=limits.decision, depth=limits.ahead, stop=None)[0]
        assert first.chance == pytest.approx(one.chance if seat == 0 else 1 - one.chance)


def test_a_win_that_was_missed_is_told_with_the_winning_decision():
    game = registry.get("battle_chess")
    step, following, wins = next(_missed(game))
    found = look(game, step, following, QUICK)
    assert found.better is not None
    assert game.parse_action(step.state, found.better.action) in wins
    assert found.better.chance == 1
    assert found.loss > 0


def test_a_decision_that_wins_loses_nothing():
    game = registry.get("battle_chess")
    step, following, wins = next(_missed(game))
    found = look(game, step, replace(following, action=wins[0]), QUICK)
    assert (found.loss, found.better) == (0, None)


def _missed(game):
    """Positions of random matches in which some decisions would have won at once, and another was made."""
    for seed in range(100):
        steps = list(walk(played("battle_chess", "w3", seed, levels=(0, 0), most=60)))
        for step, following in pairwise(steps):
            seat = game.current_player(step.state)
            legal = game.legal_actions(step.state)
            wins = [one for one in legal if Tree(game, seat).value(game.apply(step.state, one), 0) > 1]
            if wins and following.action not in wins:
                yield step, following, wins


def test_over_many_matches_luck_is_nothing_on_the_mean():
    """Within four standard errors; the seeds are fixed, so that it is no matter of luck here."""
    luck = []
    for seed in range(80):
        record = played("battle_chess", "w3", seed, levels=(0, 0), most=60)
        luck.append(analysis(list(looks(record, QUICK)), record.result).luck)
    assert stdev(luck) > 0.05
    assert abs(mean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5
