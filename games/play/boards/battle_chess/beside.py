"""What lies beside the board: K.O. spaces, legends in reserve, the bonuses left; and the board in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.battle_chess.describe import PieceOnBoard, Position
from engine.battle_chess.pieces import BY_LETTER, CARDS, DICE, KO_SPACES, Piece
from games.play.boards.battle_chess import words
from games.play.boards.battle_chess.choosing import Choosing, Selection
from games.play.boards.battle_chess.frame import Frame, Token


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend in reserve: `missing` K.O. spaces until it can be summoned; `query` chooses it, "" if it cannot be."""

    name: str
    token: Token
    need: int
    missing: int
    query: str


@dataclass(frozen=True, slots=True)
class Camp:
    """One seat's: `spaces` has one entry for each K.O. space, whether it is filled."""

    spaces: tuple[bool, ...]
    filled: int
    legends: tuple[Legend, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck or a face of the die."""

    bonus: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """`camps` by seat. `drawn` is the bonus of the last turn, None if it had none."""

    camps: tuple[Camp, Camp]
    dice: bool
    cards: tuple[Card, ...]
    left: int
    drawn: int | None


def beside(position: Position, colours: tuple[str, str], choosing: Choosing, drawn: int | None) -> Beside:
    """What lies beside a position."""
    camps = [_camp(position, seat, colours[seat], choosing) for seat in (0, 1)]
    faces = DICE if position.dice else CARDS
    return Beside((camps[0], camps[1]), position.dice, _cards(position, faces), len(position.bonuses), drawn)


def _camp(position: Position, seat: int, colour: str, choosing: Choosing) -> Camp:
    filled = position.ko[seat]
    summons = choosing.summons if seat == position.seat else []
    queries = {letter: Selection(summons=letter).query for letter in summons}
    legends = tuple(
        _legend(BY_LETTER[letter], filled, colour, queries.get(letter, "")) for letter in position.reserves[seat]
    )
    return Camp(tuple(space < filled for space in range(KO_SPACES)), filled, legends)


def _legend(piece: Piece, filled: int, colour: str, query: str) -> Legend:
    token = Frame(1, 1, flipped=False).alone(piece, piece.front, colour)
    return Legend(piece.name, token, piece.need, max(0, piece.need - filled), query)


def _cards(position: Position, faces: tuple[int, ...]) -> tuple[Card, ...]:
    left, cards = Counter(position.bonuses), []
    for bonus in faces:
        cards.append(Card(bonus, gone=left[bonus] == 0))
        left[bonus] = max(0, left[bonus] - 1)
    return tuple(cards)


def table(frame: Frame, position: Position, owner: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """The squares in words, row by row from the viewer's top; `owner` gives a seat's "your"."""
    on = {square: piece for piece in position.pieces for square in piece.squares}
    return tuple(tuple(_square_words(name, on.get(name), owner) for name in row) for row in frame.names())


def _square_words(name: str, piece: PieceOnBoard | None, owner: Mapping[int, str]) -> str:
    return f"{name}: {owner[piece.seat]} {words.described(piece)}" if piece else _("{square}: free").format(square=name)
