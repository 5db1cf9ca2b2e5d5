"""Local search for long cycles: detours over unvisited nodes, and exchanges of two edges.

A detour is a random walk over nodes outside the cycle, from one of its nodes to another; it
replaces the part of the cycle between them. Worse cycles are accepted at random, as in simulated
annealing.
"""

import math
from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, RANDOM, LENGTH, BEST, DIRECTED = range(5)  # words of the state
VALUE, BEST_VALUE, TEMPERATURE = range(3)  # words of the values
MORE, DONE = 0, 1  # statuses
MASK = (1 << 32) - 1
DEPTH, WINDOW = 8, 24  # nodes of a detour, edges that it replaces

DetourGraph = namedtuple("DetourGraph", "indptr indices gains mates kept")
"""The arcs and what they gain, and the nodes and edges that stay."""
DetouredCycle = namedtuple("DetouredCycle", "tour edges place best walk spare")
"""The cycle and the best one; a walk, and its edges."""


@kernel
def edge_between(indptr, indices, u, v):
    """Return the place of an edge in the row of its first node, or -1."""
    for e in range(indptr[u], indptr[u + 1]):
        if indices[e] == v:
            return e
    return -1


@kernel
def search(graph, cycle, values, s, budget):
    """Change the cycle ``tour[:s[LENGTH]]``; a move that is tried, or node moved, is a step.

    ``edges[k]`` is the edge, by its place in ``indices``, from ``tour[k]`` to the next node;
    ``place`` is the inverse of the tour, -1 outside. The edge from a node to its mate stays, and
    nodes that are ``kept`` do. ``best`` holds the best cycle so far.
    """
    indptr, indices, gains, mates, kept = graph
    tour, edges, place, best, walk, spare = cycle
    left = budget
    while left > 0:
        left -= 1
        s[STEPS] += 1
        length = s[LENGTH]
        x = s[RANDOM]
        x ^= (x << 13) & MASK
        x ^= x >> 17
        x ^= (x << 5) & MASK
        i = x % length
        a = tour[i]
        x ^= (x << 13) & MASK
        x ^= x >> 17
        x ^= (x << 5) & MASK
        s[RANDOM] = x
        threshold = values[TEMPERATURE] * math.log((x + 1.0) / (MASK + 2.0))
        e = indptr[a] + (x >> 3) % (indptr[a + 1] - indptr[a])
        c = indices[e]
        j = place[c]
        if j >= 0 and s[DIRECTED] == 0 and x & 7:
            # 1. Exchange ab and cd for ac and bd, where b follows a and d follows c.
            b = tour[(i + 1) % length]
            d = tour[(j + 1) % length]
            if c == b or a == d or mates[a] == b or mates[c] == d:
                continue
            if indptr[b + 1] - indptr[b] <= indptr[d + 1] - indptr[d]:
                f = edge_between(indptr, indices, b, d)
            else:
                f = edge_between(indptr, indices, d, b)
            if f < 0:
                continue
            gain = gains[e] + gains[f] - gains[edges[i]] - gains[edges[j]]
            if gain < threshold:
                continue
            # The part from b to c is reversed.
            size = (j - i) % length
            first = (i + 1) % length
            for k in range(size // 2):
                p = (first + k) % length
                q = (j - k) % length
                u = tour[p]
                tour[p] = tour[q]
                tour[q] = u
                place[tour[p]] = p
                place[u] = q
            for k in range((size - 1) // 2):
                p = (first + k) % length
                q = (j - 1 - k) % length
                u = edges[p]
                edges[p] = edges[q]
                edges[q] = u
            edges[i] = e
            edges[j] = f
            left -= size
        else:
            # 2. Walk outside the cycle until a node of it is met.
            count = 0
            total = gains[e]
            u = c
            spare[0] = e
            while place[u] == -1 and count < DEPTH and indptr[u] < indptr[u + 1]:
                walk[count] = u
                place[u] = -2
                count += 1
                x ^= (x << 13) & MASK
                x ^= x >> 17
                x ^= (x << 5) & MASK
                f = indptr[u] + (x >> 3) % (indptr[u + 1] - indptr[u])
                u = indices[f]
                total += gains[f]
                spare[count] = f
            s[RANDOM] = x
            for k in range(count):
                place[walk[k]] = -1
            j = place[u]
            if j < 0 or j == i:
                continue
            size = (j - i) % length  # edges that are replaced
            first = i
            if s[DIRECTED] == 0 and 2 * size > length:
                size = length - size
                first = j
                for k in range(count // 2):
                    v = walk[k]
                    walk[k] = walk[count - 1 - k]
                    walk[count - 1 - k] = v
                for k in range((count + 1) // 2):
                    f = spare[k]
                    spare[k] = spare[count - k]
                    spare[count - k] = f
            longer = length - size + count + 1
            if size > WINDOW or longer < 3 - s[DIRECTED]:
                continue
            fits = True
            for k in range(size):
                p = (first + k) % length
                q = (p + 1) % length
                total -= gains[edges[p]]
                if mates[tour[p]] == tour[q] or (k > 0 and kept[tour[p]]):
                    fits = False
                    break
            gain = total
            if not fits or gain < threshold:
                continue
            # 3. Put the walk in its place; the tour begins where the walk does.
            if first + size < length and size == count + 1:
                for k in range(count):
                    place[tour[first + 1 + k]] = -1
                for k in range(count):
                    tour[first + 1 + k] = walk[k]
                    place[walk[k]] = first + 1 + k
                for k in range(count + 1):
                    edges[first + k] = spare[k]
                left -= count
            else:
                for k in range(size - 1):
                    place[tour[(first + 1 + k) % length]] = -1
                rest = length - size  # nodes after the walk
                v = tour[first]
                base = DEPTH + 1
                for k in range(rest):
                    p = (first + size + k) % length
                    spare[base + k] = edges[p]
                    walk[base + k] = tour[p]
                tour[0] = v
                edges[0] = spare[0]
                for k in range(count):
                    tour[1 + k] = walk[k]
                    edges[1 + k] = spare[1 + k]
                for k in range(rest):
                    tour[1 + count + k] = walk[base + k]
                    edges[1 + count + k] = spare[base + k]
                s[LENGTH] = longer
                for k in range(longer):
                    place[tour[k]] = k
                left -= longer
        values[VALUE] += gain
        if values[VALUE] > values[BEST_VALUE] + 1e-9:
            values[BEST_VALUE] = values[VALUE]
            s[BEST] = s[LENGTH]
            for k in range(s[LENGTH]):
                best[k] = tour[k]
            left -= s[LENGTH]
    return MORE
