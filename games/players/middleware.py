"""`request.player`: the player behind a request, or None; their language and time zone are in force meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django_htmx.middleware import HtmxDetails

from games.players import queries, services
from games.players.models import Player

RENEWED, RENEW_EVERY = "renewed", timedelta(days=1)


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
        now = timezone.now()
        services.saw(player=player, now=now)
        renew(request.session, now)
        translation.activate(player.language)  # until the next request's LocaleMiddleware
        with timezone.override(queries.zone(player)):
            return get_response(request)

    return middleware


def renew(session: SessionBase, now: datetime) -> None:
    """A session lasts from its last visit on, not from its first; it is stored again once a day at most."""
    if session.get(RENEWED, 0.0) <= (now - RENEW_EVERY).timestamp():
        session[RENEWED] = now.timestamp()
