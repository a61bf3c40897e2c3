# C types for state.py, which is compiled as it stands. Tables are memory views, so that their bounds are checked.
cimport cython

cdef int NOWHERE, NO_TURN, PLAIN, PLACES, LEAST_NEED, BOARD_SIZE, KO_SPACES
cdef const short[::1] BASES, ROWS, POWER, OWNER, SPAN, ROOT, TARGET, DAMAGED, FILLS, START, GOES, SKIP, HOME
cdef const short[::1] PAIRS, PAIR_FIRST, PAIR_SECOND, BLOCKS, BLOCK_HOME, NEED, BIT, LEFT
cdef const unsigned long long[::1] ENTERS, NEAR, COVER, BLOCK_COVER


@cython.final
cdef class State:
    cdef public unsigned long long men0, men1
    cdef public int shape, seat, ko0, ko1, reserve0, reserve1, supply, quiet, turn, lost, pending
    cdef public short board[42]

    @cython.locals(rest=cython.ulonglong, square=int, row=int, base=int)
    cpdef list turns(self)
    @cython.locals(
        rest=cython.ulonglong, enemy=cython.ulonglong, occupied=cython.ulonglong, square=int, row=int, base=int, step=int
    )
    cpdef bint has_turn(self) except -1
    @cython.locals(enemy=cython.ulonglong, occupied=cython.ulonglong, step=int, end=int, goes=int)
    cdef bint _add_piece(self, int square, int row, list found) except -1
    @cython.locals(base=int, rest=cython.ulonglong, square=int, pair=int, first=int, second=int)
    cdef bint _add_attacks(self, int stem, int row, unsigned long long enemy, list found) except -1
    @cython.locals(square=int)
    cdef bint _equals(self, State other) except -1
    @cython.locals(filled=int, reserve=int, occupied=cython.ulonglong, kind=int, block=int)
    cdef _add_summons(self, list found)

    @cython.locals(first=int, power=int, second=int)
    cpdef bint needs_bonus(self, int turn) except -1
    @cython.locals(new=State)
    cpdef State wait(self, int turn)
    @cython.locals(new=State)
    cpdef State play(self, int turn, int drawn)
    @cython.locals(start=int, goes=int)
    cpdef bint follow(self, State before, int turn, int drawn) except -1

    cdef bint _take(self, State other) except -1
    cdef bint _cover(self, int seat, unsigned long long squares) except -1
    @cython.locals(rows=int, quarter=int)
    cdef bint _put(self, int home, int code) except -1
    @cython.locals(rows=int, quarter=int)
    cdef bint _lift(self, int home, int code) except -1
    @cython.locals(code=int, row=int)
    cdef bint _move(self, int start, int goes) except -1
    @cython.locals(code=int)
    cdef bint _summon(self, int kind, int home) except -1
    @cython.locals(total=int, power=int, beaten=bint)
    cdef bint _fight(self, int attacker, int first, int second, int drawn) except -1
    @cython.locals(code=int, row=int, home=int, after=int, seat=int)
    cdef _damage(self, int square)
    cdef bint _fill(self, int seat) except -1
