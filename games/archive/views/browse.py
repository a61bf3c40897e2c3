"""The archive, page by page, and its export."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from engine.record import Record
from games.archive.forms import FilterForm
from games.archive.queries import entries
from games.archive.records import TYPES, as_json, as_text, record_of
from games.play.models import Match
from games.play.queries.matches import Unreadable, reading
from games.players.middleware import PlayerRequest
from games.players.ratelimit import client_ip

EXPORT_AT_MOST = 1000
EXPORT_SECONDS = 120  # after which a client whose export was lost may ask again


@require_safe
@vary_on_headers("HX-Request")
def archive(request: PlayerRequest) -> HttpResponse:
    """Finished matches in their order, narrowed by the filter in the address; `after` is where the page begins."""
    form = FilterForm(request.GET, viewer=request.player)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        page = entries.page(form.wanted(), after=form.cleaned_data["after"])
        context |= {
            "entries": page.entries,
            "player": form.cleaned_data["player"],
            "ordered": form.cleaned_data["order"],
            "exports": {kind: _address(form, "export", kind) for kind in TYPES},
            "first": _address(form, "archive") if form.cleaned_data["after"] else "",
            "next": _address(form, "archive", after=page.next) if page.next else "",
        }
    template = "archive/_browse.html" if request.htmx else "archive/archive.html"
    return render(request, template, context, status=200 if form.is_valid() else 422)


def _address(form: FilterForm, view: str, *args: str, after: entries.Cursor | entries.Ranked | None = None) -> str:
    query = form.address() | ({"after": after.text()} if after else {})
    return f"{reverse(view, args=args)}?{urlencode(query)}"


@require_safe
def export(request: PlayerRequest, kind: str) -> HttpResponse:
    """The matches of a filter as records, at most EXPORT_AT_MOST a response; `Link: rel="next"` leads on."""
    form = FilterForm(request.GET, viewer=request.player)
    if not form.is_valid():
        problems = "".join(f"{name}: {text}\n" for name, texts in form.errors.items() for text in texts)
        return HttpResponse(problems, status=422, content_type=TYPES["txt"])
    with _alone(f"export:{request.player.pk if request.player else client_ip(request)}") as alone:
        if alone:
            return _export(form, kind)
    text = _("Another export of yours is running: wait until it is done, then ask again.")
    return HttpResponse(f"{text}\n", status=429, content_type=TYPES["txt"], headers={"Retry-After": "5"})


@contextmanager
def _alone(key: str) -> Iterator[bool]:
    """Whether nobody else is in the block with this key."""
    token = secrets.token_hex(8)
    alone = cache.add(key, token, timeout=EXPORT_SECONDS)
    try:
        yield alone
    finally:
        if alone and cache.get(key) == token:  # else ours ran out, and it is another's by now
            cache.delete(key)


def _record(match: Match) -> Record | str:
    """The match's record, or what is said in its place if what is stored makes none: the others follow all the same."""
    try:
        with reading(match):
            return record_of(match)
    except Unreadable:
        address = f"{settings.SITE_URL}{match.get_absolute_url()}"
        return _("%s is left out: what is stored of it cannot be read. The operator has been told.") % address


def _export(form: FilterForm, kind: str) -> HttpResponse:
    matches, after = entries.matches_to_export(form.wanted(), after=form.cleaned_data["after"], size=EXPORT_AT_MOST)
    found = [(match, _record(match)) for match in matches]
    response = HttpResponse(content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="matches.{kind}"'
    if kind == "txt":
        texts = (f"% {one}\n" if isinstance(one, str) else as_text(match, one) for match, one in found)
        response.write("\n".join(texts))
    else:
        objects = [{"left_out": one} if isinstance(one, str) else as_json(match, one) for match, one in found]
        json.dump(objects, response, ensure_ascii=False, indent=1)
    if after:
        response["Link"] = f'<{settings.SITE_URL}{_address(form, "export", kind, after=after)}>; rel="next"'
    return response
