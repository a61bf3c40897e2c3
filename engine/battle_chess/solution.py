"""What a solved position is worth, and each of its turns: by the table that `solve` makes, and near the draw after
quiet turns by looking ahead until the table knows. Where that takes too long, the layer is solved again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from engine.battle_chess import COMPILED
from engine.battle_chess.numbering import STARTS, SWAPPED, number
from engine.battle_chess.pieces import QUIET_LIMIT
from engine.battle_chess.solve import CLOSE, ERROR, Pair, outlook
from engine.battle_chess.state import State

ALIKE = 2 * (ERROR + CLOSE)  # turns worth no less than that below the best one are as good, for all that is known
MORE = 2.0  # than any worth
MOST_LOOKS = 30_000  # positions to look at until worths are settled: some seconds in plain Python
MOST_AGAIN = 130_000 if COMPILED else 4_000  # positions to solve again: one or two seconds


class Solution:
    """What every position is worth to the seat to move, from -1 lost to 1 won, in a match of the setup."""

    __slots__ = ("_begin", "_count", "_looks", "_most_looks", "_pair", "_settled", "_steps", "_worth")

    def __init__(self, worth: Sequence[float], settled: Sequence[int], most_looks: int = MOST_LOOKS) -> None:
        """For each number of a position, as `solve.Solver` makes them; looks ahead at so many positions at most."""
        self._worth = worth
        self._settled = settled
        self._count = len(settled)
        self._looks = 0
        self._most_looks = most_looks
        self._begin = -1
        self._pair: Pair | None = None
        self._steps: list[Sequence[float]] = []

    def knows(self, state: State) -> bool:
        """Whether the position is one of these and is not over."""
        return state.quiet < QUIET_LIMIT and 0 <= number(state) < self._count and state.has_turn()

    def turns(self, state: State) -> list[tuple[int, float]] | None:
        """Each turn of a position that it knows with its worth, best first; None if that takes too long to find out.

        Those that are as good as the best, as far as is known, have its worth; of them the one comes first that wins
        soonest, or loses latest: it is known how many turns must be left for a position to be worth so much.
        """
        self._looks = 0
        found = self._weighed(state, None)
        if self._looks > self._most_looks:
            again = self._again(number(state), QUIET_LIMIT - state.quiet - 1)
            if again is None:
                return None
            found = self._weighed(state, again)
        best = max(found)[0]
        late = 1 if best > 0 else -1
        ranked = [
            (-best, late * left, turn) if worth >= best - ALIKE else (-worth, 0, turn) for worth, left, turn in found
        ]
        return [(turn, -worth) for worth, _, turn in sorted(ranked)]

    def _weighed(self, state: State, again: Sequence[float] | None) -> list[tuple[float, int, int]]:
        """Each turn with its worth, and how many turns must be left for that; by what was solved again, if it was."""
        seen: dict[int, tuple[float, float]] = {}
        found = []
        for turn in state.turns():
            sure, stays, after = outlook(state, turn, self._worth)
            if after is None:
                found.append((sure, 0, turn))
                continue
            at = number(after)
            worth = self._look(after, -MORE, MORE, seen) if again is None else again[at - self._begin]
            found.append((sure - stays * worth, self._settled[at], turn))
        return found

    def _again(self, at: int, left: int) -> Sequence[float] | None:
        """The worths with so many turns left in the pair of layers of a number, from `_begin` on; None if it is large.

        The last pair is kept: what follows on a position mostly lies in the same.
        """
        layer = bisect_right(STARTS, at) - 1
        first, last = sorted((layer, SWAPPED[layer]))
        if STARTS[last + 1] - STARTS[first] > MOST_AGAIN:
            return None
        if self._pair is None or self._begin != STARTS[first]:
            self._begin = STARTS[first]
            self._pair = Pair(self._worth, first, last)
            self._steps = [self._pair.drawn()]
        while len(self._steps) <= left:
            self._steps.append(self._pair.step(self._steps[-1]) or self._steps[-1])
        return self._steps[left]

    def _is_settled(self, state: State) -> bool:
        return self._settled[number(state)] <= QUIET_LIMIT - state.quiet

    def _look(self, state: State, low: float, high: float, seen: dict[int, tuple[float, float]]) -> float:
        """The worth if it lies between `low` and `high`, otherwise a bound on it, on the same side of the window.

        Near the draw after quiet turns it is looked for (alpha-beta) until the draw comes or worths are settled.
        """
        at = number(state)
        if self._is_settled(state):
            return self._worth[at]
        self._looks += 1
        if state.quiet == QUIET_LIMIT or self._looks > self._most_looks:
            return 0.0  # drawn; without a legal turn it would be settled
        key = at << 6 | state.quiet
        least, most = seen.get(key, (-MORE, MORE))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = self._best(state, low, high, seen)
        seen[key] = (least if best <= low else best, most if best >= high else best)
        return best

    def _best(self, state: State, low: float, high: float, seen: dict[int, tuple[float, float]]) -> float:
        """The worth of the best turn; those come last that take another look."""
        best = -MORE
        later = []
        for turn in state.turns():
            sure, stays, after = outlook(state, turn, self._worth)
            if after is None:
                best = max(best, sure)
            elif self._is_settled(after):
                best = max(best, sure - stays * self._worth[number(after)])
            else:
                later.append((sure, stays, after))
        for sure, stays, after in later:
            if best >= high:
                break
            least = max(low, best)
            best = max(best, sure - stays * self._look(after, (sure - high) / stays, (sure - least) / stays, seen))
        return best
