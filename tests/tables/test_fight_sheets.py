"""Sheets that are in a fight: nothing that is done to them meanwhile is lost when it ends."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils import timezone

from engine.tabletop.changes import Equipped, Lost, Spent
from games.play.errors import Refused
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet
from games.tables.services import sheets
from tests.tables.fighting import against, ended, fought, ruled
from tests.tables.test_sheets import awarded, spent


def adjusted(sheet: Sheet, gm: Player, **changed: object) -> Sheet:
    version = Sheet.objects.get(pk=sheet.pk).version
    now = timezone.now()
    return sheets.adjust(sheet_id=sheet.pk, player=gm, version=version, why="so it is", now=now, **changed)


@pytest.mark.usefixtures("fight")
@pytest.mark.parametrize(
    ("field", "value"), [("vitality", "3"), ("energy", "3"), ("statuses", [{"name": "burn", "count": 0}])]
)
def test_what_a_fight_writes_anew_changes_in_the_fight_alone(
    bubbles: Sheet, alice: Player, field: str, value: str | list[object]
) -> None:
    changed = int(value) if isinstance(value, str) else value
    text = json.dumps(bubbles.data | {field: changed})

    with pytest.raises(Refused, match="Bubbles is in the fight “The bridge”"):
        sheets.rewrite(sheet_id=bubbles.pk, player=alice, version=1, why="a trap", text=text, now=timezone.now())

    assert Sheet.objects.get(pk=bubbles.pk).version == 1


def test_the_form_leads_to_the_fight_and_keeps_what_was_typed(
    fight: Fight, bubbles: Sheet, alice: Player, alice_client: Client
) -> None:
    values = {"px": "7", "vitality": "3", "energy": "50", "items": "", "why": "a trap", "version": "1"}

    page = alice_client.get(f"/sheets/{bubbles.pk}/change/").content.decode()
    refused = alice_client.post(f"/sheets/{bubbles.pk}/change/", values)
    kept = alice_client.post(f"/sheets/{bubbles.pk}/change/", values | {"vitality": "22"})

    assert f'href="/fights/{fight.pk}/#lead"' in page
    assert page.count(" readonly ") == 2
    assert refused.status_code == 422
    assert 'value="3"' in refused.content.decode()
    assert kept.status_code == 302
    ruled(fight, alice, Lost("bubbles", 2))
    ended(fight, alice)
    value = Sheet.objects.get(pk=bubbles.pk).value
    assert (value.px, value.vitality) == (7, 20)
    assert adjusted(bubbles, alice, vitality=9).value.vitality == 9  # it is the sheet's again


def test_a_sheet_says_in_which_fight_it_is(fight: Fight, bubbles: Sheet, alice: Player, client: Client) -> None:
    during = client.get(bubbles.get_absolute_url()).content.decode()
    ended(fight, alice)
    after = client.get(bubbles.get_absolute_url()).content.decode()

    assert f'href="/fights/{fight.pk}/">To the fight' in during
    assert "To the fight" not in after


def test_what_is_bought_meanwhile_is_there_when_the_fight_is_over(fight: Fight, bubbles: Sheet, alice: Player) -> None:
    sheet = awarded(bubbles, alice, 100)
    sheet = spent(spent(sheet, alice, "ev", "vitality"), alice, "ev", "energy")
    more = sheet.value
    ruled(fight, alice, Lost("bubbles", 10), Spent("bubbles", 7))

    ended(fight, alice)

    value = Sheet.objects.get(pk=bubbles.pk).value
    assert (value.vitality, value.energy) == (more.vitality - 10, more.energy - 7)
    assert more.vitality > bubbles.value.vitality


@pytest.mark.parametrize(
    ("meanwhile", "holds", "after"),
    [
        (("rope",), None, ("rope",)),  # nothing was held, nothing is
        (("poke_ball 2", "rope"), "lum_berry", ("lum_berry", "poke_ball 2", "rope")),
    ],
)
def test_items_are_those_of_both(
    fight: Fight, bubbles: Sheet, alice: Player, meanwhile: tuple[str, ...], holds: str | None, after: tuple[str, ...]
) -> None:
    adjusted(bubbles, alice, items=meanwhile)
    if holds:
        ruled(fight, alice, Equipped("bubbles", holds))

    ended(fight, alice)

    assert Sheet.objects.get(pk=bubbles.pk).value.items == after


def test_an_item_that_was_used_up_is_gone_wherever_it_stands_by_now(
    scene: Scene, bubbles: Sheet, alice: Player
) -> None:
    adjusted(bubbles, alice, items=("oran_berry", "rope"))
    fight = fought(scene, alice, *against(bubbles))
    adjusted(bubbles, alice, items=("map", "oran_berry", "oran_berry"))
    ruled(fight, alice, Equipped("bubbles", ""))

    ended(fight, alice)

    assert Sheet.objects.get(pk=bubbles.pk).value.items == ("map", "oran_berry")
