"""Moves along the arrows (rules §1, §2, §4)."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.engine.battle_chess.cases import after, legal

REST = "1 0/0 - dice 0 1"

# the squares that a piece of the first player reaches from c3 of an empty five-by-five board, rules §2
REACHED = {
    "P": "b3 c2 c4 d3",
    "+P": "b3 c2 c4 d3",
    "Z": "b4 c2 c4 c5 d4",
    "+Z": "b4 c2 c4 c5 d4",
    "S": "a3 b3 c1 c2 c4 c5 d3 e3",
    "+S": "a3 b3 c1 c2 c4 c5 d3 e3",
    "A": "a1 a5 b2 b4 c4 d2 d4 e1 e5",
    "+A": "a1 a5 b2 b4 c4 d2 d4 e1 e5",
    "E": "b4 c2 d4",
    "+E": "b3 b4 c2 d3 d4",
    "V": "b2 b3 b4 c2 c4 d2 d3 d4",
    "+V": "a5 b2 b3 b4 c1 c2 c4 d2 d3 d4 e5",
    "M": "b2 c4 d2",
    "+M": "a1 b2 b3 c4 c5 d2 d3 e1",
    "N": "b4 c2 c4 c5 d4",
    "+N": "b4 c2 c4 d4",
    "B": "a3 b3 c1 c2 c4 c5 d3 e3",
    "+B": "a3 b3 c1 c2 c4 c5 d3 e3",
    "C": "a1 a5 b2 b4 c2 d2 d4 e1 e5",
    "+C": "a1 a5 b2 b4 c2 d2 d4 e1 e5",
    "U": "b3 b4 c2 c4 d3 d4",
    "+U": "b3 b4 c2 c4 d3 d4",
    "T": "b2 b3 b4 c2 c4 d2 d3 d4",
    "+T": "a3 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e3",
    "***V": "",
    "**V": "b3 d3",
    "*V": "b3 c2 c4 d3",
    "***T": "",
    "**T": "b3 d3",
    "*T": "b3 c2 c4 d3",
}


def _from_c3(position: str) -> str:
    return " ".join(turn[3:] for turn in legal(position) if turn.startswith("c3-") and "x" not in turn)


@each(REACHED.items())
def test_each_side_of_each_piece_moves_along_its_own_arrows(token: str, squares: str) -> None:
    own_target = "5" if token[-1] in "VT" else "3***V1"  # a piece under test may be the target itself
    position = f"3***v1/5/2{token}2/5/{own_target} {REST}"

    assert _from_c3(position) == squares


def test_forward_is_the_owners_forward() -> None:
    position = "4***v/5/2m2/5/***V4 2 0/0 - dice 0 1"

    assert _from_c3(position) == "b4 c2 d4"


def test_a_long_arrow_goes_as_far_as_the_larger_board() -> None:
    position = "6***v/7/7/S6/7/***V6 1 0/0 KRkr 0.0.20.30.40.70 0 1"

    moves = [turn for turn in legal(position) if turn.startswith("a3-")]

    assert moves == ["a3-a2", "a3-a4", "a3-a5", "a3-a6", "a3-b3", "a3-c3", "a3-d3", "a3-e3", "a3-f3", "a3-g3"]


@pytest.mark.parametrize("blocker", ["P", "p"])
def test_no_piece_slides_over_or_onto_another(blocker: str) -> None:
    position = f"4***v/2{blocker}2/5/2S2/***V4 {REST}"

    moves = [turn for turn in legal(position) if turn.startswith("c2-c") and "x" not in turn]

    assert moves == ["c2-c1", "c2-c3"]


def test_a_move_ends_the_turn_and_counts_as_quiet() -> None:
    assert after(f"4***v/5/2P2/5/***V4 {REST}", "c3-c4") == "4***v/2P2/5/5/***V4 2 0/0 - dice 1 2"


def test_attacking_after_a_move_is_optional() -> None:
    turns = legal(f"4***v/2p2/5/2P2/***V4 {REST}")

    assert {"c2-c3", "c2-c3xc4"} <= set(turns)
