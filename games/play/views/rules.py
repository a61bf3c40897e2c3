"""The rules of the games."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import registry
from games.play import boards
from games.play.services import offers
from games.players.middleware import PlayerRequest


@require_safe
def all_rules(request: PlayerRequest) -> HttpResponse:
    """Which games there are, each with a way to its rules."""
    return render(request, "play/all_rules.html", {"games": registry.all_games()})


@require_safe
def rules(request: PlayerRequest, slug: str) -> HttpResponse:
    """The rules of a game, made of the engine's own data."""
    if slug not in registry.slugs():
        raise Http404("There is no such game.")
    data = {"game": registry.info(slug), "rules": boards.get(slug).rules(), "template": f"play/{slug}/_rules.html"}
    return render(request, "play/rules.html", data | {"aborts": offers.ABORTS_PER_DAY})
