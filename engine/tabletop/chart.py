"""The types and what they do to each other (rules §7): data, and one product."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from engine.tabletop.numbers import STAB, TIMES_NONE, TIMES_STRONG, TIMES_WEAK

TYPELESS: Final = ""
FAIRY: Final = "fairy"

# attack: ×2 on; ×½ on; ×0 on
_ROWS: Final = {
    "normal": ("", "rock steel", "ghost"),
    "fire": ("grass ice bug steel", "fire water rock dragon", ""),
    "water": ("fire ground rock", "water grass dragon", ""),
    "electric": ("water flying", "electric grass dragon", "ground"),
    "grass": ("water ground rock", "fire grass poison flying bug dragon steel", ""),
    "ice": ("grass ground flying dragon", "fire water ice steel", ""),
    "fighting": ("normal ice rock dark steel", "poison flying psychic bug", "ghost"),
    "poison": ("grass", "poison ground rock ghost", "steel"),
    "ground": ("fire electric poison rock steel", "grass bug", "flying"),
    "flying": ("grass fighting bug", "electric rock steel", ""),
    "psychic": ("fighting poison", "psychic steel", "dark"),
    "bug": ("grass psychic dark", "fire fighting poison flying ghost steel", ""),
    "rock": ("fire ice flying bug", "fighting ground steel", ""),
    "ghost": ("psychic ghost", "dark steel", "normal"),
    "dragon": ("dragon", "steel", ""),
    "dark": ("psychic ghost", "fighting dark steel", ""),
    "steel": ("ice rock", "fire water electric steel", ""),
}
# the switch to 18 types: what changes
_ROWS_18: Final = {
    "ghost": ("psychic ghost", "dark", "normal"),
    "dark": ("psychic ghost", "fighting dark fairy", ""),
    "fairy": ("fighting dragon dark", "fire poison steel", ""),
    "poison": ("grass fairy", "poison ground rock ghost", "steel"),
    "steel": ("ice rock fairy", "fire water electric steel", ""),
    "fighting": ("normal ice rock dark steel", "poison flying psychic bug fairy", "ghost"),
    "bug": ("grass psychic dark", "fire fighting poison flying ghost steel fairy", ""),
    "dragon": ("dragon", "steel", "fairy"),
}

TYPES: Final = tuple(_ROWS)
TYPES_18: Final = (*TYPES, FAIRY)
_TIMES: Final = (TIMES_STRONG, TIMES_WEAK, TIMES_NONE)

Chart = Mapping[tuple[str, str], Fraction]  # (attack, defender) -> times; what is not in it is 1


def _chart(rows: Mapping[str, tuple[str, str, str]]) -> Chart:
    return {
        (attack, defender): times
        for attack, row in rows.items()
        for times, defenders in zip(_TIMES, row, strict=True)
        for defender in defenders.split()
    }


CHARTS: Final = {len(TYPES): _chart(_ROWS), len(TYPES_18): _chart(_ROWS | _ROWS_18)}  # by the number of types


def types(count: int) -> tuple[str, ...]:
    """The types of a table with 17 or 18 of them."""
    return TYPES_18 if count == len(TYPES_18) else TYPES


def times(attack: str, defender: Iterable[str], count: int = len(TYPES)) -> Fraction:
    """What a defender's types make of an attack's type, multiplied; 1 for a typeless attack."""
    product = Fraction(1)
    for own in defender:
        product *= CHARTS[count].get((attack, own), 1)
    return product


def stab(attack: str, attacker: Iterable[str]) -> Fraction:
    """The bonus of an attack that shares a type with its user (rules §3)."""
    return STAB if attack != TYPELESS and attack in attacker else Fraction(1)
