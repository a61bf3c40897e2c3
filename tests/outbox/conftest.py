from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from games.outbox import kinds
from games.outbox.kinds import Act, Kind
from games.outbox.models import Job

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def make_kind() -> Iterator[Callable[..., Kind]]:
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
