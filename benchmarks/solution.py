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
from random import Random
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.battle_chess import solution_file  # noqa: E402  once it can be found
from engine.battle_chess.game import GAME, BattleChess  # noqa: E402
from engine.protocol import CHANCE, TERMINAL  # noqa: E402
from engine.search.players import LEVELS, choose  # noqa: E402
from engine.search.playout import drawn  # noqa: E402

OPENING = 2  # random turns
LONGEST = 30  # turns before the one that is asked for
PLAYERS = (4, 5)  # levels that play the matches: quick, and no fools


class Unsolved(BattleChess):
    """The same game, in which nothing is known beforehand."""

    def solved(self, state: Any) -> None:
        """Nothing."""


UNSOLVED = Unsolved()


def met(number: int) -> Any:
    """A position that was met in a match, with a choice."""
    rng = Random(f"positions {number}")
    state, turns, until = GAME.initial_state(solution_file.SETUP), 0, rng.randrange(LONGEST)
    while (seat := GAME.current_player(state)) != TERMINAL:
        if seat == CHANCE:
            state = GAME.apply(state, drawn(GAME.chance_outcomes(state), rng))
            continue
        legal = GAME.legal_actions(state)
        if turns >= until and len(legal) > 1:
            return state
        turn = rng.choice(legal) if turns < OPENING else choose(UNSOLVED, state, seat, rng, PLAYERS[turns % 2])
        state, turns = GAME.apply(state, turn), turns + 1
    return met(number + 1_000_000)  # the match was over before


def losses(level: int, states: list[Any]) -> list[float]:
    """What a level's turns cost, as shares of a match."""
    lost = []
    for number, state in enumerate(states):
        known = GAME.solved(state)
        chosen = choose(UNSOLVED, state, state.seat, Random(f"{level} {number}"), level)
        lost.append((known[0][1] - dict(known)[chosen]) / 2)
    return lost


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
    states = [state for state in map(met, range(options.positions)) if GAME.solved(state)]
    print(f"{len(states)} positions, {mean(len(one.turns()) for one in states):.1f} turns to choose from")
    print("| level | a best turn | mean loss | lost more than 10 % |\n|---|---|---|---|")
    for level in options.levels:
        began = time.process_time()
        lost = losses(level, states)
        wide = 1.96 * stdev(lost) / sqrt(len(lost))
        best, gross = mean(one == 0 for one in lost), mean(one > 0.1 for one in lost)
        row = f"| {level} | {best:.0%} | {mean(lost):.2%} ± {wide:.2%} | {gross:.1%} |"
        print(f"{row}  ({(time.process_time() - began) / len(states):.2f} s a turn)", flush=True)


if __name__ == "__main__":
    main()
