"""Breadth-first search from vertex 0: its component, and a 2-coloring of it."""

from icosian._kernels._jit import kernel

STEPS, HEAD, TAIL, CLASH, WORDS = range(5)
MORE, DONE = 0, 1


@kernel
def sweep(indptr, indices, side, queue, s, budget):
    """Color by the parity of the distance; CLASH is set if two neighbors have the same color.

    Before the first call ``side[queue[0]]`` is 0 and ``side`` is -1 elsewhere.
    """
    while s[HEAD] < s[TAIL]:
        if budget <= 0:
            return MORE
        budget -= 1
        s[STEPS] += 1
        v = queue[s[HEAD]]
        s[HEAD] += 1
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            if side[w] < 0:
                side[w] = 1 - side[v]
                queue[s[TAIL]] = w
                s[TAIL] += 1
            elif side[w] == side[v]:
                s[CLASH] = 1
    return DONE
