"""A position drawn in monospaced characters, for mails."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.chakart.pieces import PIECES, THINGS
from engine.chakart.state import State
from games.play.boards import Cell
from games.play.boards.chakart.standing import Standing, reserve, standing
from games.play.boards.grid import Grid
from games.play.words import said

CELL = 3
LETTERS = {piece.slug: piece.letter for piece in PIECES}
STUCK_LETTERS = {piece.slug: piece.stuck for piece in PIECES}
HIDDEN_LETTER = "I"


def board_text(state: State, grid: Grid) -> str:
    """The board, how to read it, and what each side has lost."""
    there = standing(state)
    names = grid.names()
    lines = [_row(row[0][1:], [_cell(there.get(name)) for name in row]) for row in names]
    lines.append(_row("", [name[0] for name in names[-1]]))
    return "\n".join([*lines, "", *_key(there), "", *_beside(state)])


def _row(head: str, cells: list[str]) -> str:
    return (head.ljust(2) + "".join(cell.rjust(CELL) for cell in cells)).rstrip()


def _cell(there: Standing | None) -> str:
    if there is None:
        return "."
    if there.seat is None:
        return next(thing.letter for thing in THINGS if thing.slug == there.slug)
    letter = HIDDEN_LETTER if there.hidden else (STUCK_LETTERS if there.stuck else LETTERS).get(there.slug, "?")
    return letter.lower() if there.seat else letter


def cells(state: State, grid: Grid, colours: tuple[str, str]) -> list[list[Cell]]:
    """The same as a table."""
    there = standing(state)
    return [[_as_cell(there.get(name), colours) for name in row] for row in grid.names()]


def _as_cell(there: Standing | None, colours: tuple[str, str]) -> Cell:
    if there is None:
        return Cell()
    return Cell(_cell(there), colour="" if there.seat is None else colours[there.seat])


def _key(there: dict[str, Standing]) -> list[str]:
    names = ", ".join(f"{piece.letter} {said(piece.name)}" for piece in PIECES)
    things = ", ".join(f"{thing.letter} {said(thing.name)}" for thing in THINGS)
    stuck = ", ".join(f"{piece.stuck} {said(piece.name)}" for piece in PIECES)
    lines = [_("Capitals are White, small letters Black: {names}.").format(names=names)]
    lines.append(_("Things: {names}.").format(names=things))
    if any(one.stuck for one in there.values()):
        lines.append(_("Cannot move yet: {names}.").format(names=stuck))
    if any(one.hidden for one in there.values()):
        lines.append(_("I is your Mario, whom the other side does not see."))
    return lines


def _beside(state: State) -> list[str]:
    return [
        _("{side} has lost: {pieces}.").format(side=name, pieces=_lost(state, seat))
        for seat, name in enumerate((_("White"), _("Black")))
    ]


def _lost(state: State, seat: int) -> str:
    counts = [f"{count} {Standing(slug, seat).name}" for slug, count in reserve(state, seat).items()]
    return ", ".join(counts) or _("nobody")
