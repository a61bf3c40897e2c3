"""A rating's history as the points of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT, EDGE = 600.0, 180.0, 8.0
STEP = 100  # between the lines of the grid
POINTS = 200  # at most: of a longer history every so-manieth is drawn


@dataclass(frozen=True, slots=True)
class Graph:
    """An SVG of WIDTH × HEIGHT: `line` for a polyline, `grid` (y, rating), and the last point."""

    line: str
    grid: tuple[tuple[float, int], ...]
    last: tuple[float, float]
    first_at: datetime
    last_at: datetime
    lowest: int
    highest: int
    width: float = WIDTH
    height: float = HEIGHT


def of(history: Sequence[tuple[datetime, float]]) -> Graph | None:
    """The graph of (when, rating), oldest first; None for fewer than two points."""
    if len(history) < 2:
        return None
    lowest = int(min(rating for _, rating in history) // STEP * STEP)
    highest = int(-(-max(rating for _, rating in history) // STEP) * STEP)
    highest = max(highest, lowest + STEP)
    began, ended = history[0][0], history[-1][0]
    span = (ended - began).total_seconds() or 1.0

    def point(when: datetime, rating: float) -> tuple[float, float]:
        x = EDGE + (WIDTH - 2 * EDGE) * (when - began).total_seconds() / span
        return round(x, 1), height(rating)

    def height(rating: float) -> float:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (rating - lowest) / (highest - lowest), 1)

    every = -(-len(history) // POINTS)
    shown = [*history[:-1][::every], history[-1]]
    points = [point(when, rating) for when, rating in shown]
    return Graph(
        line=" ".join(f"{x},{y}" for x, y in points),
        grid=tuple((height(rating), rating) for rating in range(lowest, highest + 1, STEP)),
        last=points[-1],
        first_at=began,
        last_at=ended,
        lowest=lowest,
        highest=highest,
    )
