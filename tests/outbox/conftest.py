from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from games.outbox import kinds
from games.outbox.kinds import Act, Kind
from games.outbox.models import Job
from pbchess_site.celery import app

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
MakeKind = Callable[..., Kind]


@pytest.fixture
def make_kind() -> Iterator[MakeKind]:
    """Registers a kind for one test: `act` is what it does, None drops the job, an exception is raised by `prepare`."""
    before = dict(kinds._kinds)

    def make(act: Act | Exception | None = lambda: None, *, name: str = "task", **options: Any) -> Kind:
        def prepare(job: Job, now: datetime) -> Act | None:
            if isinstance(act, Exception):
                raise act
            return act

        kind = Kind(**{"name": name, "prepare": prepare, **options})
        kinds.register(kind)
        return kind

    yield make
    kinds._kinds.clear()
    kinds._kinds.update(before)


class Queue:
    """A queue of the broker that no worker listens to."""

    def __init__(self) -> None:
        self.name = f"test-{uuid.uuid4().hex}"

    def messages(self) -> list[dict[str, Any]]:
        """What waits there, the oldest first."""
        with app.connection_for_read() as connection:
            raw = connection.default_channel.client.lrange(self.name, 0, -1)
        return [json.loads(message) for message in reversed(raw)]

    def take(self) -> int:
        """The job of the message that a worker would take next."""
        with app.connection_for_read() as connection:
            message = connection.default_channel.basic_get(self.name, no_ack=True)
        return int(message.decode()[1]["job_id"])

    def job_ids(self) -> list[int]:
        return [json.loads(base64.b64decode(message["body"]))[1]["job_id"] for message in self.messages()]

    def delete(self) -> None:
        with app.connection_for_write() as connection:
            connection.default_channel.client.delete(self.name, f"_kombu.binding.{self.name}")


@pytest.fixture
def queue() -> Iterator[Queue]:
    queue = Queue()
    yield queue
    queue.delete()


other_queue = queue


@pytest.fixture
def database_url(transactional_db: None) -> str:
    """How another process finds the database of this test."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    login = f"{settings['USER']}:{settings['PASSWORD']}".rstrip(":")
    return f"postgres://{login}@{settings['HOST']}:{settings['PORT'] or 5432}/{settings['NAME']}"
