"""Everything about pieces and boards that can be known beforehand, as flat lists of whole numbers.

A board is one of `setups.BOARDS`; a square is a number, counted up each file in turn (a1 a2 … b1 b2 …), so that the
order of the numbers is the alphabetical order of the names. A *place* is a square of a certain board: the boards'
squares stand one behind the other, from `BASES[shape]` on. A *code* says what stands on a square: owner, piece, form
and, for a legend, which of its four squares (quarter) this is; 0 is a free square. A *row* is `code * PLACES + place`,
the index of most tables. Sets of squares are bit sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.battle_chess.pieces import LEGENDS, PIECES, Form, Piece
from engine.battle_chess.setups import BOARDS

Point = tuple[int, int]  # file and rank, from 0

NOWHERE = 63  # no square
SMALL_BODY: tuple[Point, ...] = ((0, 0),)
LEGEND_BODY: tuple[Point, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))  # in the order of the squares' numbers


@dataclass(frozen=True, slots=True)
class Face:
    """What a code stands for. `quarter` counts a legend's squares in the order of their numbers."""

    seat: int
    piece: Piece
    stage: int  # index into piece.forms
    quarter: int

    @property
    def form(self) -> Form:
        """The side or egg that is up."""
        return self.piece.forms[self.stage]

    @property
    def token(self) -> str:
        """How a position writes it."""
        letter = self.piece.letter if self.seat == 0 else self.piece.letter.lower()
        return "*" * self.form.stars + "+" * self.form.back + letter

    @property
    def body(self) -> tuple[Point, ...]:
        """The squares it covers, seen from its first."""
        return LEGEND_BODY if self.piece.legend else SMALL_BODY


def _faces() -> Iterator[Face]:
    for seat in (0, 1):
        for piece in PIECES:
            for stage in range(len(piece.forms)):
                for quarter in range(4 if piece.legend else 1):
                    yield Face(seat, piece, stage, quarter)


FACES: tuple[Face | None, ...] = (None, *_faces())
CODE_OF = {face.token: code for code, face in enumerate(FACES) if face and face.quarter == 0}

ROWS = [rows for rows, _ in BOARDS]
COLUMNS = [columns for _, columns in BOARDS]
BASES = [sum(rows * columns for rows, columns in BOARDS[:shape]) for shape in range(len(BOARDS))]
PLACES = sum(rows * columns for rows, columns in BOARDS)

# per code
POWER = [face.form.power if face else 0 for face in FACES]  # eggs 0: less than any attacker
OWNER = [face.seat if face else -1 for face in FACES]
SPAN = [len(face.body) if face else 0 for face in FACES]  # squares covered
ROOT = [code - face.quarter if face else 0 for code, face in enumerate(FACES)]  # the code of the first quarter
TARGET = [bool(face and face.piece.target) for face in FACES]


def _last(face: Face) -> bool:
    return face.stage + 1 == len(face.piece.forms)


# the code after damage, quarter by quarter; 0: off the board
DAMAGED = [0 if face is None or _last(face) else code + SPAN[code] for code, face in enumerate(FACES)]
# whether damage puts something into the owner's K.O. spaces (rules §5 eggs, §7)
FILLS = [bool(face) and not face.piece.legend and (_last(face) or face.form.stars > 0) for face in FACES if face]
FILLS.insert(0, False)

# per row: the rays of the piece are steps START[row] … START[row + 1] - 1; a blocked step leads on to step SKIP[step]
START: list[int] = []
GOES: list[int] = []  # the square a step leads to
ENTERS: list[int] = []  # the squares it newly covers, which must be free
SKIP: list[int] = []
NEAR: list[int] = []  # the squares in contact with its arrows
COVER: list[int] = []  # the squares of the whole piece of which this quarter stands here
HOME: list[int] = []  # the first square of that piece
# a legend's sides with an arrow are numbers PAIRS[row] … PAIRS[row + 1] - 1
PAIRS: list[int] = []
PAIR_FIRST: list[int] = []
PAIR_SECOND: list[int] = []

# per shape, free squares for a legend are numbers BLOCKS[shape] … BLOCKS[shape + 1] - 1
BLOCKS: list[int] = []
BLOCK_HOME: list[int] = []
BLOCK_COVER: list[int] = []

NEED = [piece.need for piece in LEGENDS]  # per kind of legend
LEAST_NEED = min(NEED)
LEGEND_CODE = [[CODE_OF[p.letter] for p in LEGENDS], [CODE_OF[p.letter.lower()] for p in LEGENDS]]

# the number of a square from the one bit of its set: powers of two differ modulo 67
BIT = [0] * 67
for _square in range(64):
    BIT[(1 << _square) % 67] = _square


def _add(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def _fits(shape: int, cells: Iterable[Point]) -> bool:
    return all(0 <= x < COLUMNS[shape] and 0 <= y < ROWS[shape] for x, y in cells)


def _mask(shape: int, cells: Iterable[Point]) -> int:
    return sum(1 << square(shape, x, y) for x, y in cells)


def square(shape: int, x: int, y: int) -> int:
    """The number of a square from its file and rank, both from 0."""
    return x * ROWS[shape] + y


def _arrows(face: Face) -> list[tuple[int, int, int]]:
    """Arrows as the first player sees the board."""
    sign = 1 if face.seat == 0 else -1
    return [(sign * arrow.dx, sign * arrow.dy, arrow.reach) for arrow in face.form.arrows]


def _contacts(body: set[Point], dx: int, dy: int) -> list[Point]:
    """The squares an arrow touches from a body: those along that side, or the one at that corner (rules §7)."""
    touched = []
    for cell in sorted(body):
        ways = {(dx, dy), (dx, 0), (0, dy)} - {(0, 0)}
        if not any(_add(cell, way) in body for way in ways):
            touched.append(_add(cell, (dx, dy)))
    return touched


def _add_rays(shape: int, face: Face, home: Point) -> None:
    for dx, dy, reach in _arrows(face):
        first, at, steps = len(GOES), home, 0
        while not reach or steps < reach:
            ahead = _add(at, (dx, dy))
            body, before = ([_add(start, cell) for cell in face.body] for start in (ahead, at))
            if not _fits(shape, body):
                break
            GOES.append(square(shape, *ahead))
            ENTERS.append(_mask(shape, set(body) - set(before)))
            at, steps = ahead, steps + 1
        SKIP.extend([len(GOES)] * (len(GOES) - first))


def _add_contacts(shape: int, face: Face, home: Point) -> None:
    """Contact squares, and the sides of a legend. An egg never attacks (rules §2)."""
    near = 0
    for dx, dy, _ in _arrows(face) if not face.form.stars else ():
        touched = _contacts({_add(home, cell) for cell in face.body}, dx, dy)
        if _fits(shape, touched):
            near |= _mask(shape, touched)
            if len(touched) == 2:
                PAIR_FIRST.append(square(shape, *touched[0]))
                PAIR_SECOND.append(square(shape, *touched[1]))
    NEAR.append(near)


def _add_row(shape: int, face: Face | None, at: Point) -> None:
    START.append(len(GOES))
    PAIRS.append(len(PAIR_FIRST))
    body: list[Point] = []
    if face is not None:
        back = face.body[face.quarter]
        home = (at[0] - back[0], at[1] - back[1])
        body = [_add(home, cell) for cell in face.body]
    if face is None or not _fits(shape, body):
        NEAR.append(0)
        COVER.append(0)
        HOME.append(NOWHERE)
        return
    COVER.append(_mask(shape, body))
    HOME.append(square(shape, *home))
    if face.quarter == 0:
        _add_rays(shape, face, home)
        _add_contacts(shape, face, home)
    else:
        NEAR.append(0)


def _squares(shape: int) -> list[Point]:
    return [(x, y) for x in range(COLUMNS[shape]) for y in range(ROWS[shape])]


def _build() -> None:
    for face in FACES:
        for shape in range(len(BOARDS)):
            for at in _squares(shape):
                _add_row(shape, face, at)
    START.append(len(GOES))
    PAIRS.append(len(PAIR_FIRST))
    for shape in range(len(BOARDS)):
        BLOCKS.append(len(BLOCK_HOME))
        for at in _squares(shape):
            body = [_add(at, cell) for cell in LEGEND_BODY]
            if _fits(shape, body):
                BLOCK_HOME.append(square(shape, *at))
                BLOCK_COVER.append(_mask(shape, body))
    BLOCKS.append(len(BLOCK_HOME))


_build()
