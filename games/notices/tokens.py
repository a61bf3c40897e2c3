"""Signed tokens for the links that switch mails off. Each is bound to one player, one kind of mail and this purpose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer

VALID = timedelta(days=365)  # after the mail was asked for
SALT = "games.notices.unsubscribe"


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants no more of which mails."""

    player_id: int
    kind: str


def make(wish: Wish, *, until: datetime) -> str:
    """A token that is valid to the end of that day; the same for the same arguments."""
    return Signer(salt=SALT).sign(f"{wish.player_id}:{wish.kind}:{until:%Y%m%d}")


def read(token: str, *, now: datetime) -> Wish | None:
    """Inverse of `make`; None if the token is foreign, forged or too old."""
    try:
        player_id, kind, until = Signer(salt=SALT).unsign(token).split(":")
    except BadSignature:
        return None
    return Wish(int(player_id), kind) if f"{now:%Y%m%d}" <= until else None
