"""Two connections of a real PostgreSQL at the same row."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from games.outbox import services
from games.outbox.models import Job
from tests.outbox.conftest import NOW, MakeKind

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def other_connection(act: Callable[[], Any]) -> Future[Any]:
    """Do something on a connection of its own."""

    def work() -> Any:
        try:
            return act()
        finally:
            connection.close()

    with_own = ThreadPoolExecutor(max_workers=1)
    future = with_own.submit(work)
    with_own.shutdown(wait=False)
    return future


def wait_until_it_waits() -> None:
    """Until another connection waits for a lock of this one."""
    give_up = time.monotonic() + 30
    with connection.cursor() as cursor:
        while time.monotonic() < give_up:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits for a lock")


def test_one_of_two_workers_that_claim_a_job_at_once_gets_it(make_kind: MakeKind) -> None:
    make_kind()
    services.add(kind="task", event="a", now=NOW)
    job = Job.objects.get()

    with transaction.atomic():
        first = services.claim(job_id=job.pk, now=NOW)
        second = other_connection(lambda: services.claim(job_id=job.pk, now=NOW))
        wait_until_it_waits()

    assert first is not None
    assert second.result(timeout=30) is None
    job.refresh_from_db()
    assert job.attempts == 1


def test_the_other_worker_gets_it_if_the_first_claim_is_undone(make_kind: MakeKind) -> None:
    make_kind()
    services.add(kind="task", event="a", now=NOW)
    job = Job.objects.get()

    with transaction.atomic():
        services.claim(job_id=job.pk, now=NOW)
        second = other_connection(lambda: services.claim(job_id=job.pk, now=NOW))
        wait_until_it_waits()
        transaction.set_rollback(True)

    assert second.result(timeout=30).attempts == 1


def test_two_transactions_that_ask_for_the_same_make_one_row(make_kind: MakeKind) -> None:
    make_kind(queue="test-nobody")

    def add() -> bool:
        with transaction.atomic():
            return services.add(kind="task", event="a", run_at=NOW.replace(year=2100), now=NOW)

    with transaction.atomic():
        first = services.add(kind="task", event="a", run_at=NOW.replace(year=2100), now=NOW)
        second = other_connection(add)
        wait_until_it_waits()

    assert first is True
    assert second.result(timeout=30) is False
    assert Job.objects.count() == 1


@pytest.mark.parametrize("once", [True, False])
def test_many_workers_do_each_job_once(make_kind: MakeKind, once: bool) -> None:
    done: list[int] = []
    make_kind(prepare=lambda job, now: lambda: done.append(job.pk), once=once)
    for number in range(20):
        services.add(kind="task", event=str(number), run_at=NOW.replace(year=2100), now=NOW)
    Job.objects.update(run_at=NOW)
    ids = list(Job.objects.values_list("pk", flat=True))

    def work() -> None:
        for job_id in ids:
            services.run(job_id=job_id, now=NOW)

    for worker in [other_connection(work) for _ in range(4)]:
        worker.result(timeout=60)

    assert sorted(done) == ids
    assert set(Job.objects.values_list("status", "attempts")) == {("done", 1)}
