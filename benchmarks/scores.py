"""What the matches of benchmarks have in common: a limit of time, and scores with their intervals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt

from engine.search.limits import Stop

Z = 1.96  # standard errors on either side of a 95 % interval


def timer(seconds: float) -> Stop:
    """Says stop after so many seconds of this process's processor time, so that a busy machine matters little."""
    end = time.process_time() + seconds
    return lambda: time.process_time() >= end


def wilson(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of so many shares (1 won, 0 lost, 0.5 drawn), by Wilson's formula."""
    count = len(shares)
    mean, pull = sum(shares) / count, Z * Z / count
    middle = (mean + pull / 2) / (1 + pull)
    wide = Z / (1 + pull) * sqrt(mean * (1 - mean) / count + pull / count / 4)
    return middle - wide, middle + wide


def told(shares: Sequence[float]) -> str:
    """A score in words: points, matches, draws and the interval."""
    low, high = wilson(shares)
    drawn = shares.count(0.5)
    return f"{sum(shares):g} of {len(shares)} ({drawn} drawn), 95 % interval {low:.1%} to {high:.1%}"
