# C types for perft.py, which is compiled as it stands.
cimport cython
from engine.chakart.state cimport State

cpdef list perft(State state, int depth)
@cython.locals(deeper=bint, lines=long, action=int, after=State)
cdef _count(State state, list counts, int played)
@cython.locals(seed=cython.ulonglong, steps=list, actions=list, step=int, after=State)
cpdef int resolve(State state, unsigned long long seed) except -1
