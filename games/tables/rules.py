"""What the page of rules shows: words for people, numbers from the engine."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.tabletop import capture, chart, dice, experience, numbers
from engine.tabletop.conditions import CONDITIONS, Condition

POOLS = (1, 2, 3, 4, 5, 6, 8, 10, 12)  # dice whose chances are shown
DIFFICULTIES = range(4, 11)

EFFECTS = {
    "burn": _("Strength is halved."),
    "poison": _("Nothing else."),
    "bad_poison": _("The loss grows: once, twice, three times …"),
    "paralysis": _("One action in two is lost, and with it the round’s reactions. Dexterity is a quarter."),
    "freeze": _("Can do nothing. Thaws with 10 % a round, when hit by fire, or by a fiery move of its own."),
    "sleep": _(
        "Uses no move but Snore and Sleep Talk. Wakes with 20 % before each action, at the latest at the seventh."
    ),
    "confusion": _("One action in two it hurts itself instead. Ends after one to four rounds."),
    "attraction": _("One action in two it does not attack the one it is attracted to."),
    "curse": _("Put on by a ghost’s Curse; lasts until the fight ends."),
    "fear": _("Uses no move this round; only sets in before it has acted."),
}


@dataclass(frozen=True, slots=True)
class ShownCondition:
    """One condition: what it does, costs, and how much easier it makes a capture."""

    kind: Condition
    effect: Promise
    capture: int

    @property
    def part(self) -> int:
        """It costs one part in so many of the maximum Vitality a round; 0: nothing."""
        return self.kind.loss.denominator if self.kind.loss else 0


@dataclass(frozen=True, slots=True)
class TypeChart:
    """A square of what the row's attack does to the column's type: "2", "½", "0", or "" for once."""

    types: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def rules() -> dict[str, Any]:
    """Everything that the template needs."""
    return {
        "numbers": {name: getattr(numbers, name) for name in dir(numbers) if name.isupper()},
        "difficulties": DIFFICULTIES,
        "chances": [(pool, [_percent(dice.success_chance(pool, dd)) for dd in DIFFICULTIES]) for pool in POOLS],
        "charts": [_chart(count) for count in chart.CHARTS],
        "conditions": [
            ShownCondition(kind, EFFECTS[kind.name], numbers.CAPTURE_CONDITION.get(kind.name, 0)) for kind in CONDITIONS
        ],
        "balls": [
            (ball, pool, [_percent(capture.chance(pool, dd)) for dd in DIFFICULTIES])
            for ball, pool in numbers.BALLS.items()
        ],
        "awards": numbers.AWARDS,
        "skill_costs": [experience.skill_cost(points) for points in range(4)],
        "ev_costs": [experience.ev_cost(bought) for bought in range(3)],
    }


def _chart(count: int) -> TypeChart:
    types = chart.types(count)
    marks = {Fraction(1): "", Fraction(1, 2): "½"}
    rows = ((attack, tuple(marks.get(times, str(times)) for times in _times(attack, types, count))) for attack in types)
    return TypeChart(types, tuple(rows))


def _times(attack: str, types: tuple[str, ...], count: int) -> list[Fraction]:
    return [chart.times(attack, [defender], count) for defender in types]


def _percent(chance: Fraction) -> str:
    """Whole per cents, but never 0 or 100 for what is not certain."""
    if 0 < chance < Fraction(1, 100):
        return "<1"
    if Fraction(99, 100) < chance < 1:
        return ">99"
    return str(round(100 * chance))
