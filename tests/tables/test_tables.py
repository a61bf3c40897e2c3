"""Tables: opening, describing, pausing and closing them, and who may do that."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.play.errors import NotYours, Refused, TooMany
from games.players import services as players
from games.players.models import Player
from games.tables.models import Member, Scene, Table
from games.tables.services import members, scenes, tables
from tests.players.people import make_person
from tests.tables.helpers import FORM, TOLD, joined, opened, opened_scene, written

NASTY = "<script>alert(1)</script>"


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_who_opens_a_table_leads_it(alice_client: Client, alice: Player) -> None:
    answer = alice_client.post("/tables/new/", FORM | {"types": "18", "short_fights": "on"})

    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/"
    assert table.members.get().player == alice
    assert table.members.get().is_gm
    assert table.rules == {"short_fights": True, "types": 18}
    assert "Something <em>rustles</em> in the mill." in page(alice_client, f"/tables/{table.pk}/")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u202e"}, "A table needs a name."),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"description": "x" * 4001}, "at most 4000 characters"),
        ({"days_per_post": "0"}, "greater than or equal to 1"),
        ({"days_per_post": "31"}, "less than or equal to 30"),
        ({"language": "tlh"}, "Select a valid choice"),
        ({"admission": "bribe"}, "Select a valid choice"),
        ({"types": "19"}, "Select a valid choice"),
        ({"precision": "never"}, "Select a valid choice"),
    ],
)
def test_what_no_table_can_be_is_said_with_the_reason(alice_client: Client, wrong: dict[str, str], reason: str) -> None:
    answer = alice_client.post("/tables/new/", FORM | wrong)

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Table.objects.exists()


def test_the_service_refuses_settings_that_the_rules_do_not_know(alice: Player) -> None:
    with pytest.raises(Refused, match="one of 17, 18 is wanted"):
        opened(alice, rules={"types": 19})
    with pytest.raises(Refused, match="From 1 to 30 days are wanted"):
        opened(alice, days_per_post=31)


def test_a_table_needs_an_account(client: Client, guest_client: Client, guest: Player) -> None:
    assert client.get("/tables/new/")["Location"].startswith("/account/login/")
    assert guest_client.post("/tables/new/", FORM)["Location"].startswith("/account/login/")
    with pytest.raises(NotYours):
        opened(guest)


def test_nobody_leads_too_many(alice: Player, alice_client: Client) -> None:
    made = [opened(alice) for _ in range(tables.TABLES_AT_ONCE)]

    with pytest.raises(TooMany):
        opened(alice)
    assert alice_client.post("/tables/new/", FORM).status_code == 429

    tables.close(table_id=made[0].pk, player=alice, archive=True, now=timezone.now())
    assert opened(alice)


def test_a_gm_changes_the_table_and_nobody_else_does(table: Table, alice_client: Client, bob_client: Client) -> None:
    address = f"/tables/{table.pk}/change/"

    assert bob_client.post(address, FORM | {"name": "Mine"})["Location"] == f"/tables/{table.pk}/"
    assert 'value="The Old Mill"' in page(alice_client, address)
    alice_client.post(address, FORM | {"name": "The New Mill"})

    table.refresh_from_db()
    assert table.name == "The New Mill"


def test_what_gms_do_is_refused_to_others(table: Table, scene: Scene, bob: Player, charlie: Player) -> None:
    now = timezone.now()
    for player in (bob, charlie):
        for do in (
            lambda me=player: tables.pause(table_id=table.pk, player=me, now=now),
            lambda me=player: tables.close(table_id=table.pk, player=me, archive=True, now=now),
            lambda me=player: tables.change_table(table_id=table.pk, player=me, **TOLD),
            lambda me=player: scenes.open_scene(table_id=table.pk, player=me, title="Mine", now=now),
            lambda me=player: scenes.close_scene(scene_id=scene.pk, player=me, now=now),
            lambda me=player: members.invite(table_id=table.pk, player=me, name="Charlie", now=now),
            lambda me=player: members.make_gm(table_id=table.pk, player=me, member_id=me.pk),
            lambda me=player: members.put_out(table_id=table.pk, player=me, member_id=me.pk, now=now),
        ):
            with pytest.raises(NotYours):
                do()


def test_a_paused_table_goes_on_where_it_was(table: Table, scene: Scene, alice_client: Client, bob: Player) -> None:
    alice_client.post(f"/tables/{table.pk}/pause/")
    with pytest.raises(Refused, match="This table pauses"):
        written(scene, bob, "Hello?")

    alice_client.post(f"/tables/{table.pk}/resume/")
    assert written(scene, bob, "Hello?")


def test_a_closed_table_can_be_read_and_nothing_else(
    table: Table, scene: Scene, alice: Player, bob: Player, alice_client: Client, client: Client
) -> None:
    written(scene, bob, "The end.")
    opened_scene(table, alice, "Another one")
    members.invite(table_id=table.pk, player=alice, name=make_person("Eve").name, now=timezone.now())

    assert "This cannot be taken back" in page(alice_client, f"/tables/{table.pk}/close/")
    assert Table.objects.get().running
    alice_client.post(f"/tables/{table.pk}/close/", {"archive": "on"})

    assert not table.scenes.filter(closed_at=None).exists()
    assert not table.members.filter(status=Member.Status.INVITED).exists()
    assert "The end." in page(client, scene.get_absolute_url())
    for path in ("pause", "resume", "change", "scenes", "invite"):
        values = FORM | {"title": "More", "name": "Charlie"}
        assert alice_client.post(f"/tables/{table.pk}/{path}/", values).status_code == 422, path
    with pytest.raises(Refused, match="This table is closed"):
        written(scene, bob, "More!")


def test_the_list_shows_ones_own_tables_those_of_others_and_closed_ones(
    table: Table, alice: Player, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    tables.close(table_id=opened(alice, name="Once upon a time").pk, player=alice, archive=True, now=timezone.now())
    opened(alice, name="Hidden", public=False, admission="invitation")

    bob, charlie, visitor = (page(c, "/tables/") for c in (bob_client, charlie_client, client))

    assert "My tables" in bob
    assert "No other table is going on." in bob
    for text in (charlie, visitor):
        assert "My tables" not in text
        assert "The Old Mill" in text
        assert "Once upon a time" not in text
        assert "Hidden" not in text
    assert "Once upon a time" in page(client, "/tables/archive/")


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_asks_as_often_for_many_as_for_one(
    alice: Player, bob: Player, bob_client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        joined(opened(alice, name=f"With Bob {number}"), alice, bob)
    for name in ("Eve", "Fay"):
        gm = make_person(name)
        for number in range(count):
            opened(gm, name=f"{name} {number}")
    bob_client.get("/tables/")

    with django_assert_num_queries(8):
        assert bob_client.get("/tables/").status_code == 200


def test_a_table_page_asks_the_same_whoever_plays(
    table: Table, scene: Scene, alice: Player, alice_client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    opened_scene(table, alice, "Second")
    joined(table, alice, make_person("Eve"))
    alice_client.get(table.get_absolute_url())

    with django_assert_num_queries(9):
        assert alice_client.get(table.get_absolute_url()).status_code == 200


def test_a_table_that_is_not_public_is_for_its_people(
    alice: Player, bob: Player, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    secret = opened(alice, public=False, admission="invitation")
    scene = opened_scene(secret, alice)
    members.invite(table_id=secret.pk, player=alice, name="Bob", now=timezone.now())

    assert charlie_client.get(f"/tables/{secret.pk}/").status_code == 404
    assert client.get(f"/tables/{secret.pk}/").status_code == 404
    assert charlie_client.post(f"/tables/{secret.pk}/apply/").status_code == 404
    assert "You are invited to this table." in page(bob_client, f"/tables/{secret.pk}/")
    assert bob_client.get(f"/scenes/{scene.pk}/").status_code == 404

    bob_client.post(f"/tables/{secret.pk}/answer/", {"take": "yes"})
    assert bob_client.get(f"/scenes/{scene.pk}/").status_code == 200
    assert bob_client.post(f"/tables/{secret.pk}/leave/")["Location"] == "/tables/"


def test_of_a_table_that_takes_applications_strangers_read_no_scene(alice: Player, charlie_client: Client) -> None:
    table = opened(alice, public=False)
    scene = opened_scene(table, alice, "Hidden cellar")

    text = page(charlie_client, f"/tables/{table.pk}/")

    assert "Only those who play here read the scenes." in text
    assert "Hidden cellar" not in text
    assert charlie_client.get(f"/scenes/{scene.pk}/").status_code == 404


def test_names_and_descriptions_are_shown_as_text(alice: Player, client: Client) -> None:
    table = opened(alice, name=NASTY, description=NASTY)
    scene = opened_scene(table, alice, NASTY)

    for address in ("/tables/", table.get_absolute_url(), scene.get_absolute_url()):
        text = page(client, address)
        assert NASTY not in text
        assert "script&gt;alert(1)" in text


@pytest.mark.parametrize(("title", "reason"), [("", "needs a title"), ("x" * 81, "at most 80 characters")])
def test_a_scene_needs_a_title(table: Table, alice_client: Client, title: str, reason: str) -> None:
    before = set(table.scenes.all())

    answer = alice_client.post(f"/tables/{table.pk}/scenes/", {"title": title})

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert set(table.scenes.all()) == before


def test_what_changes_something_takes_post_alone(table: Table, scene: Scene, alice_client: Client) -> None:
    for path in ("pause", "resume", "apply", "invite", "answer", "leave", "scenes", "members/1/gm", "members/1/out"):
        assert alice_client.get(f"/tables/{table.pk}/{path}/").status_code == 405, path
    assert alice_client.get(f"/scenes/{scene.pk}/draft/").status_code == 405


def test_visitors_are_asked_to_log_in(table: Table, scene: Scene, client: Client) -> None:
    for path in ("pause", "close", "apply", "invite", "answer", "leave", "scenes", "members/1/gm", "members/1/out"):
        answer: Any = client.post(f"/tables/{table.pk}/{path}/")
        assert answer["Location"].startswith("/account/login/"), path
    for path in ("", "draft/", "close/"):
        assert client.post(f"/scenes/{scene.pk}/{path}")["Location"].startswith("/account/login/"), path


def test_an_account_that_is_deleted_leaves_its_tables(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    written(scene, bob, "Good bye.")
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    known = players.export(player=bob)

    players.delete_account(player=bob, now=timezone.now())
    table.refresh_from_db()
    assert table.running
    players.delete_account(player=alice, now=timezone.now())

    table.refresh_from_db()
    assert table.closed  # nobody leads it any more
    assert [post["text"] for post in known["posts"]] == ["Good bye."]
    assert [place["role"] for place in known["tables"]] == ["gm"]
    assert Player.objects.get(pk=bob.pk).kind == Player.Kind.DELETED
    assert not Player.objects.filter(pk=alice.pk).exists()  # nothing of hers was left


def test_what_is_new_to_a_member_is_said_until_they_read_it(
    table: Table, scene: Scene, alice: Player, bob: Player, dora_client: Client, alice_client: Client
) -> None:
    written(scene, bob, "", to_gm="I steal it.")
    assert "new posts" not in page(dora_client, "/tables/")
    assert "1 new" in page(alice_client, table.get_absolute_url())
    written(scene, bob, "I wait.")
    written(scene, alice, "It rains.")

    assert "new posts" in page(dora_client, "/tables/")
    assert "2 new" in page(dora_client, table.get_absolute_url())
    page(dora_client, scene.get_absolute_url())
    assert "new posts" not in page(dora_client, "/tables/")
    assert "2 new" not in page(dora_client, table.get_absolute_url())


def test_the_posts_of_game_masters_say_so(scene: Scene, alice: Player, bob: Player, client: Client) -> None:
    written(scene, alice, "It rains.")
    written(scene, bob, "I wait.")

    assert page(client, scene.get_absolute_url()).count('<span class="badge wait">GM</span>') == 1


def test_home_says_what_waits_at_ones_tables(
    table: Table, alice: Player, charlie: Player, alice_client: Client, charlie_client: Client, bob_client: Client
) -> None:
    members.invite(table_id=table.pk, player=alice, name=make_person("Eve").name, now=timezone.now())
    assert "My tables" not in page(charlie_client, "/")
    members.apply(table_id=table.pk, player=charlie, words="", now=timezone.now())

    assert "somebody would like to play" in page(alice_client, "/")
    assert "somebody would like to play" not in page(bob_client, "/")
    assert "you have applied" in page(charlie_client, "/")
    other = opened(alice, name="Elsewhere")
    members.invite(table_id=other.pk, player=alice, name="Bob", now=timezone.now())
    assert "you are invited" in page(bob_client, "/")


def test_closing_a_scene_is_asked_about_first(scene: Scene, alice_client: Client, bob_client: Client) -> None:
    address = f"/scenes/{scene.pk}/close/"

    assert "This cannot be taken back." in page(alice_client, address)
    assert bob_client.get(address).status_code == 302
    scene.refresh_from_db()
    assert scene.closed_at is None
    alice_client.post(address)
    scene.refresh_from_db()
    assert scene.closed_at


def test_nobody_fills_the_archive_with_tables(db: None) -> None:
    eve = make_person("Eve")
    for _ in range(tables.TABLES_PER_DAY):
        tables.close(table_id=opened(eve).pk, player=eve, archive=True, now=timezone.now())

    with pytest.raises(TooMany, match="wait until tomorrow"):
        opened(eve)
