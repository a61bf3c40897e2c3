"""A table led by Alice, at which Bob and Dora play; Charlie is a stranger."""

from __future__ import annotations

import pytest
from django.test import Client

from games.players.models import Player
from games.tables.models import Member, Scene, Table
from tests.players.people import *  # noqa: F403
from tests.players.people import client_of, make_person
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
    return pokemon(table, alice, bob, moves=["tackle", "water_gun", "tail_whip"])


@pytest.fixture
def aline(table: Table, bob: Player) -> Sheet:
    """Bob's trainer."""
    points = dict.fromkeys(("strength", "concentration", "constitution", "will", "dexterity"), 2)
    return sheets.make_trainer(table_id=table.pk, player=bob, name="Aline", points=points, skills={}, now=timezone.now())


@pytest.fixture
def fight(scene: Scene, bubbles: Sheet, alice: Player) -> Fight:
    return fought(scene, alice, *against(bubbles), now=timezone.now())
