"""The five stats, and what a species' base values and EV make of them (rules §2)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from engine.tabletop.bounds import bounded
from engine.tabletop.numbers import (
    BASE_PER_STAT,
    BASE_PER_VITALITY,
    EV_ENERGY,
    EV_STAT,
    EV_VITALITY,
    LEAST_STAT,
    MOST_SPECIES_BASE,
    MOST_STAT,
    SHORT_FIGHTS,
)

STATS = ("strength", "concentration", "constitution", "will", "dexterity")


@dataclass(frozen=True, slots=True)
class Stats:
    """A whole number for each stat; also for changes of them, which may be below 0."""

    strength: int = 0
    concentration: int = 0
    constitution: int = 0
    will: int = 0
    dexterity: int = 0

    def __post_init__(self) -> None:
        for name in STATS:
            bounded(name, getattr(self, name), -MOST_STAT, MOST_STAT)

    def get(self, stat: str) -> int:
        """One of STATS by its name."""
        value: int = getattr(self, stat)
        return value

    def plus(self, stat: str, by: int) -> Stats:
        """With one of them changed."""
        return replace(self, **{stat: self.get(stat) + by})


UNCHANGED = Stats()
VITALITY, ENERGY = "vitality", "energy"
RAISED_BY_EV = {**dict.fromkeys(STATS, EV_STAT), VITALITY: EV_VITALITY, ENERGY: EV_ENERGY}
ATTACK_STAT = {"physical": "strength", "special": "concentration"}  # by a move's category
ENDURE_STAT = {"physical": "constitution", "special": "will"}


@dataclass(frozen=True, slots=True)
class BaseValues:
    """A species' base values, as its data have them."""

    hp: int
    attack: int
    defence: int
    special_attack: int
    special_defence: int
    speed: int

    def __post_init__(self) -> None:
        for field in fields(self):
            bounded(field.name, getattr(self, field.name), 1, MOST_SPECIES_BASE)


def from_base(base: BaseValues, *, short_fights: bool = False) -> tuple[Stats, int]:
    """A species' stats and Vitality."""
    stats = Stats(
        strength=_up(base.attack, BASE_PER_STAT),
        concentration=_up(base.special_attack, BASE_PER_STAT),
        constitution=_up(base.defence, BASE_PER_STAT),
        will=_up(base.special_defence, BASE_PER_STAT),
        dexterity=_up(base.speed, BASE_PER_STAT),
    )
    vitality = _up(base.hp, BASE_PER_VITALITY)
    return stats, _up(vitality, SHORT_FIGHTS) if short_fights else vitality


def shifted(base: int, change: int, by: int) -> int:
    """The change of a stat after another one; base + change never falls below 1 by it (rules §3)."""
    return max(LEAST_STAT, base + change + by) - base


def divided(value: int, by: int) -> int:
    """A half or a quarter of a stat: rounded down, at least 1 (rules §4)."""
    return max(LEAST_STAT, value // by)


def _up(value: int, by: int) -> int:
    return -(-value // by)
