"""The rules of the tabletop game."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.players.middleware import PlayerRequest
from games.tables.rules import rules


@require_safe
def tabletop_rules(request: PlayerRequest) -> HttpResponse:
    """The rules, made of the engine's own data."""
    return render(request, "tables/rules.html", rules())
