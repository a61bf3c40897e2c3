"""What of a position decides matches, by name: what `evaluate` adds up, and what its weights are fitted to.

A feature is counted for the first player less the second. Its name is the name of its weight in `weights/*.json`:

    ***V  V  +V       a piece, written as in a position: egg, front, back
    V touched         an enemy that could attack this hatched target (its side written the same way)
    V threatened      the same while the enemy has the turn
    K 2/3             two of three K.O. spaces that summon the cheapest legend in reserve are filled
    tempo             having the turn
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.battle_chess.pieces import LEGENDS
from engine.battle_chess.state import State
from engine.battle_chess.tables import BASES, BOARD_SIZE, FACES, HOME, NEAR, PLACES, ROOT


def features(state: State) -> dict[str, int]:
    """The features of a position in which nobody has won, those that are 0 left out."""
    counts: defaultdict[str, int] = defaultdict(int)
    for name, seat in _found(state):
        counts[name] += 1 if seat == 0 else -1
    return {name: count for name, count in sorted(counts.items()) if count}


def _found(state: State) -> Iterator[tuple[str, int]]:
    yield "tempo", state.seat
    for square in range(BOARD_SIZE):
        face = FACES[state.board[square]]
        if face and face.quarter == 0:
            name = face.token.upper()
            yield name, face.seat
            if face.piece.target and not face.form.stars:
                for _ in range(_touching(state, square, 1 - face.seat)):
                    yield f"{name} touched", face.seat
                    if state.seat != face.seat:
                        yield f"{name} threatened", face.seat
    for seat, reserve, filled in ((0, state.reserve0, state.ko0), (1, state.reserve1, state.ko1)):
        held = [(piece.need, piece.letter) for kind, piece in enumerate(LEGENDS) if reserve >> 4 * kind & 15]
        if held:
            need, letter = min(held)
            yield f"{letter} {min(filled, need)}/{need}", seat


def _touching(state: State, square: int, seat: int) -> int:
    """How many pieces of a seat could attack a square."""
    men = state.men0 if seat == 0 else state.men1
    base = BASES[state.shape]
    homes = {HOME[state.board[at] * PLACES + base + at] for at in range(BOARD_SIZE) if men >> at & 1}
    return sum(NEAR[ROOT[state.board[home]] * PLACES + base + home] >> square & 1 for home in homes)
