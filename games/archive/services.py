"""Entering finished matches into the archive, and having them analysed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine import registry
from engine.analysis import VERSION, Look, analysis, look_from_json, look_to_json
from engine.protocol import is_position
from games.archive.models import Analysis, Entry
from games.outbox import services as outbox
from games.play.errors import Refused
from games.play.models import Match, Seat
from games.play.queries.matches import RESULTS
from games.play.services.door import locked

RANKED = 10  # plies that a match needs to be compared with others by its analysis
OF_MATCH = {0: Entry.Result.FIRST, 1: Entry.Result.SECOND, None: Entry.Result.DRAWN}


def enter(match: Match, seats: list[Seat]) -> None:
    """Enter a match that has just finished, in the transaction that finished it."""
    Entry.objects.bulk_create(entries(match, seats))


def entries(match: Match, seats: list[Seat]) -> list[Entry]:
    """A finished match's entries: its own, unless it is private, and one for each player."""
    assert match.finished_at is not None
    results = [(seat.player_id, str(seat.result)) for seat in seats]
    own = [] if match.private else [(None, OF_MATCH[match.winner])]
    return [
        Entry(
            match=match,
            player_id=player,
            game=match.game,
            setup=registry.info(match.game).setup(match.setup).slug,
            result=result,
            length=match.length,
            vs_computer=match.vs_computer,
            private=match.private,
            finished_at=match.finished_at,
        )
        for player, result in [*own, *results]
    ]


# Analyses


def ask_for_analysis(*, match_id: int, now: datetime) -> Analysis:
    """The analysis of a finished match; the first to ask has it made. Raises Refused."""
    with locked(match_id) as match:
        if not match.finished:
            raise Refused(_("Only a match that is over can be analysed."))
        if not match.ply:
            raise Refused(_("Nothing was played in this match, so there is nothing to analyse."))
        found = Analysis.objects.filter(match=match).first()
        if found is None:
            positions = match.ply + 1
            found = Analysis.objects.create(match=match, version=VERSION, positions=positions, asked_at=now)
            go_on(found, now=now)
        elif found.failed_at or found.version != VERSION:
            begin_again(found, now=now)
    return found


def begin_again(found: Analysis, *, now: datetime) -> None:
    """After it was given up, from where it stood; from the start if positions are judged otherwise by now."""
    row = Analysis.objects.filter(pk=found.pk, tries=found.tries)  # nobody has begun it again meanwhile
    if found.version != VERSION:
        found.version, found.looks = VERSION, []
    found.done_at, found.failed_at, found.tries = None, None, found.tries + 1
    begun = {name: getattr(found, name) for name in ("version", "looks", "done_at", "failed_at", "tries")}
    with transaction.atomic():
        if row.update(**begun):
            go_on(found, now=now)


def go_on(found: Analysis, *, now: datetime) -> None:
    """Have the next positions judged."""
    payload = {"match": found.match_id, "tries": found.tries}
    event = f"match:{found.match_id}:{found.tries}:{len(found.looks)}"
    outbox.add(kind="analysis", event=event, payload=payload, now=now)


def add_look(found: Analysis, look: Look, *, now: datetime) -> None:
    """Keep a look; with the last one the analysis is done. Of two workers that keep the same look one is enough."""
    found.looks = [*found.looks, look_to_json(look)]
    done = len(found.looks) == found.positions
    with transaction.atomic():
        changed: dict[str, Any] = {"looks": found.looks, "done_at": now if done else None}
        if Analysis.objects.filter(pk=found.pk, done_at=None, tries=found.tries).update(**changed) and done:
            rank(found)
    found.done_at = changed["done_at"]


def fail(found: Analysis, *, now: datetime) -> None:
    """Give an analysis up: it can be asked for again."""
    Analysis.objects.filter(pk=found.pk, done_at=None, tries=found.tries).update(failed_at=now)


def rank(found: Analysis) -> None:
    """Write what the archive is ordered by into a match's entries; not if it began from a position made to measure."""
    if is_position(found.match.setup):
        return
    whole = analysis(looks_of(found), RESULTS[found.match.winner])
    if len(whole.plies) < RANKED:
        return
    rows = Entry.objects.filter(match=found.match)
    close = _hundredths(whole.closeness)
    rows.filter(player=None).update(
        closeness=close, luck=_hundredths(abs(whole.luck)), play=_hundredths(1 - whole.lost)
    )
    for seat in found.match.seats.all():
        side = whole.side(seat.index)
        rows.filter(player=seat.player_id).update(
            closeness=close, luck=_hundredths(side.luck), play=_hundredths(1 - side.lost)
        )


def looks_of(found: Analysis) -> Sequence[Look]:
    """The looks there are."""
    return [look_from_json(look) for look in found.looks]


def _hundredths(share: float) -> int:
    """Of a percent."""
    return round(share * 10_000)
