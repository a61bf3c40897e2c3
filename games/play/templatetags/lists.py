"""What lists of challenges and matches say in words, and their small boards."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import registry
from engine.protocol import EngineError, is_position
from games.play import boards
from games.play.models import Challenge, Match, Seat
from games.play.queries.matches import state_of
from games.play.services.ending import words as ending_words
from games.play.words import said
from games.players.models import Player

logger = logging.getLogger(__name__)
register = template.Library()
register.filter(said)


@register.filter
def setup_name(thing: Challenge | Match) -> str:
    """The game and its setup of a challenge or a match; of one that is no more, what it was stored as."""
    try:
        info = registry.info(thing.game)
        return _("{game}: {setup}").format(game=said(info.name), setup=said(info.setup(thing.setup).name))
    except EngineError:
        return thing.setup


@register.filter
def setup_summary(thing: Challenge | Match) -> str:
    """What game that is, and which setup, for somebody who may never have heard of it."""
    game = registry.info(thing.game)
    summary = f"{said(game.summary)} {said(game.setup(thing.setup).summary)}".strip()
    return _("{game}: {summary}").format(game=said(game.name), summary=summary)


@register.filter
def per_turn(days: int | None) -> str:
    """How long a turn may take."""
    if days is None:
        return _("no time limit")
    return ngettext("%d day a turn", "%d days a turn", days) % days


@register.simple_tag
def begins(challenge: Challenge, viewer: Player | None) -> str:
    """Who begins, in words for a viewer."""
    mine = viewer is not None and viewer.pk == challenge.challenger_id
    if challenge.beginner == Challenge.Beginner.THROWS:
        return _("rock, paper, scissors")
    if challenge.beginner == Challenge.Beginner.RANDOM:
        return _("drawn at random")
    if challenge.beginner == Challenge.Beginner.CHALLENGER:
        return _("you begin") if mine else _("%s begins") % challenge.challenger
    if mine:
        return _("%s begins") % challenge.opponent if challenge.opponent else _("who accepts begins")
    return _("you begin")


def left(delta: timedelta) -> str:
    """A length of time in the two units that matter: "2 days 4 hours"; days to the nearest hour."""
    minutes = max(0, int(delta.total_seconds()) // 60)
    if minutes >= 1440:
        minutes = (minutes + 30) // 60 * 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        words = [ngettext("%d day", "%d days", days) % days]
        return " ".join(words + ([ngettext("%d hour", "%d hours", hours) % hours] if hours else []))
    if hours:
        words = [ngettext("%d hour", "%d hours", hours) % hours]
        return " ".join(words + ([_("%d min") % minutes] if minutes else []))
    return _("%d min") % minutes


@register.inclusion_tag("play/_left.html")
def time_left(deadline: datetime | None, days: int | None) -> dict[str, Any]:
    """How long there is until a deadline, out of `days`; louder in the last quarter and the last hours."""
    if deadline is None or days is None:
        return {"words": "", "level": ""}
    delta = deadline - timezone.now()
    level = "last" if delta < timedelta(hours=6) else "soon" if delta < timedelta(days=days) / 4 else ""
    return {"words": left(delta), "level": level}


@register.simple_tag
def colours(challenge: Challenge, viewer: Player | None) -> str:
    """Which colours there will be, in words for a viewer."""
    setup = registry.info(challenge.game).setup(challenge.setup)
    if not setup.colour_choice:
        return _("{first} and {second}").format(first=_(setup.colours[0]), second=_(setup.colours[1]))
    if not challenge.colour:
        return _("free to choose")
    mine = viewer is not None and viewer.pk == challenge.challenger_id
    return (_("{colour} for you") if mine else _("{colour} is taken")).format(colour=_(challenge.colour))


@register.filter
def ending(match: Match) -> str:
    """How a match ended."""
    return ending_words(match)


@register.inclusion_tag("play/_small_board.html")
def start_board(game: str, setup: str) -> dict[str, Any]:
    """The first position of a setup, seen by who begins."""
    return _first_board(game, setup) if is_position(setup) else _start_board(game, setup)


@cache
def _start_board(game: str, setup: str) -> dict[str, Any]:
    """Setups are few; positions are as many as people write."""
    return _first_board(game, setup)


def _first_board(game: str, setup: str) -> dict[str, Any]:
    rules = registry.get(game)
    first, second = registry.info(game).setup(setup).colours
    view = rules.observation(rules.initial_state(setup), None)
    return _drawn(game, boards.get(game).still(view, viewer=0, colours=(first, second)))


@register.inclusion_tag("play/_small_board.html")
def small_board(match: Match, one: Seat, other: Seat, viewer: int | None = None) -> dict[str, Any]:
    """The position of a match between two seats, for the seat `viewer` or None; no list fails for one match's sake."""
    try:
        view = registry.get(match.game).observation(state_of(match), viewer)
    except EngineError:
        logger.exception("match %s cannot be shown", match.pk)
        return {}
    first, second = (one, other) if one.index == 0 else (other, one)
    return _drawn(match.game, boards.get(match.game).still(view, viewer=viewer, colours=(first.colour, second.colour)))


def _drawn(game: str, drawing: Any) -> dict[str, Any]:
    return {"drawing": drawing, "template": f"play/{game}/_drawing.html"}
