"""Rolls as the engine's records: what is downloaded and verified."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from engine.protocol import CHANCE
from engine.record import Entry, Proof, Record
from engine.tabletop.fighter import GM
from games.play.services import draws
from games.tables.fight_models import Fight
from games.tables.models import Log
from games.tables.queries.fights import GAME
from games.tables.services.rolls import SETUP


def record_of(log: Log) -> Record:
    """The record of one log of a scene, or of a fight, with its secret once that is published.

    Who sees the log may have it, but of a fight see `queries.fights.whole`. Its rolls, with their posts, or the fight's
    plies should be prefetched.
    """
    shown = log.fight or log.scene
    return Record(
        game=GAME,
        setup=log.fight.setup if log.fight else SETUP,
        rules_version=log.rules_version,
        entries=tuple(_of_fight(log.fight) if log.fight else _of_rolls(log)),
        headers={"Site": f"{settings.SITE_URL}{shown.get_absolute_url()}"},
        proof=Proof(
            match_id=str(log.pk),
            commitment=log.secret.commitment,
            salts=(log.salt,) if log.salt else (),
            secret=draws.published(log.secret),
            version=log.draws_version,
        ),
    )


def _of_rolls(log: Log) -> Iterator[Entry]:
    for row in sorted(log.rolls.all(), key=lambda row: row.ply):
        yield Entry(GM, row.action, tuple(row.outcomes), row.post.posted_at)


def _of_fight(fight: Fight) -> Iterator[Entry]:
    for row in sorted(fight.plies.all(), key=lambda row: row.ply):
        yield Entry(GM if row.action else CHANCE, row.action, tuple(row.outcomes), row.at)
