"""A closed table to take home."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.players.middleware import PlayerRequest
from games.players.ratelimit import allow, client_ip
from games.tables import exports
from games.tables.queries import tables
from games.tables.queries.tables import Sight

PER_HOUR = 30  # from one address: each may be long


@require_safe
def as_json(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """As JSON, with all that is needed to check its rolls."""
    return _answer(request, table_id, exports.as_json, "json", "application/json")


@require_safe
def as_html(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """To be read without the site."""
    return _answer(request, table_id, exports.as_html, "html", "text/html; charset=utf-8")


def _answer(
    request: PlayerRequest, table_id: int, make: Callable[[Sight], Iterator[str]], kind: str, content_type: str
) -> HttpResponseBase:
    seen = tables.table_for(request.player, table_id)
    if not seen.may_read:
        raise Http404("Only those who played there may read it.")
    if not seen.table.closed:
        text = _("The table can be downloaded once it is closed: until then its secrets are not published.")
        return HttpResponse(f"{text}\n", status=409, content_type="text/plain; charset=utf-8")
    if not allow(f"export:{client_ip(request)}", PER_HOUR, 3600):
        text = _("Too much was downloaded from where you are. Try again in an hour.")
        return HttpResponse(f"{text}\n", status=429, content_type="text/plain; charset=utf-8")
    headers = {"Content-Disposition": f'attachment; filename="table-{table_id}.{kind}"'}
    return StreamingHttpResponse(_spoken(make(seen)), content_type=content_type, headers=headers)


def _spoken(pieces: Iterator[str]) -> Iterator[str]:
    """Each piece in the language of the request, which is over when they are asked for."""
    language = get_language()

    def all_of_them() -> Iterator[str]:
        while True:
            with override(language):
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece

    return all_of_them()
