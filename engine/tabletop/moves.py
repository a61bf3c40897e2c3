"""Moves and what they do besides damage (rules §8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.protocol import NotationError
from engine.tabletop.bounds import bounded, bounded_slug, bounded_text, one_of
from engine.tabletop.chart import TYPELESS, TYPES_18
from engine.tabletop.conditions import BY_NAME
from engine.tabletop.numbers import (
    MOST_DICE,
    MOST_LISTED,
    MOST_NAME,
    MOST_POINTS,
    MOST_STAT,
    MOST_TEXT,
    PERCENT,
    STRUGGLE_POOL,
    STRUGGLE_RECOIL,
)
from engine.tabletop.stats import STATS
from engine.words import Words

PHYSICAL, SPECIAL, OTHER = "physical", "special", "other"
CATEGORIES: Final = (PHYSICAL, SPECIAL, OTHER)
RANGES: Final = (
    "one",
    "several",
    "self",
    "side",
    "field",
)  # whom it reaches; the rules of a fight need one target or none
UNTARGETED: Final = ("self", "side", "field")
PRECISION: Final = "precision"  # beside STATS what an effect may change
NEVER_MISSES: Final = 0  # as a precision

THAWING: Final = ("sacred_fire", "flame_wheel")  # using them thaws their user (§4)
ASLEEP: Final = ("snore", "sleep_talk")  # can be used asleep
UNSHIELDED: Final = ("tri_attack",)  # its burn takes no heed of types
CURSE: Final = "curse"  # the condition's move, of a ghost alone
CURSE_TYPE: Final = "ghost"


@dataclass(frozen=True, slots=True)
class Effect:
    """Something a move does to its target or `on_user`, in `chance` per cent of the cases.

    Exactly one of: `stat` (of STATS, or PRECISION) changed `by`; a `condition`; `recoil`, which costs the user the
    damage dealt divided by it; a `note`, which the GM fills in.
    """

    chance: int = PERCENT
    on_user: bool = False
    stat: str = ""
    by: int = 0
    condition: str = ""
    recoil: int = 0
    note: str = ""

    def __post_init__(self) -> None:
        bounded("chance", self.chance, 1, PERCENT)
        bounded("by", self.by, -MOST_STAT, MOST_STAT)
        bounded("recoil", self.recoil, 0, MOST_POINTS)
        if sum(map(bool, (self.stat, self.condition, self.recoil, self.note))) != 1:
            raise NotationError(Words("an effect is a stat, a condition, a recoil or a note"), field="effect")
        if self.stat and (self.stat not in (*STATS, PRECISION) or not self.by):
            raise NotationError(Words("a stat and by how much it changes are wanted"), field="stat")
        if self.condition and self.condition not in BY_NAME:
            raise NotationError(Words("there is no condition {name!r}", name=self.condition[:40]), field="condition")
        bounded_text("note", self.note, MOST_TEXT)


@dataclass(frozen=True, slots=True)
class Move:
    """`slug` names it in orders; `precision` is per cent, or NEVER_MISSES; `pool` in dice; `critical`: a high rate."""

    slug: str
    name: str
    type: str
    category: str
    energy: int
    pool: int = 0
    precision: int = NEVER_MISSES
    range: str = "one"
    critical: bool = False
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        bounded_slug("slug", self.slug)
        bounded_text("name", self.name, MOST_NAME, least=1)
        one_of("type", self.type, (TYPELESS, *TYPES_18))
        one_of("category", self.category, CATEGORIES)
        one_of("range", self.range, RANGES)
        bounded("energy", self.energy, 0, MOST_POINTS)
        bounded("pool", self.pool, 0, MOST_DICE)
        bounded("precision", self.precision, 0, PERCENT)
        bounded("effects", len(self.effects), 0, MOST_LISTED)

    @property
    def attacks(self) -> bool:
        """Whether it is offensive: physical or special."""
        return self.category != OTHER

    @property
    def targeted(self) -> bool:
        """Whether an order has to say whom it is for."""
        return self.attacks or self.range not in UNTARGETED


STRUGGLE: Final = Move(
    "struggle",
    "Struggle",
    TYPELESS,
    PHYSICAL,
    energy=0,
    pool=STRUGGLE_POOL,
    effects=(Effect(on_user=True, recoil=STRUGGLE_RECOIL),),
)
