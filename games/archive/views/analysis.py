"""What a computer thinks of a match that is over: asking for it, waiting for it, looking at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from engine.analysis import Judged, analysis
from games.archive import services, winchart
from games.archive.lines import written
from games.archive.models import Analysis
from games.play import boards
from games.play.errors import Refused, TooMany
from games.play.models import Ply, Seat
from games.play.queries.matches import RESULTS, Shown, Sight, log, match_for, steps
from games.play.services import ending
from games.play.views.access import to_login
from games.players.middleware import PlayerRequest
from games.players.ratelimit import allow

PER_HOUR = 30  # analyses that one player may have begun


@dataclass(frozen=True, slots=True)
class Row:
    """A ply in the list: what was played and drawn, and what is thought of it. Chances in percent.

    `number` is its turn's where the turn begins, else 0. `chance` is the first player's after it; `luck` that of
    `lucky`, whom the draw favoured; `loss` and `better_chance` are those of who played.
    """

    number: int
    ply: int
    seat: Seat
    text: str
    outcomes: str
    chance: int
    luck: int
    lucky: Seat | None
    loss: int
    size: str
    better: str
    better_chance: int
    line: tuple[str, ...]


@require_safe
@vary_on_headers("HX-Request")
def show(request: PlayerRequest, match_id: int) -> HttpResponse:
    """The analysis as far as it is: not asked for, being made, given up, done. For htmx the part that changes."""
    sight = match_for(request.player, match_id)
    if sight.match.running:
        return _not_yet(request, sight)
    found = Analysis.objects.filter(match=sight.match).first()
    if request.htmx and found and request.GET.get("seen") == str(len(found.looks)) and not _ended(found):
        return HttpResponse(status=204)
    return _answer(request, sight, found)


def _ended(found: Analysis) -> bool:
    return bool(found.done_at or found.failed_at)


def _not_yet(request: PlayerRequest, sight: Sight) -> HttpResponse:
    """Nothing of the engine for a match that runs."""
    messages.error(request, _("Only a match that is over can be analysed."))
    return redirect(sight.match)


@require_POST
def ask(request: PlayerRequest, match_id: int) -> HttpResponse:
    """Have the match analysed, if nobody has yet."""
    sight = match_for(request.player, match_id)
    address = reverse("analysis", args=[match_id])
    if request.player is None:
        return to_login(address)
    try:
        if not allow(f"analysis:{request.player.pk}", PER_HOUR, 3600):
            raise TooMany(_("You have asked for many analyses: wait an hour, then ask again."))
        services.ask_for_analysis(match_id=match_id, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        found = Analysis.objects.filter(match=sight.match).first()
        return _answer(request, sight, found, status=error.status)
    return redirect(address)


def _answer(request: PlayerRequest, sight: Sight, found: Analysis | None, *, status: int = 200) -> HttpResponse:
    match = sight.match
    sides = [{"seat": seat, "won": seat.index == match.winner} for seat in sight.seats]
    context: dict[str, Any] = {
        "sight": sight,
        "match": match,
        "sides": sides,
        "ending": ending.words(match),
        "analysis": found,
    }
    if found is not None and found.done_at:
        context |= _whole(sight, found, log(match))
    template = "archive/_analysis.html" if request.htmx else "archive/analysis.html"
    return render(request, template, context, status=status)


def _whole(sight: Sight, found: Analysis, plies: Sequence[Ply]) -> dict[str, Any]:
    whole = analysis(services.looks_of(found), RESULTS[sight.match.winner])
    sides = [(seat, whole.side(seat.index)) for seat in sight.seats]
    return {
        "chart": winchart.of(whole),
        "rows": _rows(sight, whole.plies, steps(sight, plies)[1:]),
        "accounts": [(seat, side, 100 * side.lost, winchart.account(side)) for seat, side in sides],
        "exact": whole.exact,
        "start_chance": winchart.percent(whole.start + whole.first_luck),
    }


def _rows(sight: Sight, judged: Sequence[Judged], played: Sequence[Shown]) -> list[Row]:
    numbers = {}
    for number, (_seat, own) in enumerate(groupby(played, key=lambda step: step.seat), start=1):
        numbers[next(own).ply] = number
    return [_row(sight, one, step, numbers.get(step.ply, 0)) for one, step in zip(judged, played, strict=True)]


def _row(sight: Sight, one: Judged, step: Shown, number: int) -> Row:
    luck = winchart.percent(abs(one.luck))
    better = one.better if one.size else None
    text, outcomes = boards.get(sight.match.game).line(step, step.text, step.outcomes)
    best, *line = written(sight.match.game, step.before, better.line or (better.action,)) if better else ("",)
    return Row(
        number=number,
        ply=step.ply,
        seat=sight.seats[step.seat],
        text=text,
        outcomes=" ".join(outcomes),
        chance=winchart.percent(one.after),
        luck=luck,
        lucky=sight.seats[int(one.luck < 0)] if luck else None,
        loss=winchart.percent(one.loss),
        size=one.size,
        better=best,
        better_chance=winchart.percent(better.chance) if better else 0,
        line=tuple(line),
    )
