"""Rolls as the engine's records: what is downloaded and verified."""

from __future__ import annotations

from django.conf import settings

from engine.record import Entry, Proof, Record
from games.play.services import draws
from games.tables.models import Log
from games.tables.services.rolls import GAME, SETUP


def record_of(log: Log) -> Record:
    """The record of one log of a scene, with its secret once that is published. Who sees the log may have it.

    Its rolls, with their posts, should be prefetched.
    """
    rows = sorted(log.rolls.all(), key=lambda row: row.ply)
    return Record(
        game=GAME,
        setup=SETUP,
        rules_version=log.rules_version,
        entries=tuple(Entry(0, row.action, tuple(row.outcomes), row.post.posted_at) for row in rows),
        headers={"Site": f"{settings.SITE_URL}{log.scene.get_absolute_url()}"},
        proof=Proof(
            match_id=str(log.pk),
            commitment=log.secret.commitment,
            salts=(log.salt,) if log.ply else (),
            secret=draws.published(log.secret),
            version=log.draws_version,
        ),
    )
