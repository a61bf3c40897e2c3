"""What each mail says. Only what its reader may know goes in: the board is made from the reader's own observation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import registry
from engine.protocol import CHANCE
from engine.replay import Step
from games.notices import queries
from games.notices.board import squares
from games.outbox.kinds import Postpone
from games.outbox.models import Job
from games.play import boards
from games.play.models import Challenge, Match
from games.play.queries import matches
from games.play.queries import reports as reported
from games.play.queries.matches import Sight
from games.play.services import clock, ending
from games.play.words import said
from games.players.adapter import site_url
from games.players.letters import Letter, one_line
from games.players.models import Player
from games.players.queries import blocked


def your_turn(job: Job, player: Player, now: datetime) -> Letter | None:
    """It is the player's turn; None once it has been played or the match is over."""
    sight = _to_move(job, player)
    return _turn("your_turn", sight) if sight else None


def reminder(job: Job, player: Player, now: datetime) -> Letter | None:
    """Little time is left. Raises Postpone if the deadline was moved; None as in `your_turn`, or if time is up."""
    sight = _to_move(job, player)
    if sight is None or sight.match.deadline_at is None or sight.match.deadline_at <= now:
        return None
    due = clock.reminder_at(sight.match)
    if due is not None and due > now:
        raise Postpone(due)
    return _turn("reminder", sight)


def _to_move(job: Job, player: Player) -> Sight | None:
    """The job's match, if the turn that began at the job's ply is still the player's to play."""
    sight = queries.own_match(player, job.payload["match"])
    return sight if sight and sight.mine and sight.match.turn_ply == job.payload["ply"] else None


def _turn(template: str, sight: Sight) -> Letter:
    steps = matches.steps(sight, matches.log(sight.match))
    played = any(step.seat == sight.viewer for step in steps)
    facts = {
        "deadline": sight.match.deadline_at,
        "commitment": "" if played else sight.match.secret.commitment,
    }
    return Letter(template, _thread(sight.match), {**_about(sight, steps), **facts})


def match_over(job: Job, player: Player, now: datetime) -> Letter | None:
    """How a match ended, and where to see it again."""
    sight = queries.own_match(player, job.payload["match"])
    if sight is None or sight.seat is None or sight.match.running:
        return None
    match = sight.match
    facts = {
        "result": sight.seat.result,
        "ending": ending.told(match, sight.seats, sight.viewer),
        "rating": sight.seat,
        "proof_url": site_url("proof", str(match.pk)),
    }
    return Letter("match_over", _thread(match), {**_about(sight, matches.steps(sight, matches.log(match))), **facts})


def _thread(match: Match) -> str:
    """A match continues the thread of its challenge."""
    return f"challenge.{match.challenge_id}" if match.challenge_id else f"match.{match.pk}"


def _about(sight: Sight, steps: Sequence[Step]) -> dict[str, Any]:
    """What every mail about a match says: who plays what, what the other has done, the board."""
    match = sight.match
    info, presenter = registry.info(match.game), boards.get(match.game)
    text = presenter.board_text(steps[-1].state, sight.viewer)
    return {
        "url": site_url("match", str(match.pk)),
        "game": said(info.name),
        "setup": said(info.setup(match.setup).name),
        "opponent": one_line(str(sight.other.player)),
        "news": [" ".join(presenter.story(step)) for step in _since(steps, sight.viewer)],
        "board": text,
        "board_key": text.partition("\n\n")[2],
        "squares": squares(presenter.cells(steps[-1].state, sight.viewer, sight.colours)),
    }


def _since(steps: Sequence[Step], seat: int | None) -> list[Step]:
    """What came after the seat's own last action."""
    after = takewhile(lambda step: step.seat not in (seat, CHANCE), reversed(steps))
    return list(after)[::-1]


def challenge(job: Job, player: Player, now: datetime) -> Letter | None:
    """Somebody wants to play with the player, or has declined to; None once it is answered, withdrawn or too late."""
    found = Challenge.objects.select_related("challenger", "opponent", "secret")
    offer = found.defer("secret__value", "salt", "throws").filter(pk=job.payload["challenge"]).first()
    if offer is None:
        return None
    if offer.challenger == player:
        return _declined(offer)
    if offer.opponent != player or offer.status != Challenge.Status.OPEN or offer.expires_at <= now:
        return None
    if blocked(player, offer.challenger):
        return None  # it could not be accepted
    facts = {
        "expires_at": offer.expires_at,
        "url": site_url("challenge", str(offer.pk)),
        "opponent": one_line(offer.challenger.name),
        "terms": _terms(offer),
        "commitment": offer.secret.commitment,
    }
    return Letter("challenge", f"challenge.{offer.pk}", _offered(offer) | facts)


def reports(job: Job, player: Player, now: datetime) -> Letter | None:
    """For an operator: what was reported in a while, and all that waits; None if that has been settled."""
    found = reported.waiting(player.user) if player.user and player.user.is_staff else []
    if not any(one.last >= datetime.fromisoformat(job.payload["since"]) for one in found):
        return None
    return Letter("reports", "reports", {"lists": [(one, site_url(one.page)) for one in found]})


def _declined(offer: Challenge) -> Letter | None:
    """For the challenger; nothing of somebody who has left."""
    if offer.status != Challenge.Status.DECLINED or offer.opponent is None or not offer.opponent.is_person:
        return None
    facts = {"url": site_url("lobby"), "opponent": one_line(str(offer.opponent))}
    return Letter("challenge_declined", f"challenge.{offer.pk}", _offered(offer) | facts)


def _offered(offer: Challenge) -> dict[str, Any]:
    info = registry.info(offer.game)
    return {"game": said(info.name), "setup": said(info.setup(offer.setup).name)}


def _terms(offer: Challenge) -> list[str]:
    days = offer.days_per_turn
    return [
        ngettext("%(days)d day for each turn", "%(days)d days for each turn", days) % {"days": days}
        if days
        else _("No time limit"),
        _("Rated") if offer.rated else _("Not rated"),
        _("Who begins: %s") % offer.get_beginner_display(),
    ]
