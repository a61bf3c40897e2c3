from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from engine.search.players import LEVELS
from games.play.models import DrawSecret, Match, Seat
from games.players import queries, ratelimit, services
from games.players.models import Block, Player
from tests.players.people import client_of, make_guest, make_person

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
serial = count(1)


def visit(address: str = "192.0.2.1", **meta: str) -> Any:
    request: HttpRequest = RequestFactory().post("/", REMOTE_ADDR=address, **meta)
    request.session, request.user = SessionStore(), AnonymousUser()
    return request


def new_user(name: str = "newcomer") -> User:
    return User.objects.create_user(name, f"{name}@example.org", "x")


def seat_in_a_match(player: Player) -> Seat:
    secret = DrawSecret.objects.create(value=b"x" * 32, commitment=f"c{next(serial)}", created_at=NOW)
    match = Match.objects.create(
        game="battle_chess", setup="bw", rules_version="1", state="", secret=secret, turn_started_at=NOW, started_at=NOW
    )
    return Seat.objects.create(match=match, index=0, player=player, colour="blue", joined=0)


# Guests


def test_a_visitor_becomes_a_guest_whom_the_session_stands_for(db: None) -> None:
    request = visit()

    guest = services.create_guest(request=request, now=NOW)

    assert guest.is_guest
    assert guest.name.startswith("Guest-")
    assert queries.player_of(request) == guest


def test_a_guest_who_asks_again_stays_the_same(db: None) -> None:
    request = visit()

    assert services.create_guest(request=request, now=NOW) == services.create_guest(request=request, now=NOW)


def test_guests_of_one_address_are_limited_and_others_are_not(db: None) -> None:
    for _ in range(services.GUESTS_PER_HOUR):
        services.create_guest(request=visit(), now=NOW)

    with pytest.raises(ratelimit.TooMany, match="sign up"):
        services.create_guest(request=visit(), now=NOW)

    assert services.create_guest(request=visit("192.0.2.2"), now=NOW).is_guest


def test_a_forwarded_address_counts_only_behind_a_proxy(settings: Settings) -> None:
    request = visit(HTTP_X_FORWARDED_FOR="203.0.113.9, 198.51.100.7")

    assert ratelimit.client_ip(request) == "192.0.2.1"

    settings.BEHIND_PROXY = True

    assert ratelimit.client_ip(request) == "198.51.100.7"  # what our proxy saw, not what the client says


@pytest.mark.parametrize(
    ("address", "counted"),
    [("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("", "unknown"), ("not an address", "unknown")],
)
def test_who_asks_is_a_network_of_one_household(address: str, counted: str) -> None:
    assert ratelimit.client_ip(visit(address)) == counted


def test_a_limit_is_per_key_and_counts_from_one() -> None:
    assert [ratelimit.allow("a", 2, 60) for _ in range(3)] == [True, True, False]
    assert ratelimit.allow("b", 2, 60)


def test_no_counter_lives_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def end_at_once(name: str, value: int, timeout: int) -> bool:
        """As if the period ended at the very moment after the counter was looked for."""
        return not cache.delete(name)

    monkeypatch.setattr(cache, "add", end_at_once)
    client = cache._cache.get_client(write=True)

    assert all(ratelimit.allow("a", 1, 60) for _ in range(3))
    assert client.exists(cache.make_key("limit:a")) == 0
    monkeypatch.undo()
    ratelimit.allow("a", 1, 60)
    assert 0 < client.ttl(cache.make_key("limit:a")) <= 60


def test_counting_on_makes_no_counter_and_keeps_its_end() -> None:
    client = cache._cache.get_client(write=True)

    with pytest.raises(ValueError, match="not found"):
        cache.incr("counter")
    assert client.exists(cache.make_key("counter")) == 0
    cache.add("counter", 5, timeout=60)
    assert (cache.incr("counter"), cache.incr("counter", 3), cache.get("counter")) == (6, 9, 9)
    assert 0 < client.ttl(cache.make_key("counter")) <= 60


def test_with_the_cache_away_nothing_is_limited(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}

    assert all(ratelimit.allow("a", 1, 60) for _ in range(5))
    assert caplog.text.count("out of reach") == 1  # it is left alone for a while


def test_a_cache_that_was_away_is_asked_again_after_a_pause(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pbchess_site.cache.PAUSE", 0.0)
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}

    ratelimit.allow("a", 1, 60)

    assert caplog.text.count("out of reach") == 2  # add and incr


def test_a_guest_without_matches_is_forgotten_after_a_session_s_life(guest: Player) -> None:
    assert guest.seen_at is not None

    services.forget_guests(now=guest.seen_at + services.GUEST_LIFETIME)
    assert Player.objects.filter(pk=guest.pk).exists()

    services.forget_guests(now=guest.seen_at + services.GUEST_LIFETIME + timedelta(seconds=1))
    assert not Player.objects.filter(pk=guest.pk).exists()


def test_who_comes_back_stays_logged_in_on_each_machine(guest_client: Client, alice: Player) -> None:
    began = timezone.now()
    desk, phone = client_of(alice), client_of(alice)
    for days in (1, 50, 100):
        with time_machine.travel(began + timedelta(days=days)):
            for client in (guest_client, desk, phone):
                assert client.get("/").context["request"].player is not None


def test_a_guest_with_a_match_is_forgotten_but_for_the_seat(guest: Player) -> None:
    seat = seat_in_a_match(guest)
    assert guest.seen_at is not None

    services.forget_guests(now=guest.seen_at + services.GUEST_LIFETIME * 2)

    seat.refresh_from_db()
    assert seat.player.pk == guest.pk
    assert seat.player.name == f"deleted-{guest.pk}"


# Signing up


def test_a_sign_up_is_a_guest_until_the_address_is_confirmed(db: None) -> None:
    user = new_user()

    player = services.sign_up(user=user, name="Newcomer", now=NOW)
    assert player.kind == Player.Kind.GUEST
    assert queries.mail_address(player) is None

    services.confirm(user=user)
    player.refresh_from_db()
    assert player.kind == Player.Kind.PERSON


def test_a_guest_who_signs_up_stays_the_same_player_with_the_same_seats(guest: Player) -> None:
    seat = seat_in_a_match(guest)

    player = services.sign_up(user=new_user(), name="Newcomer", guest=guest, now=NOW)

    assert player.pk == guest.pk
    assert player.name == "Newcomer"
    assert player.seats.get() == seat


def test_a_guest_is_adopted_only_once(guest: Player) -> None:
    first = services.sign_up(user=new_user("first"), name="First", guest=guest, now=NOW)

    second = services.sign_up(user=new_user("second"), name="Second", guest=guest, now=NOW)

    assert first.pk == guest.pk
    assert second.pk != guest.pk
    first.refresh_from_db()
    assert first.name == "First"


@pytest.mark.parametrize("name", ["Alice", "alice", "aIice", "a1ice"])
def test_a_name_that_looks_like_another_s_is_taken(alice: Player, guest: Player, name: str) -> None:
    with pytest.raises(services.NameTaken):
        services.sign_up(user=new_user(), name=name, now=NOW)
    with pytest.raises(services.NameTaken):
        services.sign_up(user=new_user("another"), name=name, guest=guest, now=NOW)

    guest.refresh_from_db()
    assert guest.name == "Guest-00000001"


def test_so_is_one_whose_small_letters_look_like_nothing_else(db: None) -> None:
    make_person("Кира")  # as capitals they look like Latin ones

    assert all(queries.is_taken(name) for name in ("Кира", "кира", "КИРА"))
    assert {queries.named(name) for name in ("Кира", "кира", "КИРА")} == {Player.objects.get(name="Кира")}

    User.objects.filter(username="кира").update(username="renamed")
    assert all(queries.is_taken(name) for name in ("Кира", "кира", "renamed"))
    assert not queries.is_taken("Кирилл")


def test_a_name_that_was_never_confirmed_is_free_again(guest: Player) -> None:
    user = new_user()
    services.sign_up(user=user, name="Newcomer", guest=guest, now=NOW)

    services.release_unconfirmed(now=user.date_joined + services.CONFIRM_WITHIN)
    assert queries.is_taken("Newcomer")

    services.release_unconfirmed(now=user.date_joined + services.CONFIRM_WITHIN + timedelta(seconds=1))
    assert not queries.is_taken("Newcomer")
    assert not User.objects.filter(pk=user.pk).exists()
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.name.startswith("Guest-")


def test_who_has_confirmed_is_never_released(alice: Player) -> None:
    services.release_unconfirmed(now=NOW + timedelta(days=4000))

    alice.refresh_from_db()
    assert alice.name == "Alice"
    assert alice.user is not None


# Computers


def test_each_level_of_the_engine_has_one_player(db: None) -> None:
    services.ensure_computers(now=NOW)

    computers = Player.objects.filter(kind=Player.Kind.COMPUTER).order_by("level")
    assert [computer.level for computer in computers] == [level.number for level in LEVELS]
    assert [computer.name for computer in computers] == [f"Computer-{level.name}" for level in LEVELS]
    assert all(computer.user is None for computer in computers)


def test_a_level_s_player_stays_the_same_under_a_new_name(db: None) -> None:
    """Whoever plays against it goes on with it."""
    services.ensure_computers(now=NOW)
    before = Player.objects.get(level=1)
    Player.objects.filter(pk=before.pk).update(name="Computer-Random", skeleton="computer-random")

    services.ensure_computers(now=NOW)

    assert Player.objects.get(pk=before.pk).name == "Computer-Beginner"
    assert Player.objects.filter(kind=Player.Kind.COMPUTER).count() == len(LEVELS)


# Visits


def test_a_visit_is_noted_once_an_hour(alice: Player) -> None:
    assert alice.seen_at is not None
    soon, later = alice.seen_at + timedelta(minutes=59), alice.seen_at + timedelta(minutes=61)

    services.saw(player=alice, now=soon)
    assert Player.objects.get(pk=alice.pk).seen_at == alice.seen_at

    services.saw(player=alice, now=later)
    assert Player.objects.get(pk=alice.pk).seen_at == later


# Blocks


def test_a_block_holds_both_ways_and_can_be_taken_back(alice: Player, bob: Player, charlie: Player) -> None:
    services.block(blocker=alice, blocked=bob, now=NOW)
    services.block(blocker=alice, blocked=bob, now=NOW)

    assert queries.blocked(alice, bob)
    assert queries.blocked(bob, alice)
    assert not queries.blocked(alice, charlie)
    assert Block.objects.count() == 1

    services.unblock(blocker=bob, blocked_id=alice.pk)  # not his to take back
    assert queries.blocked(alice, bob)

    services.unblock(blocker=alice, blocked_id=bob.pk)
    assert not queries.blocked(alice, bob)


def test_nobody_blocks_themselves_a_guest_or_a_computer(alice: Player, guest: Player, computer: Player) -> None:
    for other in (alice, guest, computer):
        with pytest.raises(services.CannotBlock):
            services.block(blocker=alice, blocked=other, now=NOW)


# Addresses


def test_mail_goes_to_the_confirmed_address_only(alice: Player) -> None:
    EmailAddress.objects.create(user=alice.user, email="new@example.org", verified=False)
    assert queries.mail_address(alice) == "alice@example.org"

    EmailAddress.objects.filter(user=alice.user).update(verified=False)
    assert queries.mail_address(alice) is None


def test_persons_made_by_the_helper_are_whole(db: None) -> None:
    dora = make_person("Dora")

    assert dora.is_person
    assert queries.mail_address(dora) == "dora@example.org"
    assert make_guest().is_guest
