"""Turns of the computer players and their hints, as jobs of the outbox."""

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
from engine.protocol import CLAIM_AT
from games.outbox.kinds import Act, Kind, register
from games.outbox.models import Job
from games.play.errors import Illegal, Refused
from games.play.models import Hint, Match, Seat
from games.play.queries.matches import state_of, stood
from games.play.services import hints, offers
from games.play.services.clock import LONG_TURN, TURN
from games.play.services.door import mover
from games.play.services.turns import play_turn

log = logging.getLogger(__name__)

HINT_SECONDS = 5.0  # after which it is told what was found by then
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


# Hints


def prepare_hint(job: Job, now: datetime) -> Act | None:
    """Think about a position that still stands, for who plays against the computer there."""
    hint = _wanted(job)
    return None if hint is None else lambda: think_for(hint)


def _wanted(job: Job) -> Hint | None:
    here = {"match": job.payload["match"], "ply": job.payload["ply"], "match__ply": job.payload["ply"]}
    wanted = Hint.objects.filter(**here, options__isnull=True, match__status=Match.Status.RUNNING)
    return wanted.select_related("match").first()


def think_for(hint: Hint) -> None:
    """Find the best decisions, from what the seat to move may see alone."""
    from engine import judge
    from engine.search import players as engines

    match = hint.match
    assert match.seat_to_move is not None
    game = registry.get(match.game)
    view = game.observation(state_of(match), match.seat_to_move)
    limits = judge.limits_of(match.game)  # as for an analysis, for both to say the same
    stop = _timer(HINT_SECONDS)
    found = engines.hint(
        game, view, match.seat_to_move, _rng(match), stop=stop, nodes=limits.decision, depth=limits.ahead
    )
    hints.keep(hint, [(game.action_text(view, one.action), round(100 * one.chance)) for one in found])


def give_hint_up(job: Job, now: datetime) -> None:
    """Say that there is none, so that nobody waits for it."""
    if hint := _wanted(job):
        log.error("no hint was found in match %s at ply %s", hint.match_id, hint.ply)
        hints.keep(hint, [])


def register_kinds() -> None:
    """Called when the app is ready."""
    register(
        Kind(name="hint", prepare=prepare_hint, queue="computer", lease=LEASE, attempts=2, give_up=give_hint_up),
    )
    for name in (TURN, LONG_TURN):
        register(
            Kind(
                name=name,
                prepare=prepare,
                queue="computer",
                long=name == LONG_TURN,
                lease=LEASE,
                attempts=3,
                give_up=give_up,
            )
        )
