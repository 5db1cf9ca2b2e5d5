"""Dijkstra's algorithm: a queue of buckets, a 4-ary heap, and the predecessors from the distances.

``dist`` is 0 for the sources and infinite for the other nodes. ``bounds`` holds the largest
distance that counts and, for buckets, their number to a unit of distance. A search with a target
ends when the target is settled; distances greater than its distance are then not final.

The algorithm is E. W. Dijkstra's (A note on two problems in connexion with graphs, Numerische
Mathematik 1, 1959), the queue of buckets R. B. Dial's (Algorithm 360: shortest-path forest with
topological ordering, Communications of the ACM 12, 1969), with real weights as in E. V. Denardo and
B. L. Fox (Shortest-route methods 1, Operations Research 27, 1979).
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, QUEUED, CURRENT, TARGET, ARCS, WORDS = range(6)  # the words of the state ``s``
MORE, DONE, FULL = 0, 1, 2
CUTOFF, INVERSE = 0, 1
FARTHEST = 1.7976931348623157e308  # nodes beyond are not reached

WeightedRows = namedtuple("WeightedRows", "indptr indices weights")
"""The arcs and their weights."""
BucketQueue = namedtuple("BucketQueue", "head node following")
"""The first entry of each bucket; the node of each entry, and the next entry."""
HeapQueue = namedtuple("HeapQueue", "rank heap place")
"""The order in which nodes are settled; the heap, and the place of each node in it."""


@kernel
def buckets(graph, dist, queue, bounds, s, budget):
    """Continue a search with positive weights in buckets; an entry taken from a bucket is a step.

    An entry is a node and the next entry of its bucket; ``head`` is the first entry of each bucket,
    their number a power of two. FULL if the entries exceed their room, because nodes were reached
    too often.
    """
    indptr, indices, weights = graph
    head, node, following = queue
    inverse = bounds[INVERSE]
    cutoff = bounds[CUTOFF]
    target = s[TARGET]
    mask = len(head) - 1
    room = len(node)
    queued = s[QUEUED]
    current = s[CURRENT]
    made = s[STEPS] + queued
    left = budget
    while queued > 0 and left > 0 and made < room:
        # 1. Find the next bucket with an entry. Numbers of buckets are taken modulo their count,
        #    which is more than a longest weight spans. Stop at a target whose distance is below.
        entry = head[current & mask]
        if entry < 0:
            current += 1
            if target >= 0 and dist[target] * inverse < current:
                queued = 0
            continue
        # 2. Take its first entry. The buckets are so narrow that few edges lead from a node to one
        #    in its own bucket, so their order hardly matters.
        head[current & mask] = following[entry]
        queued -= 1
        left -= 1
        v = node[entry]
        d = dist[v]
        if d * inverse < current:  # an old entry: the node was relaxed in an earlier bucket
            continue
        # 3. Relax its arcs, and put the nodes that come nearer into the buckets of their distances.
        for i in range(indptr[v], indptr[v + 1]):
            u = indices[i]
            far = d + weights[i]
            if far < dist[u] and far <= cutoff:
                if made == room:  # without the entry the distances would be wrong
                    break
                dist[u] = far
                bucket = int(far * inverse) & mask
                node[made] = u
                following[made] = head[bucket]
                head[bucket] = made
                made += 1
                queued += 1
    s[STEPS] += budget - left
    s[QUEUED] = queued
    s[CURRENT] = current
    if made == room:
        return FULL
    return MORE if queued > 0 else DONE


@kernel
def is_nearer(dist, u, v):
    """Compare two nodes by distance, then by number."""
    return dist[u] < dist[v] or (dist[u] == dist[v] and u < v)


@kernel
def rise(dist, heap, place, k):
    """Move the k-th node of the heap up to its place."""
    v = heap[k]
    while k > 0:
        parent = (k - 1) // 4
        if not is_nearer(dist, v, heap[parent]):
            break
        heap[k] = heap[parent]
        place[heap[k]] = k
        k = parent
    heap[k] = v
    place[v] = k


@kernel
def sink(dist, heap, place, size):
    """Move the first node of the heap down to its place."""
    v = heap[0]
    k = 0
    while True:
        child = 4 * k + 1
        if child >= size:
            break
        best = child
        for other in range(child + 1, min(child + 4, size)):
            if is_nearer(dist, heap[other], heap[best]):
                best = other
        if not is_nearer(dist, heap[best], v):
            break
        heap[k] = heap[best]
        place[heap[k]] = k
        k = best
    heap[k] = v
    place[v] = k


@kernel
def heaped(graph, dist, queue, bounds, s, budget):
    """Continue a search with a 4-ary heap, which holds the sources first; a settled node is a step.

    ``rank`` becomes the order in which nodes are settled; ``place`` is -1 outside the heap.
    """
    indptr, indices, weights = graph
    rank, heap, place = queue
    cutoff = bounds[CUTOFF]
    target = s[TARGET]
    while s[QUEUED] > 0:
        if budget <= 0:
            return MORE
        # 1. Settle the nearest node, of ties the first in the order of the graph.
        v = heap[0]
        d = dist[v]
        if target >= 0 and d > dist[target]:
            return DONE
        s[QUEUED] -= 1
        place[v] = -1
        if s[QUEUED] > 0:
            heap[0] = heap[s[QUEUED]]
            sink(dist, heap, place, s[QUEUED])
        rank[v] = s[STEPS]
        s[STEPS] += 1
        budget -= 1
        # 2. Relax its arcs, and move the nodes that come nearer up in the heap.
        for i in range(indptr[v], indptr[v + 1]):
            u = indices[i]
            far = d + weights[i]
            if far < dist[u] and far <= cutoff:
                dist[u] = far
                if place[u] < 0:
                    heap[s[QUEUED]] = u
                    place[u] = s[QUEUED]
                    s[QUEUED] += 1
                rise(dist, heap, place, place[u])
    return DONE


@kernel
def predecessors(graph, dist, starts, found, s, budget):
    """Find the predecessors of all nodes from the arcs of the reversed graph; a node is a step.

    Those of node v become ``found[starts[v]:starts[v + 1]]``.
    """
    indptr, indices, weights = graph
    while s[STEPS] < len(dist):
        if budget <= 0:
            return MORE
        budget -= 1
        v = s[STEPS]
        d = dist[v]
        if d <= FARTHEST:
            for i in range(indptr[v], indptr[v + 1]):
                if dist[indices[i]] + weights[i] == d:
                    found[s[ARCS]] = indices[i]
                    s[ARCS] += 1
        s[STEPS] += 1
        starts[v + 1] = s[ARCS]
    return DONE
