"""A small game that is solved in no time: the three-on-three setup once most pieces are off the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.battle_chess import solution_file
from engine.battle_chess.numbering import STARTS
from engine.battle_chess.solution import Solution
from engine.battle_chess.solve import ERROR, Solver

LAYERS = 8  # both targets, whatever their damage, alone or with one piece more that is damaged
COUNT = STARTS[LAYERS]
DUEL = STARTS[1]  # positions of two damaged targets alone: any damage ends the match


@cache
def solver() -> Solver:
    """That game, solved."""
    found = Solver(LAYERS)
    assert list(found.run())[-1] == COUNT
    return found


@cache
def solution() -> Solution:
    """What it says."""
    return Solution(memoryview(solver().worth), memoryview(solver().settled))


def write(target: Path | None = None) -> solution_file.Header:
    """Write it where the site looks for it."""
    return solution_file.write(target or solution_file.path(), solver().worth, solver().settled, None, ERROR)
