"""What a turn did, one thing after another, read off the positions before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.battle_chess.bonus import FULL_DECK
from engine.battle_chess.describe import PieceOnBoard, piece_on
from engine.battle_chess.pieces import BY_LETTER
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS
from engine.battle_chess.turns import Turn, unpack


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece moved; `piece` as it was before."""

    kind: ClassVar[str] = "moved"
    piece: PieceOnBoard
    goes: str


@dataclass(frozen=True, slots=True)
class Summoned:
    """A legend came in on `square` and the seat's K.O. spaces were emptied."""

    kind: ClassVar[str] = "summoned"
    seat: int
    letter: str
    name: str
    square: str


@dataclass(frozen=True, slots=True)
class Attacked:
    """A piece attacked from `square`; all pieces as they were before."""

    kind: ClassVar[str] = "attacked"
    piece: PieceOnBoard
    square: str
    targets: tuple[PieceOnBoard, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The attacker's bonus; `shuffled`: all cards went back into the deck."""

    kind: ClassVar[str] = "drew"
    seat: int
    bonus: int
    shuffled: bool


@dataclass(frozen=True, slots=True)
class Damaged:
    """A piece was damaged on `square`. `how`: "turned", "cracked" (an egg under the egg), "hatched" or "out"."""

    kind: ClassVar[str] = "damaged"
    piece: PieceOnBoard  # as it was before
    square: str
    how: str
    becomes: str  # its name now, "" if it is out
    attacker: bool


@dataclass(frozen=True, slots=True)
class Held:
    """An attack damaged nobody."""

    kind: ClassVar[str] = "held"


@dataclass(frozen=True, slots=True)
class Counted:
    """A seat's filled K.O. spaces changed to `filled`."""

    kind: ClassVar[str] = "counted"
    seat: int
    filled: int


Event = Moved | Summoned | Attacked | Drew | Damaged | Held | Counted


def events(before: State, action: int, bonus: int | None) -> tuple[Event, ...]:
    """What a legal turn did with the bonus drawn for it, None if it drew none."""
    after = before.play(action, NO_BONUS if bonus is None else bonus)
    turn = unpack(before.shape, action)
    if turn.summons:
        name = BY_LETTER[turn.summons].name
        return (Summoned(before.seat, turn.summons, name, turn.goes), *_counts(before, after))
    found: list[Event] = [Moved(_piece(before, turn.start), turn.goes)] if turn.moves else []
    if turn.targets:
        found.extend(_attack(before, after, turn, bonus))
    return (*found, *_counts(before, after))


def _attack(before: State, after: State, turn: Turn, bonus: int | None) -> list[Event]:
    piece = _piece(before, turn.start)
    found: list[Event] = [Attacked(piece, turn.goes, tuple(_piece(before, name) for name in turn.targets))]
    if bonus is not None:
        found.append(Drew(before.seat, bonus, after.supply == FULL_DECK))
    hits = [_damage(_piece(before, name), name, after, attacker=False) for name in turn.targets]
    hits.append(_damage(piece, turn.goes, after, attacker=True))
    damage: list[Event] = [hit for hit in hits if hit]
    return found + (damage or [Held()])


def _piece(state: State, square: str) -> PieceOnBoard:
    piece = piece_on(state, square)
    assert piece is not None
    return piece


def _damage(piece: PieceOnBoard, square: str, after: State, *, attacker: bool) -> Damaged | None:
    """What became of a piece that stood, or now stands, on a square."""
    now = piece_on(after, square)
    if now is None:
        return Damaged(piece, square, "out", "", attacker)
    if (now.stars, now.back) == (piece.stars, piece.back):
        return None
    how = ("cracked" if now.stars else "hatched") if piece.stars else "turned"
    return Damaged(piece, square, how, now.name, attacker)


def _counts(before: State, after: State) -> list[Counted]:
    pairs = enumerate(zip((before.ko0, before.ko1), (after.ko0, after.ko1), strict=True))
    return [Counted(seat, now) for seat, (was, now) in pairs if was != now]
