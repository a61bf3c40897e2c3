"""Analyses of finished matches, as jobs of the outbox: each judges a few positions, then leaves room for other jobs."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic

from django.utils import timezone

from engine.analysis import VERSION
from games.archive import services
from games.archive.models import Analysis
from games.outbox.kinds import Act, Kind, register
from games.outbox.models import Job
from games.play.queries.matches import as_record, log, reading

logger = logging.getLogger(__name__)

SLICE = 3.0  # seconds: so long a computer player may have to wait for this worker, and one position more
LEASE = timedelta(minutes=3)  # a position takes far less, in plain Python too


def _open(job: Job) -> Analysis | None:
    """The analysis, if it still has to be made."""
    found = Analysis.objects.select_related("match").filter(
        match=job.payload["match"], tries=job.payload["tries"], done_at=None, failed_at=None
    )
    return found.first()


def prepare(job: Job, now: datetime) -> Act | None:
    """Judge the next positions, unless all are judged."""
    found = _open(job)
    if found is None:
        return None
    if found.version != VERSION:
        return lambda: services.begin_again(found, now=now)
    return lambda: judge(found)


def judge(found: Analysis) -> None:
    """Look at positions from where the last worker stopped, for a while; each is kept as soon as it is judged."""
    from engine import judge as engine  # only a worker thinks: web processes never load it

    until = monotonic() + SLICE
    with reading(found.match):
        record = as_record(found.match, log(found.match))
    for look in engine.looks(record, done=len(found.looks)):
        services.add_look(found, look, now=timezone.now())
        if monotonic() > until:
            break
    if found.done_at is None:
        services.go_on(found, now=timezone.now())


def give_up(job: Job, now: datetime) -> None:
    """What failed again and again is told as failed."""
    if found := _open(job):
        logger.error("the analysis of match %s failed", found.match_id)
        services.fail(found, now=now)


def register_kinds() -> None:
    """Called when the app is ready."""
    register(
        Kind(name="analysis", prepare=prepare, queue="computer", long=True, lease=LEASE, attempts=3, give_up=give_up),
    )
