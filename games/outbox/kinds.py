"""What can be done with a job: each app registers its kinds when it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.outbox.models import Job


class Postpone(Exception):
    """Raised by `prepare`: it still matters, but not before `run_at`, an instant after `now`."""

    def __init__(self, run_at: datetime) -> None:
        super().__init__(f"not before {run_at}")
        self.run_at = run_at


class NotDone(Exception):
    """Raised by an act that is certain to have had no effect: it may be tried again."""


class Hopeless(NotDone):
    """Raised by an act that had no effect, and never will have one: it is given up at once."""


Act = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How jobs of one kind are run.

    `prepare(job, now)` looks whether the job still matters and returns what to do, or None to drop it. With `once`,
    the row is marked `sending` before the act and never acted on again unless the act raises NotDone; otherwise the
    act must bear to be done twice: a job whose worker was lost is run again. What takes `long` waits until its queue
    has nothing else for a worker. A worker that holds a job for `lease` is killed, so that nobody else takes a job that
    is still being done. After `attempts` failures, a lost worker being one, `give_up(job, now)` is called, if there is
    one, until it succeeds.
    """

    name: str
    prepare: Callable[[Job, datetime], Act | None]
    queue: str = "default"
    once: bool = False
    long: bool = False
    lease: timedelta = timedelta(minutes=2)
    attempts: int = 5
    give_up: Callable[[Job, datetime], None] | None = None


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known; called from an app's `ready`."""
    _kinds[kind.name] = kind


def get(name: str) -> Kind:
    """The kind of that name. Raises KeyError if no app registered it."""
    return _kinds[name]


def names() -> list[str]:
    """Every kind that this process can run."""
    return list(_kinds)


def by_queue() -> dict[str, list[str]]:
    """The names of the kinds that each queue serves."""
    queues: dict[str, list[str]] = {}
    for kind in _kinds.values():
        queues.setdefault(kind.queue, []).append(kind.name)
    return queues
