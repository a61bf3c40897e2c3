"""Rolls: declared, drawn with the post, shown to whom they are for, and proved."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine import record_json, record_text
from engine.record import Record
from engine.tabletop import codec
from engine.tabletop.orders import Roll as Declaration
from engine.verify import Check, verify
from games.play.errors import NotYours, Refused, Stale
from games.play.models import DrawSecret
from games.players import services as players
from games.players.models import Player
from games.tables.models import Log, Post, Roll, Scene, Sheet, Table
from games.tables.records import record_of
from games.tables.services import members, posts, scenes
from games.tables.services.posts import Wording
from games.tables.views import draws
from pbchess_site.local import ROOT
from tests.players.people import client_of, make_person
from tests.tables import fighting
from tests.tables.helpers import joined, rolled, sent, written
from tests.tables.test_sheets import awarded, pokemon, spent

ROLL = {"what": "to climb the wall", "pool": "5", "dd": "6", "audience": "all", "shown": "5-6", "key": "a"}
NASTY = """%;{}[]"\\ <script>alert(1)</script> Ünï\u2028 1-0 $1 'x'"""


def page(client: Client, scene: Scene) -> str:
    return client.get(scene.get_absolute_url()).content.decode()


def log(scene: Scene, audience: str = "all", roller: Player | None = None) -> Log:
    return scene.logs.get(audience=audience, roller=roller)


def closed(scene: Scene, gm: Player) -> Scene:
    return scenes.close_scene(scene_id=scene.pk, player=gm, now=timezone.now())


# Declaring


def test_the_chances_come_before_the_dice(scene: Scene, bob_client: Client) -> None:
    first = bob_client.post(scene.get_absolute_url(), ROLL | {"shown": "", "text": "I climb."})

    assert first.status_code == 200
    assert not Post.objects.exists()
    page = first.content.decode()
    assert 'name="shown" value="5-6"' in page
    assert "success 84.40 %" in page  # 84,400 of the 100,000 rolls, counted one by one
    assert "I climb.</textarea>" in page

    second = bob_client.post(scene.get_absolute_url(), ROLL | {"text": "I climb."})

    assert second.status_code == 302
    assert Roll.objects.count() == 1


def test_the_chances_of_another_roll_are_not_those(scene: Scene, bob_client: Client) -> None:
    bob_client.post(scene.get_absolute_url(), ROLL | {"pool": "6"})
    bob_client.post(scene.get_absolute_url(), ROLL | {"dd": "7"})

    assert not Roll.objects.exists()


def test_the_chances_shown_are_exact(scene: Scene, client: Client) -> None:
    """One die at DD 6: half succeed, a tenth fails badly, the rest comes to nothing."""
    text = client.get(f"/scenes/{scene.pk}/chances/?pool=1&dd=6").content.decode()

    for words in ("success 50.00 %", "failure 40.00 %", "critical failure 10.00 %", "50.000 %", "10.000 %"):
        assert words in " ".join(text.split()), words
    assert "<html" not in text


@pytest.mark.parametrize("query", ["", "pool=-1&dd=6", "pool=101&dd=6", "pool=5&dd=11", "pool=x&dd=", "pool=1e9&dd=6"])
def test_what_cannot_be_rolled_has_no_chances(scene: Scene, client: Client, query: str) -> None:
    answer = client.get(f"/scenes/{scene.pk}/chances/?{query}")

    assert answer.status_code == 200
    assert b"%" not in answer.content


NO_ROLLS = [
    ({"pool": "10000"}, "less than or equal to 100"),
    ({"pool": "-1"}, "greater than or equal to 0"),
    ({"pool": ""}, "This field is required."),
    ({"dd": "0"}, "greater than or equal to 1"),
    ({"dd": "11"}, "less than or equal to 10"),
    ({"what": ""}, "This field is required."),
    ({"what": "x" * 201}, "at most 200 characters"),
    ({"what": "\u202e"}, "Say what the roll is for."),
    ({"audience": "gms"}, "Select a valid choice"),
    ({"audience": "nobody"}, "Select a valid choice"),
]


def test_what_cannot_be_rolled_is_refused_with_the_reason(
    scene: Scene, bob_client: Client, subtests: pytest.Subtests
) -> None:
    for wrong, reason in NO_ROLLS:
        with subtests.test(str(wrong)[:40]):
            answer = bob_client.post(scene.get_absolute_url(), ROLL | {"text": "Kept text."} | wrong)

            assert answer.status_code == 422
            assert reason in answer.content.decode()
            assert "Kept text.</textarea>" in answer.content.decode()
            assert not Post.objects.exists()
            assert log(scene).ply == 0


def test_the_service_refuses_what_no_form_lets_through(scene: Scene, bob: Player, charlie: Player) -> None:
    for roll in ({"pool": 10_000}, {"dd": 11}, {"audience": "nobody"}):
        with pytest.raises(Refused):
            rolled(scene, bob, **roll)
    with pytest.raises(NotYours):
        rolled(scene, bob, audience="gms")
    with pytest.raises(NotYours):
        rolled(scene, charlie)
    assert not Post.objects.exists()


# The dice


def test_dice_score_and_outcome_stand_in_the_post(scene: Scene, bob: Player, client: Client) -> None:
    rolled(scene, bob, what=NASTY, pool=3)
    Roll.objects.update(outcomes=["7", "1", "10"])

    text = page(client, scene)

    assert '<span class="die hit">7</span><span class="die one">1</span><span class="die hit">10</span>' in text
    assert "1: success" in text
    assert "3 dice, DD 6" in text
    assert "<script>alert" not in text


@pytest.mark.parametrize(
    ("faces", "words"), [(["7", "2"], "1: success"), (["2", "3"], "0: failure"), (["1", "3"], "-1: critical failure")]
)
def test_each_outcome_has_its_word(scene: Scene, bob: Player, client: Client, faces: list[str], words: str) -> None:
    rolled(scene, bob, pool=2)
    Roll.objects.update(outcomes=faces)

    assert words in page(client, scene)


def test_two_posts_of_one_form_roll_once(scene: Scene, bob_client: Client) -> None:
    for _ in range(2):
        bob_client.post(scene.get_absolute_url(), ROLL)

    assert Roll.objects.count() == 1
    assert log(scene).ply == 1


def test_an_edit_changes_no_roll(scene: Scene, bob: Player, client: Client) -> None:
    post = rolled(scene, bob, text="I climb.")
    before = list(Roll.objects.values())

    posts.edit(post_id=post.pk, player=bob, wording=Wording("I do not climb."), edits=0, now=timezone.now())

    assert list(Roll.objects.values()) == before
    assert "to climb" in page(client, scene)


def test_a_roll_alone_makes_a_post(scene: Scene, bob: Player, client: Client, table: Table) -> None:
    rolled(scene, bob, pool=0)

    assert "0 dice, DD 6" in page(client, scene)
    assert "1 post" in client.get(table.get_absolute_url()).content.decode()


def test_the_first_roll_takes_the_salt_and_later_ones_keep_it(scene: Scene, bob: Player, dora: Player) -> None:
    rolled(scene, bob, salt="sea salt")
    rolled(scene, dora, salt="rock salt")

    assert log(scene).salt == "sea salt"
    assert [roll.ply for roll in Roll.objects.all()] == [1, 2]


def test_the_fingerprint_is_shown_before_the_first_roll(scene: Scene, bob: Player, bob_client: Client) -> None:
    fingerprint = log(scene).secret.commitment

    assert fingerprint in page(bob_client, scene)
    rolled(scene, bob)
    assert fingerprint not in page(bob_client, scene)


@pytest.mark.parametrize("count", [1, 6])
def test_a_scene_asks_as_often_for_many_rolls_as_for_one(
    scene: Scene, bob: Player, client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        rolled(scene, bob)

    with django_assert_num_queries(7):
        assert client.get(scene.get_absolute_url()).status_code == 200


# Who sees what


def test_a_secret_roll_is_seen_by_its_roller_and_the_gms(
    scene: Scene, bob: Player, alice_client: Client, bob_client: Client, dora_client: Client, client: Client
) -> None:
    rolled(scene, bob, what="to steal the key", text="I smile.", audience="roller")

    for who in (alice_client, bob_client):
        assert "to steal the key" in page(who, scene)
    for who in (dora_client, client):
        assert "I smile." in page(who, scene)
        assert "to steal" not in page(who, scene)
        assert 'class="roll' not in page(who, scene).replace('class="roll-form"', "")


def test_what_a_gm_rolls_in_secret_only_gms_see(
    table: Table, scene: Scene, alice: Player, bob: Player, alice_client: Client, bob_client: Client, client: Client
) -> None:
    rolled(scene, alice, what="to hear you", audience="gms")
    rolled(scene, alice, what="to smell you", audience="roller")

    for who in (bob_client, client):
        assert "to hear" not in page(who, scene)
        assert "to smell" not in page(who, scene)
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    for who in (alice_client, bob_client):
        assert "to hear you" in page(who, scene)
        assert "to smell you" in page(who, scene)


def test_for_two_values_of_a_secret_roll_others_are_sent_the_same(
    table: Table,
    scene: Scene,
    alice: Player,
    bob: Player,
    dora: Player,
    dora_client: Client,
    charlie_client: Client,
    client: Client,
) -> None:
    """Before and after the scene is closed: what was rolled, how it fell, and what from."""
    rolled(scene, dora)
    secrets = [rolled(scene, bob, text="I wait.", audience="roller"), rolled(scene, alice, audience="gms")]
    hidden = [log(scene, "roller", bob), log(scene, "gms")]
    addresses = [
        *("/tables/", table.get_absolute_url(), scene.get_absolute_url(), f"/scenes/{scene.pk}/draws/"),
        *(f"/posts/{post.pk}/{path}" for post in secrets for path in ("", "versions/")),
        *(f"/draws/{one.pk}.{kind}" for one in hidden for kind in ("txt", "json")),
    ]

    viewers = (dora_client, charlie_client, client)

    def all_sent() -> list[bytes]:
        return [sent(viewer.get(address)) for viewer in viewers for address in addresses]

    def change() -> None:
        action = codec.dumps(Declaration("to burgle", 2, 9))
        Roll.objects.filter(log__in=hidden).update(action=action, outcomes=["1", "1"])
        Log.objects.filter(pk__in=[one.pk for one in hidden]).update(salt="other salt")
        for one in hidden:
            DrawSecret.objects.filter(pk=one.secret_id).update(value=bytes(32), commitment=f"{one.pk:064x}")

    for viewer in viewers:
        viewer.get(scene.get_absolute_url())  # from now on nothing is new to anybody
    running = all_sent()
    change()
    assert all_sent() == running

    closed(scene, alice)
    over = all_sent()
    Roll.objects.filter(log__in=hidden).update(outcomes=["2", "3"])
    Log.objects.filter(pk__in=[one.pk for one in hidden]).update(salt="third salt")
    assert all_sent() == over
    assert all(b"burgle" not in answer for answer in over)


def test_secret_rolls_move_no_open_one(scene: Scene, alice: Player, bob: Player) -> None:
    """An open roll falls as it would have fallen without the secret one before it."""
    rolled(scene, bob, audience="roller")
    rolled(scene, alice, audience="gms")
    rolled(scene, bob)

    assert Roll.objects.get(log=log(scene)).ply == 1


def test_who_comes_later_has_what_secret_rolls_need(table: Table, scene: Scene, alice: Player) -> None:
    eve = make_person("Eve")
    joined(table, alice, eve)

    rolled(scene, eve, audience="roller")

    assert Roll.objects.get().log.roller == eve


# The proof


def test_nothing_is_published_before_the_scene_is_closed(scene: Scene, bob: Player, bob_client: Client) -> None:
    rolled(scene, bob)
    one = log(scene)

    with CaptureQueriesContext(connection) as asked:
        text = bob_client.get(f"/scenes/{scene.pk}/draws/").content.decode()
    answer = bob_client.get(f"/draws/{one.pk}.txt")

    assert one.secret.commitment in text
    assert bytes(one.secret.value).hex() not in text
    assert not any("tables_roll" in query["sql"] for query in asked)  # as yet there is nothing to check
    assert answer.status_code == 409
    assert bytes(one.secret.value).hex() not in answer.content.decode()


def told(somebody: Client, log: Log, kind: str) -> str:
    """The record of a log as somebody downloads it."""
    return somebody.get(f"/draws/{log.pk}.{kind}").content.decode()


def test_every_roll_of_a_closed_scene_can_be_verified(
    scene: Scene, alice: Player, bob: Player, alice_client: Client, client: Client, tmp_path: Path
) -> None:
    for number in range(3):
        rolled(scene, bob, what=f"{NASTY} {number}", pool=number * 7)
        rolled(scene, bob, audience="roller")
        rolled(scene, alice, audience="gms", dd=10)
    closed(scene, alice)

    rolled_in = scene.logs.exclude(ply=0)
    for one in rolled_in:
        checks = list(verify(record_of(one)))
        assert [check for check in checks if not check.ok] == []
    texts, jsons = ([told(alice_client, one, kind) for one in rolled_in] for kind in ("txt", "json"))
    for name, records in (("rolls.txt", "\n".join(texts)), ("rolls.json", f"[{','.join(jsons)}]")):
        path = tmp_path / name
        path.write_text(records, encoding="utf-8")
        command = [sys.executable, "-m", "engine", "verify", str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"record {len(rolled_in)}, " in done.stdout
    assert client.get(f"/draws/{log(scene).pk}.txt").status_code == 200
    assert client.get(f"/draws/{log(scene, 'gms').pk}.txt").status_code == 404
    assert "Every die was drawn again" in client.get(f"/scenes/{scene.pk}/draws/").content.decode()


def test_records_can_be_written_and_read_again(scene: Scene, alice: Player, bob: Player) -> None:
    rolled(scene, bob, what=NASTY)
    closed(scene, alice)
    record = record_of(log(scene))

    assert record_text.parse(record_text.write([record]))[0].entries[0].action == record.entries[0].action
    assert record_json.from_json(record_json.to_json(record)) == record


def test_a_die_that_was_tampered_with_is_found(scene: Scene, alice: Player, bob: Player, client: Client) -> None:
    rolled(scene, bob, pool=4)
    roll = Roll.objects.get()
    roll.outcomes[2] = "1" if roll.outcomes[2] != "1" else "2"
    roll.save()
    closed(scene, alice)

    assert "Something does not fit" in client.get(f"/scenes/{scene.pk}/draws/").content.decode()


def test_dice_that_were_drawn_again_once_are_not_for_every_reader(
    scene: Scene, alice: Player, bob: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless what is recorded is not the same any more."""
    rolled(scene, bob)
    rolled(scene, alice, audience="gms")
    closed(scene, alice)
    verified: list[Record] = []

    def counted(record: Record) -> Iterator[Check]:
        verified.append(record)
        return verify(record)

    monkeypatch.setattr(draws, "verify", counted)
    address = f"/scenes/{scene.pk}/draws/"

    pages = [client.get(address).content.decode() for _ in range(2)]
    Roll.objects.filter(log__audience="all").update(outcomes=["1"])
    tampered = [client.get(address).content.decode() for _ in range(2)]

    assert all("Every die was drawn again" in page for page in pages)
    assert all("Something does not fit" in page for page in tampered)
    assert len(verified) == 3


def test_the_proofs_of_many_fights_take_as_many_queries_as_of_one(
    scene: Scene, bubbles: Sheet, alice: Player, client: Client
) -> None:
    counts = []
    for _ in range(2):
        fighting.ended(fighting.fought(scene, alice, *fighting.against(bubbles)), alice)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/scenes/{scene.pk}/draws/").status_code == 200
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_a_record_is_found_without_the_others_of_its_scene(
    scene: Scene, bubbles: Sheet, alice: Player, bob: Player, client: Client
) -> None:
    rolled(scene, bob)
    fighting.ended(fighting.fought(scene, alice, *fighting.against(bubbles)), alice)
    closed(scene, alice)

    with CaptureQueriesContext(connection) as asked:
        found = client.get(f"/draws/{scene.logs.get(audience='all', fight=None).pk}.txt")

    assert found.status_code == 200
    assert not any(query["sql"].startswith('SELECT "tables_fightply"') for query in asked)


def test_of_the_proofs_each_sees_their_own(
    scene: Scene, alice: Player, bob: Player, alice_client: Client, bob_client: Client, dora_client: Client
) -> None:
    closed(scene, alice)
    bobs = log(scene, "roller", bob)
    address = f"/scenes/{scene.pk}/draws/"

    assert bobs.secret.commitment in alice_client.get(address).content.decode()
    assert bobs.secret.commitment in bob_client.get(address).content.decode()
    assert bobs.secret.commitment not in dora_client.get(address).content.decode()
    assert dora_client.get(f"/draws/{bobs.pk}.json").status_code == 404


def test_who_leaves_the_site_without_a_roll_leaves_no_log(table: Table, scene: Scene, alice: Player) -> None:
    eve = make_person("Eve")
    joined(table, alice, eve)
    secrets, number = DrawSecret.objects.count(), eve.pk

    players.delete_account(player=eve, now=timezone.now())

    assert not scene.logs.filter(roller_id=number).exists()
    assert DrawSecret.objects.count() == secrets - 1
    assert not Player.objects.filter(pk=number).exists()


def test_ones_rolls_are_among_ones_data(scene: Scene, bob: Player) -> None:
    rolled(scene, bob)
    written(scene, bob, "x")

    (roll,) = players.export(player=bob)["rolls"]

    assert roll["action"] == Roll.objects.get().action
    assert client_of(bob).get(scene.get_absolute_url()).status_code == 200


# With a sheet


def sheet_of(table: Table, gm: Player, owner: Player, **more: object) -> Sheet:
    """Squirtle, with dexterity 5, and swimming 1 that was bought."""
    return spent(awarded(pokemon(table, gm, owner, **more), gm, 50), owner, "skill", "Swimming")


def test_the_dice_of_a_roll_may_be_a_sheet_s(
    table: Table, scene: Scene, alice: Player, bob: Player, bob_client: Client, client: Client
) -> None:
    sheet = sheet_of(table, alice, bob)
    roll = ROLL | {"sheet": str(sheet.pk), "stat": "dexterity", "skill": "swimming", "pool": "", "shown": ""}

    first = bob_client.post(scene.get_absolute_url(), roll)
    fragment = bob_client.get(f"/scenes/{scene.pk}/chances/", roll)
    second = bob_client.post(scene.get_absolute_url(), roll | {"shown": "6-6"})

    assert 'name="shown" value="6-6"' in first.content.decode()
    assert 'name="shown" value="6-6"' in fragment.content.decode()
    assert second.status_code == 302
    assert len(Roll.objects.get().outcomes) == 6
    text = " ".join(page(client, scene).split())
    assert "Bubbles</a>: Dexterity + swimming" in text


def test_a_sheet_that_changed_after_its_chances_were_seen_rolls_nothing(
    table: Table, scene: Scene, alice: Player, bob: Player, bob_client: Client
) -> None:
    sheet = sheet_of(table, alice, bob)
    roll = ROLL | {"sheet": str(sheet.pk), "stat": "dexterity", "skill": "", "pool": "", "shown": "5-6"}
    spent(sheet, bob, "ev", "dexterity")

    answer = bob_client.post(scene.get_absolute_url(), roll)

    assert 'name="shown" value="6-6"' in answer.content.decode()
    assert not Roll.objects.exists()
    with pytest.raises(Stale):
        rolled(scene, bob, sheet_id=sheet.pk, stat="dexterity", pool=5)


def test_nobody_rolls_with_another_s_sheet(
    table: Table, scene: Scene, alice: Player, bob: Player, dora: Player, dora_client: Client
) -> None:
    sheet = sheet_of(table, alice, bob)
    roll = ROLL | {"sheet": str(sheet.pk), "stat": "dexterity"}

    assert dora_client.post(scene.get_absolute_url(), roll).status_code == 422
    assert b"%" not in dora_client.get(f"/scenes/{scene.pk}/chances/", roll | {"pool": ""}).content
    with pytest.raises(NotYours):
        rolled(scene, dora, sheet_id=sheet.pk, stat="dexterity")
    with pytest.raises(Refused, match="which stat"):
        rolled(scene, bob, sheet_id=sheet.pk, stat="luck")
    rolled(scene, alice, sheet_id=sheet.pk, stat="dexterity", pool=5)


def test_a_secret_sheet_rolls_in_secret(table: Table, scene: Scene, alice: Player, bob: Player, client: Client) -> None:
    sheet = sheet_of(table, alice, bob, secret=True)

    with pytest.raises(Refused, match="This sheet is secret"):
        rolled(scene, bob, sheet_id=sheet.pk, stat="dexterity", pool=5)
    rolled(scene, bob, sheet_id=sheet.pk, stat="dexterity", pool=5, audience="roller")

    assert "Bubbles" not in page(client, scene)


def test_more_dice_than_can_be_rolled_are_said_before_they_are_posted(scene: Scene, bob_client: Client) -> None:
    answer = bob_client.get(f"/scenes/{scene.pk}/chances/", {"pool": "10000", "dd": "6"}).content.decode()

    assert "At most 100 dice can be rolled." in answer
