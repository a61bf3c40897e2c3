"""What a match that is over was worth at each of its positions, and how much of its result was luck, how much play.

A position is judged by searching it (`engine.judge`); here is what follows from that. All chances are those of seat 0,
from 0 to 1, a draw counted as half, unless a name says otherwise. For each ply

    after - before = (expected - before) + (after - expected)
                      the seat's play       the luck of its draws

so that from the start to the result all luck and all play add up to the result. The luck of a draw is the value after
the outcome that came less the mean over all that could have come, judged alike: its own mean is zero. A decision's
`loss` compares it with the best one in the same search; `expected - before` differs from it by what a later look saw
better than an earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from engine.protocol import NotationError

VERSION: Final = 3  # of how positions are judged: what was judged otherwise is not mixed
SIZES: Final = (
    ("decisive", 0.20),
    ("large", 0.10),
    ("small", 0.04),
)  # of a loss: least change of the chance
LUCKY: Final = 0.08  # a draw that changed the chance by so much is marked
SHARES: Final = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}  # of seat 0, by a record's result


@dataclass(frozen=True, slots=True)
class Better:
    """The best decision instead of the one that was made: its chance for who made it, and how the match could go on.

    `line` begins with the decision; an outcome of chance stands in brackets with its odds, as in "[+40] 2/9".
    """

    action: str
    chance: float
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The position after `ply` plies: its `chance` by best play, and the `luck` of what was drawn on the way to it.

    Then the decision of `seat` in it: its `loss` against the best one (at least 0), what would have been `better`, and
    how many decisions were looked `ahead`. At the end of the match, where nobody decides, `seat` is None. All of it is
    `exact`, not estimated, where the match is over or its game is solved.
    """

    ply: int
    chance: float
    luck: float = 0.0
    seat: int | None = None
    loss: float = 0.0
    better: Better | None = None
    ahead: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A ply: the chances before it, after the decision (`expected`) and after its draws."""

    ply: int
    seat: int
    before: float
    expected: float
    after: float
    loss: float
    better: Better | None

    @property
    def luck(self) -> float:
        """Of its draws, for seat 0."""
        return self.after - self.expected

    @property
    def size(self) -> str:
        """A word for the loss: one of SIZES, or ""."""
        return next((word for word, least in SIZES if self.loss >= least), "")

    @property
    def lucky(self) -> bool:
        """Whether its draws changed much."""
        return abs(self.luck) >= LUCKY


@dataclass(frozen=True, slots=True)
class Side:
    """A seat's account in its own chances: start + luck + play - other = result, exactly.

    `play` is what its own decisions changed, mostly below zero, and `other` what the other seat's changed for
    themselves; `errors` counts its own decisions by size, `lost` is the mean loss of one.
    """

    seat: int
    start: float
    luck: float
    play: float
    other: float
    result: float
    errors: Mapping[str, int]
    lost: float

    @property
    def skill(self) -> float:
        """What play changed, one's own and the other's: start + luck + skill = result."""
        return self.play - self.other

    @property
    def adjusted(self) -> float:
        """The result without luck. An estimate that can lie outside 0 and 1."""
        return self.start + self.skill


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole match. `start`: the chance before anything was drawn; `result` is seat 0's share of it.

    `given`: the result less the last chance. Where the rules did not end the match (somebody gave up, ran out of time,
    agreed to a draw) it was given away by whom it cost. `exact`: every position was known, none estimated.
    """

    result: float
    start: float
    first_luck: float
    plies: tuple[Judged, ...]
    given: float
    exact: bool

    @property
    def luck(self) -> float:
        """All of it, for seat 0."""
        return self.first_luck + sum(ply.luck for ply in self.plies)

    def play(self, seat: int) -> float:
        """What a seat's decisions changed, in its own chances."""
        own = sum(ply.expected - ply.before for ply in self.plies if ply.seat == seat)
        return _own(own, seat) + min(0.0, _own(self.given, seat))

    def side(self, seat: int) -> Side:
        """A seat's account."""
        own = [ply for ply in self.plies if ply.seat == seat]
        return Side(
            seat=seat,
            start=_chance(self.start, seat),
            luck=_own(self.luck, seat),
            play=self.play(seat),
            other=self.play(1 - seat),
            result=_chance(self.result, seat),
            errors={word: sum(ply.size == word for ply in own) for word, _least in SIZES},
            lost=sum(ply.loss for ply in own) / max(1, len(own)),
        )

    @property
    def closeness(self) -> float:
        """How near to even it stood on the mean: 1 always even, 0 always decided."""
        chances = [self.start, *(ply.after for ply in self.plies)]
        return sum(1 - abs(2 * chance - 1) for chance in chances) / len(chances)

    @property
    def lost(self) -> float:
        """The mean loss of a decision."""
        return sum(ply.loss for ply in self.plies) / max(1, len(self.plies))


def _own(change: float, seat: int) -> float:
    return change if seat == 0 else -change


def _chance(chance: float, seat: int) -> float:
    return chance if seat == 0 else 1 - chance


def analysis(looks: Sequence[Look], result: str) -> Analysis:
    """The analysis of a match from looks at all its positions, the start first.

    Raises ValueError for a match without a result ("*"): it may be running.
    """
    if result not in SHARES:
        raise ValueError("only a match with a result is analysed")
    share = SHARES[result]
    plies = tuple(_judged(before, after) for before, after in pairwise(looks))
    first = looks[0]
    exact = all(look.exact for look in looks)
    return Analysis(share, first.chance - first.luck, first.luck, plies, share - looks[-1].chance, exact)


def _judged(before: Look, after: Look) -> Judged:
    assert before.seat is not None
    expected = after.chance - after.luck
    return Judged(after.ply, before.seat, before.chance, expected, after.chance, before.loss, before.better)


# As JSON and as remarks of a record's text

NUMBERS: Final = {"ply": int, "chance": float, "luck": float, "loss": float, "ahead": int}


def look_to_json(look: Look) -> dict[str, Any]:
    """What `json.dumps` takes; what says nothing is left out."""
    return {name: value for name, value in asdict(look).items() if value is not None}


def look_from_json(data: Mapping[str, Any]) -> Look:
    """Inverse of `look_to_json`. Raises NotationError."""
    try:
        better = data.get("better")
        made = Better(str(better["action"]), float(better["chance"]), tuple(better["line"])) if better else None
        numbers = {name: as_number(data[name]) for name, as_number in NUMBERS.items() if name in data}
        return Look(**{**data, **numbers, "better": made})
    except (TypeError, KeyError, ValueError) as error:
        raise NotationError(f"this is no look at a position: {error}", field="analysis") from error


def to_json(looks: Sequence[Look], result: str) -> dict[str, Any]:
    """The key "analysis" of a record in JSON: the looks, and what follows from them for each seat."""
    found = analysis(looks, result)
    sides = [found.side(seat) for seat in (0, 1)]
    return {
        "version": VERSION,
        "looks": [look_to_json(look) for look in looks],
        "sides": [asdict(side) | {"skill": side.skill, "adjusted": side.adjusted} for side in sides],
    }


def from_json(data: Mapping[str, Any]) -> list[Look]:
    """The looks of what `to_json` wrote; the rest follows from them. Raises NotationError."""
    looks = data.get("looks")
    if not isinstance(looks, list):
        raise NotationError("its looks at positions are missing", field="analysis")
    return [look_from_json(look) for look in looks]


def remarks(looks: Sequence[Look], result: str) -> str:
    """The same for people, as lines that a record's text passes over; chances are those of who decided."""
    found = analysis(looks, result)
    lines = [_remark(ply) for ply in found.plies]
    for seat in (0, 1):
        side = found.side(seat)
        lines.append(
            f"seat {seat + 1}: start {side.start:.1%}, luck {side.luck:+.1%}, skill {side.skill:+.1%}, "
            f"result {side.result:.0%}, without luck {side.adjusted:.1%}"
        )
    return "".join(f"% {line}\n" for line in lines)


def _remark(ply: Judged) -> str:
    chances = " -> ".join(f"{_chance(chance, ply.seat):.1%}" for chance in (ply.before, ply.expected, ply.after))
    luck = f", luck {_own(ply.luck, ply.seat):+.1%}" if ply.luck else ""
    loss = f", loss {ply.loss:.1%}{f' ({ply.size})' if ply.size else ''}" if ply.loss else ""
    # The chance of the better one in the search before the ply cannot be told beside what a look after it saw.
    best = min(1.0, _chance(ply.expected, ply.seat) + ply.loss)
    better = f", better {' '.join(ply.better.line)} ({best:.1%})" if ply.better and ply.size else ""
    return f"{ply.ply}. {chances}{luck}{loss}{better}"
