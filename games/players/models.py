"""Who plays: people, guests, computers, and those who have left."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """Somebody who can hold a seat. Apart from the User: only a person has one, and a guest who has signed up.

    Whoever signs up stays a guest until an address is confirmed. `name` is shown and never changes but when a guest
    signs up or an account is deleted; `user.username` is the same in small letters, for logging in.
    """

    class Kind(models.TextChoices):
        PERSON = "person"
        GUEST = "guest"
        COMPUTER = "computer"
        DELETED = "deleted"

    class Theme(models.TextChoices):
        AUTO = "auto", _("As the system")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PERSON)
    name = models.CharField(max_length=30, unique=True)
    skeleton = models.CharField(max_length=120, unique=True)  # what the name looks like: look-alikes share it
    level = models.PositiveSmallIntegerField(null=True, blank=True, unique=True)  # of a computer
    language = models.CharField(max_length=8, default="en")
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=5, choices=Theme, default=Theme.AUTO)
    confirm_turns = models.BooleanField(default=True)
    mail_off = models.JSONField(default=list, blank=True)  # kinds of notice that are not to be mailed
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["seen_at"], condition=models.Q(kind="guest"), name="player_guests")]

    def __str__(self) -> str:
        """The name as it is shown: a computer's in the reader's language, of who has left nothing more."""
        if self.kind == self.Kind.DELETED:
            return gettext("Deleted player")
        if self.kind != self.Kind.COMPUTER:
            return self.name
        return gettext("Computer-%s") % gettext(self.name.removeprefix("Computer-"))

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.name])

    @property
    def is_person(self) -> bool:
        return self.kind == self.Kind.PERSON

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST

    @property
    def is_computer(self) -> bool:
        return self.kind == self.Kind.COMPUTER


class Block(models.Model):
    """`blocker` wants nothing from `blocked`: no challenges, no chat."""

    blocker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.blocker} blocks {self.blocked}"


class Rating(models.Model):
    """Glicko-2 strength of a person in one setup."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    setup = models.CharField(max_length=40)
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=350)
    volatility = models.FloatField(default=0.06)
    matches = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game", "setup"], name="rating_once")]
        indexes = [models.Index(fields=["game", "setup", "-rating"], name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.player} {self.setup} {self.rating:.0f}"
