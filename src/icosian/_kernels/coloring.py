"""Colorings: exact covers by independent sets, and TabuCol.

Exact covers are found by Knuth's Algorithm X with lists of the disjoint sets at every depth (D. E.
Knuth, Dancing links, Millennial Perspectives in Computer Science, 2000, 187-214). Instead of linked
lists that are undone, every depth has its own list of the sets that are disjoint from those chosen:
with some thousand sets of equal size, copying is as fast, and a search can stop anywhere.

TabuCol is a tabu search for a proper coloring with k colors (A. Hertz, D. de Werra, Using tabu
search techniques for graph coloring, Computing 39 (1987), 345-351). All nodes have one of k colors,
and an edge between nodes of the same color is a conflict. ``near[v * k + c]`` counts the neighbors
of v with color c, so ``near[v * k + color[v]]`` the conflicts of v; ``conflicting`` lists the nodes
with conflicts, and ``place`` has their places there (or -1). All randomness comes from
``s[RANDOM]``. The words of ``s`` are named below.
"""

from collections import namedtuple

from icosian._kernels._jit import below, kernel
from icosian._kernels.words import BITS

MORE, FOUND, EXHAUSTED = 0, 1, 2  # statuses
STEPS, DEPTH, ENTERED, COVER_WORDS = range(4)

FamilyRows = namedtuple("FamilyRows", "starts members rows")
"""The nodes of each set, and the same as words of 62 bits."""
CoverTree = namedtuple("CoverTree", "listed length branch cursor chosen used number")
"""The sets left at each depth, and their number; the choices; the nodes covered."""


@kernel
def rarest(families, tree, s):
    """Return the uncovered node that is in the fewest remaining sets, or -1 if all are covered."""
    starts, members = families.starts, families.members
    listed, length, _, _, _, used, number = tree
    nodes = len(used)
    for v in range(nodes):
        number[v] = 0
    first = s[DEPTH] * (len(starts) - 1)
    for i in range(first, first + length[s[DEPTH]]):
        for j in range(starts[listed[i]], starts[listed[i] + 1]):
            number[members[j]] += 1
    best = -1
    for v in range(nodes):
        if used[v] == 0 and (best < 0 or number[v] < number[best]):
            best = v
    return best


@kernel
def cover(families, tree, s, budget):
    """Go on with the search; every choice of a node to branch on is a step.

    ``starts`` and ``members`` list the nodes of each set, ``rows`` are the same as words of 62
    bits. Depth 0 of ``listed`` and its ``length`` are set before the first call. When the status
    is FOUND, the first ``s[DEPTH]`` sets of ``chosen`` are an exact cover.
    """
    starts, members, rows = families
    listed, length, branch, cursor, chosen, used, number = tree
    sets = len(starts) - 1
    words = -(-len(used) // BITS)
    while budget > 0:
        depth = s[DEPTH]
        first = depth * sets
        # 1. A new node of the tree: choose the node that is in the fewest remaining sets.
        if s[ENTERED] == 0:
            v = rarest(families, tree, s)
            if v < 0:
                return FOUND
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            branch[depth] = v
            cursor[depth] = 0 if number[v] > 0 else length[depth]
        # 2. Find the next remaining set that holds it.
        v = branch[depth]
        word = v // BITS
        bit = 1 << v % BITS
        i = cursor[depth]
        while i < length[depth] and rows[listed[first + i] * words + word] & bit == 0:
            i += 1
        cursor[depth] = i + 1
        # 3. There is none: go back, and uncover the nodes of the last set.
        if i >= length[depth]:
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            last = chosen[depth - 1]
            for j in range(starts[last], starts[last + 1]):
                used[members[j]] = 0
            continue
        # 4. Choose it: its nodes are covered, and only the sets disjoint from it remain.
        new = listed[first + i]
        chosen[depth] = new
        for j in range(starts[new], starts[new + 1]):
            used[members[j]] = 1
        k = first + sets
        for i in range(first, first + length[depth]):
            other = listed[i]
            common = 0
            for w in range(words):
                common |= rows[other * words + w] & rows[new * words + w]
            if common == 0:
                listed[k] = other
                k += 1
        length[depth + 1] = k - first - sets
        s[DEPTH] += 1
        s[ENTERED] = 0
    return MORE


RANDOM, COLORS, CONFLICTS, FEWEST, LISTED, WORDS = range(1, 7)  # after STEPS

ColoredGraph = namedtuple("ColoredGraph", "indptr indices")
"""The neighbors of every node."""
TabuTables = namedtuple("TabuTables", "color near tabu conflicting place")
"""The colors; the neighbors of each color, and when it is allowed; nodes with conflicts."""


@kernel
def enlist(conflicting, place, v, s):
    """Add v to the nodes with conflicts."""
    place[v] = s[LISTED]
    conflicting[s[LISTED]] = v
    s[LISTED] += 1


@kernel
def strike(conflicting, place, v, s):
    """Remove v from the nodes with conflicts; the last one moves to its place."""
    s[LISTED] -= 1
    last = conflicting[s[LISTED]]
    conflicting[place[v]] = last
    place[last] = place[v]
    place[v] = -1


@kernel
def best_move(color, near, tabu, conflicting, s):
    """Return the best move ``v * k + c`` that is allowed, a random one of equals, or -1."""
    k = s[COLORS]
    best = -1
    least = 0
    equals = 0
    for i in range(s[LISTED]):
        v = conflicting[i]
        own = near[v * k + color[v]]
        for c in range(k):
            if c == color[v]:
                continue
            move = v * k + c
            change = near[move] - own
            if best >= 0 and change > least:
                continue
            # Aspiration: a tabu move is allowed if there were never so few conflicts.
            if tabu[move] > s[STEPS] and s[CONFLICTS] + change >= s[FEWEST]:
                continue
            # Reservoir sampling: every one of the equal moves is as likely.
            equals = 1 if best < 0 or change < least else equals + 1
            if equals == 1 or below(s, equals) == 0:
                best = move
            least = change
    return best


@kernel
def repair(graph, coloring, s, budget):
    """Go on with the repair; FOUND when there is no conflict."""
    indptr, indices = graph
    color, near, tabu, conflicting, place = coloring
    k = s[COLORS]
    limit = s[STEPS] + budget
    while s[CONFLICTS] > 0:
        if s[STEPS] >= limit:
            return MORE
        # 1. The best color change of a node with conflicts, even if their number grows.
        s[STEPS] += 1
        move = best_move(color, near, tabu, conflicting, s)
        if move < 0:
            continue  # all are tabu: wait until one is allowed again
        # 2. Change the color, and update the counts and lists of the neighbors.
        v = move // k
        new = move % k
        old = color[v]
        s[CONFLICTS] += near[move] - near[v * k + old]
        s[FEWEST] = min(s[FEWEST], s[CONFLICTS])
        color[v] = new
        if near[move] == 0:
            strike(conflicting, place, v, s)
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            near[w * k + old] -= 1
            near[w * k + new] += 1
            if color[w] == old and near[w * k + old] == 0:
                strike(conflicting, place, w, s)
            elif color[w] == new and near[w * k + new] == 1:
                enlist(conflicting, place, w, s)
        # 3. The old color is tabu for 0.6 times the number of nodes with conflicts, plus 0 to 9.
        tabu[v * k + old] = s[STEPS] + below(s, 10) + 3 * s[LISTED] // 5
    return FOUND
