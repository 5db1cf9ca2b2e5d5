"""The frontier method (transfer matrices): frontier states, and how many edge sets lead to each.

Vertices are eliminated one by one; the *frontier* holds the vertices that have both chosen and
undecided edges. Of the edges chosen so far, which form disjoint paths, only the state of the
frontier matters. [Knuth, The Art of Computer Programming 4A, 7.1.4, program SIMPATH; Jensen,
J. Phys. A 37 (2004) 5503, on transfer matrices.]

A state
    Each vertex of the frontier has a *slot*, the number of a bit in the masks below. It is
    untouched (degree 0), the end of a path (degree 1) or saturated (degree 2). ``mates[i]`` is the
    other end of the path that ends in slot i, and i itself if slot i is untouched.
In words
    The *degree word* is ``ends << slots | saturated``. The *matching* says which ends are mates:
    the lowest end comes first, its digit is the rank of its mate among the ends above it, both are
    removed, and so on. The digit of an end that is followed by k pairs is from 0 to 2k and begins
    at bit ``shifts[k]``. With at most NARROW slots both fit in one word (the degree word above
    MATCHING bits), otherwise they take two.
A row
    A state, then its count in limbs of 62 bits, lowest first. A *layer* is an array full of rows; a
    *table* is a hash table of rows with open addressing. Insertions wait in a *queue* until the
    words of the table that they need have been prefetched.

The words of ``s`` are named below.
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel, variant
from icosian._kernels.words import count_bits, lowest_bit, prefetch

MORE, DONE, FULL, OVERFLOW = range(4)  # statuses; OVERFLOW: the counts may need another limb
NARROW, WIDE = 18, 31
"""Slots of a state of one word, and of two; one of them is for the vertex being eliminated."""
MATCHING = 24
"""The bits of a matching of NARROW - 1 slots; one of WIDE - 1 slots has fewer than 62."""
LIMB = 62
EMPTY = -1
"""The first word of an empty row."""
HASH, MIX, STIR = 31, 0x5851F42D, 0x4C957F2D  # bits of a hash, and its multipliers
BATCH, WAITING = 32, 4
"""Rows of a queue, and the words of each: place in the table, state, place of the count."""

TRAIL = 5

SPARSE = 4
"""Rows of a table for each state that is read, if there is room for them."""

STEPS, SLOTS, LIMBS, STATES, ROWS, USED, TOP, QUEUED, KEPT, RECORDS, FILLING = range(11)  # of all
FIXED, SHARED = range(10, 12)  # slots that an operation leaves alone; the words up to there
EDGES, VERTEX, LEAVES, LIVE, ENTERED, ONCE, MOST, EXTENDING = range(11, 19)
"""Words of an operation: the number of its edges, and words of ``extend``."""
NOTES = EXTENDING  # words of ``extend`` from here on, if ``s[RECORDS]``
SIZE, AT, CHOSEN, NUMBER, SIDE, BEGUN, READ, LARGEST, LIMIT, ADVANCING = range(1, 11)
"""Words of ``advance``."""

Schedule = namedtuple("Schedule", "words tails heads options trail")
"""Operations one after the other: their words from FIXED on, their edges, and for each slot its
options or where it is folded to; room for TRAIL words of each chosen edge, or for mates."""
EdgeOptions = namedtuple("EdgeOptions", "tails heads options trail")
"""The slots that edges may join, what each slot can be joined to afterwards, and room for TRAIL
words of each chosen edge: its number, and what was there before it."""
StateMates = namedtuple("StateMates", "shifts mates")
"""Where the digits of a matching begin, and room for the mates of a state."""
StateRows = namedtuple("StateRows", "queue layer table")
"""What waits for the table, ``s[STATES]`` rows that are read, the table of ``s[ROWS]`` rows."""
ShelvedRows = namedtuple("ShelvedRows", "shelf ends rows")
"""The shelf of each state, where the next of each shelf goes, and the rows in this order."""


@kernel
def advance(schedule, pairs, rows, total, step, s, budget):
    """Carry out operations one after the other; the table of each is the layer of the next.

    ``s[AT]`` operations with ``s[CHOSEN]`` edges are done; the words of the next one are those of
    ``step``. The layer has ``s[SIZE]`` states, and is ``rows.table`` if ``s[SIDE]``. The status is
    DONE after ``s[NUMBER]`` operations, after one that closed cycles, without states, before one
    that may need a larger table, before a choice from more than ``s[LARGEST]`` states, and before
    one with which more than ``s[LIMIT]`` states would have been read.
    """
    words, tails, heads, options, trail = schedule
    slots = step[SLOTS]
    row = step[LIMBS] + (1 if slots == NARROW else 2)
    status = MORE
    while budget > 0 and status == MORE:
        queue, layer, table = rows
        if s[SIDE]:
            layer, table = table, layer
        size = s[SIZE]
        at = s[AT] * (EXTENDING - FIXED)
        # 1. Begin an operation: its words, and an empty table.
        if not s[BEGUN]:
            for i in range(STATES, EXTENDING):
                step[i] = words[at + i - FIXED] if i >= FIXED else 0
            step[STEPS] = 0
            step[STATES] = size
            step[ROWS] = min(len(table) // row, SPARSE * (BATCH + size + step[MOST]))
            for i in range(step[ROWS] * row):
                table[i] = EMPTY
            s[BEGUN] = 1
        # 2. Go on with it.
        before = step[STEPS]
        there = options[s[AT] * slots : (s[AT] + 1) * slots]
        here = StateRows(queue, layer, table)
        first = s[CHOSEN]
        last = first + step[EDGES]
        edges = EdgeOptions(tails[first:last], heads[first:last], there, trail)
        status = extend(edges, pairs, here, total, step, budget)
        s[STEPS] += step[STEPS] - before
        budget -= step[STEPS] - before
        if status != DONE:
            continue
        # 3. It is complete. Go on to the next one, unless there is a reason not to.
        s[READ] += size
        s[SIZE] = size = step[KEPT]
        s[AT] += 1
        s[CHOSEN] += step[EDGES]
        s[SIDE] = 1 - s[SIDE]
        s[BEGUN] = 0
        if s[AT] == s[NUMBER] or size == 0:
            continue
        for k in range(step[LIMBS]):
            if total[k]:
                return DONE
        at += EXTENDING - FIXED
        if len(layer) // row < 2 * size + 2 * words[at + MOST - FIXED] + 2 * BATCH:
            continue
        if size <= s[LARGEST] and s[READ] + size <= s[LIMIT]:
            status = MORE
    return status


@kernel
def extend(edges, pairs, rows, total, s, budget):
    """Choose some of the edges between the slots ``tails`` and ``heads``, in every state.

    ``s[LEAVES]``: the vertex of slot ``s[VERTEX]`` is eliminated, and must reach degree 2.
    ``options[i]`` is the mask of the neighbors that slot i can still be joined to afterwards
    (mutual within the frontier), with up to two bits above the slots for neighbors outside it.
    ``s[LIVE]`` is the frontier afterwards. ``s[ENTERED]``: all vertices of the graph have entered,
    so a cycle may close. Slots of ``s[ONCE]`` may not become saturated. No state leads to more than
    ``s[MOST]`` others. ``s[TOP]`` bounds the highest limb of all counts added.
    """
    # 1. Constants of the operation: the room in the table, the slots that may change, and the slots
    #    with one or two options outside the frontier.
    tails, heads, options, trail = edges
    mates = pairs.mates
    layer = rows.layer
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    room = s[ROWS] * 4 // 5 - BATCH - s[MOST]
    doublings = 0
    while 1 << doublings < s[MOST]:
        doublings += 1
    leaving = s[LEAVES] << s[VERTEX]
    chosen = ~s[FIXED] & (1 << slots) - 1
    outside = 0
    outside_twice = 0
    for i in range(slots):
        outside |= (options[i] >> slots & 1) << i
        outside_twice |= (options[i] >> slots + 1) << i
    number = len(heads)
    status = MORE
    while budget > 0:
        # 2. Read the next state; stop early where its successors may not fit.
        at = s[STEPS] * row
        if s[STEPS] >= s[STATES]:
            break
        if s[USED] > room:
            status = FULL
            break
        if layer[at + row - 1] + 1 > (1 << LIMB) - s[TOP] >> doublings:
            status = OVERFLOW
            break
        ends, saturated = unpack(layer, at, pairs, slots)
        # 3. Masks of the slots with at least one, two and three options among the slots that do not
        #    change: bitwise counters, shared by all choices of edges.
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
        counters = ones, twos, threes
        # 4. Try all sets of edges that leave no slot more than two, in lexicographic order: add an
        #    edge to the set, or replace the last one. An edge between mates closes a cycle; any
        #    other edge joins two paths.
        depth = 0
        i = 0
        is_new = True
        while True:
            if is_new:
                is_new = False
                if not leaving & ~saturated:
                    prune_and_insert(edges, counters, pairs, rows, s, (ends, saturated))
                    if leaving:
                        i = number
            if i < number:
                v = tails[i]
                w = heads[i]
                if not (saturated >> v | saturated >> w) & 1:
                    if mates[v] == w:
                        close_cycle(layer, at, total, s, saturated | 1 << v | 1 << w)
                    else:
                        t = depth * TRAIL
                        trail[t] = i
                        trail[t + 1] = mates[v]
                        trail[t + 2] = mates[w]
                        trail[t + 3] = ends
                        trail[t + 4] = saturated
                        ends, saturated = add_edge(mates, ends, saturated, v, w)
                        depth += 1
                        is_new = True
            elif depth == 0:
                break
            else:
                depth -= 1
                t = depth * TRAIL
                i = trail[t]
                remove_edge(mates, tails[i], heads[i], trail[t + 1], trail[t + 2])
                ends = trail[t + 3]
                saturated = trail[t + 4]
            i += 1
        s[STEPS] += 1
        budget -= 1
    # 5. The queue points into this table, so it is emptied before every return.
    flush(rows, s)
    return compact(rows, s, budget) if status == MORE else status


@kernel
def degree_word(word, slots):
    """Return the degree word, from the first word of a state."""
    return word >> MATCHING if slots == NARROW else word


@kernel
def add_edge(mates, ends, saturated, v, w):
    """Join two paths by the edge v-w; return the new ends and saturated slots."""
    # An untouched vertex becomes an end, an end becomes saturated; the outer ends become mates.
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
def remove_edge(mates, v, w, p, q):
    """Undo ``add_edge``, given the mates p and q of v and w before it."""
    mates[p] = v
    mates[q] = w
    mates[v] = p
    mates[w] = q


@kernel
def close_cycle(layer, at, total, s, saturated):
    """Count a closed cycle if it visits every vertex."""
    if saturated & s[ONCE]:
        return
    if s[ENTERED] and s[LIVE] & ~saturated == 0:
        limbs = s[LIMBS]
        at += 1 if s[SLOTS] == NARROW else 2
        s[TOP] += layer[at + limbs - 1] + 1
        add(total, 0, layer, at, limbs)


@inlined
def prune_and_insert(edges, counters, pairs, rows, s, degrees):
    """Add the count of a row to that of a new state, unless no cycle can follow from the state."""
    options = edges.options
    ones, twos, threes = counters
    ends, saturated = degrees
    shifts, mates = pairs
    if saturated & s[ONCE]:
        return
    # 1. Complete the option counters by the slots that changed.
    rest = ~s[FIXED] & s[LIVE] & ~saturated
    while rest:
        others = options[lowest_bit(rest)]
        threes |= twos & others
        twos |= ones & others
        ones |= others
        rest &= rest - 1
    # 2. An end needs one option, an untouched vertex two.
    untouched = s[LIVE] & ~saturated & ~ends
    if ends & ~ones | untouched & ~twos:
        return
    # 3. While vertices are still to enter, a cycle would close too early: an end needs an option
    #    other than its mate, an untouched vertex two options that are not mates of each other.
    if s[ENTERED] == 0:
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
    word = ends << s[SLOTS] | saturated & s[LIVE]
    insert(rows, s, word, encode(mates, ends, shifts))


@kernel
def unpack(layer, at, pairs, slots):
    """Write the mates of a state; return its ends and saturated slots."""
    shifts, mates = pairs
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
        # Take the lowest end; its digit says how many ends to pass over before its mate.
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
    """Return the matching of these ends; the digit of the last pair is 0."""
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
def insert(rows, s, word, matching):
    """Queue the addition of the count of this row to that of a state, and prefetch its place."""
    queue, layer, table = rows
    words = 1
    if s[SLOTS] == NARROW:
        word = word << MATCHING | matching
        h = hash_word(word, 0)
    else:
        words = 2
        h = hash_word(word, hash_word(matching, 1))
    row = words + s[LIMBS]
    at = s[STEPS] * row
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
        flush(rows, s)


@kernel
def flush(rows, s):
    """Carry out all queued additions, by linear probing; or only record them, if ``s[RECORDS]``."""
    if s[RECORDS]:
        record_sources(rows, s)
        return
    queue, layer, table = rows
    limbs = s[LIMBS]
    words = 1 if s[SLOTS] == NARROW else 2
    row = words + limbs
    end = s[ROWS] * row
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
            if i == end:
                i = 0
        add(table, i + words, layer, queue[q + 3], limbs)
    s[QUEUED] = 0


@kernel
def record_sources(rows, s):
    """Record which queued rows lead to a state of the table, for tracing back.

    Each record, from ``s[NOTES]`` on, is the place of the count of a row and the number of its
    state, which the table has in place of a count.
    """
    queue, _, table = rows
    words = 1 if s[SLOTS] == NARROW else 2
    row = words + s[LIMBS]
    end = s[ROWS] * row
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
            if i == end:
                i = 0
    s[QUEUED] = 0


@kernel
def hash_word(word, h):
    """Return a hash of 31 bits of a word of 62 bits and another hash."""
    low = (1 << HASH) - 1
    h = (h ^ word & low) * MIX
    h = (h ^ h >> HASH ^ word >> HASH) & low
    h = h * STIR
    return (h >> 20 ^ h) & low


@kernel
def add(sums, i, counts, k, limbs):
    """Add the count at ``counts[k:]`` to the one at ``sums[i:]``; there is room for the sum."""
    carry = 0
    for _ in range(limbs - 1):
        x = sums[i] + counts[k] + carry
        carry = x >> LIMB
        sums[i] = x & (1 << LIMB) - 1
        i += 1
        k += 1
    sums[i] += counts[k] + carry


@kernel
def rehash(rows, s, budget):
    """Insert the rows of one table into an empty one."""
    row = s[LIMBS] + (1 if s[SLOTS] == NARROW else 2)
    status = MORE
    while budget > 0:
        if s[STEPS] == s[STATES]:
            status = DONE
            break
        if rows.layer[s[STEPS] * row] != EMPTY:
            insert_row(rows, s)
        s[STEPS] += 1
        budget -= 1
    flush(rows, s)
    return status


@kernel
def insert_row(rows, s):
    """Add the count of this row to that of its own state."""
    layer = rows.layer
    if s[SLOTS] == NARROW:
        word = layer[s[STEPS] * (1 + s[LIMBS])]
        insert(rows, s, word >> MATCHING, word & (1 << MATCHING) - 1)
    else:
        at = s[STEPS] * (2 + s[LIMBS])
        insert(rows, s, layer[at], layer[at + 1])


@kernel
def compact(rows, s, budget):
    """Move the rows of the table to its beginning, once all rows of the layer have been read."""
    table = rows.table
    row = s[LIMBS] + (1 if s[SLOTS] == NARROW else 2)
    while budget > 0:
        at = (s[STEPS] - s[STATES]) * row
        if at == s[ROWS] * row:
            return DONE
        if table[at] != EMPTY:
            to = s[KEPT] * row
            for k in range(row):
                table[to + k] = table[at + k]
            s[KEPT] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def fold(edges, pairs, rows, total, s, budget):  # noqa: ARG001
    """Replace each state by the smaller of itself and its image, in which slot i is ``options[i]``.

    The arrays are those of ``extend``; there are no edges, and no cycle is closed.
    """
    place = edges.options
    layer = rows.layer
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    room = s[ROWS] * 4 // 5 - BATCH - 1
    status = MORE
    while budget > 0:
        # 1. Read the next state, and find the degree word of its image.
        at = s[STEPS] * row
        if s[STEPS] >= s[STATES]:
            break
        word = degree_word(layer[at], slots)
        ends = image_mask(place, word >> slots)
        saturated = image_mask(place, word & (1 << slots) - 1)
        other = ends << slots | saturated
        if s[USED] > room:
            status = FULL
            break
        if layer[at + row - 1] + 1 > (1 << LIMB) - s[TOP]:
            status = OVERFLOW
            break
        # 2. Only if the image may be smaller, find its matching too.
        matching = 0
        if other <= word:
            image_mates(place, edges.trail, pairs, layer, at, slots)
            matching = encode(edges.trail, ends, pairs.shifts)
        # 3. Insert the smaller of the two.
        mine = layer[at] & (1 << MATCHING) - 1 if slots == NARROW else layer[at + 1]
        if other < word or (other == word and matching < mine):
            insert(rows, s, other, matching)
        else:
            insert_row(rows, s)
        s[STEPS] += 1
        budget -= 1
    flush(rows, s)
    return compact(rows, s, budget) if status == MORE else status


advance_folds = variant(advance, "folds", extend=fold)
"""The same for operations that fold; most counts have none."""


@kernel
def shelve(places, fronts, layer, shelves, s, budget):
    """Find and count the states of each shelf, or write them from ``ends`` on to ``rows``.

    Shelves are ranges of hashes of the least image of a degree word in ``s[FIXED]``. The r-th image
    is by the r-th permutation of ``places``; if ``fronts[r]`` is a mask of slots, those of them
    that are untouched become saturated, and the other way round. Without permutations the word is
    its own image. ``shelf`` has the shelf of each state.
    """
    shelf, ends, rows = shelves
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        if len(rows):
            k = shelf[s[STEPS]]
            to = ends[k] * row
            for i in range(row):
                rows[to + i] = layer[at + i]
        else:
            word = degree_word(layer[at], slots) & s[FIXED]
            least = word
            for r in range(len(fronts)):
                place = places[r * slots : (r + 1) * slots]
                high = image_mask(place, word >> slots)
                low = image_mask(place, word & (1 << slots) - 1)
                if fronts[r]:
                    low = fronts[r] & ~high & ~low
                if r == 0 or high << slots | low < least:
                    least = high << slots | low
            k = hash_word(least, STIR) * len(ends) >> HASH  # independent of places in tables
            shelf[s[STEPS]] = k
        ends[k] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def image_mask(place, mask):
    """Return the image of a mask under a permutation of the slots."""
    result = 0
    while mask:
        result |= 1 << place[lowest_bit(mask)]
        mask &= mask - 1
    return result


@kernel
def image_mates(place, images, pairs, layer, at, slots):
    """Write the mates of the image of a state under a permutation of the slots."""
    mates = pairs.mates
    ends, _ = unpack(layer, at, pairs, slots)
    while ends:
        i = lowest_bit(ends)
        ends &= ends - 1
        images[place[i]] = place[mates[i]]
