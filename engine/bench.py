"""How fast a game is, in plain Python and compiled, measured in one run: `python -m engine bench [GAME]`.

Where a setup is solved, also how often a level that searches plays what is truly best.

Each figure is the best of several rounds, which the two forms take in turns, each in a process of its own. Both do the
same work: as much as takes plain Python long enough to tell, over and over. Time is the processor's, so that a busy
machine blurs it less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine import registry
from engine.play import settle
from engine.protocol import CHANCE, AnyGame, EngineError
from engine.search.playout import drawn, playout
from engine.search.tree import Tree
from engine.search.truth import losses, positions
from engine.testing.perft import perft

ROUNDS = 3
LEVEL, POSITIONS = 6, 100  # who is compared with a solution, and how often
FIGURES = {
    "perft": "perft, leaf states/s",
    "lists": "lists of decisions/s",
    "resolved": "the same, played out/s",
    "playouts": "random playouts/s",
    "search": "search, positions/s",
}
Work = Callable[[int], int]  # does some of a size, and says how many units that were
Measured = dict[str, tuple[float, int]]  # speed and size of each figure
FORMS = {"plain": "1", "compiled": ""}  # values of PBCHESS_PLAIN


def bench(slug: str, seconds: float = 1.0) -> list[str]:
    """The lines of a table, each figure measured for that long in each round.

    Raises NotationError for an unknown game, EngineError if a measurement fails.
    """
    registry.info(slug)
    best: dict[str, dict[str, float]] = {form: {} for form in FORMS}
    sizes: dict[str, int] = {}
    compiled = False
    for form in list(FORMS) * ROUNDS:
        found = _measured(slug, form, seconds, sizes)
        compiled = compiled or bool(found.pop("compiled")[0])
        for figure, (speed, size) in found.items():
            best[form][figure] = max(speed, best[form].get(figure, 0))
            sizes[figure] = int(size)
    lines = [f"{slug:24}{'plain':>12}{'compiled':>12}{'ratio':>8}"]
    for figure, title in ((figure, title) for figure, title in FIGURES.items() if figure in best["plain"]):
        plain, other = best["plain"][figure], best["compiled"][figure]
        lines.append(f"{title:24}{plain:12,.0f}{other:12,.0f}{other / plain:8.1f}")
    lines += [line for setup in registry.info(slug).setups for line in against_solution(slug, setup.slug)]
    return lines if compiled else [*lines, "nothing is compiled: `make compile` says why"]


def against_solution(slug: str, setup: str, count: int = POSITIONS) -> list[str]:
    """What the choices of a level that searches lose in a setup; nothing where it is not solved."""
    game = registry.get(slug)
    state = game.initial_state(setup)
    if game.current_player(state) == CHANCE or not game.solved(state):
        return []
    lost = losses(game, positions(game, setup, count), LEVEL)
    best, mean = sum(one == 0 for one in lost) / len(lost), sum(lost) / len(lost)
    return [f"{setup}: level {LEVEL} plays a best turn at {best:.0%} of {len(lost)} positions, loses {mean:.2%} each"]


def _measured(slug: str, form: str, seconds: float, sizes: dict[str, int]) -> Measured:
    environment = os.environ | {"PBCHESS_PLAIN": FORMS[form]}
    command = [sys.executable, "-m", "engine.bench", slug, str(seconds), json.dumps(sizes)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EngineError(f"measuring {slug} ({form}) failed: {done.stderr.strip().splitlines()[-1]}")
    found: Measured = json.loads(done.stdout)
    return found


def measure(slug: str, seconds: float, sizes: Mapping[str, int]) -> Measured:
    """The speed of each figure as this process runs the game, for works of these sizes; and whether that is compiled.

    What has no size gets one.
    """
    game = registry.get(slug)
    rng = Random(1)  # noqa: S311  settles a measurement
    first = game.initial_state(registry.info(slug).setups[0].slug)
    state, _ = settle(game, first, lambda number, node: drawn(game.chance_outcomes(node), rng))
    package = sys.modules[f"engine.{slug}"]
    works: dict[str, Work] = {
        "perft": lambda depth: perft(game, state, depth),
        "playouts": lambda size: _playouts(game, state, 1 << size),
        "search": lambda depth: _positions(game, state, depth),
        **_lists(game, Path(str(package.__file__)).with_name("positions.txt")),
    }
    found = {figure: _speed(work, seconds, sizes.get(figure, 0)) for figure, work in works.items()}
    return {"compiled": (float(getattr(package, "COMPILED", False)), 0), **found}


def _lists(game: AnyGame, file: Path) -> dict[str, Work]:
    """How many positions of a file have all their decisions listed; and each of those played to the end of the turn.

    For a game that has such a file, and a method `resolve(state, seed)` that plays all decisions of a state out.
    """
    if not file.is_file():
        return {}
    states = [game.parse_state(line) for line in file.read_text().splitlines()]
    resolve: Callable[[Any, int], int] = game.resolve  # type: ignore[attr-defined]

    def each(times: int, work: Callable[[Any, int], object]) -> int:
        for number in range(times):
            for state in states:
                work(state, number)
        return times * len(states)

    return {
        "lists": lambda size: each(1 << size, lambda state, _: game.legal_actions(state)),
        "resolved": lambda size: each(1 << size, resolve),
    }


def _speed(work: Work, seconds: float, size: int) -> tuple[float, int]:
    """The most units of work a second, done over and over for so long, and their size.

    With size 0 the first is taken whose work takes long enough to tell.
    """
    fixed, size, best = size > 0, size or 1, 0.0
    began = time.process_time()
    while (before := time.process_time()) - began < seconds or not best:
        units = work(size)
        took = max(time.process_time() - before, 1e-9)
        if fixed or took > seconds / 20:
            best = max(best, units / took)
        else:
            size += 1
    return best, size


def _playouts(game: AnyGame, state: Any, count: int) -> int:
    rng = Random(count)  # noqa: S311  settles a measurement
    for _ in range(count):
        playout(game, state, rng)
    return count


def _positions(game: AnyGame, state: Any, depth: int) -> int:
    tree = Tree(game, game.current_player(state))
    tree.value(state, depth)
    return tree.seen


if __name__ == "__main__":
    json.dump(measure(sys.argv[1], float(sys.argv[2]), json.loads(sys.argv[3])), sys.stdout)
