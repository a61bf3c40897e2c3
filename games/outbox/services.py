"""Writing, claiming and running jobs. Every step is one conditional update, so two workers never run one job."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games.outbox import kinds
from games.outbox.models import Job

log = logging.getLogger(__name__)

BATCH = 200  # most messages of the sweep that wait in one queue
WAKE = timedelta(minutes=1)  # a message not taken in this time is void, and the sweep may send another
AWAY = 5.0  # seconds in which a broker that did not answer is left to the sweep, which comes as often
LONGEST_PAUSE = 3600  # seconds between two attempts
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
    """Write a job in the running transaction and wake a worker after its commit. False if it was there already.

    Raises KeyError if no app registered the kind.
    """
    kinds.get(kind)
    job = Job(kind=kind, recipient=recipient, event=event, payload=payload or {}, run_at=run_at or now, created_at=now)
    try:
        with transaction.atomic():
            job.save(force_insert=True)
    except IntegrityError:
        if Job.objects.filter(kind=kind, recipient=recipient, event=event).exists():
            return False
        raise
    if job.run_at <= now:
        transaction.on_commit(partial(_wake_in_passing, job.pk, kind))
    return True


_away_until = 0.0  # by the monotonic clock of this process


def _wake_in_passing(job_id: int, kind: str) -> None:
    """`wake`, for who has other things to do: not again soon after a broker that did not answer has cost time."""
    global _away_until
    if monotonic() >= _away_until and not wake(job_id, kind):
        _away_until = monotonic() + AWAY


def wake(job_id: int, kind: str) -> bool:
    """Tell a worker. False if the broker cannot be reached: nothing is lost, the sweep finds the row."""
    from games.outbox.tasks import run_job

    known = kinds.get(kind)
    try:
        run_job.apply_async(
            kwargs={"job_id": job_id},
            queue=known.queue,
            priority=settings.LAST if known.long else settings.FIRST,
            expires=WAKE.total_seconds(),
            time_limit=0.9 * known.lease.total_seconds(),  # surely dead before its lease ends
        )
    except Exception as error:  # whatever the broker's client raises, the request that wrote the row has succeeded
        log.warning("broker out of reach, job %s waits for the sweep: %s", job_id, error)
        return False
    return True


def _due(now: datetime) -> QuerySet[Job]:
    """What can be claimed. Kinds that only another version of the site knows are left to it."""
    free = Q(locked_until=None) | Q(locked_until__lte=now)
    return Job.objects.filter(free, status=Job.Status.WAITING, run_at__lte=now, kind__in=kinds.names())


def claim(*, job_id: int, now: datetime) -> Job | None:
    """Take a due job for the length of its lease; None if it is not due, ended, or somebody else's."""
    due = _due(now).filter(pk=job_id)
    job = due.first()
    if job is None:
        return None
    lease = kinds.get(job.kind).lease
    if not due.update(locked_until=now + lease, woken_at=None, attempts=F("attempts") + 1):
        return None
    job.refresh_from_db()
    return job


def _held(job: Job) -> QuerySet[Job]:
    """The row, as long as this worker's lease on it stands."""
    open_ = (Job.Status.WAITING, Job.Status.SENDING)
    return Job.objects.filter(pk=job.pk, locked_until=job.locked_until, status__in=open_)


def _close(job: Job, status: Job.Status, *, now: datetime, note: str = "") -> None:
    """End a claimed job."""
    _held(job).update(status=status, ended_at=now, note=note[:2000])


def _release(job: Job, *, run_at: datetime, attempts: int, note: str = "") -> None:
    """Give a claimed job back, to be run again at `run_at`."""
    _held(job).update(status=Job.Status.WAITING, run_at=run_at, locked_until=None, attempts=attempts, note=note[:2000])


def _pause(attempts: int) -> timedelta:
    """The wait after so many attempts: 5 s, 20 s, 80 s … an hour."""
    return timedelta(seconds=min(5 * 4 ** min(attempts - 1, 10), LONGEST_PAUSE))


def _failed(job: Job, error: Exception, *, now: datetime) -> None:
    """Try again later, each time after a longer wait, or give up."""
    note = f"{type(error).__name__}: {error}"
    unforeseen = None if isinstance(error, kinds.NotDone) else error
    log.warning("job %s failed (attempt %s): %s", job, job.attempts, note, exc_info=unforeseen)
    if job.attempts < kinds.get(job.kind).attempts and not isinstance(error, kinds.Hopeless):
        _release(job, run_at=now + _pause(job.attempts), attempts=job.attempts, note=note)
    else:
        _give_up(job, now=now, note=note)


def _give_up(job: Job, *, now: datetime, note: str) -> None:
    """Close a job as failed, once its kind has done what it does instead."""
    give_up = kinds.get(job.kind).give_up
    try:
        if give_up is not None:
            give_up(job, now)
    except Exception:  # a handler may raise anything; what it does instead is still to be done
        log.exception("job %s could not even be given up", job)
        _release(job, run_at=now + _pause(job.attempts), attempts=job.attempts, note=note)
    else:
        _close(job, Job.Status.FAILED, now=now, note=note)


def run(*, job_id: int, now: datetime) -> None:
    """Claim a job and do it, if it is due and still matters."""
    job = claim(job_id=job_id, now=now)
    if job is None:
        return
    kind = kinds.get(job.kind)
    if job.attempts > kind.attempts:  # the last attempt never came back, or could not be given up
        _give_up(job, now=now, note=job.note or "the worker was lost at the last attempt")
        return
    try:
        act = kind.prepare(job, now)
    except kinds.Postpone as later:
        _postpone(job, later, now=now)
    except Exception as error:  # a handler may raise anything; the row must not be lost over it
        _failed(job, error, now=now)
    else:
        _act(job, kind, act, now=now)


def _postpone(job: Job, later: kinds.Postpone, *, now: datetime) -> None:
    if later.run_at > now:
        _release(job, run_at=later.run_at, attempts=job.attempts - 1)
    else:
        _failed(job, later, now=now)  # at once again, and again: a mistake of the kind


def _act(job: Job, kind: kinds.Kind, act: kinds.Act | None, *, now: datetime) -> None:
    if act is None:
        _close(job, Job.Status.DROPPED, now=now)
        return
    if kind.once and not _held(job).filter(status=Job.Status.WAITING).update(status=Job.Status.SENDING):
        return  # the lease ran out and another worker has it
    try:
        act()
    except Exception as error:  # as in `run`
        if kind.once and not isinstance(error, kinds.NotDone):
            log.exception("job %s may or may not have been sent", job)
            _close(job, Job.Status.UNKNOWN, now=now, note=f"{type(error).__name__}: {error}")
        else:
            _failed(job, error, now=now)
    else:
        _close(job, Job.Status.DONE, now=now)


def sweep(*, now: datetime) -> int:
    """Wake workers for what is due, close what was lost while sending; returns how many were woken.

    However much is due, a queue never holds more than BATCH of its messages, and a job is woken once in WAKE at most.
    """
    lost = Job.objects.filter(status=Job.Status.SENDING, locked_until__lte=now)
    if count := lost.update(status=Job.Status.UNKNOWN, ended_at=now, note="the worker was lost after the sending mark"):
        log.error("%s jobs may or may not have been sent: their workers were lost", count)
    return sum(_wake_due(names, now=now) for names in kinds.by_queue().values())


def _wake_due(names: list[str], *, now: datetime) -> int:
    """Wake one queue's workers for the oldest that is due, unless they have enough messages to take already."""
    told = Q(woken_at__gt=now - WAKE)
    due = _due(now).filter(kind__in=names)
    room = max(BATCH - due.filter(told).count(), 0)
    silent = due.exclude(told).order_by("run_at").values_list("pk", "kind")[:room]
    woken = [pk for pk, _ in takewhile(lambda row: wake(*row), list(silent))]
    Job.objects.filter(pk__in=woken).update(woken_at=now)
    return len(woken)


def retry(jobs: QuerySet[Job], *, now: datetime) -> int:
    """An operator's decision: run failed jobs, and those of which nobody knows, again; returns how many."""
    ended = jobs.filter(status__in=[Job.Status.FAILED, Job.Status.UNKNOWN])
    return ended.update(
        status=Job.Status.WAITING, run_at=now, attempts=0, locked_until=None, woken_at=None, ended_at=None, note=""
    )


def forget(*, now: datetime) -> None:
    """Delete jobs that ended long ago."""
    Job.objects.filter(ended_at__lt=now - KEEP).delete()
