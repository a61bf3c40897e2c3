"""Sheets: making them, reading, raising and changing them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.play.errors import Refused
from games.play.views.access import to_login
from games.players.asked import number, read_or_write
from games.players.middleware import PlayerRequest
from games.tables.models import Sheet
from games.tables.queries import homebrew, tables
from games.tables.queries import sheets as queries
from games.tables.queries.tables import Sight
from games.tables.services import sheets
from games.tables.sheet_forms import ChangeForm, ImportForm, PokemonForm, RewriteForm, SpeciesForm, TrainerForm
from games.tables.words import starting_skills


@read_or_write
def new_trainer(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A member's own trainer; `add` only counts the points."""
    seen = tables.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    player = request.player
    form = TrainerForm(initial=request.POST.dict()) if "add" in request.POST else TrainerForm(request.POST or None)

    def do() -> Sheet:
        data = form.cleaned_data
        return sheets.make_trainer(
            table_id=table_id,
            player=player,
            name=data["name"],
            points=form.points(),
            skills=data["skills"],
            now=timezone.now(),
        )

    return _form(request, form, do, "tables/sheet_trainer.html", seen=seen, allowed=seen.is_in)


@require_safe
def trainer_points(request: PlayerRequest, table_id: int) -> HttpResponse:
    """The points of a trainer as its form stands, as a fragment."""
    tables.table_for(request.player, table_id)
    return render(request, "tables/_sums.html", {"form": TrainerForm(initial=request.GET.dict())})


@require_safe
def moves(request: PlayerRequest, table_id: int) -> HttpResponse:
    """The moves to choose from for the species of a form, as a fragment; `?prefix=` is the form's."""
    seen = tables.table_for(request.player, table_id)
    prefix = request.GET.get("prefix", "")
    species = request.GET.get(f"{prefix}-species" if prefix else "species", "")
    form = SpeciesForm(initial={"species": species}, prefix=prefix or None, known=homebrew.known(seen.table))
    return render(request, "tables/_moves.html", {"form": form})


@read_or_write
def new_pokemon(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A Pokémon that a GM makes; `look` only shows the moves to choose from."""
    seen = tables.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    player, known = request.player, homebrew.known(seen.table)
    members = tables.around(seen.table)
    if "look" in request.POST:
        typed = request.POST.dict() | {"chosen": request.POST.getlist("chosen")}
        form = PokemonForm(initial=typed, members=members, known=known)
    else:
        form = PokemonForm(request.POST or None, members=members, known=known)

    def do() -> Sheet:
        data = {name: value for name, value in form.cleaned_data.items() if name != "species"}
        of = form.cleaned_data["species"]
        return sheets.make_pokemon(table_id=table_id, player=player, of=of, now=timezone.now(), **data)

    more = {"species": known.species.values()}
    return _form(request, form, do, "tables/sheet_pokemon.html", seen=seen, allowed=seen.is_gm, **more)


@read_or_write
def import_sheet(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A sheet that a GM brings in."""
    seen = tables.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    player, members = request.player, tables.around(seen.table)
    form = ImportForm(request.POST or None, request.FILES or None, members=members)

    def do() -> Sheet:
        return sheets.import_sheet(table_id=table_id, player=player, now=timezone.now(), **form.told())

    return _form(request, form, do, "tables/sheet_import.html", seen=seen, allowed=seen.is_gm)


def _form(
    request: PlayerRequest,
    form: forms.Form,
    do: Callable[[], Sheet],
    template: str,
    *,
    seen: Sight,
    allowed: bool,
    **more: Any,
) -> HttpResponse:
    if not allowed:
        return redirect(seen.table)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return redirect(do())
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, template, {"form": form, "table": seen.table, **more}, status=status)


@require_safe
def sheet(request: PlayerRequest, sheet_id: int) -> HttpResponse:
    """A sheet, to be read or printed."""
    return _answer(request, *queries.sheet_for(request.player, sheet_id))


def _answer(request: PlayerRequest, seen: Sight, found: Sheet, *, status: int = 200) -> HttpResponse:
    value = found.value
    mine = seen.is_in and seen.player is not None and found.owner_id == seen.player.pk
    context = {
        "sight": seen,
        "table": seen.table,
        "sheet": found,
        "value": value,
        "stats": queries.lines(value),
        "prices": queries.prices(value),
        "raisable": queries.raisable(),
        "new_skills": starting_skills(value.skills),
        "history": queries.history(found),
        "fight": queries.fight_of(found),
        "may_spend": (mine or seen.is_gm) and not seen.table.closed,
        "may_change": seen.is_gm and not seen.table.closed,
        "members": tables.around(seen.table) if seen.is_gm and not seen.table.closed else [],
    }
    return render(request, "tables/sheet.html", context, status=status)


@require_safe
def export(request: PlayerRequest, sheet_id: int) -> HttpResponse:
    """A sheet as JSON, as `import` takes it."""
    _seen, found = queries.sheet_for(request.player, sheet_id)
    body = json.dumps(found.data, ensure_ascii=False, indent=1) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="sheet-{found.pk}.json"'}
    return HttpResponse(body, content_type="application/json", headers=headers)


@require_POST
def hand_over(request: PlayerRequest, sheet_id: int) -> HttpResponse:
    """Give a sheet to another, "" being the GMs, as it stood at `version`."""
    _seen, found = queries.sheet_for(request.player, sheet_id)
    if request.player is None:
        return to_login(found.get_absolute_url())
    player, version = request.player, _number(request, "version")
    owner = None if request.POST.get("owner_id") == "" else _number(request, "owner_id")
    try:
        sheets.hand_over(sheet_id=sheet_id, player=player, owner_id=owner, version=version, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return _answer(request, *queries.sheet_for(request.player, sheet_id), status=error.status)
    return redirect(found)


def _number(request: PlayerRequest, name: str) -> int:
    return number(request.POST.get(name, ""), 0)


@require_POST
def spend(request: PlayerRequest, sheet_id: int) -> HttpResponse:
    """Buy `what` (of the `name`) with PX, as the sheet stood at `version`."""
    _seen, found = queries.sheet_for(request.player, sheet_id)
    if request.player is None:
        return to_login(found.get_absolute_url())
    what, name = (request.POST.get(field, "") for field in ("what", "name"))
    number = _number(request, "version")
    try:
        sheets.spend(sheet_id=sheet_id, player=request.player, what=what, name=name, version=number, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return _answer(request, *queries.sheet_for(request.player, sheet_id), status=error.status)
    return redirect(found)


@read_or_write
def change(request: PlayerRequest, sheet_id: int) -> HttpResponse:
    """A GM changes a sheet, and says why: what changes most, or `?whole=1` all of it as JSON."""
    seen, found = queries.sheet_for(request.player, sheet_id)
    if request.player is None:
        return to_login(request.path)
    if not seen.is_gm:
        raise Http404("Only a GM changes a sheet.")
    player, whole, fight = request.player, "whole" in request.GET, queries.fight_of(found)
    text = json.dumps(found.data, ensure_ascii=False, indent=1)
    form: ChangeForm | RewriteForm = (
        RewriteForm(request.POST or None, initial={"text": text, "version": found.version})
        if whole
        else ChangeForm(request.POST or None, initial=ChangeForm.of(found), fighting=fight is not None)
    )

    def do() -> Sheet:
        told = {name: form.cleaned_data[name] for name in ("why", "version")}
        if isinstance(form, RewriteForm):
            told["text"] = form.cleaned_data["text"]
            return sheets.rewrite(sheet_id=sheet_id, player=player, now=timezone.now(), **told)
        return sheets.adjust(sheet_id=sheet_id, player=player, now=timezone.now(), **told, **form.changed())

    more = {"sheet": found, "whole": whole, "fight": fight}
    return _form(request, form, do, "tables/sheet_change.html", seen=seen, allowed=True, **more)
