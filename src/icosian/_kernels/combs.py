"""Violated comb inequalities, by local search on the handle.

A comb is a handle and an odd number k >= 3 of disjoint teeth, each of which has nodes inside and
outside the handle. A tour crosses the borders of all of them at least 3k + 1 times [1]_. The teeth
come from a fixed list of sets that are crossed little. For a handle the best teeth are taken
greedily, and the handle is improved by moving single nodes in or out [2]_.

References
----------
.. [1] M. Grötschel, M. W. Padberg, On the symmetric travelling salesman problem I: inequalities,
   Mathematical Programming 16 (1979), 265-280.
.. [2] A. N. Letchford, A. Lodi, Polynomial-time separation of simple comb inequalities, IPCO 2002,
   Lecture Notes in Computer Science 2337, 93-108; D. L. Applegate, R. E. Bixby, V. Chvátal, W. J.
   Cook, The Traveling Salesman Problem, Princeton 2006, chapters 7 to 9.
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel

STEPS, NEXT, FOUND, TOUCHED, ACTIVE, KEY, SIZE, STATES = range(8)  # words of the states
MOVES, SMALLEST, WORDS = range(8, 11)  # the most moves of a handle; nodes that a side keeps
CUT, LIMIT = 0, 1  # words of the values of ``search``
MORE, DONE = 0, 1  # statuses
NEVER = 1e9  # the excess of a handle without three teeth
EPSILON = 1e-6

ToothList = namedtuple(
    "ToothList", "indptr members values at_indptr at_teeth count active spare used chosen"
)
"""The nodes of each tooth and its value, the teeth at each node, and the choice among them."""
Handles = namedtuple(
    "Handles", "indptr members excess keys states inside strength listed touched values"
)
"""The nodes of each handle and its excess, those that were met, and the present one."""
CombList = namedtuple("CombList", "indptr set_indptr members")
"""The sets of each comb, and the nodes of each set."""


@inlined
def touch(v, graph, listed, touched, s):
    """List a node and its neighbors."""
    indptr, indices = graph.indptr, graph.indices
    if not listed[v]:
        listed[v] = 1
        touched[s[TOUCHED]] = v
        s[TOUCHED] += 1
    for i in range(indptr[v], indptr[v + 1]):
        u = indices[i]
        if not listed[u]:
            listed[u] = 1
            touched[s[TOUCHED]] = u
            s[TOUCHED] += 1


@inlined
def move(v, graph, teeth, handles, s):
    """Move a node into the handle or out of it."""
    indptr, indices, weights, degree = graph
    _, _, _, keys, _, inside, strength, listed, touched, values = handles
    at_indptr, at_teeth, count = teeth.at_indptr, teeth.at_teeth, teeth.count
    sign = 1 - 2 * inside[v]
    values[CUT] += sign * (degree[v] - 2 * strength[v])
    inside[v] = 1 - inside[v]
    s[KEY] ^= keys[v]
    s[SIZE] += sign
    touch(v, graph, listed, touched, s)
    for i in range(indptr[v], indptr[v + 1]):
        strength[indices[i]] += sign * weights[i]
    for i in range(at_indptr[v], at_indptr[v + 1]):
        count[at_teeth[i]] += sign


@inlined
def choose(v, teeth, s):
    """Choose disjoint teeth greedily; return the sum of their values and their odd number, or 0.

    ``active`` holds the teeth that cross the handle, but for a change at node v (-1: none).
    """
    indptr, members, values, at_indptr, at_teeth, count, active, _, used, chosen = teeth
    i = 0
    j = 0
    end = 0
    if v >= 0:
        j = at_indptr[v]
        end = at_indptr[v + 1]
    k = 0
    total = 0.0
    spare = -1
    # 1. Merge the two sorted lists; teeth of negative value come first.
    while i < s[ACTIVE] or j < end:
        if j == end or (i < s[ACTIVE] and active[i] <= at_teeth[j]):
            t = active[i]
            i += 1
            if j < end and at_teeth[j] == t:
                j += 1
        else:
            t = at_teeth[j]
            j += 1
        value = values[t]
        if value >= 0 and k % 2 == 1:
            break
        # 2. A tooth crosses the handle and has no node in common with those before.
        begin = indptr[t]
        stop = indptr[t + 1]
        if count[t] == 0 or count[t] == stop - begin:
            continue
        free = True
        for q in range(begin, stop):
            if used[members[q]]:
                free = False
                break
        if not free:
            continue
        if value >= 0:
            spare = t
            break
        for q in range(begin, stop):
            used[members[q]] = 1
        chosen[k] = t
        k += 1
        total += value
    for c in range(k):
        for q in range(indptr[chosen[c]], indptr[chosen[c] + 1]):
            used[members[q]] = 0
    # 3. For an odd number, add the best other tooth or leave the last one out.
    if k % 2 == 0:
        if spare >= 0 and (k == 0 or values[spare] <= -values[chosen[k - 1]]):
            total += values[spare]
            chosen[k] = spare
            k += 1
        elif k > 0:
            k -= 1
            total -= values[chosen[k]]
    if k < 3:
        return NEVER, 0
    return total, k


@inlined
def is_new(states, keys, s):
    """Return True if the handle was not met before, and add it to the hash table of handles."""
    key = min(s[KEY], s[KEY] ^ keys[len(keys) - 1])  # of the handle or its complement
    mask = len(states) - 1
    at = key & mask
    while states[at] != 0:
        if states[at] == key:
            return False
        at = (at + 1) & mask
    if 2 * s[STATES] < len(states):
        states[at] = key
        s[STATES] += 1
    return True


@kernel
def search(graph, teeth, handles, found, s, budget):
    """Improve each handle by the best single moves; list those that end below a limit.

    A step is a tooth or node that is looked at. ``excess`` becomes what each handle is above its
    bound at first; with ``s[MOVES]`` 0 nothing else happens. Teeth are sorted by
    their values, what they are crossed more than three times; ``at_teeth`` are those at each
    node, sorted. ``keys`` are random numbers of the nodes, and their sum; ``states`` is a hash
    table of handles that were met, as sums of keys. Comb c has the sets ``comb_indptr[c]`` to
    ``comb_indptr[c + 1] - 1``, its handle first.
    """
    degree = graph.degree
    tooth_indptr, tooth_members, _, at_indptr, at_teeth, count, active, spare, _, chosen = teeth
    indptr, members, excess, keys, states, inside, strength, listed, touched, values = handles
    comb_indptr, set_indptr, set_members = found
    n = len(inside)
    left = budget
    while s[NEXT] < len(excess) and left > 0:
        h = s[NEXT]
        s[NEXT] += 1
        # 1. Move the nodes in, one by one, and list the teeth that they are the first in.
        s[TOUCHED] = 0
        s[KEY] = 0
        s[SIZE] = 0
        values[CUT] = 0.0
        reached = 0
        for q in range(indptr[h], indptr[h + 1]):
            v = members[q]
            move(v, graph, teeth, handles, s)
            for i in range(at_indptr[v], at_indptr[v + 1]):
                if count[at_teeth[i]] == 1:
                    spare[reached] = at_teeth[i]
                    reached += 1
        # 2. Sort those that cross the handle (Shell's method).
        k = 0
        for q in range(reached):
            t = spare[q]
            if count[t] < tooth_indptr[t + 1] - tooth_indptr[t]:
                active[k] = t
                k += 1
        s[ACTIVE] = k
        gap = 1
        while gap < k:
            gap = 3 * gap + 1
        while gap > 1:
            gap //= 3
            for a in range(gap, k):
                t = active[a]
                b = a
                while b >= gap and active[b - gap] > t:
                    active[b] = active[b - gap]
                    b -= gap
                active[b] = t
        left -= reached + s[TOUCHED] + 4 * k
        # 3. Improve by the best move while there is one, unless a handle was met before.
        moves = s[MOVES]
        first = True
        while True:
            total, _ = choose(-1, teeth, s)
            best = values[CUT] - 1.0 + total
            if first:
                excess[h] = best
                first = False
            if s[MOVES] == 0 or not is_new(states, keys, s):
                best = NEVER
                break
            if moves == 0:
                break
            moves -= 1
            least = best - EPSILON
            flip = -1
            for q in range(s[TOUCHED]):
                v = touched[q]
                sign = 1 - 2 * inside[v]
                if inside[v]:
                    if degree[v] - strength[v] < EPSILON or s[SIZE] <= s[SMALLEST]:
                        continue
                elif strength[v] < EPSILON or s[SIZE] >= n - s[SMALLEST]:
                    continue
                cut = values[CUT] - 1.0 + sign * (degree[v] - 2 * strength[v])
                for i in range(at_indptr[v], at_indptr[v + 1]):
                    count[at_teeth[i]] += sign
                left -= s[ACTIVE] + 2
                changed, _ = choose(v, teeth, s)
                if cut + changed < least:
                    least = cut + changed
                    flip = v
                for i in range(at_indptr[v], at_indptr[v + 1]):
                    count[at_teeth[i]] -= sign
            if flip < 0:
                break
            move(flip, graph, teeth, handles, s)
            # 4. Teeth at the node begin or cease to cross the handle.
            k = 0
            i = 0
            j = at_indptr[flip]
            while i < s[ACTIVE] or j < at_indptr[flip + 1]:
                if j == at_indptr[flip + 1] or (i < s[ACTIVE] and active[i] < at_teeth[j]):
                    t = active[i]
                    i += 1
                else:
                    t = at_teeth[j]
                    if i < s[ACTIVE] and active[i] == t:
                        i += 1
                    j += 1
                if count[t] > 0 and count[t] < tooth_indptr[t + 1] - tooth_indptr[t]:
                    spare[k] = t
                    k += 1
            for q in range(k):
                active[q] = spare[q]
            s[ACTIVE] = k
        # 5. List the comb if there is room: the smaller side of the handle, then the teeth.
        if best < values[LIMIT]:
            _, k = choose(-1, teeth, s)
            comb_set = comb_indptr[s[FOUND]]
            at = set_indptr[comb_set]
            size = s[SIZE] if 2 * s[SIZE] <= n else n - s[SIZE]
            for c in range(k):
                size += tooth_indptr[chosen[c] + 1] - tooth_indptr[chosen[c]]
            if (
                s[FOUND] + 1 < len(comb_indptr)
                and comb_set + k + 1 < len(set_indptr)
                and at + size <= len(set_members)
            ):
                side = 1 if 2 * s[SIZE] <= n else 0
                for v in range(n):
                    if inside[v] == side:
                        set_members[at] = v
                        at += 1
                set_indptr[comb_set + 1] = at
                for c in range(k):
                    for q in range(tooth_indptr[chosen[c]], tooth_indptr[chosen[c] + 1]):
                        set_members[at] = tooth_members[q]
                        at += 1
                    set_indptr[comb_set + c + 2] = at
                s[FOUND] += 1
                comb_indptr[s[FOUND]] = comb_set + k + 1
                left -= n + size
        # 6. Leave everything as it was.
        for q in range(s[TOUCHED]):
            v = touched[q]
            listed[v] = 0
            strength[v] = 0.0
            if inside[v]:
                inside[v] = 0
                for i in range(at_indptr[v], at_indptr[v + 1]):
                    count[at_teeth[i]] = 0
    s[STEPS] += budget - left
    return MORE if s[NEXT] < len(excess) else DONE
