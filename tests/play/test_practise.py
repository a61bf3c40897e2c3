"""A match from a position that somebody has pasted: for practice, against the computer or a friend."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from engine import registry
from engine.testing.scripted import played
from games.archive.models import Entry
from games.archive.records import record_of
from games.play.errors import Refused
from games.play.models import Challenge, Match
from games.play.services import challenges, offers
from games.players.models import Player
from tests.play.helpers import draft, play_on, started
from tests.play.playing import FIRST_WINS

GAME = registry.get("battle_chess")
POSITION = GAME.state_text(played(GAME, GAME.initial_state("w3"), "a1-a2", "c4-c3"))
OVER = GAME.state_text(played(GAME, GAME.initial_state("w3"), *(text.replace("+", " +") for text in FIRST_WINS)))
FORM = {"position": POSITION, "kind": "computer", "level": "1", "beginner": "challenger"}


def test_a_visitor_plays_on_from_a_position_against_the_computer(client: Client, computer: Player) -> None:
    made = client.post("/play/position/", {**FORM, "position": f"\n {POSITION.replace(' ', '  ')}\t"})

    offer = Challenge.objects.get()
    assert made["Location"] == f"/challenges/{offer.pk}/"
    page = client.get(made["Location"]).content.decode()
    assert "Battle Chess: From a position" in page
    assert page.count('class="token') == 6
    match = client.post(f"/challenges/{offer.pk}/seal/", {"salt": "pinch"}, follow=True).context["match"]
    assert (match.setup, match.state, match.rated, match.seat_to_move) == (POSITION, POSITION, False, 0)


def test_the_form_comes_with_the_position_of_a_link(alice_client: Client) -> None:
    page = alice_client.get("/play/position/", {"position": POSITION}).content.decode()

    assert re.search(rf"<textarea[^>]*>\s*{re.escape(POSITION)}</textarea>", page)


def test_what_is_no_position_at_all_is_answered_in_one_line(alice_client: Client) -> None:
    page = alice_client.post("/play/position/", {"position": "garbage"}).content.decode()

    assert "No game can read this position." in page
    assert "no setup" not in page


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("", "Paste a position first."),
        ("king to the left", "No game can read this position."),
        ("king to the left", "Battle Chess: "),
        ("x " * 5000, "No game can read this position."),
        (OVER, "the match is over already"),
        ("k7/8/8/8/8/8/2e5/2K5 w 5 1111 000000000000 c1c2", "still to be drawn"),
        ("array asymmetric RNBQKBNR", "still to be drawn"),
    ],
)
def test_what_cannot_be_played_says_why(alice_client: Client, position: str, said: str) -> None:
    answer = alice_client.post("/play/position/", {**FORM, "position": position})

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Challenge.objects.exists()


def test_a_friend_takes_it_by_a_link_and_it_changes_no_rating(alice: Player, alice_client: Client, bob: Player) -> None:
    alice_client.post("/play/position/", {**FORM, "kind": "invite", "beginner": "opponent"})

    offer = Challenge.objects.get()
    assert (offer.kind, offer.setup, offer.rated, offer.beginner) == ("invite", POSITION, False, "opponent")
    with pytest.raises(Refused, match="for practice"):
        draft(alice, setup=POSITION, rated=True)


HIDING = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5I2/PPPP1PPP/RNB1KBNR b 3 1011 000000000000"


@pytest.mark.parametrize("position", [HIDING, f"{HIDING} f8c5"])
def test_what_one_side_hides_in_it_is_no_secret_that_two_people_could_play_with(
    alice_client: Client, computer: Player, position: str
) -> None:
    form = {**FORM, "position": position}

    refused = alice_client.post("/play/position/", {**form, "kind": "invite"})
    assert refused.status_code == 422
    assert "play it against the computer" in refused.content.decode()
    assert alice_client.post("/play/position/", form).status_code == 302


def test_its_record_begins_from_it_and_the_archive_keeps_it_apart(alice: Player, bob: Player, client: Client) -> None:
    match = play_on(started(alice, bob, setup=POSITION), 3)
    match = offers.resign(match_id=match.pk, player=alice, now=timezone.now())

    assert record_of(Match.objects.get(pk=match.pk)).setup == POSITION
    assert {entry.setup for entry in Entry.objects.all()} == {"position"}
    for setup, listed in (("position", True), ("w3", False)):
        page = client.get("/archive/", {"setup": f"battle_chess/{setup}"}).content.decode()
        assert (match.get_absolute_url() in page) == listed


def test_a_rematch_begins_from_the_same_position(alice: Player, bob: Player) -> None:
    match = offers.resign(match_id=started(alice, bob, setup=POSITION).pk, player=alice, now=timezone.now())

    assert challenges.rematch(match=match, player=bob, now=timezone.now()).setup == POSITION


def test_the_computer_is_not_asked_about_a_running_match_against_a_person(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client, charlie_client: Client, computer: Player
) -> None:
    match = play_on(started(alice, bob), 3, seed=1)
    form = {**FORM, "position": match.state}

    for client in (alice_client, bob_client):
        answer = client.post("/play/position/", form)
        assert answer.status_code == 422
        assert "against a person" in answer.content.decode()
    assert charlie_client.post("/play/position/", form).status_code == 302
    assert alice_client.post("/play/position/", {**form, "position": POSITION}).status_code == 302
    offers.resign(match_id=match.pk, player=alice, now=timezone.now())
    assert alice_client.post("/play/position/", form).status_code == 302


def test_nor_about_one_that_counts_its_turns_otherwise(
    alice: Player, bob: Player, alice_client: Client, computer: Player
) -> None:
    board = play_on(started(alice, bob), 3, seed=1).state.rsplit(" ", 2)[0]

    answer = alice_client.post("/play/position/", {**FORM, "position": f"{board} 7 90"})

    assert answer.status_code == 422
    assert "against a person" in answer.content.decode()


def test_nor_with_a_challenge_from_before_the_match_came_there(alice: Player, bob: Player, computer: Player) -> None:
    now = timezone.now()
    match = started(alice, bob)
    ahead = play_on(started(bob, alice), 3, seed=1)
    offers.resign(match_id=ahead.pk, player=bob, now=now)
    made = draft(alice, kind="computer", opponent=computer, setup=ahead.state, days_per_turn=None)
    Match.objects.filter(pk=match.pk).update(state=ahead.state)

    with pytest.raises(Refused, match="against a person"):
        challenges.seal(challenge_id=made.pk, player=alice, salt="a", throws="", now=now)


def test_what_is_wrong_is_said_in_the_reader_s_language(client: Client, db: None) -> None:
    answer = client.post("/play/position/", {**FORM, "position": "8/8 w 0 1111 0"}, headers={"Accept-Language": "fr"})

    assert "Aucun jeu ne sait lire cette position." in answer.content.decode()
    assert "ce ne sont pas huit rangées de huit cases" in answer.content.decode()
