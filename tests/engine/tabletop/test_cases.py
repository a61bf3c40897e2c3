"""The written cases of the rules."""

from __future__ import annotations

from fractions import Fraction

from engine.tabletop import capture, experience
from engine.tabletop.chart import times
from engine.tabletop.damage import lost
from engine.tabletop.dice import chances
from engine.tabletop.numbers import STAB
from engine.tabletop.precision import precision
from tests.each import each
from tests.engine.tabletop.fights import CASES, Case


@each(CASES["dice"], name=lambda case: f"{case['pool']} at {case['dd']}")
def test_the_chances_of_every_score(case: Case) -> None:
    found = {str(score): str(chance) for score, chance in chances(case["pool"], case["dd"]).items()}

    assert found == case["chance"]


@each(CASES["capture"], name=lambda case: f"{case['dice']} at {case['dd']}")
def test_the_chance_of_a_capture(case: Case) -> None:
    assert capture.chance(case["dice"], case["dd"]) == Fraction(case["chance"])


@each(CASES["precision"])
def test_precision_after_raisings_and_lowerings(case: Case) -> None:
    assert precision(case["base"], case["ups"], case["downs"]) == case["now"]


@each(CASES["types"])
def test_what_types_make_of_an_attack(case: Case) -> None:
    assert times(case["attack"], case["defender"]) == Fraction(case["times"])


@each(CASES["damage"])
def test_vitality_lost(case: Case) -> None:
    stab = STAB if case["stab"] else Fraction(1)

    assert lost(case["damage_score"], stab, Fraction(case["times"]), case["endure_score"]) == case["lost"]


@each(CASES["costs"])
def test_costs(case: Case) -> None:
    assert experience.skill_cost(case["n"]) == case["skill"]
    assert experience.ev_cost(case["n"]) == case["ev"]
    assert experience.level_cost(case["level_from"]) == case["level_cost"]


def test_the_cases_are_all_here() -> None:
    assert {name: len(cases) for name, cases in CASES.items()} == dict.fromkeys(CASES, 12)
    assert set(CASES) == {"dice", "capture", "precision", "types", "damage", "costs"}
