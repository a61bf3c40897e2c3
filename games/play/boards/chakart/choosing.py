"""What is selected on the board and what can be chosen next, as a query string: each state of the board is a link.

`from=e2` a piece, `to=e4` a square, `as=stealth` or `as=shell` how, `piece=q` what a Toad becomes or what comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from engine.chakart.actions import MOVE, SHELL, STEALTH, Action, unpack
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.chakart.tables import AGAIN, NAMES, STEP
from games.play.boards import Query

WAYS = {MOVE: "", STEALTH: "stealth", SHELL: "shell"}


@dataclass(frozen=True, slots=True)
class Selection:
    """The part of a decision that is chosen so far, each part "" until it is."""

    start: str = ""
    goes: str = ""
    way: str = ""
    letter: str = ""

    @property
    def query(self) -> str:
        """As a query string, "" for nothing."""
        parts = {"from": self.start, "to": self.goes, "as": self.way, "piece": self.letter}
        return urlencode({key: value for key, value in parts.items() if value})

    def begins(self, action: Action) -> bool:
        """Whether the decision can still come of what is chosen."""
        return (
            self.start in ("", action.start)
            and self.goes in ("", action.goes)
            and self.way in ("", WAYS.get(action.kind, ""))
            and self.letter in ("", action.letter)
        )


def selection(action: Action) -> Selection:
    """What stands for a whole decision."""
    return Selection(action.start, action.goes, WAYS.get(action.kind, ""), action.letter)


@dataclass(frozen=True)
class Choosing:
    """What may be decided, and what is selected of it. `least` is what nothing less can be selected than."""

    state: State
    actions: tuple[Action, ...] = ()
    chosen: Selection = Selection()
    least: Selection = Selection()

    @property
    def stepping(self) -> bool:
        """Whether a step is awaited, the first or Daisy's."""
        return self.state.stage in (STEP, AGAIN)

    @cached_property
    def starts(self) -> list[str]:
        """The squares of the pieces that can be chosen."""
        return list(dict.fromkeys(action.start for action in self.actions if action.start))

    @cached_property
    def letters(self) -> list[str]:
        """What comes back or what the Toad becomes, where that is chosen by itself."""
        return [] if self.stepping else list(dict.fromkeys(action.letter for action in self.actions if action.letter))

    @cached_property
    def targets(self) -> list[str]:
        """The squares that can be chosen now; none until the piece is."""
        if (self.starts and not self.chosen.start) or (self.letters and not self.chosen.letter):
            return []
        piece = Selection(self.chosen.start, letter="" if self.stepping else self.chosen.letter)
        return list(dict.fromkeys(action.goes for action in self.actions if action.goes and piece.begins(action)))

    def ways(self, goes: str) -> list[Action]:
        """All decisions that lead the chosen piece to a square."""
        piece = Selection(self.chosen.start, goes, letter="" if self.stepping else self.chosen.letter)
        return [action for action in self.actions if piece.begins(action)]

    @cached_property
    def action(self) -> Action | None:
        """The whole decision that is selected: of several ways the plain one, unless another is chosen."""
        if self.targets and not self.chosen.goes:
            return None
        found = [action for action in self.actions if self.chosen.begins(action)]
        if not self.chosen.way:
            found = [action for action in found if action.kind not in (STEALTH, SHELL)] or found
        return found[0] if len(found) == 1 and self.chosen != Selection() else None

    @property
    def back(self) -> Selection | None:
        """One choice less; None if nothing can be taken back."""
        for part in ("way", "letter", "goes", "start") if self.stepping else ("goes", "letter"):
            if getattr(self.chosen, part) != getattr(self.least, part):
                return replace(self.chosen, **{part: getattr(self.least, part)})
        return None


def choose(state: State, query: Query) -> Choosing:
    """Reads a selection; what nothing that may be decided begins with is left out."""
    actions = tuple(unpack(action) for action in GAME.legal_actions(state))
    least = Selection(start=NAMES[state.here]) if state.stage == AGAIN else Selection()
    letters = {action.letter for action in actions}
    if state.stage not in (STEP, AGAIN) and len(letters) == 1:
        least = Selection(letter=letters.pop())
    return Choosing(state, actions, _read(query, actions, least), least)


def _read(query: Query, actions: Sequence[Action], least: Selection) -> Selection:
    stepping, chosen = any(action.start for action in actions), least
    for part, key in (("start", "from"), ("goes", "to"), ("letter", "piece"), ("way", "as")):
        needs = {"start": True, "goes": bool(chosen.start)}.get(part, bool(chosen.goes)) if stepping else True
        more = replace(chosen, **{part: query.get(key, "")})
        if needs and query.get(key) and any(more.begins(action) for action in actions):
            chosen = more
    return chosen
