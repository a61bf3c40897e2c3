"""Fights of a scene: what is known of them, who is in them, what was ordered, and their log."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from engine.tabletop import codec, sheets
from engine.tabletop.numbers import MOST_NAME
from engine.tabletop.orders import Action, Plan
from games.players.models import Player

NAME_LENGTH = 80


class Fight(models.Model):
    """One fight. `state` is a cache of its log replayed from `setup`, both of them as notation.

    `phase` counts how often somebody was waited for, for orders or for an answer: no number comes twice, whatever is
    undone. Orders of a phase are in by `deadline_at`; None while nothing is awaited, and while the table pauses: then
    `left` is what was left of the time. `difficulties` are the GM's for a ball, by fighter.
    """

    scene = models.ForeignKey("tables.Scene", on_delete=models.CASCADE, related_name="fights")
    name = models.CharField(max_length=NAME_LENGTH)
    opened_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    setup = models.TextField()
    state = models.TextField()
    difficulties: models.JSONField[dict[str, int]] = models.JSONField(default=dict, blank=True)
    round = models.PositiveIntegerField(default=0)  # how many were resolved and not undone
    phase = models.PositiveIntegerField(default=0)
    phase_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    left = models.DurationField(null=True, blank=True)
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    award = models.ForeignKey(
        "tables.Award", null=True, blank=True, on_delete=models.SET_NULL, related_name="fights"
    )  # that paid out what it earned

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["deadline_at"], condition=models.Q(deadline_at__isnull=False), name="fight_due"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("fight", args=[self.pk])


class Entrant(models.Model):
    """Somebody in a fight, by the id that the log has: who plays it (else the GMs), and the sheet it came with.

    A creature made on the spot has no sheet of the table, but its `data` all the same. `awaited`: its orders for the
    round to come, or its answer to an attack, are still to be given.
    """

    fight = models.ForeignKey(Fight, on_delete=models.CASCADE, related_name="entrants")
    fighter = models.CharField(max_length=MOST_NAME)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    sheet = models.ForeignKey("tables.Sheet", null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    data = models.JSONField()
    awaited = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["fight", "fighter"], name="entrant_once")]

    def __str__(self) -> str:
        return f"{self.fighter} in fight {self.fight_id}"

    @property
    def value(self) -> sheets.Sheet:
        """The sheet with which it came."""
        return codec.from_data(sheets.Sheet, self.data, "sheet")


class Orders(models.Model):
    """What a fighter is told for the round to come, as notation: sealed, and gone once the round is resolved.

    `by_gm`: its player is a GM, who gives the orders of whom nobody else plays.
    """

    fight = models.ForeignKey(Fight, on_delete=models.CASCADE, related_name="orders")
    fighter = models.CharField(max_length=MOST_NAME)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="fight_orders")
    plan = models.TextField()
    by_gm = models.BooleanField(default=False)
    given_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "orders"
        constraints = [models.UniqueConstraint(fields=["fight", "fighter"], name="orders_once")]

    def __str__(self) -> str:
        return f"orders of {self.fighter} in fight {self.fight_id}"

    @property
    def owner(self) -> int | None:
        """Whose balls it throws: a player's id, None for the GMs'."""
        return None if self.by_gm else self.player_id

    @property
    def value(self) -> Plan:
        """What was ordered."""
        plan: Plan = codec.loads(Plan, self.plan, "plan")
        return plan


class FightPly(models.Model):
    """One logged action with its dice. Never changed, never used twice: what is undone stays.

    Ply 0 are the dice of initiative. `player` is None where the time ran out, or for who has left the site. `throwers`
    says whose balls fly in a round: a player's id by fighter, None the GMs'. `snapshot`, of a round, is the fight
    before it as notation: a cache, so that who looks at some rounds need not play all those before ("": there is none).
    """

    fight = models.ForeignKey(Fight, on_delete=models.CASCADE, related_name="plies")
    ply = models.PositiveIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    action = models.TextField(blank=True)
    outcomes: models.JSONField[list[str]] = models.JSONField(default=list)
    throwers: models.JSONField[dict[str, int | None]] = models.JSONField(default=dict, blank=True)
    snapshot = models.TextField(blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "plies of fights"
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["fight", "ply"], name="fight_ply_once")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.action[:60]}"

    def did(self, kind: type[Action]) -> bool:
        """Whether that was the action, by how it is written down."""
        return self.action.startswith(begun(kind))


def begun(kind: type[Action]) -> str:
    """How actions of a kind begin where they are written down."""
    return f'{{"kind": "{kind.kind}"'
