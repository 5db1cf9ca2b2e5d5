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

from __future__ import annotations

from collections import namedtuple

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
    PHASE,
    WORDS,
) = range(31)
BEGIN, LEFT, USED, FIRST, SECOND, FAR, LENGTH, LABEL, VERTEX = range(9)
"""Fields of a vertex: where its arcs begin, how many of its edges are not yet unused and how many
are used, the used ones, the other end and the length of the path that ends here, its cycle."""
A, B, PLACE, DEPTH, REASON, PHASED, SPOT, SEEN, EDGE = range(9)
"""Fields of an edge: its vertices; of its literal the place on the trail, level and reason; the
literal it had last; its place in the heap or -1; 1 if an analysis has met it."""
SIZE, NEXT, RANK, HEADER = 0, 1, 3, 4  # fields of a clause
NONE, DECIDED, GIVEN, PATH, CORNER = -1, -2, -3, -4, -5
"""Reasons other than the place of a clause: none, a decision, a truth, the path that the edge would
close, and ``CORNER - v``, the degree of vertex v."""

Incidence = namedtuple("Incidence", "vertices arcs edges")
"""A graph: records of vertices, the edges at each vertex, records of edges."""
Literals = namedtuple("Literals", "sign trail")
"""What holds: the sign of each literal, and the trail."""
Agenda = namedtuple("Agenda", "scores heap levels")
"""What is decided next: scores of edges and their heap, and where levels begin."""
ClauseLists = namedtuple("ClauseLists", "watch pool")
"""The clauses and their first watches."""
Reasons = namedtuple("Reasons", "why log")
"""The reasons that a conflict is led back to, then those marked, and the log of what is learned."""


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
def settle(graph, literals, s, v, denied):
    """Decide the open edges at a vertex: used if ``denied`` is 0, else not."""
    vertices, arcs, edges = graph
    sign, trail = literals
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
def follow_use(graph, literals, s, e):
    """Count an edge as used; return the reason why it must not be, or NONE."""
    vertices, arcs, edges = graph
    sign, trail = literals
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
        settle(graph, literals, s, u, 1)
    if vertices[pv + USED] == 2:
        settle(graph, literals, s, v, 1)
    # 4. The edge that would close the new path is not used.
    if 1 < length <= s[WALK] and length + 1 < n and a != v:
        f = joining(vertices, arcs, edges, a, b)
        if f >= 0 and sign[2 * f] == 0:
            hold(edges, sign, trail, s, 2 * f + 1, PATH)
    return NONE


@kernel
def follow_drop(graph, literals, s, e):
    """Count an edge as unused; return the reason why it must not be, or NONE."""
    vertices, edges = graph.vertices, graph.edges
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
        settle(graph, literals, s, u, 0)
    if vertices[pv] == 2:
        settle(graph, literals, s, v, 0)
    return NONE


@kernel
def follow_clauses(edges, literals, clauses, s, literal):
    """Look at the clauses that watch a literal which fails; return one that fails, or NONE."""
    sign, trail = literals
    watch, pool = clauses
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
def propagate(graph, literals, clauses, s, end):
    """Follow the literals that hold, up to a number of steps; return what fails, or NONE.

    In a conflict ``s[LITERAL]`` fails, and the reason that is returned says that it has to hold.
    """
    while s[HEAD] < s[TRAIL] and s[STEPS] < end:
        literal = literals.trail[s[HEAD]]
        s[STEPS] += 1
        s[LITERAL] = literal ^ 1
        if literal & 1:
            reason = follow_drop(graph, literals, s, literal >> 1)
        else:
            reason = follow_use(graph, literals, s, literal >> 1)
        if reason != NONE:
            return reason
        s[HEAD] += 1
        reason = follow_clauses(graph.edges, literals, clauses, s, literal ^ 1)
        if reason != NONE:
            return reason
    return NONE


@kernel
def retreat(graph, literals, order, s, start, end):
    """Take literals back from the end of the trail; return True if ``start`` was reached."""
    vertices, edges = graph.vertices, graph.edges
    sign, trail = literals
    scores, heap = order.scores, order.heap
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
def explain(graph, sign, pool, why, s, literal, reason):
    """Write the literals from which a reason concludes a literal; return their number."""
    vertices, arcs, edges = graph
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


# -- Conflict-driven clause learning over the edges of a graph
# The search is the usual one [1]_: a conflict teaches the clause at its first unique implication
# point [2]_, scores rise in conflicts and decay [3]_, edges are decided as they were last, runs
# have the lengths of the Luby sequence [4]_, and learnt clauses that span many levels are forgotten
# [5]_. Where all edges are decided the used ones form cycles. One cycle is the answer; else each of
# them has to be left, which is a clause as well.
#
# References
# ----------
# .. [1] J. P. Marques-Silva, K. A. Sakallah, GRASP, IEEE Transactions on Computers 48 (1999).
# .. [2] L. Zhang et al., Efficient conflict driven learning in a Boolean satisfiability solver,
#    ICCAD (2001), 279-285.
# .. [3] M. W. Moskewicz et al., Chaff, Design Automation Conference (2001), 530-535.
# .. [4] M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information
#    Processing Letters 47 (1993), 173-180.
# .. [5] G. Audemard, L. Simon, Predicting learnt clauses quality, IJCAI (2009), 399-404.
# .. [6] N. Sorensson, A. Biere, Minimizing learned clauses, SAT (2009), 237-243.
# .. [7] P. van der Tak, A. Ramos, M. Heule, Reusing the assignment trail in CDCL solvers, JSAT 7
#    (2011), 133-138.
# .. [8] N. Een, N. Sorensson, An extensible SAT-solver, SAT (2003), 502-518.

SEARCH, RETREAT, LINK, LABELING, CUT, OVER = range(6)  # phases
MORE, FOUND, EXHAUSTED, FULL, CROWDED = range(5)  # statuses

RUN = 100  # conflicts of the shortest run, as in MiniSat [8]
MORE_KEPT = 300  # clauses that are kept besides each time some are forgotten, as in [5]
GLUE = 3  # learnt clauses of so few levels are kept; two in [5]
RANKS = 64  # ranks from the last of these on count as one
TOGETHER = 16  # edges whose literals are stored in the time of a step
SHIFT = 40  # scores are scaled down by so many bits


@kernel
def trace(graph, sign, levels, pool, why, s, literal, begin):
    """Mark what a literal follows from, back to marked ones; -1 if that leads to other decisions.

    What is marked is listed in ``why`` from ``begin`` on; return where it ends.
    """
    edges = graph.edges
    end = begin
    at = begin
    while True:
        # Without a literal of the clause on its level, this one leads to a decision without a mark.
        e = EDGE * (literal >> 1)
        if edges[e + REASON] == DECIDED or levels[2 * edges[e + DEPTH] + 1] != s[STAMP]:
            for k in range(begin, end):
                edges[EDGE * (why[k] >> 1) + SEEN] = 0
            return -1
        count = explain(graph, sign, pool, why, s, literal, edges[e + REASON])
        for j in range(count):
            e = EDGE * (why[j] >> 1)
            if edges[e + DEPTH] and not edges[e + SEEN]:
                edges[e + SEEN] = 1
                why[end] = why[j]
                end += 1
        if at == end:
            return end
        literal = why[at]
        at += 1


@kernel
def learn(graph, literals, order, pool, record, s):
    """Write what a conflict teaches to the end of the pool, and where to retreat to."""
    edges = graph.edges
    trail = literals.trail
    scores, heap, levels = order
    why, log = record
    # 1. The conflict: a literal that fails, and the literals that conclude it.
    begin = s[POOLED] + HEADER
    size = 1
    pending = 0
    level = s[LEVEL]
    i = s[TRAIL]
    literal = s[LITERAL]
    count = explain(graph, literals.sign, pool, why, s, literal, s[CAUSE])
    why[count] = literal ^ 1
    count += 1
    # 2. Walk the trail back. Literals of earlier levels go into the clause; those of this level are
    #    replaced by their reasons until one is left, the first unique implication point.
    while True:
        for k in range(count):
            at = EDGE * (why[k] >> 1)
            if edges[at + DEPTH] and not edges[at + SEEN]:
                edges[at + SEEN] = 1
                bump(edges, scores, heap, s, why[k] >> 1)
                if edges[at + DEPTH] == level:
                    pending += 1
                else:
                    pool[begin + size] = why[k] ^ 1
                    size += 1
        i -= 1
        while not edges[EDGE * (trail[i] >> 1) + SEEN]:
            i -= 1
        literal = trail[i]
        at = EDGE * (literal >> 1)
        edges[at + SEEN] = 0
        pending -= 1
        if not pending:
            break
        reason = edges[at + REASON]
        count = explain(graph, literals.sign, pool, why, s, literal, reason)
    # 3. The denial of that point comes first in the clause.
    pool[begin] = literal ^ 1
    # 4. Leave out literals that follow from others of the clause (recursive minimization [6]).
    s[STAMP] += 1
    for k in range(1, size):
        levels[2 * edges[EDGE * (pool[begin + k] >> 1) + DEPTH] + 1] = s[STAMP]
    kept = 1
    marked = s[EDGES]
    for k in range(1, size):
        literal = pool[begin + k] ^ 1
        end = trace(graph, literals.sign, levels, pool, why, s, literal, marked)
        if end < 0:
            pool[begin + k] = pool[begin + kept]
            pool[begin + kept] = literal ^ 1
            kept += 1
        else:
            marked = end
    # 5. Clear the marks.
    for k in range(1, size):
        edges[EDGE * (pool[begin + k] >> 1) + SEEN] = 0
    for k in range(s[EDGES], marked):
        edges[EDGE * (why[k] >> 1) + SEEN] = 0
    enter(edges, levels, pool, log, s, kept)


@kernel
def enter(edges, levels, pool, log, s, size):
    """Complete the clause at the end of the pool, which a conflict has taught."""
    begin = s[POOLED] + HEADER
    # 1. Count the levels it spans, its rank; the literal of the second highest level becomes the
    #    second watch, and the search retreats to that level.
    s[STAMP] += 1
    stamp = s[STAMP]
    target = 0
    rank = 1
    for k in range(1, size):
        literal = pool[begin + k]
        depth = edges[EDGE * (literal >> 1) + DEPTH]
        if levels[2 * depth + 1] != stamp:
            levels[2 * depth + 1] = stamp
            rank += 1
        if depth > target:
            target = depth
            pool[begin + k] = pool[begin + 1]
            pool[begin + 1] = literal
    s[TARGET] = target
    # 2. Store it, and log it for a proof.
    pool[begin - HEADER + SIZE] = size
    pool[begin - HEADER + RANK] = rank
    s[LEARNTS] += rank > GLUE
    s[POOLED] = begin + size
    if s[RECORD]:
        to = s[LOGGED] + 1
        log[to - 1] = size
        for k in range(size):
            log[to + k] = pool[begin + k]
        s[LOGGED] = to + size


@kernel
def age(scores, s):
    """Let all scores count less than those to come."""
    # To raise what a bump adds is the same as to let all scores decay, here to 95 % [8]; scores are
    # scaled down before they overflow, which leaves their order.
    s[RISE] += s[RISE] // 19
    if s[RISE] >> (SHIFT + 16):
        s[RISE] >>= SHIFT
        for e in range(s[EDGES]):
            scores[e] >>= SHIFT


@kernel
def link(watch, pool, c):
    """Watch the first two literals of a clause."""
    for k in range(2):
        literal = pool[c + HEADER + k]
        pool[c + NEXT + k] = watch[literal]
        watch[literal] = 2 * c + k


@kernel
def link_new(edges, literals, clauses, s, end):
    """Watch the new clauses and let them conclude; FOUND when that is done.

    Their first two literals were decided last, so they are open now unless the clause concludes.
    """
    sign, trail = literals
    watch, pool = clauses
    c = s[LINKED]
    while c < s[POOLED] and s[STEPS] < end:
        s[STEPS] += 1
        first = pool[c + HEADER]
        if pool[c + SIZE] == 1:
            if sign[first] < 0:
                return EXHAUSTED
            if sign[first] == 0:
                hold(edges, sign, trail, s, first, GIVEN)
        else:
            link(watch, pool, c)
            if sign[first] == 0 and sign[pool[c + HEADER + 1]] < 0:
                hold(edges, sign, trail, s, first, c)
        c += HEADER + pool[c + SIZE]
    s[LINKED] = c
    return FOUND if c == s[POOLED] else MORE


@kernel
def forget(sign, watch, pool, why, s, budget):  # noqa: ARG001 - it takes no steps
    """Forget the learnt clauses of the highest ranks, half of them; only before any decision."""
    # 1. Count the clauses of each rank, and find the rank from which half of them is reached.
    for k in range(RANKS):
        why[k] = 0
    c = 0
    while c < s[POOLED]:
        why[min(pool[c + RANK], RANKS - 1)] += 1
        c += HEADER + pool[c + SIZE]
    bar = RANKS - 1
    excess = s[LEARNTS] // 2
    while bar > GLUE and why[bar] <= excess:
        excess -= why[bar]
        bar -= 1
    # 2. Write the others to the front of the pool, without literals that fail for good and without
    #    clauses that hold for good, and watch them anew.
    for literal in range(2 * s[EDGES]):
        watch[literal] = NONE
    s[LEARNTS] = 0
    end = s[POOLED]
    c = 0
    to = 0
    while c < end:
        size = pool[c + SIZE]
        rank = min(pool[c + RANK], RANKS - 1)
        fits = rank <= bar
        if rank == bar and bar > GLUE and excess > 0:  # of these the oldest go
            excess -= 1
            fits = False
        kept = to + HEADER
        if fits:
            for i in range(c + HEADER, c + HEADER + size):
                if sign[pool[i]] > 0:
                    fits = False
                    break
                if sign[pool[i]] == 0:
                    pool[kept] = pool[i]
                    kept += 1
        if fits:
            pool[to + SIZE] = kept - to - HEADER
            pool[to + RANK] = rank
            link(watch, pool, to)
            s[LEARNTS] += rank > GLUE
            to = kept
        c += HEADER + size
    s[POOLED] = to
    s[LINKED] = to
    s[MOST] = max(s[MOST] + MORE_KEPT, s[LEARNTS])
    return FOUND


@kernel
def label(vertices, edges, rings, s, end):
    """Label the cycles of used edges, and list their first vertices and sizes; return True if done.

    ``s[AT]`` is -1 between the cycles.
    """
    while s[STEPS] < end:
        s[STEPS] += 1
        v = s[AT]
        if v < 0:
            v = s[POINTER]
            while v < s[VERTICES] and vertices[VERTEX * v + LABEL]:
                v += 1
            s[POINTER] = v
            if v == s[VERTICES]:
                return True
            rings[2 * s[LABELS]] = v
            rings[2 * s[LABELS] + 1] = 0
            s[LABELS] += 1
            s[BY] = -1
        k = 2 * (s[LABELS] - 1)
        rings[k + 1] += 1
        vertices[VERTEX * v + LABEL] = s[LABELS]
        by = onward(vertices, v, s[BY])
        v ^= edges[EDGE * by + A] ^ edges[EDGE * by + B]
        s[AT] = -1 if v == rings[k] else v
        s[BY] = by
    return False


@kernel
def cut(graph, pool, rings, log, s, end):
    """Write for each cycle the clause that an edge leaves it; FOUND when that is done.

    The literals of the two deepest levels come first.
    """
    vertices, arcs, edges = graph
    cycles = s[LABELS]
    while s[RING] < cycles:
        c = s[POOLED]
        ring = 2 * s[RING]
        v = s[AT]
        if v < 0:
            # 1. Begin with a cycle, unless it is the largest part of more than two.
            if 2 * rings[ring + 1] > s[VERTICES] + 2 and cycles > 2:
                s[RING] += 1
                continue
            if s[RECORD]:
                if len(log) - s[LOGGED] < s[ROOM]:
                    return FULL
                log[s[LOGGED]] = -rings[ring + 1]
                s[LOGGED] += 1
            v = rings[ring]
            s[AT] = v
            s[BY] = -1
            pool[c + SIZE] = 0
        # 2. Go round it, and collect the edges that leave it: one of them must be used.
        begin = vertices[VERTEX * v + BEGIN]
        stop = vertices[VERTEX * (v + 1) + BEGIN]
        if len(pool) - c < pool[c + SIZE] + stop - begin + 2 * HEADER:
            return FULL
        if s[STEPS] >= end:
            return MORE
        s[STEPS] += 1
        if s[RECORD]:
            log[s[LOGGED]] = v
            s[LOGGED] += 1
        for i in range(begin, stop):
            at = EDGE * arcs[i]
            w = edges[at + A] ^ edges[at + B] ^ v
            if edges[at + DEPTH] and vertices[VERTEX * w + LABEL] != vertices[VERTEX * v + LABEL]:
                put(edges, pool, c, 2 * arcs[i])
        by = onward(vertices, v, s[BY])
        v ^= edges[EDGE * by + A] ^ edges[EDGE * by + B]
        s[AT] = v
        s[BY] = by
        if v != rings[ring]:
            continue
        # 3. Complete the clause; the search retreats until two of its literals are open, or one
        #    is and the others fail. Fewer than two leaving edges exclude all cycles.
        s[AT] = -1
        s[RING] += 1
        size = pool[c + SIZE]
        if size < 2:
            return EXHAUSTED
        pool[c + RANK] = 0
        if size == 2:  # both of them are used
            other = pool[c + HEADER + 1]
            pool[c + SIZE] = 1
            c += HEADER + 1
            pool[c + SIZE] = 1
            pool[c + RANK] = 0
            pool[c + HEADER] = other
            s[POOLED] = c + HEADER + 1
            s[DEEPEST] = 0
        else:
            first = edges[EDGE * (pool[c + HEADER] >> 1) + DEPTH]
            second = edges[EDGE * (pool[c + HEADER + 1] >> 1) + DEPTH]
            s[DEEPEST] = min(s[DEEPEST], second if second < first else first - 1)
            s[POOLED] = c + HEADER + size
    return FOUND


@kernel
def put(edges, pool, c, literal):
    """Append a literal to the clause at c; the two that were decided last come first."""
    k = c + HEADER + pool[c + SIZE]
    pool[c + SIZE] += 1
    pool[k] = literal
    for to in (c + HEADER + 1, c + HEADER):
        if to < k:
            other = pool[to]
            if edges[EDGE * (other >> 1) + DEPTH] < edges[EDGE * (literal >> 1) + DEPTH]:
                pool[to] = literal
                pool[k] = other
                k = to


@kernel
def luby(i):
    """Return term i of the sequence 1, 1, 2, 1, 1, 2, 4, ..., from term 1 on."""
    while True:
        power = 1
        while power <= i:
            power *= 2
        if power == i + 1:
            return power // 2
        i -= power // 2 - 1


@kernel
def restart(edges, literals, order, s):
    """Choose how far a restart retreats: the decisions that would be the same again are kept."""
    sign, trail = literals
    scores, heap, levels = order
    # 1. The next run lasts as long as the next term of the Luby sequence says.
    s[RUNS] += 1
    s[PATIENCE] = s[CONFLICTS] + RUN * luby(s[RUNS])
    s[TARGET] = 0
    if s[LEARNTS] > s[MOST]:
        return
    # 2. Decisions with a higher score than all open edges would be made again: keep them [7].
    while sign[2 * heap[0]]:
        pop(edges, scores, heap, s)
    score = scores[heap[0]]
    target = 0
    while target < s[LEVEL]:
        e = trail[levels[2 * (target + 1)]] >> 1
        if scores[e] <= score:
            break
        target += 1
    s[TARGET] = target


@kernel
def decide(edges, literals, order, s):
    """Decide the open edge with the highest score as it was last."""
    sign, trail = literals
    scores, heap, levels = order
    while sign[2 * heap[0]]:
        pop(edges, scores, heap, s)
    e = pop(edges, scores, heap, s)
    s[LEVEL] += 1
    levels[2 * s[LEVEL]] = s[TRAIL]
    hold(edges, sign, trail, s, edges[EDGE * e + PHASED], DECIDED)


@kernel
def search(graph, literals, order, clauses, record, s, budget):
    """Advance the search.

    FULL: the pool has less than ``EDGES + 2 * HEADER`` free words, or the log less than ``ROOM``.
    The caller enlarges the one, and empties the other by setting ``s[LOGGED]`` to 0. CROWDED: it is
    time to ``forget``. An entry of the log is a size and so many literals of a clause, or a size
    below 0 and so many vertices of a set, which the search made use of.
    """
    vertices, edges = graph.vertices, graph.edges
    scores, levels = order.scores, order.levels
    why, log = record
    end = s[STEPS] + budget
    m = s[EDGES]
    while s[STEPS] < end:
        # 1. Propagate. A conflict at level 0 excludes all cycles; another one teaches a clause.
        #    Without one, all edges are decided, or a run has ended, or the next edge is decided.
        if s[PHASE] == SEARCH:
            if len(clauses.pool) - s[POOLED] < m + 2 * HEADER:
                return FULL
            if s[RECORD] and len(log) - s[LOGGED] < s[ROOM]:
                return FULL
            reason = propagate(graph, literals, clauses, s, end)
            if reason != NONE:
                s[CONFLICTS] += 1
                if s[LEVEL] == 0:
                    s[PHASE] = OVER
                    continue
                s[CAUSE] = reason
                learn(graph, literals, order, clauses.pool, record, s)
                age(scores, s)
                s[PHASE] = RETREAT
            elif s[HEAD] < s[TRAIL]:
                return MORE
            elif s[TRAIL] == m:
                for v in range(s[VERTICES]):
                    vertices[VERTEX * v + LABEL] = 0
                s[STEPS] += s[VERTICES] // TOGETHER
                s[LABELS] = 0
                s[POINTER] = 0
                s[AT] = -1
                s[PHASE] = LABELING
            elif s[LEVEL] and s[CONFLICTS] >= s[PATIENCE]:
                restart(edges, literals, order, s)
                s[PHASE] = RETREAT
            elif s[LEVEL] == 0 and s[LEARNTS] > s[MOST]:
                return CROWDED
            else:
                decide(edges, literals, order, s)
        # 2. Take decisions back down to the level TARGET.
        elif s[PHASE] == RETREAT:
            start = s[TRAIL]
            if s[TARGET] < s[LEVEL]:
                start = levels[2 * (s[TARGET] + 1)]
            if not retreat(graph, literals, order, s, start, end):
                return MORE
            s[LEVEL] = s[TARGET]
            s[PHASE] = LINK
        # 3. Watch the clauses that were added at the end of the pool.
        elif s[PHASE] == LINK:
            status = link_new(edges, literals, clauses, s, end)
            if status == EXHAUSTED:
                s[PHASE] = OVER
            if status != FOUND:
                return status
            s[PHASE] = SEARCH
        # 4. All edges are decided: a single cycle is the answer, else each one becomes a clause.
        elif s[PHASE] == LABELING:
            if not label(vertices, edges, why, s, end):
                return MORE
            if s[LABELS] == 1:
                return FOUND
            s[RING] = 0
            s[DEEPEST] = s[LEVEL]
            s[PHASE] = CUT
        elif s[PHASE] == OVER:
            return EXHAUSTED
        else:
            status = cut(graph, clauses.pool, why, log, s, end)
            if status == EXHAUSTED:
                s[PHASE] = OVER
            if status != FOUND:
                return status
            s[TARGET] = s[DEEPEST]
            s[PHASE] = RETREAT
    return MORE
