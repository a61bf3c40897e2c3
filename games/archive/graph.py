"""A rating's history as the points of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from typing import ClassVar

STEPS = (25, 50, 100, 200, 500, 1000)  # between the lines of the grid
LINES = 6  # at most, so that their numbers stay apart
POINTS = 200  # at most: of a longer history every so-manieth is drawn


@dataclass(frozen=True, slots=True)
class Point:
    """A rating, and since when it is that."""

    at: datetime
    rating: float


@dataclass(frozen=True, slots=True)
class Graph:
    """What `_graph.html` draws. `line` is a polyline's points, `grid` has (y, rating), `last` is the latest point.

    The lines lie between left and right, top and bottom of a drawing of width × height.
    """

    width: ClassVar[int] = 320
    height: ClassVar[int] = 140
    left: ClassVar[int] = 34
    right: ClassVar[int] = 314
    top: ClassVar[int] = 8
    bottom: ClassVar[int] = 114

    line: str
    grid: tuple[tuple[float, int], ...]
    last: tuple[float, float]
    history: Sequence[Point]

    @property
    def first_at(self) -> datetime:
        """Where the axis of time begins."""
        return self.history[0].at

    @property
    def last_at(self) -> datetime:
        """Where it ends."""
        return self.history[-1].at

    @property
    def lowest(self) -> float:
        """The worst rating there was."""
        return min(point.rating for point in self.history)

    @property
    def highest(self) -> float:
        """The best one."""
        return max(point.rating for point in self.history)


def of(history: Sequence[Point]) -> Graph | None:
    """The graph of a history, oldest first; None for fewer than two points."""
    if len(history) < 2:
        return None
    marks = _marks(min(point.rating for point in history), max(point.rating for point in history))
    began, span = history[0].at, (history[-1].at - history[0].at).total_seconds()

    def x(at: datetime) -> float:
        part = (at - began).total_seconds() / span if span else 1.0
        return round(Graph.left + (Graph.right - Graph.left) * part, 1)

    def y(rating: float) -> float:
        return round(Graph.bottom - (Graph.bottom - Graph.top) * (rating - marks[0]) / (marks[-1] - marks[0]), 1)

    points = [(x(point.at), y(point.rating)) for point in _thinned(history)]
    return Graph(
        line=" ".join(f"{left},{top}" for left, top in points),
        grid=tuple((y(mark), mark) for mark in marks),
        last=points[-1],
        history=history,
    )


def _marks(lowest: float, highest: float) -> range:
    """Round numbers from at most the lowest to at least the highest rating: two or more, at most LINES if it can be."""
    for step in STEPS:
        first, last = floor(lowest / step), max(ceil(highest / step), floor(lowest / step) + 1)
        if last - first < LINES:
            break
    return range(first * step, last * step + 1, step)


def _thinned(history: Sequence[Point]) -> list[Point]:
    """At most POINTS of it, the latest always."""
    every = -(-(len(history) - 1) // (POINTS - 1))
    return [*history[:-1:every], history[-1]]
