"""Mails of what GMs do at a table: PX given, scenes and tables closed; and of posts that an edit shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.players.models import Player
from games.tables.models import Post, Scene, Sheet, Table
from games.tables.services import awards, members, posts, scenes, tables
from games.tables.services.awards import Gain
from games.tables.services.posts import Wording
from tests.tables.helpers import opened_scene, rolled, written
from tests.tables.test_letters import LATER, to, work

NOW = datetime(2026, 3, 1, 12, 1, tzinfo=UTC)  # a while of ten minutes ends at 12:10


def given(table: Table, gm: Player, *gains: Gain, title: str = "The mill", now: datetime = NOW) -> None:
    awards.give(table_id=table.pk, player=gm, title=title, gains=gains, fights=(), key=title, now=now)


def test_who_gets_px_is_told_in_a_sentence(
    table: Table, aline: Sheet, bubbles: Sheet, alice: Player, bob: Player
) -> None:
    work()
    given(table, alice, Gain(aline.pk, took_part=True, reasons=("role_play",)), Gain(bubbles.pk, more=3))

    (found,) = work(NOW + LATER)

    assert (found.to, found.subject) == ([bob.user.email], "PX for you at The Old Mill")  # type: ignore[union-attr]
    assert found.body.startswith("Aline gets 2 PX for “The mill”. Bubbles gets 3 PX for “The mill”.")
    assert found.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_what_is_done_in_a_while_is_told_in_one_mail(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player, dora: Player
) -> None:
    other = opened_scene(table, alice, "At the bridge")
    work()
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)
    scenes.close_scene(scene_id=other.pk, player=alice, now=NOW + timedelta(minutes=2))
    given(table, alice, Gain(aline.pk, more=1), now=NOW + timedelta(minutes=3))
    given(table, alice, Gain(aline.pk, more=2), title="The bridge", now=NOW + timedelta(minutes=10))  # the next while

    first, second = to(work(NOW + timedelta(minutes=10)), bob), to(work(NOW + timedelta(minutes=20)), bob)

    assert "Aline gets 1 PX for “The mill”." in first.body
    assert "The scene “At the mill” is closed" in first.body
    assert "The scene “At the bridge” is closed" in first.body
    assert "2 PX" not in first.body
    assert "2 PX" in second.body
    assert "closed" not in second.body


def test_a_scene_that_is_closed_is_told_to_all_but_who_closed_it(
    scene: Scene, alice: Player, bob: Player, dora: Player
) -> None:
    work()
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)
    Player.objects.filter(pk=dora.pk).update(mail_off=["table_news"])

    (found,) = work(NOW + LATER)

    assert (found.to, found.subject) == (["bob@example.org"], "“At the mill” is closed (The Old Mill)")


def test_gms_are_told_of_what_the_others_did(
    table: Table, scene: Scene, aline: Sheet, bubbles: Sheet, alice: Player, bob: Player
) -> None:
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    other = opened_scene(table, alice, "At the bridge")
    work()
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)
    given(table, alice, Gain(aline.pk, more=1))
    scenes.close_scene(scene_id=other.pk, player=bob, now=NOW)
    given(table, bob, Gain(bubbles.pk, more=3), title="The bridge")

    found = work(NOW + LATER)

    to_alice, to_bob = to(found, alice).body, to(found, bob).body
    assert ("At the bridge" in to_alice, "At the mill" in to_alice) == (True, False)
    assert ("At the bridge" in to_bob, "At the mill" in to_bob) == (False, True)
    assert ("1 PX" in to_bob, "3 PX" in to_bob) == (True, False)


def test_who_closes_the_table_is_not_told_of_it(
    table: Table, scene: Scene, alice: Player, bob: Player, dora: Player
) -> None:
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    work()
    scenes.close_scene(scene_id=scene.pk, player=bob, now=NOW)
    tables.close(table_id=table.pk, player=alice, archive=True, now=NOW)

    found = work(NOW + LATER)

    assert sorted(one.to[0] for one in found) == ["bob@example.org", "dora@example.org"]


def test_a_table_that_is_closed_is_told_once(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(language="fr")
    work()
    tables.close(table_id=table.pk, player=alice, archive=True, now=NOW)

    found = to(work(NOW + LATER), bob)

    assert found.subject == "La table est fermée : The Old Mill"
    assert "At the mill" not in found.body


# Posts that an edit shows


def shown(post: Post, text: str, now: datetime | None = None) -> Post:
    """Words for all in a post that was for the GMs alone."""
    post = Post.objects.get(pk=post.pk)
    wording = Wording(text, post.to_gm)
    return posts.edit(post_id=post.pk, player=post.author, wording=wording, edits=0, now=now or timezone.now())


@pytest.mark.parametrize("past", [False, True])
def test_a_post_that_an_edit_shows_is_mailed_as_a_new_one(
    scene: Scene, alice: Player, bob: Player, dora: Player, dora_client: Client, past: bool
) -> None:
    post = written(scene, bob, "", to_gm="I steal the purse.")
    if past:  # she has come past it
        written(scene, alice, "It is dark.")
        dora_client.get(scene.get_absolute_url())
    work()
    shown(post, "I look at the purse.")

    found = work()

    assert "I look at the purse." in to(found, dora).body
    assert "steal" not in to(found, dora).body
    assert [one.to for one in found] == [["dora@example.org"]]  # Alice has had it
    assert work() == []


def test_who_was_there_since_gets_no_mail_of_it(scene: Scene, alice: Player, bob: Player, dora_client: Client) -> None:
    post = written(scene, bob, "", to_gm="I steal the purse.")
    written(scene, alice, "It is dark.")
    dora_client.get(scene.get_absolute_url())
    work()
    shown(post, "I look at the purse.")
    written(scene, alice, "It is darker.")
    dora_client.get(scene.get_absolute_url())

    assert [one for one in work() if one.to == ["dora@example.org"]] == []


def test_a_post_that_the_mail_of_a_later_one_tells_of_is_not_mailed_again(
    scene: Scene, bob: Player, dora: Player
) -> None:
    work()
    post = written(scene, bob, "", to_gm="I steal the purse.", now=NOW)
    written(scene, bob, "I whistle.", now=NOW + timedelta(minutes=2))
    shown(post, "I look at the purse.", now=NOW + timedelta(minutes=10))

    first = to(work(NOW + timedelta(minutes=12)), dora)  # that of the second post

    assert "I look at the purse." in first.body
    assert "I whistle." in first.body
    assert [one for one in work(NOW + timedelta(minutes=30)) if one.to == ["dora@example.org"]] == []


def test_posts_that_edits_show_in_a_while_are_one_mail(scene: Scene, alice: Player, bob: Player, dora: Player) -> None:
    first, second, third, other = [written(scene, bob, "", to_gm=f"Note {n}.", now=NOW) for n in range(4)]
    rolled(scene, bob, "to whistle")
    work()
    for number, post in enumerate((first, third, second)):
        shown(post, f"Words {number}.", now=NOW + timedelta(minutes=number))
    shown(other, "Words of the next while.", now=NOW + timedelta(minutes=10))

    found, later = to(work(NOW + timedelta(minutes=10)), dora), to(work(NOW + timedelta(minutes=20)), dora)

    places = [found.body.index(f"Words {number}.") for number in (0, 2, 1)]
    assert places == sorted(places)  # as the posts stand in the scene
    for unwanted in ("Note", "next while", "whistle"):
        assert unwanted not in found.body
    assert "Words of the next while." in later.body
    assert "Words 0." not in later.body


def test_who_was_there_between_two_edits_is_told_of_the_second(
    scene: Scene, alice: Player, bob: Player, dora: Player, dora_client: Client
) -> None:
    first, second = [written(scene, bob, "", to_gm="Note.", now=NOW) for _ in range(2)]
    written(scene, alice, "It is dark.", now=NOW)
    dora_client.get(scene.get_absolute_url())
    work()
    shown(first, "The first.", now=NOW)
    written(scene, alice, "It is darker.", now=NOW)
    dora_client.get(scene.get_absolute_url())
    shown(second, "The second.", now=NOW + timedelta(minutes=1))

    (found,) = [one for one in work(NOW + LATER) if one.to == ["dora@example.org"]]

    assert "The second." in found.body
    assert "The first." not in found.body


def test_words_put_to_a_roll_that_all_saw_are_no_news(scene: Scene, bob: Player) -> None:
    post, hidden = rolled(scene, bob, "to climb"), written(scene, bob, "", to_gm="I steal the purse.")
    work()
    shown(hidden, "I look at the purse.", now=NOW)
    shown(post, "Up I go.", now=NOW)

    (found,) = work(NOW + LATER)

    assert "I look at the purse." in found.body
    assert "Up I go." not in found.body


def test_an_edit_of_what_others_saw_is_no_news(scene: Scene, bob: Player) -> None:
    post = written(scene, bob, "I look.")
    work()

    shown(post, "I look again.")

    assert work() == []
