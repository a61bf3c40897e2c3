"""Rolls that are asked for in a scene, as a viewer may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from games.players.models import Player
from games.tables.chances import Chances, chances_of
from games.tables.models import Log, RollRequest, Sheet
from games.tables.queries.fights import playing
from games.tables.queries.scenes import SceneSight


@dataclass(frozen=True, slots=True)
class Wanted:
    """A roll that is asked for; `mine`: of the viewer, whose dice come from `log`; `chances` as the sheet is now."""

    request: RollRequest
    mine: bool
    log: Log | None
    chances: Chances | None

    @property
    def takes_salt(self) -> bool:
        """Whether it is the first of its log for its maker, who may bring a salt."""
        return self.log is not None and not self.log.ply


def wanted(seen: SceneSight) -> list[Wanted]:
    """The rolls that are asked for, the viewer's first: at most two queries."""
    if seen.scene.closed_at or seen.of_table.table.closed:
        return []
    player = seen.of_table.player if seen.of_table.is_in else None
    found = seen.scene.requests.filter(post=None).select_related("sheet__owner")
    if not seen.of_table.is_gm:
        public = Q(audience=Log.Audience.ALL, sheet__secret=False)
        found = found.filter(public | Q(sheet__owner=player)) if player else found.filter(public)
    rows = list(found)
    mine = [row for row in rows if player and row.sheet.owner_id == player.pk]
    logs = _logs(seen, player) if mine and player else {}
    shown = [Wanted(row, row in mine, logs.get(row.audience), _chances(row)) for row in rows]
    return sorted(shown, key=lambda one: not one.mine)


def _chances(row: RollRequest) -> Chances | None:
    return chances_of(row.sheet.value.pool(row.stat, row.skill), row.dd)


def _logs(seen: SceneSight, player: Player) -> dict[str, Log]:
    """What the player's dice come from, by the audience that a roll is asked for with, as `services.rolls.draw` does.

    What a GM rolls in secret comes from the GMs' log, also if it was asked for before they led the table.
    """
    secret = Q(audience=Log.Audience.GMS) if seen.of_table.is_gm else Q(roller=player)
    found = seen.scene.logs.filter(Q(audience=Log.Audience.ALL) | secret, fight=None).select_related("secret")
    return {Log.Audience.ALL if log.audience == Log.Audience.ALL else Log.Audience.ROLLER: log for log in found}


def askable(seen: SceneSight) -> list[Sheet]:
    """The sheets for which a GM may ask for a roll: those that players of the table play."""
    if not (seen.of_table.is_gm and seen.writable):
        return []
    return list(seen.of_table.table.sheets.filter(owner__in=playing(seen.scene.table_id)).select_related("owner"))
