"""Rolls (rules §1): scores, and their exact distribution against counting, against dice, and at the limits."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol import NotationError
from engine.tabletop.dice import chances, meaning, score, success_chance, ways
from tests.each import each

ROLLS = 200_000


@pytest.mark.parametrize(
    ("dice", "dd", "points"),
    [([7, 1, 2, 6], 6, 1), ([10, 3, 1, 1], 8, -1), ([1, 1, 2], 1, 1), ([10, 10], 11, 0), ([1, 10], 12, -1), ([], 6, 0)],
)
def test_a_score_is_successes_less_failures(dice: list[int], dd: int, points: int) -> None:
    assert score(dice, dd) == points


def test_a_score_succeeds_fails_or_fails_critically() -> None:
    assert [meaning(points) for points in (3, 0, -1)] == ["success", "failure", "critical"]


@each(product(range(5), range(1, 13)))
def test_the_distribution_is_what_counting_every_roll_gives(pool: int, dd: int) -> None:
    counted: dict[int, int] = {}
    for roll in product(range(1, 11), repeat=pool):
        points = roll.count(1) * -1 + sum(die >= dd for die in roll)
        counted[points] = counted.get(points, 0) + 1

    assert dict(ways(pool, dd)) == counted
    assert chances(pool, dd) == {points: Fraction(count, 10**pool) for points, count in counted.items()}


@given(st.integers(0, 100), st.integers(1, 99))
def test_chances_add_up_to_one(pool: int, dd: int) -> None:
    found = chances(pool, dd)

    assert sum(found.values()) == 1
    assert list(found) == sorted(found)
    assert all(chance > 0 for chance in found.values())
    assert success_chance(pool, dd) == sum(chance for points, chance in found.items() if points > 0)


@pytest.mark.parametrize(("pool", "dd"), [(7, 6), (4, 9), (12, 7), (3, 1), (6, 2)])
def test_simulated_rolls_fit_the_exact_distribution(pool: int, dd: int) -> None:
    """Chi-square over all scores that are expected five times or more, the rest as one."""
    rng = Random(f"{pool} at {dd}")
    thrown = rng.choices(range(1, 11), k=ROLLS * pool)
    seen: dict[int, int] = {}
    for first in range(0, len(thrown), pool):
        points = score(thrown[first : first + pool], dd)
        seen[points] = seen.get(points, 0) + 1

    expected = {points: float(chance * ROLLS) for points, chance in chances(pool, dd).items()}
    assert set(seen) <= set(expected)
    often = {points: count for points, count in expected.items() if count >= 5}
    pairs = [(seen.get(points, 0), count) for points, count in often.items()]
    rest = ROLLS - sum(often.values())
    if rest > 1e-9:
        pairs.append((ROLLS - sum(count for count, _ in pairs), rest))
    chi_square = sum((found - wanted) ** 2 / wanted for found, wanted in pairs)

    freedom = len(pairs) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4, (chi_square, freedom)


def test_a_wrong_distribution_would_not_fit() -> None:
    """The same test finds a die that is loaded by a single per cent."""
    rng = Random(1)
    rolls = [score(rng.choices(range(1, 11), [100] * 9 + [110], k=7), 6) for _ in range(ROLLS // 4)]
    expected = {
        points: float(chance * len(rolls)) for points, chance in chances(7, 6).items() if chance > Fraction(1, 5000)
    }
    chi_square = sum((rolls.count(points) - wanted) ** 2 / wanted for points, wanted in expected.items())

    freedom = len(expected) - 1
    assert chi_square > freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize(
    ("pool", "dd", "words"),
    [(10_000, 6, "from 0 to 100 dice"), (-1, 6, "dice"), (3, 0, "difficulty is from 1 to 99"), (3, 100, "difficulty")],
)
def test_what_cannot_be_rolled_is_refused(pool: int, dd: int, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        chances(pool, dd)
