"""Sets of nodes in a linear program: where combs begin, how often sets are crossed, their weights.

Combs begin at components of the edges with values in some range [1]_, and at sets grown from a node
along the edges of large value.

References
----------
.. [1] M. Grötschel, O. Holland, Solution of large-scale symmetric travelling salesman problems,
   Mathematical Programming 51 (1991), 141-202; M. W. Padberg, M. R. Rao, Odd minimum cut-sets and
   b-matchings, Mathematics of Operations Research 7 (1982), 67-80.
.. [2] D. L. Applegate, R. E. Bixby, V. Chvátal, W. J. Cook, The Traveling Salesman Problem,
   Princeton 2006, chapter 12.
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel

STEPS, NEXT, SETS = range(3)  # words of the states
MORE, DONE = 0, 1  # statuses
EPSILON = 1e-6

WeightedEdges = namedtuple("WeightedEdges", "tails heads values")
"""The ends of each edge, and its value."""
SupportGraph = namedtuple("SupportGraph", "indptr indices weights degree")
"""The neighbors of each node with the values of their edges, and the sum of those."""
GrowingSet = namedtuple("GrowingSet", "queue mark strength")
"""Nodes in the order of a search, the last search of each node, and what joins it to a set."""
WeighedSets = namedtuple("WeighedSets", "indptr sets weights")
"""The sets that contain each node, in ascending order, and the weights of all, then a zero."""


@kernel
def components(edges, low, high, label, s, budget):
    """Label components of the edges with low <= value <= high, for each range; an edge is a step.

    ``label`` has a row of nodes for each range, whose entries are representatives.
    """
    tails, heads, values = edges
    n = len(label) // len(low)
    left = budget
    while s[NEXT] < len(low) and left > 0:
        t = s[NEXT]
        row = t * n
        for v in range(n):
            label[row + v] = v
        for e in range(len(values)):
            if low[t] <= values[e] <= high[t]:
                u = tails[e]
                v = heads[e]
                while label[row + u] != u:
                    label[row + u] = label[row + label[row + u]]
                    u = label[row + u]
                while label[row + v] != v:
                    label[row + v] = label[row + label[row + v]]
                    v = label[row + v]
                label[row + v] = u
        for v in range(n):
            u = v
            while label[row + u] != u:
                u = label[row + u]
            label[row + v] = u
        left -= len(values) + n
        s[NEXT] += 1
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(low) else DONE


@kernel
def append(queue, size, sets, s):
    """Append the first nodes of a queue as a set; return False if there is no room."""
    indptr, members = sets
    at = indptr[s[SETS]]
    if s[SETS] + 1 == len(indptr) or at + size > len(members):
        return False
    for k in range(size):
        members[at + k] = queue[k]
    s[SETS] += 1
    indptr[s[SETS]] = at + size
    return True


@inlined
def join(size, tail, graph, grown):
    """Move the strongest node of the queue behind a set, and queue its neighbors; count them all.

    The queue has the set first. Its first node, the seed, is in ``mark`` at each node that is or
    was in the queue; ``strength`` is what joins each to the set before it.
    """
    indptr, indices, weights, _ = graph
    queue, mark, strength = grown
    seed = queue[0]
    best = size
    for k in range(size + 1, tail):
        if strength[queue[k]] > strength[queue[best]] + EPSILON:
            best = k
    v = queue[best]
    queue[best] = queue[size]
    queue[size] = v
    for i in range(indptr[v], indptr[v + 1]):
        u = indices[i]
        if mark[u] != seed:
            mark[u] = seed
            strength[u] = 0.0
            queue[tail] = u
            tail += 1
        strength[u] += weights[i]
    return tail


@kernel
def clusters(graph, sets, grown, bounds, s, budget):
    """List sets grown from each node, by how much they are crossed; a node is a step.

    The node with the strongest connection is added next, up to ``bounds[0]`` nodes. Without
    ``bounds[1]`` a set of at least three nodes that is crossed less than three times is listed if
    it is crossed less than the last. Otherwise seeds have a fractional edge, and of the sets of 3
    to 5, 6 to 11, ... nodes the one is listed that is crossed most nearly three times.
    ``mark`` is the last seed of a set that had the node or a neighbor.
    """
    indptr, weights = graph.indptr, graph.weights
    queue, mark, strength = grown
    n = len(mark)
    left = budget
    while s[NEXT] < n and left > 0:
        seed = s[NEXT]
        s[NEXT] += 1
        fractional = bounds[1] == 0
        for i in range(indptr[seed], indptr[seed + 1]):
            fractional = fractional or weights[i] < 1 - EPSILON
        left -= 1
        if not fractional:
            continue
        mark[seed] = seed
        strength[seed] = 0.0
        queue[0] = seed
        size = 0
        tail = 1
        cut = 0.0
        least = 3.0
        chosen = 0
        last = 5
        while size < tail and size < bounds[0]:
            tail = join(size, tail, graph, grown)
            v = queue[size]
            size += 1
            left -= tail - size
            cut -= 2 * strength[v]
            for i in range(indptr[v], indptr[v + 1]):
                cut += weights[i]
            value = cut if bounds[1] == 0 else abs(cut - 3)
            if size >= 3 and value < least - EPSILON:
                least = value
                chosen = size
            # The sets are the first nodes of the queue, also later.
            if chosen > 0 and (bounds[1] == 0 or size == last):
                if not append(queue, chosen, sets, s):
                    s[NEXT] = n
                chosen = 0
            if bounds[1] > 0 and size == last:
                last = 2 * last + 1
                least = 3.0
    s[STEPS] += budget - left
    return MORE if s[NEXT] < n else DONE


@kernel
def crossings(graph, sets, mark, values, s, budget):
    """Sum the edges that leave each set; an arc is a step. ``mark`` is the last set of a node."""
    indptr, indices, weights, _ = graph
    set_indptr, members = sets
    left = budget
    while s[NEXT] < len(values) and left > 0:
        k = s[NEXT]
        s[NEXT] += 1
        for q in range(set_indptr[k], set_indptr[k + 1]):
            mark[members[q]] = k
        total = 0.0
        for q in range(set_indptr[k], set_indptr[k + 1]):
            v = members[q]
            left -= indptr[v + 1] - indptr[v]
            for i in range(indptr[v], indptr[v + 1]):
                if mark[indices[i]] != k:
                    total += weights[i]
        values[k] = total
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(values) else DONE


@inlined
def shared(weighed, u, v):
    """Return the sum of the weights of the sets that contain both nodes."""
    indptr, sets, weights = weighed
    i = indptr[u]
    j = indptr[v]
    total = weights[len(weights) - 1]  # a zero of the same type
    while i < indptr[u + 1] and j < indptr[v + 1]:
        if sets[i] < sets[j]:
            i += 1
        elif sets[i] > sets[j]:
            j += 1
        else:
            total += weights[sets[i]]
            i += 1
            j += 1
    return total


@kernel
def common(tails, heads, weighed, sums, s, budget):
    """Sum the weights of the sets that contain both ends of each edge; an edge is a step.

    The reduced cost of an edge uv is its scaled length, minus the weights of u and v, plus twice
    this sum. The weight of a node includes the weights of the sets that contain it, so that a set
    counts where an edge crosses it [2].
    """
    left = budget
    while s[NEXT] < len(sums) and left > 0:
        e = s[NEXT]
        sums[e] = shared(weighed, tails[e], heads[e])
        s[NEXT] += 1
        left -= 1
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(sums) else DONE
