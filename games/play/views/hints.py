"""A hint on demand, in unrated matches against the computer."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.play.errors import Refused, TooMany
from games.play.models import Hint
from games.play.queries.matches import Sight, match_for
from games.play.services import hints
from games.play.views.match import number, sent_to_login
from games.players.middleware import PlayerRequest
from games.players.ratelimit import allow

PER_HOUR = 60  # hints that one player may ask for


@require_safe
@vary_on_headers("HX-Request")
def hint(request: PlayerRequest, match_id: int) -> HttpResponse:
    """The hint for the position as it stands, if its player has asked for one."""
    sight = match_for(request.player, match_id)
    found = Hint.objects.filter(match=sight.match, ply=sight.match.ply).first() if sight.mine else None
    return _answer(request, sight, found)


@require_POST
def ask(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Ask for a hint as the match stands at `ply`."""
    sight = match_for(request.player, match_id)
    if request.player is None:
        return sent_to_login(request, sight)
    try:
        if not allow(f"hint:{request.player.pk}", PER_HOUR, 3600):
            raise TooMany(_("Those were many hints: try without one, or wait an hour."))
        found = hints.ask(
            match_id=match_id,
            player=request.player,
            expected_ply=number(request.POST.get("ply", "")),
            now=timezone.now(),
        )
    except Refused as error:
        return _answer(request, sight, None, refused=str(error), status=error.status)
    return _answer(request, sight, found) if request.htmx else redirect("hint", match_id)


def _answer(
    request: PlayerRequest, sight: Sight, found: Hint | None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {"sight": sight, "match": sight.match, "hint": found, "refused": refused}
    return render(request, "play/_hint.html" if request.htmx else "play/hint.html", context, status=status)
