"""Chat and notes on the match page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import ChatLine, Match, Note
from games.play.services import talk
from games.players.models import Player
from tests.play.test_match_actions import both_ways
from tests.play.test_match_page import HTMX, text_of

NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'></textarea>"


def test_what_is_said_is_read_by_the_other(match: Match, alice_client: Client, bob_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/chat/", {"text": "Good luck!"})

    assert answer["Location"] == f"/matches/{match.pk}/#chat"
    assert "Good luck!" in text_of(bob_client.get(f"/matches/{match.pk}/"))


def test_by_htmx_the_chat_alone_is_sent(match: Match, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/chat/", {"text": "Good luck!"}, headers=HTMX)

    assert "Good luck!" in text_of(answer)
    assert b'id="chat-box"' in answer.content
    assert b'id="match"' not in answer.content


@both_ways
@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "Write something first."), ("x" * 10_000, "That is 10000 characters long"), ("\u202e", "Write something")],
)
def test_what_cannot_be_said_stays_in_the_field(
    match: Match, alice_client: Client, headers: dict[str, str], text: str, reason: str
) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/chat/", {"text": text}, headers=headers)

    assert answer.status_code == 422
    assert reason in text_of(answer)
    assert f'value="{text}"' in answer.content.decode()
    assert not match.chat.exists()


@both_ways
def test_too_much_at_once_is_kept_for_later(
    match: Match, alice: Player, alice_client: Client, headers: dict[str, str]
) -> None:
    for _ in range(talk.LINES_PER_MINUTE):
        talk.say(match_id=match.pk, player=alice, text="hello", now=timezone.now())

    answer = alice_client.post(f"/matches/{match.pk}/chat/", {"text": "and more"}, headers=headers)

    assert answer.status_code == 429
    assert "wait a little" in text_of(answer)
    assert 'value="and more"' in answer.content.decode()


def test_text_is_shown_as_text(match: Match, alice: Player, bob: Player, bob_client: Client) -> None:
    talk.say(match_id=match.pk, player=alice, text=NASTY, now=timezone.now())
    talk.write_note(match=match, player=bob, text=NASTY)

    page = bob_client.get(f"/matches/{match.pk}/").content.decode()

    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2


def test_the_last_lines_of_a_long_talk_are_shown(match: Match, alice: Player, alice_client: Client) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(match=match, player=alice, text=f"line {number}.", said_at=timezone.now()) for number in range(201)
    )

    text = text_of(alice_client.get(f"/matches/{match.pk}/"))

    assert "line 0." not in text
    assert text.index("line 1.") < text.index("line 200.")


def test_spectators_and_guests_have_no_chat(
    match: Match, computer_match: Match, charlie_client: Client, guest_client: Client
) -> None:
    assert b'id="chat' not in charlie_client.get(f"/matches/{match.pk}/").content
    assert b'id="note' not in charlie_client.get(f"/matches/{match.pk}/").content
    assert b'id="chat' not in guest_client.get(f"/matches/{computer_match.pk}/").content


def test_a_line_of_the_other_can_be_reported(
    match: Match, alice: Player, alice_client: Client, bob_client: Client
) -> None:
    line = talk.say(match_id=match.pk, player=alice, text="rude", now=timezone.now())
    address = f"/matches/{match.pk}/chat/{line.pk}/report/"

    offered = {
        name: address in c.get(f"/matches/{match.pk}/").content.decode()
        for name, c in (("alice", alice_client), ("bob", bob_client))
    }
    own, others = alice_client.post(address), bob_client.post(address, follow=True)

    line.refresh_from_db()
    assert offered == {"alice": False, "bob": True}
    assert own.status_code == 403
    assert "Thank you. We will look at it." in text_of(others)
    assert "reported" in text_of(others)
    assert line.reported_at is not None


def test_a_line_of_another_match_cannot_be_reported(
    match: Match, private_match: Match, alice: Player, bob_client: Client, charlie_client: Client
) -> None:
    line = talk.say(match_id=private_match.pk, player=alice, text="secret", now=timezone.now())

    assert bob_client.post(f"/matches/{match.pk}/chat/{line.pk}/report/").status_code == 404
    assert charlie_client.post(f"/matches/{match.pk}/chat/{line.pk}/report/").status_code == 404


@both_ways
def test_a_note_is_kept(match: Match, alice: Player, alice_client: Client, headers: dict[str, str]) -> None:
    alice_client.post(f"/matches/{match.pk}/note/", {"text": "mind\nthe gap"}, headers=headers)

    assert Note.objects.get(seat__player=alice).text == "mind\nthe gap"
    assert "mind\nthe gap</textarea>" in alice_client.get(f"/matches/{match.pk}/").content.decode()


def test_by_htmx_the_note_alone_is_sent(match: Match, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/note/", {"text": "mine"}, headers=HTMX)

    assert "Saved." in text_of(answer)
    assert b'id="match"' not in answer.content


@both_ways
def test_a_note_that_is_too_long_stays_in_the_field(
    match: Match, alice_client: Client, headers: dict[str, str]
) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/note/", {"text": "x" * 10_000}, headers=headers)

    assert answer.status_code == 422
    assert "That is 10000 characters long: 4000 fit." in text_of(answer)
    assert "x" * 10_000 in answer.content.decode()
    assert not Note.objects.exists()


# What is new


def unread(client: Client, match: Match) -> tuple[bool, str]:
    """Whether the chat is open, and what its summary says is new."""
    page = client.get(f"/matches/{match.pk}/").content.decode()
    panel = re.search(r'<details class="panel" id="chat"( open)?.*?<span id="unread">(.*?)</summary>', page, re.S)
    assert panel is not None
    return bool(panel[1]), " ".join(re.sub("<[^>]*>", "", panel[2]).split())


def test_the_chat_is_open_while_something_new_is_in_it(
    match: Match, alice: Player, alice_client: Client, bob_client: Client
) -> None:
    for text in ("Hello", "Are you there?"):
        talk.say(match_id=match.pk, player=alice, text=text, now=timezone.now())

    assert unread(bob_client, match) == (True, "2 new")
    assert unread(alice_client, match) == (False, "")  # her own

    answer = bob_client.post(f"/matches/{match.pk}/chat/read/", headers=HTMX)

    assert b'id="unread"' in answer.content
    assert b"new" not in answer.content
    assert unread(bob_client, match) == (False, "")


def test_lists_of_matches_mark_those_where_something_new_was_said(
    match: Match, alice: Player, alice_client: Client, bob_client: Client
) -> None:
    talk.say(match_id=match.pk, player=alice, text="Hello", now=timezone.now())
    mark = b'title="New in the chat"'

    for address in ("/", "/matches/"):
        assert bob_client.get(address).content.count(mark) == 1
        assert alice_client.get(address).content.count(mark) == 0  # her own

    talk.read(match=match, player=match.seats.get(player__name="Bob").player)

    assert mark not in bob_client.get("/matches/").content


def test_looking_alone_changes_nothing(match: Match, alice: Player, bob_client: Client) -> None:
    talk.say(match_id=match.pk, player=alice, text="Hello", now=timezone.now())

    assert unread(bob_client, match) == unread(bob_client, match) == (True, "1 new")
    assert bob_client.get(f"/matches/{match.pk}/chat/read/").status_code == 405


def test_a_new_line_is_marked_and_counted_on_a_page_that_is_open(
    match: Match, alice: Player, bob_client: Client
) -> None:
    talk.say(match_id=match.pk, player=alice, text="Hello", now=timezone.now())

    fragment = bob_client.get(f"/matches/{match.pk}/?ply=0", headers=HTMX).content.decode()

    assert '<span id="unread" hx-swap-oob="true">' in fragment
    assert "1 new" in fragment
    assert '<li class="new">' in fragment


def test_who_answers_has_read_what_was_said(match: Match, alice: Player, bob: Player, bob_client: Client) -> None:
    for who in (alice, bob):
        talk.say(match_id=match.pk, player=who, text="Hello", now=timezone.now())

    assert unread(bob_client, match) == (False, "")


def test_nobody_else_marks_anything_as_read(
    match: Match, alice: Player, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    talk.say(match_id=match.pk, player=alice, text="Hello", now=timezone.now())

    stranger = charlie_client.post(f"/matches/{match.pk}/chat/read/", headers=HTMX)
    visitor = client.post(f"/matches/{match.pk}/chat/read/")

    assert stranger.status_code == 403
    assert visitor["Location"].startswith("/account/login/")
    assert unread(bob_client, match) == (True, "1 new")
