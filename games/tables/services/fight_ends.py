"""How a fight ends, and what of it stays: on sheets, and with whom a Pokémon goes that was caught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from engine.tabletop import sheets
from engine.tabletop.fight import Fight as State
from engine.tabletop.fighter import CAUGHT, to_sheet
from engine.tabletop.orders import End
from games.play.errors import Refused
from games.play.services import draws
from games.players.models import Player
from games.tables.fight_models import Entrant, Fight
from games.tables.models import Member, Scene, Sheet
from games.tables.queries.balls import carriers
from games.tables.queries.fight_log import throws
from games.tables.queries.fights import state_of
from games.tables.services import balls, fight_log
from games.tables.services.door import check_gm, locked, locked_fight
from games.tables.services.fight_rounds import check_going_on, everybody, note_awaited, take_back, tell
from games.tables.services.sheets import store


def end(*, fight_id: int, player: Player, phase: int, now: datetime) -> Fight:
    """A GM ends the fight: sheets take over what it has cost, and its dice can be checked.

    Raises NotYours, Stale, and Refused while somebody is asked how to meet an attack.
    """
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        check_going_on(fight, phase)
        if state_of(fight).pending is not None:
            raise Refused(_("The round is being resolved: wait for the answer, or undo the round first."))
        _end(fight, player=player, now=now)
    return fight


def stop(scenes: list[Scene], *, now: datetime) -> None:
    """End what is still going on in locked scenes that close; a round that waits for an answer is taken back."""
    going_on = Fight.objects.filter(scene__in=scenes, ended_at=None)
    by_id = {scene.pk: scene for scene in scenes}
    for fight_id in list(going_on.order_by("pk").values_list("pk", flat=True)):
        fight = locked(fight_id)
        fight.scene = by_id[fight.scene_id]
        if state_of(fight).pending is not None:
            take_back(fight, player=None, now=now)
        _end(fight, player=None, now=now)


def _end(fight: Fight, *, player: Player | None, now: datetime) -> None:
    state = fight_log.advance(fight, End(), player=player, now=now)
    fight.ended_at, fight.deadline_at, fight.left = now, None, None
    fight.phase += 1
    fight.save(update_fields=["ended_at", "deadline_at", "left", "phase"])
    fight.orders.all().delete()
    note_awaited(fight, state)
    draws.publish(fight.log.secret, now=now)
    _Taking(fight, state, player or fight.opened_by, now).over()
    tell(fight, "round_resolved", everybody(fight), now=now, delay=settings.TURN_MAIL_DELAY)


class _Taking:
    """Sheets take over what became of those who were in the fight."""

    def __init__(self, fight: Fight, state: State, by: Player, now: datetime) -> None:
        self.fight, self.state, self.by, self.now = fight, state, by, now
        self.here = set(fight.scene.table.members.filter(status=Member.Status.IN).values_list("player_id", flat=True))
        self.throws = throws([fight])[fight.pk]

    def over(self) -> None:
        """All of it: fighters, then those who were caught, then balls."""
        stays = {fighter.id for fighter in self.state.fighters if fighter.out == CAUGHT}
        caught = {one.target: whose for one, whose in self.throws if one.caught and one.target in stays}
        for entrant in self.fight.entrants.select_related("sheet").order_by("sheet_id", "pk"):
            self._fighter(entrant, caught)
        self._balls()

    def _fighter(self, entrant: Entrant, by: Mapping[str, int | None]) -> None:
        fighter, sheet, caught = self.state.fighter(entrant.fighter), entrant.sheet, entrant.fighter in by
        if sheet is None and not caught:
            return
        if sheet is None:
            sheet = Sheet(table=self.fight.scene.table, version=0)
            value = entrant.value
        else:
            value = sheet.value
        after = to_sheet(fighter, value, entrant.value)
        if caught:  # who has left the table leaves it to the GMs
            owner = by[entrant.fighter]
            sheet.owner_id, sheet.secret = owner if owner in self.here else None, False
        self._store(sheet, after, "caught" if caught else "fight", changed=after != value or caught)
        if entrant.sheet_id is None:
            entrant.sheet = sheet
            entrant.save(update_fields=["sheet"])

    def _balls(self) -> None:
        """Each ball that was thrown is gone, whether it caught or not."""
        for thrown, whose in self.throws:
            for sheet in self._carriers(whose):
                value = sheet.value
                items = balls.without(value.items, thrown.ball)
                if items is not None:
                    self._store(sheet, replace(value, items=items), "thrown", changed=True)
                    break

    def _carriers(self, whose: int | None) -> Iterator[Sheet]:
        """The trainers whose ball it may have been; those of who has left the site are the GMs' now."""
        table_id = self.fight.scene.table_id
        yield from carriers(table_id, whose)
        if whose is not None:
            yield from carriers(table_id, None)

    def _store(self, sheet: Sheet, value: sheets.Sheet, what: str, *, changed: bool) -> None:
        if not changed:
            return
        sheet.version += 1
        store(sheet, value, by=self.by, what=what, why=self.fight.name, now=self.now)
