"""What is sent to a match: turns, offers, resigning, rematch, blocking."""

from __future__ import annotations

import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from games.play.models import Challenge, Match, Ply
from games.play.services import challenges, offers
from games.players import queries as players
from games.players import services as accounts
from games.players.models import Player
from tests.play.helpers import stable, started
from tests.play.playing import FIRST_WINS, play
from tests.play.test_match_page import HTMX, links_of, poll_of, text_of

POSTS = (
    "turn/",
    "draw/offer/",
    "draw/accept/",
    "draw/withdraw/",
    "rematch/",
    "block/",
    "chat/",
    "chat/1/report/",
    "note/",
)
CONFIRMED = ("resign/", "abort/")
both_ways = pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])


def send(client: Client, match: Match, path: str, data: dict[str, object] | None = None, **headers: str) -> object:
    return client.post(f"/matches/{match.pk}/{path}", data or {}, headers=headers)


def state(match: Match) -> tuple[object, ...]:
    """All of the match that anything sent could change."""
    return (Match.objects.values_list().get(pk=match.pk), Ply.objects.count(), Challenge.objects.count())


# --- turns -----------------------------------------------------------------------------------------------------------


def test_a_turn_leads_back_to_the_match(match: Match, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/turn/", {"action": "a1-a2", "ply": "0"})

    match.refresh_from_db()
    assert (answer.status_code, answer["Location"], match.ply) == (302, f"/matches/{match.pk}/", 1)


def test_a_turn_by_htmx_brings_the_board_after_it(match: Match, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/turn/", {"action": "a1-a2", "ply": "0"}, headers=HTMX)

    assert answer.status_code == 200
    assert "Bob is to move." in text_of(answer)
    assert "Pikachu moves a1–a2." in text_of(answer)
    assert 'hx-trigger="every 3s, seen"' in answer.content.decode()


@both_ways
def test_a_stale_form_gets_the_fresh_board(
    match: Match, bob_client: Client, headers: dict[str, str], subtests: pytest.Subtests
) -> None:
    play(match, "a1-a2")
    before = state(match)

    for ply in ("0", "", "abc", "-1", "9" * 5000, "²", "1 "):
        with subtests.test(ply=ply[:9]):
            answer = bob_client.post(f"/matches/{match.pk}/turn/", {"action": "c4-c3", "ply": ply}, headers=headers)

            assert answer.status_code == 409
            assert "The match has moved on since you looked" in text_of(answer)
            assert links_of(answer) == {"a4", "b4", "c4"}
            assert state(match) == before


def test_sending_a_turn_twice_plays_it_once(match: Match, alice_client: Client) -> None:
    form = {"action": "a1-a2", "ply": "0"}

    answers = [alice_client.post(f"/matches/{match.pk}/turn/", form).status_code for _ in range(2)]

    assert answers == [302, 409]
    assert match.plies.count() == 1


ILLEGAL = {
    "a1-a3": "the piece on a1 cannot move to a3",
    "a4-a3": "the piece on a4 is not yours",
    "": "is no turn",
    "x" * 10_000: "is no turn",
    "<script>alert(1)</script>": "is no turn",
    "a1-a2\x00": "is no turn",
}


@both_ways
def test_an_illegal_turn_says_why(
    match: Match, alice_client: Client, headers: dict[str, str], subtests: pytest.Subtests
) -> None:
    before = state(match)

    for action, reason in ILLEGAL.items():
        with subtests.test(action=action[:30]):
            answer = alice_client.post(f"/matches/{match.pk}/turn/", {"action": action, "ply": "0"}, headers=headers)

            assert answer.status_code == 422
            assert reason in text_of(answer)
            assert links_of(answer) == {"a1", "b1", "c1"}
            assert b"<script>alert" not in answer.content
            assert state(match) == before


def test_a_form_without_fields_is_stale(match: Match, alice_client: Client) -> None:
    assert alice_client.post(f"/matches/{match.pk}/turn/").status_code == 409


def test_the_wrong_seat_plays_nothing(match: Match, bob_client: Client) -> None:
    before = state(match)

    answer = bob_client.post(f"/matches/{match.pk}/turn/", {"action": "a1-a2", "ply": "0"})

    assert answer.status_code == 409
    assert "It is not your turn." in text_of(answer)
    assert state(match) == before


def test_a_match_that_is_over_takes_nothing(match: Match, bob_client: Client) -> None:
    play(match, *FIRST_WINS)
    before = state(match)

    answer = bob_client.post(f"/matches/{match.pk}/turn/", {"action": "a4-a3", "ply": "3"})

    assert answer.status_code == 422
    assert "This match is over." in text_of(answer)
    assert state(match) == before


def test_a_guest_plays_the_computer(computer_match: Match, guest_client: Client) -> None:
    answer = guest_client.post(f"/matches/{computer_match.pk}/turn/", {"action": "a1-a2", "ply": "0"}, headers=HTMX)

    assert "The computer is thinking…" in text_of(answer)


# --- who may not -----------------------------------------------------------------------------------------------------


def test_a_visitor_is_asked_to_log_in(match: Match, client: Client, subtests: pytest.Subtests) -> None:
    before = state(match)

    for path in (*POSTS, *CONFIRMED):
        with subtests.test(path):
            page = client.post(f"/matches/{match.pk}/{path}")
            fragment = client.post(f"/matches/{match.pk}/{path}", headers=HTMX)

            assert page["Location"] == fragment["HX-Redirect"] == f"/account/login/?next=%2Fmatches%2F{match.pk}%2F"
            assert state(match) == before


def test_a_stranger_changes_nothing(match: Match, charlie_client: Client, subtests: pytest.Subtests) -> None:
    before, sent = state(match), {"action": "a1-a2", "ply": "0", "text": "hello"}

    for path in (*POSTS, *CONFIRMED):
        with subtests.test(path):
            assert charlie_client.post(f"/matches/{match.pk}/{path}", sent).status_code in (403, 404, 422)
            assert state(match) == before
            assert not match.chat.exists()


def test_a_private_match_does_not_exist_for_a_stranger(
    private_match: Match, charlie_client: Client, client: Client, subtests: pytest.Subtests
) -> None:
    for path in (*POSTS, *CONFIRMED):
        for somebody in (charlie_client, client):
            with subtests.test(path):
                assert somebody.post(f"/matches/{private_match.pk}/{path}").status_code == 404


def test_looking_changes_nothing(match: Match, alice_client: Client, subtests: pytest.Subtests) -> None:
    for path in POSTS:
        with subtests.test(path):
            assert alice_client.get(f"/matches/{match.pk}/{path}").status_code == 405


def test_a_form_of_another_site_is_refused(match: Match, alice: Player, subtests: pytest.Subtests) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice.user, backend="allauth.account.auth_backends.AuthenticationBackend")

    for path in (*POSTS, *CONFIRMED):
        with subtests.test(path):
            assert strict.post(f"/matches/{match.pk}/{path}", {"action": "a1-a2", "ply": "0"}).status_code == 403


# --- resigning, calling off, draws -----------------------------------------------------------------------------------


def test_what_ends_a_match_is_asked_first(match: Match, alice_client: Client, subtests: pytest.Subtests) -> None:
    before = state(match)

    for path in CONFIRMED:
        with subtests.test(path):
            page = alice_client.get(f"/matches/{match.pk}/{path}")

            assert page.status_code == 200
            assert f'<form method="post" action="/matches/{match.pk}/{path}"' in page.content.decode()
            assert state(match) == before


@pytest.mark.parametrize("path", CONFIRMED)
def test_who_cannot_end_it_is_not_asked(match: Match, charlie_client: Client, alice_client: Client, path: str) -> None:
    stranger = charlie_client.get(f"/matches/{match.pk}/{path}")
    play(match, *FIRST_WINS)
    over = alice_client.get(f"/matches/{match.pk}/{path}")

    assert stranger["Location"] == over["Location"] == f"/matches/{match.pk}/"


def test_resigning_gives_the_match_to_the_other(match: Match, bob_client: Client) -> None:
    answer = bob_client.post(f"/matches/{match.pk}/resign/", follow=True)

    assert "Alice won: you resigned." in text_of(answer)


def test_calling_off_ends_it_without_a_result(match: Match, bob_client: Client) -> None:
    answer = bob_client.post(f"/matches/{match.pk}/abort/", follow=True)

    assert "Called off before it had begun." in text_of(answer)


def test_calling_off_is_offered_until_the_first_own_turn(
    match: Match, alice_client: Client, bob_client: Client
) -> None:
    play(match, "a1-a2")

    refused = alice_client.post(f"/matches/{match.pk}/abort/")

    assert "Call it off" not in text_of(alice_client.get(f"/matches/{match.pk}/"))
    assert "Call it off" in text_of(bob_client.get(f"/matches/{match.pk}/"))
    assert refused.status_code == 422
    assert "You have already played" in text_of(refused)


def test_how_often_a_match_can_be_called_off_is_said_before_and_refused_after(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    matches = [started(alice, bob) for _ in range(4)]
    pages = []
    for match in matches:
        pages.append(text_of(alice_client.get(f"/matches/{match.pk}/abort/")))
        answer = alice_client.post(f"/matches/{match.pk}/abort/", follow=True)

    assert "At most 3 matches against people can be called off in 24 hours. You have 3 left." in pages[0]
    assert "You have 0 left. Play this one, or resign." in pages[3]
    assert ["Call it off" in page for page in pages] == [True, True, True, False]
    assert "Resign" in pages[3]
    assert answer.status_code == 429
    assert "You have called off 3 matches in the last 24 hours. Play this one, or resign." in text_of(answer)
    assert Match.objects.get(pk=matches[3].pk).running


def test_calling_off_against_the_computer_says_nothing_of_a_limit(computer_match: Match, guest_client: Client) -> None:
    page = text_of(guest_client.get(f"/matches/{computer_match.pk}/abort/"))

    assert "Call it off" in page
    assert "At most" not in page


@both_ways
def test_a_draw_is_offered_and_accepted(
    match: Match, alice_client: Client, bob_client: Client, headers: dict[str, str]
) -> None:
    offered = alice_client.post(f"/matches/{match.pk}/draw/offer/", headers=headers, follow=True)
    seen = bob_client.get(f"/matches/{match.pk}/")
    accepted = bob_client.post(f"/matches/{match.pk}/draw/accept/", headers=headers, follow=True)

    assert "You offer Bob a draw." in text_of(offered)
    assert "Alice offers a draw." in text_of(seen)
    assert "Drawn: a draw was agreed." in text_of(accepted)


def test_a_draw_is_declined(match: Match, alice: Player, alice_client: Client, bob_client: Client) -> None:
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)

    declined = bob_client.post(f"/matches/{match.pk}/draw/withdraw/", follow=True)

    assert "draw." not in text_of(declined)
    assert "Bob has declined your offer of a draw." in text_of(alice_client.get(f"/matches/{match.pk}/"))


def test_taking_an_offer_back_that_is_gone_declines_no_other(
    match: Match, alice: Player, bob: Player, alice_client: Client
) -> None:
    address = f"/matches/{match.pk}/"
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)
    form = re.search(r'name="offered_by" value="(\d)"', alice_client.get(address).content.decode())
    assert form is not None
    offers.withdraw_draw(match_id=match.pk, player=bob)
    offers.offer_draw(match_id=match.pk, player=bob, now=match.started_at)

    answer = alice_client.post(f"{address}draw/withdraw/", {"offered_by": form[1]}, follow=True)

    assert "Bob offers a draw." in text_of(answer)
    for nonsense in ("", "1x", "9" * 50):
        alice_client.post(f"{address}draw/withdraw/", {"offered_by": nonsense})
    match.refresh_from_db()
    assert (match.draw_offer, match.draw_declined) == (1, None)
    alice_client.post(f"{address}draw/withdraw/", {"offered_by": "1"})
    match.refresh_from_db()
    assert (match.draw_offer, match.draw_declined) == (None, 1)


def test_who_offered_sees_that_playing_on_declined_it(match: Match, alice: Player, alice_client: Client) -> None:
    play(match, "a1-a2")
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)
    address = f"/matches/{match.pk}/"

    play(match, "c4-c3")

    assert "Bob has declined your offer of a draw." in text_of(alice_client.get(address))
    play(match, "a2-a1")
    assert "declined" not in text_of(alice_client.get(address))


def test_a_page_that_waits_learns_of_the_declining(
    match: Match, alice: Player, bob: Player, alice_client: Client
) -> None:
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)
    poll = poll_of(alice_client.get(f"/matches/{match.pk}/")) or ""
    assert alice_client.get(poll, headers=HTMX).status_code == 204

    offers.withdraw_draw(match_id=match.pk, player=bob)

    assert "Bob has declined your offer of a draw." in text_of(alice_client.get(poll, headers=HTMX))


def test_an_offer_that_is_gone_gets_the_fresh_board(match: Match, bob_client: Client) -> None:
    answer = bob_client.post(f"/matches/{match.pk}/draw/accept/")

    assert answer.status_code == 409
    assert "There is no draw offer any more." in text_of(answer)


def test_a_spectator_does_not_see_an_offer(match: Match, alice: Player, bob: Player, charlie_client: Client) -> None:
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)

    assert "draw." not in text_of(charlie_client.get(f"/matches/{match.pk}/"))
    offers.withdraw_draw(match_id=match.pk, player=bob)
    assert "draw." not in text_of(charlie_client.get(f"/matches/{match.pk}/"))


def test_no_draw_is_offered_to_a_computer(computer_match: Match, guest_client: Client) -> None:
    page = guest_client.get(f"/matches/{computer_match.pk}/")
    refused = guest_client.post(f"/matches/{computer_match.pk}/draw/offer/")

    assert "Offer a draw" not in text_of(page)
    assert refused.status_code == 422


# --- afterwards ------------------------------------------------------------------------------------------------------


@both_ways
def test_a_rematch_is_a_challenge_with_the_sides_swapped(
    match: Match, alice: Player, bob: Player, alice_client: Client, headers: dict[str, str]
) -> None:
    play(match, *FIRST_WINS)

    answer = alice_client.post(f"/matches/{match.pk}/rematch/", headers=headers)

    challenge = Challenge.objects.get(rematch_of=match)
    assert (challenge.challenger, challenge.opponent, challenge.beginner) == (alice, bob, "opponent")
    assert answer["HX-Redirect" if headers else "Location"] == f"/challenges/{challenge.pk}/"


def test_no_rematch_is_offered_across_a_block_or_to_who_has_left(
    match: Match, alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    play(match, *FIRST_WINS)
    offer = challenges.rematch(match=match, player=alice, now=match.started_at)
    address = f"/matches/{match.pk}/"
    assert f'action="{address}rematch/"' in alice_client.get(address).content.decode()
    challenges.seal(challenge_id=offer.pk, player=alice, salt="", throws="", now=match.started_at)
    assert "Accept the rematch" in text_of(bob_client.get(address))

    accounts.block(blocker=alice, blocked=bob, now=match.started_at)

    pages = [somebody.get(address).content.decode() for somebody in (alice_client, bob_client)]
    assert not any("rematch" in page.casefold() for page in pages)
    accounts.delete_account(player=bob, now=match.started_at)
    assert "rematch" not in alice_client.get(address).content.decode().casefold()


def test_a_running_match_has_no_rematch(match: Match, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/rematch/")

    assert answer.status_code == 422
    assert "This match is still running." in text_of(answer)


def test_an_opponent_can_be_blocked(match: Match, alice: Player, bob: Player, alice_client: Client) -> None:
    answer = alice_client.post(f"/matches/{match.pk}/block/", follow=True)

    assert players.blocked(alice, bob)
    assert "You and Bob do not talk to or challenge each other any more." in text_of(answer)


def test_who_has_blocked_is_offered_neither_chat_nor_block_and_who_is_blocked_is_not_told(
    match: Match, alice_client: Client, bob_client: Client
) -> None:
    address = f"/matches/{match.pk}/"
    bob_read = stable(bob_client.get(address))

    alice_client.post(f"{address}block/")

    page = alice_client.get(address)
    assert "You have blocked Bob, so neither of you can write here. Blocked players" in text_of(page)
    assert f'action="{address}chat/"' not in page.content.decode()
    assert f'action="{address}block/"' not in page.content.decode()
    assert stable(bob_client.get(address)) == bob_read


def test_a_computer_cannot_be_blocked(computer_match: Match, guest_client: Client) -> None:
    page = guest_client.get(f"/matches/{computer_match.pk}/")
    refused = guest_client.post(f"/matches/{computer_match.pk}/block/")

    assert "Block" not in text_of(page)
    assert refused.status_code == 422


def test_messages_are_swapped_in_beside_the_board_and_then_gone(match: Match, bob_client: Client) -> None:
    refused = bob_client.post(f"/matches/{match.pk}/turn/", {"action": "a1-a2", "ply": "0"}, headers=HTMX)
    after = bob_client.get(f"/matches/{match.pk}/", headers=HTMX)

    assert re.search(
        r'id="messages"[^>]*hx-swap-oob="true"[^>]*>\s*<p class="message error">', refused.content.decode()
    )
    assert "It is not your turn." not in text_of(after)
    assert list(get_messages(after.wsgi_request)) == []


def test_names_are_written_as_text(alice: Player, bob: Player, client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(name="<b onclick=x>")
    match = play(started(alice, bob), *FIRST_WINS)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert "<b onclick" not in page
    assert "&lt;b onclick=x&gt;" in page
