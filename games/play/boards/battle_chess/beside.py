"""What lies beside the board: K.O. spaces, legends in reserve, the bonuses left; and the board in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.battle_chess.describe import PieceOnBoard, Position
from engine.battle_chess.events import Counted, Damaged, events
from engine.battle_chess.pieces import BY_LETTER, CARDS, DICE, KO_SPACES, Piece
from engine.replay import Step
from games.play.boards.battle_chess import words
from games.play.boards.battle_chess.choosing import Choosing, Selection
from games.play.boards.battle_chess.frame import Frame, Token, tile
from games.play.words import said


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
    """One seat's K.O. spaces, the first `filled` of them with what lies there, and its legends in reserve."""

    spaces: tuple[Token | None, ...]
    filled: int
    legends: tuple[Legend, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck or a face of the die."""

    bonus: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """The cards or the die. `drawn` is the bonus of the last turn, None if it had none."""

    dice: bool
    cards: tuple[Card, ...]
    left: int
    drawn: int | None


def beside(position: Position, last: Step) -> Beside:
    """The bonuses left, and the one that was drawn last."""
    faces = DICE if position.dice else CARDS
    drawn = last.draws[0][1] if last.ply and last.draws else None
    return Beside(position.dice, _cards(position, faces), len(position.bonuses), drawn)


def camps(position: Position, steps: Sequence[Step], colours: tuple[str, str], choosing: Choosing) -> tuple[Camp, Camp]:
    """What each seat has beside the board after these steps."""
    fallen = _fallen(steps)
    first, second = (_camp(position, seat, colours[seat], choosing, fallen[seat]) for seat in (0, 1))
    return first, second


def _fallen(steps: Sequence[Step]) -> tuple[list[PieceOnBoard], list[PieceOnBoard]]:
    """What lies in each seat's K.O. spaces, in the order in which it came."""
    fallen: tuple[list[PieceOnBoard], list[PieceOnBoard]] = ([], [])
    for step in steps[1:]:
        found = events(step.before, step.action, step.draws[0][1] if step.draws else None)
        damaged = [event.piece for event in found if isinstance(event, Damaged) and event.how != "turned"]
        for event in found:
            if isinstance(event, Counted):
                lie = fallen[event.seat]
                lie.extend(piece for piece in damaged if piece.seat == event.seat and not piece.legend)
                del lie[event.filled :]
    return fallen


def _camp(position: Position, seat: int, colour: str, choosing: Choosing, fallen: Sequence[PieceOnBoard]) -> Camp:
    filled = position.ko[seat]
    summons = choosing.summons if seat == position.seat else []
    queries = {letter: Selection(summons=letter).query for letter in summons}
    legends = tuple(
        _legend(BY_LETTER[letter], filled, colour, queries.get(letter, "")) for letter in position.reserves[seat]
    )
    spaces = [_lying(piece, colour) for piece in fallen[:filled]]
    return Camp((*spaces, *[None] * (KO_SPACES - len(spaces))), filled, legends)


def _lying(piece: PieceOnBoard, colour: str) -> Token:
    name = piece.name
    token = tile(name, colour, legend=False, back=piece.back, egg=piece.stars > 0, power=0, arrows="")
    return replace(token, label=said(name))


def _legend(piece: Piece, filled: int, colour: str, query: str) -> Legend:
    token = Frame(1, 1, flipped=False).alone(piece, piece.front, colour)
    return Legend(said(piece.name), token, piece.need, max(0, piece.need - filled), query)


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
    if piece is None:
        return _("{square}: free").format(square=name)
    return _("{square}: {owner} {piece}").format(square=name, owner=owner[piece.seat], piece=words.described(piece))
