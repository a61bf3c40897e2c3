"""What lies beside the board: lost pieces and powers left of each side; and the board in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.chakart.pieces import THINGS
from engine.chakart.state import State
from engine.chakart.tables import KING_SHELL, NOWHERE, PLACING, QUEEN_STEALTH
from games.play.boards.chakart import words
from games.play.boards.chakart.choosing import Choosing, Selection
from games.play.boards.chakart.drawing import Token, alone
from games.play.boards.chakart.happenings import BY_LETTER
from games.play.boards.chakart.standing import Standing, reserve, standing
from games.play.boards.grid import Grid
from games.play.words import said

LETTER_OF = {slug: letter for letter, slug in BY_LETTER.items()}


@dataclass(frozen=True, slots=True)
class Lost:
    """Pieces of one type that are off the board; `query` chooses one to come back, "" if none can."""

    token: Token
    name: str
    count: int
    query: str


@dataclass(frozen=True, slots=True)
class Camp:
    """What a side has lost, which powers it has left, and whether its queen is hidden now."""

    lost: tuple[Lost, ...]
    shell: bool
    stealth: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """An object and what it does, for who has forgotten."""

    token: Token
    name: str
    does: str


def camps(state: State, colours: tuple[str, str], choosing: Choosing) -> tuple[Camp, Camp]:
    """What each seat has beside the board."""
    return _camp(state, 0, colours, choosing), _camp(state, 1, colours, choosing)


def _camp(state: State, seat: int, colours: tuple[str, str], choosing: Choosing) -> Camp:
    placing = choosing.actions and state.stage == PLACING and seat == state.seat
    letters = choosing.letters if placing else []
    lost = tuple(
        Lost(
            alone(Standing(slug, seat), colours),
            Standing(slug, seat).name,
            count,
            Selection(letter=LETTER_OF[slug]).query if LETTER_OF[slug] in letters else "",
        )
        for slug, count in reserve(state, seat).items()
    )
    powers = state.powers >> 2 * seat
    hidden = state.ghost != NOWHERE and seat != state.seat  # that much everybody knows
    return Camp(lost, bool(powers & KING_SHELL), bool(powers & QUEEN_STEALTH), hidden)


def things() -> tuple[Thing, ...]:
    """The four objects."""
    does = {
        "banana": _("sends what comes onto it one square on, straight, whichever way chance will"),
        "bomb": _("the same, diagonally"),
        "egg": _("holds a surprise, good or bad"),
        "mushroom": _("lets a Toad, Yoshi or Peach go on the same way, anybody else jump over a piece right ahead"),
    }
    return tuple(
        Thing(alone(Standing(thing.slug, None), ("", "")), said(thing.name), does[thing.slug]) for thing in THINGS
    )


def table(grid: Grid, state: State, owner: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """The squares in words, row by row from the viewer's top; `owner` gives a seat's "your"."""
    there = standing(state)
    return tuple(tuple(_square_words(name, there.get(name), owner) for name in row) for row in grid.names())


def _square_words(name: str, there: Standing | None, owner: Mapping[int, str]) -> str:
    if there is None:
        return _("{square}: free").format(square=name)
    if there.seat is None:
        return _("{square}: {piece}").format(square=name, piece=there.name)
    return _("{square}: {owner} {piece}").format(square=name, owner=owner[there.seat], piece=words.described(there))
