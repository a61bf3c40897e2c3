"""Captures (rules §5): what a ball's dice are worth against a difficulty, and what makes it easier."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.protocol import NotationError
from engine.tabletop.dice import success_chance
from engine.tabletop.numbers import (
    BALLS,
    CAPTURE_CONDITION,
    CAPTURE_LEAST_DD,
    CAPTURE_LOST,
    CAPTURE_LOWERED,
    CAPTURE_ROLLS,
)
from engine.words import Words


def dice(ball: str) -> int:
    """The dice of each of a ball's rolls. Raises NotationError for an unknown ball."""
    if ball not in BALLS:
        message = Words("there is no ball {name!r}, only {known}", name=ball[:40], known=", ".join(BALLS))
        raise NotationError(message, field="ball")
    return BALLS[ball]


def easier(vitality: int, max_vitality: int, conditions: Iterable[str], lowered: int) -> int:
    """By how much a weakened Pokémon's difficulty falls: Vitality lost, conditions, `lowered` stats."""
    lost = Fraction(max_vitality - vitality, max_vitality)
    by_lost = next((by for least, by in CAPTURE_LOST if lost >= least), 0)
    return by_lost + sum(CAPTURE_CONDITION.get(name, 0) for name in conditions) + CAPTURE_LOWERED * lowered


def difficulty(gm: int, easier_by: int) -> int:
    """The final difficulty of each roll, from the GM's and what makes it easier."""
    return max(CAPTURE_LEAST_DD, gm - easier_by)


def chance(pool: int, dd: int) -> Fraction:
    """The exact probability that all rolls of a throw succeed; 0 above 10, for no die can succeed there."""
    return success_chance(pool, dd) ** CAPTURE_ROLLS
