from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, post_save
from django.utils import timezone


class PlayersConfig(AppConfig):
    name = "games.players"

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed
        from django.contrib.auth.models import User
        from django.contrib.auth.signals import user_logged_in

        from games.players import adapter, mails

        mails.register_kinds()
        User._meta.get_field("username").validators.append(adapter.check_username)  # the admin and `createsuperuser`
        email_confirmed.connect(_confirm)
        post_save.connect(_make_operator, sender=User)
        user_logged_in.connect(_make_player)
        post_migrate.connect(_ensure_players, sender=self)


def _ensure_players(*, using: str, plan: Sequence[tuple[Any, bool]] = (), **_: Any) -> None:
    """Computers and operators play as soon as the tables are there (not on the way back, or in another app's test)."""
    from allauth.account.models import EmailAddress

    from games.players import services
    from games.players.models import Player

    backwards = any(back for _, back in plan)
    tables = {Player._meta.db_table, EmailAddress._meta.db_table}
    if not backwards and tables <= set(connections[using].introspection.table_names()):
        services.ensure_computers(now=timezone.now())
        services.ensure_operators(now=timezone.now())


def _make_operator(*, instance: Any, raw: bool = False, **_: Any) -> None:
    """An operator is made by `createsuperuser` or in the admin, and signs nothing up."""
    if instance.is_staff and not raw:
        _make_player(user=instance)


def _make_player(*, user: Any, **_: Any) -> None:
    """Nobody is logged in without being a player, wherever the user came from."""
    from games.players import services

    services.ensure_player(user=user, now=timezone.now())


def _confirm(*, email_address: Any, **_: Any) -> None:
    """By the link in a mail, or by an operator in the admin."""
    from games.players import services

    services.confirm(user=email_address.user)
