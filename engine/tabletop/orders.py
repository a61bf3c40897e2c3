"""What is decided in a fight: trainers' orders, and the actions of the log that carry them out or are the GM's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.tabletop.bounds import bounded, bounded_text, one_of
from engine.tabletop.capture import dice
from engine.tabletop.changes import Change
from engine.tabletop.dice import check_roll
from engine.tabletop.fighter import Fighter
from engine.tabletop.numbers import CAPTURE_MOST_DD, DD, MOST_FIGHTERS, MOST_LISTED, MOST_ORDERS, MOST_TEXT

ENDURE, DODGE, NOTHING = "endure", "dodge", "none"
REACTIONS: Final = (ENDURE, DODGE, NOTHING)


# Orders


@dataclass(frozen=True, slots=True)
class Use:
    """A move by its slug; `target` is a fighter, "" where the move needs none."""

    kind: ClassVar[str] = "use"
    move: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """Meets the first attack of the same category with a move of its own; `against` somebody, or "" anybody."""

    kind: ClassVar[str] = "counter"
    move: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """Makes its own rolls of Constitution, Will and Dexterity easier until its next order."""

    kind: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Approach:
    """Comes into contact with somebody."""

    kind: ClassVar[str] = "approach"
    target: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Leaves the contact with somebody."""

    kind: ClassVar[str] = "withdraw"
    target: str


@dataclass(frozen=True, slots=True)
class Ball:
    """Its trainer throws a ball at a Pokémon instead of giving it an order; `dd` and `easier` as in `Throw`."""

    kind: ClassVar[str] = "ball"
    ball: str
    target: str
    dd: int
    easier: int = 0

    def __post_init__(self) -> None:
        _check_ball(self)


@dataclass(frozen=True, slots=True)
class Say:
    """Anything else, in words, which the GM rules on."""

    kind: ClassVar[str] = "say"
    text: str

    def __post_init__(self) -> None:
        bounded_text("text", self.text, MOST_TEXT, least=1)


Order = Use | Counter | Wait | Approach | Withdraw | Ball | Say


def _check_ball(thrown: Ball | Throw) -> None:
    """Raise NotationError unless such a ball can be thrown against that difficulty."""
    dice(thrown.ball)
    bounded("dd", thrown.dd, 1, CAPTURE_MOST_DD)
    bounded("easier", thrown.easier, 0, CAPTURE_MOST_DD)


@dataclass(frozen=True, slots=True)
class Reaction:
    """How somebody meets the attacks of `against`, "" of everybody else: ENDURE, DODGE or NOTHING."""

    how: str
    against: str = ""

    def __post_init__(self) -> None:
        one_of("how", self.how, REACTIONS)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a fighter is told for a round: its orders (none: it waits) and how it meets attacks."""

    fighter: str
    orders: tuple[Order, ...] = ()
    reactions: tuple[Reaction, ...] = ()

    def __post_init__(self) -> None:
        bounded("orders", len(self.orders), 0, MOST_ORDERS)
        bounded("reactions", len(self.reactions), 0, MOST_FIGHTERS)

    def reaction(self, attacker: str) -> str:
        """How it meets an attack of this one; "" if that was not said."""
        said = {reaction.against: reaction.how for reaction in self.reactions}
        return said.get(attacker, said.get("", ""))


# Actions


@dataclass(frozen=True, slots=True)
class Open:
    """Everybody's initiative is drawn: how a fight begins."""

    kind: ClassVar[str] = "open"


@dataclass(frozen=True, slots=True)
class Round:
    """The orders of a round are in, and it is resolved; who has no plan waits."""

    kind: ClassVar[str] = "round"
    plans: tuple[Plan, ...] = ()

    def __post_init__(self) -> None:
        bounded("plans", len(self.plans), 0, MOST_FIGHTERS)


@dataclass(frozen=True, slots=True)
class React:
    """The answer, one of REACTIONS, of the one who is asked how to meet an attack."""

    kind: ClassVar[str] = "react"
    how: str


@dataclass(frozen=True, slots=True)
class Rule:
    """The GM changes something directly, or nothing, and says why."""

    kind: ClassVar[str] = "rule"
    changes: tuple[Change, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        bounded("changes", len(self.changes), 0, MOST_LISTED)
        bounded_text("reason", self.reason, MOST_TEXT)


@dataclass(frozen=True, slots=True)
class Add:
    """Somebody joins, in contact with these; its initiative is drawn."""

    kind: ClassVar[str] = "add"
    fighter: Fighter
    contacts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settle:
    """The GM has settled the oldest open order in words of a fighter."""

    kind: ClassVar[str] = "settle"
    fighter: str
    ruling: str = ""

    def __post_init__(self) -> None:
        bounded_text("ruling", self.ruling, MOST_TEXT)


@dataclass(frozen=True, slots=True)
class Roll:
    """A declared roll: what for, whose (may be "": nobody in the fight), how many dice, against which difficulty."""

    kind: ClassVar[str] = "roll"
    what: str
    pool: int
    dd: int = DD
    fighter: str = ""

    def __post_init__(self) -> None:
        bounded_text("what", self.what, MOST_TEXT)
        check_roll(self.pool, self.dd)


@dataclass(frozen=True, slots=True)
class Throw:
    """A ball at a Pokémon. `dd` is the GM's difficulty; `easier` what the GM takes off besides what the rules do.

    Without a target, as in a scene without a fight, there is nothing else to take off.
    """

    kind: ClassVar[str] = "throw"
    ball: str
    dd: int
    target: str = ""
    easier: int = 0

    def __post_init__(self) -> None:
        _check_ball(self)


@dataclass(frozen=True, slots=True)
class Undo:
    """Everything since the last round was closed is taken back, that round too; while one is resolved, that one."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class End:
    """The fight is over."""

    kind: ClassVar[str] = "end"


Action = Open | Round | React | Rule | Add | Settle | Roll | Throw | Undo | End
