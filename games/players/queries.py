"""Reads about players."""

from __future__ import annotations

from django.http import HttpRequest

from games.players.models import Player

GUEST_KEY = "guest_player"


def player_of(request: HttpRequest) -> Player | None:
    """The player that a logged-in user or a guest's session stands for; None for a visitor."""
    if request.user.is_authenticated:
        return Player.objects.filter(user=request.user).first()
    if guest_id := request.session.get(GUEST_KEY):
        return Player.objects.filter(pk=guest_id, kind=Player.Kind.GUEST).first()
    return None
