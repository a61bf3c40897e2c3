"""Presenters: one package beside this file for each game, named by its slug.

A presenter turns an observation into plain template data. It knows how a game looks and what it is called, never what
is legal. Its templates in `play/<slug>/`: `_drawing.html` the board, `_camp.html` what a seat has beside it,
`_beside.html` what both have, `_happened.html` a turn that was played, `_rules.html` its part of the rules page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from engine import registry
from engine.replay import Step

Query = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen beside the board, in words.

    `query` shows it on the board; `action`, unless empty, is the whole decision, for who plays without confirming.
    `token` is the game's picture of it, if there is one.
    """

    label: str
    query: str
    odds: str = ""
    action: str = ""
    chosen: bool = False
    token: Any = None


@dataclass(frozen=True, slots=True)
class Board:
    """A position and what is selected on it. `drawing`, `camps` (by seat) and `beside` are the game's template data.

    `query` is the selection as a query string, `back` the one before it (None: nothing is selected); `action` the
    decision that waits for a confirmation, "" if there is none. `words` says what is selected, for every reader, and
    `odds` what may come of it, one result each.
    """

    drawing: Any
    camps: tuple[Any, Any]
    beside: Any
    table: tuple[tuple[str, ...], ...]  # squares in words, row by row from the top
    words: str = ""
    odds: tuple[str, ...] = ()
    query: str = ""
    back: str | None = None
    action: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A square in a mail: `text` as `board_text` has it, a `note` below it, its owner's `colour` ("" for none).

    `size`: how many squares it covers each way. `back`: it is turned over.
    """

    text: str = ""
    note: str = ""
    colour: str = ""
    size: int = 1
    back: bool = False


class Presenter(Protocol):
    """What each game's module offers. Seats are 0-based.

    Steps are those of the log as the viewer may see it, the start first: states are observations, and a decision or an
    outcome that is kept from the viewer is None.
    """

    def board(
        self,
        steps: Sequence[Step],
        *,
        viewer: int | None,
        colours: tuple[str, str],
        query: Query,
        may_act: bool,
    ) -> Board:
        """The position after the last step, for a viewer (None: a spectator), with what `query` selects on it."""
        ...

    def still(self, view: Any, *, viewer: int | None, colours: tuple[str, str]) -> Any:
        """A position without anything to choose, as `drawing` data: for lists and mails."""
        ...

    def story(self, step: Step) -> list[str]:
        """What a decision did, or what was drawn at the start, in sentences."""
        ...

    def line(self, step: Step, text: str, outcomes: Sequence[str]) -> tuple[str, Sequence[str]]:
        """A step in the list of turns, and what was drawn for it; `text` and `outcomes` are how the log writes them."""
        ...

    def board_text(self, view: Any, seat: int | None) -> str:
        """A position drawn in monospaced characters, own side below, and how to read it."""
        ...

    def cells(self, view: Any, seat: int | None, colours: tuple[str, str]) -> Sequence[Sequence[Cell]]:
        """The same position for a table in a mail, row by row; squares that another cell covers are left out."""
        ...

    def rules(self) -> Any:
        """What the rules page is made of."""
        ...


@cache
def get(slug: str) -> Presenter:
    """The presenter of a game. Raises NotationError if there is no such game."""
    registry.info(slug)
    return cast(Presenter, import_module(f"games.play.boards.{slug}"))
