"""TabuCol: tabu search for a proper coloring with k colors.

A. Hertz, D. de Werra, Using tabu search techniques for graph coloring, Computing 39 (1987),
345-351. All nodes have one of k colors, and an edge between nodes of the same color is a conflict.
``near[v * k + c]`` counts the neighbors of v with color c, so ``near[v * k + color[v]]`` the
conflicts of v; ``conflicting`` lists the nodes with conflicts, and ``place`` has their places there
(or -1). The words of ``s`` are named below; all randomness comes from ``s[RANDOM]``.
"""

from typing import Any, NamedTuple

from icosian._kernels._jit import kernel
from icosian._kernels.words import below

STEPS, RANDOM, COLORS, CONFLICTS, FEWEST, LISTED, WORDS = range(7)
MORE, DONE = 0, 1  # statuses


class ColoredGraph(NamedTuple):
    """The neighbors of every node."""

    indptr: Any
    indices: Any


class TabuTables(NamedTuple):
    """The colors; the neighbors of each color, and when it is allowed; nodes with conflicts."""

    color: Any
    near: Any
    tabu: Any
    conflicting: Any
    place: Any


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
    """Go on with the repair; DONE when there is no conflict."""
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
    return DONE
