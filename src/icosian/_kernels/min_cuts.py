"""Small cuts: of a weighted graph by contraction, segments of a tour, and by augmenting paths.

Nodes that no violated cut needs to separate are contracted by local tests [1]_ and by the strengths
that a maximum adjacency order gives to the edges [2]_. Where an order contracts nothing, its last
two nodes are contracted, since the last node alone is a minimum cut between them [3]_. Every node
made by contraction and every prefix of an order is a cut, and is recorded if it is small. Between
roots and other nodes of a network, minimum cuts are found by augmenting paths [4]_.

References
----------
.. [1] M. Padberg, G. Rinaldi, An efficient algorithm for the minimum capacity cut problem,
   Mathematical Programming 47 (1990), 19-36.
.. [2] H. Nagamochi, T. Ibaraki, Computing edge-connectivity in multigraphs and capacitated graphs,
   SIAM Journal on Discrete Mathematics 5 (1992), 54-66.
.. [3] M. Stoer, F. Wagner, A simple min-cut algorithm, Journal of the ACM 44 (1997), 585-591.
.. [4] J. Edmonds, R. M. Karp, Theoretical improvements in algorithmic efficiency for network flow
   problems, Journal of the ACM 19 (1972), 248-264.
.. [5] D. Gusfield, Very simple methods for all pairs network flow analysis, SIAM Journal on
   Computing 19 (1990), 143-155.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, NODES, EDGES, CUTS = range(4)  # words of the state of ``small_cuts``
START, SEGMENTS, MOST, ALL = range(1, 5)  # words of the state of ``segments``
NEXT, FOUND = 1, 2  # words of the state of ``rooted_cuts``
MORE, DONE = 0, 1  # statuses
VIOLATED, TIGHT = 0, 1  # limits: cuts below the first are sought, below the second recorded
ROUNDING = 1e-7

MergedNodes = namedtuple("MergedNodes", "label parent fresh strength rank heap place")
"""The contracted node of each node, what that will be part of, and the order of a search."""
CutList = namedtuple("CutList", "indptr members values limits")
"""The nodes of each cut and its value, and the limits of these."""
SegmentList = namedtuple("SegmentList", "first blocks values limits")
"""The first block of each segment, the number of blocks and its value, and the limits."""


@kernel
def root(parent, v):
    """Return the representative of a node, halving the path to it."""
    while parent[v] != v:
        parent[v] = parent[parent[v]]
        v = parent[v]
    return v


@kernel
def rise(strength, heap, place, k):
    """Move the k-th node of the heap up to its place; the strongest is first."""
    v = heap[k]
    while k > 0:
        up = (k - 1) // 2
        if strength[heap[up]] >= strength[v]:
            break
        heap[k] = heap[up]
        place[heap[k]] = k
        k = up
    heap[k] = v
    place[v] = k


@kernel
def sink(strength, heap, place, size):
    """Move the first node of the heap down to its place."""
    v = heap[0]
    k = 0
    while 2 * k + 1 < size:
        child = 2 * k + 1
        if child + 1 < size and strength[heap[child + 1]] > strength[heap[child]]:
            child += 1
        if strength[heap[child]] <= strength[v]:
            break
        heap[k] = heap[child]
        place[heap[k]] = k
        k = child
    heap[k] = v
    place[v] = k


@kernel
def record(low, high, value, merged, cuts, s):
    """Append the nodes of rank low to high - 1, or the others if they are fewer."""
    label, rank = merged.label, merged.rank
    indptr, members, values, _ = cuts
    n = len(label)
    size = 0
    for v in range(n):
        if low <= rank[label[v]] < high:
            size += 1
    wanted = 2 * size <= n
    if not wanted:
        size = n - size
    k = s[CUTS]
    at = indptr[k]
    if k == len(values) or at + size > len(members):
        return
    for v in range(n):
        if (low <= rank[label[v]] < high) == wanted:
            members[at] = v
            at += 1
    values[k] = value
    indptr[k + 1] = at
    s[CUTS] = k + 1


@kernel
def small_cuts(edges, graph, merged, cuts, s, budget):
    """Contract the graph to one node; a visited node or edge is a step.

    ``label`` is the contracted node of each node; the first ``s[EDGES]`` edges join the
    ``s[NODES]`` contracted nodes. ``fresh`` marks those that the last contraction has made. A cut
    below ``limits[VIOLATED]`` is found if there is one.
    """
    tails, heads, capacity = edges
    indptr, indices, weights, degree = graph
    label, parent, fresh, strength, rank, heap, place = merged
    limits = cuts.limits
    n = len(label)
    left = budget
    while s[NODES] > 1 and left > 0:
        count = s[NODES]
        m = s[EDGES]
        left -= count + 2 * m
        # 1. Neighbors in compressed rows; parallel edges are merged.
        for v in range(count + 1):
            indptr[v] = 0
        for e in range(m):
            indptr[tails[e] + 1] += 1
            indptr[heads[e] + 1] += 1
        for v in range(count):
            place[v] = indptr[v]
            indptr[v + 1] += indptr[v]
        for e in range(m):
            u = tails[e]
            v = heads[e]
            indices[place[u]] = v
            weights[place[u]] = capacity[e]
            place[u] += 1
            indices[place[v]] = u
            weights[place[v]] = capacity[e]
            place[v] += 1
        for v in range(count):
            place[v] = -1
        k = 0
        m = 0
        end = 0
        for v in range(count):
            begin = end
            end = indptr[v + 1]
            indptr[v] = k
            degree[v] = 0.0
            for i in range(begin, end):
                u = indices[i]
                degree[v] += weights[i]
                if place[u] >= indptr[v]:
                    weights[place[u]] += weights[i]
                else:
                    place[u] = k
                    indices[k] = u
                    weights[k] = weights[i]
                    k += 1
            for i in range(indptr[v], k):
                if v < indices[i]:
                    tails[m] = v
                    heads[m] = indices[i]
                    capacity[m] = weights[i]
                    m += 1
        indptr[count] = k
        # 2. A node made by contraction is a cut.
        for v in range(count):
            rank[v] = v
            parent[v] = v
        for v in range(count):
            if fresh[v] and degree[v] < limits[TIGHT]:
                record(v, v + 1, degree[v], merged, cuts, s)
                left -= n
        if count == 2:
            s[NODES] = 1
            break
        # 3. An edge with half of the weight at its end: to move that end across a cut that the
        #    edge crosses makes the cut no larger [Padberg, Rinaldi 1990]. ``place`` marks nodes
        #    that are contracted already, whose degree is out of date.
        contracted = 0
        for v in range(count):
            place[v] = 0
        for v in range(count):
            if place[v]:
                continue
            for i in range(indptr[v], indptr[v + 1]):
                if 2 * weights[i] >= degree[v] - ROUNDING:
                    u = indices[i]
                    place[u] = 1
                    place[v] = 1
                    parent[v] = root(parent, u)
                    contracted += 1
                    break
        # 4. A maximum adjacency order: next is always the node with the strongest connection to
        #    those before. An edge is in no cut below the strength of its end when it is seen
        #    [Nagamochi, Ibaraki 1992].
        if contracted == 0:
            for v in range(count):
                strength[v] = 0.0
                rank[v] = count
                place[v] = -1
            size = 0
            cut = 0.0
            least = limits[VIOLATED]
            prefix = 0
            candidate = 0
            before = 0
            last = 0
            for k in range(count):
                if size == 0:  # the first node of a component
                    while rank[candidate] < count:
                        candidate += 1
                    heap[0] = candidate
                    size = 1
                v = heap[0]
                size -= 1
                if size > 0:
                    heap[0] = heap[size]
                    place[heap[0]] = 0
                    sink(strength, heap, place, size)
                rank[v] = k
                before = last
                last = v
                cut += degree[v] - 2 * strength[v]
                for i in range(indptr[v], indptr[v + 1]):
                    u = indices[i]
                    if rank[u] < count:
                        continue
                    strength[u] += weights[i]
                    if place[u] < 0:
                        heap[size] = u
                        place[u] = size
                        size += 1
                    rise(strength, heap, place, place[u])
                    if strength[u] >= limits[VIOLATED]:
                        a = root(parent, u)
                        b = root(parent, v)
                        if a != b:
                            parent[a] = b
                            contracted += 1
                # 5. The least of consecutive violated prefixes is recorded.
                if k > 0 and k < count - 2 and cut < least:
                    least = cut
                    prefix = k + 1
                elif prefix > 0 and (cut >= limits[VIOLATED] or k >= count - 2):
                    record(0, prefix, least, merged, cuts, s)
                    left -= n
                    least = limits[VIOLATED]
                    prefix = 0
            # 6. The last node alone is a minimum cut between the last two [Stoer, Wagner 1997],
            #    and is recorded by now.
            if contracted == 0:
                parent[last] = before
        # 7. Number the contracted nodes and drop edges inside them.
        for v in range(count):
            fresh[v] = 0
            place[v] = 0
        for v in range(count):
            place[root(parent, v)] += 1
        k = 0
        for v in range(count):
            if parent[v] == v:
                fresh[k] = 1 if place[v] > 1 else 0
                rank[v] = k
                k += 1
        for v in range(n):
            label[v] = rank[root(parent, label[v])]
        s[NODES] = k
        k = 0
        for e in range(m):
            u = rank[root(parent, tails[e])]
            v = rank[root(parent, heads[e])]
            if u != v:
                tails[k] = u
                heads[k] = v
                capacity[k] = capacity[e]
                k += 1
        s[EDGES] = k
    s[STEPS] += budget - left
    return MORE if s[NODES] > 1 else DONE


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
FlowMarks = namedtuple("FlowMarks", "rest root parent queue met inside")
"""What is left of the capacities; the roots, a search tree, and the cuts that were found."""


@kernel
def rooted_cuts(network, order, marks, limits, s, budget):
    """Find cuts between nodes in an order and their roots, each below the demand of its node.

    A cut is below the demand by more than ``limits[0]``. Of the nodes of a cut no other is tried,
    but for those from number ``limits[1]`` on: with ``limits[2]`` the later ones that had the same
    root get the node as theirs [5]_, so that some cut separates each two nodes that a small cut
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
            # 1. A shortest path with capacity left [4].
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
                    if parent[v] == -1 and rest[e] > ROUNDING:
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
        row = n * s[FOUND]
        s[FOUND] += 1
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
                if parent[v] == -1 and rest[twins[e]] > ROUNDING:
                    parent[v] = 0
                    queue[end] = v
                    end += 1
    return DONE
