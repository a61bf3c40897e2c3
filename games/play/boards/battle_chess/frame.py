"""Where things lie on the screen: squares, tokens and paths as one viewer sees them.

Coordinates are in squares, from the viewer's top left, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine.battle_chess.describe import PieceOnBoard
from engine.battle_chess.pieces import Arrow, Form, Piece
from engine.battle_chess.turns import FILES
from games.play.boards.arrows import arrow_path
from games.play.words import said

ANY = 3  # how `arrow_path` is told "any number of squares"


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
class Token:
    """A piece as `_token.html` draws it; `x` and `y` None where it stands alone."""

    colour: str
    side: str  # front, back
    kind: str  # small, legend, egg
    size: int
    art: str
    power: int | None
    arrows: str
    x: float | None = None
    y: float | None = None
    id: str = ""
    label: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A board as a viewer sees it: `flipped` for the second player, whose own side is at the bottom too."""

    rows: int
    columns: int
    flipped: bool

    def box(self, squares: Sequence[str]) -> Box:
        """The box of one square, or of all that a legend covers."""
        corners = [self.corner(name) for name in squares]
        return Box(min(x for x, _ in corners), min(y for _, y in corners), 1 if len(corners) == 1 else 2)

    def corner(self, name: str) -> tuple[int, int]:
        """The top left of a square."""
        file, rank = FILES.index(name[0]), int(name[1:]) - 1
        return (self.columns - 1 - file, rank) if self.flipped else (file, self.rows - 1 - rank)

    def body(self, home: str, *, legend: bool) -> tuple[str, ...]:
        """The squares that a piece named by `home` covers."""
        if not legend:
            return (home,)
        file, rank = FILES.index(home[0]), int(home[1:])
        return tuple(f"{FILES[file + dx]}{rank + dy}" for dx in (0, 1) for dy in (0, 1))

    def names(self) -> list[list[str]]:
        """The names of the squares as they lie, row by row from the top."""
        rows = [[f"{file}{rank}" for file in FILES[: self.columns]] for rank in range(self.rows, 0, -1)]
        return [row[::-1] for row in rows[::-1]] if self.flipped else rows

    def _arrows(self, arrows: Sequence[Arrow], size: int) -> str:
        """The outlines of the arrows of a token that covers `size` squares each way."""
        sign = -1 if self.flipped else 1
        return "".join(_arrow(sign * arrow.dx, -sign * arrow.dy, arrow.reach or ANY, size) for arrow in arrows)

    def token(self, piece: PieceOnBoard, colours: tuple[str, str]) -> Token:
        """A piece where it stands."""
        box = self.box(piece.squares)
        token = tile(
            piece.name,
            colours[piece.seat],
            legend=piece.legend,
            back=piece.back,
            egg=piece.stars > 0,
            power=piece.power,
            arrows=self._arrows(piece.arrows, box.size),
        )
        return replace(token, x=box.x, y=box.y)

    def alone(self, piece: Piece, form: Form, colour: str) -> Token:
        """A piece that stands nowhere, as its owner sees it, or the other side if the frame is flipped."""
        name = piece.form_name(form)
        token = tile(
            name,
            colour,
            legend=piece.legend,
            back=form.back,
            egg=form.stars > 0,
            power=form.power,
            arrows=self._arrows(form.arrows, 2 if piece.legend else 1),
        )
        return replace(token, label=said(name))


_arrow = cache(lambda dx, dy, reach, size: arrow_path(dx, dy, reach, size=size))


def tile(name: str, colour: str, *, legend: bool, back: bool, egg: bool, power: int, arrows: str) -> Token:
    """A token; `name` is that of the side that is up."""
    return Token(
        colour=colour,
        side="back" if back else "front",
        kind="legend" if legend else "egg" if egg else "small",
        size=2 if legend else 1,
        art=name.lower().replace(" ", "-"),
        power=power or None,
        arrows=arrows,
    )


def line(*points: tuple[float, float]) -> str:
    """A path from point to point."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
