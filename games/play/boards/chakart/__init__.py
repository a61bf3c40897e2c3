"""How Chakart looks: see `games.play.boards.Presenter`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from django.utils.translation import gettext as _

from engine.chakart.state import State
from engine.replay import Step
from games.play.boards import Board, Cell, Query
from games.play.boards.chakart import drawing, text
from games.play.boards.chakart.asking import choices, selected_words
from games.play.boards.chakart.beside import camps, table, things
from games.play.boards.chakart.choosing import Choosing, choose
from games.play.boards.chakart.notation import line
from games.play.boards.chakart.rules import rules
from games.play.boards.chakart.words import story
from games.play.boards.grid import Grid

__all__ = ["board", "board_text", "cells", "line", "rules", "still", "story"]


def board(steps: Sequence[Step], *, viewer: int | None, colours: tuple[str, str], query: Query, may_act: bool) -> Board:
    """See `Presenter.board`."""
    state: State = steps[-1].state
    grid = _grid(viewer)
    choosing = choose(state, query) if may_act else Choosing(state)
    picture = drawing.plain(grid, state, colours, drawing.ids(steps))
    picture = drawing.with_last(picture, grid, _turn(steps))
    if may_act:
        picture = drawing.with_choices(picture, grid, choosing, colours)
    back = choosing.back
    return Board(
        drawing=picture,
        camps=camps(state, colours, choosing),
        beside=things(),
        table=table(grid, state, _owner(viewer, colours)),
        words=selected_words(choosing) if may_act else "",
        query=choosing.chosen.query if choosing.chosen != choosing.least else "",
        back=back.query if back else None,
        action=choosing.action.text if choosing.action else "",
        choices=choices(choosing, colours) if may_act else (),
    )


def still(view: State, *, viewer: int | None, colours: tuple[str, str]) -> drawing.Drawing:
    """See `Presenter.still`."""
    return drawing.plain(_grid(viewer), view, colours, {})


def board_text(view: State, seat: int | None) -> str:
    """See `Presenter.board_text`."""
    return text.board_text(view, _grid(seat))


def cells(view: State, seat: int | None, colours: tuple[str, str]) -> list[list[Cell]]:
    """See `Presenter.cells`."""
    return text.cells(view, _grid(seat), colours)


def _grid(viewer: int | None) -> Grid:
    return Grid(drawing.SIZE, drawing.SIZE, flipped=viewer == 1)


def _turn(steps: Sequence[Step]) -> list[Step]:
    """The steps of the turn that led to the position, the first of them first."""
    return list(takewhile(lambda step: step.seat == steps[-1].seat, reversed(steps)))[::-1]


def _owner(viewer: int | None, colours: tuple[str, str]) -> dict[int, str]:
    if viewer is None:
        return {seat: _(colour) for seat, colour in enumerate(colours)}
    return {viewer: _("your"), 1 - viewer: _("their")}
