"""A largest clique by branch and bound: no more nodes of a clique are left than colours.

Nodes are numbered from 0, their neighbours given in words of 62 bits. At every depth a set of
candidates, all joined to the clique so far, is coloured greedily; those whose colour says that a
larger clique might still be found are branched on, the last colour first. The words of ``s`` are
named below.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.bits import BITS, lowest_bit

STEPS, DEPTH, BEST, NODES, ENTERED, WORDS = range(6)
MORE, FOUND, EXHAUSTED = 0, 1, 2  # statuses


@kernel
def branches(rows, free, choice, bound, left, shade, s):
    """Colour the candidates; write those to branch on to ``choice``, return how many.

    ``bound`` takes their colours, which never decrease.
    """
    words = len(left)
    here = s[DEPTH] * words
    first = s[DEPTH] * s[NODES]
    k = first
    blank = 0
    for w in range(words):
        left[w] = free[here + w]
        blank |= left[w]
    colours = 0
    while blank != 0:
        colours += 1
        for w in range(words):
            shade[w] = left[w]
        blank = 0
        for w in range(words):
            while shade[w] != 0:
                v = w * BITS + lowest_bit(shade[w])
                left[w] &= ~(1 << v % BITS)
                shade[w] &= shade[w] - 1
                for x in range(w, words):
                    shade[x] &= ~rows[v * words + x]
                if s[DEPTH] + colours > s[BEST]:
                    choice[k] = v
                    bound[k] = colours
                    k += 1
            blank |= left[w]
    return k - first


@kernel
def grow(rows, free, choice, bound, count, path, left, shade, s, budget):
    """Go on with the search; every set of candidates is a step.

    Depth 0 of ``free`` is set before the first call. When the status is FOUND, the first
    ``s[BEST]`` nodes of ``path`` are a larger clique than before.
    """
    words = len(left)
    while budget > 0:
        depth = s[DEPTH]
        if s[ENTERED] == 0:
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            count[depth] = branches(rows, free, choice, bound, left, shade, s)
        k = depth * s[NODES] + count[depth] - 1
        if count[depth] == 0 or depth + bound[k] <= s[BEST]:  # nor do those before it
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            continue
        count[depth] -= 1
        v = choice[k]
        path[depth] = v
        here = depth * words
        free[here + v // BITS] &= ~(1 << v % BITS)
        blank = 0
        for w in range(words):
            free[here + words + w] = free[here + w] & rows[v * words + w]
            blank |= free[here + words + w]
        if blank != 0:
            s[DEPTH] += 1
            s[ENTERED] = 0
        elif depth + 1 > s[BEST]:
            s[BEST] = depth + 1
            return FOUND
    return MORE
