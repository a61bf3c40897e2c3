"""The attack (rules §5)."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from engine.protocol import CHANCE
from tests.engine.battle_chess.cases import after, legal, play

REST = "1 0/0 - dice 0 1"


def test_a_greater_power_turns_the_defender_over_without_a_bonus() -> None:
    assert after(f"4***v/5/2p2/2S2/***V4 {REST}", "c2xc3") == "4***v/5/2+p2/2S2/***V4 2 0/0 - dice 0 2"


def test_damage_on_the_back_takes_a_piece_off_and_the_winner_stays_where_it_is() -> None:
    assert after(f"4***v/5/2+p2/2S2/***V4 {REST}", "c2xc3") == "4***v/5/5/2S2/***V4 2 0/1 - dice 0 2"


@pytest.mark.parametrize(
    ("bonus", "board", "quiet"),
    [
        ("+0", "4***v/5/2s2/2+P2/***V4", 0),
        ("+20", "4***v/5/2s2/2+P2/***V4", 0),
        ("+30", "4***v/5/2s2/2P2/***V4", 1),
        ("+40", "4***v/5/2+s2/2P2/***V4", 0),
        ("+70", "4***v/5/2+s2/2P2/***V4", 0),
    ],
)
def test_the_weaker_draws_a_bonus_that_decides(bonus: str, board: str, quiet: int) -> None:
    position = f"4***v/5/2s2/2P2/***V4 {REST}"

    assert after(position, "c2xc3", bonus) == f"{board} 2 0/0 - dice {quiet} 2"


@pytest.mark.parametrize(("bonus", "up"), [("+0", "p"), ("+20", "+p")])
def test_equals_draw_a_bonus_and_nothing_happens_if_it_is_nothing(bonus: str, up: str) -> None:
    state = play(f"4***v/5/2p2/2P2/***V4 {REST}", "c2xc3")

    assert GAME.current_player(state) == CHANCE
    assert GAME.state_text(GAME.apply(state, int(bonus))).startswith(f"4***v/5/2{up}2/2P2/***V4 2 0/0")


def test_the_side_that_is_up_sets_the_power() -> None:
    # Emboar's back is stronger than its front
    weak = play(f"4***v/5/2s2/1E3/***V4 {REST}", "b2xc3")
    strong = play(f"4***v/5/2s2/1+E3/***V4 {REST}", "b2xc3")

    assert GAME.current_player(weak) == CHANCE
    assert GAME.state_text(strong) == "4***v/5/2+s2/1+E3/***V4 2 0/0 - dice 0 2"


def test_a_loser_that_lies_on_its_back_is_taken_off() -> None:
    position = f"4***v/5/2s2/2+P2/***V4 {REST}"

    assert after(position, "c2xc3", "+0") == "4***v/5/2s2/5/***V4 2 1/0 - dice 0 2"


def test_contact_is_one_square_whatever_the_reach() -> None:
    turns = legal(f"4***v/2p2/5/2S2/***V4 {REST}")

    assert "c2xc4" not in turns
    assert "c2-c3xc4" in turns


def test_an_attack_needs_an_arrow_towards_the_target() -> None:
    turns = legal(f"4***v/5/1pp2/2E2/***V4 {REST}")

    assert [turn for turn in turns if turn.startswith("c2x")] == ["c2xb3"]


def test_the_new_square_decides_what_is_in_contact() -> None:
    turns = legal(f"4***v/5/1p3/3P1/***V4 {REST}")

    assert [turn for turn in turns if "x" in turn] == []
    assert "b2xb3" in legal(f"4***v/5/1p3/1P3/***V4 {REST}")


def test_the_attack_may_go_another_way_than_the_move() -> None:
    position = f"4***v/5/1p3/2S2/***V4 {REST}"

    assert after(position, "c2-c3xb3") == "4***v/5/1+pS2/5/***V4 2 0/0 - dice 0 2"


def test_own_pieces_are_no_targets() -> None:
    assert not [turn for turn in legal(f"4***v/5/2P2/2S2/***V4 {REST}") if "x" in turn]


def test_several_enemies_in_contact_are_several_attacks() -> None:
    turns = legal(f"4***v/5/1ppp1/2U2/***V4 {REST}")

    assert [turn for turn in turns if turn.startswith("c2x")] == ["c2xb3", "c2xc3", "c2xd3"]
