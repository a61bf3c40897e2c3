"""Held items that work by themselves at the end of a round (rules §3).

The rules name berries and Leftovers, but no amounts: those here are the site's own. What is not listed is for the GM.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.tabletop.conditions import CONDITIONS


@dataclass(frozen=True, slots=True)
class Item:
    """`heals` so much Vitality, or that `share` of the maximum, once no more than `below` of it is left; `cures` these.

    `lasts`: it is not used up.
    """

    slug: str
    name: str
    french: str
    heals: int = 0
    share: Fraction = Fraction(0)
    below: Fraction = Fraction(1)
    cures: tuple[str, ...] = ()
    lasts: bool = False


_EXCLUSIVE: Final = tuple(condition.name for condition in CONDITIONS if condition.exclusive)
_HALF: Final = Fraction(1, 2)

ITEMS: Final = (
    Item("leftovers", "Leftovers", "Restes", share=Fraction(1, 16), lasts=True),
    Item("oran_berry", "Oran Berry", "Baie Oran", heals=5, below=_HALF),
    Item("sitrus_berry", "Sitrus Berry", "Baie Sitrus", heals=15, below=_HALF),
    Item("cheri_berry", "Cheri Berry", "Baie Ceriz", cures=("paralysis",)),
    Item("chesto_berry", "Chesto Berry", "Baie Maron", cures=("sleep",)),
    Item("pecha_berry", "Pecha Berry", "Baie Pêcha", cures=("poison", "bad_poison")),
    Item("rawst_berry", "Rawst Berry", "Baie Fraive", cures=("burn",)),
    Item("aspear_berry", "Aspear Berry", "Baie Willia", cures=("freeze",)),
    Item("persim_berry", "Persim Berry", "Baie Kika", cures=("confusion",)),
    Item("lum_berry", "Lum Berry", "Baie Prine", cures=(*_EXCLUSIVE, "confusion")),
)
BY_SLUG: Final = {item.slug: item for item in ITEMS}
