# C types for tree.py, which is compiled as it stands.
cimport cython

cdef int TERMINAL, LONGEST_CHAIN, STRIDE
cdef double SOONER, INFINITY


@cython.final
cdef class Known:
    cdef public int depth
    cdef public double low, high
    cdef public object action


@cython.final
cdef class Bounds:
    cdef list _weights
    cdef double _total
    cdef public list low, high

    cdef double least(self) except? -99
    cdef double most(self) except? -99
    cdef bint settled(self, double low, double high) except -1
    @cython.locals(most=double)
    cdef double nearest(self, double low) except? -99
    @cython.locals(weight=double)
    cdef double floor(self, int index, double low) except? -99
    @cython.locals(weight=double)
    cdef double ceiling(self, int index, double high) except? -99
    @cython.locals(total=double, index=int)
    cdef double _sum(self, list values) except? -99


@cython.final
cdef class Tree:
    cdef public object game
    cdef public int seat
    cdef public long long seen
    cdef long long _nodes, _ask_at
    cdef object _stop, _rank, _score
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
    @cython.locals(best=double, alpha=double, beta=double, value=double, least=double)
    cdef double _best(self, object state, Known found, int depth, double low, double high, bint ours) except? -99
    @cython.locals(actions=list)
    cdef list _ordered(self, object state, object first)
    @cython.locals(found=Known)
    cdef _keep(self, object state, Known found, int depth, double low, double high, object action)
    @cython.locals(states=list, weights=list)
    cdef double _draw(self, object state, int depth, double low, double high, int drawn) except? -99
    @cython.locals(bounds=Bounds, index=int)
    cdef double _average(
        self, list states, list weights, int depth, double low, double high, int drawn
    ) except? -99
    @cython.locals(total=double, weight=double, index=int)
    cdef double _mean(self, list states, list weights, int depth, int drawn) except? -99
    @cython.locals(player=int, found=Known)
    cdef _look_up(self, Bounds bounds, int index, object state, int depth)
    @cython.locals(player=int, floor=double, ceiling=double, found=Known, value=double)
    cdef _probe(self, Bounds bounds, int index, object state, int depth, double low, double high)
    @cython.locals(floor=double, ceiling=double)
    cdef _look(self, Bounds bounds, int index, object state, int depth, double low, double high, int drawn)
