"""What is said beside a match: chat between its players, and notes for oneself."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from games.play.errors import NotYours, Refused, TooMany
from games.play.models import REMOVED, ChatLine, Match, Note
from games.play.services.door import locked, seat_of
from games.play.services.reports import tell_operators
from games.players import queries as players
from games.players.models import Player

LINES_PER_MINUTE = 10
LINE_LENGTH = 500
NOTE_LENGTH = 4000
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")  # control, format (bidirectional marks among them), unassigned
JOINERS = "\u200d"  # holds emoji together


def clean(text: str, *, newlines: bool = False) -> str:
    """Text without control and bidirectional characters, on one line unless `newlines`; its ends are cut."""
    text = text.replace("\r\n", "\n") if newlines else " ".join(text.split())
    kept = (
        char
        for char in text
        if (newlines and char == "\n") or char in JOINERS or unicodedata.category(char) not in INVISIBLE
    )
    return "".join(kept).strip()


def say(*, match_id: int, player: Player, text: str, now: datetime) -> ChatLine:
    """Add a line to the chat. Raises Refused for what is empty or too long, TooMany, NotYours."""
    line = clean(text)
    if not line.strip(JOINERS):
        raise Refused(_("Write something first."))
    if len(line) > LINE_LENGTH:
        words = _("That is {length} characters long: {limit} fit. Shorten it and send it again.")
        raise Refused(words.format(length=len(line), limit=LINE_LENGTH))
    with locked(match_id) as match:
        seat_of(match, player)
        _check_partner(match, player)
        recent = match.chat.filter(player=player, said_at__gt=now - timedelta(minutes=1))
        if recent.count() >= LINES_PER_MINUTE:
            raise TooMany(_("That was a lot in one minute: wait a little, then send it again."))
        said = ChatLine.objects.create(match=match, player=player, text=line, said_at=now)
        read(match=match, player=player)
        return said


def _check_partner(match: Match, player: Player) -> None:
    (partner,) = (seat.player for seat in match.seats.select_related("player") if seat.player_id != player.pk)
    if not (player.is_person and partner.is_person):
        raise Refused(_("There is nobody to talk to in this match."))
    if players.blocked(player, partner):
        raise Refused(_("You and your opponent do not talk to each other."))


def read(*, match: Match, player: Player) -> None:
    """The player has the chat before them. Raises NotYours for who does not play."""
    seat = seat_of(match, player)
    seat.chat_read = match.chat.aggregate(last=Max("pk"))["last"] or 0
    seat.save(update_fields=["chat_read"])


def report(*, line_id: int, player: Player, now: datetime) -> ChatLine:
    """Show a line of the other player to the operator. Raises NotYours for anybody else's."""
    with transaction.atomic():
        line = ChatLine.objects.select_for_update().select_related("match").get(pk=line_id)
        seat_of(line.match, player)
        if line.player_id == player.pk:
            raise NotYours(_("This is your own line."))
        if line.reported_at is None:
            line.reported_at = now
            line.save(update_fields=["reported_at"])
            tell_operators(now=now)
    return line


def settle(lines: QuerySet[ChatLine], *, remove: bool) -> int:
    """The operator has looked at lines; returns how many. With `remove`, what was said is taken away for good."""
    return lines.update(reported_at=None, text=REMOVED) if remove else lines.update(reported_at=None)


def write_note(*, match: Match, player: Player, text: str) -> Note:
    """Keep a private note. Raises Refused if it is too long, NotYours for who does not play."""
    note = clean(text, newlines=True)
    if len(note) > NOTE_LENGTH:
        words = _("That is {length} characters long: {limit} fit. Shorten it and save it again.")
        raise Refused(words.format(length=len(note), limit=NOTE_LENGTH))
    return Note.objects.update_or_create(seat=seat_of(match, player), defaults={"text": note})[0]
