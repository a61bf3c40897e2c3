"""An analysis goes on where a killed worker left it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from engine import judge
from games.archive import services
from games.archive.models import Analysis
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play.queries.matches import as_record, log
from pbchess_site.local import ROOT
from tests.archive.finishing import played
from tests.outbox.conftest import database_url
from tests.players.people import make_person
from tests.site.running import wait_for

__all__ = ["database_url"]


@contextmanager
def worker(database_url: str) -> Iterator[None]:
    """A worker as `make run` starts one; at the end it is killed with all its processes at once."""
    options = "worker -Q computer -n analysis@%h -c 1 --without-gossip --without-mingle -l ERROR"
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "pbchess_site", *options.split()],
        env={**os.environ, "DATABASE_URL": database_url, "PYTHONWARNINGS": "ignore"},
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_another_worker_goes_on_where_a_killed_one_stopped(database_url: str) -> None:
    match = played(make_person("Ann"), make_person("Ben"), plies=8, setup="w3")
    services.ask_for_analysis(match_id=match.pk, now=timezone.now())

    def judged() -> int:
        return len(Analysis.objects.get().looks)

    with worker(database_url):
        wait_for(lambda: judged() >= 2, "two positions are judged")
    left = Analysis.objects.get().looks
    Job.objects.filter(ended_at=None).update(locked_until=None)  # its lease has run out
    with worker(database_url):
        outbox.sweep(now=timezone.now())
        wait_for(lambda: judged() == match.ply + 1, "all are")

    whole = Analysis.objects.get()
    assert whole.looks[: len(left)] == left
    assert services.looks_of(whole) == list(judge.looks(as_record(match, log(match))))
