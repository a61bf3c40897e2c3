"""Plain values for pages: the position, paths, chances."""

from __future__ import annotations

import pytest

from engine.battle_chess.describe import Result, odds, path, piece_on, position
from engine.battle_chess.game import GAME
from engine.battle_chess.pieces import Arrow
from tests.engine.battle_chess.cases import play

REST = "1 0/0 - dice 0 1"


def test_it_tells_all_there_is_to_see() -> None:
    seen = position(GAME.parse_state("2hh3/2hh3/3**t3/7/+M6/3***V3 2 1/3 KRl 0.30.70 4 17"))

    assert (seen.rows, seen.columns, seen.seat, seen.ko, seen.reserves) == (6, 7, 1, (1, 3), ("KR", "L"))
    assert (seen.dice, seen.bonuses, seen.quiet, seen.turn, seen.pending) == (False, (0, 30, 70), 4, 17, None)
    assert [(piece.name, piece.square, piece.seat) for piece in seen.pieces] == [
        ("Gyarados", "a2", 0),
        ("Ho-Oh", "c5", 1),
        ("Egg 1", "d1", 0),
        ("Egg 2", "d4", 1),
    ]


def test_dice_show_their_faces() -> None:
    seen = position(GAME.initial_state("w3"))

    assert (seen.rows, seen.columns, seen.dice, seen.bonuses) == (4, 3, True, (0, 0, 20, 30, 40, 70))


def test_a_turn_that_waits_is_told() -> None:
    seen = position(play(f"4***v/5/2p2/2P2/***V4 {REST}", "c2xc3"))

    assert seen.pending is not None
    assert seen.pending.text == "c2xc3"


@pytest.mark.parametrize("square", ["c5", "c6", "d5", "d6"])
def test_any_square_of_a_legend_finds_it(square: str) -> None:
    piece = piece_on(GAME.parse_state("2hh3/2hh3/7/7/3t3/3***V3 2 1/3 - dice 4 17"), square)

    assert piece is not None
    assert (piece.slug, piece.letter, piece.squares) == ("hooh", "H", ("c5", "c6", "d5", "d6"))
    assert (piece.power, piece.back, piece.stars, piece.legend, piece.target) == (90, False, 0, True, False)


def test_a_free_square_holds_no_piece() -> None:
    assert piece_on(GAME.initial_state("bw"), "d3") is None


def test_arrows_point_as_the_first_player_sees_the_board() -> None:
    state = GAME.parse_state(f"2***v2/2z2/5/2Z2/2***V2 {REST}")
    mine, other = piece_on(state, "c2"), piece_on(state, "c4")

    assert mine is not None
    assert other is not None
    assert set(mine.arrows) == {Arrow(0, 1, 2), Arrow(-1, 1, 1), Arrow(1, 1, 1), Arrow(0, -1, 1)}
    assert set(other.arrows) == {Arrow(0, -1, 2), Arrow(1, -1, 1), Arrow(-1, -1, 1), Arrow(0, 1, 1)}


def test_an_egg_has_its_arrows_and_no_power() -> None:
    egg = piece_on(GAME.parse_state(f"2***v2/5/5/5/2**V2 {REST}"), "c1")

    assert egg is not None
    assert (egg.stars, egg.power, egg.target, egg.arrows) == (2, 0, True, (Arrow(-1, 0, 1), Arrow(1, 0, 1)))


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("a1-d4", ("a1", "b2", "c3", "d4")),
        ("g3-d3xc3", ("g3", "f3", "e3", "d3")),
        ("b6-b5", ("b6", "b5")),
        ("b6xb5", ("b6",)),
        ("K@c3", ("c3",)),
    ],
)
def test_a_path_names_every_step(text: str, squares: tuple[str, ...]) -> None:
    state = GAME.initial_state("bw")

    assert path(GAME.turn(state, GAME.parse_action(state, text))) == squares


def test_a_move_has_no_chances() -> None:
    state = GAME.initial_state("bw")

    assert odds(state, GAME.parse_action(state, "c2-c3")) is None
    summoning = GAME.parse_state("2***v2/5/5/5/2***V2 1 3/0 K dice 0 1")
    assert odds(summoning, GAME.parse_action(summoning, "K@a2")) is None


def test_a_sure_attack_draws_nothing() -> None:
    state = GAME.parse_state(f"4***v/5/2p2/2S2/***V4 {REST}")

    found = odds(state, GAME.parse_action(state, "c2xc3"))

    assert found is not None
    assert (found.draws, found.of, found.damaged, found.hurt, found.nothing) == (False, 1, (1,), 0, 0)


@pytest.mark.parametrize(
    ("bonus", "parts"),
    [
        ("dice", (6, (2,), 3, 1)),
        ("0.0.20.30.40.70", (6, (2,), 3, 1)),
        ("0.30.70", (3, (1,), 1, 1)),
        ("70", (1, (1,), 0, 0)),
    ],
)
def test_chances_are_counted_in_cards_or_faces(bonus: str, parts: tuple[int, tuple[int, ...], int, int]) -> None:
    # 60 against 90: more than +30 wins, +30 is even, less loses
    state = GAME.parse_state(f"4***v/5/2s2/2P2/***V4 1 0/0 - {bonus} 0 1")

    found = odds(state, GAME.parse_action(state, "c2xc3"))

    assert found is not None
    assert found.draws
    assert (found.of, found.damaged, found.hurt, found.nothing) == parts


def test_chances_count_what_is_taken_off_too() -> None:
    state = GAME.parse_state(f"4***v/5/2+s2/2+P2/***V4 {REST}")

    found = odds(state, GAME.parse_action(state, "c2xc3"))

    # 50 against 60: +20 and more win, +0 loses
    assert found is not None
    assert (found.of, found.damaged, found.hurt, found.nothing) == (6, (4,), 2, 0)


def test_a_double_attack_has_chances_for_each_target() -> None:
    state = GAME.parse_state("3***v3/7/2sb3/2HH3/2HH3/***V6 1 0/0 - 0.20.70 0 1")

    found = odds(state, GAME.parse_action(state, "c2xc4,d4"))

    assert found is not None
    assert found.targets == ("c4", "d4")
    assert found.results == (
        Result(0, 1, (False, False), True),
        Result(20, 1, (True, True), False),
        Result(70, 1, (True, True), False),
    )
    assert (found.of, found.damaged, found.hurt, found.nothing) == (3, (2, 2), 1, 0)
