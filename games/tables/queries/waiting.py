"""What waits for a player at their tables: orders and answers in fights, and rolls that a GM has asked for."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Player
from games.tables.fight_models import Entrant
from games.tables.models import Member, RollRequest, Table

# How many fights and rolls: a part of the query that every page of a player makes (play.hooks.on_count). The same as
# `fights_at` and `rolls_at` below; a fighter whom no player of the table plays is the GMs'.
COUNT = """
(SELECT COUNT(DISTINCT fight.id) FROM tables_member me
 JOIN tables_table home ON home.id = me.table_id AND home.status = 'running'
 JOIN tables_scene scene ON scene.table_id = home.id AND scene.closed_at IS NULL
 JOIN tables_fight fight ON fight.scene_id = scene.id AND fight.ended_at IS NULL
 JOIN tables_entrant entrant ON entrant.fight_id = fight.id AND entrant.awaited
 LEFT JOIN tables_member theirs ON theirs.table_id = home.id AND theirs.player_id = entrant.player_id
 AND theirs.status = 'in' AND theirs.role = 'player'
 WHERE me.player_id = %(player)s AND me.status = 'in'
 AND (theirs.id = me.id OR (theirs.id IS NULL AND me.role = 'gm')))
+
(SELECT COUNT(*) FROM tables_member me
 JOIN tables_table home ON home.id = me.table_id AND home.status = 'running'
 JOIN tables_scene scene ON scene.table_id = home.id AND scene.closed_at IS NULL
 JOIN tables_rollrequest request ON request.scene_id = scene.id AND request.post_id IS NULL
 JOIN tables_sheet sheet ON sheet.id = request.sheet_id AND sheet.owner_id = me.player_id
 WHERE me.player_id = %(player)s AND me.status = 'in')
"""


def fights_at(player: Player) -> Exists:
    """Whether at the outer query's table a fight waits for the player of a place there."""
    playing = Member.objects.filter(
        table=OuterRef("fight__scene__table"),
        player=OuterRef("player"),
        status=Member.Status.IN,
        role=Member.Role.PLAYER,
    )
    theirs = Entrant.objects.annotate(played=Exists(playing)).filter(
        Q(player=player, played=True) | Q(played=False, fight__scene__table__members__in=_led_by(player)),
        awaited=True,
        fight__ended_at=None,
        fight__scene__table=OuterRef("table"),
        fight__scene__table__status=Table.Status.RUNNING,
    )
    return Exists(theirs)


def _led_by(player: Player) -> QuerySet[Member]:
    return Member.objects.filter(player=player, role=Member.Role.GM, status=Member.Status.IN)


def rolls_at(player: Player) -> Exists:
    """Whether at that table the player is asked for a roll."""
    asked = RollRequest.objects.filter(sheet__owner=player, post=None, scene__closed_at=None)
    return Exists(asked.filter(scene__table=OuterRef("table"), scene__table__status=Table.Status.RUNNING))
