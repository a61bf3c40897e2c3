"""What can be done in a match besides playing a turn."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.play.errors import Refused, Stale
from games.play.models import Match
from games.play.services import ending
from games.play.services.door import check_running, locked, seat_of
from games.players.models import Player


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


def abort(*, match_id: int, player: Player, now: datetime) -> Match:
    """Call the match off before one's own first turn. Raises Refused after it."""
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_running(match)
        if not may_abort(match, seat.index):
            raise Refused(_("You have already played: you can resign, or offer a draw."))
        ending.abort(match, now=now)
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
            match.draw_offer = seat.index
            match.save(update_fields=["draw_offer"])
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


def withdraw_draw(*, match_id: int, player: Player) -> Match:
    """Decline the other side's offer, or take one's own back."""
    with locked(match_id) as match:
        seat_of(match, player)
        check_running(match)
        match.draw_offer = None
        match.save(update_fields=["draw_offer"])
    return match
