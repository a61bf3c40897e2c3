# C types for evaluate.py, which is compiled as it stands.
cimport cython
from libc cimport math
from engine.battle_chess.state cimport State

cdef int BOARD_SIZE, CODES, DICE_SUPPLY, FILLS, HELD, PLACES
cdef const short[::1] BASES, BIT, CHEAPEST, HATCHED, HOME, ROOT
cdef const unsigned long long[::1] AROUND, COVER, NEAR


@cython.final
cdef class Evaluator:
    cdef const double[::1] _reserve, _tempo, _threatened, _touched, _worth

    @cython.locals(family=int, row=int, held=int, other=int, score=double, square=int, code=int)
    cpdef double value(self, State state, int seat) except? -99
    @cython.locals(base=int, second=int, rest=cython.ulonglong, each=double, worth=double, at=int, there=int, home=int)
    cdef double _danger(self, State state, int square, int row) except? -99
