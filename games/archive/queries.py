"""Browsing finished matches: every page is one walk along one index, however deep and however long the archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from games.archive.models import Entry
from games.play.models import Match, Ply, Seat
from games.players.models import Player, Rating

PAGE = 30
LEADERS = 100
SETTLED = 110.0  # a rating with a greater deviation does not stand in the table of the best


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What is asked for; empty fields ask for nothing. `month` is its first day."""

    player: Player | None = None
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
        """As it stands in a link."""
        return f"{self.finished_at.timestamp():.6f}-{self.match_id}"


@dataclass(frozen=True, slots=True)
class Page:
    """Entries, newest first, and where the next page begins (None: this is the last)."""

    entries: list[Entry]
    next: Cursor | None


def parse_cursor(text: str) -> Cursor | None:
    """Inverse of `Cursor.text`; None for anything else."""
    moment, _, match_id = text.partition("-")
    try:
        return Cursor(datetime.fromtimestamp(float(moment), tz=timezone.get_default_timezone()), int(match_id))
    except (ValueError, OverflowError, OSError):
        return None


def page(wanted: Filter, *, after: Cursor | None = None, size: int = PAGE) -> Page:
    """One page, with matches, seats and players: three queries."""
    both = Prefetch("match__seats", queryset=Seat.objects.select_related("player").order_by("index"))
    rows = list(_walk(wanted, after).select_related("match").prefetch_related(both)[: size + 1])
    return Page(rows[:size], _next(rows, size))


def matches_to_export(wanted: Filter, *, after: Cursor | None, size: int) -> tuple[list[Match], Cursor | None]:
    """Whole matches, ready for `records.record_of`, and where the next response begins."""
    rows = list(_walk(wanted, after)[: size + 1])
    found = for_records(Match.objects.filter(pk__in=[row.match_id for row in rows[:size]]))
    by_id = {match.pk: match for match in found}
    return [by_id[row.match_id] for row in rows[:size]], _next(rows, size)


def for_records(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with all that a record needs."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("index"))
    plies = Prefetch("plies", queryset=Ply.objects.order_by("ply"))
    return matches.select_related("secret").prefetch_related(seats, plies)


def _walk(wanted: Filter, after: Cursor | None) -> QuerySet[Entry]:
    fields: dict[str, Any] = {"game": wanted.game, "setup": wanted.setup, "result": wanted.result}
    fields |= {"length": wanted.length, "vs_computer": wanted.vs_computer}
    found = Entry.objects.filter(
        player=wanted.player, **{name: value for name, value in fields.items() if value not in ("", None)}
    )
    if wanted.month:
        found = found.filter(finished_at__gte=wanted.month, finished_at__lt=next_month(wanted.month))
    if after:
        found = found.filter(finished_at__lte=after.finished_at).exclude(
            finished_at=after.finished_at, match_id__gte=after.match_id
        )
    return found.order_by("-finished_at", "-match_id")


def _next(rows: list[Entry], size: int) -> Cursor | None:
    return Cursor(rows[size - 1].finished_at, rows[size - 1].match_id) if len(rows) > size else None


def next_month(month: datetime) -> datetime:
    """The first day of the month after this one."""
    return (month + timedelta(days=31)).replace(day=1)


def leaders(*, game: str, setup: str) -> list[Rating]:
    """The best settled ratings of people in a setup."""
    found = Rating.objects.filter(
        game=game, setup=setup, deviation__lte=SETTLED, player__kind=Player.Kind.PERSON
    ).select_related("player")
    return list(found.order_by("-rating")[:LEADERS])


def rating_history(player: Player) -> dict[tuple[str, str], list[tuple[datetime, float]]]:
    """For each game and setup the rating after each rated match, oldest first: (when, rating)."""
    seats = Seat.objects.filter(player=player, rating_after__isnull=False, match__finished_at__isnull=False)
    rows = seats.order_by("match__finished_at", "match_id").values_list(
        "match__game", "match__setup", "match__finished_at", "rating_after"
    )
    history: dict[tuple[str, str], list[tuple[datetime, float]]] = {}
    for game, setup, finished_at, rating in rows:
        history.setdefault((game, setup), []).append((finished_at, rating))  # type: ignore[arg-type]
    return history
