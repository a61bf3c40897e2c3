from collections import Counter
from random import Random

import pytest

from engine import registry
from engine.draws import Source
from engine.play import result
from engine.protocol import NotationError
from engine.search.players import LEVELS, choose, level
from engine.search.selfplay import computer, play_match
from tests.engine import toy
from tests.engine.toy import GAME, Pig

BATTLE = registry.get("battle_chess")
SETUPS = [setup.slug for setup in registry.info("battle_chess").setups]
NUMBERS = [one.number for one in LEVELS]
WINS_AT_ONCE = [
    "s3+v2/5S1/2+E4/2+zKK2/3KK2/3***V3 1 2/1 R 0.0.40.70 0 51",
    "2***v2/+A4/5/+Z4/2**V+S+z 1 2/0 K dice 1 25",
]
WIDE = [  # 87 and 64 legal turns
    "+M1a***va2/2+e1+p2/1C4N/+r+r2+M2/+r+r1C3/N2***T1B1 1 1/2 LLkr dice 0 47",
    "3s**vs1/1+pN1+p2/3+e3/1+L+Lkk1a/+M+L+Lkk+a1/1B1***T+C+B1 2 1/0 HLrr dice 1 52",
]


def test_levels_are_numbered_from_1_and_named_once():
    assert [one.number for one in LEVELS] == [1, 2, 3]
    assert len({one.slug for one in LEVELS}) == len({one.name for one in LEVELS}) == 3


@pytest.mark.parametrize("text", ["2", "greedy"])
def test_a_level_goes_by_number_and_slug(text):
    assert level(text) is LEVELS[1]


@pytest.mark.parametrize("text", ["", "0", "4", "Greedy", "x" * 1000])
def test_an_unknown_level_is_refused(text):
    with pytest.raises(NotationError, match="there are 1 uniform, 2 greedy, 3 expectimax") as error:
        level(text)

    assert len(str(error.value)) < 150


def test_the_uniform_player_plays_every_legal_turn_alike():
    state = BATTLE.initial_state("w3")
    rng = Random(1)

    counts = Counter(choose(BATTLE, state, 0, rng, 1) for _ in range(600))

    assert set(counts) == set(BATTLE.legal_actions(state))
    assert min(counts.values()) > 70


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("position", WINS_AT_ONCE)
def test_a_player_that_looks_ahead_wins_at_once_if_it_can(number, position):
    state = BATTLE.parse_state(position)

    for seed in range(3):
        chosen = choose(BATTLE, state, 0, Random(seed), number)

        assert result(BATTLE, BATTLE.apply(state, chosen)) == "1-0"


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("setup", SETUPS)
def test_the_same_generator_gives_the_same_turn(setup, number):
    state = BATTLE.initial_state(setup)

    turns = [choose(BATTLE, state, 0, Random(7), number) for _ in range(2)]

    assert turns[0] == turns[1]
    assert turns[0] in BATTLE.legal_actions(state)


@pytest.mark.parametrize("number", [2])
def test_ties_are_settled_by_the_generator(number):
    state = BATTLE.initial_state("bw")

    assert len({choose(BATTLE, state, 0, Random(seed), number) for seed in range(12)}) > 1


@pytest.mark.parametrize("number", NUMBERS)
def test_a_player_needs_no_more_than_its_own_view(number):
    state = Pig(20, (3, 1), (7, 9), pot=4, seat=1)
    view = GAME.observation(state, 1)

    assert view.cards == (toy.HIDDEN, 1)
    assert choose(GAME, view, 1, Random(1), number) in ("hold", "roll")


@pytest.mark.parametrize("number", NUMBERS)
def test_an_only_turn_is_played(number):
    assert choose(GAME, Pig(20, (1, toy.HIDDEN)), 0, Random(1), number) == "roll"


class Counting(type(BATTLE)):
    """Counts the states that are made."""

    made = 0

    def apply(self, state, action):
        self.made += 1
        return super().apply(state, action)


@pytest.mark.parametrize("one", LEVELS[1:], ids=lambda one: one.slug)
@pytest.mark.parametrize("position", WIDE)
def test_a_player_keeps_its_budget_of_states(one, position):
    game = Counting()
    state = game.parse_state(position)

    choose(game, state, game.current_player(state), Random(1), one.number)

    assert len(game.legal_actions(state)) <= game.made <= one.nodes + 1


@pytest.mark.parametrize(("better", "worse", "setup", "pairs"), [(2, 1, "w5", 4), (3, 1, "w3", 4)])
def test_a_higher_level_beats_chance(better, worse, setup, pairs):
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

    assert won > 1.75 * pairs  # of two a pair
