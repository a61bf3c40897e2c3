"""Rolls that a GM asks for: asking, taking back, and making them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.play.errors import Refused
from games.play.views.access import to_login
from games.players.asked import number
from games.players.middleware import PlayerRequest
from games.players.models import Player
from games.tables.forms import AskForm
from games.tables.models import Post
from games.tables.queries import requests as queries
from games.tables.queries import scenes
from games.tables.services import requests
from games.tables.views import scenes as pages


@require_POST
def ask(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """A GM asks for a roll."""
    seen = scenes.scene_for(request.player, scene_id)
    if request.player is None:
        return to_login(seen.scene.get_absolute_url())
    form = AskForm(request.POST, sheets=queries.askable(seen))
    status = 422
    if form.is_valid():
        try:
            requests.ask(scene_id=scene_id, player=request.player, now=timezone.now(), **form.told())
            messages.success(request, _("It is asked for: the players see it here and get a mail."))
            return redirect(f"{seen.scene.get_absolute_url()}#asked")
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    return pages.answer(request, seen, asking=form, status=status)


@require_POST
def take_back(request: PlayerRequest, scene_id: int, request_id: int) -> HttpResponse:
    """A GM asks no more."""
    return _act(
        request,
        scene_id,
        lambda me: requests.take_back(scene_id=scene_id, request_id=request_id, player=me),
    )


@require_POST
def roll(request: PlayerRequest, scene_id: int, request_id: int) -> HttpResponse:
    """Make the roll, with as many dice as the page showed."""
    pool, salt = number(request.POST.get("pool", ""), -1, digits=3), request.POST.get("salt", "")
    return _act(
        request,
        scene_id,
        lambda me: requests.answer(
            scene_id=scene_id, request_id=request_id, player=me, pool=pool, salt=salt, now=timezone.now()
        ),
    )


def _act(request: PlayerRequest, scene_id: int, do: Callable[[Player], Post | None]) -> HttpResponse:
    """One service call for a player, then the post that it made, or the scene; refused, the scene with the reason."""
    seen = scenes.scene_for(request.player, scene_id)
    if request.player is None:
        return to_login(seen.scene.get_absolute_url())
    try:
        return redirect(do(request.player) or f"{seen.scene.get_absolute_url()}#fights")
    except Refused as error:
        messages.error(request, str(error))
        return pages.answer(request, seen, status=error.status)
