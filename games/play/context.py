"""What every template may use of play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest

from games.play.queries import lists


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many matches wait for the player: one query, and only in a template that shows it."""
    player = getattr(request, "player", None)
    if player is None:
        return {}
    count: Callable[[], int] = cache(lambda: lists.waiting_count(player))
    return {"waiting_count": count}
