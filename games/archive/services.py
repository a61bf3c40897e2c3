"""Entering finished matches into the archive."""

from __future__ import annotations

from engine import registry
from games.archive.models import Entry
from games.play.models import Match, Seat

OF_MATCH = {0: Entry.Result.FIRST, 1: Entry.Result.SECOND, None: Entry.Result.DRAWN}


def enter(match: Match, seats: list[Seat]) -> None:
    """Enter a match that has just finished, in the transaction that finished it."""
    Entry.objects.bulk_create(entries(match, seats))


def entries(match: Match, seats: list[Seat]) -> list[Entry]:
    """A finished match's entries: its own, unless it is private, and one for each player."""
    assert match.finished_at is not None
    results = [(seat.player_id, str(seat.result)) for seat in seats]
    own = [] if match.private else [(None, OF_MATCH[match.winner])]
    return [
        Entry(
            match=match,
            player_id=player,
            game=match.game,
            setup=registry.info(match.game).setup(match.setup).slug,
            result=result,
            length=match.length,
            vs_computer=match.vs_computer,
            private=match.private,
            finished_at=match.finished_at,
        )
        for player, result in [*own, *results]
    ]
