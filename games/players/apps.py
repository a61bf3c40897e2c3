from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils import timezone


class PlayersConfig(AppConfig):
    name = "games.players"

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed

        from games.players import mails

        mails.register_kinds()
        email_confirmed.connect(_confirm)
        post_migrate.connect(_ensure_computers, sender=self)


def _ensure_computers(*, using: str, plan: Sequence[tuple[Any, bool]] = (), **_: Any) -> None:
    """The computer players are there as soon as their table is (not so on the way back, or in another app's test)."""
    from games.players import services
    from games.players.models import Player

    backwards = any(back for _, back in plan)
    if not backwards and Player._meta.db_table in connections[using].introspection.table_names():
        services.ensure_computers(now=timezone.now())


def _confirm(*, email_address: Any, **_: Any) -> None:
    """By the link in a mail, or by an operator in the admin."""
    from games.players import services

    services.confirm(user=email_address.user)
