"""The evaluation: fair to both seats, and right about what decides matches."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.symmetry import rotate
from tests.engine.battle_chess.positions import states


@given(states)
def test_it_is_fair_to_both_seats(state: State) -> None:
    value = GAME.evaluate(state, 0)

    assert -1 <= value <= 1
    assert GAME.evaluate(state, 1) == -value
    assert GAME.evaluate(rotate(state), 1) == pytest.approx(value)


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
def test_it_prefers(better: str, worse: str) -> None:
    assert GAME.evaluate(GAME.parse_state(better), 0) > GAME.evaluate(GAME.parse_state(worse), 0)


def test_a_lost_target_is_the_whole_match() -> None:
    state = GAME.parse_state("SSSSS/5/5/5/2+v2 1 1/0 - dice 0 1")

    assert GAME.evaluate(state, 0) == -1
    assert GAME.evaluate(state, 1) == 1
