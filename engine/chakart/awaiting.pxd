# C types for awaiting.py, which is compiled as it stands.
cimport cython
from engine.chakart.position cimport Position

cdef int STEP, DROP, PROMOTION, SWAPPING, PLACING, AGAIN
cdef int BANANA_DRAW, BOMB_DRAW, EGG_DRAW, LUIGI_DRAW, WALUIGI_DRAW, WHITE_ARRAY, BLACK_ARRAY, BOTH_ARRAYS
cdef int KINDS, HARD, PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING
cdef int KINGBOO, KOOPA, TOADETTE, CHOMP, DAISY, BOWSER, LUIGI, WALUIGI
cdef int MOVE, STEALTH, SHELL, DROP_ON, PROMOTE, SWAP, PLACE, SLIDE, HATCH, FLIP, ARRAY
cdef int TERMINAL, CHANCE
cdef const short[::1] OWNER, KIND, RELATION, PROMOTIONS, BESIDE_START, BESIDE
cdef list ALL_PROMOTIONS, ALL_EFFECTS, ALL_ARRAYS


cdef class Awaiting(Position):
    cdef public int base, bonus, egg, here, last, lay, lost, piece, stage, start, stuck, veiled, vx, vy
    cdef public Awaiting parent

    cpdef int player(self) except? -9
    @cython.locals(number=int)
    cpdef list decisions(self)
    cpdef list outcomes(self)
    @cython.locals(effect=int, square=int)
    cpdef list draws(self)
    cpdef list actions(self)
    @cython.locals(row=int, number=int)
    cdef _add_ways(self, list found, bint one)
    @cython.locals(row=int, number=int, square=int)
    cdef _add_drops(self, list found)
    cdef _add_bonus_steps(self, list found, bint one)
    @cython.locals(square=int, code=int)
    cdef _add_swaps(self, list found, bint one)
    @cython.locals(reserve=cython.ulonglong, kind=int, piece=int, square=int)
    cdef _add_places(self, list found, bint one)
    cdef bint _last_rank(self, int code, int square) except -1
    @cython.locals(square=int)
    cdef bint _applies(self, int effect) except -1
    @cython.locals(promoted=Position, number=int)
    cdef bint _can_go_on(self) except -1
    @cython.locals(code=int)
    cdef bint _can_flip(self, int square, int owner) except -1
