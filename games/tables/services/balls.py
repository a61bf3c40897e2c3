"""Balls that are thrown: only those that are there fly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from engine.tabletop.orders import Ball, Plan
from games.play.errors import Refused
from games.tables.fight_models import Fight
from games.tables.queries.balls import balls_of, left, sealed
from games.tables.words import term


def check(fight: Fight, owner: int | None) -> None:
    """Raises Refused if somebody has sealed more balls in this fight than they have. `owner` as in `Orders`."""
    rows = [row for row in fight.orders.all() if row.owner == owner]
    wanted = Counter(ball for row in rows for ball in sealed(row.value))
    for ball in wanted - left(fight, owner) if wanted else ():
        raise Refused(_("There is no {ball} left to throw.").format(ball=term(ball, "ball")))


def fly(fight: Fight) -> tuple[dict[str, Plan], dict[str, int | None]]:
    """The sealed plans by fighter, without the balls that are gone by now; and whose the others are, by fighter."""
    plans: dict[str, Plan] = {}
    throwers: dict[str, int | None] = {}
    there: dict[int | None, Counter[str]] = {}
    for row in fight.orders.order_by("given_at", "pk"):
        plan = row.value
        if sealed(plan):
            if row.owner not in there:
                there[row.owner] = left(fight, row.owner)
            own = there[row.owner]
            plan = replace(plan, orders=tuple(order for order in plan.orders if _flies(order, own)))
            throwers[row.fighter] = row.owner
        plans[row.fighter] = plan
    return plans, throwers


def _flies(order: object, own: Counter[str]) -> bool:
    """Whether it is no ball, or one that is there; then it is there no more."""
    if not isinstance(order, Ball):
        return True
    own[order.ball] -= 1
    return own[order.ball] >= 0


def without(items: Iterable[str], ball: str) -> tuple[str, ...] | None:
    """Items less one such ball; None if there is none among them."""
    kept = list(items)
    for place, item in enumerate(kept):
        found = balls_of(item)
        if found and found[0] == ball and found[2]:
            name, count = found[1], found[2] - 1
            kept[place : place + 1] = [] if not count else [name] if count == 1 else [f"{name} {count}"]
            return tuple(kept)
    return None
