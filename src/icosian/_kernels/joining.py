"""Where two halves of a count meet: which of their states make one cycle together.

Layers, states and matchings are those of :mod:`icosian._kernels.states`. A *status* is who is an
end and who is saturated; states of the same status are a *group*. The disk cache does not notice
an edit of what is imported here.

Here a matching of 2k ends also has a *number*, by a list of the ends. The highest digit says where
in the list the mate of the last one stands; then both go, and the end before the last takes the
place of the mate. So it goes on with the rest. The matchings in which the last end has its mate in
one place are a *block*, of as many as there are for k - 1 pairs: word k - 1 of ``odd``,
(2k - 3)!!.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.bits import BITS, count_bits, high_word, lowest_bit
from icosian._kernels.states import (
    EMPTY,
    FOLDING,
    HASH,
    LIMBS,
    MATCHING,
    NARROW,
    SLOTS,
    STEPS,
    USED,
    decode,
    is_mine,
    spread,
    status_of,
)

MORE, DONE, FULL = range(3)  # statuses
LIMB_READ, HALVES, GROUPING = range(FOLDING, FOLDING + 3)  # words of ``group`` and ``scatter``
BASE, FITTING = range(1, 3)  # words of ``fit``
PAIRS, SWAPPING = range(1, 3)  # words of ``swap``
AT, LEVEL, BLOCK, JOINING = range(1, 5)  # words of ``meet``
ENDS, OTHER_ENDS, FIRST, LAST, OTHER_FIRST, OTHER_LAST, PAIR = range(7)
"""Fields of a pair of groups: their ends, in the slots of each half, and where their states are."""
SMALL, DENSE = 2, 8
"""Matchings of so few paths are joined by hand; tables are for no more than so many."""
BLOCKED = 256
"""So many matchings are unpacked at a time."""
HALF = 31
"""The bits of half a limb."""


@kernel
def group(layer, table, statuses, sizes, s, budget):
    """List the groups of a layer and count their states.

    A row of ``table`` is a status and the number of its group. FULL asks for larger arrays. Parts
    of a layer are those of ``extend``.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        status = status_of(layer[at], slots)
        if not is_mine(status, s):
            s[STEPS] += 1
            budget -= 1
            continue
        if s[USED] == len(sizes):
            return FULL
        i = find(table, status)
        if table[i] == EMPTY:
            table[i] = status
            table[i + 1] = s[USED]
            statuses[s[USED]] = status
            s[USED] += 1
        sizes[table[i + 1]] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def regroup(old, table, s, budget):
    """Put the groups of one table into a larger one."""
    while budget > 0:
        at = s[STEPS] * 2
        if at == len(old):
            return DONE
        if old[at] != EMPTY:
            i = find(table, old[at])
            table[i] = old[at]
            table[i + 1] = old[at + 1]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def find(table, status):
    """Return where a status is in a table of groups, or would be."""
    i = (spread(status, 0) * (len(table) // 2) >> HASH) * 2
    while table[i] != status and table[i] != EMPTY:
        i += 2
        if i == len(table):
            i = 0
    return i


@kernel
def fit(table, wanted, found, s, budget):
    """Write the numbers of the groups of some statuses; what is not in the table stays."""
    while budget > 0:
        if s[STEPS] == len(wanted):
            return DONE
        i = find(table, wanted[s[STEPS]])
        if table[i] != EMPTY:
            found[s[STEPS]] = table[i + 1] + s[BASE]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def scatter(layer, table, place, matchings, counts, s, budget):
    """Write matchings and counts group by group; ``place`` says where the next of a group goes.

    Groups whose place is -1 are passed over, and states of other parts. The counts are those of the
    limb ``s[LIMB_READ]``, or if ``s[HALVES]`` its lower or upper half.
    """
    slots = s[SLOTS]
    words = 1 if slots == NARROW else 2
    row = words + s[LIMBS]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        status = status_of(layer[at], slots)
        if not is_mine(status, s):
            s[STEPS] += 1
            budget -= 1
            continue
        g = table[find(table, status) + 1]
        p = place[g]
        if p >= 0:
            place[g] += 1
            matchings[p] = layer[at] & (1 << MATCHING) - 1 if words == 1 else layer[at + 1]
            count = layer[at + words + s[LIMB_READ]]
            if s[HALVES] == 1:
                count &= (1 << HALF) - 1
            elif s[HALVES] == 2:
                count >>= HALF
            counts[p] = count
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def number(mates, order, position, odd, k):
    """Return the number of the matching of 2k ends with these mates."""
    for i in range(2 * k):
        order[i] = i
        position[i] = i
    result = 0
    while k > 1:
        k -= 1
        digit = position[mates[order[2 * k + 1]]]
        result += digit * odd[k]
        i = order[2 * k]
        order[digit] = i
        position[i] = digit
    return result


@kernel
def match(number, mates, order, odd, k):
    """Write the mates of a matching of 2k ends of this number."""
    for i in range(2 * k):
        order[i] = i
    while k > 0:
        k -= 1
        digit = number // odd[k]
        number -= digit * odd[k]
        i = order[2 * k + 1]
        j = order[digit]
        order[digit] = order[2 * k]
        mates[i] = j
        mates[j] = i


@kernel
def swap(odd, mates, order, position, swaps, s, budget):
    """Tabulate what becomes of matchings when two ends change places.

    There are ``s[PAIRS]`` paths, k. Word ``((j - 1) * j // 2 + i) * odd[k] + r`` is the number of
    what becomes of matching r when ends i < j do.
    """
    k = s[PAIRS]
    while budget > 0:
        r = s[STEPS]
        if r == odd[k]:
            return DONE
        match(r, mates, order, odd, k)
        at = r
        for j in range(1, 2 * k):
            for i in range(j):
                x = mates[i]
                y = mates[j]
                if x == j:
                    swaps[at] = r
                else:
                    exchange(mates, i, j, x, y)
                    swaps[at] = number(mates, order, position, odd, k)
                    exchange(mates, i, j, y, x)
                at += odd[k]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def exchange(mates, i, j, x, y):
    """Let two ends with these mates change places."""
    mates[i] = y
    mates[y] = i
    mates[j] = x
    mates[x] = j


@kernel
def meet(
    pairs, matchings_1, counts_1, matchings_2, counts_2, place, shifts, odd,
    mates, images, turned, order, position, swaps, tables, vectors, offsets, turns, bases, dense,
    total, s, budget,
):  # fmt: skip
    """Sum the products of the counts of all states of two halves that make one cycle together.

    ``pairs`` are of groups that fit; ``place`` gives the slot in the first half of each one of the
    second. Small groups are joined state by state. In others the matchings of the second half are
    the leaves of a trie, digit by digit, and those of the first are *contracted* on the way down:
    the two ends that are mates in the second are glued together, which leaves one path less.
    ``swaps`` from word ``tables[k]`` on is the table of k paths; ``vectors`` from ``offsets[k]`` on
    holds the counts by number, ``dense`` those of the second half. ``total`` is two limbs.
    """
    while budget > 0:
        p = s[AT] * PAIR
        if p == len(pairs):
            return DONE
        ends = pairs[p + ENDS]
        k = count_bits(ends) // 2
        level = s[LEVEL]
        if level == 0:
            turn(ends, pairs[p + OTHER_ENDS], place, turned)
            begin = pairs[p + FIRST]
            end = pairs[p + LAST]
            first = pairs[p + OTHER_FIRST]
            last = pairs[p + OTHER_LAST]
            if not SMALL < k < len(tables) or not is_dense((end - begin) * (last - first), k, odd):
                begin += s[BLOCK] * BLOCKED
                s[BLOCK] += 1
                if begin + BLOCKED < end:
                    end = begin + BLOCKED
                else:
                    s[BLOCK] = 0
                    s[AT] += 1
                pairwise(
                    k, begin, end, matchings_1, counts_1, first, last, matchings_2, counts_2,
                    shifts, mates, images, turned, total,
                )  # fmt: skip
                work = (end - begin + 1) * (last - first) // 8 + 1
            else:
                for i in range(odd[k]):
                    vectors[offsets[k] + i] = 0
                    dense[i] = 0
                whole = (1 << 2 * k) - 1
                for i in range(begin, end):
                    decode(matchings_1[i], whole, shifts, mates)
                    r = number(mates, order, position, odd, k)
                    vectors[offsets[k] + r] = counts_1[i]
                for i in range(first, last):
                    decode(matchings_2[i], whole, shifts, mates)
                    reflect(mates, turned, images, k)
                    dense[number(images, order, position, odd, k)] = counts_2[i]
                s[LEVEL] = k
                turns[k] = 0
                bases[k] = 0
                work = odd[k] // 8 + end - begin + last - first
        else:
            j = turns[level]
            work = 1
            if level == SMALL:
                leaves(vectors, offsets[SMALL], dense, bases[SMALL], total)
                j = 3
            if j == 2 * level - 1:
                s[LEVEL] = level + 1
                if level == k:
                    s[LEVEL] = 0
                    s[AT] += 1
            else:
                turns[level] += 1
                size = odd[level - 1]
                base = bases[level] + j * size
                if occupied(dense, base, size):
                    contract(
                        swaps, tables[level - 1], vectors, offsets[level], offsets[level - 1],
                        size, 2 * level - 2, j,
                    )  # fmt: skip
                    s[LEVEL] = level - 1
                    turns[level - 1] = 0
                    bases[level - 1] = base
                work = odd[level] // 8 + 1
        s[STEPS] += work
        budget -= work
    return MORE


@kernel
def is_dense(pairs, k, odd):
    """Whether groups with so many pairs of states are better joined by a trie."""
    return 2 * pairs > k * odd[k]


@kernel
def turn(ends, others, place, turned):
    """Write where among the ends of a group in one half each of those in the other is."""
    i = 0
    while others:
        turned[i] = count_bits(ends & (1 << place[lowest_bit(others)]) - 1)
        others &= others - 1
        i += 1


@kernel
def reflect(mates, turned, images, k):
    """Write the mates of a matching of 2k ends in other places."""
    for i in range(2 * k):
        images[turned[i]] = turned[mates[i]]


@kernel
def occupied(dense, base, size):
    """Whether any of these counts is not 0."""
    for i in range(base, base + size):
        if dense[i]:
            return True
    return False


@kernel
def contract(swaps, table, vectors, here, below, size, last, j):
    """Glue the last end to end ``j`` in all matchings of a vector.

    If the last end has mate d, d becomes the mate of that of j. So block d of the vector is added
    up with ends j and d in each other's place. The end before the last is in the place of whoever
    was taken, so it needs no exchange.
    """
    if j == last:
        for i in range(size):
            vectors[below + i] = vectors[here + i]
    else:
        for i in range(size):
            vectors[below + i] = vectors[here + last * size + i]
    for d in range(last):
        block = here + d * size
        if j == last:
            if d > 0:
                for i in range(size):
                    vectors[below + i] += vectors[block + i]
        elif d != j:
            at = table + (d * (d - 1) // 2 + j if j < d else j * (j - 1) // 2 + d) * size
            for i in range(size):
                vectors[below + i] += vectors[block + swaps[at + i]]


@kernel
def leaves(vectors, first, dense, base, total):
    """Join matchings of two paths: any two that differ make one cycle."""
    whole = vectors[first] + vectors[first + 1] + vectors[first + 2]
    for i in range(3):
        multiply(total, dense[base + i], whole - vectors[first + i])


@kernel
def pairwise(
    k, begin, end, matchings_1, counts_1, first, last, matchings_2, counts_2,
    shifts, mates, images, turned, total,
):  # fmt: skip
    """Join some states of one half with those of the other, one by one."""
    whole = (1 << 2 * k) - 1
    for i in range(begin, end):
        decode(matchings_1[i], whole, shifts, images)
        for x in range(2 * k):
            mates[(i - begin + 1) * 2 * k + x] = images[x]
    for a in range(first, last):
        decode(matchings_2[a], whole, shifts, mates)
        reflect(mates, turned, images, k)
        several = 0
        for i in range(begin, end):
            here = (i - begin + 1) * 2 * k
            x = 0
            length = 0
            while True:
                x = mates[here + images[x]]
                length += 1
                if x == 0:
                    break
            if length == k:
                several += counts_1[i]
        multiply(total, counts_2[a], several)


@kernel
def multiply(total, x, y):
    """Add a product of two numbers to a sum of two limbs."""
    low = total[0] + (x * y & (1 << BITS) - 1)
    total[0] = low & (1 << BITS) - 1
    total[1] += high_word(x, y) + (low >> BITS)
