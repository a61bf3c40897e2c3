"""Draws that anyone can check afterwards.

Before anybody gives a salt the SHA-256 of a match's secret is shown. Then the secret, the salts, the ply and the number
of a draw settle its value, and the secret is published when the match is over: whoever rolls can choose no result.

Value = HMAC-SHA256(secret, M) read as a big-endian number, where M is the ASCII JSON array, without spaces,
`[2,"commitment",["salt",...],ply,number,retry]`. Let T be the sum of the weights. A value in the incomplete last
stretch of T numbers below 2**256 is thrown away and retry, which begins at 0, grows by one; else value mod T counts
along the weights in the game's order of outcomes.

Version 1, of older matches, has `[1,"match id",...]`. Who keeps the secret gives the id too, and last: ids could have
been tried until the draws pleased. Nothing that version 2 names comes after the last salt. Both are kept for ever.

Numbering. Plies count the logged decisions from 1, and what follows from the decision of ply k is drawn as ply k,
number 0, 1, 2 ... Ply 0 stands for all that comes before: THROW_NUMBERS are a computer's three throws, BEGINNER_NUMBER
is who begins (at random, or after three ties), and from START_NUMBER on come the outcomes of a game that starts at a
chance node.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

T = TypeVar("T")

VERSION = 2  # of new matches
VERSIONS = (1, 2)
BITS = 256  # of a SHA-256 value

THROW_NUMBERS = (0, 1, 2)
BEGINNER_NUMBER = 3
START_NUMBER = 4


def commitment(secret: bytes) -> str:
    """What is shown before the match: the SHA-256 of the secret, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def draw(
    secret: bytes,
    *,
    version: int = VERSION,
    context: str,
    salts: Sequence[str],
    ply: int,
    number: int,
    outcomes: Sequence[tuple[T, int]],
) -> T:
    """The outcome of one draw; each has exactly the chance weight / total.

    `context` is the commitment, in version 1 the match's id; `salts` holds one text for each party, in the order in
    which they joined, empty for a computer.
    Raises ValueError if there is no outcome, a weight is not positive, or the total exceeds 2**256.
    """
    total = _total(outcomes)
    limit = 2**BITS - 2**BITS % total
    for retry in count():
        message = json.dumps([version, context, list(salts), ply, number, retry], separators=(",", ":"))
        value = int.from_bytes(hmac.digest(secret, message.encode("ascii"), "sha256"), "big")
        if value < limit:
            return _pick(outcomes, value % total)
    raise AssertionError("unreachable: count() never ends")


def uniform(outcomes: Sequence[T]) -> list[tuple[T, int]]:
    """Outcomes that are all equally likely, as `draw` wants them."""
    return [(outcome, 1) for outcome in outcomes]


@dataclass(frozen=True, slots=True)
class Source:
    """Where all draws of one match come from. `version` is one of VERSIONS."""

    secret: bytes = field(repr=False)
    match_id: str
    salts: tuple[str, ...]
    version: int = VERSION

    def draw(self, ply: int, number: int, outcomes: Sequence[tuple[T, int]]) -> T:
        """See `draw`."""
        return draw(
            self.secret,
            version=self.version,
            context=self.match_id if self.version == 1 else commitment(self.secret),
            salts=self.salts,
            ply=ply,
            number=number,
            outcomes=outcomes,
        )

    def at(self, ply: int) -> Callable[[int, Sequence[tuple[T, int]]], T]:
        """The `choose` of `engine.play.play` for the decision that is logged as `ply`."""
        return lambda number, outcomes: self.draw(ply, number, outcomes)

    def beginner(self) -> int:
        """The party (0 or 1) that begins, where chance decides it."""
        return self.draw(0, BEGINNER_NUMBER, uniform((0, 1)))

    def throws(self, kinds: Sequence[T]) -> tuple[T, ...]:
        """The three throws of a computer, among `kinds`."""
        return tuple(self.draw(0, number, uniform(kinds)) for number in THROW_NUMBERS)


def _total(outcomes: Sequence[tuple[T, int]]) -> int:
    total = sum(weight for _, weight in outcomes)
    if not outcomes or any(weight <= 0 for _, weight in outcomes):
        raise ValueError("a draw needs outcomes, and each needs a weight of at least 1")
    if total > 2**BITS:
        raise ValueError("the weights of a draw add up to more than 2**256")
    return total


def _pick(outcomes: Sequence[tuple[T, int]], point: int) -> T:
    for outcome, weight in outcomes:
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError("unreachable: point lies below the total")
