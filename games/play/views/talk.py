"""What is said beside a match: chat and private notes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from games.play.errors import Refused
from games.play.queries import matches
from games.play.queries.matches import Sight
from games.play.services import talk
from games.play.views import match_page
from games.play.views.match import act, sent_to_login
from games.players.middleware import PlayerRequest
from games.players.models import Player


@require_POST
@vary_on_headers("HX-Request")
def chat(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Say something. What is refused stays in the field, with the reason."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    text, data, status = request.POST.get("text", ""), {}, 200
    try:
        talk.say(match_id=match_id, player=request.player, text=text, now=timezone.now())
    except Refused as error:
        data, status = {"unsaid": text, "chat_error": str(error)}, error.status
    if request.htmx:
        shown = {"sight": sight, "match": sight.match, "chat": matches.chat(sight), **data}
        return render(request, "play/_chat.html", shown, status=status)
    if data:
        return match_page.answer(request, sight, status=status, **data)
    return redirect(f"{sight.match.get_absolute_url()}#chat")


@require_POST
def report(request: PlayerRequest, match_id: int, line_id: int) -> HttpResponse:
    """Show a line of the other player to the operator."""

    def do(sight: Sight, player: Player) -> None:
        line = matches.line_of(sight, line_id)
        talk.report(line_id=line.pk, player=player, now=timezone.now())
        messages.success(request, _("Thank you. We will look at it."))

    return act(request, match_id, do)


@require_POST
@vary_on_headers("HX-Request")
def note(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Keep a private note. What is refused stays in the field, with the reason."""
    sight = matches.match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    text, status = request.POST.get("text", ""), 200
    data = {"note": text}
    try:
        data |= {"note": talk.write_note(match=sight.match, player=request.player, text=text).text, "note_saved": "yes"}
    except Refused as error:
        data, status = {"note": text, "note_error": str(error)}, error.status
    if request.htmx:
        return render(request, "play/_note.html", {"match": sight.match, **data}, status=status)
    if status != 200:
        return match_page.answer(request, sight, status=status, **data)
    return redirect(f"{sight.match.get_absolute_url()}#note")
