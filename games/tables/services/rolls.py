"""Rolls in posts: declared, then drawn in the transaction that stores the declaration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from engine import registry
from engine.play import play
from engine.protocol import EngineError
from engine.replay import entry
from engine.tabletop import dice, orders
from engine.tabletop.stats import STATS
from games.play.errors import Illegal, NotYours, Refused, Stale
from games.play.services import draws
from games.play.services.talk import clean
from games.play.words import reason
from games.players.models import Player
from games.tables.models import Log, Member, Post, Roll, Scene, Sheet, Tally
from games.tables.queries.fights import GAME
from games.tables.services.door import check_plays

SETUP = "{}"  # a fight without fighters: rolls change nothing of it
WHAT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Declared:
    """A roll before it is drawn: what for, how many dice, the difficulty, who sees it, and a salt.

    The salt counts if it is the first roll of its log; "" is made up. With a sheet, the dice are those of its stat and
    skill.
    """

    what: str
    pool: int
    dd: int
    audience: str
    salt: str = ""
    sheet_id: int | None = None
    stat: str = ""
    skill: str = ""


def open_logs(scene: Scene, *, now: datetime) -> None:
    """What the rolls of a new scene are drawn from, so that its commitments can be seen before anybody rolls."""
    for audience in (Log.Audience.ALL, Log.Audience.GMS):
        _new_log(scene, audience, None, now=now)
    players = scene.table.members.filter(status=Member.Status.IN, role=Member.Role.PLAYER)
    for member in players.select_related("player"):
        _new_log(scene, Log.Audience.ROLLER, member.player, now=now)


def open_logs_of(member: Member, *, now: datetime) -> None:
    """The same for somebody who comes later."""
    for scene in member.table.scenes.filter(closed_at=None).exclude(logs__roller=member.player):
        _new_log(scene, Log.Audience.ROLLER, member.player, now=now)


def _new_log(scene: Scene, audience: Log.Audience, roller: Player | None, *, now: datetime) -> None:
    version = registry.replayable(GAME).rules_version
    secret = draws.new_secret(now=now)
    Log.objects.create(scene=scene, audience=audience, roller=roller, secret=secret, rules_version=version)


def draw(scene: Scene, post: Post, member: Member, declared: Declared) -> Roll:
    """Roll with the post of a member, in a scene that is locked.

    Raises Refused, Illegal, NotYours; Stale if the sheet has other dice by now.
    """
    action = _action(declared)
    sheet = _sheet(scene, member, declared)
    log = _log(scene, member, declared.audience)
    if not log.ply:
        log.salt = draws.clean_salt(declared.salt)
    log.ply += 1
    game = registry.replayable(GAME)
    state = game.initial_state(SETUP)
    source = draws.source_of(log.secret, str(log.pk), (log.salt,), version=log.draws_version)
    _after, outcomes = play(game, state, action, source.at(log.ply))
    line = entry(game, state, action, outcomes)
    log.save(update_fields=["salt", "ply"])
    points = dice.score([int(face) for face in line.outcomes], action.dd)
    if log.audience == Log.Audience.ALL and scene.table.public:
        _count(action.pool, action.dd, points)
    return Roll.objects.create(
        log=log,
        ply=log.ply,
        post=post,
        action=line.action,
        outcomes=list(line.outcomes),
        pool=action.pool,
        dd=action.dd,
        score=points,
        sheet=sheet,
        stat=declared.stat if sheet else "",
        skill=clean(declared.skill) if sheet else "",
    )


def _count(pool: int, dd: int, points: int) -> None:
    """Nothing is locked after this row: rolls at two tables wait for each other, but never both ways."""
    tally = Tally.objects.get_or_create(pool=pool, dd=dd, score=points)[0]
    Tally.objects.filter(pk=tally.pk).update(count=F("count") + 1)


def _sheet(scene: Scene, member: Member, declared: Declared) -> Sheet | None:
    if declared.sheet_id is None:
        return None
    sheet = check_plays(member, scene.table.sheets.filter(pk=declared.sheet_id).first())
    if sheet.secret and declared.audience == Log.Audience.ALL:
        raise Refused(_("This sheet is secret: roll in secret too, or say how many dice without it."))
    if declared.stat not in STATS:
        raise Refused(_("Say which stat is rolled."))
    if sheet.value.pool(declared.stat, clean(declared.skill)) != declared.pool:
        raise Stale(_("The sheet has changed meanwhile: look at the chances again."))
    return sheet


def purpose(what: str) -> str:
    """What a roll is for, without control characters. Raises Refused if nothing is said, or too much."""
    found = clean(what)
    if not found:
        raise Refused(_("Say what the roll is for."))
    if len(found) > WHAT_LENGTH:
        raise Refused(_("Say in at most %d characters what the roll is for.") % WHAT_LENGTH)
    return found


def _action(declared: Declared) -> orders.Roll:
    what = purpose(declared.what)
    try:
        return orders.Roll(what, declared.pool, declared.dd)
    except EngineError as error:
        raise Illegal(reason(error)) from error


def _log(scene: Scene, member: Member, audience: str) -> Log:
    if audience == Log.Audience.ALL:
        return scene.logs.select_related("secret").get(audience=audience, fight=None)
    if audience not in Log.Audience.values:
        raise Refused(_("Say who sees the roll."))
    if audience == Log.Audience.GMS and not member.is_gm:
        raise NotYours(_("Only a game master of this table can do that."))
    # What a GM rolls in secret only the GMs see.
    if member.is_gm:
        return scene.logs.select_related("secret").get(audience=Log.Audience.GMS)
    return scene.logs.select_related("secret").get(audience=Log.Audience.ROLLER, roller=member.player_id)
