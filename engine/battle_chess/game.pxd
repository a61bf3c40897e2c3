# C types for game.py, which is compiled as it stands: what a search asks again and again.
cimport cython
from engine.battle_chess.evaluate cimport Evaluator
from engine.battle_chess.state cimport State
from engine.typed.searchable cimport Searchable

cdef int CHANCE, TERMINAL, NO_TURN, NO_BONUS, QUIET_LIMIT
cdef tuple DRAWS


cdef class BattleChess(Searchable):
    cdef Evaluator _evaluator

    @cython.locals(position=State)
    cpdef int current_player(self, state) except? -99
    @cython.locals(position=State)
    cpdef legal_actions(self, state)
    @cython.locals(position=State)
    cpdef State apply(self, state, action)
    @cython.locals(position=State)
    cpdef chance_outcomes(self, state)
    @cython.locals(position=State, loser=int)
    cpdef tuple returns(self, state)
    cpdef double evaluate(self, state, int seat) except? -99
