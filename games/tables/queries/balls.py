"""Balls: who has which. They are items of trainers' sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.tabletop.terms import BALLS
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Sheet
from games.tables.queries.fight_log import steps, throws

_NAMES = {name.casefold(): slug for slug, names in BALLS.items() for name in (slug, *names)}


def ball_of(item: str) -> str | None:
    """The ball that an item is, by its slug or its name; None if it is none."""
    return _NAMES.get(item.strip().casefold())


def carriers(fight: Fight, player: Player | None) -> list[Sheet]:
    """The trainers whose balls a player (None: the GMs) may have thrown, the oldest sheet first."""
    return list(Sheet.objects.filter(table=fight.scene.table_id, owner=player, trainer=True).order_by("pk"))


def left(fight: Fight, player: Player | None, whose: Mapping[str, Player | None]) -> Counter[str]:
    """How many of each ball somebody has, less what they have thrown in this fight."""
    items = (item for sheet in carriers(fight, player) for item in sheet.value.items)
    owned = Counter(ball for item in items if (ball := ball_of(item)))
    if owned:
        owned.subtract(thrown.ball for thrown in throws(steps(fight)) if whose[thrown.by] == player)
    return +owned
