"""What is written in a scene: posts, their later wordings, and drafts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.play.errors import NotYours, Refused, Stale, TooMany
from games.play.models import REMOVED
from games.play.services.reports import tell_operators
from games.play.services.talk import clean
from games.players.models import Player
from games.tables.models import KEY_LENGTH, Draft, Log, Member, Post, Roll, Scene, Sheet, Table, Version
from games.tables.services import rolls
from games.tables.services.door import check_open, check_plays, check_posting, locked_scene, member_of
from games.tables.services.rolls import Declared
from games.tables.services.telling import tell_of_post, tell_of_shown

TEXT_LENGTH = 20_000
POSTS_PER_MINUTE = 10  # and edits; rolls that a GM asks for come on top
MINUTE = timedelta(minutes=1)
EDITS = 50  # of one post


@dataclass(frozen=True, slots=True)
class Wording:
    """What somebody writes: for all, for the GMs alone, and whether the player says it, not the character."""

    text: str
    to_gm: str = ""
    aside: bool = False

    def cleaned(self) -> Wording:
        """Without control characters. Raises Refused if it is too long."""
        found = replace(self, text=clean(self.text, newlines=True), to_gm=clean(self.to_gm, newlines=True))
        for text in (found.text, found.to_gm):
            if len(text) > TEXT_LENGTH:
                words = _("That is {length} characters long: {limit} fit. Shorten it and send it again.")
                raise Refused(words.format(length=len(text), limit=TEXT_LENGTH))
        return found

    def checked(self, *, rolls: bool = False) -> Wording:
        """The same, and Refused if nothing is written, unless something is rolled."""
        found = self.cleaned()
        if not (found.text or found.to_gm or rolls):
            raise Refused(_("Write something first."))
        return found


def write(
    *,
    scene_id: int,
    player: Player,
    wording: Wording,
    key: str,
    now: datetime,
    roll: Declared | None = None,
    speaker_id: int | None = None,
) -> Post:
    """Post something, perhaps with a roll, which is drawn at once; the draft is gone.

    `speaker_id`: the sheet of who speaks in the story; out of character nobody does.
    With a `key` that was used before it is the post that was made then: nothing is drawn twice.
    Raises NotYours, Refused, TooMany.
    """
    with locked_scene(scene_id) as scene:
        return write_in(scene, player=player, wording=wording, key=key, now=now, roll=roll, speaker_id=speaker_id)


def write_in(
    scene: Scene,
    *,
    player: Player,
    wording: Wording,
    key: str,
    now: datetime,
    roll: Declared | None = None,
    speaker_id: int | None = None,
    asked: bool = False,
) -> Post:
    """The same in a locked scene. `asked`: it is a roll that a GM asks for, which counts for no pace."""
    found = wording.checked(rolls=roll is not None)
    member = member_of(scene.table, player)
    if made := scene.posts.filter(author=player, key=key[:KEY_LENGTH]).first():
        return made
    check_posting(scene)
    if not asked:
        _check_pace(Post.objects.filter(author=player, posted_at__gt=now - MINUTE, request=None))
    post = scene.posts.create(
        author=player,
        speaker=None if found.aside else _speaker(scene, member, speaker_id),
        key=key[:KEY_LENGTH],
        text=found.text,
        to_gm=found.to_gm,
        aside=found.aside,
        posted_at=now,
        public=bool(found.text) or (roll is not None and roll.audience == Log.Audience.ALL),
    )
    if roll is not None:
        rolls.draw(scene, post, member, roll)
    if found.text or found.to_gm:
        scene.drafts.filter(author=player).delete()
    _tell(post, scene.table)
    return post


def _tell(post: Post, table: Table) -> None:
    """Tell those who see something of a new post, by mail and in the lists."""
    tell_of_post(post, now=post.posted_at)
    if post.public:  # what nobody else sees leaves no trace in the lists
        table.active_at = post.posted_at
        table.save(update_fields=["active_at"])


def _check_pace(recent: QuerySet[Any]) -> None:
    """Raises TooMany if that much was written in the last minute."""
    if recent.count() >= POSTS_PER_MINUTE:
        raise TooMany(_("That was a lot in one minute: wait a little, then send it again."))


def _speaker(scene: Scene, member: Member, sheet_id: int | None) -> Sheet | None:
    if sheet_id is None:
        return None
    return check_plays(member, scene.table.sheets.filter(pk=sheet_id, secret=False).first())


def edit(*, post_id: int, player: Player, wording: Wording, edits: int, now: datetime) -> Post:
    """Word one's post anew; what stood there is kept as a version. `edits`: how often it had been when it was read.

    Raises NotYours for another's, Refused, and Stale if it has been edited meanwhile.
    """
    found = wording.checked(rolls=Roll.objects.filter(post_id=post_id).exists())
    with transaction.atomic():
        scene_id = Post.objects.values_list("scene_id", flat=True).get(pk=post_id)
        with locked_scene(scene_id) as scene:
            post = scene.posts.get(pk=post_id)
            if post.author_id != player.pk:
                raise NotYours(_("Only who wrote it can change it."))
            member_of(scene.table, player)
            check_posting(scene)
            if post.edits != edits:
                raise Stale(_("This was changed meanwhile, in another window perhaps. Look at it as it stands now."))
            if found == Wording(post.text, post.to_gm, post.aside):
                return post
            _check_edits(post, now=now)
            if post.text and not found.text:
                raise Refused(_("Others have read it: something has to stay."))
            Version.objects.create(post=post, text=post.text, to_gm=post.to_gm, aside=post.aside, until=now)
            if (post.text, post.aside) != (found.text, found.aside):
                post.edited_at = now
            shown = bool(found.text) and not post.public
            post.public = post.public or shown
            post.text, post.to_gm, post.aside = found.text, found.to_gm, found.aside
            post.edits += 1
            post.save()
            if shown:
                tell_of_shown(post, now=now)
    return post


def _check_edits(post: Post, *, now: datetime) -> None:
    """Raises TooMany for who edits too fast, Refused for a post that was edited often enough: each wording is kept."""
    # By way of a subquery: a join would begin with all that the author has ever posted.
    author = Post.objects.filter(pk=OuterRef("post")).values("author")
    recent = Version.objects.filter(until__gt=now - MINUTE).annotate(author=Subquery(author))
    _check_pace(recent.filter(author=post.author_id))
    if post.edits >= EDITS:
        raise Refused(_("This post was changed %d times: write a new one.") % EDITS)


def save_draft(*, scene: Scene, player: Player, wording: Wording, now: datetime) -> Draft | None:
    """Keep what somebody has begun to write, also while the table pauses; nothing written: no draft.

    Raises NotYours, Refused.
    """
    found = wording.cleaned()
    member_of(scene.table, player)
    check_open(scene)
    if not (found.text or found.to_gm):
        scene.drafts.filter(author=player).delete()
        return None
    values = {"text": found.text, "to_gm": found.to_gm, "aside": found.aside, "saved_at": now}
    return Draft.objects.update_or_create(scene=scene, author=player, defaults=values)[0]


def report(*, post_id: int, player: Player, now: datetime) -> Post:
    """Show another's post to the operator. Who may see it has to be known; raises NotYours for one's own."""
    with transaction.atomic():
        post = Post.objects.select_for_update().get(pk=post_id)
        if post.author_id == player.pk:
            raise NotYours(_("This is your own post."))
        if post.reported_at is None:
            post.reported_at = now
            post.save(update_fields=["reported_at"])
            tell_operators(now=now)
    return post


def settle(posts: QuerySet[Post], *, remove: bool) -> int:
    """The operator has looked at posts; returns how many.

    With `remove`, what was written is taken away for good, earlier wordings too; what was rolled stays.
    """
    if remove:
        Version.objects.filter(post__in=posts).delete()
        posts.exclude(to_gm="").update(to_gm=REMOVED)
        posts.exclude(text="").update(text=REMOVED)
    return posts.update(reported_at=None)
