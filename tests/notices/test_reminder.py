from __future__ import annotations

from datetime import timedelta

from django.db.models import F

from games.outbox.models import Job
from games.play.models import Match
from games.players.models import Player
from tests.notices.conftest import Deliver, html_of, job_of
from tests.play.helpers import started
from tests.play.playing import play

DAY = timedelta(days=1)


def test_it_comes_when_a_fifth_of_the_time_is_left(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("reminder", alice)
    assert job.run_at == match.started_at + 0.8 * 3 * DAY

    message = deliver(job, job.run_at)

    assert message is not None
    assert message.subject == "14 hours, 24 minutes left for your turn against Bob (W, three-on-three)"
    for words in (message.body, html_of(message)):
        assert "Bob still waits for your turn in Battle Chess, W, three-on-three." in words
        assert "You have 14 hours, 24 minutes: until" in words.replace("\xa0", " ")
        assert f"http://127.0.0.1:8000/matches/{match.pk}/" in words


def test_it_waits_as_long_as_the_deadline_was_moved(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("reminder", alice)
    due = job.run_at
    Match.objects.update(deadline_at=F("deadline_at") + 2 * DAY)

    assert deliver(job, due) is None
    assert (job.status, job.run_at, job.attempts) == (Job.Status.WAITING, due + 2 * DAY, 0)
    assert deliver(job, due + 2 * DAY) is not None


def test_it_is_dropped_when_the_turn_has_been_played(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("reminder", alice)
    play(match, "b1-b2")

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_it_is_dropped_when_time_is_up(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("reminder", alice)
    assert match.deadline_at is not None

    assert deliver(job, match.deadline_at) is None
    assert job.status == Job.Status.DROPPED


def test_it_is_dropped_when_there_is_no_clock_any_more(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("reminder", alice)
    Match.objects.update(deadline_at=None, days_per_turn=None)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_there_is_none_without_a_clock(alice: Player, bob: Player) -> None:
    untimed = started(alice, bob, days_per_turn=None)

    assert not Job.objects.filter(kind="reminder", payload__match=untimed.pk).exists()
