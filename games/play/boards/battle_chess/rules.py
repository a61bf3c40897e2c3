"""What the rules page is made of: the engine's own data."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from engine.battle_chess import describe
from engine.battle_chess.game import GAME
from engine.battle_chess.info import INFO
from engine.battle_chess.pieces import BY_LETTER, CARDS, EGGS, KO_SPACES, PIECES, QUIET_LIMIT, Form, Piece
from engine.battle_chess.setups import SETUPS, Setup
from engine.protocol import SetupInfo
from games.play.boards.battle_chess import drawing
from games.play.boards.battle_chess.drawing import Drawing
from games.play.boards.battle_chess.frame import Frame, Token
from games.play.words import said

REACHES = {"1": _("one square"), "2": _("up to two squares"), "*": _("any number of squares")}
DIRECTIONS = {
    "orthogonal": _("in the four straight directions"),
    "diagonal": _("in the four diagonal directions"),
    "horizontal": _("to either side"),
    "vertical": _("forward and backward"),
}
COLOURS = ("yellow", "blue")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a piece, or one stage of an egg."""

    token: Token
    name: str
    power: int
    moves: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of pieces."""

    piece: Piece
    name: str
    sides: tuple[Side, Side]  # front and back
    setups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A setup with its first position."""

    info: SetupInfo
    board: Drawing


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything the page says that is a fact of the game."""

    small: tuple[Row, ...]
    targets: tuple[Row, ...]
    legends: tuple[Row, ...]
    eggs: tuple[Side, ...]
    starts: tuple[Start, ...]
    cards: tuple[int, ...]
    ko_spaces: int
    quiet_limit: int


def rules() -> Rules:
    """See `Presenter.rules`."""
    return Rules(
        small=tuple(_row(piece) for piece in PIECES if not piece.target and not piece.legend),
        targets=tuple(_row(piece) for piece in PIECES if piece.target),
        legends=tuple(_row(piece) for piece in PIECES if piece.legend),
        eggs=tuple(_side(BY_LETTER["V"], egg) for egg in EGGS),
        starts=tuple(_start(setup) for setup in SETUPS),
        cards=CARDS,
        ko_spaces=KO_SPACES,
        quiet_limit=QUIET_LIMIT,
    )


def _row(piece: Piece) -> Row:
    names = tuple(said(setup.name) for setup in SETUPS if _plays(piece, setup))
    return Row(piece, said(piece.name), (_side(piece, piece.front), _side(piece, piece.back)), names)


def _plays(piece: Piece, setup: Setup) -> bool:
    return any(piece.letter in place for place in (*setup.squares, *setup.reserves))


def _side(piece: Piece, form: Form) -> Side:
    token = Frame(1, 1, flipped=False).alone(piece, form, COLOURS[0])
    return Side(token, said(piece.form_name(form)), form.power, moves_words(form))


def moves_words(form: Form) -> str:
    """How a side moves, in words: "up to two squares forward, one square to either side"."""
    parts = [part.split(" ", 1) for part in form.moves.split(", ") if part]
    return ", ".join(f"{REACHES[reach]} {DIRECTIONS.get(way) or said(way)}" for reach, way in parts)


def _start(setup: Setup) -> Start:
    position = describe.position(GAME.initial_state(setup.slug))
    frame = Frame(position.rows, position.columns, flipped=False)
    return Start(INFO.setup(setup.slug), drawing.plain(frame, position, setup.colours, {}))
