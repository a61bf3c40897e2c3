# C types for playout.py, which is compiled as it stands.
cimport cython
from engine.typed.searchable cimport Searchable

cdef int CHANCE, TERMINAL

@cython.locals(player=int)
cpdef playout(Searchable game, object state, object rng)
@cython.locals(total=long, weight=long, rest=double)
cpdef drawn(object outcomes, object rng)
