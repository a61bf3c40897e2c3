"""What can change in a fight: the same values are what the rules do, what the log tells, and what a GM may do directly.

Each but `Stood`, which is about two, has a method `on` that gives the fighter after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.tabletop.bounds import bounded, bounded_text, one_of
from engine.tabletop.conditions import BY_NAME, Status
from engine.tabletop.fighter import LEFT, Fighter
from engine.tabletop.moves import PRECISION
from engine.tabletop.numbers import MOST_NAME, MOST_ORDERS, MOST_POINTS, MOST_STAT
from engine.tabletop.stats import STATS, shifted


@dataclass(frozen=True, slots=True)
class Lost:
    """Vitality went. `why`: "hit", "confusion", "recoil", a condition, or "" by the GM."""

    kind: ClassVar[str] = "lost"
    fighter: str
    amount: int
    why: str = ""

    def __post_init__(self) -> None:
        bounded("amount", self.amount, 0, MOST_POINTS)
        bounded_text("why", self.why, MOST_NAME)

    def on(self, fighter: Fighter) -> Fighter:
        """Never below 0."""
        return replace(fighter, vitality=max(0, fighter.vitality - self.amount))


@dataclass(frozen=True, slots=True)
class Healed:
    """Vitality came back, by an item or by the GM."""

    kind: ClassVar[str] = "healed"
    fighter: str
    amount: int
    item: str = ""

    def __post_init__(self) -> None:
        bounded("amount", self.amount, 0, MOST_POINTS)
        bounded_text("item", self.item, MOST_NAME)

    def on(self, fighter: Fighter) -> Fighter:
        """Never above the maximum."""
        return replace(fighter, vitality=min(fighter.max_vitality, fighter.vitality + self.amount))


@dataclass(frozen=True, slots=True)
class Spent:
    """Energy went; a negative amount came back."""

    kind: ClassVar[str] = "spent"
    fighter: str
    amount: int

    def __post_init__(self) -> None:
        bounded("amount", self.amount, -MOST_POINTS, MOST_POINTS)

    def on(self, fighter: Fighter) -> Fighter:
        """Never below 0 or above the maximum."""
        return replace(fighter, energy=min(fighter.max_energy, max(0, fighter.energy - self.amount)))


@dataclass(frozen=True, slots=True)
class Shifted:
    """A stat, or the precision of all moves, rose or fell by so many points or stages."""

    kind: ClassVar[str] = "shifted"
    fighter: str
    stat: str
    by: int

    def __post_init__(self) -> None:
        bounded("by", self.by, -MOST_STAT, MOST_STAT)
        one_of("stat", self.stat, (*STATS, PRECISION))

    def on(self, fighter: Fighter) -> Fighter:
        """A stat never falls below 1 (rules §3)."""
        if self.stat == PRECISION:
            ups, downs = fighter.ups + max(0, self.by), fighter.downs + max(0, -self.by)
            return replace(fighter, ups=min(ups, MOST_POINTS), downs=min(downs, MOST_POINTS))
        change = shifted(fighter.stats.get(self.stat), fighter.changes.get(self.stat), self.by)
        return replace(fighter, changes=replace(fighter.changes, **{self.stat: min(change, MOST_STAT)}))


@dataclass(frozen=True, slots=True)
class Afflicted:
    """A condition set in."""

    kind: ClassVar[str] = "afflicted"
    fighter: str
    status: Status

    def possible(self, fighter: Fighter) -> bool:
        """Whether it has neither this condition nor one that keeps it away."""
        others = [own for own in fighter.statuses if own.exclusive and self.status.exclusive]
        return not others and fighter.status(self.status.name) is None

    def on(self, fighter: Fighter) -> Fighter:
        """Of two that keep each other away the first stays."""
        return replace(fighter, statuses=(*fighter.statuses, self.status)) if self.possible(fighter) else fighter


@dataclass(frozen=True, slots=True)
class Cured:
    """A condition ended."""

    kind: ClassVar[str] = "cured"
    fighter: str
    condition: str

    def __post_init__(self) -> None:
        one_of("condition", self.condition, BY_NAME)

    def on(self, fighter: Fighter) -> Fighter:
        """Without it."""
        return replace(fighter, statuses=tuple(own for own in fighter.statuses if own.name != self.condition))


@dataclass(frozen=True, slots=True)
class Counted:
    """A condition's count is another (see `Status`)."""

    kind: ClassVar[str] = "counted"
    fighter: str
    condition: str
    count: int

    def __post_init__(self) -> None:
        one_of("condition", self.condition, BY_NAME)
        bounded("count", self.count, 0, MOST_POINTS)

    def on(self, fighter: Fighter) -> Fighter:
        """Nothing else is different."""
        kept = (replace(own, count=self.count) if own.name == self.condition else own for own in fighter.statuses)
        return replace(fighter, statuses=tuple(kept))


@dataclass(frozen=True, slots=True)
class Waited:
    """It waits, or no longer does."""

    kind: ClassVar[str] = "waited"
    fighter: str
    waiting: bool

    def on(self, fighter: Fighter) -> Fighter:
        """Ready, or not."""
        return replace(fighter, waiting=self.waiting)


@dataclass(frozen=True, slots=True)
class Equipped:
    """It holds another item, "" none: an item that was used up, or the GM's."""

    kind: ClassVar[str] = "equipped"
    fighter: str
    item: str

    def __post_init__(self) -> None:
        bounded_text("item", self.item, MOST_NAME)

    def on(self, fighter: Fighter) -> Fighter:
        """With that item."""
        return replace(fighter, item=self.item)


@dataclass(frozen=True, slots=True)
class Allowed:
    """It may be given so many orders a round."""

    kind: ClassVar[str] = "allowed"
    fighter: str
    orders: int

    def __post_init__(self) -> None:
        bounded("orders", self.orders, 0, MOST_ORDERS)

    def on(self, fighter: Fighter) -> Fighter:
        """From the next round on."""
        return replace(fighter, orders=self.orders)


@dataclass(frozen=True, slots=True)
class Placed:
    """Its initiative is this."""

    kind: ClassVar[str] = "placed"
    fighter: str
    initiative: int

    def __post_init__(self) -> None:
        bounded("initiative", self.initiative, 0, MOST_POINTS)

    def on(self, fighter: Fighter) -> Fighter:
        """From the next round on."""
        return replace(fighter, initiative=self.initiative)


@dataclass(frozen=True, slots=True)
class Left:
    """It left the fight: DOWN, REMOVED, CAUGHT; "" brings it back."""

    kind: ClassVar[str] = "left"
    fighter: str
    how: str

    def __post_init__(self) -> None:
        one_of("how", self.how, LEFT)

    def on(self, fighter: Fighter) -> Fighter:
        """Out, or back."""
        return replace(fighter, out=self.how)


@dataclass(frozen=True, slots=True)
class Stood:
    """Two are in contact, or far from each other."""

    kind: ClassVar[str] = "stood"
    fighter: str
    other: str
    contact: bool


OfOne = Lost | Healed | Spent | Shifted | Afflicted | Cured | Counted | Waited | Equipped | Allowed | Placed | Left
Change = OfOne | Stood
CHANGES = (*OfOne.__args__, Stood)
