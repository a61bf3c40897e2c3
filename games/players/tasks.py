"""What is due without anybody asking."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from games.players import services


@shared_task
def tidy(**_: Any) -> None:
    """Forget guests who stay away, users who never confirmed, and sessions that have run out."""
    now = timezone.now()
    services.release_unconfirmed(now=now)
    services.forget_guests(now=now)
    call_command("clearsessions")
