"""Cuts of two edges: labels that are equal exactly for the edges of a cut.

Edges outside a spanning tree draw random labels; an edge of the tree has the sum, bit by bit
without carry, of those that pass it. The labels of a cut sum to zero, and those of other sets of
edges almost never do [1]_.

References
----------
.. [1] D. Pritchard, R. Thurimella, Fast computation of small cuts via cycle space sampling, ACM
   Transactions on Algorithms 7 (2011), 46.
"""

from icosian._kernels._jit import kernel

MORE, DONE = 0, 1  # statuses


@kernel
def label(indptr, indices, number, order, parent, up, labels, passing, s, budget):
    """Span a tree by breadth from vertex 0 and give its edges their labels; in one call.

    ``number`` is the edge of an arc. ``s[1]`` counts the vertices that were reached.
    """
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
