"""The archive, page by page, and its export."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from engine import record_json, record_text
from games.archive import queries
from games.archive.forms import FilterForm
from games.archive.records import record_of
from games.players.middleware import PlayerRequest
from games.players.ratelimit import client_ip

EXPORT_AT_MOST = 1000
EXPORT_SECONDS = 120  # after which a client whose export was lost may ask again
TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}


@require_GET
@vary_on_headers("HX-Request")
def archive(request: PlayerRequest) -> HttpResponse:
    """Finished matches, newest first, narrowed by the filter in the address; `after` is where the page begins."""
    form = FilterForm(request.GET)
    context: dict[str, Any] = {"form": form}
    status = 200
    if form.is_valid():
        page = queries.page(form.wanted(), after=_after(request))
        address = form.address()
        context |= {
            "entries": page.entries,
            "player": form.cleaned_data["player"],
            "exports": [(kind, f"{reverse('export', args=[kind])}?{urlencode(address)}") for kind in TYPES],
            "first": f"{reverse('archive')}?{urlencode(address)}" if "after" in request.GET else "",
        }
        if page.next:
            context["next"] = f"{reverse('archive')}?{urlencode(address | {'after': page.next.text()})}"
    else:
        status = 422
    template = "archive/_matches.html" if request.htmx and not request.htmx.boosted else "archive/archive.html"
    return render(request, template, context, status=status)


def _after(request: PlayerRequest) -> queries.Cursor | None:
    return queries.parse_cursor(request.GET.get("after", ""))


@require_GET
def export(request: PlayerRequest, kind: str) -> HttpResponse:
    """The matches of a filter as records, at most EXPORT_AT_MOST a response; `Link: rel="next"` leads on."""
    form = FilterForm(request.GET)
    if not form.is_valid():
        problems = "; ".join(f"{name}: {text}" for name, texts in form.errors.items() for text in texts)
        return HttpResponse(f"{problems}\n", status=422, content_type="text/plain; charset=utf-8")
    key = f"export:{request.player.pk if request.player else client_ip(request)}"
    if not cache.add(key, 1, timeout=EXPORT_SECONDS):
        text = _("Another export of yours is running: wait until it is done, then ask again.")
        return HttpResponse(
            f"{text}\n", status=429, content_type="text/plain; charset=utf-8", headers={"Retry-After": "5"}
        )
    try:
        return _export(request, form, kind)
    finally:
        cache.delete(key)


def _export(request: PlayerRequest, form: FilterForm, kind: str) -> HttpResponse:
    matches, after = queries.matches_to_export(form.wanted(), after=_after(request), size=EXPORT_AT_MOST)
    records = [record_of(match) for match in matches]
    response = HttpResponse(content_type=TYPES[kind])
    if kind == "txt":
        response.write(record_text.write(records))
    else:
        json.dump([record_json.to_json(record) for record in records], response, ensure_ascii=False, indent=1)
    response["Content-Disposition"] = f'attachment; filename="matches.{kind}"'
    if after:
        address = reverse("export", args=[kind]) + "?" + urlencode(form.address() | {"after": after.text()})
        response["Link"] = f'<{settings.SITE_URL}{address}>; rel="next"'
    return response
