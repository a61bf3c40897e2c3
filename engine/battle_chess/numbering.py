"""Numbers the positions of the three-on-three setup (rules §3), for a table with a value for each of them.

Positions are numbered as the seat to move sees them: with the second player to move the board is turned by 180 degrees
and the seats are swapped (`symmetry.rotate`), which changes nothing else; and if that seat's target stands on the last
file the board is mirrored, since every arrow has its mirror image. What a number does not tell changes no value: the
turn number counts nothing, K.O. spaces pay for legends alone, dice have no memory. Quiet turns do matter, and are the
table's second index.

A *layer* says how much damage each piece has taken. Only damage leads from one layer to another (with the seats
swapped, as the other one moves next), so those with the most damage come first: what lies behind a position has a
lower number, but for quiet turns. A layer and the same with the seats swapped stand side by side.
"""

from __future__ import annotations

from bisect import bisect_right

from engine.battle_chess import tables
from engine.battle_chess.bonus import DICE_SUPPLY
from engine.battle_chess.setups import BOARDS, SETUPS
from engine.battle_chess.state import State
from engine.battle_chess.tables import BOARD_SIZE, FACES

SETUP = next(setup for setup in SETUPS if setup.slug == "w3")
SHAPE = BOARDS.index((SETUP.rows, SETUP.columns))
SQUARES = SETUP.rows * SETUP.columns
LAST = SQUARES - 1
HOMES = SETUP.rows * ((SETUP.columns + 1) // 2)  # squares on which the mover's target may stand, mirrored if need be
_codes = [tables.CODE_OF[part.split()[1]] for part in SETUP.squares[0].split(", ")]
START_CODES = sorted(_codes, key=lambda code: not tables.TARGET[code])  # undamaged, the target first
KINDS = len(START_CODES)
SLOTS = 2 * KINDS  # the mover's and the other's piece of each kind by turns

BIT = tables.numbers(tables.BIT)
OWNER = tables.numbers(tables.OWNER)


def _of_codes() -> tuple[list[int], list[int]]:
    """Per code: the slot of the mover's piece of that kind, -1 if the setup has none; and the damage it shows."""
    slots, damage = [-1] * len(FACES), [0] * len(FACES)
    for code, face in enumerate(FACES):
        for kind, start in enumerate(START_CODES):
            fresh = FACES[start]
            if face and fresh and face.piece is fresh.piece and face.stage >= fresh.stage:
                slots[code], damage[code] = 2 * kind, face.stage - fresh.stage
    return slots, damage


_slots, _damage = _of_codes()
SLOT = tables.numbers(_slots)
DAMAGE = tables.numbers(_damage)
GONE = 2  # damage: front, back, off the board
CODES = tables.numbers(  # of a slot's piece after so much damage, 0 once it is gone; the first player to move
    [
        code
        for slot in range(SLOTS)
        for code in [*(c for c in range(len(FACES)) if _slots[c] == slot & ~1 and OWNER[c] == slot & 1), 0]
    ]
)

# A layer's code has a digit for each slot: its damage.
RADIX = tables.numbers([(GONE + 1) ** slot for slot in range(SLOTS)])
ALL_GONE = sum(GONE * RADIX[slot] for slot in range(SLOTS))


def digits(code: int) -> list[int]:
    """The damage in each slot of a layer's code."""
    return [code // RADIX[slot] % (GONE + 1) for slot in range(SLOTS)]


def _swapped(code: int) -> int:
    """The layer with the seats swapped."""
    damage = digits(code)
    return sum(damage[slot ^ 1] * RADIX[slot] for slot in range(SLOTS))


def _size(code: int) -> int:
    """How many positions a layer has."""
    size, free = HOMES, SQUARES
    for slot, damage in enumerate(digits(code)):
        if damage < GONE:
            size *= free if slot else 1
            free -= 1
    return size


def _place(code: int) -> tuple[int, int, int, int]:
    """What layers are sorted by."""
    return -sum(digits(code)), _size(code), min(code, _swapped(code)), code


LAYERS = sorted((code for code in range(ALL_GONE + 1) if GONE not in digits(code)[:2]), key=_place)
SWAPPED = [LAYERS.index(_swapped(code)) for code in LAYERS]
STARTS = [0]  # the number of each layer's first position; the last entry is the number of all positions
for _code in LAYERS:
    STARTS.append(STARTS[-1] + _size(_code))
COUNT = STARTS[-1]

BEGIN = tables.sets([STARTS[LAYERS.index(code)] if code in LAYERS else 0 for code in range(ALL_GONE + 1)])
MIRROR = tables.numbers([(SETUP.columns - 1 - s // SETUP.rows) * SETUP.rows + s % SETUP.rows for s in range(SQUARES)])
ORDER = sum(square << 4 * square for square in range(SQUARES))  # all squares, four bits each
BEFORE = tables.sets([(1 << 4 * place) - 1 for place in range(SQUARES)])  # of the squares of ORDER
BITS_SET = tables.numbers([squares.bit_count() for squares in range(1 << SQUARES)])


def number(state: State) -> int:
    """The number of a position without legends, -1 if there is none: it has other pieces or bonuses, or is over."""
    if state.shape != SHAPE or state.supply != DICE_SUPPLY or state.reserve0 or state.reserve1:
        return -1
    layer = ALL_GONE
    there = 0  # set of slots
    squares = 0  # four bits a slot
    rest = state.men0 | state.men1
    while rest:
        square = BIT[(rest & -rest) % 67]
        rest &= rest - 1
        code = state.board[square]
        slot = SLOT[code]
        if slot < 0:
            return -1
        if OWNER[code] != state.seat:
            slot += 1
        if there >> slot & 1:
            return -1
        there |= 1 << slot
        squares |= (LAST - square if state.seat else square) << 4 * slot
        layer -= (GONE - DAMAGE[code]) * RADIX[slot]
    if there & 3 != 3:
        return -1
    return BEGIN[layer] + _rank(there, squares)


def _rank(there: int, squares: int) -> int:
    """Which of the ways to place the pieces it is: each on one of the squares that those before it leave free."""
    mirrored = squares & 15 >= HOMES
    rank = 0
    free = SQUARES
    used = 0
    for slot in range(SLOTS):
        if there >> slot & 1:
            square = squares >> 4 * slot & 15
            if mirrored:
                square = MIRROR[square]
            rank = rank * free + square - BITS_SET[used & (1 << square) - 1]
            used |= 1 << square
            free -= 1
    return rank


def position(number: int, quiet: int = 0) -> State:
    """The position of a number, the first player to move, after so many quiet turns."""
    layer = bisect_right(STARTS, number) - 1
    state = placed(LAYERS[layer], number - STARTS[layer])
    state.quiet = quiet
    return state


def placed(layer: int, rank: int) -> State:
    """The position of that rank in the layer of that code."""
    board = [0] * BOARD_SIZE
    there = 0  # set of slots
    slots = 0
    for slot in range(SLOTS):
        if layer // RADIX[slot] % (GONE + 1) < GONE:
            there |= 1 << slot
            slots += 1
    places = 0  # four bits a slot: which of the free squares
    for slot in range(SLOTS - 1, 0, -1):
        if there >> slot & 1:
            slots -= 1
            places |= rank % (SQUARES - slots) << 4 * slot
            rank //= SQUARES - slots
    places |= rank
    free = ORDER
    for slot in range(SLOTS):
        if there >> slot & 1:
            place = places >> 4 * slot & 15
            board[free >> 4 * place & 15] = CODES[(GONE + 1) * slot + layer // RADIX[slot] % (GONE + 1)]
            free = free & BEFORE[place] | free >> 4 * place + 4 << 4 * place
    state = State(SHAPE, board, 0, DICE_SUPPLY, 0, 1)
    for slot in range(SLOTS):
        if not there >> slot & 1:
            state._fill(slot & 1)  # the seat's, as the first player moves
    return state
