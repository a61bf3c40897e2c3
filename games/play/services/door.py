"""The one door through which a match changes: under the lock of its row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotYours, Refused, Stale
from games.play.models import Match, Seat
from games.players.models import Player


@contextmanager
def locked(match_id: int) -> Iterator[Match]:
    """The match, locked until the block ends; everything in the block is stored together or not at all.

    Raises Match.DoesNotExist.
    """
    with transaction.atomic():
        yield Match.objects.select_for_update().get(pk=match_id)


def lock_players(player: Player, *others: int) -> Player:
    """The player as they are now: no cap can be passed by two requests at once, and nobody leaves while a match begins.

    Everywhere players are locked before challenges and those before matches, of several the oldest first: otherwise
    two could wait for each other. Raises NotYours if the player has left.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in={player.pk, *others}).order_by("pk")
    found = next((row for row in list(rows) if row.pk == player.pk), None)
    if found is None or found.kind == Player.Kind.DELETED:
        raise NotYours(_("This account is deleted: you cannot play with it any more."))
    return found


def seat_of(match: Match, player: Player) -> Seat:
    """The player's seat. Raises NotYours if they have none."""
    for seat in match.seats.select_related("player"):
        if seat.player_id == player.pk:
            return seat
    raise NotYours(_("You do not play in this match."))


def mover(match: Match) -> Seat:
    """The seat to move of a running match, with its player."""
    return match.seats.select_related("player").get(index=match.seat_to_move or 0)


def check_running(match: Match) -> None:
    """Raises Refused if the match is over."""
    if not match.running:
        raise Refused(_("This match is over."))


def check_turn(match: Match, seat: int, *, expected_ply: int) -> None:
    """Raises Refused if the match is over, Stale if it has moved on or somebody else is to move."""
    check_running(match)
    if match.ply != expected_ply:
        raise Stale(_("The match has moved on since you looked: here is the board as it stands. Nothing was played."))
    if match.seat_to_move != seat:
        raise Stale(_("It is not your turn. Nothing was played."))
