"""Who is told by mail of what happens at a table, and how far everybody has read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings

from games.outbox import services as outbox
from games.players.models import Player
from games.tables.models import Member, Post, Reading, RollRequest, Scene, Table

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
COMMITTED = timedelta(seconds=10)  # after this, what was done at an instant can be seen
APPLIED, INVITED, ACCEPTED, DECLINED, CAME = "applied", "invited", "accepted", "declined", "came"


def tell_of_post(post: Post, *, now: datetime) -> None:
    """Each member but its author who sees something of a post will be told, unless they read it first.

    A job for each post: the first that runs tells of all there are by then, the others find nothing left to say.
    """
    members = post.scene.table.members.filter(status=Member.Status.IN).exclude(player=post.author_id)
    if not post.public:
        members = members.filter(role=Member.Role.GM)
    for player_id in members.values_list("player_id", flat=True):
        outbox.add(
            kind="scene_posts",
            event=f"post:{post.pk}",
            recipient=player_id,
            payload={"post": post.pk},
            run_at=now + settings.POST_MAIL_DELAY,
            now=now,
        )


def tell_of_place(member: Member, what: str, *, now: datetime) -> None:
    """The GMs are told who has applied or come, the player what became of their place."""
    gms = member.table.members.filter(role=Member.Role.GM, status=Member.Status.IN).exclude(pk=member.pk)
    recipients: Iterable[int] = (
        gms.values_list("player_id", flat=True) if what in (APPLIED, CAME) else [member.player_id]
    )
    for player_id in recipients:
        outbox.add(
            kind="table_place",
            event=f"place:{member.pk}:{what}:{now.isoformat()}",  # somebody may come and go several times
            recipient=player_id,
            payload={"member": member.pk, "what": what, "status": member.status},
            now=now,
        )


def tell_of_shown(post: Post, *, now: datetime) -> None:
    """A post of which others see something only since it was edited is told to them as a new one.

    One mail for all that edits show in a scene in a while. `past`: the last post that its reader had read or was told
    of by then: one up to it no other mail tells of. Who comes further in that while gets a job of their own for the
    rest of it.
    """
    members = post.scene.table.members.filter(status=Member.Status.IN, role=Member.Role.PLAYER)
    come = {one.player_id: (one.read, max(one.read, one.mailed)) for one in Reading.objects.filter(scene=post.scene)}
    since, until = _while(now)
    for player_id in members.exclude(player=post.author_id).values_list("player_id", flat=True):
        read, past = come.get(player_id, (0, 0))
        outbox.add(
            kind="scene_posts",
            event=f"shown:{post.scene_id}:{since.isoformat()}:{read}:{past}",
            recipient=player_id,
            payload={"post": post.pk, "since": now.isoformat(), "until": until.isoformat(), "read": read, "past": past},
            run_at=until + COMMITTED,
            now=now,
        )


def tell_of_asked(request: RollRequest, *, now: datetime) -> None:
    """Who plays the sheet now is told once that a GM asks for a roll of it."""
    outbox.add(
        kind="roll_asked",
        event=f"request:{request.pk}",
        recipient=request.sheet.owner_id or 0,
        payload={"request": request.pk},
        run_at=now + settings.TURN_MAIL_DELAY,
        now=now,
    )


def tell_news(table: Table, players: Iterable[int], *, now: datetime) -> None:
    """These will be told what the GMs have done at a table: scenes closed, PX given, the table closed.

    One mail for all of a while as long as posts wait for their mail.
    """
    since, until = _while(now)
    for player_id in sorted(players):
        outbox.add(
            kind="table_news",
            event=f"news:{table.pk}:{since.isoformat()}",
            recipient=player_id,
            payload={"table": table.pk, "since": since.isoformat(), "until": until.isoformat()},
            run_at=until + COMMITTED,
            now=now,
        )


def _while(now: datetime) -> tuple[datetime, datetime]:
    """The while that an instant is in: its first instant, and that of the next."""
    length = max(timedelta(seconds=1), settings.POST_MAIL_DELAY)
    since = EPOCH + (now - EPOCH) // length * length
    return since, since + length


def note_read(scene: Scene, player: Player, post_id: int) -> None:
    """A member has a scene before them up to this post."""
    known = Reading.objects.filter(scene=scene, player=player).values_list("read", flat=True).first()
    if known is None:
        Reading.objects.bulk_create([Reading(scene=scene, player=player, read=post_id)], ignore_conflicts=True)
    elif known < post_id:
        Reading.objects.filter(scene=scene, player=player, read__lt=post_id).update(read=post_id)
