"""Several at the same instant, each with a connection of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Model


def at_once(*work: Callable[[], Any]) -> list[Future[Any]]:
    """Start each in a thread with a connection of its own."""

    def run(do: Callable[[], Any]) -> Any:
        try:
            return do()
        finally:
            connection.close()

    pool = ThreadPoolExecutor(len(work))
    started = [pool.submit(run, do) for do in work]
    pool.shutdown(wait=False)
    return started


def wait_for_lock(number: int) -> None:
    """Until so many other connections to this database wait for a lock."""
    for _ in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            if cursor.fetchone()[0] >= number:
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits for the lock")


@contextmanager
def holding(row: Model, *work: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """The work waits for the row; what the block does comes first."""
    with transaction.atomic():
        type(row).objects.select_for_update().get(pk=row.pk)
        waiting = at_once(*work)
        wait_for_lock(len(work))
        yield waiting
