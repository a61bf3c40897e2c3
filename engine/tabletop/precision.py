"""How precise a move is, and what that makes of its attack roll (rules §3). Precisions are per cent."""

from __future__ import annotations

from engine.tabletop.numbers import MOST_LOWERINGS, PRECISION_DDS, PRECISION_STAGES


def precision(base: int, ups: int, downs: int) -> int:
    """A move's precision after so many raisings and lowerings of its user's.

    Raisings only pay for lowerings; each that is left takes the value to the next stage below it, 33 or less stays.
    """
    for _ in range(min(downs - ups, MOST_LOWERINGS)):
        base = max((stage for stage in PRECISION_STAGES if stage < base), default=base)
    return base


def attack_dd(percent: int) -> int:
    """The difficulty of an attack of that precision, where precision sets it."""
    return next(dd for least, dd in PRECISION_DDS if percent >= least)
