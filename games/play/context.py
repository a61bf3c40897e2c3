"""What every template may use of play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from games.play.queries import lists


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many matches, challenges and things at tables wait for the player: one query, if a template shows it."""
    player = getattr(request, "player", None)
    if player is None:
        return {}
    counts: Callable[[], tuple[int, int, int]] = cache(lambda: lists.waiting_counts(player, now=timezone.now()))
    return {
        "waiting_count": lambda: counts()[0],
        "challenge_count": lambda: counts()[1],
        "table_count": lambda: counts()[2],
        "waiting_total": lambda: counts()[0] + counts()[2],  # turns, orders, rolls: a challenge can wait
    }
