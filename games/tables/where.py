"""What is wrong with a sheet, and where, in words instead of the names of its fields."""

from __future__ import annotations

import re

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.protocol import EngineError, NotationError
from engine.tabletop import terms
from games.play.words import reason, said
from games.tables.words import term

SHEET = "sheet"
FIELDS: dict[str, Promise] = {
    SHEET: _("The sheet"),
    "name": _("Name"),
    "trainer": _("Trainer or not"),
    "base": _("Stats without EV"),
    "base_vitality": _("Vitality without EV"),
    "base_energy": _("Energy without EV"),
    "species": _("Species"),
    "types": _("Types"),
    "level": _("Level"),
    "ev": _("EV"),
    "total": _("altogether"),
    "skill_ev": _("EV in skills"),
    "px": _("PX"),
    "stats": _("Stats"),
    "skills": _("Skills"),
    "points": _("points"),
    "moves": _("Moves"),
    "items": _("Items"),
    "statuses": _("Conditions"),
    "slug": _("name in orders"),
    "type": _("Type"),
    "category": _("Category"),
    "pool": _("Dice"),
    "range": _("Range"),
    "critical": _("High critical rate"),
    "effects": _("Effects"),
    "awards": _("Awards"),
}


def wrong(error: EngineError) -> str:
    """What is wrong, for people; of a value that cannot be, with where in the sheet it stands."""
    if not isinstance(error, NotationError):
        return reason(error)
    return gettext("{where}: {what}").format(where=where(error.field), what=said(error.args[0].values["message"]))


def where(path: str) -> str:
    """A field as in "sheet.skills[2].points" in words; what no sheet has, and a skill, stays as it is called."""
    parts = []
    for name, number in re.findall(r"([^.\[\]]+)(?:\[(\d+)\])?", path.removeprefix(f"{SHEET}.")):
        words = term(name, "stat") if name in terms.STATS else str(FIELDS.get(name, name))
        parts.append(gettext("{list}, no. {number}").format(list=words, number=int(number) + 1) if number else words)
    return ", ".join(parts)
