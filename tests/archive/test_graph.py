from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.archive.graph import LINES, POINTS, Graph, Point, of

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def history(*ratings: float, hours: int = 24) -> list[Point]:
    """A rating after each of matches that were `hours` apart."""
    return [Point(BEGAN + timedelta(hours=hours * number), rating) for number, rating in enumerate(ratings)]


def drawn(graph: Graph) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in graph.line.split())]


@pytest.mark.parametrize("ratings", [(), (1500.0,)])
def test_fewer_than_two_points_make_no_graph(ratings: tuple[float, ...]) -> None:
    assert of(history(*ratings)) is None


def test_points_stand_at_their_time_and_rating() -> None:
    graph = of(history(1500, 1600, 1550, 1525, 1500))

    assert graph
    assert graph.grid[0] == (Graph.bottom, 1500)
    assert graph.grid[-1] == (Graph.top, 1600)
    span, height = Graph.right - Graph.left, Graph.bottom - Graph.top
    assert drawn(graph) == [
        (Graph.left, Graph.bottom),
        (Graph.left + span / 4, Graph.top),
        (Graph.left + span / 2, Graph.bottom - height / 2),
        (Graph.left + 3 * span / 4, Graph.bottom - height / 4),
        (Graph.right, Graph.bottom),
    ]


def test_it_knows_what_it_spans() -> None:
    graph = of(history(1500, 1612.5, 1490))

    assert graph
    assert (graph.first_at, graph.last_at) == (BEGAN, BEGAN + timedelta(days=2))
    assert (graph.lowest, graph.highest) == (1490, 1612.5)
    assert graph.last == drawn(graph)[-1]


def test_a_rating_that_never_moved_lies_on_the_axis() -> None:
    graph = of(history(1500, 1500))

    assert graph
    assert drawn(graph) == [(Graph.left, Graph.bottom), (Graph.right, Graph.bottom)]


def test_matches_that_ended_at_one_moment_are_drawn_where_they_end() -> None:
    graph = of(history(1500, 1600, hours=0))

    assert graph
    assert drawn(graph) == [(Graph.right, Graph.bottom), (Graph.right, Graph.top)]


@given(st.lists(st.floats(-500, 4000, allow_subnormal=False), min_size=2, max_size=600))
def test_any_history_fits_the_drawing(ratings: list[float]) -> None:
    graph = of(history(*ratings))

    assert graph
    points = drawn(graph)
    assert len(points) <= POINTS
    assert points[0][0] == Graph.left
    assert points[-1][0] == Graph.right
    assert all(Graph.left <= x <= Graph.right and Graph.top <= y <= Graph.bottom for x, y in points)
    assert [x for x, _y in points] == sorted(x for x, _y in points)


@given(st.floats(-500, 4000, allow_subnormal=False), st.floats(0, 3000, allow_subnormal=False))
def test_the_grid_has_few_round_numbers_around_all_ratings(lowest: float, range_: float) -> None:
    graph = of(history(lowest, lowest + range_))

    assert graph
    marks = [mark for _y, mark in graph.grid]
    assert 2 <= len(marks) <= LINES
    assert marks[0] <= lowest
    assert lowest + range_ <= marks[-1]
    assert all(mark % 25 == 0 for mark in marks)


def test_a_long_history_keeps_its_ends() -> None:
    graph = of(history(*range(1000, 2001)))

    assert graph
    assert len(drawn(graph)) <= POINTS
    assert drawn(graph)[0] == (Graph.left, Graph.bottom)
    assert drawn(graph)[-1] == (Graph.right, Graph.top)
