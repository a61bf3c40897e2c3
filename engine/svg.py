"""Plots as SVG, in the colours of whoever looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from engine.search.fit import Bin

SIZE, MARGIN = 320, 44
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#444}line,rect{stroke:#8888;fill:none}circle{fill:#2a6fdb}"
    "@media(prefers-color-scheme:dark){text{fill:#ccc}circle{fill:#7fb0ff}}"
)


def calibration(bins: Sequence[Bin], title: str) -> str:
    """Predicted chance to win (across) against result (up): on the diagonal where the prediction is true.

    The area of a point is its share of the positions.
    """
    total = sum(one.count for one in bins)
    marks = "".join(
        f'<circle cx="{_x(one.predicted)}" cy="{_y(one.result)}" r="{3 + 24 * (one.count / total) ** 0.5:.1f}">'
        f"<title>{one.predicted:.2f} predicted, {one.result:.2f} won, {one.count} positions</title></circle>"
        for one in bins
    )
    ticks = "".join(
        f'<text x="{_x(tenth / 10)}" y="{_y(0) + 18}" text-anchor="middle">{tenth * 10}</text>'
        f'<text x="{_x(0) - 8}" y="{_y(tenth / 10) + 4}" text-anchor="end">{tenth * 10}</text>'
        for tenth in range(0, 11, 2)
    )
    whole = SIZE + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}" height="{whole}" '
        f'role="img"><title>{escape(title)}</title><style>{STYLE}</style>'
        f'<rect x="{_x(0)}" y="{_y(1)}" width="{SIZE}" height="{SIZE}"/>'
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>{ticks}{marks}'
        f'<text x="{_x(0.5)}" y="24" text-anchor="middle">{escape(title)}</text>'
        f'<text x="{_x(0.5)}" y="{_y(0) + 36}" text-anchor="middle">predicted chance to win, %</text>'
        f'<text transform="translate(12 {_y(0.5)}) rotate(-90)" text-anchor="middle">won, %</text></svg>\n'
    )


def _x(share: float) -> float:
    return round(MARGIN + share * SIZE, 1)


def _y(share: float) -> float:
    return round(MARGIN + (1 - share) * SIZE, 1)
