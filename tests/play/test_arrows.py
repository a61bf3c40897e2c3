"""Arrow outlines point where the arrow points, tell the reaches apart and stay inside the token."""

from __future__ import annotations

import re
from itertools import product

import pytest

from games.play.boards.arrows import arrow_path
from tests.each import each

DIRECTIONS = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)]
ANY = 9


def outlines(path: str) -> list[list[tuple[float, float]]]:
    """The points of each closed outline of a path."""
    assert re.fullmatch(r"(M[-\d. L]+Z)+", path)
    return [
        [(float(x), float(y)) for x, y in (point.split() for point in outline.split("L"))]
        for outline in re.findall(r"M([^Z]+)Z", path)
    ]


def points(path: str) -> list[tuple[float, float]]:
    return [point for outline in outlines(path) for point in outline]


@each(product(DIRECTIONS, [1, 2, ANY], [1, 2]))
def test_it_has_its_tip_at_the_edge_it_points_to(direction: tuple[int, int], reach: int, size: int) -> None:
    dx, dy = direction

    found = points(arrow_path(dx, dy, reach, size=size))

    tip = max(found, key=lambda p: p[0] * dx + p[1] * dy)
    assert tip == found[0]
    assert size / 2 + dx * size * 0.4 == pytest.approx(tip[0], abs=0.1 * size)
    assert size / 2 + dy * size * 0.4 == pytest.approx(tip[1], abs=0.1 * size)


@each(product(DIRECTIONS, [1, 2, ANY], [1, 2]))
def test_it_stays_inside_the_token_and_off_its_middle(direction: tuple[int, int], reach: int, size: int) -> None:
    found = points(arrow_path(*direction, reach, size=size))

    assert all(0 < x < size and 0 < y < size for x, y in found)
    assert all(abs(x - size / 2) > 0.15 * size or abs(y - size / 2) > 0.15 * size for x, y in found)


@each(DIRECTIONS)
def test_it_draws_one_chevron_two_chevrons_or_a_triangle(direction: tuple[int, int]) -> None:
    corners = [[len(outline) for outline in outlines(arrow_path(*direction, reach))] for reach in (1, 2, 3, ANY)]

    assert corners == [[6], [6, 6], [3], [3]]


def test_it_points_up_the_screen_for_a_negative_dy() -> None:
    assert arrow_path(0, -1, ANY) == "M0.500 0.050L0.615 0.175L0.385 0.175Z"


def test_it_turns_with_the_viewer() -> None:
    seen_by_first = points(arrow_path(1, -1, 2))
    seen_by_second = points(arrow_path(-1, 1, 2))

    turned = [pytest.approx((1 - x, 1 - y), abs=0.002) for x, y in seen_by_first]
    assert seen_by_second == turned


def test_it_is_larger_on_a_legend() -> None:
    small, legend = points(arrow_path(0, 1, 1)), points(arrow_path(0, 1, 1, size=2))

    assert legend[1][0] - legend[0][0] == pytest.approx(1.4 * (small[1][0] - small[0][0]), abs=0.002)


@pytest.mark.parametrize(("dx", "dy", "reach"), [(0, 0, 1), (2, 0, 1), (1, 1, 0), (0, 1, -1)])
def test_it_refuses_what_is_no_arrow(dx: int, dy: int, reach: int) -> None:
    with pytest.raises(ValueError, match="no arrow towards"):
        arrow_path(dx, dy, reach)
