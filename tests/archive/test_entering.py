from __future__ import annotations

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.utils import timezone

from games.archive.models import Entry
from games.play.models import Match
from games.play.services import clock, offers
from games.players import services as players
from games.players.models import Player
from tests.archive.finishing import drawn, played, resigned, won
from tests.play.helpers import sealed, started


def rows(match: Match) -> dict[str | None, dict[str, Any]]:
    """A match's entries by the name of their player."""
    found = Entry.objects.filter(match=match).select_related("player")
    return {
        entry.player.name if entry.player else None: {
            "setup": (entry.game, entry.setup),
            "result": entry.result,
            "length": entry.length,
            "vs_computer": entry.vs_computer,
            "private": entry.private,
            "finished_at": entry.finished_at,
        }
        for entry in found
    }


def test_a_finished_match_is_entered_for_itself_and_for_each_player(alice: Player, bob: Player) -> None:
    match = played(alice, bob)

    assert match.winner is not None
    same = {
        "setup": ("battle_chess", "w3"),
        "length": match.length,
        "vs_computer": False,
        "private": False,
        "finished_at": match.finished_at,
    }
    results = [("won", "lost"), ("lost", "won")][match.winner]
    assert rows(match) == {
        None: same | {"result": ["first", "second"][match.winner]},
        "Alice": same | {"result": results[0]},
        "Bob": same | {"result": results[1]},
    }


def test_the_winner_is_who_did_not_resign(alice: Player, bob: Player) -> None:
    match = won(alice, bob)  # who begins is Bob

    assert {name: row["result"] for name, row in rows(match).items()} == {
        None: "second",
        "Alice": "won",
        "Bob": "lost",
    }


def test_a_draw_is_one_for_everybody(alice: Player, bob: Player) -> None:
    match = drawn(alice, bob)

    assert [row["result"] for row in rows(match).values()] == ["drawn"] * 3


def test_a_match_that_ends_by_time_is_entered_too(alice: Player, bob: Player) -> None:
    match = started(alice, bob, days_per_turn=1)
    assert match.deadline_at is not None

    clock.time_out(match_id=match.pk, now=match.deadline_at)

    assert {name: row["result"] for name, row in rows(match).items()} == {
        None: "second",
        "Alice": "lost",
        "Bob": "won",
    }


def test_a_private_match_is_entered_for_its_players_alone(alice: Player, bob: Player) -> None:
    match = won(alice, bob, private=True)

    assert {name: row["private"] for name, row in rows(match).items()} == {"Alice": True, "Bob": True}


def test_a_match_against_a_computer_is_entered_for_guest_and_computer(guest: Player, computer: Player) -> None:
    made = sealed(guest, kind="computer", opponent=computer, beginner="challenger", days_per_turn=None)

    match = resigned(Match.objects.get(challenge=made))

    assert {name: (row["result"], row["vs_computer"]) for name, row in rows(match).items()} == {
        None: ("second", True),
        guest.name: ("lost", True),
        computer.name: ("won", True),
    }


def test_what_runs_or_was_called_off_is_not_entered(alice: Player, bob: Player) -> None:
    started(alice, bob)
    called_off = started(alice, bob)

    offers.abort(match_id=called_off.pk, player=alice, now=timezone.now())

    assert not Entry.objects.exists()


def test_who_leaves_stays_in_the_archive_without_a_name(alice: Player, bob: Player) -> None:
    match = won(alice, bob)

    players.delete_account(player=alice, now=timezone.now())

    assert set(rows(match)) == {None, f"deleted-{alice.pk}", "Bob"}


def test_the_archive_can_be_made_again_from_the_matches(
    alice: Player, bob: Player, guest: Player, computer: Player
) -> None:
    made = sealed(guest, kind="computer", opponent=computer, beginner="challenger", days_per_turn=None)
    over = [
        played(alice, bob),
        drawn(alice, bob),
        won(bob, alice, private=True),
        resigned(Match.objects.get(challenge=made)),
    ]
    started(alice, bob)
    before = [rows(match) for match in over]
    Entry.objects.filter(match=over[0]).delete()
    Entry.objects.filter(match=over[1]).update(result="won", setup="bw")
    out = StringIO()

    call_command("rebuild_archive", stdout=out)

    assert [rows(match) for match in over] == before
    assert Entry.objects.count() == 11
    assert out.getvalue() == "11 entries\n"


def test_the_archive_is_made_again_in_batches(alice: Player, bob: Player, monkeypatch: Any) -> None:
    over = [won(alice, bob) for _ in range(5)]
    before = [rows(match) for match in over]
    monkeypatch.setattr("games.archive.management.commands.rebuild_archive.BATCH", 2)

    call_command("rebuild_archive", stdout=StringIO())

    assert [rows(match) for match in over] == before
