"""Species and moves of a table's own: made by its GMs, played with like those of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.play.errors import NotYours
from games.players.models import Player
from games.tables.models import Homebrew, Scene, Sheet, Table
from games.tables.services import homebrew
from tests.tables import fighting
from tests.tables.helpers import opened
from tests.tables.test_sheets import POKEMON, pokemon

BASE = {"hp": 60, "attack": 45, "defence": 41, "special_attack": 90, "special_defence": 30, "speed": 70}
SPECIES = {"kind": "species", "species-name": "Mill Ghost", "species-type": "ghost", "species-second": "rock"} | {
    f"species-{name}": str(value) for name, value in BASE.items()
}
MOVE = {
    "kind": "move",
    **{"move-name": "Grind", "move-type": "rock", "move-category": "physical", "move-energy": "3"},
    **{"move-pool": "6", "move-precision": "90", "move-note": "Flour everywhere."},
}


def address(table: Table) -> str:
    return f"/tables/{table.pk}/homebrew/"


def made(table: Table, gm: Player, **more: Any) -> Homebrew:
    usual: dict[str, Any] = {"name": "Mill Ghost", "french": "", "types": ("ghost",), "base": BASE}
    return homebrew.keep_species(table_id=table.pk, player=gm, **usual | more)


def test_a_gm_makes_both_and_a_pokemon_of_them(table: Table, alice_client: Client, client: Client) -> None:
    for sent in (SPECIES, MOVE):
        assert alice_client.post(address(table), sent).status_code == 302

    alice_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON | {"species": "mill ghost", "moves": "Grind, Tackle"})

    sheet = Sheet.objects.get().value
    assert (sheet.types, sheet.stats.strength, sheet.stats.concentration) == (("ghost", "rock"), 5, 9)
    assert [move.name for move in sheet.moves] == ["Grind", "Tackle"]
    assert sheet.moves[0].effects[0].note == "Flour everywhere."
    assert "Mill Ghost" in client.get(Sheet.objects.get().get_absolute_url()).content.decode()
    page = client.get(address(table)).content.decode()
    assert "Mill Ghost" in page
    assert "attack 45" in page
    assert "Grind" in page


def test_a_creature_of_a_fight_may_be_one(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    made(table, alice)
    ghost = fighting.Creature("mill_ghost", "", 5, ("tackle",))

    fight = fighting.fought(scene, alice, *fighting.against(pokemon(table, alice, bob), wild=ghost))

    assert [fighter.name for fighter in fighting.stands(fight).fighters] == ["Bubbles", "Mill Ghost"]


def test_a_name_used_again_changes_it_and_what_it_made_stays(table: Table, alice: Player) -> None:
    made(table, alice)
    ghost = pokemon(table, alice, of="mill_ghost", name="")

    made(table, alice, base=BASE | {"attack": 255})

    assert Homebrew.objects.count() == 1
    assert pokemon(table, alice, of="mill_ghost", name="").value.stats.strength == 26
    ghost.refresh_from_db()
    assert ghost.value.stats.strength == 5


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"species-name": "Squirtle"}, "choose another name"),
        ({"species-name": "!!!"}, "lower-case letters"),
        ({"species-speed": "256"}, "less than or equal to 255"),
        ({"species-type": "mud"}, "Select a valid choice"),
        ({"kind": "move", "move-name": "Tackle"} | {k: v for k, v in MOVE.items() if k != "move-name"}, "another name"),
    ],
)
def test_what_cannot_be_is_said(table: Table, alice_client: Client, changed: dict[str, str], words: str) -> None:
    answer = alice_client.post(address(table), SPECIES | changed)

    assert answer.status_code in (409, 422)
    assert words in answer.content.decode()
    assert not Homebrew.objects.exists()


def test_only_gms_make_and_delete_them(
    table: Table, alice: Player, bob: Player, bob_client: Client, alice_client: Client
) -> None:
    one = made(table, alice)
    with pytest.raises(NotYours):
        made(table, bob, name="Other")
    bob_client.post(f"{address(table)}{one.pk}/delete/")
    assert Homebrew.objects.exists()

    alice_client.post(f"{address(table)}{one.pk}/delete/")

    assert not Homebrew.objects.exists()


def test_those_of_another_table_are_not_known(table: Table, alice: Player, alice_client: Client) -> None:
    made(opened(alice, name="Elsewhere"), alice)

    answer = alice_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON | {"species": "Mill Ghost"})

    assert "There is no such species: Mill Ghost." in answer.content.decode()


def test_a_table_behind_doors_shows_none(alice: Player, client: Client) -> None:
    assert client.get(address(opened(alice, public=False))).status_code == 404
