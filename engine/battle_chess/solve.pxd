# C types for solve.py, which is compiled as it stands.
cimport cython
from engine.battle_chess.numbering cimport number, placed
from engine.battle_chess.state cimport State

cdef int FACES, NO_BONUS
cdef double NOTHING, SETTLED
cdef tuple BONUSES


@cython.final
cdef class Pair:
    cdef const float[::1] _worth
    cdef int _begin, _size
    cdef object _listed_sure, _listed_stays, _listed_after  # arrays that grow
    cdef const double[::1] _floor, _sure, _stays
    cdef const int[::1] _turns, _after

    @cython.locals(floor=double, turns=list, turn=int, sure=double, stays=double, after=State)
    cdef double _list(self, State state) except? -99
    @cython.locals(changed=int, at=int, turn=int, best=double, worth=double)
    cdef int _step(self, const double[::1] before, double[::1] worths) except -1


@cython.locals(after=State, sure=double, stays=int, still=State, bonus=int, weight=int)
cpdef tuple outlook(State state, int turn, const float[::1] worth)
cdef double _damaged(int seat, State after, const float[::1] worth) except? -99
@cython.locals(at=int, worth=double)
cdef _unsettle(const double[::1] worths, const double[::1] final, unsigned char[::1] found, int left)
