"""What becomes of a player's tables when they leave the site, and what tables know about them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.play.models import DrawSecret
from games.players.models import Player
from games.tables.models import Draft, Log, Member, Post, Roll, RollRequest, Sheet, Table
from games.tables.services.fight_rounds import drop_orders
from games.tables.services.members import other_gms
from games.tables.services.tables import shut


def leave(player: Player, now: datetime) -> None:
    """Give up places; a table that nobody else leads is closed. Posts stay, drafts and applications do not."""
    places = Member.objects.filter(player=player).exclude(status=Member.Status.OUT)
    for table in Table.objects.select_for_update().filter(members__in=places).order_by("pk"):
        member = table.members.get(player=player)
        if member.is_gm and not table.closed and not other_gms(table, player):
            shut(table, by=player, now=now)
        Member.objects.filter(pk=member.pk).update(status=Member.Status.OUT, role=Member.Role.PLAYER, words="")
    Draft.objects.filter(author=player).delete()
    drop_orders(player)
    RollRequest.objects.filter(sheet__owner=player, post=None).delete()  # nobody is left to make them
    Sheet.objects.filter(owner=player).update(owner=None)  # the GMs have them now
    if not Post.objects.filter(author=player).exists():
        Member.objects.filter(player=player).delete()  # nothing of theirs is left at any table
        secrets = list(Log.objects.filter(roller=player).values_list("secret_id", flat=True))
        Log.objects.filter(roller=player).delete()
        DrawSecret.objects.filter(pk__in=secrets).delete()


def known(player: Player) -> dict[str, Any]:
    """A player's places, posts and drafts; fit for JSON."""
    places = Member.objects.filter(player=player).order_by("pk")
    posts = Post.objects.filter(author=player).order_by("pk")
    rolls = Roll.objects.filter(post__author=player).order_by("pk")
    drafts = Draft.objects.filter(author=player).order_by("pk")
    wording = ("scene_id", "text", "to_gm", "aside")
    return {
        "tables": list(places.values("table_id", "role", "status", "words", "since")),
        "posts": list(posts.values("id", *wording, "posted_at", "edited_at")),
        "rolls": list(rolls.values("post_id", "action", "outcomes")),
        "sheets": list(player.sheets.order_by("pk").values("id", "table_id", "data")),
        "drafts": list(drafts.values(*wording, "saved_at")),
        "orders": list(player.fight_orders.order_by("pk").values("fight_id", "plan", "given_at")),
    }
