"""Reduced costs of edges at weights of nodes and of sets of nodes.

The reduced cost of an edge uv is its scaled length, minus the weights of u and v, plus twice the
weights of the sets that contain both. The weight of a node includes the weights of the sets that
contain it, so that a set counts where an edge crosses it [1]_.

``at_indptr`` and ``at_sets`` list the sets that contain each node, in ascending order.

References
----------
.. [1] D. L. Applegate, R. E. Bixby, V. Chvátal, W. J. Cook, The Traveling Salesman Problem,
   Princeton 2006, chapter 12.
"""

from icosian._kernels._jit import inlined, kernel

STEPS, NEXT, WORDS = range(3)  # words of the states, and their number
MORE, DONE = 0, 1  # statuses


@inlined
def shared(at_indptr, at_sets, weights, u, v):
    """Return the sum of the weights of the sets that contain both nodes."""
    i = at_indptr[u]
    j = at_indptr[v]
    total = weights[len(weights) - 1]  # a zero of the same type
    while i < at_indptr[u + 1] and j < at_indptr[v + 1]:
        if at_sets[i] < at_sets[j]:
            i += 1
        elif at_sets[i] > at_sets[j]:
            j += 1
        else:
            total += weights[at_sets[i]]
            i += 1
            j += 1
    return total


@kernel
def common(tails, heads, at_indptr, at_sets, weights, sums, s, budget):
    """Sum the weights of the sets that contain both ends of each edge; an edge is a step.

    ``weights`` ends with a zero.
    """
    left = budget
    while s[NEXT] < len(sums) and left > 0:
        e = s[NEXT]
        sums[e] = shared(at_indptr, at_sets, weights, tails[e], heads[e])
        s[NEXT] += 1
        left -= 1
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(sums) else DONE
