"""How the dice fell: counts of what was rolled, each viewer's part of it.

A table's rolls are counted when somebody asks, since each viewer sees others: one walk along the index of its own
logs. The whole site's are kept counted (`Tally`), so its page costs as much after a million rolls as after a hundred.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count

from engine.tabletop.observed import Comparison, Line, compare
from games.tables.models import Log, Roll, Tally
from games.tables.queries.scenes import of_viewer
from games.tables.queries.tables import Sight

LEAST_SHOWN = 0.5  # rolls expected of a score that never came
MOST_POOLS = 12  # offered by themselves, those that were rolled most

Pool = tuple[int, int]  # dice and DD
Counts = dict[Pool, dict[int, int]]


@dataclass(frozen=True, slots=True)
class Bar:
    """A line with its bars: the lengths of what was observed and of what was expected, in per cent of the longest."""

    line: Line
    observed: float
    expected: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """Rolls compared with their chances; `pools` can be looked at by themselves: each with how often it was rolled."""

    compared: Comparison
    scores: list[Bar]
    meanings: list[Bar]
    pools: list[tuple[Pool, int]]
    only: Pool | None


def of_table(seen: Sight) -> Counts:
    """The rolls of a table that its viewer may see, fights left out."""
    logs = of_viewer(seen, Log.objects.filter(scene__table=seen.table))
    rows = Roll.objects.filter(log__in=logs).order_by().values_list("pool", "dd", "score")
    return _counts(rows.annotate(times=Count("pk")))


def of_site() -> Counts:
    """The rolls of all tables that anybody could see when they were made."""
    return _counts(Tally.objects.values_list("pool", "dd", "score", "count"))


def _counts(rows: Iterable[tuple[int, int, int, int]]) -> Counts:
    found: Counts = {}
    for pool, dd, score, times in rows:
        found.setdefault((pool, dd), {})[score] = times
    return found


def fairness(counts: Counts, only: Pool | None) -> Fairness:
    """Compare them, or those of one pool if it was rolled at all."""
    often = sorted(((pool, sum(own.values())) for pool, own in counts.items()), key=lambda one: (-one[1], one[0]))
    only = only if only in counts else None
    compared = compare({pool: own for pool, own in counts.items() if only in (None, pool)})
    return Fairness(
        compared, _bars(_worth_showing(compared.scores)), _bars(compared.meanings), often[:MOST_POOLS], only
    )


def _worth_showing(scores: Sequence[Line]) -> Sequence[Line]:
    """From the first score that came or might well have come to the last."""
    places = [place for place, line in enumerate(scores) if line.observed or line.expected >= LEAST_SHOWN]
    return scores[places[0] : places[-1] + 1] if places else []


def _bars(lines: Iterable[Line]) -> list[Bar]:
    found = list(lines)
    longest = max((max(line.observed, line.expected) for line in found), default=0) or 1
    return [Bar(line, 100 * line.observed / longest, 100 * line.expected / longest) for line in found]
