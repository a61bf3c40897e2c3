"""Fits a setup's evaluation to matches of the computer against itself: `python -m engine tune SETUP`.

A round plays matches with the weights so far, a tenth of the decisions left to chance, and fits the weights to how they
ended and, with as much weight, to what the search expected in each position: that says less of the truth, but is far
less a matter of luck. A fifth of the matches, chosen by number, is kept apart to tell by how they ended how true the
result is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

from engine import registry
from engine.protocol import CHANCE, TERMINAL, AnyGame, NotationError
from engine.search.deepen import deepen
from engine.search.fit import Bin, Example, bins, fit, loss
from engine.search.playout import drawn
from engine.svg import calibration

NODES = 2_000  # states a decision
OPENING = 2  # decisions at random
NOISE = 0.1  # decisions at random later on
LONGEST = 300  # decisions; what goes on then is a draw
PULL = 20.0  # examples that speak for a weight as it was
APART = 5  # one match in so many is kept apart
TRUST = 0.5  # in what the search expected; the rest in how the match ended

Seen = tuple[Mapping[str, int], float, float]  # features, what the search expected, how it ended (see fit.Example)


def tune(slug: str, setup: str, matches: int, rounds: int, seed: int, plot: str | None) -> Iterator[str]:
    """Play, fit, keep the weights and draw the plot; what happens, line by line.

    Raises NotationError for an unknown game or setup, or a game that has nothing to tune.
    """
    registry.info(slug).setup(setup)
    try:
        tuning = import_module(f"engine.{slug}.tuning")
    except ModuleNotFoundError as error:
        raise NotationError(f"{slug} has no weights to tune", field="game") from error
    weights, rng = tuning.hand(setup), Random(seed)  # noqa: S311  no match of anybody's
    prior = weights
    seen: list[list[Seen]] = []
    for number in range(1, rounds + 1):
        game = tuning.judged_by(weights)
        seen = [_match(game, setup, tuning.features, rng) for _ in range(matches)]
        known = list(_lessons(seen))
        test = [(features, won) for one in seen[::APART] for features, _, won in one]
        before, weights = weights, fit(known, prior, PULL)
        yield f"round {number}: {matches} matches, {len(known) + len(test)} positions"
        yield f"  loss {loss(prior, test):.4f} by hand, {loss(before, test):.4f} before, {loss(weights, test):.4f} now"
    weights = {
        name: weight for name, weight in weights.items() if any(name in met for one in seen for met, _, _ in one)
    }
    yield f"weights in {tuning.keep(setup, weights)}"
    found = bins(weights, test)
    yield from _table(found)
    if plot:
        with open(plot, "w", encoding="utf-8") as file:
            file.write(calibration(found, f"{registry.info(slug).name}, {registry.info(slug).setup(setup).name}"))
        yield f"plot in {plot}"


def _lessons(seen: list[list[Seen]]) -> Iterator[Example]:
    """What the weights are fitted to: of the matches that are not kept apart."""
    for number, one in enumerate(seen):
        if number % APART:
            yield from ((features, TRUST * expected + (1 - TRUST) * won) for features, expected, won in one)


def _match(game: AnyGame, setup: str, features: Any, rng: Random) -> list[Seen]:
    """The positions of a match with a decision, those of the opening left out."""
    state = game.initial_state(setup)
    met: list[tuple[Mapping[str, int], float]] = []
    decisions = 0
    while (player := game.current_player(state)) != TERMINAL and decisions < LONGEST:
        if player == CHANCE:
            state = game.apply(state, drawn(game.chance_outcomes(state), rng))
            continue
        decisions += 1
        actions = list(game.legal_actions(state))
        rng.shuffle(actions)
        action = actions[0]
        if decisions > OPENING:
            best = deepen(game, [state], player, actions, nodes=NODES).options[0]
            met.append((features(state), best.chance if player == 0 else 1 - best.chance))
            action = best.action if rng.random() >= NOISE else action
        state = game.apply(state, action)
    won = game.returns(state)[0] if game.current_player(state) == TERMINAL else 0.5
    return [(one, expected, won) for one, expected in met]


def _table(found: list[Bin]) -> Iterator[str]:
    yield "predicted  result  positions"
    for one in found:
        yield f"{one.predicted:9.3f}{one.result:8.3f}{one.count:11,}"
