"""Where an action is carried out: rules are written as generators that ask for dice and answers as they need them.

A step is `value = yield Die(10)`; a rule with steps is called by `yield from`. Whoever drives it (`resolve`) sends what
came in. A stage lives as long as one action is carried out, and nobody else sees it change.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.tabletop.changes import CHANGES, Change
from engine.tabletop.dice import score
from engine.tabletop.events import Event, Rolled, Threw, Told
from engine.tabletop.fight import Ask, Asked, Die, Fight
from engine.tabletop.fighter import Fighter
from engine.tabletop.numbers import DD, PERCENT, SIDES, WAIT_DD, WAIT_LEAST_DD
from engine.tabletop.orders import Plan

T = TypeVar("T")
Steps = Generator[Ask, Any, T]


@dataclass(slots=True)
class Stage:
    """The fight by now, what happened, and what a round has to remember of itself.

    `acted`: whose action has come, or comes at the same time. `able`: whether it could act then. `stunned`: who is
    paralysed this round. `countered`: whose counter has been used. `confused`: whose confusion this round counts for.

    Of those who act at the same time each acts on `start`; what all of them did are the events from number `mark` on.
    `looks`: what changed when it turned out that somebody could act; `unseen`: of that what does not show yet where one
    of them acts. It counts for the doings of whom it changed.
    """

    fight: Fight
    plans: dict[str, Plan] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    acted: set[str] = field(default_factory=set)
    able: dict[str, bool] = field(default_factory=dict)
    stunned: set[str] = field(default_factory=set)
    countered: set[str] = field(default_factory=set)
    confused: set[str] = field(default_factory=set)
    start: Fight | None = None
    mark: int = 0
    looks: dict[str, list[Change]] = field(default_factory=dict)
    unseen: dict[str, list[Change]] = field(default_factory=dict)

    def of(self, id: str) -> Fighter:
        """Somebody as they are now."""
        return self.fight.fighter(id)

    def change(self, change: Change) -> None:
        """Makes a change happen."""
        self.fight = self.fight.changed(change)
        self.events.append(change)

    def tell(self, event: Told) -> None:
        """Says what happened without a change."""
        self.events.append(event)

    def by_now(self) -> Fight:
        """The fight with all that those who act at the same time have done."""
        fight = self.start
        assert fight is not None, "a round is on"
        for change in self.changes_since(self.mark):
            fight = fight.changed(change)
        return fight

    def changes_since(self, mark: int) -> list[Change]:
        """The changes among the events from number `mark` on."""
        return [event for event in self.events[mark:] if isinstance(event, CHANGES)]


def roll(stage: Stage, fighter: str, what: str, pool: int, dd: int = DD) -> Steps[int]:
    """The score of a pool, one die after another (rules §1)."""
    dice = []
    for _ in range(pool):
        dice.append((yield Die(SIDES)))
    points = score(dice, dd)
    stage.tell(Rolled(fighter, what, tuple(dice), dd, points))
    return points


def throw(stage: Stage, fighter: str, what: str, sides: int) -> Steps[int]:
    """One die of so many sides."""
    value: int = yield Die(sides)
    stage.tell(Threw(fighter, what, sides, value))
    return value


def percent(stage: Stage, fighter: str, what: str, most: int) -> Steps[bool]:
    """Whether a D100 shows at most this."""
    value: int = yield Die(PERCENT)
    told = Threw(fighter, what, PERCENT, value, most)
    stage.tell(told)
    return told.so


def ask(fighter: str, attacker: str, move: str, points: int) -> Steps[str]:
    """The answer of somebody who is attacked."""
    how: str = yield Asked(fighter, attacker, move, points)
    return how


def guard_dd(fighter: Fighter) -> int:
    """The difficulty of somebody's rolls of Constitution, Will and Dexterity: easier after waiting (rules §3)."""
    return max(WAIT_LEAST_DD, DD - WAIT_DD) if fighter.waiting else DD
