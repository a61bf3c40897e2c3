# C types for perft.py.
cimport cython
from engine.battle_chess.state cimport State

cdef int NO_TURN
cdef tuple BONUSES
cdef list NONE

cpdef list perft(State state, int depth)
@cython.locals(deeper=bint, lines=long, turn=int, bonus=int, after=State, turns=list, bonuses=list)
cdef _count(State state, list counts, int played)
