"""Legends: 2 × 2 squares, K.O. spaces, double attacks (rules §7)."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from engine.protocol import CHANCE
from tests.engine.battle_chess.cases import after, legal, play, winner


def _legend(position: str, square: str) -> list[str]:
    return [turn for turn in legal(position) if turn.startswith(square)]


def test_a_legend_moves_as_one_block() -> None:
    position = "6***v/7/7/2KK3/2KK3/3***V3 1 0/0 - dice 0 1"

    assert _legend(position, "c2") == ["c2-b2", "c2-c3", "c2-c4", "c2-d2"]
    assert after(position, "c2-c4") == "6***v/2KK3/2KK3/7/7/3***V3 2 0/0 - dice 1 2"


def test_every_newly_covered_square_must_be_free() -> None:
    position = "3***v3/7/3P3/2KK3/2KK3/3***V3 1 0/0 - dice 0 1"

    assert _legend(position, "c2") == ["c2-b2", "c2-d2"]


def test_a_diagonal_step_needs_the_three_new_squares() -> None:
    free = "3***v3/7/7/2LL3/2LL3/3***V3 1 0/0 - dice 0 1"
    taken = "3***v3/7/4P2/2LL3/2LL3/3***V3 1 0/0 - dice 0 1"

    assert _legend(free, "c2") == ["c2-b1", "c2-b3", "c2-c3", "c2-d3"]
    assert _legend(taken, "c2") == ["c2-b1", "c2-b3", "c2-c3"]


def test_an_orthogonal_arrow_touches_both_squares_of_its_side() -> None:
    position = "3***v3/7/1p1p3/2RR3/2RR3/***V6 1 0/0 - dice 0 1"

    assert [turn for turn in _legend(position, "c2") if turn.startswith("c2x")] == ["c2xd4"]


def test_a_diagonal_arrow_touches_the_one_square_at_its_corner() -> None:
    position = "3***v3/7/1p2p2/2LL3/1pLL3/***V3p2 1 0/0 - dice 0 1"

    assert [turn for turn in _legend(position, "c2") if turn.startswith("c2x")] == ["c2xb4", "c2xe1", "c2xe4"]


def test_it_attacks_one_or_both_of_two_enemies_along_a_side() -> None:
    position = "3***v3/7/2pp3/2RR3/2RR3/***V6 1 0/0 - dice 0 1"

    assert [turn for turn in _legend(position, "c2") if turn.startswith("c2x")] == ["c2xc4", "c2xc4,d4", "c2xd4"]
    assert after(position, "c2xc4,d4") == "3***v3/7/2+p+p3/2RR3/2RR3/***V6 2 0/0 - dice 0 2"


def test_enemies_at_a_corner_and_along_a_side_are_no_double_target() -> None:
    turns = legal("3***v3/7/1pp4/2LL3/2LL3/***V6 1 0/0 - dice 0 1")

    assert [turn for turn in turns if turn.startswith("c2x")] == ["c2xb4", "c2xc4"]


def test_a_legend_without_an_arrow_to_a_side_attacks_nothing_there() -> None:
    turns = legal("3***v3/7/7/1pLL3/1pLL3/***V6 1 0/0 - dice 0 1")

    assert not [turn for turn in turns if turn.startswith("c2x")]


def test_an_enemy_legend_is_one_target_named_by_its_first_square_in_contact() -> None:
    position = "3***v3/2hh3/2hh3/2RR3/2RR3/***V6 1 0/0 - dice 0 1"

    assert [turn for turn in _legend(position, "c2") if turn.startswith("c2x")] == ["c2xc4"]


def test_two_enemy_legends_side_by_side_are_two_targets() -> None:
    position = "3***v3/1hhhh2/1hhhh2/2RR3/2RR3/***V6 1 0/0 - dice 0 1"

    assert [turn for turn in _legend(position, "c2") if turn.startswith("c2x")] == ["c2xc4", "c2xc4,d4", "c2xd4"]
    assert after(position, "c2xc4,d4").startswith("3***v3/1+h+h+h+h2/1+h+h+h+h2/2RR3")


def test_two_legends_of_one_kind_are_told_apart_by_reading_from_the_lower_left() -> None:
    turns = legal("3***v3/7/7/2RRRR1/2RRRR1/***V6 1 0/0 - dice 0 1")

    assert {"c2-b2", "c2-c1", "c2-c3", "e2-e1", "e2-e3", "e2-f2"} == set(turns)


@pytest.mark.parametrize(
    ("bonus", "board"),
    [
        # 90 against 90 and 100: one total for both
        ("+0", "3***v3/7/2sb3/2+H+H3/2+H+H3/***V6 2 0/0 - dice 0 2"),
        ("+20", "3***v3/7/2+s+b3/2HH3/2HH3/***V6 2 0/0 - dice 0 2"),
    ],
)
def test_a_double_attack_draws_one_bonus_for_both(bonus: str, board: str) -> None:
    assert after("3***v3/7/2sb3/2HH3/2HH3/***V6 1 0/0 - dice 0 1", "c2xc4,d4", bonus) == board


def test_a_mixed_double_attack_damages_the_loser_and_the_attacker() -> None:
    position = "3***v3/3kk2/2pkk2/2HH3/2HH3/***V6 1 0/0 - dice 0 1"

    assert after(position, "c2xc4,d4", "+0") == "3***v3/3kk2/2+pkk2/2+H+H3/2+H+H3/***V6 2 0/0 - dice 0 2"
    assert after(position, "c2xc4,d4", "+20") == "3***v3/3kk2/2+pkk2/2HH3/2HH3/***V6 2 0/0 - dice 0 2"


def test_losing_to_both_damages_the_attacker_once() -> None:
    position = "3***v3/7/2bc3/2HH3/2HH3/***V6 1 0/0 - dice 0 1"

    assert after(position, "c2xc4,d4", "+0") == "3***v3/7/2bc3/2+H+H3/2+H+H3/***V6 2 0/0 - dice 0 2"


def test_a_double_attack_draws_unless_it_beats_both_by_its_own_power() -> None:
    sure = play("3***v3/7/2pp3/2HH3/2HH3/***V6 1 0/0 - dice 0 1", "c2xc4,d4")
    unsure = play("3***v3/7/2ps3/2HH3/2HH3/***V6 1 0/0 - dice 0 1", "c2xc4,d4")

    assert GAME.current_player(sure) == 1
    assert GAME.current_player(unsure) == CHANCE


def test_an_egg_beside_another_target_is_cracked_whatever_comes() -> None:
    position = "7/7/2b***v3/2HH3/2HH3/***V6 1 0/0 - dice 0 1"

    assert after(position, "c2xc4,d4", "+0") == "7/7/2b**v3/2+H+H3/2+H+H3/***V6 2 0/1 - dice 0 2"


def test_a_small_piece_attacks_a_legend_on_any_of_its_squares() -> None:
    position = "3***v3/2rr3/2rr3/3P3/7/***V6 1 0/0 - dice 0 1"

    assert after(position, "d3xd4", "+70").startswith("3***v3/2+r+r3/2+r+r3/3P3")


def test_a_legend_that_is_out_fills_no_space_and_clears_four_squares() -> None:
    position = "3***v3/2+k+k3/2+k+k3/2RR3/2RR3/***V6 1 0/0 - dice 0 1"

    assert after(position, "c2xc4") == "3***v3/7/7/2RR3/2RR3/***V6 2 0/0 - dice 0 2"


@pytest.mark.parametrize(
    ("filled", "reserve", "letters"), [(2, "HK", ""), (3, "HKL", "HK"), (3, "HKR", "HK"), (4, "HLR", "HLR")]
)
def test_zekrom_and_ho_oh_need_three_spaces_the_others_four(filled: int, reserve: str, letters: str) -> None:
    position = f"3***v3/7/7/7/7/3***VP2 1 {filled}/0 {reserve} 0.0.20.30.40.70 0 1"

    assert "".join(sorted({turn[0] for turn in legal(position) if "@" in turn})) == letters


def test_a_legend_comes_in_on_any_four_free_squares() -> None:
    position = "2***v2/5/PPPPP/5/2***V2 1 3/0 K dice 0 1"

    summons = [turn for turn in legal(position) if "@" in turn]

    assert summons == ["K@a1", "K@a4", "K@d1", "K@d4"]


@pytest.mark.parametrize(("turn", "left"), [("K@a3", "R"), ("R@a3", "K")])
def test_summoning_empties_all_spaces_and_ends_the_turn(turn: str, left: str) -> None:
    letter = turn[0]
    position = "2***v2/4P/5/5/2***V2 1 4/2 KRr dice 7 9"

    assert after(position, turn) == f"2***v2/{letter * 2}2P/{letter * 2}3/5/2***V2 2 0/2 {left}r dice 0 10"


def test_each_kind_in_reserve_is_offered_once() -> None:
    position = "2***v2/PPPPP/5/5/PP***VPP 2 0/4 rr dice 0 1"

    summons = [turn for turn in legal(position) if "@" in turn]

    assert summons == ["R@a2", "R@b2", "R@c2", "R@d2"]
    assert after(position, "R@a2") == "2***v2/PPPPP/rr3/rr3/PP***VPP 1 0/0 r dice 0 2"


def test_a_fifth_piece_is_not_counted() -> None:
    position = "4***v/5/2+p2/2S2/***V4 1 0/4 k dice 0 1"

    assert after(position, "c2xc3") == "4***v/5/5/2S2/***V4 2 0/4 k dice 0 2"


def test_an_egg_piece_fills_a_space_towards_a_legend() -> None:
    state = play("4***v/4P/5/5/***V4 1 0/2 k dice 0 1", "e4xe5")

    assert "K@a3" in legal(state)
    assert winner(state) is None
