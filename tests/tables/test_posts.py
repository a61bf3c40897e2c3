"""Posts: writing, editing, drafts, and what others may not see of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.play.errors import NotYours, Refused, TooMany
from games.players.models import Player
from games.tables.models import Draft, Post, Scene, Table, Version
from games.tables.queries import scenes as queries
from games.tables.services import posts, scenes, sheets, tables
from games.tables.services.posts import Wording
from tests.archive.test_browsing import plan_of
from tests.tables.helpers import sent, written
from tests.tables.test_awards import trainer
from tests.tables.test_sheets import pokemon

HTMX = {"HX-Request": "true"}


def page(client: Client, scene: Scene) -> str:
    return client.get(scene.get_absolute_url()).content.decode()


def edited(post: Post, text: str, **wording: str) -> Post:
    return posts.edit(
        post_id=post.pk,
        player=post.author,
        wording=Wording(text, **wording),
        edits=Post.objects.get(pk=post.pk).edits,
        now=timezone.now(),
    )


def test_what_is_posted_is_read_by_all(scene: Scene, bob_client: Client, client: Client) -> None:
    answer = bob_client.post(scene.get_absolute_url(), {"text": "I *knock*.", "key": "a"})

    post = Post.objects.get()
    assert answer["Location"] == f"/scenes/{scene.pk}/?page=1#post-{post.pk}"
    assert "I <em>knock</em>." in page(client, scene)
    assert 'id="write"' not in page(client, scene)


def test_two_posts_of_one_form_make_one(scene: Scene, bob_client: Client) -> None:
    answers = [bob_client.post(scene.get_absolute_url(), {"text": "Once.", "key": "same"}) for _ in range(2)]

    assert Post.objects.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.parametrize(
    ("values", "reason"),
    [({}, "Write something first."), ({"text": "x" * 20_001}, "That is 20001 characters long: 20000 fit.")],
)
def test_what_cannot_be_posted_stays_in_the_field(
    scene: Scene, bob_client: Client, values: dict[str, str], reason: str
) -> None:
    answer = bob_client.post(scene.get_absolute_url(), values | {"key": "a"})

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert values.get("text", "") in answer.content.decode()
    assert not Post.objects.exists()


def test_strangers_do_not_post(scene: Scene, charlie_client: Client, charlie: Player) -> None:
    answer = charlie_client.post(scene.get_absolute_url(), {"text": "Me too!", "key": "a"})

    assert answer.status_code == 403
    assert not Post.objects.exists()
    with pytest.raises(NotYours):
        posts.save_draft(scene=scene, player=charlie, wording=Wording("x"), now=timezone.now())


def test_too_much_at_once_is_kept_for_later(scene: Scene, bob: Player) -> None:
    now = timezone.now()
    for _ in range(posts.POSTS_PER_MINUTE):
        written(scene, bob, "again", now)

    with pytest.raises(TooMany):
        written(scene, bob, "and again", now)


def test_in_a_closed_scene_nothing_is_posted_or_changed(
    scene: Scene, alice_client: Client, bob: Player, bob_client: Client
) -> None:
    post = written(scene, bob, "Last words.")
    alice_client.post(f"/scenes/{scene.pk}/close/")
    alice_client.post(f"/scenes/{scene.pk}/close/")

    answer = bob_client.post(scene.get_absolute_url(), {"text": "One more.", "key": "a"})

    assert answer.status_code == 422
    assert "This scene is closed" in answer.content.decode()
    with pytest.raises(Refused, match="This scene is closed"):
        edited(post, "Other words.")
    assert bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": "x"}).status_code == 422
    assert "One more.</textarea>" in answer.content.decode()


def test_long_scenes_have_pages_and_begin_at_the_end(scene: Scene, bob: Player, client: Client) -> None:
    Post.objects.bulk_create(
        Post(scene=scene, author=bob, key=str(number), text=f"post {number}.", posted_at=timezone.now())
        for number in range(61)
    )

    assert "post 60." in page(client, scene)
    assert "post 59." not in page(client, scene)
    first = client.get(f"{scene.get_absolute_url()}?page=1").content.decode()
    assert "post 0." in first
    assert "post 29." in first
    assert "post 30." not in first
    middle = Post.objects.get(key="45")
    assert client.get(f"/posts/{middle.pk}/")["Location"] == f"/scenes/{scene.pk}/?page=2#post-{middle.pk}"
    for odd in ("0", "999", "x", "-1", "1e3", "9" * 30):
        assert client.get(f"{scene.get_absolute_url()}?page={odd}").status_code == 200


@pytest.mark.parametrize("count", [1, 12])
def test_a_scene_asks_as_often_for_many_posts_as_for_one(
    scene: Scene,
    alice: Player,
    bob: Player,
    bob_client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        Post.objects.create(scene=scene, author=alice, key=str(number), text="x", to_gm="y", posted_at=timezone.now())
    bob_client.get(scene.get_absolute_url())

    with django_assert_num_queries(16):
        assert bob_client.get(scene.get_absolute_url()).status_code == 200


# Editing


def test_an_edit_keeps_what_stood_there(scene: Scene, bob: Player, bob_client: Client, client: Client) -> None:
    post = written(scene, bob, "I open the door.")

    bob_client.post(f"/posts/{post.pk}/edit/", {"text": "I *listen* at the door.", "edits": "0"})

    assert "<em>listen</em>" in page(client, scene)
    assert "I open" not in page(client, scene)
    assert "I open the door." in client.get(f"/posts/{post.pk}/versions/").content.decode()


def test_an_edit_of_what_was_changed_meanwhile_is_stale(scene: Scene, bob: Player, bob_client: Client) -> None:
    post = written(scene, bob, "One.")
    edited(post, "Two.")

    answer = bob_client.post(f"/posts/{post.pk}/edit/", {"text": "Three.", "edits": "0"})

    assert answer.status_code == 409
    assert "Three.</textarea>" in answer.content.decode()
    assert "<p>Two.</p>" in answer.content.decode()
    assert Post.objects.get().text == "Two."


def test_only_its_author_edits_a_post(scene: Scene, bob: Player, alice: Player, alice_client: Client) -> None:
    post = written(scene, bob, "Mine.")

    assert alice_client.get(f"/posts/{post.pk}/edit/").status_code == 302
    assert alice_client.post(f"/posts/{post.pk}/edit/", {"text": "Hers.", "edits": "0"}).status_code == 302
    with pytest.raises(NotYours):
        posts.edit(post_id=post.pk, player=alice, wording=Wording("Hers."), edits=0, now=timezone.now())
    assert Post.objects.get().text == "Mine."


def test_what_others_have_read_is_not_emptied(scene: Scene, bob: Player) -> None:
    post = written(scene, bob, "Read me.")

    with pytest.raises(Refused, match="something has to stay"):
        edited(post, "", to_gm="hidden now")
    with pytest.raises(Refused, match="Write something first"):
        edited(post, "")


def test_an_edit_that_changes_nothing_is_none(scene: Scene, bob: Player) -> None:
    edited(written(scene, bob, "Same."), "Same.")

    assert not Version.objects.exists()


# Drafts


def test_a_draft_waits_where_it_was_left_and_goes_with_the_post(
    scene: Scene, bob_client: Client, dora_client: Client
) -> None:
    bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": "I am not sur", "to_gm": "psst", "aside": "on"})

    assert "I am not sur</textarea>" in page(bob_client, scene)
    assert "psst</textarea>" in page(bob_client, scene)
    assert "I am not sur" not in page(dora_client, scene)
    bob_client.post(scene.get_absolute_url(), {"text": "I am sure.", "key": "a"})
    assert not Draft.objects.exists()


def test_by_htmx_a_draft_is_only_said_to_be_saved(scene: Scene, bob_client: Client) -> None:
    answer = bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": "Hm"}, headers=HTMX)
    wrong = bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": "x" * 20_001}, headers=HTMX)

    assert b"Draft saved at" in answer.content
    assert b"<html" not in answer.content
    assert "HX-Request" in answer["Vary"]
    assert wrong.status_code == 422
    assert Draft.objects.get().text == "Hm"


def test_a_draft_that_no_form_takes_is_refused(scene: Scene, bob_client: Client) -> None:
    for headers in ({}, HTMX):
        answer = bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": "a\x00b"}, headers=headers)

        assert answer.status_code == 422
        assert "Null characters are not allowed." in answer.content.decode()
    assert not Draft.objects.exists()


def test_a_draft_of_nothing_is_no_draft(scene: Scene, bob_client: Client) -> None:
    for text in ("Hm", " "):
        bob_client.post(f"/scenes/{scene.pk}/draft/", {"text": text})

    assert not Draft.objects.exists()


def test_a_draft_can_be_saved_while_the_table_pauses(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    tables.pause(table_id=table.pk, player=alice, now=timezone.now())

    assert posts.save_draft(scene=scene, player=bob, wording=Wording("Later."), now=timezone.now())


# What is hidden


def test_lines_to_the_gm_are_read_by_the_gms_and_their_author(
    scene: Scene, bob: Player, alice_client: Client, bob_client: Client, dora_client: Client, client: Client
) -> None:
    written(scene, bob, "I smile.", to_gm="I steal the *key*.")

    for who in (alice_client, bob_client):
        assert "I steal the <em>key</em>." in page(who, scene)
    for who in (dora_client, client):
        assert "I smile." in page(who, scene)
        assert "steal" not in page(who, scene)


def test_what_says_nothing_to_others_is_not_there_for_them(
    table: Table, scene: Scene, bob: Player, bob_client: Client, dora_client: Client, client: Client
) -> None:
    active_at, before = Table.objects.get().active_at, sent(client.get(scene.get_absolute_url()))
    post = written(scene, bob, "", to_gm="Only you know.")

    assert sent(client.get(scene.get_absolute_url())) == before
    assert f"post-{post.pk}" in page(bob_client, scene)
    for who in (dora_client, client):
        assert f"post-{post.pk}" not in page(who, scene)
        assert who.get(f"/posts/{post.pk}/").status_code == 404
        assert who.get(f"/posts/{post.pk}/versions/").status_code == 404
        assert "0 posts" in who.get(table.get_absolute_url()).content.decode()
    assert Table.objects.get().active_at == active_at


def test_for_two_values_of_a_secret_others_are_sent_the_same(
    table: Table, scene: Scene, alice: Player, bob: Player, dora_client: Client, charlie_client: Client, client: Client
) -> None:
    """Private lines, GM notes, their edits, and a draft."""
    now = timezone.now()
    post = written(scene, bob, "I wait.", to_gm="burglary A")
    note = written(scene, alice, "It rains.", to_gm="the butler")
    posts.save_draft(scene=scene, player=bob, wording=Wording("draft A"), now=now)
    addresses = [
        "/tables/",
        table.get_absolute_url(),
        scene.get_absolute_url(),
        *(f"/posts/{one.pk}/{path}" for one in (post, note) for path in ("", "versions/", "edit/")),
    ]

    viewers = (dora_client, charlie_client, client)

    def all_sent() -> list[bytes]:
        return [sent(viewer.get(address)) for viewer in viewers for address in addresses]

    for viewer in viewers:
        viewer.get(scene.get_absolute_url())  # from now on nothing is new to anybody
    first = all_sent()
    edited(post, "I wait.", to_gm="burglary B, longer")
    edited(note, "It rains.", to_gm="the gardener")
    posts.save_draft(scene=scene, player=bob, wording=Wording("draft B", "psst"), now=now)

    assert all_sent() == first
    assert all(b"burglary" not in answer and b"gardener" not in answer for answer in first)


def test_of_earlier_wordings_others_see_only_what_was_public(
    scene: Scene, bob: Player, bob_client: Client, client: Client
) -> None:
    post = written(scene, bob, "One.", to_gm="alpha")
    edited(post, "One.", to_gm="beta")
    edited(post, "Two.", to_gm="beta")

    own = bob_client.get(f"/posts/{post.pk}/versions/").content.decode()
    others = client.get(f"/posts/{post.pk}/versions/").content.decode()

    assert own.count('<li class="post">') == 2
    assert "alpha" in own
    assert "beta" in own
    assert others.count('<li class="post">') == 1
    assert "One." in others
    assert "alpha" not in others
    assert "beta" not in others


def test_a_gm_sees_the_lines_written_before_too(scene: Scene, alice: Player, bob: Player) -> None:
    written(scene, bob, "x", to_gm="y")

    found = queries.page(queries.scene_for(alice, scene.pk))

    assert [shown.to_gm for shown in found.posts] == ["<p>y</p>\n"]


def test_an_aside_says_so(scene: Scene, bob_client: Client, client: Client) -> None:
    bob_client.post(scene.get_absolute_url(), {"text": "Brb.", "aside": "on", "key": "a"})

    assert "out of character" in page(client, scene)


def test_a_scene_that_is_closed_forgets_its_drafts(scene: Scene, alice: Player, bob: Player) -> None:
    posts.save_draft(scene=scene, player=bob, wording=Wording("Never posted"), now=timezone.now())
    scenes.close_scene(scene_id=scene.pk, player=alice, now=timezone.now())

    assert not Draft.objects.exists()


def test_a_post_is_not_worded_anew_for_ever(
    scene: Scene, bob: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred edits made one page that took half a minute to show."""
    monkeypatch.setattr(posts, "POSTS_PER_MINUTE", 12)
    monkeypatch.setattr(posts, "EDITS", 11)
    post = written(scene, bob, "wording 0")
    for number in range(1, 12):
        edited(post, f"wording {number}")

    with pytest.raises(Refused, match="changed 11 times"):
        edited(post, "wording 12")
    first, second = (page_of(client, f"/posts/{post.pk}/versions/{query}") for query in ("", "?page=2"))
    assert "wording 9" in first
    assert "wording 10" not in first
    assert "wording 10" in second
    monkeypatch.setattr(posts, "POSTS_PER_MINUTE", 11)
    with pytest.raises(TooMany):
        edited(post, "wording 12")


def test_whoever_has_written_much_waits_no_longer(scene: Scene, bob: Player) -> None:
    """How much was written in the last minute is looked for in the last minute, not among all that they ever wrote."""
    with CaptureQueriesContext(connection) as asked:
        edited(written(scene, bob, "once"), "twice")

    for index, table in (("post_by_author", "tables_post"), ("version_by_time", "tables_version")):
        (sql,) = (query["sql"] for query in asked if f'COUNT(*) AS "__count" FROM "{table}"' in query["sql"])
        assert index in plan_of(sql)


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_roll_that_is_not_posted_yet_says_so(scene: Scene, bob_client: Client) -> None:
    """Whoever pressed Post before the chances were there went away, and nothing had been posted."""
    sent = {"text": "I climb.", "key": "a", "what": "to climb", "pool": "5", "dd": "6", "audience": "all", "shown": ""}

    page = bob_client.post(scene.get_absolute_url(), sent).content.decode()

    assert "Not posted yet." in page
    assert f'action="{scene.get_absolute_url()}#write"' in page
    assert not Post.objects.exists()


def test_a_slip_in_a_skill_is_said_and_costs_no_dice(
    table: Table, scene: Scene, bob: Player, bob_client: Client
) -> None:
    sheet = sheets.make_trainer(
        table_id=table.pk, player=bob, name="Aline", points={}, skills={"Singing": 3}, now=timezone.now()
    )
    sent = {"what": "to sing", "sheet": str(sheet.pk), "stat": "will", "skill": "Sining", "dd": "6", "audience": "all"}

    page = bob_client.post(scene.get_absolute_url(), sent | {"key": "a", "shown": "1-6"})

    assert page.status_code == 422
    assert "Aline has no such skill, only: Singing." in page.content.decode()
    assert not Post.objects.exists()


def test_a_character_speaks_with_its_player_beside_it(
    table: Table, scene: Scene, alice: Player, bob: Player, bob_client: Client, client: Client
) -> None:
    aline = trainer(table, bob)
    form = bob_client.get(scene.get_absolute_url()).content.decode()
    assert f'<option value="{aline.pk}" selected>Aline</option>' in form

    bob_client.post(scene.get_absolute_url(), {"text": "I climb.", "key": "a", "speaker": str(aline.pk)})
    bob_client.post(scene.get_absolute_url(), {"text": "Brb.", "key": "b", "speaker": str(aline.pk), "aside": "on"})

    spoken, aside = Post.objects.all()
    assert (spoken.speaker, aside.speaker) == (aline, None)
    assert f'<a href="{aline.get_absolute_url()}">Aline</a></strong>' in page_of(client, scene.get_absolute_url())


def test_nobody_speaks_as_another_or_as_who_is_secret(
    table: Table, scene: Scene, alice: Player, bob: Player, dora: Player
) -> None:
    aline, lurker = trainer(table, bob), pokemon(table, alice, name="Lurker", secret=True)

    for player, sheet in ((dora, aline), (alice, lurker)):
        with pytest.raises(NotYours):
            posts.write(
                scene_id=scene.pk,
                player=player,
                wording=Wording("x"),
                key="a",
                now=timezone.now(),
                speaker_id=sheet.pk,
            )
    assert not Post.objects.exists()
