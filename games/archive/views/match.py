"""One match's record, and the proof of its draws."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.protocol import EngineError
from engine.verify import Check, verify
from games.archive.queries.entries import for_records
from games.archive.records import TYPES, as_json, as_text, record_of
from games.play.models import Match
from games.play.queries.matches import match_for, reading
from games.play.services import draws
from games.play.words import reason
from games.players.middleware import PlayerRequest
from pbchess_site.local import ROOT


def _whole(request: PlayerRequest, match_id: int) -> Match:
    """The match with all that a record needs, if the viewer may see it. Raises Http404."""
    match_for(request.player, match_id)
    return get_object_or_404(for_records(Match.objects.all()), pk=match_id)


@require_safe
def record(request: PlayerRequest, match_id: int, kind: str) -> HttpResponse:
    """The record of a match that is over, as text or JSON."""
    match = _whole(request, match_id)
    if match.running:
        text = _("The record is there when the match is over: until then its secret is not published.")
        return HttpResponse(f"{text}\n", status=409, content_type=TYPES["txt"])
    with reading(match):
        found = record_of(match)
    if kind == "txt":
        body = as_text(match, found)
    else:
        body = json.dumps(as_json(match, found), ensure_ascii=False, indent=1) + "\n"
    name = f"match-{match.pk}.{kind}"
    return HttpResponse(
        body, content_type=TYPES[kind], headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@require_safe
def proof(request: PlayerRequest, match_id: int) -> HttpResponse:
    """The commitment of a running match; of one that is over also its secret, and every draw made again."""
    match = _whole(request, match_id)
    context: dict[str, Any] = {"match": match}
    if not match.running:
        checks = _checks(match)
        context |= {
            "secret": draws.published(match.secret),
            "seats": sorted(match.seats.all(), key=lambda seat: seat.joined),  # as their salts stand in a draw
            "checks": checks,
            "wrong": [check for check in checks if not check.ok],
        }
    return render(request, "archive/proof.html", context)


@require_safe
def engine(request: PlayerRequest) -> HttpResponse:
    """The engine as it runs here, to check records with: Python's standard library is all that it needs."""
    return HttpResponse(_engine(), content_type="application/zip")


@cache
def _engine() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "engine").rglob("*")):
            if path.suffix in (".py", ".json", ".txt") and "__pycache__" not in path.parts:
                archive.writestr(ZipInfo(str(path.relative_to(ROOT))), path.read_bytes(), ZIP_DEFLATED)
        archive.writestr(ZipInfo("LICENSE"), (ROOT / "LICENSE").read_bytes(), ZIP_DEFLATED)
    return packed.getvalue()


def _checks(match: Match) -> list[Check]:
    with reading(match):
        try:
            return list(verify(record_of(match)))
        except EngineError as error:
            return [Check(False, _("record"), reason(error))]
