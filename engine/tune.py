"""Fits a setup's evaluation to matches of the computer against itself: `python -m engine tune SETUP`.

A round plays matches with the weights so far, a tenth of the decisions left to chance, and fits the weights to how they
ended. A fifth of the matches, chosen by number, is kept apart to tell how true the result is.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    examples: list[list[Example]] = []
    for number in range(1, rounds + 1):
        game = tuning.judged_by(weights)
        examples = [list(_match(game, setup, tuning.features, rng)) for _ in range(matches)]
        known = [example for one in _without_apart(examples) for example in one]
        test = [example for one in examples[::APART] for example in one]
        before, weights = weights, fit(known, prior, PULL)
        yield f"round {number}: {matches} matches, {len(known) + len(test)} positions"
        yield f"  loss {loss(prior, test):.4f} by hand, {loss(before, test):.4f} before, {loss(weights, test):.4f} now"
    weights = {name: weight for name, weight in weights.items() if any(name in f for one in examples for f, _ in one)}
    yield f"weights in {tuning.keep(setup, weights)}"
    found = bins(weights, test)
    yield from _table(found)
    if plot:
        with open(plot, "w", encoding="utf-8") as file:
            file.write(calibration(found, f"{registry.info(slug).name}, {registry.info(slug).setup(setup).name}"))
        yield f"plot in {plot}"


def _without_apart(examples: list[list[Example]]) -> list[list[Example]]:
    return [one for number, one in enumerate(examples) if number % APART]


def _match(game: AnyGame, setup: str, features: Any, rng: Random) -> Iterator[Example]:
    """The positions of a match with a decision, each with how the match ended."""
    state = game.initial_state(setup)
    met: list[Any] = []
    while (player := game.current_player(state)) != TERMINAL and len(met) < LONGEST:
        if player == CHANCE:
            state = game.apply(state, drawn(game.chance_outcomes(state), rng))
            continue
        met.append(features(state))
        state = game.apply(state, _decision(game, state, player, len(met), rng))
    won = game.returns(state)[0] if game.current_player(state) == TERMINAL else 0.5
    return ((one, won) for one in met[OPENING:])


def _decision(game: AnyGame, state: Any, seat: int, number: int, rng: Random) -> Any:
    actions = list(game.legal_actions(state))
    rng.shuffle(actions)
    if number <= OPENING or rng.random() < NOISE:
        return actions[0]
    return deepen(game, [state], seat, actions, nodes=NODES).options[0].action


def _table(found: list[Bin]) -> Iterator[str]:
    yield "predicted  result  positions"
    for one in found:
        yield f"{one.predicted:9.3f}{one.result:8.3f}{one.count:11,}"
