"""What was rolled against what was to be expected: counts of scores beside their exact distribution (rules §1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt

from engine.tabletop import dice

LEAST_EXPECTED = 5.0  # rolls in a class of the chi-square test: the usual rule of thumb

Counts = Mapping[tuple[int, int], Mapping[int, int]]  # how often each score was rolled, by (pool, DD)


@dataclass(frozen=True, slots=True)
class Line:
    """How often something came, and how often it was to be expected of the same rolls."""

    what: int | str
    observed: int
    expected: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Of `rolls` rolls: each score, the lowest first; each meaning of `dice`; and Pearson's chi-square.

    `chance`: how likely fair dice differ at least as much, from 0 to 1; None where there are too few rolls to say.
    """

    rolls: int
    scores: tuple[Line, ...]
    meanings: tuple[Line, ...]
    chi_square: float
    freedom: int
    chance: float | None


def compare(counts: Counts) -> Comparison:
    """Compare rolls of any pools and difficulties with what each of them makes likely."""
    observed: dict[int, int] = {}
    expected: dict[int, float] = {}
    chi_square, freedom = 0.0, 0
    for (pool, dd), own in counts.items():
        total = sum(own.values())
        lines = [
            Line(points, own.get(points, 0), total * float(chance)) for points, chance in dice.chances(pool, dd).items()
        ]
        for line in lines:
            points = int(line.what)
            observed[points] = observed.get(points, 0) + line.observed
            expected[points] = expected.get(points, 0) + line.expected
        classes = list(_classes(lines))
        chi_square += sum((one.observed - one.expected) ** 2 / one.expected for one in classes)
        freedom += len(classes) - 1
    scores = tuple(Line(points, observed[points], expected[points]) for points in sorted(expected))
    return Comparison(
        sum(observed.values()),
        scores,
        tuple(_meanings(scores)),
        chi_square,
        freedom,
        chi_square_tail(chi_square, freedom) if freedom else None,
    )


def _meanings(scores: tuple[Line, ...]) -> Iterator[Line]:
    for meaning in (dice.SUCCESS, dice.FAILED, dice.CRITICAL):
        own = [line for line in scores if dice.meaning(int(line.what)) == meaning]
        yield Line(meaning, sum(line.observed for line in own), sum(line.expected for line in own))


def _classes(lines: list[Line]) -> Iterator[Line]:
    """Neighbouring scores together until enough is expected of them; what is left over goes to the last class."""
    observed, expected, left = 0, 0.0, sum(line.expected for line in lines)
    for line in lines:
        observed, expected = observed + line.observed, expected + line.expected
        left -= line.expected
        if expected >= LEAST_EXPECTED and left >= LEAST_EXPECTED:
            yield Line(line.what, observed, expected)
            observed, expected = 0, 0.0
    yield Line(lines[-1].what, observed, expected)


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that a chi-square variable with `freedom` (at least 1) degrees of freedom is at least `value`."""
    half = value / 2
    if freedom % 2:
        found, term, first = erfc(sqrt(half)), sqrt(half) * exp(-half) * 2 / sqrt(pi), 3
    else:
        found, term, first = exp(-half), half * exp(-half), 4
    for odd in range(first, freedom + 1, 2):
        found += term
        term *= half / (odd / 2)
    return min(1.0, found)
