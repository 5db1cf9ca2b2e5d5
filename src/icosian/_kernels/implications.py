"""What decided edges of a graph imply, why they do, and how decisions are taken back.

Literal 2 e says that edge e is used by the cycle, 2 e + 1 that it is not. Two rules are built in,
so no clause has to state them: every vertex has exactly two used edges, and an edge that would
close a path of at most ``WALK`` used edges is not used. In addition there are clauses, each of
which watches two of its literals [1]_. Why a literal holds is computed only when a conflict asks
for it: most reasons are never asked for, and then cost nothing (lazy explanations [2]_).

Arrays hold records: field F of vertex v is ``vertices[VERTEX * v + F]``, of edge e
``edges[EDGE * e + F]``. ``arcs`` holds the edges at each vertex. ``sign`` is 1 for a literal that
holds, -1 for its denial. ``trail`` holds the literals that hold, in order; those before ``HEAD``
were followed, and counted at their vertices. ``scores`` has the score of each edge, ``heap`` at
least the open edges, the highest score on top. A clause in ``pool`` is four words, its size, the
next watches of its first and its second literal, and its rank, and then its literals; the rank is
the number of levels that a learnt clause spans, 0 for a clause that is kept for good. ``watch`` has
the first watch of each literal: 2 c + k stands for literal k of the clause at c. The words of ``s``
are named below.

References
----------
.. [1] M. W. Moskewicz et al., Chaff, Design Automation Conference (2001), 530-535.
.. [2] I. P. Gent, I. Miguel, N. C. A. Moore, Lazy explanations for constraint propagators, PADL
   (2010), 217-233.
"""

from icosian._kernels._jit import kernel

(
    STEPS,
    VERTICES,
    EDGES,
    WALK,  # edges of the longest path that is kept from closing
    TRAIL,  # literals that hold
    HEAD,  # of these, how many were followed
    LEVEL,  # open decisions
    TARGET,  # to which level a retreat leads
    POOLED,  # words of the pool
    LINKED,  # of these, how many belong to clauses that are watched
    LEARNTS,  # clauses that may be forgotten
    MOST,  # how many of them are kept
    CONFLICTS,
    PATIENCE,  # the number of conflicts that the next restart waits for
    RUNS,  # restarts so far
    HEAPED,  # edges in the heap
    RISE,  # what a bump adds to a score
    STAMP,  # the latest mark of a level
    POINTER,  # while cycles are labelled: the vertices before it have their labels
    LABELS,  # cycles labelled so far
    AT,  # where a round stands: a vertex,
    BY,  # the edge it is left by,
    RING,  # and the number of the cycle
    DEEPEST,  # the level to which the latest cuts lead back
    LITERAL,  # in a conflict: the literal that would have to hold,
    CAUSE,  # and the reason why
    RECORD,  # 1 if the log is written
    LOGGED,  # words of the log
    ROOM,  # free words of the log that no single step can exceed
    FEWEST,  # the fewest cycles that the used edges have formed, or 0
    REPHASE,  # 1 if the next run begins with these edges
    PHASE,
    WORDS,
) = range(33)
BEGIN, LEFT, USED, FIRST, SECOND, FAR, LENGTH, LABEL, VERTEX = range(9)
"""Fields of a vertex: where its arcs begin, how many of its edges are not yet unused and how many
are used, the used ones, the other end and the length of the path that ends here, its cycle."""
A, B, PLACE, DEPTH, REASON, PHASED, SPOT, SEEN, BEST, EDGE = range(10)
"""Fields of an edge: its vertices; of its literal the place on the trail, level and reason; the
literal it had last; its place in the heap or -1; 1 if an analysis has met it; the
literal it had when the used edges formed the fewest cycles."""
SIZE, NEXT, RANK, HEADER = 0, 1, 3, 4  # fields of a clause
NONE, DECIDED, GIVEN, PATH, CORNER = -1, -2, -3, -4, -5
"""Reasons other than the place of a clause: none, a decision, a truth, the path that the edge would
close, and ``CORNER - v``, the degree of vertex v."""


@kernel
def rise(edges, scores, heap, e, i):
    """Move edge e up in the heap from place i."""
    score = scores[e]
    while i > 0:
        up = (i - 1) >> 1
        f = heap[up]
        if scores[f] >= score:
            break
        heap[i] = f
        edges[EDGE * f + SPOT] = i
        i = up
    heap[i] = e
    edges[EDGE * e + SPOT] = i


@kernel
def pop(edges, scores, heap, s):
    """Take the edge with the highest score off the heap."""
    s[STEPS] += 1
    top = heap[0]
    edges[EDGE * top + SPOT] = -1
    s[HEAPED] -= 1
    size = s[HEAPED]
    if size:
        e = heap[size]
        score = scores[e]
        i = 0
        while 2 * i + 1 < size:
            down = 2 * i + 1
            f = heap[down]
            if down + 1 < size and scores[heap[down + 1]] > scores[f]:
                down += 1
                f = heap[down]
            if scores[f] <= score:
                break
            heap[i] = f
            edges[EDGE * f + SPOT] = i
            i = down
        heap[i] = e
        edges[EDGE * e + SPOT] = i
    return top


@kernel
def bump(edges, scores, heap, s, e):
    """Raise the score of an edge."""
    scores[e] += s[RISE]
    if edges[EDGE * e + SPOT] >= 0:
        rise(edges, scores, heap, e, edges[EDGE * e + SPOT])


@kernel
def hold(edges, sign, trail, s, literal, reason):
    """Let a literal hold."""
    sign[literal] = 1
    sign[literal ^ 1] = -1
    at = EDGE * (literal >> 1)
    edges[at + PLACE] = s[TRAIL]
    edges[at + DEPTH] = s[LEVEL]
    edges[at + REASON] = reason
    trail[s[TRAIL]] = literal
    s[TRAIL] += 1


@kernel
def settle(vertices, arcs, edges, sign, trail, s, v, denied):
    """Decide the open edges at a vertex: used if ``denied`` is 0, else not."""
    for i in range(vertices[VERTEX * v + BEGIN], vertices[VERTEX * (v + 1) + BEGIN]):
        if sign[2 * arcs[i]] == 0:
            hold(edges, sign, trail, s, 2 * arcs[i] + denied, CORNER - v)


@kernel
def joining(vertices, arcs, edges, a, b):
    """Return the edge between two vertices, or -1."""
    pa = VERTEX * a + BEGIN
    pb = VERTEX * b + BEGIN
    if vertices[pa + VERTEX] - vertices[pa] > vertices[pb + VERTEX] - vertices[pb]:
        a, b = b, a
        pa = pb
    for i in range(vertices[pa], vertices[pa + VERTEX]):
        at = EDGE * arcs[i]
        if edges[at + A] == b or edges[at + B] == b:
            return arcs[i]
    return -1


@kernel
def onward(vertices, v, came):
    """Return the used edge at v that a path goes on with, which came by another one, or -1."""
    e = vertices[VERTEX * v + FIRST]
    return vertices[VERTEX * v + SECOND] if e == came else e


@kernel
def follow_use(vertices, arcs, edges, sign, trail, s, e):
    """Count an edge as used; return the reason why it must not be, or NONE."""
    u = edges[EDGE * e + A]
    v = edges[EDGE * e + B]
    pu = VERTEX * u
    pv = VERTEX * v
    n = s[VERTICES]
    # 1. A vertex with two used edges already is a conflict.
    if vertices[pu + USED] == 2:
        return CORNER - u
    if vertices[pv + USED] == 2:
        return CORNER - v
    # 2. The paths that end at u and v become one, from a to b; it must not be closed too early.
    a = u
    b = v
    length = 1
    if vertices[pu + USED] == 1:
        a = vertices[pu + FAR]
        length += vertices[pu + LENGTH]
    if vertices[pv + USED] == 1:
        b = vertices[pv + FAR]
        length += vertices[pv + LENGTH]
    if a == v:  # u and v are the ends of one path, which was counted twice
        length = (length + 1) >> 1
        if length <= s[WALK] + 1 and length < n:
            return PATH
    else:
        vertices[VERTEX * a + FAR] = b
        vertices[VERTEX * b + FAR] = a
        vertices[VERTEX * a + LENGTH] = length
        vertices[VERTEX * b + LENGTH] = length
    # 3. Count the edge; where two are used, the others are not.
    vertices[pu + FIRST + vertices[pu + USED]] = e
    vertices[pv + FIRST + vertices[pv + USED]] = e
    vertices[pu + USED] += 1
    vertices[pv + USED] += 1
    if vertices[pu + USED] == 2:
        settle(vertices, arcs, edges, sign, trail, s, u, 1)
    if vertices[pv + USED] == 2:
        settle(vertices, arcs, edges, sign, trail, s, v, 1)
    # 4. The edge that would close the new path is not used.
    if 1 < length <= s[WALK] and length + 1 < n and a != v:
        f = joining(vertices, arcs, edges, a, b)
        if f >= 0 and sign[2 * f] == 0:
            hold(edges, sign, trail, s, 2 * f + 1, PATH)
    return NONE


@kernel
def follow_drop(vertices, arcs, edges, sign, trail, s, e):
    """Count an edge as unused; return the reason why it must not be, or NONE."""
    u = edges[EDGE * e + A]
    v = edges[EDGE * e + B]
    pu = VERTEX * u + LEFT
    pv = VERTEX * v + LEFT
    if vertices[pu] == 2:
        return CORNER - u
    if vertices[pv] == 2:
        return CORNER - v
    vertices[pu] -= 1
    vertices[pv] -= 1
    if vertices[pu] == 2:
        settle(vertices, arcs, edges, sign, trail, s, u, 0)
    if vertices[pv] == 2:
        settle(vertices, arcs, edges, sign, trail, s, v, 0)
    return NONE


@kernel
def follow_clauses(edges, sign, trail, watch, pool, s, literal):
    """Look at the clauses that watch a literal which fails; return one that fails, or NONE."""
    at = -1  # the word of the pool that leads to the clause looked at, or -1: the first one
    link = watch[literal]
    while link >= 0:
        c = link >> 1
        k = link & 1
        s[STEPS] += 1
        # 1. A clause whose other watch holds is left alone.
        following = pool[c + NEXT + k]
        other = pool[c + HEADER + 1 - k]
        moved = False
        if sign[other] <= 0:
            # 2. Watch another literal that does not fail, if there is one.
            for i in range(c + HEADER + 2, c + HEADER + pool[c + SIZE]):
                better = pool[i]
                if sign[better] >= 0:
                    pool[i] = literal
                    pool[c + HEADER + k] = better
                    pool[c + NEXT + k] = watch[better]
                    watch[better] = link
                    moved = True
                    break
            # 3. Else the other watch is concluded, or in conflict.
            if not moved:
                if sign[other] < 0:
                    s[LITERAL] = other
                    return c
                hold(edges, sign, trail, s, other, c)
        # 4. Unlink a clause that moved to the list of another literal.
        if moved:
            if at < 0:
                watch[literal] = following
            else:
                pool[at] = following
        else:
            at = c + NEXT + k
        link = following
    return NONE


@kernel
def propagate(vertices, arcs, edges, sign, trail, watch, pool, s, end):
    """Follow the literals that hold, up to a number of steps; return what fails, or NONE.

    In a conflict ``s[LITERAL]`` fails, and the reason that is returned says that it has to hold.
    """
    while s[HEAD] < s[TRAIL] and s[STEPS] < end:
        literal = trail[s[HEAD]]
        s[STEPS] += 1
        s[LITERAL] = literal ^ 1
        if literal & 1:
            reason = follow_drop(vertices, arcs, edges, sign, trail, s, literal >> 1)
        else:
            reason = follow_use(vertices, arcs, edges, sign, trail, s, literal >> 1)
        if reason != NONE:
            return reason
        s[HEAD] += 1
        reason = follow_clauses(edges, sign, trail, watch, pool, s, literal ^ 1)
        if reason != NONE:
            return reason
    return NONE


@kernel
def retreat(vertices, edges, sign, trail, scores, heap, s, start, end):
    """Take literals back from the end of the trail; return True if ``start`` was reached."""
    while s[TRAIL] > start:
        if s[STEPS] >= end:
            return False
        s[STEPS] += 1
        s[TRAIL] -= 1
        literal = trail[s[TRAIL]]
        e = literal >> 1
        at = EDGE * e
        # 1. Undo what was counted when the literal was followed.
        if s[TRAIL] < s[HEAD]:
            s[HEAD] = s[TRAIL]
            u = edges[at + A]
            v = edges[at + B]
            pu = VERTEX * u
            pv = VERTEX * v
            if literal & 1:
                vertices[pu + LEFT] += 1
                vertices[pv + LEFT] += 1
            else:
                vertices[pu + USED] -= 1
                vertices[pv + USED] -= 1
                a = u
                b = v
                if vertices[pu + USED]:
                    a = vertices[pu + FAR]
                if vertices[pv + USED]:
                    b = vertices[pv + FAR]
                if a != v:  # else it had closed a path
                    vertices[VERTEX * a + FAR] = u
                    vertices[VERTEX * b + FAR] = v
                    vertices[VERTEX * a + LENGTH] = vertices[pu + LENGTH]
                    vertices[VERTEX * b + LENGTH] = vertices[pv + LENGTH]
        # 2. The edge is open again, remembers its phase, and returns to the heap.
        sign[literal] = 0
        sign[literal ^ 1] = 0
        edges[at + PHASED] = literal
        if edges[at + SPOT] < 0:
            s[HEAPED] += 1
            rise(edges, scores, heap, e, s[HEAPED] - 1)
    return True


@kernel
def explain(vertices, arcs, edges, sign, pool, why, s, literal, reason):
    """Write the literals from which a reason concludes a literal; return their number."""
    e = literal >> 1
    count = 0
    # 1. A clause: all its other literals fail.
    if reason >= 0:
        for i in range(reason + HEADER, reason + HEADER + pool[reason + SIZE]):
            if pool[i] != literal:
                why[count] = pool[i] ^ 1
                count += 1
    # 2. A path that the edge would close: its edges are used.
    elif reason == PATH:
        v = edges[EDGE * e + A]
        last = edges[EDGE * e + B]
        came = -1
        while v != last:
            came = onward(vertices, v, came)
            v = edges[EDGE * came + A] ^ edges[EDGE * came + B] ^ v
            why[count] = 2 * came
            count += 1
    # 3. A vertex with two used edges.
    elif literal & 1:
        v = CORNER - reason
        why[0] = 2 * vertices[VERTEX * v + FIRST]
        why[1] = 2 * vertices[VERTEX * v + SECOND]
        count = 2
    # 4. A vertex with two edges left: the others had been denied before.
    else:
        at = VERTEX * (CORNER - reason) + BEGIN
        most = vertices[at + VERTEX] - vertices[at] - 2
        before = edges[EDGE * e + PLACE]
        for i in range(vertices[at], vertices[at + VERTEX]):
            f = arcs[i]
            if count < most and sign[2 * f] < 0 and edges[EDGE * f + PLACE] < before:
                why[count] = 2 * f + 1
                count += 1
    s[STEPS] += count
    return count
