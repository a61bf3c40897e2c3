"""What lies where on a board of Chakart, and what is told about it."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation

from games.play.boards.chakart.beside import camps
from games.play.boards.chakart.choosing import Choosing
from tests.play.boards.chakart import CHAIN, CHAKART, EGG, GAME, KING_BOO, START, WHITE_BLACK, at, look, on


def arts(board: object) -> dict[tuple[int, int], str]:
    return {(token.x, token.y): token.art for token in board.drawing.tokens if not token.ghost}  # type: ignore[attr-defined]


def test_each_side_lies_at_its_own_bottom() -> None:
    white, black = (look(at(START), seat, may_act=False) for seat in (0, 1))

    assert arts(white)[(4, 7)] == arts(black)[(3, 0)] == "peach"
    assert {token.colour for token in white.drawing.tokens if token.y == 7} == {"white"}
    assert {token.colour for token in black.drawing.tokens if token.y == 7} == {"black"}
    assert look(at(START), None, may_act=False).drawing.tokens == white.drawing.tokens


def test_pieces_that_cannot_move_and_a_hidden_queen_look_it() -> None:
    steps = on(at(START), "d1h5:stealth")
    stuck = at(START.replace("RNBQKBNR w", "UNBQKBNR w"))

    (queen,) = [token for token in look(steps, 0, may_act=False).drawing.tokens if token.hidden]
    assert (queen.art, queen.x, queen.y) == ("mario", 7, 3)
    assert [token.art for token in look(stuck, 0, may_act=False).drawing.tokens if token.stuck] == ["donkey"]
    assert "your Donkey, cannot move yet" in look(stuck, 0, may_act=False).table[7][0]
    assert look(steps, 0, may_act=False).table[3][7] == "h5: your Mario, hidden"


def test_what_is_not_drawn_yet_is_a_question() -> None:
    drawing = CHAKART.still(GAME.initial_state("asymmetric"), viewer=0, colours=WHITE_BLACK)

    assert len(drawing.tokens) == 32
    assert {token.art for token in drawing.tokens if token.y in (0, 7)} == {"unknown"}


def test_the_way_of_a_turn_leads_over_all_its_squares() -> None:
    board = look(on(at(CHAIN), "h1e4 e5 d6"), 0, may_act=False)

    assert board.drawing.last_paths == ("M7.5 7.5L4.5 4.5L4.5 3.5L4.5 1.5L3.5 2.5",)
    assert {square.name: square.last for square in board.drawing.squares} == {"h1": "last-from", "d6": "last-to"}


def test_a_turn_of_several_steps_keeps_its_way() -> None:
    steps = on(on(at(EGG), "f8f6 waluigi g8"), "g7")

    board = look(steps, 1, may_act=False)

    assert {square.name for square in board.drawing.squares} == {"f8", "f6", "g8"}


def test_where_chance_may_send_a_piece_is_shown_before() -> None:
    board = look(at(CHAIN), from_="h1", to="e4")

    assert board.drawing.maybe == ((4.5, 3.5),)
    assert board.drawing.path == "M7.5 7.5L4.5 4.5"


def test_a_piece_keeps_its_name_from_step_to_step() -> None:
    steps = on(at(START), "d1h5")

    before = {(token.x, token.y): token.id for token in look(steps[:1], 0, may_act=False).drawing.tokens}
    after = {(token.x, token.y): token.id for token in look(steps, 0, may_act=False).drawing.tokens}

    assert after[(7, 3)] == before[(3, 7)] == "d1"
    assert len(set(after.values())) == len(after)


def test_pieces_that_change_places_keep_their_names() -> None:
    steps = on(at(KING_BOO), "h4")

    before = {(token.x, token.y): token.id for token in look(steps[:1], 0, may_act=False).drawing.tokens}
    after = {(token.x, token.y): token.id for token in look(steps, 0, may_act=False).drawing.tokens}

    assert (after[(5, 4)], after[(7, 4)]) == (before[(7, 4)], before[(5, 4)])


def test_powers_and_losses_lie_beside_the_board() -> None:
    white, black = look(at("4k3/8/8/8/8/8/8/4K3 w 30 1001 200000000010"), 0, may_act=False).camps

    assert [(lost.name, lost.count) for lost in white.lost] == [("Toad", 2)]
    assert [(lost.name, lost.count) for lost in black.lost] == [("Mario", 1)]
    assert (white.shell, white.stealth, black.shell, black.stealth) == (True, False, False, True)


def test_that_a_queen_is_hidden_is_known_to_all() -> None:
    state = on(at(START), "d1h5:stealth")[-1].state

    for viewer in (0, 1, None):
        white, black = camps(GAME.observation(state, viewer), WHITE_BLACK, Choosing(state))
        assert (white.hidden, white.stealth, black.hidden, black.stealth) == (True, False, False, True)


def test_it_is_drawn_with_points_whatever_the_language() -> None:
    board = look(at(CHAIN), from_="h1", to="e4")
    with translation.override("fr"):
        drawn = render_to_string("play/chakart/_drawing.html", {"drawing": board.drawing, "address": "/m/", "ply": 1})

    assert 'transform="translate(4.5 3.5) scale(.01)"' in drawn
    assert 'd="M7.5 7.5L4.5 4.5"' in drawn
    assert 'class="hit"' in drawn
    assert "--x:7;--y:7" in drawn
