"""The evaluation: fair to both seats, the sum of its features, and right about what decides matches."""

from __future__ import annotations

from math import tanh
from pathlib import Path

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
    assume(state.lost < 0)

    assert features(rotate(state)) == {name: -count for name, count in features(state).items()}


def test_features_say_what_there_is() -> None:
    state = GAME.parse_state("2***v2/5/2r1p/2+S2/2V2 2 3/0 Kk dice 0 1".replace("2r1p", "1p1p1"))

    assert features(state) == {
        "+S": 1,
        "+S away": 3,
        "+S home": 1,
        "***V": -1,
        "V": 1,
        "V away": 4,
        "P": -2,
        "P away": -4,
        "P home": -4,
        "K 3/3": 1,
        "K 0/3": -1,
        "tempo": -1,
    }


def test_whoever_touches_a_hatched_target_threatens_it_in_its_turn() -> None:
    quiet, threat = ("2***v2/5/5/2p2/2V2 1 0/0 - dice 0 1", "2***v2/5/5/2p2/2V2 2 0/0 - dice 0 1")

    said = features(GAME.parse_state(quiet))
    assert {name: count for name, count in said.items() if name[-4:] not in ("away", "home")} == {
        "***V": -1,
        "P": -1,
        "V": 1,
        "V beaten": 1,  # 60 against its 40
        "V touched": 1,
        "tempo": 1,
    }
    assert features(GAME.parse_state(threat)).items() >= {"V threatened": 1, "V falling": 1}.items()


def test_whoever_needs_a_bonus_does_not_beat_a_target() -> None:
    said = features(GAME.parse_state("2***v2/5/5/2p2/2+V2 2 0/0 - dice 0 1"))  # 60 against its 80

    assert said.items() >= {"+V touched": 1, "+V threatened": 1}.items()
    assert not {"+V beaten", "+V falling"} & set(said)


def test_an_egg_is_touched_too_and_the_word_beaten_would_add_nothing() -> None:
    said = features(GAME.parse_state("2***v2/5/5/2p2/2*V2 2 0/0 - dice 0 1"))

    assert said.items() >= {"*V touched": 1, "*V threatened": 1}.items()
    assert "*V beaten" not in said


def test_a_legend_is_as_far_away_as_its_nearest_square() -> None:
    said = features(GAME.parse_state("2***v2/5/RR3/RR3/2V2 1 0/0 - dice 0 1"))

    assert said.items() >= {"R away": 2, "R home": 1}.items()


def test_every_setup_has_a_weight_for_each_of_its_pieces() -> None:
    for setup in SETUPS:
        state = GAME.initial_state(setup.slug)
        table = weights.fitted()[state.shape, setup.dice]
        assert {name for name in features(state) if " " not in name} <= set(table)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights of its own."""
    (tmp_path / "hand.json").write_text('{"tempo": 0.1, "S": 0.5, "B": 0.5, "M": 0.5}')
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    return tmp_path


def test_setups_of_one_kind_share_weights_and_what_nobody_fitted_is_by_hand(folder: Path) -> None:
    weights.write("bw", {"tempo": 0.25, "S": 0.75})
    weights.write("rg", {"tempo": 0.75, "B": 0.25})

    assert weights.fitted()[0, False] == {"tempo": 0.5, "S": 0.75, "B": 0.25, "M": 0.5}


def test_what_no_setup_of_a_kind_has_is_taken_from_those_most_like_it(folder: Path) -> None:
    weights.write("bw", {"tempo": 0.25, "S": 0.75})
    weights.write("w12", {"tempo": 0.5})
    weights.write("w5", {"tempo": 1.0})

    assert weights.fitted()[0, True] == {"tempo": 0.5, "S": 0.75, "B": 0.5, "M": 0.5}  # S from the same board
    assert weights.fitted()[1, True] == {"tempo": 1.0, "S": 0.75, "B": 0.5, "M": 0.5}  # S from another one


def test_a_setup_without_weights_of_its_own_does_not_water_down_the_others(folder: Path) -> None:
    weights.write("bw", {"S": 0.75})

    assert weights.fitted()[0, False] == pytest.approx({"tempo": 0.1, "S": 0.75, "B": 0.5, "M": 0.5}, abs=0.001)


def test_a_game_can_be_judged_by_other_weights() -> None:
    flat = BattleChess(Evaluator({family: {"S": 2.0} for family in weights.fitted()}))
    state = GAME.parse_state("2***v2/5/5/S4/2V2 1 0/0 - dice 0 1")

    assert flat.evaluate(state, 0) == pytest.approx(tanh(1))


@pytest.mark.parametrize("slug", ["bw", "rg", "w5"])
def test_the_first_positions_are_about_even(slug: str) -> None:
    assert abs(GAME.evaluate(GAME.initial_state(slug), 0)) < 0.1


def test_the_first_player_is_thought_to_be_ahead_in_w3_as_is_true() -> None:
    """By best play the first player wins 63.469 % of `w3`, which is solved: a value of 0.269."""
    assert GAME.evaluate(GAME.initial_state("w3"), 0) == pytest.approx(0.269, abs=0.15)


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
