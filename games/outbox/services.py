"""Writing, claiming and running jobs. Every step is one conditional update, so two workers never run one job."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games.outbox import kinds
from games.outbox.models import Job

log = logging.getLogger(__name__)

BATCH = 500
KEEP = timedelta(days=30)


def add(
    *,
    kind: str,
    event: str,
    now: datetime,
    recipient: int = 0,
    payload: dict[str, Any] | None = None,
    run_at: datetime | None = None,
) -> bool:
    """Write a job in the running transaction and wake a worker after its commit. False if it was there already."""
    kinds.get(kind)
    job, created = Job.objects.get_or_create(
        kind=kind,
        recipient=recipient,
        event=event,
        defaults={"payload": payload or {}, "run_at": run_at or now, "created_at": now},
    )
    if created and job.run_at <= now:
        transaction.on_commit(partial(wake, job.pk, kind))
    return created


def wake(job_id: int, kind: str) -> None:
    """Tell a worker. If the broker cannot be reached nothing is lost: the sweep finds the row."""
    from games.outbox.tasks import run_job

    try:
        run_job.apply_async(kwargs={"job_id": job_id}, queue=kinds.get(kind).queue, expires=60)
    except Exception:  # whatever the broker's client raises, the request that wrote the row has succeeded
        log.warning("broker out of reach; job %s waits for the sweep", job_id, exc_info=True)


def claim(*, job_id: int, now: datetime) -> Job | None:
    """Take a due job for the length of its lease; None if it is not due, ended, or somebody else's."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None:
        return None
    free = Q(locked_until=None) | Q(locked_until__lte=now)
    taken = Job.objects.filter(free, pk=job_id, status=Job.Status.WAITING, run_at__lte=now).update(
        locked_until=now + kinds.get(job.kind).lease, attempts=F("attempts") + 1
    )
    if not taken:
        return None
    job.refresh_from_db()
    return job


def _close(job: Job, status: Job.Status, *, now: datetime, note: str = "") -> bool:
    """End a job that this worker still holds."""
    held = Job.objects.filter(pk=job.pk, locked_until=job.locked_until)
    return bool(held.update(status=status, ended_at=now, note=note[:2000]))


def _release(job: Job, *, run_at: datetime, note: str, attempts: int | None = None) -> None:
    """Give a claimed job back, to be run again at `run_at`."""
    Job.objects.filter(pk=job.pk, locked_until=job.locked_until).update(
        status=Job.Status.WAITING,
        run_at=run_at,
        locked_until=None,
        note=note[:2000],
        attempts=job.attempts if attempts is None else attempts,
    )


def _failed(job: Job, error: Exception, *, now: datetime) -> None:
    """Try again later, each time after a longer wait, or give up."""
    kind = kinds.get(job.kind)
    note = f"{type(error).__name__}: {error}"
    log.warning("job %s failed (attempt %s): %s", job, job.attempts, note, exc_info=error)
    if job.attempts < kind.attempts:
        _release(job, run_at=now + timedelta(seconds=5 * 4 ** (job.attempts - 1)), note=note)
        return
    if kind.give_up is not None:
        kind.give_up(job, now)
    _close(job, Job.Status.FAILED, now=now, note=note)


def run(*, job_id: int, now: datetime) -> None:
    """Claim a job and do it, if it is due and still matters."""
    job = claim(job_id=job_id, now=now)
    if job is None:
        return
    kind = kinds.get(job.kind)
    try:
        act = kind.prepare(job, now)
    except kinds.Postpone as later:
        _release(job, run_at=later.run_at, note="", attempts=job.attempts - 1)
        return
    except Exception as error:  # a handler may raise anything; the row must not be lost over it
        _failed(job, error, now=now)
        return
    if act is None:
        _close(job, Job.Status.DROPPED, now=now)
        return
    _act(job, kind, act, now=now)


def _act(job: Job, kind: kinds.Kind, act: kinds.Act, *, now: datetime) -> None:
    if kind.once and not Job.objects.filter(pk=job.pk, status=Job.Status.WAITING, locked_until=job.locked_until).update(
        status=Job.Status.SENDING
    ):
        return  # the lease ran out and another worker has it
    try:
        act()
    except kinds.NotDone as error:
        _failed(job, error, now=now)
    except Exception as error:  # as above
        if kind.once:
            log.exception("job %s may or may not have been sent", job)
            _close(job, Job.Status.UNKNOWN, now=now, note=f"{type(error).__name__}: {error}")
        else:
            _failed(job, error, now=now)
    else:
        _close(job, Job.Status.DONE, now=now)


def drop(*, kind: str, event: str, now: datetime, recipient: int = 0) -> None:
    """Drop a job that still waits."""
    Job.objects.filter(kind=kind, recipient=recipient, event=event, status=Job.Status.WAITING).update(
        status=Job.Status.DROPPED, ended_at=now
    )


def sweep(*, now: datetime) -> int:
    """Wake workers for everything that is due, close what was lost while sending; returns how many were woken."""
    Job.objects.filter(status=Job.Status.SENDING, locked_until__lte=now).update(
        status=Job.Status.UNKNOWN, ended_at=now, note="the worker was lost after the sending mark"
    )
    free = Q(locked_until=None) | Q(locked_until__lte=now)
    due = Job.objects.filter(free, status=Job.Status.WAITING, run_at__lte=now).order_by("run_at")
    found = list(due.values_list("pk", "kind")[:BATCH])
    for pk, kind in found:
        wake(pk, kind)
    return len(found)


def forget(*, now: datetime) -> None:
    """Delete jobs that ended long ago."""
    Job.objects.filter(ended_at__lt=now - KEEP).delete()
