"""The board turned by 180 degrees with the seats swapped: the same game seen from the other side."""

from __future__ import annotations

from engine.battle_chess.state import State
from engine.battle_chess.tables import BASES, COLUMNS, COVER, FACES, NEAR, NO_TURN, NOWHERE, PLACES, ROOT, ROWS, SPAN

CODES_PER_SEAT = (len(FACES) - 1) // 2


def rotate(state: State) -> State:
    """The same position with the seats swapped; twice gives the position again."""
    last = _last(state.shape)
    board = [0] * len(state.board)
    for square in range(last + 1):
        board[last - square] = _swapped(state.board[square])
    new = State(state.shape, board, 1 - state.seat, state.supply, state.quiet, state.turn)
    new.ko0, new.ko1 = state.ko1, state.ko0
    new.reserve0, new.reserve1 = state.reserve1, state.reserve0
    return new if state.pending == NO_TURN else new.wait(rotate_turn(state, state.pending))


def rotate_turn(state: State, turn: int) -> int:
    """The same legal turn in the rotated position, with every piece named as that position names it."""
    start, goes, first, second = (turn >> shift & 63 for shift in (0, 6, 12, 18))
    last, base = _last(state.shape), BASES[state.shape]
    if start == NOWHERE:
        legend_top = goes + 1 + ROWS[state.shape]
        return NOWHERE | (last - legend_top) << 6 | NOWHERE << 12 | second << 18
    code = state.board[start]
    reach = 0 if SPAN[code] == 1 else 1 + ROWS[state.shape]  # from a piece's first square to its last
    stem = (last - goes - reach) << 6 | (last - start - reach)
    if first == NOWHERE:
        return stem | NOWHERE << 12 | NOWHERE << 18
    if second != NOWHERE:
        return stem | (last - second) << 12 | (last - first) << 18
    touched = NEAR[code * PLACES + base + goes] & COVER[state.board[first] * PLACES + base + first]
    return stem | (last - (touched.bit_length() - 1)) << 12 | NOWHERE << 18


def _last(shape: int) -> int:
    return ROWS[shape] * COLUMNS[shape] - 1


def _swapped(code: int) -> int:
    """The code of the same quarter of the other seat's piece after the turn of the board."""
    if code == 0:
        return 0
    root = ROOT[code]
    turned = root + SPAN[code] - 1 - (code - root)
    return turned + CODES_PER_SEAT if turned <= CODES_PER_SEAT else turned - CODES_PER_SEAT
