"""Tables: opened, described, paused and closed by their GMs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.protocol import EngineError
from engine.tabletop import codec
from engine.tabletop.settings import Settings
from games.play.errors import NotYours, Refused, TooMany
from games.play.services import draws
from games.play.services.door import lock_players
from games.play.services.talk import clean
from games.play.words import reason
from games.players.models import Player
from games.tables.models import NAME_LENGTH, Draft, Log, Member, Scene, Table
from games.tables.services import fight_clock, fight_ends
from games.tables.services.door import check_gm, check_not_closed, locked_table
from games.tables.services.telling import tell_news

TABLES_AT_ONCE = 5  # that one player leads
TABLES_PER_DAY = 10  # that one player opens
DESCRIPTION_LENGTH = 4000
DAYS = (1, 30)  # for a post


def open_table(*, gm: Player, now: datetime, **told: Any) -> Table:
    """A new table led by `gm`; `told` is what `change_table` takes.

    Raises NotYours for a guest, TooMany beyond TABLES_AT_ONCE, Refused for what cannot be.
    """
    with transaction.atomic():
        gm = lock_players(gm)
        if not gm.is_person:
            raise NotYours(_("A table needs an account: it goes on for weeks."))
        led = Member.objects.filter(player=gm, role=Member.Role.GM, status=Member.Status.IN)
        if led.exclude(table__status=Table.Status.CLOSED).count() >= TABLES_AT_ONCE:
            raise TooMany(_("You lead %d tables already: close one first.") % TABLES_AT_ONCE)
        if led.filter(table__opened_at__gt=now - timedelta(days=1)).count() >= TABLES_PER_DAY:
            raise TooMany(_("You have opened %d tables in a day: wait until tomorrow.") % TABLES_PER_DAY)
        table = Table(opened_at=now, active_at=now)
        _tell(table, **told)
        table.save()
        Member.objects.create(table=table, player=gm, role=Member.Role.GM, status=Member.Status.IN, since=now)
    return table


def change_table(*, table_id: int, player: Player, **told: Any) -> Table:
    """Describe the table anew. Raises NotYours, Refused."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        _tell(table, **told)
        table.save()
    return table


def _tell(
    table: Table,
    *,
    name: str,
    description: str,
    language: str,
    admission: str,
    public: bool,
    archive: bool,
    days_per_post: int,
    rules: Mapping[str, Any],
) -> None:
    table.name = clean(name)
    table.description = clean(description, newlines=True)
    if not table.name:
        raise Refused(_("A table needs a name."))
    if len(table.name) > NAME_LENGTH or len(table.description) > DESCRIPTION_LENGTH:
        words = _("A name has at most {name} characters, a description {description}.")
        raise Refused(words.format(name=NAME_LENGTH, description=DESCRIPTION_LENGTH))
    if not DAYS[0] <= days_per_post <= DAYS[1]:
        raise Refused(_("From {least} to {most} days are wanted.").format(least=DAYS[0], most=DAYS[1]))
    try:
        table.rules = codec.to_data(Settings(**rules))
    except EngineError as error:
        raise Refused(reason(error)) from error
    table.language, table.admission = language, admission
    table.public, table.archive, table.days_per_post = public, archive, days_per_post


def pause(*, table_id: int, player: Player, now: datetime) -> Table:
    """Nothing is posted until the table goes on, and the clocks of its fights stop. Raises NotYours, Refused."""
    return _set_status(table_id, player, Table.Status.PAUSED, fight_clock.pause, now=now)


def resume(*, table_id: int, player: Player, now: datetime) -> Table:
    """The table goes on. Raises NotYours, Refused."""
    return _set_status(table_id, player, Table.Status.RUNNING, fight_clock.resume, now=now)


def _set_status(
    table_id: int, player: Player, status: Table.Status, clocks: Callable[..., None], *, now: datetime
) -> Table:
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        table.status = status
        table.save(update_fields=["status"])
        clocks(table, now=now)
    return table


def close(*, table_id: int, player: Player, archive: bool, now: datetime) -> Table:
    """Close the table and its scenes for good; with `archive`, anybody may read it then. Raises NotYours, Refused."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        table.archive = archive
        shut(table, by=player, now=now)
    return table


def shut(table: Table, *, by: Player, now: datetime) -> None:
    """Close a locked table, whoever wants it."""
    table.status, table.closed_at, table.closed_by = Table.Status.CLOSED, now, by
    table.save(update_fields=["status", "closed_at", "closed_by", "archive"])
    table.members.filter(status__in=[Member.Status.APPLIED, Member.Status.INVITED]).update(status=Member.Status.OUT)
    shut_scenes(list(table.scenes.select_for_update().filter(closed_at=None).order_by("pk")), by=by, now=now)
    tell_news(table, others(table, by), now=now)


def others(table: Table, player: Player) -> set[int]:
    """The ids of those who are in, but the player."""
    members = table.members.filter(status=Member.Status.IN).exclude(player=player)
    return set(members.values_list("player_id", flat=True))


def shut_scenes(scenes: list[Scene], *, by: Player, now: datetime) -> None:
    """Close locked scenes: nothing is posted there any more, and who sees a roll may check how it was drawn.

    Their fights end.
    """
    fight_ends.stop(scenes, now=now)
    for scene in scenes:
        scene.closed_at, scene.closed_by = now, by
    Scene.objects.bulk_update(scenes, ["closed_at", "closed_by"])
    for log in Log.objects.filter(scene__in=scenes, secret__published_at=None).select_related("secret"):
        draws.publish(log.secret, now=now)
    Draft.objects.filter(scene__in=scenes).delete()
