"""Frontier states and their counts: which sets of paths an order of the vertices makes, how many.

Each vertex of the frontier has a *slot*. It is untouched, the end of a path, or saturated: it has
both its edges. A state is who is an end, who is saturated, and which ends are *mates*, the two of
one path. The mates are a *matching*, a number: the lowest end comes first, its digit says which of
the other ends is its mate, and so on with the ends that are left. The digit of an end that is
followed by k pairs is from 0 to 2k, and begins at bit ``shifts[k]``.

A row of a *layer* or a *table* is a state and its count. The state is one word where NARROW slots
are enough and else two, the first for ends and saturated. The count is limbs of 62 bits, the lowest
first. A layer is full of rows; a table has empty ones and is searched by hashing. Rows wait in a
*queue* until what they ask of the table is on its way from memory.

The words of ``s`` are named below. A bit of a mask is a slot.
"""

from icosian._kernels._jit import inlined, kernel
from icosian._kernels.bits import count_bits, lowest_bit, prefetch

MORE, DONE, FULL, TALL = range(4)  # statuses; TALL: the counts may need one more limb
NARROW, WIDE = 18, 31
"""Slots of a state of one word, and of two; one is for a vertex that leaves."""
MATCHING = 24
"""The bits of the matching of one slot less than ``NARROW``; of ``WIDE`` there are less than 62."""
LIMB = 62
EMPTY = -1
"""The first word of an empty row."""
HASH, MIX, STIR = 31, 0x5851F42D, 0x4C957F2D
BATCH, WAITING = 32, 4
"""Rows of a queue, and its words for each: where to look in the table, the state, the count."""

STEPS, SLOTS, LIMBS, USED, TOP, ROWS, QUEUED, FILLING = range(8)  # words of all kernels here
FIXED, FROM, TO, FOLDING = range(7, 11)  # words of ``fold`` and ``extend``, which read parts
VERTEX, LEAVES, LIVE, ENTERED, ONCE, EXTENDING = range(10, 16)  # words of ``extend``
NOTES = EXTENDING  # words of ``extend`` from here on, if rows are only noted


@kernel
def extend(near, options, shifts, mates, queue, layer, table, total, s, budget):
    """Choose edges from a vertex to those ``near`` it, in every state of a layer.

    ``s[VERTEX]`` is the slot of the vertex, ``near`` holds slots. A vertex that leaves takes what
    it lacks; another takes as many as it likes. ``options[i]`` is the mask of the neighbours that
    slot i can still be joined to after this, with up to two bits above the slots for neighbours
    outside the frontier; within it options are mutual. ``s[LIVE]`` is the frontier after this, and
    ``s[ENTERED]`` whether all vertices of the graph have entered: then a path may be closed if
    nothing else is left, and the count goes to ``total``. Whoever is in ``s[ONCE]`` may not be
    saturated.

    ``s[TOP]`` is an upper bound for the highest limb of the sum of all counts that were added.

    If ``s[TO]`` is not 0, only states are read for which the hash of what they have in the slots of
    the mask ``s[FIXED]``, ends and saturated, is from ``s[FROM]`` to less than ``s[TO]``. Slots of
    which nobody is near and that are not the vertex's stay as they are, so with a mask of these no
    two parts of a layer lead to the same state.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    most = 1 + len(near) + len(near) * (len(near) - 1) // 2
    s[ROWS] = len(table) // row
    room = s[ROWS] * 4 // 5 - BATCH - most
    doublings = 0
    while 1 << doublings < most:
        doublings += 1
    v = s[VERTEX]
    chosen = 1 << v
    for i in range(len(near)):
        chosen |= 1 << near[i]
    outside = 0
    outside_twice = 0
    for i in range(slots):
        outside |= (options[i] >> slots & 1) << i
        outside_twice |= (options[i] >> slots + 1) << i
    status = MORE
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            status = DONE
            break
        if not is_mine(status_of(layer[at], slots), s):
            s[STEPS] += 1
            budget -= 1
            continue
        if s[USED] > room:
            status = FULL
            break
        if layer[at + row - 1] + 1 > (1 << LIMB) - s[TOP] >> doublings:
            status = TALL
            break
        ends, saturated = unpack(layer, at, shifts, mates, slots)
        free = 0 if saturated >> v & 1 else 1 if ends >> v & 1 else 2
        least = free if s[LEAVES] else 0
        ones = outside
        twos = outside_twice
        threes = 0
        rest = s[LIVE] & ~saturated & ~chosen
        while rest:
            others = options[lowest_bit(rest)]
            threes |= twos & others
            twos |= ones & others
            ones |= others
            rest &= rest - 1
        if least == 0:
            keep(
                near, options, ones, twos, threes, shifts, mates, queue, layer, at, table, s,
                ends, saturated,
            )  # fmt: skip
        if free > 0:
            for i in range(len(near)):
                w = near[i]
                if saturated >> w & 1:
                    continue
                if free == 1 and mates[v] == w:
                    close(layer, at, total, s, saturated | 1 << w)
                    continue
                p = mates[v]
                q = mates[w]
                ends_1, saturated_1 = join(mates, ends, saturated, v, w)
                if least < 2:
                    keep(
                        near, options, ones, twos, threes, shifts, mates, queue, layer, at, table,
                        s, ends_1, saturated_1,
                    )  # fmt: skip
                if free == 2:
                    for j in range(i + 1, len(near)):
                        x = near[j]
                        if saturated_1 >> x & 1:
                            continue
                        if mates[v] == x:
                            close(layer, at, total, s, saturated_1 | 1 << x)
                            continue
                        r = mates[x]
                        ends_2, saturated_2 = join(mates, ends_1, saturated_1, v, x)
                        keep(
                            near, options, ones, twos, threes, shifts, mates, queue, layer, at,
                            table, s, ends_2, saturated_2,
                        )  # fmt: skip
                        part(mates, v, x, q, r)
                part(mates, v, w, p, q)
        s[STEPS] += 1
        budget -= 1
    settle(queue, layer, table, s)
    return status


@kernel
def status_of(word, slots):
    """Return who is an end and who is saturated, from the first word of a state."""
    return word >> MATCHING if slots == NARROW else word


@kernel
def is_mine(status, s):
    """Whether states of a status belong to the part of the layer that is read."""
    return s[TO] == 0 or s[FROM] <= lot(status, s[FIXED]) < s[TO]


@kernel
def lot(status, fixed):
    """Return a hash of a part of a status; it has nothing to do with the places in tables."""
    return spread(status & fixed, STIR)


@kernel
def join(mates, ends, saturated, v, w):
    """Join two vertices by an edge; return the new ends and saturated vertices."""
    p = mates[v]
    q = mates[w]
    if p == v:
        ends |= 1 << v
    else:
        ends ^= 1 << v
        saturated |= 1 << v
    if q == w:
        ends |= 1 << w
    else:
        ends ^= 1 << w
        saturated |= 1 << w
    mates[p] = q
    mates[q] = p
    return ends, saturated


@kernel
def part(mates, v, w, p, q):
    """Take back the edge that joined two vertices with these mates."""
    mates[p] = v
    mates[q] = w
    mates[v] = p
    mates[w] = q


@kernel
def close(layer, at, total, s, saturated):
    """Count a cycle if it visits everything."""
    if saturated & s[ONCE]:
        return
    if s[ENTERED] and s[LIVE] & ~saturated & ~(1 << s[VERTEX]) == 0:
        limbs = s[LIMBS]
        at += 1 if s[SLOTS] == NARROW else 2
        s[TOP] += layer[at + limbs - 1] + 1
        add(total, 0, layer, at, limbs)


@inlined
def keep(
    near, options, ones, twos, threes, shifts, mates, queue, layer, at, table, s, ends, saturated
):
    """Add the count of a row to that of a new state, unless the state can lead nowhere.

    ``ones``, ``twos`` and ``threes`` are the masks of who has so many options and more beside the
    vertex and those near it.
    """
    if saturated & s[ONCE]:
        return
    for i in range(len(near) + 1):
        w = near[i] if i < len(near) else s[VERTEX]
        others = options[w] & (saturated >> w & 1) - 1
        threes |= twos & others
        twos |= ones & others
        ones |= others
    untouched = s[LIVE] & ~saturated & ~ends
    if ends & ~ones | untouched & ~twos:
        return
    if s[ENTERED] == 0:  # a path that is closed now is closed too early
        rest = ends & ~twos
        while rest:
            i = lowest_bit(rest)
            if options[i] & ~saturated == 1 << mates[i]:
                return
            rest &= rest - 1
        rest = untouched & ~threes
        while rest:
            left = options[lowest_bit(rest)] & ~saturated
            if mates[lowest_bit(left)] == lowest_bit(left & (left - 1)):
                return
            rest &= rest - 1
    insert(queue, layer, at, table, s, ends, saturated & s[LIVE], encode(mates, ends, shifts))


@kernel
def unpack(layer, at, shifts, mates, slots):
    """Write the mates of a state, untouched slots being their own; return ends and saturated."""
    word = layer[at]
    if slots == NARROW:
        matching = word & (1 << MATCHING) - 1
        word >>= MATCHING
    else:
        matching = layer[at + 1]
    for i in range(slots):
        mates[i] = i
    ends = word >> slots
    decode(matching, ends, shifts, mates)
    return ends, word & (1 << slots) - 1


@kernel
def decode(matching, ends, shifts, mates):
    """Write the mates of these ends."""
    k = count_bits(ends) // 2
    while ends:
        k -= 1
        digit = matching >> shifts[k]
        matching ^= digit << shifts[k]
        i = lowest_bit(ends)
        ends ^= 1 << i
        other = ends
        for _ in range(digit):
            other &= other - 1
        j = lowest_bit(other)
        ends ^= 1 << j
        mates[i] = j
        mates[j] = i


@kernel
def encode(mates, ends, shifts):
    """Return the matching of these ends."""
    matching = 0
    k = count_bits(ends) // 2
    while k > 1:
        k -= 1
        i = lowest_bit(ends)
        other = 1 << mates[i]
        ends ^= 1 << i | other
        matching |= count_bits(ends & (other - 1)) << shifts[k]
    return matching


@kernel
def insert(queue, layer, at, table, s, ends, saturated, matching):
    """Add the count of a row to that of a state, as soon as the table is at hand."""
    slots = s[SLOTS]
    word = ends << slots | saturated
    words = 1
    if slots == NARROW:
        word = word << MATCHING | matching
        h = spread(word, 0)
    else:
        words = 2
        h = spread(word, spread(matching, 1))
    row = words + s[LIMBS]
    i = (h * s[ROWS] >> HASH) * row
    prefetch(table, i)
    q = s[QUEUED] * WAITING
    queue[q] = i
    queue[q + 1] = word
    queue[q + 2] = matching
    queue[q + 3] = at + words
    s[TOP] += layer[at + row - 1] + 1
    s[QUEUED] += 1
    if s[QUEUED] == BATCH:
        settle(queue, layer, table, s)


@kernel
def settle(queue, layer, table, s):
    """Add the counts of all rows that wait."""
    limbs = s[LIMBS]
    words = 1 if s[SLOTS] == NARROW else 2
    row = words + limbs
    for q in range(0, s[QUEUED] * WAITING, WAITING):
        i = queue[q]
        word = queue[q + 1]
        matching = queue[q + 2]
        while table[i] != word or (words == 2 and table[i + 1] != matching):
            if table[i] == EMPTY:
                table[i] = word
                if words == 2:
                    table[i + 1] = matching
                for k in range(words, row):
                    table[i + k] = 0
                s[USED] += 1
                break
            i += row
            if i == len(table):
                i = 0
        add(table, i + words, layer, queue[q + 3], limbs)
    s[QUEUED] = 0


@kernel
def note(queue, layer, table, s):  # noqa: ARG001
    """Note the rows that wait and lead to a state of the table; this stands for ``settle``.

    The count of that state says what its number is: where the count of the row is, and this number
    are written to ``s`` from ``s[NOTES]`` on.
    """
    words = 1 if s[SLOTS] == NARROW else 2
    row = words + s[LIMBS]
    for q in range(0, s[QUEUED] * WAITING, WAITING):
        i = queue[q]
        word = queue[q + 1]
        matching = queue[q + 2]
        while table[i] != EMPTY:
            if table[i] == word and (words == 1 or table[i + 1] == matching):
                s[NOTES + 2 * s[USED]] = queue[q + 3]
                s[NOTES + 2 * s[USED] + 1] = table[i + words]
                s[USED] += 1
                break
            i += row
            if i == len(table):
                i = 0
    s[QUEUED] = 0


@kernel
def spread(word, h):
    """Return a hash of 31 bits of a word of 62 and another hash."""
    low = (1 << HASH) - 1
    h = (h ^ word & low) * MIX
    h = (h ^ h >> HASH ^ word >> HASH) & low
    h = h * STIR
    return (h >> 20 ^ h) & low


@kernel
def add(sums, i, counts, k, limbs):
    """Add a count to another; there is room for the sum."""
    carry = 0
    for _ in range(limbs - 1):
        x = sums[i] + counts[k] + carry
        carry = x >> LIMB
        sums[i] = x & (1 << LIMB) - 1
        i += 1
        k += 1
    sums[i] += counts[k] + carry


@kernel
def pour(queue, old, table, s, budget):
    """Put the rows of one table into a larger one."""
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    s[ROWS] = len(table) // row
    status = MORE
    while budget > 0:
        at = s[STEPS] * row
        if at == len(old):
            status = DONE
            break
        if old[at] != EMPTY:
            copy(queue, old, at, table, s)
        s[STEPS] += 1
        budget -= 1
    settle(queue, old, table, s)
    return status


@kernel
def copy(queue, layer, at, table, s):
    """Add the count of a row to that of its own state."""
    slots = s[SLOTS]
    word = layer[at]
    matching = word & (1 << MATCHING) - 1
    if slots == NARROW:
        word >>= MATCHING
    else:
        matching = layer[at + 1]
    insert(queue, layer, at, table, s, word >> slots, word & (1 << slots) - 1, matching)


@kernel
def pack(table, s, budget):
    """Move the rows of a table to its beginning."""
    row = s[LIMBS] + (1 if s[SLOTS] == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(table):
            return DONE
        if table[at] != EMPTY:
            to = s[USED] * row
            for k in range(row):
                table[to + k] = table[at + k]
            s[USED] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def fold(place, images, shifts, mates, queue, layer, table, total, s, budget):  # noqa: ARG001
    """Add the counts of a state and its image, in which slot i becomes ``place[i]``, to the less.

    The arrays are those of ``extend``; no cycle is closed. Parts are by the lesser status.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    s[ROWS] = len(table) // row
    room = s[ROWS] * 4 // 5 - BATCH - 1
    status = MORE
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            status = DONE
            break
        word = status_of(layer[at], slots)
        ends = image(place, word >> slots)
        saturated = image(place, word & (1 << slots) - 1)
        other = ends << slots | saturated
        if not is_mine(min(word, other), s):
            s[STEPS] += 1
            budget -= 1
            continue
        if s[USED] > room:
            status = FULL
            break
        if layer[at + row - 1] + 1 > (1 << LIMB) - s[TOP]:
            status = TALL
            break
        matching = 0
        if other <= word:
            reflect(place, layer, at, shifts, mates, images, slots)
            matching = encode(images, ends, shifts)
        mine = layer[at] & (1 << MATCHING) - 1 if slots == NARROW else layer[at + 1]
        if other < word or (other == word and matching < mine):
            insert(queue, layer, at, table, s, ends, saturated, matching)
        else:
            copy(queue, layer, at, table, s)
        s[STEPS] += 1
        budget -= 1
    settle(queue, layer, table, s)
    return status


@kernel
def image(place, mask):
    """Return a mask of slots that are exchanged."""
    result = 0
    while mask:
        result |= 1 << place[lowest_bit(mask)]
        mask &= mask - 1
    return result


@kernel
def reflect(place, layer, at, shifts, mates, images, slots):
    """Write the mates of a state whose slots are exchanged."""
    ends, _ = unpack(layer, at, shifts, mates, slots)
    while ends:
        i = lowest_bit(ends)
        ends &= ends - 1
        images[place[i]] = place[mates[i]]
