"""Celery's way in: tasks take ids and ask the services."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from games.play.services import challenges, clock


@shared_task
def sweep_deadlines(**_: Any) -> None:
    """End what has run out of time."""
    now = timezone.now()
    clock.sweep(now=now)
    challenges.expire(now=now)
