"""A fight as it stands: a frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from engine.protocol import IllegalAction, NotationError
from engine.tabletop.bounds import bounded
from engine.tabletop.changes import Change, Stood
from engine.tabletop.fighter import Fighter
from engine.tabletop.numbers import MOST_FIGHTERS, MOST_POINTS
from engine.tabletop.orders import Action
from engine.tabletop.settings import USUAL, Settings
from engine.words import Words

RULES: Final = 2  # of the fights that are opened now


@dataclass(frozen=True, slots=True)
class Die:
    """A die is to be thrown: each side as likely as the other."""

    kind: ClassVar[str] = "die"
    sides: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is asked how to meet an attack that hits with this score."""

    kind: ClassVar[str] = "asked"
    fighter: str
    attacker: str
    move: str
    score: int


Ask = Die | Asked


@dataclass(frozen=True, slots=True)
class Request:
    """An order in words that waits for the GM."""

    fighter: str
    text: str


@dataclass(frozen=True, slots=True)
class Pending:
    """An action that is being carried out, and what came in for it: dice and answers.

    The other fields follow from these: what is awaited, the fight by then, and where the carrying out stands.
    """

    action: Action
    inputs: tuple[int | str, ...] = ()
    ask: Ask | None = field(default=None, compare=False)
    so_far: Fight | None = field(default=None, compare=False, repr=False)
    running: list[Any] = field(default_factory=list, compare=False, repr=False)  # see `resolve`

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and pickles: what is running stays here, so that they start again from the beginning."""
        return Pending, (self.action, self.inputs, self.ask, self.so_far)


@dataclass(frozen=True, slots=True)
class Fight:
    """`round` counts the rounds that were resolved; `contacts` holds who is in contact, each pair and all sorted.

    `before` is the fight before the last round, for the GM to go back to. While an action is carried out, the rest is
    as it was before it. Only in the view of one who may not know the orders, `awaits` stands instead of `pending`.
    `rules` numbers those by which its rounds are played, to its end: what changes how dice fall is a new number, so
    that the logs of older fights replay as they were played.
    """

    settings: Settings = USUAL
    fighters: tuple[Fighter, ...] = ()
    contacts: tuple[tuple[str, str], ...] = ()
    round: int = 0
    requests: tuple[Request, ...] = ()
    rules: int = 1
    over: bool = False
    before: Fight | None = None
    pending: Pending | None = None
    awaits: Ask | None = None

    def __post_init__(self) -> None:
        bounded("fighters", len(self.fighters), 0, MOST_FIGHTERS)
        bounded("round", self.round, 0, MOST_POINTS)
        bounded("rules", self.rules, 1, RULES)
        ids = {fighter.id for fighter in self.fighters}
        if len(ids) < len(self.fighters):
            raise NotationError(Words("each is there once"), field="fighters")
        pairs = sorted({(min(pair), max(pair)) for pair in self.contacts if pair[0] != pair[1]})
        if tuple(pairs) != self.contacts or not {one for pair in pairs for one in pair} <= ids:
            raise NotationError(Words("pairs of fighters are wanted, in order"), field="contacts")
        if not {request.fighter for request in self.requests} <= ids:
            raise NotationError(Words("only who is in the fight can ask"), field="requests")

    @property
    def now(self) -> Fight:
        """The fight as it stands, in the middle of a round by then: of what goes on it has only what is awaited."""
        if self.pending is None:
            return self
        return replace(self.pending.so_far or self, pending=None, awaits=self.pending.ask)

    def fighter(self, id: str) -> Fighter:
        """Whoever has this id, in the fight or out of it. Raises IllegalAction if nobody has."""
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        raise IllegalAction(Words("nobody in this fight is called {id!r}", id=id[:40]), code="nobody", field="fighter")

    def standing(self, id: str) -> bool:
        """Whether somebody of this id fights and has Vitality left."""
        return any(fighter.id == id and fighter.standing for fighter in self.fighters)

    def contact(self, one: str, other: str) -> bool:
        """Whether two are in contact."""
        return (min(one, other), max(one, other)) in self.contacts

    def changed(self, change: Change) -> Fight:
        """The fight after a change."""
        if isinstance(change, Stood):
            pair = {(min(change.fighter, change.other), max(change.fighter, change.other))}
            pairs = set(self.contacts) | pair if change.contact else set(self.contacts) - pair
            return replace(self, contacts=tuple(sorted(pairs)))
        fighters = (change.on(own) if own.id == change.fighter else own for own in self.fighters)
        return replace(self, fighters=tuple(fighters))
