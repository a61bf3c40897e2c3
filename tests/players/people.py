"""Alice, Bob and Charlie (the stranger): confirmed people, a guest and a computer, each with a client of their own.

Use them elsewhere by `from tests.players.people import *  # noqa: F403` in a conftest.
"""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone

from games.players import names, queries, services
from games.players.middleware import renew
from games.players.models import Player

PASSWORD = "quite a long pass phrase"

__all__ = [
    "alice",
    "alice_client",
    "bob",
    "bob_client",
    "charlie",
    "charlie_client",
    "computer",
    "guest",
    "guest_client",
]


def make_person(name: str) -> Player:
    """A person with the confirmed address <name>@example.org and PASSWORD."""
    user = User.objects.create_user(name.lower(), f"{name.lower()}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return services.create_person(user=user, name=name, now=timezone.now())


def client_of(player: Player) -> Client:
    """A browser that is logged in as the person, or plays as the guest."""
    session = SessionStore()
    if player.user is None:
        session[queries.GUEST_KEY] = player.pk
    else:  # a third of what `force_login` costs
        session[SESSION_KEY] = str(player.user.pk)
        session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
        session[HASH_SESSION_KEY] = player.user.get_session_auth_hash()
    renew(session, timezone.now())
    session.create()
    client = Client()
    client.cookies["sessionid"] = session.session_key
    return client


def make_guest(name: str = "Guest-00000001") -> Player:
    now = timezone.now()
    return Player.objects.create(
        kind=Player.Kind.GUEST, name=name, skeleton=names.skeleton(name), created_at=now, seen_at=now
    )


@pytest.fixture
def alice(db: None) -> Player:
    return make_person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return make_person("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return make_person("Charlie")


@pytest.fixture
def guest(db: None) -> Player:
    return make_guest()


@pytest.fixture
def computer(db: None) -> Player:
    return Player.objects.get(kind=Player.Kind.COMPUTER, level=1)


@pytest.fixture
def alice_client(alice: Player) -> Client:
    return client_of(alice)


@pytest.fixture
def bob_client(bob: Player) -> Client:
    return client_of(bob)


@pytest.fixture
def charlie_client(charlie: Player) -> Client:
    return client_of(charlie)


@pytest.fixture
def guest_client(guest: Player) -> Client:
    return client_of(guest)
