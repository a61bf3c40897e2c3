"""UCT: a tree that grows where decisions do well, each leaf judged by the game's evaluation or by a random playout.

Its nodes are histories of decisions and outcomes, not states, so that one tree serves all the states that may be true
where something is hidden: each visit begins from a guess of its own (Cowling, Powley & Whitehouse 2012). Chance is
drawn by its weights. A second opinion beside `deepen`: what it finds is an estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

from engine.protocol import CHANCE, TERMINAL, AnyGame
from engine.search.limits import NEVER, STRIDE, Stop
from engine.search.playout import drawn, playout

LARGEST_TREE = 400_000  # nodes: some 100 MB; beyond, what is there is only judged better
EXPLORE = 0.3  # how much doubt counts against the value so far, where leaves are evaluated
EXPLORE_PLAYOUTS = 0.7  # the same for playouts, which tell less


@dataclass(frozen=True, slots=True)
class Visited:
    """A decision, how often it was visited, and its mean value from -1 lost to 1 won."""

    action: Any
    visits: int
    value: float


class Node:
    """A history: its visits, the sum of their values for the root's seat, and what follows it."""

    __slots__ = ("after", "total", "visits")

    def __init__(self) -> None:
        """Not visited yet."""
        self.visits = 0
        self.total = 0.0
        self.after: dict[Any, Node] = {}


class Uct:
    """A tree for `seat`. With `playouts`, leaves are judged by playing to the end at random."""

    __slots__ = ("_explore", "_path", "_playouts", "_rng", "game", "nodes", "root", "seat", "seen")

    def __init__(self, game: AnyGame, seat: int, rng: Random, playouts: bool = False) -> None:
        """An empty tree."""
        self.game = game
        self.seat = seat
        self.seen = 0
        self.nodes = 1
        self.root = Node()
        self._rng = rng
        self._playouts = playouts
        self._explore = EXPLORE_PLAYOUTS if playouts else EXPLORE
        self._path: list[Node] = []

    def visit(self, state: Any) -> None:
        """Go down from a state that may be true to a new leaf, and note on the way back what it is worth."""
        self._path = [self.root]
        value = self._descend(state, self.root)
        for node in self._path:
            node.visits += 1
            node.total += value

    def _descend(self, state: Any, node: Node) -> float:
        player: int = self.game.current_player(state)
        while player != TERMINAL:
            if player == CHANCE:
                step = drawn(self.game.chance_outcomes(state), self._rng)
            elif node.visits == 0 and len(self._path) > 1:
                return self._judge(state)
            else:
                step = self._select(node, self.game.legal_actions(state), player == self.seat)
            state = self.game.apply(state, step)
            self.seen += 1
            node = self._follow(node, step)
            self._path.append(node)
            player = self.game.current_player(state)
        return self._share(state)

    def _judge(self, state: Any) -> float:
        return self._share(playout(self.game, state, self._rng)) if self._playouts else self._guess(state)

    def _guess(self, state: Any) -> float:
        return self.game.evaluate(state, self.seat)

    def _share(self, state: Any) -> float:
        share: float = self.game.returns(state)[self.seat]
        return 2 * share - 1

    def _follow(self, node: Node, step: Any) -> Node:
        after = node.after.get(step)
        if after is None:
            after = Node()
            if self.nodes < LARGEST_TREE:
                node.after[step] = after
                self.nodes += 1
        return after

    def _select(self, node: Node, actions: Any, ours: bool) -> Any:
        """The decision with the best upper bound; first each is tried once, in order of the generator's choice."""
        best = -9.0
        found: Any = None
        spread = self._explore * sqrt(log(node.visits + 1))
        start = int(self._rng.random() * len(actions))
        for index in range(len(actions)):
            action = actions[(start + index) % len(actions)]
            after = node.after.get(action)
            if after is None or after.visits == 0:
                return action
            value = after.total / after.visits
            bound = (value if ours else -value) + spread / sqrt(after.visits)
            if bound > best:
                best = bound
                found = action
        return found


def search(
    game: AnyGame,
    guess: Callable[[], Any],
    seat: int,
    rng: Random,
    *,
    visits: int = NEVER,
    stop: Stop | None = None,
    playouts: bool = False,
) -> list[Visited]:
    """The decisions of `seat`, the most visited first, after so many visits or soon after `stop` says so.

    `guess` gives a state that may be true, each time it is called. At least every decision is visited once.
    """
    tree = Uct(game, seat, rng, playouts)
    count = 0
    least = len(game.legal_actions(guess()))
    while count < least or (count < visits and not (stop is not None and count % STRIDE == 0 and stop())):
        tree.visit(guess())
        count += 1
    found = [Visited(action, node.visits, node.total / node.visits) for action, node in tree.root.after.items()]
    return sorted(found, key=lambda one: (-one.visits, -one.value))
