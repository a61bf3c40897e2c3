"""What experience costs and earns (rules §6), in PX."""

from __future__ import annotations

from collections.abc import Iterable

from engine.protocol import NotationError
from engine.tabletop.numbers import AWARDS, EV_COST, LEAST_BEATEN_PX, LEVEL_COST, LEVELS_PER_PX, SKILL_OPEN, SKILL_STEP
from engine.words import Words

AUTOMATIC = "automatic"


def skill_cost(points: int) -> int:
    """The next point of a skill that has so many."""
    return SKILL_STEP * points if points else SKILL_OPEN


def ev_cost(bought: int) -> int:
    """The next EV of somebody who has bought so many."""
    return EV_COST + bought


def level_cost(level: int) -> int:
    """The level after this one."""
    return LEVEL_COST + level


def award(reasons: Iterable[str]) -> int:
    """What a character gets at the end of a scenario: the automatic share and one for each further reason in AWARDS.

    Raises NotationError for an unknown reason.
    """
    given = {AUTOMATIC, *reasons}
    for reason in sorted(given - set(AWARDS)):
        message = Words("there is no award {name!r}, only {known}", name=reason[:40], known=", ".join(AWARDS))
        raise NotationError(message, field="awards")
    return sum(AWARDS[reason] for reason in given)


def beaten(level: int) -> int:
    """What a Pokémon gets for one of that level: half of it, rounded down, at least 1."""
    return max(LEAST_BEATEN_PX, level // LEVELS_PER_PX)
