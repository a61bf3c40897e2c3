"""How good a state is after some more turns: the best decisions of each side, the average over chance.

Values are those of one seat, the root's: `Game.evaluate` in [-1, 1] at the leaves; a won match counts a little more
than 1, the more the sooner it is won, so that a win is taken at once and a loss put off.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.protocol import CHANCE, TERMINAL, Game

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)

SOONER = 0.001  # how much a turn more counts against a win
LONGEST_CHAIN = 8  # of draws after one decision; what could go on for ever is judged as it stands then


class OutOfNodes(Exception):
    """The budget is used up."""


@dataclass(slots=True)
class Tree(Generic[S, A]):
    """A search for `seat` that looks at no more than `nodes` states."""

    game: Game[S, A]
    seat: int
    nodes: int

    def value(self, state: S, depth: int, drawn: int = 0) -> float:
        """The value of a state `drawn` draws after a decision, with `depth` more to look at. Raises OutOfNodes."""
        if self.nodes <= 0:
            raise OutOfNodes
        self.nodes -= 1
        player = self.game.current_player(state)
        if player == TERMINAL:
            return (2 * self.game.returns(state)[self.seat] - 1) * (1 + SOONER * (1 + depth))
        if player == CHANCE and drawn < LONGEST_CHAIN:
            return self._average(state, depth, drawn + 1)
        if player == CHANCE or depth == 0:
            return self.game.evaluate(state, self.seat)
        best = max if player == self.seat else min
        return best(self.value(self.game.apply(state, action), depth - 1) for action in self.game.legal_actions(state))

    def _average(self, state: S, depth: int, drawn: int) -> float:
        outcomes = self.game.chance_outcomes(state)
        values = [weight * self.value(self.game.apply(state, one), depth, drawn) for one, weight in outcomes]
        return sum(values) / sum(weight for _, weight in outcomes)


def deepen(game: Game[S, A], states: Sequence[S], seat: int, actions: Sequence[A], *, depth: int, nodes: int) -> A:
    """The best of `actions` over `states` that all may be true, looking 1, 2 ... `depth` decisions ahead.

    Stops after `nodes` states and then takes the best of what is finished. Among equals the first wins, so the caller
    settles ties by the order; at least the first decision ahead is always looked at as far as the budget goes.
    """
    tree = Tree(game, seat, nodes)
    order = list(actions)
    for ahead in range(depth):
        values: list[float] = []
        try:
            for action in order:
                values.append(sum(tree.value(game.apply(state, action), ahead) for state in states) / len(states))
        except OutOfNodes:
            return order[_best(values)] if values else order[0]
        order = [order[i] for i in sorted(range(len(order)), key=lambda i: -values[i])]
    return order[0]


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)
