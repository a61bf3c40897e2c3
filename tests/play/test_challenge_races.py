"""Two at one challenge at the same instant, each with a connection of its own: one outcome, the other told clearly."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from django.utils import timezone

from games.play.errors import Refused, Stale, TooMany
from games.play.models import Challenge, DrawSecret, Match
from games.play.services import challenges, terms
from games.players.models import Player
from games.players.services import ensure_computers
from tests.play.at_once import at_once, holding
from tests.play.helpers import SEAL, THROWS, accepted, draft, quick, sealed
from tests.players.people import *  # noqa: F403  # its tests commit: each makes its own
from tests.players.people import client_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NOW = timezone.now()


def outcomes(futures: list[Future[Any]]) -> list[Any]:
    """What came back, or was raised."""
    return [future.exception(timeout=30) or future.result() for future in futures]


def post(player: Player, challenge: Challenge) -> Callable[[], Any]:
    somebody = client_of(player)
    return lambda: somebody.post(f"/challenges/{challenge.pk}/accept/", SEAL)


def test_two_clicks_on_accept_give_one_match(alice: Player, bob: Player) -> None:
    challenge = sealed(alice)

    with holding(challenge, post(bob, challenge), post(bob, challenge)) as clicks:
        pass

    answers = outcomes(clicks)
    assert [answer.status_code for answer in answers] == [302, 302]
    assert {answer["Location"] for answer in answers} == {f"/matches/{Match.objects.get().pk}/"}


def test_of_two_people_one_gets_the_match_and_the_other_a_message(alice: Player, bob: Player, charlie: Player) -> None:
    challenge = sealed(alice)

    with holding(challenge, post(bob, challenge), post(charlie, challenge)) as clicks:
        pass

    answers = sorted(outcomes(clicks), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [302, 409]
    assert "not open any more" in answers[1].content.decode()
    assert Match.objects.count() == 1


def test_a_withdrawal_that_comes_first_leaves_no_match(alice: Player, bob: Player) -> None:
    challenge = sealed(alice)

    with holding(challenge, post(bob, challenge)) as clicks:
        challenges.withdraw(challenge_id=challenge.pk, player=alice, now=NOW)

    assert outcomes(clicks)[0].status_code == 409
    assert not Match.objects.exists()


def test_an_acceptance_that_comes_first_is_not_withdrawn(alice: Player, bob: Player) -> None:
    challenge = sealed(alice)

    def withdraw() -> Challenge:
        return challenges.withdraw(challenge_id=challenge.pk, player=alice, now=NOW)

    with holding(challenge, withdraw) as (click,):
        match = accepted(challenge, bob)

    assert isinstance(click.exception(timeout=30), Stale)
    assert Match.objects.get() == match
    assert Challenge.objects.get().status == "accepted"


def test_an_acceptance_that_comes_first_is_not_expired(alice: Player, bob: Player) -> None:
    challenge = sealed(alice)

    with holding(challenge, lambda: challenges.expire(now=challenge.expires_at)) as (sweep,):
        accepted(challenge, bob)

    assert sweep.result(timeout=30) == 0
    assert DrawSecret.objects.get().published_at is None


def test_a_sealing_that_comes_first_is_not_expired(alice: Player) -> None:
    made = draft(alice, now=NOW)

    with holding(made, lambda: challenges.expire(now=made.expires_at)) as (sweep,):
        challenges.seal(challenge_id=made.pk, player=alice, salt="", throws=THROWS, now=NOW)

    assert sweep.result(timeout=30) == 0
    assert Challenge.objects.get().status == "open"


def test_two_clicks_on_seal_keep_one_salt(alice: Player) -> None:
    made = draft(alice)

    def seal(salt: str) -> Callable[[], Challenge]:
        return lambda: challenges.seal(challenge_id=made.pk, player=alice, salt=salt, throws=THROWS, now=NOW)

    with holding(made, seal("one"), seal("two")) as clicks:
        pass

    first, second = sorted(outcomes(clicks), key=lambda found: isinstance(found, Stale))
    assert isinstance(second, Stale)
    assert Challenge.objects.get().salt == first.salt


def test_two_clicks_on_the_form_make_one_draft(alice: Player) -> None:
    with holding(alice, lambda: draft(alice), lambda: draft(alice)) as clicks:
        pass

    assert len({made.pk for made in outcomes(clicks)}) == 1
    assert DrawSecret.objects.count() == 1


def test_two_requests_at_once_do_not_pass_the_cap(alice: Player) -> None:
    for _ in range(terms.PENDING_AT_ONCE - 1):
        sealed(alice)

    with holding(alice, lambda: draft(alice, setup="bw"), lambda: draft(alice, setup="rg")) as clicks:
        pass

    assert sorted(type(found).__name__ for found in outcomes(clicks)) == [Challenge.__name__, TooMany.__name__]


def test_two_clicks_start_one_match_against_the_computer(guest: Player) -> None:
    ensure_computers(now=NOW)  # a test with a real commit empties the tables of those before it
    computer = Player.objects.get(level=1)

    def click() -> Match:
        return quick(guest, computer, now=NOW)

    with holding(guest, click, click) as clicks:
        pass

    assert outcomes(clicks) == [Match.objects.get()] * 2


def test_of_two_crossing_challenges_one_is_open(alice: Player, bob: Player) -> None:
    drafts = [
        (draft(alice, kind="direct", opponent=bob), alice),
        (draft(bob, kind="direct", opponent=alice), bob),
    ]

    def seal(made: Challenge, player: Player) -> Callable[[], Challenge]:
        return lambda: challenges.seal(challenge_id=made.pk, player=player, salt="", throws=THROWS, now=NOW)

    found = outcomes(at_once(*(seal(made, player) for made, player in drafts)))

    assert sorted(type(one).__name__ for one in found) == [Challenge.__name__, Refused.__name__]
    assert sorted(Challenge.objects.values_list("status", flat=True)) == ["draft", "open"]
