"""Species and moves of a table's own: the list, and making, changing and deleting them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.play.errors import Refused
from games.play.views.access import to_login
from games.players.asked import read_or_write
from games.players.middleware import PlayerRequest
from games.tables.homebrew_forms import MoveDataForm, SpeciesDataForm
from games.tables.models import Homebrew
from games.tables.queries import tables
from games.tables.services import homebrew


@read_or_write
def own(request: PlayerRequest, table_id: int) -> HttpResponse:
    """What a table has of its own, for who may read it; a GM posts a species or a move (`kind`)."""
    seen = tables.table_for(request.player, table_id)
    if not seen.may_read:
        raise Http404("Only those who play there see what they play with.")
    kind = request.POST.get("kind", "")
    species = SpeciesDataForm(request.POST if kind == Homebrew.Kind.SPECIES else None, prefix="species")
    move = MoveDataForm(request.POST if kind == Homebrew.Kind.MOVE else None, prefix="move")
    status = 422 if request.method == "POST" else 200
    form: SpeciesDataForm | MoveDataForm = move if move.is_bound else species
    keep: Callable[..., Homebrew] = homebrew.keep_move if move.is_bound else homebrew.keep_species
    if request.method == "POST" and request.player is None:
        return to_login(request.path)
    if form.is_valid() and request.player:
        try:
            keep(table_id=table_id, player=request.player, **form.told())
            return redirect("homebrew", table_id)
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    rows = list(seen.table.homebrew.all())
    context = {
        "table": seen.table,
        "may_change": seen.is_gm and not seen.table.closed,
        "own_species": [row for row in rows if row.kind == Homebrew.Kind.SPECIES],
        "own_moves": [row for row in rows if row.kind == Homebrew.Kind.MOVE],
        "species_form": species,
        "move_form": move,
    }
    return render(request, "tables/homebrew.html", context, status=status)


@require_POST
def drop(request: PlayerRequest, table_id: int, homebrew_id: int) -> HttpResponse:
    """Delete one; sheets that have it keep it."""
    tables.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    try:
        homebrew.drop(table_id=table_id, player=request.player, homebrew_id=homebrew_id)
    except Refused as error:
        messages.error(request, str(error))
    return redirect("homebrew", table_id)
