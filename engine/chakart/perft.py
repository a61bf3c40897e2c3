"""Counts lines of play, to compare implementations of the rules, and plays turns out, to measure one."""

from __future__ import annotations

from engine.chakart.state import State
from engine.protocol import NotationError


def perft(state: State, depth: int) -> list[int]:
    """The number of lines of 1, 2, … `depth` complete turns; each different decision or outcome makes another.

    Raises NotationError before the arrays are drawn: there are millions of them.
    """
    if state.parent is None and not any(state.board):
        raise NotationError(
            "lines are counted from a position; which arrays are drawn is not one yet", field="position"
        )
    counts = [0] * depth
    if depth:
        _count(state, counts, 0)
    return counts


def _count(state: State, counts: list[int], played: int) -> None:
    """Add the lines that go on from a state, before which `played` turns are complete."""
    deeper = played + 1 < len(counts)
    lines = 0
    for action in state.actions():
        after = state.play(action)
        if after.parent is not None:
            _count(after, counts, played)
            continue
        lines += 1
        if deeper:
            _count(after, counts, played + 1)
    counts[played] += lines


def resolve(state: State, seed: int) -> int:
    """Plays every first step to the end of its turn, whatever comes after it at random; the number of turns."""
    steps = state.steps()
    after = State.__new__(State)
    for step in steps:
        after.restart(state)
        after.advance(step)
        while after.parent is not None:
            actions = after.actions()
            seed = seed * 1103515245 + 12345 & 0x7FFFFFFF  # random enough to measure with
            after.advance(actions[(seed >> 8) % len(actions)])
    return len(steps)
