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

from array import array
from typing import Any

from engine.protocol import TERMINAL, AnyGame
from engine.search.limits import INFINITY, LARGEST_TABLE, LONGEST_CHAIN, NEVER, SOONER, STRIDE, Stop, Stopped

SCORES = 65521  # a prime, for actions to spread


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

    __slots__ = ("_ask_at", "_most", "_nodes", "_prune", "_scores", "_stop", "_table", "game", "seat", "seen")

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
        self._scores = array("q", [0]) * SCORES  # how often and how high up actions cut; some share a place

    def value(self, state: Any, depth: int) -> float:
        """The value of a state with `depth` more decisions to look at. Raises Stopped."""
        return self.bounded(state, depth, -INFINITY, INFINITY, 0)

    def average(self, states: list[Any], depth: int, low: float, high: float) -> float:
        """The same of states that are all as likely to be true, within a window (see `bounded`). Raises Stopped."""
        if len(states) == 1:
            return self.bounded(states[0], depth, low, high, 0)
        if depth == 0 or not self._prune:
            values = [self.bounded(state, depth, -INFINITY, INFINITY, 0) for state in states]
            return sum(values) / len(values)
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
        known: Any = None if found is None else found.action
        actions = self._decisions(state) if known is None else [known]  # which mostly cuts before others are listed
        action: Any = known
        best = -INFINITY if ours else INFINITY
        alpha = low
        beta = high
        index = 0
        while index < len(actions):
            one = actions[index]
            index += 1
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
                self._scores[hash(one) % SCORES] += depth * depth
                break
            if known is not None:
                actions = self._decisions(state)
                actions.remove(known)
                known = None
                index = 0
        if self._prune:
            least = -INFINITY if best <= low else best
            self._keep(state, found, depth, least, INFINITY if best >= high else best, action)
        return best

    def _decisions(self, state: Any) -> list[Any]:
        """What may be decided, those decisions first that cut most; among equals as the game lists them."""
        actions = self.game.legal_actions(state)
        if not self._prune:
            return list(actions)
        count = len(actions)
        keys = [index - count * self._scores[hash(one) % SCORES] for index, one in enumerate(actions)]
        keys.sort()
        return [actions[key % count] for key in keys]

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
        outcomes = self.game.chance_outcomes(state)
        if depth == 0 or not self._prune:
            return self._mean(state, outcomes, depth, drawn + 1)
        states: list[Any] = []
        weights: list[int] = []
        for outcome, weight in outcomes:
            states.append(self.game.apply(state, outcome))
            weights.append(weight)
        self.seen += len(states)
        return self._average(states, weights, depth, low, high, drawn + 1)

    def _mean(self, state: Any, outcomes: Any, depth: int, drawn: int) -> float:
        """The mean after some outcomes, with nothing left out."""
        total = 0.0
        weight = 0
        for outcome, times in outcomes:
            self.seen += 1
            total += times * self.bounded(self.game.apply(state, outcome), depth, -INFINITY, INFINITY, drawn)
            weight += times
        return total / weight

    def _average(self, states: list[Any], weights: list[int], depth: int, low: float, high: float, drawn: int) -> float:
        """Star2: the mean of some states. The bounds of each are narrowed until the mean is known well enough."""
        bounds = Bounds(weights, 1 + SOONER * (2 + depth))
        for index in range(len(states)):
            self._look_up(bounds, index, states[index], depth)
        for index in range(len(states)):
            if bounds.settled(low, high):
                return bounds.nearest(low)
            if bounds.open(index):
                self._probe(bounds, index, states[index], depth, low, high)
        for index in range(len(states)):
            if bounds.settled(low, high):
                return bounds.nearest(low)
            if bounds.open(index):
                self._look(bounds, index, states[index], depth, low, high, drawn)
        return bounds.nearest(low)

    def _look_up(self, bounds: Bounds, index: int, state: Any, depth: int) -> None:
        """What is known of an outcome before it is looked at."""
        player: int = self.game.current_player(state)
        if player == TERMINAL:
            value = self._end(state, depth)
            bounds.set(index, value)
        elif player >= 0:
            found = self._table.get(state)
            if found is not None and found.depth == depth:
                bounds.narrow(index, found.low, found.high)

    def _probe(self, bounds: Bounds, index: int, state: Any, depth: int, low: float, high: float) -> None:
        """Look at the most promising decision after an outcome: its value bounds the outcome's from one side."""
        player: int = self.game.current_player(state)
        if player < 0:
            return
        floor = bounds.floor(index, low)
        ceiling = bounds.ceiling(index, high)
        found = self._table.get(state)
        action = found.action if found is not None else self._likeliest(state)
        self.seen += 1
        value = self.bounded(self.game.apply(state, action), depth - 1, floor, ceiling, 0)
        if player == self.seat:
            if value > floor:
                bounds.narrow(index, value, INFINITY)
        elif value < ceiling:
            bounds.narrow(index, -INFINITY, value)

    def _likeliest(self, state: Any) -> Any:
        """The decision that cut most."""
        actions = self.game.legal_actions(state)
        best = 0
        highest = -1
        for index in range(len(actions)):
            score = self._scores[hash(actions[index]) % SCORES]
            if score > highest:
                best = index
                highest = score
        return actions[best]

    def _look(self, bounds: Bounds, index: int, state: Any, depth: int, low: float, high: float, drawn: int) -> None:
        """Look at an outcome as far as it matters: a value outside its window settles the mean, whatever it is."""
        floor = bounds.floor(index, low)
        ceiling = bounds.ceiling(index, high)
        value = self.bounded(state, depth, floor, ceiling, drawn)
        bounds.set(index, value)


class Bounds:
    """What is known of the values after each outcome of a chance node, and what follows for their mean."""

    __slots__ = ("_high", "_low", "_total", "_weights")

    def __init__(self, weights: list[int], most: float) -> None:
        """Every value lies in (-most, most)."""
        self._weights = [float(weight) for weight in weights]
        self._total = sum(weights)
        self._low = [-most] * len(weights)
        self._high = [most] * len(weights)

    def open(self, index: int) -> bool:
        """Whether an outcome's value may still matter and is not known."""
        low = self._low[index]
        high = self._high[index]
        return low < high

    def narrow(self, index: int, low: float, high: float) -> None:
        """An outcome is worth at least `low` and at most `high`; what is known already may be more."""
        least = self._low[index]
        most = self._high[index]
        self._low[index] = max(low, least)
        self._high[index] = min(high, most)

    def set(self, index: int, value: float) -> None:
        """An outcome is worth that."""
        self._low[index] = self._high[index] = value

    def settled(self, low: float, high: float) -> bool:
        """Whether the mean is known to lie outside a window."""
        return self._sum(self._low) / self._total >= high or self._sum(self._high) / self._total <= low

    def nearest(self, low: float) -> float:
        """The bound that settled it."""
        most = self._sum(self._high) / self._total
        return most if most <= low else self._sum(self._low) / self._total

    def floor(self, index: int, low: float) -> float:
        """If one outcome is worth no more, the mean is at most `low`, however good the others are."""
        weight = self._weights[index]
        most = self._high[index]
        return (low * self._total - self._sum(self._high)) / weight + most

    def ceiling(self, index: int, high: float) -> float:
        """If one outcome is worth no less, the mean is at least `high`, however bad the others are."""
        weight = self._weights[index]
        least = self._low[index]
        return (high * self._total - self._sum(self._low)) / weight + least

    def _sum(self, values: list[float]) -> float:
        """Added up anew each time: what is equal stays equal, and equal values cut."""
        total = 0.0
        for index in range(len(values)):
            weight = self._weights[index]
            value = values[index]
            total += weight * value
        return total
