"""A player's tables on pages of the whole site."""

from __future__ import annotations

from typing import Any

from django import template

from games.players.models import Player
from games.tables.queries import tables

register = template.Library()


@register.inclusion_tag("tables/_mine.html")
def my_tables(player: Player) -> dict[str, Any]:
    """The player's tables, and those they are invited to, with what waits for them there."""
    return {"mine": tables.mine(player)}
