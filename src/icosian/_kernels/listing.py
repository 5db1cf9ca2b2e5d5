"""The listing search: all Hamiltonian cycles through fixed edges, by the rules of edge-forcing.

Where the rules end, an edge is split on, used first, then unused: the first open edge of the vertex
that has the fewest ways to be served, the first such vertex. Or, if vertices are due at given
times, of the one that the walk from the root has come to. So of two cycles that one comes first
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
    FLOOR,  # splits that are given: whether the edge of each is used stands in its record
    WORDS,
) = range(FORCING_WORDS, FORCING_WORDS + 6)
SPLIT_ON, START, SECOND, SPLIT_ = range(4)
"""Fields of a split: its edge, the trail before it, and whether the edge is unused by now."""
LOOKS = 16
"""Vertices that are looked at in the time of a step."""


@kernel
def narrowest(rows, s):
    """Return the vertex with the fewest ways to use its open edges, the first of these."""
    fewest = len(rows) * len(rows)
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
    return best


@kernel
def tip(edges, rows, lists, s):
    """Return the vertex that the walk from the root has come to."""
    v = s[ROOT]
    e = next_edge(edges, rows, lists, v, -1)
    if e >= 0 and edges[e + A] + edges[e + B] - v == s[LAST]:
        e = next_edge(edges, rows, lists, v, e)
    while e >= 0:
        v = edges[e + A] + edges[e + B] - v
        e = next_edge(edges, rows, lists, v, e)
        s[STEPS] += 1
    return v


@kernel
def open_edge(edges, rows, lists, v):
    """Return the first open edge of a vertex."""
    i = rows[ROW * v + BEGIN]
    while edges[EDGE * lists[i] + MARK] != OPEN:
        i += 1
    return lists[i]


@kernel
def passes(edges, rows, lists, due, may, s, u, step):
    """Whether what lies near u may be passed in time, if a walk takes u's first used edge ahead.

    Near is what u's path of used edges leads to, up to the next vertex that is due; a step of
    ``s[VERTICES] - 1`` is a step back.
    """
    size = s[VERTICES]
    for i in range(rows[ROW * u + BEGIN], rows[ROW * u + END]):
        e = EDGE * lists[i]
        if edges[e + MARK] != USED:
            continue
        v = u
        time = due[u]
        while e >= 0 and (v == u or due[v] < 0):
            v = edges[e + A] + edges[e + B] - v
            time = (time + step) % size
            if may[size * v + time] == 0:
                return False
            e = next_edge(edges, rows, lists, v, e)
        step = size - step  # the other used edge leads the other way
    return True


@kernel
def next_edge(edges, rows, lists, v, last):
    """Return the record of v's used edge that is not the last one, or -1."""
    for i in range(rows[ROW * v + BEGIN], rows[ROW * v + END]):
        e = EDGE * lists[i]
        if edges[e + MARK] == USED and e != last:
            return e
    return -1


@kernel
def in_time(edges, rows, lists, due, may, s):
    """Whether the paths of used edges can pass all vertices in time.

    The times of a walk from the root: v is due at ``due[v]`` if that is no -1, and may be passed at
    t if ``may[s[VERTICES] * v + t]`` is 1. Both are empty if no vertex is due.
    """
    s[STEPS] += len(due) // LOOKS
    for u in range(len(due)):
        if (
            due[u] >= 0
            and not passes(edges, rows, lists, due, may, s, u, 1)
            and not passes(edges, rows, lists, due, may, s, u, s[VERTICES] - 1)
        ):
            return False
    return True


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
    v = s[ROOT]
    e = next_edge(edges, rows, lists, v, -1)
    if edges[e + A] + edges[e + B] - v == s[LAST]:
        e = next_edge(edges, rows, lists, v, e)
    for k in range(at, at + s[VERTICES]):
        walks[k] = v
        v = edges[e + A] + edges[e + B] - v
        e = next_edge(edges, rows, lists, v, e)
    s[LISTED] += 1
    s[STEPS] += s[VERTICES] // LOOKS


@kernel
def list_cycles(edges, rows, lists, splits, images, due, may, walks, s, budget):
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
            if not (follow(edges, rows, lists, s) and in_time(edges, rows, lists, due, may, s)):
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
            v = tip(edges, rows, lists, s) if len(due) > 0 else narrowest(rows, s)
            splits[at + SPLIT_ON] = open_edge(edges, rows, lists, v)
            splits[at + START] = s[TRAIL]
            if s[DEPTH] > s[FLOOR]:
                splits[at + SECOND] = 0
            s[BY] = SPLIT
            s[PHASE] = FOLLOW
            if splits[at + SECOND] == 0:
                use(edges, rows, lists, s, splits[at + SPLIT_ON])  # it is open: this cannot fail
            else:
                drop(edges, rows, lists, s, splits[at + SPLIT_ON])
        else:
            while s[DEPTH] > s[FLOOR] and splits[SPLIT_ * s[DEPTH] + SECOND] == 1:
                s[DEPTH] -= 1
            if s[DEPTH] <= s[FLOOR]:
                return EXHAUSTED
            at = SPLIT_ * s[DEPTH]
            undo(edges, rows, lists, s, splits[at + START])
            splits[at + SECOND] = 1
            s[BY] = SPLIT
            drop(edges, rows, lists, s, splits[at + SPLIT_ON])
            s[PHASE] = FOLLOW
    return MORE
