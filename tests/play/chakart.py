"""Matches of Chakart for tests: from a position, with the chance that a test wants."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from django.utils import timezone

from engine import draws, registry
from games.play.models import DrawSecret, Match
from games.play.services import turns
from games.players.models import Player
from tests.play.helpers import started

GAME = registry.get("chakart")
KINGS = "1111 000000000000"  # every power unused, nothing lost
OPEN = f"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 {KINGS}"  # White's queen sees d1-h5


def chakart(first: Player, second: Player, position: str = OPEN, **settings: Any) -> Match:
    """A match from a position in which `first` plays the first side, White."""
    return started(first, second, game="chakart", setup=position, **settings)


def play(match: Match, *texts: str, now: datetime | None = None) -> Match:
    """Play decisions, each by the seat whose turn it is, with what is drawn behind them: `"h6f4 kingboo"`."""
    rig(match, *texts)
    for text in texts:
        match.refresh_from_db()
        assert match.seat_to_move is not None
        turns.play_turn(
            match_id=match.pk,
            seat=match.seat_to_move,
            text=text.split()[0],
            expected_ply=match.ply,
            now=now or timezone.now(),
        )
        drawn = match.plies.get(ply=match.ply + 1).outcomes
        assert drawn == text.split()[1:], f"{text} drew {drawn}"
    match.refresh_from_db()
    return match


def rig(match: Match, *texts: str) -> None:
    """Give the match a secret from which these draws follow, and the commitment that goes with it."""
    match.refresh_from_db()
    wanted = list(_wanted(match, texts))
    if not wanted:
        return
    salts = tuple(seat.salt for seat in match.seats.order_by("joined"))
    for number in count():
        secret = number.to_bytes(32, "big")
        source = draws.Source(secret, str(match.pk), salts, match.draws_version)
        if all(source.draw(ply, draw, outcomes) == outcome for ply, draw, outcomes, outcome in wanted):
            break
    DrawSecret.objects.filter(match=match).update(value=secret, commitment=draws.commitment(secret))


def _wanted(match: Match, texts: tuple[str, ...]) -> list[tuple[int, int, Any, Any]]:
    """The draws of these texts: ply, number, what can come, what is to come."""
    state, wanted = GAME.parse_state(match.state), []
    for ply, text in enumerate(texts, start=match.ply + 1):
        action, *outcomes = text.split()
        state = GAME.apply(state, GAME.parse_action(state, action))
        for number, outcome_text in enumerate(outcomes):
            outcome = GAME.parse_action(state, outcome_text)
            wanted.append((ply, number, GAME.chance_outcomes(state), outcome))
            state = GAME.apply(state, outcome)
    return wanted
