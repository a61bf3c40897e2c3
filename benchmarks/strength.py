"""How strong the computer players are: `python benchmarks/strength.py levels` or `… duel A B`.

`levels` lets neighbours, and neighbours but one, play each other and prints an Elo table with error bars; `duel` lets
two contenders play with the same time of the processor a turn and prints the score. Seats are swapped from match to
match, the first two turns of each pair are random, and a pair has the same turns and the same generator for its draws.
Every contender is a process of its own. `--results FILE` adds each result to a file, and begins with what it holds: a
run that was broken off goes on where it was.

Contenders: a level by number; `search`; `search-hand`, with weights set by hand; `search-plain`, not compiled; `uct`, a
tree with evaluated leaves; `uct-playouts`, a tree with random playouts; `open-spiel`, the MCTS bot of OpenSpiel with
random playouts, if it is installed (`pip install -r requirements-bench.txt`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.scores import Z, timer, told  # noqa: E402  once it can be found
from engine import registry  # noqa: E402
from engine.battle_chess.evaluate import HAND  # noqa: E402
from engine.battle_chess.game import GAME, BattleChess  # noqa: E402
from engine.protocol import CHANCE, TERMINAL  # noqa: E402
from engine.search.deepen import deepen  # noqa: E402
from engine.search.players import LEVELS, choose, level  # noqa: E402
from engine.search.playout import drawn  # noqa: E402
from engine.search.uct import search  # noqa: E402

OPENING = 2  # random turns
LONGEST = 400  # turns; what goes on then is a draw
ANCHOR = ("2", 1000)  # a level and the Elo it is given

Pair = tuple[str, str]
Decide = Callable[[Any, int, Random], Any]


# A contender's process


def serve(name: str, seconds: float) -> None:
    """Answer positions with turns, line by line."""
    decide = contender(name, seconds)
    for number, line in enumerate(sys.stdin):
        state = GAME.parse_state(line.rstrip("\n"))
        turn = decide(state, GAME.current_player(state), Random(f"{name} {number}"))
        print(GAME.action_text(state, turn), flush=True)


def contender(name: str, seconds: float) -> Decide:
    """How a contender decides within so many seconds of the processor's time; a level within its own limits."""
    if name.isdigit():
        return lambda state, seat, rng: choose(GAME, state, seat, rng, int(name), timer(level(name).seconds))
    if name == "open-spiel":
        return OpenSpiel(seconds)
    if name.startswith("uct"):
        return lambda state, seat, rng: (
            search(GAME, lambda: state, seat, rng, stop=timer(seconds), playouts=name == "uct-playouts")[0].action
        )
    game = BattleChess(HAND) if name == "search-hand" else GAME
    return lambda state, seat, rng: _best(game, state, seat, rng, seconds)


def _best(game: Any, state: Any, seat: int, rng: Random, seconds: float) -> Any:
    turns = list(game.legal_actions(state))
    rng.shuffle(turns)
    return deepen(game, [state], seat, turns, stop=timer(seconds)).options[0].action


class OpenSpiel:
    """OpenSpiel's bot. It counts simulations, so it is given as many as took that time on its turn before."""

    def __init__(self, seconds: float) -> None:
        """Raises ImportError if it is not installed."""
        from open_spiel.python.algorithms import mcts

        from benchmarks.open_spiel_game import SpielGame

        self.seconds = seconds
        self.game = SpielGame(GAME, 1 << 24)
        self.bot = mcts.MCTSBot(self.game, 2.0, 20, mcts.RandomRolloutEvaluator())
        self.bot.step(self.game.state(GAME.initial_state("bw")))  # for what is done only once
        self.speed = 100.0  # simulations a second

    def __call__(self, state: Any, seat: int, rng: Random) -> Any:
        """Its turn."""
        self.bot.max_simulations = max(2, round(self.speed * self.seconds))
        began = time.process_time()
        action = self.bot.step(self.game.state(state))
        self.speed = self.bot.max_simulations / max(time.process_time() - began, 1e-4)
        return action


# Matches


class Player:
    """A contender's process."""

    def __init__(self, name: str, seconds: float) -> None:
        environment = os.environ | ({"PBCHESS_PLAIN": "1"} if name == "search-plain" else {})
        command = [sys.executable, __file__, "serve", name, "--seconds", str(seconds)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def turn(self, state: Any) -> Any:
        """Its answer."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(GAME.state_text(state) + "\n")
        self.process.stdin.flush()
        return GAME.parse_action(state, self.process.stdout.readline().strip())


def match(setup: str, players: tuple[Player, Player], number: int) -> float:
    """The first player's share; both matches of a pair begin alike."""
    opening, rng = Random(f"opening {number // 2}"), Random(f"draws {number // 2}")
    state, turns = GAME.initial_state(setup), 0
    while (seat := GAME.current_player(state)) != TERMINAL and turns < LONGEST:
        if seat == CHANCE:
            state = GAME.apply(state, drawn(GAME.chance_outcomes(state), rng))
            continue
        turns += 1
        random = turns <= OPENING
        state = GAME.apply(state, opening.choice(GAME.legal_actions(state)) if random else players[seat].turn(state))
    return GAME.returns(state)[0] if seat == TERMINAL else 0.5


class Results:
    """The shares of the first-named of each pair, in a file too if there is one: a line for each match.

    A line has the setup, the pair and the share, and where not both are levels (which have limits of their own) the
    `seconds` they had.
    """

    def __init__(self, setup: str, seconds: float, file: str | None) -> None:
        self.setup = setup
        self.seconds = seconds
        self.file = Path(file) if file else None
        self.shares: defaultdict[Pair, list[float]] = defaultdict(list)
        if self.file and self.file.exists():
            for line in self.file.read_text().splitlines():
                found, one, other, share, *given = json.loads(line)
                if found == setup and given == self._given((one, other)):
                    self.shares[one, other].append(share)

    def _given(self, pair: Pair) -> list[float]:
        return [] if all(name.isdigit() for name in pair) else [self.seconds]

    def play(self, pair: Pair, count: int) -> None:
        """Play until the pair has so many results."""
        if len(self.shares[pair]) >= count:
            return
        players = Player(pair[0], self.seconds), Player(pair[1], self.seconds)
        for number in range(len(self.shares[pair]), count):
            swapped = number % 2 == 1
            share = match(self.setup, players[::-1] if swapped else players, number)
            self.shares[pair].append(1 - share if swapped else share)
            if self.file:
                with self.file.open("a") as file:
                    file.write(json.dumps([self.setup, *pair, self.shares[pair][-1], *self._given(pair)]) + "\n")
        for player in players:
            player.process.communicate()


def elo(results: dict[Pair, list[float]]) -> dict[str, tuple[float, float]]:
    """For each contender its Elo, and half the width of the 95 % interval: to the anchor, or else to the first.

    The likeliest ratings by Newton's method, with half a win and half a loss added to each pair.
    """
    names = sorted({name for pair in results for name in pair})
    anchor, given = ANCHOR if ANCHOR[0] in names else (names[0], 0)
    free = [name for name in names if name != anchor]
    rating = dict.fromkeys(names, 0.0)  # Elo points
    for _ in range(50):
        slope, bend = dict.fromkeys(free, 0.0), {one: dict.fromkeys(free, 0.0) for one in free}
        for (one, other), shares in results.items():
            count, won = len(shares) + 1, sum(shares) + 0.5
            p = 1 / (1 + 10 ** ((rating[other] - rating[one]) / 400))
            for name, sign in ((one, 1), (other, -1)):
                if name in slope:
                    slope[name] += sign * (won - count * p)
                    for again, sign2 in ((one, 1), (other, -1)):
                        if again in slope:
                            bend[name][again] += sign * sign2 * count * p * (1 - p) / SCALE
        inverse = _inverse([[bend[a][b] for b in free] for a in free])
        for row, name in enumerate(free):
            rating[name] += sum(inverse[row][column] * slope[other] for column, other in enumerate(free))
    spread = {name: Z * sqrt(inverse[row][row] * SCALE) for row, name in enumerate(free)}
    return {name: (rating[name] - rating[anchor] + given, spread.get(name, 0.0)) for name in names}


SCALE = 400 / 2.302585  # Elo points in a natural unit


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [b - factor * a for a, b in zip(rows[pivot], rows[other], strict=True)]
    return [row[size:] for row in rows]


def main() -> None:
    """Be a contender, or let them play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["levels", "duel", "serve"])
    parser.add_argument("names", nargs="*", help="contenders; for `levels` the numbers, all if left out")
    parser.add_argument("--setup", default="bw", choices=[setup.slug for setup in registry.info("battle_chess").setups])
    parser.add_argument("--matches", type=int, default=20, help="of each pair (default: 20)")
    parser.add_argument("--seconds", type=float, default=0.2, help="processor time a turn, levels apart (default: 0.2)")
    parser.add_argument("--results", metavar="FILE")
    options = parser.parse_args()
    if options.what == "serve":
        return serve(options.names[0], options.seconds)
    results = Results(options.setup, options.seconds, options.results)
    names = options.names or [str(one.number) for one in LEVELS]
    pairs = [(a, b) for gap in (1, 2) for a, b in zip(names[gap:], names, strict=False)]
    for pair in pairs if options.what == "levels" else [(names[0], names[1])]:
        results.play(pair, options.matches)
        print(f"{pair[0]} against {pair[1]}: {told(results.shares[pair])}", flush=True)
    if options.what == "levels":
        print(f"| level | Elo ({options.setup}) |\n|---|---|")
        for name, (rating, wide) in elo({pair: results.shares[pair] for pair in pairs}).items():
            print(f"| {name} {level(name).name} | {rating:.0f} ± {wide:.0f} |")
    return None


if __name__ == "__main__":
    main()
