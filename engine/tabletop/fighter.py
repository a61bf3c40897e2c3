"""Somebody in a fight: what the sheet brought in, and what the fight has made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.tabletop import skills
from engine.tabletop.bounds import bounded, bounded_slug, bounded_text, one_of
from engine.tabletop.conditions import Status
from engine.tabletop.moves import STRUGGLE, Move
from engine.tabletop.numbers import (
    BURN_STRENGTH,
    LEAST_STAT,
    MOST_LEVEL,
    MOST_LISTED,
    MOST_NAME,
    MOST_ORDERS,
    MOST_POINTS,
    MOST_SEATS,
    MOST_STAT,
    ORDERS,
    PARALYSIS_DEXTERITY,
)
from engine.tabletop.sheets import Sheet, check_lists
from engine.tabletop.skills import Skill
from engine.tabletop.stats import STATS, UNCHANGED, Stats, divided

GM: int = 0  # the seat that decides everything, and plays whom nobody else does
DOWN, REMOVED, CAUGHT = "down", "removed", "caught"  # how somebody left
LEFT = ("", DOWN, REMOVED, CAUGHT)


@dataclass(frozen=True, slots=True)
class Fighter:
    """`id` names it in orders, `seat` plays it, `side` it fights for. `secret`: only its seat and the GM see its sheet.

    `stats` and maxima are those of the sheet; `changes`, `ups` and `downs` last as long as the fight. `initiative` is
    None until it is drawn; `out` says how it left, "" while it fights.
    """

    id: str
    name: str
    seat: int
    stats: Stats
    max_vitality: int
    vitality: int
    max_energy: int = 0
    energy: int = 0
    side: int = 0
    trainer: bool = False
    secret: bool = False
    level: int = 1
    types: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    skills: tuple[Skill, ...] = ()
    item: str = ""
    orders: int = ORDERS
    initiative: int | None = None
    changes: Stats = UNCHANGED
    ups: int = 0
    downs: int = 0
    statuses: tuple[Status, ...] = ()
    waiting: bool = False
    out: str = ""

    def __post_init__(self) -> None:
        bounded_slug("id", self.id)
        bounded_text("name", self.name, MOST_NAME, least=1)
        bounded_text("item", self.item, MOST_NAME)
        one_of("out", self.out, LEFT)
        for stat in STATS:
            bounded(f"stats.{stat}", self.stats.get(stat), LEAST_STAT, MOST_STAT)
        for field, value, least, most in (
            ("seat", self.seat, GM, MOST_SEATS),
            ("side", self.side, 0, MOST_SEATS),
            ("level", self.level, 1, MOST_LEVEL),
            ("max_vitality", self.max_vitality, 1, MOST_POINTS),
            ("vitality", self.vitality, 0, self.max_vitality),
            ("max_energy", self.max_energy, 0, MOST_POINTS),
            ("energy", self.energy, 0, self.max_energy),
            ("orders", self.orders, 0, MOST_ORDERS),
            ("initiative", self.initiative or 0, 0, MOST_POINTS),
            ("ups", self.ups, 0, MOST_POINTS),
            ("downs", self.downs, 0, MOST_POINTS),
        ):
            bounded(field, value, least, most)
        check_lists(self.types, self.skills, self.moves, self.statuses)

    @property
    def standing(self) -> bool:
        """Whether it is in the fight and has Vitality left."""
        return not self.out and self.vitality > 0

    def status(self, name: str) -> Status | None:
        """A condition that it has, or None."""
        return next((status for status in self.statuses if status.name == name), None)

    def stat(self, name: str) -> int:
        """One of STATS as it is now: changes, then burn and paralysis (rules §3, §4)."""
        value = max(LEAST_STAT, self.stats.get(name) + self.changes.get(name))
        if name == "strength" and self.status("burn"):
            return divided(value, BURN_STRENGTH)
        if name == "dexterity" and self.status("paralysis"):
            return divided(value, PARALYSIS_DEXTERITY)
        return value

    def pool(self, stat: str, skill: str = "") -> int:
        """The dice of an action: a stat as it is now and, where there is one, a skill (rules §1)."""
        return self.stat(stat) + (skills.points(self.skills, skill) if skill else 0)

    def move(self, slug: str) -> Move | None:
        """A move that it can be ordered to use; for a Pokémon Struggle, without Energy or with too little."""
        if slug == STRUGGLE.slug:
            # §8 gives it at Energy 0; so that nobody is left without a move, it is there for who can pay none too
            there = not self.energy or all(move.energy > self.energy for move in self.moves)
            return STRUGGLE if there and not self.trainer else None
        return next((move for move in self.moves if move.slug == slug), None)

    @property
    def lowered(self) -> int:
        """The number of stats that are lowered."""
        return sum(self.changes.get(stat) < 0 for stat in STATS)


def from_sheet(sheet: Sheet, id: str, seat: int, *, side: int = 0, secret: bool = False) -> Fighter:
    """A sheet that goes into a fight; of its items the first is held."""
    return Fighter(
        id=id,
        name=sheet.name,
        seat=seat,
        side=side,
        secret=secret,
        trainer=sheet.trainer,
        level=sheet.level,
        types=sheet.types,
        stats=sheet.stats,
        max_vitality=sheet.max_vitality,
        vitality=sheet.vitality,
        max_energy=sheet.max_energy,
        energy=sheet.energy,
        moves=sheet.moves,
        skills=sheet.skills,
        item=sheet.items[0] if sheet.items else "",
        statuses=sheet.statuses,
    )


def to_sheet(fighter: Fighter, now: Sheet, came: Sheet) -> Sheet:
    """A sheet after a fight into which it `came`: what is left, the item held, conditions that stay until cured.

    What was bought or changed on it meanwhile stays.
    """
    return replace(
        now,
        vitality=min(now.max_vitality, fighter.vitality + max(0, now.vitality - came.vitality)),
        energy=min(now.max_energy, fighter.energy + max(0, now.energy - came.energy)),
        statuses=tuple(status for status in fighter.statuses if status.exclusive),
        items=_items(fighter.item, now.items, came.items[:1]),
    )


def _items(holds: str, now: tuple[str, ...], held: tuple[str, ...]) -> tuple[str, ...]:
    """The items of a sheet whose fighter `held` something and now `holds` this, "" nothing."""
    left = (holds,) if holds else ()
    if left == held:
        return now
    place = now.index(held[0]) if held and held[0] in now else len(now)
    return (*left, *now[:place], *now[place + 1 :])[:MOST_LISTED]
