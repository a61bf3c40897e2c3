"""What a round can cost, over every course that its dice can take, against what the rules' formulas say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import floor

import pytest

from engine.tabletop.conditions import Status
from engine.tabletop.fight import Fight
from engine.tabletop.game import GAME
from engine.tabletop.moves import Move
from engine.tabletop.orders import Round
from tests.engine.tabletop.fights import awaits_die, fight, fighter, plan, stats, use

Odds = Mapping[int, Fraction]


def courses(state: Fight, dds: Collection[int], chance: Fraction = Fraction(1)) -> Iterator[tuple[Fight, Fraction]]:
    """Every end of what chance does with a state, and how likely it is.

    Sides of which none of the difficulties can tell one from the other are tried once, with their weights together.
    """
    if not awaits_die(state):
        yield state, chance
        return
    sides = [int(side) for side, _ in GAME.chance_outcomes(state)]
    alike = Counter(max((one for one in (1, 2, *dds) if one <= side), default=1) for side in sides)
    for side, weight in alike.items():
        yield from courses(GAME.apply(state, side), dds, chance * Fraction(weight, len(sides)))


def roll(pool: int, dd: int) -> Odds:
    """A score's probabilities by counting."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for dice in product(range(1, 11), repeat=pool):
        found[sum(die >= dd for die in dice) - dice.count(1)] += Fraction(1, 10**pool)
    return found


def attack(dd: int, damage_dd: int, *, endures: int = 0, dodges: int = 0, guard: int = 6) -> Odds:
    """The Vitality that an attack of one die of Strength costs."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for points, hits in roll(1, dd).items():
        if points <= 0:
            found[0] += hits
            continue
        dodged = sum((chance for score, chance in roll(dodges, guard).items() if score > points), Fraction(0))
        found[0] += hits * dodged
        for damage, chance in roll(1 + points, damage_dd).items():
            for endured, likely in roll(endures, guard).items():
                lost = 0 if damage <= 0 else max(0, floor(damage * Fraction(3, 2)) - endured)
                found[lost] += hits * (1 - dodged) * chance * likely
    return {lost: chance for lost, chance in found.items() if chance}


PUNCH = Move("punch", "Punch", "fighting", "physical", 1, 1)
BLUNT = Move("blunt", "Blunt", "fighting", "physical", 1, 1, 50, critical=True)


@pytest.mark.parametrize(
    ("move", "contact", "waits", "met", "dds", "rolls"),
    [
        (PUNCH, True, False, "none", (6, 6), {}),
        (PUNCH, True, False, "endure", (6, 6), {"endures": 1}),
        (PUNCH, True, True, "endure", (6, 6), {"endures": 1, "guard": 4}),
        (PUNCH, False, False, "dodge", (8, 6), {"dodges": 2}),
        (PUNCH, False, True, "dodge", (8, 6), {"dodges": 2, "guard": 4}),
        (BLUNT, True, False, "endure", (8, 5), {"endures": 1}),
        (BLUNT, False, False, "none", (10, 5), {}),
    ],
)
def test_an_attack_costs_what_the_formulas_say(
    move: Move, contact: bool, waits: bool, met: str, dds: tuple[int, int], rolls: dict[str, int]
) -> None:
    state = fight(
        fighter("a", move, stats=stats(1), types=("fighting",), initiative=9),
        fighter("b", stats=stats(1, dexterity=2), types=("ice", "bug"), waiting=waits, initiative=5),
        contact=contact,
    )

    found: dict[int, Fraction] = defaultdict(Fraction)
    begun = GAME.apply(state, Round((use("a", move.slug, "b"), plan("b", meets=met))))
    for end, chance in courses(begun, {*dds, rolls.get("guard", 6)}):
        found[40 - end.fighter("b").vitality] += chance

    assert found == attack(*dds, **rolls)
    assert sum(found.values()) == 1


def test_the_chances_of_conditions_are_those_of_the_rules() -> None:
    wink = Move("wink", "Wink", "normal", "other", 1)

    def acts(*statuses: Status) -> Fraction:
        state = fight(fighter("a", wink, initiative=9, statuses=statuses), fighter("b", initiative=5))
        ends = courses(GAME.apply(state, Round((use("a", "wink", "b"),))), {11, 21, 51})
        return sum((chance for end, chance in ends if end.fighter("a").energy < 20), Fraction(0))

    assert acts() == 1
    assert acts(Status("paralysis")) == Fraction(1, 2)
    assert acts(Status("confusion", 3)) == Fraction(1, 2)
    assert acts(Status("freeze")) == Fraction(1, 10)
    assert acts(Status("sleep", 2)) == Fraction(1, 5)
    assert acts(Status("sleep", 6)) == 1
    assert acts(Status("attraction", by="b")) == Fraction(1, 2)
