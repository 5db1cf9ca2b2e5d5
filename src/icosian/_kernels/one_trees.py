"""Minimum 1-trees, the ascent of their bound, and what an edge would cost in one.

A 1-tree is a spanning tree of the nodes 1, 2, ... and two edges at node 0. Every Hamiltonian cycle
is one. If the lengths of edges are reduced by a potential at each of their nodes, all cycles change
by the same amount; so the least 1-tree gives a lower bound for any potentials, and subgradients
improve them [1]_. The reduced length of an edge uv is
``scale * length - potentials[u] - potentials[v]``, in floats or in integers.

Graphs are compressed sparse rows; ``number`` is the edge of an arc. An edge is free (0), required
(1) or left out (-1) in ``state``.

References
----------
.. [1] M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees, Operations
   Research 18 (1970), 1138-1162; part II, Mathematical Programming 1 (1971), 6-25.
.. [2] R. C. Prim, Shortest connection networks and some generalizations, Bell System Technical
   Journal 36 (1957), 1389-1401.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, LIMIT, STALE, PATIENCE, WORDS = range(5)  # words of ``s``
SCALE, BEST, UPPER, GOAL, FACTOR, DECAY, NUMBERS = range(7)  # words of ``f``, integers or floats
MORE, DONE, NONE = 0, 1, 2  # statuses; NONE: there is no 1-tree
FIRST = -(1 << 62)  # the key of a required edge: before all others
NEVER = 1 << 62  # the key of an edge that is left out
OUTSIDE, INSIDE = -1, -2  # instead of an edge into the tree

EdgeRows = namedtuple("EdgeRows", "indptr indices number tails heads lengths state")
"""The edges at each node, their ends and lengths, and which are required or left out."""
MovedPotentials = namedtuple("MovedPotentials", "potentials best before")
"""The present potentials and the best, and the degrees before."""
GrownTree = namedtuple("GrownTree", "key entry heap chosen degree")
"""The keys of all edges; a heap of edges from the tree; its edges and degrees."""
MatedMatrix = namedtuple("MatedMatrix", "lengths mates")
"""The lengths of all pairs, and the required edges."""
SpannedTree = namedtuple("SpannedTree", "key parent border chosen degree")
"""The keys of nodes, and their parents; a list of those outside; the edges and degrees."""


@kernel
def keyed(edges, potentials, tree, f):
    """Compute the order of the edges."""
    _, _, _, tails, heads, lengths, state = edges
    key = tree.key
    for e in range(len(tails)):
        if state[e] == 0:
            key[e] = f[SCALE] * lengths[e] - potentials[tails[e]] - potentials[heads[e]]
        else:
            key[e] = FIRST if state[e] > 0 else NEVER


@kernel
def push(heap, size, key, e):
    """Insert an edge into a heap of edges, the least at its root."""
    k = size
    while k > 0 and key[e] < key[heap[(k - 1) // 2]]:
        heap[k] = heap[(k - 1) // 2]
        k = (k - 1) // 2
    heap[k] = e


@kernel
def pop(heap, size, key):
    """Remove the edge at the root of a heap; ``size`` edges are left."""
    e = heap[size]
    k = 0
    while 2 * k + 1 < size:
        child = 2 * k + 1
        if child + 1 < size and key[heap[child + 1]] < key[heap[child]]:
            child += 1
        if key[heap[child]] >= key[e]:
            break
        heap[k] = heap[child]
        k = child
    heap[k] = e


@kernel
def grown(edges, tree):
    """Find the least 1-tree by the keys; return True if there is one.

    ``entry[v]`` is the best edge from the tree to v; the heap holds it, and worse ones.
    """
    # 1. Grow a tree from node 1 by the best edge that leaves it [2].
    indptr, indices, number, tails, heads, _, _ = edges
    key, entry, heap, chosen, degree = tree
    n = len(degree)
    for v in range(n):
        entry[v] = OUTSIDE
        degree[v] = 0
    entry[1] = INSIDE
    current = 1
    size = 0
    for k in range(n - 2):
        for i in range(indptr[current], indptr[current + 1]):
            v = indices[i]
            e = number[i]
            if v == 0 or entry[v] == INSIDE or key[e] == NEVER:
                continue
            if entry[v] == OUTSIDE or key[e] < key[entry[v]]:
                entry[v] = e
                push(heap, size, key, e)
                size += 1
        e = -1
        while size > 0 and e < 0:
            e = heap[0]
            size -= 1
            pop(heap, size, key)
            current = heads[e] if entry[tails[e]] == INSIDE else tails[e]
            if entry[current] == INSIDE:
                e = -1
        if e < 0:
            return False
        entry[current] = INSIDE
        chosen[k] = e
        degree[tails[e]] += 1
        degree[heads[e]] += 1
    # 2. Add the two best edges at node 0.
    for k in range(n - 2, n):
        best = -1
        for i in range(indptr[0], indptr[1]):
            e = number[i]
            if key[e] == NEVER or (k == n - 1 and e == chosen[n - 2]):
                continue
            if best < 0 or key[e] < key[best]:
                best = e
        if best < 0:
            return False
        chosen[k] = best
        degree[tails[best]] += 1
        degree[heads[best]] += 1
    return True


@kernel
def weight(lengths, potentials, chosen, degree, f):
    """Return the bound of a 1-tree."""
    total = f[SCALE] * 0
    for v in range(len(degree)):
        total += potentials[v] * (2 - degree[v])
    for k in range(len(chosen)):
        total += f[SCALE] * lengths[chosen[k]]
    return total


@kernel
def evaluate(edges, potentials, tree, f, s, budget):
    """Find the least 1-tree for the potentials, and its bound ``f[BEST]``; in one call."""
    lengths = edges.lengths
    chosen, degree = tree.chosen, tree.degree
    if budget <= 0:
        return MORE
    s[STEPS] += 1
    keyed(edges, potentials, tree, f)
    if not grown(edges, tree):
        return NONE
    f[BEST] = weight(lengths, potentials, chosen, degree, f)
    return DONE


@kernel
def ascend(edges, moving, tree, f, s, budget):
    """Improve the potentials until ``s[LIMIT]`` trees are made; the best are kept in ``best``.

    It ends before if the bound exceeds ``f[GOAL]``, or the tree is a tour. ``f[UPPER]`` is what the
    bound cannot exceed.
    """
    lengths = edges.lengths
    potentials, best, before = moving
    chosen, degree = tree.chosen, tree.degree
    n = len(degree)
    while s[STEPS] < s[LIMIT]:
        if budget <= 0:
            return MORE
        budget -= 1
        # 1. The least 1-tree.
        keyed(edges, potentials, tree, f)
        if not grown(edges, tree):
            return NONE
        bound = weight(lengths, potentials, chosen, degree, f)
        is_first = s[STEPS] == 0
        s[STEPS] += 1
        s[STALE] += 1
        if is_first or bound > f[BEST]:
            if is_first or bound > f[BEST] + 1e-5 * abs(f[BEST]):
                s[STALE] = 0
            f[BEST] = bound
            for v in range(n):
                best[v] = potentials[v]
        norm = 0
        for v in range(n):
            norm += (degree[v] - 2) * (degree[v] - 2)
        if norm == 0 or f[BEST] > f[GOAL]:
            return DONE
        # 2. A step along the degrees, smoothed by those before [1]: the length is a fraction of
        #    what is missing, and shrinks while the bound stays.
        if s[STALE] >= s[PATIENCE]:
            s[STALE] = 0
            f[FACTOR] *= f[DECAY]
            if f[FACTOR] < 1e-4:
                return DONE
        step = f[FACTOR] * (f[UPPER] - bound) / norm
        for v in range(n):
            missing = 2 - degree[v]
            last = missing if is_first else before[v]
            potentials[v] += step * (0.7 * missing + 0.3 * last)
            before[v] = missing
    return DONE


@kernel
def evaluate_all(matrix, potentials, tree, f, s, budget):
    """Find the least 1-tree among all pairs, and its bound ``f[BEST]``; in one call.

    Node v has the required edges to ``mates[2 * v]`` and ``mates[2 * v + 1]``, where not -1.
    ``chosen`` gets the nodes of the edges.
    """
    lengths, mates = matrix
    key, parent, border, chosen, degree = tree
    if budget <= 0:
        return MORE
    s[STEPS] += 1
    # 1. Grow a tree from node 1 by the best edge that leaves it [2].
    n = len(degree)
    for v in range(n):
        degree[v] = 0
        parent[v] = OUTSIDE
        border[v] = v
    border[1] = n - 1  # nodes outside, from place 1
    outside = n - 1
    current = 1
    total = f[SCALE] * 0
    for k in range(n - 2):
        row = current * n
        best = 0
        least = f[SCALE] * 0
        for j in range(1, outside):
            v = border[j]
            if v == mates[2 * current] or v == mates[2 * current + 1]:
                key[v] = FIRST
                parent[v] = current
            else:
                reduced = f[SCALE] * lengths[row + v] - potentials[current] - potentials[v]
                if parent[v] == OUTSIDE or reduced < key[v]:
                    key[v] = reduced
                    parent[v] = current
            if best == 0 or key[v] < least:
                best = j
                least = key[v]
        current = border[best]
        outside -= 1
        border[best] = border[outside]
        u = parent[current]
        chosen[2 * k] = u
        chosen[2 * k + 1] = current
        degree[u] += 1
        degree[current] += 1
        total += f[SCALE] * lengths[u * n + current]
    # 2. Add the two best edges at node 0.
    for k in range(n - 2, n):
        best = 0
        for v in range(1, n):
            key[v] = f[SCALE] * lengths[v] - potentials[0] - potentials[v]
            if v == mates[0] or v == mates[1]:
                key[v] = FIRST
            if (k == n - 2 or v != chosen[2 * n - 3]) and (best == 0 or key[v] < key[best]):
                best = v
        chosen[2 * k] = 0
        chosen[2 * k + 1] = best
        degree[0] += 1
        degree[best] += 1
        total += f[SCALE] * lengths[best]
    for v in range(n):
        total += potentials[v] * (2 - degree[v])
    f[BEST] = total
    return DONE
