"""Matches as the engine's records: what is exported, replayed and verified."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings

from engine import analysis, record_json, record_text
from engine.record import Proof, Record
from engine.record_json import beginner_from_json
from games.play.models import Match
from games.play.queries.matches import as_record
from games.play.services import draws, ending

TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}  # of files of records, by ending


def record_of(match: Match) -> Record:
    """The record of a match that is over; its seats (with players), plies and secret should be prefetched.

    Raises ValueError for a running one: what a viewer may know of it is not settled here. Raises NotationError if
    what is stored is no log.
    """
    if match.running:
        raise ValueError("only matches that are over have a record")
    return replace(
        as_record(match, sorted(match.plies.all(), key=lambda row: row.ply)),
        headers=_headers(match),
        proof=_proof(match),
        beginner=beginner_from_json(match.beginner) if match.beginner else None,
    )


def as_text(match: Match, record: Record) -> str:
    """The record's text, after remarks with the analysis if there is one."""
    looks = _looks(match)
    return (analysis.remarks(looks, record.result) if looks else "") + record_text.write([record])


def as_json(match: Match, record: Record) -> dict[str, Any]:
    """The record for `json.dumps`, with the analysis if there is one."""
    looks = _looks(match)
    found = record_json.to_json(record)
    return found | {"analysis": analysis.to_json(looks, record.result)} if looks else found


def _looks(match: Match) -> list[analysis.Look]:
    """Of the match's analysis (which should be prefetched), if it is done."""
    found = getattr(match, "analysis", None)
    return [analysis.look_from_json(look) for look in found.looks] if found and found.done_at else []


def _headers(match: Match) -> dict[str, str]:
    first, second = sorted(match.seats.all(), key=lambda seat: seat.index)
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
        version=match.draws_version,
    )
