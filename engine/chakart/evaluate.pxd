# C types for evaluate.py, which is compiled as it stands.
cimport cython
from libc cimport math
from engine.chakart.position cimport Position
from engine.chakart.state cimport State

cdef int NOWHERE, FIRST_THING, KINDS, STUCK, STEP, QUEEN, KING
cdef double SHELL, STEALTH, MOBILITY, TAKES_NEXT, TAKES_LATER, CHECK, KING_TAKEN, SCALE
cdef tuple PIECE_WEIGHTS
cdef const short[::1] OWNER, KIND
cdef const double[::1] WORTH, GAIN, IN_RESERVE

@cython.locals(white=double, mover=int, look=Position, best=double, score=double, value=double)
cpdef double evaluate(State state, int seat) except? -99
@cython.locals(score=double, square=int, code=int, kind=int)
cdef double _score(State state) except? -99
@cython.locals(kings=int, square=int, code=int, best=double, steps=list, step=int)
cdef double _best_taken(Position look) except? -99
