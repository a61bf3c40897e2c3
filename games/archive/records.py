"""Matches as the engine's records: what is exported, replayed and verified."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from engine.protocol import CHANCE
from engine.record import Entry, Proof, Record
from games.play.models import Match, Seat
from games.play.services import draws, ending
from games.play.services.start import from_json

RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


def record_of(match: Match) -> Record:
    """The record of a match that is over; its seats (with players), plies and secret should be prefetched.

    Raises ValueError for a running one: what a viewer may know of it is not settled here.
    """
    if match.running:
        raise ValueError("only matches that are over have a record")
    return Record(
        game=match.game,
        setup=match.setup,
        rules_version=match.rules_version,
        entries=tuple(_entries(match)),
        result=RESULTS[match.winner] if match.finished else "*",
        headers=_headers(match, list(match.seats.all())),
        proof=_proof(match),
        beginner=from_json(match.beginner),
    )


def _entries(match: Match) -> Iterable[Entry]:
    for ply in sorted(match.plies.all(), key=lambda row: row.ply):
        yield Entry(ply.seat, ply.action, tuple(ply.outcomes), ply.played_at if ply.seat != CHANCE else None)


def _headers(match: Match, seats: list[Seat]) -> dict[str, str]:
    first, second = sorted(seats, key=lambda seat: seat.index)
    headers = {
        "Site": f"{settings.SITE_URL}{match.get_absolute_url()}",
        "First": first.player.name,
        "Second": second.player.name,
        "Started": f"{match.started_at:%Y-%m-%d}",
        "Termination": ending.words(match),
        "Rated": "yes" if match.rated else "no",
    }
    if match.finished_at:
        headers["Finished"] = f"{match.finished_at:%Y-%m-%d}"
    if match.days_per_turn:
        headers["DaysPerTurn"] = str(match.days_per_turn)
    for name, seat in (("FirstRating", first), ("SecondRating", second)):
        if seat.rating_before is not None:
            headers[name] = f"{seat.rating_before:.0f}"
    return headers


def _proof(match: Match) -> Proof:
    return Proof(
        match_id=str(match.pk),
        commitment=match.secret.commitment,
        salts=draws.source(match).salts,
        secret=draws.published(match.secret),
    )
