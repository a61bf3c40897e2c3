"""What the rules page is made of: the engine's own data."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.chakart.game import GAME
from engine.chakart.info import INFO
from engine.chakart.pieces import EFFECTS, PIECES, PROMOTIONS
from engine.protocol import SetupInfo
from games.play.boards.chakart import words
from games.play.boards.chakart.beside import Thing, things
from games.play.boards.chakart.drawing import Drawing, Token, alone, plain
from games.play.boards.chakart.standing import Standing
from games.play.boards.grid import Grid
from games.play.words import said


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of piece: as what it moves, and the thing it leaves, None if none."""

    tokens: tuple[Token, Token]
    name: str
    chess: str
    leaves: Token | None
    power: str


@dataclass(frozen=True, slots=True)
class EffectRow:
    """What an egg may hold."""

    mark: str
    words: str
    bonus: bool


@dataclass(frozen=True, slots=True)
class Start:
    """A setup with its first position."""

    info: SetupInfo
    board: Drawing


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything the page says that is a fact of the game."""

    pieces: tuple[Row, ...]
    things: tuple[Thing, ...]
    effects: tuple[EffectRow, ...]
    starts: tuple[Start, ...]
    promotions: str


def rules() -> Rules:
    """See `Presenter.rules`."""
    colours = (INFO.setups[0].colours[0], INFO.setups[0].colours[1])
    return Rules(
        pieces=tuple(_row(number, colours) for number in range(len(PIECES))),
        things=things(),
        effects=tuple(EffectRow(effect.mark, words.effect_words(effect.slug), effect.bonus) for effect in EFFECTS),
        starts=tuple(_start(setup, colours) for setup in INFO.setups),
        promotions=words.either([said(PIECES[kind].name) for kind in PROMOTIONS]),
    )


def _row(number: int, colours: tuple[str, str]) -> Row:
    piece = PIECES[number]
    chess = (_("pawn"), _("rook"), _("knight"), _("bishop"), _("queen"), _("king"))[number]
    powers = {
        "mario": _("Once in a match: a stealth move to a free square. Nobody else sees where, for one turn."),
        "peach": _("Once in a match: a shell that takes the first enemy in any direction, from afar."),
    }
    leaves = alone(Standing(piece.leaves, None), colours) if piece.leaves else None
    both = (alone(Standing(piece.slug, 0), colours), alone(Standing(piece.slug, 1), colours))
    return Row(both, said(piece.name), chess, leaves, powers.get(piece.slug, ""))


def _start(setup: SetupInfo, colours: tuple[str, str]) -> Start:
    state = GAME.initial_state(setup.slug)
    return Start(setup, plain(Grid(8, 8, flipped=False), state, colours, {}))
