"""Turns of the computer players, as jobs."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone
from pytest_django import Settings

from engine.search.players import LEVELS
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play import jobs
from games.play.models import Match
from games.play.services import offers
from games.players.models import Player
from tests.play.playing import play

NOW = timezone.now()


@pytest.fixture
def thinking(computer_match: Match) -> Match:
    """The computer is to move."""
    return play(computer_match, "a1-a2", now=NOW)


def job_of(match: Match) -> Job:
    return Job.objects.get(kind="computer_turn", event=f"match:{match.pk}:ply:{match.ply}")


def test_the_computer_answers_through_the_door(thinking: Match) -> None:
    job = job_of(thinking)

    outbox.run(job_id=job.pk, now=NOW)

    thinking.refresh_from_db()
    job.refresh_from_db()
    assert (thinking.ply, thinking.seat_to_move, job.status) == (2, 0, "done")
    assert thinking.plies.get(ply=2).seat == 1


def test_it_thinks_the_same_when_it_thinks_again(thinking: Match) -> None:
    found = jobs._waiting(job_of(thinking))
    assert found is not None

    numbers = [jobs._rng(found[0]).random() for _ in range(2)]

    assert numbers[0] == numbers[1]


def test_it_thinks_no_longer_than_its_level_says(
    thinking: Match, computer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    strongest = max(LEVELS, key=lambda one: one.seconds)
    assert timedelta(seconds=1.5 * strongest.seconds) < jobs.LEASE
    Player.objects.filter(level=strongest.number).update(level=None)
    Player.objects.filter(pk=computer.pk).update(level=strongest.number)
    clock = count(step=strongest.seconds)  # as long as it may take passes between any two looks
    monkeypatch.setattr(jobs, "monotonic", lambda: next(clock))

    outbox.run(job_id=job_of(thinking).pk, now=NOW)

    thinking.refresh_from_db()
    assert thinking.ply == 2
    assert next(clock) / strongest.seconds < 10


def test_a_timer_says_when_the_time_is_up() -> None:
    assert jobs._timer(0)()
    assert not jobs._timer(60)()


def test_nobody_can_think_it_first(thinking: Match, settings: Settings) -> None:
    ours = jobs._rng(thinking).random()
    settings.SECRET_KEY = "another site's"

    assert jobs._rng(thinking).random() != ours


def test_a_job_runs_once(thinking: Match) -> None:
    job = job_of(thinking)

    outbox.run(job_id=job.pk, now=NOW)
    outbox.run(job_id=job.pk, now=NOW + timedelta(hours=1))

    thinking.refresh_from_db()
    assert thinking.ply == 2


def test_a_match_that_is_over_needs_no_answer(thinking: Match, guest: Player) -> None:
    offers.resign(match_id=thinking.pk, player=guest, now=NOW)

    assert jobs.prepare(job_of(thinking), NOW) is None


def test_a_turn_that_was_played_needs_no_answer(thinking: Match) -> None:
    job = job_of(thinking)
    play(thinking, "a4-a3")

    assert jobs.prepare(job, NOW) is None


def test_a_match_that_moves_on_while_it_thinks_is_left_alone(thinking: Match) -> None:
    act = jobs.prepare(job_of(thinking), NOW)
    assert act is not None
    play(thinking, "a4-a3")

    act()

    thinking.refresh_from_db()
    assert thinking.ply == 2


def test_a_match_that_ends_while_it_thinks_is_left_alone(thinking: Match, guest: Player) -> None:
    act = jobs.prepare(job_of(thinking), NOW)
    assert act is not None
    offers.resign(match_id=thinking.pk, player=guest, now=NOW)

    act()

    thinking.refresh_from_db()
    assert (thinking.ply, thinking.ending) == (1, "resignation")


def test_one_that_fails_again_and_again_plays_its_first_legal_turn(
    thinking: Match, computer: Player, caplog: pytest.LogCaptureFixture
) -> None:
    Player.objects.filter(pk=computer.pk).update(level=99)  # nobody knows how that one thinks
    job = job_of(thinking)

    for attempt in range(3):
        outbox.run(job_id=job.pk, now=NOW + timedelta(hours=attempt))

    thinking.refresh_from_db()
    job.refresh_from_db()
    assert (thinking.ply, job.status) == (2, "failed")
    assert f"failed in match {thinking.pk}" in caplog.text
