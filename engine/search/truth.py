"""How near the computer players come to perfect play, where a setup is solved (`Game.solved`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain, islice
from random import Random
from typing import TypeVar

from engine.protocol import CHANCE, TERMINAL, Game
from engine.search.players import choose
from engine.search.playout import drawn

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)

OPENING = 2  # random decisions
LONGEST = 30  # decisions that are played
PLAYERS = (4, 5)  # levels that play the matches: quick, and no fools


def positions(game: Game[S, A], setup: str, count: int) -> list[S]:
    """Solved states with a choice, such as people meet: one of each match that two levels play, if it has any."""
    met = (_met(game, setup, Random(f"positions {number}")) for number in range(2 * count))
    return list(islice(chain.from_iterable(met), count))


def _met(game: Game[S, A], setup: str, rng: Random) -> list[S]:
    met, state, made = [], game.initial_state(setup), 0
    while (seat := game.current_player(state)) != TERMINAL and made < LONGEST:
        if seat == CHANCE:
            state = game.apply(state, drawn(game.chance_outcomes(state), rng))
            continue
        legal = game.legal_actions(state)
        if len(legal) > 1 and game.solved(state):
            met.append(state)
        action = rng.choice(legal) if made < OPENING else choose(game, state, seat, rng, PLAYERS[made % 2])
        state, made = game.apply(state, action), made + 1
    return rng.sample(met, min(1, len(met)))


def losses(game: Game[S, A], states: Sequence[S], level: int, known: Game[S, A] | None = None) -> list[float]:
    """What a level's decisions at solved states cost, as shares of a match; 0 for a best one.

    `known` is the game that knows the solution, if `game`, in which the level plays, does not.
    """
    lost = []
    for number, state in enumerate(states):
        worth = (known or game).solved(state)
        assert worth
        chosen = choose(game, state, game.current_player(state), Random(f"{level} {number}"), level)
        lost.append((worth[0][1] - dict(worth)[chosen]) / 2)
    return lost
