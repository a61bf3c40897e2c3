"""What pruning saves: `python benchmarks/pruning.py [DEPTH]` (default 4, about a minute compiled).

For the first position and seven of random matches, early to late: the states that the search makes, looking 1, 2 …
DEPTH turns ahead, those that the bare definition makes for DEPTH alone, and whether the values are equal.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.battle_chess.game import GAME
from engine.protocol import CHANCE, TERMINAL
from engine.search.playout import drawn
from engine.search.tree import Tree

TURNS = (0, 8, 21, 40, 61, 80, 101, 121)


def position(turns: int) -> Any:
    """A position after so many random turns; of another match if one ends before."""
    seed = turns
    while True:
        rng, state, left = Random(seed), GAME.initial_state("bw" if turns % 2 else "rg"), turns
        while (player := GAME.current_player(state)) == CHANCE or (player != TERMINAL and left):
            left -= player != CHANCE
            step = (
                drawn(GAME.chance_outcomes(state), rng) if player == CHANCE else rng.choice(GAME.legal_actions(state))
            )
            state = GAME.apply(state, step)
        if player != TERMINAL:
            return state
        seed += 1000


def main() -> None:
    """Print a line for each position, and the sums."""
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    sums = [0, 0]
    print(f"{'turns':>5}{'pruned':>12}{'whole':>14}{'ratio':>8}  value")
    for turns in TURNS:
        state = position(turns)
        pruned, whole = Tree(GAME, 0), Tree(GAME, 0, prune=False)
        for ahead in range(1, depth):
            pruned.value(state, ahead)
        value, defined = pruned.value(state, depth), whole.value(state, depth)
        same = "equal" if abs(value - defined) < 1e-9 else f"but {defined:+.9f}"
        print(f"{turns:5}{pruned.seen:12,}{whole.seen:14,}{whole.seen / pruned.seen:8.1f}  {value:+.9f} {same}")
        sums = [sums[0] + pruned.seen, sums[1] + whole.seen]
    print(f"{'sum':>5}{sums[0]:12,}{sums[1]:14,}{sums[1] / sums[0]:8.1f}")


if __name__ == "__main__":
    main()
