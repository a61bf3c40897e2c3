"""`request.player`: the player behind a request, or None; their language and time zone are in force meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django_htmx.middleware import HtmxDetails

from games.players import queries, services
from games.players.models import Player


class PlayerRequest(HttpRequest):
    """A request after the site's middleware."""

    player: Player | None
    htmx: HtmxDetails


def current_player(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look the player up once for each request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        player = queries.player_of(request)
        request.player = player  # type: ignore[attr-defined]
        if player is None:
            return get_response(request)
        if services.saw(player=player, now=timezone.now()):
            request.session.modified = True  # it lasts from the last visit on, not from the first
        translation.activate(player.language)  # until the next request's LocaleMiddleware
        with timezone.override(queries.zone(player)):
            return get_response(request)

    return middleware
