"""Replay of learned clauses by unit propagation, with what each of them rests on.

A row says that at least so many of its literals hold; a clause is a row for one. Literal 2 k says
that variable k holds, 2 k + 1 that it does not. A row watches one literal more than it needs, in
its first places: only if one of these fails and no literal further on can take its place, the rest
of them follow. Variables may be edges whose paths must not close before they meet all nodes. What
follows without a supposition is the ground and holds for good [1]_, [2]_.

``entries`` holds what is replayed: a number, the length of a row, and its literals. A fact needs as
many of them as the number says, and holds anyway; LEARNED marks a clause, which is appended
without the literals that it does not need, if it follows; the last one is empty. ``pool`` holds the
literals of rows; ``cells`` has two words for each of their places, the next watch of the same
literal and the row.
Field F of row r is ``rows[ROW * r + F]``, and so for literals, and for ports, where used edges end.
``basis`` has, for each learned row, how many words follow, and these: rows, and ``~x`` for literals
of the ground. The words of ``s`` are named below.

References
----------
.. [1] E. Goldberg, Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, Design,
   Automation and Test in Europe (2003), 886-891.
.. [2] M. J. H. Heule, W. A. Hunt, N. Wetzler, Trimming while checking clausal proofs, Formal
   Methods in Computer-Aided Design (2013), 181-188.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

(
    STEPS,
    AT,  # the next entry
    ROWS,
    POOLED,  # words of the pool
    TRAIL,  # literals that hold
    HEAD,  # of these, how many were followed
    GROUND,  # of these, how many hold for good
    JOINED,  # edges that were joined
    LOGGED,  # words of the basis
    ROOM,  # free words of the basis that no single step can exceed
    STAMP,  # the latest mark of literals
    NODES,  # how many nodes a path may not close without, 0 if variables are no edges
    TURN,  # what leads from a port to the other one of its node
    CLASH,  # the reason why nothing is left
    STACKED,  # while the needed rows are collected: those ahead
    WORDS,
) = range(16)
BEGIN, LEAST, BASIS, ROW = range(4)
"""Fields of a row: where its literals begin, how many hold, its place in the basis or -1."""
WATCH, PLACE, REASON, SINCE, SEEN, LITERAL = range(6)
"""Fields of a literal: its first watch; its place on the trail, or -1; why it holds, and since
which row; its mark."""
ARCS, OTHER, LENGTH, FIRST, SECOND, PORT = range(6)
"""Fields of a port: where its edges begin, the other end and the nodes of the path that ends here,
the used edges or -1."""
JOIN = 5  # words of a join: the edge, both ends of the path, and the lengths of its parts
NONE, CLOSING = -1, -2
"""Reasons other than a row: none, or ``CLOSING - e``, the path that edge e would close."""
LEARNED = -1
"""What an entry of a learned clause begins with."""
DONE, FULL = 1, 2
"""Results of a replay: nothing is left or to do, or the basis is full."""

Store = namedtuple("Store", "pool cells rows")
"""The rows, their literals, and the watches of these."""
Held = namedtuple("Held", "literals trail why")
"""What holds: records of literals, the trail, and from what some of it is concluded."""
OpenPaths = namedtuple("OpenPaths", "ports arcs ends joined")
"""Where edges end, the edges at each port, the paths, and the joins so far."""
Replayed = namedtuple("Replayed", "entries basis")
"""What is replayed, and what each row rests on."""
Needed = namedtuple("Needed", "basis stack kept")
"""What rows rest on; while the needed ones are collected: those ahead, and which are needed."""


@kernel
def hold(literals, trail, s, literal, reason):
    """Let a literal hold."""
    literals[LITERAL * literal + PLACE] = s[TRAIL]
    literals[LITERAL * literal + REASON] = reason
    literals[LITERAL * literal + SINCE] = s[ROWS] - 1
    trail[s[TRAIL]] = literal
    s[TRAIL] += 1


@kernel
def joining(ports, arcs, ends, a, b):
    """Return the edge between two ports, or NONE."""
    at = PORT * a
    if ends[at + PORT] - ends[at] > ends[PORT * b + PORT] - ends[PORT * b]:
        a, b = b, a
        at = PORT * a
    for i in range(ends[at], ends[at + PORT]):
        e = arcs[i]
        if ports[2 * e] == b or ports[2 * e + 1] == b:
            return e
    return NONE


@kernel
def join(ports, arcs, ends, joined, s, e):
    """Join two paths by an edge; return the edge that would close one too early, or NONE."""
    p = PORT * ports[2 * e]
    q = PORT * ports[2 * e + 1]
    a = ends[p + OTHER]
    b = ends[q + OTHER]
    one = ends[p + LENGTH]
    two = ends[q + LENGTH]
    # 1. The edge itself closes a path.
    if a == ports[2 * e + 1]:
        if one < s[NODES]:
            return e
        return NONE
    # 2. Two paths become one, from a to b.
    at = JOIN * s[JOINED]
    joined[at] = e
    joined[at + 1] = a
    joined[at + 2] = b
    joined[at + 3] = one
    joined[at + 4] = two
    s[JOINED] += 1
    ends[PORT * a + OTHER] = b
    ends[PORT * b + OTHER] = a
    ends[PORT * a + LENGTH] = one + two
    ends[PORT * b + LENGTH] = one + two
    for side in (p, q):
        if ends[side + FIRST] == NONE:
            ends[side + FIRST] = e
        else:
            ends[side + SECOND] = e
    # 3. The edge that would close it.
    if one + two < s[NODES]:
        f = joining(ports, arcs, ends, a, b)
        if f != e:
            return f
    return NONE


@kernel
def take_back(ports, ends, joined, s, count):
    """Take back all joins but the first ones."""
    while s[JOINED] > count:
        s[JOINED] -= 1
        at = JOIN * s[JOINED]
        e = joined[at]
        p = ports[2 * e]
        q = ports[2 * e + 1]
        for port in (p, q):
            if ends[PORT * port + SECOND] == NONE:
                ends[PORT * port + FIRST] = NONE
            else:
                ends[PORT * port + SECOND] = NONE
        a = PORT * joined[at + 1]
        b = PORT * joined[at + 2]
        ends[a + OTHER] = p
        ends[b + OTHER] = q
        ends[a + LENGTH] = joined[at + 3]
        ends[b + LENGTH] = joined[at + 4]


@kernel
def follow(store, held, s, literal):
    """Look at the rows that watch a literal which fails; return one that fails, or NONE."""
    pool, cells, rows = store
    literals, trail = held.literals, held.trail
    at = -1  # the place whose next watch is the one looked at, or -1: it is the first one
    p = literals[LITERAL * literal + WATCH]
    while p >= 0:
        following = cells[2 * p]
        row = cells[2 * p + 1]
        begin = rows[ROW * row]
        least = rows[ROW * row + LEAST]
        moved = False
        # 1. A clause whose other watch holds is left alone.
        if least != 1 or literals[LITERAL * pool[2 * begin + 1 - p] + PLACE] < 0:
            # 2. Watch another literal that does not fail, if there is one.
            for q in range(begin + least + 1, rows[ROW * (row + 1)]):
                better = pool[q]
                if literals[LITERAL * (better ^ 1) + PLACE] < 0:
                    pool[p] = better
                    pool[q] = literal
                    cells[2 * p] = literals[LITERAL * better + WATCH]
                    literals[LITERAL * better + WATCH] = p
                    moved = True
                    break
            # 3. Else the others that are watched follow.
            if not moved:
                for q in range(begin, begin + least + 1):
                    other = pool[q]
                    if q != p and literals[LITERAL * other + PLACE] < 0:
                        if literals[LITERAL * (other ^ 1) + PLACE] >= 0:
                            return row
                        hold(literals, trail, s, other, row)
        # 4. Unlink a place that watches another literal now.
        if not moved:
            at = p
        elif at < 0:
            literals[LITERAL * literal + WATCH] = following
        else:
            cells[2 * at] = following
        p = following
    return NONE


@kernel
def conclude(store, held, paths, s):
    """Follow the literals that hold; return the reason of a clash, or NONE."""
    literals, trail = held.literals, held.trail
    ports, arcs, ends, joined = paths
    while s[HEAD] < s[TRAIL]:
        literal = trail[s[HEAD]]
        s[HEAD] += 1
        clash = follow(store, held, s, literal ^ 1)
        if clash != NONE:
            return clash
        # The counts at its ports have not clashed, so a used edge finds them free.
        if s[NODES] and not literal & 1:
            e = join(ports, arcs, ends, joined, s, literal >> 1)
            if e != NONE:
                if literals[LITERAL * 2 * e + PLACE] >= 0:
                    return CLOSING - e
                if literals[LITERAL * (2 * e + 1) + PLACE] < 0:
                    hold(literals, trail, s, 2 * e + 1, CLOSING - e)
    return NONE


@kernel
def append(store, held, s, size, least, basis):
    """Make a row of the literals at the end of the pool."""
    pool, cells, rows = store
    literals, trail = held.literals, held.trail
    row = s[ROWS]
    begin = s[POOLED]
    s[ROWS] += 1
    s[POOLED] += size
    rows[ROW * row] = begin
    rows[ROW * row + LEAST] = least
    rows[ROW * row + BASIS] = basis
    rows[ROW * (row + 1)] = begin + size
    # 1. All have to hold.
    if least >= size:
        if least > size:
            s[CLASH] = row
        for q in range(begin, begin + size):
            if literals[LITERAL * (pool[q] ^ 1) + PLACE] >= 0:
                s[CLASH] = row
            elif literals[LITERAL * pool[q] + PLACE] < 0:
                hold(literals, trail, s, pool[q], row)
    # 2. Watch one literal more than has to hold.
    elif least > 0:
        for q in range(begin, begin + least + 1):
            at = LITERAL * pool[q] + WATCH
            cells[2 * q] = literals[at]
            cells[2 * q + 1] = row
            literals[at] = q


@kernel
def explain(store, held, paths, s, reason, literal):
    """Write from what a reason concludes a literal, or clashes if it is NONE; return how many."""
    literals, why = held.literals, held.why
    pool, rows = store.pool, store.rows
    ports, ends = paths.ports, paths.ends
    count = 0
    # 1. A path that the edge would close: its edges are used.
    if reason <= CLOSING:
        e = CLOSING - reason
        v = ports[2 * e] ^ s[TURN]
        came = NONE
        while v != ports[2 * e + 1]:
            f = ends[PORT * v + FIRST]
            if f == came:
                f = ends[PORT * v + SECOND]
            came = f
            why[count] = 2 * came
            count += 1
            v = (ports[2 * came] + ports[2 * came + 1] - v) ^ s[TURN]
        if literal == NONE:
            why[count] = 2 * e
            count += 1
        return count
    # 2. A row: as many literals as leave no choice had failed before.
    begin = rows[ROW * reason]
    end = rows[ROW * (reason + 1)]
    most = end - begin - rows[ROW * reason + LEAST]
    before = s[TRAIL]
    if literal == NONE:
        most += 1
    else:
        before = literals[LITERAL * literal + PLACE]
    for q in range(begin, end):
        place = literals[LITERAL * (pool[q] ^ 1) + PLACE]
        if 0 <= place < before and count < most:
            why[count] = pool[q] ^ 1
            count += 1
    return count


@kernel
def learn(store, held, log, paths, s):
    """Append those literals of the next clause that are needed to deny it, if it follows."""
    pool = store.pool
    literals, trail, why = held
    ports, ends, joined = paths.ports, paths.ends, paths.joined
    entries, basis = log
    size = entries[s[AT] + 1]
    at = s[AT] + 2
    clash = NONE
    before = 0
    kept = 0
    s[STAMP] += 1
    # 1. Draw all conclusions for good. Then suppose that none of the literals holds, one after the
    #    other, until that contradicts, or one holds if those before it do not.
    for i in range(at - 1, at + size):
        if i >= at:
            literal = entries[i]
            if literals[LITERAL * literal + PLACE] >= 0:
                literals[LITERAL * literal + SEEN] = s[STAMP]
                pool[s[POOLED]] = literal
                kept = 1
                break
            if literals[LITERAL * (literal ^ 1) + PLACE] >= 0:
                continue
            hold(literals, trail, s, literal ^ 1, NONE)
        clash = conclude(store, held, paths, s)
        if i < at:
            s[GROUND] = s[TRAIL]
            s[CLASH] = clash
            before = s[JOINED]
            for k in range(at, at + size):
                if literals[LITERAL * entries[k] + PLACE] >= 0:
                    return
        if clash != NONE:
            break
    if s[CLASH] != NONE:
        return
    # 2. Walk the trail back from the contradiction: what is marked rests on rows, on the ground,
    #    and on suppositions, whose denials are the clause.
    first = s[LOGGED]
    s[LOGGED] += 1
    if kept or clash != NONE:
        for i in range(s[TRAIL] - kept, s[GROUND] - 1, -1):
            literal = NONE
            reason = clash
            if i < s[TRAIL]:
                literal = trail[i]
                reason = literals[LITERAL * literal + REASON]
                if literals[LITERAL * literal + SEEN] != s[STAMP]:
                    continue
                if reason == NONE:
                    pool[s[POOLED] + kept] = literal ^ 1
                    kept += 1
                    continue
            if reason >= 0:
                basis[s[LOGGED]] = reason
                s[LOGGED] += 1
            count = explain(store, held, paths, s, reason, literal)
            for k in range(count):
                place = LITERAL * why[k]
                if literals[place + SEEN] != s[STAMP]:
                    literals[place + SEEN] = s[STAMP]
                    if literals[place + PLACE] < s[GROUND]:
                        basis[s[LOGGED]] = ~why[k]
                        s[LOGGED] += 1
        basis[first] = s[LOGGED] - first - 1
    # 3. Take everything back to the ground.
    for i in range(s[GROUND], s[TRAIL]):
        literals[LITERAL * trail[i] + PLACE] = -1
    s[TRAIL] = s[GROUND]
    s[HEAD] = s[GROUND]
    take_back(ports, ends, joined, s, before)
    if clash != NONE or kept:
        append(store, held, s, kept, 1, first)
    else:
        s[LOGGED] = first


@kernel
def replay(store, held, log, paths, s, budget):
    """Append facts and clauses until nothing is left; a step is an entry."""
    entries, basis = log.entries, log.basis
    end = s[STEPS] + budget
    while s[CLASH] == NONE and s[AT] < len(entries):
        if s[STEPS] >= end:
            return 0
        if len(basis) - s[LOGGED] < s[ROOM]:
            return FULL
        least = entries[s[AT]]
        size = entries[s[AT] + 1]
        at = s[AT] + 2
        if least == LEARNED:
            learn(store, held, log, paths, s)
        else:
            for i in range(size):
                store.pool[s[POOLED] + i] = entries[at + i]
            append(store, held, s, size, least, NONE)
        s[AT] = at + size
        s[STEPS] += 1
    return DONE


@kernel
def collect(store, held, paths, needed, s, budget):
    """Write of the rows that the clash rests on which is the last that needs each, counted from 1.

    For other rows ``kept`` stays 0. A step is a row or a literal.
    """
    rows, basis = store.rows, needed.basis
    literals, why = held.literals, held.why
    end = s[STEPS] + budget
    if s[STACKED] == NONE:
        s[STACKED] = 0
        s[STAMP] += 1
        count = explain(store, held, paths, s, s[CLASH], NONE)
        push(held, needed, s, s[CLASH], s[ROWS], count)
    while s[STACKED]:
        if s[STEPS] >= end:
            return 0
        s[STEPS] += 1
        s[STACKED] -= 1
        item = needed.stack[s[STACKED]]
        # 1. A literal rests on its reason, which is needed then, and on what it was concluded from.
        if item < 0:
            reason = literals[LITERAL * ~item + REASON]
            count = explain(store, held, paths, s, reason, ~item)
            since = literals[LITERAL * ~item + SINCE] + 1
            push(held, needed, s, reason, since, count)
        # 2. A learned row rests on rows before it and on literals.
        elif rows[ROW * item + BASIS] >= 0:
            at = rows[ROW * item + BASIS]
            for i in range(at + 1, at + 1 + basis[at]):
                if basis[i] < 0:
                    why[0] = ~basis[i]
                    push(held, needed, s, NONE, 0, 1)
                else:
                    push(held, needed, s, basis[i], item + 1, 0)
    return DONE


@kernel
def push(held, needed, s, row, last, count):
    """Put a row, unless it is none, and some literals ahead, each once."""
    literals, why = held.literals, held.why
    stack, kept = needed.stack, needed.kept
    if row >= 0:
        if not kept[row]:
            stack[s[STACKED]] = row
            s[STACKED] += 1
        kept[row] = max(kept[row], last)
    for k in range(count):
        at = LITERAL * why[k] + SEEN
        if literals[at] != s[STAMP]:
            literals[at] = s[STAMP]
            stack[s[STACKED]] = ~why[k]
            s[STACKED] += 1
