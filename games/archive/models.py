"""What the archive is browsed by: a table of its own, so that every page is one walk along one index."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from games.play.models import Match
from games.players.models import Player


class Entry(models.Model):
    """A finished public match, once for itself (`player` empty) and once for each of its players.

    `result` of the match's own entry is who won ("first", "second", "drawn"), of a player's how they did ("won",
    "lost", "drawn"). Written once, when the match finishes; `manage.py rebuild_archive` makes all of it again.
    """

    class Result(models.TextChoices):
        FIRST = "first", "The first player won"
        SECOND = "second", "The second player won"
        DRAWN = "drawn", "Drawn"
        WON = "won", "Won"
        LOST = "lost", "Lost"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="archive_entries")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    setup = models.CharField(max_length=40)
    result = models.CharField(max_length=6, choices=Result)
    length = models.CharField(max_length=6, choices=Match.Length)
    vs_computer = models.BooleanField()
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=Q(player=None), name="entry_once"),
            models.UniqueConstraint(fields=["match", "player"], name="entry_once_each"),
        ]
        # One index for each single filter, without and with a player; both orders of time are one walk along it.
        indexes = [
            models.Index(F("finished_at").desc(), F("match").desc(), condition=Q(player=None), name="entry_all"),
            *[
                models.Index(
                    F(column),
                    F("finished_at").desc(),
                    F("match").desc(),
                    condition=Q(player=None),
                    name=f"entry_{name}",
                )
                for column, name in (
                    ("setup", "setup"),
                    ("result", "result"),
                    ("length", "length"),
                    ("vs_computer", "computer"),
                )
            ],
            models.Index(F("player"), F("finished_at").desc(), F("match").desc(), name="entry_p"),
            *[
                models.Index(F("player"), F(column), F("finished_at").desc(), F("match").desc(), name=f"entry_p_{name}")
                for column, name in (
                    ("setup", "setup"),
                    ("result", "result"),
                    ("length", "length"),
                    ("vs_computer", "computer"),
                )
            ],
        ]

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.result}"
