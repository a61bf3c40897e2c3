"""Playing matches on in tests."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.play.models import Match
from games.play.services import turns


def play(match: Match, *texts: str, now: datetime | None = None) -> Match:
    """Play turns, each by the seat whose turn it is."""
    for text in texts:
        match.refresh_from_db()
        assert match.seat_to_move is not None
        turns.play_turn(
            match_id=match.pk,
            seat=match.seat_to_move,
            text=text,
            expected_ply=match.ply,
            now=now or timezone.now(),
        )
    match.refresh_from_db()
    return match
