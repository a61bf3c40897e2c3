"""Everything about squares and codes that can be known beforehand, as flat lists of whole numbers.

A square is a number, a1 b1 … h8. A *code* says what stands on it: 0 nothing; 1 + type + 6 * seat a piece, 12 more
while it is immobilised; from FIRST_THING on an object. Types are indices into `pieces.PIECES`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from engine.chakart import COMPILED
from engine.chakart.pieces import ARRAYS, HIDDEN_LETTER, PIECES, THINGS

SQUARES = 64
NOWHERE = 64  # no square; also: no queen is hidden
UNSEEN = 65  # where a queen is hidden, as its opponent sees it
KINDS = len(PIECES)
STUCK = 2 * KINDS  # what a code grows by when a piece is immobilised
FIRST_THING = 1 + 2 * STUCK
BANANA, BOMB, EGG, MUSHROOM = range(FIRST_THING, FIRST_THING + len(THINGS))
CODES = FIRST_THING + len(THINGS)

FREE, SOFT, HARD, ENEMY, OWN = range(5)  # what a square is to a seat; up to HARD no piece stands there

# what a turn awaits: decisions, then draws
STEP, DROP, PROMOTION, SWAPPING, PLACING, AGAIN = range(6)
BANANA_DRAW, BOMB_DRAW, EGG_DRAW, LUIGI_DRAW, WALUIGI_DRAW, WHITE_ARRAY, BLACK_ARRAY, BOTH_ARRAYS = range(6, 14)
# what a trace tells: what happened on which square
CAUGHT, MET, STEPPED, BLOCKED, JUMPED, STAYED, JAMMED, LEFT_ON, REVEALED, FREED = range(10)

KING_SHELL, QUEEN_STEALTH = 1, 2  # bits of one seat's powers

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
DIRECTIONS = ORTHOGONAL + DIAGONAL
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def numbers(table: Sequence[int]) -> Sequence[int]:
    """A table for compiled code to read without Python's help; for Python itself a list is faster."""
    return array("h", table) if COMPILED else table


def reals(table: Sequence[float]) -> Sequence[float]:
    """The same for a table of real numbers."""
    return array("d", table) if COMPILED else table


def on_board(x: int, y: int) -> bool:
    """Whether there is such a file and rank, counted from 0."""
    return 0 <= x < 8 and 0 <= y < 8


def square_name(square: int) -> str:
    """`e4`."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


NAMES = tuple(square_name(square) for square in range(SQUARES))
SQUARE_OF = {name: square for square, name in enumerate(NAMES)}


def _letter(code: int) -> str:
    if code >= FIRST_THING:
        return THINGS[code - FIRST_THING].letter
    piece = PIECES[KIND[code]]
    letter = piece.stuck if code > STUCK else piece.letter
    return letter.lower() if OWNER[code] else letter


# per code
OWNER = [-1] + [(code - 1) // KINDS % 2 for code in range(1, FIRST_THING)] + [-1] * len(THINGS)
KIND = [-1] + [(code - 1) % KINDS for code in range(1, FIRST_THING)] + [-1] * len(THINGS)
LETTER = [""] + [_letter(code) for code in range(1, CODES)]
CODE_OF = {letter: code for code, letter in enumerate(LETTER) if letter}
HIDDEN_LETTERS = (HIDDEN_LETTER, HIDDEN_LETTER.lower())
# per type: the object it leaves; 0: none
LEFT = [next((BANANA + number for number, t in enumerate(THINGS) if t.slug == piece.leaves), 0) for piece in PIECES]


def _relation(seat: int, code: int) -> int:
    if code >= FIRST_THING:
        return HARD if code in (BANANA, BOMB) else SOFT
    return FREE if code == 0 else OWN if OWNER[code] == seat else ENEMY


ARRAY_KINDS = tuple(tuple("PRNBQK".index(letter) for letter in array) for array in ARRAYS)

RELATION = [_relation(seat, code) for seat in (0, 1) for code in range(CODES)]  # [seat * CODES + code]

# the squares in direction d from a square are RAY[number], number from RAYS[square * 8 + d] to before the next one's
RAYS: list[int] = []
RAY: list[int] = []
# likewise the squares a knight leaps to from a square, and beside each the one its egg is left on
LEAP_START: list[int] = []
LEAP: list[int] = []
EGG_ON: list[int] = []
# per square, the squares beside it orthogonally (even rows) and diagonally (odd rows), likewise
BESIDE_START: list[int] = []
BESIDE: list[int] = []


def _add_square(x: int, y: int) -> None:
    for dx, dy in DIRECTIONS:
        RAYS.append(len(RAY))
        steps = [(x + n * dx, y + n * dy) for n in range(1, 8)]
        RAY.extend(b * 8 + a for a, b in steps if on_board(a, b))
    LEAP_START.append(len(LEAP))
    for dx, dy in LEAPS:
        if on_board(x + dx, y + dy):
            LEAP.append((y + dy) * 8 + x + dx)
            EGG_ON.append((y + (dy > 1) - (dy < -1)) * 8 + x + (dx > 1) - (dx < -1))
    for ways in (ORTHOGONAL, DIAGONAL):
        BESIDE_START.append(len(BESIDE))
        BESIDE.extend((y + dy) * 8 + x + dx for dx, dy in ways if on_board(x + dx, y + dy))


for _square in range(SQUARES):
    _add_square(_square % 8, _square // 8)
RAYS.append(len(RAY))
LEAP_START.append(len(LEAP))
BESIDE_START.append(len(BESIDE))
