"""A match played to its end at random."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.protocol import CHANCE, TERMINAL, AnyGame


def playout(game: AnyGame, state: Any, rng: Random) -> Any:
    """The last state after decisions that are all as likely, and outcomes by their weight."""
    while (player := game.current_player(state)) != TERMINAL:
        if player == CHANCE:
            action = drawn(game.chance_outcomes(state), rng)
        else:
            actions = game.legal_actions(state)
            action = actions[int(rng.random() * len(actions))]
        state = game.apply(state, action)
    return state


def drawn(outcomes: Any, rng: Random) -> Any:
    """One of the outcomes of a chance node, by weight."""
    total = 0
    for _, weight in outcomes:
        total += weight
    rest = rng.random() * total
    for outcome, weight in outcomes:  # noqa: B007  the one it stops at
        rest -= weight
        if rest < 0:
            break
    return outcome
