"""The conditions (rules §4): data, and what they cost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.protocol import NotationError
from engine.tabletop.bounds import bounded
from engine.tabletop.damage import share
from engine.tabletop.numbers import BURN_LOSS, CURSE_LOSS, MOST_POINTS, POISON_LOSS
from engine.words import Words


@dataclass(frozen=True, slots=True)
class Condition:
    """One kind. `exclusive`: one at a time of these; `immune` types cannot have it, unless a move ignores that."""

    name: str
    exclusive: bool = False
    immune: tuple[str, ...] = ()
    loss: Fraction = Fraction(0)  # of maximum Vitality a round
    grows: bool = False  # the loss: once, twice, three times …


CONDITIONS: Final = (
    Condition("burn", exclusive=True, immune=("fire",), loss=BURN_LOSS),
    Condition("poison", exclusive=True, immune=("steel", "poison"), loss=POISON_LOSS),
    Condition("bad_poison", exclusive=True, immune=("steel", "poison"), loss=POISON_LOSS, grows=True),
    Condition("paralysis", exclusive=True),
    Condition("freeze", exclusive=True),
    Condition("sleep", exclusive=True),
    Condition("confusion"),
    Condition("attraction"),
    Condition("curse", loss=CURSE_LOSS),
    Condition("fear"),
)
BY_NAME: Final = {condition.name: condition for condition in CONDITIONS}


@dataclass(frozen=True, slots=True)
class Status:
    """A condition that somebody has.

    `count`: of confusion the rounds that are left, of sleep the actions it has taken, of bad poison the rounds it has
    cost Vitality. `by` is who caused it: of attraction the one that is not attacked.
    """

    name: str
    count: int = 0
    by: str = ""

    def __post_init__(self) -> None:
        if self.name not in BY_NAME:
            raise NotationError(Words("there is no condition {name!r}", name=self.name[:40]), field="name")
        bounded("count", self.count, 0, MOST_POINTS)

    @property
    def exclusive(self) -> bool:
        """Whether it keeps other such conditions away."""
        return BY_NAME[self.name].exclusive


def immune(name: str, types: Collection[str], *, ignore: bool = False) -> bool:
    """Whether somebody of these types cannot have a condition; a move may `ignore` types."""
    return not ignore and any(own in types for own in BY_NAME[name].immune)


def loss(status: Status, max_vitality: int) -> int:
    """The Vitality that a condition costs in a round, 0 if none."""
    kind = BY_NAME[status.name]
    if not kind.loss:
        return 0
    return share(kind.loss * (status.count + 1 if kind.grows else 1), max_vitality)
