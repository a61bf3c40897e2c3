"""What is secret reaches nobody through the archive: for two values of it every answer is the same."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import ChatLine, DrawSecret, Match, Note, Seat
from games.players.models import Player
from tests.archive.finishing import DAY, won
from tests.play.helpers import play_on, stable, started

pytestmark = pytest.mark.usefixtures("standing_clock")

HTMX = {"HX-Request": "true"}
ADDRESSES = [
    "/archive/",
    "/archive/?player=Alice",
    "/archive/export.txt",
    "/archive/export.json?player=Alice",
    "/players/Alice/",
    "/players/Bob/",
    "/leaderboard/",
    "/matches/{match}/proof/",
    "/matches/{match}/record.txt",
    "/matches/{match}/record.json",
]


def answers(match: Match, somebody: Client) -> list[bytes]:
    """Every page and file, and the one fragment."""
    whole = [stable(somebody.get(address.format(match=match.pk))) for address in ADDRESSES]
    return [*whole, stable(somebody.get("/archive/?player=Alice", headers=HTMX))]


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """It runs, beside one that is over."""
    won(alice, bob)
    return play_on(started(alice, bob, setup="bw"), 6)


def test_neither_secret_nor_salts_are_in_any_answer(
    match: Match, alice_client: Client, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    seen = []
    for value, salt in ((bytes(32), "one salt"), (bytes(range(32)), "quite another")):
        DrawSecret.objects.filter(pk=match.secret_id).update(value=value)
        Seat.objects.filter(match=match).update(salt=salt)
        seen.append([answers(match, viewer) for viewer in (alice_client, bob_client, charlie_client, client)])

    assert seen[0] == seen[1]


def test_chat_and_notes_are_in_no_answer_also_when_the_match_is_over(
    alice: Player, bob: Player, alice_client: Client, charlie_client: Client
) -> None:
    match = won(alice, bob)
    line = ChatLine.objects.create(match=match, player=alice, text="", said_at=match.started_at)
    note = Note.objects.create(seat=match.seats.get(player=alice))
    seen = []
    for text in ("I never say this", "nor that"):
        ChatLine.objects.filter(pk=line.pk).update(text=text)
        Note.objects.filter(pk=note.pk).update(text=text)
        seen.append([answers(match, viewer) for viewer in (alice_client, charlie_client)])

    assert seen[0] == seen[1]


def test_of_a_private_match_a_rating_shows_nothing_but_its_change(
    alice: Player, bob: Player, charlie: Player, client: Client
) -> None:
    now = timezone.now()
    won(alice, bob, rated=True, private=True, now=now - DAY)
    won(alice, charlie, rated=True, now=now)
    private = Match.objects.get(private=True)
    seen = []
    for other in (bob, charlie):
        Seat.objects.filter(match=private).exclude(player=alice).update(player=other)
        seen.append([stable(client.get(address)) for address in ("/players/Alice/", "/leaderboard/")])

    assert seen[0] == seen[1]
    assert "2 rated matches" in seen[0][0].decode()
    assert f"/matches/{private.pk}/" not in seen[0][0].decode()


def test_the_comparison_would_notice(match: Match, client: Client) -> None:
    before = answers(match, client)

    DrawSecret.objects.filter(pk=match.secret_id).update(commitment="0" * 64)

    assert answers(match, client) != before
