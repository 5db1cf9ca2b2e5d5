"""Shortest distances: by buckets, by a heap, and the predecessors that they leave.

Both searches start from nodes whose distance is 0, the others infinite. ``bounds`` holds the
largest distance that counts and, for buckets, how many of them there are to a unit of distance.
The words of ``s`` are named below.
"""

from icosian._kernels._jit import kernel

STEPS, QUEUED, CURRENT, TARGET, ARCS, WORDS = range(6)
MORE, DONE, FULL = 0, 1, 2
CUTOFF, INVERSE = 0, 1
FARTHEST = 1.7976931348623157e308  # what is farther was not reached


@kernel
def buckets(indptr, indices, weights, dist, done, head, last, node, following, bounds, s, budget):
    """Go on with a search by buckets, for positive weights; an entry taken from one is a step.

    Before the first call the sources stand in bucket 0. An entry is a node that was reached at a
    distance of the bucket, maybe long ago: ``done`` is the distance at which a node was followed
    last. First in, first out: last in would follow nodes again and again where edges are light.
    With a target, the search ends when no node can come as near any more; distances greater than
    its are not final then. FULL: nodes were reached again so often that there is no room for
    entries, and another method will do better. The number of buckets is a power of two.
    """
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
        entry = head[current & mask]
        if entry < 0:
            current += 1
            if target >= 0 and dist[target] * inverse < current:
                queued = 0
            continue
        head[current & mask] = following[entry]
        queued -= 1
        left -= 1
        v = node[entry]
        d = dist[v]
        if done[v] == d:
            continue
        done[v] = d
        for i in range(indptr[v], indptr[v + 1]):
            u = indices[i]
            far = d + weights[i]
            old = dist[u]
            if far < old and far <= cutoff:
                dist[u] = far
                bucket = int(far * inverse)
                if old <= FARTHEST and done[u] != old and int(old * inverse) == bucket:
                    continue  # it stands there
                bucket &= mask
                if made == room:  # no entry for it, so the answer is void
                    break
                node[made] = u
                following[made] = -1
                if head[bucket] < 0:
                    head[bucket] = made
                else:
                    following[last[bucket]] = made
                last[bucket] = made
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
    """Whether a node comes before another: by distance, then by number."""
    return dist[u] < dist[v] or (dist[u] == dist[v] and u < v)


@kernel
def rise(dist, heap, place, k):
    """Move a node of the heap up to where it belongs."""
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
    """Move the first node of the heap down to where it belongs."""
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
def heaped(indptr, indices, weights, dist, rank, heap, place, bounds, s, budget):
    """Go on with a search by a heap of four branches; a node that is settled is a step.

    Before the first call the heap holds the sources in their order. ``rank`` counts the nodes in
    the order in which they are settled, ``place`` is -1 for nodes outside the heap.
    """
    cutoff = bounds[CUTOFF]
    target = s[TARGET]
    while s[QUEUED] > 0:
        if budget <= 0:
            return MORE
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
def predecessors(indptr, indices, weights, dist, rank, is_source, starts, found, s, budget):
    """Pull the predecessors of all nodes from the arcs that lead into them; a node is a step.

    ``indptr``, ``indices`` and ``weights`` are those of the reversed graph; node v gets
    ``found[starts[v]:starts[v + 1]]``. A predecessor lies nearer, or as near and was settled
    before, so edges of weight 0 make no circles. Nothing comes before a source.
    """
    while s[STEPS] < len(dist):
        if budget <= 0:
            return MORE
        budget -= 1
        v = s[STEPS]
        d = dist[v]
        if d <= FARTHEST and is_source[v] == 0:
            for i in range(indptr[v], indptr[v + 1]):
                u = indices[i]
                before = dist[u] < d or (dist[u] == d and rank[u] < rank[v])
                if before and dist[u] + weights[i] == d:
                    found[s[ARCS]] = u
                    s[ARCS] += 1
        s[STEPS] += 1
        starts[v + 1] = s[ARCS]
    return DONE
