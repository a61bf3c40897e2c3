"""Turns of the computer players, as jobs of the outbox."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from time import monotonic

from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine import registry
from games.outbox.kinds import Act, Kind, register
from games.outbox.models import Job
from games.play.errors import Illegal, Refused
from games.play.models import Match, Seat
from games.play.queries.matches import CLAIM_AT, state_of, stood
from games.play.services import offers
from games.play.services.door import mover
from games.play.services.turns import play_turn

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=20)  # twice the longest that a level thinks; so long somebody waits if the worker is lost
HASTE = 0.9  # of its seconds a player may think, so that it answers within them


def _waiting(job: Job) -> tuple[Match, Seat] | None:
    """The match and the computer's seat, if that turn is still to be played."""
    match = Match.objects.filter(pk=job.payload["match"], ply=job.payload["ply"], status=Match.Status.RUNNING).first()
    if match is None:
        return None
    seat = mover(match)
    return (match, seat) if seat.player.is_computer else None


def prepare(job: Job, now: datetime) -> Act | None:
    """Think and play, unless the turn was played or the match is over."""
    found = _waiting(job)
    return None if found is None else lambda: think_and_play(*found)


def think_and_play(match: Match, seat: Seat) -> None:
    """Choose from what the seat may see, and play it through the same door as people.

    A draw that can be claimed is claimed by who would rather have it.
    """
    from engine.search import players as engines  # only a worker thinks: web processes never load it

    game = registry.get(match.game)
    view = game.observation(state_of(match), seat.index)
    if stood(match) >= CLAIM_AT and game.evaluate(view, seat.index) < 0:
        _through_the_door(match, seat, offers.claim_draw)
        return
    level = seat.player.level or 1
    stop = _timer(HASTE * engines.level(str(level)).seconds)
    action = engines.choose(game, view, seat.index, _rng(match), level, stop)
    _play(match, seat, game.action_text(view, action))


def _timer(seconds: float) -> Callable[[], bool]:
    """Says when the time is up: the engine has no clock."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end


def _rng(match: Match) -> Random:
    """Thinks the same when it thinks again, unless its time is up, and nobody can think it first.

    Has nothing to do with the draws."""
    return Random(salted_hmac("games.play.jobs", f"{match.pk} {match.ply}").digest())  # noqa: S311


def _play(match: Match, seat: Seat, text: str) -> None:
    _through_the_door(match, seat, partial(play_turn, text=text))


def _through_the_door(match: Match, seat: Seat, do: Callable[..., Match]) -> None:
    try:
        do(match_id=match.pk, seat=seat.index, expected_ply=match.ply, now=timezone.now())
    except Illegal:
        raise
    except Refused:
        log.info("match %s had moved on or ended before the computer answered", match.pk)


def give_up(job: Job, now: datetime) -> None:
    """A computer that failed again and again plays the first legal turn: its opponent must not wait for ever."""
    if found := _waiting(job):
        match, seat = found
        game = registry.get(match.game)
        view = game.observation(state_of(match), seat.index)
        log.error("the computer failed in match %s at ply %s: it plays its first legal turn", match.pk, match.ply)
        _play(match, seat, game.action_text(view, game.legal_actions(view)[0]))


def register_kinds() -> None:
    """Called when the app is ready."""
    register(
        Kind(
            name="computer_turn",
            prepare=prepare,
            queue="computer",
            lease=LEASE,
            attempts=3,
            give_up=give_up,
        )
    )
