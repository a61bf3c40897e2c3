"""Sheets: made from the rules' data, raised with PX, changed by GMs with a reason, and seen by whom they are for."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.play.errors import Illegal, NotYours, Refused, Stale
from games.players import services as players
from games.players.models import Player
from games.tables.models import Sheet, Table
from games.tables.services import members, sheets, tables
from tests.tables.helpers import sent

TRAINER = {
    "name": "Aline",
    "skills": "Climbing 3, Singing 2",
    **{"strength": "1", "concentration": "2", "constitution": "2", "will": "2", "dexterity": "3"},
}
POKEMON = {"species": "Squirtle", "name": "Bubbles", "level": "7", "moves": "tackle, Water Gun", "owner_id": ""}
NASTY = "<script>alert(1)</script>"


def pokemon(table: Table, gm: Player, owner: Player | None = None, **more: Any) -> Sheet:
    usual: dict[str, Any] = {"of": "squirtle", "name": "Bubbles", "level": 7, "moves": ["tackle"], "secret": False}
    owner_id = owner.pk if owner else None
    return sheets.make_pokemon(table_id=table.pk, player=gm, owner_id=owner_id, now=timezone.now(), **usual | more)


def awarded(sheet: Sheet, gm: Player, px: int) -> Sheet:
    return sheets.adjust(
        sheet_id=sheet.pk, player=gm, version=sheet.version, why="a heroic act", px=px, now=timezone.now()
    )


def spent(sheet: Sheet, player: Player, what: str, name: str = "") -> Sheet:
    return sheets.spend(
        sheet_id=sheet.pk, player=player, what=what, name=name, version=sheet.version, now=timezone.now()
    )


# Making


def test_a_player_makes_a_trainer(table: Table, bob: Player, bob_client: Client, client: Client) -> None:
    answer = bob_client.post(f"/tables/{table.pk}/trainers/new/", TRAINER)

    sheet = Sheet.objects.get()
    assert answer["Location"] == f"/sheets/{sheet.pk}/"
    assert sheet.owner == bob
    assert sheet.value.stats.dexterity == 4  # 1 and what was given
    assert sheet.value.pool("dexterity", "Climbing") == 7
    page = client.get(f"/sheets/{sheet.pk}/").content.decode()
    for words in ("Aline", "Climbing <strong>3</strong>", "10 / 10", "made it"):
        assert words in page
    assert "Aline" in client.get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Athletics", "Climbing", "Close Combat", "Fast Movement"]),
        ("fr", ["Athlétisme", "Combat rapproché", "Déplacements rapides", "Escalade"]),
    ],
)
def test_the_skills_that_a_table_starts_with_are_offered(
    table: Table, bob: Player, bob_client: Client, language: str, names: list[str]
) -> None:
    Player.objects.filter(pk=bob.pk).update(language=language)
    bob_client.post(f"/tables/{table.pk}/trainers/new/", TRAINER | {"skills": "Escalade 1"})

    made = bob_client.get(f"/tables/{table.pk}/trainers/new/").content.decode()
    sheet = bob_client.get(Sheet.objects.get().get_absolute_url()).content.decode()

    assert ", ".join(names) in made
    assert re.findall('<option value="([^"]*)"></option>', sheet) == [
        name
        for name in names
        if name not in ("Climbing", "Escalade")  # the trainer has it
    ]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"dexterity": "4"}, "Stats: from 0 to 10 is wanted, not 11"),
        ({"dexterity": "6"}, "less than or equal to 5"),
        ({"skills": "Climbing 4"}, "Climbing: from 1 to 3 is wanted, not 4"),
        ({"skills": "A 3, B 3, C 3, D 2"}, "Skills: from 0 to 10 is wanted, not 11"),
        ({"skills": "Climbing"}, "Write each skill with its points"),
        ({"skills": "Climbing -1"}, "Write each skill with its points"),
        ({"skills": "Climbing 2, Singing 1, climbing 3"}, "climbing is there twice: write each skill once"),
        ({"skills": "Climbing 2, Escalade 3"}, "Escalade is there twice: write each skill once"),
        ({"name": ""}, "This field is required."),
        ({"name": "\u202e"}, "from 1 to 60 characters are wanted"),
    ],
)
def test_a_trainer_that_cannot_be_is_refused(
    table: Table, bob_client: Client, wrong: dict[str, str], reason: str
) -> None:
    answer = bob_client.post(f"/tables/{table.pk}/trainers/new/", TRAINER | wrong)

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Sheet.objects.exists()


def test_a_gm_makes_a_pokemon_from_its_species(table: Table, bob: Player, alice_client: Client) -> None:
    """Squirtle: 44 HP, 48 attack, 65 defence, 50 special attack, 64 special defence, 43 speed (rules, section 2)."""
    alice_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON | {"owner_id": str(bob.pk)})

    sheet = Sheet.objects.get()
    value = sheet.value
    assert sheet.owner == bob
    assert (value.stats.strength, value.stats.constitution, value.stats.dexterity) == (5, 7, 5)
    assert (value.max_vitality, value.max_energy, value.level) == (22, 50, 7)
    assert [move.slug for move in value.moves] == ["tackle", "water_gun"]


def test_a_species_is_found_by_its_french_name_and_the_table_halves_vitality(
    table: Table, alice: Player, alice_client: Client
) -> None:
    table.rules = {"short_fights": True}
    table.save()

    alice_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON | {"species": "carapuce"})

    assert Sheet.objects.get().value.max_vitality == 11
    assert Sheet.objects.get().owner is None


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"species": "Nessie"}, "There is no such species: Nessie."),
        ({"moves": "Tackle, Bite the dust"}, "There is no such move: Bite the dust."),
        ({"moves": "Tackle, Tackle"}, "each is there once"),
        ({"level": "101"}, "less than or equal to 100"),
        ({"owner_id": "999999"}, "Select a valid choice"),
    ],
)
def test_a_pokemon_that_cannot_be_is_refused(
    table: Table, alice_client: Client, wrong: dict[str, str], reason: str
) -> None:
    answer = alice_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON | wrong)

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Sheet.objects.exists()


def test_others_make_none(
    table: Table, bob: Player, bob_client: Client, charlie: Player, charlie_client: Client
) -> None:
    assert bob_client.post(f"/tables/{table.pk}/pokemon/new/", POKEMON)["Location"] == table.get_absolute_url()
    assert charlie_client.post(f"/tables/{table.pk}/trainers/new/", TRAINER)["Location"] == table.get_absolute_url()
    with pytest.raises(NotYours):
        pokemon(table, bob)
    with pytest.raises(NotYours):
        sheets.make_trainer(table_id=table.pk, player=charlie, name="C", points={}, skills={}, now=timezone.now())
    assert not Sheet.objects.exists()


# What helps to fill the forms


def test_points_are_added_up_before_anything_is_made(table: Table, bob_client: Client) -> None:
    typed = TRAINER | {"skills": "Climbing 4, Singing", "dexterity": "6"}

    added = bob_client.post(f"/tables/{table.pk}/trainers/new/", typed | {"add": "1"})
    fragment = bob_client.get(f"/tables/{table.pk}/trainers/points/", typed).content.decode()
    fresh = bob_client.get(f"/tables/{table.pk}/trainers/new/").content.decode()

    page = added.content.decode()
    assert added.status_code == 200
    for words in ("Stats: 13 of 10 points · too many in one", "Skills: 4 of 10 points · too many in one"):
        assert words in page
        assert words in fragment
    assert 'value="6"' in page  # what was typed is there
    assert 'class="error"' not in page
    assert "Stats: 10 of 10 points<" in fresh
    assert not Sheet.objects.exists()


def test_the_moves_of_a_species_types_can_be_chosen(table: Table, alice_client: Client) -> None:
    address = f"/tables/{table.pk}/pokemon/new/"
    typed = POKEMON | {"species": "carapuce", "moves": "tackle, Ronflement"}

    looked = alice_client.post(address, typed | {"look": "1", "chosen": ["water_gun"]}).content.decode()
    fragment = alice_client.get(f"/tables/{table.pk}/moves/", {"prefix": "c1", "c1-species": "Charizard"})
    nobody = alice_client.get(f"/tables/{table.pk}/moves/", {"species": "Nobody"}).content.decode()
    alice_client.post(address, typed | {"chosen": ["water_gun", "surf", "tackle", "no_such_move"]})

    assert 'value="water_gun" checked' in looked
    assert 'value="ember"' not in looked
    shown = re.findall(r'<summary class="small">(\w+)', fragment.content.decode())
    assert shown == ["Fire", "Flying", "Normal"]
    assert 'name="c1-chosen" value="ember"' in fragment.content.decode()
    assert "<details" not in nobody
    assert [move.slug for move in Sheet.objects.get().value.moves] == ["water_gun", "surf", "tackle", "snore"]


# JSON


def test_what_is_exported_can_be_imported(table: Table, alice: Player, alice_client: Client) -> None:
    made = pokemon(table, alice)
    text = alice_client.get(f"/sheets/{made.pk}.json").content.decode()

    alice_client.post(f"/tables/{table.pk}/sheets/import/", {"text": text, "owner_id": ""})

    copy = Sheet.objects.exclude(pk=made.pk).get()
    assert copy.value == made.value
    assert copy.changes.get().what == "imported"


def test_a_file_is_imported_too(table: Table, alice: Player, alice_client: Client) -> None:
    made = pokemon(table, alice)
    file = ContentFile("\ufeff" + json.dumps(made.data), name="bubbles.json")

    alice_client.post(f"/tables/{table.pk}/sheets/import/", {"file": file, "text": "", "owner_id": ""})

    assert Sheet.objects.exclude(pk=made.pk).get().value == made.value


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        (b"\xff\xd8\xff", "", "This file is no text"),
        (b"[" * 200_001, "", "This file is too large"),
        (b"{}", "{}", "one of both"),
        (b"", "", "The submitted file is empty"),
        (None, " ", "one of both"),
        (b"{}", "", "Name: it is missing"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(
    table: Table, alice_client: Client, file: bytes | None, text: str, reason: str
) -> None:
    sent = {"text": text, "owner_id": ""} | ({} if file is None else {"file": ContentFile(file, name="x.json")})

    answer = alice_client.post(f"/tables/{table.pk}/sheets/import/", sent)

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Sheet.objects.exists()


def test_what_is_wrong_is_said_in_french_too(table: Table, alice: Player, alice_client: Client) -> None:
    text = json.dumps(pokemon(table, alice).data | {"skills": [{"name": "Chant", "points": "3"}]})
    Player.objects.filter(pk=alice.pk).update(language="fr")

    answer = alice_client.post(f"/tables/{table.pk}/sheets/import/", {"text": text, "owner_id": ""})

    assert "Compétences, n° 1, points\u202f: il faut un nombre entier" in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"wings": 2}, "wings: nothing of this name is known"),
        ({"name": None}, "Name: a text is wanted"),
        ({"level": 1000}, "Level: from 1 to 100 is wanted, not 1000"),
        ({"ev": {"strength": 7}}, "EV, Strength: at most 6 EV can go into one stat"),
        (
            {"ev": {"strength": 6, "will": 6, "dexterity": 6, "energy": 1}},
            "EV, altogether: at most 18 EV can go into stats",
        ),
        ({"vitality": 23}, "Vitality: from 0 to 22 is wanted, not 23"),
        ({"moves": [{"slug": "tackle"}]}, "Moves, no. 1, Name: it is missing"),
    ],
)
def test_an_import_that_is_no_sheet_is_refused_and_says_where(
    table: Table, alice: Player, alice_client: Client, change: dict[str, Any], reason: str
) -> None:
    text = json.dumps(pokemon(table, alice).data | change)

    answer = alice_client.post(f"/tables/{table.pk}/sheets/import/", {"text": text, "owner_id": ""})

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert Sheet.objects.count() == 1


@pytest.mark.parametrize("text", ["{", "[]", "{}", "[" * 3000, '{"name": "\\ud800"}'])
def test_an_import_that_is_not_even_an_object_is_refused(table: Table, alice_client: Client, text: str) -> None:
    answer = alice_client.post(f"/tables/{table.pk}/sheets/import/", {"text": text, "owner_id": ""})

    assert answer.status_code == 422
    assert not Sheet.objects.exists()


# Spending


def test_px_buy_what_the_rules_say(table: Table, alice: Player, bob: Player) -> None:
    sheet = awarded(pokemon(table, alice, bob), alice, 100)

    sheet = spent(sheet, bob, "ev", "vitality")  # 10
    sheet = spent(sheet, bob, "ev", "strength")  # 11
    sheet = spent(sheet, bob, "level")  # 8
    sheet = spent(sheet, bob, "skill", "Swimming")  # 7, and an EV for 12

    value = sheet.value
    assert value.px == 100 - 10 - 11 - 8 - 19
    assert (value.max_vitality, value.vitality, value.stats.strength, value.level) == (24, 24, 6, 8)
    assert [change.what for change in sheet.changes.all()] == ["skill", "level", "ev", "ev", "changed", "made"]


def test_without_the_px_nothing_is_bought(table: Table, alice: Player, bob: Player, bob_client: Client) -> None:
    sheet = pokemon(table, alice, bob)

    values = {"what": "ev", "name": "will", "version": "1"}
    answer = bob_client.post(f"/sheets/{sheet.pk}/spend/", values)

    assert answer.status_code == 422
    assert "this costs 10 PX; left to spend: 0" in answer.content.decode()
    assert Sheet.objects.get().data == sheet.data


def test_limits_hold_whatever_the_px(table: Table, alice: Player) -> None:
    sheet = awarded(pokemon(table, alice), alice, 5000)
    for _ in range(6):
        sheet = spent(sheet, alice, "ev", "will")

    for what, name in (("ev", "will"), ("ev", "luck"), ("skill", ""), ("skill", "x" * 61)):
        with pytest.raises(Illegal):
            spent(sheet, alice, what, name)
    with pytest.raises(Refused, match="nothing of that name to buy"):
        spent(sheet, alice, "crown")
    assert Sheet.objects.get().data == sheet.data


def test_two_purchases_from_one_page_make_one(table: Table, alice: Player, bob: Player, bob_client: Client) -> None:
    sheet = awarded(pokemon(table, alice, bob), alice, 50)
    values = {"what": "level", "name": "", "version": str(sheet.version)}

    answers = [bob_client.post(f"/sheets/{sheet.pk}/spend/", values).status_code for _ in range(2)]

    assert answers == [302, 409]
    assert Sheet.objects.get().value.level == 8


def test_nobody_spends_what_is_not_theirs(
    table: Table, alice: Player, bob: Player, dora: Player, charlie: Player, dora_client: Client
) -> None:
    sheet = awarded(pokemon(table, alice, bob), alice, 50)

    for player in (dora, charlie):
        with pytest.raises(NotYours):
            spent(sheet, player, "level")
    answer = dora_client.post(f"/sheets/{sheet.pk}/spend/", {"what": "level", "version": str(sheet.version)})
    assert answer.status_code == 403
    assert "Spend PX" not in dora_client.get(f"/sheets/{sheet.pk}/").content.decode()


# Changing


def test_a_gm_changes_a_sheet_and_the_reason_stands_in_its_history(
    table: Table, alice: Player, bob: Player, alice_client: Client, client: Client
) -> None:
    sheet = pokemon(table, alice, bob)
    values = {"px": "3", "vitality": "10", "energy": "44", "items": "Oran Berry, rope", "version": "1"}

    refused = alice_client.post(f"/sheets/{sheet.pk}/change/", values)
    alice_client.post(f"/sheets/{sheet.pk}/change/", values | {"why": f"fell down {NASTY}"})

    value = Sheet.objects.get().value
    assert refused.status_code == 422
    assert (value.px, value.vitality, value.energy, value.items) == (3, 10, 44, ("Oran Berry", "rope"))
    page = client.get(f"/sheets/{sheet.pk}/").content.decode()
    assert "fell down &lt;script&gt;" in page
    assert NASTY not in page


def test_a_gm_rewrites_a_sheet_as_json(table: Table, alice: Player, alice_client: Client) -> None:
    sheet = pokemon(table, alice)
    text = json.dumps(sheet.data | {"name": "Wartortle", "level": 16})
    values = {"text": text, "why": "it evolved", "version": "1"}

    alice_client.post(f"/sheets/{sheet.pk}/change/?whole=1", values)
    stale = alice_client.post(f"/sheets/{sheet.pk}/change/?whole=1", values)
    wrong = alice_client.post(f"/sheets/{sheet.pk}/change/?whole=1", values | {"text": "{}", "version": "2"})

    assert Sheet.objects.get().name == "Wartortle"
    assert (stale.status_code, wrong.status_code) == (409, 422)


def test_players_change_nothing_directly(table: Table, alice: Player, bob: Player, bob_client: Client) -> None:
    sheet = pokemon(table, alice, bob)

    assert bob_client.get(f"/sheets/{sheet.pk}/change/").status_code == 404
    with pytest.raises(NotYours):
        awarded(sheet, bob, 1000)
    with pytest.raises(Stale):
        sheets.adjust(sheet_id=sheet.pk, player=alice, version=9, why="x", px=1, now=timezone.now())
    with pytest.raises(Refused, match="why the sheet changes"):
        sheets.adjust(sheet_id=sheet.pk, player=alice, version=1, why=" ", px=1, now=timezone.now())


def test_of_a_closed_table_no_sheet_changes(table: Table, alice: Player) -> None:
    sheet = awarded(pokemon(table, alice), alice, 50)
    tables.close(table_id=table.pk, player=alice, archive=True, now=timezone.now())

    for do in (
        lambda: spent(sheet, alice, "level"),
        lambda: awarded(sheet, alice, 1),
        lambda: pokemon(table, alice),
    ):
        with pytest.raises(Refused, match="This table is closed"):
            do()


# Who sees what


def test_for_two_values_of_a_secret_sheet_others_are_sent_the_same(
    table: Table,
    alice: Player,
    bob: Player,
    bob_client: Client,
    dora_client: Client,
    charlie_client: Client,
    client: Client,
) -> None:
    secret = pokemon(table, alice, bob, secret=True, name="Shadow")
    addresses = [
        table.get_absolute_url(),
        *(f"/sheets/{secret.pk}{path}" for path in ("/", ".json", "/change/")),
    ]

    def all_sent() -> list[bytes]:
        return [sent(viewer.get(address)) for viewer in (dora_client, charlie_client, client) for address in addresses]

    before = all_sent()
    sheets.rewrite(
        sheet_id=secret.pk,
        player=alice,
        version=1,
        why="a twist",
        text=json.dumps(secret.data | {"name": "Other", "level": 50}),
        now=timezone.now(),
    )

    assert all_sent() == before
    assert bob_client.get(f"/sheets/{secret.pk}/").status_code == 200
    assert "Other" in bob_client.get(table.get_absolute_url()).content.decode()


def test_sheets_of_a_table_that_is_not_public_are_for_its_people(
    table: Table, alice: Player, bob_client: Client, charlie_client: Client
) -> None:
    sheet = pokemon(table, alice)
    Table.objects.update(public=False)

    assert bob_client.get(f"/sheets/{sheet.pk}/").status_code == 200
    assert charlie_client.get(f"/sheets/{sheet.pk}/").status_code == 404
    assert "Bubbles" not in charlie_client.get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize("count", [1, 5])
def test_pages_ask_as_often_for_many_sheets_as_for_one(
    table: Table,
    alice: Player,
    bob: Player,
    client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(count):
        sheet = pokemon(table, alice, bob)
    for px in range(count):
        sheet = awarded(sheet, alice, px)

    with django_assert_num_queries(4):
        client.get(table.get_absolute_url())
    with django_assert_num_queries(4):
        client.get(f"/sheets/{sheet.pk}/")


def test_names_are_shown_as_text(table: Table, alice: Player, client: Client) -> None:
    sheet = pokemon(table, alice, name=NASTY)

    for address in (table.get_absolute_url(), f"/sheets/{sheet.pk}/"):
        assert NASTY not in client.get(address).content.decode()


def test_sheets_of_who_leaves_the_site_are_the_gms(table: Table, alice: Player, bob: Player) -> None:
    pokemon(table, alice, bob)
    assert [one["table_id"] for one in players.export(player=bob)["sheets"]] == [table.pk]

    players.delete_account(player=bob, now=timezone.now())

    assert Sheet.objects.get().owner is None


@pytest.mark.parametrize("bad", ["\u202eabc", " ", "\u200b", "a\nb", "\x1b[31m", "a\x00b"])
@pytest.mark.parametrize("field", ["name", "items", "skills"])
def test_what_nobody_sees_is_not_imported(table: Table, alice: Player, bad: str, field: str) -> None:
    data = pokemon(table, alice).data
    value: Any = {"name": bad, "items": [bad], "skills": [{"name": bad, "points": 1}]}[field]

    with pytest.raises(Refused):
        sheets.import_sheet(
            table_id=table.pk,
            player=alice,
            owner_id=None,
            text=json.dumps(data | {field: value}),
            secret=False,
            now=timezone.now(),
        )

    assert Sheet.objects.count() == 1


def test_what_is_nearly_right_is_asked_for(table: Table, alice_client: Client) -> None:
    sent = POKEMON | {"species": "Pikatchu", "moves": "thundershock"}

    page = alice_client.post(f"/tables/{table.pk}/pokemon/new/", sent).content.decode()

    assert "There is no such species: Pikatchu. Do you mean Pikachu" in page
    assert "There is no such move: thundershock. Do you mean Thunder Shock" in page


def test_a_pokemon_without_a_name_has_its_species_in_the_table_s_language(table: Table, alice: Player) -> None:
    assert pokemon(table, alice, name="").name == "Squirtle"
    Table.objects.update(language="fr")

    assert pokemon(table, alice, name="").name == "Carapuce"


def test_a_sheet_is_given_to_nobody_whose_number_cannot_be_read(
    table: Table, alice: Player, bob: Player, alice_client: Client
) -> None:
    sheet = pokemon(table, alice, bob)
    for values in ({"owner_id": "Dora"}, {"owner_id": "0"}, {"owner_id": "1234567890"}, {}):
        answer = alice_client.post(f"/sheets/{sheet.pk}/owner/", {"version": "1"} | values)
        assert answer.status_code == 422
        assert "They do not play at this table." in answer.content.decode()
    sheet.refresh_from_db()
    assert (sheet.owner, sheet.version) == (bob, 1)

    alice_client.post(f"/sheets/{sheet.pk}/owner/", {"owner_id": "", "version": "1"})
    sheet.refresh_from_db()
    assert sheet.owner is None


def test_a_sheet_is_handed_on_also_from_who_has_left(
    table: Table, alice: Player, bob: Player, dora: Player, alice_client: Client, bob_client: Client
) -> None:
    """Nobody could have the Pokémon of a player who had left."""
    sheet = pokemon(table, alice, bob)
    members.leave(table_id=table.pk, player=bob, now=timezone.now())
    address = f"/sheets/{sheet.pk}/owner/"

    bob_client.post(address, {"owner_id": str(bob.pk), "version": "1"})
    alice_client.post(address, {"owner_id": str(bob.pk), "version": "1"})  # who does not play there any more
    sheet.refresh_from_db()
    assert (sheet.owner, sheet.version) == (bob, 1)
    alice_client.post(address, {"owner_id": str(dora.pk), "version": "1"})
    alice_client.post(address, {"owner_id": "", "version": "1"})  # of a page that is stale

    sheet.refresh_from_db()
    assert sheet.owner == dora
    assert "gave it to Dora" in alice_client.get(sheet.get_absolute_url()).content.decode()
