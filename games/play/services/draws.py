"""The secrets of draws: the only module that reads one."""

from __future__ import annotations

import secrets
from datetime import datetime

from engine.draws import Source, commitment
from games.play.models import DrawSecret, Match

SALT_LENGTH = 64


def new_secret(*, now: datetime) -> DrawSecret:
    """32 fresh random bytes and what may be shown of them."""
    value = secrets.token_bytes(32)
    return DrawSecret.objects.create(value=value, commitment=commitment(value), created_at=now)


def new_salt() -> str:
    """A suggestion for who does not care to write a salt of their own."""
    return secrets.token_hex(8)


def clean_salt(text: str) -> str:
    """A salt as it is kept: one printable line of at most SALT_LENGTH characters, made up if empty."""
    salt = "".join(char for char in text if char.isprintable()).strip()[:SALT_LENGTH]
    return salt or new_salt()


def source(match: Match) -> Source:
    """Where the draws of a match come from; its salts in the order in which the players joined."""
    salts = tuple(seat.salt for seat in sorted(match.seats.all(), key=lambda seat: seat.joined))
    return Source(bytes(match.secret.value), str(match.pk), salts)


def publish(secret: DrawSecret, *, now: datetime) -> None:
    """From now on anybody may see the secret: nothing will be drawn from it again."""
    secret.published_at = now
    secret.save(update_fields=["published_at"])


def published(secret: DrawSecret) -> str | None:
    """The secret as hexadecimal digits once it is published, else None."""
    return bytes(secret.value).hex() if secret.published_at else None
