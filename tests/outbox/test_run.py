from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.outbox import kinds, services
from games.outbox.kinds import Hopeless, NotDone, Postpone
from games.outbox.models import Job
from tests.outbox.conftest import NOW, MakeKind

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def add(**fields: Any) -> Job:
    services.add(**{"kind": "task", "event": "a", "now": NOW, **fields})
    return Job.objects.latest("pk")


def run(job: Job, now: datetime = NOW) -> Job:
    services.run(job_id=job.pk, now=now)
    job.refresh_from_db()
    return job


class Spy:
    """Counts how often it was called, and raises what it is told to."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.calls = 0
        self.error = error

    def __call__(self, *_: Any) -> None:
        self.calls += 1
        if self.error:
            raise self.error


@pytest.mark.parametrize("once", [True, False])
def test_it_does_a_due_job_once(make_kind: MakeKind, once: bool) -> None:
    act = Spy()
    make_kind(act, once=once)
    job = add()

    run(job)
    run(job, NOW + timedelta(days=1))

    assert act.calls == 1
    assert (job.status, job.ended_at, job.attempts) == (Job.Status.DONE, NOW, 1)


def test_it_leaves_alone_what_is_not_due(make_kind: MakeKind) -> None:
    act = Spy()
    make_kind(act)
    job = add(run_at=NOW + SECOND)

    run(job)

    assert (act.calls, job.status, job.attempts) == (0, Job.Status.WAITING, 0)


def test_it_takes_a_job_that_was_deleted_for_done() -> None:
    services.run(job_id=12345, now=NOW)

    assert not Job.objects.exists()


def test_it_leaves_a_kind_of_another_version_of_the_site_to_it(make_kind: MakeKind) -> None:
    make_kind()
    job = add()
    kinds._kinds.pop("task")

    run(job)

    assert (job.status, job.attempts) == (Job.Status.WAITING, 0)


def test_it_drops_what_does_not_matter_any_more(make_kind: MakeKind) -> None:
    make_kind(None)

    job = run(add())

    assert (job.status, job.ended_at) == (Job.Status.DROPPED, NOW)


def test_it_is_postponed_without_counting_an_attempt(make_kind: MakeKind) -> None:
    make_kind(Postpone(NOW + timedelta(hours=1)))

    job = run(add())

    assert (job.status, job.run_at, job.attempts) == (Job.Status.WAITING, NOW + timedelta(hours=1), 0)
    assert job.locked_until is None


def test_it_counts_as_a_failure_to_postpone_to_the_past(make_kind: MakeKind) -> None:
    make_kind(Postpone(NOW))

    job = run(add())

    assert job.attempts == 1
    assert job.run_at > NOW


@pytest.mark.parametrize("where", ["prepare", "act"])
def test_it_waits_longer_after_each_failure_and_then_gives_up(make_kind: MakeKind, where: str) -> None:
    error = RuntimeError("broken")
    given_up = Spy()
    make_kind(error if where == "prepare" else Spy(error), attempts=3, give_up=given_up)
    job = add()
    now, waits = NOW, []
    while run(job, now).status == Job.Status.WAITING:
        waits.append((job.run_at - now).total_seconds())
        now = job.run_at

    assert waits == [5, 20]
    assert (job.status, job.note, job.ended_at) == (Job.Status.FAILED, "RuntimeError: broken", now)
    assert given_up.calls == 1


def test_it_waits_an_hour_at_most(make_kind: MakeKind) -> None:
    make_kind(RuntimeError(), attempts=30)
    job = add()
    Job.objects.update(attempts=28)

    run(job)

    assert job.run_at == NOW + timedelta(hours=1)


def test_it_is_given_up_at_once_if_there_is_no_hope(make_kind: MakeKind) -> None:
    make_kind(Spy(Hopeless("no such address")), once=True)

    job = run(add())

    assert (job.status, job.attempts, job.note) == (Job.Status.FAILED, 1, "Hopeless: no such address")


def test_it_sends_again_only_what_was_certainly_not_sent(make_kind: MakeKind) -> None:
    act = Spy(NotDone("refused"))
    make_kind(act, once=True)
    job = run(add())
    assert job.status == Job.Status.WAITING

    act.error = OSError("the line went dead")
    run(job, job.run_at)
    run(job, job.run_at + timedelta(days=1))

    assert act.calls == 2
    assert (job.status, job.note) == (Job.Status.UNKNOWN, "OSError: the line went dead")


def test_it_is_marked_before_the_act_if_it_must_happen_once(make_kind: MakeKind) -> None:
    seen: list[str] = []
    make_kind(lambda: seen.append(Job.objects.get().status), once=True)
    make_kind(lambda: seen.append(Job.objects.get(kind="often").status), name="often")
    run(add())

    run(add(kind="often"))

    assert seen == ["sending", "waiting"]


def test_a_second_worker_gets_nothing_while_the_lease_stands(make_kind: MakeKind) -> None:
    make_kind(lease=timedelta(minutes=2))
    job = add()

    first = services.claim(job_id=job.pk, now=NOW)
    second = services.claim(job_id=job.pk, now=NOW + timedelta(minutes=2) - SECOND)
    third = services.claim(job_id=job.pk, now=NOW + timedelta(minutes=2))

    assert first is not None
    assert second is None
    assert third is not None
    assert third.attempts == 2


def test_a_worker_that_lost_its_lease_changes_nothing(make_kind: MakeKind) -> None:
    lease = timedelta(minutes=2)
    act = Spy()

    def prepare(job: Job, now: datetime) -> Spy:
        if job.attempts == 1:  # takes so long that another worker does it
            services.run(job_id=job.pk, now=now + lease)
        return act

    make_kind(prepare=prepare, lease=lease, once=True)

    job = run(add())

    assert act.calls == 1
    assert (job.status, job.attempts, job.ended_at) == (Job.Status.DONE, 2, NOW + lease)


def test_a_failure_after_the_lease_does_not_bring_an_ended_job_back(make_kind: MakeKind) -> None:
    lease = timedelta(minutes=2)

    def prepare(job: Job, now: datetime) -> Spy:
        if job.attempts == 1:
            services.run(job_id=job.pk, now=now + lease)
            raise RuntimeError("too late")
        return Spy()

    make_kind(prepare=prepare, lease=lease)

    job = run(add())

    assert (job.status, job.note) == (Job.Status.DONE, "")


def test_a_job_that_kills_its_workers_is_given_up(make_kind: MakeKind) -> None:
    lease, act, given_up = timedelta(minutes=2), Spy(), Spy()
    make_kind(act, attempts=3, lease=lease, give_up=given_up)
    job = add()
    for lost in range(3):
        services.claim(job_id=job.pk, now=NOW + lost * lease)

    run(job, NOW + 3 * lease)

    assert (act.calls, given_up.calls) == (0, 1)
    assert (job.status, job.note) == (Job.Status.FAILED, "the worker was lost at the last attempt")


def test_it_keeps_trying_to_give_up(make_kind: MakeKind) -> None:
    given_up = Spy(RuntimeError("locked"))
    make_kind(RuntimeError("broken"), attempts=1, give_up=given_up)
    job = run(add())
    assert (job.status, job.run_at) == (Job.Status.WAITING, NOW + 5 * SECOND)

    given_up.error = None
    run(job, job.run_at)

    assert given_up.calls == 2
    assert (job.status, job.note) == (Job.Status.FAILED, "RuntimeError: broken")


@pytest.mark.parametrize("payload", [{}, {"match": None}, {"match": "x" * 100_000}])
def test_a_payload_that_makes_no_sense_ends_as_failed(make_kind: MakeKind, payload: dict[str, Any]) -> None:
    make_kind(prepare=lambda job, now: Spy(int(job.payload["match"])), attempts=1)  # type: ignore[arg-type]

    job = run(add(payload=payload))

    assert job.status == Job.Status.FAILED
    assert job.note.startswith(("KeyError", "TypeError", "ValueError"))
    assert len(job.note) <= 2000
