from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from games.outbox import kinds, services, tasks
from games.outbox.models import Job
from pbchess_site.celery import app
from tests.outbox.conftest import NOW, MakeKind, Queue

pytestmark = pytest.mark.django_db


def add(count: int, **fields: Any) -> None:
    for number in range(count):
        services.add(**{"kind": "task", "event": str(number), "now": NOW, **fields})


def test_it_wakes_workers_for_what_is_due(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name)
    add(3)
    services.add(kind="task", event="later", run_at=NOW + timedelta(seconds=1), now=NOW)

    assert services.sweep(now=NOW) == 3
    assert sorted(queue.job_ids()) == sorted(Job.objects.exclude(event="later").values_list("pk", flat=True))


def test_a_message_that_was_lost_is_sent_again_but_not_at_every_sweep(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name)
    add(3)

    woken = [services.sweep(now=NOW + timedelta(seconds=seconds)) for seconds in (0, 5, 55, 60, 65)]

    assert woken == [3, 0, 0, 3, 0]


def test_workers_are_given_no_more_messages_than_they_take(
    make_kind: MakeKind, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind(queue=queue.name)
    monkeypatch.setattr(services, "BATCH", 2)
    for number, age in enumerate((3, 1, 5, 2, 4)):
        services.add(kind="task", event=str(number), run_at=NOW - timedelta(hours=age), now=NOW)
    oldest_first = list(Job.objects.order_by("run_at").values_list("pk", flat=True))

    first, nobody_took_any = services.sweep(now=NOW), services.sweep(now=NOW)
    services.run(job_id=oldest_first[0], now=NOW)
    after_one, after_a_minute = services.sweep(now=NOW), services.sweep(now=NOW + services.WAKE)

    assert (first, nobody_took_any, after_one, after_a_minute) == (2, 0, 1, 2)
    assert queue.job_ids() == [*oldest_first[:3], *oldest_first[1:3]]


def test_a_long_queue_is_in_no_others_way(
    make_kind: MakeKind, queue: Queue, other_queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "BATCH", 2)
    make_kind(queue=queue.name)
    make_kind(name="other", queue=other_queue.name)
    add(5)
    add(1, kind="other", run_at=NOW)

    assert services.sweep(now=NOW) == 3
    assert len(other_queue.job_ids()) == 1


def test_what_a_worker_holds_is_woken_again_when_its_lease_ends(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name, lease=timedelta(seconds=30))
    add(1)
    services.sweep(now=NOW)
    services.claim(job_id=Job.objects.get().pk, now=NOW + timedelta(seconds=1))

    woken = [services.sweep(now=NOW + timedelta(seconds=seconds)) for seconds in (30, 31, 32)]

    assert woken == [0, 1, 0]


def test_what_failed_is_woken_as_soon_as_it_is_due_again(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(RuntimeError(), queue=queue.name)
    add(1)
    services.sweep(now=NOW)
    services.run(job_id=Job.objects.get().pk, now=NOW)

    woken = [services.sweep(now=NOW + timedelta(seconds=seconds)) for seconds in (4, 5)]

    assert woken == [0, 1]


def test_a_kind_that_nobody_knows_is_in_nobodys_way(
    make_kind: MakeKind, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "BATCH", 2)
    make_kind(name="gone", queue=queue.name)
    add(2, kind="gone", run_at=NOW - timedelta(days=1))
    make_kind(queue=queue.name)
    add(1)
    kinds._kinds.pop("gone")

    assert services.sweep(now=NOW) == 1
    assert Job.objects.filter(kind="gone", status=Job.Status.WAITING).count() == 2


def test_what_was_lost_while_sending_is_never_sent_again(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name, once=True, lease=timedelta(minutes=2))
    add(1)
    job = services.claim(job_id=Job.objects.get().pk, now=NOW)
    assert job is not None
    Job.objects.update(status=Job.Status.SENDING)

    services.sweep(now=NOW + timedelta(minutes=2) - timedelta(seconds=1))
    assert Job.objects.get().status == Job.Status.SENDING
    services.sweep(now=NOW + timedelta(minutes=2))

    job.refresh_from_db()
    assert (job.status, job.ended_at) == (Job.Status.UNKNOWN, NOW + timedelta(minutes=2))
    assert job.note == "the worker was lost after the sending mark"
    assert services.claim(job_id=job.pk, now=NOW + timedelta(days=1)) is None


def test_a_worker_is_killed_before_its_lease_ends(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name, lease=timedelta(seconds=100))
    add(1)

    services.sweep(now=NOW)

    (message,) = queue.messages()
    assert message["headers"]["timelimit"][0] < 100


def test_it_forgets_what_ended_long_ago(make_kind: MakeKind) -> None:
    make_kind(None)
    add(2)
    services.run(job_id=Job.objects.get(event="0").pk, now=NOW)
    ended = NOW + services.KEEP

    services.forget(now=ended)
    assert Job.objects.count() == 2
    services.forget(now=ended + timedelta(seconds=1))

    assert Job.objects.get().event == "1"


def test_the_tasks_look_at_the_clock(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name)
    add(1)  # NOW is long past by the clock, or still to come
    Job.objects.update(run_at="2020-01-01T00:00Z")

    tasks.sweep()
    tasks.run_job(job_id=Job.objects.get().pk)
    Job.objects.update(ended_at="2020-01-01T00:00Z")
    tasks.forget()

    assert len(queue.job_ids()) == 1
    assert not Job.objects.exists()


@pytest.mark.parametrize("name", ["outbox", "forget"])
def test_beat_asks_for_tasks_that_exist(name: str) -> None:
    assert settings.CELERY_BEAT_SCHEDULE[name]["task"] in app.tasks
