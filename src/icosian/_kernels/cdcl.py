"""Conflict-driven clause learning over the edges of a graph.

The search is the usual one [1]_: a conflict teaches the clause at its first unique implication
point [2]_, scores rise in conflicts and decay [3]_, edges are decided as they were last, runs have
the lengths of the Luby sequence [4]_, and learnt clauses that span many levels are forgotten [5]_.
Where all edges are decided the used ones form cycles. One cycle is the answer; else each of them
has to be left, which is a clause as well. Some runs begin with the edges that have formed the
fewest cycles so far [8]_. The records are described in ``implications``.

References
----------
.. [1] J. P. Marques-Silva, K. A. Sakallah, GRASP, IEEE Transactions on Computers 48 (1999).
.. [2] L. Zhang et al., Efficient conflict driven learning in a Boolean satisfiability solver,
   ICCAD (2001), 279-285.
.. [3] M. W. Moskewicz et al., Chaff, Design Automation Conference (2001), 530-535.
.. [4] M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information
   Processing Letters 47 (1993), 173-180.
.. [5] G. Audemard, L. Simon, Predicting learnt clauses quality, IJCAI (2009), 399-404.
.. [6] N. Sorensson, A. Biere, Minimizing learned clauses, SAT (2009), 237-243.
.. [7] P. van der Tak, A. Ramos, M. Heule, Reusing the assignment trail in CDCL solvers, JSAT 7
   (2011), 133-138.
.. [8] A. Biere, M. Fleury, Chasing target phases, Pragmatics of SAT (2020).
.. [9] N. Een, N. Sorensson, An extensible SAT-solver, SAT (2003), 502-518.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.implications import (
    AT,
    BEGIN,
    BEST,
    BY,
    CAUSE,
    CONFLICTS,
    DECIDED,
    DEEPEST,
    DEPTH,
    EDGE,
    EDGES,
    FEWEST,
    GIVEN,
    HEAD,
    HEADER,
    LABEL,
    LABELS,
    LEARNTS,
    LEVEL,
    LINKED,
    LITERAL,
    LOGGED,
    MOST,
    NEXT,
    NONE,
    PATIENCE,
    PHASE,
    PHASED,
    POINTER,
    POOLED,
    RANK,
    REASON,
    RECORD,
    REPHASE,
    RING,
    RISE,
    ROOM,
    RUNS,
    SEEN,
    SIZE,
    STAMP,
    STEPS,
    TARGET,
    TRAIL,
    VERTEX,
    VERTICES,
    A,
    B,
    bump,
    explain,
    hold,
    onward,
    pop,
    propagate,
    retreat,
)

SEARCH, RETREAT, LINK, LABELING, CUT, OVER = range(6)  # phases
MORE, FOUND, EXHAUSTED, FULL, CROWDED = range(5)  # statuses

RUN = 100  # conflicts of the shortest run, as in MiniSat [9]
AGAIN = 4  # every so many runs the edges are decided as when they formed the fewest cycles
MORE_KEPT = 300  # clauses that are kept besides each time some are forgotten, as in [5]
GLUE = 3  # learnt clauses of so few levels are kept; two in [5]
RANKS = 64  # ranks from the last of these on count as one
TOGETHER = 16  # edges whose literals are stored in the time of a step
SHIFT = 40  # scores are scaled down by so many bits


@kernel
def learn(vertices, arcs, edges, sign, scores, heap, trail, levels, pool, why, log, s):
    """Write what a conflict teaches to the end of the pool, and where to retreat to."""
    # 1. The conflict: a literal that fails, and the literals that conclude it.
    begin = s[POOLED] + HEADER
    size = 1
    pending = 0
    level = s[LEVEL]
    i = s[TRAIL]
    literal = s[LITERAL]
    count = explain(vertices, arcs, edges, sign, pool, why, s, literal, s[CAUSE])
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
        count = explain(vertices, arcs, edges, sign, pool, why, s, literal, reason)
    # 3. The denial of that point comes first in the clause.
    pool[begin] = literal ^ 1
    # 4. Leave out literals whose reasons are in the clause (local minimization [6]).
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
    # 5. Clear the marks.
    for k in range(1, size):
        edges[EDGE * (pool[begin + k] >> 1) + SEEN] = 0
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
    # To raise what a bump adds is the same as to let all scores decay, here to 95 % [9]; scores are
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
def link_new(edges, sign, trail, watch, pool, s, end):
    """Watch the new clauses and let them conclude; FOUND when that is done.

    Their first two literals were decided last, so they are open now unless the clause concludes.
    """
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
def cut(vertices, arcs, edges, pool, rings, log, s, end):
    """Write for each cycle the clause that an edge leaves it; FOUND when that is done.

    The literals of the two deepest levels come first.
    """
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
def restart(edges, sign, scores, heap, trail, levels, s):
    """Choose how far a restart retreats: the decisions that would be the same again are kept."""
    # 1. The next run lasts as long as the next term of the Luby sequence says.
    s[RUNS] += 1
    s[PATIENCE] = s[CONFLICTS] + RUN * luby(s[RUNS])
    s[TARGET] = 0
    if s[FEWEST] and s[RUNS] % AGAIN == 0:
        s[REPHASE] = 1
        return
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
def decide(edges, sign, scores, heap, trail, levels, s):
    """Decide the open edge with the highest score as it was last."""
    while sign[2 * heap[0]]:
        pop(edges, scores, heap, s)
    e = pop(edges, scores, heap, s)
    s[LEVEL] += 1
    levels[2 * s[LEVEL]] = s[TRAIL]
    hold(edges, sign, trail, s, edges[EDGE * e + PHASED], DECIDED)


@kernel
def search(
    vertices, arcs, edges, sign, scores, heap, trail, levels, watch, pool, why, log, s, budget
):
    """Advance the search.

    FULL: the pool has less than ``EDGES + 2 * HEADER`` free words, or the log less than ``ROOM``.
    The caller enlarges the one, and empties the other by setting ``s[LOGGED]`` to 0. CROWDED: it is
    time to ``forget``. An entry of the log is a size and so many literals of a clause, or a size
    below 0 and so many vertices of a set, which the search made use of.
    """
    end = s[STEPS] + budget
    m = s[EDGES]
    while s[STEPS] < end:
        # 1. Propagate. A conflict at level 0 excludes all cycles; another one teaches a clause.
        #    Without one, all edges are decided, or a run has ended, or the next edge is decided.
        if s[PHASE] == SEARCH:
            if len(pool) - s[POOLED] < m + 2 * HEADER:
                return FULL
            if s[RECORD] and len(log) - s[LOGGED] < s[ROOM]:
                return FULL
            reason = propagate(vertices, arcs, edges, sign, trail, watch, pool, s, end)
            if reason != NONE:
                s[CONFLICTS] += 1
                if s[LEVEL] == 0:
                    s[PHASE] = OVER
                    continue
                s[CAUSE] = reason
                learn(vertices, arcs, edges, sign, scores, heap, trail, levels, pool, why, log, s)
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
                restart(edges, sign, scores, heap, trail, levels, s)
                s[PHASE] = RETREAT
            elif s[LEVEL] == 0 and s[LEARNTS] > s[MOST]:
                return CROWDED
            else:
                decide(edges, sign, scores, heap, trail, levels, s)
        # 2. Take decisions back down to the level TARGET.
        elif s[PHASE] == RETREAT:
            start = s[TRAIL]
            if s[TARGET] < s[LEVEL]:
                start = levels[2 * (s[TARGET] + 1)]
            if not retreat(vertices, edges, sign, trail, scores, heap, s, start, end):
                return MORE
            s[LEVEL] = s[TARGET]
            s[PHASE] = LINK
        # 3. Watch the clauses that were added at the end of the pool.
        elif s[PHASE] == LINK:
            status = link_new(edges, sign, trail, watch, pool, s, end)
            if status == EXHAUSTED:
                s[PHASE] = OVER
            if status != FOUND:
                return status
            if s[REPHASE]:
                s[REPHASE] = 0
                for e in range(m):
                    edges[EDGE * e + PHASED] = edges[EDGE * e + BEST]
                s[STEPS] += m // TOGETHER
            s[PHASE] = SEARCH
        # 4. All edges are decided: a single cycle is the answer, else each one becomes a clause.
        elif s[PHASE] == LABELING:
            if not label(vertices, edges, why, s, end):
                return MORE
            if s[LABELS] == 1:
                return FOUND
            if s[FEWEST] == 0 or s[LABELS] <= s[FEWEST]:
                s[FEWEST] = s[LABELS]
                for i in range(m):
                    edges[EDGE * (trail[i] >> 1) + BEST] = trail[i]
                s[STEPS] += m // TOGETHER
            s[RING] = 0
            s[DEEPEST] = s[LEVEL]
            s[PHASE] = CUT
        elif s[PHASE] == OVER:
            return EXHAUSTED
        else:
            status = cut(vertices, arcs, edges, pool, why, log, s, end)
            if status == EXHAUSTED:
                s[PHASE] = OVER
            if status != FOUND:
                return status
            s[TARGET] = s[DEEPEST]
            s[PHASE] = RETREAT
    return MORE
