"""Balls: who has which. They are items of trainers' sheets."""

from __future__ import annotations

from collections import Counter

from engine.tabletop import codec
from engine.tabletop.orders import Ball, Plan
from engine.tabletop.terms import BALLS
from games.tables.fight_models import Fight, Orders
from games.tables.models import Sheet
from games.tables.queries.fight_log import steps, throws

_NAMES = {name.casefold(): slug for slug, names in BALLS.items() for name in (slug, *names)}


def ball_of(item: str) -> str | None:
    """The ball that an item is, by its slug or its name; None if it is none."""
    return _NAMES.get(item.strip().casefold())


def carriers(table_id: int, owner: int | None) -> list[Sheet]:
    """The trainers with whose balls a player (None: the GMs) can throw, the oldest sheet first."""
    return list(Sheet.objects.filter(table=table_id, owner=owner, trainer=True).order_by("pk"))


def left(fight: Fight, owner: int | None) -> Counter[str]:
    """How many of each ball somebody has, less those that fly: thrown in fights that go on, sealed in another one."""
    items = (item for sheet in carriers(fight.scene.table_id, owner) for item in sheet.value.items)
    owned = Counter(ball for item in items if (ball := ball_of(item)))
    if not owned:
        return owned
    going_on = Fight.objects.filter(scene__table=fight.scene.table_id, ended_at=None)
    for other in going_on.filter(plies__action__contains='"ball"').distinct():
        owned.subtract(thrown.ball for thrown, whose in throws(steps(other)) if whose == owner)
    for row in Orders.objects.filter(fight__in=going_on, plan__contains='"ball"').exclude(fight=fight):
        if row.owner == owner:
            owned.subtract(sealed(codec.loads(Plan, row.plan, "plan")))
    return +owned


def sealed(plan: Plan) -> list[str]:
    """The balls that a plan throws."""
    return [order.ball for order in plan.orders if isinstance(order, Ball)]
