"""Dice: their chances before a roll, and afterwards how they were drawn."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine import record_json, record_text
from engine.record import Record
from engine.verify import Check, verify
from games.play.services import draws
from games.players.asked import number
from games.players.middleware import PlayerRequest
from games.tables.forms import RollForm
from games.tables.models import Log
from games.tables.queries import dice, tables
from games.tables.queries import scenes as queries
from games.tables.queries.fights import whole
from games.tables.queries.scenes import SceneSight
from games.tables.queries.sheets import rollable
from games.tables.records import record_of

VERIFIED_FOR = 24 * 3600  # seconds
TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}


@require_safe
def chances(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """The chances of a roll as the form of a scene stands, as a fragment; nothing of what cannot be rolled."""
    seen = queries.scene_for(request.player, scene_id).of_table
    form = RollForm(request.GET, gm=seen.is_gm, sheets=rollable(seen))
    return render(request, "tables/_chances.html", {"chances": form.chances, "too_many": form.too_many})


@require_safe
def table_dice(request: PlayerRequest, table_id: int) -> HttpResponse:
    """How the dice of a table fell, as far as its viewer sees them; `?pool=5&dd=6`: of such rolls alone."""
    seen = tables.table_for(request.player, table_id)
    if not seen.may_read:
        raise Http404("Only those who play there see its rolls.")
    return _dice(request, dice.of_table(seen), {"table": seen.table, "secret": seen.is_in})


@require_safe
def site_dice(request: PlayerRequest) -> HttpResponse:
    """The same of the public rolls of all tables."""
    return _dice(request, dice.of_site(), {})


def _dice(request: PlayerRequest, counts: dice.Counts, about: dict[str, Any]) -> HttpResponse:
    pool, dd = (number(request.GET.get(name, ""), None, digits=3) for name in ("pool", "dd"))
    only = None if pool is None or dd is None else (pool, dd)
    return render(request, "tables/dice.html", {"found": dice.fairness(counts, only), **about})


@require_safe
def scene_draws(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """How a scene's rolls are drawn; once it is closed with the secrets, and every die drawn again."""
    seen = queries.scene_for(request.player, scene_id)
    found = [_shown(seen, log) for log in queries.logs(seen)]
    return render(request, "tables/draws.html", {"scene": seen.scene, "logs": found})


def _shown(seen: SceneSight, log: Log) -> dict[str, Any]:
    secret, open_ = draws.published(log.secret), whole(seen.of_table, log)
    wrong = _wrong(record_of(log)) if secret else []
    return {"log": log, "secret": secret, "failed": bool(wrong), "wrong": wrong if open_ else [], "whole": open_}


def _wrong(found: Record) -> list[Check]:
    """What does not fit in a record.

    Every die is drawn again, which takes long. That nothing is wrong is kept for a record that says the very same:
    once published it stays as it is, and one that was tampered with since is another.
    """
    key = f"verified:{sha256(json.dumps(record_json.to_json(found)).encode()).hexdigest()}"
    if cache.get(key):
        return []
    wrong = [check for check in verify(found) if not check.ok]
    if not wrong:
        cache.set(key, True, VERIFIED_FOR)
    return wrong


@require_safe
def record(request: PlayerRequest, log_id: str, kind: str) -> HttpResponse:
    """The record of a log whose secret is published, as text or JSON."""
    seen, log = queries.log_for(request.player, int(log_id))
    if not whole(seen.of_table, log):
        raise Http404("It has secret sheets in it.")
    if draws.published(log.secret) is None:
        text = _("The record is there when the scene is closed: until then its secret is not published.")
        return HttpResponse(f"{text}\n", status=409, content_type=TYPES["txt"])
    found = record_of(log)
    if kind == "txt":
        body = record_text.write([found])
    else:
        body = json.dumps(record_json.to_json(found), ensure_ascii=False, indent=1) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="rolls-{log.pk}.{kind}"'}
    return HttpResponse(body, content_type=TYPES[kind], headers=headers)
