"""A match: looking at it, playing a turn, and what else its players can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.play.errors import NotYours, Refused
from games.play.queries import matches
from games.play.queries.matches import Sight
from games.play.services import challenges, offers, turns
from games.play.views import match_page
from games.play.views.access import to_login
from games.players import asked
from games.players import services as players
from games.players.middleware import PlayerRequest
from games.players.models import Player

NO_PLY = -1  # what no match stands at


@require_safe
def match(request: PlayerRequest, match_id: int) -> HttpResponse:
    """The match as it stands, with what the query selects, or at turn `?at=`; 204 for a page that knows it all."""
    sight = matches.match_for(request.player, match_id)
    if request.htmx and match_page.unchanged(sight, request.GET, now=timezone.now()):
        return HttpResponse(status=204)
    return match_page.answer(request, sight)


def act(request: PlayerRequest, match_id: int, do: Callable[[Sight, Player], Any]) -> HttpResponse:
    """One service call for a player of the match, then the match as it stands: refused, with the reason."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    try:
        do(sight, request.player)
    except (Refused, players.CannotBlock) as error:
        messages.error(request, str(error))
        status = error.status if isinstance(error, Refused) else Refused.status
        return match_page.answer(request, matches.match_for(request.player, match_id), status=status)
    if request.htmx:
        return match_page.answer(request, matches.match_for(request.player, match_id))
    return redirect(sight.match)


def sent_to_login(request: PlayerRequest, sight: Sight) -> HttpResponse:
    """A visitor has to say first who they are."""
    there = to_login(sight.match.get_absolute_url())
    return HttpResponseClientRedirect(there.url) if request.htmx else there


@require_POST
def play_turn(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Play `action` as it was made for `ply`."""

    def do(sight: Sight, player: Player) -> None:
        turns.play_turn(
            match_id=match_id,
            seat=_own(sight),
            text=request.POST.get("action", ""),
            expected_ply=number(request.POST.get("ply", "")),
            now=timezone.now(),
        )

    return act(request, match_id, do)


def _own(sight: Sight) -> int:
    if sight.viewer is None:
        raise NotYours(_("You do not play in this match."))
    return sight.viewer


def number(text: str) -> int:
    """A ply that a form sends; one that there is not if it is no number."""
    return asked.number(text, NO_PLY)


@require_POST
def offer_draw(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Offer a draw, or accept the other side's."""
    return act(
        request, match_id, lambda _sight, me: offers.offer_draw(match_id=match_id, player=me, now=timezone.now())
    )


@require_POST
def claim_draw(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Claim the draw of a position that has stood often enough, as the match stood at `ply`."""

    def do(sight: Sight, _player: Player) -> None:
        offers.claim_draw(
            match_id=match_id,
            seat=_own(sight),
            expected_ply=number(request.POST.get("ply", "")),
            now=timezone.now(),
        )

    return act(request, match_id, do)


@require_POST
def accept_draw(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Accept the other side's offer."""
    return act(
        request, match_id, lambda _sight, me: offers.accept_draw(match_id=match_id, player=me, now=timezone.now())
    )


@require_POST
def withdraw_draw(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Decline the other side's offer, or take one's own back: the one that the page has shown."""
    text = request.POST.get("offered_by")
    shown = None if text is None else number(text)
    return act(
        request, match_id, lambda _sight, me: offers.withdraw_draw(match_id=match_id, player=me, offered_by=shown)
    )


@asked.read_or_write
def resign(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Asks whether it is meant, then gives the match up."""
    if request.method == "POST":
        return act(
            request, match_id, lambda _sight, me: offers.resign(match_id=match_id, player=me, now=timezone.now())
        )
    return _confirm(request, match_id, "play/match_resign.html")


@asked.read_or_write
def abort(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Asks whether it is meant, then calls the match off."""
    if request.method == "POST":
        return act(request, match_id, lambda _sight, me: offers.abort(match_id=match_id, player=me, now=timezone.now()))
    limit = offers.ABORTS_PER_DAY
    used = offers.aborted_lately(request.player, now=timezone.now()) if request.player else 0
    return _confirm(request, match_id, "play/match_abort.html", limit=limit, left=max(0, limit - used))


def _confirm(request: PlayerRequest, match_id: int, template: str, **extra: Any) -> HttpResponse:
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    if sight.seat is None or not sight.match.running:
        return redirect(sight.match)
    return render(request, template, {"sight": sight, "match": sight.match, **extra})


@require_POST
def rematch(request: PlayerRequest, match_id: int) -> HttpResponse:
    """A challenge to the same opponent with the sides swapped."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    try:
        made = challenges.rematch(match=sight.match, player=request.player, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return match_page.answer(request, sight, status=error.status)
    return _to(request, made.get_absolute_url())


def _to(request: PlayerRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


@require_POST
def block(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Neither chat nor challenges from the opponent any more."""

    def do(sight: Sight, player: Player) -> None:
        _own(sight)
        players.block(blocker=player, blocked=sight.other.player, now=timezone.now())
        messages.success(request, _("You and %s do not talk to or challenge each other any more.") % sight.other.player)

    return act(request, match_id, do)
