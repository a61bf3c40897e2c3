"""Switching mails off."""

from __future__ import annotations

from django.db import transaction

from games.notices.tokens import Wish
from games.players.models import Player


def switch_off(wish: Wish) -> None:
    """From now on the player gets no mail of that kind; nothing happens if they have left, or have none already."""
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(pk=wish.player_id).first()
        if player is not None and wish.kind not in player.mail_off:
            player.mail_off = [*player.mail_off, wish.kind]
            player.save(update_fields=["mail_off"])
