"""How good a position looks: hand-set weights on what decides matches, squeezed into a win-probability-like value.

Half of the log-odds: `tanh(x / 2)` is 2p - 1 of the logistic p(x). The worth of a face is counted for its owner.
"""

from __future__ import annotations

from math import tanh

from engine.battle_chess.state import BASES, BIT, COVER, NEAR, PLACES, State
from engine.battle_chess.tables import FACES, LEAST_NEED, NEED, Face

TARGET_STAGES = (2.4, 2.1, 1.7, 0.2, -1.2)  # three eggs, front, back
LEGEND_STAGES = (1.3, 0.8)
MEN_STAGES = (0.35, 0.15)
POWER_WEIGHT = 0.006  # per point above the weakest, for small pieces
RESERVE_WEIGHT = 0.12  # per filled K.O. space that a legend in reserve can use
CONTACT_WEIGHT = 0.45  # an enemy that touches a hatched target
TEMPO = 0.1


def _worth(face: Face) -> float:
    if face.piece.target:
        return TARGET_STAGES[face.stage]
    stages = LEGEND_STAGES if face.piece.legend else MEN_STAGES
    return stages[face.stage] + POWER_WEIGHT * (face.form.power - 40) * (not face.piece.legend)


# per code; 0 for the further squares of a legend, so that a piece counts once
WORTH = [_worth(face) if face and face.quarter == 0 else 0.0 for face in FACES]
HATCHED = [bool(face and face.piece.target and not face.form.stars) for face in FACES]


def evaluate(state: State, seat: int) -> float:
    """In [-1, 1] for `seat`; the other seat's value is the negative."""
    if state.lost >= 0:
        return -1.0 if state.lost == seat else 1.0
    score = _side(state, 0) - _side(state, 1) + (TEMPO if state.seat == 0 else -TEMPO)
    return tanh((score if seat == 0 else -score) / 2)


def _side(state: State, seat: int) -> float:
    """What a seat has on the board and in reserve, and its threats against the other's target."""
    board, base = state.board, BASES[state.shape]
    own, enemy = (state.men0, state.men1) if seat == 0 else (state.men1, state.men0)
    prey = _prey(state, enemy)
    score, rest = 0.0, own
    while rest:
        square = BIT[(rest & -rest) % 67]
        row = board[square] * PLACES + base + square
        score += WORTH[board[square]]
        if NEAR[row] & prey:
            score += CONTACT_WEIGHT
        rest &= ~COVER[row]
    return score + _reserve(state, seat)


def _prey(state: State, enemy: int) -> int:
    """The square of a hatched enemy target, as a set."""
    rest = enemy
    while rest:
        low = rest & -rest
        if HATCHED[state.board[BIT[low % 67]]]:
            return low
        rest ^= low
    return 0


def _reserve(state: State, seat: int) -> float:
    reserve, filled = (state.reserve0, state.ko0) if seat == 0 else (state.reserve1, state.ko1)
    if not reserve:
        return 0.0
    cheapest = min((need for kind, need in enumerate(NEED) if reserve >> 4 * kind & 15), default=LEAST_NEED)
    return RESERVE_WEIGHT * (min(filled, cheapest) + (filled >= cheapest))
