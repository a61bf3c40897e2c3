"""Two at the same instant in the middle of a turn of Chakart: one outcome, whoever is first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.play.errors import Refused, Stale
from games.play.models import Match, Sweep
from games.play.services import clock, offers, turns
from games.players.models import Player
from tests.play.at_once import holding
from tests.play.chakart import chakart, play
from tests.players.people import *  # noqa: F403  # its tests commit: each makes its own

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


SHUFFLE = ("e1d1", "e8d8", "d1e1", "d8e8")
ALONE = "4k3/7p/8/8/8/8/7P/4K3 w 0 0000 000000000000"


def step(match: Match, text: str) -> Callable[[], Match]:
    """By the seat whose turn it is, as the match stands."""
    return lambda: turns.play_turn(
        match_id=match.pk, seat=match.seat_to_move or 0, text=text, expected_ply=match.ply, now=timezone.now()
    )


def time_out(match: Match) -> Callable[[], bool]:
    return lambda: clock.time_out(match_id=match.pk, now=timezone.now())


@pytest.fixture
def asked(alice: Player, bob: Player) -> Match:
    """Alice's Wario has moved, and leaves its bomb; her time has just run out."""
    match = play(chakart(alice, bob, days_per_turn=1), "f1c4")
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    Sweep.objects.create(pk=1, swept_at=timezone.now())
    return match


def test_of_two_answers_one_counts(asked: Match) -> None:
    with holding(asked, step(asked, "b4"), step(asked, "d4")) as answers:
        pass

    assert sorted(type(answer.exception()).__name__ for answer in answers) == ["NoneType", "Stale"]
    assert asked.plies.count() == 2


def test_the_last_answer_of_a_turn_that_comes_first_counts(asked: Match) -> None:
    with holding(asked, time_out(asked)) as (timeout,):
        step(asked, "b4")()

    assert timeout.result() is False
    asked.refresh_from_db()
    assert (asked.running, asked.seat_to_move, asked.turns) == (True, 1, 1)


def test_a_timeout_that_comes_first_ends_the_match_in_the_middle_of_a_turn(asked: Match) -> None:
    with holding(asked, step(asked, "b4")) as (answer,):
        assert time_out(asked)()

    with pytest.raises(Refused, match="over"):
        answer.result()
    asked.refresh_from_db()
    assert (asked.ending, asked.winner, asked.ply) == ("time", 1, 1)


def test_a_step_that_does_not_end_the_turn_buys_no_time(alice: Player, bob: Player) -> None:
    match = chakart(alice, bob, days_per_turn=1)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())

    with holding(match, time_out(match)) as (timeout,):
        step(match, "f1c4")()

    assert timeout.result() is True
    match.refresh_from_db()
    assert (match.ending, match.winner, match.ply) == ("time", 1, 1)


@pytest.mark.parametrize("claim_first", [True, False])
def test_a_claim_and_a_step_have_one_outcome(alice: Player, bob: Player, *, claim_first: bool) -> None:
    match = play(chakart(alice, bob, ALONE), *SHUFFLE, *SHUFFLE)

    def claim() -> Match:
        return offers.claim_draw(match_id=match.pk, seat=0, expected_ply=match.ply, now=timezone.now())

    work: list[Callable[[], Any]] = [claim, step(match, "e1d1")]
    first, second = work if claim_first else reversed(work)
    with holding(match, second) as (late,):
        first()

    assert isinstance(late.exception(), Refused if claim_first else Stale)
    after = Match.objects.get(pk=match.pk)
    assert (after.ending, after.ply) == (("repetition", 8) if claim_first else ("", 9))
