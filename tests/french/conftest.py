"""Bob reads French, Alice English; each test begins and ends in the site's own language."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from games.players.models import Player
from tests.players.conftest import posted  # noqa: F401
from tests.players.kept_people import *  # noqa: F403
from tests.players.people import client_of, make_person
from tests.rows import Rows

IN_FRENCH = {"accept-language": "fr-FR,fr;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def visitor(db: None) -> Client:
    """A browser whose first language is French."""
    return Client(headers=IN_FRENCH)


@pytest.fixture(scope="module")
def bob(rows: Rows) -> Player:
    """A person who has chosen French."""
    bob = make_person("Bob")
    bob.language = "fr"
    bob.save()
    return rows.keep(bob)


@pytest.fixture
def bob_client(bob: Player) -> Client:
    """Bob's browser asks for English: what he has chosen counts for more."""
    client = client_of(bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def words_of(response: HttpResponse) -> str:
    """A page's markup as it is read, with all spaces alike."""
    return unescape(response.content.decode()).replace("\u202f", " ").replace("\xa0", " ")
