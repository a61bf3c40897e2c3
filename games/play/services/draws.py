"""The secrets of draws: the only module that reads one."""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from functools import cache as once
from typing import Any

from django.core.cache import cache

from engine.draws import VERSION, Source, commitment
from engine.play import Choose
from games.play.models import DrawSecret, Match
from games.players import ratelimit
from games.players.models import Player

SECRET_LENGTH = 32
SALT_LENGTH = 64
RESERVED_SECONDS = 2 * 60 * 60
RESERVED_PER_ADDRESS = 100


def new_secret(*, now: datetime) -> DrawSecret:
    """32 fresh random bytes and what may be shown of them."""
    return _kept(secrets.token_bytes(SECRET_LENGTH), now=now)


def _kept(value: bytes, *, now: datetime) -> DrawSecret:
    return DrawSecret.objects.create(value=value, commitment=commitment(value), created_at=now)


def reserve(player: Player | None, *, address: str) -> str:
    """The commitment of a secret for a match that a page offers to start.

    It waits in the cache: looking at a page writes no row. A player is shown the same one until it is used, or half its
    time is over; visitors of one address get so many in that time, then "": their match begins with a page more.
    """
    if player is None:
        allowed = ratelimit.allow(f"reserve:{address}", RESERVED_PER_ADDRESS, RESERVED_SECONDS)
        return _reserve() if allowed else ""
    mine = f"reserved:{player.pk}"
    shown: str | None = cache.get(mine)
    if shown is None or cache.get(_reserved(shown)) is None:
        shown = _reserve()
        cache.set(mine, shown, timeout=RESERVED_SECONDS // 2)
    return shown


def _reserve() -> str:
    value = secrets.token_bytes(SECRET_LENGTH)
    shown = commitment(value)
    cache.set(_reserved(shown), value, timeout=RESERVED_SECONDS)
    return shown


def redeem(shown: str, *, now: datetime) -> DrawSecret | None:
    """The reserved secret of a commitment, once; None if it was used or is gone."""
    if not re.fullmatch("[0-9a-f]{64}", shown):
        return None
    value = cache.get(_reserved(shown))
    if value is None or not cache.delete(_reserved(shown)):
        return None
    return _kept(value, now=now)


def _reserved(shown: str) -> str:
    return f"secret:{shown}"


def new_salt() -> str:
    """A suggestion for who does not care to write a salt of their own."""
    return secrets.token_hex(8)


def clean_salt(text: str) -> str:
    """A salt as it is kept: one printable line of at most SALT_LENGTH characters, made up if empty."""
    salt = "".join(char for char in text if char.isprintable()).strip()[:SALT_LENGTH]
    return salt or new_salt()


def source(match: Match, salts: tuple[str, ...] = ()) -> Source:
    """Where the draws of a match come from; its salts in the order in which the players joined.

    They are given while it has no seats yet, because it is drawn who begins.
    """
    salts = salts or tuple(seat.salt for seat in sorted(match.seats.all(), key=lambda seat: seat.joined))
    return source_of(match.secret, str(match.pk), salts, version=match.draws_version)


def choose_at(match: Match, ply: int) -> Choose[Any]:
    """What makes the draws of a ply. Secret and salts are read with the first of them: many turns have none."""
    found = once(lambda: source(match))
    return lambda number, outcomes: found().draw(ply, number, outcomes)


def source_of(secret: DrawSecret, log: str, salts: tuple[str, ...], *, version: int = VERSION) -> Source:
    """Where the draws of any log come from; `log` is how its record names it."""
    return Source(bytes(secret.value), log, salts, version)


def publish(secret: DrawSecret, *, now: datetime) -> None:
    """From now on anybody may see the secret: nothing will be drawn from it again."""
    secret.published_at = now
    secret.save(update_fields=["published_at"])


def published(secret: DrawSecret) -> str | None:
    """The secret as hexadecimal digits once it is published, else None."""
    return bytes(secret.value).hex() if secret.published_at else None
