"""The evaluation: fair to both seats, the sum of its features, and right about what decides matches."""

from __future__ import annotations

from math import tanh

import pytest
from hypothesis import assume, given

from engine.battle_chess import weights
from engine.battle_chess.bonus import DICE_SUPPLY
from engine.battle_chess.evaluate import HAND, Evaluator
from engine.battle_chess.features import features
from engine.battle_chess.game import GAME, BattleChess
from engine.battle_chess.setups import SETUPS
from engine.battle_chess.state import State
from engine.battle_chess.symmetry import rotate
from tests.engine.battle_chess.positions import states


@given(states)
def test_it_is_fair_to_both_seats(state: State) -> None:
    value = GAME.evaluate(state, 0)

    assert -1 <= value <= 1
    assert GAME.evaluate(state, 1) == -value
    assert GAME.evaluate(rotate(state), 1) == pytest.approx(value)


@given(states)
def test_it_is_the_weighted_sum_of_the_features(state: State) -> None:
    assume(state.lost < 0)
    table = weights.fitted()[state.shape, state.supply == DICE_SUPPLY]

    score = sum(table.get(name, 0.0) * count for name, count in features(state).items())

    assert GAME.evaluate(state, 0) == pytest.approx(tanh(score / 2))


@given(states)
def test_features_are_named_from_both_sides_alike(state: State) -> None:
    assert features(rotate(state)) == {name: -count for name, count in features(state).items()}


def test_features_say_what_there_is() -> None:
    state = GAME.parse_state("2***v2/5/2r1p/2+S2/2V2 2 3/0 Kk dice 0 1".replace("2r1p", "1p1p1"))

    assert features(state) == {
        "+S": 1,
        "***V": -1,
        "V": 1,
        "P": -2,
        "K 3/3": 1,
        "K 0/3": -1,
        "tempo": -1,
    }


def test_whoever_touches_a_hatched_target_threatens_it_in_its_turn() -> None:
    quiet, threat = ("2***v2/5/5/2p2/2V2 1 0/0 - dice 0 1", "2***v2/5/5/2p2/2V2 2 0/0 - dice 0 1")

    assert features(GAME.parse_state(quiet)) == {"***V": -1, "P": -1, "V": 1, "V touched": 1, "tempo": 1}
    assert features(GAME.parse_state(threat))["V threatened"] == 1


def test_every_setup_has_a_weight_for_each_of_its_pieces() -> None:
    for setup in SETUPS:
        state = GAME.initial_state(setup.slug)
        table = weights.fitted()[state.shape, setup.dice]
        assert set(features(state)) <= set(table) | {"tempo"}


def test_shared_weights_are_the_mean_of_the_setups_that_share_them() -> None:
    one, other = weights.read("bw"), weights.read("rg")
    shared = weights.fitted()[0, False]

    assert shared["tempo"] == pytest.approx((one["tempo"] + other["tempo"]) / 2)
    assert shared["S"] == one["S"]
    assert shared["B"] == other["B"]


def test_a_game_can_be_judged_by_other_weights() -> None:
    flat = BattleChess(Evaluator({family: {"S": 2.0} for family in weights.fitted()}))
    state = GAME.parse_state("2***v2/5/5/S4/2V2 1 0/0 - dice 0 1")

    assert flat.evaluate(state, 0) == pytest.approx(tanh(1))


@pytest.mark.parametrize("slug", ["bw", "rg", "w3", "w5"])
def test_the_first_positions_are_about_even(slug: str) -> None:
    assert abs(GAME.evaluate(GAME.initial_state(slug), 0)) < 0.1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2***v2/5/5/5/2***V2 1 0/0 - dice 0 1", "2***v2/5/5/5/2**V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/5/2*V2 1 0/0 - dice 0 1", "2***v2/5/5/5/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/5/2V2 1 0/0 - dice 0 1", "2***v2/5/5/5/2+V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/S4/2V2 1 0/0 - dice 0 1", "2***v2/5/5/+S4/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/P4/2V2 1 0/0 - dice 0 1", "2***v2/5/5/5/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/RR3/RR3/2V2 1 0/0 - dice 0 1", "2***v2/5/+R+R3/+R+R3/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/5/2***V2 1 3/0 K dice 0 1", "2***v2/5/5/5/2***V2 1 0/0 K dice 0 1"),
        ("2***v2/5/5/p4/2V2 1 0/0 - dice 0 1", "2***v2/5/5/2p2/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/5/2V2 1 0/0 - dice 0 1", "2***v2/5/2rr1/2rr1/2V2 1 0/0 - dice 0 1"),
        ("2***v2/5/5/5/2***V2 1 0/0 - dice 0 1", "2***v2/5/5/5/2***V2 2 0/0 - dice 0 1"),
    ],
)
def test_by_hand_it_prefers(better: str, worse: str) -> None:
    assert HAND.value(GAME.parse_state(better), 0) > HAND.value(GAME.parse_state(worse), 0)


def test_a_lost_target_is_the_whole_match() -> None:
    state = GAME.parse_state("SSSSS/5/5/5/2+v2 1 1/0 - dice 0 1")

    assert GAME.evaluate(state, 0) == -1
    assert GAME.evaluate(state, 1) == 1
