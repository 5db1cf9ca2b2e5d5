"""Edge forcing: mark edges as used or not, follow the rules, split where they end [1]_.

Every *row*, a vertex or a cut of two or three edges, has exactly two used edges: with two left all
are used, with two used the others are not. An edge that would close a path of used edges too early
is not used. Where the rules end, an edge is split on: used first, then unused. The tree of these
cases is recorded from the root down, an edge for a split and ``LEAF`` for a contradiction; splits
that no contradiction below them needed are taken out again (conflict-directed backjumping [2]_).

Arrays hold records: field F of edge e is ``edges[EDGE * e + F]``, of row r ``rows[ROW * r + F]``,
of split d ``splits[SPLIT_ * d + F]``. ``lists`` holds the edges of all rows and the rows of all
edges, from ``BEGIN`` to ``END``. Vertex v is row v. The words of ``s`` are named below.

References
----------
.. [1] F. Rubin, A search procedure for Hamilton paths and circuits, Journal of the ACM 21 (1974),
   576-580.
.. [2] P. Prosser, Hybrid algorithms for the constraint satisfaction problem, Computational
   Intelligence 9 (1993), 268-299.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

(
    STEPS,
    VERTICES,
    TRAIL,  # edges marked so far
    HEAD,  # of these, how many were followed
    SERVED,  # at the root: how many rows were looked at
    DEPTH,  # open splits
    TOTAL,  # edges used
    RECORD,  # entries of the tree
    PHASE,
    PAUSE,  # 1 to stop before the first split
    BY,  # the reason for what is marked next
    CLASH,  # of a contradiction: the edge that BY wants used, or -1 if BY is a row beyond service
    AGAINST,  # why it must not be used
    WORDS,
) = range(14)
BEGIN, END = 0, 1
A, B, MARK, PLACE, REASON, LEVEL, SEEN, NTH, QUEUE, EDGE = range(2, 12)
"""Fields of an edge: its vertices, mark, place on the trail, reason and level of the mark, 1 if
an analysis has met it; in record k also the k-th edge of the trail and of the queue."""
USED_, LEFT, OTHER, ROW = range(2, 6)
"""Fields of a row: its used edges, those not marked unused; of a vertex where a path of used edges
ends, the other end."""
START, SPLIT_ON, FIRST, SECOND, NEEDED, SPLIT_ = range(6)
"""Fields of a split: the trail before it, its edge, where its cases begin in the tree, and 1 if
the latest contradiction needed it."""
OPEN, USED, UNUSED = 0, 1, -1  # marks
CLOSING, SPLIT, GIVEN = -1, -2, -3  # reasons for a mark, other than the number of a row
LEAF = -1
FOLLOW, CHOOSE, RETREAT = range(3)  # phases
MORE, FOUND, EXHAUSTED, FULL, SETTLED = range(5)  # statuses
PROBED = 4  # edges that are tried both ways before one is split on

RuledGraph = namedtuple("RuledGraph", "edges rows lists")
"""Records of the edges and of the rows, and which belong together."""


@kernel
def note(edges, s, e, value):
    """Mark an edge for the reason ``s[BY]``."""
    at = EDGE * e
    edges[at + MARK] = value
    edges[at + PLACE] = s[TRAIL]
    edges[at + REASON] = s[BY]
    edges[at + LEVEL] = s[DEPTH]
    edges[EDGE * s[TRAIL] + NTH] = e
    s[TRAIL] += 1
    s[STEPS] += 1


@kernel
def drop(graph, s, e):
    """Mark an edge as unused, for the reason ``s[BY]``."""
    edges, rows, lists = graph
    note(edges, s, e, UNUSED)
    for i in range(edges[EDGE * e + BEGIN], edges[EDGE * e + END]):
        rows[ROW * lists[i] + LEFT] -= 1


@kernel
def use(graph, s, e):
    """Mark an edge as used, for the reason ``s[BY]``, and the one that closes its path as unused.

    False if that cannot be.
    """
    edges, rows, lists = graph
    # 1. Two used edges at an end, or an early closing, contradict it.
    a = edges[EDGE * e + A]
    b = edges[EDGE * e + B]
    last = s[VERTICES] - 1
    against = GIVEN
    if rows[ROW * a + USED_] > 1:
        against = a
    elif rows[ROW * b + USED_] > 1:
        against = b
    elif rows[ROW * a + USED_] == 1 and rows[ROW * a + OTHER] == b and s[TOTAL] < last:
        against = CLOSING
    if against != GIVEN:
        s[CLASH] = e
        s[AGAINST] = against
        return False
    # 2. Mark it; the path from tip to toe knows its ends.
    tip = rows[ROW * a + OTHER] if rows[ROW * a + USED_] == 1 else a
    toe = rows[ROW * b + OTHER] if rows[ROW * b + USED_] == 1 else b
    note(edges, s, e, USED)
    for i in range(edges[EDGE * e + BEGIN], edges[EDGE * e + END]):
        rows[ROW * lists[i] + USED_] += 1
    rows[ROW * tip + OTHER] = toe
    rows[ROW * toe + OTHER] = tip
    s[TOTAL] += 1
    # 3. The edge that would close the path is not used.
    if s[TOTAL] < last:
        if rows[ROW * tip + LEFT] > rows[ROW * toe + LEFT]:
            tip, toe = toe, tip
        for i in range(rows[ROW * tip + BEGIN], rows[ROW * tip + END]):
            at = EDGE * lists[i]
            if edges[at + MARK] == OPEN and edges[at + A] + edges[at + B] == tip + toe:
                drop(graph, s, lists[i])
                edges[at + REASON] = CLOSING
                break
    return True


@kernel
def serve(graph, s, row):
    """Apply the rule of a row; False if it cannot be served."""
    edges, rows, lists = graph
    at = ROW * row
    used = rows[at + USED_]
    left = rows[at + LEFT]
    s[BY] = row
    if left < 2 or used > 2:
        s[CLASH] = -1
        return False
    if left > used and (used == 2 or left == 2):
        for i in range(rows[at + BEGIN], rows[at + END]):
            if edges[EDGE * lists[i] + MARK] == OPEN:
                if used == 2:
                    drop(graph, s, lists[i])
                elif not use(graph, s, lists[i]):
                    return False
    return True


@kernel
def follow(graph, s):
    """Follow the marks that were not followed yet; False if they contradict each other."""
    edges, lists = graph.edges, graph.lists
    while s[HEAD] < s[TRAIL]:
        at = EDGE * edges[EDGE * s[HEAD] + NTH]
        s[HEAD] += 1
        for i in range(edges[at + BEGIN], edges[at + END]):
            if not serve(graph, s, lists[i]):
                return False
    return True


@kernel
def undo(graph, s, size):
    """Take back all marks but the first ``size``."""
    edges, rows, lists = graph
    while s[TRAIL] > size:
        s[TRAIL] -= 1
        at = EDGE * edges[EDGE * s[TRAIL] + NTH]
        value = edges[at + MARK]
        edges[at + MARK] = OPEN
        for i in range(edges[at + BEGIN], edges[at + END]):
            row = ROW * lists[i]
            if value == USED:
                rows[row + USED_] -= 1
            else:
                rows[row + LEFT] += 1
        if value == USED:
            # The vertices inside a path still know its ends of the time when they were joined.
            a = edges[at + A]
            b = edges[at + B]
            tip = rows[ROW * a + OTHER] if rows[ROW * a + USED_] == 1 else a
            toe = rows[ROW * b + OTHER] if rows[ROW * b + USED_] == 1 else b
            rows[ROW * tip + OTHER] = a
            rows[ROW * toe + OTHER] = b
            s[TOTAL] -= 1
    s[HEAD] = s[TRAIL]


@kernel
def enqueue(edges, e, tail):
    """Queue an edge that was not met before; return the queue's length."""
    if edges[EDGE * e + SEEN] == 1:
        return tail
    edges[EDGE * e + SEEN] = 1
    edges[EDGE * tail + QUEUE] = e
    return tail + 1


@kernel
def analyse(graph, s):
    """Queue the marks from which the contradiction follows, and return how many there are."""
    edges, rows, lists = graph
    for at in range(SEEN, len(edges), EDGE):
        edges[at] = 0
    head = -2
    tail = 0
    while head < tail:
        # 1. First the two sides of the contradiction (-2 and -1), then each mark of the queue.
        e = s[CLASH]
        value = USED
        why = s[BY]
        if head >= 0:
            e = edges[EDGE * head + QUEUE]
            value = edges[EDGE * e + MARK]
            why = edges[EDGE * e + REASON]
        elif head == -1 and e >= 0:
            value = UNUSED
            why = s[AGAINST]
        elif e < 0 and rows[ROW * why + USED_] > 2:
            value = UNUSED
        head += 1
        # 2. A closing rests on the path from one end of the edge to the other, by earlier marks.
        if why == CLOSING:
            limit = edges[EDGE * e + PLACE] if edges[EDGE * e + MARK] == UNUSED else len(edges)
            v = edges[EDGE * e + A]
            last = e
            while v != edges[EDGE * e + B]:
                for i in range(rows[ROW * v + BEGIN], rows[ROW * v + END]):
                    at = EDGE * lists[i]
                    if lists[i] != last and edges[at + MARK] == USED and edges[at + PLACE] < limit:
                        break
                last = lists[i]
                tail = enqueue(edges, last, tail)
                v = edges[EDGE * last + A] + edges[EDGE * last + B] - v
        # 3. A row concludes a mark from those of its edges with the other one.
        elif why >= 0:
            for i in range(rows[ROW * why + BEGIN], rows[ROW * why + END]):
                if edges[EDGE * lists[i] + MARK] == -value:
                    tail = enqueue(edges, lists[i], tail)
    return tail


@kernel
def candidates(graph, s):
    """Queue open edges worth trying, near the ends of paths or else where few are; count them."""
    edges, rows, lists = graph
    count = 0
    for wanted in (1, 0):
        for width in (2, 3, 4, len(edges)):
            for v in range(s[VERTICES]):
                row = ROW * v
                if rows[row + USED_] != wanted or rows[row + LEFT] - wanted > width:
                    continue
                for i in range(rows[row + BEGIN], rows[row + END]):
                    if edges[EDGE * lists[i] + MARK] == OPEN:
                        known = False
                        for j in range(count):
                            known = known or edges[EDGE * j + QUEUE] == lists[i]
                        if not known:
                            edges[EDGE * count + QUEUE] = lists[i]
                            count += 1
                            if count == PROBED:
                                return count
            if count > 0:
                return count
    return count


@kernel
def chosen(graph, s):
    """Return an open edge whose two cases both lead far."""
    edges = graph.edges
    best = -1
    most = -1
    size = s[TRAIL]
    far = len(edges)
    for j in range(candidates(graph, s)):
        e = edges[EDGE * j + QUEUE]
        # 1. Try both cases; a contradiction counts as the longest list of conclusions.
        gain = far
        s[BY] = SPLIT
        if use(graph, s, e) and follow(graph, s):
            gain = s[TRAIL] - size
        undo(graph, s, size)
        loss = far
        s[BY] = SPLIT
        drop(graph, s, e)
        if follow(graph, s):
            loss = s[TRAIL] - size
        undo(graph, s, size)
        # 2. The product prefers an edge whose cases both conclude much.
        if gain * loss > most:
            most = gain * loss
            best = e
    return best


@kernel
def cut_out(tree, s, start, end):
    """Take entries out of the tree."""
    for i in range(end, s[RECORD]):
        tree[start + i - end] = tree[i]
    s[RECORD] -= end - start


@kernel
def force(graph, splits, owed, tree, s, budget):
    """Go on with the search; every mark is a step.

    FOUND: the used edges are a cycle. EXHAUSTED: there is none, and ``tree`` holds the cases.
    SETTLED: the rules have ended and splitting is about to begin, where ``s[PAUSE]`` asks for it.
    FULL: the tree or the stack of splits has no room left. ``owed`` has a row for each split:
    the splits that its first case needed.
    """
    edges, rows = graph.edges, graph.rows
    deepest = len(splits) // SPLIT_
    stop = s[STEPS] + budget
    while s[STEPS] < stop:
        # 1. At the root: look at every row once.
        if s[SERVED] < len(rows) // ROW:
            s[STEPS] += 1
            if serve(graph, s, s[SERVED]):
                s[SERVED] += 1
            else:
                s[SERVED] = len(rows) // ROW
                s[PHASE] = RETREAT
        # 2. Follow the rules to their end: a cycle, a contradiction, or a choice.
        elif s[PHASE] == FOLLOW:
            if not follow(graph, s):
                s[PHASE] = RETREAT
            elif s[TOTAL] == s[VERTICES]:
                return FOUND
            else:
                s[PHASE] = CHOOSE
        # 3. Split on an edge: first the case that it is used.
        elif s[PHASE] == CHOOSE:
            if s[PAUSE] == 1:
                s[PAUSE] = 0
                return SETTLED
            d = s[DEPTH] + 1
            if d == deepest or s[RECORD] + d + 1 >= len(tree):
                return FULL
            e = chosen(graph, s)
            s[DEPTH] = d
            splits[SPLIT_ * d + SPLIT_ON] = e
            splits[SPLIT_ * d + START] = s[TRAIL]
            splits[SPLIT_ * d + FIRST] = s[RECORD]
            splits[SPLIT_ * d + SECOND] = 0
            tree[s[RECORD]] = e
            s[RECORD] += 1
            s[BY] = SPLIT
            use(graph, s, e)  # an open edge, so this cannot fail
            s[PHASE] = FOLLOW
        # 4. A contradiction: find the splits it needs, and close the case with a leaf.
        else:
            for d in range(1, s[DEPTH] + 1):
                splits[SPLIT_ * d + NEEDED] = 0
            for k in range(analyse(graph, s)):
                at = EDGE * edges[EDGE * k + QUEUE]
                if edges[at + REASON] == SPLIT:
                    splits[SPLIT_ * edges[at + LEVEL] + NEEDED] = 1
            tree[s[RECORD]] = LEAF
            s[RECORD] += 1
            # 5. Go back to the last split that was needed and has its second case open. A split
            #    that was not needed is cut out of the tree, with the case that did not need it.
            while s[PHASE] == RETREAT:
                d = s[DEPTH]
                if d == 0:
                    return EXHAUSTED
                at = SPLIT_ * d
                undo(graph, s, splits[at + START])
                if splits[at + SECOND] == 0 and splits[at + NEEDED] == 1:
                    for i in range(d):
                        owed[deepest * d + i] = splits[SPLIT_ * i + NEEDED]
                    splits[at + SECOND] = s[RECORD]
                    s[BY] = SPLIT
                    drop(graph, s, splits[at + SPLIT_ON])
                    s[PHASE] = FOLLOW
                    continue
                if splits[at + NEEDED] == 1:
                    for i in range(d):
                        splits[SPLIT_ * i + NEEDED] |= owed[deepest * d + i]
                elif splits[at + SECOND] == 0:
                    cut_out(tree, s, splits[at + FIRST], splits[at + FIRST] + 1)
                else:
                    cut_out(tree, s, splits[at + FIRST], splits[at + SECOND])
                s[DEPTH] -= 1
    return MORE
