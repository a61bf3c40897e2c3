"""Plays one decision: the only way in which a match, a record, a test or a computer's game goes on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from engine.draws import START_NUMBER
from engine.protocol import CHANCE, TERMINAL, IllegalAction, Replayable
from engine.words import Words

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)

Choose = Callable[[int, Sequence[tuple[A, int]]], A]  # (number of the draw, outcomes with weights) -> one outcome
Pick = Callable[[int, S], A]  # the same from the chance node itself


def begin(game: Replayable[S, A], setup: str, choose: Choose[A]) -> tuple[S, tuple[A, ...]]:
    """The state in which the first seat decides, and the outcomes drawn before it (mostly none), numbered for ply 0."""
    return settle(game, game.initial_state(setup), _by_outcomes(game, choose), first=START_NUMBER)


def play(game: Replayable[S, A], state: S, action: A, choose: Choose[A]) -> tuple[S, tuple[A, ...]]:
    """The state after a decision and everything that chance adds to it, and the outcomes that `choose` gave.

    Raises IllegalAction if `action` may not be played, or if `choose` gives what cannot be drawn.
    """
    return settle(game, decide(game, state, action), _by_outcomes(game, choose))


def decide(game: Replayable[S, A], state: S, action: A) -> S:
    """The state after a checked decision, before chance. Raises IllegalAction."""
    player = game.current_player(state)
    if player == TERMINAL:
        raise IllegalAction(Words("the match is over"), code="over")
    if player == CHANCE:
        raise IllegalAction(Words("a draw has to be made first"), code="draw_first")
    game.check(state, action)
    return game.apply(state, action)


def settle(game: Replayable[S, A], state: S, pick: Pick[S, A], *, first: int = 0) -> tuple[S, tuple[A, ...]]:
    """The state once chance has nothing left to add, and the outcomes it took; numbers count from `first`.

    Raises IllegalAction if `pick` gives what cannot be drawn.
    """
    drawn: list[A] = []
    while game.current_player(state) == CHANCE:
        outcome = pick(first + len(drawn), state)
        if all(outcome != possible for possible, _ in game.chance_outcomes(state)):
            raise IllegalAction(f"{outcome!r} cannot be drawn here", code="impossible_outcome", field="bonus")
        state = game.apply(state, outcome)
        drawn.append(outcome)
    return state, tuple(drawn)


def result(game: Replayable[S, A], state: S) -> str:
    """How a match of two stands: "1-0", "0-1", "1/2-1/2", or "*" while it goes on, and where nothing can be won."""
    returns: Callable[[S], Sequence[float]] | None = getattr(game, "returns", None)
    if returns is None or game.current_player(state) != TERMINAL:
        return "*"
    return {1.0: "1-0", 0.0: "0-1"}.get(returns(state)[0], "1/2-1/2")


def _by_outcomes(game: Replayable[S, A], choose: Choose[A]) -> Pick[S, A]:
    return lambda number, state: choose(number, game.chance_outcomes(state))
