"""Closed tables: who may read and download them, whole, with every roll provable and nothing that is another's."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine.record_json import many_from_json
from engine.verify import verify
from games.players.models import Player
from games.tables.models import Post, Roll, Scene, Sheet, Table
from games.tables.queries import tables as queries
from games.tables.services import posts, tables
from games.tables.services.fights import Newcomer
from games.tables.services.posts import Wording
from pbchess_site.local import ROOT
from tests.archive.test_browsing import plan_of
from tests.rows import Rows
from tests.tables import fighting
from tests.tables.helpers import opened, opened_scene, opened_with, rolled, written
from tests.tables.test_sheets import pokemon


def closed(table: Table, gm: Player, *, archive: bool = True) -> Table:
    return tables.close(table_id=table.pk, player=gm, archive=archive, now=timezone.now())


def export(client: Client, table: Table, kind: str = "json") -> str:
    answer = client.get(f"/tables/{table.pk}.{kind}")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def story(rows: Rows, alice: Player, bob: Player, dora: Player) -> Table:
    """A table of its own with some of everything, two scenes, then the end."""
    table = opened_with(alice, bob, dora)
    scene = opened_scene(table, alice)
    bubbles, shadow = pokemon(table, alice, bob), pokemon(table, alice, name="Shadow", secret=True)
    pokemon(table, alice, name="Lurker", secret=True)
    for name, other in (("The bridge", []), ("In the dark", [Newcomer(shadow.pk, 1, "a", 8)])):
        fight = fighting.fought(scene, alice, *fighting.against(bubbles), *other, name=name)
        fighting.ended(fighting.closed(fight, alice), alice)
    written(scene, alice, "It is *dark*.", to_gm="The thief is Dario.")
    rolled(scene, bob, "to climb", text="Up!")
    rolled(scene, bob, "to steal", text="Hm.", audience="roller")
    rolled(scene, alice, "to lie", audience="gms")
    written(opened_scene(table, alice, "Above"), bob, "I look around <b>.", aside=True)
    return rows.keep(closed(table, alice))


SECRETS = ("The thief is Dario.", "to steal", "to lie", "Lurker")


def test_each_takes_home_what_they_may_see(
    story: Table, client: Client, alice_client: Client, bob_client: Client
) -> None:
    for kind in ("json", "html"):
        by_reader = {
            name: export(reader, story, kind)
            for name, reader in (("visitor", client), ("gm", alice_client), ("player", bob_client))
        }
        for words in ("The bridge", "Charmander", "The Old Mill", "At the mill", "Above", "to climb", "Up!", "Bubbles"):
            assert all(words in text for text in by_reader.values()), words
        found = {name: [secret for secret in SECRETS if secret in text] for name, text in by_reader.items()}
        assert found == {"visitor": [], "gm": list(SECRETS), "player": ["to steal"]}
    page = by_reader["visitor"]  # of its own, and safe
    assert "It is <em>dark</em>." in page
    assert "I look around &lt;b&gt;." in page
    assert "Roll “to climb”, 5 dice, DD 6:" in page
    assert not any(word in page for word in ("<script", "<link", "src="))
    assert page.endswith("</html>\n")
    assert page.index("The bridge") < page.index("It is <em>dark</em>.")  # a fight stands where it began


def test_every_roll_of_the_json_is_verified_by_one_command(story: Table, alice_client: Client, tmp_path: Path) -> None:
    text = export(alice_client, story)
    data = json.loads(text)
    path = tmp_path / "table.json"
    path.write_text(text)

    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    records = {record["proof"]["match_id"]: record for record in data["records"]}
    rolls = [roll for post in data["posts"] for roll in post["rolls"]]
    assert len(rolls) == Roll.objects.count() == 3
    assert [fight["record"] in records for fight in data["fights"]] == [True, True]
    assert all("initiative" in fight["rounds"][0]["lines"][0] for fight in data["fights"])
    for roll in rolls:
        entry = records[roll["record"]]["entries"][roll["ply"] - 1]
        assert entry["outcomes"] == [str(face) for face in roll["dice"]]
        assert roll["what"] in entry["action"]
    outcomes = data["records"][0]["entries"][0]["outcomes"]
    outcomes[0] = "1" if outcomes[0] != "1" else "2"
    tampered = many_from_json(data)[0]
    assert not all(check.ok for check in verify(tampered))


def test_others_take_home_the_same_whatever_the_secrets_are(
    story: Table, dora_client: Client, client: Client, standing_clock: None
) -> None:
    def exports() -> list[str]:
        return [export(reader, story, kind) for reader in (dora_client, client) for kind in ("json", "html")]

    before = exports()
    Post.objects.exclude(to_gm="").update(to_gm="The thief is Aline.\n\n- or not")
    Roll.objects.exclude(log__audience="all").update(
        action='{"kind": "roll", "what": "to give", "pool": 2}', outcomes=["1", "1"], pool=2, score=-2
    )
    for sheet in Sheet.objects.filter(secret=True):
        Sheet.objects.filter(pk=sheet.pk).update(name="Prowler", data=sheet.data | {"name": "Prowler", "level": 9})

    assert exports() == before


def edited(post: Post, text: str, to_gm: str = "") -> None:
    """Another wording, and what stood there is kept."""
    posts.edit(
        post_id=post.pk,
        player=post.author,
        wording=Wording(text, to_gm),
        edits=Post.objects.get(pk=post.pk).edits,
        now=timezone.now(),
    )


def test_earlier_wordings_go_home_with_who_may_see_them(
    table: Table, scene: Scene, alice: Player, bob: Player, bob_client: Client, dora_client: Client
) -> None:
    post = written(scene, bob, "I *sing*.", to_gm="I hum.")
    edited(post, "I *shout*.", "I whisper.")
    edited(post, "I *shout*.", "I say nothing.")  # nothing of it is for all
    edited(post, "I cry.")
    closed(table, alice)

    own, others = (json.loads(export(one, table))["posts"][0] for one in (bob_client, dora_client))
    pages = [export(one, table, "html") for one in (bob_client, dora_client)]

    assert [(one["text"], one.get("to_gm")) for one in own["earlier"]] == [
        *(("I *sing*.", "I hum."), ("I *shout*.", "I whisper."), ("I *shout*.", "I say nothing.")),
    ]
    assert [(one["text"], one.get("to_gm")) for one in others["earlier"]] == [("I *sing*.", None), ("I *shout*.", None)]
    for words in ("I <em>sing</em>.", "I <em>shout</em>.", "Earlier wordings"):
        assert all(words in page for page in pages)
    assert ["I whisper." in page for page in pages] == [True, False]


def test_only_a_closed_table_is_downloaded(table: Table, client: Client) -> None:
    answer = client.get(f"/tables/{table.pk}.json")

    assert answer.status_code == 409
    assert b"once it is closed" in answer.content


def test_a_table_that_is_no_archive_stays_with_its_members(
    table: Table, scene: Scene, alice: Player, client: Client, bob_client: Client, charlie_client: Client
) -> None:
    closed(table, alice, archive=False)

    for stranger in (client, charlie_client):
        for address in (f"/tables/{table.pk}/", f"/tables/{table.pk}.json", scene.get_absolute_url()):
            assert stranger.get(address).status_code == 404
    assert "At the mill" in export(bob_client, table)
    assert table.get_absolute_url() not in client.get("/tables/archive/").content.decode()


def test_a_table_behind_doors_can_be_opened_to_readers_at_its_end(
    alice: Player, client: Client, alice_client: Client
) -> None:
    table = opened(alice, public=False, archive=False)
    scene = opened_scene(table, alice)
    assert client.get(scene.get_absolute_url()).status_code == 404

    alice_client.post(f"/tables/{table.pk}/close/", {"archive": "on"})

    assert client.get(scene.get_absolute_url()).status_code == 200
    assert table.get_absolute_url() in client.get("/tables/archive/").content.decode()


def test_downloads_have_an_end(story: Table, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.views.exports.PER_HOUR", 1)
    cache.clear()

    assert [client.get(f"/tables/{story.pk}.html").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize(("kind", "queries"), [("json", 12), ("html", 8)])
def test_an_export_asks_as_often_for_many_posts_as_for_one(
    table: Table,
    alice: Player,
    bob: Player,
    client: Client,
    count: int,
    kind: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        scene = opened_scene(table, alice, f"Scene {number}")
        rolled(scene, bob, text="x")
    closed(table, alice)

    with django_assert_num_queries(queries):
        export(client, table, kind)


@pytest.mark.parametrize("kind", ["json", "html"])
def test_an_export_asks_once_for_each_fight(
    table: Table, scene: Scene, bubbles: Sheet, alice: Player, bob_client: Client, kind: str
) -> None:
    asked = []
    for _ in range(3):
        fighting.ended(fighting.fought(scene, alice, *fighting.against(bubbles)), alice)
        with transaction.atomic():
            closed(table, alice)
            with CaptureQueriesContext(connection) as queries:
                export(bob_client, table, kind)
            transaction.set_rollback(True)
        asked.append(len(queries))

    assert [more - few for few, more in pairwise(asked)] == [1, 1]  # its plies


def test_the_dice_of_a_fight_with_a_secret_sheet_are_the_gms(
    story: Table, client: Client, alice_client: Client
) -> None:
    data = json.loads(export(client, story))
    ids = {record["proof"]["match_id"] for record in data["records"]}

    assert {fight["name"]: fight["record"] in ids for fight in data["fights"]} == {
        "The bridge": True,
        "In the dark": False,
    }
    assert len(json.loads(export(alice_client, story))["records"]) == len(ids) + 3  # and two of secret rolls


# Lists


def test_lists_of_tables_go_on_for_as_long_as_there_are_tables(alice: Player, client: Client) -> None:
    now = timezone.now()
    values: dict[str, Any] = {"language": "en", "admission": "open", "days_per_post": 3, "archive": True}
    for status, address in (("running", "/tables/"), ("closed", "/tables/archive/")):
        Table.objects.bulk_create(
            Table(
                name=f"{status} {number:02}",
                status=status,
                opened_at=now,
                closed_at=now if status == "closed" else None,
                active_at=now - timedelta(days=number // 2),  # two at a time are of one moment
                **values,
            )
            for number in range(65)
        )

        found: list[str] = []
        while address:
            page = client.get(address)
            listed = page.context["others" if status == "running" else "closed"]
            found += [one.name for one in listed.tables if one.opened_at == now]
            address = f"{address.partition('?')[0]}?after={listed.next}" if listed.next else ""

        assert len(found) == len(set(found)) == 65
        assert found[0] == f"{status} 01"
        assert found[-1] == f"{status} 64"


def test_lists_of_tables_are_walks_along_an_index(bob: Player) -> None:
    for index, page in (
        ("table_open_by_activity", lambda: queries.others(None)),
        ("table_open_by_activity", lambda: queries.others(bob, "1000000-5")),
        ("table_by_activity", lambda: queries.closed("1000000-5")),
    ):
        with CaptureQueriesContext(connection) as asked:
            page()

        plan = plan_of(next(query["sql"] for query in asked if "LIMIT" in query["sql"]))
        assert re.search(rf"(using|USING INDEX) {index}\b", plan), plan
        assert not re.search("Sort|TEMP B-TREE", plan), plan


@pytest.mark.parametrize("after", ["x", "1", "1-", "-1-1", "99999999999999999-1", "1-1-1"])
@pytest.mark.parametrize("address", ["/tables/", "/tables/archive/"])
def test_a_place_that_no_list_has_is_not_found(client: Client, db: None, address: str, after: str) -> None:
    assert client.get(address, {"after": after}).status_code == 404
