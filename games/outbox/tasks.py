"""Celery's way in: tasks take ids and ask the services."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from games.outbox import services


@shared_task
def run_job(*, job_id: int, **_: Any) -> None:
    """Run one job if it is due and nobody else holds it."""
    services.run(job_id=job_id, now=timezone.now())


@shared_task
def sweep(**_: Any) -> None:
    """Wake workers for whatever a lost message or a killed worker left."""
    services.sweep(now=timezone.now())


@shared_task
def forget(**_: Any) -> None:
    """Delete jobs that ended long ago."""
    services.forget(now=timezone.now())
