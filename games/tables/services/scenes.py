"""Scenes: opened and closed by the GMs."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.play.errors import Refused
from games.play.services.talk import clean
from games.players.models import Player
from games.tables.models import NAME_LENGTH, Scene
from games.tables.services import rolls
from games.tables.services.door import check_gm, check_not_closed, locked_scene, locked_table
from games.tables.services.tables import others, shut_scenes
from games.tables.services.telling import tell_news

SCENES_AT_ONCE = 20  # open at one table


def open_scene(*, table_id: int, player: Player, title: str, now: datetime) -> Scene:
    """A new scene of the table. Raises NotYours, Refused."""
    title = clean(title)
    if not title:
        raise Refused(_("A scene needs a title."))
    if len(title) > NAME_LENGTH:
        raise Refused(_("A title has at most %d characters.") % NAME_LENGTH)
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        if table.scenes.filter(closed_at=None).count() >= SCENES_AT_ONCE:
            raise Refused(_("%d scenes are open: close one first.") % SCENES_AT_ONCE)
        scene = Scene.objects.create(table=table, title=title, opened_at=now)
        rolls.open_logs(scene, now=now)
    return scene


def close_scene(*, scene_id: int, player: Player, now: datetime) -> Scene:
    """Nothing is posted in the scene any more; closing it twice changes nothing. Raises NotYours."""
    with locked_scene(scene_id) as scene:
        check_gm(scene.table, player)
        if scene.closed_at is None:
            shut_scenes([scene], by=player, now=now)
            tell_news(scene.table, others(scene.table, player), now=now)
    return scene
