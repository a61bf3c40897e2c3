"""Two connections at once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.players import services
from games.players.models import Player, Rating
from tests.outbox.test_two_workers import other_connection, wait_until_it_waits
from tests.players.flows import sign_up

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("name", ["D0ra", "Dora"])
def test_of_two_who_ask_for_a_name_at_once_one_gets_it_and_the_other_is_told(name: str) -> None:
    with transaction.atomic():
        user = User.objects.create_user(name.lower(), "other@example.org", "x")
        services.sign_up(user=user, name=name, now=timezone.now())
        late = other_connection(lambda: sign_up(Client()))
        wait_until_it_waits()

    assert "looks too much like" in late.result(timeout=30)
    assert list(Player.objects.exclude(kind=Player.Kind.COMPUTER).values_list("name", flat=True)) == [name]
    assert User.objects.get() == user


def test_of_two_accounts_that_want_a_guest_s_matches_one_gets_them(guest: Player) -> None:
    users = [User.objects.create_user(name, f"{name}@example.org", "x") for name in ("first", "second")]

    with transaction.atomic():
        first = services.sign_up(user=users[0], name="First", guest=guest, now=timezone.now())
        late = other_connection(lambda: services.sign_up(user=users[1], name="Second", guest=guest, now=timezone.now()))
        wait_until_it_waits()

    assert first.pk == guest.pk
    assert late.result(timeout=30).pk != guest.pk


def test_matches_rated_at_once_both_count(alice: Player, bob: Player) -> None:
    def rate(first: Player, second: Player) -> tuple[services.Change, services.Change]:
        return services.rate_match(game="g", setup="s", first=first, second=second, score=1, now=timezone.now())

    rate(alice, bob)
    with transaction.atomic():
        one = rate(alice, bob)
        late = other_connection(lambda: rate(bob, alice))
        wait_until_it_waits()
    other = late.result(timeout=30)

    assert other[0].before == one[1].after
    assert other[1].before == one[0].after
    assert list(Rating.objects.values_list("matches", flat=True)) == [3, 3]


def test_an_account_deleted_twice_at_once_is_deleted_once(alice: Player) -> None:
    again = Player.objects.get(pk=alice.pk)
    with transaction.atomic():
        services.delete_account(player=alice, now=timezone.now())
        late = other_connection(lambda: services.delete_account(player=again, now=timezone.now()))
        wait_until_it_waits()

    late.result(timeout=30)
    assert not Player.objects.filter(pk=again.pk).exists()
    assert not User.objects.exists()
