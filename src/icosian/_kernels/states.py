"""Frontier states and their counts: which sets of paths an order of the vertices makes, how many.

Each vertex of the frontier has a *slot*. It is untouched, the end of a path, or saturated: it has
both its edges. A state is who is an end, who is saturated, and which ends are *mates*, the two of
one path. The mates are a number: the lowest end comes first, its digit says which of the other
ends is its mate, and so on with the ends that are left; for k paths the bases are 2k - 1, 2k - 3,
..., 1.

A row of a *layer* or a *table* is a state and its count. The state is one word where NARROW slots
are enough and else two, the first for ends and saturated. The count is limbs of 62 bits, the lowest
first. A layer is full of rows; a table has empty ones and is searched by hashing.

The words of ``s`` are named below. A bit of a mask is a slot; ``index`` tells which, by the rest of
the bit modulo 37. Word k of ``odd`` is (2k - 1)!!, the number of matchings of 2k ends.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.bits import count_bits

MORE, DONE, FULL, TALL = range(4)  # statuses; TALL: the counts may need one more limb
NARROW, WIDE = 18, 31  # slots of a state of one word, and of two
RANK = 26
"""17!! matchings of 18 ends fit into 26 bits."""
LIMB = 62
EMPTY = -1
"""The first word of an empty row."""
MODULUS = 37
"""Powers of two up to 36 leave different rests."""
HASH, MIX, STIR = 31, 0x5851F42D, 0x4C957F2D

STEPS, SLOTS, LIMBS, USED, TOP = range(5)  # words of all kernels here
VERTEX, LEAVES, LIVE, TOUCHED, ENTERED, ONCE, EXTENDING = range(5, 12)  # words of ``extend``
NOTES = EXTENDING  # words of ``extend`` from here on if it only notes what leads where
FOLDING = 5  # words of ``fold``
WHOLE, RELABELLING = range(5, 7)  # words of ``relabel``


@kernel
def extend(near, options, odd, index, mates, layer, table, total, s, budget):
    """Choose edges from a vertex to those ``near`` it, in every state of a layer.

    ``s[VERTEX]`` is the slot of the vertex, ``near`` holds slots. A vertex that leaves takes what
    it lacks; another takes as many as it likes. ``options[i]`` is the mask of the neighbours that
    slot i can still be joined to after this, with up to two bits above the slots for neighbours
    outside the frontier. ``s[LIVE]`` is the frontier after this, ``s[TOUCHED]`` who of it loses an
    option, and ``s[ENTERED]`` whether all vertices of the graph have entered: then a path may be
    closed if nothing else is left, and the count goes to ``total``. Whoever is in ``s[ONCE]``
    may not be saturated.

    ``s[TOP]`` is an upper bound for the highest limb of the sum of all counts that were added.
    """
    slots = s[SLOTS]
    limbs = s[LIMBS]
    row = limbs + (1 if slots == NARROW else 2)
    most = 1 + len(near) + len(near) * (len(near) - 1) // 2
    v = s[VERTEX]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        if (s[USED] + most) * 5 * row > len(table) * 4:
            return FULL
        if layer[at + row - 1] + 1 > ((1 << LIMB) - s[TOP]) // most:
            return TALL
        ends, saturated = unpack(layer, at, odd, index, mates, slots)
        free = 0 if saturated >> v & 1 else 1 if ends >> v & 1 else 2
        least = free if s[LEAVES] else 0
        if least == 0:
            keep(options, index, mates, layer, at, table, s, ends, saturated, 0)
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
                changed = 1 << p | 1 << q
                if least < 2:
                    keep(
                        options, index, mates, layer, at, table, s,
                        ends_1, saturated_1, saturated ^ saturated_1 | changed,
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
                            options, index, mates, layer, at, table, s, ends_2, saturated_2,
                            saturated ^ saturated_2 | changed | 1 << r,
                        )  # fmt: skip
                        part(mates, v, x, q, r)
                part(mates, v, w, p, q)
        s[STEPS] += 1
        budget -= 1
    return MORE


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
        s[TOP] += layer[at + (1 if s[SLOTS] == NARROW else 2) + limbs - 1] + 1
        add(total, 0, layer, at + (1 if s[SLOTS] == NARROW else 2), limbs)


@kernel
def keep(options, index, mates, layer, at, table, s, ends, saturated, changed):
    """Add the count of a row to that of a new state, unless the state can lead nowhere.

    ``changed`` holds the slots that became saturated and the ends whose mates are others now.
    """
    if saturated & s[ONCE]:
        return
    live = s[LIVE]
    touched = s[TOUCHED] | changed
    rest = changed & saturated & live
    while rest:
        bit = rest & -rest
        rest ^= bit
        touched |= options[index[bit % MODULUS]]
    rest = touched & live & ~saturated
    while rest:
        bit = rest & -rest
        rest ^= bit
        i = index[bit % MODULUS]
        left = options[i] & ~saturated
        if ends & bit:
            if s[ENTERED] == 0:
                left &= ~(1 << mates[i])  # a path that is closed now is closed too early
            if left == 0:
                return
        else:
            other = left & (left - 1)
            if other == 0:
                return
            if other & (other - 1) == 0 and s[ENTERED] == 0:
                one = index[(left ^ other) % MODULUS]
                if mates[one] == index[other % MODULUS]:
                    return  # both of its edges would close a path
    words = 1 if s[SLOTS] == NARROW else 2
    s[TOP] += layer[at + words + s[LIMBS] - 1] + 1
    insert(table, s, ends, saturated & live, rank(mates, index, ends), layer, at + words)


@kernel
def unpack(layer, at, odd, index, mates, slots):
    """Write the mates of a state, untouched slots being their own; return ends and saturated."""
    word = layer[at]
    if slots == NARROW:
        number = word & (1 << RANK) - 1
        word >>= RANK
    else:
        number = layer[at + 1]
    for i in range(slots):
        mates[i] = i
    ends = word >> slots
    match(number, ends, odd, index, mates, 0)
    return ends, word & (1 << slots) - 1


@kernel
def match(number, ends, odd, index, mates, first):
    """Write the mates of a matching of this number, from word ``first`` on."""
    rest = ends
    k = count_bits(rest) // 2
    while rest:
        k -= 1
        one = rest & -rest
        rest ^= one
        digit = number // odd[k]
        number -= digit * odd[k]
        other = rest
        for _ in range(digit):
            other &= other - 1
        other &= -other
        rest ^= other
        i = index[one % MODULUS]
        j = index[other % MODULUS]
        mates[first + i] = j
        mates[first + j] = i


@kernel
def rank(mates, index, ends):
    """Return the number of a matching."""
    number = 0
    base = count_bits(ends) - 1
    rest = ends
    while rest:
        one = rest & -rest
        rest ^= one
        other = 1 << mates[index[one % MODULUS]]
        number = number * base + count_bits(rest & (other - 1))
        rest ^= other
        base -= 2
    return number


@kernel
def insert(table, s, ends, saturated, number, counts, at):
    """Add a count to that of a state."""
    words = 1 if s[SLOTS] == NARROW else 2
    word, i = find(table, s, ends, saturated, number)
    if table[i] == EMPTY:
        table[i] = word
        if words == 2:
            table[i + 1] = number
        for k in range(words, words + s[LIMBS]):
            table[i + k] = 0
        s[USED] += 1
    add(table, i + words, counts, at, s[LIMBS])


@kernel
def note(table, s, ends, saturated, number, counts, at):  # noqa: ARG001
    """Note that a row leads to a state of the table; this stands for ``insert``.

    The count of that state says what its number is: where the count of the row is, and this number
    are written to ``s`` from ``s[NOTES]`` on.
    """
    _, i = find(table, s, ends, saturated, number)
    if table[i] != EMPTY:
        s[NOTES + 2 * s[USED]] = at
        s[NOTES + 2 * s[USED] + 1] = table[i + (1 if s[SLOTS] == NARROW else 2)]
        s[USED] += 1


@kernel
def find(table, s, ends, saturated, number):
    """Return the first word of a state, and where it is in a table or would be."""
    word = ends << s[SLOTS] | saturated
    if s[SLOTS] == NARROW:
        words = 1
        word = word << RANK | number
        h = spread(word, 0)
    else:
        words = 2
        h = spread(word, spread(number, 1))
    row = words + s[LIMBS]
    i = (h * (len(table) // row) >> HASH) * row
    while table[i] != EMPTY and (table[i] != word or (words == 2 and table[i + 1] != number)):
        i += row
        if i == len(table):
            i = 0
    return word, i


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
def pour(old, table, s, budget):
    """Put the rows of one table into a larger one."""
    slots = s[SLOTS]
    words = 1 if slots == NARROW else 2
    row = words + s[LIMBS]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(old):
            return DONE
        if old[at] != EMPTY:
            word = old[at]
            number = word & (1 << RANK) - 1
            if words == 1:
                word >>= RANK
            else:
                number = old[at + 1]
            insert(table, s, word >> slots, word & (1 << slots) - 1, number, old, at + words)
        s[STEPS] += 1
        budget -= 1
    return MORE


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
def fold(place, images, odd, index, mates, layer, table, total, s, budget):  # noqa: ARG001
    """Add the counts of a state and its image, in which slot i becomes ``place[i]``, to the less.

    The arrays are those of ``extend``; no cycle is closed.
    """
    slots = s[SLOTS]
    limbs = s[LIMBS]
    row = limbs + (1 if slots == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        if (s[USED] + 1) * 5 * row > len(table) * 4:
            return FULL
        if layer[at + row - 1] + 1 > (1 << LIMB) - s[TOP]:
            return TALL
        s[TOP] += layer[at + row - 1] + 1
        ends, saturated = unpack(layer, at, odd, index, mates, slots)
        number = rank(mates, index, ends)
        other_ends, other_saturated = image(place, mates, images, ends, saturated, slots)
        other = rank(images, index, other_ends)
        word = ends << slots | saturated
        other_word = other_ends << slots | other_saturated
        if other_word < word or (other_word == word and other < number):
            ends = other_ends
            saturated = other_saturated
            number = other
        insert(table, s, ends, saturated, number, layer, at + row - limbs)
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def image(place, mates, images, ends, saturated, slots):
    """Write the mates of a state whose slots are exchanged; return its ends and saturated."""
    new_ends = 0
    new_saturated = 0
    for i in range(slots):
        if ends >> i & 1:
            new_ends |= 1 << place[i]
            images[place[i]] = place[mates[i]]
        elif saturated >> i & 1:
            new_saturated |= 1 << place[i]
    return new_ends, new_saturated


@kernel
def relabel(place, odd, index, mates, images, layer, s, budget):
    """Exchange the slots of every state, in place; slot i becomes ``place[i]``.

    If ``s[WHOLE]`` is a mask, states are those of the other half as this half sees them: those
    of its slots that are untouched there are saturated, and the other way round.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    whole = s[WHOLE]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        ends, saturated = unpack(layer, at, odd, index, mates, slots)
        new_ends, new_saturated = image(place, mates, images, ends, saturated, slots)
        if whole:
            new_saturated = whole & ~new_ends & ~new_saturated
        word = new_ends << slots | new_saturated
        number = rank(images, index, new_ends)
        if slots == NARROW:
            layer[at] = word << RANK | number
        else:
            layer[at] = word
            layer[at + 1] = number
        s[STEPS] += 1
        budget -= 1
    return MORE
