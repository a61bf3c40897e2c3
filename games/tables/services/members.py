"""Who plays at a table: applying, inviting, answering, leaving, leading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotYours, Refused, Stale, TooMany
from games.play.services.door import lock_players
from games.play.services.talk import clean
from games.players import queries as players
from games.players.models import Player
from games.players.ratelimit import allow
from games.tables.models import Member, Table
from games.tables.services import rolls
from games.tables.services.door import check_gm, check_not_closed, locked_table, member_of
from games.tables.services.fight_rounds import drop_orders
from games.tables.services.telling import ACCEPTED, APPLIED, CAME, DECLINED, INVITED, tell_of_place

MOST_MEMBERS = 12  # in or invited, and as many more who apply
APPLICATIONS_PER_DAY = 10  # of one player
WORDS_LENGTH = 500


@contextmanager
def locked_with(table_id: int, player: Player) -> Iterator[tuple[Table, Player]]:
    """A table and somebody who comes to it, both locked: nobody who leaves the site meanwhile gets a place.

    Raises NotYours if the player has left.
    """
    with transaction.atomic():
        player = lock_players(player)
        with locked_table(table_id) as table:
            yield table, player


def apply(*, table_id: int, player: Player, words: str, now: datetime) -> Member:
    """Ask the GMs for a place; who was invited takes it. Raises NotYours, Refused, Stale."""
    words = clean(words, newlines=True)
    if len(words) > WORDS_LENGTH:
        text = _("That is {length} characters long: {limit} fit. Shorten it and send it again.")
        raise Refused(text.format(length=len(words), limit=WORDS_LENGTH))
    with locked_with(table_id, player) as (table, player):
        check_not_closed(table)
        if not player.is_person:
            raise NotYours(_("A table needs an account: it goes on for weeks."))
        found = table.members.filter(player=player).first()
        if found and found.status == Member.Status.INVITED:
            return _come(found, now=now)
        if found and found.status != Member.Status.OUT:
            raise Stale(_("You have applied already, or play here."))
        if table.admission != Table.Admission.OPEN:
            raise Refused(_("This table takes players by invitation only."))
        _check_gms(table, player)
        if not allow(f"apply:{player.pk}", APPLICATIONS_PER_DAY, 24 * 3600):
            raise TooMany(_("You have applied to many tables today: wait for their answers."))
        made = _placed(table, player, Member.Status.APPLIED, words=words, now=now)
        tell_of_place(made, APPLIED, now=now)
    return made


def _check_gms(table: Table, player: Player) -> None:
    for gm in table.members.filter(role=Member.Role.GM, status=Member.Status.IN).select_related("player"):
        if players.blocked(player, gm.player):
            raise Refused(_("You and a game master of this table have nothing to do with each other."))


def invite(*, table_id: int, player: Player, name: str, now: datetime) -> Member:
    """A GM offers a place; who has applied gets it. Raises NotYours, Refused, Stale."""
    guest = players.named(clean(name))
    if guest is None or not guest.is_person or players.blocked(player, guest):
        raise Refused(_("There is nobody of that name to invite."))
    with locked_with(table_id, guest) as (table, guest):
        check_gm(table, player)
        check_not_closed(table)
        found = table.members.filter(player=guest).first()
        if found and found.status == Member.Status.APPLIED:
            return _answered(found, True, now=now)
        if found and found.status != Member.Status.OUT:
            raise Stale(_("They are invited already, or play here."))
        made = _placed(table, guest, Member.Status.INVITED, now=now)
        tell_of_place(made, INVITED, now=now)
    return made


def _placed(table: Table, player: Player, status: Member.Status, *, words: str = "", now: datetime) -> Member:
    _check_room(table, status)
    values = {"status": status, "role": Member.Role.PLAYER, "words": words, "since": now}
    return Member.objects.update_or_create(table=table, player=player, defaults=values)[0]


def _check_room(table: Table, status: Member.Status) -> None:
    """Raises Refused if no more fit. Who applies takes no room from those who are invited."""
    around = table.members.filter(status__in=[Member.Status.IN, Member.Status.INVITED])
    if around.count() >= MOST_MEMBERS:
        raise Refused(_("There are {most} people around this table: no more fit.").format(most=MOST_MEMBERS))
    applied = table.members.filter(status=Member.Status.APPLIED)
    if status == Member.Status.APPLIED and applied.count() >= MOST_MEMBERS:
        raise Refused(_("{most} people have applied already: no more fit.").format(most=MOST_MEMBERS))


def _set(member: Member, status: Member.Status, *, now: datetime) -> Member:
    member.status, member.since = status, now
    if status == Member.Status.OUT:
        member.role = Member.Role.PLAYER
    member.save(update_fields=["status", "role", "since"])
    if member.is_in:
        rolls.open_logs_of(member, now=now)
    return member


def answer_invitation(*, table_id: int, player: Player, take: bool, now: datetime) -> Member:
    """Take the place that one was offered, or not. Raises Stale if there is none."""
    with locked_table(table_id) as table:
        check_not_closed(table)
        found = _waiting(table, player.pk, Member.Status.INVITED)
        return _come(found, now=now) if take else _set(found, Member.Status.OUT, now=now)


def _come(member: Member, *, now: datetime) -> Member:
    member = _set(member, Member.Status.IN, now=now)
    tell_of_place(member, CAME, now=now)
    return member


def answer_application(*, table_id: int, player: Player, applicant_id: int, take: bool, now: datetime) -> Member:
    """A GM gives the place that was asked for, or not. Raises NotYours, Stale."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        return _answered(_waiting(table, applicant_id, Member.Status.APPLIED), take, now=now)


def _answered(member: Member, take: bool, *, now: datetime) -> Member:
    if take:
        _check_room(member.table, Member.Status.IN)
    member = _set(member, Member.Status.IN if take else Member.Status.OUT, now=now)
    tell_of_place(member, ACCEPTED if take else DECLINED, now=now)
    return member


def _waiting(table: Table, player_id: int, status: Member.Status) -> Member:
    found = table.members.filter(player_id=player_id, status=status).first()
    if found is None:
        raise Stale(_("There is nothing to answer any more."))
    return found


def leave(*, table_id: int, player: Player, now: datetime) -> Member:
    """Give one's place back, or take an application back. Raises NotYours, and Refused for the only GM."""
    with locked_table(table_id) as table:
        applied = table.members.filter(player=player, status=Member.Status.APPLIED).first()
        member = applied or member_of(table, player)
        if member.is_gm and not other_gms(table, player):
            raise Refused(_("A table needs a game master: make somebody else one first, or close the table."))
        return _out(member, now=now)


def other_gms(table: Table, player: Player) -> bool:
    """Whether somebody besides the player leads the table."""
    gms = table.members.filter(role=Member.Role.GM, status=Member.Status.IN)
    return gms.exclude(player=player).exists()


def put_out(*, table_id: int, player: Player, member_id: int, now: datetime) -> Member:
    """A GM takes a player's place, or an invitation, away. Raises NotYours, Refused for a GM's place, Stale."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        found = table.members.filter(player_id=member_id).exclude(status=Member.Status.OUT).first()
        if found is None:
            raise Stale(_("They have left already."))
        if found.is_gm:
            raise Refused(_("A game master leaves of their own accord."))
        return _out(found, now=now)


def _out(member: Member, *, now: datetime) -> Member:
    _set(member, Member.Status.OUT, now=now)
    drop_orders(member.player, member.table)
    return member


def make_gm(*, table_id: int, player: Player, member_id: int) -> Member:
    """A GM lets a player lead the table too: they see all that is secret. Raises NotYours, Stale."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        found = table.members.filter(player_id=member_id, status=Member.Status.IN).first()
        if found is None:
            raise Stale(_("They have left already."))
        found.role = Member.Role.GM
        found.save(update_fields=["role"])
        drop_orders(found.player, table)
        return found
