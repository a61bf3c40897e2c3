"""Counts lines of play, to compare implementations of the rules (rules §9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle_chess.bonus import DRAWS
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS, NO_TURN


def perft(state: State, depth: int) -> list[int]:
    """The number of lines of 1, 2, … `depth` turns; each different bonus is a line, quiet draws are ignored."""
    counts = [0] * depth
    if depth:
        _count(state, counts, 0)
    return counts


def _count(state: State, counts: list[int], played: int) -> None:
    deeper = played + 1 < len(counts)
    for after in successors(state):
        counts[played] += 1
        if deeper:
            _count(after, counts, played + 1)


def successors(state: State) -> Iterator[State]:
    """Every position one turn later, once for each different bonus; quiet draws are ignored."""
    for turn in state.turns() if state.pending == NO_TURN else [state.pending]:
        if state.needs_bonus(turn):
            for bonus, _ in DRAWS[state.supply]:
                yield state.play(turn, bonus)
        else:
            yield state.play(turn, NO_BONUS)
