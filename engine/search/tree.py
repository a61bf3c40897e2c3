"""How good a state is after some more decisions: the best of each side, the average over chance (expectiminimax).

Values are those of one seat, the root's: `Game.evaluate` in [-1, 1] at the leaves; a won match counts a little more
than 1, the more the sooner it is won, so that a win is taken at once and a loss put off. The value of a state depends
on the state and the depth alone, so what is pruned never changes it:

- decisions: alpha-beta (fail-soft), the best decision of an earlier look first, then those that cut most often;
- chance: Star2 (Ballard 1983; Hauk, Buro & Schaeffer 2004): one decision of each outcome is probed, and what is known
  of all outcomes together bounds what the next one has to be to matter;
- a table of the states seen, which are used again at exactly the depth they were seen with.

Decisions, outcomes and states are opaque hashable values; seats other than the root's are all taken for its opponents.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from engine.protocol import TERMINAL, AnyGame
from engine.search.limits import INFINITY, LARGEST_TABLE, LONGEST_CHAIN, NEVER, SOONER, STRIDE, Stop, Stopped


class Known:
    """What the table knows of a state: its value at `depth` lies in [low, high]; `action` was best there."""

    __slots__ = ("action", "depth", "high", "low")

    def __init__(self, depth: int, low: float, high: float, action: Any) -> None:
        """All there is."""
        self.depth = depth
        self.low = low
        self.high = high
        self.action = action


class Tree:
    """A search for `seat` that ends after it has made `nodes` states, and soon after `stop()` says so.

    `seen` counts the states made. With `prune` off, nothing is left out: for tests and measurements.
    """

    __slots__ = ("_ask_at", "_most", "_nodes", "_prune", "_rank", "_score", "_stop", "_table", "game", "seat", "seen")

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        nodes: int = NEVER,
        stop: Stop | None = None,
        prune: bool = True,
        table: int = LARGEST_TABLE,
    ) -> None:
        """With an empty table, for so many states."""
        self.game = game
        self.seat = seat
        self.seen = 0
        self._nodes = nodes
        self._stop = stop
        self._ask_at = 0
        self._prune = prune
        self._most = table
        self._table: dict[Any, Known] = {}
        self._score: defaultdict[Any, int] = defaultdict(int)  # how often and how high up an action cut
        self._rank = self._score.__getitem__

    def value(self, state: Any, depth: int) -> float:
        """The value of a state with `depth` more decisions to look at. Raises Stopped."""
        return self.bounded(state, depth, -INFINITY, INFINITY, 0)

    def average(self, states: list[Any], depth: int, low: float, high: float) -> float:
        """The same of states that are all as likely to be true, within a window (see `bounded`). Raises Stopped."""
        if len(states) == 1:
            return self.bounded(states[0], depth, low, high, 0)
        return self._average(states, [1] * len(states), depth, low, high, 0)

    def bounded(self, state: Any, depth: int, low: float, high: float, drawn: int) -> float:
        """The value if it lies between `low` and `high`; otherwise a bound on it, on the same side of the window.

        `drawn`: how many draws came since the last decision. Raises Stopped.
        """
        if self.seen >= self._ask_at:
            self._ask()
        player: int = self.game.current_player(state)
        if player >= 0:
            if depth == 0:
                return self.game.evaluate(state, self.seat)
            return self._decide(state, depth, low, high, player == self.seat)
        if player == TERMINAL:
            return self._end(state, depth)
        if drawn >= LONGEST_CHAIN:
            return self.game.evaluate(state, self.seat)
        return self._draw(state, depth, low, high, drawn)

    def known(self, state: Any, depth: int) -> Known | None:
        """What the table has of a state at that depth."""
        found = self._table.get(state)
        return found if found is not None and found.depth == depth else None

    def _ask(self) -> None:
        """Whether to go on. Raises Stopped."""
        if self.seen >= self._nodes or (self._stop is not None and self._stop()):
            raise Stopped
        self._ask_at = min(self.seen + STRIDE, self._nodes)

    def _end(self, state: Any, depth: int) -> float:
        share: float = self.game.returns(state)[self.seat]
        return (2 * share - 1) * (1 + SOONER * (1 + depth))

    # Decisions

    def _decide(self, state: Any, depth: int, low: float, high: float, ours: bool) -> float:
        """A decision of the root's seat, or of another one."""
        found = self._table.get(state) if self._prune else None
        if found is not None and found.depth == depth:
            if found.low >= high or found.low == found.high:
                return found.low
            if found.high <= low:
                return found.high
        return self._best(state, found, depth, low, high, ours)

    def _best(self, state: Any, found: Known | None, depth: int, low: float, high: float, ours: bool) -> float:
        """The value of the best decision."""
        action: Any = None if found is None else found.action
        best = -INFINITY if ours else INFINITY
        alpha = low
        beta = high
        for one in self._ordered(state, action):
            self.seen += 1
            value = self.bounded(self.game.apply(state, one), depth - 1, alpha, beta, 0)
            if ours and value > best:
                best = value
                action = one
                alpha = max(alpha, best)
            elif not ours and value < best:
                best = value
                action = one
                beta = min(beta, best)
            if alpha >= beta and self._prune:
                self._score[one] += depth * depth
                break
        if self._prune:
            least = -INFINITY if best <= low else best
            self._keep(state, found, depth, least, INFINITY if best >= high else best, action)
        return best

    def _ordered(self, state: Any, first: Any) -> list[Any]:
        """The decisions there are, in the order to look at them."""
        actions = list(self.game.legal_actions(state))
        if self._prune:
            actions.sort(key=self._rank, reverse=True)
            if first is not None:
                actions.remove(first)
                actions.insert(0, first)
        return actions

    def _keep(self, state: Any, found: Known | None, depth: int, low: float, high: float, action: Any) -> None:
        """Note bounds in the table, beside what it knows already."""
        if found is None:
            if len(self._table) >= self._most:
                self._table.clear()
            self._table[state] = Known(depth, low, high, action)
            return
        if found.depth == depth:
            low = max(low, found.low)
            high = min(high, found.high)
        found.depth = depth
        found.low = low
        found.high = high
        found.action = action

    # Chance

    def _draw(self, state: Any, depth: int, low: float, high: float, drawn: int) -> float:
        """A chance node."""
        states: list[Any] = []
        weights: list[int] = []
        for outcome, weight in self.game.chance_outcomes(state):
            states.append(self.game.apply(state, outcome))
            weights.append(weight)
        self.seen += len(states)
        return self._average(states, weights, depth, low, high, drawn + 1)

    def _average(self, states: list[Any], weights: list[int], depth: int, low: float, high: float, drawn: int) -> float:
        """Star2: the mean of some states. The bounds of each are narrowed until the mean is known well enough."""
        if not self._prune or depth == 0:
            return self._mean(states, weights, depth, drawn)
        bounds = Bounds(weights, 1 + SOONER * (2 + depth))
        for index in range(len(states)):
            self._look_up(bounds, index, states[index], depth)
        for index in range(len(states)):
            if bounds.settled(low, high):
                return bounds.nearest(low)
            if bounds.low[index] < bounds.high[index]:
                self._probe(bounds, index, states[index], depth, low, high)
        for index in range(len(states)):
            if bounds.settled(low, high):
                return bounds.nearest(low)
            if bounds.low[index] < bounds.high[index]:
                self._look(bounds, index, states[index], depth, low, high, drawn)
        return bounds.nearest(low)

    def _mean(self, states: list[Any], weights: list[int], depth: int, drawn: int) -> float:
        """The mean, with nothing left out."""
        total = 0.0
        weight = 0
        for index in range(len(states)):
            total += weights[index] * self.bounded(states[index], depth, -INFINITY, INFINITY, drawn)
            weight += weights[index]
        return total / weight

    def _look_up(self, bounds: Bounds, index: int, state: Any, depth: int) -> None:
        """What is known of an outcome before it is looked at."""
        player: int = self.game.current_player(state)
        if player == TERMINAL:
            bounds.low[index] = bounds.high[index] = self._end(state, depth)
        elif player >= 0:
            found = self._table.get(state)
            if found is not None and found.depth == depth:
                bounds.low[index] = max(bounds.low[index], found.low)
                bounds.high[index] = min(bounds.high[index], found.high)

    def _probe(self, bounds: Bounds, index: int, state: Any, depth: int, low: float, high: float) -> None:
        """Look at the most promising decision after an outcome: its value bounds the outcome's from one side."""
        player: int = self.game.current_player(state)
        if player < 0:
            return
        floor = bounds.floor(index, low)
        ceiling = bounds.ceiling(index, high)
        found = self._table.get(state)
        action = found.action if found is not None else max(self.game.legal_actions(state), key=self._rank)
        self.seen += 1
        value = self.bounded(self.game.apply(state, action), depth - 1, floor, ceiling, 0)
        if player == self.seat:
            if value > floor:
                bounds.low[index] = max(bounds.low[index], value)
        elif value < ceiling:
            bounds.high[index] = min(bounds.high[index], value)

    def _look(self, bounds: Bounds, index: int, state: Any, depth: int, low: float, high: float, drawn: int) -> None:
        """Look at an outcome as far as it matters: a value outside its window settles the mean, whatever it is."""
        floor = bounds.floor(index, low)
        ceiling = bounds.ceiling(index, high)
        bounds.low[index] = bounds.high[index] = self.bounded(state, depth, floor, ceiling, drawn)


class Bounds:
    """What is known of the values after each outcome of a chance node, and what follows for their mean."""

    __slots__ = ("_total", "_weights", "high", "low")

    def __init__(self, weights: list[int], most: float) -> None:
        """Every value lies in (-most, most)."""
        self._weights = weights
        self._total = sum(weights)
        self.low = [-most] * len(weights)
        self.high = [most] * len(weights)

    def least(self) -> float:
        """The mean is not below."""
        return self._sum(self.low) / self._total

    def most(self) -> float:
        """The mean is not above."""
        return self._sum(self.high) / self._total

    def settled(self, low: float, high: float) -> bool:
        """Whether the mean is known to lie outside a window."""
        return self.least() >= high or self.most() <= low

    def nearest(self, low: float) -> float:
        """The bound that settled it."""
        most = self.most()
        return most if most <= low else self.least()

    def floor(self, index: int, low: float) -> float:
        """If one outcome is worth no more, the mean is at most `low`, however good the others are."""
        weight = self._weights[index]
        return (low * self._total - self._sum(self.high)) / weight + self.high[index]

    def ceiling(self, index: int, high: float) -> float:
        """If one outcome is worth no less, the mean is at least `high`, however bad the others are."""
        weight = self._weights[index]
        return (high * self._total - self._sum(self.low)) / weight + self.low[index]

    def _sum(self, values: list[float]) -> float:
        total = 0.0
        for index in range(len(values)):
            total += self._weights[index] * values[index]
        return total
