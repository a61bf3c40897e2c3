"""Rolls that a GM asks for: seen by whom they are for, made once by one click, mailed, counted, and taken back."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play.errors import Illegal, NotYours, Refused, Stale, TooMany
from games.play.queries import lists
from games.players.models import Player
from games.players.services import delete_account
from games.tables.models import Draft, Log, Post, Roll, RollRequest, Scene, Sheet, Table
from games.tables.services import members, posts, requests, scenes, sheets, tables
from games.tables.services.posts import Wording
from tests.tables.helpers import rolled, sent, written
from tests.tables.test_letters import LATER, to, work
from tests.tables.test_sheets import pokemon

NOW = timezone.now()


def asked(scene: Scene, gm: Player, sheet: Sheet, **more: Any) -> RollRequest:
    usual: dict[str, Any] = {"what": "to climb", "stat": "dexterity", "skill": "", "dd": 7, "audience": "all"}
    (made,) = requests.ask(scene_id=scene.pk, player=gm, sheet_ids=[sheet.pk], now=timezone.now(), **usual | more)
    return made


def made(request: RollRequest, player: Player, pool: int = 3) -> Post:
    return requests.answer(
        scene_id=request.scene_id, request_id=request.pk, player=player, pool=pool, salt="", now=timezone.now()
    )


def test_a_gm_asks_and_the_player_rolls_by_one_click(
    scene: Scene, aline: Sheet, alice_client: Client, bob_client: Client, client: Client
) -> None:
    values = {"what": "to climb", "sheet": str(aline.pk), "stat": "dexterity", "dd": "7", "audience": "all"}

    asking = alice_client.post(f"/scenes/{scene.pk}/ask/", values)
    request = RollRequest.objects.get()
    address = f"/scenes/{scene.pk}/asked/{request.pk}/roll/"
    page, strangers = (one.get(scene.get_absolute_url()).content.decode() for one in (bob_client, client))

    assert asking["Location"] == f"/scenes/{scene.pk}/#asked"
    assert "A game master asks you for a roll:" in page
    assert "65.20 %" in page  # the exact chance of three dice at DD 7
    assert f'action="{address}"' in page
    assert "Bob is asked for a roll:" in strangers
    assert address not in strangers

    answer = bob_client.post(address, {"pool": "3", "salt": "pepper"})

    roll = Roll.objects.select_related("post", "log").get()
    assert answer["Location"] == f"/posts/{roll.post_id}/"
    assert (roll.pool, roll.dd, roll.sheet, roll.stat, roll.log.salt) == (3, 7, aline, "dexterity", "pepper")
    assert (roll.post.author.name, roll.post.speaker) == ("Bob", aline)
    assert "A game master asks you" not in bob_client.get(scene.get_absolute_url()).content.decode()


def test_several_are_asked_at_once_and_each_rolls_by_their_own_sheet(
    scene: Scene, aline: Sheet, dora: Player, alice: Player, alice_client: Client, bob: Player
) -> None:
    work()
    points = dict.fromkeys(("strength", "concentration", "constitution", "will", "dexterity"), 2)
    singer = sheets.make_trainer(
        table_id=scene.table_id, player=dora, name="Nils", points=points, skills={"Singing": 3}, now=timezone.now()
    )
    values = {"what": "to sing", "sheet": [aline.pk, singer.pk], "stat": "will", "skill": "singing", "dd": "6"}

    alice_client.post(f"/scenes/{scene.pk}/ask/", values | {"audience": "all"})
    refused = alice_client.post(f"/scenes/{scene.pk}/ask/", values | {"audience": "all", "skill": "Dancing"})

    assert "Aline, Nils has no such skill, only: Singing." in refused.content.decode()
    mails = work(timezone.now() + LATER)
    assert "Aline, Will + singing, 3 dice" in to(mails, bob).body
    assert "Nils, Will + singing, 6 dice" in to(mails, dora).body


def test_a_form_that_is_sent_twice_asks_once(scene: Scene, aline: Sheet, alice: Player) -> None:
    assert asked(scene, alice, aline) == asked(scene, alice, aline)
    asked(scene, alice, aline, dd=8)

    assert RollRequest.objects.count() == 2


def test_a_form_that_is_sent_twice_is_not_too_much(scene: Scene, aline: Sheet, alice: Player) -> None:
    first = asked(scene, alice, aline)
    for number in range(1, requests.REQUESTS_AT_ONCE):
        asked(scene, alice, aline, what=f"roll {number}")

    assert asked(scene, alice, aline) == first
    with pytest.raises(Refused, match="At most 30 rolls"):
        asked(scene, alice, aline, what="one more")


def test_two_clicks_make_one_roll(scene: Scene, aline: Sheet, alice: Player, bob: Player) -> None:
    request = asked(scene, alice, aline)

    assert made(request, bob) == made(request, bob)
    assert Roll.objects.count() == 1


def test_rolls_that_were_asked_for_are_never_too_fast(scene: Scene, aline: Sheet, alice: Player, bob: Player) -> None:
    wanted = [asked(scene, alice, aline, what=f"roll {number}") for number in range(posts.POSTS_PER_MINUTE + 1)]
    written(scene, bob, "I roll a lot.")

    assert len({made(request, bob).pk for request in wanted}) == 11
    for _ in range(posts.POSTS_PER_MINUTE - 1):  # nor do they slow down what is written
        written(scene, bob, "I write a lot.")
    with pytest.raises(TooMany):
        written(scene, bob, "I write too much.")
    made(asked(scene, alice, aline), bob)


def test_who_leads_by_now_is_shown_what_the_dice_come_from(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player, bob_client: Client
) -> None:
    request = asked(scene, alice, aline, audience="roller")
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)

    page = bob_client.get(scene.get_absolute_url()).content.decode()

    made(request, bob)
    card = page[page.index('id="asked"') :]
    assert Roll.objects.get().log.audience == "gms"
    assert Roll.objects.get().log.secret.commitment in card[: card.index("</ul>")]


def test_what_is_typed_stays_when_the_list_is_brought_up_to_date(
    scene: Scene, aline: Sheet, alice: Player, dora: Player, bob_client: Client
) -> None:
    request = asked(scene, alice, aline)
    page = bob_client.get(scene.get_absolute_url()).content.decode()
    log = Log.objects.get(scene=scene, audience="all")
    kept = f'<details class="salt" id="salt-of-{log.pk}-{request.pk}" hx-preserve>'
    assert kept in page
    poll = html.unescape(page.split('data-poll hx-get="')[1].split('"')[0])
    assert bob_client.get(poll).status_code == 204

    asked(scene, alice, aline, what="to sing")
    assert kept in bob_client.get(poll).content.decode()

    page = bob_client.get(scene.get_absolute_url()).content.decode()
    poll = html.unescape(page.split('data-poll hx-get="')[1].split('"')[0])
    rolled(scene, dora)  # the first, which takes the salt
    answer = bob_client.get(poll)
    assert answer.status_code == 200
    assert "salt-of" not in answer.content.decode()


def test_at_a_table_that_pauses_nothing_waits(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob_client: Client
) -> None:
    asked(scene, alice, aline)
    badge = '<span class="badge wait">waits for you</span>'
    page = bob_client.get(scene.get_absolute_url()).content.decode()
    poll = html.unescape(page.split('data-poll hx-get="')[1].split('"')[0])
    assert badge in page

    tables.pause(table_id=table.pk, player=alice, now=NOW)

    for answer in (bob_client.get(scene.get_absolute_url()), bob_client.get(poll)):
        assert badge not in answer.content.decode()
        assert "A game master asks you for a roll:" in answer.content.decode()


@pytest.mark.parametrize("how", ["leaves the site", "handed to no one"])
def test_what_nobody_is_left_to_roll_is_not_asked_for(
    scene: Scene, aline: Sheet, alice: Player, bob: Player, how: str
) -> None:
    made(asked(scene, alice, aline, what="to sing"), bob)
    asked(scene, alice, aline, what="to climb")

    if how == "leaves the site":
        delete_account(player=bob, now=timezone.now())
    else:
        sheets.hand_over(sheet_id=aline.pk, player=alice, owner_id=None, version=1, now=timezone.now())

    assert [request.what for request in RollRequest.objects.all()] == ["to sing"]  # what was made stays


def test_a_roll_leaves_what_was_begun_to_be_written(scene: Scene, aline: Sheet, alice: Player, bob: Player) -> None:
    posts.save_draft(scene=scene, player=bob, wording=Wording("I look up"), now=timezone.now())

    made(asked(scene, alice, aline), bob)

    assert Draft.objects.get().text == "I look up"


def test_of_a_sheet_that_has_changed_the_dice_are_looked_at_again(
    scene: Scene, aline: Sheet, alice: Player, bob: Player, bob_client: Client
) -> None:
    request = asked(scene, alice, aline, stat="strength", skill="")
    sheets.adjust(sheet_id=aline.pk, player=alice, version=1, why="x", px=50, now=timezone.now())
    sheets.spend(sheet_id=aline.pk, player=bob, what="ev", name="strength", version=2, now=timezone.now())

    answer = bob_client.post(f"/scenes/{scene.pk}/asked/{request.pk}/roll/", {"pool": "3"})

    assert answer.status_code == 409
    assert "look at the chances again" in answer.content.decode()
    assert "Roll 4 dice" in answer.content.decode()
    assert not Roll.objects.exists()


@pytest.mark.parametrize("who", ["Dora", "Alice", "Charlie"])
def test_nobody_else_makes_it(
    scene: Scene, aline: Sheet, alice: Player, dora: Player, charlie: Player, who: str
) -> None:
    request = asked(scene, alice, aline)

    with pytest.raises((Stale, NotYours)):
        made(request, Player.objects.get(name=who))

    assert not Roll.objects.exists()


def test_it_is_taken_back(scene: Scene, aline: Sheet, alice: Player, bob: Player, alice_client: Client) -> None:
    request = asked(scene, alice, aline)
    with pytest.raises(NotYours):
        requests.take_back(scene_id=scene.pk, request_id=request.pk, player=bob)

    alice_client.post(f"/scenes/{scene.pk}/asked/{request.pk}/withdraw/")

    assert not RollRequest.objects.exists()
    with pytest.raises(Stale, match="not asked for any more"):
        made(request, bob)
    assert [one for one in work(timezone.now() + LATER) if "roll" in one.subject] == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"what": " "}, "what the roll is for"),
        ({"what": "x" * 201}, "at most 200"),
        ({"stat": "luck"}, "which stat"),
        ({"dd": 99}, "dd"),
        ({"audience": "gms"}, "who sees"),
    ],
)
def test_what_cannot_be_rolled_is_not_asked_for(
    scene: Scene, aline: Sheet, alice: Player, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused):
        asked(scene, alice, aline, **more)

    assert not RollRequest.objects.exists()


def test_only_gms_ask_and_only_players_are_asked(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player
) -> None:
    with pytest.raises(NotYours):
        asked(scene, bob, aline)
    with pytest.raises(Refused, match="No player"):
        asked(scene, alice, pokemon(table, alice))
    members.leave(table_id=table.pk, player=bob, now=timezone.now())
    with pytest.raises(Refused, match="No player"):
        asked(scene, alice, aline)


def test_a_form_that_is_wrong_says_why_beside_the_field(scene: Scene, aline: Sheet, alice_client: Client) -> None:
    values = {"what": "", "sheet": str(aline.pk), "stat": "will", "skill": "Juggling", "dd": "7", "audience": "all"}

    answer = alice_client.post(f"/scenes/{scene.pk}/ask/", values)

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Aline has no such skill" in page
    assert '<details class="panel ask" id="ask" open>' in page


# Who is told


def test_the_player_is_mailed_once_and_not_after_the_roll(
    scene: Scene, aline: Sheet, alice: Player, bob: Player
) -> None:
    work()
    first = asked(scene, alice, aline, what="to climb")
    asked(scene, alice, aline, what="to sing")
    made(first, bob)

    (mail,) = [one for one in work(timezone.now() + LATER) if one.to == ["bob@example.org"]]

    assert mail.subject == "A roll is asked for: to sing (The Old Mill)"
    assert "Aline, Dexterity, 3 dice, DD 7. It succeeds in 65.2 %." in mail.body
    assert f"/scenes/{scene.pk}/#asked" in mail.body
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert work(timezone.now() + LATER) == []


@pytest.mark.parametrize("why", ["switched off", "handed on", "closed"])
def test_who_is_not_asked_any_more_gets_no_mail(
    scene: Scene, aline: Sheet, alice: Player, bob: Player, dora: Player, why: str
) -> None:
    work()
    asked(scene, alice, aline)
    if why == "switched off":
        Player.objects.filter(pk=bob.pk).update(mail_off=["roll_asked"])
    elif why == "handed on":
        sheets.hand_over(sheet_id=aline.pk, player=alice, owner_id=dora.pk, version=1, now=timezone.now())
    else:
        scenes.close_scene(scene_id=scene.pk, player=alice, now=timezone.now())

    assert [
        one for one in work(timezone.now() + LATER) if "roll" in one.subject and one.to == ["bob@example.org"]
    ] == []


def test_a_pause_puts_the_mail_off(table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player) -> None:
    work()
    asked(scene, alice, aline)
    tables.pause(table_id=table.pk, player=alice, now=timezone.now())
    assert work(timezone.now() + LATER) == []

    tables.resume(table_id=table.pk, player=alice, now=timezone.now())

    assert to(work(timezone.now() + 8 * LATER), bob).subject == "A roll is asked for: to climb (The Old Mill)"


def test_who_gets_the_sheet_is_told_of_what_is_asked(
    scene: Scene, aline: Sheet, alice: Player, bob: Player, dora: Player
) -> None:
    work()
    made(asked(scene, alice, aline, what="to sing"), bob)
    asked(scene, alice, aline, what="to climb")
    assert to(work(timezone.now() + LATER), bob).subject.startswith("A roll is asked for: to climb")

    sheets.hand_over(sheet_id=aline.pk, player=alice, owner_id=dora.pk, version=1, now=timezone.now())
    asked(scene, alice, aline, what="to climb")

    (mail,) = [one for one in work(timezone.now() + LATER) if "roll" in one.subject]
    assert (mail.to, mail.subject) == (["dora@example.org"], "A roll is asked for: to climb (The Old Mill)")


def test_a_roll_that_is_asked_for_again_is_told_to_who_plays_the_sheet(
    scene: Scene, aline: Sheet, alice: Player, dora: Player
) -> None:
    work()
    asked(scene, alice, aline)
    Sheet.objects.filter(pk=aline.pk).update(owner=dora)  # as it was before handing over told anybody

    asked(scene, alice, aline)

    assert to(work(timezone.now() + LATER), dora).subject.startswith("A roll is asked for: to climb")


def test_a_mail_in_french(scene: Scene, aline: Sheet, alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(language="fr")
    work()
    asked(scene, alice, aline, what="grimper")

    found = to(work(timezone.now() + LATER), bob)

    assert found.subject == "Un lancer est demandé : grimper (The Old Mill)"
    assert "Aline, Dextérité, 3 dés, DD 7. Il réussit dans 65,2\xa0% des cas." in found.body


def test_it_is_counted_until_it_is_made(
    table: Table, scene: Scene, aline: Sheet, alice: Player, bob: Player, bob_client: Client
) -> None:
    request = asked(scene, alice, aline)

    home, page = (bob_client.get(path).content.decode() for path in ("/", "/tables/"))

    assert lists.waiting_counts(bob, now=NOW)[2] == 1
    assert lists.waiting_counts(alice, now=NOW)[2] == 0
    assert "1 thing waits for you at your tables" in home
    assert "<title>(1) " in page
    assert '<span class="badge wait">waits for you</span>' in page
    tables.pause(table_id=table.pk, player=alice, now=NOW)
    assert lists.waiting_counts(bob, now=NOW)[2] == 0
    tables.resume(table_id=table.pk, player=alice, now=NOW)
    made(request, bob)
    assert lists.waiting_counts(bob, now=NOW)[2] == 0
    assert '<span class="badge wait">waits for you</span>' not in bob_client.get("/tables/").content.decode()


# What is hidden


def test_a_secret_sheet_is_not_asked_openly(table: Table, scene: Scene, alice: Player, bob: Player) -> None:
    secret = pokemon(table, alice, bob, secret=True)

    with pytest.raises(Refused, match="secret"):
        asked(scene, alice, secret)

    made(asked(scene, alice, secret, audience="roller"), bob, pool=secret.value.pool("dexterity"))
    assert Post.objects.get().speaker is None


def test_a_secret_roll_that_is_asked_for_is_nothing_for_others(
    table: Table, scene: Scene, aline: Sheet, alice: Player, dora_client: Client, client: Client
) -> None:
    def seen() -> list[bytes]:
        paths = (scene.get_absolute_url(), f"/scenes/{scene.pk}/fights/?seen=x", table.get_absolute_url(), "/tables/")
        return [sent(viewer.get(path)) for viewer in (dora_client, client) for path in paths]

    before = seen()
    request = asked(scene, alice, aline, audience="roller", what="to steal")

    assert seen() == before
    address = f"/scenes/{scene.pk}/asked/{{}}/roll/"
    real, none = (dora_client.post(address.format(pk), {"pool": "3"}) for pk in (request.pk, 10**30))
    assert sent(real) == sent(none)
    assert real.status_code == 409


def test_what_is_asked_in_a_closed_scene_waits_for_nobody(
    scene: Scene, aline: Sheet, alice: Player, bob: Player, bob_client: Client
) -> None:
    request = asked(scene, alice, aline)
    scenes.close_scene(scene_id=scene.pk, player=alice, now=timezone.now())

    assert lists.waiting_counts(bob, now=NOW)[2] == 0
    assert "asks you for a roll" not in bob_client.get(scene.get_absolute_url()).content.decode()
    with pytest.raises(Refused, match="closed"):
        made(request, bob)


def test_too_many_are_not_asked_for_at_once(scene: Scene, aline: Sheet, alice: Player) -> None:
    values = {"scene": scene, "sheet": aline, "what": "x", "stat": "will", "dd": 6, "audience": "all", "asked_at": NOW}
    RollRequest.objects.bulk_create(RollRequest(**values) for _ in range(requests.REQUESTS_AT_ONCE))

    with pytest.raises(Refused, match="At most 30 rolls"):
        asked(scene, alice, aline)


def test_it_names_no_dice_that_cannot_be_rolled(scene: Scene, aline: Sheet, alice: Player) -> None:
    with pytest.raises(Illegal):
        asked(scene, alice, aline, dd=11)
