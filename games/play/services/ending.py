"""How a match ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext_noop

from engine import registry
from games.outbox import services as outbox
from games.play.hooks import on_finish
from games.play.models import Match, Seat
from games.play.services import draws
from games.play.words import said
from games.players import services as players

# How a match can end whatever its game; a game's own endings are in its GameInfo.
ENDINGS: Mapping[str, str] = {
    "agreement": gettext_noop("a draw was agreed"),
    "repetition": gettext_noop("the same position for the third time"),
    "resignation": gettext_noop("resignation"),
    "time": gettext_noop("time ran out"),
    "aborted": gettext_noop("called off before it had begun"),
}

# The same where somebody has lost by it: told to whoever that is, and to everybody else.
LOST_BY: Mapping[str, tuple[str, str]] = {
    "resignation": (gettext_noop("you resigned"), gettext_noop("{who} resigned")),
    "time": (gettext_noop("your time ran out"), gettext_noop("{who} ran out of time")),
}

SHORT, MEDIUM = 20, 60  # most turns of a short and of a medium match


def words(match: Match) -> str:
    """How a match ended, for people; "" while it runs."""
    return said({"": "", **ENDINGS, **registry.info(match.game).endings}[match.ending])


def told(match: Match, seats: Sequence[Seat], viewer: int | None) -> str:
    """The same for a reader with the seat `viewer`: who has lost by it is named."""
    if match.winner is None or match.ending not in LOST_BY:
        return words(match)
    to_loser, to_others = LOST_BY[match.ending]
    loser = 1 - match.winner
    return said(to_loser) if loser == viewer else said(to_others).format(who=seats[loser].player)


def finish(match: Match, *, winner: int | None, reason: str, now: datetime) -> None:
    """End a locked match with a result (winner None: drawn): seats, ratings, secret, mails."""
    match.status = Match.Status.FINISHED
    match.winner = winner
    match.length = length_class(match.turns)
    _close(match, reason=reason, now=now)
    seats = list(match.seats.select_related("player").order_by("index"))
    if match.rated:
        _rate(match, seats, now=now)
    for seat in seats:
        seat.result = result_of(seat.index, winner)
        seat.save()
    for hook in on_finish:
        hook(match, seats)
    _tell(match, seats, now=now)


def abort(match: Match, *, by: int, now: datetime) -> None:
    """End a locked match without a result; `by` is the seat that calls it off."""
    match.status = Match.Status.ABORTED
    match.aborted_by = by
    _close(match, reason="aborted", now=now)
    _tell(match, list(match.seats.select_related("player")), now=now)


def _close(match: Match, *, reason: str, now: datetime) -> None:
    match.ending = reason
    match.seat_to_move = match.deadline_at = match.draw_offer = None
    match.finished_at = now
    match.save()
    draws.publish(match.secret, now=now)


def _tell(match: Match, seats: list[Seat], *, now: datetime) -> None:
    for seat in seats:
        if seat.player.is_person:
            outbox.add(
                kind="match_over",
                recipient=seat.player_id,
                event=f"match:{match.pk}",
                payload={"match": match.pk},
                now=now,
            )


def _rate(match: Match, seats: list[Seat], *, now: datetime) -> None:
    first, second = seats
    score = 0.5 if match.winner is None else 1.0 - match.winner
    changes = players.rate_match(
        game=match.game, setup=match.setup, first=first.player, second=second.player, score=score, now=now
    )
    for seat, change in zip(seats, changes, strict=True):
        seat.rating_before = change.before
        seat.rating_after = change.after
        seat.deviation_after = change.deviation


def result_of(seat: int, winner: int | None) -> Seat.Result:
    """The result of one seat."""
    if winner is None:
        return Seat.Result.DRAWN
    return Seat.Result.WON if seat == winner else Seat.Result.LOST


def length_class(turns: int) -> Match.Length:
    """The archive's class of a match of so many turns."""
    if turns <= SHORT:
        return Match.Length.SHORT
    return Match.Length.MEDIUM if turns <= MEDIUM else Match.Length.LONG
