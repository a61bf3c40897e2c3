"""Somebody leaves at the instant at which something else happens: they are gone, and nobody plays against them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone

from games.play.errors import Refused
from games.play.models import Match
from games.play.services import challenges, door, offers
from games.players.models import Player, Rating
from games.players.services import delete_account
from tests.play.at_once import at_once, holding, wait_for_lock
from tests.play.helpers import accepted, play_on, sealed, started
from tests.players.people import *  # noqa: F403  # its tests commit: each makes its own

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NOW = timezone.now()


def leaving(player: Player) -> Callable[[], None]:
    return lambda: delete_account(player=player, now=NOW)


def begun(first: Player, second: Player) -> Match:
    """A rated match in which both have played, so that leaving it counts."""
    return play_on(started(first, second, rated=True), 2)


def resign(match: Match, player: Player) -> None:
    offers.resign(match_id=match.pk, player=player, now=NOW)


def gone(player: Player) -> bool:
    return not Player.objects.filter(pk=player.pk).exclude(kind=Player.Kind.DELETED).exists()


def test_who_leaves_while_their_challenge_is_accepted_leaves_the_match_too(alice: Player, bob: Player) -> None:
    challenge = sealed(alice)

    with holding(alice, leaving(alice)) as (left,):
        match = accepted(challenge, bob)

    left.result(timeout=30)
    match.refresh_from_db()
    assert (match.status, gone(alice)) == (Match.Status.ABORTED, True)


@pytest.mark.parametrize("forgotten", [True, False])
@pytest.mark.parametrize("leaver", ["alice", "bob"])
def test_a_challenge_is_not_accepted_while_one_of_the_two_leaves(
    leaver: str, forgotten: bool, alice: Player, bob: Player, charlie: Player
) -> None:
    challenge, who = sealed(alice), {"alice": alice, "bob": bob}[leaver]
    if not forgotten:
        started(who, charlie)  # their row stays, and the challenge

    with transaction.atomic():
        delete_account(player=Player.objects.get(pk=who.pk), now=NOW)
        (click,) = at_once(lambda: accepted(challenge, bob))
        wait_for_lock(1)

    assert isinstance(click.exception(timeout=30), Refused)
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()


def test_who_leaves_while_a_challenge_is_withdrawn_is_gone(alice: Player, bob: Player) -> None:
    challenge = sealed(alice, kind="direct", opponent=bob)

    with holding(challenge, leaving(bob)) as (left,):
        challenges.withdraw(challenge_id=challenge.pk, player=alice, now=NOW)

    left.result(timeout=30)
    assert gone(bob)


def test_who_leaves_while_the_other_ends_the_match_is_gone(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)

    with transaction.atomic():
        with door.locked(match.pk):
            (left,) = at_once(leaving(alice))
            wait_for_lock(1)
        resign(match, bob)

    left.result(timeout=30)
    match.refresh_from_db()
    assert (match.winner, gone(alice)) == (0, True)


def test_who_leaves_two_rated_matches_and_who_ends_one_do_not_wait_for_each_other(
    alice: Player, bob: Player, charlie: Player
) -> None:
    first, second = begun(alice, bob), begun(alice, charlie)

    with transaction.atomic():
        with door.locked(second.pk):
            (left,) = at_once(leaving(alice))
            wait_for_lock(1)
        resign(second, charlie)

    left.result(timeout=30)
    first.refresh_from_db()
    assert (first.winner, gone(alice)) == (1, True)


def test_who_leaves_and_two_of_their_opponents_do_not_wait_for_each_other(
    alice: Player, bob: Player, charlie: Player
) -> None:
    older, younger = begun(alice, charlie), begun(alice, bob)
    between = begun(bob, charlie)
    for player in (bob, charlie):
        Rating.objects.create(player=player, game="battle_chess", setup="w3", rated_at=NOW)

    with transaction.atomic():
        Rating.objects.select_for_update().get(player=bob)
        (left,) = at_once(leaving(alice))
        wait_for_lock(1)
        resign(between, charlie)

    left.result(timeout=30)
    for match in (older, younger):
        match.refresh_from_db()
        assert match.ending == "resignation"


def test_somebody_rated_for_the_first_time_and_who_leaves_do_not_wait_for_each_other(
    alice: Player, bob: Player, charlie: Player
) -> None:
    between = begun(bob, charlie)
    begun(alice, bob)
    begun(alice, charlie)
    Rating.objects.create(player=bob, game="battle_chess", setup="w3", rated_at=NOW)

    with transaction.atomic():
        resign(between, charlie)  # charlie's first rating
        (left,) = at_once(leaving(alice))
        wait_for_lock(1)

    left.result(timeout=30)
    assert Rating.objects.get(player=charlie).matches == 2
