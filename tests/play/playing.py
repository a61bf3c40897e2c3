"""Playing matches on in tests, with the chance that a test wants."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from django.utils import timezone

from engine import draws, registry
from games.play.models import DrawSecret, Match
from games.play.services import turns

# Three-on-three: the second player's Togepi attacks, is turned over, and is knocked out.
FIRST_WINS = ("a1-b2", "b4-b3xb2+0", "b1-a2xb3+40")


def play(match: Match, *texts: str, now: datetime | None = None) -> Match:
    """Play turns, each by the seat whose turn it is. `c2xd3+40` draws that bonus: see `rig`."""
    rig(match, *texts)
    for text in texts:
        match.refresh_from_db()
        assert match.seat_to_move is not None
        turns.play_turn(
            match_id=match.pk,
            seat=match.seat_to_move,
            text=text.partition("+")[0],
            expected_ply=match.ply,
            now=now or timezone.now(),
        )
    match.refresh_from_db()
    return match


def rig(match: Match, *texts: str) -> None:
    """Give the match a secret from which the bonuses in these turns follow, the commitment that goes with it too."""
    wanted = _wanted(match, texts)
    if not wanted:
        return
    salts = tuple(seat.salt for seat in match.seats.order_by("joined"))
    for number in count():
        secret = number.to_bytes(32, "big")
        if all(
            draws.Source(secret, str(match.pk), salts, match.draws_version).draw(ply, 0, outcomes) == bonus
            for ply, outcomes, bonus in wanted
        ):
            break
    DrawSecret.objects.filter(match=match).update(value=secret, commitment=draws.commitment(secret))


def _wanted(match: Match, texts: tuple[str, ...]) -> list[tuple[int, Any, Any]]:
    """The draws of these turns: ply, what can come, what is to come."""
    game = registry.get(match.game)
    match.refresh_from_db()
    state, wanted = game.parse_state(match.state), []
    for ply, text in enumerate(texts, start=match.ply + 1):
        turn, plus, bonus = text.partition("+")
        if not any("+" in later for later in texts[ply - match.ply - 1 :]):
            break
        state = game.apply(state, game.parse_action(state, turn))
        if bonus:
            outcome = game.parse_action(state, plus + bonus)
            wanted.append((ply, game.chance_outcomes(state), outcome))
            state = game.apply(state, outcome)
    return wanted
