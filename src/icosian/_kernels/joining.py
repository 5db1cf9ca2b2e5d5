"""Where two halves of a count meet: which of their states make one cycle together.

Layers, states, matchings and the constant arrays are those of :mod:`icosian._kernels.states`. A
*status* is who is an end and who is saturated; states of the same status are a *group*. The disk
cache does not notice an edit of what is imported here.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.states import (
    EMPTY,
    HASH,
    LIMBS,
    NARROW,
    RANK,
    SLOTS,
    STEPS,
    USED,
    match,
    rank,
    spread,
)

MORE, DONE, FULL = range(3)  # statuses
ADDING, LIMB_READ, HALVES, GROUPING = range(5, 9)  # words of ``group`` and ``scatter``
PAIRS, GLUING = range(1, 3)  # words of ``glue``
GROUP, LEVEL, BLOCK, JOINING = range(1, 5)  # words of ``meet``
SMALL, DENSE = 2, 8
"""Matchings of so few paths are joined by hand; of more than so many only pair by pair."""
BLOCKED = 256
"""So many matchings are unpacked at a time."""
HALF = 31
"""The bits of a digit of a sum of products."""
DIGITS = 6
"""The digits of a sum of products."""


@kernel
def group(layer, table, sizes, s, budget):
    """Count the states of every group: those with the same ends and the same saturated vertices.

    A row of ``table`` is such a status and the number of its group. Unless ``s[ADDING]``, states
    of unknown groups are passed over. FULL asks for a larger table.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        if s[ADDING] and s[USED] == len(sizes):
            return FULL
        status = layer[at] >> RANK if slots == NARROW else layer[at]
        i = find(table, status)
        if table[i] == EMPTY and s[ADDING]:
            table[i] = status
            table[i + 1] = s[USED]
            s[USED] += 1
        if table[i] != EMPTY:
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
def scatter(layer, table, place, numbers, counts, s, budget):
    """Write matchings and counts group by group; ``place`` says where the next of a group goes.

    The counts are those of the limb ``s[LIMB_READ]``, or if ``s[HALVES]`` its lower or upper half.
    """
    slots = s[SLOTS]
    words = 1 if slots == NARROW else 2
    row = words + s[LIMBS]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        status = layer[at] >> RANK if words == 1 else layer[at]
        i = find(table, status)
        if table[i] != EMPTY:
            p = place[table[i + 1]]
            place[table[i + 1]] += 1
            numbers[p] = layer[at] & (1 << RANK) - 1 if words == 1 else layer[at + 1]
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
def glue(odd, index, mates, images, glued, s, budget):
    """Tabulate what becomes of matchings of k paths when the first end is glued to another.

    Word ``j * odd[k] + r`` is the number of the matching that is left if ends 0 and j + 1 of
    matching r are glued, or -1 if they are mates. ``s[PAIRS]`` is k.
    """
    k = s[PAIRS]
    ends = (1 << 2 * k) - 1
    while budget > 0:
        if s[STEPS] == odd[k]:
            return DONE
        r = s[STEPS]
        match(r, ends, odd, index, mates, 0)
        for j in range(1, 2 * k):
            if mates[0] == j:
                glued[(j - 1) * odd[k] + r] = -1
                continue
            for i in range(1, 2 * k):
                if i != j:
                    other = mates[i]
                    if other == 0:
                        other = mates[j]
                    elif other == j:
                        other = mates[0]
                    images[i - (1 if i < j else 2)] = other - (1 if other < j else 2)
            glued[(j - 1) * odd[k] + r] = rank(images, index, ends >> 2)
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def meet(
    pairs, first_1, numbers_1, counts_1, first_2, numbers_2, counts_2,
    odd, index, mates, glued, tables, vectors, offsets, turns, bases, dense, total, s, budget,
):  # fmt: skip
    """Sum the products of the counts of all states of two halves that make one cycle together.

    Group g has ``pairs[g]`` paths in each half and its states from ``first[g]`` to the next. Small
    groups are joined pair by pair. In others the matchings of one half are the leaves of a trie,
    digit by digit, and those of the other are glued on the way down: ``glued`` from word
    ``tables[k]`` on says how, ``vectors`` from ``offsets[k]`` on holds the counts by number.
    ``total`` has digits of 31 bits, the lowest first, and more in each than fits until the end.
    """
    while budget > 0:
        g = s[GROUP]
        if g == len(pairs):
            return DONE
        k = pairs[g]
        size_1 = first_1[g + 1] - first_1[g]
        size_2 = first_2[g + 1] - first_2[g]
        if s[LEVEL] == 0:
            if size_1 == 0 or size_2 == 0:
                s[GROUP] += 1
                s[STEPS] += 1
                budget -= 1
                continue
            if k <= SMALL or k > DENSE or size_1 * size_2 <= k * odd[k]:
                begin = first_1[g] + s[BLOCK] * BLOCKED
                end = min(begin + BLOCKED, first_1[g + 1])
                pairwise(
                    k, begin, end, numbers_1, counts_1, first_2[g], first_2[g + 1],
                    numbers_2, counts_2, odd, index, mates, total,
                )  # fmt: skip
                s[BLOCK] += 1
                if end == first_1[g + 1]:
                    s[BLOCK] = 0
                    s[GROUP] += 1
                work = (end - begin + 1) * size_2 // 8 + 1
            else:
                for i in range(odd[k]):
                    vectors[offsets[k] + i] = 0
                    dense[i] = 0
                for i in range(first_1[g], first_1[g + 1]):
                    vectors[offsets[k] + numbers_1[i]] = counts_1[i]
                for i in range(first_2[g], first_2[g + 1]):
                    dense[numbers_2[i]] = counts_2[i]
                s[LEVEL] = k
                turns[k] = 0
                bases[k] = 0
                work = odd[k] // 8 + 1
            settle(total)
        else:
            level = s[LEVEL]
            j = turns[level]
            work = 1
            if j == 2 * level - 1:
                s[LEVEL] = level + 1
                if level == k:
                    s[LEVEL] = 0
                    s[GROUP] += 1
            else:
                turns[level] += 1
                below = odd[level - 1]
                base = bases[level] + j * below
                if occupied(dense, base, below) and descend(
                    glued, tables[level] + j * odd[level], vectors, offsets, odd, level
                ):
                    if level - 1 == SMALL:
                        leaves(vectors, offsets[SMALL], dense, base, total)
                    else:
                        s[LEVEL] = level - 1
                        turns[level - 1] = 0
                        bases[level - 1] = base
                work = odd[level] // 8 + 1
        s[STEPS] += work
        budget -= work
    return MORE


@kernel
def occupied(dense, base, size):
    """Whether any of these counts is not 0."""
    for i in range(base, base + size):
        if dense[i]:
            return True
    return False


@kernel
def descend(glued, first, vectors, offsets, odd, level):
    """Glue two ends of all matchings of a level; return whether any is left."""
    here = offsets[level]
    below = offsets[level - 1]
    for i in range(odd[level - 1]):
        vectors[below + i] = 0
    left = False
    for r in range(odd[level]):
        if vectors[here + r] and glued[first + r] >= 0:
            vectors[below + glued[first + r]] += vectors[here + r]
            left = True
    return left


@kernel
def leaves(vectors, first, dense, base, total):
    """Join matchings of two paths: any two that differ make one cycle."""
    whole = vectors[first] + vectors[first + 1] + vectors[first + 2]
    for i in range(3):
        if dense[base + i]:
            multiply(total, dense[base + i], whole - vectors[first + i])
    settle(total)


@kernel
def pairwise(
    k, begin, end, numbers_1, counts_1, first, last, numbers_2, counts_2, odd, index, mates, total
):
    """Join some states of one half with those of the other, pair by pair."""
    ends = (1 << 2 * k) - 1
    other = BLOCKED * 2 * k
    for i in range(begin, end):
        match(numbers_1[i], ends, odd, index, mates, (i - begin) * 2 * k)
    for a in range(first, last):
        match(numbers_2[a], ends, odd, index, mates, other)
        whole = 0
        for i in range(begin, end):
            here = (i - begin) * 2 * k
            x = 0
            length = 0
            while True:
                x = mates[here + mates[other + x]]
                length += 1
                if x == 0:
                    break
            if length == k:
                whole += counts_1[i]
        if whole:
            multiply(total, counts_2[a], whole)


@kernel
def multiply(total, x, y):
    """Add a product of two numbers of 62 bits to a sum."""
    low = (1 << HALF) - 1
    for i in range(2):
        for j in range(2):
            product = (x >> HALF * i & low) * (y >> HALF * j & low)
            total[i + j] += product & low
            total[i + j + 1] += product >> HALF


@kernel
def settle(total):
    """Carry what is too much in each digit of a sum."""
    for i in range(DIGITS - 1):
        total[i + 1] += total[i] >> HALF
        total[i] &= (1 << HALF) - 1
