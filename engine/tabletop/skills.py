"""Skills: free names with points (rules §2). Those here are the list that a table starts with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.tabletop.bounds import bounded, bounded_text
from engine.tabletop.numbers import MOST_NAME, MOST_STAT

ATHLETICS, CLIMBING = "Athletics", "Climbing"
CLOSE_COMBAT: Final = "Close Combat"  # special moves in contact without a malus (§3)
FAST_MOVEMENT: Final = "Fast Movement"  # physical moves out of contact
FRENCH: Final = {
    ATHLETICS: "Athlétisme",
    CLIMBING: "Escalade",
    CLOSE_COMBAT: "Combat rapproché",
    FAST_MOVEMENT: "Déplacements rapides",
}
STARTING: Final = tuple(FRENCH)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill that somebody has, by the name that the table gives it."""

    name: str
    points: int

    def __post_init__(self) -> None:
        bounded_text("name", self.name, MOST_NAME, least=1)
        bounded("points", self.points, 1, MOST_STAT)


def same(one: str, other: str) -> bool:
    """Whether two names mean the same skill: whatever the case, in English or in French."""
    return _key(one) == _key(other)


def points(skills: Iterable[Skill], name: str) -> int:
    """The points in a skill, 0 without it."""
    return next((skill.points for skill in skills if same(skill.name, name)), 0)


def _key(name: str) -> str:
    plain = " ".join(name.split()).casefold()
    return _ENGLISH.get(plain, plain)


_ENGLISH: Final = {french.casefold(): english.casefold() for english, french in FRENCH.items()}
