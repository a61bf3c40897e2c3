# C types for game.py, which is compiled as it stands: what a search asks again and again.
cimport cython
from engine.chakart.state cimport State
from engine.typed.searchable cimport Searchable

cdef int CHANCE, STEALTH


cdef class Chakart(Searchable):
    @cython.locals(here=State)
    cpdef int current_player(self, state) except? -99
    @cython.locals(here=State)
    cpdef legal_actions(self, state)
    @cython.locals(here=State)
    cpdef State apply(self, state, action)
    @cython.locals(here=State)
    cpdef chance_outcomes(self, state)
    @cython.locals(here=State, loser=int)
    cpdef tuple returns(self, state)
    cpdef double evaluate(self, state, int seat) except? -99
