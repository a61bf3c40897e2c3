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
ORDERS = ("closeness", "luck", "play")  # columns of Entry to go by instead of the end, the greatest first
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What is asked for; empty fields ask for nothing. `month` is its first moment.

    `own`: the player asks for their own matches, so they see the private ones too. `order` is one of ORDERS: then only
    matches are found that have a place in it.
    """

    player: Player | None = None
    own: bool = False
    game: str = ""
    setup: str = ""
    result: str = ""
    length: str = ""
    month: datetime | None = None
    vs_computer: bool | None = None
    order: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last entry of a page: the next page begins behind it."""

    finished_at: datetime
    match_id: int

    def text(self) -> str:
        """As it stands in a link: microseconds since 1970, and the match."""
        return f"{(self.finished_at - EPOCH) // MICROSECOND}-{self.match_id}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The same where the order is one of ORDERS."""

    value: int
    match_id: int

    def text(self) -> str:
        """As it stands in a link."""
        return f"r{self.value}-{self.match_id}"


@dataclass(frozen=True, slots=True)
class Page:
    """Entries in their order, and where the next page begins (None: this is the last)."""

    entries: list[Entry]
    next: Cursor | Ranked | None


def parse_cursor(text: str) -> Cursor | Ranked:
    """Inverse of `Cursor.text` and `Ranked.text`. Raises ValueError for anything else."""
    if ranked := re.fullmatch("r(-?[0-9]{1,9})-([0-9]{1,18})", text):
        return Ranked(int(ranked[1]), int(ranked[2]))
    found = re.fullmatch("([0-9]{1,16})-([0-9]{1,18})", text)
    if not found:
        raise ValueError(f"{text[:40]!r} is no cursor")
    return Cursor(EPOCH + int(found[1]) * MICROSECOND, int(found[2]))


def page(wanted: Filter, *, after: Cursor | Ranked | None = None, size: int = PAGE) -> Page:
    """One page, with matches, seats and players: two queries."""
    rows = list(_walk(wanted, after).select_related("match").prefetch_related(_seats("match__seats"))[: size + 1])
    return Page(rows[:size], _next(wanted, rows, size))


def matches_to_export(
    wanted: Filter, *, after: Cursor | Ranked | None, size: int
) -> tuple[list[Match], Cursor | Ranked | None]:
    """Whole matches, ready for `records.record_of`, and where the next response begins."""
    rows = list(_walk(wanted, after)[: size + 1])
    found = for_records(Match.objects.filter(pk__in=[row.match_id for row in rows[:size]]))
    by_id = {match.pk: match for match in found}
    return [by_id[row.match_id] for row in rows[:size]], _next(wanted, rows, size)


def for_records(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with all that a record needs."""
    return matches.select_related("secret", "analysis").prefetch_related(_seats("seats"), "plies")


def _seats(path: str) -> Prefetch[Any]:
    return Prefetch(path, queryset=Seat.objects.select_related("player").order_by("index"))


def _walk(wanted: Filter, after: Cursor | Ranked | None) -> QuerySet[Entry]:
    """Raises ValueError for a cursor of another order."""
    found = Entry.objects.filter(player=wanted.player, **_columns(wanted))
    if wanted.player and not wanted.own:
        found = found.filter(private=False)
    if wanted.month:
        found = found.filter(finished_at__gte=wanted.month)
    end = next_month(wanted.month) if wanted.month else None
    if wanted.order:
        return _ranked(found.filter(finished_at__lt=end) if end else found, wanted.order, after)
    if isinstance(after, Ranked):
        raise ValueError("this cursor is of another order")
    # One upper bound, not two: SQLite enters an index by one of them, whichever it is, and walks to the other.
    if after and (end is None or after.finished_at < end):
        found = found.filter(finished_at__lte=after.finished_at).exclude(
            finished_at=after.finished_at, match_id__gte=after.match_id
        )
    elif end:
        found = found.filter(finished_at__lt=end)
    return found.order_by("-finished_at", "-match_id")


def _ranked(found: QuerySet[Entry], order: str, after: Cursor | Ranked | None) -> QuerySet[Entry]:
    if isinstance(after, Cursor):
        raise ValueError("this cursor is of another order")
    found = found.filter(**{f"{order}__isnull": False})
    if after:
        found = found.filter(**{f"{order}__lte": after.value}).exclude(
            **{order: after.value, "match_id__gte": after.match_id}
        )
    return found.order_by(f"-{order}", "-match_id")


def _columns(wanted: Filter) -> dict[str, Any]:
    texts = {"game": wanted.game, "setup": wanted.setup, "result": wanted.result, "length": wanted.length}
    columns: dict[str, Any] = {name: value for name, value in texts.items() if value}
    if wanted.vs_computer is not None:
        columns["vs_computer__in"] = [wanted.vs_computer]  # SQLite finds a bare boolean in no index
    return columns


def _next(wanted: Filter, rows: list[Entry], size: int) -> Cursor | Ranked | None:
    if len(rows) <= size:
        return None
    last = rows[size - 1]
    if wanted.order:
        return Ranked(getattr(last, wanted.order), last.match_id)
    return Cursor(last.finished_at, last.match_id)


def next_month(month: datetime) -> datetime:
    """The first moment of the month after this one."""
    return (month + timedelta(days=31)).replace(day=1)
