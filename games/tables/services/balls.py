"""What becomes of balls that are thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from engine.tabletop import codec
from engine.tabletop.orders import Ball, Plan
from games.play.errors import Refused
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.queries.balls import ball_of, left
from games.tables.templatetags.terms import term


def check(fight: Fight, whose: Mapping[str, Player | None]) -> None:
    """Raises Refused if more balls are to be thrown in the coming round than there are."""
    wanted: dict[Player | None, Counter[str]] = {}
    for row in fight.orders.all():
        plan: Plan = codec.loads(Plan, row.plan, "plan")
        own = [order.ball for order in plan.orders if isinstance(order, Ball)]
        if own:
            wanted.setdefault(whose[row.fighter], Counter()).update(own)
    for player, counts in wanted.items():
        for ball in counts - left(fight, player, whose):
            raise Refused(_("There is no {ball} left to throw.").format(ball=term(ball, "ball")))


def without(items: Iterable[str], ball: str) -> tuple[str, ...] | None:
    """Items less one such ball; None if there is none among them."""
    kept = list(items)
    place = next((place for place, item in enumerate(kept) if ball_of(item) == ball), None)
    if place is None:
        return None
    del kept[place]
    return tuple(kept)
