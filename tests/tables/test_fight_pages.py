"""The pages of fights: what is shown to whom, what can be done there, and what is hidden from the wrong eyes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine.tabletop import capture
from engine.tabletop.changes import Change, Lost, Shifted, Spent
from engine.tabletop.events import Rolled
from engine.tabletop.moves import Move
from engine.tabletop.orders import Ball, Say
from games.outbox.models import Job
from games.play.services import draws
from games.players.models import Player
from games.tables.fight_models import Fight, FightPly, Orders
from games.tables.models import Scene, Sheet, Table
from games.tables.order_forms import OrdersForm
from games.tables.queries import fights
from games.tables.queries.fight_log import steps
from games.tables.queries.scenes import PAGE
from games.tables.services import fight_rounds
from games.tables.services.fights import Creature, Newcomer
from games.tables.story import chapters, lines_of
from tests.engine.tabletop.fights import TACKLE, fighter
from tests.engine.tabletop.fights import fight as stage
from tests.tables.fighting import (
    WAITS,
    WILD,
    against,
    asking,
    closed,
    ended,
    fought,
    joined,
    ordered,
    phase_of,
    plan,
    ruled,
    stands,
    uses,
    with_balls,
)
from tests.tables.helpers import sent, written
from tests.tables.test_letters import whole, work
from tests.tables.test_sheets import pokemon

HX = {"HX-Request": "true"}
NASTY = "<script>alert(1)</script>"


def address(fight: Fight, end: str = "") -> str:
    return f"/fights/{fight.pk}/{end}"


def opening(client: Client, scene: Scene, **values: str) -> Any:
    """Post the form of a fight as the page gives it, with these values."""
    page = client.get(f"/scenes/{scene.pk}/fights/new/").content.decode()
    found = re.search(r'name="commitment" value="(\w+)"', page)
    assert found
    sides = {f"c{number}-side": "1" for number in range(4)}
    sides |= {f"s{sheet.pk}-side": "0" for sheet in scene.table.sheets.all()}
    creature = {"c0-species": "Salamèche", "c0-level": "9", "c0-moves": "scratch, Ember", "c0-difficulty": "8"}
    return client.post(
        f"/scenes/{scene.pk}/fights/new/", {"commitment": found[1], "name": "At the ford", **sides, **creature} | values
    )


# Opening


def test_a_gm_opens_a_fight_on_a_page(scene: Scene, bubbles: Sheet, alice_client: Client) -> None:
    own = f"s{bubbles.pk}"

    answer = opening(alice_client, scene, **{f"{own}-come": "on", f"{own}-side": "0", f"{own}-place": "a"})

    fight = Fight.objects.get()
    assert answer["Location"] == address(fight)
    page = alice_client.get(address(fight)).content.decode()
    for words in ("At the ford", "Bubbles", "Charmander", "capture DD 8", "Your orders for round 1"):
        assert words in page
    assert fight.name in alice_client.get(scene.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"c0-species": "Nobody"}, "There is no such species: Nobody."),
        ({"c0-moves": "Nothing"}, "There is no such move: Nothing."),
        ({"c0-level": "900"}, "less than or equal to 100"),
        ({"c0-difficulty": "0"}, "greater than or equal to 1"),
        ({"c0-side": "9"}, "9 is not one of the available choices"),
        ({"commitment": "0" * 64}, "the fingerprint is a new one"),
        ({}, "A fight needs at least two fighters."),
    ],
)
def test_what_is_wrong_stays_in_the_form(
    scene: Scene, alice_client: Client, values: dict[str, str], words: str
) -> None:
    creatures = {"c1-species": "Pidgey", "c1-level": "4", "c1-moves": "tackle"} if values else {}

    answer = opening(alice_client, scene, **creatures, **values)

    assert answer.status_code in (409, 422)
    assert words in answer.content.decode()
    assert 'value="At the ford"' in answer.content.decode()
    assert not Fight.objects.exists()


def test_only_a_gm_opens_one(scene: Scene, bob_client: Client, client: Client) -> None:
    for somebody in (bob_client, client):
        assert somebody.get(f"/scenes/{scene.pk}/fights/new/").status_code == 302
        assert somebody.post(f"/scenes/{scene.pk}/fights/new/", {"name": "x"}).status_code == 302
    assert not Fight.objects.exists()


# Orders


def test_orders_are_given_by_a_form_that_knows_what_can_be_ordered(
    fight: Fight,
    alice: Player,
    bob_client: Client,
) -> None:
    ruled(fight, alice, why="a storm comes up")
    page = bob_client.get(address(fight)).content.decode()
    for words in (
        "Water Gun (3 Energy)",
        "Counter with Water Gun (3 Energy)",
        'value="charmander" selected',
        "a storm comes up",
    ):
        assert words in page
    assert "counter:tail_whip" not in page
    sent_ = {"phase": fight.phase, "bubbles-order0": "use:water_gun", "bubbles-target0": "charmander"}

    answer = bob_client.post(
        address(fight), sent_ | {"bubbles-reaction": "dodge", "bubbles-against-charmander": "none"}
    )

    assert answer.status_code == 302
    row = Orders.objects.get()
    assert json.loads(row.plan) == {
        "fighter": "bubbles",
        "orders": [{"kind": "use", "move": "water_gun", "target": "charmander"}],
        "reactions": [{"how": "dodge"}, {"how": "none", "against": "charmander"}],
    }
    sealed = bob_client.get(address(fight)).content.decode()
    assert "Your orders are sealed" in sealed
    assert "Water Gun (3 Energy) · Charmander, Dodge" in sealed
    again = bob_client.get(address(fight), {"change": "1"}).content.decode()
    assert 'value="use:water_gun" selected' in again
    without = bob_client.post(address(fight), {"phase": fight.phase}, follow=True)  # no orders any more
    assert "Nothing is ordered: choose an order and seal again." in without.content.decode()
    assert not Orders.objects.exists()
    bob_client.post(address(fight), sent_ | {"bubbles-order0": "counter:water_gun", "bubbles-reaction": "dodge"})
    assert "Counter with Water Gun (3 Energy) · Charmander, Dodge" in bob_client.get(address(fight)).content.decode()


def test_without_energy_struggle_is_offered_beside_what_costs_nothing() -> None:
    own = fighter("a", Move("splash", "Splash", "normal", "other", 0, range="self"), TACKLE, energy=0)

    offered = str(OrdersForm(state=stage(own, fighter("b", side=1)), fighter=own, plan=None, balls={})["order0"])

    assert 'value="use:splash"' in offered
    assert 'value="use:struggle"' in offered
    assert 'value="use:tackle"' not in offered


NO_ORDERS = [
    ({"bubbles-order0": "use:flamethrower"}, 422, "use:flamethrower is not one of the available choices"),
    ({"bubbles-target0": ""}, 422, "Water Gun needs a target"),
    ({"bubbles-order0": "withdraw", "bubbles-target0": ""}, 422, "Say whom this order is about."),
    ({"bubbles-order0": "say"}, 422, "Say what it does."),
    ({"phase": "0"}, 409, "The fight has gone on meanwhile"),
    ({"phase": "x"}, 409, "The fight has gone on meanwhile"),
]


def test_what_cannot_be_ordered_is_said_and_nothing_is_lost(
    fight: Fight, bob_client: Client, subtests: pytest.Subtests
) -> None:
    for wrong, status, words in NO_ORDERS:
        with subtests.test(words):
            right = {"phase": str(fight.phase), "bubbles-order0": "use:water_gun", "bubbles-target0": "charmander"}

            answer = bob_client.post(address(fight), right | {"bubbles-reaction": "dodge"} | wrong)

            assert answer.status_code == status
            assert words in answer.content.decode()
            assert 'value="dodge" selected' in answer.content.decode()
            assert not Orders.objects.exists()


def test_a_move_that_cannot_be_paid_is_not_offered(fight: Fight, alice: Player, bob_client: Client) -> None:
    ruled(fight, alice, Spent("bubbles", 48))

    page = bob_client.get(address(fight)).content.decode()

    assert "use:water_gun" not in page
    assert "Not enough Energy for: Water Gun" in page
    answer = bob_client.post(
        address(fight), {"phase": fight.phase, "bubbles-order0": "use:water_gun", "bubbles-target0": "charmander"}
    )
    assert answer.status_code == 422


def test_a_player_orders_for_nobody_elses_fighter(fight: Fight, dora_client: Client, charlie_client: Client) -> None:
    for somebody, status in ((dora_client, 302), (charlie_client, 403)):
        answer = somebody.post(address(fight), {"phase": fight.phase, "bubbles-order0": "wait"})
        assert answer.status_code == status
    assert not Orders.objects.exists()


def test_the_chance_of_a_ball_is_shown_before_it_is_thrown(
    fight: Fight,
    aline: Sheet,
    alice: Player,
    bob_client: Client,
    alice_client: Client,
) -> None:
    with_balls(aline, alice, "Super Ball", "Super Ball")
    ruled(fight, alice, Lost("charmander", 15))

    page = bob_client.get(address(fight)).content.decode()

    assert "To catch Charmander as it stands (DD 4, three rolls):" in page
    chance = float(100 * capture.chance(5, 4))
    assert f"Super Ball {chance:.2f} %" in page
    assert "Throw Super Ball (2 left)" in page
    alice_client.post(address(fight, "difficulty/"), {"phase": fight.phase, "fighter": "charmander", "dd": "30"})
    assert "Above DD 10 no ball can catch it." in bob_client.get(address(fight)).content.decode()


def test_of_a_secret_sheet_a_high_difficulty_is_not_called_hopeless(
    scene: Scene, bubbles: Sheet, aline: Sheet, alice: Player, bob_client: Client
) -> None:
    with_balls(aline, alice, "Super Ball")
    fight = fought(scene, alice, *against(bubbles, wild=replace(WILD, secret=True), difficulty=12))

    page = bob_client.get(address(fight)).content.decode()

    assert "Above DD 10 no ball can catch it unless it is weakened." in page


# What a GM does


def test_a_gm_leads_by_forms(fight: Fight, alice_client: Client, bob: Player, alice: Player) -> None:
    ordered(fight, bob, bubbles=plan(Say(f"splashes {NASTY}")))
    page = alice_client.post(address(fight, "close/"), {"phase": fight.phase}, follow=True).content.decode()
    assert "splashes &lt;script&gt;" in page
    assert NASTY not in page
    phase = Fight.objects.get().phase
    for end, values in (
        ("settle/", {"fighter": "bubbles", "ruling": "It is wet."}),
        ("rule/", {"fighter": "charmander", "what": "has:sleep", "why": "tired"}),
        ("rule/", {"fighter": "charmander", "what": "stat:will", "number": "-1", "why": "tired"}),
        ("rule/", {"fighter": "charmander", "what": "far", "other": "bubbles", "why": "it runs"}),
        ("roll/", {"what": "does it hear?", "pool": "3", "dd": "6", "fighter": "charmander"}),
        ("difficulty/", {"fighter": "charmander", "dd": "5"}),
    ):
        answer = alice_client.post(address(fight, end), {"phase": phase, **values})
        assert answer.status_code == 302, answer.content.decode()
    page = alice_client.get(address(fight)).content.decode()
    for words in ("It is wet.", "Charmander · Sleep", "Charmander · Will −1", "moves away from", "does it hear?"):
        assert words in page
    answer = alice_client.post(
        address(fight, "join/"),
        {"phase": phase, "c0-species": "pidgey", "c0-level": "3", "c0-moves": "gust", "c0-side": "1"},
    )
    assert answer.status_code == 302
    assert "Pidgey joins the fight." in alice_client.get(address(fight)).content.decode()


NOT_FOR_A_GM = [
    ("rule/", {"fighter": "", "what": "lost", "number": "5", "why": "x"}, "This field is required."),
    ("rule/", {"fighter": "charmander", "what": "", "why": "x"}, "This field is required."),
    ("rule/", {"fighter": "charmander", "what": "lost", "number": "5", "why": ""}, "This field is required."),
    ("rule/", {"fighter": "charmander", "what": "lost", "number": "-5", "why": "x"}, "from 0 to 9999 is wanted"),
    ("rule/", {"fighter": "charmander", "what": "contact", "why": "x"}, "nobody in this fight is called"),
    ("rule/", {"fighter": "nobody", "what": "lost", "why": "x"}, "nobody is not one of the available choices"),
    ("roll/", {"what": "x", "pool": "10000", "dd": "6"}, "less than or equal to 100"),
    ("difficulty/", {"fighter": "charmander", "dd": "100"}, "less than or equal to 99"),
    ("join/", {"c0-species": "", "c0-side": "1"}, "This field is required."),
    ("settle/", {"fighter": "bubbles", "ruling": "x"}, "bubbles is not one of the available choices"),
]


def test_what_a_gm_cannot_do_is_said(fight: Fight, alice_client: Client, subtests: pytest.Subtests) -> None:
    for end, values, words in NOT_FOR_A_GM:
        with subtests.test(words):
            before = Fight.objects.get().state

            answer = alice_client.post(address(fight, end), {"phase": fight.phase, **values})

            assert answer.status_code == 422
            if end != "settle/":  # nothing is there to settle, so there is no form to say it in
                assert words in answer.content.decode()
            assert Fight.objects.get().state == before


def test_a_sheet_and_a_species_do_not_join_as_one(fight: Fight, aline: Sheet, alice_client: Client) -> None:
    values = {"phase": fight.phase, "c0-sheet": aline.pk, "c0-species": "pidgey", "c0-level": "3", "c0-side": "1"}

    answer = alice_client.post(address(fight, "join/"), values)

    assert answer.status_code == 422
    assert "Choose a sheet or a species, not both." in answer.content.decode()
    assert not fight.entrants.filter(sheet=aline).exists()
    assert alice_client.post(address(fight, "join/"), values | {"c0-species": " "}).status_code == 302
    assert fight.entrants.filter(sheet=aline).exists()


def test_players_do_nothing_of_this(fight: Fight, bob_client: Client, client: Client) -> None:
    values = {"phase": fight.phase, "fighter": "charmander", "what": "lost", "number": "5", "why": "x", "dd": "5"}
    for end in ("close/", "undo/", "end/", "rule/", "difficulty/"):
        assert bob_client.post(address(fight, end), values).status_code == 403, end
        assert client.post(address(fight, end), values)["Location"].startswith("/account/login"), end
    assert fight.plies.count() == 1


# Hidden information


def seen_by(fight: Fight, somebody: Client) -> list[bytes]:
    """All that somebody is sent about a fight: page, fragments, the scene, its list, the dice, their own data."""
    scene = fight.scene_id
    return [
        sent(somebody.get(address(fight))),
        sent(somebody.get(address(fight), {"seen": "x", "form": "1", "phase": "1"}, headers=HX)),
        sent(somebody.get(address(fight), {"seen": "x", "form": "0"}, headers=HX)),
        sent(somebody.get(address(fight), {"change": "1"})),
        sent(somebody.get(f"/scenes/{scene}/")),
        sent(somebody.get(f"/scenes/{scene}/fights/")),
        sent(somebody.get(f"/scenes/{scene}/draws/")),
        sent(somebody.get(f"/draws/{fight.log.pk}.json")),
        sent(somebody.get("/preferences/data/")),
    ]


ORDERS = [uses("water_gun", "charmander", "dodge"), plan(Say("I have a secret plan"))]


@pytest.mark.usefixtures("standing_clock")
def test_who_has_ordered_is_seen_but_not_what(
    fight: Fight,
    bob: Player,
    alice_client: Client,
    dora_client: Client,
    client: Client,
    bob_client: Client,
) -> None:
    wrong = (alice_client, dora_client, client)
    shown = []
    for told in ORDERS:
        ordered(fight, bob, bubbles=told, now=fight.opened_at)
        shown.append([seen_by(fight, somebody) for somebody in wrong])
        mine = bob_client.get(address(fight)).content.decode()
        assert ("secret plan" in mine) == (told is ORDERS[1])

    assert shown[0] == shown[1]
    assert b"ordered" in shown[0][0][0]


def test_nor_does_a_mail_tell(fight: Fight, bob: Player, alice: Player) -> None:
    told, later = [], timezone.now() + timedelta(hours=1)
    for orders in ORDERS:
        ordered(fight, bob, bubbles=orders)
        told.append([whole(message) for message in work(later)])
        Job.objects.update(status=Job.Status.WAITING, locked_until=None, attempts=0)

    assert told[0] == told[1]
    assert "Round 1 of “The bridge”" in told[0][-1][1]
    assert told[0][-1][-1] == [alice.user.email]  # type: ignore[union-attr]


HIDDEN: list[tuple[Creature, list[Change]]] = [
    (replace(WILD, secret=True), [Spent("charmander", 5)]),
    (
        replace(WILD, level=40, moves=("scratch", "smokescreen"), secret=True),
        [Spent("charmander", 9), Lost("charmander", 12), Shifted("charmander", "will", -1)],
    ),
]
NUMBERS = re.compile(rb"/(fights|draws)/[0-9]+|id=[\"]?[0-9]+|seen=[\"]?[\w%.]+|'Content-Length': '[0-9]+'")


@pytest.mark.usefixtures("standing_clock")
def test_two_sheets_that_differ_in_what_is_secret_look_alike(
    scene: Scene, bubbles: Sheet, aline: Sheet, alice: Player, bob: Player, bob_client: Client, client: Client
) -> None:
    with_balls(aline, alice, "Super Ball")
    shown, commitment = [], draws.reserve(alice, address="")
    for wild, changes in HIDDEN:
        with transaction.atomic():
            fight = fought(scene, alice, *against(bubbles, wild=wild), commitment=commitment)
            ruled(fight, alice, *changes)
            ordered(fight, bob, bubbles=WAITS)
            ordered(fight, alice, charmander=uses("scratch", "bubbles"))
            mails = [one for one in work(fight.opened_at + timedelta(hours=1)) if one.to != ["alice@example.org"]]
            pages = [one for somebody in (bob_client, client) for one in seen_by(fight, somebody)]
            shown.append([NUMBERS.sub(b"", page) for page in (*pages, *(str(one.body).encode() for one in mails))])
            cache.set(draws._reserved(commitment), bytes(fight.log.secret.value), 60)
            transaction.set_rollback(True)

    assert shown[0] == shown[1]
    assert len(shown[0]) > 18
    page = shown[0][0].decode()
    assert "To catch Charmander, whose condition is not known (DD 8, three rolls):" in page
    assert f"Super Ball {float(100 * capture.chance(5, 8)):.2f} %" in page


@pytest.mark.usefixtures("standing_clock")
def test_a_secret_sheet_stays_secret(
    scene: Scene,
    bubbles: Sheet,
    alice: Player,
    bob: Player,
    bob_client: Client,
    client: Client,
    alice_client: Client,
) -> None:
    rex = {"of": "charmander", "name": "Charmander", "level": 9, "moves": ["scratch", "ember"], "secret": True}
    hidden = pokemon(scene.table, alice, **rex)
    fight = fought(scene, alice, Newcomer(bubbles.pk), Newcomer(hidden.pk, 1))
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    ordered(fight, alice, charmander=WAITS)
    for somebody in (bob_client, client):
        page = somebody.get(address(fight)).content.decode()
        assert "Its sheet is secret." in page
        assert "level 9" not in page
        assert "Ember" not in page
        assert " / 20" not in page
    ended(fight, alice)
    for somebody in (bob_client, client):
        assert somebody.get(f"/draws/{fight.log.pk}.txt").status_code == 404
        page = somebody.get(f"/scenes/{scene.pk}/draws/").content.decode()
        assert "Every die was drawn again" in page
        assert "the game masters have it" in page
    assert alice_client.get(f"/draws/{fight.log.pk}.txt").status_code == 200


def test_nor_does_one_show_that_joined_and_was_taken_back(
    scene: Scene, fight: Fight, alice: Player, bob_client: Client, alice_client: Client
) -> None:
    hidden = pokemon(scene.table, alice, of="charmander", name="Rex", level=9, moves=["ember"], secret=True)
    closed(fight, alice)
    joined(fight, alice, Newcomer(hidden.pk, 1))
    fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())
    ended(fight, alice)

    assert bob_client.get(f"/draws/{fight.log.pk}.json").status_code == 404
    assert '\\"secret\\": true' in alice_client.get(f"/draws/{fight.log.pk}.json").content.decode()


def test_nor_does_who_joins_next_read_of_it(
    scene: Scene, alice: Player, bob: Player, dora: Player, dora_client: Client
) -> None:
    hidden = pokemon(scene.table, alice, bob, of="charmander", name="Rex", secret=True)
    fight = fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1))
    closed(fight, alice)
    joined(fight, alice, Newcomer(hidden.pk, 1))
    ruled(fight, alice, Spent("rex", 5))
    fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())
    joined(fight, alice, Newcomer(pokemon(scene.table, alice, dora).pk, 1))

    page = dora_client.get(address(fight)).content.decode()
    assert "Rex joins the fight." in page
    assert "Rex · Energy" not in page


def test_a_creature_of_the_fight_is_secret_while_it_lasts(
    scene: Scene, bubbles: Sheet, alice: Player, bob_client: Client
) -> None:
    fight = fought(scene, alice, *against(bubbles, wild=replace(WILD, secret=True)))
    assert bob_client.get(f"/draws/{fight.log.pk}.txt").status_code == 404
    ended(fight, alice)
    assert bob_client.get(f"/draws/{fight.log.pk}.txt").status_code == 200


def test_a_fight_of_a_table_that_is_not_public_is_its_peoples(
    fight: Fight,
    table: Table,
    charlie_client: Client,
    client: Client,
    bob_client: Client,
) -> None:
    Table.objects.filter(pk=table.pk).update(public=False)
    for somebody in (charlie_client, client):
        assert somebody.get(address(fight)).status_code == 404
        for end in ("answer/", "close/", "undo/", "end/", "rule/", "settle/", "roll/", "difficulty/", "join/"):
            assert somebody.post(address(fight, end), {"phase": fight.phase}).status_code == 404
    assert bob_client.get(address(fight)).status_code == 200


# Up to date by itself


def test_a_page_asks_what_has_changed_and_leaves_a_form_alone(
    fight: Fight,
    alice: Player,
    bob: Player,
    bob_client: Client,
) -> None:
    page = bob_client.get(address(fight)).content.decode()
    found = re.search(r'hx-get="([^"]+)" hx-trigger="every', page)
    assert found
    poll = found[1].replace("&amp;", "&")
    assert "form=1" in poll
    assert bob_client.get(poll, headers=HX).status_code == 204

    ordered(fight, alice, charmander=WAITS)
    news = bob_client.get(poll, headers=HX)
    assert news.status_code == 200
    assert b'id="command"' not in news.content
    assert b'id="gone-on"' not in news.content
    closed(fight, alice)
    news = bob_client.get(poll, headers=HX)
    assert b'id="command"' not in news.content
    assert b'id="gone-on"' in news.content

    for idle in (poll.replace("form=1", "form=0"), f"{poll}&untouched=1"):
        assert b'id="command" hx-swap-oob="true"' in bob_client.get(idle, headers=HX).content


def test_the_list_of_a_scene_says_what_waits_for_whom(
    fight: Fight,
    scene: Scene,
    bob: Player,
    bob_client: Client,
    client: Client,
) -> None:
    assert "waits for you" in bob_client.get(f"/scenes/{scene.pk}/").content.decode()
    assert "waits for you" not in client.get(f"/scenes/{scene.pk}/").content.decode()
    ordered(fight, bob, bubbles=WAITS)
    page = bob_client.get(f"/scenes/{scene.pk}/").content.decode()
    assert "waits for you" not in page
    found = re.search(r'hx-get="(/scenes/\d+/fights/[^"]*)"', page)
    assert found
    assert bob_client.get(found[1], headers=HX).status_code == 204


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_page_asks_as_often_for_a_long_fight_as_for_a_short_one(
    fight: Fight,
    alice: Player,
    client: Client,
    bob_client: Client,
    rounds: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(rounds):
        ordered(fight, alice, charmander=uses("ember", "bubbles"))
        closed(fight, alice)

    with django_assert_num_queries(6):
        client.get(address(fight))
    with django_assert_num_queries(13):
        bob_client.get(address(fight))


def test_a_page_asks_as_often_for_many_balls_as_for_one(
    scene: Scene,
    table: Table,
    bubbles: Sheet,
    aline: Sheet,
    alice: Player,
    bob: Player,
    bob_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with_balls(aline, alice, "Poké Ball 20")
    sheets_ = (bubbles, *(pokemon(table, alice, bob, name=name) for name in ("Rex", "Sue")))
    many = [fought(scene, alice, *against(sheet, difficulty=30)) for sheet in sheets_]
    for more, left in ((1, 17), (2, 11)):
        for fight, sheet in zip(many, sheets_, strict=True):
            for _ in range(more):
                ordered(fight, bob, **{sheet.name.lower(): plan(Ball("poke_ball", "charmander", 30))})
                closed(fight, alice)

        with django_assert_num_queries(17):
            page = bob_client.get(address(many[0])).content.decode()
        assert f"Throw Poké Ball ({left} left)" in page
    FightPly.objects.update(snapshot="")  # as fights from before have none
    assert "Throw Poké Ball (11 left)" in bob_client.get(address(many[0])).content.decode()


def test_a_long_log_is_shown_by_parts(fight: Fight, alice: Player, client: Client) -> None:
    for _ in range(14):
        closed(fight, alice)

    def shown(page: str) -> list[str]:
        return re.findall(r"<summary>(?:Round )?([^<]+)</summary>", page)

    last, old = (client.get(address(fight), query).content.decode() for query in ({}, {"rounds": "1"}))
    begun = client.get(address(fight), {"rounds": "0"}).content.decode()
    news = client.get(address(fight), {"rounds": "1", "seen": "x"}, headers=HX).content.decode()

    assert shown(last) == ["14", "13", "12", "11"]
    assert f'{address(fight)}?rounds=1#log">11 earlier rounds' in last  # and the beginning
    assert shown(old) == shown(news) == [str(number) for number in range(10, 0, -1)]
    assert f'{address(fight)}?rounds=0#log">1 earlier round<' in old
    assert "&amp;rounds=1&amp;" in old
    assert shown(begun)[-1] == "The beginning"
    assert "To the last rounds" in begun
    assert "To the last rounds" not in last
    ended(fight, alice)
    assert len(shown(client.get(address(fight)).content.decode())) == 10


def test_all_see_the_fight_as_it_stands_while_somebody_is_asked(
    scene: Scene, bubbles: Sheet, alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    fight = asking(scene, alice, bob, bubbles)
    energy = re.compile(r'id="fighter-charmander".*?Energy</span><span class="num">(\d+)', re.DOTALL)

    seen = [energy.findall(one.get(address(fight)).content.decode()) for one in (alice_client, bob_client)]

    assert seen[0] == seen[1]
    assert int(seen[0][0]) < 50


def test_an_undone_round_and_the_one_that_replaces_it_have_one_number(
    fight: Fight, alice: Player, client: Client
) -> None:
    closed(fight, alice)
    fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())
    closed(fight, alice)

    assert [(one.number, one.undone) for one in chapters(steps(fight), 0)] == [(0, False), (1, True), (1, False)]


# The words


def test_it_reads_like_one_in_french_too(fight: Fight, alice: Player, bob: Player, bob_client: Client) -> None:
    Player.objects.filter(pk=bob.pk).update(language="fr")
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    ordered(fight, alice, charmander=WAITS)
    ended(fight, alice)

    page = bob_client.get(address(fight)).content.decode()

    for words in ("Bubbles utilise Water Gun contre Charmander.", "Charmander attend.", "Vitalité", "Le combat est"):
        assert words in page
    assert "Tour 2" not in page  # it is over: no round comes after the first


def test_the_log_reads_like_a_story(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    ordered(fight, alice, charmander=uses("ember", "bubbles"))
    first, then = chapters(steps(fight), 0)

    assert (first.number, then.number) == (0, 1)
    assert all(line.dice for line in first.lines if line.kind == "thrown")
    told = [line.text for line in then.lines if line.kind == "act"]
    assert "Bubbles uses Water Gun on Charmander." in told
    assert "Charmander uses Ember on Bubbles." in told
    thrown = sum(len(step.row.outcomes) for step in steps(fight))
    lines = [line for chapter in (first, then) for line in chapter.lines]
    d100 = [line for line in lines if "of 100" in line.text]
    assert sum(len(line.dice) for line in lines) + len(d100) == thrown  # every die is there


def test_the_answer_to_an_attack_is_told_with_the_attack(
    scene: Scene, bubbles: Sheet, alice: Player, bob: Player
) -> None:
    Table.objects.filter(pk=scene.table_id).update(rules={"reactions": "asked"})
    fight = fought(scene, alice, *against(bubbles, wild=replace(WILD, moves=("ember",))))
    told: list[str] = []
    while not any("of 100" in line for line in told):
        ordered(fight, alice, charmander=uses("ember", "bubbles"))
        ordered(fight, bob, bubbles=WAITS)
        if question := fights.asked(stands(fight)):
            fight_rounds.react(fight_id=fight.pk, player=bob, phase=phase_of(fight), how="dodge", now=timezone.now())
            answer = steps(fight)[-1]
            told = [line.text for line in lines_of(answer, 0)]
            (dodge,) = [one for one in answer.events if isinstance(one, Rolled) and one.what == "dodge"]
            scores = f"{dodge.score} against {question.score}"
            failed = f"Bubbles does not get out of the way: {scores}, and more was needed."
            assert (failed in told) == (dodge.score <= question.score)
        fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())

    assert [line.partition(":")[0] for line in told if "of 100" in line] == ["Charmander · Burn"]


# Between the posts of its scene


def test_a_fight_stands_where_it_began(scene: Scene, alice: Player, bubbles: Sheet, client: Client) -> None:
    monday = timezone.now() - timedelta(days=2)

    def begun(name: str, now: datetime) -> None:
        ended(fought(scene, alice, *against(bubbles), name=name, now=now), alice)

    begun("Dawn", monday - timedelta(hours=1))
    posts = [written(scene, alice, f"{number}.", now=monday + timedelta(minutes=number)) for number in range(PAGE + 2)]
    begun("Noon", monday + timedelta(minutes=1, seconds=1))
    begun("Dusk", monday + timedelta(minutes=PAGE - 1, seconds=1))  # behind the last post of the first page
    begun("Night", monday + timedelta(days=1))

    pages = [client.get(scene.get_absolute_url(), {"page": str(number)}).content.decode() for number in (1, 2)]

    marks = [re.findall(r'id="post-(\d+)"|The fight “(\w+)” begins', page) for page in pages]
    told = [[name or int(number) for number, name in found] for found in marks]
    numbers = [post.pk for post in posts]
    assert told[0] == ["Dawn", *numbers[:2], "Noon", *numbers[2:PAGE], "Dusk"]
    assert told[1] == [*numbers[PAGE:], "Night"]
