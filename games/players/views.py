"""Pages about oneself. Signing up, logging in and the like are allauth's, with our templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.players import queries, ratelimit, services
from games.players.asked import read_or_write
from games.players.forms import BlockForm, DeleteForm, PreferencesForm
from games.players.middleware import PlayerRequest
from games.players.models import Player


def for_players(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The view gets a `player`: a person or a guest. Others are asked to log in."""

    @wraps(view)
    def wrapper(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.player is None:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, player=request.player, **kwargs)

    return wrapper


def for_people(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The view gets a `player` who is a person. Others are asked to log in."""

    @wraps(view)
    def wrapper(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.player is None or not request.player.is_person:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, player=request.player, **kwargs)

    return wrapper


@require_POST
def signup_guest(request: PlayerRequest) -> HttpResponse:
    """Play without an account; `next` is where to go then."""
    try:
        services.create_guest(request=request, now=timezone.now())
    except ratelimit.TooMany as error:
        return render(request, "429.html", {"reason": error}, status=429)
    target = request.POST.get("next", "")
    ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    return HttpResponseRedirect(target if ours else "/")


@read_or_write
@never_cache
@for_players
def preferences(request: HttpRequest, *, player: Player) -> HttpResponse:
    """How the site is to look, speak and write to one."""
    form = PreferencesForm(request.POST or None, instance=player, operator=getattr(request.user, "is_staff", False))
    if request.method != "POST":
        return render(request, "players/preferences.html", {"form": form})
    if not form.is_valid():
        player.refresh_from_db()  # the page shows what is in force
        return render(request, "players/preferences.html", {"form": form}, status=422)
    form.save()
    with translation.override(player.language):  # perhaps another one from now on
        messages.success(request, _("Saved."))
    response = redirect("preferences")
    response.delete_cookie("theme")  # set by the switch in the head of the page; what is said here is newer
    return response


@read_or_write
@never_cache
@for_people
def blocks(request: PlayerRequest, *, player: Player) -> HttpResponse:
    """Whom one has blocked; by POST, block one more."""
    form = BlockForm(request.POST or None, blocker=player)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            services.block(blocker=player, blocked=form.blocked, now=timezone.now())
            return redirect("blocks")
        status = 422
    return render(request, "players/blocks.html", {"form": form, "blocks": queries.blocks(player)}, status=status)


@require_POST
@for_people
def unblock(request: PlayerRequest, player_id: int, *, player: Player) -> HttpResponse:
    """Take a block back."""
    services.unblock(blocker=player, blocked_id=player_id)
    return redirect("blocks")


@require_safe
@never_cache
@for_players
def download_data(request: HttpRequest, *, player: Player) -> HttpResponse:
    """Everything the site keeps about one, as a JSON file."""
    response = JsonResponse(services.export(player=player), json_dumps_params={"indent": 2, "ensure_ascii": False})
    filename = f"pbchess-{player.name}.json"
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename)
    return response


@sensitive_post_parameters("password")
@read_or_write
@never_cache
@for_people
def delete_account(request: HttpRequest, *, player: Player) -> HttpResponse:
    """Leave for good; asks the password."""
    form = DeleteForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        services.delete_account(player=player, now=timezone.now())
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for the matches."))
        return redirect("/")
    status = 422 if form.is_bound else 200
    return render(request, "players/delete_account.html", {"form": form}, status=status)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site knows about people, and for how long."""
    context = {
        "guest_days": services.GUEST_LIFETIME.days,
        "confirm_days": services.CONFIRM_WITHIN.days,
    }
    return render(request, "players/privacy.html", context)
