"""Minimum cuts between roots and other nodes of a network, by augmenting paths.

References
----------
.. [1] J. Edmonds, R. M. Karp, Theoretical improvements in algorithmic efficiency for network flow
   problems, Journal of the ACM 19 (1972), 248-264.
.. [2] D. Gusfield, Very simple methods for all pairs network flow analysis, SIAM Journal on
   Computing 19 (1990), 143-155.
"""

from typing import Any, NamedTuple

from icosian._kernels._jit import kernel

STEPS, NEXT, CUTS = range(3)  # words of the state
MORE, DONE = 0, 1  # statuses
EPSILON = 1e-7


class DemandNetwork(NamedTuple):
    """The arcs with their capacities, and the demands of the nodes."""

    indptr: Any
    heads: Any
    twins: Any
    capacity: Any
    demand: Any


class FlowMarks(NamedTuple):
    """What is left of the capacities; the roots, a search tree, and the cuts that were found."""

    rest: Any
    root: Any
    parent: Any
    queue: Any
    met: Any
    inside: Any


@kernel
def cuts(network, order, marks, limits, s, budget):
    """Find cuts between nodes in an order and their roots, each below the demand of its node.

    A cut is below the demand by more than ``limits[0]``. Of the nodes of a cut no other is tried,
    but for those from number ``limits[1]`` on: with ``limits[2]`` the later ones that had the same
    root get the node as theirs [2]_, so that some cut separates each two nodes that a small cut
    does, if the capacities back are the same.

    Arc e from a node of row u leads to ``heads[e]``; ``twins[e]`` is its reverse, which may have
    the capacity 0. Row k of ``inside``, one entry for each node, becomes 1 at the nodes that cut k
    separates from its root, and ``met[v]`` becomes 1 at the nodes of all cuts. A node that is tried
    is a step.
    """
    indptr, heads, twins, capacity, demand = network
    rest, root, parent, queue, met, inside = marks
    left = budget
    n = len(demand)
    while s[NEXT] < len(order):
        if left <= 0:
            return MORE
        target = order[s[NEXT]]
        s[NEXT] += 1
        s[STEPS] += 1
        source = root[target]
        if target == source or (met[target] > 0 and target < limits[1]):
            continue
        need = demand[target] - limits[0]
        flow = 0.0
        for e in range(len(rest)):
            rest[e] = capacity[e]
        left -= len(rest)
        while flow < need:
            # 1. A shortest path with capacity left [1].
            for v in range(n):
                parent[v] = -1
            parent[source] = -2
            queue[0] = source
            begin = 0
            end = 1
            while begin < end and parent[target] == -1:
                u = queue[begin]
                begin += 1
                for e in range(indptr[u], indptr[u + 1]):
                    v = heads[e]
                    if parent[v] == -1 and rest[e] > EPSILON:
                        parent[v] = e
                        queue[end] = v
                        end += 1
                left -= indptr[u + 1] - indptr[u]
            if parent[target] == -1:
                break
            # 2. Send as much as the path takes.
            most = need - flow + 1.0
            v = target
            while v != source:
                e = parent[v]
                most = min(most, rest[e])
                v = heads[twins[e]]
            v = target
            while v != source:
                e = parent[v]
                rest[e] -= most
                rest[twins[e]] += most
                v = heads[twins[e]]
            flow += most
        if flow >= need:
            continue
        # 3. The nodes from which the target can still be reached.
        row = n * s[CUTS]
        s[CUTS] += 1
        for v in range(n):
            parent[v] = -1
        parent[target] = 0
        queue[0] = target
        begin = 0
        end = 1
        while begin < end:
            u = queue[begin]
            begin += 1
            inside[row + u] = 1
            met[u] = 1
            if limits[2] > 0 and u > target and root[u] == source:
                root[u] = target
            for e in range(indptr[u], indptr[u + 1]):
                v = heads[e]
                if parent[v] == -1 and rest[twins[e]] > EPSILON:
                    parent[v] = 0
                    queue[end] = v
                    end += 1
    return DONE
