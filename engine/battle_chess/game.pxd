# C types for game.py, which is compiled as it stands: what a search asks again and again.
from engine.battle_chess.evaluate cimport Evaluator
from engine.battle_chess.state cimport State

cdef int CHANCE, TERMINAL, NO_TURN, NO_BONUS, QUIET_LIMIT
cdef tuple DRAWS

cdef class BattleChess:
    cdef Evaluator _evaluator

    cpdef int current_player(self, State state) except? -99
    cpdef list legal_actions(self, State state)
    cpdef State apply(self, State state, int action)
    cpdef tuple chance_outcomes(self, State state)
    cpdef double evaluate(self, State state, int seat) except? -99
