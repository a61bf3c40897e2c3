"""What the GMs of a table have made for it."""

from __future__ import annotations

from django.db import models

from games.tables.fight_models import NAME_LENGTH


class Homebrew(models.Model):
    """A species or a move that the GMs have made for their table; `data` is the engine's value as plain data."""

    class Kind(models.TextChoices):
        SPECIES = "species"
        MOVE = "move"

    table = models.ForeignKey("Table", on_delete=models.CASCADE, related_name="homebrew")
    kind = models.CharField(max_length=7, choices=Kind)
    slug = models.CharField(max_length=NAME_LENGTH)
    data = models.JSONField()

    class Meta:
        verbose_name_plural = "homebrew"
        ordering = ["kind", "slug"]
        constraints = [models.UniqueConstraint(fields=["table", "kind", "slug"], name="homebrew_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug} of table {self.table_id}"
