"""The listing search: all Hamiltonian cycles through fixed edges, by the rules of edge-forcing.

Where the rules end, an edge is split on, used first, then unused: the first open edge of the vertex
that has the fewest ways to be served, the first such vertex. So of two cycles that one comes first
which uses the edge of the first split they differ in.

The records of edges and rows are those of the edge-forcing search. Field F of split d is
``splits[SPLIT_ * d + F]``; the words of ``s`` are those of the edge-forcing search and more.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.forcing import (
    BEGIN,
    BY,
    CHOOSE,
    DEPTH,
    EDGE,
    END,
    EXHAUSTED,
    FOLLOW,
    FULL,
    LEFT,
    MARK,
    MORE,
    OPEN,
    PHASE,
    RETREAT,
    ROW,
    SERVED,
    SPLIT,
    STEPS,
    TOTAL,
    TRAIL,
    USED,
    USED_,
    VERTICES,
    WORDS as FORCING_WORDS,
    A,
    B,
    drop,
    follow,
    serve,
    undo,
    use,
)

(
    ROOT,  # the first vertex of a walk
    LAST,  # its last one, or -1
    ROOM,  # walks that may be listed before a pause
    LISTED,  # walks that are listed
    WORDS,
) = range(FORCING_WORDS, FORCING_WORDS + 5)
SPLIT_ON, START, SECOND, SPLIT_ = range(4)
"""Fields of a split: its edge, the trail before it, and whether the edge is unused by now."""
LOOKS = 16
"""Vertices that are looked at in the time of a step."""


@kernel
def narrowest(edges, rows, lists, s):
    """Return the first open edge of the vertex with the fewest ways to use its open edges."""
    fewest = len(edges) * len(edges)
    best = 0
    v = 0
    while (
        v < s[VERTICES] and fewest > 2
    ):  # with fewer ways than two, the rules would not have ended
        used = rows[ROW * v + USED_]
        if used < 2:
            ways = rows[ROW * v + LEFT] - used
            if used == 0:
                ways = ways * (ways - 1) // 2
            if ways < fewest:
                fewest = ways
                best = v
        v += 1
    s[STEPS] += v // LOOKS
    i = rows[ROW * best + BEGIN]
    while edges[EDGE * lists[i] + MARK] != OPEN:
        i += 1
    return lists[i]


@kernel
def comes_first(edges, splits, images, s):
    """Whether no image of the cycle comes before it.

    A row of ``images`` has the edges that a symmetry puts in the places of all edges; the
    symmetries are a group.
    """
    size = len(edges) // EDGE
    for row in range(0, len(images), size):
        for d in range(1, s[DEPTH] + 1):
            unused = edges[EDGE * images[row + splits[SPLIT_ * d + SPLIT_ON]] + MARK] != USED
            if unused != (splits[SPLIT_ * d + SECOND] == 1):
                if not unused:
                    return False
                break
    return True


@kernel
def write(edges, rows, lists, walks, s):
    """List the cycle of used edges as a walk from the root that ends at the last vertex.

    If that is -1, the second vertex is the first of the root's two neighbours.
    """
    at = s[LISTED] * s[VERTICES]
    before = s[LAST]
    v = s[ROOT]
    for k in range(at, at + s[VERTICES]):
        walks[k] = v
        i = rows[ROW * v + BEGIN]
        while True:
            e = EDGE * lists[i]
            w = edges[e + A] + edges[e + B] - v
            if edges[e + MARK] == USED and w != before:
                break
            i += 1
        before = v
        v = w
    s[LISTED] += 1
    s[STEPS] += s[VERTICES] // LOOKS


@kernel
def list_cycles(edges, rows, lists, splits, images, walks, s, budget):
    """Go on with the search; every mark is a step.

    FULL: ``s[LISTED]`` walks are listed, as many as ``s[ROOM]``. EXHAUSTED: there are no others
    than those listed. Listed are the cycles that come before all their images.
    """
    stop = s[STEPS] + budget
    while s[STEPS] < stop:
        if s[SERVED] < s[VERTICES]:
            s[STEPS] += 1
            if serve(edges, rows, lists, s, s[SERVED]):
                s[SERVED] += 1
            else:
                s[SERVED] = s[VERTICES]
                s[PHASE] = RETREAT
        elif s[PHASE] == FOLLOW:
            if not follow(edges, rows, lists, s):
                s[PHASE] = RETREAT
            elif s[TOTAL] < s[VERTICES]:
                s[PHASE] = CHOOSE
            else:
                s[PHASE] = RETREAT
                if comes_first(edges, splits, images, s):
                    write(edges, rows, lists, walks, s)
                    if s[LISTED] == s[ROOM]:
                        return FULL
        elif s[PHASE] == CHOOSE:
            s[DEPTH] += 1
            at = SPLIT_ * s[DEPTH]
            splits[at + SPLIT_ON] = narrowest(edges, rows, lists, s)
            splits[at + START] = s[TRAIL]
            splits[at + SECOND] = 0
            s[BY] = SPLIT
            use(edges, rows, lists, s, splits[at + SPLIT_ON])  # it is open, so this cannot fail
            s[PHASE] = FOLLOW
        else:
            while s[DEPTH] > 0 and splits[SPLIT_ * s[DEPTH] + SECOND] == 1:
                s[DEPTH] -= 1
            if s[DEPTH] == 0:
                return EXHAUSTED
            at = SPLIT_ * s[DEPTH]
            undo(edges, rows, lists, s, splits[at + START])
            splits[at + SECOND] = 1
            s[BY] = SPLIT
            drop(edges, rows, lists, s, splits[at + SPLIT_ON])
            s[PHASE] = FOLLOW
    return MORE
