# C types for evaluate.py, which is compiled as it stands.
cimport cython
from engine.battle_chess.state cimport State

cdef int BOARD_SIZE, PLACES
cdef double TEMPO, CONTACT_WEIGHT, RESERVE_WEIGHT
cdef const double[::1] WORTH
cdef const short[::1] BASES, BIT, HATCHED, HOME, NEED, ROOT
cdef const unsigned long long[::1] AROUND, COVER, NEAR

@cython.locals(score=double, square=int, code=int, rest=cython.ulonglong)
cpdef double evaluate(State state, int seat) except? -99
@cython.locals(base=int, second=bint, rest=cython.ulonglong, cost=double, at=int, row=int, home=int)
cdef double _danger(State state, int square) except? -99
@cython.locals(need=int, kind=int)
cdef double _reserve(int reserve, int filled) except? -99
