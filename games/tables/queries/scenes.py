"""Scenes and what is written in them, each viewer's part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects
from django.http import Http404
from django.utils.safestring import SafeString

from engine.tabletop import codec, dice
from engine.tabletop.orders import Add, Undo
from engine.tabletop.orders import Roll as Declaration
from games.players.models import Player
from games.tables.fight_models import Entrant, FightPly, begun
from games.tables.markdown import render
from games.tables.models import Draft, Log, Post, Roll, Scene, Sheet, Version
from games.tables.queries.tables import Sight, sight

PAGE = 30
VERSIONS = 10  # of a post, on one page
CHUNK = 100  # rows that an export holds at a time


@dataclass(frozen=True, slots=True)
class SceneSight:
    """A scene and who looks at it."""

    scene: Scene
    of_table: Sight

    @property
    def writable(self) -> bool:
        """Whether the viewer may post in it now."""
        return self.draftable and self.of_table.table.running

    @property
    def draftable(self) -> bool:
        """Whether the viewer may write a draft in it: also while the table pauses."""
        return self.of_table.is_in and self.scene.closed_at is None


@dataclass(frozen=True, slots=True)
class ShownDie:
    """One die: what it shows, and whether it adds to the score (1), takes from it (-1), or neither (0)."""

    face: int
    counts: int


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """A roll with what came of it. `meaning`: SUCCESS, FAILED or CRITICAL of engine.tabletop.dice."""

    declared: Declaration
    dice: list[ShownDie]
    score: int
    meaning: str
    percent: float  # the chance of success before it was rolled
    log_id: int  # of its record, where it is of this ply
    ply: int
    secret: bool
    sheet: Sheet | None  # whose stat and skill made the pool
    stat: str
    skill: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A post as one viewer sees it. `to_gm` is empty for who may not read it."""

    post: Post
    text: SafeString
    to_gm: SafeString
    own: bool
    rolls: list[ShownRoll]


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """An earlier wording as one viewer sees it; it stood until then."""

    text: SafeString
    to_gm: SafeString
    until: datetime


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a scene's posts, in their order; `end`: the number of the first post behind them."""

    posts: list[Shown]
    number: int
    count: int
    end: int | None = None


def scene_for(player: Player | None, scene_id: int) -> SceneSight:
    """A scene as somebody sees it. Raises Http404 if there is none, or none for them."""
    scene = Scene.objects.select_related("table").filter(pk=scene_id).first()
    if scene is None:
        raise Http404("There is no such scene.")
    seen = sight_of(scene, player)
    if not seen.of_table.may_read:
        raise Http404("There is no such scene.")
    return seen


def sight_of(scene: Scene, player: Player | None) -> SceneSight:
    """How somebody sees a scene, with its table: what they may, if they may read it at all."""
    return SceneSight(scene, sight(scene.table, player))


def _visible(seen: SceneSight) -> QuerySet[Post]:
    return _of_viewer(seen.of_table, seen.scene.posts.all(), visible_logs(seen)).order_by("pk")


def _of_viewer(seen: Sight, posts: QuerySet[Post], logs: QuerySet[Log]) -> QuerySet[Post]:
    """Those that the viewer may see something of: nothing tells others that there is more."""
    seen_rolls = Roll.objects.filter(log__in=logs).select_related("log", "sheet")
    posts = posts.select_related("author", "speaker").prefetch_related(
        Prefetch("rolls", queryset=seen_rolls, to_attr="seen_rolls")
    )
    if seen.is_gm:
        return posts
    public = Q(public=True)
    return posts.filter(public | Q(author=seen.player)) if seen.player else posts.filter(public)


def posts_of(seen: Sight) -> Iterator[Post]:
    """All posts of a table that its viewer may see something of, with versions, scene by scene, some at a time."""
    logs = of_viewer(seen, Log.objects.filter(scene__table=seen.table))
    found = _of_viewer(seen, Post.objects.filter(scene__table=seen.table), logs).prefetch_related("versions")
    return found.order_by("scene_id", "pk").iterator(chunk_size=CHUNK)


def logs_of(seen: Sight) -> Iterator[Log]:
    """All logs of a table that its viewer may see and in which something was drawn, some at a time."""
    logs = of_viewer(seen, Log.objects.filter(scene__table=seen.table)).exclude(salt="")
    return _with_rows(logs).order_by("pk").iterator(chunk_size=CHUNK)


def _with_rows(logs: QuerySet[Log]) -> QuerySet[Log]:
    """With all that their records are made of."""
    return _with_head(logs).prefetch_related(*_rows())


def _with_head(logs: QuerySet[Log]) -> QuerySet[Log]:
    """With all else that is told of them; `secret_sheets`: whether there are some in the fight, or in its log alone."""
    secret = Entrant.objects.filter(fight=OuterRef("fight"), sheet__secret=True)
    found = logs.select_related("secret", "roller", "scene", "fight")
    return found.annotate(secret_sheets=Exists(secret) | Exists(_taken_back()))


def _taken_back() -> QuerySet[FightPly]:
    """Where somebody secret joined a log's fight before an undo: the entrant may be gone, the sheet is told there."""
    undone = FightPly.objects.filter(fight=OuterRef("fight"), ply__gt=OuterRef("ply"), action__startswith=begun(Undo))
    joined = FightPly.objects.filter(fight=OuterRef("fight"), action__startswith=begun(Add))
    return joined.filter(Exists(undone), action__contains='"secret": true')


def _rows() -> tuple[Prefetch[str], Prefetch[str]]:
    rolls = Prefetch("rolls", queryset=Roll.objects.select_related("post"))
    return rolls, Prefetch("fight__plies", queryset=FightPly.objects.defer("snapshot"))


def visible_logs(seen: SceneSight) -> QuerySet[Log]:
    """The rolls of a scene that the viewer may know of."""
    return of_viewer(seen.of_table, Log.objects.filter(scene=seen.scene))


def of_viewer(seen: Sight, logs: QuerySet[Log]) -> QuerySet[Log]:
    """Those of the table's logs that the viewer may know of: a GM all, others everybody's and their own."""
    if seen.is_gm:
        return logs
    public = Q(audience=Log.Audience.ALL)
    return logs.filter(public | Q(roller=seen.player)) if seen.player else logs.filter(public)


def knows(seen: Sight, post: Post) -> bool:
    """Whether the viewer may read what a post says to the GMs: GMs, and its author."""
    return seen.is_gm or (seen.player is not None and seen.player.pk == post.author_id)


def page(seen: SceneSight, number: int | None = None) -> Page:
    """One page of posts, the last one unless a `number` is given; one beyond them is the nearest."""
    pages = Paginator(_visible(seen), PAGE)
    found = pages.get_page(pages.num_pages if number is None else number)
    posts = shown(seen.of_table, found.object_list)
    end = None
    if found.has_next():
        end = _visible(seen).filter(pk__gt=posts[-1].post.pk).values_list("pk", flat=True).first()
    return Page(posts, found.number, pages.num_pages, end)


def since(seen: SceneSight, post_id: int, *, most: int) -> tuple[int, list[Shown]]:
    """What others posted after a post, the last `most` of it in its order; with the number of the last post of all."""
    newer = _visible(seen).filter(pk__gt=post_id).exclude(author=seen.of_table.player).order_by("-pk")
    found = list(newer[:most])[::-1]
    return (found[-1].pk if found else post_id), shown(seen.of_table, found)


def shown_by_edits(seen: SceneSight, since: datetime, until: datetime) -> QuerySet[Post]:
    """The posts of which others see something only since an edit in that time: it put words where there were none."""
    wordless = Version.objects.filter(post=OuterRef("pk"), text="").order_by("-until")
    edited = _visible(seen).annotate(shown_at=Subquery(wordless.values("until")[:1]))
    edited = edited.exclude(rolls__log__audience=Log.Audience.ALL)  # seen from the beginning
    return edited.filter(public=True, shown_at__gte=since, shown_at__lt=until)


def page_of(seen: SceneSight, post: Post) -> int:
    """The number of the page that a post is on."""
    return _visible(seen).filter(pk__lt=post.pk).count() // PAGE + 1


def shown(seen: Sight, posts: Iterable[Post]) -> list[Shown]:
    """Posts, as they were found for the viewer, as they are shown."""
    return [
        Shown(
            post,
            render(post.words),
            render(post.words_to_gm) if knows(seen, post) else SafeString(),
            seen.player is not None and seen.player.pk == post.author_id,
            rolls_of(post),
        )
        for post in posts
    ]


def rolls_of(post: Post) -> list[ShownRoll]:
    """The rolls of a post that the viewer for whom it was found may see."""
    return [_roll(roll) for roll in post.seen_rolls]  # type: ignore[attr-defined]


def _roll(roll: Roll) -> ShownRoll:
    declared = codec.loads(Declaration, roll.action, "action")
    faces = [int(text) for text in roll.outcomes]
    points = dice.score(faces, declared.dd)
    return ShownRoll(
        declared,
        [ShownDie(face, dice.score([face], declared.dd)) for face in faces],
        points,
        dice.meaning(points),
        float(100 * dice.success_chance(declared.pool, declared.dd)),
        roll.log_id,
        roll.ply,
        roll.log.audience != Log.Audience.ALL,
        roll.sheet,
        roll.stat,
        roll.skill,
    )


def post_for(player: Player | None, post_id: int) -> tuple[SceneSight, Post]:
    """A post that somebody may see something of. Raises Http404."""
    scene_id = Post.objects.filter(pk=post_id).values_list("scene_id", flat=True).first()
    seen = scene_for(player, scene_id or 0)
    post = _visible(seen).filter(pk=post_id).first()
    if post is None:
        raise Http404("There is no such post.")
    return seen, post


@dataclass(frozen=True, slots=True)
class Versions:
    """Some of a post's earlier wordings, in their order."""

    versions: list[ShownVersion]
    number: int
    count: int


def versions(seen: Sight, post: Post, number: int = 1) -> Versions:
    """A page of the earlier wordings, the first first."""
    found = Paginator(earlier(seen, post), VERSIONS).get_page(number)
    return Versions(shown_versions(seen, post, found.object_list), found.number, found.paginator.num_pages)


def earlier(seen: Sight, post: Post) -> list[Version]:
    """The earlier wordings, the first first; of changes that the viewer must not know there is no trace."""
    rows = list(post.versions.all())
    if knows(seen, post):
        return rows
    followers: list[Version | Post] = [*rows[1:], post]
    changed = zip(rows, followers, strict=False)
    return [row for row, then in changed if row.text and (row.text, row.aside) != (then.text, then.aside)]


def shown_versions(seen: Sight, post: Post, rows: Iterable[Version]) -> list[ShownVersion]:
    """Earlier wordings of a post, as they were found for the viewer, as they are shown."""
    private = knows(seen, post)
    return [
        ShownVersion(render(row.words), render(row.words_to_gm) if private else SafeString(), row.until) for row in rows
    ]


def draft(seen: SceneSight) -> Draft | None:
    """What the viewer has begun to write."""
    player = seen.of_table.player
    return seen.scene.drafts.filter(author=player).first() if player and seen.of_table.is_in else None


def logs(seen: SceneSight) -> list[Log]:
    """What the viewer may check of how a scene's rolls were drawn: everybody's first.

    With the rows of those that can be checked by now.
    """
    found = list(_with_head(visible_logs(seen)).order_by("pk"))
    prefetch_related_objects([log for log in found if log.secret.published_at], *_rows())
    return found


def log_for(player: Player | None, log_id: int) -> tuple[SceneSight, Log]:
    """A log that somebody may see. Raises Http404."""
    scene_id = Log.objects.filter(pk=log_id).values_list("scene_id", flat=True).first()
    seen = scene_for(player, scene_id or 0)
    found = _with_rows(visible_logs(seen)).filter(pk=log_id).first()
    if found is None:
        raise Http404("There is no such log.")
    return seen, found


def unsalted(seen: SceneSight) -> list[Log]:
    """The logs that the viewer may roll in and in which nobody has rolled: their first roll takes a salt."""
    mine = Q(audience=Log.Audience.GMS) if seen.of_table.is_gm else Q(roller=seen.of_table.player)
    found = visible_logs(seen).filter(Q(audience=Log.Audience.ALL) | mine, ply=0, fight=None)
    return list(found.select_related("secret").order_by("pk"))
