"""Path cover by Warnsdorff's rule, then rotations until no hole is left.

The tour is a cyclic order of all vertices. A *hole* is a pair of tour neighbors that no edge
joins. Seen from a hole (t1, t2), the tour is a Hamiltonian path t2 ... t1; an edge (t2, t3) and the
reversal of t2 ... t4, where t4 precedes t3, make another one, t4 ... t1 (Posa's rotation [1]_). A
move of the second kind closes t2 ... t3 to a cycle and opens that elsewhere, next to a neighbor of
the vertex after t3; it can keep the direction of every edge, which digraphs need. A chain of moves
[2]_ goes on while the number of holes stays equal, until a move closes one; no move is undone.

``mate[v]`` is the vertex that v is joined to by a fixed edge, or -1: fixed edges never leave the
tour. The words of ``s`` are named below; all randomness comes from ``s[RANDOM]``.

References
----------
.. [1] L. Posa, Hamiltonian circuits in random graphs, Discrete Mathematics 14 (1976), 359-364.
.. [2] S. Lin, B. W. Kernighan, An effective heuristic algorithm for the traveling-salesman problem,
   Operations Research 21 (1973), 498-516.
"""

from collections import namedtuple

from icosian._kernels._jit import below, kernel

STEPS, RANDOM, COVERED, POINTER, HOLES, STAMP, TIES, GUIDED, SECOND, FILLED, WORDS = range(11)
FIRST, ANY, POHL, FARTHEST = range(4)  # values of s[TIES]
MORE, DONE, STUCK = 0, 1, 2  # statuses

DEPTH = 200  # rotations in one chain
DESCENTS = 8  # steps towards low degree when a new path of the cover is begun
CLEAR = 20  # the walk is guided once so few holes are left
AHEAD = 500  # the least score of a rotation after which a hole can be closed
FEW = 2  # holes up to which a walk that is stuck makes one more
SIGHT = 12  # neighbors that are looked at for a move of the second kind
TURNED = 256  # vertices that are turned round, or noted, in the time of a step of the cover

MatedGraph = namedtuple("MatedGraph", "indptr indices mate")
"""The neighbors of each vertex, and its mate."""
PathRows = namedtuple("PathRows", "from_indptr from_indices")
"""The vertices that lead to each vertex."""
CyclicOrder = namedtuple("CyclicOrder", "tour pos")
"""The tour, and the place of each vertex on it."""
Ranks = namedtuple("Ranks", "key free")
"""What Warnsdorff's rule compares: given keys, and the number of uncovered neighbors."""
HoleList = namedtuple("HoleList", "gap holes")
"""The other ends of the holes at each vertex, two at most, and the holes."""
Seen = namedtuple("Seen", "mark near")
"""Stamps of the ends that a chain has had, and of the vertices that close its hole."""
Front = namedtuple("Front", "dist queue")
"""Distances, and the queue of a search in breadth."""


@kernel
def lightest(indptr, indices, rank, pos, v, s):
    """Return the uncovered neighbor of v with the fewest uncovered neighbors, or -1."""
    key, free = rank
    best = -1
    best_free = 0
    best_tie = 0
    for i in range(indptr[v], indptr[v + 1]):
        w = indices[i]
        if pos[w] >= 0 or (best >= 0 and free[w] > best_free):
            continue
        if best >= 0 and free[w] == best_free and s[TIES] == FIRST:
            continue
        tie = 0
        if s[TIES] == ANY:
            tie = below(s, 1 << 30)
        elif s[TIES] == POHL:
            for j in range(indptr[w], indptr[w + 1]):
                if pos[indices[j]] < 0:
                    tie -= free[indices[j]]
        elif s[TIES] == FARTHEST:
            tie = key[w]
        if best < 0 or free[w] < best_free or tie > best_tie:
            best = w
            best_free = free[w]
            best_tie = tie
    return best


@kernel
def put(indptr, indices, path, free, v, s):
    """Append v to the tour; the rows are those of the vertices that lead to v."""
    tour, pos = path
    tour[s[COVERED]] = v
    pos[v] = s[COVERED]
    s[COVERED] += 1
    for i in range(indptr[v], indptr[v + 1]):
        free[indices[i]] -= 1


@kernel
def extend(form, back, rank, path, s, budget):
    """Extend the last path by Warnsdorff's rule; STUCK where it ends, DONE when all is covered.

    A digraph gives successors first, then predecessors; an undirected graph its rows twice.
    """
    indptr, indices, mate = form
    from_indptr, from_indices = back
    free = rank.free
    tour, pos = path
    n = len(tour)
    while s[COVERED] < n:
        if budget <= 0:
            return MORE
        budget -= 1
        s[STEPS] += 1
        v = tour[s[COVERED] - 1]
        w = mate[v]
        if w < 0 or pos[w] >= 0:
            w = lightest(indptr, indices, rank, pos, v, s)
        if w < 0:
            return STUCK
        put(from_indptr, from_indices, path, free, w, s)
    return DONE


@kernel
def cover(form, rank, path, s, budget):
    """Cover all vertices with paths, begun one after the other where the last got stuck."""
    indptr, indices = form.indptr, form.indices
    tour, pos = path
    free = rank.free
    n = len(tour)
    while True:
        # 1. Extend the last path as far as the rule leads.
        status = extend(form, PathRows(indptr, indices), rank, path, s, budget)
        if status != STUCK:
            return status
        budget = 1 << 20  # a full budget at the next path costs no more than that path
        # 2. Begin the next one at an uncovered vertex, after some steps to fewer free neighbors.
        while pos[s[POINTER]] >= 0:
            s[POINTER] += 1
        v = s[POINTER]
        for _ in range(DESCENTS):
            w = lightest(indptr, indices, rank, pos, v, s)
            if w < 0 or free[w] >= free[v]:
                break
            v = w
        put(indptr, indices, path, free, v, s)
        if s[COVERED] == n:
            return DONE


@kernel
def adjacent(indptr, indices, u, v):
    """Return True if an edge joins u and v; the shorter list is read."""
    if indptr[u + 1] - indptr[u] > indptr[v + 1] - indptr[v]:
        u, v = v, u
    for i in range(indptr[u], indptr[u + 1]):
        if indices[i] == v:
            return True
    return False


@kernel
def add_hole(gap, u, v):
    """Note that u and v are tour neighbors without an edge."""
    gap[2 * u + (gap[2 * u] >= 0)] = v
    gap[2 * v + (gap[2 * v] >= 0)] = u


@kernel
def drop_hole(gap, u, v):
    """Forget the hole (u, v)."""
    gap[2 * u + (gap[2 * u] != v)] = -1
    gap[2 * v + (gap[2 * v] != u)] = -1


@kernel
def is_hole(gap, u, v):
    """Return True if (u, v) is a hole."""
    return gap[2 * u] == v or gap[2 * u + 1] == v


@kernel
def reverse(tour, pos, i, j):
    """Reverse the cyclic run of positions i..j, or the rest of the tour if that is shorter."""
    n = len(tour)
    length = j - i + 1
    if length <= 0:
        length += n
    if 2 * length > n:
        i, j = j + 1, i - 1
        length = n - length
        if i >= n:
            i -= n
        if j < 0:
            j += n
    for _ in range(length // 2):
        a = tour[i]
        b = tour[j]
        tour[i] = b
        pos[b] = i
        tour[j] = a
        pos[a] = j
        i += 1
        if i == n:
            i = 0
        j -= 1
        if j < 0:
            j = n - 1


@kernel
def spread(indptr, indices, holes, front, except_for, s):
    """Set ``dist`` to the distance from the nearest end of a hole, one vertex excepted."""
    dist, queue = front
    for v in range(len(dist)):
        dist[v] = -1
    tail = 0
    for i in range(2 * s[HOLES]):
        v = holes[i]
        if v != except_for and dist[v] < 0:
            dist[v] = 0
            queue[tail] = v
            tail += 1
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        if 2 * (indptr[v + 1] - indptr[v]) > len(dist):
            continue  # a vertex that is joined to all is no way from here to there
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            if dist[w] < 0:
                dist[w] = dist[v] + 1
                queue[tail] = w
                tail += 1


@kernel
def turn(tour, pos, t1, first, a, b):
    """Reverse the part from a to b of the path that leads from ``first`` to t1."""
    p1 = pos[t1]
    at = pos[first]
    if at == p1 + 1 or (at == 0 and p1 == len(tour) - 1):
        reverse(tour, pos, pos[a], pos[b])
    else:
        reverse(tour, pos, pos[b], pos[a])


@kernel
def second_kind(form, path, gap, marks, t1, t2, s):
    """Return (t3, t5, t6, True if it closes a hole) of a move of the second kind, or t3 = -1.

    The edges are (t2, t3) and (t4, t5), where t4 follows t3; the new end is t6, beside t5.
    """
    indptr, indices, mate = form
    tour, pos = path
    mark, near = marks
    n = len(tour)
    stamp = s[STAMP]
    p1 = pos[t1]
    p2 = pos[t2]
    step = 1 if p2 == p1 + 1 or (p2 == 0 and p1 == n - 1) else -1
    best3 = -1
    best5 = -1
    best6 = -1
    met = 0
    begin = indptr[t2]
    length = indptr[t2 + 1] - begin
    shift = below(s, length) if length > SIGHT else 0
    # 1. The edge (t2, t3) closes the part from t2 to t3 to a cycle; t4 is the vertex after it.
    for i in range(min(length, SIGHT)):
        t3 = indices[begin + (shift + i) % length]
        o3 = (pos[t3] - p2) * step
        if o3 < 0:
            o3 += n
        if t3 == t1 or o3 < 2:
            continue
        t4 = tour[(pos[t3] + step) % n]
        if mate[t3] == t4:
            continue
        # 2. The edge (t4, t5) enters that cycle, which is opened at t5: t6 is the new end.
        broken = is_hole(gap, t3, t4)
        begin4 = indptr[t4]
        length4 = indptr[t4 + 1] - begin4
        shift4 = below(s, length4) if length4 > SIGHT else 0
        for j in range(min(length4, SIGHT)):
            t5 = indices[begin4 + (shift4 + j) % length4]
            o5 = (pos[t5] - p2) * step
            if o5 < 0:
                o5 += n
            if o5 >= o3:
                continue
            for side in (1, -1):
                if o5 + side < 0:
                    continue
                t6 = tour[(pos[t5] + side * step) % n]
                if mate[t5] == t6 or mark[t6] == stamp:
                    continue
                # 3. Take a move that closes a hole at once, else one of the others at random.
                if broken or near[t6] == stamp or is_hole(gap, t5, t6):
                    return t3, t5, t6, True
                met += 1
                if below(s, met) == 0:
                    best3 = t3
                    best5 = t5
                    best6 = t6
    return best3, best5, best6, False


@kernel
def chain(form, path, gaps, marks, front, s):
    """Move on from a random hole until a hole is closed, the walk is stuck or DEPTH is reached."""
    indptr, indices, mate = form
    tour, pos = path
    gap, holes = gaps
    mark, near = marks
    # 1. A random hole (t1, t2), seen from a random side: t1 stays, t2 is the end that moves.
    n = len(tour)
    h = below(s, s[HOLES])
    side = below(s, 2)
    t1 = holes[2 * h + side]
    t2 = holes[2 * h + 1 - side]
    s[STAMP] += 1
    stamp = s[STAMP]
    mark[t2] = stamp
    for i in range(indptr[t1], indptr[t1 + 1]):
        near[indices[i]] = stamp
    # 2. Where few holes are left in a wide graph, distances lead the end to another hole.
    guided = s[GUIDED] == 1 and s[HOLES] <= CLEAR
    if guided:
        spread(indptr, indices, holes, front, t2, s)
    for step in range(DEPTH):
        s[STEPS] += 1
        p1 = pos[t1]
        p2 = pos[t2]
        forward = p2 == p1 + 1 or (p2 == 0 and p1 == n - 1)
        # 3. Score the rotations by each edge (t2, t3), which remove (t3, t4).
        aimed = guided and below(s, 10) > 0
        best3 = -1
        best4 = -1
        best = -1 << 30
        closes = False
        for i in range(indptr[t2], indptr[t2 + 1]):
            t3 = indices[i]
            if t3 == t1:
                continue
            p3 = pos[t3]
            if forward:
                t4 = tour[p3 - 1] if p3 > 0 else tour[n - 1]
            else:
                t4 = tour[p3 + 1] if p3 < n - 1 else tour[0]
            if t4 == t2 or mate[t3] == t4:
                continue
            # 3a. One that removes a hole, or ends next to t1, is taken.
            if near[t4] == stamp or is_hole(gap, t3, t4):
                closes = True
                best3 = t3
                best4 = t4
                if near[t4] == stamp:
                    break
                continue
            if closes or mark[t4] == stamp:
                continue
            # 3b. Others count more if the end comes nearer to a hole, and most if the rotation
            #     after it can close one. No vertex is the moving end twice in a chain.
            score = below(s, 4)
            if aimed:
                score -= 4 * front.dist[t4]
            span = pos[t4] - p2 if forward else p2 - pos[t4]
            if span < 0:
                span += n
            for j in range(indptr[t4], indptr[t4 + 1]):  # would the next rotation close a hole?
                t5 = indices[j]
                if t5 == t1 or t5 == t3:
                    continue
                p5 = pos[t5]
                offset = p5 - p2 if forward else p2 - p5
                if offset < 0:
                    offset += n
                if (offset <= span) == forward:  # t5 lies in the part that is turned round
                    t6 = tour[p5 + 1] if p5 < n - 1 else tour[0]
                else:
                    t6 = tour[p5 - 1] if p5 > 0 else tour[n - 1]
                if t6 != t4 and mate[t5] != t6 and (near[t6] == stamp or is_hole(gap, t5, t6)):
                    score += 2 * AHEAD
                    break
            if score > best:
                best = score
                best3 = t3
                best4 = t4
        # 4. Consider a move of the second kind where no rotation promises to close a hole.
        best5 = -1
        best6 = -1
        if not closes and best < AHEAD:
            t3, t5, t6, gain = second_kind(form, path, gap, marks, t1, t2, s)
            if t3 >= 0 and (gain or best3 < 0 or below(s, 10) < s[SECOND]):
                best3 = t3
                best5 = t5
                best6 = t6
        if best3 < 0:
            if step == 0 and s[HOLES] <= FEW:
                kick(form, path, gaps, t1, t2, h, side, s)
            return
        # 5. Make the move by reversals, and keep the list of holes true.
        before = s[HOLES]
        drop_hole(gap, t1, t2)
        if best6 < 0:
            end = best4
            turn(tour, pos, t1, t2, t2, end)
        else:
            after = pos[best3] + (1 if forward else -1)
            best4 = tour[after % n]
            end = best6
            offset = pos[best6] - pos[best5] if forward else pos[best5] - pos[best6]
            if offset == 1 or offset == 1 - n:
                turn(tour, pos, t1, t2, t2, best3)
                turn(tour, pos, t1, best3, best3, end)
                turn(tour, pos, t1, end, best5, t2)
            else:
                turn(tour, pos, t1, t2, t2, end)
                turn(tour, pos, t1, end, best5, best3)
            h = lose(gap, holes, best5, best6, h, s)
        h = lose(gap, holes, best3, best4, h, s)
        # 6. The chain ends with a hole less, or goes on from the new end.
        if near[end] == stamp:
            remove(holes, h, s)
            return
        add_hole(gap, t1, end)
        holes[2 * h + side] = t1
        holes[2 * h + 1 - side] = end
        if s[HOLES] < before:
            return
        mark[end] = stamp
        t2 = end


@kernel
def kick(form, path, gaps, t1, t2, h, side, s):
    """Use a random edge of t2 and open the cycle that comes of it anywhere: one hole more."""
    indptr, indices, mate = form
    tour, pos = path
    gap, holes = gaps
    n = len(tour)
    p2 = pos[t2]
    step = 1 if p2 == pos[t1] + 1 or (p2 == 0 and pos[t1] == n - 1) else -1
    t3 = indices[indptr[t2] + below(s, indptr[t2 + 1] - indptr[t2])]
    o3 = (pos[t3] - p2) * step
    if o3 < 0:
        o3 += n
    t4 = tour[(pos[t3] + step) % n]
    if o3 < 2 or t3 == t1 or mate[t3] == t4:
        return
    o5 = below(s, o3)
    t5 = tour[(p2 + o5 * step) % n]
    t6 = tour[(p2 + (o5 + 1) * step) % n]
    if mate[t5] == t6:
        return
    drop_hole(gap, t1, t2)
    turn(tour, pos, t1, t2, t2, t3)
    turn(tour, pos, t1, t3, t3, t6)
    turn(tour, pos, t1, t6, t5, t2)
    h = lose(gap, holes, t5, t6, h, s)
    h = lose(gap, holes, t3, t4, h, s)
    if adjacent(indptr, indices, t1, t6):
        remove(holes, h, s)
    else:
        add_hole(gap, t1, t6)
        holes[2 * h + side] = t1
        holes[2 * h + 1 - side] = t6
    if not adjacent(indptr, indices, t4, t5):
        add_hole(gap, t4, t5)
        holes[2 * s[HOLES]] = t4
        holes[2 * s[HOLES] + 1] = t5
        s[HOLES] += 1


@kernel
def remove(holes, k, s):
    """Take hole k off the list."""
    s[HOLES] -= 1
    holes[2 * k] = holes[2 * s[HOLES]]
    holes[2 * k + 1] = holes[2 * s[HOLES] + 1]


@kernel
def lose(gap, holes, u, v, h, s):
    """Note that u and v are not tour neighbors any more; return where hole h is now."""
    if not is_hole(gap, u, v):
        return h
    drop_hole(gap, u, v)
    k = 0
    while holes[2 * k] + holes[2 * k + 1] != u + v or (holes[2 * k] != u and holes[2 * k] != v):
        k += 1
    remove(holes, k, s)
    return k if h == s[HOLES] else h


@kernel
def rotate(form, rank, path, gaps, marks, front, s, budget):
    """Cover, then rotate; DONE when the tour has no hole."""
    indptr, indices, mate = form
    tour = path.tour
    gap, holes = gaps
    # 1. Cover all vertices with paths.
    n = len(tour)
    if s[COVERED] < n and cover(form, rank, path, s, budget) != DONE:
        return MORE
    # 2. List the holes between them.
    while s[FILLED] < n:
        i = s[FILLED]
        s[FILLED] += 1
        u = tour[i]
        v = tour[i + 1] if i < n - 1 else tour[0]
        if mate[u] != v and not adjacent(indptr, indices, u, v):
            holes[2 * s[HOLES]] = u
            holes[2 * s[HOLES] + 1] = v
            s[HOLES] += 1
            add_hole(gap, u, v)
    # 3. Close them, chain by chain.
    limit = s[STEPS] + budget // (1 + n // TURNED)
    while s[HOLES] > 0:
        if s[STEPS] > limit:
            return MORE
        s[STEPS] += 1
        chain(form, path, gaps, marks, front, s)
    return DONE
