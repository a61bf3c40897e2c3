"""A decision or an outcome as one whole number, taken apart and put together; and its text, both ways.

Lowest first: six bits of a square, six of another, four of what it is, the rest a number: of a first step the square it
starts from, the one it chooses, and 1 + the type that a pawn becomes; else see `CHOICES`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.chakart.pieces import ARRAYS, EFFECTS, PIECES
from engine.chakart.tables import NAMES, SQUARE_OF

MOVE, STEALTH, SHELL, DROP, PROMOTE, SWAP, PLACE, SLIDE, HATCH, FLIP, ARRAY = range(11)
STEPS = (MOVE, STEALTH, SHELL)
WAYS = ("", ":stealth", ":shell")

LETTERS = tuple(piece.letter.lower() for piece in PIECES)
EFFECT_SLUGS = tuple(effect.slug for effect in EFFECTS)
_STEP = re.compile(r"([a-h][1-8])([a-h][1-8])(?:=([qrbnk]))?(:stealth|:shell)?", re.ASCII)
_SQUARE = re.compile(r"[a-h][1-8]", re.ASCII)
_PLACE = re.compile(r"([prnbqk])@([a-h][1-8])", re.ASCII)
_LETTER = re.compile(r"[qrbnk]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Action:
    """One decision or outcome in words: squares by name, "" where it has none.

    `kind` is MOVE, STEALTH or SHELL for a step, which goes from `start` to `goes`; DROP the square of a banana or bomb;
    PROMOTE; SWAP the square of King Boo's piece; PLACE Toadette's `letter` on `goes`; SLIDE the square a banana or bomb
    sends to; HATCH an egg's `effect`; FLIP the square of the piece that changes sides; ARRAY.
    """

    kind: int
    start: str = ""
    goes: str = ""
    letter: str = ""  # lower case: what a pawn becomes, or is put on the board
    effect: str = ""  # slug
    array: str = ""  # letters of the first rank, file a first

    @property
    def text(self) -> str:
        """As it is stored (rules §0)."""
        if self.kind in STEPS:
            return self.start + self.goes + (f"={self.letter}" if self.letter else "") + WAYS[self.kind]
        if self.kind == PLACE:
            return f"{self.letter}@{self.goes}"
        return self.goes or self.letter or self.effect or self.array


def unpack(action: int) -> Action:
    """What a number stands for."""
    kind, number = action >> 12 & 15, action >> 16
    if kind in STEPS:
        return Action(kind, NAMES[action & 63], NAMES[action >> 6 & 63], LETTERS[number - 1] if number else "")
    if kind == PROMOTE:
        return Action(kind, letter=LETTERS[number])
    if kind == PLACE:
        return Action(kind, goes=NAMES[action & 63], letter=LETTERS[number])
    if kind == HATCH:
        return Action(kind, effect=EFFECT_SLUGS[number])
    if kind == ARRAY:
        return Action(kind, array=ARRAYS[number])
    return Action(kind, goes=NAMES[action & 63])


def pack(action: Action) -> int:
    """The number of an action; the inverse of `unpack`."""
    if action.kind in STEPS:
        number = LETTERS.index(action.letter) + 1 if action.letter else 0
        return SQUARE_OF[action.start] | SQUARE_OF[action.goes] << 6 | action.kind << 12 | number << 16
    square = SQUARE_OF[action.goes] if action.goes else 0
    number = LETTERS.index(action.letter) if action.letter else 0
    if action.effect:
        number = EFFECT_SLUGS.index(action.effect)
    if action.array:
        number = ARRAYS.index(action.array)
    return square | action.kind << 12 | number << 16


def parse(kind: int, text: str) -> Action | None:
    """The action of a text where one of that kind is awaited (MOVE for any step); None if it is none."""
    if kind in STEPS:
        step = _STEP.fullmatch(text)
        return step and Action(WAYS.index(step[4] or ""), step[1], step[2], step[3] or "")
    if kind == PLACE:
        placed = _PLACE.fullmatch(text)
        return placed and Action(kind, goes=placed[2], letter=placed[1])
    if kind == PROMOTE:
        return Action(kind, letter=text) if _LETTER.fullmatch(text) else None
    if kind == HATCH:
        return Action(kind, effect=text) if text in EFFECT_SLUGS else None
    if kind == ARRAY:
        return Action(kind, array=text) if text in ARRAYS else None
    return Action(kind, goes=text) if _SQUARE.fullmatch(text) else None
