"""Pages about players: who they are, how they have done, who is best."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from engine import registry
from games.archive import graph, queries
from games.players.middleware import PlayerRequest
from games.players.models import Player

RECENT = 10


@require_GET
def player(request: PlayerRequest, name: str) -> HttpResponse:
    """A player's page: ratings with their history, and the matches that finished last."""
    who = get_object_or_404(Player.objects.exclude(kind=Player.Kind.GUEST), name=name)
    history = queries.rating_history(who)
    ratings = [
        (rating, registry.info(rating.game).setup(rating.setup), graph.of(history.get((rating.game, rating.setup), [])))
        for rating in who.ratings.order_by("game", "-matches", "setup")
    ]
    entries = queries.page(queries.Filter(player=who), size=RECENT).entries
    context = {"who": who, "ratings": ratings, "entries": entries, "player": who}
    return render(request, "archive/player.html", context)


@require_GET
def leaderboard(request: PlayerRequest) -> HttpResponse:
    """The best of each setup; `?setup=game/slug` chooses one, the first is shown otherwise."""
    setups = [(game, setup) for game in registry.all_games() for setup in game.setups]
    chosen = next(
        ((game, setup) for game, setup in setups if f"{game.slug}/{setup.slug}" == request.GET.get("setup")), setups[0]
    )
    leaders = queries.leaders(game=chosen[0].slug, setup=chosen[1].slug)
    context = {"setups": setups, "game": chosen[0], "setup": chosen[1], "leaders": leaders}
    return render(request, "archive/leaderboard.html", context)
