from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from threading import Thread

import pytest
from django.db import transaction

from games.outbox import services
from games.outbox.models import Job
from pbchess_site.celery import app
from tests.outbox.conftest import NOW, MakeKind, Queue


class Hung:
    """A server that takes connections and never says a word."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.taken: list[socket.socket] = []
        Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):  # closed
            while True:
                self.taken.append(self.socket.accept()[0])

    def close(self) -> None:
        for open_ in (self.socket, *self.taken):
            open_.close()


class Broker:
    """The broker's address as the site sees it."""

    def __init__(self) -> None:
        self.address = app.conf.broker_url

    def go_away(self) -> None:
        """From now on nothing listens there."""
        self._move("redis://127.0.0.1:1/0")

    def come_back(self) -> None:
        self._move(self.address)

    def hang(self) -> Hung:
        """From now on what listens there takes every connection and never answers."""
        hung = Hung()
        self._move(f"redis://127.0.0.1:{hung.port}/0")
        return hung

    def _move(self, url: str) -> None:
        app.conf.broker_url = url
        app._after_fork()  # forgets open connections
        services._away_until = 0.0


@pytest.fixture
def broker() -> Iterator[Broker]:
    broker = Broker()
    yield broker
    broker.come_back()


@pytest.mark.django_db(transaction=True)
def test_a_commit_sends_a_message(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(queue=queue.name)

    with transaction.atomic():
        services.add(kind="task", event="a", now=NOW)
        assert queue.job_ids() == []

    assert queue.job_ids() == [Job.objects.get().pk]


@pytest.mark.django_db(transaction=True)
def test_what_takes_long_is_taken_last(make_kind: MakeKind, queue: Queue) -> None:
    make_kind(name="slow", queue=queue.name, long=True)
    make_kind(name="quick", queue=queue.name)
    for kind, event in (("slow", "a"), ("quick", "b"), ("slow", "c"), ("quick", "d")):
        services.add(kind=kind, event=event, now=NOW)

    assert [Job.objects.get(pk=queue.take()).event for _ in range(4)] == ["b", "d", "a", "c"]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_without_a_broker(make_kind: MakeKind, queue: Queue, broker: Broker) -> None:
    make_kind(queue=queue.name)
    broker.go_away()

    with transaction.atomic():
        assert services.add(kind="task", event="a", now=NOW)
    while_away = services.sweep(now=NOW)
    broker.come_back()
    after = services.sweep(now=NOW)

    assert (while_away, after) == (0, 1)
    assert queue.job_ids() == [Job.objects.get().pk]


@pytest.mark.django_db
def test_a_sweep_gives_up_at_the_first_message_that_cannot_be_sent(
    make_kind: MakeKind, queue: Queue, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    make_kind(queue=queue.name)
    for event in "abc":
        services.add(kind="task", event=event, now=NOW)
    broker.go_away()

    with caplog.at_level(logging.WARNING):
        assert services.sweep(now=NOW) == 0

    assert [record.message.split(":")[0] for record in caplog.records] == [
        f"broker out of reach, job {Job.objects.earliest('pk').pk} waits for the sweep"
    ]
    assert not Job.objects.exclude(woken_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_takes_connections_and_never_answers_holds_nobody_up(
    make_kind: MakeKind, queue: Queue, broker: Broker
) -> None:
    make_kind(queue=queue.name)
    with closing(broker.hang()) as hung:
        with transaction.atomic():
            for event in "abcde":
                services.add(kind="task", event=event, now=NOW)
        asked = len(hung.taken)
    broker.come_back()

    assert asked in (1, 2)  # each for a quarter of a second; the other four were not tried
    assert services.sweep(now=NOW) == 5


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_back_is_asked_again(
    make_kind: MakeKind, queue: Queue, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind(queue=queue.name)
    broker.go_away()
    services.add(kind="task", event="a", now=NOW)
    away = services._away_until
    broker.come_back()
    services._away_until = away

    services.add(kind="task", event="b", now=NOW)
    soon = queue.job_ids()
    monkeypatch.setattr(services, "monotonic", lambda: away)
    services.add(kind="task", event="c", now=NOW)

    assert soon == []
    assert queue.job_ids() == [Job.objects.get(event="c").pk]
