"""Two at the same instant, each with a connection of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.play.errors import Stale
from games.players.models import Player
from games.tables.fight_models import Fight, FightPly, Orders
from games.tables.models import Post, Roll, Scene, Sheet, Table
from games.tables.services import door, fight_clock, fight_rounds, posts
from games.tables.services.fights import Newcomer
from games.tables.services.posts import Wording
from games.tables.services.rolls import Declared
from tests.play.at_once import at_once, holding, wait_for_lock
from tests.players.people import *  # noqa: F403  # its tests commit: each makes its own
from tests.players.people import make_person
from tests.tables.fighting import WAITS, WILD, closed, fought, ordered, phase_of, stands, uses
from tests.tables.helpers import opened_scene, opened_with, rolled
from tests.tables.test_sheets import awarded, pokemon, spent

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def dora(db: None) -> Player:
    return make_person("Dora")


@pytest.fixture
def table(alice: Player, bob: Player, dora: Player) -> Table:
    return opened_with(alice, bob, dora)


@pytest.fixture
def scene(table: Table, alice: Player) -> Scene:
    return opened_scene(table, alice)


@pytest.fixture
def bubbles(table: Table, alice: Player, bob: Player) -> Sheet:
    return pokemon(table, alice, bob, moves=["tackle", "water_gun", "tail_whip"])


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


# Fights


def test_two_who_close_a_round_resolve_it_once(fight: Fight, alice: Player) -> None:
    phase = phase_of(fight)

    def close() -> Fight:
        return fight_rounds.close_round(fight_id=fight.pk, player=alice, phase=phase, now=timezone.now())

    with transaction.atomic(), door.locked_table(fight.scene.table_id):
        waiting = at_once(close, close)
        wait_for_lock(2)

    assert sorted(type(outcome(future)) is Stale for future in waiting) == [False, True]
    assert stands(fight).round == 1
    assert fight.plies.count() == 2


def test_an_order_that_comes_as_the_round_closes_is_in_it_or_stale(fight: Fight, alice: Player, bob: Player) -> None:
    phase, order = phase_of(fight), {"bubbles": uses("water_gun", "charmander")}

    def give() -> Fight:
        return fight_rounds.give_orders(fight_id=fight.pk, player=bob, phase=phase, plans=order, now=timezone.now())

    with transaction.atomic(), door.locked_table(fight.scene.table_id):
        waiting = at_once(give, lambda: closed(fight, alice))
        wait_for_lock(2)

    given, _closed = [outcome(future) for future in waiting]
    used = "water_gun" in FightPly.objects.get(ply=1).action
    assert used != (type(given) is Stale)
    assert not Orders.objects.exists()


def test_the_last_two_orders_at_once_resolve_the_round_once(fight: Fight, alice: Player, bob: Player) -> None:
    with transaction.atomic(), door.locked_table(fight.scene.table_id):
        waiting = at_once(lambda: ordered(fight, bob, bubbles=WAITS), lambda: ordered(fight, alice, charmander=WAITS))
        wait_for_lock(2)
    for future in waiting:
        future.result()

    assert stands(fight).round == 1
    assert fight.plies.count() == 2


def test_the_clock_and_an_answer_at_once(fight: Fight, alice: Player) -> None:
    phase, late = phase_of(fight), fight.opened_at + timedelta(days=4)

    with transaction.atomic(), door.locked_table(fight.scene.table_id):
        waiting = at_once(
            lambda: fight_rounds.run_out(fight_id=fight.pk, now=late),
            lambda: fight_rounds.close_round(fight_id=fight.pk, player=alice, phase=phase, now=late),
        )
        wait_for_lock(2)

    results = [outcome(future) for future in waiting]
    assert (results[0] is True) == (type(results[1]) is Stale)
    assert stands(fight).round == 1


def test_an_outage_moves_the_oldest_fight_first(scene: Scene, bubbles: Sheet, alice: Player) -> None:
    first, second = (fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1)) for _ in range(2))
    day, hour = timedelta(days=1), timedelta(hours=1)
    Fight.objects.filter(pk=first.pk).update(deadline_at=F("deadline_at") + day)  # now it is due last

    with holding(first, lambda: postpone_alone(hour)) as (moving,):
        Fight.objects.select_for_update(nowait=True).get(pk=second.pk)  # who locks both does not wait for ever
    moving.result()

    assert first.deadline_at
    assert second.deadline_at
    moved = {first.pk: first.deadline_at + day + hour, second.pk: second.deadline_at + hour}
    assert dict(Fight.objects.values_list("pk", "deadline_at")) == moved


def postpone_alone(gap: timedelta) -> None:
    """As the sweep does it, in a database that looks fights up by their deadlines."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        fight_clock.postpone(gap)
