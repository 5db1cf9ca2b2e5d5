"""Reduced costs of edges at weights of nodes and of sets of nodes.

The reduced cost of an edge uv is its scaled length, minus the weights of u and v, plus twice the
weights of the sets that contain both. The weight of a node includes the weights of the sets that
contain it, so that a set counts where an edge crosses it [1]_.

The sets that contain each node are listed in ascending order.

References
----------
.. [1] D. L. Applegate, R. E. Bixby, V. Chvátal, W. J. Cook, The Traveling Salesman Problem,
   Princeton 2006, chapter 12.
"""

from typing import Any, NamedTuple

from icosian._kernels._jit import inlined, kernel

STEPS, NEXT, WORDS = range(3)  # words of the states, and their number
MORE, DONE = 0, 1  # statuses


class WeighedSets(NamedTuple):
    """The sets that contain each node, and the weights of all, which end with a zero."""

    indptr: Any
    sets: Any
    weights: Any


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
    """Sum the weights of the sets that contain both ends of each edge; an edge is a step."""
    left = budget
    while s[NEXT] < len(sums) and left > 0:
        e = s[NEXT]
        sums[e] = shared(weighed, tails[e], heads[e])
        s[NEXT] += 1
        left -= 1
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(sums) else DONE
