# C types for state.py, which is compiled as it stands.
cimport cython
from engine.chakart.awaiting cimport Awaiting

cdef int STEP, DROP, PROMOTION, SWAPPING, PLACING, AGAIN
cdef int BANANA_DRAW, BOMB_DRAW, EGG_DRAW, LUIGI_DRAW, WALUIGI_DRAW, WHITE_ARRAY, BLACK_ARRAY
cdef int NOWHERE, STUCK, KINDS, FIRST_THING, BANANA, BOMB, EGG, MUSHROOM, HARD
cdef int PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING
cdef int KINGBOO, KOOPA, TOADETTE, CHOMP, DAISY, BOWSER, LUIGI, WALUIGI, NO_EFFECT, NOT_LOOKED
cdef int KING_SHELL, QUEEN_STEALTH
cdef int MOVE, STEALTH, SHELL, DROP_ON, PROMOTE, SWAP, PLACE, SLIDE, HATCH, FLIP, ARRAY
cdef int CAUGHT, MET, STEPPED, BLOCKED, JUMPED, STAYED, JAMMED, LEFT_ON, REVEALED, FREED
cdef const short[::1] OWNER, KIND, RELATION, EGG_ON, LEAP_START, LEAP, LEFT
cdef tuple ARRAYS


@cython.final
cdef class State(Awaiting):
    cdef public list trace

    @cython.locals(new=State)
    cpdef State play(self, int action)
    cpdef advance(self, int action)
    cpdef restart(self, State origin)
    @cython.locals(new=State)
    cdef State _copy(self)
    @cython.locals(kind=int)
    cdef _play(self, int action)
    cdef _step(self, int kind, int start, int goes, int promotion)
    @cython.locals(number=int, beside=int)
    cdef int _laying(self, int start, int goes) except -1
    @cython.locals(there=int, found=list)
    cdef _travel(self)
    @cython.locals(x=int, y=int, ux=int, uy=int, over=int)
    cdef bint _hop(self) except -1
    cdef _slide(self, int square)
    @cython.locals(own=int)
    cdef _hatch(self, int effect)
    @cython.locals(code=int)
    cdef _flip(self, int square)
    cdef _become(self, int code)
    cdef _lay(self)
    cdef _leave(self, int square)
    cdef _promote(self)
    @cython.locals(found=list)
    cdef _go_on(self)
    cdef _place(self, int kind, int square)
    @cython.locals(code=int)
    cdef _take(self, int square)
    cdef _keep(self, int code)
    cdef _end(self, int stealth)
    @cython.locals(white=int, black=int, square=int, code=int)
    cdef _look(self, int frozen)
    cdef _rest(self)
    @cython.locals(file=int, kind=int)
    cdef _set_up(self, int number)
    cdef _tell(self, int what, int square)
