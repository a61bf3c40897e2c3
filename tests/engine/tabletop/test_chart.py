"""The types (rules §7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from engine.tabletop.chart import CHARTS, TYPES, TYPES_18, stab, times, types
from engine.tabletop.terms import TYPES as TERMS


def test_the_chart_has_as_many_cells_as_the_rules_say() -> None:
    assert Counter(CHARTS[17].values()) == {Fraction(2): 46, Fraction(1, 2): 57, Fraction(0): 7}
    assert len(TYPES) == 17


def test_every_cell_is_about_known_types() -> None:
    for count, chart in CHARTS.items():
        assert {one for pair in chart for one in pair} <= set(types(count))


@pytest.mark.parametrize(
    ("attack", "defender", "product"),
    [
        ("grass", ("bug", "water"), 1),
        ("electric", ("water", "flying"), 4),
        ("fighting", ("dark", "ice"), 4),
        ("ghost", ("normal", "psychic"), 0),
        ("grass", ("steel", "dragon"), Fraction(1, 4)),
        ("", ("ghost",), 1),
        ("fire", (), 1),
    ],
)
def test_types_multiply(attack: str, defender: tuple[str, ...], product: Fraction) -> None:
    assert times(attack, defender) == product


def test_a_shared_type_makes_an_attack_stronger() -> None:
    assert stab("fighting", ("fighting",)) * times("fighting", ("dark", "ice")) == 6
    assert stab("fire", ("water", "fire")) == Fraction(3, 2)
    assert stab("fire", ("water",)) == stab("", ("",)) == 1


def test_what_the_switch_to_18_types_changes() -> None:
    changed = {pair: CHARTS[18].get(pair, Fraction(1)) for pair in {*CHARTS[17], *CHARTS[18]}}
    changed = {pair: value for pair, value in changed.items() if value != CHARTS[17].get(pair, Fraction(1))}

    half, twice, none = Fraction(1, 2), Fraction(2), Fraction(0)
    assert changed == {
        ("ghost", "steel"): Fraction(1),
        ("dark", "steel"): Fraction(1),
        **{("fairy", one): twice for one in ("fighting", "dragon", "dark")},
        **{("fairy", one): half for one in ("fire", "poison", "steel")},
        **{(one, "fairy"): twice for one in ("poison", "steel")},
        **{(one, "fairy"): half for one in ("fighting", "bug", "dark")},
        ("dragon", "fairy"): none,
    }
    assert times("dragon", ("fairy",)) == 1
    assert times("dragon", ("fairy",), 18) == 0


def test_every_type_has_a_name_in_both_languages() -> None:
    assert set(TERMS) == set(TYPES_18)
