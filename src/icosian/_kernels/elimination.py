"""Elimination orders: a vertex with the fewest neighbors is removed, which become adjacent [1]_.

A graph that is put together from small ones along a tree has an order in which no vertex has many
neighbors when it is removed. Field F of vertex v is ``vertices[VERTEX * v + F]``; ``pool`` holds
the lists of neighbors. A list that is full moves to the end of the pool; vertices that were removed
stay in it until then. The words of ``s`` are named below.

References
----------
.. [1] D. J. Rose, A graph-theoretic study of the numerical solution of sparse positive definite
   systems of linear equations, in Graph Theory and Computing (1972), 183-217.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

MORE, DONE, WIDE, FULL = range(4)  # statuses
BEGIN, END, ROOM, DEGREE, BEFORE, AFTER, PLACE, VERTEX = range(8)
"""Fields of a vertex: where its list begins and ends, and how far it may grow; how many neighbors
are not removed; those before and after it in the bucket of its degree, or -1; its place, or -1."""
STEPS, AT, TOP, LIMIT, WORDS = range(5)

RemovedVertices = namedtuple("RemovedVertices", "order later")
"""The order in which vertices are removed, and the neighbors that each has left then."""


@kernel
def eliminate(vertices, pool, buckets, removed, s, budget):
    """Remove vertices until none is left; WIDE if all have more than ``s[LIMIT]`` neighbors.

    ``buckets`` begins as -1 for each degree up to the limit. ``later`` begins as so many times -1
    for each vertex, and gets its neighbors when it is removed. FULL asks for a larger pool.
    """
    order, later = removed
    n = len(order)
    while budget > 0:
        # 1. At first all vertices enter the buckets.
        if s[STEPS] < n:
            insert(vertices, buckets, s, s[STEPS])
            s[STEPS] += 1
            budget -= 1
            continue
        if s[AT] == n:
            return DONE
        # 2. Choose a vertex, and read its neighbors.
        d = 0
        while d <= s[LIMIT] and buckets[d] < 0:
            d += 1
        if d > s[LIMIT]:
            return WIDE
        v = buckets[d]
        first = s[LIMIT] * v
        k = first
        for i in range(vertices[VERTEX * v + BEGIN], vertices[VERTEX * v + END]):
            if vertices[VERTEX * pool[i] + PLACE] < 0:
                later[k] = pool[i]
                k += 1
        # 3. Make room for what their lists may get.
        for k in range(first, first + d):
            if not widen(vertices, pool, s, later[k], d):
                return FULL
        # 4. Remove it, and make them neighbors of each other.
        withdraw(vertices, buckets, s, v)
        vertices[VERTEX * v + PLACE] = s[AT]
        order[s[AT]] = v
        s[AT] += 1
        for k in range(first, first + d):
            withdraw(vertices, buckets, s, later[k])
            vertices[VERTEX * later[k] + DEGREE] -= 1
            for j in range(first, k):
                join(vertices, pool, later[j], later[k])
        for k in range(first, first + d):
            insert(vertices, buckets, s, later[k])
        s[STEPS] += 1 + d
        budget -= 1 + d
    return MORE


@kernel
def insert(vertices, buckets, s, v):
    """Put a vertex into the bucket of its degree, if there is one."""
    d = vertices[VERTEX * v + DEGREE]
    if d <= s[LIMIT]:
        w = buckets[d]
        vertices[VERTEX * v + BEFORE] = -1
        vertices[VERTEX * v + AFTER] = w
        if w >= 0:
            vertices[VERTEX * w + BEFORE] = v
        buckets[d] = v


@kernel
def withdraw(vertices, buckets, s, v):
    """Take a vertex out of its bucket."""
    d = vertices[VERTEX * v + DEGREE]
    if d <= s[LIMIT]:
        u = vertices[VERTEX * v + BEFORE]
        w = vertices[VERTEX * v + AFTER]
        if u >= 0:
            vertices[VERTEX * u + AFTER] = w
        else:
            buckets[d] = w
        if w >= 0:
            vertices[VERTEX * w + BEFORE] = u


@kernel
def widen(vertices, pool, s, v, more):
    """Make room for more entries in a list; return False if the pool has none."""
    at = VERTEX * v
    if vertices[at + END] + more <= vertices[at + ROOM]:
        return True
    # Half of the room stays free, so that the next time is far away.
    begin = vertices[at + BEGIN]
    room = 2 * (vertices[at + DEGREE] + more)
    to = begin
    if room > vertices[at + ROOM] - begin:
        to = s[TOP]
        if to + room > len(pool):
            return False
        s[TOP] += room
        vertices[at + BEGIN] = to
        vertices[at + ROOM] = to + room
    for i in range(begin, vertices[at + END]):
        if vertices[VERTEX * pool[i] + PLACE] < 0:
            pool[to] = pool[i]
            to += 1
    vertices[at + END] = to
    return True


@kernel
def join(vertices, pool, u, v):
    """Make two vertices adjacent; the shorter list is read."""
    a = VERTEX * u
    b = VERTEX * v
    if vertices[a + END] - vertices[a + BEGIN] > vertices[b + END] - vertices[b + BEGIN]:
        a, b = b, a
        u, v = v, u
    for i in range(vertices[a + BEGIN], vertices[a + END]):
        if pool[i] == v:
            return
    pool[vertices[a + END]] = v
    pool[vertices[b + END]] = u
    vertices[a + END] += 1
    vertices[b + END] += 1
    vertices[a + DEGREE] += 1
    vertices[b + DEGREE] += 1
