"""Pools of ten-sided dice (rules §1): the score of a roll, and exactly how likely each score is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from engine.protocol import NotationError
from engine.tabletop.numbers import CAPTURE_MOST_DD, DDS, FAILURE, MOST_DICE, SIDES
from engine.words import Words

SUCCESS, FAILED, CRITICAL = "success", "failure", "critical"  # what a score means


def score(dice: Iterable[int], dd: int) -> int:
    """Successes (each die of at least `dd`) less failures (each 1). At DD 1 a 1 is both."""
    return sum((die >= dd) - (die == FAILURE) for die in dice)


def meaning(points: int) -> str:
    """SUCCESS above 0, FAILED at 0, CRITICAL below."""
    return SUCCESS if points > 0 else CRITICAL if points < 0 else FAILED


@cache
def ways(pool: int, dd: int) -> Mapping[int, int]:
    """For each possible score, lowest first, how many of the 10 ** pool rolls give it."""
    faces = [score([face], dd) for face in range(1, SIDES + 1)]
    found = {0: 1}
    for _ in range(pool):
        longer: dict[int, int] = {}
        for before, count in found.items():
            for step in (-1, 0, 1):
                if step in faces:
                    longer[before + step] = longer.get(before + step, 0) + count * faces.count(step)
        found = longer
    return MappingProxyType(dict(sorted(found.items())))


def chances(pool: int, dd: int) -> dict[int, Fraction]:
    """For each possible score, lowest first, its exact probability; they add up to 1. No sampling: a convolution.

    Raises NotationError as `check_roll` does.
    """
    check_roll(pool, dd, most_dd=CAPTURE_MOST_DD)
    return {points: Fraction(count, SIDES**pool) for points, count in ways(pool, dd).items()}


def success_chance(pool: int, dd: int) -> Fraction:
    """The probability of a score above 0."""
    return sum((chance for points, chance in chances(pool, dd).items() if points > 0), Fraction(0))


def check_roll(pool: int, dd: int, *, most_dd: int = DDS[1]) -> None:
    """Raise NotationError unless a roll of so many dice at that difficulty can be made."""
    if not 0 <= pool <= MOST_DICE:
        raise NotationError(
            Words("from 0 to {most} dice can be rolled, not {pool}", most=MOST_DICE, pool=pool), field="dice"
        )
    if not DDS[0] <= dd <= most_dd:
        message = Words("the difficulty is from {least} to {most}, not {dd}", least=DDS[0], most=most_dd, dd=dd)
        raise NotationError(message, field="dd")
