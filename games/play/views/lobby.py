"""The lobby: who wants to play, and making an offer."""

from __future__ import annotations

from functools import partial
from typing import Any
from zlib import crc32

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.play.errors import Refused
from games.play.forms import ChallengeForm, ComputerForm, PositionForm, chosen_setup, first_setup
from games.play.models import Challenge
from games.play.queries import lists, opponents
from games.play.services import challenges, draws
from games.play.views.access import to_login
from games.players import services as players
from games.players.asked import read_or_write
from games.players.middleware import PlayerRequest
from games.players.models import Player
from games.players.ratelimit import TooMany, client_ip


@require_safe
@vary_on_headers("HX-Request")
def lobby(request: PlayerRequest) -> HttpResponse:
    """Offers to me, offers to all, my own; the fragment is 204 while they are the ones that `v` stands for."""
    shown = _offers(request.player)
    if not request.htmx:
        return render(
            request, "play/lobby.html", {**shown, "watched": lists.watched(), "computer_form": computer_form(request)}
        )
    if request.GET.get("v") == shown["version"]:
        return HttpResponse(status=204)
    return render(request, "play/_lobby.html", shown)


def computer_form(request: PlayerRequest) -> ComputerForm:
    """The form of a match against the computer, with the seal for who asks."""
    seal = partial(draws.reserve, request.player, address=client_ip(request))
    return ComputerForm(initial={"setup": chosen_setup(request.GET.get("setup", "")), "commitment": seal})


def _offers(player: Player | None) -> dict[str, Any]:
    now = timezone.now()
    to_me = lists.challenges_to(player, now=now) if player else []
    mine = lists.challenges_by(player, now=now) if player else []
    open_to_all = lists.open_challenges(player, now=now)
    return {"to_me": to_me, "mine": mine, "open": open_to_all, "version": _version(to_me, mine, open_to_all)}


def _version(*offers: list[Challenge]) -> str:
    """Changes whenever a list of offers does."""
    return f"{crc32(repr([[(offer.pk, offer.status) for offer in each] for each in offers]).encode()):x}"


@read_or_write
def new_challenge(request: PlayerRequest) -> HttpResponse:
    """The form of a new challenge; it leads to the challenge's page, to be sealed there."""
    me = request.player
    if me is None:
        return to_login(request.get_full_path())
    if request.method != "POST":
        return render(request, "play/challenge_new.html", {"form": ChallengeForm(me=me, initial=_initial(request))})
    form = ChallengeForm(request.POST, me=me)
    status = 422
    if form.is_valid():
        try:
            return redirect(challenges.create(challenger=me, now=timezone.now(), **form.settings()))
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, "play/challenge_new.html", {"form": form}, status=status)


def _initial(request: PlayerRequest) -> dict[str, Any]:
    """Links may fill in a part: `?kind=direct&opponent=Name`."""
    usual = {"kind": "open", "setup": first_setup(), "days": "3", "beginner": Challenge.Beginner.THROWS}
    return usual | {name: value for name, value in request.GET.items() if name in ChallengeForm.base_fields}


@read_or_write
def practise(request: PlayerRequest) -> HttpResponse:
    """A match from a position that somebody has written down; `?position=` fills it in. A visitor becomes a guest."""
    if request.method != "POST":
        form = PositionForm(initial={"position": request.GET.get("position", "")})
        return render(request, "play/practise.html", {"form": form})
    form = PositionForm(request.POST)
    status = 422
    if form.is_valid():
        now = timezone.now()
        try:
            me = request.player or players.create_guest(request=request, now=now)
            return redirect(challenges.create(challenger=me, now=now, **form.settings()))
        except TooMany as error:
            form.add_error(None, str(error))
            status = 429
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, "play/practise.html", {"form": form}, status=status)


@require_POST
def play_computer(request: PlayerRequest) -> HttpResponse:
    """Play the computer now; a visitor becomes a guest."""
    form = ComputerForm(request.POST)
    status = 422
    if form.is_valid():
        game, setup = form.cleaned_data["setup"]
        computer = opponents.computer(form.cleaned_data["level"])
        now = timezone.now()
        try:
            player = request.player or players.create_guest(request=request, now=now)
            made = challenges.play_computer(
                player=player,
                computer=computer,
                game=game,
                setup=setup.slug,
                commitment=form.cleaned_data["commitment"],
                salt=form.cleaned_data["salt"],
                now=now,
            )
            return redirect(made)
        except TooMany as error:
            form.add_error(None, str(error))
            status = 429
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, "play/computer.html", {"form": form}, status=status)
