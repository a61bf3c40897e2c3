"""The log of a fight replayed: what each action did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from engine import registry
from engine.tabletop import game as rules
from engine.tabletop.events import Event, Thrown, Undone
from engine.tabletop.fight import Fight as State
from engine.tabletop.orders import Action, Round, Undo
from games.tables.fight_models import Fight, FightPly
from games.tables.queries.fights import GAME


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: what was decided (None: initiative was drawn), all that came of it, and whether it was taken back."""

    row: FightPly
    action: Action | None
    before: State
    events: list[Event]
    undone: bool = False

    @property
    def undone_round(self) -> int:
        """The number of the round that an undo took back."""
        return next(event.round + 1 for event in self.events if isinstance(event, Undone))

    @property
    def round(self) -> int:
        """The number of the round that it belongs to, the first being 1."""
        return self.before.round + 1


def steps(fight: Fight) -> list[Step]:
    """The whole log, in its order."""
    game = registry.replayable(GAME)
    state: Any = game.initial_state(fight.setup)
    found: list[Step] = []
    for row in fight.plies.select_related("player"):
        action = game.parse_action(state, row.action) if row.action else None
        dice = [int(text) for text in row.outcomes]
        found.append(Step(row, action, cast("State", state), rules.events(state, action, dice)))
        if action is not None:
            state = game.apply(state, action)
        for die in dice:
            state = game.apply(state, die)
    return _marked(found)


def _marked(found: list[Step]) -> list[Step]:
    """With what was undone marked: all since the last round that stood was closed, and that round."""
    stands: list[int] = []
    undone: set[int] = set()
    for place, step in enumerate(found):
        if isinstance(step.action, Undo):
            closed = next(k for k in reversed(stands) if isinstance(found[k].action, Round))
            undone |= {k for k in stands if k >= closed}
            stands = [k for k in stands if k < closed]
        stands.append(place)
    return [replace(step, undone=True) if place in undone else step for place, step in enumerate(found)]


def throws(found: Iterable[Step]) -> list[tuple[Thrown, int | None]]:
    """The balls that trainers have thrown and that stay thrown, in their order; whose they were (None: the GMs')."""
    thrown: list[tuple[Thrown, int | None]] = []
    whose: dict[str, int | None] = {}
    for step in found:
        if isinstance(step.action, Round):  # the answers to its questions carry it on
            whose = step.row.throwers
        balls = [event for event in step.events if isinstance(event, Thrown) and event.by]
        thrown += [(ball, whose.get(ball.by)) for ball in balls if not step.undone]
    return thrown
