"""How strong the computer plays Chakart: `python -m benchmarks.chakart LEVEL [--against RIVAL] [--matches N]`.

Each pair of matches begins from the same drawn arrays and the seats change. Levels look at as many states as they may,
however long that takes, unless `--seconds` limits a decision to so much of the processor's time. RIVAL is a level;
`uniform`, which plays any decision; or `material`, a player of one turn: among its first steps that draw nothing the
best by the pieces it then has more than the other side (pawn 1, knight and bishop 3, rook 5, queen 9, king 1000); among
those that draw any; one of the two in proportion to their numbers. They see no more than other players do.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.scores import timer, told
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.chakart.tables import FIRST_THING, KIND, OWNER
from engine.play import settle
from engine.protocol import CHANCE, CLAIM_AT, TERMINAL
from engine.search.players import choose
from engine.search.playout import drawn

VALUES = (1, 5, 3, 3, 9, 1000)  # in the order of pieces.PIECES
LONGEST = 600  # turns; what goes on longer is a draw

Decide = Callable[[State, int, Random], int]


def material(state: State, seat: int) -> int:
    """What the seat's pieces are worth more than the other's."""
    worth = (VALUES[KIND[code]] * (1 if OWNER[code] == seat else -1) for code in state.board if 0 < code < FIRST_THING)
    return sum(worth)


def material_player(view: State, seat: int, rng: Random) -> int:
    """The decision of the player of one turn."""
    actions = list(GAME.legal_actions(view))
    rng.shuffle(actions)
    sure = [action for action in actions if GAME.current_player(GAME.apply(view, action)) != CHANCE]
    if rng.randrange(len(actions)) >= len(sure):
        return next(action for action in actions if action not in sure)
    return max(sure, key=lambda action: _best_end(GAME.apply(view, action), seat))


def _best_end(state: State, seat: int) -> int:
    """The most that the rest of the turn can leave, if nothing more is drawn in it."""
    if state.parent is None or GAME.current_player(state) == CHANCE:
        return material(state, seat)
    return max(_best_end(GAME.apply(state, action), seat) for action in GAME.legal_actions(state))


def decider(player: str, seconds: float | None = None) -> Decide:
    """How a level, `uniform` or `material` decides."""
    if player == "uniform":
        return lambda view, seat, rng: rng.choice(GAME.legal_actions(view))
    if player == "material":
        return material_player
    return lambda view, seat, rng: choose(GAME, view, seat, rng, int(player), timer(seconds) if seconds else None)


def match(start: State, players: tuple[Decide, Decide], rng: Random) -> float:
    """The first player's share: 1 won, 0 lost, 0.5 drawn, as soon as a draw can be claimed or by length."""
    state = start
    stood: dict[str | None, int] = {}
    while (seat := GAME.current_player(state)) != TERMINAL:
        if (key := GAME.repetition(state)) is not None:
            stood[key] = stood.get(key, 0) + 1
            if stood[key] == CLAIM_AT or state.ply >= LONGEST:
                return 0.5
        action = players[seat](GAME.observation(state, seat), seat, rng)
        state, _ = settle(GAME, GAME.apply(state, action), _draw(rng))
    return GAME.returns(state)[0]


def _draw(rng: Random) -> Any:
    return lambda _, node: drawn(GAME.chance_outcomes(node), rng)


def main() -> None:
    """Plays, and prints the score after each pair of matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level")
    parser.add_argument("--against", default="material")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, help="of the processor's time for a decision of a level")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    one, other = decider(options.level, options.seconds), decider(options.against, options.seconds)
    shares: list[float] = []
    while len(shares) < options.matches:
        start, _ = settle(GAME, GAME.initial_state("asymmetric"), _draw(rng))
        shares.append(match(start, (one, other), rng))
        shares.append(1 - match(start, (other, one), rng))
        print(f"level {options.level} against {options.against}: {told(shares)}", flush=True)


if __name__ == "__main__":
    main()
