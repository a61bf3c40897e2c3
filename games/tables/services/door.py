"""The one door through which a table, a scene or a fight changes: under the lock of its row, in this order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotYours, Refused
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Member, Scene, Sheet, Table


@contextmanager
def locked_table(table_id: int) -> Iterator[Table]:
    """The table, locked until the block ends. Raises Table.DoesNotExist."""
    with transaction.atomic():
        yield Table.objects.select_for_update().get(pk=table_id)


@contextmanager
def locked_scene(scene_id: int) -> Iterator[Scene]:
    """The scene with its table, both locked until the block ends. Raises Scene.DoesNotExist."""
    with transaction.atomic():
        table_id = Scene.objects.values_list("table_id", flat=True).get(pk=scene_id)
        table = Table.objects.select_for_update().get(pk=table_id)
        scene = Scene.objects.select_for_update().get(pk=scene_id)
        scene.table = table
        yield scene


@contextmanager
def locked_fight(fight_id: int) -> Iterator[Fight]:
    """The fight with its scene and table, all locked until the block ends. Raises Fight.DoesNotExist."""
    with transaction.atomic():
        scene_id = Fight.objects.values_list("scene_id", flat=True).get(pk=fight_id)
        with locked_scene(scene_id) as scene:
            fight = locked(fight_id)
            fight.scene = scene
            yield fight


def locked(fight_id: int) -> Fight:
    """The row of a fight whose scene is locked, locked too: the clock moves deadlines without a scene's lock."""
    return Fight.objects.select_for_update(of=("self",)).select_related("log__secret").get(pk=fight_id)


def member_of(table: Table, player: Player) -> Member:
    """The place of somebody who is in. Raises NotYours for everybody else."""
    found = table.members.filter(player=player, status=Member.Status.IN).first()
    if found is None:
        raise NotYours(_("You do not play at this table."))
    return found


def check_gm(table: Table, player: Player) -> Member:
    """The place of a GM. Raises NotYours for everybody else."""
    found = member_of(table, player)
    if not found.is_gm:
        raise NotYours(_("Only a game master of this table can do that."))
    return found


def check_plays(member: Member, sheet: Sheet | None) -> Sheet:
    """The sheet, if the member plays it or leads the table. Raises NotYours."""
    if sheet is None or not (member.is_gm or sheet.owner_id == member.player_id):
        raise NotYours(_("This is not your sheet."))
    return sheet


def check_not_closed(table: Table) -> None:
    """Raises Refused if the table is closed."""
    if table.closed:
        raise Refused(_("This table is closed: it can be read, but nothing changes any more."))


def check_posting(scene: Scene) -> None:
    """Raises Refused unless something can be posted in the scene now."""
    check_open(scene)
    if not scene.table.running:
        raise Refused(_("This table pauses: a game master has to let it go on first. Your draft can be saved."))


def check_open(scene: Scene) -> None:
    """Raises Refused if the scene or its table is closed."""
    check_not_closed(scene.table)
    if scene.closed_at:
        raise Refused(_("This scene is closed: go on in another one."))
