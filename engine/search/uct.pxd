# C types for uct.py, which is compiled as it stands.
cimport cython
from engine.typed.searchable cimport Searchable

cdef int CHANCE, TERMINAL, LARGEST_TREE


@cython.final
cdef class Node:
    cdef public int visits
    cdef public double total
    cdef public dict after


@cython.final
cdef class Uct:
    cdef public Searchable game
    cdef public int seat
    cdef public long long seen, nodes
    cdef public Node root
    cdef object _rng
    cdef bint _playouts
    cdef double _explore
    cdef list _path

    @cython.locals(value=double, node=Node)
    cpdef visit(self, object state)
    @cython.locals(player=int)
    cdef double _descend(self, object state, Node node) except? -99
    cdef double _judge(self, object state) except? -99
    cdef double _guess(self, object state) except? -99
    @cython.locals(share=double)
    cdef double _share(self, object state) except? -99
    @cython.locals(after=Node)
    cdef Node _follow(self, Node node, object step)
    @cython.locals(best=double, spread=double, start=long, index=long, after=Node, value=double, bound=double)
    cdef object _select(self, Node node, object actions, bint ours)
