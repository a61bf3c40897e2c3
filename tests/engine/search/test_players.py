"""The levels: what each may do, how long it may take, and that it knows no more than its seat."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engine import registry
from engine.draws import Source
from engine.play import result
from engine.protocol import NotationError
from engine.search.deepen import deepen
from engine.search.limits import INFINITY, STRIDE
from engine.search.players import LEVELS, choose, hint, level
from engine.search.selfplay import computer, play_match
from tests.engine import toy
from tests.engine.toy import GAME, Pig

BATTLE = registry.get("battle_chess")
SETUPS = [setup.slug for setup in registry.info("battle_chess").setups]
NUMBERS = [one.number for one in LEVELS]
QUICK = NUMBERS[:6]  # in plain Python too
WINS_AT_ONCE = [
    "s3+v2/5S1/2+E4/2+zKK2/3KK2/3***V3 1 2/1 R 0.0.40.70 0 51",
    "2***v2/+A4/5/+Z4/2**V+S+z 1 2/0 K dice 1 25",
]
WIDE = [  # 87 and 64 legal turns
    "+M1a***va2/2+e1+p2/1C4N/+r+r2+M2/+r+r1C3/N2***T1B1 1 1/2 LLkr dice 0 47",
    "3s**vs1/1+pN1+p2/3+e3/1+L+Lkk1a/+M+L+Lkk+a1/1B1***T+C+B1 2 1/0 HLrr dice 1 52",
]
EVEN = BATTLE.initial_state("bw")  # many turns are nearly as good as the best
DUEL = BATTLE.parse_state("1+t1/1u1/+U2/1+TM 1 0/0 - dice 3 20")


def worth(state, seat=0, depth=3):
    """What each turn is worth."""
    found = deepen(BATTLE, [state], seat, BATTLE.legal_actions(state), depth=depth, margin=INFINITY)
    return {option.action: option.value for option in found.options}


def test_levels_are_numbered_from_1_and_named_once():
    assert list(range(1, 9)) == NUMBERS
    assert len({one.slug for one in LEVELS}) == len({one.name for one in LEVELS}) == 8


def test_a_higher_level_never_looks_at_less_and_takes_no_less_time():
    for lower, higher in pairwise(LEVELS[2:]):
        assert higher.seconds >= lower.seconds
        assert higher.softness <= lower.softness
        assert higher.nodes > lower.nodes or lower.softness > 0


@pytest.mark.parametrize("text", ["2", "greedy"])
def test_a_level_goes_by_number_and_slug(text):
    assert level(text) is LEVELS[1]


@pytest.mark.parametrize("text", ["", "0", "9", "Greedy", "x" * 1000])
def test_an_unknown_level_is_refused(text):
    with pytest.raises(NotationError, match="there are 1 beginner, 2 greedy, 3 careful") as error:
        level(text)

    assert len(str(error.value)) < 220


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_soft_level_errs_but_never_absurdly(number):
    """It plays several turns, better ones oftener, and none that costs more than its margin."""
    one = level(str(number))
    true = worth(EVEN, depth=one.depth)
    rng = Random(1)

    counts = Counter(choose(BATTLE, EVEN, 0, rng, number) for _ in range(25))

    best = max(true.values())
    assert len(counts) > 1
    assert all(true[turn] > best - one.margin for turn in counts)
    assert true[counts.most_common(1)[0][0]] > best - 2 * one.softness


@pytest.mark.parametrize("number", QUICK[1:])
@pytest.mark.parametrize("position", WINS_AT_ONCE)
def test_a_win_at_once_is_taken(number, position):
    state = BATTLE.parse_state(position)

    chosen = choose(BATTLE, state, 0, Random(number), number)

    assert result(BATTLE, BATTLE.apply(state, chosen)) == "1-0"


@pytest.mark.parametrize("number", QUICK)
@pytest.mark.parametrize("setup", SETUPS)
def test_the_same_generator_gives_the_same_turn(setup, number):
    state = BATTLE.initial_state(setup)

    turns = [choose(BATTLE, state, 0, Random(7), number) for _ in range(2)]

    assert turns[0] == turns[1]
    assert turns[0] in BATTLE.legal_actions(state)


@pytest.mark.parametrize("number", [1, 2])
def test_ties_are_settled_by_the_generator(number):
    for setup in ("bw", "rg", "w12"):
        state = BATTLE.initial_state(setup)

        assert len({choose(BATTLE, state, 0, Random(seed), number) for seed in range(12)}) > 3, setup


@pytest.mark.parametrize("number", QUICK)
def test_a_player_needs_no_more_than_its_own_view(number):
    state = Pig(20, (3, 1), (7, 9), pot=4, seat=1)
    view = GAME.observation(state, 1)

    assert view.cards == (toy.HIDDEN, 1)
    assert choose(GAME, view, 1, Random(1), number) in ("hold", "roll")


@pytest.mark.parametrize("number", NUMBERS)
def test_an_only_turn_is_played_without_thinking(number):
    assert choose(GAME, Pig(20, (1, toy.HIDDEN)), 0, Random(1), number) == "roll"


class Counting(type(BATTLE)):
    """Counts the states that are made."""

    made = 0

    def apply(self, state, action):
        self.made += 1
        return super().apply(state, action)


@pytest.mark.parametrize("one", [one for one in LEVELS if one.nodes <= 20_000], ids=lambda one: one.slug)
@pytest.mark.parametrize("position", WIDE)
def test_a_player_keeps_its_budget_of_states(one, position):
    game = Counting()
    state = game.parse_state(position)

    choose(game, state, game.current_player(state), Random(1), one.number)

    assert len(game.legal_actions(state)) <= game.made <= 1.1 * one.nodes  # lines are followed once more


@pytest.mark.parametrize("number", NUMBERS)
def test_a_player_that_is_told_to_stop_answers_at_once(number):
    game = Counting()
    state = game.parse_state(WIDE[0])
    asked = []

    chosen = choose(game, state, 0, Random(1), number, stop=lambda: len(asked) == 3 or bool(asked.append(game.made)))

    assert chosen in game.legal_actions(state)
    assert game.made <= 5 * (STRIDE + 10)


def test_hints_are_the_best_turns_with_their_chances():
    true = sorted(worth(DUEL).values(), reverse=True)

    hints = hint(BATTLE, DUEL, 0, Random(1), nodes=3_000, stop=None)

    assert len(hints) == 3
    assert [one.value for one in hints] == sorted((one.value for one in hints), reverse=True)
    assert len({one.depth for one in hints}) == 1
    assert all(0 <= one.chance <= 1 and one.exact and one.line[0].action == one.action for one in hints)
    depth = hints[0].depth
    far, near = (sorted(worth(DUEL, depth=ahead).values(), reverse=True) for ahead in (depth, depth - 1))
    assert depth > 1
    assert hints[0].value == pytest.approx((far[0] + near[0]) / 2)  # who has the last word does not matter
    gaps = [one.value - hints[0].value for one in hints]
    assert gaps == pytest.approx([value - far[0] for value in far[:3]])
    assert len(true) > 3


@pytest.mark.parametrize("questions", [1, 2, 3, 5, 8, 13, 30, 100])
def test_hints_are_what_was_found_when_the_time_was_up(questions):
    game = Counting()
    state = game.parse_state(WIDE[0])
    asked = []

    def stop():
        asked.append(game.made)
        return len(asked) > questions

    hints = hint(game, state, 0, Random(1), stop=stop)

    assert hints
    assert all(one.exact and one.action in game.legal_actions(state) for one in hints)
    assert len({one.depth for one in hints}) == 1
    assert [one.value for one in hints] == sorted((one.value for one in hints), reverse=True)
    assert game.made <= asked[questions] + 5 * (STRIDE + 10)


def test_there_are_no_more_hints_than_turns():
    assert [one.action for one in hint(GAME, Pig(20, (1, toy.HIDDEN)), 0, Random(1), nodes=500, stop=None)] == ["roll"]


@pytest.mark.parametrize(("better", "worse", "setup", "pairs"), [(3, 1, "w5", 4), (5, 2, "w5", 3)])
def test_a_higher_level_beats_a_lower_one(better, worse, setup, pairs):
    won = 0.0
    for seed in range(pairs):
        for seat in (0, 1):
            levels = (better, worse) if seat == 0 else (worse, better)
            record = play_match(
                BATTLE,
                registry.info("battle_chess"),
                setup,
                [computer(number, Random(seed)) for number in levels],
                Source(bytes([seed]), "m", ("", "")),
                ("a", "b"),
            )
            won += {"1-0": 1.0 - seat, "0-1": float(seat)}.get(record.result, 0.5)

    assert won > 1.2 * pairs  # of two a pair
