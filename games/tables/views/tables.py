"""Tables: the list, one of them, and what its GMs do with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games.play.errors import Refused
from games.play.views.access import to_login
from games.players.asked import read_or_write
from games.players.middleware import PlayerRequest
from games.players.models import Player
from games.tables.forms import TableForm
from games.tables.markdown import render as markdown
from games.tables.queries import sheets
from games.tables.queries import tables as queries
from games.tables.queries.tables import Sight
from games.tables.services import scenes, tables


@require_safe
def all_tables(request: PlayerRequest) -> HttpResponse:
    """One's own tables, and a page of those of others."""
    after = request.GET.get("after", "")
    mine = queries.mine(request.player) if request.player and not after else []
    others = _listed(lambda: queries.others(request.player, after))
    return render(request, "tables/tables.html", {"mine": mine, "others": others, "after": after})


@require_safe
def archive(request: PlayerRequest) -> HttpResponse:
    """A page of the tables that are closed and can be read."""
    closed = _listed(lambda: queries.closed(request.GET.get("after", "")))
    return render(request, "tables/archive.html", {"closed": closed})


def _listed(find: Callable[[], queries.Page]) -> queries.Page:
    try:
        return find()
    except ValueError as error:
        raise Http404(str(error)) from error


@require_safe
def table(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A table as its viewer may see it."""
    return answer(request, queries.table_for(request.player, table_id))


def answer(request: PlayerRequest, seen: Sight, *, status: int = 200, **kept: str) -> HttpResponse:
    """The table's page; `kept` is what was typed and refused."""
    members = queries.around(seen.table)
    context = {
        "sight": seen,
        "table": seen.table,
        "description": markdown(seen.table.description),
        "members": members,
        "leads_alone": seen.is_gm and sum(member.is_gm for member in members) == 1,
        "scenes": queries.scenes(seen) if seen.may_read else [],
        "sheets": sheets.visible(seen) if seen.may_read else [],
        **kept,
    }
    return render(request, "tables/table.html", context, status=status)


def act(request: PlayerRequest, table_id: int, do: Callable[[Player], Any], **kept: str) -> HttpResponse:
    """One service call for a player, then the table as it stands: refused, with the reason."""
    seen = queries.table_for(request.player, table_id)
    if request.player is None:
        return to_login(seen.table.get_absolute_url())
    try:
        do(request.player)
    except Refused as error:
        messages.error(request, str(error))
        return answer(request, queries.table_for(request.player, table_id), status=error.status, **kept)
    return redirect(seen.table if queries.is_visible(queries.sight(seen.table, request.player)) else "tables")


@read_or_write
def new_table(request: PlayerRequest) -> HttpResponse:
    """Open a table."""
    if request.player is None or not request.player.is_person:
        return to_login(request.path)
    player = request.player
    initial = {"language": get_language()}
    form = TableForm(request.POST or None, initial=initial)
    return _form(request, form, lambda told: tables.open_table(gm=player, now=timezone.now(), **told))


@read_or_write
def change_table(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Describe a table anew."""
    seen = queries.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    if not seen.is_gm:
        return redirect(seen.table)
    player = request.player
    form = TableForm(request.POST or None, initial=TableForm.of(seen.table))
    return _form(
        request, form, lambda told: tables.change_table(table_id=table_id, player=player, **told), table=seen.table
    )


def _form(request: PlayerRequest, form: TableForm, do: Callable[[dict[str, Any]], Any], **more: Any) -> HttpResponse:
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return redirect(do(form.told()))
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, "tables/table_form.html", {"form": form, **more}, status=status)


@require_POST
def pause(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Nothing is posted for a while."""
    return act(request, table_id, lambda me: tables.pause(table_id=table_id, player=me, now=timezone.now()))


@require_POST
def resume(request: PlayerRequest, table_id: int) -> HttpResponse:
    """The table goes on."""
    return act(request, table_id, lambda me: tables.resume(table_id=table_id, player=me, now=timezone.now()))


@read_or_write
def close(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Asks whether it is meant, then closes the table for good."""
    if request.method == "POST":
        archive = "archive" in request.POST
        return act(
            request,
            table_id,
            lambda me: tables.close(table_id=table_id, player=me, archive=archive, now=timezone.now()),
        )
    seen = queries.table_for(request.player, table_id)
    if not seen.is_gm or seen.table.closed:
        return redirect(seen.table)
    return render(request, "tables/table_close.html", {"table": seen.table})


@require_POST
def open_scene(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A new scene, and to it."""
    seen = queries.table_for(request.player, table_id)
    if request.player is None:
        return to_login(seen.table.get_absolute_url())
    title = request.POST.get("title", "")
    try:
        made = scenes.open_scene(table_id=table_id, player=request.player, title=title, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return answer(request, seen, status=error.status, title=title)
    return redirect(made)
