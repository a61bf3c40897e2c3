"""Everything about pieces and boards that can be known beforehand, as flat lists of whole numbers.

A board is one of `setups.BOARDS`; a square is a number, counted up each file in turn (a1 a2 … b1 b2 …), so that the
order of the numbers is the alphabetical order of the names. A *place* is a square of a certain board: the boards'
squares stand one behind the other, from `BASES[shape]` on. A *code* says what stands on a square: owner, piece, form
and, for a legend, which of its four squares (quarter) this is; 0 is a free square. A *row* is `code * PLACES + place`,
the index of most tables. Sets of squares are bit sets.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.battle_chess import COMPILED
from engine.battle_chess.pieces import LEGENDS, PIECES, Arrow, Form, Piece
from engine.battle_chess.setups import BOARDS

Body = tuple[tuple[int, int], ...]  # squares to the right and up from the first one

NOWHERE = 63  # no square
NO_TURN = -1
NO_BONUS = -1
SMALL_BODY: Body = ((0, 0),)
LEGEND_BODY: Body = ((0, 0), (0, 1), (1, 0), (1, 1))  # in the order of the squares' numbers


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
    def body(self) -> Body:
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
BOARD_SIZE = max(rows * columns for rows, columns in BOARDS)

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


def numbers(table: Sequence[int]) -> Sequence[int]:
    """A table for compiled code to read without Python's help; for Python itself a list is faster."""
    return array("h", table) if COMPILED else table


def reals(table: Sequence[float]) -> Sequence[float]:
    """The same for a table of weights."""
    return array("d", table) if COMPILED else table


def sets(table: Sequence[int]) -> Sequence[int]:
    """The same for a table of sets of squares."""
    return array("Q", table) if COMPILED else table


def square(shape: int, x: int, y: int) -> int:
    """The number of a square from its file and rank, both from 0."""
    return x * ROWS[shape] + y


def _on_board(shape: int, x: int, y: int) -> bool:
    return 0 <= x < COLUMNS[shape] and 0 <= y < ROWS[shape]


@cache
def _cover(shape: int, body: Body, x: int, y: int) -> int:
    """The squares of a body whose first square is there; 0 if it does not fit on the board."""
    cells = [(x + right, y + up) for right, up in body]
    if not all(_on_board(shape, *cell) for cell in cells):
        return 0
    return sum(1 << square(shape, *cell) for cell in cells)


@cache
def _ray(shape: int, body: Body, x: int, y: int, arrow: Arrow) -> tuple[tuple[int, int], ...]:
    """Step by step along an arrow: the square it leads to, and the squares it newly covers."""
    steps: list[tuple[int, int]] = []
    before = _cover(shape, body, x, y)
    while not arrow.reach or len(steps) < arrow.reach:
        x, y = x + arrow.dx, y + arrow.dy
        cover = _cover(shape, body, x, y)
        if not cover:
            break
        steps.append((square(shape, x, y), cover & ~before))
        before = cover
    return tuple(steps)


@cache
def _contacts(shape: int, body: Body, x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
    """The squares an arrow touches from a body: those along that side, or the one at that corner (rules §7)."""
    touched = []
    for right, up in body:
        ways = {(dx, dy), (dx, 0), (0, dy)} - {(0, 0)}
        if not any((right + a, up + b) in body for a, b in ways) and _on_board(shape, x + right + dx, y + up + dy):
            touched.append(square(shape, x + right + dx, y + up + dy))
    return tuple(touched)


def _seen_by_first(face: Face) -> tuple[Arrow, ...]:
    sign = 1 if face.seat == 0 else -1
    return tuple(Arrow(sign * arrow.dx, sign * arrow.dy, arrow.reach) for arrow in face.form.arrows)


def _add_rays(shape: int, body: Body, x: int, y: int, arrows: tuple[Arrow, ...]) -> None:
    for arrow in arrows:
        ray = _ray(shape, body, x, y, arrow)
        GOES.extend(goes for goes, _ in ray)
        ENTERS.extend(enters for _, enters in ray)
        SKIP.extend([len(GOES)] * len(ray))


def _add_pairs(touched: tuple[int, ...]) -> None:
    if len(touched) == 2:
        PAIR_FIRST.append(touched[0])
        PAIR_SECOND.append(touched[1])


def _add_row(shape: int, face: Face, arrows: tuple[Arrow, ...], x: int, y: int) -> None:
    """The row of a face on a square. An egg has arrows but never attacks (rules §2)."""
    body = face.body
    right, up = body[face.quarter]
    cover = _cover(shape, body, x - right, y - up)
    COVER.append(cover)
    HOME.append(square(shape, x - right, y - up) if cover else NOWHERE)
    near = 0
    if cover and face.quarter == 0:
        _add_rays(shape, body, x, y, arrows)
        for arrow in arrows if not face.form.stars else ():
            touched = _contacts(shape, body, x, y, arrow.dx, arrow.dy)
            near |= sum(1 << contact for contact in touched)
            _add_pairs(touched)
    NEAR.append(near)


def _add_free_row() -> None:
    COVER.append(0)
    HOME.append(NOWHERE)
    NEAR.append(0)


def _build() -> None:
    points = [(shape, x, y) for shape in range(len(BOARDS)) for x in range(COLUMNS[shape]) for y in range(ROWS[shape])]
    for face in FACES:
        arrows = _seen_by_first(face) if face else ()
        for shape, x, y in points:
            START.append(len(GOES))
            PAIRS.append(len(PAIR_FIRST))
            if face:
                _add_row(shape, face, arrows, x, y)
            else:
                _add_free_row()
    START.append(len(GOES))
    PAIRS.append(len(PAIR_FIRST))
    for shape in range(len(BOARDS)):
        BLOCKS.append(len(BLOCK_HOME))
        for x, y in ((x, y) for board, x, y in points if board == shape):
            if cover := _cover(shape, LEGEND_BODY, x, y):
                BLOCK_HOME.append(square(shape, x, y))
                BLOCK_COVER.append(cover)
    BLOCKS.append(len(BLOCK_HOME))


_build()
