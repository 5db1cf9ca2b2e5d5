"""Maximum clique by branch and bound with greedy colorings over bit sets.

The algorithm of E. Tomita and T. Seki (DMTCS 2003, 278-289) over words of 62 bits, as by P. San
Segundo, D. Rodriguez-Losada, A. Jimenez (Computers & Operations Research 38 (2011), 571-581): a
clique of the candidates has at most one node of each color. The words of ``s`` are named below.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.bits import BITS, lowest_bit

STEPS, DEPTH, BEST, NODES, ENTERED, WORDS = range(6)
MORE, FOUND, EXHAUSTED = 0, 1, 2  # statuses


@kernel
def branches(rows, free, choice, bound, left, shade, s):
    """Color the candidates greedily; write those to branch on to ``choice``, return how many."""
    words = len(left)
    here = s[DEPTH] * words
    first = s[DEPTH] * s[NODES]
    k = first
    blank = 0
    for w in range(words):
        left[w] = free[here + w]
        blank |= left[w]
    colors = 0
    while blank != 0:
        # 1. The next color goes to an independent set of candidates, the first ones first.
        colors += 1
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
                # 2. Candidates of the first BEST - DEPTH colors give no larger clique alone.
                if s[DEPTH] + colors > s[BEST]:
                    choice[k] = v
                    bound[k] = colors
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
        # 1. A new node of the tree: color its candidates.
        if s[ENTERED] == 0:
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            count[depth] = branches(rows, free, choice, bound, left, shade, s)
        # 2. Go back if the last candidate, and so all before it, give no larger clique.
        k = depth * s[NODES] + count[depth] - 1
        if count[depth] == 0 or depth + bound[k] <= s[BEST]:
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            continue
        # 3. Take it; the next candidates are its neighbors.
        count[depth] -= 1
        v = choice[k]
        path[depth] = v
        here = depth * words
        free[here + v // BITS] &= ~(1 << v % BITS)
        blank = 0
        for w in range(words):
            free[here + words + w] = free[here + w] & rows[v * words + w]
            blank |= free[here + words + w]
        # 4. Without any, the clique is maximal.
        if blank != 0:
            s[DEPTH] += 1
            s[ENTERED] = 0
        elif depth + 1 > s[BEST]:
            s[BEST] = depth + 1
            return FOUND
    return MORE
