"""What waits for a player at their tables is counted as it is: orders and answers of a fight, whoever gives them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.tabletop.changes import Left
from games.play.queries import lists
from games.players.models import Player
from games.players.services import delete_account
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet, Table
from games.tables.queries import tables as queries
from games.tables.services import fight_rounds, members, requests, tables
from games.tables.services.fights import Creature, Newcomer, add_fighter
from tests.tables.fighting import WAITS, asking, closed, ended, ordered, phase_of, ruled
from tests.tables.helpers import joined, opened, opened_scene

NOW = timezone.now()


def waits(*players: Player) -> list[int]:
    """How much waits for each, as counted; and their list of tables says the same."""
    found = [lists.waiting_counts(player, now=NOW)[2] for player in players]
    assert [any(map(_waits, queries.mine(player))) for player in players] == [bool(count) for count in found]
    return found


def _waits(place: Any) -> bool:
    return bool(place.waits or place.asked or place.status == "invited")


def test_orders_are_waited_for_until_they_are_given(fight: Fight, alice: Player, bob: Player, dora: Player) -> None:
    assert waits(alice, bob, dora) == [1, 1, 0]

    ordered(fight, bob, bubbles=WAITS)
    assert waits(alice, bob, dora) == [1, 0, 0]
    ordered(fight, bob, bubbles=None)
    assert waits(alice, bob, dora) == [1, 1, 0]
    ordered(fight, bob, bubbles=WAITS)
    ordered(fight, alice, charmander=WAITS)  # the next round
    assert waits(alice, bob, dora) == [1, 1, 0]
    fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())
    assert waits(alice, bob, dora) == [1, 1, 0]


def test_a_fight_that_is_decided_over_or_at_rest_waits_for_nobody(
    fight: Fight, table: Table, alice: Player, bob: Player
) -> None:
    tables.pause(table_id=table.pk, player=alice, now=NOW)
    assert waits(alice, bob) == [0, 0]
    tables.resume(table_id=table.pk, player=alice, now=NOW)
    ruled(fight, alice, Left("charmander", "down"))
    assert waits(alice, bob) == [0, 0]
    ruled(fight, alice, Left("charmander", ""))
    assert waits(alice, bob) == [1, 1]
    ended(fight, alice)
    assert waits(alice, bob) == [0, 0]


def test_one_fight_counts_once_however_many_are_to_be_ordered(fight: Fight, alice: Player) -> None:
    more = Newcomer(Creature("rattata", "", 3, ("tackle",)), 1)
    add_fighter(fight_id=fight.pk, player=alice, phase=phase_of(fight), newcomer=more, close_to=(), now=timezone.now())

    assert waits(alice) == [1]


@pytest.mark.parametrize("how", ["leaves the table", "leaves the site", "leads it now"])
def test_whose_player_is_gone_waits_for_the_gms(
    fight: Fight, table: Table, alice: Player, bob: Player, how: str
) -> None:
    ordered(fight, alice, charmander=WAITS)
    assert waits(alice, bob) == [0, 1]

    if how == "leaves the table":
        members.leave(table_id=table.pk, player=bob, now=timezone.now())
    elif how == "leaves the site":
        delete_account(player=bob, now=timezone.now())
    else:
        members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)

    assert waits(alice) == [1]
    if how != "leaves the site":
        assert waits(bob) == [int(how == "leads it now")]


def test_sealed_orders_of_who_leaves_the_site_are_wanted_anew(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=WAITS)
    ordered(fight, alice, charmander=None)
    delete_account(player=bob, now=timezone.now())

    assert fight.entrants.get(fighter="bubbles").awaited


def test_an_answer_is_waited_for(scene: Scene, bubbles: Sheet, alice: Player, bob: Player) -> None:
    fight = asking(scene, alice, bob, bubbles)

    assert waits(alice, bob) == [0, 1]
    fight_rounds.react(fight_id=fight.pk, player=bob, phase=phase_of(fight), how="dodge", now=timezone.now())
    assert waits(alice, bob) == [1, 1]


def test_who_is_not_in_any_more_is_told_of_no_roll(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player
) -> None:
    newer = opened(alice, name="The Bridge")
    joined(newer, alice, bob)
    Table.objects.filter(pk=newer.pk).update(active_at=timezone.now())
    roll = {"what": "to climb", "stat": "will", "skill": "", "dd": 7, "audience": "roller"}
    requests.ask(scene_id=scene.pk, player=alice, sheet_ids=[aline.pk], now=timezone.now(), **roll)
    assert waits(bob) == [1]
    assert [place.table for place in queries.mine(bob)] == [table, newer]

    members.put_out(table_id=table.pk, player=alice, member_id=bob.pk, now=timezone.now())
    members.apply(table_id=table.pk, player=bob, words="Again?", now=timezone.now())

    assert waits(bob) == [0]
    assert [place.table for place in queries.mine(bob)] == [newer, table]


def test_a_fight_at_a_table_that_pauses_has_no_badge(
    fight: Fight, table: Table, alice: Player, bob_client: Client
) -> None:
    badge = '<span class="badge wait">waits for you</span>'
    assert badge in bob_client.get(fight.scene.get_absolute_url()).content.decode()

    tables.pause(table_id=table.pk, player=alice, now=NOW)

    assert badge not in bob_client.get(fight.scene.get_absolute_url()).content.decode()


def test_the_table_says_in_which_scene(fight: Fight, table: Table, alice: Player, bob_client: Client) -> None:
    opened_scene(table, alice, "At the bridge")

    page = bob_client.get(table.get_absolute_url()).content.decode()

    assert page.count('<span class="badge wait">waits for you') == 1
    assert 'At the mill</strong> <span class="row small muted"><span class="badge wait">waits for you' in page


def test_it_stands_in_the_head_of_pages_and_at_home(fight: Fight, alice: Player, bob_client: Client) -> None:
    home = bob_client.get("/").content.decode()

    assert "1 thing waits for you at your tables" in home
    assert "<title>(1) " in home
    assert ", 1 waits for you" in home
    closed(fight, alice)
    ended(fight, alice)
    assert "<title>(" not in bob_client.get("/").content.decode()


def test_places_that_are_offered_or_asked_for_are_counted(alice: Player, bob: Player, charlie: Player) -> None:
    table = opened(alice)
    members.invite(table_id=table.pk, player=alice, name="Bob", now=NOW)
    members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
    assert waits(alice, bob, charlie) == [1, 1, 0]

    members.answer_invitation(table_id=table.pk, player=bob, take=True, now=NOW)
    members.answer_application(table_id=table.pk, player=alice, applicant_id=charlie.pk, take=False, now=NOW)
    assert waits(alice, bob, charlie) == [0, 0, 0]


def test_places_at_a_closed_table_wait_for_nobody(alice: Player, bob: Player, charlie: Player) -> None:
    table = opened(alice)
    members.invite(table_id=table.pk, player=alice, name="Bob", now=NOW)
    members.apply(table_id=table.pk, player=charlie, words="", now=NOW)

    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)

    assert waits(alice, bob, charlie) == [0, 0, 0]
