"""Looks at the decisions of a seat 1, 2, 3 … decisions ahead, until a limit is reached: what each is worth, and why."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.protocol import CHANCE, TERMINAL, Game
from engine.search.limits import DEEPEST, INFINITY, LONGEST_CHAIN, NEVER, Stop, Stopped
from engine.search.tree import Tree

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step(Generic[A]):
    """One step of a line: a decision of `seat`, or with CHANCE an outcome, likely as `weight` to `total`."""

    seat: int
    action: A
    weight: int = 1
    total: int = 1


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """A decision with its expected value `depth` decisions ahead (its own counted), from -1 lost to 1 won.

    If not `exact`, it is worth no more than that. `line`: the best play from there as far as it is known, itself
    first, where chance takes its likeliest outcome.
    """

    action: A
    value: float
    exact: bool
    depth: int
    line: tuple[Step[A], ...]

    @property
    def chance(self) -> float:
        """The same as the chance to win, a draw counted as half, from 0 to 1."""
        return share(self.value)


def share(value: float) -> float:
    """A value as a chance to win, from 0 to 1."""
    return (1 + max(-1.0, min(1.0, value))) / 2


@dataclass(frozen=True, slots=True)
class Found(Generic[A]):
    """What a search found: the decisions it looked at, best first, how far all of them, and how many states it made."""

    options: tuple[Option[A], ...]
    depth: int
    seen: int


def deepen(
    game: Game[S, A],
    states: Sequence[S],
    seat: int,
    actions: Sequence[A],
    *,
    depth: int = DEEPEST,
    nodes: int = NEVER,
    stop: Stop | None = None,
    margin: float = 0.0,
) -> Found[A]:
    """What `actions` are worth to `seat` over `states` that all may be true.

    Ends after `depth` decisions ahead, after `nodes` states, soon after `stop` says so, or once the match is decided.
    Values less than `margin` below the best are exact; with a margin of INFINITY all are. What the last look did not
    finish is left out if there is a margin, for values to be comparable; without one, what it did look at comes first.
    Among equals the first stays first, so the caller settles ties by the order. Nothing is found only if the limit
    does not allow for one decision.
    """
    tree = Tree(game, seat, nodes, stop)
    found: Found[A] = Found((), 0, 0)
    order = list(actions)
    for ahead in range(1, depth + 1):
        options, complete = _look(tree, states, order, ahead, margin)
        if not complete:
            if margin and found.options:
                return Found(found.options, found.depth, tree.seen)
            looked_at = {option.action for option in options}
            rest = [option for option in found.options if option.action not in looked_at]
            return Found((*options, *rest), found.depth, tree.seen)
        found = Found(options, ahead, tree.seen)
        order = [option.action for option in options]
        if not options or abs(options[0].value) > 1:
            break
    return found


def steadied(
    game: Game[S, A],
    states: Sequence[S],
    seat: int,
    actions: Sequence[A],
    best: Option[A],
    *,
    nodes: int = NEVER,
    stop: Stop | None = None,
) -> float:
    """The value of the best of the decisions that were found: the mean of this look and of the one before it.

    One of the two gives the last word to this seat, the other to the other one, so that each alone would swing from
    turn to turn. Where the match is decided, or the limits allow for no look before it, it is what was found.
    """
    ahead = best.depth - 1
    if ahead < 1 or abs(best.value) >= 1:
        return best.value
    nearer = deepen(game, states, seat, actions, depth=ahead, nodes=nodes, stop=stop)
    return (nearer.options[0].value + best.value) / 2 if nearer.depth == ahead else best.value


def _look(
    tree: Tree, states: Sequence[S], order: Sequence[A], ahead: int, margin: float
) -> tuple[tuple[Option[A], ...], bool]:
    """One look so far ahead: options, best first, and whether the limit allowed for all of them."""
    options: list[Option[A]] = []
    best = -INFINITY
    complete = True
    for action in order:
        low = best - margin
        try:
            after = [tree.game.apply(state, action) for state in states]
            tree.seen += len(after)
            value = tree.average(after, ahead - 1, low, INFINITY)
        except Stopped:
            complete = False
            break
        exact = value > low
        line: tuple[Step[A], ...] = _line(tree, after[0], ahead - 1) if exact else ()
        options.append(Option(action, value, exact, ahead, (Step(tree.seat, action), *line)))
        best = max(best, value)
    return tuple(sorted(options, key=lambda option: (-option.value, not option.exact))), complete


def _line(tree: Tree, state: S, depth: int) -> tuple[Step[A], ...]:
    """The best play from a state that was looked at so far."""
    steps: list[Step[A]] = []
    drawn = 0
    while (player := tree.game.current_player(state)) != TERMINAL and drawn < LONGEST_CHAIN:
        if player == CHANCE:
            outcomes = tree.game.chance_outcomes(state)
            outcome, weight = max(outcomes, key=lambda one: one[1])
            steps.append(Step(CHANCE, outcome, weight, sum(weight for _, weight in outcomes)))
            drawn += 1
        else:
            known = tree.known(state, depth)
            if known is None or known.low < known.high:
                break
            steps.append(Step(player, known.action))
            depth, drawn = depth - 1, 0
        state = tree.game.apply(state, steps[-1].action)
    return tuple(steps)
