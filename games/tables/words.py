"""The words of the rules in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language

from engine.tabletop import skills, terms
from engine.tabletop.moves import Move
from engine.tabletop.species import species

KINDS: dict[str, terms.Terms] = {
    "stat": terms.STATS,
    "type": terms.TYPES,
    "condition": terms.CONDITIONS,
    "category": terms.CATEGORIES,
    "item": terms.ITEM_NAMES,
    "skill": terms.SKILLS,
    "move": terms.MOVES,
    "award": terms.AWARDS,
    "ball": terms.BALLS,
    "order": terms.ORDERS,
}


def term(word: str, kind: str) -> str:
    """What the rules call something; a word that they do not have stays as it is."""
    english, french = KINDS[kind].get(word, (word, word))
    return french if _french() else english


def move_name(move: Move) -> str:
    """A move by its name: the rules' word where they have one, else the table's."""
    own = term(move.slug, "move")
    return move.name if own == move.slug else own


def starting_skills(own: Sequence[skills.Skill] = ()) -> list[str]:
    """The skills that a table starts with, by name, without those that somebody has as their own."""
    return sorted(term(name, "skill") for name in skills.STARTING if not skills.points(own, name))


def species_name(slug: str) -> str:
    """A species by its name; one that GMs have made by what its slug tells of its name."""
    found = species().get(slug)
    if found is None:
        return slug.replace("_", " ").title()
    return found.french if _french() else found.name


def _french() -> bool:
    return (get_language() or "").startswith("fr")
