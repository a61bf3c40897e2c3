# C types for perft.py.
cimport cython
from engine.battle_chess.state cimport State

cdef int NO_TURN
cdef const short[::1] BONUS, START

cpdef list perft(State state, int depth)
@cython.locals(deeper=bint, lines=long, turn=int, start=int, end=int, number=int, after=State, turns=list)
cdef _count(State state, list counts, int played)
