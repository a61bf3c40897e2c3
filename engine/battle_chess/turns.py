"""A turn as one whole number, taken apart and put together."""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle_chess.pieces import LEGENDS
from engine.battle_chess.tables import NOWHERE, ROWS

FILES = "abcdefg"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in words: squares by name, a legend by its lowest-left square.

    `start` and `goes` are the same if the piece stays; `start` is "" and `summons` the legend's letter when one is
    summoned on `goes`. `targets` are the named squares of the pieces attacked.
    """

    start: str
    goes: str
    targets: tuple[str, ...] = ()
    summons: str = ""

    @property
    def moves(self) -> bool:
        """Whether a piece leaves its square."""
        return bool(self.start) and self.start != self.goes

    @property
    def text(self) -> str:
        """Notation (rules §9)."""
        if self.summons:
            return f"{self.summons}@{self.goes}"
        move = f"-{self.goes}" if self.moves else ""
        attack = f"x{','.join(self.targets)}" if self.targets else ""
        return self.start + move + attack


def square_name(shape: int, square: int) -> str:
    """The name of a square: file and rank."""
    file, rank = divmod(square, ROWS[shape])
    return f"{FILES[file]}{rank + 1}"


def square_number(shape: int, name: str) -> int:
    """The number of a square; `name` is one of the board's."""
    return FILES.index(name[0]) * ROWS[shape] + int(name[1:]) - 1


def unpack(shape: int, action: int) -> Turn:
    """The turn that a number stands for."""
    start, goes, first, second = (action >> shift & 63 for shift in (0, 6, 12, 18))
    if start == NOWHERE:
        return Turn("", square_name(shape, goes), summons=LEGENDS[second].letter)
    targets = tuple(square_name(shape, square) for square in (first, second) if square != NOWHERE)
    return Turn(square_name(shape, start), square_name(shape, goes), targets)


def pack(shape: int, turn: Turn) -> int:
    """The number of a turn; the inverse of `unpack`."""
    goes = square_number(shape, turn.goes)
    if turn.summons:
        kind = [piece.letter for piece in LEGENDS].index(turn.summons)
        return NOWHERE | goes << 6 | NOWHERE << 12 | kind << 18
    targets = [square_number(shape, name) for name in turn.targets]
    first, second = (*targets, NOWHERE, NOWHERE)[:2]
    return square_number(shape, turn.start) | goes << 6 | first << 12 | second << 18
