"""The most violated comb inequality of each small part of a fractional solution, by enumeration.

A part, a *block*, is a graph of a few atoms: those that an atom is joined to most strongly, and one
more that is all the rest. So a tooth can be large, and even hold the rest. For every handle the
best disjoint teeth are found by backtracking, among all sets of atoms [1]_.

References
----------
.. [1] D. Naddef, S. Thienel, Efficient separation routines for the symmetric traveling salesman
   problem II, Mathematical Programming 92 (2002), 257-283; D. L. Applegate, R. E. Bixby, V.
   Chvátal, W. J. Cook, The Traveling Salesman Problem, Princeton 2006, chapters 6 and 11.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel
from icosian._kernels.clusters import join
from icosian._kernels.words import count_bits, lowest_bit

STEPS, NEXT, FOUND, LIMIT = range(4)  # words of the states
MORE, DONE = 0, 1  # statuses
DEPTH = 1e-3  # the least violation
EPSILON = 1e-6

BlockWork = namedtuple("BlockWork", "place within crossed teeth values after first ahead chosen")
"""What the edges of a block and its sets weigh, its teeth, and the choice among them."""
BlockCombs = namedtuple("BlockCombs", "keys seen blocks combs excess")
"""Random keys of the nodes, blocks that were seen, and those with combs."""


@kernel
def grow(seed, most, graph, grown):
    """Queue a node and others that are joined to it most strongly, ``most`` at most; count them.

    ``mark`` is the last seed of a block that had the node or a neighbor.
    """
    queue, mark, strength = grown
    mark[seed] = seed
    strength[seed] = 0.0
    queue[0] = seed
    size = 0
    tail = 1
    while size < tail and size < most:
        tail = join(size, tail, graph, grown)
        size += 1
    return size


@kernel
def best_combs(graph, grown, work, found, s, budget):
    """List the most violated comb of the block around each node; backtracking counts the steps.

    ``first`` has an entry for each atom of a block, atom 0 the rest; sets of atoms are words.
    ``blocks`` has the other nodes of each block, -1 where it has fewer, and ``combs`` the handle
    and the teeth of its comb, then 0. ``excess`` is what its borders are crossed above the bound. A
    block ends after ``s[LIMIT]`` steps.
    """
    indptr, indices, weights, _ = graph
    queue = grown.queue
    place, within, crossed, teeth, values, after, first, ahead, chosen = work
    keys, seen, blocks, combs, excess = found
    n = len(queue)
    room = len(first)
    left = budget
    while s[NEXT] < n and left > 0:
        seed = s[NEXT]
        s[NEXT] += 1
        # 1. A block; some are found from several nodes. The rest of it is not empty.
        left -= 1
        fractional = False
        for i in range(indptr[seed], indptr[seed + 1]):
            fractional = fractional or weights[i] < 1 - EPSILON
        if not fractional:
            continue
        size = grow(seed, min(room, n) - 1, graph, grown)
        key = 0
        for q in range(size):
            key ^= keys[queue[q]]
        if seen[key & (len(seen) - 1)] == key:
            continue
        seen[key & (len(seen) - 1)] = key
        # 2. How much each set of atoms is crossed: it is one atom and a smaller set.
        k = size + 1
        everything = (1 << k) - 1
        for i in range(room * room):
            within[i] = 0.0
        for q in range(size):
            place[queue[q]] = q + 1
        for q in range(size):
            v = queue[q]
            for i in range(indptr[v], indptr[v + 1]):
                other = place[indices[i]]
                within[(q + 1) * room + other] += weights[i]
                if other == 0:
                    within[q + 1] += weights[i]
        for q in range(size):
            place[queue[q]] = 0
        crossed[0] = 0.0
        m = 0
        for some in range(1, everything):
            a = lowest_bit(some)
            smaller = some & (some - 1)
            total = crossed[smaller]
            for b in range(k):
                if smaller >> b & 1:
                    total -= within[a * room + b]
                elif b != a:
                    total += within[a * room + b]
            crossed[some] = total
            # 3. Teeth are crossed less than three times; the best are the first.
            if smaller and total < 3 - EPSILON:
                b = m
                while b > 0 and values[b - 1] > total - 3 + EPSILON:
                    values[b] = values[b - 1]
                    teeth[b] = teeth[b - 1]
                    b -= 1
                values[b] = total - 3
                teeth[b] = some
                m += 1
        left -= everything >> 2
        # 4. Handles do not hold the rest, as their complements do. Each tooth has an atom on the
        #    smaller side; it is listed at the first one.
        least = -DEPTH
        at = s[FOUND] * (room + 1)
        spent = 0
        for half in range(1, 1 << size):
            handle = half << 1
            size_inside = count_bits(handle)
            if crossed[handle] >= 1 + min(size_inside, k - size_inside) or spent > s[LIMIT]:
                continue
            side = handle if 2 * size_inside <= k else everything ^ handle
            for a in range(k):
                first[a] = -1
            for t in range(m - 1, -1, -1):
                if teeth[t] & handle and teeth[t] & (everything ^ handle):
                    a = lowest_bit(teeth[t] & side)
                    after[t] = first[a]
                    first[a] = t
            spent += m >> 3
            ahead[k] = 0.0  # the least that teeth at an atom and later ones can add
            for a in range(k - 1, -1, -1):
                ahead[a] = ahead[a + 1] + (values[first[a]] if first[a] >= 0 else 0.0)
            total = crossed[handle] - 1
            # 5. Choose a tooth or none at each atom; come back where no better comb is ahead.
            used = 0
            count = 0
            a = 0
            t = first[0]
            while a >= 0 and spent <= s[LIMIT]:
                spent += 1
                while t >= 0 and (teeth[t] & used or total + values[t] + ahead[a + 1] >= least):
                    t = after[t] if total + values[t] + ahead[a + 1] < least else -1
                if t >= 0 or (t == -1 and total + ahead[a + 1] < least):
                    chosen[a] = t
                    if t >= 0:
                        used ^= teeth[t]
                        total += values[t]
                        count += 1
                        if count >= 3 and count & 1 and total < least:
                            least = total
                            combs[at] = handle
                            c = at
                            for b in range(a + 1):
                                if chosen[b] >= 0:
                                    c += 1
                                    combs[c] = teeth[chosen[b]]
                            if c < at + room:
                                combs[c + 1] = 0
                    a += 1
                    if a < k:
                        t = first[a]
                        continue
                a -= 1
                if a >= 0:
                    t = chosen[a]
                    if t >= 0:
                        used ^= teeth[t]
                        total -= values[t]
                        count -= 1
                        t = after[t]
                    else:
                        t = -2
        left -= spent
        # 6. There is room for a comb of each node.
        if least < -DEPTH:
            for q in range(room - 1):
                blocks[s[FOUND] * (room - 1) + q] = queue[q] if q < size else -1
            excess[s[FOUND]] = least
            s[FOUND] += 1
    s[STEPS] += budget - left
    return MORE if s[NEXT] < n else DONE
