"""What the mails of a fight say, each reader only what they may know."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404

from games.outbox.kinds import Postpone
from games.outbox.models import Job
from games.players.adapter import site_url
from games.players.letters import Letter, one_line
from games.players.models import Player
from games.tables.letters import PAUSED
from games.tables.queries import fight_board
from games.tables.queries.fight_log import part
from games.tables.queries.fights import FightSight, asked, awaited, fight_for
from games.tables.services.fight_rounds import reminder_at
from games.tables.story import Chapter, chapters


def order_wanted(job: Job, player: Player, now: datetime) -> Letter | None:
    """A round waits for the player's orders; None once they are given, or it has been resolved."""
    seen = _waiting(job, player, now)
    return _letter("order_wanted", seen) if seen else None


def order_reminder(job: Job, player: Player, now: datetime) -> Letter | None:
    """Little time is left for them. Raises Postpone if the deadline was moved; None as above, or if time is up."""
    seen = _waiting(job, player, now)
    due = reminder_at(seen.fight) if seen else None
    if seen is None or due is None or seen.fight.deadline_at is None or seen.fight.deadline_at <= now:
        return None
    if _later(job):
        return None
    if due > now:
        raise Postpone(due)
    return _letter("order_reminder", seen)


def reaction_asked(job: Job, player: Player, now: datetime) -> Letter | None:
    """An attack waits for the player to say how it is met; None once that is said."""
    seen = _now(job, player, now)
    question = asked(seen.state) if seen else None
    if seen is None or question is None or not seen.commands(question.fighter):
        return None
    return _letter("reaction_asked", seen, question=fight_board.question(seen))


def round_resolved(job: Job, player: Player, now: datetime) -> Letter | None:
    """What a round, or what the GM did, has brought; None for who has no part in the fight any more.

    Nor if it has gone on since: then a later mail tells of it.
    """
    seen = _sight(job, player)
    if seen is None or (seen.fight.phase != job.payload["phase"] and not asked(seen.state)):
        return None
    return _letter("round_resolved", seen)


def _sight(job: Job, player: Player) -> FightSight | None:
    """The job's fight, if the player has a part in it."""
    try:
        seen = fight_for(player, job.payload["fight"])
    except Http404:
        return None
    return seen if seen.seat is not None and seen.of_scene.of_table.is_in else None


def _now(job: Job, player: Player, now: datetime) -> FightSight | None:
    """The same, if it still waits for what it waited for. Raises Postpone while the table pauses."""
    seen = _sight(job, player)
    if seen is None or seen.fight.ended_at or seen.fight.phase != job.payload["phase"]:
        return None
    if not seen.of_scene.of_table.table.running:
        raise Postpone(now + PAUSED)
    return seen if seen.open else None


def _later(job: Job) -> bool:
    """Whether another job reminds of the same orders: the round rested, and has a new time since."""
    same = Job.objects.filter(kind=job.kind, recipient=job.recipient, pk__gt=job.pk)
    return same.filter(payload__fight=job.payload["fight"], payload__phase=job.payload["phase"]).exists()


def _waiting(job: Job, player: Player, now: datetime) -> FightSight | None:
    seen = _now(job, player, now)
    if seen is None:
        return None
    given = set(seen.fight.orders.values_list("fighter", flat=True))
    own = [id for id in awaited(seen.fight, seen.state) if seen.commands(id) and id not in given]
    return seen if own else None


def _letter(template: str, seen: FightSight, **more: Any) -> Letter:
    fight, view = seen.fight, seen.view
    facts = {
        "url": site_url("fight", str(fight.pk)),
        "fight": one_line(fight.name),
        "table": one_line(seen.of_scene.of_table.table.name),
        "round": fight.round + 1,
        "over": fight.ended_at is not None,
        "deadline": fight.deadline_at,
        "commitment": "" if fight.log.ply else fight.log.secret.commitment,
        "told": _latest(seen),
        "fighters": [(fighter, seen.hidden(fighter)) for fighter in view.fighters if not fighter.out],
    }
    return Letter(template, f"fight.{fight.pk}", facts | more)


def _latest(seen: FightSight) -> list[Chapter]:
    """What happened last: the round that was resolved, or is being resolved, and what came after it."""
    told = chapters(part(seen.fight, -1, 1).steps, seen.seat)
    closed = max((place for place, one in enumerate(told) if one.number <= seen.fight.round), default=0)
    return told[closed:]
