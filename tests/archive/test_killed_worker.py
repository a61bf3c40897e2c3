"""An analysis goes on where a killed worker left it."""

from __future__ import annotations

from django.utils import timezone

from engine import judge
from games.archive import services
from games.archive.models import Analysis
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play.queries.matches import as_record, log
from tests.archive.finishing import played
from tests.outbox.conftest import database_url
from tests.outbox.processes import worker
from tests.players.people import make_person
from tests.site.running import wait_for

__all__ = ["database_url"]

OPTIONS = "-Q computer -n analysis@%h -c 1"  # as `make run` starts it


def test_another_worker_goes_on_where_a_killed_one_stopped(database_url: str) -> None:
    match = played(make_person("Ann"), make_person("Ben"), plies=8, setup="w3")
    services.ask_for_analysis(match_id=match.pk, now=timezone.now())

    def judged() -> int:
        return len(Analysis.objects.get().looks)

    environment = {"DATABASE_URL": database_url}
    with worker("pbchess_site", OPTIONS, environment):
        wait_for(lambda: judged() >= 2, "two positions are judged")
    left = Analysis.objects.get().looks
    Job.objects.filter(ended_at=None).update(locked_until=None)  # its lease has run out
    with worker("pbchess_site", OPTIONS, environment):
        outbox.sweep(now=timezone.now())
        wait_for(lambda: judged() == match.ply + 1, "all are")

    whole = Analysis.objects.get()
    assert whole.looks[: len(left)] == left
    assert services.looks_of(whole) == list(judge.looks(as_record(match, log(match))))
