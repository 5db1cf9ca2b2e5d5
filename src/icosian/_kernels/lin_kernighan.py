"""Chained Lin-Kernighan search for a short Hamiltonian cycle.

A step replaces edges of the cycle by as many others, as long as the edges taken out are longer than
those put in [1]_. It looks at exchanges of three edges at a time without making them; the first
that closes to a shorter cycle is made, or else the most promising one, to go on from there [6]_.
What no step improves is kicked by a double bridge of four edges near each other or long ones, and
only the nodes near the kick are searched again; a kick that makes the tour longer than the best one
since the search began anew, but for a small slack, is undone [2]_, [3]_, [5]_. After many kicks in
vain it begins anew near the record. Nodes that may start a step wait in a queue [4]_. The first
cycle is made of greedy edges.

Where nodes may be left out, the cycle is the first ``s[SIZE]`` of ``tour``; the others follow. A
node in the queue may also be left out, or replaced by a rival, where it is or where that fits best;
and one that is left out may come in beside it. A node and its *mate* are one place, or it is its
own mate: both are visited, side by side, or left out at ``prices``, STAYS if that may not be.
``room`` counts how many more places of each set may be left out, ``sets`` the sets of a place, by
``rows`` of its smaller node, and ``rivals`` has ``s[RIVALS]`` for each node, -1 behind the last.
These arrays are empty where all nodes are visited.

Lengths are read by ``length`` of :mod:`.spaces`; edges shorter than ``s[FLOOR]`` are required.
``near`` holds ``s[WIDTH]`` candidates of every node by increasing length, -1 behind the last, and
``costs`` the lengths of these edges. The cycle is ``tour``, node v at ``position[v]``. ``log`` has
the changes since the last kick, a pair of numbers each, see ``retreat``.

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

from collections import namedtuple

from icosian._kernels._jit import below, called, inlined, kernel
from icosian._kernels.spaces import length

# The words of ``s``: kicks made, allowed, allowed without a record, and made at the last one; the
# gain since the kick, before it, the record, what may be lost of the best, and what is enough.
# BEST is the best gain since the search began anew, BEGUN the kicks made then, IDLE those that
# may follow.
STEPS, RANDOM, KICKS, LIMIT, PATIENCE, LAST, GAIN, SAVED, RECORD, SLACK, ENOUGH = range(11)
HEAD, QUEUED, LOGGED, WIDTH, FLOOR, STOP, BEST, BEGUN, IDLE = range(11, 20)
SIZE, SHORTEST, RIVALS = range(20, 23)  # nodes of the cycle, and of the best one
# Moves reach up to FAR positions in the cycle, and CLOSE once there are kicks, twice as far after
# kicks everywhere: the first ones gain most, later ones need more room. The log had MARK
# changes at the kick; they are all since the best cycle was kept, unless some are LOST.
FAR, CLOSE, MARK, LOST = range(23, 27)
OPENED = 27  # the gain of a step before the tour is closed
# A kick begins at one of WINDOW nodes, and the next one STRIDE nodes farther: where near nodes have
# near numbers, what kicks read in turn then lies together.
STRIDE, WINDOW, WORDS = 28, 29, 30
MORE, DONE = 0, 1  # statuses
MOVE = 4  # the nodes of an exchange, -1 for none
AWAY = 32  # kicks with which the search begins anew
# A kick is at the ends of random walks of so many steps, drawn so often at most. Walks of 32 to 100
# steps gave equal tours of a thousand places in a second, those of 2 to 24 steps longer ones.
# Where kicks begin anywhere, one in LONG is at edges that are each the longest of WALK: walks
# seldom leave a cluster. 1,000 places in ten clusters were 0.15 % shorter after 0.4 and 1.5 s,
# uniform ones as long.
WALK, TRIES, LONG = 50, 20, 8
LOWEST = -(2**62)  # less than any gain
RUN = 8  # places that are left out, or come in, as a kick
FEWEST = 4  # places of a cycle from which one may be left out
STAYS = 2**60  # the price of what is not left out

TourGraph = namedtuple("TourGraph", "lengths points rule near costs")
"""The distances of all nodes; their candidates, and how far these are."""
KickedCycle = namedtuple("KickedCycle", "tour position shortest queue waiting log moves cuts")
"""The cycle and the best one; nodes to search at; changes, and those of a step and a kick."""
LeftOut = namedtuple("LeftOut", "mates prices rows sets rivals room")
"""What may be left out: see above."""
SortedEdges = namedtuple("SortedEdges", "tails heads")
"""The ends of edges, the shortest first."""
JoinedPaths = namedtuple("JoinedPaths", "links other ends")
"""The neighbors of nodes on paths, the other ends of these, and a list of ends."""


@kernel
def greedy(distances, edges, paths, tour, s, budget):
    """Join the shortest edges to paths, and the paths to a cycle; in one call.

    The edges are sorted. ``links`` has the two neighbors of every node, first -1; ``other`` is the
    other end of the path that a node ends, first the node itself. Without a matrix there are many
    nodes, numbered so that near ones have near numbers: then the paths follow each other by these.
    """
    tails, heads = edges
    links, other, ends = paths
    lengths, points, rule = distances
    if budget <= 0:
        return MORE
    # 1. Take every edge that joins the ends of two paths [4].
    n = len(tour)
    for e in range(len(tails)):
        u = tails[e]
        v = heads[e]
        if links[2 * u + 1] < 0 and links[2 * v + 1] < 0 and other[u] != v:
            links[2 * u + (1 if links[2 * u] >= 0 else 0)] = v
            links[2 * v + (1 if links[2 * v] >= 0 else 0)] = u
            a = other[u]
            b = other[v]
            other[a] = b
            other[b] = a
    left = 0
    for v in range(n):
        if links[2 * v + 1] < 0:
            ends[left] = v
            left += 1
    # 2. Walk along a path, then go to the nearest end of another, or the first.
    current = ends[0]
    filled = used = 0
    while True:
        other[other[current]] = -1  # a used end
        other[current] = -1
        last = -1
        while current >= 0:
            tour[filled] = current
            filled += 1
            a = links[2 * current]
            b = links[2 * current + 1]
            following = a if a != last else b
            last = current
            current = following
        if filled == n:
            s[0] += n
            return DONE
        if len(lengths) == 0:
            while other[ends[used]] < 0:
                used += 1
            current = ends[used]
            continue
        kept = 0
        least = 0
        for k in range(left):
            v = ends[k]
            if other[v] >= 0:
                ends[kept] = v
                kept += 1
                away = length(lengths, points, rule, n, last, v)
                if current < 0 or away < least:
                    current = v
                    least = away
        left = kept


rare_length = called(length)  # for places that are left out, which are rare


# -- Moves


@kernel
def beside(tour, position, v, ahead, s):
    """Return the node after v if ``ahead``, else the node before it."""
    k = position[v]
    if ahead:
        return tour[k + 1] if k + 1 < s[SIZE] else tour[0]
    return tour[k - 1] if k > 0 else tour[s[SIZE] - 1]


@kernel
def is_next(position, u, v, s):
    """Return True if v comes right after u."""
    k = position[u] + 1
    return position[v] == (k if k < s[SIZE] else 0)


@kernel
def reverse(tour, position, i, j, s):
    """Reverse the nodes at positions i to j, around the end if j < i."""
    n = s[SIZE]
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
def note(log, i, j, s):
    """Note a change; the caller sees to the room of the log."""
    log[2 * s[LOGGED]] = i
    log[2 * s[LOGGED] + 1] = j
    s[LOGGED] += 1


@kernel
def logged(cycle, i, j, s):
    """Reverse, and note it in the log."""
    tour, position, log = cycle.tour, cycle.position, cycle.log
    reverse(tour, position, i, j, s)
    note(log, i, j, s)


@kernel
def count(rows, sets, room, v, more):
    """Add to the room of the sets of a place that comes into the cycle, or leaves it."""
    for e in range(rows[v], rows[v + 1]):
        room[sets[e]] += more


@kernel
def swap(cycle, out, i, j, s):
    """Exchange the nodes at two positions, the second of which may be outside the cycle."""
    tour, position = cycle.tour, cycle.position
    rows, sets, room = out.rows, out.sets, out.room
    v = tour[i]
    w = tour[j]
    tour[i] = w
    position[w] = i
    tour[j] = v
    position[v] = j
    if i < s[SIZE] and s[SIZE] <= j:
        count(rows, sets, room, v, -1)
        count(rows, sets, room, w, 1)


@kernel
def shift(tour, position, i, j):
    """Move the node at position i to j."""
    v = tour[i]
    step = 1 if i < j else -1
    for k in range(i, j, step):
        tour[k] = tour[k + step]
        position[tour[k]] = k
    tour[j] = v
    position[v] = j


@kernel
def resize(cycle, out, more, s):
    """Take in the node behind the cycle, or leave out its last one."""
    tour = cycle.tour
    rows, sets, room = out.rows, out.sets, out.room
    if more > 0:
        count(rows, sets, room, tour[s[SIZE]], 1)
    s[SIZE] += more
    if more < 0:
        count(rows, sets, room, tour[s[SIZE]], -1)


@kernel
def retreat(cycle, out, mark, s):
    """Undo changes until the log has its former size.

    A pair i, j of positions is a reversal; -1 - i, j an exchange of nodes; -1 - n - i, j a node
    that was moved from i to j; -1 - 2 n, j a cycle that became j nodes larger.
    """
    tour, position, log = cycle.tour, cycle.position, cycle.log
    n = len(tour)
    while s[LOGGED] > mark:
        s[LOGGED] -= 1
        i = log[2 * s[LOGGED]]
        j = log[2 * s[LOGGED] + 1]
        if i >= 0:
            reverse(tour, position, i, j, s)
        elif i >= -n:
            swap(cycle, out, -1 - i, j, s)
        elif i >= -2 * n:
            shift(tour, position, j, -1 - n - i)
        else:
            resize(cycle, out, -j, s)


@kernel
def turn(cycle, a, b, c, s):
    """Turn the part of the tour from b, which is beside a, to c: then c is beside a."""
    position = cycle.position
    n = s[SIZE]
    if is_next(position, a, b, s):
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
    logged(cycle, i, j, s)


@inlined
def search(graph, cycle, at, first, last, s):
    """Find an exchange of two or three edges of the tour, without making it [6].

    The edge of the tour between ``first`` and ``last`` is out already, and ``s[OPENED]`` is what
    that saves with what came before. Return the gain of the first exchange that closes to a shorter
    tour; or else 0, with the exchange that leaves the shortest path, or -1 where none gains.
    ``moves[at:]`` receives it: t3, t4, t5, t6 (or -1, -1).
    """
    lengths, points, rule, near, costs = graph
    tour, position, moves = cycle.tour, cycle.position, cycle.moves
    n = len(tour)
    size = s[SIZE]
    width = s[WIDTH]
    gain = s[OPENED]
    ahead = is_next(position, first, last, s)
    origin = position[last]
    best = -1
    for k in range(last * width, (last + 1) * width):
        # 1. The path leads from ``last``, at rank 0, to ``first``, at rank size - 1. The edge to t3
        #    goes in; out goes the one from there to t4, before or after it on the path.
        t3 = near[k]
        if t3 < 0:
            break
        after = gain - costs[k]
        if after <= 0:
            break
        if position[t3] >= size:
            continue
        i = position[t3] - origin if ahead else origin - position[t3]
        if i < 0:
            i += size
        if i == 1 or i == size - 1 or s[FAR] < i < size - s[FAR]:
            continue
        for before in range(2):
            t4 = beside(tour, position, t3, ahead == (before == 0), s)
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
                    s[OPENED] = opened
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
                if position[t5] >= size:
                    continue
                j = position[t5] - origin if ahead else origin - position[t5]
                if j < 0:
                    j += size
                if s[FAR] < j < size - s[FAR]:
                    continue
                if before == 1:
                    if j == i or j == i - 2 or j == size - 1:
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
                    t6 = beside(tour, position, t5, ahead == (side == 0), s)
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
                        s[OPENED] = total
                        if closed > 0:
                            return closed
    return 0 if best > 0 else -1


@inlined
def apply(cycle, at, first, last, s):
    """Make a move; return the new end of the path."""
    tour, position, moves = cycle.tour, cycle.position, cycle.moves
    t3 = moves[at]
    t4 = moves[at + 1]
    t5 = moves[at + 2]
    t6 = moves[at + 3]
    ahead = is_next(position, first, last, s)
    if beside(tour, position, t3, not ahead, s) == t4:
        turn(cycle, first, last, t4, s)
        if t5 < 0:
            return t4
        turn(cycle, first, t4, t6, s)
    elif beside(tour, position, t5, ahead, s) == t6:
        # first [last .. t5] [t6 .. t3] t4 becomes first [t6 .. t3] [last .. t5] t4.
        turn(cycle, first, last, t3, s)
        turn(cycle, first, t3, t6, s)
        turn(cycle, t3, t5, last, s)
    else:
        # first [last .. t6] [t5 .. t3] t4 becomes first [t6 .. last] [t3 .. t5] t4.
        turn(cycle, first, last, t6, s)
        turn(cycle, last, t5, t3, s)
    return t6


@kernel
def push(queue, waiting, v, s):
    """Append a node to the queue if it does not wait there."""
    if waiting[v] == 0:
        waiting[v] = 1
        k = s[HEAD] + s[QUEUED]
        queue[k if k < len(queue) else k - len(queue)] = v
        s[QUEUED] += 1


@inlined
def improve(graph, cycle, out, first, ahead, s):
    """Search a step that takes out an edge at a node; make it and return the gain, or 0."""
    lengths, points, rule, _, _ = graph
    tour, position, _, queue, waiting, _, moves, _ = cycle
    begin = s[LOGGED]
    last = beside(tour, position, first, ahead, s)
    second = last
    s[OPENED] = length(lengths, points, rule, len(tour), first, last)
    if s[OPENED] < s[FLOOR]:
        return 0
    for at in range(0, len(moves), MOVE):
        closed = search(graph, cycle, at, first, last, s)
        if closed < 0:
            break
        last = apply(cycle, at, first, last, s)
        if closed > 0:
            push(queue, waiting, first, s)
            push(queue, waiting, second, s)
            for k in range(at + MOVE):
                if moves[k] >= 0:
                    push(queue, waiting, moves[k], s)
            return closed
    if s[LOGGED] > begin:  # a call takes longer than the few comparisons above
        retreat(cycle, out, begin, s)
    return 0


@kernel
def wander(graph, cycle, v, s):
    """Return the end of a random walk on candidate edges."""
    near, position = graph.near, cycle.position
    for _ in range(WALK):
        w = near[v * s[WIDTH] + below(s, s[WIDTH])]
        v = w if w >= 0 and position[w] < s[SIZE] else v
    return v


@kernel
def before_long(graph, cycle, s):
    """Return the node before the longest of some random edges of the cycle."""
    lengths, points, rule, _, _ = graph
    tour = cycle.tour
    best = longest = -1
    for _ in range(WALK):
        k = below(s, s[SIZE])
        v = tour[k]
        w = tour[k + 1 if k + 1 < s[SIZE] else 0]
        away = length(lengths, points, rule, len(tour), v, w)
        if best < 0 or away > longest:
            best = v
            longest = away
    return best


@inlined
def draw(graph, cycle, s):
    """Draw four edges near each other, or long ones, none required; return True if they differ."""
    lengths, points, rule, _, _ = graph
    tour, position, cuts = cycle.tour, cycle.position, cycle.cuts
    n = s[SIZE]
    begin = (s[STRIDE] * s[KICKS] + below(s, s[WINDOW])) % len(tour)
    if position[begin] >= n:
        begin = tour[begin % n]
    longest = 0
    is_long = s[STRIDE] == 0 and below(s, LONG) == 0
    for k in range(4):
        # 1. Walk on candidate edges to the next edge that is free, or take a long one anywhere;
        #    sort the edges by position.
        v = begin
        if is_long:
            v = before_long(graph, cycle, s)
        elif k > 0:
            v = wander(graph, cycle, v, s)
        cut = position[v]
        if s[FAR] < abs(cut - position[begin]) < n - s[FAR]:
            return False
        for _ in range(n):
            following = cut + 1 if cut + 1 < n else 0
            if length(lengths, points, rule, len(tour), tour[cut], tour[following]) >= s[FLOOR]:
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


@inlined
def kick(graph, cycle, s):
    """Make a double bridge at four edges, near each other [2], [3], or long."""
    lengths, points, rule, _, _ = graph
    tour, _, _, queue, waiting, _, _, cuts = cycle
    n = s[SIZE]
    nodes = len(tour)
    # 1. Draw the edges.
    for _ in range(TRIES):
        if draw(graph, cycle, s):
            break
    else:
        return
    # 2. a [b .. c] [d .. e] [f .. g] h becomes a [f .. g] [d .. e] [b .. c] h: reverse it all, then
    #    each segment.
    for k in range(4):
        v = tour[cuts[k]]
        w = tour[cuts[k] + 1 if cuts[k] + 1 < n else 0]
        s[GAIN] += length(lengths, points, rule, nodes, v, w)
        push(queue, waiting, v, s)
        push(queue, waiting, w, s)
    low = cuts[0] + 1
    sizes = (cuts[3] - cuts[2]) % n, (cuts[2] - cuts[1]) % n, (cuts[1] - cuts[0]) % n
    logged(cycle, low % n, cuts[3], s)
    for k in range(3):
        logged(cycle, low % n, (low + sizes[k] - 1) % n, s)
        s[GAIN] -= length(lengths, points, rule, nodes, tour[(low - 1) % n], tour[low % n])
        low += sizes[k]
    s[GAIN] -= length(lengths, points, rule, nodes, tour[(low - 1) % n], tour[low % n])


@kernel
def allows(rows, sets, room, v, w):
    """Return True if place v may be left out where place w, or none (-1), comes in."""
    for e in range(rows[v], rows[v + 1]):
        if room[sets[e]] > 0:
            continue
        is_common = False
        if w >= 0:
            for f in range(rows[w], rows[w + 1]):
                is_common |= sets[f] == sets[e]
        if not is_common:
            return False
    return True


@inlined
def choose(graph, cycle, out, v, s):
    """Leave out the place of v, or another comes in for it or beside it; return the gain, or 0."""
    lengths, points, rule, near, costs = graph
    tour, position, _, queue, waiting, _, _, _ = cycle
    mates, prices, rows, sets, rivals, room = out
    n = len(tour)
    size = s[SIZE]
    width = s[WIDTH]
    a = mates[v]
    best = 0
    # 1. What comes in is w, beside its neighbor p, and its mate beside q; -1 for nothing.
    new = p = q = -1
    for e in range(v * width, v * width + width):
        w = near[e]
        if w < 0:
            break
        if position[w] < size:
            continue
        for side in range(2):
            u = beside(tour, position, v, side == 0, s)
            if u != a:
                gain = prices[w] - costs[e] - rare_length(lengths, points, rule, n, mates[w], u)
                gain += rare_length(lengths, points, rule, n, v, u)
                if gain > best:
                    best, new, p, q = gain, w, v, u
    # 2. The place leaves x and y behind, to which v and its mate are joined.
    leaves = False
    back = a != v and not is_next(position, v, a, s)
    x = beside(tour, position, v, back, s)
    y = beside(tour, position, a, not back, s)
    if prices[v] < STAYS:
        here = rare_length(lengths, points, rule, n, x, v) + rare_length(
            lengths, points, rule, n, a, y
        )
        rest = rare_length(lengths, points, rule, n, x, y)
        is_long = size >= (FEWEST if a == v else 2 * FEWEST)
        gain = here - rest - prices[v]
        if is_long and gain > best and allows(rows, sets, room, min(v, a), -1):
            best, new, leaves = gain, -1, True
        for e in range(v * s[RIVALS], (v + 1) * s[RIVALS]):
            w = rivals[e]
            if w < 0:
                break
            z = mates[w]
            if position[w] < size or not allows(rows, sets, room, min(v, a), min(w, z)):
                continue
            for _ in range(1 if z == w else 2):
                saved = here + prices[w] - prices[v]
                gain = saved - rare_length(lengths, points, rule, n, x, w)
                gain -= rare_length(lengths, points, rule, n, z, y)
                if gain > best:
                    best, new, p, q, leaves = gain, w, x, y, True
                # 3. Where candidates are farther than half of what may be saved, it is no gain.
                for f in range(w * width, w * width + width if is_long else w * width):
                    u = near[f]
                    if u < 0 or 2 * costs[f] >= saved - rest + here:
                        break
                    if position[u] >= size or u == v or u == a:
                        continue
                    for side in range(2):
                        c = beside(tour, position, u, side == 0, s)
                        if c == v or c == a or c == mates[u]:
                            continue
                        gain = saved - rest - costs[f] - rare_length(lengths, points, rule, n, z, c)
                        gain += rare_length(lengths, points, rule, n, u, c)
                        if gain > best:
                            best, new, p, q, leaves = gain, w, u, c, True
                w, z = z, w
    if best <= 0:
        return 0
    # 4. Make the change.
    push(queue, waiting, v, s)
    push(queue, waiting, x, s)
    push(queue, waiting, y, s)
    if new >= 0:
        push(queue, waiting, new, s)
        push(queue, waiting, p, s)
        push(queue, waiting, q, s)
    if new < 0:
        leave(cycle, out, v, s)
        if a != v:
            leave(cycle, out, a, s)
    elif not leaves:
        enter(cycle, out, new, p, q, s)
        if mates[new] != new:
            enter(cycle, out, mates[new], new, q, s)
    else:
        z = mates[new]
        swapped(cycle, out, position[v], position[new], s)
        if a != v:
            swapped(cycle, out, position[a], position[z], s)
        if p != x or q != y:
            # x [new z] y .. p q becomes x y .. p [new z] q.
            ends_first = is_next(position, p, q, s) == is_next(position, x, new, s)
            last = p if ends_first else q
            turn(cycle, x, new, last, s)
            turn(cycle, x, last, y, s)
            if ends_first and z != new:
                turn(cycle, p, z, new, s)
    return best


@kernel
def swapped(cycle, out, i, j, s):
    """Exchange two nodes, and note it."""
    log = cycle.log
    swap(cycle, out, i, j, s)
    note(log, -1 - i, j, s)


@inlined
def enter(cycle, out, v, p, q, s):
    """Take in a node between two neighbors."""
    tour, position, log = cycle.tour, cycle.position, cycle.log
    size = s[SIZE]
    i = position[p]
    j = position[q]
    swapped(cycle, out, size, position[v], s)
    resize(cycle, out, 1, s)
    note(log, -2 - 2 * len(tour), 1, s)
    if i - j == 1 or j - i == 1:
        shift(tour, position, size, max(i, j))
        note(log, -1 - len(tour) - size, max(i, j), s)


@kernel
def leave(cycle, out, v, s):
    """Leave out a node."""
    tour, position, log = cycle.tour, cycle.position, cycle.log
    i = position[v]
    last = s[SIZE] - 1
    shift(tour, position, i, last)
    note(log, -1 - len(tour) - i, last, s)
    resize(cycle, out, -1, s)
    note(log, -2 - 2 * len(tour), -1, s)


@kernel
def jolt(graph, cycle, out, s):
    """Leave out some places that follow each other; or some that are left out come in."""
    lengths, points, rule, near, _ = graph
    tour, position, _, queue, waiting, _, _, _ = cycle
    mates, prices, rows, sets, _, room = out
    n, width = len(tour), s[WIDTH]
    v = tour[below(s, n)]
    for _ in range(1 + below(s, RUN)):
        a = mates[v]
        size = s[SIZE]
        p = q = following = -1
        if position[v] < size:
            is_long = size >= (FEWEST if a == v else 2 * FEWEST)
            if not is_long or prices[v] >= STAYS or not allows(rows, sets, room, min(v, a), -1):
                return
            back = a != v and not is_next(position, v, a, s)
            p = beside(tour, position, v, back, s)
            q = following = beside(tour, position, a, not back, s)
            s[GAIN] += rare_length(lengths, points, rule, n, p, v) - prices[v]
            s[GAIN] += rare_length(lengths, points, rule, n, a, q)
            s[GAIN] -= rare_length(lengths, points, rule, n, p, q)
            leave(cycle, out, v, s)
            if a != v:
                leave(cycle, out, a, s)
        else:
            for e in range(v * width, v * width + width):
                w = near[e]
                if w >= 0 and position[w] >= size and following < 0 and w != a:
                    following = w
                if w >= 0 and position[w] < size and p < 0:
                    p = w
                    for side in range(2):
                        c = beside(tour, position, p, side == 0, s)
                        if c != mates[p]:
                            q = c
            if p < 0:
                return
            s[GAIN] += rare_length(lengths, points, rule, n, p, q) + prices[v]
            s[GAIN] -= rare_length(lengths, points, rule, n, p, v)
            s[GAIN] -= rare_length(lengths, points, rule, n, a, q)
            enter(cycle, out, v, p, q, s)
            if a != v:
                enter(cycle, out, a, v, q, s)
            push(queue, waiting, v, s)
        push(queue, waiting, p, s)
        push(queue, waiting, q, s)
        if following < 0:
            return
        v = following


@kernel
def keep(tour, shortest, log, s):
    """Copy what was reversed since the best cycle was kept, or all if that is less."""
    n = len(tour)
    left = n if s[LOST] == 0 and s[RIVALS] == 0 else 0  # with rivals there are other changes
    for k in range(s[LOGGED]):
        i = log[2 * k]
        j = log[2 * k + 1]
        left -= (j - i) % n + 1
        if left <= 0:
            break
        while i != j:
            shortest[i] = tour[i]
            i = i + 1 if i + 1 < n else 0
        shortest[j] = tour[j]
    if left <= 0:
        for i in range(n):
            shortest[i] = tour[i]
    s[SHORTEST] = s[SIZE]
    s[LOGGED] = 0
    s[LOST] = 0


@kernel
def chain(graph, cycle, out, s, budget):
    """Improve and kick the tour, ``s[LIMIT]`` times at most.

    A node searched is a step, and so is a kick: where nodes are few, kicks leave all as it is.
    """
    tour, position, shortest, queue, waiting, log, moves, _ = cycle
    mates, _, rows, sets, _, room = out
    n = len(tour)
    space = len(log) // 2 - 3 * (len(moves) // MOVE) - 8
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
            side = 0 if position[v] < s[SIZE] else 2
            while side < 2:
                if s[LOGGED] > space:
                    # 2. A full log: what is gained is kept, what is not is undone below.
                    if s[GAIN] < 0:
                        break
                    s[SAVED] += s[GAIN]
                    s[GAIN] = 0
                    s[LOGGED] = s[MARK] = 0
                    s[LOST] = 1
                gain = improve(graph, cycle, out, v, side == 0, s)
                if gain == 0 and side == 1 and len(mates) > 0:
                    gain = choose(graph, cycle, out, v, s)
                s[GAIN] += gain
                side = 0 if gain > 0 else side + 1
                if position[v] >= s[SIZE]:
                    break
        # 3. Undo the kick if the tour is now longer than the best and the slack [5].
        if s[SAVED] + s[GAIN] < s[BEST] - s[SLACK]:
            retreat(cycle, out, s[MARK], s)
        else:
            s[SAVED] += s[GAIN]
        if s[SAVED] > s[BEST]:
            s[BEST] = s[SAVED]
            s[BEGUN] = s[KICKS]
        if s[SAVED] > s[RECORD]:
            s[RECORD] = s[SAVED]
            s[LAST] = s[KICKS]
            keep(tour, shortest, log, s)
        s[GAIN] = 0
        if s[LOGGED] > space // 2:
            s[LOGGED] = 0
            s[LOST] = 1
        s[MARK] = s[LOGGED]
        has_ended = s[KICKS] >= s[LIMIT] or s[KICKS] >= s[LAST] + s[PATIENCE]
        if has_ended or s[RECORD] >= s[ENOUGH] or s[STOP] != 0:
            return DONE
        if budget <= 0:
            return MORE
        budget -= 1
        # 4. A search in vain begins anew, some kicks away from the record.
        kicks = 1
        if s[KICKS] >= s[BEGUN] + s[IDLE]:
            for i in range(s[SIZE], n):
                count(rows, sets, room, tour[i], 1)
            for i in range(n):
                tour[i] = shortest[i]
                position[shortest[i]] = i
            s[SIZE] = s[SHORTEST]
            for i in range(s[SIZE], n):
                count(rows, sets, room, tour[i], -1)
            s[SAVED] = s[RECORD]
            s[LOGGED] = s[MARK] = s[LOST] = 0
            s[BEST] = LOWEST
            kicks = AWAY
        s[KICKS] += 1
        if s[STRIDE] * s[KICKS] % n < s[STRIDE]:
            s[CLOSE] = min(2 * s[CLOSE], n)
        s[FAR] = s[CLOSE]
        for _ in range(kicks):
            # Where sets may lack no more places, most of the others would change nothing.
            if len(mates) > 0 and len(room) == 0 and below(s, 4) > 0:
                jolt(graph, cycle, out, s)
            else:
                kick(graph, cycle, s)
