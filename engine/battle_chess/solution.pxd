# C types for solution.py, which is compiled as it stands.
cimport cython
from engine.battle_chess.numbering cimport number
from engine.battle_chess.solve cimport outlook
from engine.battle_chess.state cimport State

cdef int QUIET_LIMIT
cdef double ALIKE, MORE


@cython.final
cdef class Solution:
    cdef const float[::1] _worth
    cdef const unsigned char[::1] _settled
    cdef int _begin, _count, _looks, _most_looks
    cdef object _pair
    cdef list _steps

    cpdef bint knows(self, State state) except -1
    cdef bint _is_settled(self, State state) except -1
    @cython.locals(at=int, key=long, least=double, most=double, best=double)
    cdef double _look(self, State state, double low, double high, dict seen) except? -99
    @cython.locals(best=double, turn=int, sure=double, stays=double, least=double, after=State, later=list)
    cdef double _best(self, State state, double low, double high, dict seen) except? -99
