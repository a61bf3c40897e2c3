"""`request.player`: the player behind a request, or None."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from games.players import queries
from games.players.models import Player


class PlayerRequest(HttpRequest):
    """A request after the site's middleware."""

    player: Player | None
    htmx: HtmxDetails


def current_player(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look the player up once for each request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.player = queries.player_of(request)  # type: ignore[attr-defined]
        return get_response(request)

    return middleware
