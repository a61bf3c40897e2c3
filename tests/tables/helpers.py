"""Tables and scenes at every stage."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from games.players.models import Player
from games.tables.models import Member, Post, Scene, Table
from games.tables.services import members, posts, scenes, tables
from games.tables.services.posts import Wording
from games.tables.services.rolls import Declared
from tests.play.helpers import stable

TOLD: dict[str, Any] = {
    "name": "The Old Mill",
    "description": "Something *rustles* in the mill.",
    "language": "en",
    "admission": "open",
    "public": True,
    "archive": True,
    "days_per_post": 3,
    "rules": {},
}
FORM = {key: value for key, value in TOLD.items() if key != "rules"} | {
    "types": "17",
    "precision": "difficulty",
    "reactions": "chosen",
}
_keys = count()


def opened(gm: Player, **told: Any) -> Table:
    return tables.open_table(gm=gm, now=timezone.now(), **TOLD | told)


def opened_with(gm: Player, *players: Player) -> Table:
    """A table at which they play."""
    made = opened(gm)
    for player in players:
        made.members.create(player=player, role=Member.Role.PLAYER, status=Member.Status.IN, since=made.opened_at)
    return made


def joined(table: Table, gm: Player, player: Player) -> Member:
    """The player is invited and comes."""
    now = timezone.now()
    members.invite(table_id=table.pk, player=gm, name=player.name, now=now)
    return members.answer_invitation(table_id=table.pk, player=player, take=True, now=now)


def opened_scene(table: Table, gm: Player, title: str = "At the mill") -> Scene:
    return scenes.open_scene(table_id=table.pk, player=gm, title=title, now=timezone.now())


def written(scene: Scene, player: Player, text: str, now: datetime | None = None, **wording: Any) -> Post:
    return posts.write(
        scene_id=scene.pk,
        player=player,
        wording=Wording(text, **wording),
        key=f"key {next(_keys)}",
        now=now or timezone.now(),
    )


def rolled(scene: Scene, player: Player, what: str = "to climb", text: str = "", **roll: Any) -> Post:
    """A post with a roll of five dice at DD 6 that all see, unless `roll` says otherwise."""
    return posts.write(
        scene_id=scene.pk,
        player=player,
        wording=Wording(text),
        key=f"key {next(_keys)}",
        now=timezone.now(),
        roll=Declared(what, **{"pool": 5, "dd": 6, "audience": "all"} | roll),
    )


def sent(response: HttpResponse) -> bytes:
    """Everything that a viewer is sent, without what is new in every answer: a form's key among it."""
    return re.sub(rb'name="(key|salt)" value="[0-9a-f]{16}"', b"", stable(response))
