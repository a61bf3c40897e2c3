"""Counts lines of play, to compare a game's rules with another reading of them."""

from __future__ import annotations

from typing import Any

from engine.protocol import CHANCE, TERMINAL, AnyGame


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of lines of exactly `depth` decisions; each different outcome after one makes a line of its own.

    Every state is made, the last ones too. A game whose rules say otherwise, or that counts faster, has a method
    `perft(state, depth)` of its own, which returns the counts of 1, 2 ... `depth`.
    """
    own = getattr(game, "perft", None)
    if own is not None and depth:
        return int(own(state, depth)[-1])
    return _count(game, state, depth)


def _count(game: AnyGame, state: Any, depth: int) -> int:
    player = game.current_player(state)
    if player == CHANCE:
        return sum(_count(game, game.apply(state, outcome), depth) for outcome, _ in game.chance_outcomes(state))
    if depth == 0:
        return 1
    if player == TERMINAL:
        return 0
    return sum(_count(game, game.apply(state, action), depth - 1) for action in game.legal_actions(state))
