"""What an action did, one thing after another, as plain data for others to put into words.

Besides these there are the `changes`. Fighters are named by their ids, moves by their slugs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from engine.tabletop.changes import Change

UNCOUNTERED = "uncountered"  # a counter was ordered and not used: no attack that it fits came, or it could not


@dataclass(frozen=True, slots=True)
class Rolled:
    """A pool was rolled.

    `what`: "attack", "damage", "endure", "dodge", "counter", "confusion", "capture", "declared".
    """

    kind: ClassVar[str] = "rolled"
    fighter: str
    what: str
    dice: tuple[int, ...]
    dd: int
    score: int


@dataclass(frozen=True, slots=True)
class Threw:
    """One die was thrown.

    `what`: "initiative", "confusion_rounds"; and of a D100, which has to show no more than `most`: "precision",
    "effect", "confusion", "attraction", "paralysis", "thaw", "wake".
    """

    kind: ClassVar[str] = "threw"
    fighter: str
    what: str
    sides: int
    value: int
    most: int = 0

    @property
    def so(self) -> bool:
        """Whether it came true."""
        return self.value <= self.most


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody is in the fight now."""

    kind: ClassVar[str] = "joined"
    fighter: str


@dataclass(frozen=True, slots=True)
class Began:
    """A round began; so many were resolved before it."""

    kind: ClassVar[str] = "began"
    round: int


@dataclass(frozen=True, slots=True)
class Used:
    """A move was used; `target` may be ""."""

    kind: ClassVar[str] = "used"
    fighter: str
    move: str
    target: str


@dataclass(frozen=True, slots=True)
class Idled:
    """Somebody could not do as told.

    `why`: "asleep", "frozen", "paralysed", "confused", "attracted", "afraid", "target_gone", UNCOUNTERED.
    """

    kind: ClassVar[str] = "idled"
    fighter: str
    why: str


@dataclass(frozen=True, slots=True)
class Missed:
    """A move missed; `critical`: so badly that the GM may add a mishap."""

    kind: ClassVar[str] = "missed"
    fighter: str
    target: str
    move: str
    critical: bool


@dataclass(frozen=True, slots=True)
class Dodged:
    """An attack was dodged."""

    kind: ClassVar[str] = "dodged"
    fighter: str
    attacker: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An attack hit: its damage score, what multiplied it, what was endured of it, and the Vitality lost."""

    kind: ClassVar[str] = "hit"
    fighter: str
    target: str
    move: str
    damage: int
    stab: Fraction
    times: Fraction
    endured: int
    lost: int


@dataclass(frozen=True, slots=True)
class Countered:
    """A counter was decided; `winner` "" if it came to nothing."""

    kind: ClassVar[str] = "countered"
    fighter: str
    attacker: str
    move: str
    winner: str


@dataclass(frozen=True, slots=True)
class Spared:
    """A condition did not set in: somebody is immune to it, has one already, or acted first (fear)."""

    kind: ClassVar[str] = "spared"
    fighter: str
    condition: str


@dataclass(frozen=True, slots=True)
class Named:
    """A move has an effect that the GM has to fill in; `note` names it."""

    kind: ClassVar[str] = "named"
    fighter: str
    target: str
    move: str
    note: str


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody does something in words, which the GM rules on."""

    kind: ClassVar[str] = "said"
    fighter: str
    text: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The GM has settled it."""

    kind: ClassVar[str] = "settled"
    fighter: str
    text: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The GM changed what follows."""

    kind: ClassVar[str] = "ruled"
    reason: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """A ball was thrown with so many dice, against this difficulty; whether it caught.

    `by`: the fighter whose trainer threw it, "" if the GM did.
    """

    kind: ClassVar[str] = "thrown"
    target: str
    ball: str
    dice: int
    dd: int
    caught: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """The GM took back everything since this many rounds were resolved."""

    kind: ClassVar[str] = "undone"
    round: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The fight is over."""

    kind: ClassVar[str] = "ended"


Told = (
    Rolled
    | Threw
    | Joined
    | Began
    | Used
    | Idled
    | Missed
    | Dodged
    | Hit
    | Countered
    | Spared
    | Named
    | Said
    | Settled
    | Ruled
    | Thrown
    | Undone
    | Ended
)
Event = Change | Told
