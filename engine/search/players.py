"""The computer players, and what sets them apart."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from engine.protocol import Game, NotationError
from engine.search.deepen import deepen
from engine.search.limits import Stop

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: how many decisions ahead it looks, and at how many states at most (a bound on its time)."""

    number: int
    slug: str
    name: str
    summary: str
    depth: int
    nodes: int = 0
    samples: int = 4  # of what it cannot see


LEVELS: Final = (
    Level(1, "uniform", "Random", "Plays any legal turn, each as likely as the other.", depth=0),
    Level(2, "greedy", "Greedy", "Takes what looks best after its own turn.", depth=1, nodes=5_000),
    Level(3, "expectimax", "Careful", "Weighs your best answer to each of its turns.", depth=2, nodes=20_000),
)


def level(text: str) -> Level:
    """The level of a slug or number. Raises NotationError if there is none."""
    for candidate in LEVELS:
        if text in (candidate.slug, str(candidate.number)):
            return candidate
    known = ", ".join(f"{one.number} {one.slug}" for one in LEVELS)
    raise NotationError(f"there is no level {text[:40]!r}; there are {known}", field="level")


def choose(game: Game[S, A], view: S, seat: int, rng: Random, level: int, stop: Stop | None = None) -> A:
    """The decision of a computer player that sees `view`, the observation of `seat`, whose go it is.

    The same for the same `rng` state, unless `stop` ends it before its time. Raises KeyError for an unknown level.
    """
    player = {one.number: one for one in LEVELS}[level]
    actions = list(game.legal_actions(view))
    rng.shuffle(actions)  # settles ties
    if player.depth == 0 or len(actions) == 1:
        return actions[0]
    states = _samples(game, view, seat, rng, player.samples)
    found = deepen(game, states, seat, actions, depth=player.depth, nodes=player.nodes, stop=stop)
    return found.options[0].action if found.options else actions[0]


def _samples(game: Game[S, A], view: S, seat: int, rng: Random, count: int) -> list[S]:
    """States that fit the view: one if nothing is hidden."""
    states = [game.resample(view, seat, rng) for _ in range(count)]
    return states if len({game.state_text(state) for state in states}) > 1 else states[:1]
