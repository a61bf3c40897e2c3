"""Mails of what GMs do at a table: PX given, scenes and tables closed; and of posts that an edit shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.players.models import Player
from games.tables.models import Post, Scene, Sheet, Table
from games.tables.services import awards, posts, scenes, tables
from games.tables.services.awards import Gain
from games.tables.services.posts import Wording
from tests.tables.helpers import opened_scene, written
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


def test_an_edit_of_what_others_saw_is_no_news(scene: Scene, bob: Player) -> None:
    post = written(scene, bob, "I look.")
    work()

    shown(post, "I look again.")

    assert work() == []
