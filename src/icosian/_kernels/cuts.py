"""Breadth-first search from vertex 0: a 2-coloring of its component, and cuts of two edges.

Edges outside a spanning tree draw random labels; an edge of the tree has the sum, bit by bit
without carry, of those that pass it. Then labels of a cut sum to zero, so those of two edges are
equal, and labels of other sets of edges almost never sum to zero [1]_.

References
----------
.. [1] D. Pritchard, R. Thurimella, Fast computation of small cuts via cycle space sampling, ACM
   Transactions on Algorithms 7 (2011), 46.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, HEAD, TAIL, CLASH, WORDS = range(5)  # words of the state of a coloring
MORE, DONE = 0, 1  # statuses


@kernel
def sweep(indptr, indices, side, queue, s, budget):
    """Color by the parity of the distance; CLASH is set if two neighbors have the same color.

    Before the first call ``side[queue[0]]`` is 0 and ``side`` is -1 elsewhere.
    """
    while s[HEAD] < s[TAIL]:
        if budget <= 0:
            return MORE
        budget -= 1
        s[STEPS] += 1
        v = queue[s[HEAD]]
        s[HEAD] += 1
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            if side[w] < 0:
                side[w] = 1 - side[v]
                queue[s[TAIL]] = w
                s[TAIL] += 1
            elif side[w] == side[v]:
                s[CLASH] = 1
    return DONE


NumberedGraph = namedtuple("NumberedGraph", "indptr indices number")
"""The neighbors of every vertex, and the edge of each arc."""
LabelTree = namedtuple("LabelTree", "order parent up labels passing")
"""The tree in the order of the search; the labels of edges, and what passes vertices."""


@kernel
def label(graph, tree, s, budget):
    """Span a tree by breadth from vertex 0 and give its edges their labels; in one call.

    ``number`` is the edge of an arc. ``s[1]`` counts the vertices that were reached.
    """
    indptr, indices, number = graph
    order, parent, up, labels, passing = tree
    if budget <= 0:
        return MORE
    # 1. Breadth-first search; each edge outside the tree is passed on to its two ends.
    n = len(order)
    for v in range(n):
        parent[v] = -1
        passing[v] = 0
    order[0] = 0
    parent[0] = 0
    head = 0
    tail = 1
    while head < tail:
        v = order[head]
        head += 1
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            if parent[w] < 0:
                parent[w] = v
                up[w] = number[i]
                order[tail] = w
                tail += 1
            elif up[v] != number[i] and up[w] != number[i] and v < w:
                passing[v] ^= labels[number[i]]
                passing[w] ^= labels[number[i]]
    # 2. From the leaves up, a tree edge gets the sum of what passes it.
    s[1] = tail
    for k in range(tail - 1, 0, -1):
        v = order[k]
        labels[up[v]] = passing[v]
        passing[parent[v]] ^= passing[v]
    s[0] = n
    return DONE
