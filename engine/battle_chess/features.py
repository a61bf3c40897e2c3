"""What of a position decides matches, by name: what `evaluate` adds up, and what its weights are fitted to.

A feature is counted for the first player less the second. Its name is the name of its weight in `weights/*.json`:

    ***V  V  +V       a piece, written as in a position: egg, front, back
    V touched         an enemy that could attack this target (its egg or side written the same way)
    V threatened      the same while the enemy has the turn
    V beaten          an enemy that could attack this hatched target and is the stronger, without a bonus
    V falling         the same while the enemy has the turn
    P away            how many steps of a king this piece is from the enemy's target; eggs are not counted
    P home            the same from its own target; of no target
    K 2/3             two of three K.O. spaces that summon the cheapest legend in reserve are filled
    tempo             having the turn
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.battle_chess.pieces import LEGENDS
from engine.battle_chess.state import State
from engine.battle_chess.tables import (
    BASES,
    BOARD_SIZE,
    FACES,
    HOME,
    LEGEND_BODY,
    NEAR,
    OWNER,
    PLACES,
    POWER,
    ROOT,
    ROWS,
    SMALL_BODY,
    SPAN,
    TARGET,
)


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
            if face.piece.target:
                for power in _touching(state, square, 1 - face.seat):
                    beaten = power > face.form.power > 0
                    yield from ((f"{name} {word}", face.seat) for word in _danger(beaten, state.seat != face.seat))
            if not face.form.stars:
                yield from ((f"{name} away", face.seat) for _ in range(_far(state, square, 1 - face.seat)))
                yield from ((f"{name} home", face.seat) for _ in range(_far(state, square, face.seat)))
    for seat, reserve, filled in ((0, state.reserve0, state.ko0), (1, state.reserve1, state.ko1)):
        held = [(piece.need, piece.letter) for kind, piece in enumerate(LEGENDS) if reserve >> 4 * kind & 15]
        if held:
            need, letter = min(held)
            yield f"{letter} {min(filled, need)}/{need}", seat


def _danger(beaten: bool, now: bool) -> list[str]:
    """What there is to say of an enemy that touches a target."""
    words = {"touched": True, "threatened": now, "beaten": beaten, "falling": beaten and now}
    return [word for word, true in words.items() if true]


def _touching(state: State, square: int, seat: int) -> list[int]:
    """The powers of the pieces of a seat that could attack a square."""
    men = state.men0 if seat == 0 else state.men1
    base = BASES[state.shape]
    homes = {HOME[state.board[at] * PLACES + base + at] for at in range(BOARD_SIZE) if men >> at & 1}
    roots = [(home, ROOT[state.board[home]]) for home in homes]
    return [POWER[root] for home, root in roots if NEAR[root * PLACES + base + home] >> square & 1]


def _far(state: State, square: int, seat: int) -> int:
    """How far the piece whose first square this is is from a seat's target."""
    target = next(at for at in range(BOARD_SIZE) if TARGET[state.board[at]] and OWNER[state.board[at]] == seat)
    return distance(state.shape, SPAN[state.board[square]] > 1, square, target)


def distance(shape: int, legend: bool, square: int, goal: int) -> int:
    """Steps of a king from the nearest square of a piece, whose first one this is, to another square."""
    x, y = divmod(square, ROWS[shape])
    a, b = divmod(goal, ROWS[shape])
    return min(max(abs(x + right - a), abs(y + up - b)) for right, up in (LEGEND_BODY if legend else SMALL_BODY))
