"""Counts lines of play, to compare implementations of the rules (rules §9)."""

from __future__ import annotations

from engine.battle_chess.bonus import DRAWS
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS, NO_TURN

BONUSES = tuple([bonus for bonus, _ in draws] for draws in DRAWS)  # per supply
NONE = [NO_BONUS]


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
        bonuses = BONUSES[state.supply] if state.needs_bonus(turn) else NONE
        for bonus in bonuses:
            after.follow(state, turn, bonus)
            lines += 1
            if deeper:
                _count(after, counts, played + 1)
    counts[played] += lines
