"""Conflict-driven clause learning over the edges of a graph, which knows what a cycle is.

The variables are the edges; literal 2 e says that edge e is used, 2 e + 1 that it is not. Two rules
are part of the search, so no clause has to state them: every vertex has exactly two used edges, and
an edge that would close a path of at most ``WALK`` used edges is not used. Why a rule fired is found
out only when a conflict asks for it. Apart from that the search is the usual one: two watched
literals, learning at the first unique implication point, scores that decay, saved phases, Luby
restarts. Where all edges are decided the used ones form cycles. One cycle is the answer; else
each of them has to be left, which is a clause as well.

Arrays hold records: field F of vertex v is ``vertices[VERTEX * v + F]``, of edge e
``edges[EDGE * e + F]``. ``arcs`` holds the edges at each vertex. ``sign`` is 1 for a literal that
holds, -1 for its denial. ``trail`` holds the literals that hold, in order; those before ``HEAD``
were followed, and counted at their vertices. A clause in ``pool`` is four words, its size, the
next clause that watches its first and its second literal, and its rank, and then its literals. The
rank is the number of levels it spans, 0 if it is kept for good. A watch is 2 c + k for literal k of
clause c. The words of ``s`` are named below.
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
    OLD,  # of these, how many belong to earlier choices of edges
    AT,  # where a round stands: a vertex,
    BY,  # the edge it is left by,
    RING,  # and the number of the cycle
    DEEPEST,  # the level to which the latest cuts lead back
    LITERAL,  # in a conflict: the literal that would have to hold
    RECORD,  # whether the log is written
    LOGGED,  # words of the log
    ROOM,  # free words of the log that no single step can exceed
    PHASE,
    WORDS,
) = range(31)
BEGIN, LEFT, USED, FIRST, SECOND, FAR, LENGTH, LABEL, VERTEX = range(9)
"""Fields of a vertex: where its arcs begin, how many of its edges are not yet unused and how many
are used, the used ones, the other end and the length of the path that ends here, its cycle."""
A, B, PLACE, DEPTH, REASON, PHASED, SCORE, SPOT, SEEN, EDGE = range(10)
"""Fields of an edge: its vertices; of its literal the place on the trail, level and reason; the
literal it had last; its score, its place in the heap or -1; whether an analysis has met it."""
SIZE, NEXT, RANK, HEADER = 0, 1, 3, 4  # fields of a clause
NONE, DECIDED, GIVEN, PATH, CORNER = -1, -2, -3, -4, -5
"""Reasons beside the place of a clause: none, a decision, a truth, the path that the edge would
close, and ``CORNER - v``, the degree of vertex v."""
SEARCH, RETREAT, LINK, LABELLING, CUT = range(5)  # phases
MORE, FOUND, EXHAUSTED, FULL = 0, 1, 2, 3  # statuses

RUN = 100  # conflicts of the shortest run
GLUE = 3  # learnt clauses of so few levels are kept
RANKS = 64
SHIFT = 40  # scores are scaled down by so many bits


@kernel
def rise(edges, heap, e, i):
    """Move edge e up in the heap from place i."""
    score = edges[EDGE * e + SCORE]
    while i > 0:
        up = (i - 1) >> 1
        f = heap[up]
        if edges[EDGE * f + SCORE] >= score:
            break
        heap[i] = f
        edges[EDGE * f + SPOT] = i
        i = up
    heap[i] = e
    edges[EDGE * e + SPOT] = i


@kernel
def pop(edges, heap, s):
    """Take the edge with the highest score off the heap."""
    top = heap[0]
    edges[EDGE * top + SPOT] = -1
    s[HEAPED] -= 1
    size = s[HEAPED]
    if size:
        e = heap[size]
        score = edges[EDGE * e + SCORE]
        i = 0
        while 2 * i + 1 < size:
            down = 2 * i + 1
            f = heap[down]
            if down + 1 < size and edges[EDGE * heap[down + 1] + SCORE] > edges[EDGE * f + SCORE]:
                down += 1
                f = heap[down]
            if edges[EDGE * f + SCORE] <= score:
                break
            heap[i] = f
            edges[EDGE * f + SPOT] = i
            i = down
        heap[i] = e
        edges[EDGE * e + SPOT] = i
    return top


@kernel
def bump(edges, heap, s, e):
    """Raise the score of an edge."""
    edges[EDGE * e + SCORE] += s[RISE]
    if edges[EDGE * e + SPOT] >= 0:
        rise(edges, heap, e, edges[EDGE * e + SPOT])


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
    if vertices[pu + USED] == 2:
        return CORNER - u
    if vertices[pv + USED] == 2:
        return CORNER - v
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
    vertices[pu + FIRST + vertices[pu + USED]] = e
    vertices[pv + FIRST + vertices[pv + USED]] = e
    vertices[pu + USED] += 1
    vertices[pv + USED] += 1
    if vertices[pu + USED] == 2:
        settle(vertices, arcs, edges, sign, trail, s, u, 1)
    if vertices[pv + USED] == 2:
        settle(vertices, arcs, edges, sign, trail, s, v, 1)
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
        following = pool[c + NEXT + k]
        other = pool[c + HEADER + 1 - k]
        moved = False
        if sign[other] <= 0:
            for i in range(c + HEADER + 2, c + HEADER + pool[c + SIZE]):
                better = pool[i]
                if sign[better] >= 0:
                    pool[i] = literal
                    pool[c + HEADER + k] = better
                    pool[c + NEXT + k] = watch[better]
                    watch[better] = link
                    moved = True
                    break
            if not moved:
                if sign[other] < 0:
                    s[LITERAL] = other
                    return c
                hold(edges, sign, trail, s, other, c)
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
def retreat(vertices, edges, sign, trail, heap, s, start, end):
    """Take literals back from the end of the trail on; whether that reached ``start`` in time."""
    while s[TRAIL] > start:
        if s[STEPS] >= end:
            return False
        s[STEPS] += 1
        s[TRAIL] -= 1
        literal = trail[s[TRAIL]]
        e = literal >> 1
        at = EDGE * e
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
        sign[literal] = 0
        sign[literal ^ 1] = 0
        edges[at + PHASED] = literal
        if edges[at + SPOT] < 0:
            s[HEAPED] += 1
            rise(edges, heap, e, s[HEAPED] - 1)
    return True


@kernel
def explain(vertices, arcs, edges, sign, pool, why, s, literal, reason):
    """Write the literals from which a reason concludes a literal; return their number."""
    e = literal >> 1
    count = 0
    if reason >= 0:
        for i in range(reason + HEADER, reason + HEADER + pool[reason + SIZE]):
            if pool[i] != literal:
                why[count] = pool[i] ^ 1
                count += 1
    elif reason == PATH:
        v = edges[EDGE * e + A]
        last = edges[EDGE * e + B]
        came = -1
        while v != last:
            came = onward(vertices, v, came)
            v = edges[EDGE * came + A] ^ edges[EDGE * came + B] ^ v
            why[count] = 2 * came
            count += 1
    elif literal & 1:
        v = CORNER - reason
        why[0] = 2 * vertices[VERTEX * v + FIRST]
        why[1] = 2 * vertices[VERTEX * v + SECOND]
        count = 2
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


@kernel
def learn(vertices, arcs, edges, sign, heap, trail, levels, pool, why, log, s, reason):
    """Write what a conflict teaches to the end of the pool, and where to retreat to."""
    begin = s[POOLED] + HEADER
    size = 1
    pending = 0
    i = s[TRAIL]
    literal = s[LITERAL]
    count = explain(vertices, arcs, edges, sign, pool, why, s, literal, reason)
    why[count] = literal ^ 1
    count += 1
    while True:
        for k in range(count):
            at = EDGE * (why[k] >> 1)
            if edges[at + DEPTH] and not edges[at + SEEN]:
                edges[at + SEEN] = 1
                bump(edges, heap, s, why[k] >> 1)
                if edges[at + DEPTH] == s[LEVEL]:
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
        why_reason = edges[at + REASON]
        count = explain(vertices, arcs, edges, sign, pool, why, s, literal, why_reason)
    pool[begin] = literal ^ 1
    # What follows from the others is left out.
    kept = 1
    for k in range(1, size):
        literal = pool[begin + k] ^ 1
        reason = edges[EDGE * (literal >> 1) + REASON]
        needed = reason == DECIDED
        if not needed:
            count = explain(vertices, arcs, edges, sign, pool, why, s, literal, reason)
            for j in range(count):
                at = EDGE * (why[j] >> 1)
                if edges[at + DEPTH] and not edges[at + SEEN]:
                    needed = True
                    break
        if needed:
            pool[begin + k] = pool[begin + kept]
            pool[begin + kept] = literal ^ 1
            kept += 1
    for k in range(1, size):
        edges[EDGE * (pool[begin + k] >> 1) + SEEN] = 0
    enter(edges, levels, pool, log, s, kept)


@kernel
def enter(edges, levels, pool, log, s, size):
    """Complete the clause at the end of the pool, which a conflict has taught."""
    begin = s[POOLED] + HEADER
    s[STAMP] += 1
    s[TARGET] = 0
    rank = 1
    for k in range(1, size):
        literal = pool[begin + k]
        depth = edges[EDGE * (literal >> 1) + DEPTH]
        if levels[2 * depth + 1] != s[STAMP]:
            levels[2 * depth + 1] = s[STAMP]
            rank += 1
        if depth > s[TARGET]:
            s[TARGET] = depth
            pool[begin + k] = pool[begin + 1]
            pool[begin + 1] = literal
    pool[s[POOLED] + SIZE] = size
    pool[s[POOLED] + RANK] = rank
    s[LEARNTS] += rank > GLUE
    s[POOLED] = begin + size
    if s[RECORD]:
        log[s[LOGGED]] = size
        for k in range(size):
            log[s[LOGGED] + 1 + k] = pool[begin + k]
        s[LOGGED] += 1 + size


@kernel
def age(edges, s):
    """Let all scores count less than those to come."""
    s[RISE] += s[RISE] // 19
    if s[RISE] >> (SHIFT + 16):
        s[RISE] >>= SHIFT
        for e in range(s[EDGES]):
            edges[EDGE * e + SCORE] >>= SHIFT


@kernel
def link(watch, pool, c):
    """Watch the first two literals of a clause."""
    for k in range(2):
        literal = pool[c + HEADER + k]
        pool[c + NEXT + k] = watch[literal]
        watch[literal] = 2 * c + k


@kernel
def link_new(edges, sign, trail, watch, pool, s, end):
    """Watch the new clauses and draw their conclusions; FULL if the time was too short for all.

    Their first two literals were decided last, so they are open now unless the clause concludes.
    """
    while s[LINKED] < s[POOLED]:
        if s[STEPS] >= end:
            return MORE
        s[STEPS] += 1
        c = s[LINKED]
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
        s[LINKED] += HEADER + pool[c + SIZE]
    return FOUND


@kernel
def forget(sign, watch, pool, why, s):
    """Forget the learnt clauses of the highest ranks, half of them; only before any decision."""
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
    s[MOST] += s[MOST] // 10


@kernel
def label(vertices, edges, rings, s, end):
    """Label the cycles of used edges, and list their first vertices and sizes; whether it is done.

    ``s[AT]`` is -1 between the cycles.
    """
    while s[STEPS] < end:
        s[STEPS] += 1
        if s[AT] < 0:
            while s[POINTER] < s[VERTICES] and vertices[VERTEX * s[POINTER] + LABEL] > s[OLD]:
                s[POINTER] += 1
            if s[POINTER] == s[VERTICES]:
                return True
            k = s[LABELS] - s[OLD]
            s[LABELS] += 1
            s[AT] = s[POINTER]
            s[BY] = -1
            rings[2 * k] = s[AT]
            rings[2 * k + 1] = 0
        v = s[AT]
        k = s[LABELS] - s[OLD] - 1
        rings[2 * k + 1] += 1
        vertices[VERTEX * v + LABEL] = s[LABELS]
        s[BY] = onward(vertices, v, s[BY])
        s[AT] = edges[EDGE * s[BY] + A] ^ edges[EDGE * s[BY] + B] ^ v
        if s[AT] == rings[2 * k]:
            s[AT] = -1
    return False


@kernel
def cut(vertices, arcs, edges, pool, rings, log, s, end):
    """Write for each cycle the clause that an edge leaves it; FOUND when that is done.

    The literals of the two deepest levels come first.
    """
    n = s[VERTICES]
    while s[RING] < s[LABELS] - s[OLD]:
        c = s[POOLED]
        if s[AT] < 0:
            size = rings[2 * s[RING] + 1]
            if 2 * size > n + 2 and s[LABELS] - s[OLD] > 2:
                s[RING] += 1
                continue
            if s[RECORD]:
                if len(log) - s[LOGGED] < s[ROOM]:
                    return FULL
                log[s[LOGGED]] = -size
                s[LOGGED] += 1
            s[AT] = rings[2 * s[RING]]
            s[BY] = -1
            pool[c + SIZE] = 0
        v = s[AT]
        if (
            len(pool) - c
            < pool[c + SIZE]
            + vertices[VERTEX * (v + 1) + BEGIN]
            - vertices[VERTEX * v + BEGIN]
            + 2 * HEADER
        ):
            return FULL
        if s[STEPS] >= end:
            return MORE
        s[STEPS] += 1
        if s[RECORD]:
            log[s[LOGGED]] = v
            s[LOGGED] += 1
        for i in range(vertices[VERTEX * v + BEGIN], vertices[VERTEX * (v + 1) + BEGIN]):
            at = EDGE * arcs[i]
            w = edges[at + A] ^ edges[at + B] ^ v
            if edges[at + DEPTH] and vertices[VERTEX * w + LABEL] != vertices[VERTEX * v + LABEL]:
                put(edges, pool, c, 2 * arcs[i])
        s[BY] = onward(vertices, v, s[BY])
        s[AT] = edges[EDGE * s[BY] + A] ^ edges[EDGE * s[BY] + B] ^ v
        if s[AT] != rings[2 * s[RING]]:
            continue
        s[AT] = -1
        s[RING] += 1
        if pool[c + SIZE] < 2:
            return EXHAUSTED
        pool[c + RANK] = 0
        first = edges[EDGE * (pool[c + HEADER] >> 1) + DEPTH]
        second = edges[EDGE * (pool[c + HEADER + 1] >> 1) + DEPTH]
        s[DEEPEST] = min(s[DEEPEST], second if second < first else first - 1)
        s[POOLED] = c + HEADER + pool[c + SIZE]
        if pool[c + SIZE] == 2:  # both of them are used
            other = pool[c + HEADER + 1]
            pool[c + SIZE] = 1
            c += HEADER + 1
            pool[c + SIZE] = 1
            pool[c + RANK] = 0
            pool[c + HEADER] = other
            s[POOLED] = c + HEADER + 1
            s[DEEPEST] = 0
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
def restart(edges, sign, heap, trail, levels, s):
    """Choose how far a restart retreats: the decisions that would be the same again are kept."""
    s[RUNS] += 1
    s[PATIENCE] = s[CONFLICTS] + RUN * luby(s[RUNS])
    s[TARGET] = 0
    if s[LEARNTS] > s[MOST]:
        return
    while sign[2 * heap[0]]:
        pop(edges, heap, s)
    score = edges[EDGE * heap[0] + SCORE]
    while s[TARGET] < s[LEVEL]:
        e = trail[levels[2 * (s[TARGET] + 1)]] >> 1
        if edges[EDGE * e + SCORE] <= score:
            break
        s[TARGET] += 1


@kernel
def decide(edges, sign, heap, trail, levels, s):
    """Decide the open edge with the highest score as it was last."""
    e = pop(edges, heap, s)
    while sign[2 * e]:
        e = pop(edges, heap, s)
    s[LEVEL] += 1
    levels[2 * s[LEVEL]] = s[TRAIL]
    hold(edges, sign, trail, s, edges[EDGE * e + PHASED], DECIDED)


@kernel
def search(vertices, arcs, edges, sign, heap, trail, levels, watch, pool, why, log, s, budget):
    """Advance the search.

    FULL: the pool has less than ``EDGES + 2 * HEADER`` free words, or the log less than ``ROOM``.
    The caller enlarges the one, and empties the other by setting ``s[LOGGED]`` to 0. An entry of
    the log is a size and so many literals of a clause, or a size below 0 and so many vertices of a
    set, which the search made use of.
    """
    end = s[STEPS] + budget
    m = s[EDGES]
    while s[STEPS] < end:
        if s[PHASE] == SEARCH:
            if len(pool) - s[POOLED] < m + 2 * HEADER:
                return FULL
            if s[RECORD] and len(log) - s[LOGGED] < s[ROOM]:
                return FULL
            reason = propagate(vertices, arcs, edges, sign, trail, watch, pool, s, end)
            if reason != NONE:
                s[CONFLICTS] += 1
                if s[LEVEL] == 0:
                    return EXHAUSTED
                learn(vertices, arcs, edges, sign, heap, trail, levels, pool, why, log, s, reason)
                age(edges, s)
                s[PHASE] = RETREAT
            elif s[HEAD] < s[TRAIL]:
                return MORE
            elif s[TRAIL] == m:
                s[OLD] = s[LABELS]
                s[POINTER] = 0
                s[AT] = -1
                s[PHASE] = LABELLING
            elif s[LEVEL] and s[CONFLICTS] >= s[PATIENCE]:
                restart(edges, sign, heap, trail, levels, s)
                s[PHASE] = RETREAT
            else:
                if s[LEVEL] == 0 and s[LEARNTS] > s[MOST]:
                    forget(sign, watch, pool, why, s)
                decide(edges, sign, heap, trail, levels, s)
        elif s[PHASE] == RETREAT:
            start = s[TRAIL]
            if s[TARGET] < s[LEVEL]:
                start = levels[2 * (s[TARGET] + 1)]
            if not retreat(vertices, edges, sign, trail, heap, s, start, end):
                return MORE
            s[LEVEL] = s[TARGET]
            s[PHASE] = LINK
        elif s[PHASE] == LINK:
            status = link_new(edges, sign, trail, watch, pool, s, end)
            if status != FOUND:
                return status
            s[PHASE] = SEARCH
        elif s[PHASE] == LABELLING:
            if not label(vertices, edges, why, s, end):
                return MORE
            if s[LABELS] == s[OLD] + 1:
                return FOUND
            s[RING] = 0
            s[DEEPEST] = s[LEVEL]
            s[PHASE] = CUT
        else:
            status = cut(vertices, arcs, edges, pool, why, log, s, end)
            if status != FOUND:
                return status
            s[TARGET] = s[DEEPEST]
            s[PHASE] = RETREAT
    return MORE
