"""Challenges, matches, their log, and what is said beside them."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Least
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from engine import draws
from games.players.models import Player

SETUP_LENGTH = 300  # characters: a position in the middle of a turn is long


class DrawSecret(models.Model):
    """32 random bytes from which every draw of a match follows. Only services.draws reads `value`."""

    value = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.commitment[:12]


class Challenge(models.Model):
    """An offer to play. Open to all, to one player, to who has the link, or to a computer."""

    class Kind(models.TextChoices):
        OPEN = "open", _("Anybody")
        DIRECT = "direct", _("A player")
        INVITE = "invite", _("Whoever has the link")
        COMPUTER = "computer", _("The computer")

    class Status(models.TextChoices):
        DRAFT = "draft"  # the challenger has not sealed a salt (and throws) yet
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    class Beginner(models.TextChoices):
        THROWS = "throws", _("Rock, paper, scissors")
        RANDOM = "random", _("Drawn at random")
        CHALLENGER = "challenger", _("The challenger")
        OPPONENT = "opponent", _("The opponent")

    kind = models.CharField(max_length=10, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    challenger = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="challenges_made")
    opponent = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="challenges_received"
    )
    invite_token = models.CharField(max_length=32, null=True, blank=True, unique=True)
    game = models.CharField(max_length=40)
    setup = models.CharField(max_length=SETUP_LENGTH)  # a slug, or the text of a position
    days_per_turn = models.PositiveSmallIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    beginner = models.CharField(max_length=10, choices=Beginner, default=Beginner.THROWS)
    colour = models.CharField(max_length=10, blank=True, default="")  # the challenger's choice, "" = the setup's
    secret = models.OneToOneField(DrawSecret, on_delete=models.PROTECT, related_name="challenge")
    salt = models.CharField(max_length=64, blank=True, default="")
    throws = models.CharField(max_length=30, blank=True, default="")  # sealed: "rock paper rock"
    rematch_of = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch_offers"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("challenger", "opponent"),
                Greatest("challenger", "opponent"),
                condition=Q(kind="direct", status="open"),  # the other cannot see a draft: it must not be in the way
                name="challenge_one_open_per_pair",
            )
        ]
        indexes = [
            models.Index(fields=["-created_at"], condition=Q(status="open"), name="challenge_open"),
            models.Index(fields=["expires_at"], condition=Q(status__in=["draft", "open"]), name="challenge_expiry"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} ({self.status})"

    def get_absolute_url(self) -> str:
        return reverse("challenge", args=[self.pk])

    @property
    def pending(self) -> bool:
        return self.status in (self.Status.DRAFT, self.Status.OPEN)


class Match(models.Model):
    """People's instance of a game. `state` is a cache of the log replayed (command `check_matches`)."""

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"  # ended before both had begun: no result, not in the archive

    class Length(models.TextChoices):
        SHORT = "short", _("Up to 20 turns")
        MEDIUM = "medium", _("21 to 60 turns")
        LONG = "long", _("More than 60 turns")

    game = models.CharField(max_length=40)
    setup = models.CharField(max_length=SETUP_LENGTH)  # a slug, or the text of a position
    rules_version = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    state = models.TextField()
    ply = models.PositiveIntegerField(default=0)  # number of logged actions
    turns = models.PositiveIntegerField(default=0)  # number of turns begun: a turn is all that a seat does in a row
    seat_to_move = models.SmallIntegerField(null=True, blank=True)
    days_per_turn = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_ply = models.PositiveIntegerField(default=0)  # how many actions there were when the turn passed to that seat
    turn_started_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    vs_computer = models.BooleanField(default=False)
    draw_offer = models.SmallIntegerField(null=True, blank=True)  # the seat that offers
    draw_declined = models.SmallIntegerField(null=True, blank=True)  # the seat whose offer was, until it plays
    winner = models.SmallIntegerField(null=True, blank=True)  # a seat; None in a finished match: drawn
    ending = models.CharField(max_length=20, blank=True, default="")  # see services.ending.ENDINGS
    aborted_by = models.SmallIntegerField(null=True, blank=True)  # the seat that called it off
    length = models.CharField(max_length=6, choices=Length, blank=True, default="")  # once finished
    challenge = models.OneToOneField(Challenge, null=True, blank=True, on_delete=models.SET_NULL)
    secret = models.OneToOneField(DrawSecret, on_delete=models.PROTECT, related_name="match")
    draws_version = models.PositiveSmallIntegerField(default=draws.VERSION)  # see engine.draws
    beginner = models.JSONField(default=dict)  # how it was settled who begins: engine.record's `beginner`
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["deadline_at"], condition=Q(status="running"), name="match_due"),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, or is to be played next."""
        return self.turns + (self.ply == self.turn_ply)

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def finished(self) -> bool:
        return self.status == self.Status.FINISHED


class Seat(models.Model):
    """A player's place in a match. What the archive filters by is written here once, when the match finishes."""

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        DRAWN = "drawn"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.SmallIntegerField()  # 0 begins
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=10)
    salt = models.CharField(max_length=64, blank=True, default="")
    joined = models.SmallIntegerField()  # 0 the challenger, 1 who accepted: the order of the salts in a draw
    result = models.CharField(max_length=5, choices=Result, blank=True, default="")
    rating_before = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)
    deviation_after = models.FloatField(null=True, blank=True)
    chat_read = models.PositiveBigIntegerField(
        default=0
    )  # the last line of the chat that its player has had before them

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_one_each"),
        ]
        indexes = [models.Index(fields=["player", "result"], name="seat_of_player")]  # no result: running, or aborted

    def __str__(self) -> str:
        return f"seat {self.index} of {self.match_id}"


class Ply(models.Model):
    """One logged action with the outcomes that followed it. Never changed, never used twice."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="plies")
    ply = models.PositiveIntegerField()  # 1, 2, 3 …; 0: the draws before the first action
    seat = models.SmallIntegerField()  # -1 at ply 0
    action = models.CharField(max_length=200)
    outcomes: models.JSONField[list[str]] = models.JSONField(default=list)
    played_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "plies"
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="ply_once")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.action}"


class Hint(models.Model):
    """What a computer would play in a position, told to who plays against one and has asked: the best decisions first.

    `options` are [notation, chance to win in percent], None while a worker thinks, none if it found nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hints")
    ply = models.PositiveIntegerField()
    options: models.JSONField[list[list[Any]] | None] = models.JSONField(null=True, blank=True)
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="hint_once")]

    def __str__(self) -> str:
        return f"hint in match {self.match_id} at {self.ply}"


REMOVED = gettext_noop("(removed by the operator)")  # instead of what was said


def readable(text: str) -> str:
    """What somebody wrote; in the reader's language, if the operator has taken it away."""
    return gettext(REMOVED) if text == REMOVED else text


class Reportable(models.Model):
    """What somebody wrote and others can show to the operator."""

    reported_at = models.DateTimeField(null=True, blank=True)  # and not settled yet

    class Meta:
        abstract = True


class ChatLine(Reportable):
    """Said by one player of a match to the other."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=500)
    said_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.text[:40]}"

    @property
    def words(self) -> str:
        """What stands in the chat."""
        return readable(self.text)


class Note(models.Model):
    """What a player writes for nobody else."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE)
    text = models.TextField(max_length=4000, blank=True, default="")

    def __str__(self) -> str:
        return f"note of {self.seat_id}"


class Sweep(models.Model):
    """One row: when deadlines were last looked at."""

    swept_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"swept at {self.swept_at}"


class Outage(models.Model):
    """A time in which nobody looked at deadlines; they were moved by its length."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.began_at} – {self.ended_at}"
