"""A match's chances to win as the points of a drawing, and its account as the bars of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.analysis import Analysis, Side


@dataclass(frozen=True, slots=True)
class Point:
    """The position after `ply` plies at (x, y). `left` and `width` are the strip around it that can be pointed at.

    `chance`: of the first player, in percent. `size`: of the loss of the ply that led there, "" if it is not worth a
    mark. `lucky`: whether its draws changed much.
    """

    ply: int
    x: float
    y: float
    left: float
    width: float
    chance: int
    size: str = ""
    lucky: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """What `_winchart.html` draws: the first player's chance from the bottom, the other's from the top.

    `area` is the path of what lies below the line, `line` a polyline's points.
    """

    width: ClassVar[int] = 720
    height: ClassVar[int] = 200

    points: Sequence[Point]
    line: str
    area: str


def of(found: Analysis) -> Chart:
    """The chart of a match with at least one ply."""
    chances = [found.start + found.first_luck, *(ply.after for ply in found.plies)]
    step = Chart.width / (len(chances) - 1)
    points = []
    for number, chance in enumerate(chances):
        x = number * step
        left = max(0.0, x - step / 2)
        right = min(float(Chart.width), x + step / 2)
        ply = found.plies[number - 1] if number else None
        points.append(
            Point(
                ply=number,
                x=round(x, 1),
                y=round((1 - chance) * Chart.height, 1),
                left=round(left, 1),
                width=round(right - left, 1),
                chance=percent(chance),
                size=ply.size if ply else "",
                lucky=ply.lucky if ply else False,
            )
        )
    line = " ".join(f"{point.x},{point.y}" for point in points)
    return Chart(points, line, f"M0 {Chart.height}L{line}V{Chart.height}Z")


@dataclass(frozen=True, slots=True)
class Bar:
    """A step of an account: `value` in percent, drawn from `left` over `width` percent of the whole bar's length."""

    kind: str
    value: int
    left: float
    width: float

    @property
    def size(self) -> int:
        """The value without its sign."""
        return abs(self.value)


def account(side: Side) -> list[Bar]:
    """How a seat came from its chance at the start to its result, step by step, and the result without luck.

    Whole percents that add up: what rounding leaves over goes to the skill.
    """
    start, luck, result = percent(side.start), percent(side.luck), percent(side.result)
    ends = [
        ("start", 0, start),
        ("luck", start, start + luck),
        ("skill", start + luck, result),
        ("result", 0, result),
        ("adjusted", 0, result - luck),
    ]
    low = min(0, *(end for _kind, _begin, end in ends))
    span = max(100, *(end for _kind, _begin, end in ends)) - low
    return [
        Bar(
            kind,
            end - begin,
            round(100 * (min(begin, end) - low) / span, 1),
            round(100 * abs(end - begin) / span, 1),
        )
        for kind, begin, end in ends
    ]


def percent(share: float) -> int:
    """Whole percents."""
    return round(100 * share)
