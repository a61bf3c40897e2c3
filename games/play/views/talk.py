"""What is said beside a match: chat and private notes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.play.errors import Refused
from games.play.queries import matches
from games.play.queries.matches import Sight
from games.play.services import talk
from games.play.views import match_page
from games.play.views.match import act, sent_to_login
from games.players.middleware import PlayerRequest
from games.players.models import Player


@require_POST
def chat(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Say something. What is refused stays in the field, with the reason."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    text = request.POST.get("text", "")
    try:
        talk.say(match_id=match_id, player=request.player, text=text, now=timezone.now())
    except Refused as error:
        return _refuse(request, sight, error, "play/_chat.html", unsaid=text)
    if request.htmx:
        shown = {"sight": sight, "match": sight.match, "chat": matches.chat(sight)}
        return render(request, "play/_chat.html", shown)
    return redirect(f"{sight.match.get_absolute_url()}#chat")


@require_POST
def read_chat(request: PlayerRequest, match_id: int) -> HttpResponse:
    """The chat has been opened: what is in it counts as read."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    try:
        talk.read(match=sight.match, player=request.player)
    except Refused as error:
        return match_page.answer(request, sight, status=error.status)
    return render(request, "play/_read.html") if request.htmx else redirect(sight.match)


def _refuse(request: PlayerRequest, sight: Sight, error: Refused, fragment: str, **kept: str) -> HttpResponse:
    """The reason, with what was written still in its field."""
    if not request.htmx:
        messages.error(request, str(error))
        return match_page.answer(request, sight, status=error.status, **kept)
    shown = {"sight": sight, "match": sight.match, "chat": matches.chat(sight), "error": error, **kept}
    return render(request, fragment, shown, status=error.status)


@require_POST
def report(request: PlayerRequest, match_id: int, line_id: int) -> HttpResponse:
    """Show a line of the other player to the operator."""

    def do(sight: Sight, player: Player) -> None:
        line = matches.line_of(sight, line_id)
        talk.report(line_id=line.pk, player=player, now=timezone.now())
        messages.success(request, _("Thank you. We will look at it."))

    return act(request, match_id, do)


@require_POST
def note(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Keep a private note. What is refused stays in the field, with the reason."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    text = request.POST.get("text", "")
    try:
        kept = talk.write_note(match=sight.match, player=request.player, text=text)
    except Refused as error:
        return _refuse(request, sight, error, "play/_note.html", note=text)
    if request.htmx:
        return render(request, "play/_note.html", {"match": sight.match, "note": kept.text, "saved": True})
    return redirect(f"{sight.match.get_absolute_url()}#note")
