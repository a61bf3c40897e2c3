"""Counts lines of play, to compare implementations of the rules (rules §9)."""

from __future__ import annotations

from itertools import accumulate

from engine.battle_chess import tables
from engine.battle_chess.bonus import DRAWS
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS, NO_TURN

# the bonuses that can be drawn from a supply are numbers START[supply] … START[supply + 1] - 1; number 0 is none at all
BONUS = tables.numbers([NO_BONUS, *(bonus for draws in DRAWS for bonus, _ in draws)])
START = tables.numbers([*accumulate(map(len, DRAWS), initial=1)])


def perft(state: State, depth: int) -> list[int]:
    """The number of lines of 1, 2, … `depth` turns; each different bonus is a line, quiet draws are ignored."""
    counts = [0] * depth
    if depth:
        _count(state, counts, 0)
    return counts


def _count(state: State, counts: list[int], played: int) -> None:
    """Add the lines that go on from a position, of which `played` turns are played."""
    deeper = played + 1 < len(counts)
    lines = 0
    after = state.wait(NO_TURN)  # each position in turn
    turns = state.turns() if state.pending == NO_TURN else [state.pending]
    for turn in turns:
        start, end = 0, 1
        if state.needs_bonus(turn):
            start, end = START[state.supply], START[state.supply + 1]
        for number in range(start, end):
            after.follow(state, turn, BONUS[number])
            lines += 1
            if deeper:
                _count(after, counts, played + 1)
    counts[played] += lines
