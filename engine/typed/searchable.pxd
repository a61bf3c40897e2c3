# C types for searchable.py.

cdef class Searchable:
    cpdef int current_player(self, state) except? -99
    cpdef legal_actions(self, state)
    cpdef apply(self, state, action)
    cpdef chance_outcomes(self, state)
    cpdef tuple returns(self, state)
    cpdef double evaluate(self, state, int seat) except? -99
