"""Tables as a viewer may see them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Case, Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.http import Http404

from games.players.models import Player
from games.tables.fight_models import Entrant
from games.tables.models import Member, Post, Reading, Scene, Table
from games.tables.queries import waiting

PAGE = 30
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Sight:
    """A table and who looks at it; `member` is None for who has nothing to do with it."""

    table: Table
    player: Player | None
    member: Member | None

    @property
    def is_in(self) -> bool:
        """Whether the viewer plays there, as a GM or a player."""
        return self.member is not None and self.member.is_in

    @property
    def is_gm(self) -> bool:
        """Whether the viewer leads it, and so sees what is secret."""
        return self.member is not None and self.member.is_gm

    @property
    def may_read(self) -> bool:
        """Whether the viewer may read its scenes."""
        return self.table.readable or self.is_in


def sight(table: Table, player: Player | None) -> Sight:
    """How a player, or a visitor, sees a table: one query for a player."""
    member = Member.objects.filter(table=table, player=player).first() if player else None
    return Sight(table, player, member)


def table_for(player: Player | None, table_id: int) -> Sight:
    """A table as somebody sees it. Raises Http404 if there is none, or none for them."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None or not is_visible(seen := sight(found, player)):
        raise Http404("There is no such table.")
    return seen


def is_visible(seen: Sight) -> bool:
    """Whether the viewer may know of the table: one that nobody may read or apply to is its people's."""
    known = seen.member is not None and seen.member.status != Member.Status.OUT
    joinable = seen.table.admission == Table.Admission.OPEN and not seen.table.closed
    return known or seen.table.readable or joinable


@dataclass(frozen=True, slots=True)
class Page:
    """Tables in their order, and where the next page begins; "" if this is the last."""

    tables: Sequence[Table]
    next: str


def _page(tables: QuerySet[Table], after: str) -> Page:
    """Thirty of them, the last active first, from behind `after`, the `next` of another page: two queries.

    Raises ValueError for an `after` that no page has given.
    """
    if after:
        active_at, pk = _place(after)
        tables = tables.filter(active_at__lte=active_at).exclude(active_at=active_at, pk__gte=pk)
    gms = Member.objects.filter(role=Member.Role.GM, status=Member.Status.IN).select_related("player").order_by("pk")
    tables = tables.prefetch_related(Prefetch("members", queryset=gms, to_attr="gms"))
    playing = Member.objects.filter(table=OuterRef("pk"), status=Member.Status.IN, role=Member.Role.PLAYER)
    count = Subquery(playing.order_by().values("table").annotate(count=Count("pk")).values("count"))
    found = list(tables.annotate(players=Coalesce(count, 0)).order_by("-active_at", "-pk")[: PAGE + 1])
    last = found[PAGE - 1] if len(found) > PAGE else None
    return Page(found[:PAGE], f"{(last.active_at - EPOCH) // MICROSECOND}-{last.pk}" if last else "")


def _place(text: str) -> tuple[datetime, int]:
    found = re.fullmatch("([0-9]{1,16})-([0-9]{1,18})", text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is no place in a list of tables")
    return EPOCH + int(found[1]) * MICROSECOND, int(found[2])


def mine(player: Player) -> list[Member]:
    """The player's places, and those they were offered or asked for, at tables that are not closed: two queries.

    `new`: others have posted there since the player was in that scene; `asked`: a GM has an application to answer;
    `fighting`: a fight goes on there in which the player has somebody; `waits`: for orders, an answer or a roll of
    theirs. What waits comes first.
    """
    places = Member.objects.filter(player=player).exclude(status=Member.Status.OUT)
    places = places.exclude(table__status=Table.Status.CLOSED)
    if not places.exists():  # to build the query below takes a third of the time of a home page
        return []
    posts = Post.objects.filter(scene__table=OuterRef("table"), public=True, pk__gt=_read(player, OuterRef("scene")))
    applied = Member.objects.filter(table=OuterRef("table"), status=Member.Status.APPLIED)
    fighters = Entrant.objects.filter(player=player, fight__ended_at=None, fight__scene__table=OuterRef("table"))
    found = {
        "new": Exists(posts.exclude(author=player)),
        "asked": Case(When(role=Member.Role.GM, then=Exists(applied)), default=False),
        "fighting": Exists(fighters),
    }
    places = places.annotate(waits=waiting.at_table(player), **found)
    return list(places.select_related("table").order_by("-waits", "-table__active_at", "-table_id"))


def others(player: Player | None, after: str = "") -> Page:
    """The tables that others play at and that anybody may read or apply to."""
    tables = Table.objects.filter(closed_at=None)
    tables = tables.filter(Q(public=True) | Q(admission=Table.Admission.OPEN))
    if player is not None:
        own = Member.objects.filter(table=OuterRef("pk"), player=player).exclude(status=Member.Status.OUT)
        tables = tables.filter(~Exists(own))
    return _page(tables, after)


def closed(after: str = "") -> Page:
    """Tables that have come to their end and that anybody may read and download."""
    return _page(Table.objects.filter(status=Table.Status.CLOSED, archive=True), after)


def around(table: Table) -> list[Member]:
    """Everybody who is in, invited or applies: GMs first, then by when they came."""
    members = table.members.exclude(status=Member.Status.OUT).select_related("player")
    return sorted(members, key=lambda one: (not one.is_gm, one.since, one.pk))


def gms(table: Table) -> set[int]:
    """The ids of the players who lead a table."""
    leading = table.members.filter(role=Member.Role.GM, status=Member.Status.IN)
    return set(leading.values_list("player_id", flat=True))


def scenes(seen: Sight) -> list[Scene]:
    """The scenes of a table, those that are open first, each with the number of posts that every reader sees.

    For a member with the number of `new` ones besides: what others have posted since the member was there; and whether
    something `waits` for them in it: orders, an answer, a roll.
    """
    posts = Count("posts", filter=Q(posts__public=True))
    found = seen.table.scenes.annotate(public_posts=posts)
    if seen.player and seen.is_in:
        new = Q(posts__pk__gt=_read(seen.player, OuterRef("pk"))) & ~Q(posts__author=seen.player)
        new_ones = Count("posts", filter=new if seen.is_gm else new & Q(posts__public=True))
        found = found.annotate(new=new_ones, waits=waiting.in_scene(seen.player))
    return sorted(found.order_by("-pk"), key=lambda scene: scene.closed_at is not None)


def _read(player: Player, scene: OuterRef) -> Coalesce:
    """The last post of a scene that the player has had before them."""
    return Coalesce(Subquery(Reading.objects.filter(scene=scene, player=player).values("read")), 0)
