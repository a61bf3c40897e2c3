"""Fights at every stage: Bob's Squirtle against a wild Charmander of the GM's, unless a test says otherwise."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from engine.tabletop.fight import Fight as State
from engine.tabletop.orders import Order, Plan, Reaction, Use, Wait
from games.play.services import draws
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet, Table
from games.tables.queries.fights import asked, state_of
from games.tables.services import fight_ends, fight_rounds, fight_rulings, fights, sheets
from games.tables.services.fights import Creature, Newcomer

WILD = Creature("charmander", "", 9, ("scratch", "ember"))
NOBODY = Creature("magikarp", "", 3, ("splash",))


def fought(scene: Scene, gm: Player, *newcomers: Newcomer, now: datetime | None = None, **more: Any) -> Fight:
    usual: dict[str, Any] = {"name": "The bridge", "salt": "pepper", "commitment": draws.reserve(gm, address="")}
    return fights.open_fight(
        scene_id=scene.pk, player=gm, newcomers=newcomers, now=now or timezone.now(), **usual | more
    )


def against(sheet: Sheet, *others: Sheet, wild: Creature = WILD, difficulty: int = 8) -> list[Newcomer]:
    """These sheets on one side, all in contact with a creature on the other."""
    own = [Newcomer(one.pk, 0, "a") for one in (sheet, *others)]
    return [*own, Newcomer(wild, 1, "a", difficulty)]


def asking(scene: Scene, gm: Player, player: Player, sheet: Sheet) -> Fight:
    """A fight at a table that asks, whose player is asked how the sheet meets Swift."""
    Table.objects.filter(pk=scene.table_id).update(rules={"reactions": "asked"})
    fight = fought(scene, gm, *against(sheet, wild=replace(WILD, moves=("swift",))))
    target = slugify(sheet.name)
    while asked(stands(fight)) is None:
        ordered(fight, gm, charmander=uses("swift", target))
        ordered(fight, player, **{target: WAITS})
    return fight


def plan(*orders: Order, reaction: str = "") -> Plan:
    """For whichever fighter it is given to."""
    return Plan("", orders, (Reaction(reaction),) if reaction else ())


WAITS = plan(Wait())


def uses(move: str, target: str = "", reaction: str = "") -> Plan:
    return plan(Use(move, target), reaction=reaction)


def ordered(fight: Fight, player: Player, now: datetime | None = None, **plans: Plan | None) -> Fight:
    """Orders by the ids of fighters; "_" stands for "-"."""
    return fight_rounds.give_orders(
        fight_id=fight.pk,
        player=player,
        phase=phase_of(fight),
        plans={id.replace("_", "-"): plan for id, plan in plans.items()},
        now=now or timezone.now(),
    )


def closed(fight: Fight, gm: Player, now: datetime | None = None) -> Fight:
    return fight_rounds.close_round(fight_id=fight.pk, player=gm, phase=phase_of(fight), now=now or timezone.now())


def ended(fight: Fight, gm: Player) -> Fight:
    return fight_ends.end(fight_id=fight.pk, player=gm, phase=phase_of(fight), now=timezone.now())


def stands(fight: Fight) -> State:
    """The fight as it is stored."""
    return state_of(Fight.objects.get(pk=fight.pk))


def phase_of(fight: Fight) -> int:
    """What forms of the fight have to say, to be up to date."""
    return Fight.objects.get(pk=fight.pk).phase


def ruled(fight: Fight, gm: Player, *changes: Any, why: str = "so it is") -> Fight:
    return fight_rulings.rule(
        fight_id=fight.pk, player=gm, phase=phase_of(fight), changes=changes, why=why, now=timezone.now()
    )


def joined(fight: Fight, gm: Player, newcomer: Newcomer) -> Fight:
    return fights.add_fighter(
        fight_id=fight.pk, player=gm, phase=phase_of(fight), newcomer=newcomer, close_to=(), now=timezone.now()
    )


def with_balls(sheet: Sheet, gm: Player, *items: str) -> Sheet:
    return sheets.adjust(
        sheet_id=sheet.pk,
        player=gm,
        version=Sheet.objects.get(pk=sheet.pk).version,
        why="bought",
        items=items,
        now=timezone.now(),
    )
