"""The time that fights have: rounds that run out, outages, and tables that pause."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F

from games.tables.fight_models import Fight
from games.tables.models import Table
from games.tables.services.fight_rounds import run_out

log = logging.getLogger(__name__)
BATCH = 100


def sweep(now: datetime) -> None:
    """Close every round whose time has run out, and answer for who was asked; one that cannot be holds up no other."""
    due = Fight.objects.filter(deadline_at__lte=now).order_by("deadline_at")  # while its table pauses none has any
    for fight_id in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            run_out(fight_id=fight_id, now=now)
        except Exception:
            log.exception("the round of fight %s could not be closed by time", fight_id)


def postpone(gap: timedelta) -> None:
    """After an outage: nobody could give orders while it lasted."""
    going_on = Fight.objects.filter(deadline_at__isnull=False)
    list(going_on.select_for_update().order_by("pk").values_list("pk"))  # oldest first, as whoever locks several
    going_on.update(deadline_at=F("deadline_at") + gap)


def pause(table: Table, *, now: datetime) -> None:
    """The clocks of a locked table stop."""
    for fight in Fight.objects.select_for_update(of=("self",)).filter(scene__table=table, deadline_at__isnull=False):
        assert fight.deadline_at is not None
        fight.left, fight.deadline_at = max(timedelta(0), fight.deadline_at - now), None
        fight.save(update_fields=["left", "deadline_at"])


def resume(table: Table, *, now: datetime) -> None:
    """The clocks of a locked table go on with what was left."""
    for fight in Fight.objects.select_for_update(of=("self",)).filter(scene__table=table, left__isnull=False):
        assert fight.left is not None
        fight.deadline_at, fight.left = now + fight.left, None
        fight.save(update_fields=["left", "deadline_at"])
