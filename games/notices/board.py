"""A board for mails: a table that brings its own colours, because mail programs know neither our styles nor SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.play.boards import Cell

FREE, LINE = "#efe4cd", "#d3c4a3"
INK, PALE_INK = "#2b2433", "#fffaf0"
TILES = {  # ground of the front, of the back, and edge
    "yellow": ("#ffd23f", "#fff4c9", "#9a6f00"),
    "blue": ("#9ccaf7", "#e4f0fd", "#1f5da8"),
    "red": ("#ffab9f", "#ffe9e4", "#b02e25"),
    "green": ("#a3dc92", "#e5f6de", "#2c7a33"),
    "white": ("#fffaf0", "#fffaf0", "#6b6253"),
    "black": ("#4a4358", "#4a4358", "#17131f"),
}


@dataclass(frozen=True, slots=True)
class Square:
    """A cell with its `ground`, which also stands in bgcolor, and the rest of its style."""

    cell: Cell
    ground: str
    style: str


def squares(cells: Sequence[Sequence[Cell]]) -> list[list[Square]]:
    """What `notices/_board.html` draws, row by row."""
    return [[_square(cell) for cell in row] for row in cells]


def _square(cell: Cell) -> Square:
    front, back, edge = TILES.get(cell.colour, (FREE, FREE, LINE))
    ground = back if cell.back else front
    border = f"{2 if cell.colour else 1}px {'dashed' if cell.back else 'solid'} {edge}"
    ink = PALE_INK if cell.colour == "black" else INK
    return Square(cell, ground, f"background:{ground};color:{ink};border:{border}")
