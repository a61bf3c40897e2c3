"""A board of squares as one viewer sees it, and what is drawn on any such board.

Coordinates are in squares, from the viewer's top left, x to the right and y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

FILES: Final = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Box:
    """A square of the board, or what covers several."""

    x: float
    y: float
    size: int

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.size / 2, self.y + self.size / 2


@dataclass(frozen=True, slots=True)
class Square:
    """Where the turn before began or ended: `last` is "last-from" or "last-to"."""

    name: str
    x: int
    y: int
    last: str


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A letter or number at the edge."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Hit:
    """Something to click: its address, and what it says. `action`: the whole decision, if nothing more is asked."""

    id: str
    box: Box
    query: str
    label: str
    action: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A board as a viewer sees it: `flipped` for the second player, whose own side is at the bottom too."""

    rows: int
    columns: int
    flipped: bool

    def corner(self, name: str) -> tuple[int, int]:
        """The top left of a square."""
        file, rank = FILES.index(name[0]), int(name[1:]) - 1
        return (self.columns - 1 - file, rank) if self.flipped else (file, self.rows - 1 - rank)

    def names(self) -> list[list[str]]:
        """The names of the squares as they lie, row by row from the top."""
        rows = [[f"{file}{rank}" for file in FILES[: self.columns]] for rank in range(self.rows, 0, -1)]
        return [row[::-1] for row in rows[::-1]] if self.flipped else rows


@cache
def dark(grid: Grid) -> str:
    """The dark squares as one path."""
    # a1 is dark for either side: rotating a board by 180° keeps or swaps all its squares' colours alike
    places = [(name, x, y) for y, row in enumerate(grid.names()) for x, name in enumerate(row)]
    return "".join(f"M{x} {y}h1v1h-1z" for name, x, y in places if (ord(name[0]) + int(name[1:])) % 2 == 0)


@cache
def coordinates(grid: Grid) -> tuple[Coordinate, ...]:
    """The letters below and the numbers beside the board."""
    names = grid.names()
    below = 0.17 if grid.columns < 8 else 0.25  # smaller squares: the rim takes more of one
    files = [Coordinate(name[0], x + 0.5, grid.rows + below) for x, name in enumerate(names[-1])]
    ranks = [Coordinate(row[0][1:], -0.15, y + 0.5) for y, row in enumerate(names)]
    return (*files, *ranks)


def line(*points: tuple[float, float]) -> str:
    """A path from point to point."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
