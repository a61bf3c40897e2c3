"""Rolls that a GM asks a player for: asked, taken back, or made by one click that declares and draws."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine.protocol import EngineError
from engine.tabletop import dice
from engine.tabletop.stats import STATS
from games.play.errors import Illegal, Refused, Stale
from games.play.services.talk import clean
from games.play.words import reason
from games.players.models import Player
from games.tables.models import NAME_LENGTH, Log, Post, RollRequest, Scene, Sheet
from games.tables.queries.fights import playing
from games.tables.services import posts
from games.tables.services.door import check_gm, check_posting, locked_scene, member_of
from games.tables.services.posts import Wording
from games.tables.services.rolls import Declared, purpose
from games.tables.services.telling import tell_of_asked

REQUESTS_AT_ONCE = 30  # in one scene


def ask(
    *,
    scene_id: int,
    player: Player,
    sheet_ids: Sequence[int],
    what: str,
    stat: str,
    skill: str,
    dd: int,
    audience: str,
    now: datetime,
) -> list[RollRequest]:
    """A GM asks those who play some sheets for a roll of its stat and skill each: all of them, or none.

    Raises NotYours, Refused, Illegal.
    """
    what, skill = purpose(what), clean(skill)[:NAME_LENGTH]
    if stat not in STATS:
        raise Refused(_("Say which stat is rolled."))
    if audience not in (Log.Audience.ALL, Log.Audience.ROLLER):
        raise Refused(_("Say who sees the roll."))
    with locked_scene(scene_id) as scene:
        check_gm(scene.table, player)
        check_posting(scene)
        sheets, waiting = _sheets(scene, sheet_ids), scene.requests.filter(post=None)
        told = {"what": what, "stat": stat, "skill": skill, "dd": dd, "audience": audience}
        known = {row.sheet_id: row for row in waiting.filter(**told)}  # of a form that was sent twice
        if waiting.count() + len({sheet.pk for sheet in sheets} - known.keys()) > REQUESTS_AT_ONCE:
            raise Refused(_("At most %d rolls are asked for at a time: take some back first.") % REQUESTS_AT_ONCE)
        return [_ask(scene, sheet, told, known.get(sheet.pk), now=now) for sheet in sheets]


def _ask(scene: Scene, sheet: Sheet, told: dict[str, Any], known: RollRequest | None, *, now: datetime) -> RollRequest:
    """Ask for a roll, unless it is `known` as asked for; who plays the sheet by now is told in either case."""
    if sheet.secret and told["audience"] == Log.Audience.ALL:
        raise Refused(_("This sheet is secret: ask for a roll that only they and the game masters see."))
    try:
        dice.check_roll(sheet.value.pool(told["stat"], told["skill"]), told["dd"])
    except EngineError as error:
        raise Illegal(reason(error)) from error
    request = known or scene.requests.create(sheet=sheet, asked_at=now, **told)
    tell_of_asked(request, now=now)
    return request


def _sheets(scene: Scene, ids: Sequence[int]) -> list[Sheet]:
    """Sheets that players of the table play."""
    found = list(scene.table.sheets.filter(pk__in=ids, owner__in=playing(scene.table_id)).order_by("pk"))
    if not found or len(found) < len(set(ids)):
        raise Refused(_("No player of this table plays that sheet: roll for it yourself."))
    return found


def take_back(*, scene_id: int, request_id: int, player: Player) -> None:
    """A GM asks no more. Raises NotYours, and Stale if the roll is made or gone."""
    with locked_scene(scene_id) as scene:
        check_gm(scene.table, player)
        request = scene.requests.filter(pk=request_id, post=None).first()
        if request is None:
            raise _gone()
        request.delete()


def answer(*, scene_id: int, request_id: int, player: Player, pool: int, salt: str, now: datetime) -> Post:
    """Make the roll, of as many dice as were shown, as a post of its own; made twice, it is the post of the first time.

    Raises NotYours, Refused, and Stale for what is not asked of the player, or not any more, or has other dice by now.
    """
    with locked_scene(scene_id) as scene:
        member_of(scene.table, player)
        request = scene.requests.select_related("sheet", "post").filter(pk=request_id).first()
        if request and request.post and request.post.author_id == player.pk:
            return request.post
        if request is None or request.post or request.sheet.owner_id != player.pk:
            raise _gone()
        sheet = request.sheet
        declared = Declared(
            request.what, pool, request.dd, request.audience, salt, sheet.pk, request.stat, request.skill
        )
        request.post = posts.write_in(
            scene,
            player=player,
            wording=Wording(""),
            key=secrets.token_hex(8),  # the row is what makes two clicks one roll
            now=now,
            roll=declared,
            speaker_id=None if sheet.secret else sheet.pk,
            asked=True,
        )
        request.save(update_fields=["post"])
    return request.post


def _gone() -> Stale:
    """The same whether it waits no more, or never was the viewer's to see."""
    return Stale(_("This roll is not asked for any more."))
