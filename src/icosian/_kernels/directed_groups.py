"""Annealed Lin-Kernighan search of a short directed cycle through one node of each group.

A step takes out the arc beside a group and exchanges neighboring segments, up to some times one
after the other, as in :mod:`icosian._kernels.segments`; nothing is reversed. What it puts in leads
from any node of the group to any candidate, whichever nodes of their groups the cycle visits: these
change with the step, and so do the lengths of the arcs beyond them [1]_. Exchanges at random, near
each other, kick the cycle; it is repaired from the groups that they touch, and what came of it is
accepted as in simulated annealing, or undone.

The nodes of group g are ``rows[g]`` to ``rows[g + 1] - 1``, in ``own`` is the group of each.
``costs`` has a row for each node; ``near`` holds ``s[WIDTH]`` candidates of each by increasing
costs, in ``weights``: heads of arcs out of it, and in the second half tails of arcs into it; -1
behind the last. The cycle is ``tour``, its node v at ``position[v]`` and in ``chosen`` of its
group; ``kept`` is the one before the kick, ``log`` has the moves of a step with the nodes before.

References
----------
.. [1] D. Karapetyan, G. Gutin, Lin-Kernighan heuristic adaptations for the generalized traveling
   salesman problem, European Journal of Operational Research 208 (2011), 221-232.
"""

import math
from collections import namedtuple

from icosian._kernels._jit import below, inlined, kernel
from icosian._kernels.groups import DONE, FINE, KICKS, LIMIT, MORE, STEPS, WIDTH
from icosian._kernels.segments import BEST, CHANGE, LENGTH, QUEUED, enqueue, exchange

# The words of ``s`` are those of the segments, of which some are not used here.
DEPTH = 5  # exchanges of a step
SPAN, APART = 10, 15  # of kicks: the longest segments, how far two begin from each other
MOVE = 9  # words of a move: three positions, and three with their nodes
LOG = DEPTH * MOVE
CLOSED, OPENED, MOVES = range(2 * MOVE, 2 * MOVE + 3)
"""Words of ``moves`` behind the best one and the best without its last arc: the gains of these."""

GroupArcs = namedtuple("GroupArcs", "costs near weights rows own")
"""The arcs and candidates, and the groups: see above."""
ChosenCycle = namedtuple(
    "ChosenCycle", "tour position chosen kept shortest spare queue waiting moves log heat"
)
"""The cycle, before the kick, and the best; groups to search at; moves found and made; the heat."""


@kernel
def put(graph, cycle, x, v):
    """Visit a node at a position."""
    cycle.tour[x] = v
    cycle.position[v] = x
    cycle.chosen[graph.own[v]] = v


@kernel
def push(graph, cycle, x, s):
    """Put the groups at a position and after it in the queue."""
    m = len(cycle.tour)
    for y in (x, x + 1 if x + 1 < m else 0):
        enqueue(cycle, graph.own[cycle.tour[y]], s)


@inlined
def search(graph, cycle, x, side, gain, s):
    """Find an exchange that makes up for the arc after position x, which is out, and gains most.

    ``gain`` is what that saves. With side 1 all is seen from the end of the cycle: positions, and
    the direction of arcs. Moves that gain more than those that are known replace them, the second
    one as long as there is no first one.
    """
    costs, near, weights, _, own = graph
    tour, position, chosen, moves = cycle.tour, cycle.position, cycle.chosen, cycle.moves
    n, m, width, best = len(own), len(tour), s[WIDTH], moves[CLOSED]
    sign, base, up, across = (1, 0, n, 1) if side == 0 else (-1, m - 1, 1, n)
    after = x + 1 if x + 1 < m else 0
    t = tour[base + sign * x]
    last = tour[base + sign * after]
    rest = side * n * width
    for a in range(rest + t * width, rest + t * width + width):
        # 1. The arc from t to v goes in, perhaps for another node there; out goes that from u.
        v = near[a]
        if v < 0 or gain - weights[a] <= 0:
            break
        old = chosen[own[v]]
        p = base + sign * position[old]
        if p == after:
            continue
        beyond = tour[base + sign * (p + 1 if p + 1 < m else 0)]
        saved = costs[old * up + beyond * across] - costs[v * up + beyond * across]
        before = p - 1 if p > 0 else m - 1
        u = tour[base + sign * before]
        opened = gain - weights[a] + saved + costs[u * up + old * across]
        for b in range(rest + u * width, rest + u * width + width):
            # 2. The arc from u to w goes in, that from c to there out, and c is joined to the end
            #    of the first arc that was out. From x on, p comes before the third cut.
            w = near[b]
            if w < 0 or opened - weights[b] <= best:
                break
            there = chosen[own[w]]
            q = base + sign * position[there]
            if (q if q > x else q + m) <= (p if p > x else p + m) or (q == x and w != t):
                continue
            end = q - 1 if q > 0 else m - 1
            c = tour[base + sign * end]
            total = opened - weights[b] + costs[c * up + there * across]
            if end == p:
                c = v  # the arc beyond it is out
                total -= saved
            if q != x:
                beyond = tour[base + sign * (q + 1 if q + 1 < m else 0)]
                total += costs[there * up + beyond * across] - costs[w * up + beyond * across]
            closed = total - costs[c * up + last * across]
            if closed > best:
                best = moves[CLOSED] = closed
                at = 0
            elif best <= 0 and total > moves[OPENED]:
                moves[OPENED] = total
                at = MOVE
            else:
                continue
            # 3. The positions before the arcs that are out, and nodes with their positions.
            d, e, f = x, before, end
            if side > 0:
                d, e, f = (m - 2 - d) % m, (m - 2 - e) % m, (m - 2 - f) % m
            i, k = min(d, e, f), max(d, e, f)
            moves[at], moves[at + 1], moves[at + 2] = i, d + e + f - i - k, k
            moves[at + 3], moves[at + 4] = base + sign * x, t
            moves[at + 5], moves[at + 6] = base + sign * p, v
            moves[at + 7], moves[at + 8] = base + sign * q, w


@inlined
def improve(graph, cycle, g, s):
    """Search a step that takes out an arc beside a group; make it and return the gain, or 0."""
    costs, rows, n = graph.costs, graph.rows, len(graph.own)
    tour, position, chosen, _, _, spare, _, _, moves, log, _ = cycle
    m, first = len(tour), chosen[g]
    for side in range(2):
        up, across, ahead = (n, 1, 1) if side == 0 else (1, n, m - 1)
        x = position[first]
        before, last = tour[(x - ahead) % m], tour[(x + ahead) % m]
        whole = costs[before * up + first * across] + costs[first * up + last * across]
        done = moves[CLOSED] = moves[OPENED] = 0
        moves[0] = moves[MOVE] = -1
        for t in range(rows[g], rows[g + 1]):
            # 1. Perhaps another node of the group is better even without an exchange.
            gain = whole - costs[before * up + t * across]
            if gain <= 0:
                continue
            put(graph, cycle, x, t)
            closed = gain - costs[t * up + last * across]
            if closed > 0:
                push(graph, cycle, x, s)
                push(graph, cycle, (x - 1) % m, s)
                return closed
            search(graph, cycle, x if side == 0 else m - 1 - x, side, gain, s)
        put(graph, cycle, x, first)
        # 2. Exchanges follow each other as long as they gain before the last arc is put in.
        best = moves[CLOSED]
        while done < DEPTH and moves[0 if best > 0 else MOVE] >= 0:
            at = 0 if best > 0 else MOVE
            for y in range(done * MOVE, done * MOVE + MOVE):
                log[y] = moves[at + y - done * MOVE]
            for y in (3, 5, 7):
                log[done * MOVE + y + 1] = tour[moves[at + y]]
                put(graph, cycle, moves[at + y], moves[at + y + 1])
            exchange(tour, position, spare, moves[at], moves[at + 1], moves[at + 2])
            done += 1
            if best > 0:
                for y in range(0, done * MOVE, MOVE):
                    push(graph, cycle, log[y], s)
                    push(graph, cycle, log[y] + log[y + 2] - log[y + 1], s)
                    push(graph, cycle, log[y + 2], s)
                return best
            gain = moves[OPENED]
            x = (position[last] - ahead) % m
            moves[OPENED], moves[MOVE] = 0, -1
            search(graph, cycle, x if side == 0 else m - 1 - x, side, gain, s)
            best = moves[CLOSED]
        for y in range((done - 1) * MOVE, -1, -MOVE):
            i, j, k = log[y], log[y + 1], log[y + 2]
            exchange(tour, position, spare, i, i + k - j, k)
            for z in (7, 5, 3):
                put(graph, cycle, log[y + z], log[y + z + 1])
    return 0


@inlined
def kick(graph, cycle, i, s):
    """Exchange two segments of random lengths, of which the first begins after a position."""
    costs, tour, n, m = graph.costs, cycle.tour, len(graph.own), len(cycle.tour)
    span = min(SPAN, (m - 1) // 2)
    j = i + 1 + below(s, span)
    k = (j + 1 + below(s, span)) % m
    j %= m
    low, high = min(i, j, k), max(i, j, k)
    middle = i + j + k - low - high
    for x, y in ((low, middle), (middle, high), (high, low)):
        u = tour[x]
        s[CHANGE] += costs[u * n + tour[y + 1 if y + 1 < m else 0]]
        s[CHANGE] -= costs[u * n + tour[x + 1 if x + 1 < m else 0]]
        push(graph, cycle, x, s)
    exchange(tour, cycle.position, cycle.spare, low, middle, high)


@kernel
def anneal(graph, cycle, s, budget):
    """Kick and repair the cycle until ``s[KICKS]`` is ``s[LIMIT]``; a group searched is a step."""
    tour, _, _, kept, shortest, _, queue, waiting, _, _, heat = cycle
    m = len(tour)
    while True:
        # 1. Search at every group in the queue.
        while s[QUEUED] > 0:
            if budget <= 0:
                return MORE
            budget -= 1
            s[STEPS] += 1
            s[QUEUED] -= 1
            g = queue[s[QUEUED]]
            waiting[g] = 0
            gain = 1
            while gain > 0:
                gain = improve(graph, cycle, g, s)
                s[CHANGE] -= gain
        # 2. Accept the cycle, or undo what changed.
        change = s[CHANGE]
        if change <= 0 or change < -heat[0] * math.log((1 + below(s, FINE)) / FINE):
            s[LENGTH] += change
            for x in range(m):
                kept[x] = tour[x]
            if s[LENGTH] < s[BEST]:
                s[BEST] = s[LENGTH]
                for x in range(m):
                    shortest[x] = tour[x]
        else:
            for x in range(m):
                put(graph, cycle, x, kept[x])
        s[CHANGE] = 0
        if s[KICKS] >= s[LIMIT]:
            return DONE
        # 3. Kick it, at one place or two.
        s[KICKS] += 1
        i = below(s, m)
        kick(graph, cycle, i, s)
        if below(s, 2) > 0:
            kick(graph, cycle, (i - APART + below(s, 2 * APART + 1)) % m, s)
