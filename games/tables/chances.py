"""What a roll is worth before it is made, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocol import EngineError
from engine.tabletop import dice


@dataclass(frozen=True, slots=True)
class Chances:
    """Of one roll: by what its score means, and of each score, the highest first; all of them in per cent.

    `key` names the roll in a form.
    """

    key: str
    pool: int
    dd: int
    success: float
    failure: float
    critical: float
    scores: list[tuple[int, float]]


def chances_of(pool: int, dd: int) -> Chances | None:
    """The chances of so many dice at that difficulty; None if such a roll cannot be made."""
    try:
        dice.check_roll(pool, dd)
    except EngineError:
        return None
    exact = dice.chances(pool, dd)
    by_meaning = {
        meaning: float(sum(100 * chance for points, chance in exact.items() if dice.meaning(points) == meaning))
        for meaning in (dice.SUCCESS, dice.FAILED, dice.CRITICAL)
    }
    scores = [(points, float(100 * chance)) for points, chance in sorted(exact.items(), reverse=True)]
    return Chances(
        f"{pool}-{dd}", pool, dd, by_meaning[dice.SUCCESS], by_meaning[dice.FAILED], by_meaning[dice.CRITICAL], scores
    )
