"""Counts of rolls against their exact distribution."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.tabletop import dice
from engine.tabletop.observed import chi_square_tail, compare
from tests.each import each


def rolled(
    pool: int, dd: int, times: int, *, sides: tuple[int, ...] = tuple(range(1, 11)), seed: int = 1
) -> Counter[int]:
    rng = Random(seed)
    return Counter(dice.score(rng.choices(sides, k=pool), dd) for _ in range(times))


@each(
    [  # of printed tables
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (18.307, 10, 0.05),
        (24.996, 15, 0.05),
        (4.865, 10, 0.90),
        (149.449, 100, 0.001),
        (0, 7, 1),
    ]
)
def test_the_tail_of_chi_square_is_that_of_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=5e-5)


def test_what_is_expected_is_the_exact_distribution_of_each_roll() -> None:
    found = compare({(1, 6): {1: 6, 0: 3, -1: 1}, (2, 10): {2: 1, -2: 3}})

    assert found.rolls == 14
    expected = {line.what: line.expected for line in found.scores}
    assert expected[-1] == pytest.approx(10 * 0.1 + 4 * 2 * 0.1 * 0.8)
    assert expected[2] == pytest.approx(4 * 0.01)
    assert sum(expected.values()) == pytest.approx(14)
    assert [(line.what, line.observed) for line in found.meanings] == [("success", 7), ("failure", 3), ("critical", 4)]


def test_one_die_by_hand() -> None:
    """100 dice at DD 6: 50, 40 and 10 are expected of scores 1, 0 and −1."""
    found = compare({(1, 6): {1: 40, 0: 45, -1: 15}})

    assert found.chi_square == pytest.approx(100 / 50 + 25 / 40 + 25 / 10)
    assert found.freedom == 2
    assert found.chance == pytest.approx(chi_square_tail(5.125, 2))


def test_fair_dice_pass_and_loaded_dice_do_not() -> None:
    fair = compare({(5, 6): rolled(5, 6, 4000), (3, 7): rolled(3, 7, 4000, seed=2)})
    loaded = compare({(5, 6): rolled(5, 6, 4000, sides=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10))})

    assert fair.chance is not None
    assert fair.chance > 0.01
    assert loaded.chance is not None
    assert loaded.chance < 1e-9


@pytest.mark.parametrize("counts", [{}, {(5, 6): {2: 3}}, {(0, 6): {0: 400}}])
def test_too_few_rolls_tell_nothing(counts: dict[tuple[int, int], dict[int, int]]) -> None:
    assert compare(counts).chance is None
