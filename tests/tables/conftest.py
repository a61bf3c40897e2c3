"""A table led by Alice, at which Bob and Dora play; Charlie is a stranger."""

from __future__ import annotations

import pytest
from django.test import Client

from games.players.models import Player
from games.tables.models import Scene, Table
from tests.players.people import *  # noqa: F403
from tests.players.people import client_of, make_person
from tests.tables.helpers import joined, opened, opened_scene


@pytest.fixture
def dora(db: None) -> Player:
    return make_person("Dora")


@pytest.fixture
def dora_client(dora: Player) -> Client:
    return client_of(dora)


@pytest.fixture
def table(alice: Player, bob: Player, dora: Player) -> Table:
    made = opened(alice)
    joined(made, alice, bob)
    joined(made, alice, dora)
    return made


@pytest.fixture
def scene(table: Table, alice: Player) -> Scene:
    return opened_scene(table, alice)
