"""Pages about players: who they are, how they have done, who is best."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine import registry
from games.archive import graph
from games.archive.queries import entries
from games.archive.queries import players as queries
from games.players import queries as people
from games.players.middleware import PlayerRequest

RECENT = 10


@require_safe
def player(request: PlayerRequest, name: str) -> HttpResponse:
    """A player's page: ratings with their history, and the matches that finished last."""
    who, _alike = queries.player_called(name)
    if who is None:
        raise Http404("There is no such player.")
    if who.name != name:
        return redirect(who)
    history = queries.rating_history(who)
    ratings = [
        (standing, graph.of(history.get((standing.rating.game, standing.rating.setup), [])))
        for standing in queries.standings(who, now=timezone.now())
    ]
    recent = entries.page(entries.Filter(player=who, own=who == request.player), size=RECENT)
    context = {"who": who, "ratings": ratings, "entries": recent.entries, "player": who}
    context["may_challenge"] = people.may_challenge(request.player, who)
    return render(request, "archive/player.html", context)


@require_safe
def leaderboard(request: PlayerRequest) -> HttpResponse:
    """The best of each setup; `?setup=game/slug` chooses one, the first is shown otherwise."""
    setups = {f"{game.slug}/{setup.slug}": (game, setup) for game in registry.all_games() for setup in game.setups}
    chosen = request.GET.get("setup") or next(iter(setups))
    if chosen not in setups:
        raise Http404("There is no such setup.")
    game, setup = setups[chosen]
    now = timezone.now()
    context = {
        "setups": setups,
        "chosen": chosen,
        "leaders": queries.leaders(game=game.slug, setup=setup.slug, now=now),
        "unsettled": queries.unsettled(game=game.slug, setup=setup.slug, now=now),
    }
    return render(request, "archive/leaderboard.html", context)
