"""Small cuts: segments of a tour, and by augmenting paths between roots and other nodes [1]_.

References
----------
.. [1] J. Edmonds, R. M. Karp, Theoretical improvements in algorithmic efficiency for network flow
   problems, Journal of the ACM 19 (1972), 248-264.
.. [2] D. Gusfield, Very simple methods for all pairs network flow analysis, SIAM Journal on
   Computing 19 (1990), 143-155.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, START, SEGMENTS, MOST, ALL = range(5)  # words of the state of ``segments``
NEXT, FOUND = 1, 2  # further words of the state of ``rooted_cuts``
MORE, DONE = 0, 1  # statuses
VIOLATED, TIGHT = 0, 1  # limits: cuts below the first are sought, below the second recorded
ROUNDING = 1e-7

SegmentList = namedtuple("SegmentList", "first blocks values limits")
"""The first block of each segment, the number of blocks and its value, and the limits."""


@kernel
def segments(graph, length, found, s, budget):
    """Find the small segments of a tour that is divided into blocks; an arc is a step.

    ``length`` is the number of nodes of each block, ``degree`` the weight of the edges that leave
    it. From each start on, the smallest violated segment and the shortest ``s[MOST]`` tight ones
    of at least three nodes are recorded: the first block and the number of blocks. A segment has at
    most half of the nodes.
    """
    indptr, indices, weights, degree = graph
    first, blocks, values, limits = found
    count = len(length)
    n = s[ALL]
    left = budget
    while s[START] < count and left > 0:
        i = s[START]
        cut = 0.0
        nodes = 0
        tight = 0
        least = limits[VIOLATED]
        best = 0
        for k in range(count - 1):
            j = i + k
            if j >= count:
                j -= count
            nodes += length[j]
            if 2 * nodes > n:
                break
            # A block that joins the segment adds its edges, except those to the segment, which
            # no longer cross.
            cut += degree[j]
            left -= indptr[j + 1] - indptr[j]
            for a in range(indptr[j], indptr[j + 1]):
                d = indices[a] - i
                if d < 0:
                    d += count
                if d < k:
                    cut -= 2 * weights[a]
            if cut < least - ROUNDING:
                least = cut
                best = k + 1
            elif cut >= limits[VIOLATED] and cut < limits[TIGHT] and k > 0 and tight < s[MOST]:
                if nodes < 3:
                    continue
                first[s[SEGMENTS]] = i
                blocks[s[SEGMENTS]] = k + 1
                values[s[SEGMENTS]] = cut
                s[SEGMENTS] += 1
                tight += 1
        if best > 0:
            first[s[SEGMENTS]] = i
            blocks[s[SEGMENTS]] = best
            values[s[SEGMENTS]] = least
            s[SEGMENTS] += 1
        s[START] += 1
    s[STEPS] += budget - left
    return MORE if s[START] < count else DONE


# -- Between roots and other nodes

DemandNetwork = namedtuple("DemandNetwork", "indptr heads twins capacity demand")
"""The arcs with their capacities, and the demands of the nodes."""
FlowMarks = namedtuple("FlowMarks", "rest root parent queue met joined inside")
"""What is left of the capacities; the roots, a search tree, nodes of cuts, the roots from which
nodes cannot be separated, and the cuts."""


@kernel
def rooted_cuts(network, order, marks, limits, s, budget):
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
    rest, root, parent, queue, met, joined, inside = marks
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
        end = 0
        while flow < need:
            # 1. A shortest path with capacity left [1], backwards from the target. A node that no
            # such cut separates from the source is as good.
            for v in range(n):
                parent[v] = -1
            parent[target] = -2
            queue[0] = target
            begin = 0
            end = 1
            first = -1
            while begin < end and first == -1:
                u = queue[begin]
                begin += 1
                for e in range(indptr[u], indptr[u + 1]):
                    v = heads[e]
                    if parent[v] == -1 and rest[twins[e]] > ROUNDING:
                        parent[v] = twins[e]
                        if v == source or (joined[v] == source and demand[v] >= demand[target]):
                            first = v
                            break
                        queue[end] = v
                        end += 1
                left -= indptr[u + 1] - indptr[u]
            if first == -1:
                break
            # 2. Send as much as the path takes.
            most = need - flow + 1.0
            v = first
            while v != target:
                most = min(most, rest[parent[v]])
                v = heads[parent[v]]
            v = first
            while v != target:
                e = parent[v]
                rest[e] -= most
                rest[twins[e]] += most
                v = heads[e]
            flow += most
        if flow >= need:
            joined[target] = source
            continue
        # 3. The nodes from which the target can still be reached.
        row = n * s[FOUND]
        s[FOUND] += 1
        for k in range(end):
            u = queue[k]
            inside[row + u] = 1
            met[u] = 1
            if limits[2] > 0 and u > target and root[u] == source:
                root[u] = target
    return DONE
