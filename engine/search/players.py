"""The computer players, and what sets them apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random
from typing import Final, TypeVar

from engine.protocol import Game, NotationError
from engine.search import exact
from engine.search.deepen import Found, Option, deepen, steadied
from engine.search.limits import DEEPEST, INFINITY, NEVER, Stop

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)

SAMPLES = 4  # of what a player cannot see


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: at how many states it looks at most, and within how many `seconds` it answers on one core.

    A soft level chooses among the turns less than `margin` behind the best, one that is `softness` behind e times
    less often: it errs, but does nothing absurd. Values are those of `deepen`, where 2 is a whole match. A level that
    `remembers` plays what is known to be best where the game is solved.
    """

    number: int
    slug: str
    name: str
    summary: str
    nodes: int
    seconds: float
    depth: int = DEEPEST
    softness: float = 0.0
    margin: float = 0.0
    remembers: bool = False


LEVELS: Final = (
    Level(
        1,
        "beginner",
        "Beginner",
        "Sees what you threaten, but often plays what is merely not bad.",
        nodes=5_000,
        seconds=1,
        depth=2,
        softness=0.06,
        margin=0.28,
    ),
    Level(
        2,
        "greedy",
        "Greedy",
        "Takes what looks best after its own turn.",
        nodes=5_000,
        seconds=1,
        depth=1,
        softness=0.02,
        margin=0.06,
    ),
    Level(
        3,
        "careful",
        "Careful",
        "Weighs your best answer to each of its turns, and errs now and then.",
        nodes=20_000,
        seconds=1,
        depth=3,
        softness=0.038,
        margin=0.16,
    ),
    Level(
        4,
        "steady",
        "Steady",
        "Seldom errs, and never by much.",
        nodes=20_000,
        seconds=1,
        depth=3,
        softness=0.018,
        margin=0.08,
    ),
    Level(5, "sharp", "Sharp", "Takes what is best three turns ahead.", nodes=8_000, seconds=1),
    Level(6, "expert", "Expert", "Looks four turns ahead.", nodes=70_000, seconds=2),
    Level(7, "master", "Master", "Looks five turns ahead.", nodes=600_000, seconds=5),
    Level(
        8,
        "champion",
        "Champion",
        "Takes its time and looks farther still.",
        nodes=10_000_000,
        seconds=10,
        remembers=True,
    ),
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

    The same for the same `rng` state, unless `stop` ends it before its limit of states does. Raises KeyError for an
    unknown level.
    """
    player = {one.number: one for one in LEVELS}[level]
    if player.remembers and (known := exact.options(game, view)):
        return known[0].action
    limits = {"depth": player.depth, "nodes": player.nodes}
    found, actions, _ = _look(game, view, seat, rng, stop, player.margin, **limits)
    return _softly(found.options, player.softness, player.margin, rng) if found.options else actions[0]


def hint(
    game: Game[S, A],
    view: S,
    seat: int,
    rng: Random,
    *,
    stop: Stop | None,
    nodes: int = NEVER,
    depth: int = DEEPEST,
    count: int = 3,
) -> tuple[Option[A], ...]:
    """The best decisions of `seat`, whose go it is, with what each is worth and why: at most `count`, best first.

    All of them are looked at as far as the best one can be within the limits, and worth what two looks say of that one
    (see `steadied`), as in an analysis; or they are known exactly where the game is solved. Where `stop` leaves no time
    to look at the others, there are those that were looked at on the way to the best one; () only if the limits do not
    allow for one decision.
    """
    if known := exact.options(game, view):
        return known[:count]
    best, actions, states = _look(game, view, seat, rng, stop, 0.0, depth=depth, nodes=nodes)
    found = deepen(game, states, seat, actions, depth=max(1, best.depth), stop=stop, margin=INFINITY)
    options = found.options if found.depth else tuple(one for one in best.options if one.exact)
    if not options:
        return ()
    more = steadied(game, states, seat, actions, options[0], stop=stop) - options[0].value
    return tuple(replace(one, value=one.value + more) for one in options[:count] if one.depth == options[0].depth)


def _look(
    game: Game[S, A], view: S, seat: int, rng: Random, stop: Stop | None, margin: float, *, depth: int, nodes: int
) -> tuple[Found[A], list[A], list[S]]:
    """What is found of the decisions there are, these in an order that settles ties, and the states looked at."""
    actions = list(game.legal_actions(view))
    rng.shuffle(actions)
    if len(actions) == 1:
        depth = 1
    states = _samples(game, view, seat, rng)
    return deepen(game, states, seat, actions, depth=depth, nodes=nodes, stop=stop, margin=margin), actions, states


def _softly(options: Sequence[Option[A]], softness: float, margin: float, rng: Random) -> A:
    """One of the options that are nearly as good as the best; a certain win is taken."""
    best = options[0]
    if not softness or best.value > 1:
        return best.action
    good = [one for one in options if one.exact and one.value > best.value - margin]
    return rng.choices(good, [exp((one.value - best.value) / softness) for one in good])[0].action


def _samples(game: Game[S, A], view: S, seat: int, rng: Random) -> list[S]:
    """States that fit the view: one if nothing is hidden."""
    states = [game.resample(view, seat, rng) for _ in range(SAMPLES)]
    return states if any(state != states[0] for state in states) else states[:1]
