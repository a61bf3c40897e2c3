"""Reads that a mail needs."""

from __future__ import annotations

from django.http import Http404

from games.play.queries.matches import Sight, match_for
from games.players.models import Player
from games.players.queries import mail_address


def reader(*, player_id: int, kind: str) -> tuple[Player, str] | None:
    """A player and the confirmed address to write to; None if they do not want this kind of mail, or cannot get any."""
    player = Player.objects.select_related("user").filter(pk=player_id).first()
    if player is None or kind in player.mail_off or player.user is None or not player.user.is_active:
        return None
    address = mail_address(player)
    return (player, address) if address else None


def own_match(player: Player, match_id: int) -> Sight | None:
    """A match as the player sees it; None if they do not play in it."""
    try:
        sight = match_for(player, match_id)
    except Http404:
        return None
    return sight if sight.seat else None
