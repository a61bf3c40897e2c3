# C types for numbering.py, which is compiled as it stands.
cimport cython
from engine.battle_chess.state cimport State

cdef int ALL_GONE, BOARD_SIZE, DICE_SUPPLY, GONE, HOMES, LAST, SHAPE, SLOTS, SQUARES
cdef unsigned long long ORDER
cdef const short[::1] BIT, BITS_SET, CODES, DAMAGE, MIRROR, OWNER, RADIX, SLOT
cdef const unsigned long long[::1] BEFORE, BEGIN

@cython.locals(layer=int, there=int, squares=int, rest=cython.ulonglong, square=int, code=int, slot=int)
cpdef int number(State state) except? -2
@cython.locals(mirrored=bint, rank=int, free=int, used=int, slot=int, square=int)
cdef int _rank(int there, int squares) except? -2
@cython.locals(
    there=int, slots=int, slot=int, places=int, free=cython.ulonglong, place=int, state=State, board=list
)
cpdef State placed(int layer, int rank)
