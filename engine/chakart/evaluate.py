"""How good a state looks: hand-set weights on what decides matches, squeezed into a win-probability-like value.

Half of the log-odds: `tanh(x / 2)` is 2p - 1 of the logistic p(x). Weights are for the owner of what they count.
"""

from __future__ import annotations

from math import tanh

from engine.chakart import tables
from engine.chakart.state import State

NOWHERE = tables.NOWHERE
FIRST_THING = tables.FIRST_THING
STUCK = tables.STUCK
KINDS = tables.KINDS

PIECE_WEIGHTS = (0.16, 0.75, 0.48, 0.5, 1.3, 2.0)  # in the order of pieces.PIECES
SECOND_KING = 0.9  # each king beyond the first
STUCK_SHARE = 0.75
PAWN_RANK_WEIGHT = 0.035  # per rank gone
SHELL_WEIGHT = 0.35
STEALTH_WEIGHT = 0.25
RESERVE_SHARE = 0.04  # of a piece, for the hope of Toadette
TEMPO = 0.25


def _worth(code: int) -> float:
    """From White's side."""
    kind, owner = tables.KIND[code], tables.OWNER[code]
    if kind < 0:
        return 0.0
    weight = PIECE_WEIGHTS[kind] * (STUCK_SHARE if code > STUCK else 1.0)
    return -weight if owner else weight


WORTH = [_worth(code) for code in range(tables.CODES)]


def evaluate(state: State, seat: int) -> float:
    """In [-1, 1] for `seat`; the other seat's value is the negative."""
    if state.lost >= 0:
        return -1.0 if state.lost == seat else 1.0
    score = TEMPO if state.seat == 0 else -TEMPO
    for code in state.board:
        score += WORTH[code]
    return tanh((score if seat == 0 else -score) / 2)
