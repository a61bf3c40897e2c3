"""Two at the same instant, each with a connection of its own: one outcome, whoever is first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.play.errors import Refused, TooMany
from games.play.models import Match, Sweep
from games.play.services import clock, door, offers, talk, turns
from games.players.models import Player
from tests.play.at_once import at_once, wait_for_lock
from tests.play.helpers import started
from tests.players.people import *  # noqa: F403  # its tests commit: each makes its own
from tests.players.people import client_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return started(alice, bob)


NOW = timezone.now()


@contextmanager
def holding(match: Match, *work: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """Do something behind the door while all this work waits in front of it."""
    with transaction.atomic():
        with door.locked(match.pk):
            waiting = at_once(*work)
            wait_for_lock(len(work))
        yield waiting


def a_turn(match: Match) -> Callable[[], Match]:
    return lambda: turns.play_turn(match_id=match.pk, seat=0, text="a1-a2", expected_ply=0, now=NOW)


@pytest.fixture
def due(match: Match) -> Match:
    """Alice's time has run out, and nobody has looked yet."""
    Match.objects.update(deadline_at=NOW)
    Sweep.objects.create(pk=1, swept_at=NOW)
    match.refresh_from_db()
    return match


def test_two_posts_of_one_form_make_one_turn(match: Match, alice: Player) -> None:
    form = {"action": "a1-a2", "ply": "0"}
    clients: list[Client] = [client_of(alice), client_of(alice)]

    with holding(
        match, *(lambda c=c: c.post(f"/matches/{match.pk}/turn/", form).status_code for c in clients)
    ) as posts:
        pass

    assert sorted(post.result() for post in posts) == [302, 409]
    match.refresh_from_db()
    assert (match.ply, match.plies.count()) == (1, 1)


def test_a_turn_that_comes_first_counts(due: Match) -> None:
    with holding(due, lambda: clock.time_out(match_id=due.pk, now=NOW)) as (timeout,):
        a_turn(due)()

    assert timeout.result() is False
    due.refresh_from_db()
    assert (due.running, due.ply, due.seat_to_move) == (True, 1, 1)


def test_a_timeout_that_comes_first_ends_the_match(due: Match) -> None:
    with holding(due, a_turn(due)) as (turn,):
        assert clock.time_out(match_id=due.pk, now=NOW)

    with pytest.raises(Refused, match="over"):
        turn.result()
    due.refresh_from_db()
    assert (due.ending, due.winner, due.ply, due.plies.count()) == ("time", 1, 0, 0)


def test_a_turn_and_a_sweep_at_the_same_instant_have_one_outcome(due: Match) -> None:
    with holding(due, a_turn(due), lambda: clock.sweep(now=NOW)) as (turn, sweep):
        pass

    played, ended = turn.exception() is None, sweep.result()
    due.refresh_from_db()
    assert (played, ended) in [(True, 0), (False, 1)]
    assert due.running is played
    assert due.plies.count() == due.ply == int(played)


def test_two_sweeps_end_a_match_once(due: Match) -> None:
    with holding(due, *[lambda: clock.sweep(now=NOW)] * 2) as sweeps:
        pass

    assert sorted(sweep.result() for sweep in sweeps) == [0, 1]


def test_a_resignation_and_an_agreed_draw_have_one_outcome(match: Match, alice: Player, bob: Player) -> None:
    offers.offer_draw(match_id=match.pk, player=alice, now=NOW)

    with holding(
        match,
        lambda: offers.resign(match_id=match.pk, player=alice, now=NOW),
        lambda: offers.accept_draw(match_id=match.pk, player=bob, now=NOW),
    ) as both:
        pass

    refused = [type(one.exception()) for one in both if one.exception()]
    match.refresh_from_db()
    assert refused == [Refused]
    assert (match.ending, match.winner) in [("resignation", 1), ("agreement", None)]


def test_a_hurried_player_does_not_pass_the_limit_of_calling_off(alice: Player, bob: Player) -> None:
    matches = [started(alice, bob) for _ in range(offers.ABORTS_PER_DAY + 2)]

    def off(match: Match) -> Callable[[], Match]:
        return lambda: offers.abort(match_id=match.pk, player=alice, now=NOW)

    with transaction.atomic():
        door.lock_players(alice)
        all_at_once = at_once(*map(off, matches))
        wait_for_lock(len(matches))

    assert sorted(type(one.exception(timeout=30)) is TooMany for one in all_at_once) == [False] * 3 + [True] * 2
    assert Match.objects.filter(status="aborted").count() == offers.ABORTS_PER_DAY


def test_a_turn_and_calling_it_off_have_one_outcome(match: Match, alice: Player) -> None:
    with holding(match, a_turn(match), lambda: offers.abort(match_id=match.pk, player=alice, now=NOW)) as (turn, off):
        pass

    assert [turn.exception() is None, off.exception() is None] in ([True, False], [False, True])
    match.refresh_from_db()
    assert match.running is (off.exception() is not None)
    assert match.ply == int(match.running)


def test_a_hurried_talker_does_not_pass_the_limit(match: Match, alice: Player) -> None:
    for _ in range(talk.LINES_PER_MINUTE - 1):
        talk.say(match_id=match.pk, player=alice, text="hello", now=NOW)

    say = [lambda: talk.say(match_id=match.pk, player=alice, text="hello", now=NOW)] * 3
    with holding(match, *say) as lines:
        pass

    assert sum(line.exception() is None for line in lines) == 1
    assert match.chat.count() == talk.LINES_PER_MINUTE


def test_a_turn_during_the_end_of_an_outage_keeps_a_deadline_of_its_own(due: Match) -> None:
    Sweep.objects.update(swept_at=NOW - timedelta(hours=1))

    with holding(due, lambda: clock.sweep(now=NOW)) as (sweep,):
        a_turn(due)()

    assert sweep.result() == 0
    due.refresh_from_db()
    assert due.running
    assert due.deadline_at >= NOW + timedelta(days=3)
