"""Where things lie, for each viewer."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from engine.battle_chess.pieces import BY_LETTER
from games.play.boards import Board
from games.play.boards.battle_chess.frame import Frame, Token
from tests.play.boards.positions import BATTLE_CHESS, FIGHT, GAME, LEGEND, SUMMON, YELLOW_BLUE, at, look, on


def tokens(board: Board) -> dict[tuple[float, float], Any]:
    """The tokens by where they lie."""
    return {(token.x, token.y): token for token in board.drawing.tokens if not token.ghost}


def shaded(board: Board) -> set[tuple[int, int]]:
    """Where the dark squares lie."""
    return {(int(x), int(y)) for x, y in re.findall(r"M(\d) (\d)h1v1h-1z", board.drawing.dark)}


def test_the_own_side_lies_at_the_bottom_for_each_player_and_a_spectator_sees_the_first_players() -> None:
    first, second, spectator = (look(at("w3"), viewer) for viewer in (0, 1, None))

    assert [token.colour for place, token in tokens(first).items() if place[1] == 3] == ["yellow"] * 3
    assert [token.colour for place, token in tokens(second).items() if place[1] == 3] == ["blue"] * 3
    assert spectator.drawing.tokens == first.drawing.tokens


def test_names_at_the_edge_follow_the_viewer() -> None:
    first, second = look(at("w3")).drawing, look(at("w3"), 1).drawing

    assert [mark.text for mark in first.coordinates] == ["a", "b", "c", "4", "3", "2", "1"]
    assert [mark.text for mark in second.coordinates] == ["c", "b", "a", "1", "2", "3", "4"]


def test_a_square_keeps_its_shade_when_the_board_is_turned() -> None:
    first, second = (shaded(look(at("w5"), viewer)) for viewer in (0, 1))

    assert {(4 - x, 4 - y) for x, y in first} == second
    assert (0, 4) in first  # a1
    assert (1, 4) not in first
    assert len(first) == 13


def test_arrows_point_forward_for_their_owner() -> None:
    board = look(at("7/3***v3/7/7/3***V3/2M4 1 0/0 - dice 0 9"))
    magikarp = tokens(board)[(2, 5)]

    turned = look(at("7/3***v3/7/7/3***V3/2M4 1 0/0 - dice 0 9"), 1)

    assert "M0.500 0.0" in magikarp.arrows
    assert "M0.500 0.9" in tokens(turned)[(4, 0)].arrows


def test_a_legend_covers_four_squares_for_either_viewer() -> None:
    first, second = tokens(look(at(LEGEND)))[(2, 3)], tokens(look(at(LEGEND), 1))[(3, 1)]

    assert (first.kind, first.size, second.kind, second.size) == ("legend", 2, "legend", 2)


def test_faces_say_what_a_token_is() -> None:
    board = look(at("3*v3/7/4+m2/2+K+K3/2+K+K3/3+V3 1 0/0 - dice 0 9"))

    faces = {(token.art, token.side, token.kind, token.power, token.target) for token in board.drawing.tokens}
    assert faces == {
        ("egg-3", "front", "egg", None, True),
        ("gyarados", "back", "small", 90, False),
        ("zekrom", "back", "legend", 100, False),
        ("victini", "back", "small", 80, True),
    }


def test_every_face_has_a_drawing() -> None:
    sprite = Path(str(finders.find("play/battle_chess.svg"))).read_text()
    rules = BATTLE_CHESS.rules()

    sides = [side for row in (*rules.small, *rules.targets, *rules.legends) for side in row.sides]

    assert [side.name for side in (*sides, *rules.eggs) if f'id="{side.token.art}"' not in sprite] == []


def test_a_pending_move_shows_the_piece_where_it_goes_and_its_ghost_where_it_was() -> None:
    board = look(at(FIGHT), from_="c3", to="c4", x="d5").drawing

    ghosts = [(token.x, token.y) for token in board.tokens if token.ghost]
    assert ghosts == [(2, 3)]
    assert (2, 2) in {(token.x, token.y) for token in board.tokens if not token.ghost}
    assert board.path == "M2.5 3.5L2.5 2.5"
    assert board.attacks == ("M2.5 2.5L3.5 1.5",)
    assert (board.selected.x, board.selected.y) == (2, 2)


def test_the_last_turn_is_traced_until_something_is_selected() -> None:
    steps = on(at("bw"), "c2-c3")

    after, selecting = look(steps, 1).drawing, look(steps, 1, from_="c5").drawing

    assert after.last_path == "M4.5 1.5L4.5 2.5"
    assert {(square.name, square.x, square.y, square.last) for square in after.squares} == {
        ("c2", 4, 1, "last-from"),
        ("c3", 4, 2, "last-to"),
    }
    assert selecting.last_path == ""
    assert selecting.squares


@pytest.mark.parametrize(
    ("attacker", "victim", "bonuses", "art", "square"),
    [("Z", "+p", (), "patrat", (3, 4)), ("+Z", "s", (0,), "zoroark", (3, 3)), ("Z", "p", (), None, None)],
    ids=["the attacked", "the attacker, where it had come to", "nobody"],
)
def test_what_a_turn_took_off_the_board_is_shown_where_it_stood(
    attacker: str, victim: str, bonuses: tuple[int, ...], art: str | None, square: tuple[int, int] | None
) -> None:
    steps = at(f"3***v3/3{victim}3/7/3{attacker}3/7/3***V3 1 0/0 - 0.0.20.30.40.70 0 9")

    after = look(on(steps, "d3-d4xd5", *bonuses), 1)

    ghosts = [(token.art, (token.x, token.y)) for token in after.drawing.fallen if token.ghost]
    assert ghosts == ([(art, square)] if art else [])
    assert square not in tokens(after)


def test_a_summoned_legend_marks_its_four_squares() -> None:
    drawing = look(on(at(SUMMON), "K@a2"), 1).drawing

    assert {square.name for square in drawing.squares if square.last == "last-to"} == {"a2", "a3", "b2", "b3"}
    assert drawing.last_path == ""


def test_a_piece_keeps_its_name_from_turn_to_turn() -> None:
    steps = on(on(on(at("bw"), "c2-c3"), "c5-c4"), "c3xc4", 70)

    before = {(token.x, token.y): token.id for token in look(at("bw")).drawing.tokens}
    after = {(token.x, token.y): token.id for token in look(steps).drawing.tokens}

    assert after[(2, 3)] == before[(2, 4)]
    assert after[(2, 2)] == before[(2, 1)]
    assert len(set(after.values())) == len(after)


def test_a_still_board_has_no_names_and_nothing_to_click() -> None:
    drawing = BATTLE_CHESS.still(GAME.initial_state("w12"), viewer=1, colours=YELLOW_BLUE)

    assert drawing.hits == ()
    assert {token.id for token in drawing.tokens} == {""}
    assert "view-transition-name" not in render_to_string(
        "play/battle_chess/_drawing.html", {"drawing": drawing, "mini": True}
    )


def test_numbers_are_written_for_machines_in_every_language() -> None:
    drawing = look(at(LEGEND), from_="c2", x="c4").drawing
    with translation.override("fr"):
        french = render_to_string("play/battle_chess/_drawing.html", {"drawing": drawing, "address": "/m/", "ply": 1})

    assert 'transform="translate(0.5 6.17) scale(.01)"' in french
    assert "2,5" not in french


def drawn(token: Token) -> str:
    return Template("{% load tokens %}{% token token %}").render(Context({"token": token}))


def test_a_token_that_was_drawn_before_is_drawn_for_its_reader_all_the_same() -> None:
    labels = []
    for language in ("en", "fr", "en"):
        with translation.override(language):
            html = drawn(Frame(1, 1, flipped=False).alone(BY_LETTER["E"], BY_LETTER["E"].front, "blue"))
        labels += re.findall('aria-label="([^"]+)"', html)

    assert labels == ["Emboar", "Roitiflam", "Emboar"]


def test_no_two_tokens_are_taken_for_each_other() -> None:
    tokens = {token for viewer in (0, 1) for token in look(on(at("bw"), "c2-c3"), viewer).drawing.tokens}
    tokens |= {replace(token, ghost=True) for token in tokens}

    assert len({drawn(token) for token in tokens}) == len(tokens)
