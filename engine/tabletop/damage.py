"""The Vitality that a hit costs (rules §3)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from engine.tabletop.numbers import TIMES_NONE


def lost(damage_score: int, stab: Fraction, times: Fraction, endure_score: int) -> int:
    """Vitality lost: multiplied first, rounded down, then less what was endured (a negative score adds)."""
    if damage_score <= 0 or times == TIMES_NONE:
        return 0
    return max(0, floor(damage_score * stab * times) - endure_score)


def share(part: Fraction, whole: int) -> int:
    """A fraction of Vitality, to the nearest (a half up), at least 1 (rules §4)."""
    return max(1, floor(part * whole + Fraction(1, 2)))
