"""What the operator sees of tables and may do: mend names, answer reports; nothing that is secret."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.play.errors import NotYours
from games.play.models import REMOVED
from games.players.models import Player
from games.tables.models import Post, Roll, Scene, Sheet, Table
from games.tables.services import members, posts, tables
from games.tables.services.posts import Wording
from tests.tables.helpers import rolled, written
from tests.tables.test_exports import export
from tests.tables.test_letters import to, work
from tests.tables.test_sheets import pokemon


def reported(post: Post, player: Player) -> Post:
    return posts.report(post_id=post.pk, player=player, now=timezone.now())


def acted(admin: Client, action: str, post: Post) -> str:
    values = {"action": action, "_selected_action": [post.pk]}
    return admin.post("/admin/tables/post/", values, follow=True).content.decode()


# Reporting


def test_a_reader_reports_a_post_after_being_asked(
    scene: Scene, bob: Player, charlie_client: Client, client: Client
) -> None:
    post = written(scene, bob, "rude")
    address = f"/posts/{post.pk}/report/"
    assert f'href="{address}"' in charlie_client.get(scene.get_absolute_url()).content.decode()
    assert f'href="{address}"' not in client.get(scene.get_absolute_url()).content.decode()
    assert client.post(address)["Location"].startswith("/account/login/")
    charlie_client.get(address)
    assert Post.objects.get().reported_at is None

    answer = charlie_client.post(address, follow=True)

    assert "the operator will look at this post" in answer.content.decode()
    assert Post.objects.get().reported_at


def test_operators_are_told_by_mail_once_for_many_reports(
    scene: Scene, alice: Player, bob: Player, admin_user: User, admin_client: Client
) -> None:
    work()
    for words in ("rude", "ruder"):
        reported(written(scene, bob, words), alice)

    told = [one for one in work(timezone.now() + timedelta(hours=2)) if one.to == [admin_user.email]]

    assert [one.subject for one in told] == ["Something was reported"]
    assert f"2 reported posts of tables wait for you\n{settings.SITE_URL}/admin/tables/post/\n" in told[0].body
    assert ">2 reported posts of tables wait for you</a>" in admin_client.get("/admin/").content.decode()


def test_ones_own_post_and_what_one_does_not_see_are_not_reported(
    scene: Scene, bob: Player, charlie_client: Client, dora_client: Client
) -> None:
    post = written(scene, bob, "mine")
    hidden = written(scene, bob, "", to_gm="psst")

    with pytest.raises(NotYours):
        reported(post, bob)
    assert [one.post(f"/posts/{hidden.pk}/report/").status_code for one in (charlie_client, dora_client)] == [404, 404]
    assert not Post.objects.filter(reported_at__isnull=False).exists()


def test_reported_posts_alone_are_shown_and_their_words_can_be_removed(
    scene: Scene, alice: Player, bob: Player, admin_client: Client, alice_client: Client
) -> None:
    rude, fine = written(scene, bob, "rude", to_gm="ruder"), written(scene, bob, "harmless")
    posts.edit(post_id=rude.pk, player=bob, wording=Wording("so rude", "ruder"), edits=0, now=timezone.now())
    reported(rude, alice)

    listed = admin_client.get("/admin/tables/post/").content.decode()
    answer = acted(admin_client, "remove_text", rude)

    assert "so rude" in listed
    assert "harmless" not in listed
    assert "The text of 1 lines is removed" in answer
    rude.refresh_from_db()
    assert (rude.text, rude.to_gm, rude.reported_at, rude.versions.count()) == (REMOVED, REMOVED, None, 0)
    page = alice_client.get(scene.get_absolute_url()).content.decode()
    assert "removed by the operator" in page
    assert "rude" not in page
    assert "harmless" in page
    assert Post.objects.get(pk=fine.pk).text == "harmless"


def test_in_french_too_all_that_was_removed_says_so(
    table: Table, scene: Scene, alice: Player, bob: Player, bob_client: Client
) -> None:
    work()
    post = written(scene, alice, "rude", to_gm="ruder")
    posts.settle(Post.objects.all(), remove=True)
    posts.edit(post_id=post.pk, player=alice, wording=Wording("fine", "finer"), edits=0, now=timezone.now())
    later = written(scene, alice, "so rude", to_gm="so rude too")
    posts.settle(Post.objects.filter(pk=later.pk), remove=True)
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    Player.objects.filter(pk=bob.pk).update(language="fr")

    letter = to(work(), bob).body
    told = [
        bob_client.get(address).content.decode()
        for address in (scene.get_absolute_url(), f"/posts/{post.pk}/versions/")
    ]
    tables.close(table_id=table.pk, player=alice, archive=True, now=timezone.now())
    told += [letter, *(export(bob_client, table, kind) for kind in ("json", "html"))]

    assert [text.count("(retiré par l’administrateur)") for text in told] == [2, 2, 2, 4, 4]
    assert not any(REMOVED in text for text in told)


def test_a_report_can_be_settled_without_removing_the_words(
    scene: Scene, alice: Player, bob: Player, admin_client: Client
) -> None:
    post = reported(written(scene, bob, "odd"), alice)

    acted(admin_client, "leave", post)

    post.refresh_from_db()
    assert (post.text, post.reported_at) == ("odd", None)


# Looking


@pytest.mark.parametrize("model", ["table", "scene", "post", "roll", "sheet"])
def test_every_list_and_page_opens(
    table: Table, scene: Scene, alice: Player, bob: Player, admin_client: Client, model: str
) -> None:
    post = reported(rolled(scene, bob, text="x"), alice)
    sheet = pokemon(table, alice, bob)
    pk = {"table": table.pk, "scene": scene.pk, "post": post.pk, "roll": post.rolls.get().pk, "sheet": sheet.pk}[model]

    answers = [admin_client.get(f"/admin/tables/{model}/{rest}") for rest in ("", "?q=1", f"{pk}/change/")]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    mended = model in ("table", "scene")
    assert (b'value="Save"' in answers[2].content) == mended


def test_the_operator_mends_a_name_and_no_more(table: Table, admin_client: Client) -> None:
    values = {"name": "A mill", "description": "", "language": "en", "admission": "open", "days_per_post": "3"}
    inline = {"members-TOTAL_FORMS": "0", "members-INITIAL_FORMS": "0"}

    admin_client.post(f"/admin/tables/table/{table.pk}/change/", values | inline | {"status": "closed"})

    table.refresh_from_db()
    assert (table.name, table.status) == ("A mill", "running")
    assert admin_client.get("/admin/tables/table/add/").status_code == 403
    assert admin_client.post(f"/admin/tables/table/{table.pk}/delete/").status_code == 403


def test_what_is_secret_is_not_the_operator_s(
    table: Table, scene: Scene, alice: Player, bob: Player, admin_client: Client
) -> None:
    rolled(scene, bob, "to steal", audience="roller")
    pokemon(table, alice, name="Lurker", secret=True)

    for model, secret in (("roll", Roll.objects.get()), ("sheet", Sheet.objects.get())):
        listed = admin_client.get(f"/admin/tables/{model}/").content.decode()
        assert "0 " in listed
        assert "Lurker" not in listed
        assert admin_client.get(f"/admin/tables/{model}/{secret.pk}/change/").status_code == 302
