"""Two at the same instant, each with a connection of its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.play.errors import Stale
from games.players.models import Player
from games.tables.models import Post, Roll, Scene, Sheet, Table
from games.tables.services import door, posts
from games.tables.services.posts import Wording
from games.tables.services.rolls import Declared
from tests.play.at_once import at_once, wait_for_lock
from tests.tables.helpers import rolled
from tests.tables.test_sheets import awarded, pokemon, spent

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def outcome(future: Any) -> Any:
    """What came of it, an error too."""
    return future.exception() or future.result()


def test_two_rolls_at_once_are_two_plies(scene: Scene, bob: Player, dora: Player) -> None:
    with transaction.atomic(), door.locked_scene(scene.pk):
        waiting = at_once(lambda: rolled(scene, bob), lambda: rolled(scene, dora))
        wait_for_lock(2)
    for future in waiting:
        future.result()

    assert sorted(Roll.objects.values_list("ply", flat=True)) == [1, 2]


def test_one_form_sent_twice_at_once_rolls_once(scene: Scene, bob: Player) -> None:
    def send() -> Post:
        roll = Declared("to climb", 5, 6, "all")
        return posts.write(
            scene_id=scene.pk, player=bob, wording=Wording("x"), key="same", now=timezone.now(), roll=roll
        )

    with transaction.atomic(), door.locked_scene(scene.pk):
        waiting = at_once(send, send)
        wait_for_lock(2)

    assert len({future.result().pk for future in waiting}) == 1
    assert Roll.objects.count() == 1


def test_px_are_spent_once(table: Table, alice: Player, bob: Player) -> None:
    sheet = awarded(pokemon(table, alice, bob), alice, 10)
    with transaction.atomic(), door.locked_table(table.pk):
        waiting = at_once(lambda: spent(sheet, bob, "ev", "will"), lambda: spent(sheet, alice, "level"))
        wait_for_lock(2)

    results = [outcome(future) for future in waiting]

    assert sorted(type(one) is Stale for one in results) == [False, True]
    assert Sheet.objects.get().version == 3
