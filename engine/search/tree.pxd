# C types for tree.py, which is compiled as it stands.
cimport cython
from engine.typed.searchable cimport Searchable

cdef int TERMINAL, LONGEST_CHAIN, STRIDE, SCORES
cdef double SOONER, INFINITY


@cython.final
cdef class Known:
    cdef public int depth
    cdef public double low, high
    cdef public object action


@cython.final
cdef class Bounds:
    cdef list _weights, _low, _high
    cdef double _total

    @cython.locals(low=double, high=double)
    cdef bint open(self, int index) except -1
    @cython.locals(least=double, most=double)
    cdef bint narrow(self, int index, double low, double high) except -1
    cdef bint set(self, int index, double value) except -1
    cdef bint settled(self, double low, double high) except -1
    @cython.locals(most=double)
    cdef double nearest(self, double low) except? -99
    @cython.locals(weight=double, most=double)
    cdef double floor(self, int index, double low) except? -99
    @cython.locals(weight=double, least=double)
    cdef double ceiling(self, int index, double high) except? -99
    @cython.locals(total=double, index=int, weight=double, value=double)
    cdef double _sum(self, list values) except? -99


@cython.final
cdef class Tree:
    cdef public Searchable game
    cdef public int seat
    cdef public long long seen
    cdef long long _nodes, _ask_at
    cdef object _stop
    cdef long long[::1] _scores
    cdef bint _prune
    cdef int _most
    cdef dict _table

    cpdef double value(self, object state, int depth) except? -99
    cpdef double average(self, list states, int depth, double low, double high) except? -99
    @cython.locals(player=int)
    cpdef double bounded(self, object state, int depth, double low, double high, int drawn) except? -99
    @cython.locals(found=Known)
    cpdef Known known(self, object state, int depth)
    cdef _ask(self)
    @cython.locals(share=double)
    cdef double _end(self, object state, int depth) except? -99
    @cython.locals(found=Known)
    cdef double _decide(self, object state, int depth, double low, double high, bint ours) except? -99
    @cython.locals(best=double, alpha=double, beta=double, value=double, least=double, actions=list, index=int)
    cdef double _best(self, object state, Known found, int depth, double low, double high, bint ours) except? -99
    @cython.locals(keys=list, index=cython.longlong, count=cython.longlong, key=cython.longlong)
    cdef list _decisions(self, object state)
    @cython.locals(best=int, highest=cython.longlong, index=int, score=cython.longlong)
    cdef object _likeliest(self, object state)
    @cython.locals(found=Known)
    cdef _keep(self, object state, Known found, int depth, double low, double high, object action)
    @cython.locals(states=list, weights=list)
    cdef double _draw(self, object state, int depth, double low, double high, int drawn) except? -99
    @cython.locals(bounds=Bounds, index=int)
    cdef double _average(
        self, list states, list weights, int depth, double low, double high, int drawn
    ) except? -99
    @cython.locals(total=double, weight=double, times=double)
    cdef double _mean(self, object state, object outcomes, int depth, int drawn) except? -99
    @cython.locals(player=int, found=Known, value=double)
    cdef _look_up(self, Bounds bounds, int index, object state, int depth)
    @cython.locals(player=int, floor=double, ceiling=double, found=Known, value=double)
    cdef _probe(self, Bounds bounds, int index, object state, int depth, double low, double high)
    @cython.locals(floor=double, ceiling=double, value=double)
    cdef _look(self, Bounds bounds, int index, object state, int depth, double low, double high, int drawn)
