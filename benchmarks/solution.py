"""How near the computer players come to perfect play in the three-on-three setup: `python benchmarks/solution.py`.

Needs the solution (`make solve`). Positions come from matches that begin with two random turns and are played on by the
levels in turns, one from each match, so that they are such as people meet. Each level is asked what it plays there,
without the solution, and the table says what that costs: how often it is a best turn, the mean loss of a turn in per
cent of a match, with its 95 % interval, and the share of turns that lose more than a tenth of one.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.scores import Z  # noqa: E402  once it can be found
from engine.battle_chess import solution_file  # noqa: E402
from engine.battle_chess.game import GAME, BattleChess  # noqa: E402
from engine.search.players import LEVELS  # noqa: E402
from engine.search.truth import losses, positions  # noqa: E402


class Unsolved(BattleChess):
    """The same game, in which nothing is known beforehand."""

    def solved(self, state: Any) -> None:
        """Nothing."""


UNSOLVED = Unsolved()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", type=int, default=[one.number for one in LEVELS], metavar="LEVEL")
    parser.add_argument("--positions", type=int, default=300, metavar="N")
    options = parser.parse_args()
    try:
        if solution_file.current() is None:
            parser.error("there is no solution yet: make solve")
    except solution_file.SolutionError as error:
        parser.error(str(error))
    states = positions(GAME, solution_file.SETUP, options.positions)
    print(f"{len(states)} positions, {mean(len(one.turns()) for one in states):.1f} turns to choose from")
    print("| level | a best turn | mean loss | lost more than 10 % |\n|---|---|---|---|")
    for level in options.levels:
        began = time.process_time()
        lost = losses(UNSOLVED, states, level, GAME)
        wide = Z * stdev(lost) / sqrt(len(lost))
        best, gross = mean(one == 0 for one in lost), mean(one > 0.1 for one in lost)
        row = f"| {level} | {best:.0%} | {mean(lost):.2%} ± {wide:.2%} | {gross:.1%} |"
        print(f"{row}  ({(time.process_time() - began) / len(states):.2f} s a turn)", flush=True)


if __name__ == "__main__":
    main()
