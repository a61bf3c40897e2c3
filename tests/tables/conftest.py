"""A table led by Alice, at which Bob and Dora play; Charlie is a stranger."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Member, Scene, Sheet, Table
from games.tables.services import sheets
from tests.players.people import *  # noqa: F403
from tests.players.people import client_of, make_person
from tests.tables.fighting import against, fought
from tests.tables.helpers import opened, opened_scene


@pytest.fixture
def dora(db: None) -> Player:
    return make_person("Dora")


@pytest.fixture
def dora_client(dora: Player) -> Client:
    return client_of(dora)


@pytest.fixture
def table(alice: Player, bob: Player, dora: Player) -> Table:
    made = opened(alice)
    for player in (bob, dora):
        made.members.create(player=player, role=Member.Role.PLAYER, status=Member.Status.IN, since=made.opened_at)
    return made


@pytest.fixture
def scene(table: Table, alice: Player) -> Scene:
    return opened_scene(table, alice)


@pytest.fixture
def bubbles(table: Table, alice: Player, bob: Player) -> Sheet:
    """Bob's Squirtle."""
    known = {"of": "squirtle", "name": "Bubbles", "level": 7, "moves": ["tackle", "water_gun", "tail_whip"]}
    return sheets.make_pokemon(
        table_id=table.pk, player=alice, owner_id=bob.pk, secret=False, now=timezone.now(), **known
    )


@pytest.fixture
def aline(table: Table, bob: Player) -> Sheet:
    """Bob's trainer."""
    points = dict.fromkeys(("strength", "concentration", "constitution", "will", "dexterity"), 2)
    return sheets.make_trainer(
        table_id=table.pk, player=bob, name="Aline", points=points, skills={}, now=timezone.now()
    )


@pytest.fixture
def fight(scene: Scene, bubbles: Sheet, alice: Player) -> Fight:
    """Bubbles against a wild Charmander."""
    return fought(scene, alice, *against(bubbles))
