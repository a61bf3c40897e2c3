"""Entering finished matches into the archive."""

from __future__ import annotations

from games.archive.models import Entry
from games.play.models import Match, Seat

OF_MATCH = {0: Entry.Result.FIRST, 1: Entry.Result.SECOND, None: Entry.Result.DRAWN}


def enter(match: Match, seats: list[Seat]) -> None:
    """Enter a match that has just finished, in the transaction that finished it. Private ones stay out."""
    if not match.private:
        Entry.objects.bulk_create(entries(match, seats))


def entries(match: Match, seats: list[Seat]) -> list[Entry]:
    """A match's entries: its own, and one for each player who is not a computer."""
    assert match.finished_at is not None
    people = [(seat.player_id, seat.result) for seat in seats if not seat.player.is_computer]
    return [
        Entry(
            match=match,
            player_id=player,
            game=match.game,
            setup=match.setup,
            result=result,
            length=match.length,
            vs_computer=match.vs_computer,
            finished_at=match.finished_at,
        )
        for player, result in [(None, OF_MATCH[match.winner]), *people]
    ]
