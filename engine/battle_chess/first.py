"""The first position of a setup."""

from __future__ import annotations

from engine.battle_chess.bonus import DICE_SUPPLY, FULL_DECK
from engine.battle_chess.info import INFO
from engine.battle_chess.notation import pack_reserve
from engine.battle_chess.setups import BOARDS, SETUPS
from engine.battle_chess.state import State
from engine.battle_chess.tables import BOARD_SIZE, CODE_OF
from engine.battle_chess.turns import square_number


def initial_state(slug: str) -> State:
    """The first position of a setup. Raises NotationError for an unknown one."""
    INFO.setup(slug)
    setup = next(setup for setup in SETUPS if setup.slug == slug)
    shape = BOARDS.index((setup.rows, setup.columns))
    last = setup.rows * setup.columns - 1
    board = [0] * BOARD_SIZE
    for seat, squares in enumerate(setup.squares):
        for part in squares.split(", "):
            name, token = part.split(" ")
            own = square_number(shape, name)
            board[last - own if seat else own] = CODE_OF[token.lower() if seat else token]
    state = State(shape, board, 0, DICE_SUPPLY if setup.dice else FULL_DECK, 0, 1)
    state.reserve0, state.reserve1 = map(pack_reserve, setup.reserves)
    return state
