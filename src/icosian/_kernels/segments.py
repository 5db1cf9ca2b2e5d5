"""Annealed Lin-Kernighan search for a short path that visits nodes in a partial order.

The one exchange of three arcs that reverses nothing makes two neighboring segments change places.
It keeps to the order if no node of the left one comes before a node of the right one. As the path
keeps to it, only the arcs of the transitive reduction need to be looked at: of a chain of them from
left to right, one leads across [1]_. Where arcs cost the same both ways, a segment is reversed as
well, if none of its nodes comes before another. A step takes out the arc beside a node and makes up
to three of these moves that follow each other, as long as the arcs taken out are longer than those
put in [2]_. Then one or two exchanges at random, near each other, kick the path; it is repaired
from the nodes that they touch, and what came of it is accepted as in simulated annealing, or
undone. Where nodes are fixed, most kicks are moves past these, to which no exchanges lead, without
a repair: a move costs what it would without them, and what changes at those that it passes.

The path is ``tour``, node v at ``position[v]``; its first and last node stay. ``costs`` has a row
for each node, ``s[NEVER]`` and more where there is no arc. ``near`` holds ``s[WIDTH]`` candidates
of every node by increasing costs, in ``weights``: heads of the cheapest arcs out of it, and in the
second half tails of arcs into it; -1 behind the last. ``arcs`` are the arcs of the reduction, by
``rows``: those out of every node, and then those into it. ``fixed[k]`` counts the positions up to k
whose nodes stay there. ``slots`` are the other positions, and the first and the last one;
``ahead[k]`` is the least index of one from k on that others follow which stay. ``log`` holds the
exchanges of a step, ``heat`` the temperature, and what it is multiplied by with every kick.

References
----------
.. [1] L. M. Gambardella, M. Dorigo, An ant colony system hybridized with a new local search for the
   sequential ordering problem, INFORMS Journal on Computing 12 (2000), 237-255.
.. [2] S. Lin, B. W. Kernighan, An effective heuristic algorithm for the traveling-salesman problem,
   Operations Research 21 (1973), 498-516.
.. [3] T. Vidal, Hybrid genetic search for the CVRP: open-source implementation and SWAP*
   neighborhood, Computers & Operations Research 140 (2022), 105643.
"""

import math
from collections import namedtuple

from icosian._kernels._jit import below, inlined, kernel

# The words of ``s``: kicks made, and allowed; nodes in the queue; the first and the last position
# that changed since the kick, and how much longer the path became; its length, and the least; 1 if
# arcs cost the same both ways where the order allows both.
STEPS, RANDOM, KICKS, LIMIT, WIDTH, NEVER, QUEUED = range(7)
LOW, HIGH, CHANGE, LENGTH, BEST, TURNS, WORDS = range(7, 14)
MORE, DONE = 0, 1  # statuses
DEPTH = 3  # exchanges of a step; with 100 nodes 1 was 2 % worse, 2 and 5 about the same
SPAN, APART, TRIES = 30, 30, 50  # of kicks: the longest segments, how far they begin from a place
LONGEST = 10  # segments that are traded
OTHERS = 1_000  # where nodes are fixed: one kick of so many is followed by a search
KINDS, FARTHEST = 8, 40  # of moves there, and how far one reverses or moves nodes
FINE = 1 << 30  # random numbers

OrderedArcs = namedtuple("OrderedArcs", "costs near weights rows arcs fixed slots ahead")
"""The arcs and candidates, the order, and the positions that stay: see above."""
AnnealedPath = namedtuple(
    "AnnealedPath", "tour position kept shortest spare queue waiting log moves"
)
"""The path, before the kick, and the best; nodes to search at; the exchanges of a step."""


@kernel
def exchange(tour, position, spare, i, j, k):
    """Exchange the segments at i + 1 to j and j + 1 to k; (i, i + k - j, k) undoes it.

    With k = 0 reverse the one at i + 1 to j.
    """
    if k == 0:
        for x in range((j - i) // 2):
            u, v = tour[i + 1 + x], tour[j - x]
            tour[i + 1 + x], tour[j - x] = v, u
            position[v], position[u] = i + 1 + x, j - x
        return
    if j - i <= k - j:
        size = j - i
        for x in range(size):
            spare[x] = tour[i + 1 + x]
        for x in range(j + 1, k + 1):
            tour[x - size] = tour[x]
            position[tour[x]] = x - size
        begin = k - size + 1
    else:
        size = k - j
        for x in range(size):
            spare[x] = tour[j + 1 + x]
        for x in range(j, i, -1):
            tour[x + size] = tour[x]
            position[tour[x]] = x + size
        begin = i + 1
    for x in range(size):
        tour[begin + x] = spare[x]
        position[spare[x]] = begin + x


@kernel
def meets(position, rows, arcs, v, i, j):
    """Return True if a node of a row is at i + 1 to j."""
    for e in range(rows[v], rows[v + 1]):
        p = position[arcs[e]]
        if i < p <= j:
            return True
    return False


@inlined
def is_allowed(graph, tour, position, i, j, k):
    """Return True if no node at i + 1 to j comes before one at j + 1 to k, and none is fixed.

    With k = 0 none comes before another.
    """
    rows, arcs, fixed = graph.rows, graph.arcs, graph.fixed
    if fixed[max(j, k)] > fixed[i]:
        return False
    if k == 0:
        for x in range(i + 1, j):
            if meets(position, rows, arcs, tour[x], x, j):
                return False
    elif j - i <= k - j:
        for x in range(i + 1, j + 1):
            if meets(position, rows, arcs, tour[x], j, k):
                return False
    else:
        for x in range(j + 1, k + 1):
            if meets(position, rows, arcs, len(tour) + tour[x], i, j):
                return False
    return True


@inlined
def note(graph, path, side, i, j, k, total, closing, best, s):
    """Note an exchange in ``moves`` if it is the best so far, and return the best gain.

    It gains ``total`` before its last arc is put in, which costs ``closing``.
    """
    n, moves = len(path.tour), path.moves
    closed = total - closing
    if closed <= best and (best > 0 or total <= moves[6] or closing >= s[NEVER]):
        return best
    if side == 1:
        i, j, k = (n - 2 - j, n - 2 - i, 0) if k == 0 else (n - 2 - k, n - 2 - j, n - 2 - i)
    if not is_allowed(graph, path.tour, path.position, i, j, k):
        return best
    at = 0
    if closed > best:
        best = closed
    else:
        at = 3
        moves[6] = total
    moves[at], moves[at + 1], moves[at + 2] = i, j, k
    return best


@inlined
def search(graph, path, x, side, gain, s):
    """Find the best exchange that makes up for the arc after position x, which is out.

    ``gain`` is what that saves. With side 1 all is seen from the end of the path: positions, and
    the direction of arcs. Return the gain of the exchange ``moves[:3]``, 0 if there is none. Then
    ``moves[3:6]`` is the best one that gains before its last arc is put in, or -1, and ``moves[6]``
    what it gains.
    """
    costs, near, weights = graph.costs, graph.near, graph.weights
    tour, position, moves = path.tour, path.position, path.moves
    n = len(tour)
    sign, base, up, across = (1, 0, n, 1) if side == 0 else (-1, n - 1, 1, n)
    width = s[WIDTH]
    rest = side * n * width
    best = 0
    moves[0] = moves[3] = -1
    moves[6] = 0
    # 1. The arc from t goes in, to v; out goes the one from u to there.
    t = tour[base + sign * x]
    last = tour[base + sign * (x + 1)]
    for a in range(rest + t * width, rest + t * width + width):
        v = near[a]
        if v < 0 or gain - weights[a] <= 0:
            break
        m = base + sign * position[v]
        if m == x + 1:
            continue
        if s[TURNS] > 0 and m != x - 1 and m < n - 1:
            # 2. What is between these two arcs is reversed; the next ones are joined.
            u = tour[base + sign * (m + 1)]
            total = gain - weights[a] + costs[v * up + u * across]
            i, j = min(m, x), max(m, x)
            tail, head = (last, u) if m > x else (u, last)
            closing = costs[tail * up + head * across]
            best = note(graph, path, side, i, j, 0, total, closing, best, s)
        if m == 0:
            continue
        u = tour[base + sign * (m - 1)]
        opened = gain - weights[a] + costs[u * up + v * across]
        for b in range(rest + u * width, rest + u * width + width):
            # 3. The arc from u to w goes in, that from c to w out, and c is joined to the end of
            #    the first arc that was out.
            w = near[b]
            if w < 0 or opened - weights[b] <= best:
                break
            q = base + sign * position[w]
            if x < m < q:
                i, j, k = x, m - 1, q - 1
            elif q > 0 and q <= x < m:
                i, j, k = q - 1, x, m - 1
            elif m < q <= x:
                i, j, k = m - 1, q - 1, x
            else:
                continue
            c = tour[base + sign * (q - 1)]
            total = opened - weights[b] + costs[c * up + w * across]
            closing = costs[c * up + last * across]
            best = note(graph, path, side, i, j, k, total, closing, best, s)
    return best


@kernel
def enqueue(path, v, s):
    """Put a node in the queue if it does not wait there."""
    if path.waiting[v] == 0:
        path.waiting[v] = 1
        path.queue[s[QUEUED]] = v
        s[QUEUED] += 1


@kernel
def touch(path, i, j, k, s):
    """Put the nodes at the three joints in the queue, and note which positions changed."""
    for x in (i, i + 1, j, j + 1, k, k + 1):
        enqueue(path, path.tour[x], s)
    s[LOW] = min(s[LOW], i + 1)
    s[HIGH] = max(s[HIGH], k)


@inlined
def improve(graph, path, v, s):
    """Search a step that takes out an arc beside a node; make it and return the gain, or 0."""
    costs = graph.costs
    tour, position, _, _, spare, _, _, log, moves = path
    n = len(tour)
    for side in range(2):
        if position[v] == (n - 1 if side == 0 else 0):
            continue
        last = tour[position[v] + (1 if side == 0 else -1)]
        gain = costs[v * n + last] if side == 0 else costs[last * n + v]
        done = 0
        while done < DEPTH:
            x = position[last] - 1 if side == 0 else n - 2 - position[last]
            closed = search(graph, path, x, side, gain, s)
            at = 0 if closed > 0 else 3
            if moves[at] < 0:
                break
            i, j, k = moves[at], moves[at + 1], moves[at + 2]
            exchange(tour, position, spare, i, j, k)
            if k == 0:
                last = tour[j + 1] if side == 0 else tour[i]
            log[3 * done], log[3 * done + 1], log[3 * done + 2] = i, i + k - j if k > 0 else j, k
            done += 1
            gain = moves[6]
            if closed > 0:
                for y in range(0, 3 * done, 3):
                    touch(path, log[y], log[y + 1], max(log[y + 1], log[y + 2]), s)
                return closed
        for y in range(3 * done - 3, -1, -3):
            exchange(tour, position, spare, log[y], log[y + 1], log[y + 2])
    return 0


@inlined
def kick(graph, path, low, high, s):
    """Make an exchange at random whose left segment begins after a position from low to high."""
    costs, rows, arcs, fixed = graph.costs, graph.rows, graph.arcs, graph.fixed
    tour, position, spare = path.tour, path.position, path.spare
    n = len(tour)
    for _ in range(TRIES):
        i = low + below(s, high - low + 1)
        j = min(n - 3, i + 1 + below(s, SPAN))
        end = min(n - 2, j + 1 + below(s, SPAN))
        k = j
        while k < end and not meets(position, rows, arcs, n + tour[k + 1], i, j):
            k += 1
        if k == j or fixed[k] > fixed[i]:
            continue
        a, b, c, d, e, f = tour[i], tour[i + 1], tour[j], tour[j + 1], tour[k], tour[k + 1]
        longer = costs[a * n + d] + costs[e * n + b] + costs[c * n + f]
        longer -= costs[a * n + b] + costs[c * n + d] + costs[e * n + f]
        if longer >= s[NEVER] // 2:
            continue
        touch(path, i, j, k, s)
        exchange(tour, position, spare, i, j, k)
        s[CHANGE] += longer
        return


@inlined
def source(x, low, high, p, q, turned):
    """Return which index comes to x as p nodes from low on and q nodes up to high change places.

    Those between move up. ``turned`` is 1 if the first nodes are reversed, 2 if the second, 3 both.
    """
    if x < low or x > high:
        return x
    if x < low + q:
        return low + high - x if turned > 1 else x + high - q - low + 1
    if x <= high - p:
        return x - q + p
    return low + high - x if turned % 2 > 0 else x - high + p + low - 1


@kernel
def changed(graph, tour, low, high, p, q, turned):
    """Return how much longer the path becomes by that, which is made of nodes that are not fixed.

    If none were fixed, at most four arcs would change. Only where some are fixed there are others.
    """
    costs, slots, ahead = graph.costs, graph.slots, graph.ahead
    n, longer, first, second = len(tour), 0, -1, -1
    for x, y in (
        (low - 1, low - 1),
        (low + p - 1, low + q - 1),
        (high - q, high - p),
        (high, high),
    ):
        if x != first:
            longer -= costs[tour[slots[x]] * n + tour[slots[x + 1]]]
        if y != second:
            u = source(y, low, high, p, q, turned)
            v = source(y + 1, low, high, p, q, turned)
            longer += costs[tour[slots[u]] * n + tour[slots[v]]]
        first, second = x, y
    k = ahead[low - 1]
    while k <= high:
        if p == q and low + p <= k < high - q:
            k = ahead[high - q]  # nothing changes between
            continue
        u, v = tour[slots[k]], tour[slots[k + 1]]
        a, b = tour[slots[k] + 1], tour[slots[k + 1] - 1]
        longer += costs[u * n + v] - costs[u * n + a] - costs[b * n + v]
        u = tour[slots[source(k, low, high, p, q, turned)]]
        v = tour[slots[source(k + 1, low, high, p, q, turned)]]
        longer += costs[u * n + a] + costs[b * n + v] - costs[u * n + v]
        k = ahead[k + 1]
    return longer


@kernel
def rearrange(graph, path, low, high, p, q, turned):
    """Let such nodes change places."""
    slots, tour, position, spare = graph.slots, path.tour, path.position, path.spare
    for x in range(low, high + 1):
        spare[x] = tour[slots[source(x, low, high, p, q, turned)]]
    for x in range(low, high + 1):
        tour[slots[x]] = spare[x]
        position[spare[x]] = slots[x]


@inlined
def keeps(graph, path, low, high):
    """Return True if the nodes at some positions keep to the order."""
    rows, arcs = graph.rows, graph.arcs
    tour, position = path.tour, path.position
    n = len(tour)
    if len(arcs) == 0:
        return True
    for x in range(low, high + 1):
        v = tour[x]
        if meets(position, rows, arcs, v, -1, x) or meets(position, rows, arcs, n + v, x, n):
            return False
    return True


@kernel
def undo(path, s):
    """Take back what changed."""
    tour, position, kept = path.tour, path.position, path.kept
    for x in range(s[LOW], s[HIGH] + 1):
        tour[x] = kept[x]
        position[kept[x]] = x
    s[LOW] = len(tour)
    s[HIGH] = 0
    s[CHANGE] = 0


@inlined
def replaced(graph, tour, x, y, v):
    """Return how much longer the path becomes if v comes after position y instead of that at x.

    None is fixed from the one to the other, and those between move up.
    """
    costs, n = graph.costs, len(tour)
    a, u, b = tour[x - 1], tour[x], tour[x + 1]
    longer = -costs[a * n + u] - costs[u * n + b]
    if y in (x - 1, x):
        return longer + costs[a * n + v] + costs[v * n + b]
    c, d = tour[y], tour[y + 1]
    return longer + costs[a * n + b] + costs[c * n + v] + costs[v * n + d] - costs[c * n + d]


@kernel
def replace(tour, position, x, y, v):
    """Let v come after position y instead of the node at x."""
    step = 1 if y >= x else -1
    end = y if y >= x else y + 1
    for z in range(x, end, step):
        tour[z] = tour[z + step]
        position[tour[z]] = z
    tour[end] = v
    position[v] = end


@kernel
def swap(graph, path, x, y, most, s):
    """Let the node at x come after y, and one near there among those between the same as x [3]_.

    The latter comes beside its first candidate there. Return True if such nodes were found.
    """
    near, fixed, tour, position = graph.near, graph.fixed, path.tour, path.position
    n = len(tour)
    z = y + 1 + below(s, LONGEST) - LONGEST // 2
    if z < 1 or z > n - 2 or fixed[z] > fixed[z - 1]:
        return False
    if fixed[z] != fixed[y] or fixed[z] == fixed[x]:
        return False
    v, u, at, after = tour[x], tour[z], x, below(s, 2)
    rest = (after * n + u) * s[WIDTH]
    for a in range(rest, rest + s[WIDTH]):
        if near[a] >= 0:
            k = position[near[a]] - 1 + after
            if fixed[k] == fixed[x]:
                at = k
                break
    longer = replaced(graph, tour, x, at, u) + replaced(graph, tour, z, y, v)
    if longer <= most:
        replace(tour, position, x, at, u)
        replace(tour, position, z, y, v)
        s[LOW] = min(x, at + 1, z, y + 1)
        s[HIGH] = max(x, at, z, y)
        s[CHANGE] = longer
    return True


@inlined
def stir(graph, path, heat, s):
    """Make a move at random if it lengthens the path by little, and note it as a change.

    Fixed nodes keep segments apart, so no exchange of neighbors moves nodes past them. Here the
    other nodes are moved as if there were only these, by index. One comes right before or after a
    candidate, which may be fixed.
    """
    near, fixed, slots = graph.near, graph.fixed, graph.slots
    tour, position = path.tour, path.position
    n = len(tour)
    free = n - 2 - fixed[n - 1]
    if free < 2:
        return
    for _ in range(TRIES):
        i = 1 + below(s, free)
        after = below(s, 2)
        w = near[(after * n + tour[slots[i]]) * s[WIDTH] + below(s, s[WIDTH])]
        if w < 0:
            continue
        j = position[w] - fixed[position[w]]
        is_fixed = slots[j] != position[w]
        kind = below(s, KINDS)
        most = min(s[NEVER] // 2 - 1, int(-heat * math.log((1 + below(s, FINE)) / FINE)))
        if kind > 5:
            # 1. Two nodes between different fixed ones change places.
            if not swap(graph, path, slots[i], position[w] - 1 + after, most, s):
                continue
            if not keeps(graph, path, s[LOW], s[HIGH]):
                undo(path, s)
            return
        size = 1 + (below(s, LONGEST) if kind > 2 else 0)
        turned = s[TURNS] > 0 and below(s, 2) > 0
        begin = i if (after > 0) != turned else i - size + 1
        if kind == 0:
            # 2. All from it to there are reversed.
            after = 1 if i > j else 0
            end = j + after if is_fixed else j + 2 * after - 1
            low, high = min(i, end), max(i, end)
            p, q, way = high - low + 1, 0, 1
            if s[TURNS] == 0:
                continue
        elif kind % 2 > 0:
            # 3. A segment that begins or ends with it moves to there.
            gap = j if is_fixed else j - 1 + after
            if gap >= begin + size:
                low, high, p, way = begin, gap, size, 1 if turned else 0
                q = high - low + 1 - p
            else:
                low, high, q, way = gap + 1, begin + size - 1, size, 2 if turned else 0
                p = high - low + 1 - q
            if p < 1 or q < 1:
                continue
        else:
            # 4. The segment changes places with the one there.
            at = j + after if is_fixed else j + 2 * after - 1
            at -= 0 if after > 0 else size - 1
            low, high = min(begin, at), max(begin, at) + size - 1
            p, q, way = size, size, 3 if turned else 0
            if high - low + 1 < 2 * size:
                continue
        if low < 1 or high > free or high <= low or (p != q and high - low > FARTHEST):
            continue
        longer = changed(graph, tour, low, high, p, q, way)
        if longer > most:
            return
        rearrange(graph, path, low, high, p, q, way)
        s[LOW] = slots[low]
        s[HIGH] = slots[high]
        if keeps(graph, path, s[LOW], s[HIGH]):
            s[CHANGE] = longer
        else:
            undo(path, s)
        return


@kernel
def adopt(path, s):
    """Keep the path as it is, and if it is the shortest one, as that."""
    tour, n = path.tour, len(path.tour)
    for x in range(s[LOW], s[HIGH] + 1):
        path.kept[x] = tour[x]
    s[LENGTH] += s[CHANGE]
    if s[LENGTH] < s[BEST]:
        s[BEST] = s[LENGTH]
        for x in range(n):
            path.shortest[x] = tour[x]
    s[LOW] = n
    s[HIGH] = 0
    s[CHANGE] = 0


@kernel
def anneal(graph, path, heat, s, budget):
    """Kick and repair the path, ``s[LIMIT]`` times in all; a node searched is a step.

    ``kept`` is the path before the kick.
    """
    queue, waiting, n = path.queue, path.waiting, len(path.tour)
    while True:
        # 1. Search at every node in the queue.
        while s[QUEUED] > 0:
            if budget <= 0:
                return MORE
            budget -= 1
            s[STEPS] += 1
            s[QUEUED] -= 1
            v = queue[s[QUEUED]]
            waiting[v] = 0
            gain = improve(graph, path, v, s)
            s[CHANGE] -= gain
            if gain > 0:
                enqueue(path, v, s)
        # 2. Accept the path, or undo what changed.
        change = s[CHANGE]
        if change <= 0 or change < -heat[0] * math.log((1 + below(s, FINE)) / FINE):
            adopt(path, s)
        else:
            undo(path, s)
        if s[KICKS] >= s[LIMIT]:
            return DONE
        if budget <= 0:
            return MORE
        budget -= 1
        s[STEPS] += 1
        # 3. Kick it, at one place or two.
        s[KICKS] += 1
        heat[0] *= heat[1]
        if graph.fixed[n - 1] > 0 and below(s, OTHERS) > 0:
            stir(graph, path, heat[0], s)
            adopt(path, s)
            continue
        middle = below(s, n - 3)
        low = max(0, middle - APART)
        high = min(n - 4, middle + APART)
        for _ in range(1 + below(s, 2)):
            kick(graph, path, low, high, s)
