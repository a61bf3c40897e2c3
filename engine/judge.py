"""Looks at the positions of a match by searching them: what `engine.analysis` is made of.

Everything may be known, so states are searched whole, hidden things included: only for a match that is over. The same
record with the same limits gives the same numbers. Where the game is solved nothing is searched: what is known is told,
and the look says that it is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from engine import registry
from engine.analysis import SHARES, Better, Look
from engine.protocol import CHANCE, TERMINAL, AnyGame
from engine.record import Record
from engine.replay import Step, walk
from engine.search import exact
from engine.search.deepen import Option, deepen, share, steadied
from engine.search.deepen import Step as Ahead
from engine.search.limits import Stopped
from engine.search.tree import Tree

LONGEST_LINE = 6  # decisions and outcomes that are told of a better line


@dataclass(frozen=True, slots=True)
class Limits:
    """States looked at for a decision, and for a draw; and how many decisions ahead at most."""

    decision: int = 80_000
    draw: int = 12_000
    ahead: int = 6


LIMITS: Final = {"chakart": Limits(decision=6_000, draw=1_500)}  # of games that are slow to search; else Limits()


def limits_of(game: str) -> Limits:
    """How far positions of a game are looked at."""
    return LIMITS.get(game, Limits())


def looks(record: Record, limits: Limits | None = None, *, done: int = 0) -> Iterator[Look]:
    """A look at each position, the start first, one by one as they are made; the first `done` are passed over.

    Raises ValueError for a match without a result: it may be running, and hidden things would be told. Raises
    ReplayError if the record does not replay.
    """
    if record.result not in SHARES:
        raise ValueError("only a match with a result is analysed")
    game = registry.get(record.game)
    limits = limits or limits_of(record.game)
    steps = list(walk(record, game))
    for step, following in zip(steps[done:], [*steps[done + 1 :], None], strict=False):
        yield look(game, step, following, limits)


def look(game: AnyGame, step: Step, following: Step | None, limits: Limits) -> Look:
    """The position after a step, and the decision of the step that follows it."""
    luck = sum(_luck(game, node, outcome, limits) for node, outcome in step.draws)
    state = step.state
    seat = game.current_player(state)
    if seat == TERMINAL:
        return Look(step.ply, game.returns(state)[0], luck, exact=_is_exact(game, step))
    if _is_exact(game, step) and (known := exact.options(game, state, LONGEST_LINE)):
        return _exactly(game, step, following, known, luck)
    best, chance = _best(game, state, seat, limits)
    if following is None:
        return Look(step.ply, _first(chance, seat), luck, ahead=best.depth)
    made = _made(game, state, seat, following.action, best, limits)
    if made.value >= best.value:
        return Look(step.ply, _first(chance, seat), luck, seat, ahead=best.depth)
    better = Better(game.action_text(state, best.action), chance, _told(game, state, best.line))
    return Look(step.ply, _first(chance, seat), luck, seat, best.chance - made.chance, better, best.depth)


def _exactly(game: AnyGame, step: Step, following: Step | None, known: Sequence[Option[Any]], luck: float) -> Look:
    """The same where it is known what every decision is worth."""
    state, best = step.state, known[0]
    seat = game.current_player(state)
    chance = _first(best.chance, seat)
    if following is None:
        return Look(step.ply, chance, luck, exact=True)
    made = next(option for option in known if option.action == following.action)
    if made.value >= best.value:
        return Look(step.ply, chance, luck, seat, exact=True)
    better = Better(game.action_text(state, best.action), best.chance, _told(game, state, best.line))
    return Look(step.ply, chance, luck, seat, best.chance - made.chance, better, exact=True)


def _is_exact(game: AnyGame, step: Step) -> bool:
    """Whether it is known what the position is worth, and each that could have come of the draws on the way to it."""
    after = (game.apply(node, one) for node, _ in step.draws for one, _ in game.chance_outcomes(node))
    return all(exact.value(game, state) is not None for state in chain([step.state], after))


def _best(game: AnyGame, state: Any, seat: int, limits: Limits) -> tuple[Option[Any], float]:
    """The best decision, all of them looked at equally far, and the chance of `seat` with it.

    The chance is that of two looks (see `steadied`).
    """
    actions = game.legal_actions(state)
    found = deepen(game, [state], seat, actions, depth=limits.ahead, nodes=limits.decision)
    if not found.options:  # not even one decision within the limit: judged as it stands
        best = Option(actions[0], game.evaluate(state, seat), True, 0, ())
        return best, best.chance
    depth = max(1, found.depth)
    if any(option.depth != depth for option in found.options):
        found = deepen(game, [state], seat, actions, depth=depth, nodes=limits.decision)
    best = found.options[0]
    return best, share(steadied(game, [state], seat, actions, best, nodes=limits.decision))


def _made(game: AnyGame, state: Any, seat: int, action: Any, best: Option[Any], limits: Limits) -> Option[Any]:
    """The decision that was made, looked at as far as the best one was."""
    if action == best.action:
        return best
    found = deepen(game, [state], seat, [action], depth=max(1, best.depth), nodes=2 * limits.decision)
    return found.options[0] if found.options else best


def _luck(game: AnyGame, node: Any, outcome: Any, limits: Limits) -> float:
    """The chance of seat 0 after an outcome less the mean over all, each looked at equally far."""
    outcomes = game.chance_outcomes(node)
    states = [game.apply(node, one) for one, _weight in outcomes]
    values = _alike(game, states, limits)
    total = sum(weight for _one, weight in outcomes)
    mean = sum(weight * value for (_one, weight), value in zip(outcomes, values, strict=True)) / total
    came = next(index for index, (one, _weight) in enumerate(outcomes) if one == outcome)
    return values[came] - mean


def _alike(game: AnyGame, states: Sequence[Any], limits: Limits) -> list[float]:
    """The chances of seat 0 in several states, as many decisions ahead as the limit allows for all of them; true ones
    if all of them are known."""
    known = [value for state in states if (value := exact.value(game, state)) is not None]
    if len(known) == len(states):
        return [share(value) for value in known]
    values = [_as_it_stands(game, state) for state in states]
    tree = Tree(game, 0, limits.draw)
    for depth in range(limits.ahead):
        try:
            values = [tree.value(state, depth) for state in states]
        except Stopped:
            break
    return [share(value) for value in values]


def _as_it_stands(game: AnyGame, state: Any) -> float:
    over = game.current_player(state) == TERMINAL
    return 2 * game.returns(state)[0] - 1 if over else game.evaluate(state, 0)


def _first(chance: float, seat: int) -> float:
    """A seat's chance as seat 0's."""
    return chance if seat == 0 else 1 - chance


def _told(game: AnyGame, state: Any, line: Sequence[Ahead[Any]]) -> tuple[str, ...]:
    texts = []
    for step in line[:LONGEST_LINE]:
        text = game.action_text(state, step.action)
        texts.append(f"[{text}] {step.weight}/{step.total}" if step.seat == CHANCE else text)
        state = game.apply(state, step.action)
    return tuple(texts)
