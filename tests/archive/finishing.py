"""Matches that are over: played ones, and many at once that were never played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from games.archive.models import Entry
from games.archive.services import entries
from games.play.models import DrawSecret, Match, Seat
from games.play.services import ending, offers
from games.players.models import Player
from tests.play.helpers import accepted, play_on, sealed, started

DAY = timedelta(days=1)
NOVEMBER = datetime(2026, 11, 1, 12, tzinfo=UTC)
TO_THE_END = 1000  # plies, more than any match has


def played(first: Player, second: Player, *, plies: int = TO_THE_END, **settings: Any) -> Match:
    """A match in which `first` began, played at random to its end; after `plies` whoever is to move resigns."""
    now = settings.pop("now", timezone.now())
    made = sealed(first, beginner="challenger", now=now, **settings)
    match = play_on(accepted(made, second, now=now), plies, now=now)
    return resigned(match, now=now) if match.running else match


def resigned(match: Match, *, now: datetime | None = None) -> Match:
    """Whoever is to move gives up."""
    loser = match.seats.get(index=match.seat_to_move)
    return offers.resign(match_id=match.pk, player=loser.player, now=now or timezone.now())


def won(winner: Player, loser: Player, **settings: Any) -> Match:
    """A match that `loser` gave up before the first turn."""
    now = settings.pop("now", timezone.now())
    made = sealed(winner, beginner="opponent", now=now, **settings)
    return resigned(accepted(made, loser, now=now), now=now)


def drawn(first: Player, second: Player, **settings: Any) -> Match:
    """A match that ended by agreement."""
    match = started(first, second, **settings)
    offers.offer_draw(match_id=match.pk, player=first, now=timezone.now())
    return offers.accept_draw(match_id=match.pk, player=second, now=timezone.now())


def archived(first: Player, second: Player, ends: Sequence[datetime], **fields: Any) -> list[Match]:
    """Matches as they stand in the archive, one for each end: their first player won a short `bw`."""
    usual: dict[str, Any] = {"game": "battle_chess", "setup": "bw", "rules_version": "1", "status": "finished"}
    usual |= {"ending": "resignation", "length": "short", "winner": 0} | fields
    begun = DrawSecret.objects.count()
    secrets = DrawSecret.objects.bulk_create(
        DrawSecret(value=bytes(32), commitment=f"{begun + number:064}", created_at=NOVEMBER)
        for number in range(len(ends))
    )
    matches = Match.objects.bulk_create(
        Match(secret=secret, started_at=end - DAY, turn_started_at=end, finished_at=end, **usual)
        for secret, end in zip(secrets, ends, strict=True)
    )
    seats = [seat for match in matches for seat in _seats(match, first, second)]
    Seat.objects.bulk_create(seats)
    Entry.objects.bulk_create(
        row for number, match in enumerate(matches) for row in entries(match, seats[2 * number : 2 * number + 2])
    )
    return matches


def _seats(match: Match, first: Player, second: Player) -> Iterator[Seat]:
    for index, (player, colour) in enumerate(((first, "yellow"), (second, "blue"))):
        result = ending.result_of(index, match.winner)
        yield Seat(match=match, index=index, player=player, colour=colour, joined=index, result=result)


def listed(response: HttpResponse) -> list[int]:
    """The numbers of the matches that a page of the archive lists, in its order."""
    return [int(number) for number in re.findall(r'href="/matches/(\d+)/\?at=0"', response.content.decode())]
