"""The arrows of a token as SVG paths, in the token's own units: one square is 1, y grows downwards.

One chevron is a reach of 1, two are 2, a filled triangle is any number of squares.
"""

from __future__ import annotations

from math import hypot

EDGE = 0.05  # from the tip of an arrow along a rank or file to the edge of its square
CORNER = 0.095  # the same for a diagonal, to both edges: the corners of a tile are round
LEGEND_SCALE = 1.4

CHEVRON = ((0.0, 0.0), (-0.068, 0.1), (-0.118, 0.1), (-0.05, 0.0), (-0.118, -0.1), (-0.068, -0.1))
SECOND_CHEVRON = tuple((along - 0.078, across) for along, across in CHEVRON)
TRIANGLE = ((0.0, 0.0), (-0.125, 0.115), (-0.125, -0.115))


def arrow_path(dx: int, dy: int, reach: int, *, size: int = 1) -> str:
    """The `d` of the path that shows an arrow towards (dx, dy), each -1, 0 or 1, y downwards as on the screen.

    `reach` is 1, 2 or more (any number of squares); `size` is the side of the token in squares (2: a legend).
    Raises ValueError if there is no such arrow.
    """
    if max(abs(dx), abs(dy)) != 1 or reach < 1:
        raise ValueError(f"no arrow towards ({dx}, {dy}) with reach {reach}")
    margin = CORNER if dx and dy else EDGE
    tip = (size / 2 + dx * (size / 2 - margin), size / 2 + dy * (size / 2 - margin))
    shapes = (TRIANGLE,) if reach > 2 else (CHEVRON, SECOND_CHEVRON)[:reach]
    return "".join(_outline(shape, tip, (dx, dy), LEGEND_SCALE if size > 1 else 1.0) for shape in shapes)


def _outline(
    shape: tuple[tuple[float, float], ...], tip: tuple[float, float], towards: tuple[int, int], scale: float
) -> str:
    """A closed outline; `shape` has its tip at the origin and points along its first axis."""
    length = hypot(*towards)
    ux, uy = towards[0] / length * scale, towards[1] / length * scale
    points = ((tip[0] + a * ux - b * uy, tip[1] + a * uy + b * ux) for a, b in shape)
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) + "Z"
