"""Whom a challenge can name."""

from __future__ import annotations

import unicodedata

from games.players import queries as players
from games.players.models import Player


def person_named(text: str) -> tuple[Player | None, str]:
    """The person of that name, whatever its capitals; or nobody, and the name of a person that looks like it ("")."""
    name = unicodedata.normalize("NFKC", text.strip())
    alike = players.named(name)
    if alike is None or not alike.is_person:
        return None, ""
    return (alike, "") if alike.name.casefold() == name.casefold() else (None, alike.name)


def computer(level: int) -> Player:
    """The computer player of a level. Raises Player.DoesNotExist if the engine has no such level."""
    return Player.objects.get(kind=Player.Kind.COMPUTER, level=level)


def is_computer(name: str) -> bool:
    """Whether that is the name of a computer player, as stored or as it is shown in the language spoken now."""
    found = players.named(name) or players.computer_shown_as(name)
    return found is not None and found.is_computer
