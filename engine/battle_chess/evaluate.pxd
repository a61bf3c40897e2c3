# C types for evaluate.py, which is compiled as it stands.
cimport cython
from libc cimport math
from engine.battle_chess.state cimport State

cdef int BOARD_SIZE, CODES, DICE_SUPPLY, FILLS, HELD, PLACES
cdef const short[::1] AWAY, BASES, BIT, CHEAPEST, HOME, LEGEND, POWER, ROOT, TARGET
cdef const unsigned long long[::1] AROUND, COVER, NEAR


@cython.final
cdef class Evaluator:
    cdef const double[::1] _away, _beaten, _falling, _home, _reserve, _tempo, _threatened, _touched, _worth

    @cython.locals(
        family=int, row=int, base=int, held=int, other=int, score=double, square=int, code=int, place=int, second=int,
        target0=int, target1=int
    )
    cpdef double value(self, State state, int seat) except? -99
    @cython.locals(
        base=int, code=int, second=int, enemy=int, rest=cython.ulonglong, worth=double, at=int, there=int
    )
    cdef double _danger(self, State state, int square, int row) except? -99
