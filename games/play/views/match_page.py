"""What the match page shows: everything its templates need, for one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from engine import registry
from engine.protocol import CLAIM_AT, TERMINAL
from games.play import boards
from games.play.models import Seat
from games.play.queries import matches
from games.play.queries.matches import Sight
from games.play.services import ending, offers
from games.play.views import progress
from games.players import queries as players
from games.players.middleware import PlayerRequest
from games.players.models import Player

THINKING, SOON, LATER = 2, 3, 20  # seconds between two looks for the other's turn
SOON_FOR = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class SideView:
    """A seat beside the board; `camp` is its game's template data."""

    seat: Seat
    camp: Any
    me: bool
    to_move: bool
    won: bool


def answer(request: PlayerRequest, sight: Sight, *, status: int = 200, **extra: Any) -> HttpResponse:
    """The page, or for htmx what of it a turn can change."""
    data = {**context(request, sight, now=timezone.now()), **extra}
    if not request.htmx:
        data |= {"chat": matches.chat(sight), "note": matches.note(sight)} | extra
    elif data["news"]:
        data |= {"chat": matches.chat(sight)}
    template = "play/_match.html" if request.htmx else "play/match.html"
    response = render(request, template, data, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def context(request: PlayerRequest, sight: Sight, *, now: datetime) -> dict[str, Any]:
    """Template data of the part that a turn can change."""
    match = sight.match
    log = matches.steps(sight, matches.log(match))
    place = progress.place(match, request.GET, log)
    steps = log[: place.at + 1]
    presenter = boards.get(match.game)
    said = matches.said(sight)
    may_act = place.live and sight.mine
    board = presenter.board(steps, viewer=sight.viewer, colours=sight.colours, query=request.GET, may_act=may_act)
    game, state = registry.get(match.game), steps[-1].state
    return {
        "sight": sight,
        "match": match,
        "setup": registry.info(match.game).setup(match.setup),
        "ending": ending.told(match, sight.seats, sight.viewer),
        "board": board,
        "position": game.state_text(state),
        "goes_on": not match.running and game.current_player(state) != TERMINAL,  # for practice
        "templates": {part: f"play/{match.game}/_{part}.html" for part in ("drawing", "camp", "beside", "happened")},
        "sides": _sides(sight, board),
        "place": place,
        "turns": progress.turns(presenter, log, place.at),
        "happened": progress.happened(sight, presenter, steps),
        "poll": _poll(sight, said, now) if place.live else None,
        "unread": said.unread,
        "begun": progress.begun(sight) if place.turn < 2 else "",
        **_rematch(request.player, sight, now=now),
        "news": not board.query or "ply" in request.GET,  # else it is a selection that changes, and nothing beside it
        **_may(request, sight, may_claim=place.live and log[-1].stood >= CLAIM_AT),
        "address": match.get_absolute_url(),
        "turn_address": reverse("play_turn", args=[match.pk]),
    }


def _may(request: PlayerRequest, sight: Sight, *, may_claim: bool) -> dict[str, bool]:
    """What the viewer may do besides choosing a turn; `at_once`: play it without confirming."""
    return {
        "may_claim": sight.mine and may_claim,
        "may_abort": sight.seat is not None and offers.may_abort(sight.match, sight.seat.index),
        "at_once": sight.mine and request.player is not None and not request.player.confirm_turns,
    }


def _rematch(player: Player | None, sight: Sight, *, now: datetime) -> dict[str, Any]:
    """The rematch that the other side asks for, and whether the viewer may ask: neither if it would be refused."""
    other = sight.other.player
    over = not sight.match.running and sight.seat is not None
    if not over or not (other.is_computer or players.may_challenge(player, other)):
        return {"asked": None, "may_rematch": False}
    return {"asked": matches.rematch_asked(sight, now=now), "may_rematch": sight.match.finished}


def _sides(sight: Sight, board: boards.Board) -> list[SideView]:
    """Who lies above the board, then who lies below it."""
    below = sight.viewer or 0
    match = sight.match
    return [
        SideView(
            seat=sight.seats[index],
            camp=board.camps[index],
            me=index == sight.viewer,
            to_move=match.running and match.seat_to_move == index,
            won=match.finished and match.winner == index,
        )
        for index in (1 - below, below)
    ]


# --- asking again whether something has changed ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Poll:
    """Ask again after `seconds`, with a query that says what is known."""

    seconds: int
    query: str


def _poll(sight: Sight, said: matches.Said, now: datetime) -> Poll | None:
    """How the page looks for news; None if none can come. On one's own turn too: the other may offer, talk or leave."""
    if not sight.match.running or sight.to_move is None:
        return None
    if sight.to_move.player.is_computer:
        seconds = THINKING
    elif sight.seat is not None and not sight.mine and now - sight.match.turn_started_at < SOON_FOR:
        seconds = SOON
    else:
        seconds = LATER
    offer: str | int = ""
    if sight.seat is not None and sight.match.draw_offer is not None:
        offer = sight.match.draw_offer
    elif sight.seat is not None and sight.match.draw_declined == sight.viewer:
        offer = "declined"
    seen = f"{offer}-{said.last}-{seconds}"
    return Poll(seconds, urlencode({"ply": sight.match.ply, "seen": seen}))


def unchanged(sight: Sight, query: QueryDict, *, now: datetime) -> bool:
    """Whether who asks with this query knows all there is, how soon to ask again included."""
    if "ply" not in query:
        return False
    poll = _poll(sight, matches.said(sight), now)
    return poll is not None and poll.query == urlencode({key: query.get(key, "") for key in ("ply", "seen")})
