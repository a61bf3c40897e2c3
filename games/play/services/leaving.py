"""What becomes of a player's matches when they leave, and what play knows about them."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet

from games.play.errors import Stale
from games.play.models import Challenge, ChatLine, Match, Note, Ply, Seat
from games.play.services import challenges, ending, offers
from games.players.models import Player


def leave(player: Player, now: datetime) -> None:
    """Give up running matches (call off those not begun, however many), withdraw and decline challenges, delete notes.

    The player's row is locked, so no match of theirs begins meanwhile.
    """
    pending = Challenge.objects.filter(status__in=[Challenge.Status.DRAFT, Challenge.Status.OPEN])
    for challenge in pending.filter(Q(challenger=player) | Q(opponent=player, kind=Challenge.Kind.DIRECT)):
        end = challenges.withdraw if challenge.challenger_id == player.pk else challenges.decline
        with suppress(Stale):  # the other was faster, or it expired
            end(challenge_id=challenge.pk, player=player, now=now)
    for match in _running(player):
        (seat,) = (seat for seat in match.seats.all() if seat.player_id == player.pk)
        if offers.may_abort(match, seat.index):
            ending.abort(match, by=seat.index, now=now)
        else:
            offers.resign(match_id=match.pk, player=player, now=now)
    Note.objects.filter(seat__player=player).delete()


def _running(player: Player) -> list[Match]:
    """The player's running matches, all locked before the first is given up, in the order to give them up.

    That ends one match after the other and locks the opponents' ratings, the oldest player's first as everywhere:
    so nobody who ends a match meanwhile waits for what this holds, and the other way round.
    """
    matches = Match.objects.filter(status=Match.Status.RUNNING, seats__player=player).order_by("pk")
    locked = matches.select_for_update(of=("self",)).prefetch_related("seats")
    # By opponent: the player's own number is in each sum.
    return sorted(locked, key=lambda match: sum(seat.player_id for seat in match.seats.all()))


def known(player: Player) -> dict[str, Any]:
    """A player's matches with the turns they played, what they said and noted, and their challenges; fit for JSON."""
    lines = ChatLine.objects.filter(player=player).order_by("pk")
    notes = Note.objects.filter(seat__player=player).order_by("pk")
    made = Challenge.objects.filter(challenger=player).order_by("pk")
    return {
        "matches": [_match(seat) for seat in _seats(player)],
        "chat": list(lines.values("match_id", "text", "said_at")),
        "notes": list(notes.values("text", match_id=F("seat__match_id"))),
        "challenges": list(made.values("id", "kind", "status", "game", "setup", "created_at", "salt", "throws")),
    }


def _seats(player: Player) -> QuerySet[Seat]:
    own = Ply.objects.filter(seat=F("match__seats__index"), match__seats__player=player).order_by("ply")
    seats = Seat.objects.filter(player=player).select_related("match").order_by("match_id")
    return seats.prefetch_related(Prefetch("match__plies", queryset=own))


def _match(seat: Seat) -> dict[str, Any]:
    match = seat.match
    return {
        "id": match.pk,
        "game": match.game,
        "setup": match.setup,
        "status": match.status,
        "result": seat.result,
        "colour": seat.colour,
        "salt": seat.salt,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "turns": [ply.action for ply in match.plies.all()],
    }
