"""Induced paths and cycles: branch and bound on both ends, and a beam search for long ones.

A node may be added as long as it is *free*: it is not on the path, and no neighbor of an inner node
or of an end that stays. Sets are words of 62 bits: row v of ``near``, from word ``v * width`` on,
holds the neighbors of v. Row v of ``apart`` holds those that no path may hold together with v at
all: in a graph of orbits, or where nodes stand for edges that exclude each other. ``before`` holds
for each node of the path the one that it was added to.

The ends of a cycle meet in a last node, as those of a path with two given ends do: these are
*joined*. Other ends may stay where they are. All begins with a node that is both ends, and whose
neighbors are not free any more once they were tried, or with one or two given ends. Permutations in
``images`` that keep the path, node for node, and all that is free, make ends that they exchange
alike.

The bound: let C be what the moving ends reach, d(v) the number of nodes of C that are neighbors of
v or apart from it, and c(v) the most of these that a path P in C holds, as one of those next to an
end follows it. A path P with k nodes has k - 1 such pairs, and all others at its nodes lead to the
rest of C; so the sum of d(v) + c(v) - 2 over P is at most the sum of c(v) over C, less 2, for a
cycle less 0. Nodes with d(v) = 1 are ends.
"""

from collections import namedtuple

from icosian._kernels._jit import below, inlined, kernel
from icosian._kernels.words import BITS, count_bits, lowest_bit

MORE, DONE, FOUND = 0, 1, 2  # statuses
ONE, BOTH = 1, 2  # how many ends may move
HEAD, OTHER, LENGTH, MOVING, FIXING, STAGE, FIELDS = range(7)  # of a level: numbers in ``state``
NEW, KNOWN, OPEN = range(3)  # stages of a level: just extended; with an end that stays; bounded
STEPS, _, LEVEL, JOINED, LEAST, MOST, LAST, WORDS = range(8)

InducedGraph = namedtuple("InducedGraph", "near apart images")
"""The graph: neighbors, nodes that exclude each other, and symmetries, n numbers each."""
PathLevels = namedtuple("PathLevels", "free tries state before reached inner queue counts")
"""The levels of a search: free nodes, ends to try, numbers; the path; room for the bound."""


@inlined
def flood(near, free, base, reached, queue, count):
    """Add the free nodes that a queue reaches to it; return how many it holds then."""
    at = 0
    width = len(reached)
    while at < count:
        row = queue[at] * width
        at += 1
        for j in range(width):
            word = near[row + j] & free[base + j] & ~reached[j]
            reached[j] |= word
            while word != 0:
                queue[count] = j * BITS + lowest_bit(word)
                count += 1
                word &= word - 1
    return count


@inlined
def most_nodes(graph, levels, count, width, given, parts, stops, head, other, later):
    """Bound the nodes of ``parts`` disjoint paths in what is reached, without edges between them.

    They hold the first ``given`` nodes of the queue, and at most ``stops`` others are ends.
    """
    near, apart, inner, queue = graph.near, graph.apart, levels.inner, levels.queue
    reached, counts = levels.reached, levels.counts
    for j in range(width):
        inner[j] = reached[j] * later
    for k in range(given):
        inner[queue[k] // BITS] &= ~(1 << queue[k] % BITS)
    left = 2 * given - 2 * parts
    top, leaves, too_much = 1, 0, len(counts)
    ours = theirs = too_much
    head *= width
    other *= width
    for k in range(count):
        v = queue[k]
        row = v * width
        degree = joined = one = two = 0
        for j in range(width):
            word = (near[row + j] | apart[row + j]) & reached[j]
            first = near[head + j] & inner[j]
            second = near[other + j] & inner[j] & ~first
            degree += count_bits(word)
            joined += count_bits(word & ~(first | second))
            one |= word & first
            two |= word & second
        if k < given:
            left -= degree
            continue
        joined += (one != 0) + (two != 0)
        left += joined
        cost = degree + joined - 2
        word, bit = v // BITS, 1 << v % BITS
        if cost <= 0:
            leaves += 1
        elif near[head + word] & inner[word] & bit != 0:
            ours = min(ours, cost)
        elif near[other + word] & inner[word] & bit != 0:
            theirs = min(theirs, cost)
        else:
            counts[cost] += 1
            top = max(top, cost)
    for cost in (ours, theirs):
        if cost < too_much:
            counts[cost] += 1
            top = max(top, cost)
    size = given + min(leaves, stops) if left >= 0 else 0
    for cost in range(1, top + 1):
        more = min(counts[cost], max(0, left) // cost)
        size += more
        left -= more * cost
        counts[cost] = 0
    return size


@kernel
def has_room(graph, levels, s, width):
    """Return whether a level may lead to as many nodes as are asked for, and what it may try."""
    near, free, tries, state = graph.near, levels.free, levels.tries, levels.state
    reached, queue, level = levels.reached, levels.queue, s[LEVEL]
    base, at = level * width, level * FIELDS
    head, other, length = state[at + HEAD], state[at + OTHER], state[at + LENGTH]
    moving, joined = state[at + MOVING], s[JOINED] == 1
    is_first = head == other and moving == BOTH
    if length >= s[MOST]:
        return False
    # 1. What the ends reach; no node may be next to both ends of an open path.
    for j in range(width):
        reached[j] = 0
        if moving == BOTH and not joined and not is_first:
            free[base + j] &= ~(near[head * width + j] & near[other * width + j])
    reached[head // BITS] |= 1 << head % BITS
    queue[0] = head
    ends = 1
    if joined:
        free[base + other // BITS] |= 1 << other % BITS
    elif moving == BOTH and not is_first:
        reached[other // BITS] |= 1 << other % BITS
        queue[1] = other
        ends = 2
    count = flood(near, free, base, reached, queue, ends)
    if joined and not is_first:
        if reached[other // BITS] >> other % BITS & 1 == 0:
            return False
        k = 1
        while queue[k] != other:
            k += 1
        queue[k] = queue[1]
        queue[1] = other
        ends = 2
    # 2. Few nodes, or few by the bound, are not enough.
    need = s[LEAST] - length + ends
    if count < need:
        return False
    parts = 1 if joined else ends
    if is_first and joined:
        parts = 0
    elif ends == 2 and near[head * width + other // BITS] >> other % BITS & 1 == 1:
        parts -= 1  # the ends are joined already
    stops = 0 if joined else 2 if is_first else ends
    later = int(length > 1)
    met = other if ends == 2 else head
    if most_nodes(graph, levels, count, width, ends, parts, stops, head, met, later) < need:
        return False
    # 3. The end with fewer nodes to try moves.
    ours = theirs = 0
    for j in range(width):
        free[base + j] &= reached[j]
    for k in range(ends):
        free[base + queue[k] // BITS] &= ~(1 << queue[k] % BITS)
    for j in range(width):
        ours += count_bits(near[head * width + j] & free[base + j])
        theirs += count_bits(near[other * width + j] & free[base + j])
    if ends == 2 and theirs < ours:
        state[at + HEAD] = other
        state[at + OTHER] = head
        head = other
    for j in range(width):
        tries[base + j] = near[head * width + j] & free[base + j]
    return True


@kernel
def fixing(images, n, symmetries, v):
    """Return those of some symmetries, as bits, that keep a node."""
    kept = 0
    for k in range(len(images) // n):
        if symmetries >> k & 1 == 1 and images[k * n + v] == v:
            kept |= 1 << k
    return kept


@kernel
def drop_orbit(images, symmetries, tries, base, queue, v):
    """Take a node, and those that symmetries make alike, from the nodes to try."""
    tries[base + v // BITS] &= ~(1 << v % BITS)
    if symmetries == 0:
        return
    queue[0] = v
    at, count, n = 0, 1, len(queue)
    while at < count:
        u = queue[at]
        at += 1
        for k in range(len(images) // n):
            w = images[k * n + u]
            if symmetries >> k & 1 == 1 and tries[base + w // BITS] >> w % BITS & 1 == 1:
                tries[base + w // BITS] &= ~(1 << w % BITS)
                queue[count] = w
                count += 1


@kernel
def search(graph, levels, s, budget):
    """Follow all induced paths, or cycles, from level 0 on that may have ``LEAST`` nodes.

    FOUND: those from both ends of the present level back, with ``LAST`` between them if it is not
    -1, have from ``LEAST`` to ``MOST`` nodes.
    """
    near, apart, images = graph.near, graph.apart, graph.images
    free, tries, state = levels.free, levels.tries, levels.state
    n = len(levels.before)
    width = len(near) // n
    while s[LEVEL] >= 0:
        level = s[LEVEL]
        base, at = level * width, level * FIELDS
        length = state[at + LENGTH]
        if state[at + STAGE] != OPEN:
            if state[at + STAGE] == NEW:
                state[at + STAGE] = KNOWN
                if s[JOINED] == 0 and s[LEAST] <= length <= s[MOST]:
                    s[LAST] = -1
                    return FOUND
            if budget <= 0:
                return MORE
            budget -= 1
            s[STEPS] += 1
            state[at + STAGE] = OPEN
            if not has_room(graph, levels, s, width):
                s[LEVEL] -= 1
                continue
        head, other = state[at + HEAD], state[at + OTHER]
        is_first = head == other and state[at + MOVING] == BOTH
        j = 0
        while j < width and tries[base + j] == 0:
            j += 1
        if j == width:
            # All was tried, but that the end stays.
            if state[at + MOVING] == BOTH and s[JOINED] == 0 and not is_first:
                for i in range(width):
                    free[base + i] &= ~near[head * width + i]
                state[at + HEAD] = other
                state[at + OTHER] = head
                state[at + MOVING] = ONE
                state[at + STAGE] = KNOWN
            else:
                s[LEVEL] -= 1
            continue
        v = j * BITS + lowest_bit(tries[base + j])
        drop_orbit(images, state[at + FIXING], tries, base, levels.queue, v)
        if s[JOINED] == 1 and not is_first and near[other * width + v // BITS] >> v % BITS & 1 == 1:
            if s[LEAST] <= length + 1 <= s[MOST]:
                s[LAST] = v
                return FOUND
            continue
        levels.before[v] = head
        s[LEVEL] += 1
        for i in range(width):
            kept = free[base + i] & ~apart[v * width + i]
            if is_first:
                free[base + i] &= ~near[head * width + i] | tries[base + i]
            else:
                kept &= ~near[head * width + i]
            free[base + width + i] = kept
        free[base + width + v // BITS] &= ~(1 << v % BITS)
        at += FIELDS
        state[at + HEAD] = v
        state[at + OTHER] = other
        state[at + LENGTH] = length + 1
        state[at + MOVING] = state[at - FIELDS + MOVING]
        state[at + FIXING] = fixing(images, n, state[at - FIELDS + FIXING], v)
        state[at + STAGE] = NEW
    return DONE


# -- Beam search: of all paths with equally many nodes, those whose ends reach most are extended

PRESENT, SIZE, COUNT, DEPTH, HALF, END, MET, MET_DEPTH, MET_PLACE, BEAM_WORDS = range(2, 12)
"""The place in the beam, and how many paths it holds; how many follow; nodes added so far; which
half of the pool holds the beam; the end to be met, or -1; the last node between it and a path, and
where that path was in the beam."""
TIP, KEPT, PARENT, SCORE, PATH = range(5)  # numbers of a path
FINE, NOISE, MIX, HASH = 16, 8, 0x5851F42D, 31
"""Parts of a node in a score, the most that chance adds, and a multiplier and bits of a hash."""

Beam = namedtuple("Beam", "free paths kept log table totals tries reached queue")
"""Paths in two halves: free nodes, numbers; those kept; node and parent of all that were."""


@kernel
def is_new(table, reached, v, width):
    """Return whether no path with the same end that reaches the same was met, and note it."""
    low = (1 << HASH) - 1
    h = v + 1
    for j in range(width):
        h = (h ^ reached[j] & low) * MIX
        h = (h ^ h >> HASH ^ reached[j] >> HASH) & low
    h = max(1, h)
    i = h % len(table)
    while table[i] != 0:
        if table[i] == h:
            return False
        i = (i + 1) % len(table)
    table[i] = h
    return True


@kernel
def choose(beam, s):
    """Keep the paths with the best scores."""
    paths, kept, log, totals = beam.paths, beam.kept, beam.log, beam.totals
    half = len(paths) // (2 * PATH)
    first = half - s[HALF] * half
    room, count = len(kept), s[COUNT]
    for k in range(len(totals)):
        totals[k] = 0
    for k in range(first, first + count):
        totals[paths[k * PATH + SCORE]] += 1
    cut, better = len(totals) - 1, 0
    while cut > 0 and better + totals[cut] < room:
        better += totals[cut]
        cut -= 1
    equal = room - better
    size = 0
    for k in range(first, first + count):
        score = paths[k * PATH + SCORE]
        if score > cut or (score == cut and equal > 0):
            if score == cut:
                equal -= 1
            kept[size] = k
            at = 2 * (s[DEPTH] * room + size)
            log[at] = paths[k * PATH + TIP]
            log[at + 1] = paths[k * PATH + PARENT]
            size += 1
    for k in range(len(beam.table)):
        beam.table[k] = 0
    s[HALF] = 1 - s[HALF]
    s[DEPTH] += 1
    s[SIZE] = size
    s[PRESENT] = s[COUNT] = 0


@kernel
def search_beam(graph, beam, s, budget):
    """Extend the paths of the beam until none can be; paths meet the given end on the way."""
    near, apart, images = graph.near, graph.apart, graph.images
    free, paths, tries, reached = beam.free, beam.paths, beam.tries, beam.reached
    n = len(beam.queue)
    width, half, end = len(near) // n, len(paths) // (2 * PATH), s[END]
    while budget > 0:
        if s[PRESENT] == s[SIZE]:
            if s[COUNT] == 0:
                return DONE
            choose(beam, s)
            continue
        budget -= 1
        s[STEPS] += 1
        path = beam.kept[s[PRESENT]]
        tip, symmetries = paths[path * PATH + TIP], paths[path * PATH + KEPT]
        for j in range(width):
            tries[j] = near[tip * width + j] & free[path * width + j]
        for j in range(width):
            while tries[j] != 0:
                v = j * BITS + lowest_bit(tries[j])
                drop_orbit(images, symmetries, tries, 0, beam.queue, v)
                if end >= 0 and near[end * width + v // BITS] >> v % BITS & 1 == 1:
                    s[MET] = v
                    s[MET_DEPTH] = s[DEPTH]
                    s[MET_PLACE] = s[PRESENT]
                    continue
                if s[COUNT] == half:
                    continue
                new = (half - s[HALF] * half) + s[COUNT]
                base = new * width
                for i in range(width):
                    kept = free[path * width + i] & ~near[tip * width + i]
                    free[base + i] = kept & ~apart[v * width + i]
                    reached[i] = 0
                free[base + v // BITS] &= ~(1 << v % BITS)
                reached[v // BITS] |= 1 << v % BITS
                if end >= 0:
                    free[base + end // BITS] |= 1 << end % BITS
                beam.queue[0] = v
                count = flood(near, free, base, reached, beam.queue, 1)
                if end >= 0:
                    if reached[end // BITS] >> end % BITS & 1 == 0:
                        continue
                    reached[end // BITS] &= ~(1 << end % BITS)
                if not is_new(beam.table, reached, v, width):
                    continue
                for i in range(width):
                    free[base + i] &= reached[i]
                free[base + v // BITS] &= ~(1 << v % BITS)
                paths[new * PATH + TIP] = v
                paths[new * PATH + KEPT] = fixing(images, n, symmetries, v)
                paths[new * PATH + PARENT] = s[PRESENT]
                paths[new * PATH + SCORE] = FINE * count + below(s, NOISE)
                s[COUNT] += 1
        s[PRESENT] += 1
    return MORE
