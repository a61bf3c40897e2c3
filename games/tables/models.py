"""Tables of the tabletop game: who plays at them, their scenes, and what is posted there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engine import draws
from engine.tabletop import codec, sheets
from engine.tabletop.settings import Settings
from games.play.models import DrawSecret, Reportable, readable
from games.players.models import Player
from games.tables.fight_models import NAME_LENGTH as NAME_LENGTH
from games.tables.fight_models import Fight
from games.tables.homebrew_models import Homebrew as Homebrew

KEY_LENGTH = 32


class Table(models.Model):
    """Where people play together for weeks. `rules` is `engine.tabletop.settings.Settings` as plain data."""

    class Admission(models.TextChoices):
        OPEN = "open", _("Anybody may apply")
        INVITATION = "invitation", _("By invitation only")

    class Status(models.TextChoices):
        RUNNING = "running"
        PAUSED = "paused"  # nothing is posted until it goes on
        CLOSED = "closed"  # for good

    name = models.CharField(max_length=NAME_LENGTH)
    description = models.TextField(blank=True, default="")
    language = models.CharField(max_length=8, choices=settings.LANGUAGES)
    admission = models.CharField(max_length=10, choices=Admission)
    public = models.BooleanField(default=True)  # anybody may read its scenes while it goes on
    archive = models.BooleanField(default=False)  # anybody may read and download it once it is closed
    days_per_post = models.PositiveSmallIntegerField()
    rules = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.RUNNING)
    opened_at = models.DateTimeField()
    active_at = models.DateTimeField()  # when something that every reader sees was last posted
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        indexes = [
            models.Index(fields=["status", "-active_at", "-id"], name="table_by_activity"),
            models.Index(fields=["-active_at", "-id"], condition=Q(closed_at=None), name="table_open_by_activity"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.pk])

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def closed(self) -> bool:
        return self.status == self.Status.CLOSED

    @property
    def readable(self) -> bool:
        """Whether anybody may read its scenes, and all that is not secret."""
        return self.archive if self.closed else self.public

    @property
    def switches(self) -> Settings:
        """The switches of the rules as the GM has set them."""
        return codec.from_data(Settings, self.rules, "settings")


class Member(models.Model):
    """A player's place at a table; whoever has left keeps the row, with their posts."""

    class Role(models.TextChoices):
        GM = "gm", _("Game master")
        PLAYER = "player", _("Player")

    class Status(models.TextChoices):
        APPLIED = "applied"  # the GMs have to answer
        INVITED = "invited"  # the player has to answer
        IN = "in"
        OUT = "out"  # declined, left or put out

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tables")
    role = models.CharField(max_length=6, choices=Role, default=Role.PLAYER)
    status = models.CharField(max_length=7, choices=Status)
    words = models.CharField(max_length=500, blank=True, default="")  # of who applies
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="member_once")]
        indexes = [models.Index(fields=["player", "status"], name="member_of")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.table_id} ({self.status})"

    @property
    def is_in(self) -> bool:
        return self.status == self.Status.IN

    @property
    def is_gm(self) -> bool:
        return self.is_in and self.role == self.Role.GM


class Scene(models.Model):
    """A part of the story: its posts stand in order."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="scenes")
    title = models.CharField(max_length=NAME_LENGTH)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("scene", args=[self.pk])


class Written(models.Model):
    """What is written in a scene: `text` for every reader, `to_gm` for the GMs and its author alone."""

    text = models.TextField(blank=True, default="")
    to_gm = models.TextField(blank=True, default="")
    aside = models.BooleanField(default=False)  # said by the player, not by the character

    class Meta:
        abstract = True

    @property
    def words(self) -> str:
        """What stands there for every reader."""
        return readable(self.text)

    @property
    def words_to_gm(self) -> str:
        """What stands there for the GMs and its author alone."""
        return readable(self.to_gm)


class Post(Written, Reportable):
    """One post. `key` is its form's: two posts of one form make one. Earlier wordings are its versions."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="posts")
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="posts")
    speaker = models.ForeignKey("Sheet", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH)
    posted_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True, blank=True)  # of what every reader sees
    edits = models.PositiveIntegerField(default=0)
    public = models.BooleanField(default=True)  # every reader sees something of it

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["scene", "author", "key"], name="post_once")]
        indexes = [models.Index(fields=["author", "posted_at"], name="post_by_author")]

    def __str__(self) -> str:
        return f"post {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("post", args=[self.pk])


class Log(models.Model):
    """Rolls of a scene that the same people see, or a fight, drawn from one secret: a record of its own.

    Its first roll is of ply 1; `salt` is given with that roll, after the commitment could be seen. Of a fight, with its
    opening.
    """

    class Audience(models.TextChoices):
        ALL = "all", _("Every reader")
        ROLLER = "roller", _("You and the game masters")
        GMS = "gms", _("The game masters alone")

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="logs")
    audience = models.CharField(max_length=6, choices=Audience)
    roller = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="logs")
    fight = models.OneToOneField(Fight, null=True, blank=True, on_delete=models.CASCADE, related_name="log")
    secret = models.OneToOneField(DrawSecret, on_delete=models.PROTECT, related_name="log")
    draws_version = models.PositiveSmallIntegerField(default=draws.VERSION)
    rules_version = models.CharField(max_length=20)
    salt = models.CharField(max_length=64, blank=True, default="")
    ply = models.PositiveIntegerField(default=0)  # how many rolls there are

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scene", "audience"], condition=Q(roller=None, fight=None), name="log_of_all"
            ),
            models.UniqueConstraint(fields=["scene", "roller"], name="log_of_roller"),
        ]

    def __str__(self) -> str:
        return f"{self.audience} of scene {self.scene_id}"


class Roll(models.Model):
    """What was declared in a post and drawn with it, as notation. Never changed, never used twice."""

    log = models.ForeignKey(Log, on_delete=models.CASCADE, related_name="rolls")
    ply = models.PositiveIntegerField()
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="rolls")
    action = models.TextField()
    outcomes: models.JSONField[list[str]] = models.JSONField(default=list)
    pool = models.PositiveSmallIntegerField()  # this and the next two as in action and outcomes: to be counted
    dd = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField()
    sheet = models.ForeignKey("Sheet", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    stat = models.CharField(max_length=20, blank=True, default="")  # of the sheet, and the skill: they made the pool
    skill = models.CharField(max_length=NAME_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["log", "ply"], name="roll_once")]

    def __str__(self) -> str:
        return f"roll {self.ply} of log {self.log_id}"


class Version(Written):
    """What stood in a post until `until`."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="versions")
    until = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["until"], name="version_by_time")]

    def __str__(self) -> str:
        return f"post {self.post_id} until {self.until}"


class Draft(Written):
    """What somebody has begun to write in a scene; nobody else sees it."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="drafts")
    author = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="drafts")
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scene", "author"], name="draft_once")]

    def __str__(self) -> str:
        return f"draft of {self.author_id} in {self.scene_id}"


class Sheet(models.Model):
    """A trainer or a Pokémon of a table: `data` is `engine.tabletop.sheets.Sheet` as plain data.

    Without an owner it is the GMs'. What is `secret` only they and its owner see.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sheets")
    owner = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="sheets")
    name = models.CharField(max_length=NAME_LENGTH)  # as in the data
    trainer = models.BooleanField()  # as in the data
    secret = models.BooleanField(default=False)
    data = models.JSONField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-trainer", "name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("sheet", args=[self.pk])

    @property
    def value(self) -> sheets.Sheet:
        """The sheet as the rules have it."""
        return codec.from_data(sheets.Sheet, self.data, "sheet")


class SheetChange(models.Model):
    """What was done to a sheet, by whom and why; `data` is what it was from then on."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    what = models.CharField(max_length=20)  # made, imported, skill, ev, level, changed, awarded, owner
    reason = models.CharField(max_length=200, blank=True, default="")  # a GM's, or what was bought, or the scenario
    awards: models.JSONField[list[str]] = models.JSONField(default=list)  # of engine.tabletop.numbers.AWARDS
    px = models.PositiveSmallIntegerField(default=0)  # given
    data = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["sheet", "version"], name="sheet_change_once")]

    def __str__(self) -> str:
        return f"version {self.version} of sheet {self.sheet_id}"


class RollRequest(models.Model):
    """A roll that a GM asks for: whoever plays the `sheet` makes it, in the `post`. One that is taken back is gone.

    `audience`: every reader, or who plays the sheet and the GMs: then nobody else sees that it is asked for.
    """

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="requests")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="requests")
    what = models.CharField(max_length=200)
    stat = models.CharField(max_length=20)
    skill = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    dd = models.PositiveSmallIntegerField()
    audience = models.CharField(max_length=6, choices=Log.Audience)
    asked_at = models.DateTimeField()
    post = models.OneToOneField(Post, null=True, blank=True, on_delete=models.CASCADE, related_name="request")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"roll of sheet {self.sheet_id} in scene {self.scene_id}"


class Reading(models.Model):
    """How far a member has come in a scene: the last post they have had before them, and that a mail told them of."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="readings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    read = models.PositiveBigIntegerField(default=0)
    mailed = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scene", "player"], name="reading_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in scene {self.scene_id}: {self.read}"


class Award(models.Model):
    """PX given at the end of a scenario. `key` is its form's: sent twice, it gives once."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="awards")
    title = models.CharField(max_length=NAME_LENGTH)  # of the scenario
    key = models.CharField(max_length=KEY_LENGTH)
    given_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="award_once")]

    def __str__(self) -> str:
        return self.title


class Tally(models.Model):
    """How often a score was rolled, of rolls that everybody could see when they were made, at any table.

    Kept with each roll: counting them all anew would cost more the longer the site is there.
    """

    pool = models.PositiveSmallIntegerField()
    dd = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField()
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["pool", "dd", "score"], name="tally_once")]

    def __str__(self) -> str:
        return f"{self.score} of {self.pool} dice at {self.dd}: {self.count}"
