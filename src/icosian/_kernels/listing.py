"""Enumeration of all Hamiltonian cycles through fixed edges, by edge forcing and branching.

1. The rules of edge forcing run to their end: two edges at every vertex, no cycle closes early.
2. Branch on an edge, used first, then unused: the first open edge of the vertex with the fewest
   ways to be completed. If vertices are due at given times, it is the vertex that the walk from the
   root has reached. [Selby; Knuth, The Art of Computer Programming, pre-fascicle 8a, 7.2.2.4,
   Algorithm H.]
3. A cycle of all vertices is listed, unless its image under a symmetry comes first.

If only cycles are asked for that a symmetry keeps, the image of each marked edge is marked alike.

So of two cycles the one comes first that uses the edge of the first split in which they differ.
The records of edges and rows, and the words of ``s``, extend those of :mod:`.forcing`. Field F of
split d is ``splits[SPLIT_ * d + F]``.
"""

from collections import namedtuple

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
    NTH,
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
    LAST,  # the last vertex of a walk, or -1
    ROOM,  # the number of walks listed before a pause
    LISTED,  # the number of walks listed so far
    FLOOR,  # the number of splits given, with their records, by the path of a branch
    MIRRORED,  # of the edges marked so far, how many have images marked alike
    WORDS,
) = range(FORCING_WORDS, FORCING_WORDS + 7)
SPLIT_ON, START, SECOND, SPLIT_ = range(4)
"""Fields of a split: its edge, the trail before it, and 1 if its second branch is searched."""
LOOKS = 16
"""The number of vertices that are visited in the time of a step."""

ListedCycles = namedtuple("ListedCycles", "images mirror due may walks")
"""The symmetries of cycles, the times at which vertices are due and may be, and the walks.

``mirror`` is the permutation of the edges that keeps the cycles asked for; empty: any cycles.
"""


@kernel
def follow_images(graph, mirror, s):
    """Follow the marks and their images; False if they contradict each other."""
    edges = graph.edges
    while follow(graph, s):
        if len(mirror) == 0 or s[MIRRORED] == s[TRAIL]:
            return True
        e = edges[EDGE * s[MIRRORED] + NTH]
        s[MIRRORED] += 1
        value = edges[EDGE * e + MARK]
        if edges[EDGE * mirror[e] + MARK] == OPEN:
            s[BY] = SPLIT
            if value != USED:
                drop(graph, s, mirror[e])
            elif not use(graph, s, mirror[e]):
                return False
        elif edges[EDGE * mirror[e] + MARK] != value:
            return False
    return False


@kernel
def narrowest(rows, s):
    """Return the first vertex with the fewest ways to choose its missing edges."""
    fewest = len(rows) * len(rows)
    best = 0
    v = 0
    # Two ways are the fewest: with one, the rules would not have ended.
    while v < s[VERTICES] and fewest > 2:
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
def tip(graph, s):
    """Return the vertex that the walk of used edges from the root has reached."""
    edges = graph.edges
    v = s[ROOT]
    e = next_edge(graph, v, -1)
    if e >= 0 and edges[e + A] + edges[e + B] - v == s[LAST]:
        e = next_edge(graph, v, e)
    while e >= 0:
        v = edges[e + A] + edges[e + B] - v
        e = next_edge(graph, v, e)
        s[STEPS] += 1
    return v


@kernel
def open_edge(graph, v):
    """Return the first open edge of a vertex."""
    edges, rows, lists = graph
    i = rows[ROW * v + BEGIN]
    while edges[EDGE * lists[i] + MARK] != OPEN:
        i += 1
    return lists[i]


@kernel
def passes(graph, listed, s, u, step):
    """Return True if the path of used edges at u, up to the next due vertices, can be in time."""
    edges, rows, lists = graph
    due, may = listed.due, listed.may
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
            e = next_edge(graph, v, e)
        step = size - step  # the other used edge leads the other way
    return True


@kernel
def next_edge(graph, v, last):
    """Return the used edge of v other than ``last``, or -1."""
    edges, rows, lists = graph
    for i in range(rows[ROW * v + BEGIN], rows[ROW * v + END]):
        e = EDGE * lists[i]
        if edges[e + MARK] == USED and e != last:
            return e
    return -1


@kernel
def in_time(graph, listed, s):
    """Return True if the paths of used edges can pass all vertices in time, in one direction.

    On a walk from the root, v is due at ``due[v]`` unless that is -1, and may be passed at time t
    if ``may[s[VERTICES] * v + t]`` is 1. Both arrays are empty if no vertex is due.
    """
    due = listed.due
    s[STEPS] += len(due) // LOOKS
    for u in range(len(due)):
        if (
            due[u] >= 0
            and not passes(graph, listed, s, u, 1)
            and not passes(graph, listed, s, u, s[VERTICES] - 1)
        ):
            return False
    return True


@kernel
def comes_first(edges, splits, images, s):
    """Return True if no image of the cycle comes before it.

    A row of ``images`` is the permutation of the edges under a symmetry; the symmetries are a
    group. Cycle and image are compared at the splits, in order.
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
def write(graph, walks, s):
    """List the cycle of used edges as a walk from the root to the last vertex.

    If that is -1, the walk begins with the first used edge of the root.
    """
    edges = graph.edges
    at = s[LISTED] * s[VERTICES]
    v = s[ROOT]
    e = next_edge(graph, v, -1)
    if edges[e + A] + edges[e + B] - v == s[LAST]:
        e = next_edge(graph, v, e)
    for k in range(at, at + s[VERTICES]):
        walks[k] = v
        v = edges[e + A] + edges[e + B] - v
        e = next_edge(graph, v, e)
    s[LISTED] += 1
    s[STEPS] += s[VERTICES] // LOOKS


@kernel
def list_cycles(graph, splits, listed, s, budget):
    """Continue the search; every marked edge is a step.

    FULL: ``s[ROOM]`` walks are listed. EXHAUSTED: all cycles have been listed, of each class of
    images the first.
    """
    stop = s[STEPS] + budget
    while s[STEPS] < stop:
        # 1. At the beginning, apply the degree rule to every vertex.
        if s[SERVED] < s[VERTICES]:
            s[STEPS] += 1
            if serve(graph, s, s[SERVED]):
                s[SERVED] += 1
            else:
                s[SERVED] = s[VERTICES]
                s[PHASE] = RETREAT
        # 2. Propagate; then branch, list a complete cycle, or retreat from a contradiction.
        elif s[PHASE] == FOLLOW:
            if not (follow_images(graph, listed.mirror, s) and in_time(graph, listed, s)):
                s[PHASE] = RETREAT
            elif s[TOTAL] < s[VERTICES]:
                s[PHASE] = CHOOSE
            else:
                s[PHASE] = RETREAT
                if comes_first(graph.edges, splits, listed.images, s):
                    write(graph, listed.walks, s)
                    if s[LISTED] == s[ROOM]:
                        return FULL
        # 3. Branch on an edge; the first splits of a branch of the search are given.
        elif s[PHASE] == CHOOSE:
            s[DEPTH] += 1
            at = SPLIT_ * s[DEPTH]
            v = tip(graph, s) if len(listed.due) > 0 else narrowest(graph.rows, s)
            splits[at + SPLIT_ON] = open_edge(graph, v)
            splits[at + START] = s[TRAIL]
            if s[DEPTH] > s[FLOOR]:
                splits[at + SECOND] = 0
            s[BY] = SPLIT
            s[PHASE] = FOLLOW
            if splits[at + SECOND] == 0:
                use(graph, s, splits[at + SPLIT_ON])  # an open edge: cannot fail
            else:
                drop(graph, s, splits[at + SPLIT_ON])
        # 4. Retreat to the last split whose edge has only been used so far, and leave it out.
        else:
            while s[DEPTH] > s[FLOOR] and splits[SPLIT_ * s[DEPTH] + SECOND] == 1:
                s[DEPTH] -= 1
            if s[DEPTH] <= s[FLOOR]:
                return EXHAUSTED
            at = SPLIT_ * s[DEPTH]
            undo(graph, s, splits[at + START])
            s[MIRRORED] = s[TRAIL]
            splits[at + SECOND] = 1
            s[BY] = SPLIT
            drop(graph, s, splits[at + SPLIT_ON])
            s[PHASE] = FOLLOW
    return MORE
