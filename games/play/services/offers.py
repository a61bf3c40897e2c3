"""What can be done in a match besides playing a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from engine.protocol import CLAIM_AT
from games.play.errors import Refused, Stale, TooMany
from games.play.models import Match, Seat
from games.play.queries.matches import stood
from games.play.services import ending
from games.play.services.door import check_running, check_turn, lock_players, locked, seat_of
from games.players.models import Player

ABORTS_PER_DAY = 3  # of matches against people: who begins, and what the other plays first, is not to be picked


def resign(*, match_id: int, player: Player, now: datetime) -> Match:
    """Give the match up. Raises Refused if it is over, NotYours for who does not play in it."""
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_running(match)
        winner = match.seats.exclude(index=seat.index).get().index
        ending.finish(match, winner=winner, reason="resignation", now=now)
    return match


def may_abort(match: Match, seat: int) -> bool:
    """Whether the seat has not played yet, so that it may call the match off."""
    return match.running and not match.plies.filter(seat=seat).exists()


def aborted_lately(player: Player, *, now: datetime) -> int:
    """How many matches against people the player has called off in the last 24 hours."""
    off = Seat.objects.filter(player=player, result="", index=F("match__aborted_by"), match__vs_computer=False)
    return off.filter(match__finished_at__gt=now - timedelta(days=1)).count()


def abort(*, match_id: int, player: Player, now: datetime) -> Match:
    """Call the match off before one's own first turn. Raises Refused after it, TooMany after ABORTS_PER_DAY others."""
    with transaction.atomic():
        lock_players(player)  # two at once do not pass the limit
        with locked(match_id) as match:
            seat = seat_of(match, player)
            check_running(match)
            if not may_abort(match, seat.index):
                raise Refused(_("You have already played: you can resign, or offer a draw."))
            if not match.vs_computer and aborted_lately(player, now=now) >= ABORTS_PER_DAY:
                words = _("You have called off {count} matches in the last 24 hours. Play this one, or resign.")
                raise TooMany(words.format(count=ABORTS_PER_DAY))
            ending.abort(match, by=seat.index, now=now)
    return match


def offer_draw(*, match_id: int, player: Player, now: datetime) -> Match:
    """Offer a draw, or accept the one that the other side offers.

    An offer stands until the other side plays or declines. Raises Refused against a computer, which takes none.
    """
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_running(match)
        if match.vs_computer:
            raise Refused(_("The computer does not take draws: play on, or resign."))
        if match.draw_offer not in (None, seat.index):
            ending.finish(match, winner=None, reason="agreement", now=now)
        else:
            match.draw_offer, match.draw_declined = seat.index, None
            match.save(update_fields=["draw_offer", "draw_declined"])
    return match


def accept_draw(*, match_id: int, player: Player, now: datetime) -> Match:
    """Accept the other side's offer. Raises Stale if there is none any more."""
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_running(match)
        if match.draw_offer in (None, seat.index):
            raise Stale(_("There is no draw offer any more."))
        ending.finish(match, winner=None, reason="agreement", now=now)
    return match


def claim_draw(*, match_id: int, seat: int, expected_ply: int, now: datetime) -> Match:
    """End the match drawn for `seat`, whose turn it is, because its position has stood often enough.

    Raises Stale if the match has moved on or somebody else is to move, Refused if nothing can be claimed.
    """
    with locked(match_id) as match:
        check_turn(match, seat, expected_ply=expected_ply)
        if stood(match) < CLAIM_AT:
            raise Refused(_("A draw can be claimed once a position stands for the third time. You can offer one."))
        ending.finish(match, winner=None, reason="repetition", now=now)
    return match


def withdraw_draw(*, match_id: int, player: Player, offered_by: int | None = None) -> Match:
    """Decline the other side's offer, which they are told until they play, or take one's own back.

    Where the offer is not that of the seat `offered_by` any more nothing is done: the other side may offer by now.
    """
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_running(match)
        if offered_by not in (None, match.draw_offer):
            return match
        if match.draw_offer not in (None, seat.index):
            match.draw_declined = match.draw_offer
        match.draw_offer = None
        match.save(update_fields=["draw_offer", "draw_declined"])
    return match
