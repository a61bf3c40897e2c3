"""Where things lie on the screen: squares, tokens and paths as one viewer sees them.

Coordinates are in squares, from the viewer's top left, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from engine.battle_chess.describe import PieceOnBoard
from engine.battle_chess.pieces import Arrow, Form, Piece
from games.play.boards.arrows import arrow_path
from games.play.boards.grid import FILES, Box, Grid
from games.play.words import said

ANY = 3  # how `arrow_path` is told "any number of squares"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece as `_token.html` draws it; `x` and `y` None where it stands alone."""

    template: ClassVar[str] = "play/battle_chess/_token.html"

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
    target: bool = False  # the piece to protect


@dataclass(frozen=True, slots=True)
class Frame(Grid):
    """A board of Battle Chess as a viewer sees it."""

    def box(self, squares: Sequence[str]) -> Box:
        """The box of one square, or of all that a legend covers."""
        corners = [self.corner(name) for name in squares]
        return Box(min(x for x, _ in corners), min(y for _, y in corners), 1 if len(corners) == 1 else 2)

    def body(self, home: str, *, legend: bool) -> tuple[str, ...]:
        """The squares that a piece named by `home` covers."""
        if not legend:
            return (home,)
        file, rank = FILES.index(home[0]), int(home[1:])
        return tuple(f"{FILES[file + dx]}{rank + dy}" for dx in (0, 1) for dy in (0, 1))

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
        return replace(token, x=box.x, y=box.y, target=piece.target)

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
        return replace(token, label=said(name), target=piece.target)


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
