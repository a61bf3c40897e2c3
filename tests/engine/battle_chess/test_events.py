"""What a turn did, told one thing after another."""

from __future__ import annotations

import pytest

from engine.battle_chess.events import Attacked, Counted, Damaged, Drew, Event, Held, Moved, Summoned, events
from engine.battle_chess.game import GAME

REST = "1 0/0 - dice 0 1"


def _events(position: str, turn: str, bonus: int | None = None) -> tuple[Event, ...]:
    state = GAME.parse_state(position)
    return events(state, GAME.parse_action(state, turn), bonus)


def test_a_move() -> None:
    (moved,) = _events(f"4***v/5/2P2/5/***V4 {REST}", "c3-c4")

    assert isinstance(moved, Moved)
    assert (moved.kind, moved.piece.name, moved.piece.square, moved.goes) == ("moved", "Patrat", "c3", "c4")


def test_a_move_and_a_sure_attack() -> None:
    moved, attacked, damaged = _events(f"4***v/2m2/5/2S2/***V4 {REST}", "c2-c3xc4")

    assert isinstance(moved, Moved)
    assert isinstance(attacked, Attacked)
    assert (attacked.piece.name, attacked.square, attacked.targets[0].name) == ("Serperior", "c3", "Magikarp")
    assert isinstance(damaged, Damaged)
    assert (damaged.piece.name, damaged.square, damaged.how, damaged.becomes) == (
        "Magikarp",
        "c4",
        "turned",
        "Gyarados",
    )
    assert not damaged.attacker


def test_a_failed_attack_turns_the_attacker_over() -> None:
    _, drew, damaged = _events(f"4***v/5/2s2/2P2/***V4 {REST}", "c2xc3", 20)

    assert drew == Drew(0, 20, shuffled=False)
    assert isinstance(damaged, Damaged)
    assert (damaged.attacker, damaged.square, damaged.how, damaged.becomes) == (True, "c2", "turned", "Patrat")


def test_a_failed_attack_after_a_move_can_take_the_attacker_off() -> None:
    *_, damaged, counted = _events(f"4***v/5/2s2/1+P3/***V4 {REST}", "b2-c2xc3", 0)

    assert isinstance(damaged, Damaged)
    assert (damaged.piece.square, damaged.square, damaged.how, damaged.becomes) == ("b2", "c2", "out", "")
    assert counted == Counted(0, 1)


def test_nobody_is_damaged() -> None:
    assert _events(f"4***v/5/2s2/2P2/***V4 {REST}", "c2xc3", 30)[-1] == Held()


@pytest.mark.parametrize(
    ("egg", "how", "becomes"), [("***v", "cracked", "Egg 2"), ("**v", "cracked", "Egg 3"), ("*v", "hatched", "Victini")]
)
def test_an_egg_cracks_and_hatches(egg: str, how: str, becomes: str) -> None:
    attacked, damaged, counted = _events(f"4{egg}/4P/5/5/***V4 1 0/1 - dice 0 1", "e4xe5")

    assert isinstance(attacked, Attacked)
    assert isinstance(damaged, Damaged)
    assert (damaged.how, damaged.becomes) == (how, becomes)
    assert counted == Counted(1, 2)


def test_a_piece_that_fills_no_space_changes_no_count() -> None:
    *_, damaged = _events("4***v/5/2+p2/2S2/***V4 1 0/4 k dice 0 1", "c2xc3")

    assert isinstance(damaged, Damaged)
    assert damaged.how == "out"


def test_the_last_card_shuffles() -> None:
    position = "4***v/5/2s2/2P2/***V4 1 0/0 - {} 0 1"

    assert _events(position.format("0.70"), "c2xc3", 70)[1] == Drew(0, 70, shuffled=True)
    assert _events(position.format("0.70"), "c2xc3", 0)[1] == Drew(0, 0, shuffled=False)
    assert _events(position.format("dice"), "c2xc3", 70)[1] == Drew(0, 70, shuffled=False)


def test_a_summons_empties_the_spaces() -> None:
    summoned, counted = _events("2***v2/5/5/5/2***V2 2 0/4 r dice 0 1", "R@a2")

    assert summoned == Summoned(1, "R", "Reshiram", "a2")
    assert counted == Counted(1, 0)


def test_a_double_attack_names_both() -> None:
    attacked, _, first, second = _events("3***v3/7/2sb3/2HH3/2HH3/***V6 1 0/0 - dice 0 1", "c2xc4,d4", 70)

    assert isinstance(attacked, Attacked)
    assert [piece.name for piece in attacked.targets] == ["Serperior", "Venusaur"]
    assert isinstance(first, Damaged)
    assert isinstance(second, Damaged)
    assert (first.square, second.square) == ("c4", "d4")


def test_a_legend_that_moves_onto_its_own_old_squares_is_not_damaged() -> None:
    moved, attacked, damaged = _events("3***v3/7/2p4/2RR3/2RR3/***V6 1 0/0 - dice 0 1", "c2-b2xc4")

    assert isinstance(moved, Moved)
    assert isinstance(attacked, Attacked)
    assert isinstance(damaged, Damaged)
    assert damaged.square == "c4"
