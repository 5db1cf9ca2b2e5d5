"""Annealed search of a short cycle through one node of each group.

A group is a stroke of length 0 whose node may change. Ends 2 g and 2 g + 1 are those of group g,
and ``order`` holds the ends at which the groups are entered, group g at ``position[g]``. Each end
has one link, so the steps of Lin and Kernighan [1]_ have no choice of the next: two links of ends
of one kind are exchanged by a reversal, of different kinds by moving a segment of any length. A
step exchanges up to three links, or moves a group to where one of its nodes fits best. The cycle is
kicked by a double bridge of four links near each other, repaired from the groups that it touches,
and accepted as in simulated annealing, or undone.

``nodes`` are those of the groups, by ``rows``; ``chosen`` has one of each. ``near`` holds
``s[WIDTH]`` groups near each node, by the lengths to their nearest nodes in ``low``, -1 behind the
last. ``log`` has the changes since the kick, a pair each: positions of a reversal, or -1 - g and
the node of g before. ``heat`` is the temperature. ``queue`` holds groups to search at.

References
----------
.. [1] S. Lin, B. W. Kernighan, An effective heuristic algorithm for the traveling-salesman problem,
   Operations Research 21 (1973), 498-516.
"""

import math
from collections import namedtuple

from icosian._kernels import spaces
from icosian._kernels._jit import below, called, inlined, kernel
from icosian._kernels.spaces import IS_STRAIGHT, OFFSET, POINT, SLACK

# The words of ``s``: kicks made, and allowed; candidates of a node; the queue; changes since the
# kick, what they gain, the gain before, and the most so far; what a group counts for in steps.
STEPS, RANDOM, KICKS, LIMIT, WIDTH, HEAD, QUEUED = range(7)
LOGGED, GAIN, SAVED, RECORD, WORK, WORDS = range(7, 13)
MORE, DONE = 0, 1  # statuses
# Words of a move: its kind, ends e and a, f and b, t and u of links, a node, and what it gains.
MOVE, GAINED = 9, 8
REVERSE, CARRY, TWICE, ANOTHER, INSERT = range(1, 6)  # kinds of moves
SPAN = 30  # groups of a segment of a kick
SECOND, BESIDE = 5, 4  # candidates of the second link, and of a group that is moved
FINE = 1 << 30  # random numbers
FEWEST = 8  # groups of a search

NodeGroups = namedtuple("NodeGroups", "nodes rows near low")
"""The nodes of each group, the groups near each node, and how near their nodes are."""
GroupCycle = namedtuple(
    "GroupCycle", "order position chosen shortest log queue waiting move ends heat"
)
"""The ends at which groups are entered, where, and their nodes; the best cycle, and changes; groups
to search at; a move, and ends of a kick; the heat."""


other_length = called(spaces.length)


@inlined
def length(lengths, points, rule, n, u, v):
    """Return the length between two of n nodes; straight lines and matrices take no call."""
    if rule[IS_STRAIGHT] != 0:
        u *= POINT
        v *= POINT
        x = points[u] - points[v]
        y = points[u + 1] - points[v + 1]
        z = points[u + 2] - points[v + 2]
        exact = math.sqrt(x * x + y * y + z * z)
        return int(max(exact - rule[SLACK], 0.0) + rule[OFFSET])
    if len(lengths) == n * n:
        return lengths[u * n + v]
    return other_length(lengths, points, rule, n, u, v)


@kernel
def flip(order, position, i, j):
    """Turn the groups at positions i to j round, or all others if they are fewer."""
    n = len(order)
    count = j - i + 1
    if count <= 0:
        count += n
    if 2 * count > n:
        i, j, count = j + 1, i - 1, n - count
    if i >= n:
        i -= n
    if j < 0:
        j += n
    for _ in range(count // 2):
        a = order[i]
        b = order[j]
        order[i] = b ^ 1
        order[j] = a ^ 1
        position[b >> 1] = i
        position[a >> 1] = j
        i = i + 1 if i + 1 < n else 0
        j = j - 1 if j > 0 else n - 1
    if count & 1:
        order[i] ^= 1


@kernel
def linked(order, position, e):
    """Return the end to which an end is linked."""
    i = position[e >> 1]
    if order[i] == e:
        return order[i - 1 if i > 0 else len(order) - 1] ^ 1
    return order[i + 1 if i + 1 < len(order) else 0]


@kernel
def note(log, i, j, s):
    """Note a change, if there is room; without it the changes are kept."""
    if 2 * s[LOGGED] < len(log):
        log[2 * s[LOGGED]] = i
        log[2 * s[LOGGED] + 1] = j
    s[LOGGED] += 1


@kernel
def join(cycle, e, f, s):
    """Link two ends of one kind, and those to which they were linked."""
    order, position, log = cycle.order, cycle.position, cycle.log
    i = position[e >> 1]
    j = position[f >> 1]
    if order[i] == e:
        i, j = j, i - 1 if i > 0 else len(order) - 1
    else:
        i = i + 1 if i + 1 < len(order) else 0
    flip(order, position, i, j)
    note(log, i, j, s)


@kernel
def choose(cycle, g, v, s):
    """Choose a node of a group."""
    chosen, log = cycle.chosen, cycle.log
    note(log, -1 - g, chosen[g], s)
    chosen[g] = v


@kernel
def push(cycle, g, s):
    """Append a group to the queue if it does not wait there."""
    if cycle.waiting[g] == 0:
        cycle.waiting[g] = 1
        k = s[HEAD] + s[QUEUED]
        cycle.queue[k if k < len(cycle.queue) else k - len(cycle.queue)] = g
        s[QUEUED] += 1


@kernel
def keep_best(move, gain, kind, ends, v):
    """Write a move down if it gains more than the best one; return the larger gain."""
    if gain <= move[GAINED]:
        return move[GAINED]
    move[0] = kind
    move[1], move[2], move[3], move[4], move[5], move[6] = ends
    move[7] = v
    move[GAINED] = gain
    return gain


@inlined
def replace(distances, groups, cycle, g, s):
    """Find the best node of a group, where the group is or between two others."""
    lengths, points, rule = distances
    nodes, rows, near, low = groups
    order, position, chosen, move = cycle.order, cycle.position, cycle.chosen, cycle.move
    n = len(low) // s[WIDTH]
    before = linked(order, position, order[position[g]])
    after = linked(order, position, order[position[g]] ^ 1)
    p = chosen[before >> 1]
    q = chosen[after >> 1]
    here = length(lengths, points, rule, n, p, chosen[g])
    here += length(lengths, points, rule, n, chosen[g], q)
    saved = here - length(lengths, points, rule, n, p, q)
    move[GAINED] = 0
    for r in range(rows[g], rows[g + 1]):
        v = nodes[r]
        gain = here - length(lengths, points, rule, n, p, v)
        gain -= length(lengths, points, rule, n, v, q)
        keep_best(move, gain, ANOTHER, (before, after, before, after, before, after), v)
        for k in range(v * s[WIDTH], v * s[WIDTH] + min(BESIDE, s[WIDTH])):
            if near[k] < 0 or 2 * low[k] >= saved + here:
                break
            w = chosen[near[k]]
            away = length(lengths, points, rule, n, v, w)
            for side in range(2):
                t = 2 * near[k] + side
                u = linked(order, position, t)
                if t >> 1 == g or u >> 1 == g:
                    continue
                x = chosen[u >> 1]
                gain = saved + length(lengths, points, rule, n, w, x) - away
                gain -= length(lengths, points, rule, n, v, x)
                keep_best(move, gain, INSERT, (before, after, before, after, t, u), v)


@inlined
def search(distances, groups, cycle, g, s):
    """Find the best exchange of two or three links, of which one is at a group; return the gain."""
    lengths, points, rule = distances
    near, low = groups.near, groups.low
    order, position, chosen, move = cycle.order, cycle.position, cycle.chosen, cycle.move
    best = move[GAINED]
    n = len(low) // s[WIDTH]
    m = len(order)
    c = chosen[g]
    for e in (2 * g, 2 * g + 1):
        a = linked(order, position, e)
        removed = length(lengths, points, rule, n, c, chosen[a >> 1])
        enters = order[position[g]] == e
        for k in range(c * s[WIDTH], (c + 1) * s[WIDTH]):
            # 1. The link from e to f goes in, that from f to b out: by a reversal, if both ends are
            #    of one kind.
            if near[k] < 0 or low[k] >= removed:
                break
            first = removed - length(lengths, points, rule, n, c, chosen[near[k]])
            if first <= 0:
                continue
            for f in (2 * near[k], 2 * near[k] + 1):
                b = linked(order, position, f)
                is_same = (order[position[f >> 1]] == f) == enters
                if f == a or (b >> 1 == g and not is_same):
                    continue
                opened = first + length(lengths, points, rule, n, chosen[f >> 1], chosen[b >> 1])
                if is_same:
                    gain = opened - length(lengths, points, rule, n, chosen[a >> 1], chosen[b >> 1])
                    best = keep_best(move, gain, REVERSE, (e, a, f, b, a, b), c)
                start = position[a >> 1]
                end = position[f >> 1] if is_same else position[b >> 1]
                if enters:
                    start, end = end, start
                count = end - start
                if count < 0:
                    count += m
                begin = chosen[b >> 1] * s[WIDTH]
                for j in range(begin, begin + min(SECOND, s[WIDTH])):
                    # 2. Then that from b to t, and that from t to u out, and a is linked to u.
                    if near[j] < 0 or opened - low[j] <= best:
                        break
                    left = opened - length(
                        lengths, points, rule, n, chosen[b >> 1], chosen[near[j]]
                    )
                    if left <= best:
                        continue
                    rank = position[near[j]] - start
                    if rank < 0:
                        rank += m
                    if not is_same and rank <= count:
                        continue
                    for t in (2 * near[j], 2 * near[j] + 1):
                        if t in (f, a, e):
                            continue
                        if is_same:
                            is_entry = order[position[t >> 1]] == t
                            if (is_entry != (rank <= count)) == enters:
                                continue
                        u = linked(order, position, t)
                        gain = left + length(
                            lengths, points, rule, n, chosen[t >> 1], chosen[u >> 1]
                        )
                        gain -= length(lengths, points, rule, n, chosen[u >> 1], chosen[a >> 1])
                        kind = TWICE if is_same else CARRY
                        best = keep_best(move, gain, kind, (e, a, f, b, t, u), c)
    return best


@inlined
def improve(distances, groups, cycle, g, s):
    """Make the best move at a group, and return its gain, or 0."""
    order, position, move = cycle.order, cycle.position, cycle.move
    replace(distances, groups, cycle, g, s)
    best = search(distances, groups, cycle, g, s)
    if best <= 0:
        return 0
    kind, e, a, f = move[0], move[1], move[2], move[3]
    b, t, u, v = move[4], move[5], move[6], move[7]
    if kind == ANOTHER:
        choose(cycle, g, v, s)
    elif kind == INSERT:
        # e is an exit, and so must be the end of the other link to which it is joined.
        exit_ = u if order[position[t >> 1]] == t else t
        join(cycle, e, exit_, s)
        join(cycle, e, a, s)
        if cycle.chosen[g] != v:
            choose(cycle, g, v, s)
    elif kind == REVERSE:
        join(cycle, e, f, s)
    elif kind == TWICE:
        join(cycle, e, f, s)
        join(cycle, b, t, s)
    elif (order[position[t >> 1]] == t) == (order[position[g]] == e):
        join(cycle, e, t, s)
        join(cycle, e, f, s)
    else:
        join(cycle, e, b, s)
        join(cycle, e, u, s)
        join(cycle, e, f, s)
    for k in range(1, 7):
        if move[k] >> 1 != g:
            push(cycle, move[k] >> 1, s)
    return best


@inlined
def kick(distances, groups, cycle, s):
    """Make a double bridge of four links near each other, and choose a node of one group anew."""
    lengths, points, rule = distances
    nodes, rows = groups.nodes, groups.rows
    order, position, chosen, ends = cycle.order, cycle.position, cycle.chosen, cycle.ends
    n = len(groups.low) // s[WIDTH]
    m = len(order)
    most = min(SPAN, (m - 1) // 3)
    i = below(s, m)
    for k in range(4):
        ends[2 * k] = order[i] ^ 1
        ends[2 * k + 1] = order[(i + 1) % m]
        i = (i + 1 + below(s, most)) % m
    for k in range(0, 8, 2):
        # a b .. c d .. e f .. g h: the links a-f, c-h, e-b and g-d go in.
        u = chosen[ends[k] >> 1]
        s[GAIN] += length(lengths, points, rule, n, u, chosen[ends[k + 1] >> 1])
        s[GAIN] -= length(lengths, points, rule, n, u, chosen[ends[(k + 5) % 8] >> 1])
    # a [b .. c] [d .. e] [f .. g] h becomes a [f .. g] [d .. e] [b .. c] h.
    join(cycle, ends[0], ends[6], s)
    join(cycle, ends[0], ends[5], s)
    join(cycle, ends[6], ends[3], s)
    join(cycle, ends[4], ends[1], s)
    for end in ends:
        push(cycle, end >> 1, s)
    own = ends[below(s, 8)] >> 1
    v = nodes[rows[own] + below(s, rows[own + 1] - rows[own])]
    if v != chosen[own]:
        for end in (2 * own, 2 * own + 1):
            w = chosen[linked(order, position, end) >> 1]
            s[GAIN] += length(lengths, points, rule, n, w, chosen[own])
            s[GAIN] -= length(lengths, points, rule, n, w, v)
        choose(cycle, own, v, s)


@kernel
def anneal(distances, groups, cycle, s, budget):
    """Kick and repair the cycle, until ``s[KICKS]`` is ``s[LIMIT]``.

    ``shortest`` is the shortest cycle so far, as nodes.
    """
    order, position, chosen, shortest, log, queue, waiting, _, _, heat = cycle
    m = len(order)
    while True:
        # 1. Search at every group in the queue.
        while s[QUEUED] > 0:
            if budget <= 0:
                return MORE
            budget -= s[WORK]
            s[STEPS] += s[WORK]
            g = queue[s[HEAD]]
            s[HEAD] = s[HEAD] + 1 if s[HEAD] + 1 < m else 0
            s[QUEUED] -= 1
            waiting[g] = 0
            gain = 1
            while gain > 0:
                gain = improve(distances, groups, cycle, g, s)
                s[GAIN] += gain
        # 2. Accept the cycle, or undo what changed.
        gain = s[GAIN]
        is_full = 2 * s[LOGGED] > len(log)
        if gain >= 0 or is_full or gain > heat[0] * math.log((1 + below(s, FINE)) / FINE):
            s[SAVED] += gain
            if s[SAVED] > s[RECORD]:
                s[RECORD] = s[SAVED]
                for i in range(m):
                    shortest[i] = chosen[order[i] >> 1]
        else:
            for k in range(s[LOGGED] - 1, -1, -1):
                if log[2 * k] < 0:
                    chosen[-1 - log[2 * k]] = log[2 * k + 1]
                else:
                    flip(order, position, log[2 * k], log[2 * k + 1])
        s[GAIN] = s[LOGGED] = 0
        if s[KICKS] >= s[LIMIT]:
            return DONE
        s[KICKS] += 1
        kick(distances, groups, cycle, s)
