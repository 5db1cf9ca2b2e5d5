"""Backbite moves: a Markov chain on the Hamiltonian paths of an undirected graph.

A move adds an edge from an end v of the path to a node w, and removes the edge that follows w on
the way to v; its other node becomes the end instead of v [1]_. So a part of the path is reversed.
Short parts are reversed in ``order``. Longer ones are not: the path is a list of blocks, block k
the positions ``first[k]`` to ``last[k]`` of ``order``, downwards if ``last[k]`` is less, and a
reversal turns whole blocks. When there are too many, ``order`` is written again.

References
----------
.. [1] Marc L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt, Journal of
   Chemical Physics 77 (1982), 1554-1559.
.. [2] N. Metropolis et al., Equation of state calculations by fast computing machines, Journal of
   Chemical Physics 21 (1953), 1087-1092.
"""

from collections import namedtuple

from icosian._kernels._jit import below, kernel

STEPS, RANDOM, BLOCKS, START, WORDS = range(5)
MORE = 0  # the only status: the caller decides how many steps are enough
SHORT = 50  # parts of up to so many nodes are reversed in place

BlockedPath = namedtuple("BlockedPath", "order pos first last path kept")
"""The order of nodes, their places there, the blocks; the path in the end, the one kept."""


@kernel
def block_of(first, last, p):
    """Return the block that holds a position."""
    k = 0
    while not (first[k] <= p <= last[k] or last[k] <= p <= first[k]):
        k += 1
    return k


@kernel
def write(first, last, order, path, s):
    """Write the path, block by block."""
    done = 0
    for k in range(s[BLOCKS]):
        p = first[k]
        step = 1 if p <= last[k] else -1
        for _ in range(abs(last[k] - p) + 1):
            path[done] = order[p]
            done += 1
            p += step


@kernel
def gather(first, last, order, pos, path, s):
    """Make the path a single block."""
    write(first, last, order, path, s)
    for i in range(len(order)):
        order[i] = path[i]
        pos[path[i]] = i
    first[0] = 0
    last[0] = len(order) - 1
    s[BLOCKS] = 1


@kernel
def turn_blocks(first, last, i, j):
    """Reverse the blocks i to j, and the order in each."""
    while i < j:
        first[i], last[j] = last[j], first[i]
        last[i], first[j] = first[j], last[i]
        i += 1
        j -= 1
    if i == j:
        first[i], last[i] = last[i], first[i]


@kernel
def turn_nodes(order, pos, i, j):
    """Reverse the nodes at positions i to j."""
    while i < j:
        u = order[i]
        v = order[j]
        order[i] = v
        pos[v] = i
        order[j] = u
        pos[u] = j
        i += 1
        j -= 1


@kernel
def backbite(indptr, indices, walk, s, budget):
    """Try moves; a step is a try. ``path`` is the path in the end.

    Each path that has an end at START is kept; if START is negative, each cycle.
    """
    order, pos, first, last, path, kept = walk
    n = len(order)
    for _ in range(budget):
        s[STEPS] += 1
        if s[BLOCKS] == len(first):
            gather(first, last, order, pos, path, s)
        # 1. Choose an end v, and a neighbor w of it.
        end = s[BLOCKS] - 1
        ahead = below(s, 2) > 0
        here = last[end] if ahead else first[0]
        v = order[here]
        choices = indptr[v + 1] - indptr[v]
        if choices == 0:
            continue
        w = indices[indptr[v] + below(s, choices)]
        # 2. Find the cut, beside node p on the side of v, and the new end x. If the ends of the
        #    path are adjacent, they are joined to a cycle, which is cut anywhere.
        closes = w == order[first[0] if ahead else last[end]]
        p = below(s, n) if closes else pos[w]
        k = block_of(first, last, p)
        step = 1 if (first[k] <= last[k]) == ahead else -1  # towards v
        divides = p != (last[k] if ahead else first[k])
        if closes:
            x = order[p]
        elif divides:
            x = order[p + step]
        else:
            x = order[first[k + 1] if ahead else last[k - 1]]
        # 3. Accept with probability min(1, choices of v / choices of x): then a move is as likely
        #    as the move back, and in the long run no path is preferred [2]_.
        back = indptr[x + 1] - indptr[x]
        if back > choices and below(s, back) >= choices:
            continue
        if v == s[START] or (closes and (s[START] < 0 or w == s[START])):
            write(first, last, order, kept, s)
        # 4. Reverse a short part in place.
        if not closes and k == (end if ahead else 0) and abs(p - here) <= SHORT:
            turn_nodes(order, pos, min(p + step, here), max(p + step, here))
            continue
        # 5. Divide the block at the cut, and turn the blocks on the side of v; those of a cycle on
        #    both sides.
        if divides:
            for i in range(s[BLOCKS], k, -1):
                first[i] = first[i - 1]
                last[i] = last[i - 1]
            s[BLOCKS] += 1
            last[k] = p if ahead else p + step
            first[k + 1] = p + step if ahead else p
        elif not ahead:
            k -= 1  # the block before the cut
        if ahead or closes:
            turn_blocks(first, last, k + 1, s[BLOCKS] - 1)
        if not ahead or closes:
            turn_blocks(first, last, 0, k)
    write(first, last, order, path, s)
    return MORE
