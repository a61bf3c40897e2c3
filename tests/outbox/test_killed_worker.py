"""A real worker process, killed (SIGKILL) in the middle of its jobs, and another one after it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.outbox import services
from games.outbox.models import Job
from tests.outbox.conftest import MakeKind, Queue
from tests.outbox.processes import worker
from tests.outbox.smtp import Sink, running_sink

APP = "tests.outbox.worker"
LEASE = timedelta(seconds=2)  # as in tests.outbox.worker


def letters(queue: str, processes: int) -> str:
    """The options of a worker of that queue."""
    return f"-Q {queue} -n {queue}-{processes} -c {processes}"


def wait_for(happened: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 90
    while not happened():
        assert time.monotonic() < give_up, "it has not happened"
        time.sleep(0.05)


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running_sink() as sink:
        yield sink


def add_letter(name: str) -> Job:
    """A letter during which the first worker stops at the point of that name, if there is one."""
    payload = {"to": f"{name}@example.org", "stop": name}
    services.add(kind="letter", event=name, payload=payload, now=timezone.now())
    return Job.objects.get(event=name)


def all_ended() -> bool:
    """Sweep as beat does, and look whether every job has ended."""
    services.sweep(now=timezone.now())
    return not Job.objects.filter(ended_at=None).exists()


def test_a_worker_killed_before_the_mark_gives_one_mail_and_after_it_one_at_most(
    database_url: str, queue: Queue, sink: Sink, tmp_path: Path, make_kind: MakeKind
) -> None:
    make_kind(name="letter", queue=queue.name, once=True, lease=LEASE)
    make_kind(name="hanging", queue=queue.name, attempts=1, lease=LEASE)
    environment = {"DATABASE_URL": database_url, "EMAIL_URL": sink.url, "LETTER_QUEUE": queue.name}
    before, marked, sent = (add_letter(name) for name in ("prepare", "act", "sent"))

    with worker(APP, letters(queue.name, 3), {**environment, "LETTER_STOP": str(tmp_path)}):
        wait_for(lambda: all((tmp_path / name).exists() for name in ("prepare", "act", "sent")))
    lost = dict(Job.objects.values_list("event", "status"))
    with worker(APP, letters(queue.name, 1), environment):
        wait_for(all_ended)
        for job in (before, marked, sent):
            services.wake(job.pk, "letter")  # messages that come late
        services.add(kind="hanging", event="hanging", now=timezone.now())
        add_letter("last")
        wait_for(all_ended)

    assert lost == {"prepare": "waiting", "act": "sending", "sent": "sending"}
    assert dict(Job.objects.values_list("event", "status")) == {
        "prepare": "done",
        "act": "unknown",
        "sent": "unknown",
        "hanging": "failed",  # its worker was killed when its lease ended
        "last": "done",
    }
    assert [mail["To"] for mail in sink.mails] == ["sent@example.org", "prepare@example.org", "last@example.org"]
    assert len({mail["Message-ID"] for mail in sink.mails}) == 3
