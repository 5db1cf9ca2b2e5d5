"""Chained Lin-Kernighan search for a short Hamiltonian cycle.

A step replaces edges of the cycle by as many others, as long as the edges taken out are longer than
those put in [1]_. It looks at exchanges of three edges at a time without making them; the first
that closes to a shorter cycle is made, or else the most promising one, to go on from there [6]_.
What no step improves is kicked by a double bridge of four edges at the ends of random walks, and
only the nodes near the kick are searched again; a kick that makes the tour longer than the best one
since the search began anew, but for a small slack, is undone [2]_, [3]_, [5]_. After many kicks in
vain it begins anew near the record. Nodes that may start a step wait in a queue [4]_.

Lengths are read by ``length`` of :mod:`.spaces`; edges shorter than ``s[FLOOR]`` are required.
``near`` holds ``s[WIDTH]`` candidates of every node by increasing length, -1 behind the last, and
``costs`` the lengths of these edges. The cycle is ``tour``, node v at ``position[v]``. ``log`` has
the reversals since the last kick, a pair of positions each.

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
.. [6] K. Helsgaun, General k-opt submoves for the Lin-Kernighan TSP heuristic, Mathematical
   Programming Computation 1 (2009), 119-163.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.spaces import length
from icosian._kernels.words import below

# The words of ``s``: kicks made, allowed, allowed without a record, and made at the last one; the
# gain since the kick, before it, the record, what may be lost of the best, and what is enough.
# BEST is the best gain since the search began anew, BEGUN the kicks made then, IDLE those that
# may follow.
STEPS, RANDOM, KICKS, LIMIT, PATIENCE, LAST, GAIN, SAVED, RECORD, SLACK, ENOUGH = range(11)
HEAD, QUEUED, LOGGED, WIDTH, FLOOR, STOP, BEST, BEGUN, IDLE, WORDS = range(11, 21)
MORE, DONE = 0, 1  # statuses
MOVE = 5  # the words of an exchange
AWAY = 32  # kicks with which the search begins anew
# A kick is at the ends of random walks of so many steps, drawn so often at most. Walks of 32 to 100
# steps gave equal tours of a thousand places in a second, those of 2 to 24 steps longer ones.
WALK, TRIES = 50, 20
LOWEST = -(2**62)  # less than any gain


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
def search(lengths, points, rule, near, costs, tour, position, moves, at, first, last, gain, s):
    """Find an exchange of two or three edges of the tour, without making it [6].

    The edge of the tour between ``first`` and ``last`` is out already, and ``gain`` is what that
    saves with what came before. Return the gain of the first exchange that closes to a shorter
    tour; or else 0, with the exchange that leaves the shortest path, or -1 where none gains.
    ``moves[at:]`` receives it: t3, t4, t5, t6 (or -1, -1), and the gain before closing.
    """
    n = len(tour)
    width = s[WIDTH]
    ahead = is_next(tour, position, first, last)
    origin = position[last]
    best = -1
    for k in range(last * width, (last + 1) * width):
        # 1. The path leads from ``last``, at rank 0, to ``first``, at rank n - 1. The edge to t3
        #    goes in; out goes the one from there to t4, before or after it on the path.
        t3 = near[k]
        if t3 < 0:
            break
        after = gain - costs[k]
        if after <= 0:
            break
        i = position[t3] - origin if ahead else origin - position[t3]
        if i < 0:
            i += n
        if i == 1 or i == n - 1:
            continue
        for before in range(2):
            t4 = beside(tour, position, t3, ahead == (before == 0))
            removed = length(lengths, points, rule, n, t3, t4)
            if removed < s[FLOOR]:
                continue
            opened = after + removed
            if before == 1:
                closed = opened - length(lengths, points, rule, n, first, t4)
                if closed > 0:
                    moves[at] = t3
                    moves[at + 1] = t4
                    moves[at + 2] = -1
                    moves[at + 3] = -1
                    moves[at + 4] = opened
                    return closed
            for m in range(t4 * width, (t4 + 1) * width):
                # 2. Then the edge from t4 to t5 goes in, and one from there to t6 out. If t4 comes
                #    before t3 there is a path from t4, and t6 is towards that; otherwise the part
                #    up to t3 is a cycle, t5 is on it, and t6 on either side.
                t5 = near[m]
                if t5 < 0:
                    break
                left = opened - costs[m]
                if left <= 0:
                    break
                j = position[t5] - origin if ahead else origin - position[t5]
                if j < 0:
                    j += n
                if before == 1:
                    if j == i or j == i - 2 or j == n - 1:
                        continue
                elif j >= i:
                    continue
                for side in range(2):
                    # With side 0 t6 is the node after t5 on the path.
                    if before == 1:
                        if (side == 0) != (j < i):
                            continue
                    elif side == 1 and j == 0:
                        continue
                    t6 = beside(tour, position, t5, ahead == (side == 0))
                    removed = length(lengths, points, rule, n, t5, t6)
                    if removed < s[FLOOR]:
                        continue
                    total = left + removed
                    closed = total - length(lengths, points, rule, n, first, t6)
                    if closed > 0 or (total > best and total > costs[t6 * width]):
                        best = total
                        moves[at] = t3
                        moves[at + 1] = t4
                        moves[at + 2] = t5
                        moves[at + 3] = t6
                        moves[at + 4] = total
                        if closed > 0:
                            return closed
    return 0 if best > 0 else -1


@kernel
def apply(tour, position, log, moves, at, first, last, s):
    """Make a move; return the new end of the path."""
    t3 = moves[at]
    t4 = moves[at + 1]
    t5 = moves[at + 2]
    t6 = moves[at + 3]
    ahead = is_next(tour, position, first, last)
    if beside(tour, position, t3, not ahead) == t4:
        turn(tour, position, log, first, last, t4, s)
        if t5 < 0:
            return t4
        turn(tour, position, log, first, t4, t6, s)
    elif beside(tour, position, t5, ahead) == t6:
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
    lengths, points, rule, near, costs, tour, position, queue, waiting, log, moves, first, ahead, s
):  # fmt: skip
    """Search a step that takes out an edge at a node; make it and return the gain, or 0."""
    begin = s[LOGGED]
    last = beside(tour, position, first, ahead)
    second = last
    gain = length(lengths, points, rule, len(tour), first, last)
    if gain < s[FLOOR]:
        return 0
    for at in range(0, len(moves), MOVE):
        closed = search(
            lengths, points, rule, near, costs, tour, position, moves, at, first, last, gain, s
        )  # fmt: skip
        if closed < 0:
            break
        last = apply(tour, position, log, moves, at, first, last, s)
        gain = moves[at + 4]
        if closed > 0:
            push(queue, waiting, first, s)
            push(queue, waiting, second, s)
            for k in range(0, at + MOVE, MOVE):
                for word in range(4):
                    if moves[k + word] >= 0:
                        push(queue, waiting, moves[k + word], s)
            return closed
    retreat(tour, position, log, begin, s)
    return 0


@kernel
def draw(lengths, points, rule, near, tour, position, cuts, s):
    """Draw four edges near each other, none required; return False if two are the same."""
    n = len(tour)
    begin = below(s, n)
    longest = 0
    for k in range(4):
        # 1. Walk on candidate edges to the next edge that is free; sort the edges by position.
        v = begin
        for _ in range(WALK if k > 0 else 0):
            w = near[v * s[WIDTH] + below(s, s[WIDTH])]
            v = w if w >= 0 else v
        cut = position[v]
        for _ in range(n):
            following = cut + 1 if cut + 1 < n else 0
            if length(lengths, points, rule, n, tour[cut], tour[following]) >= s[FLOOR]:
                break
            cut = following
        else:
            return False
        m = k
        while m > 0 and cuts[m - 1] > cut:
            cuts[m] = cuts[m - 1]
            m -= 1
        cuts[m] = cut
    for k in range(1, 4):
        if cuts[k] == cuts[k - 1]:
            return False
    # 2. The longest of the parts between them comes last, and stays where it is.
    for k in range(4):
        if (cuts[k] - cuts[k - 1]) % n > (cuts[longest] - cuts[longest - 1]) % n:
            longest = k
    for _ in range(longest):
        first = cuts[0]
        for k in range(3):
            cuts[k] = cuts[k + 1]
        cuts[3] = first
    return True


@kernel
def kick(lengths, points, rule, near, tour, position, queue, waiting, log, cuts, s):
    """Make a double bridge at four edges that are near each other [2], [3]."""
    n = len(tour)
    # 1. Draw the edges.
    for _ in range(TRIES):
        if draw(lengths, points, rule, near, tour, position, cuts, s):
            break
    else:
        return
    # 2. a [b .. c] [d .. e] [f .. g] h becomes a [f .. g] [d .. e] [b .. c] h: reverse it all, then
    #    each segment.
    for k in range(4):
        v = tour[cuts[k]]
        w = tour[cuts[k] + 1 if cuts[k] + 1 < n else 0]
        s[GAIN] += length(lengths, points, rule, n, v, w)
        push(queue, waiting, v, s)
        push(queue, waiting, w, s)
    low = cuts[0] + 1
    sizes = (cuts[3] - cuts[2]) % n, (cuts[2] - cuts[1]) % n, (cuts[1] - cuts[0]) % n
    logged(tour, position, log, low % n, cuts[3], s)
    for k in range(3):
        logged(tour, position, log, low % n, (low + sizes[k] - 1) % n, s)
        s[GAIN] -= length(lengths, points, rule, n, tour[(low - 1) % n], tour[low % n])
        low += sizes[k]
    s[GAIN] -= length(lengths, points, rule, n, tour[(low - 1) % n], tour[low % n])


@kernel
def chain(
    lengths, points, rule, near, costs, tour, position, best, queue, waiting, log, moves, cuts, s,
    budget,
):  # fmt: skip
    """Improve and kick the tour, ``s[LIMIT]`` times at most.

    A node searched is a step, and so is a kick: where nodes are few, kicks leave all as it is.
    """
    n = len(tour)
    room = len(log) // 2 - 3 * (len(moves) // MOVE) - 8
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
            while side < 2:
                if s[LOGGED] > room:
                    # 2. A full log: what is gained is kept, what is not is undone below.
                    if s[GAIN] < 0:
                        break
                    s[SAVED] += s[GAIN]
                    s[GAIN] = 0
                    s[LOGGED] = 0
                gain = improve(
                    lengths, points, rule, near, costs, tour, position, queue, waiting, log, moves,
                    v, side == 0, s,
                )  # fmt: skip
                s[GAIN] += gain
                side = 0 if gain > 0 else side + 1
        # 3. Undo the kick if the tour is now longer than the best and the slack [5].
        if s[SAVED] + s[GAIN] < s[BEST] - s[SLACK]:
            retreat(tour, position, log, 0, s)
        else:
            s[SAVED] += s[GAIN]
        if s[SAVED] > s[BEST]:
            s[BEST] = s[SAVED]
            s[BEGUN] = s[KICKS]
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
        # 4. A search in vain begins anew, some kicks away from the record.
        kicks = 1
        if s[KICKS] >= s[BEGUN] + s[IDLE]:
            for i in range(n):
                tour[i] = best[i]
                position[best[i]] = i
            s[SAVED] = s[RECORD]
            s[BEST] = LOWEST
            kicks = AWAY
        s[KICKS] += 1
        for _ in range(kicks):
            kick(lengths, points, rule, near, tour, position, queue, waiting, log, cuts, s)
