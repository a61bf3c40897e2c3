"""A table led by Alice, at which Bob and Dora play; Charlie is a stranger."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet, Table
from games.tables.services import sheets
from tests.players.kept_people import *  # noqa: F403
from tests.players.people import client_of, make_person
from tests.rows import Rows
from tests.tables.fighting import against, fought
from tests.tables.helpers import opened_scene, opened_with


@pytest.fixture(scope="module")
def dora(rows: Rows) -> Player:
    return rows.keep(make_person("Dora"))


@pytest.fixture
def dora_client(dora: Player) -> Client:
    return client_of(dora)


@pytest.fixture(scope="module")
def table(rows: Rows, alice: Player, bob: Player, dora: Player) -> Table:
    return rows.keep(opened_with(alice, bob, dora))


@pytest.fixture(scope="module")
def scene(rows: Rows, table: Table, alice: Player) -> Scene:
    return rows.keep(opened_scene(table, alice))


@pytest.fixture(scope="module")
def bubbles(rows: Rows, table: Table, alice: Player, bob: Player) -> Sheet:
    """Bob's Squirtle."""
    known = {"of": "squirtle", "name": "Bubbles", "level": 7, "moves": ["tackle", "water_gun", "tail_whip"]}
    return rows.keep(
        sheets.make_pokemon(table_id=table.pk, player=alice, owner_id=bob.pk, secret=False, now=timezone.now(), **known)
    )


@pytest.fixture(scope="module")
def aline(rows: Rows, table: Table, bob: Player) -> Sheet:
    """Bob's trainer."""
    points = dict.fromkeys(("strength", "concentration", "constitution", "will", "dexterity"), 2)
    return rows.keep(
        sheets.make_trainer(table_id=table.pk, player=bob, name="Aline", points=points, skills={}, now=timezone.now())
    )


@pytest.fixture
def fight(scene: Scene, bubbles: Sheet, alice: Player) -> Fight:
    """Bubbles against a wild Charmander."""
    return fought(scene, alice, *against(bubbles))
