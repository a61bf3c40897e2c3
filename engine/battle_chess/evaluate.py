"""How good a position looks: hand-set weights on what decides matches, squeezed into a win-probability-like value.

Half of the log-odds: `tanh(x / 2)` is 2p - 1 of the logistic p(x). The worth of a face is counted for its owner.
"""

from __future__ import annotations

from math import tanh

from engine.battle_chess import tables
from engine.battle_chess.state import State
from engine.battle_chess.tables import BOARD_SIZE, CODE_OF, FACES, PLACES, Face

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


# per code, from the first player's side; 0 for the further squares of a legend, so that a piece counts once
WORTH = tables.reals([_worth(face) * (1 - 2 * face.seat) if face and face.quarter == 0 else 0.0 for face in FACES])
HATCHED = tables.numbers([bool(face and face.piece.target and not face.form.stars) for face in FACES])
# per place: the squares next to it, which are those that Victini touches
AROUND = tables.sets(tables.NEAR[CODE_OF["V"] * PLACES : (CODE_OF["V"] + 1) * PLACES])
BASES = tables.numbers(tables.BASES)
BIT = tables.numbers(tables.BIT)
COVER = tables.sets(tables.COVER)
HOME = tables.numbers(tables.HOME)
NEAR = tables.sets(tables.NEAR)
NEED = tables.numbers(tables.NEED)
ROOT = tables.numbers(tables.ROOT)


def evaluate(state: State, seat: int) -> float:
    """In [-1, 1] for `seat`; the other seat's value is the negative."""
    if state.lost >= 0:
        return -1.0 if state.lost == seat else 1.0
    score = TEMPO if state.seat == 0 else -TEMPO
    for square in range(BOARD_SIZE):
        code = state.board[square]
        if code:
            score += WORTH[code]
            if HATCHED[code]:
                score += _danger(state, square)
    score += _reserve(state.reserve0, state.ko0) - _reserve(state.reserve1, state.ko1)
    return tanh((score if seat == 0 else -score) / 2)


def _danger(state: State, square: int) -> float:
    """What the enemies that touch a hatched target cost its owner, from the first player's side."""
    board, base = state.board, BASES[state.shape]
    second = state.men1 >> square & 1
    rest = AROUND[base + square] & (state.men0 if second else state.men1)
    cost = 0.0
    while rest:
        at = BIT[(rest & -rest) % 67]
        row = board[at] * PLACES + base + at
        home = ROOT[board[at]] * PLACES + base + HOME[row]
        if NEAR[home] >> square & 1:
            cost += CONTACT_WEIGHT
        rest &= ~COVER[row]
    return cost if second else -cost


def _reserve(reserve: int, filled: int) -> float:
    """What the hope for the cheapest legend in reserve is worth to its owner."""
    if not reserve:
        return 0.0
    need = 0
    for kind in range(len(NEED)):
        if reserve >> 4 * kind & 15 and (need == 0 or NEED[kind] < need):
            need = NEED[kind]
    return RESERVE_WEIGHT * (min(filled, need) + (filled >= need))
