"""Chained Lin-Kernighan search for a short Hamiltonian cycle.

A step replaces k edges of the cycle by k others, one pair at a time, as long as the edges taken out
are longer than those put in [1]_. What no step improves is kicked by a random double bridge, and
only the nodes near the kick are searched again; a kick that makes the tour longer than the record,
but for a small slack, is undone [2]_, [3]_, [5]_. Nodes that may start a step wait in a queue [4]_.

``lengths[u * n + v]`` is the length of an edge; those shorter than ``s[FLOOR]`` are required.
``near`` holds ``s[WIDTH]`` candidates of every node by increasing length, -1 behind the last. The
cycle is ``tour``, node v at ``position[v]``. ``log`` has the reversals since the last kick, a pair
of positions each.

References
----------
.. [1] S. Lin, B. W. Kernighan, An effective heuristic algorithm for the traveling-salesman problem,
   Operations Research 21 (1973), 498-516.
.. [2] O. Martin, S. W. Otto, E. W. Felten, Large-step Markov chains for the traveling salesman
   problem, Complex Systems 5 (1991), 299-326.
.. [3] D. Applegate, W. Cook, A. Rohe, Chained Lin-Kernighan for large traveling salesman problems,
   INFORMS Journal on Computing 15 (2003), 82-92.
.. [4] J. L. Bentley, Fast algorithms for geometric traveling salesman problems, ORSA Journal on
   Computing 4 (1992), 387-411.
.. [5] G. Dueck, New optimization heuristics: the great deluge algorithm and the record-to-record
   travel, Journal of Computational Physics 104 (1993), 86-92.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.xorshift import below

# The words of ``s``: kicks made, allowed, allowed without a record, and made at the last one; the
# gain since the kick, before it, the record, what may be lost of that, and what is enough.
STEPS, RANDOM, KICKS, LIMIT, PATIENCE, LAST, GAIN, SAVED, RECORD, SLACK, ENOUGH = range(11)
HEAD, QUEUED, LOGGED, WIDTH, SPAN, FLOOR, STOP, WORDS = range(11, 19)
MORE, DONE = 0, 1  # statuses
ROOM = 8  # the most candidates of a level
MOVE = 5  # the words of a candidate: t3, t4, t5, t6 (or -1, -1), and the gain before closing
COUNT, NEXT, END, OPEN, MARK, LEVEL = range(6)  # the words of a level


@kernel
def beside(tour, position, v, ahead):
    """Return the node after v if ``ahead``, else the node before it."""
    k = position[v]
    if ahead:
        return tour[k + 1] if k + 1 < len(tour) else tour[0]
    return tour[k - 1] if k > 0 else tour[len(tour) - 1]


@kernel
def is_next(tour, position, u, v):
    """Return True if v comes right after u."""
    k = position[u] + 1
    return position[v] == (k if k < len(tour) else 0)


@kernel
def reverse(tour, position, i, j):
    """Reverse the nodes at positions i to j, around the end if j < i."""
    n = len(tour)
    count = j - i + 1
    if count <= 0:
        count += n
    for _ in range(count // 2):
        a = tour[i]
        b = tour[j]
        tour[i] = b
        position[b] = i
        tour[j] = a
        position[a] = j
        i = i + 1 if i + 1 < n else 0
        j = j - 1 if j > 0 else n - 1


@kernel
def logged(tour, position, log, i, j, s):
    """Reverse, and note it in the log; the caller sees to its room."""
    reverse(tour, position, i, j)
    log[2 * s[LOGGED]] = i
    log[2 * s[LOGGED] + 1] = j
    s[LOGGED] += 1


@kernel
def retreat(tour, position, log, mark, s):
    """Undo reversals until the log has its former size."""
    while s[LOGGED] > mark:
        s[LOGGED] -= 1
        reverse(tour, position, log[2 * s[LOGGED]], log[2 * s[LOGGED] + 1])


@kernel
def turn(tour, position, log, a, b, c, s):
    """Turn the part of the tour from b, which is beside a, to c: then c is beside a."""
    n = len(tour)
    if is_next(tour, position, a, b):
        i = position[b]
        j = position[c]
    else:
        i = position[c]
        j = position[b]
    inner = j - i + 1
    if inner <= 0:
        inner += n
    if 2 * inner > n:  # what is left has fewer nodes
        outer = i
        i = j + 1 if j + 1 < n else 0
        j = outer - 1 if outer > 0 else n - 1
    logged(tour, position, log, i, j, s)


@kernel
def offer(moves, base, count, room, t3, t4, t5, t6, gain):
    """Keep a candidate if it is among the best by gain; return how many are kept."""
    if count < room:
        k = count
        count += 1
    elif gain > moves[base + MOVE * room - 1]:
        k = room - 1
    else:
        return count
    while k > 0 and moves[base + MOVE * k - 1] < gain:
        for word in range(MOVE):
            moves[base + MOVE * k + word] = moves[base + MOVE * (k - 1) + word]
        k -= 1
    moves[base + MOVE * k] = t3
    moves[base + MOVE * k + 1] = t4
    moves[base + MOVE * k + 2] = t5
    moves[base + MOVE * k + 3] = t6
    moves[base + MOVE * k + 4] = gain
    return count


@kernel
def is_added(added, count, u, v):
    """Return True if an earlier level of the step has added the edge uv."""
    for k in range(0, 2 * count, 2):
        if (added[k] == u and added[k + 1] == v) or (added[k] == v and added[k + 1] == u):
            return True
    return False


@kernel
def extensions(
    lengths, near, tour, position, moves, added, first, last, gain, level, taken, room, least, s
):
    """Collect the moves of a level: an edge from the end of the path, and one out of the tour.

    Those that close to a tour with more than ``least`` displace the others. Return their number.
    """
    n = len(tour)
    width = s[WIDTH]
    base = level * ROOM * MOVE
    ahead = is_next(tour, position, first, last)
    count = 0
    is_closing = False
    for k in range(last * width, (last + 1) * width):
        # 1. The path goes from ``last`` to ``first``. With the edge to t3, the edge from there
        #    towards ``last`` has to go, and t4 is the new end.
        t3 = near[k]
        if t3 < 0:
            break
        rest = gain - lengths[last * n + t3]
        if rest <= 0:
            break
        t4 = beside(tour, position, t3, not ahead)
        if t3 == first or t4 == last:
            continue
        removed = lengths[t3 * n + t4]
        if removed < s[FLOOR] or is_added(added, taken, t3, t4):
            continue
        rest += removed
        closed = rest - lengths[first * n + t4]
        if closed > least:
            least = closed
            is_closing = True
            count = offer(moves, base, 0, 1, t3, t4, -1, -1, rest)
        elif not is_closing and room > 0:
            count = offer(moves, base, count, room, t3, t4, -1, -1, rest)
    return count


@kernel
def detours(lengths, near, tour, position, moves, first, last, gain, room, s):
    """Collect the moves that take the other edge at t3, which leaves a cycle for t5 to open."""
    n = len(tour)
    width = s[WIDTH]
    ahead = is_next(tour, position, first, last)
    count = 0
    least = 0
    for k in range(last * width, (last + 1) * width):
        t3 = near[k]
        if t3 < 0:
            break
        rest = gain - lengths[last * n + t3]
        if rest <= 0:
            break
        if t3 == first or beside(tour, position, t3, not ahead) == last:
            continue
        t4 = beside(tour, position, t3, ahead)
        removed = lengths[t3 * n + t4]
        if removed < s[FLOOR]:
            continue
        rest += removed
        cycle = (
            (position[t3] - position[last]) % n if ahead else (position[last] - position[t3]) % n
        )
        for j in range(t4 * width, (t4 + 1) * width):
            # 2. The cycle is last ... t3; t5 is on it, and t6 is either of its neighbors there.
            t5 = near[j]
            if t5 < 0:
                break
            left = rest - lengths[t4 * n + t5]
            if left <= 0:
                break
            k5 = position[t5] - position[last]
            if (k5 if ahead else -k5) % n >= cycle:
                continue
            for side in range(2):
                if side == 1 and t5 == last:
                    continue
                t6 = beside(tour, position, t5, ahead == (side == 0))
                removed = lengths[t5 * n + t6]
                if removed < s[FLOOR]:
                    continue
                opened = left + removed
                closed = opened - lengths[first * n + t6]
                if closed > least:
                    count = offer(moves, 0, 0, 1, t3, t4, t5, t6, opened)
                    least = closed
                elif least == 0:
                    count = offer(moves, 0, count, room, t3, t4, t5, t6, opened)
    return count


@kernel
def apply(tour, position, log, moves, at, first, last, s):
    """Make a move; return the new end of the path."""
    t3 = moves[at]
    t4 = moves[at + 1]
    t5 = moves[at + 2]
    t6 = moves[at + 3]
    if t5 < 0:
        turn(tour, position, log, first, last, t4, s)
        return t4
    ahead = is_next(tour, position, first, last)
    if beside(tour, position, t5, ahead) == t6:
        # first [last .. t5] [t6 .. t3] t4 becomes first [t6 .. t3] [last .. t5] t4.
        turn(tour, position, log, first, last, t3, s)
        turn(tour, position, log, first, t3, t6, s)
        turn(tour, position, log, t3, t5, last, s)
    else:
        # first [last .. t6] [t5 .. t3] t4 becomes first [t6 .. last] [t3 .. t5] t4.
        turn(tour, position, log, first, last, t6, s)
        turn(tour, position, log, last, t5, t3, s)
    return t6


@kernel
def push(queue, waiting, v, s):
    """Append a node to the queue if it does not wait there."""
    if waiting[v] == 0:
        waiting[v] = 1
        k = s[HEAD] + s[QUEUED]
        queue[k if k < len(queue) else k - len(queue)] = v
        s[QUEUED] += 1


@kernel
def improve(
    lengths,
    near,
    tour,
    position,
    queue,
    waiting,
    log,
    moves,
    levels,
    added,
    breadth,
    first,
    side,
    s,
):
    """Search a step that takes out an edge at a node; make it and return the gain, or 0.

    ``side`` is 0 or 1 for the edge ahead or behind, plus 2 for a first move of :func:`detours`.
    """
    n = len(tour)
    detour = side >= 2
    begin = s[LOGGED]
    last = beside(tour, position, first, side % 2 == 0)
    second = last
    gain = lengths[first * n + last]
    depth = len(breadth)
    best = 0
    best_level = -1
    best_mark = begin
    level = 0
    is_new = True
    while True:
        at = LEVEL * level
        if is_new:
            # 1. Collect the candidates of a level. Once the step gains, only the best one is
            #    followed; the deepest level takes only what closes with a gain.
            if level == 0 and detour:
                count = detours(
                    lengths, near, tour, position, moves, first, last, gain, breadth[0], s
                )
            else:
                room = breadth[level]
                if best > 0:
                    room = 1
                if level == depth - 1:
                    room = 0
                taken = level + 1 if detour else level
                count = extensions(
                    lengths, near, tour, position, moves, added, first, last, gain, level, taken,
                    room, best, s,
                )  # fmt: skip
            levels[at + COUNT] = count
            levels[at + NEXT] = 0
            levels[at + END] = last
            levels[at + OPEN] = gain
            levels[at + MARK] = s[LOGGED]
            is_new = False
        # 2. Without candidates go back a level; a step that gains has ended.
        if levels[at + NEXT] == levels[at + COUNT]:
            if best > 0 or level == 0:
                break
            level -= 1
            retreat(tour, position, log, levels[LEVEL * level + MARK], s)
            continue
        # 3. Make the next move, and go on from the new end.
        k = level * ROOM * MOVE + MOVE * levels[at + NEXT]
        levels[at + NEXT] += 1
        slot = 2 * (level + 1 if detour and level > 0 else level)
        added[slot] = levels[at + END]
        added[slot + 1] = moves[k]
        if moves[k + 2] >= 0:
            added[2] = moves[k + 1]
            added[3] = moves[k + 2]
        last = apply(tour, position, log, moves, k, first, levels[at + END], s)
        gain = moves[k + 4]
        closed = gain - lengths[first * n + last]
        if closed > best:
            best = closed
            best_level = level
            best_mark = s[LOGGED]
        if level + 1 < depth:
            level += 1
            is_new = True
        elif best > 0:
            break
        else:
            retreat(tour, position, log, levels[at + MARK], s)
    # 4. Keep the best prefix of the step; its nodes may start further steps.
    retreat(tour, position, log, best_mark, s)
    if best > 0:
        push(queue, waiting, first, s)
        push(queue, waiting, second, s)
        for i in range(best_level + 1):
            k = i * ROOM * MOVE + MOVE * (levels[LEVEL * i + NEXT] - 1)
            for word in range(4):
                if moves[k + word] >= 0:
                    push(queue, waiting, moves[k + word], s)
    return best


@kernel
def kick(lengths, tour, position, queue, waiting, log, cuts, s):
    """Make a double bridge of three short segments that follow each other [2]."""
    n = len(tour)
    # 1. Draw four places to cut, but no required edges.
    cut = below(s, n)
    passed = 0
    for k in range(4):
        while lengths[tour[cut] * n + tour[cut + 1 if cut + 1 < n else 0]] < s[FLOOR]:
            cut = cut + 1 if cut + 1 < n else 0
            passed += 1
            if passed >= 2 * n:
                return
        cuts[k] = cut
        jump = 1 + below(s, s[SPAN])
        passed += jump
        cut = (cut + jump) % n
    whole = (cuts[3] - cuts[0]) % n
    if (cuts[1] - cuts[0]) % n >= (cuts[2] - cuts[0]) % n or (cuts[2] - cuts[0]) % n >= whole:
        return  # around the whole tour
    # 2. a [b .. c] [d .. e] [f .. g] h becomes a [f .. g] [d .. e] [b .. c] h: reverse it all, then
    #    each segment.
    for k in range(4):
        v = tour[cuts[k]]
        w = tour[cuts[k] + 1 if cuts[k] + 1 < n else 0]
        s[GAIN] += lengths[v * n + w]
        push(queue, waiting, v, s)
        push(queue, waiting, w, s)
    low = cuts[0] + 1
    sizes = (cuts[3] - cuts[2]) % n, (cuts[2] - cuts[1]) % n, (cuts[1] - cuts[0]) % n
    logged(tour, position, log, low % n, cuts[3], s)
    for k in range(3):
        logged(tour, position, log, low % n, (low + sizes[k] - 1) % n, s)
        s[GAIN] -= lengths[tour[(low - 1) % n] * n + tour[low % n]]
        low += sizes[k]
    s[GAIN] -= lengths[tour[(low - 1) % n] * n + tour[low % n]]


@kernel
def chain(
    lengths,
    near,
    tour,
    position,
    best,
    queue,
    waiting,
    log,
    moves,
    levels,
    added,
    breadth,
    cuts,
    s,
    budget,
):
    """Improve and kick the tour, ``s[LIMIT]`` times at most.

    A node searched is a step, and so is a kick: where nodes are few, kicks leave all as it is.
    """
    n = len(tour)
    room = len(log) // 2 - 3 * len(breadth) - 8
    while True:
        # 1. Search at every node in the queue.
        while s[QUEUED] > 0 and s[STOP] == 0:
            if budget <= 0:
                return MORE
            budget -= 1
            s[STEPS] += 1
            v = queue[s[HEAD]]
            s[HEAD] = s[HEAD] + 1 if s[HEAD] + 1 < n else 0
            s[QUEUED] -= 1
            waiting[v] = 0
            side = 0
            while side < 4:
                if s[LOGGED] > room:
                    # 2. A full log: what is gained is kept, what is not is undone below.
                    if s[GAIN] < 0:
                        break
                    s[SAVED] += s[GAIN]
                    s[GAIN] = 0
                    s[LOGGED] = 0
                gain = improve(
                    lengths, near, tour, position, queue, waiting, log, moves, levels, added,
                    breadth, v, side, s,
                )  # fmt: skip
                s[GAIN] += gain
                side = 0 if gain > 0 else side + 1
        # 3. Undo the kick if the tour is now longer than the record and the slack [5].
        if s[SAVED] + s[GAIN] < s[RECORD] - s[SLACK]:
            retreat(tour, position, log, 0, s)
        else:
            s[SAVED] += s[GAIN]
        if s[SAVED] > s[RECORD]:
            s[RECORD] = s[SAVED]
            s[LAST] = s[KICKS]
            for i in range(n):
                best[i] = tour[i]
        s[GAIN] = 0
        s[LOGGED] = 0
        has_ended = s[KICKS] >= s[LIMIT] or s[KICKS] >= s[LAST] + s[PATIENCE]
        if has_ended or s[RECORD] >= s[ENOUGH] or s[STOP] != 0:
            return DONE
        if budget <= 0:
            return MORE
        budget -= 1
        s[KICKS] += 1
        kick(lengths, tour, position, queue, waiting, log, cuts, s)
