"""Django's command; it says too by which name the operator plays."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.utils import timezone

from games.players.models import Player


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        began = timezone.now()
        super().handle(*args, **options)
        made = Player.objects.filter(user__is_superuser=True, created_at__gte=began).order_by("pk").last()
        if made is not None and options["verbosity"] >= 1:
            self.stdout.write(f"The operator plays as {made.name}.")
