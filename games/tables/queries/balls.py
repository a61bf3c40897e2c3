"""Balls: who has which. They are items of trainers' sheets."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from engine.tabletop.orders import Ball, Plan
from engine.tabletop.terms import BALLS
from games.tables.fight_models import Fight, Orders
from games.tables.models import Sheet
from games.tables.queries.fight_log import throws


def _folded(name: str) -> str:
    """A name without accents, blanks and capitals: people write "Pokeball" and "Poké Ball" alike."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name.casefold()) if letter.isalnum())


_NAMES = {_folded(name): slug for slug, names in BALLS.items() for name in (slug, *names)}
_COUNTED = re.compile(r"(?:(?P<before>\d{1,3})\s*[x×]?\s+)?(?P<name>\D*?[^\W\d])(?:\s*[x×]?\s*(?P<after>\d{1,3}))?")


def balls_of(item: str) -> tuple[str, str, int] | None:
    """The ball that an item is, by its slug or its name, how it is written, and how many: "Poké Ball", "Pokeball 3",
    "3 Poké Balls". None if it is no ball."""
    found = _COUNTED.fullmatch(item.strip())
    if found is None:
        return None
    name = found["name"]
    slug = _NAMES.get(_folded(name)) or _NAMES.get(_folded(name).removesuffix("s"))
    return (slug, name, int(found["before"] or found["after"] or 1)) if slug else None


def carriers(table_id: int, owner: int | None) -> list[Sheet]:
    """The trainers with whose balls a player (None: the GMs) can throw, the oldest sheet first."""
    return list(Sheet.objects.filter(table=table_id, owner=owner, trainer=True).order_by("pk"))


def left(fight: Fight, owner: int | None) -> Counter[str]:
    """How many of each ball somebody has, less those that fly: thrown in fights that go on, sealed in another one."""
    owned: Counter[str] = Counter()
    for sheet in carriers(fight.scene.table_id, owner):
        for found in filter(None, map(balls_of, sheet.value.items)):
            owned[found[0]] += found[2]
    owned = +owned
    if not owned:
        return owned
    going_on = Fight.objects.filter(scene__table=fight.scene.table_id, ended_at=None)
    for flown in throws(list(going_on.filter(plies__action__contains='"ball"').distinct())).values():
        owned.subtract(thrown.ball for thrown, whose in flown if whose == owner)
    for row in Orders.objects.filter(fight__in=going_on, plan__contains='"ball"').exclude(fight=fight):
        if row.owner == owner:
            owned.subtract(sealed(row.value))
    return +owned


def sealed(plan: Plan) -> list[str]:
    """The balls that a plan throws."""
    return [order.ball for order in plan.orders if isinstance(order, Ball)]
