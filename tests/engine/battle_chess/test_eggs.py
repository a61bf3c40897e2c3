"""Eggs and targets (rules §2, §5)."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from tests.engine.battle_chess.cases import after, legal, play, winner

REST = "1 0/0 - dice 0 1"


@pytest.mark.parametrize(("egg", "left"), [("***v", "**v"), ("**v", "*v"), ("*v", "v"), ("***t", "**t")])
def test_damage_takes_one_egg_away_and_puts_it_into_a_ko_space(egg: str, left: str) -> None:
    assert after(f"4{egg}/4P/5/5/***V4 {REST}", "e4xe5") == f"4{left}/4P/5/5/***V4 2 0/1 - dice 0 2"


def test_an_egg_is_weaker_than_the_weakest_attacker() -> None:
    assert GAME.current_player(play(f"4***v/4M/5/5/***V4 {REST}", "e4xe5")) == 1


def test_what_hatches_lies_front_up_and_moves_at_once() -> None:
    state = play(f"4*v/4P/5/5/***V4 {REST}", "e4xe5")

    assert legal(state) == ["e5-d4", "e5-d4xe4", "e5-d5", "e5-d5xe4", "e5xe4"]


@pytest.mark.parametrize("egg", ["***V", "**V", "*V"])
def test_an_egg_never_attacks(egg: str) -> None:
    turns = legal(f"4***v/5/1ppp1/1p{egg}p1/P4 {REST}")

    assert not [turn for turn in turns if turn.startswith("c2") and "x" in turn]


def test_hatched_targets_of_both_kinds_can_meet() -> None:
    state = play(f"5/2v2/2T2/5/5 {REST}", "c3xc4", "+20")

    assert GAME.state_text(state) == "5/2+v2/2T2/5/5 2 0/0 - dice 0 2"


def test_a_target_that_is_out_loses_and_fills_a_space() -> None:
    state = play(f"4+v/4+E/5/5/***V4 {REST}", "e4-d4xe5")

    assert GAME.state_text(state) == "5/3+E1/5/5/***V4 2 0/1 - dice 0 2"
    assert winner(state) == 1
    assert GAME.ending(state) == "target"
    assert GAME.legal_actions(state) == []


def test_a_target_can_lose_itself_by_a_failed_attack() -> None:
    state = play(f"2***v2/5/2rr1/2rr1/2+V2 {REST}", "c1xc2", "+0")

    assert GAME.state_text(state) == "2***v2/5/2rr1/2rr1/5 2 1/0 - dice 0 2"
    assert winner(state) == 2
    assert GAME.ending(state) == "target"
