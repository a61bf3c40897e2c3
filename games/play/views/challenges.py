"""One challenge: sealing, accepting, declining, withdrawing it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from games.play.errors import Refused
from games.play.forms import SealForm
from games.play.models import Challenge, Match
from games.play.queries import lists
from games.play.services import challenges
from games.play.views.access import to_login
from games.players import queries as players
from games.players.middleware import PlayerRequest


@require_safe
@vary_on_headers("HX-Request")
def challenge(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """A challenge as the viewer may see it; its challenger's page asks by itself whether somebody has accepted."""
    return _answer(request, lists.challenge_for(request.player, challenge_id))


@require_safe
def invite(request: PlayerRequest, token: str) -> HttpResponse:
    """What an invitation's link shows. Looking changes nothing."""
    found = lists.challenge_for(request.player, lists.invitation(token), token=token)
    return redirect(found) if _mine(request, found) else _answer(request, found, token=token)


@require_POST
def seal(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """The challenger's throws and salt: on to the open challenge, or to the match against a computer."""
    found = lists.challenge_for(request.player, challenge_id)
    form = SealForm(request.POST, challenge=found)
    if request.player is None or not form.is_valid():
        return _answer(request, found, form=form, status=422)
    try:
        sealed = challenges.seal(
            challenge_id=found.pk,
            player=request.player,
            salt=form.cleaned_data["salt"],
            throws=form.throws,
            now=timezone.now(),
        )
    except Refused as error:
        return _refuse(request, found, error, form=form)
    return redirect(Match.objects.get(challenge=sealed) if sealed.status == Challenge.Status.ACCEPTED else sealed)


@require_POST
def accept(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """Throws and salt of who accepts: on to the match."""
    token = request.POST.get("token", "")
    found = lists.challenge_for(request.player, challenge_id, token=token)
    if request.player is None:
        return to_login(_page_of(found, token))
    form = SealForm(request.POST, challenge=found, accepting=True)
    if not form.is_valid():
        return _answer(request, found, token=token, form=form, status=422)
    try:
        match = challenges.accept(
            challenge_id=found.pk,
            player=request.player,
            salt=form.cleaned_data["salt"],
            throws=form.throws,
            colour=form.cleaned_data.get("colour", ""),
            token=token,
            now=timezone.now(),
        )
    except Refused as error:
        return _refuse(request, found, error, form=form, token=token)
    return redirect(match)


@require_POST
def decline(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """No, thank you."""
    found = lists.challenge_for(request.player, challenge_id)
    if request.player is None:
        return to_login(found.get_absolute_url())
    try:
        challenges.decline(challenge_id=found.pk, player=request.player, now=timezone.now())
    except Refused as error:
        return _refuse(request, found, error)
    messages.success(request, _("You have declined the challenge of %s.") % found.challenger)
    return redirect("lobby")


@require_POST
def withdraw(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """Take a challenge of one's own back."""
    found = lists.challenge_for(request.player, challenge_id)
    if request.player is None:
        return to_login(found.get_absolute_url())
    try:
        challenges.withdraw(challenge_id=found.pk, player=request.player, now=timezone.now())
    except Refused as error:
        return _refuse(request, found, error)
    messages.success(request, _("Your challenge is withdrawn."))
    return redirect("lobby")


def _mine(request: PlayerRequest, challenge: Challenge) -> bool:
    return request.player is not None and request.player.pk == challenge.challenger_id


def _page_of(challenge: Challenge, token: str) -> str:
    invited = token and token == challenge.invite_token  # anything can be posted as a token
    return reverse("invite", args=[token]) if invited else challenge.get_absolute_url()


def _refuse(request: PlayerRequest, stale: Challenge, error: Refused, **more: Any) -> HttpResponse:
    """The page as things stand now, with the reason."""
    fresh = lists.challenge_for(request.player, stale.pk, token=more.get("token", ""))
    return _answer(request, fresh, error=str(error), status=error.status, **more)


def _answer(
    request: PlayerRequest,
    challenge: Challenge,
    *,
    token: str = "",
    form: SealForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """Its page or fragment; those who play the match that came of it are sent there."""
    player = request.player
    if challenge.status == Challenge.Status.ACCEPTED and player and player.pk in _players(challenge):
        address = challenge.match.get_absolute_url()
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if request.htmx and request.GET.get("status") == challenge.status:
        return HttpResponse(status=204)
    mine = _mine(request, challenge)
    stands = not mine and challenge.status == Challenge.Status.OPEN and challenge.expires_at > timezone.now()
    shut = stands and player is not None and players.blocked(player, challenge.challenger)
    context = {
        "challenge": challenge,
        "mine": mine,
        "may_accept": stands and not shut,
        "shut": shut,
        "token": token,
        "page": _page_of(challenge, token),
        "error": error,
        "form": form or SealForm(challenge=challenge, accepting=not mine),
    }
    template = "play/_challenge.html" if request.htmx else "play/challenge.html"
    if status == 200 and not mine and (shut or not stands):
        status = 403 if shut else 410
    return render(request, template, context, status=status)


def _players(challenge: Challenge) -> tuple[int | None, int | None]:
    return challenge.challenger_id, challenge.opponent_id
