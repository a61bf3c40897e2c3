"""What the archive is browsed by: a table of its own, so that every page is one walk along one index. And analyses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.models import F, Q

from games.play.models import Match
from games.players.models import Player

OF_ALL, OF_A_PLAYER = Q(player=None), Q(player__isnull=False)


def _indexes() -> Iterator[models.Index]:
    """One for each single filter, without and with a player; a month is a stretch of the ones without a column.

    And one for each order.
    """
    newest_first = F("finished_at").desc(), F("match").desc()
    for name, column in (
        ("", None),
        ("_setup", "setup"),
        ("_result", "result"),
        ("_length", "length"),
        ("_computer", "vs_computer"),
    ):
        by = [F(column)] if column else []
        yield models.Index(*by, *newest_first, condition=OF_ALL, name=f"archive_all{name}")
        yield models.Index(F("player"), *by, *newest_first, condition=OF_A_PLAYER, name=f"archive_player{name}")
    for column in ("closeness", "luck", "play"):
        best_first = F(column).desc(), F("match").desc()
        known = Q(**{f"{column}__isnull": False})
        yield models.Index(*best_first, condition=OF_ALL & known, name=f"archive_all_{column}")
        yield models.Index(F("player"), *best_first, condition=OF_A_PLAYER & known, name=f"archive_player_{column}")


class Entry(models.Model):
    """A finished match, once for itself (`player` empty) and once for each of its players.

    `result` of the match's own entry is who won ("first", "second", "drawn"), of a player's how they did ("won",
    "lost", "drawn"). A private match has no entry of its own, and shows the players' to nobody but them.
    Written once, when the match finishes; `manage.py rebuild_archive` makes all of it again.

    The last three are known of a match that was analysed and is no shorter than services.RANKED, in hundredths of a
    percent: how even it stood on the mean, how much luck there was (a player's own, below zero for bad luck), and how
    well it was played (all less the mean loss of a decision).
    """

    class Result(models.TextChoices):
        FIRST = "first", "The first player won"
        SECOND = "second", "The second player won"
        DRAWN = "drawn", "Drawn"
        WON = "won", "Won"
        LOST = "lost", "Lost"

    # The constraint's index and those below begin with these two: they need none of their own.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="archive_entries", db_index=False)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=40)
    setup = models.CharField(max_length=40)
    result = models.CharField(max_length=6, choices=Result)
    length = models.CharField(max_length=6, choices=Match.Length)
    vs_computer = models.BooleanField()
    private = models.BooleanField(default=False)
    finished_at = models.DateTimeField()
    closeness = models.IntegerField(null=True, blank=True)
    luck = models.IntegerField(null=True, blank=True)
    play = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=OF_ALL, name="entry_once"),
            models.UniqueConstraint(fields=["match", "player"], name="entry_once_each"),
        ]
        indexes = list(_indexes())

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.result}"


class Analysis(models.Model):
    """A finished match judged position by position, as far as a worker has come. Whoever asks first has it made.

    `looks` are `engine.analysis.Look`s as JSON, the start first; they are never changed, only more come.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="analysis")
    version = models.PositiveSmallIntegerField()  # of how positions are judged: engine.analysis.VERSION
    positions = models.PositiveIntegerField()
    looks: models.JSONField[list[dict[str, Any]]] = models.JSONField(default=list)
    tries = models.PositiveSmallIntegerField(default=1)  # how often it was begun: anew after it was given up
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"match {self.match_id}: {len(self.looks)} of {self.positions}"
