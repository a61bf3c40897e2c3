# C types for position.py, which is compiled as it stands. Tables are memory views, so that their bounds are checked.
cimport cython

cdef int NOWHERE, CODES, STUCK, KINDS, FREE, SOFT, HARD, ENEMY, OWN
cdef int PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING, STEALTH_STEP, SHELL_STEP
cdef const short[::1] OWNER, KIND, RELATION, RAYS, RAY, LEAP_START, LEAP, PROMOTIONS


cdef class Position:
    cdef public short board[64]
    cdef public int ghost, ply, powers, seat
    cdef public unsigned long long reserve0, reserve1

    @cython.locals(square=int, code=int)
    cpdef list steps(self)
    @cython.locals(square=int, code=int)
    cpdef bint has_step(self) except -1
    @cython.locals(kind=int, number=int)
    cpdef _add_steps(self, int square, list found)
    @cython.locals(stealth=bint, direction=int, number=int, goes=int, there=int)
    cdef _add_slides(self, int square, int first, bint queen, list found)
    @cython.locals(shell=bint, direction=int, number=int, end=int)
    cdef _add_king(self, int square, list found)
    @cython.locals(ahead=int, rank=int, goes=int)
    cdef _add_pawn(self, int square, int seat, list found)
    @cython.locals(number=int)
    cdef _add_pawn_step(self, int square, int goes, int rank, list found)
