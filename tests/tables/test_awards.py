"""Experience at the end of a scenario: given by the GMs alone, once, all of it or none, and told on the sheets."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine.tabletop.changes import Left
from engine.tabletop.fighter import DOWN
from games.play.errors import Illegal, NotYours, Refused, Stale
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Award, Scene, Sheet, Table
from games.tables.services import awards, fight_rulings, sheets, tables
from games.tables.services.awards import Gain
from tests.tables import fighting
from tests.tables.helpers import opened, opened_scene
from tests.tables.test_sheets import pokemon, spent


def trainer(table: Table, player: Player, name: str = "Aline") -> Sheet:
    return sheets.make_trainer(table_id=table.pk, player=player, name=name, points={}, skills={}, now=timezone.now())


def given(table: Table, gm: Player, *gains: Gain, key: str = "a", title: str = "The mill") -> Award:
    return awards.give(table_id=table.pk, player=gm, title=title, gains=gains, fights=[], key=key, now=timezone.now())


def beaten(fight: Fight, gm: Player, fighter: str) -> None:
    """The GM's word is enough: it has no Vitality left and leaves, and the fight ends."""
    fight_rulings.rule(
        fight_id=fight.pk,
        player=gm,
        phase=fight.phase,
        changes=[Left(fighter, DOWN)],
        why="it gives up",
        now=timezone.now(),
    )
    fighting.ended(fight, gm)


def px(sheet: Sheet) -> int:
    sheet.refresh_from_db()
    return sheet.value.px


def form_of(sheet: Sheet, *awards: str, more: str = "") -> dict[str, Any]:
    return {f"{sheet.pk}-{name}": "on" for name in awards} | {f"{sheet.pk}-more": more}


def test_the_form_gives_what_it_says(table: Table, alice_client: Client, bob: Player, alice: Player) -> None:
    aline, bubbles = trainer(table, bob), pokemon(table, alice, bob)
    address = f"/tables/{table.pk}/experience/"
    assert f'name="{aline.pk}-heroic"' in alice_client.get(address).content.decode()

    answer = alice_client.post(
        address,
        {"title": "The old mill", "key": "a"}
        | form_of(aline, "automatic", "role_play", "failure", more="2")
        | form_of(bubbles, more="3"),
    )

    assert answer.status_code == 302
    assert (px(aline), px(bubbles)) == (5, 3)
    page = alice_client.get(aline.get_absolute_url()).content.decode()
    assert "+5 PX for The old mill: Took part, Role-play, Failure" in page


def test_five_awards_buy_what_five_px_buy(table: Table, alice: Player, bob: Player) -> None:
    aline = trainer(table, bob)
    given(table, alice, Gain(aline.pk, True, ("information", "role_play", "heroic", "failure"), more=5))
    aline.refresh_from_db()

    spent(aline, bob, "ev", "will")

    assert px(aline) == 0
    assert [change.what for change in aline.changes.all()] == ["ev", "awarded", "made"]


def test_a_form_sent_twice_gives_once(table: Table, alice: Player, bob: Player) -> None:
    aline = trainer(table, bob)

    assert given(table, alice, Gain(aline.pk, True)) == given(table, alice, Gain(aline.pk, True))

    assert px(aline) == 1


@pytest.mark.parametrize(
    ("gain", "error"),
    [
        ({"took_part": True, "reasons": ("beauty",)}, Illegal),
        ({"more": 101}, Refused),
        ({"more": -3}, Refused),
        ({}, Refused),
    ],
)
def test_of_what_cannot_be_given_nothing_is(
    table: Table, alice: Player, bob: Player, gain: dict[str, Any], error: type[Exception]
) -> None:
    aline, dario = trainer(table, bob), trainer(table, bob, "Dario")

    with pytest.raises(error):
        given(table, alice, *([Gain(aline.pk, True)] if gain else []), Gain(dario.pk, **gain))

    assert (px(aline), px(dario)) == (0, 0)
    assert not Award.objects.exists()


def test_only_gms_give_while_the_table_goes_on(table: Table, alice: Player, bob: Player, bob_client: Client) -> None:
    aline = trainer(table, bob)
    assert bob_client.get(f"/tables/{table.pk}/experience/").status_code == 302
    with pytest.raises(NotYours):
        given(table, bob, Gain(aline.pk, True))
    tables.close(table_id=table.pk, player=alice, archive=True, now=timezone.now())

    with pytest.raises(Refused):
        given(table, alice, Gain(aline.pk, True))


def test_sheets_of_another_table_get_nothing(table: Table, alice: Player) -> None:
    elsewhere = trainer(opened(alice, name="Elsewhere"), alice)

    with pytest.raises(Refused):
        given(table, alice, Gain(elsewhere.pk, True))


@pytest.mark.parametrize(
    ("title", "awards_", "words"),
    [
        ("", ("automatic",), "This field is required."),
        ("The mill", ("heroic",), "Who earns one of the others took part."),
        ("The mill", (), "Say who gets PX."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    table: Table, alice_client: Client, bob: Player, title: str, awards_: tuple[str, ...], words: str
) -> None:
    aline = trainer(table, bob)
    sent = {"title": title, "key": "a"} | form_of(aline, *awards_, more="0")

    answer = alice_client.post(f"/tables/{table.pk}/experience/", sent)

    assert answer.status_code in (409, 422)
    assert words in answer.content.decode()
    assert f'value="{title}"' in answer.content.decode() or not title
    assert px(aline) == 0


@pytest.mark.parametrize("count", [1, 4])
def test_the_form_asks_as_often_for_many_sheets_as_for_one(
    table: Table,
    bob: Player,
    alice_client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        trainer(table, bob, f"Aline {number}")
    alice_client.get(f"/tables/{table.pk}/experience/")

    with django_assert_num_queries(8):
        assert alice_client.get(f"/tables/{table.pk}/experience/").status_code == 200


def test_a_fight_won_proposes_px_until_it_is_paid_for(
    table: Table, scene: Scene, alice: Player, bob: Player, alice_client: Client
) -> None:
    bubbles = pokemon(table, alice, bob)
    fight = fighting.fought(scene, alice, *fighting.against(bubbles, wild=fighting.NOBODY))
    beaten(fight, alice, "magikarp")
    address = f"/tables/{table.pk}/experience/"
    page = alice_client.get(address).content.decode()
    assert "1 PX proposed: beat Magikarp (The bridge)" in page
    assert f'name="{bubbles.pk}-more" value="1"' in page

    alice_client.post(address, {"title": "x", "key": "a", "fights": str(fight.pk), f"{bubbles.pk}-more": "1"})

    assert px(bubbles) == 1
    assert "proposed" not in alice_client.get(address).content.decode()


def test_a_fight_is_paid_for_once_and_by_its_own_table(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    """Two GMs, or two tabs, had its proposals before them: both gave the PX."""
    elsewhere = opened(alice, name="Elsewhere")
    other = fighting.fought(opened_scene(elsewhere, alice), alice, *fighting.against(pokemon(elsewhere, alice)))
    fighting.ended(other, alice)
    bubbles = pokemon(table, alice, bob)
    fight = fighting.fought(scene, alice, *fighting.against(bubbles))
    fighting.ended(fight, alice)

    def pay(key: str, *fights: Fight) -> Award:
        return awards.give(
            table_id=table.pk,
            player=alice,
            title="x",
            gains=[Gain(bubbles.pk, more=4)],
            fights=[one.pk for one in fights],
            key=key,
            now=timezone.now(),
        )

    assert list(pay("a", fight).fights.all()) == [fight]
    for paid in (fight, other):
        with pytest.raises(Stale):
            pay("b", paid)
    assert px(bubbles) == 4
    assert Award.objects.count() == 1
