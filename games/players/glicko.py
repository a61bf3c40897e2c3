"""Glicko-2 as in Mark Glickman's "Example of the Glicko-2 system" (2012), step by step, as pure functions.

A rating period is one match. Uncertainty grows with time, not with matches: a deviation grows as if one period passed
in each `PERIOD` since the last match, so a certain rating (50) is a newcomer's (350) again after about three years.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from math import exp, log, pi, sqrt

SCALE = 173.7178  # rating points in one unit of the paper's scale
TAU = 0.5  # how far a volatility moves: the paper's example, and the middle of its range
PERIOD = timedelta(days=1)
MOST, LEAST = 350.0, 40.0  # deviations: a newcomer's, and the least, so that a rating can always move
CLOSE = 1e-6  # of the paper's search for a volatility


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, how uncertain it is, both in rating points, and how much it swings."""

    rating: float = 1500.0
    deviation: float = MOST
    volatility: float = 0.06


def rested(strength: Strength, periods: float) -> Strength:
    """The same after so many periods without a match (step 6)."""
    phi = sqrt((strength.deviation / SCALE) ** 2 + strength.volatility**2 * periods)
    return Strength(strength.rating, min(MOST, phi * SCALE), strength.volatility)


def updated(strength: Strength, results: list[tuple[Strength, float]], periods: float = 1.0) -> Strength:
    """After matches against opponents with scores of 1, 0.5 or 0, `periods` after the one before (steps 2 to 8)."""
    mu, phi = (strength.rating - 1500) / SCALE, strength.deviation / SCALE
    weights, expected = [], []
    for opponent, _ in results:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        weights.append(g)
        expected.append(1 / (1 + exp(-g * (mu - (opponent.rating - 1500) / SCALE))))
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    gain = sum(g * (score - e) for g, e, (_, score) in zip(weights, expected, results, strict=True))
    sigma = _volatility(phi, strength.volatility, v, v * gain)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2 * periods) + 1 / v)
    return Strength((mu + phi**2 * gain) * SCALE + 1500, min(MOST, phi * SCALE), sigma)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5: the Illinois algorithm on the paper's f."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, _other_end(f, a, delta**2 - phi**2 - v)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, excess: float) -> float:
    """A place on the other side of the zero of f than a."""
    if excess > 0:
        return log(excess)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU
