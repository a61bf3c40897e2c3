"""Pieces, objects, effects and ways to begin: data only (rules §2, §3, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece; the letters are those of White in a position."""

    letter: str
    slug: str
    name: str
    stuck: str  # the letter while it is immobilised
    leaves: str  # slug of the object it leaves, "" if none


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of object; it belongs to nobody."""

    letter: str
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What an egg may hold; `mark` is its suffix in notation."""

    slug: str
    name: str
    mark: str
    bonus: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """A way to begin: `draws` the number of arrays drawn."""

    slug: str
    name: str
    summary: str
    draws: int


# in the order of the reserve
PIECES = (
    Piece("P", "toad", "Toad", "S", "mushroom"),
    Piece("R", "donkey", "Donkey", "U", "banana"),
    Piece("N", "yoshi", "Yoshi", "O", "egg"),
    Piece("B", "wario", "Wario", "C", "bomb"),
    Piece("Q", "mario", "Mario", "T", ""),
    Piece("K", "peach", "Peach", "L", ""),
)
PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING = range(len(PIECES))
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT, KING)
HIDDEN_LETTER = "I"  # a queen after its stealth move

THINGS = (
    Thing("d", "banana", "Banana"),
    Thing("w", "bomb", "Bomb"),
    Thing("e", "egg", "Egg"),
    Thing("m", "mushroom", "Mushroom"),
)

EFFECTS = (
    Effect("kingboo", "King Boo", "*B", bonus=True),
    Effect("koopa", "Koopa", "*K", bonus=False),
    Effect("toadette", "Toadette", "*T", bonus=True),
    Effect("chomp", "Chomp", "*C", bonus=False),
    Effect("daisy", "Daisy", "*D", bonus=True),
    Effect("bowser", "Bowser", "*M", bonus=False),
    Effect("luigi", "Luigi", "*L", bonus=True),
    Effect("waluigi", "Waluigi", "*W", bonus=False),
)
KINGBOO, KOOPA, TOADETTE, CHOMP, DAISY, BOWSER, LUIGI, WALUIGI = range(len(EFFECTS))

SETUPS = (
    Setup("asymmetric", "Shuffled", "The pieces behind the Toads stand at random, each side's differently.", 2),
    Setup("symmetric", "Shuffled alike", "The pieces behind the Toads stand at random, both sides' alike.", 1),
    Setup("orthodox", "Orthodox", "The pieces stand as they do in chess.", 0),
)
ORTHODOX = "RNBQKBNR"
MOST_PIECES = 32  # on the board and in the reserves; none ever leaves the game


def _arrays() -> Iterator[str]:
    """The orders of the first rank in which the bishops stand on squares of both colours (rules §3.1)."""
    for array in sorted(set(permutations(ORTHODOX))):
        first, second = (file for file, letter in enumerate(array) if letter == "B")
        if (first + second) % 2:
            yield "".join(array)


ARRAYS = tuple(_arrays())
