"""Computer players, hints and analyses where the game is solved: here the three-on-three setup with few pieces left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import registry
from engine.analysis import analysis, look_from_json, look_to_json
from engine.battle_chess.numbering import number, position
from engine.draws import Source
from engine.judge import Limits, looks
from engine.protocol import CHANCE, TERMINAL
from engine.record import Record
from engine.search import exact
from engine.search.limits import DEEPEST
from engine.search.players import LEVELS, choose, hint
from engine.search.selfplay import play_match
from tests.engine import toy
from tests.engine.battle_chess import solved

BATTLE = registry.get("battle_chess")
QUICK = Limits(decision=300, draw=100, ahead=2)
STATES = [state for one in range(40, solved.COUNT, 131) if (state := position(one)).has_turn()]
LONG = "1+t1/3/1+T1/1+M1 1 0/0 - dice 0 1"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    solved.write()


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))


def record(seed: int) -> Record:
    """A random match from a position of the small game."""
    rng = Random(seed)
    decider = lambda game, view, _seat: rng.choice(game.legal_actions(view))  # noqa: E731
    source = Source(seed.to_bytes(32, "big"), str(seed), ("", ""))
    return play_match(BATTLE, registry.info("battle_chess"), LONG, [decider] * 2, source, ["A", "B"])


def mean(state: object, turn: int) -> float:
    """What a turn is worth to who plays it, by the values of what follows."""
    seat = BATTLE.current_player(state)
    node = BATTLE.apply(state, turn)
    outcomes = BATTLE.chance_outcomes(node) if BATTLE.current_player(node) == CHANCE else [(None, 1)]
    total = 0.0
    for outcome, weight in outcomes:
        value = exact.value(BATTLE, node if outcome is None else BATTLE.apply(node, outcome))
        assert value is not None
        total += weight * value
    return (1 - 2 * seat) * total / sum(weight for _, weight in outcomes)


def test_the_strongest_level_plays_the_best_turn_in_every_position(table: None) -> None:
    for state in STATES:
        chosen = choose(BATTLE, state, 0, Random(1), 8)

        best = max(mean(state, turn) for turn in BATTLE.legal_actions(state))
        assert mean(state, chosen) == pytest.approx(best, abs=5e-6)


def test_no_other_level_knows_it(table: None) -> None:
    assert [one.number for one in LEVELS if one.remembers] == [8]


def test_without_the_table_it_searches(no_table: None) -> None:
    state = STATES[3]

    assert exact.options(BATTLE, state) == ()
    assert choose(BATTLE, state, 0, Random(1), 8, iter([False] * 40 + [True] * 999).__next__) in state.turns()


def test_a_hint_tells_true_chances_best_first(table: None) -> None:
    for state in STATES[::7]:
        found = hint(BATTLE, state, 0, Random(1), stop=None)

        assert len(found) == min(3, len(state.turns()))
        for option in found:
            assert option.chance == pytest.approx((1 + mean(state, option.action)) / 2, abs=5e-6)
        assert found[0].chance == max(option.chance for option in found)


def test_a_line_goes_on_with_best_turns_and_likeliest_bonuses(table: None) -> None:
    state = BATTLE.parse_state(LONG)

    line = exact.best_line(BATTLE, state, 5)

    assert len(line) == 5
    for step in line:
        if step.seat == CHANCE:
            assert step.weight == max(weight for _, weight in BATTLE.chance_outcomes(state))
        else:
            assert step.action == exact.options(BATTLE, state)[0].action
        state = BATTLE.apply(state, step.action)


def test_a_line_ends_with_the_match(table: None) -> None:
    won = next(state for state in STATES if (BATTLE.solved(state) or [(0, 0.0)])[0][1] == 1)

    line = exact.best_line(BATTLE, won, DEEPEST)

    for step in line:
        won = BATTLE.apply(won, step.action)
    assert BATTLE.current_player(won) == TERMINAL


def test_an_analysis_is_exact_and_the_same_again(table: None) -> None:
    made = record(4)
    found = list(looks(made))

    assert list(looks(made)) == found
    assert all(look.exact for look in found)
    whole = analysis(found, made.result)
    assert whole.exact
    for look, ply in zip(found, whole.plies, strict=False):
        assert look.ahead == 0
        assert ply.before - ply.expected == pytest.approx(ply.loss if ply.seat == 0 else -ply.loss, abs=5e-6)
    for seat in (0, 1):
        side = whole.side(seat)
        assert side.start + side.luck + side.skill == pytest.approx(side.result, abs=1e-12)
        assert side.skill == pytest.approx(
            sum(ply.loss * (1 if ply.seat != seat else -1) for ply in whole.plies)
            + (0 if whole.given == 0 else whole.given * (1 - 2 * seat)),
            abs=1e-4,
        )


def test_a_better_turn_is_told_with_its_true_chance(table: None) -> None:
    errors = [look for seed in range(8) for look in looks(record(seed)) if look.better]
    assert errors
    for look in errors:
        assert look.better is not None
        assert look.better.line[0] == look.better.action
        assert look.better.chance == pytest.approx(look.chance if look.seat == 0 else 1 - look.chance)
        assert look.loss > 0
        assert look_from_json(look_to_json(look)) == look


def test_without_the_table_an_analysis_says_that_it_is_an_estimate(no_table: None) -> None:
    found = list(looks(record(4), QUICK))

    assert not any(look.exact for look in found[:-1])
    assert not analysis(found, "1-0").exact


def test_looks_of_before_are_estimates() -> None:
    assert look_from_json({"ply": 3, "chance": 0.5}).exact is False


def test_a_look_after_a_draw_is_exact_only_if_all_that_could_come_is_known(table: None) -> None:
    made = record(4)
    ends = replace(made, result="1-0") if made.result == "*" else made
    last = list(looks(ends))[-1]

    assert last.exact
    assert last.seat is None


def test_the_start_of_the_record_is_a_position_of_the_small_game() -> None:
    assert number(BATTLE.parse_state(LONG)) < solved.COUNT


def test_a_game_that_is_not_solved_is_searched() -> None:
    state = toy.Pig(20, (3, 1), (7, 9), pot=4, seat=1)

    assert exact.options(toy.GAME, state) == ()
    assert exact.value(toy.GAME, state) is None
    assert exact.value(toy.GAME, toy.Pig(6, (1, 3), (7, 0))) in (-1, 0, 1)
