"""What waits for a player at their tables: orders, answers, rolls, places that are offered or asked for."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Player
from games.tables.fight_models import Entrant
from games.tables.models import Member, RollRequest, Table

# How many fights, rolls and places: a part of the query that every page of a player makes (play.hooks.on_count). The
# same as `_fights` and `_rolls` below, and as `tables.mine` tells of places; a fighter whom no player of the table
# plays is the GMs'. COALESCE keeps SQLite from looking for all requests without a post, which it takes for one: posts
# are unique there.
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
(SELECT COUNT(*) FROM tables_sheet sheet
 JOIN tables_member me ON me.table_id = sheet.table_id AND me.player_id = sheet.owner_id AND me.status = 'in'
 JOIN tables_table home ON home.id = me.table_id AND home.status = 'running'
 JOIN tables_rollrequest request ON request.sheet_id = sheet.id
 JOIN tables_scene scene ON scene.id = request.scene_id AND scene.closed_at IS NULL
 WHERE sheet.owner_id = %(player)s AND COALESCE(request.post_id, 0) = 0)
+
(SELECT COUNT(*) FROM tables_member me
 JOIN tables_table home ON home.id = me.table_id AND home.status <> 'closed'
 WHERE me.player_id = %(player)s AND me.status = 'invited')
+
(SELECT COUNT(*) FROM tables_member me
 JOIN tables_table home ON home.id = me.table_id AND home.status <> 'closed'
 JOIN tables_member applicant ON applicant.table_id = me.table_id AND applicant.status = 'applied'
 WHERE me.player_id = %(player)s AND me.status = 'in' AND me.role = 'gm')
"""


def at_table(player: Player) -> Q:
    """Whether at the table of a place something waits for the player."""
    fights = Exists(_fights(player).filter(fight__scene__table=OuterRef("table")))
    return fights | Exists(_rolls(player).filter(scene__table=OuterRef("table")))


def in_scene(player: Player) -> Q:
    """Whether in a scene something waits for the player."""
    fights = Exists(_fights(player).filter(fight__scene=OuterRef("pk")))
    return fights | Exists(_rolls(player).filter(scene=OuterRef("pk")))


def _fights(player: Player) -> QuerySet[Entrant]:
    """The fighters whose orders or answers the player has to give."""
    here = Member.objects.filter(status=Member.Status.IN)
    playing = here.filter(table=OuterRef("fight__scene__table"), player=OuterRef("player"), role=Member.Role.PLAYER)
    leading = here.filter(player=player, role=Member.Role.GM)
    return Entrant.objects.annotate(played=Exists(playing)).filter(
        Q(player=player, played=True) | Q(played=False, fight__scene__table__members__in=leading),
        awaited=True,
        fight__ended_at=None,
        fight__scene__table__status=Table.Status.RUNNING,
    )


def _rolls(player: Player) -> QuerySet[RollRequest]:
    """The rolls that the player is asked for at tables where they play."""
    asked = RollRequest.objects.filter(sheet__owner=player, post=None, scene__closed_at=None)
    return asked.filter(
        scene__table__status=Table.Status.RUNNING,
        scene__table__members__player=player,
        scene__table__members__status=Member.Status.IN,
    )
