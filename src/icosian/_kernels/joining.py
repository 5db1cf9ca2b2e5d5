"""The join of meet in the middle: which states of two halves form one cycle together.

Layers, states and matchings are those of :mod:`icosian._kernels.states`. States with the same
degree word form a *group*. Two groups fit if they have the same ends, and what is untouched in one
is saturated in the other; two of their states form a cycle if the union of their matchings is one
cycle through all ends.

Ranks of matchings
    The (2k - 1)!! matchings of 2k ends are numbered with respect to a list of the ends: the highest
    digit is the place in the list of the mate of the last end; both are removed, the end before the
    last takes the place of the mate, and so on. So the matchings in which the last end has its mate
    at place j are a contiguous *block*, of ``odd[k - 1]`` = (2k - 3)!! ranks.

The disk cache does not notice changes in the modules imported here.
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel
from icosian._kernels.states import (
    EMPTY,
    HASH,
    LIMBS,
    MATCHING,
    NARROW,
    SHARED,
    SLOTS,
    STEPS,
    USED,
    decode,
    degree_word,
    hash_word,
)
from icosian._kernels.words import BITS, count_bits, high_word, lowest_bit

MORE, DONE, FULL = range(3)  # statuses
LIMB_READ, HALVES, GROUPING = range(SHARED, SHARED + 3)  # words of ``group`` and ``scatter``
PAIRS, SWAPPING = range(1, 3)  # words of ``tabulate_swaps``
AT, LEVEL, BLOCK, JOINING = range(1, 5)  # words of ``join_groups``
ENDS, OTHER_ENDS, FIRST, LAST, OTHER_FIRST, OTHER_LAST, PAIR = range(7)
"""Fields of a pair of groups: the ends in the slots of each half, the places of their states."""
SMALL, DENSE = 2, 8
"""Up to SMALL paths are joined directly; swap tables are for at most DENSE paths."""
BLOCKED = 256
"""The number of matchings that are decoded at a time."""
HALF = 31
"""The bits of half a limb."""

GroupedStates = namedtuple("GroupedStates", "place matchings counts")
"""The next place of each group, and the matchings and counts of states group by group."""
RankedMatching = namedtuple("RankedMatching", "mates order position")
"""Room for the mates of a matching, the ends that are left, and where each of these is."""
HalfStates = namedtuple("HalfStates", "pairs matchings_1 counts_1 matchings_2 counts_2 place")
"""Fitting pairs of groups, the states of both halves, and the slots of the second."""
RankTables = namedtuple("RankTables", "shifts odd swaps tables offsets")
"""Digits of matchings, blocks of ranks, swap tables, and where these and vectors begin."""
JoinRoom = namedtuple(
    "JoinRoom", "mates images turned order position vectors turns bases dense total"
)
"""Mates and ranks of ends; counts by rank; the walk through the trie; and the sum."""


@kernel
def group(layer, table, groups, sizes, s, budget):
    """List the degree words of the groups of a layer, and count the states of each.

    A row of ``table`` is a degree word and the number of its group. FULL asks for larger arrays.
    """
    slots = s[SLOTS]
    row = s[LIMBS] + (1 if slots == NARROW else 2)
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        degrees = degree_word(layer[at], slots)
        if s[USED] == len(sizes):
            return FULL
        i = find_group(table, degrees)
        if table[i] == EMPTY:
            table[i] = degrees
            table[i + 1] = s[USED]
            groups[s[USED]] = degrees
            s[USED] += 1
        sizes[table[i + 1]] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def rehash_groups(old, table, s, budget):
    """Insert the groups of one table into a larger one."""
    while budget > 0:
        at = s[STEPS] * 2
        if at == len(old):
            return DONE
        if old[at] != EMPTY:
            i = find_group(table, old[at])
            table[i] = old[at]
            table[i + 1] = old[at + 1]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def find_group(table, degrees):
    """Return the place of a degree word in a table of groups, or the place to insert it."""
    i = (hash_word(degrees, 0) * (len(table) // 2) >> HASH) * 2
    while table[i] != degrees and table[i] != EMPTY:
        i += 2
        if i == len(table):
            i = 0
    return i


@kernel
def find_groups(table, wanted, found, s, budget):
    """Write the group numbers of the wanted degree words; missing ones are left unchanged."""
    while budget > 0:
        if s[STEPS] == len(wanted):
            return DONE
        i = find_group(table, wanted[s[STEPS]])
        if table[i] != EMPTY:
            found[s[STEPS]] = table[i + 1]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def scatter(layer, table, grouped, s, budget):
    """Write matchings and counts group by group; ``place`` holds the next place of each group.

    Groups whose place is -1 are skipped. The counts are those of the limb ``s[LIMB_READ]``, or its
    lower or upper half if ``s[HALVES]`` is 1 or 2.
    """
    place, matchings, counts = grouped
    slots = s[SLOTS]
    words = 1 if slots == NARROW else 2
    row = words + s[LIMBS]
    while budget > 0:
        at = s[STEPS] * row
        if at == len(layer):
            return DONE
        degrees = degree_word(layer[at], slots)
        g = table[find_group(table, degrees) + 1]
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
def rank_matching(mates, order, position, odd, k):
    """Return the rank of the matching of 2k ends with these mates."""
    # ``order`` is the list of the ends that are left, ``position`` its inverse.
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
def unrank_matching(number, mates, order, odd, k):
    """Write the mates of the matching of 2k ends that has this rank."""
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
def tabulate_swaps(odd, room, swaps, s, budget):
    """Tabulate the ranks of all matchings of k = ``s[PAIRS]`` paths after exchanging two ends.

    Word ``((j - 1) * j // 2 + i) * odd[k] + r`` is for matching r with ends i < j exchanged.
    """
    mates, order, position = room
    k = s[PAIRS]
    while budget > 0:
        r = s[STEPS]
        if r == odd[k]:
            return DONE
        unrank_matching(r, mates, order, odd, k)
        at = r
        for j in range(1, 2 * k):
            for i in range(j):
                x = mates[i]
                y = mates[j]
                if x == j:
                    swaps[at] = r
                else:
                    swap_ends(mates, i, j, x, y)
                    swaps[at] = rank_matching(mates, order, position, odd, k)
                    swap_ends(mates, i, j, y, x)
                at += odd[k]
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def swap_ends(mates, i, j, x, y):
    """Exchange ends i and j, whose mates are x and y."""
    mates[i] = y
    mates[y] = i
    mates[j] = x
    mates[x] = j


@kernel
def join_groups(halves, trie, room, s, budget):
    """Sum the products of the counts of all states of two halves that form one cycle together.

    ``pairs`` are fitting pairs of groups; ``place`` maps slots of the second half to the first. The
    table of k paths begins at word ``tables[k]`` of ``swaps``; ``vectors`` from ``offsets[k]`` on
    holds counts by rank, ``dense`` those of the second half. ``total`` has two limbs.

    Write J(k, a, b) for the sum over matchings of 2k ends, a and b being vectors of counts by rank.
    If the last end has mate j in the second half, ends j and last are glued together in the first:

        J(k, a, b) = sum over j of J(k - 1, contract(a, j), block j of b).

    This is a walk through a trie of the matchings of b, digit by digit, that contracts a on the way
    down. It takes about k^2 (2k - 1)!! steps instead of ((2k - 1)!!)^2.
    """
    pairs, matchings_1, counts_1, matchings_2, counts_2, place = halves
    shifts, odd, _, tables, offsets = trie
    mates, images, turned, order, position, vectors, turns, bases, dense, total = room
    while budget > 0:
        p = s[AT] * PAIR
        if p == len(pairs):
            return DONE
        ends = pairs[p + ENDS]
        k = count_bits(ends) // 2
        level = s[LEVEL]
        if level == 0:
            # 1. A new pair of groups.
            align_ends(ends, pairs[p + OTHER_ENDS], place, turned)
            begin = pairs[p + FIRST]
            end = pairs[p + LAST]
            first = pairs[p + OTHER_FIRST]
            last = pairs[p + OTHER_LAST]
            if not SMALL < k < len(tables) or not is_dense((end - begin) * (last - first), k, odd):
                # 2. Few pairs of states: join them one by one, a block of the first half at a time.
                begin += s[BLOCK] * BLOCKED
                s[BLOCK] += 1
                if begin + BLOCKED < end:
                    end = begin + BLOCKED
                else:
                    s[BLOCK] = 0
                    s[AT] += 1
                join_pairs(halves, trie, room, p, begin, end)
                work = (end - begin + 1) * (last - first) // 8 + 1
            else:
                # 3. Many pairs of states: write the counts of both halves by rank.
                for i in range(odd[k]):
                    vectors[offsets[k] + i] = 0
                    dense[i] = 0
                whole = (1 << 2 * k) - 1
                for i in range(begin, end):
                    decode(matchings_1[i], whole, shifts, mates)
                    r = rank_matching(mates, order, position, odd, k)
                    vectors[offsets[k] + r] = counts_1[i]
                for i in range(first, last):
                    decode(matchings_2[i], whole, shifts, mates)
                    relabel(mates, turned, images, k)
                    dense[rank_matching(images, order, position, odd, k)] = counts_2[i]
                s[LEVEL] = k
                turns[k] = 0
                bases[k] = 0
                work = odd[k] // 8 + end - begin + last - first
        else:
            # 4. In the trie: ``turns[level]`` is the next block, ``bases[level]`` its begin in b.
            j = turns[level]
            work = 1
            if level == SMALL:
                join_two_paths(vectors, offsets[SMALL], dense, bases[SMALL], total)
                j = 3
            if j == 2 * level - 1:  # all blocks are done: go up
                s[LEVEL] = level + 1
                if level == k:
                    s[LEVEL] = 0
                    s[AT] += 1
            else:
                turns[level] += 1
                size = odd[level - 1]
                base = bases[level] + j * size
                if has_nonzero(dense, base, size):  # go down
                    contract(trie, vectors, level, j)
                    s[LEVEL] = level - 1
                    turns[level - 1] = 0
                    bases[level - 1] = base
                work = odd[level] // 8 + 1
        s[STEPS] += work
        budget -= work
    return MORE


@kernel
def is_dense(pairs, k, odd):
    """Return True if groups with so many pairs of states are better joined by a trie."""
    return 2 * pairs > k * odd[k]


@kernel
def align_ends(ends, others, place, turned):
    """Write the rank among the ends of the first half of each end of the second."""
    i = 0
    while others:
        turned[i] = count_bits(ends & (1 << place[lowest_bit(others)]) - 1)
        others &= others - 1
        i += 1


@kernel
def relabel(mates, turned, images, k):
    """Write the mates of a matching of 2k ends under a relabeling of the ends."""
    for i in range(2 * k):
        images[turned[i]] = turned[mates[i]]


@kernel
def has_nonzero(dense, base, size):
    """Return True if any of these counts is not 0."""
    for i in range(base, base + size):
        if dense[i]:
            return True
    return False


@inlined
def contract(trie, vectors, level, j):
    """Glue the last end to end ``j`` in all matchings of a vector of counts."""
    _, odd, swaps, tables, offsets = trie
    table = tables[level - 1]
    here = offsets[level]
    below = offsets[level - 1]
    size = odd[level - 1]  # the ranks of a block
    last = 2 * level - 2  # the end before the last one
    # 1. If the last end has mate d, then d becomes the mate of the mate of j: block d is added with
    #    ends j and d exchanged. The block d = j closes a cycle and is left out.
    # 2. The end before the last has moved to the place of the end removed, so for d = last and for
    #    j = last no exchange is needed.
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
def join_two_paths(vectors, first, dense, base, total):
    """Join matchings of two paths: any two that differ form one cycle."""
    whole = vectors[first] + vectors[first + 1] + vectors[first + 2]
    for i in range(3):
        multiply(total, dense[base + i], whole - vectors[first + i])


@inlined
def join_pairs(halves, trie, room, p, begin, end):
    """Join some states of one half with those of the other, one by one."""
    pairs, matchings_1, counts_1, matchings_2, counts_2, _ = halves
    shifts = trie.shifts
    mates, images, turned, total = room.mates, room.images, room.turned, room.total
    k = count_bits(pairs[p + ENDS]) // 2
    # 1. Decode a block of the first half.
    whole = (1 << 2 * k) - 1
    for i in range(begin, end):
        decode(matchings_1[i], whole, shifts, images)
        for x in range(2 * k):
            mates[(i - begin + 1) * 2 * k + x] = images[x]
    for a in range(pairs[p + OTHER_FIRST], pairs[p + OTHER_LAST]):
        decode(matchings_2[a], whole, shifts, mates)
        relabel(mates, turned, images, k)
        # 2. Walk along mates of both halves in turn: one cycle if it takes k steps to come back.
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
