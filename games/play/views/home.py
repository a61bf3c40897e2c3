"""The first page, and one's own matches."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from engine import registry
from games.play.forms import chosen_setup, setup_of
from games.play.queries import lists
from games.play.views.access import to_login
from games.play.views.lobby import computer_form
from games.players.middleware import PlayerRequest

MINE_AT_HOME, WAITING_AT_HOME = 12, 4  # a board is drawn for each; My matches lists all
OPEN_AT_HOME = 5
WATCHED_BY_VISITORS = 4


@require_safe
@vary_on_headers("HX-Request")
def home(request: PlayerRequest) -> HttpResponse:
    """For visitors what this is, and a match at once; for players what waits for them."""
    now = timezone.now()
    if request.player is None:
        game, setup = setup_of(chosen_setup(request.GET.get("setup", "")))
        board = {"game": game, "setup": setup}
        if request.htmx:
            return render(request, "play/_hero_board.html", board)
        context = {
            "computer_form": computer_form(request),
            "games": registry.all_games(),
            "watched": lists.watched()[:WATCHED_BY_VISITORS],
            **board,
        }
        return render(request, "play/home_visitor.html", context)
    mine, waiting = lists.running(request.player)
    context = {
        "mine": mine[:MINE_AT_HOME],
        "waiting": waiting[:WAITING_AT_HOME],
        "mine_count": len(mine),
        "more": len(mine) > MINE_AT_HOME or len(waiting) > WAITING_AT_HOME,
        "to_me": lists.challenges_to(request.player, now=now),
        "open": lists.open_challenges(request.player, now=now)[:OPEN_AT_HOME],
        "computer_form": computer_form(request),
    }
    return render(request, "play/home.html", context)


@require_safe
def my_matches(request: PlayerRequest) -> HttpResponse:
    """All running matches of a player and the last finished ones."""
    if request.player is None:
        return to_login(request.get_full_path())
    mine, waiting = lists.running(request.player)
    context = {
        "to_me": lists.challenges_to(request.player, now=timezone.now()),
        "mine": mine,
        "waiting": waiting,
        "finished": lists.finished(request.player),
    }
    return render(request, "play/my_matches.html", context)


@require_safe
def next_match(request: PlayerRequest) -> HttpResponse:
    """On to the next match that waits for the player, after the one in `?after=`."""
    if request.player is None:
        return to_login(request.get_full_path())
    match = lists.next_waiting(request.player, after=request.GET.get("after", ""))
    if match is None:
        messages.info(request, _("No match waits for you."))
        return redirect("my_matches")
    return redirect(match)


@require_safe
def draws(request: PlayerRequest) -> HttpResponse:
    """How draws are made, and how anybody can check them."""
    return render(request, "play/draws.html")
