"""Whose turn it is and until when; the sweep that ends matches by time."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from engine.search.players import level
from games.outbox import services as outbox
from games.play import hooks
from games.play.models import Match, Outage, Sweep
from games.play.services import ending
from games.play.services.door import locked, mover

log = logging.getLogger(__name__)

TURN, LONG_TURN = "computer_turn", "long_computer_turn"  # kinds of jobs: quick players do not wait for the others
LONG = 5.0  # seconds that a player may think
DAYS = (1, 2, 3, 5, 7, 14)
REMINDER_SHARE = 0.2  # of the time for a turn that is left when the reminder goes out
LONGEST_GAP = timedelta(minutes=10)
BATCH = 500


def pass_turn(match: Match, *, to: int, now: datetime) -> None:
    """Store the match after an action; clock and notices change only if the seat to move does."""
    passed = to != match.seat_to_move
    if passed:
        match.seat_to_move = to
        match.turn_ply = match.ply
        match.turn_started_at = now
        match.deadline_at = now + timedelta(days=match.days_per_turn) if match.days_per_turn else None
    match.save()
    player = mover(match).player
    if player.is_computer:
        long = level(str(player.level or 1)).seconds >= LONG
        _ask(match, LONG_TURN if long else TURN, now=now)  # at every ply: a turn may take several
    elif player.is_person and passed:
        _ask(match, "your_turn", recipient=player.pk, run_at=now + settings.TURN_MAIL_DELAY, now=now)
        if run_at := reminder_at(match):
            _ask(match, "reminder", recipient=player.pk, run_at=run_at, now=now)


def _ask(match: Match, kind: str, *, now: datetime, recipient: int = 0, run_at: datetime | None = None) -> None:
    """A job about the match as it stands; it is stale once the match has moved on (a mail: once the turn has)."""
    event, payload = f"match:{match.pk}:ply:{match.ply}", {"match": match.pk, "ply": match.ply}
    outbox.add(kind=kind, event=event, payload=payload, recipient=recipient, run_at=run_at, now=now)


def reminder_at(match: Match) -> datetime | None:
    """When little of the time for the turn is left; None without a clock."""
    if match.deadline_at is None or match.days_per_turn is None:
        return None
    return match.deadline_at - REMINDER_SHARE * timedelta(days=match.days_per_turn)


def sweep(*, now: datetime) -> int:
    """End every match whose deadline has passed; returns how many. After an outage deadlines are moved first.

    Then apps above look after their own.
    """
    _note_outage(now=now)
    due = Match.objects.filter(status=Match.Status.RUNNING, deadline_at__lte=now).order_by("deadline_at")
    ended = sum(_time_out(pk, now=now) for pk in list(due.values_list("pk", flat=True)[:BATCH]))
    for do in hooks.on_sweep:
        do(now)
    return ended


def _time_out(match_id: int, *, now: datetime) -> bool:
    """A match that cannot be ended must not keep the others waiting."""
    try:
        return time_out(match_id=match_id, now=now)
    except Exception:
        log.exception("match %s could not be ended by time", match_id)
        return False


def _note_outage(*, now: datetime) -> None:
    with transaction.atomic():
        last, created = Sweep.objects.select_for_update().get_or_create(pk=1, defaults={"swept_at": now})
        gap = now - last.swept_at
        if created or gap <= timedelta(0):
            return
        last.swept_at = now
        last.save()
        if gap > LONGEST_GAP:
            log.warning("no sweep for %s: deadlines move by as much", gap)
            Outage.objects.create(began_at=now - gap, ended_at=now)
            running = Match.objects.filter(status=Match.Status.RUNNING, deadline_at__isnull=False)
            list(running.select_for_update().order_by("pk").values_list("pk"))  # oldest first, as who leaves locks them
            running.update(deadline_at=F("deadline_at") + gap)
            for move in hooks.on_outage:
                move(gap)


def time_out(*, match_id: int, now: datetime) -> bool:
    """End a match by time if, under its lock, its deadline has still passed."""
    with locked(match_id) as match:
        if not match.running or match.deadline_at is None or match.deadline_at > now:
            return False
        winner = match.seats.exclude(pk=mover(match).pk).get().index
        ending.finish(match, winner=winner, reason="time", now=now)
    return True
