"""How good a state looks: hand-set weights on what decides matches, squeezed into a win-probability-like value.

Counted in pawns: what stands on the board and waits in the reserves, unused powers, and what each side could take at
once. Half of the log-odds: `tanh(x / 2)` is 2p - 1 of the logistic p(x).
"""

from __future__ import annotations

import math

from engine.chakart import tables
from engine.chakart.position import Position
from engine.chakart.state import State

NOWHERE, FIRST_THING, KINDS, STUCK = tables.NOWHERE, tables.FIRST_THING, tables.KINDS, tables.STUCK
STEP, QUEEN, KING = tables.STEP, 4, 5

PIECE_WEIGHTS = (1.0, 5.0, 3.0, 3.2, 9.0, 8.0)  # in the order of pieces.PIECES; of kings those beyond the first count
STUCK_SHARE = 0.8  # of an immobilised piece
PAWN_RANK = 0.12  # for each rank that a pawn has gone
RESERVE_SHARE = 0.08  # of a piece that Toadette may bring back
SHELL, STEALTH = 1.2, 0.6
MOBILITY = 0.03  # for each first step
TAKES_NEXT = 0.7  # of the best piece that the side to move can take
TAKES_LATER = 0.2  # of the best piece that the other side could take
CHECK = 1.5  # the other side could take the last king
KING_TAKEN = 0.97  # the side to move can
SCALE = 0.35  # of a pawn to log-odds


def _worth(code: int) -> float:
    """From White's side, wherever the piece stands."""
    kind = tables.KIND[code]
    weight = PIECE_WEIGHTS[kind] * (STUCK_SHARE if code > STUCK else 1.0) if kind >= 0 else 0.0
    return -weight if tables.OWNER[code] == 1 else weight


def _rank(code: int, square: int) -> float:
    gone = square // 8 - 1 if tables.OWNER[code] == 0 else 6 - square // 8
    return _worth(code) + (0.0 if tables.KIND[code] else PAWN_RANK * gone * (1 - 2 * tables.OWNER[code]))


OWNER = tables.numbers(tables.OWNER)
KIND = tables.numbers(tables.KIND)
WORTH = tables.reals([_rank(code, square) for code in range(tables.CODES) for square in range(64)])
GAIN = tables.reals([abs(_worth(code)) for code in range(tables.CODES)])
IN_RESERVE = tables.reals([weight * RESERVE_SHARE for weight in PIECE_WEIGHTS])


def evaluate(state: State, seat: int) -> float:
    """In [-1, 1] for `seat`; the other seat's value is the negative."""
    if state.lost >= 0:
        return -1.0 if state.lost == seat else 1.0
    white = _score(state)
    mover = state.seat if state.stage == STEP else 1 - state.seat  # whose turn comes next
    look = Position()
    look.board = state.board[:]
    look.powers = state.powers
    look.ghost = NOWHERE
    look.seat = mover
    best = _best_taken(look)
    if best < 0:
        return KING_TAKEN if mover == seat else -KING_TAKEN
    score = (white if mover == 0 else -white) + TAKES_NEXT * best
    look.seat = 1 - mover
    best = _best_taken(look)
    score -= CHECK if best < 0 else TAKES_LATER * best
    value = math.tanh(score * SCALE / 2)
    return value if mover == seat else -value


def _score(state: State) -> float:
    """What both sides have, in pawns, from White's side."""
    score = 0.0
    for square in range(64):
        code = state.board[square]
        if code:
            score += WORTH[code * 64 + square]
    if state.ghost != NOWHERE:
        score += PIECE_WEIGHTS[QUEEN] * (2 * state.seat - 1)
    for kind in range(KINDS):
        score += IN_RESERVE[kind] * (state.reserve0 >> 6 * kind & 63)
        score -= IN_RESERVE[kind] * (state.reserve1 >> 6 * kind & 63)
    score += SHELL * ((state.powers & 1) - (state.powers >> 2 & 1))
    return score + STEALTH * ((state.powers >> 1 & 1) - (state.powers >> 3 & 1))


def _best_taken(look: Position) -> float:
    """What the side to move gains by the best capture that is certain, a little by being mobile; -1: the last king."""
    kings = 0
    for square in range(64):
        code = look.board[square]
        if KIND[code] == KING and OWNER[code] != look.seat:
            kings += 1
    best = 0.0
    steps = look.steps()
    for step in steps:
        code = look.board[step >> 6 & 63]
        if 0 < code < FIRST_THING:
            if KIND[code] == KING and kings == 1:
                return -1.0
            best = max(best, GAIN[code])
    return best + MOBILITY * len(steps)
