"""What is known of a position without a search, where its game is solved (`Game.solved`)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from engine.protocol import CHANCE, TERMINAL, Game
from engine.search.deepen import Option, Step

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)


def options(game: Game[S, A], state: S, line: int = 1) -> tuple[Option[A], ...]:
    """Every decision with its true value, best first; the best one with its line, of at most so many steps.

    () unless the state is solved. Nothing is looked ahead: their depth is 0.
    """
    known = game.solved(state)
    if known is None:
        return ()
    seat = game.current_player(state)
    first = best_line(game, state, line)
    return tuple(
        Option(action, value, True, 0, (Step(seat, action),) if index else first)
        for index, (action, value) in enumerate(known)
    )


def value(game: Game[S, A], state: S) -> float | None:
    """What a state is worth to seat 0, from -1 lost to 1 won; None unless it is over or solved, nor at a draw."""
    seat = game.current_player(state)
    if seat == TERMINAL:
        return 2 * game.returns(state)[0] - 1
    known = game.solved(state)
    if not known:
        return None
    return known[0][1] if seat == 0 else -known[0][1]


def best_line(game: Game[S, A], state: S, length: int) -> tuple[Step[A], ...]:
    """The best play from a solved state, where chance takes its likeliest outcome."""
    steps: list[Step[A]] = []
    while len(steps) < length and (player := game.current_player(state)) != TERMINAL:
        if player == CHANCE:
            outcomes = game.chance_outcomes(state)
            outcome, weight = max(outcomes, key=lambda one: one[1])
            steps.append(Step(CHANCE, outcome, weight, sum(weight for _, weight in outcomes)))
        elif known := game.solved(state):
            steps.append(Step(player, known[0][0]))
        else:
            break
        state = game.apply(state, steps[-1].action)
    return tuple(steps)
