"""What happens to the matches and challenges of a player who leaves, and the data they can take along."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from games.play.models import Challenge, Match, Note, Seat
from games.play.services import offers, talk
from games.players import services as players
from games.players.models import Player
from tests.play.helpers import draft, sealed, started
from tests.play.playing import FIRST_WINS, play

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Made for each test: the others begin where nothing has been played."""
    return started(alice, bob)


def test_running_matches_are_resigned(match: Match, alice: Player) -> None:
    play(match, "a1-b2", "b4-b3")

    players.delete_account(player=alice, now=NOW)

    match.refresh_from_db()
    assert (match.status, match.ending, match.winner) == ("finished", "resignation", 1)
    assert match.secret.published_at == NOW


def test_matches_not_begun_are_called_off(match: Match, bob: Player) -> None:
    players.delete_account(player=bob, now=NOW)

    match.refresh_from_db()
    assert (match.status, match.ending, match.winner) == ("aborted", "aborted", None)


def test_who_leaves_calls_off_all_that_has_not_begun(alice: Player, bob: Player) -> None:
    matches = [started(alice, bob) for _ in range(offers.ABORTS_PER_DAY + 2)]

    players.delete_account(player=alice, now=NOW)

    assert {match.status for match in Match.objects.filter(pk__in=[m.pk for m in matches])} == {"aborted"}


def test_finished_matches_stay_without_the_name(match: Match, alice: Player) -> None:
    play(match, *FIRST_WINS)

    players.delete_account(player=alice, now=NOW)

    match.refresh_from_db()
    seat = Seat.objects.get(match=match, index=0)
    assert (match.status, match.winner) == ("finished", 0)
    assert seat.player.kind == "deleted"
    assert "Alice" not in seat.player.name


def test_challenges_are_withdrawn_and_declined(alice: Player, bob: Player, charlie: Player) -> None:
    offered = sealed(alice, kind="open")
    unsealed = draft(alice, kind="invite")
    received = sealed(bob, kind="direct", opponent=alice)
    elsewhere = sealed(bob, kind="direct", opponent=charlie)

    players.delete_account(player=alice, now=NOW)

    stands = {row.pk: row.status for row in Challenge.objects.all()}
    assert stands[elsewhere.pk] == "open"
    assert not {offered.pk, unsealed.pk, received.pk} & stands.keys()  # nobody needs them: she stands in no match


def test_challenges_of_who_stands_in_a_match_are_kept_as_ended(match: Match, alice: Player, charlie: Player) -> None:
    offered = sealed(alice, kind="open")
    received = sealed(charlie, kind="direct", opponent=alice)

    players.delete_account(player=alice, now=NOW)

    offered.refresh_from_db()
    received.refresh_from_db()
    assert (offered.status, received.status) == ("withdrawn", "declined")
    assert offered.secret.published_at == received.secret.published_at == NOW


def test_notes_are_deleted_and_the_opponents_stay(match: Match, alice: Player, bob: Player) -> None:
    play(match, *FIRST_WINS)
    talk.write_note(match=match, player=alice, text="hers")
    talk.write_note(match=match, player=bob, text="his")

    players.delete_account(player=alice, now=NOW)

    assert [note.text for note in Note.objects.all()] == ["his"]


def test_the_download_holds_what_one_played_said_and_noted(match: Match, alice: Player, bob: Player) -> None:
    play(match, *FIRST_WINS)
    talk.say(match_id=match.pk, player=alice, text="good luck", now=NOW)
    talk.say(match_id=match.pk, player=bob, text="his own words", now=NOW)
    talk.write_note(match=match, player=alice, text="watch b3")

    data = players.export(player=alice)

    (played,) = data["matches"]
    assert (played["id"], played["result"], played["turns"]) == (match.pk, "won", ["a1-b2", "b1-a2xb3"])
    assert [line["text"] for line in data["chat"]] == ["good luck"]
    assert [note["text"] for note in data["notes"]] == ["watch b3"]
    assert [row["kind"] for row in data["challenges"]] == ["open"]
    assert "his own words" not in str(data)


@pytest.mark.parametrize("matches", [1, 4])
def test_the_download_takes_a_fixed_number_of_queries(
    matches: int, alice: Player, bob: Player, django_assert_num_queries: Any
) -> None:
    for _ in range(matches):
        started(alice, bob)

    player = Player.objects.get(pk=alice.pk)
    with django_assert_num_queries(15):
        data = players.export(player=player)

    assert len(data["matches"]) == matches
