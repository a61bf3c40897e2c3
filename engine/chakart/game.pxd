# C types for game.py, which is compiled as it stands: what a search asks again and again.
from engine.chakart.state cimport State

cdef int CHANCE, STEALTH

cdef class Chakart:
    cpdef int current_player(self, State state) except? -99
    cpdef list legal_actions(self, State state)
    cpdef State apply(self, State state, int action)
    cpdef list chance_outcomes(self, State state)
    cpdef double evaluate(self, State state, int seat) except? -99
