"""Shortest cycle of few nodes, by the shortest path to each node through each set of others [1]_.

References
----------
.. [1] M. Held, R. M. Karp, A dynamic programming approach to sequencing problems, Journal of the
   Society for Industrial and Applied Mathematics 10 (1962), 196-210.
"""

from icosian._kernels._jit import kernel

STEPS = 0  # word of ``s``
MORE, DONE = 0, 1  # statuses
FAR = 1 << 62  # longer than all paths


@kernel
def nearest(lengths, best, m, v, some):
    """Return the last node before ``v`` on a shortest path from node m through a set."""
    if some == 0:
        return m
    found = -1
    least = FAR
    for u in range(m):
        if some >> u & 1 and best[some * m + u] + lengths[u * (m + 1) + v] < least:
            least = best[some * m + u] + lengths[u * (m + 1) + v]
            found = u
    return found


@kernel
def shortest(lengths, best, cycle, s, budget):
    """Measure the paths from the last node, a set a step; then follow the shortest cycle back.

    ``lengths`` are those of all pairs, and ``best`` has an entry for each set and end of a path.
    """
    n = len(cycle)
    m = n - 1
    while s[STEPS] + 1 < 1 << m:
        if budget <= 0:
            return MORE
        budget -= 1
        s[STEPS] += 1
        some = s[STEPS]
        for v in range(m):
            if some >> v & 1:
                rest = some ^ (1 << v)
                u = nearest(lengths, best, m, v, rest)
                before = 0 if u == m else best[rest * m + u]
                best[some * m + v] = before + lengths[u * n + v]
    some = (1 << m) - 1
    v = m
    for k in range(n):
        cycle[k] = v
        v = nearest(lengths, best, m, v, some)
        some &= ~(1 << v)
    return DONE
