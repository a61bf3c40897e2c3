"""Sheets as a viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from engine.tabletop import sheets
from engine.tabletop.experience import ev_cost, level_cost
from engine.tabletop.stats import RAISED_BY_EV, STATS
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Sheet, SheetChange
from games.tables.queries.tables import Sight, sight


@dataclass(frozen=True, slots=True)
class Line:
    """A stat of a sheet: what it is with EV, how many EV are in it, and how many EV it could have."""

    slug: str
    value: int
    ev: int


@dataclass(frozen=True, slots=True)
class Prices:
    """What the next of each costs in PX; `skills` by name; `level` is None for a trainer."""

    ev: int
    level: int | None
    skills: list[tuple[str, int]]
    new_skill: int


def visible(seen: Sight) -> QuerySet[Sheet]:
    """The sheets of a table that its viewer may see."""
    found = seen.table.sheets.select_related("owner")
    if seen.is_gm:
        return found
    if not seen.may_read:
        return found.none()
    public = Q(secret=False)
    return found.filter(public | Q(owner=seen.player)) if seen.player and seen.is_in else found.filter(public)


def rollable(seen: Sight) -> list[Sheet]:
    """The sheets that the viewer may roll for: their own, a GM all."""
    if not seen.is_in:
        return []
    return list(seen.table.sheets.all() if seen.is_gm else seen.table.sheets.filter(owner=seen.player))


def speakers(seen: Sight, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Of the sheets that the viewer may roll for, whose words they may post: none that others must not know of."""
    return [one for one in sheets if not one.secret] if seen.is_in else []


def sheet_for(player: Player | None, sheet_id: int) -> tuple[Sight, Sheet]:
    """A sheet that somebody may see. Raises Http404."""
    found = Sheet.objects.select_related("table").filter(pk=sheet_id).first()
    if found is None:
        raise Http404("There is no such sheet.")
    seen = sight(found.table, player)
    sheet = visible(seen).filter(pk=sheet_id).first()
    if sheet is None:
        raise Http404("There is no such sheet.")
    return seen, sheet


def lines(value: sheets.Sheet) -> list[Line]:
    """The five stats of a sheet."""
    return [Line(stat, value.stats.get(stat), getattr(value.ev, stat)) for stat in STATS]


def prices(value: sheets.Sheet) -> Prices:
    """What its PX may buy."""
    return Prices(
        ev_cost(value.ev_bought),
        None if value.trainer else level_cost(value.level),
        [(skill.name, sheets.skill_price(value, skill.name)) for skill in value.skills],
        sheets.skill_price(value, ""),
    )


def raisable() -> list[str]:
    """What an EV can go into."""
    return list(RAISED_BY_EV)


def history(sheet: Sheet) -> list[SheetChange]:
    """What was done to a sheet, the last first."""
    return list(sheet.changes.select_related("player"))


def fight_of(sheet: Sheet) -> Fight | None:
    """The fight that a sheet is in while it goes on."""
    return Fight.objects.filter(entrants__sheet=sheet, ended_at=None).first()
