"""Finished matches: every page is one walk along one index, however deep and however long the archive."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.archive.models import Entry
from games.play.models import Match, Seat
from games.players.models import Player

PAGE = 30
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What is asked for; empty fields ask for nothing. `month` is its first moment.

    `own`: the player asks for their own matches, so they see the private ones too.
    """

    player: Player | None = None
    own: bool = False
    game: str = ""
    setup: str = ""
    result: str = ""
    length: str = ""
    month: datetime | None = None
    vs_computer: bool | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last entry of a page: the next page begins behind it."""

    finished_at: datetime
    match_id: int

    def text(self) -> str:
        """As it stands in a link: microseconds since 1970, and the match."""
        return f"{(self.finished_at - EPOCH) // MICROSECOND}-{self.match_id}"


@dataclass(frozen=True, slots=True)
class Page:
    """Entries, newest first, and where the next page begins (None: this is the last)."""

    entries: list[Entry]
    next: Cursor | None


def parse_cursor(text: str) -> Cursor:
    """Inverse of `Cursor.text`. Raises ValueError for anything else."""
    found = re.fullmatch("([0-9]{1,16})-([0-9]{1,18})", text)
    if not found:
        raise ValueError(f"{text[:40]!r} is no cursor")
    return Cursor(EPOCH + int(found[1]) * MICROSECOND, int(found[2]))


def page(wanted: Filter, *, after: Cursor | None = None, size: int = PAGE) -> Page:
    """One page, with matches, seats and players: two queries."""
    rows = list(_walk(wanted, after).select_related("match").prefetch_related(_seats("match__seats"))[: size + 1])
    return Page(rows[:size], _next(rows, size))


def matches_to_export(wanted: Filter, *, after: Cursor | None, size: int) -> tuple[list[Match], Cursor | None]:
    """Whole matches, ready for `records.record_of`, and where the next response begins."""
    rows = list(_walk(wanted, after)[: size + 1])
    found = for_records(Match.objects.filter(pk__in=[row.match_id for row in rows[:size]]))
    by_id = {match.pk: match for match in found}
    return [by_id[row.match_id] for row in rows[:size]], _next(rows, size)


def for_records(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with all that a record needs."""
    return matches.select_related("secret").prefetch_related(_seats("seats"), "plies")


def _seats(path: str) -> Prefetch[Any]:
    return Prefetch(path, queryset=Seat.objects.select_related("player").order_by("index"))


def _walk(wanted: Filter, after: Cursor | None) -> QuerySet[Entry]:
    found = Entry.objects.filter(player=wanted.player, **_columns(wanted))
    if wanted.player and not wanted.own:
        found = found.filter(private=False)
    if wanted.month:
        found = found.filter(finished_at__gte=wanted.month)
    end = next_month(wanted.month) if wanted.month else None
    # One upper bound, not two: SQLite enters an index by one of them, whichever it is, and walks to the other.
    if after and (end is None or after.finished_at < end):
        found = found.filter(finished_at__lte=after.finished_at).exclude(
            finished_at=after.finished_at, match_id__gte=after.match_id
        )
    elif end:
        found = found.filter(finished_at__lt=end)
    return found.order_by("-finished_at", "-match_id")


def _columns(wanted: Filter) -> dict[str, Any]:
    texts = {"game": wanted.game, "setup": wanted.setup, "result": wanted.result, "length": wanted.length}
    columns: dict[str, Any] = {name: value for name, value in texts.items() if value}
    if wanted.vs_computer is not None:
        columns["vs_computer__in"] = [wanted.vs_computer]  # SQLite finds a bare boolean in no index
    return columns


def _next(rows: list[Entry], size: int) -> Cursor | None:
    return Cursor(rows[size - 1].finished_at, rows[size - 1].match_id) if len(rows) > size else None


def next_month(month: datetime) -> datetime:
    """The first moment of the month after this one."""
    return (month + timedelta(days=31)).replace(day=1)
