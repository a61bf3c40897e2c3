"""The record of a match: everything that was decided and drawn, and what is needed to check it.

`record_text` and `record_json` write and read it, `replay` plays it, `verify` checks its draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from engine.draws import VERSION
from engine.protocol import CHANCE, NotationError
from engine.throws import THROWS

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")  # the first player won, the second did, a draw, none
METHODS: Final = ("fixed", "random", "throws")
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
RESERVED = re.compile(r"Game|Setup|Rules|Result|Match|Commitment|Secret|Draws|Salt\d*|Beginner|Throws\d*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One logged decision and the outcomes that followed, as notation; `at` is aware.

    What was drawn before the first decision is an entry of its own: the first one, of seat CHANCE, without an action.
    """

    seat: int
    action: str
    outcomes: tuple[str, ...] = ()
    at: datetime | None = None

    def __post_init__(self) -> None:
        if self.at is not None and self.at.tzinfo is None:
            raise NotationError("a time needs its zone", field="at")
        if self.seat < CHANCE:
            raise NotationError(f"there is no seat {self.seat}", field="seat")
        if self.seat == CHANCE and (self.action or not self.outcomes):
            raise NotationError("before the first decision there are outcomes and nothing else", field="seat")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the draws come from (see `draws`). `secret` is hexadecimal, None until the match is over.

    `salts` has one text for each party, in the order in which they joined; empty for a computer.
    """

    match_id: str
    commitment: str
    salts: tuple[str, ...] = ()
    secret: str | None = None
    version: int = VERSION

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{64}", self.commitment):
            raise NotationError("64 hexadecimal digits are wanted (lower case)", field="commitment")
        if self.secret is not None and not re.fullmatch("(?:[0-9a-f]{2})+", self.secret):
            raise NotationError("pairs of hexadecimal digits are wanted (lower case)", field="secret")


@dataclass(frozen=True, slots=True)
class Beginner:
    """How it was settled who begins. Party 0 made the challenge, party 1 took it; `party` got seat 0.

    With the method "throws": both parties' three throws, and `drawn`, the party (a computer) whose throws were drawn.
    """

    method: str
    party: int
    throws: tuple[tuple[str, ...], ...] = ()
    drawn: int | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise NotationError(f"one of {', '.join(METHODS)} is wanted, not {self.method!r}", field="beginner")
        if self.party not in (0, 1) or self.drawn not in (None, 0, 1):
            raise NotationError("there are two parties", field="beginner")
        if len(self.throws) != (2 if self.method == "throws" else 0):
            raise NotationError("two lists of throws belong to the method throws, none to others", field="throws")
        if any(len(own) != 3 or not set(own) <= set(THROWS) for own in self.throws):
            raise NotationError(f"three throws each are wanted, of {', '.join(THROWS)}", field="throws")


@dataclass(frozen=True, slots=True)
class Record:
    """One match. `setup` is a slug or the text of a position; `headers` what else there is to say (players, dates)."""

    game: str
    setup: str
    rules_version: str
    entries: tuple[Entry, ...] = ()
    result: str = "*"
    headers: Mapping[str, str] = field(default_factory=dict)
    proof: Proof | None = None
    beginner: Beginner | None = None

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise NotationError(f"one of {' '.join(RESULTS)} is wanted, not {self.result!r}", field="result")
        for name in self.headers:
            if not HEADER_NAME.fullmatch(name) or RESERVED.fullmatch(name):
                raise NotationError(f"{name!r} cannot be the name of a header", field="headers")
        if any(entry.seat == CHANCE for entry in self.entries[1:]):
            raise NotationError("only the first entry may have no seat", field="entries")


def time_text(at: datetime) -> str:
    """An aware time as ISO 8601 in UTC, ending in Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def parse_time(text: str) -> datetime:
    """Inverse of `time_text`; takes any zone. Raises NotationError."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no time in ISO 8601", field="at") from None
