"""Logistic regression: which weights of named features make the results of matches likeliest, and how true they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

Example = tuple[Mapping[str, int], float]  # features, and the share of the first player: from 0 lost to 1 won
STEPS = 50
CLOSE = 1e-6
BENDS = 20_000  # about how many examples tell how the slope changes; that need not be exact for the result to be


def chance(weights: Mapping[str, float], features: Mapping[str, int]) -> float:
    """The first player's chance to win, as the weights see it."""
    score = sum(weights.get(name, 0.0) * count for name, count in features.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def loss(weights: Mapping[str, float], examples: Sequence[Example]) -> float:
    """The mean logarithmic loss; 0.693 is that of a coin."""
    total = 0.0
    for features, won in examples:
        p = min(1 - 1e-9, max(1e-9, chance(weights, features)))
        total -= won * log(p) + (1 - won) * log(1 - p)
    return total / len(examples)


def fit(examples: Sequence[Example], prior: Mapping[str, float], pull: float) -> dict[str, float]:
    """The likeliest weights, by Newton's method.

    Each is pulled towards its `prior` (0 if it has none) as if `pull` examples spoke for it, so that what hardly ever
    occurs keeps the weight it had.
    """
    names = sorted({name for features, _ in examples for name in features} | set(prior))
    weights = {name: prior.get(name, 0.0) for name in names}
    every = max(1, len(examples) // BENDS)
    for _ in range(STEPS):
        slope = {name: pull * (prior.get(name, 0.0) - weights[name]) for name in names}
        bend = {name: {name: pull} for name in names}
        for number, (features, won) in enumerate(examples):
            p = chance(weights, features)
            for name, count in features.items():
                slope[name] += (won - p) * count
                if number % every == 0:
                    row = bend[name]
                    for other, times in features.items():
                        row[other] = row.get(other, 0.0) + every * p * (1 - p) * count * times
        step = _solve([[bend[a].get(b, 0.0) for b in names] for a in names], [slope[name] for name in names])
        weights = {name: weights[name] + change for name, change in zip(names, step, strict=True)}
        if max(map(abs, step), default=0.0) < CLOSE:
            break
    return weights


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by Gauss."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for below in range(pivot + 1, size):
            if factor := rows[below][pivot] / rows[pivot][pivot]:
                rows[below] = [b - factor * a for a, b in zip(rows[pivot], rows[below], strict=True)]
    found = [0.0] * size
    for index in reversed(range(size)):
        known = sum(rows[index][after] * found[after] for after in range(index + 1, size))
        found[index] = (rows[index][size] - known) / rows[index][index]
    return found


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions with a predicted chance to win in the same tenth: how many, the mean prediction, the mean result."""

    count: int
    predicted: float
    result: float


def bins(weights: Mapping[str, float], examples: Sequence[Example], count: int = 10) -> list[Bin]:
    """Predictions against results; bins without a position are left out."""
    filled: list[list[tuple[float, float]]] = [[] for _ in range(count)]
    for features, won in examples:
        p = chance(weights, features)
        filled[min(count - 1, int(p * count))].append((p, won))
    return [
        Bin(len(one), sum(p for p, _ in one) / len(one), sum(won for _, won in one) / len(one)) for one in filled if one
    ]
