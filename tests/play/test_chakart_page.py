"""A match of Chakart on its page: turns of several steps, each of which can be come back to, and a draw to claim."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.verify import verify
from games.archive.records import record_of
from games.outbox.models import Job
from games.play.errors import Illegal, Stale
from games.play.models import Match
from games.play.services import offers, turns
from games.players.models import Player
from tests.play.boards.chakart import EGG, KING_BOO
from tests.play.chakart import GAME, chakart, play
from tests.play.helpers import play_on, quick, started
from tests.play.test_match_page import HTMX, links_of, text_of

NOW = timezone.now()
DROPS = ("f8f6 waluigi g8", "g7")  # the third figure of the rules: the egg, then where the banana goes
CORNERED = "4k3/8/8/8/8/8/8/4K3 w 30 0000 000000000000"
ROUND = ("e1e2", "e8e7", "e2e1", "e7e8")


@pytest.fixture
def asked(alice: Player, bob: Player) -> Match:
    """Bob, who has Black, has stepped onto an egg and is asked where his banana goes."""
    return play(chakart(alice, bob, EGG), DROPS[0])


def listed(page: str) -> list[list[str]]:
    """The turns in the page's list, each with the texts of its steps."""
    items = re.findall('<li(?: class="start")?>((?:<a [^>]*at=.*?</a>)+)</li>', page)
    return [[" ".join(re.sub("<[^>]+>", " ", one).split()) for one in re.findall("<a .*?</a>", item)] for item in items]


# --- a turn of several steps -----------------------------------------------------------------------------------------


def test_a_turn_that_goes_on_keeps_its_deadline_and_mails_nobody(alice: Player, bob: Player) -> None:
    match = chakart(alice, bob, EGG)
    before = match.deadline_at, match.turn_started_at, match.turn_ply
    jobs = Job.objects.count()

    match = play(match, DROPS[0], now=NOW + timedelta(hours=5))

    assert (match.seat_to_move, match.ply, match.turns, match.turn) == (1, 1, 1, 1)
    assert (match.deadline_at, match.turn_started_at, match.turn_ply) == before
    assert Job.objects.count() == jobs


def test_the_last_step_passes_the_turn(asked: Match, alice: Player) -> None:
    match = play(asked, DROPS[1], now=NOW + timedelta(hours=6))

    assert (match.seat_to_move, match.ply, match.turns, match.turn, match.turn_ply) == (0, 2, 1, 2, 2)
    assert match.deadline_at == NOW + timedelta(hours=6) + timedelta(days=3)
    assert Job.objects.filter(kind="your_turn", recipient=alice.pk, payload__ply=2).count() == 1


def test_who_comes_back_finds_the_same_choice(asked: Match, bob_client: Client) -> None:
    for page in (bob_client.get(f"/matches/{asked.pk}/"), bob_client.get(f"/matches/{asked.pk}/", headers=HTMX)):
        assert "Choose where Donkey on f6 leaves its banana." in text_of(page)
        assert links_of(page) == {"e7", "g7"}
        assert "Egg on f6. Waluigi: a piece of one’s own changes sides." in text_of(page)


def test_nobody_undoes_what_was_drawn(asked: Match) -> None:
    with pytest.raises(Illegal):
        turns.play_turn(match_id=asked.pk, seat=1, text="f8f6", expected_ply=1, now=NOW)
    with pytest.raises(Stale):
        turns.play_turn(match_id=asked.pk, seat=1, text="f8f6", expected_ply=0, now=NOW)

    asked.refresh_from_db()
    assert (asked.ply, asked.plies.get().outcomes) == (1, ["waluigi", "g8"])


def test_the_other_side_watches_and_cannot_choose(asked: Match, alice_client: Client) -> None:
    page = alice_client.get(f"/matches/{asked.pk}/")

    assert "Bob is to move." in text_of(page)
    assert "Mario on g8 changes sides." in text_of(page)
    assert links_of(page) == set()


def test_a_choice_is_confirmed_without_javascript(asked: Match, bob_client: Client) -> None:
    page = bob_client.get(f"/matches/{asked.pk}/?to=g7").content.decode()
    action, ply = (re.findall(f'name="{name}" value="([^"]*)"', page)[0] for name in ("action", "ply"))

    answer = bob_client.post(f"/matches/{asked.pk}/turn/", {"action": action, "ply": ply}, follow=True)

    assert "Alice is to move." in text_of(answer)
    assert "It leaves a banana on g7." in text_of(answer)


def test_the_list_has_a_line_for_each_turn_and_a_link_for_each_step(
    alice: Player, bob: Player, bob_client: Client
) -> None:
    match = play(chakart(alice, bob, EGG), *DROPS, "d1e1")

    page = bob_client.get(f"/matches/{match.pk}/").content.decode()

    assert listed(page) == [["Rxf6*Wg8", "D@g7"], ["Re1"]]
    assert "2 / 2" in page
    part = bob_client.get(f"/matches/{match.pk}/?at=1")
    assert "In turn 1 of 2." in text_of(part)
    assert "1.1 / 2" in text_of(part)
    assert "After turn 1 of 2." in text_of(bob_client.get(f"/matches/{match.pk}/?at=2"))


def test_what_was_drawn_at_the_start_is_shown_and_can_be_checked(
    alice: Player, bob: Player, bob_client: Client
) -> None:
    match = started(alice, bob, game="chakart", setup="asymmetric")
    outcomes = match.plies.get(ply=0).outcomes

    page = bob_client.get(f"/matches/{match.pk}/")

    assert f"The pieces behind the Toads were drawn: {outcomes[0]} and {outcomes[1]}." in text_of(page)
    assert listed(page.content.decode()) == [[f"Start {outcomes[0]} {outcomes[1]}"]]
    match = offers.resign(match_id=match.pk, player=alice, now=NOW)
    checks = list(verify(record_of(match)))
    assert all(check.ok for check in checks)
    assert [check.what for check in checks if check.what.startswith("ply 0 draw")] == ["ply 0 draw 4", "ply 0 draw 5"]


@pytest.mark.parametrize("setup", ["orthodox", "symmetric", "asymmetric"])
def test_it_begins_as_the_challenge_says(alice: Player, bob: Player, setup: str) -> None:
    match = started(alice, bob, game="chakart", setup=setup)

    ranks = match.state.split("/")
    first, last = ranks[7].split()[0], ranks[0]
    assert sorted(first) == sorted("RNBQKBNR")
    assert sorted(last.upper()) == sorted("RNBQKBNR")
    assert setup != "orthodox" or first == "RNBQKBNR"
    assert setup == "asymmetric" or first == last.upper()


def test_a_guest_begins_one_against_the_computer(guest: Player, computer: Player) -> None:
    match = quick(guest, computer, "asymmetric", game="chakart")

    assert (match.game, match.setup, match.vs_computer) == ("chakart", "asymmetric", True)


def test_a_match_played_at_random_ends_and_can_be_checked(alice: Player, bob: Player, client: Client) -> None:
    match = play_on(started(alice, bob, game="chakart", setup="asymmetric", rated=True), 3000, seed=8)

    assert match.finished
    assert match.ending in ("kings", "no_step")
    assert all(check.ok for check in verify(record_of(match)))
    middle = client.get(f"/matches/{match.pk}/?at={match.ply // 2}")
    assert middle.status_code == 200
    assert match.turns < match.ply


@pytest.mark.parametrize("plies", [2, 60])
def test_a_match_is_looked_up_in_a_fixed_number_of_queries(
    alice: Player, bob: Player, client: Client, django_assert_num_queries: Any, plies: int
) -> None:
    match = play_on(started(alice, bob, game="chakart", setup="asymmetric"), plies, seed=3)

    with django_assert_num_queries(3):
        client.get(f"/matches/{match.pk}/")


# --- a draw to be claimed --------------------------------------------------------------------------------------------


def test_who_is_to_move_claims_the_draw_of_a_third_repetition(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    match = play(chakart(alice, bob, CORNERED), *ROUND, *ROUND[:3])
    assert 'id="claim"' not in alice_client.get(f"/matches/{match.pk}/").content.decode()
    match = play(match, ROUND[3])

    mine, theirs = (client.get(f"/matches/{match.pk}/").content.decode() for client in (alice_client, bob_client))
    assert ('id="claim"' in mine, 'id="claim"' in theirs) == (True, False)
    alice_client.post(f"/matches/{match.pk}/draw/claim/", {"ply": match.ply})

    match.refresh_from_db()
    assert (match.status, match.winner, match.ending) == ("finished", None, "repetition")
    assert "Drawn: the same position for the third time." in text_of(bob_client.get(f"/matches/{match.pk}/"))


@pytest.mark.parametrize(
    ("decisions", "seat", "said"),
    [(7, 1, "third time"), (8, 1, "not your turn"), (8, 0, "moved on")],
    ids=["too early", "the other side", "too late"],
)
def test_a_claim_that_does_not_hold_changes_nothing(
    alice: Player, bob: Player, bob_client: Client, alice_client: Client, decisions: int, seat: int, said: str
) -> None:
    match = play(chakart(alice, bob, CORNERED), *(ROUND + ROUND)[:decisions])
    ply = match.ply - (said == "moved on")

    answer = (alice_client, bob_client)[seat].post(f"/matches/{match.pk}/draw/claim/", {"ply": ply}, headers=HTMX)

    match.refresh_from_db()
    assert (match.status, answer.status_code) == ("running", 422 if seat and decisions == 7 else 409)
    assert said in answer.content.decode()


def test_a_position_in_the_middle_of_a_turn_can_be_played_on_from(alice: Player, bob: Player) -> None:
    match = chakart(alice, bob, KING_BOO)

    assert (match.seat_to_move, match.state) == (1, KING_BOO)
    match = play(match, "h4")
    assert match.seat_to_move == 0
    assert GAME.parse_state(match.state).parent is None
