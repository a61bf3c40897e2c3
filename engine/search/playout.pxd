# C types for playout.py, which is compiled as it stands.
cimport cython

cdef int CHANCE, TERMINAL

@cython.locals(player=int)
cpdef playout(object game, object state, object rng)
@cython.locals(total=long, weight=long, rest=double)
cpdef drawn(object outcomes, object rng)
