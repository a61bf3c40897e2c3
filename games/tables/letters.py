"""What the mails of a table say, each reader only what they may know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.utils.safestring import SafeString

from games.outbox.kinds import NotDone, Postpone
from games.outbox.models import Job
from games.players.adapter import site_url
from games.players.letters import Letter, one_line
from games.players.models import Player
from games.tables.chances import chances_of
from games.tables.markdown import render
from games.tables.models import Member, Post, Reading, RollRequest, SheetChange, Table
from games.tables.queries import scenes
from games.tables.queries.scenes import ShownRoll
from games.tables.queries.tables import sight

MOST_POSTS = 10  # in one mail, the last ones
EXCERPT = 1500  # characters of each
PAUSED = timedelta(hours=1)  # a mail that waits for a table to go on looks again after so long


@dataclass(frozen=True, slots=True)
class Told:
    """A post in a mail, as its reader may see it: the beginning of what was written, as text and as HTML."""

    post: Post
    text: str
    html: SafeString
    to_gm: str
    to_gm_html: SafeString
    rolls: list[ShownRoll]


def scene_posts(job: Job, player: Player, now: datetime) -> Letter | None:
    """What was posted in a scene since its reader was there or was told; None if they have read it all."""
    post = Post.objects.filter(pk=job.payload["post"]).select_related("scene__table").first()
    seen = scenes.sight_of(post.scene, player) if post else None
    if post is None or seen is None or not seen.of_table.is_in:
        return None
    reading = Reading.objects.get_or_create(scene=seen.scene, player=player)[0]
    since = last = max(reading.read, reading.mailed)
    posts, found = [post], list[scenes.Shown]()
    if "past" in job.payload:  # shown by edits, some perhaps after their reader had come past them
        posts = list(scenes.shown_by_edits(seen, *_times(job)))
        if reading.read == job.payload["read"]:  # who has not been there since, as far as can be known
            found = scenes.shown(seen.of_table, [one for one in posts if one.pk <= job.payload["past"]])
    if any(one.pk > since for one in posts):
        last, newer = scenes.since(seen, since, most=MOST_POSTS)
        found = [*found, *newer][-MOST_POSTS:]
    if not found:
        return None
    facts = {
        "url": site_url("post", str(found[0].post.pk)),
        "table": one_line(seen.of_table.table.name),
        "scene": one_line(seen.scene.title),
        "posts": [_told(shown) for shown in found],
    }
    return Letter("scene_posts", f"scene.{seen.scene.pk}", facts, partial(_marked, reading, last))


def _times(job: Job) -> tuple[datetime, datetime]:
    """The while that a job tells of: from `since` on, and before `until`."""
    return datetime.fromisoformat(job.payload["since"]), datetime.fromisoformat(job.payload["until"])


@contextmanager
def _marked(reading: Reading, last: int) -> Iterator[None]:
    """Marks posts as told of while their mail goes out. Raises NotDone if another mail has just told of some."""
    own = Reading.objects.filter(pk=reading.pk)
    if not own.filter(mailed=reading.mailed).update(mailed=last):
        raise NotDone("another mail tells of these posts")
    try:
        yield
    except NotDone:
        own.filter(mailed=last).update(mailed=reading.mailed)
        raise


def _told(shown: scenes.Shown) -> Told:
    text = _excerpt(shown.post.words)
    to_gm = _excerpt(shown.post.words_to_gm) if shown.to_gm else ""
    return Told(shown.post, text, render(text), to_gm, render(to_gm), shown.rolls)


def _excerpt(text: str) -> str:
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT].rsplit(maxsplit=1)[0]} …"


def table_news(job: Job, player: Player, now: datetime) -> Letter | None:
    """What other GMs have done at a table in a while: PX given to the player's sheets, scenes and the table closed."""
    table = Table.objects.filter(pk=job.payload["table"]).first()
    if table is None or not sight(table, player).is_in:
        return None
    since, until = _times(job)
    at = {"at__gte": since, "at__lt": until}
    gains = SheetChange.objects.filter(what="awarded", sheet__table=table, sheet__owner=player, **at)
    gains = gains.exclude(player=player).order_by("pk")
    closed = table.scenes.filter(closed_at__gte=since, closed_at__lt=until).exclude(closed_by=player)
    facts = {
        "url": site_url("table", str(table.pk)),
        "table": one_line(table.name),
        "gains": [(one_line(one.sheet.name), one.px, one_line(one.reason)) for one in gains.select_related("sheet")],
        "scenes": [] if table.closed else [one_line(scene.title) for scene in closed],
        "over": table.closed_at is not None and since <= table.closed_at < until and table.closed_by_id != player.pk,
    }
    if not (facts["gains"] or facts["scenes"] or facts["over"]):
        return None
    return Letter("table_news", f"table.{table.pk}", facts)


def roll_asked(job: Job, player: Player, now: datetime) -> Letter | None:
    """A GM asks for a roll; None once it is made or taken back, or cannot be made any more.

    Raises Postpone while the table pauses.
    """
    asked = RollRequest.objects.select_related("scene__table", "sheet")
    request = asked.filter(pk=job.payload["request"], sheet__owner=player, post=None, scene__closed_at=None).first()
    seen = scenes.sight_of(request.scene, player) if request else None
    if request is None or seen is None or not seen.draftable:
        return None
    if not seen.writable:
        raise Postpone(now + PAUSED)
    facts = {
        "url": f"{site_url('scene', str(request.scene_id))}#asked",
        "table": one_line(request.scene.table.name),
        "scene": one_line(request.scene.title),
        "request": request,
        "what": one_line(request.what),
        "sheet": one_line(request.sheet.name),
        "chances": chances_of(request.sheet.value.pool(request.stat, request.skill), request.dd),
    }
    return Letter("roll_asked", f"scene.{request.scene_id}", facts)


def table_place(job: Job, player: Player, now: datetime) -> Letter | None:
    """Somebody applies or has come, to a GM; an invitation or an answer, to a player; None once it is otherwise."""
    places = Member.objects.select_related("table", "player")
    member = places.filter(pk=job.payload["member"], status=job.payload["status"]).first()
    if member is None or not _concerns(member, player):
        return None
    facts = {
        "url": site_url("table", str(member.table_id)),
        "what": job.payload["what"],
        "table": one_line(member.table.name),
        "name": one_line(str(member.player)),
        "words": member.words if member.status == Member.Status.APPLIED else "",
    }
    return Letter("table_place", f"table.{member.table_id}", facts)


def _concerns(member: Member, player: Player) -> bool:
    gms = member.table.members.filter(role=Member.Role.GM, status=Member.Status.IN)
    return member.player_id == player.pk or gms.filter(player=player).exists()
