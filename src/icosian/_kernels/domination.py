"""Dominating sets of a given size: a set cover, searched by the node that is hardest to dominate.

A set covers a node if it has a member in the node's reach, and reach is mutual. At every depth the
search knows which nodes are missing, which are allowed as members, and what each of these would
gain: the weight of the missing nodes in its reach. Weights are any integers of at least 0; good
ones let the search turn back early. The words of ``s`` are named below.
"""

from icosian._kernels._jit import kernel
from icosian._kernels.bits import BITS, count_bits, lowest_bit

STEPS, DEPTH, ENTERED, SIZE, WORDS, WIDTH, INDEPENDENT, FOUND, ROOM, NUMBERS = range(10)
MORE, FULL, EXHAUSTED = 0, 1, 2  # statuses


@kernel
def last_members(rows, missing, allowed, choice, s):
    """Write the members that cover all that is missing to ``choice``; return how many."""
    words = s[WORDS]
    here = s[DEPTH] * words
    spare = here + words  # the next depth is not in use yet
    for w in range(words):
        allowed[spare + w] = allowed[here + w]
    for w in range(words):
        rest = missing[here + w]
        while rest != 0:
            row = (w * BITS + lowest_bit(rest)) * words
            rest &= rest - 1
            common = 0
            for x in range(words):
                allowed[spare + x] &= rows[row + x]
                common |= allowed[spare + x]
            if common == 0:
                return 0
    k = s[DEPTH] * s[WIDTH]
    first = k
    for w in range(words):
        rest = allowed[spare + w]
        while rest != 0:
            choice[k] = w * BITS + lowest_bit(rest)
            rest &= rest - 1
            k += 1
    return k - first


@kernel
def members(indptr, indices, rows, missing, allowed, gain, lack, choice, tops, s):
    """Write the members to try at this depth to ``choice``; return how many.

    Too little weight in the largest gains together ends the branch; a member that would need more
    than the largest gains beside it is no longer allowed.
    """
    words = s[WORDS]
    depth = s[DEPTH]
    here = depth * words
    n = len(indptr) - 1
    rest = s[SIZE] - depth
    k = 0
    for v in range(n):
        if (allowed[here + v // BITS] >> v % BITS) & 1 == 1:
            g = gain[depth * n + v]
            if k < rest:
                k += 1
            elif tops[rest - 1] >= g:
                continue
            j = k - 1
            while j > 0 and tops[j - 1] < g:
                tops[j] = tops[j - 1]
                j -= 1
            tops[j] = g
    least = lack[depth]
    for j in range(min(k, rest - 1)):
        least -= tops[j]
    if k == 0 or (k == rest and tops[rest - 1] < least) or (k < rest and least > 0):
        return 0
    if least > 0:
        for v in range(n):
            if gain[depth * n + v] < least:
                allowed[here + v // BITS] &= ~(1 << v % BITS)
    fewest = n + 1
    hardest = 0
    for v in range(n):
        if (missing[here + v // BITS] >> v % BITS) & 1 == 1:
            number = 0
            for w in range(words):
                number += count_bits(rows[v * words + w] & allowed[here + w])
            if number < fewest:
                fewest = number
                hardest = v
    k = depth * s[WIDTH]
    first = k
    for i in range(indptr[hardest], indptr[hardest + 1]):
        v = indices[i]
        if (allowed[here + v // BITS] >> v % BITS) & 1 == 1:
            number = 0
            for w in range(words):
                number += count_bits(rows[v * words + w] & missing[here + w])
            tops[v] = number
            j = k
            while j > first and tops[choice[j - 1]] < number:
                choice[j] = choice[j - 1]
                j -= 1
            choice[j] = v
            k += 1
    return k - first


@kernel
def dominate(
    indptr,
    indices,
    rows,
    orbits,
    weight,
    missing,
    allowed,
    gain,
    lack,
    choice,
    count,
    cursor,
    tops,
    found,
    s,
    budget,
):
    """Go on with the search; every set looked at is a step.

    ``indptr``, ``indices`` and ``rows`` are the reach of every node, as lists and as words. Depth
    0 of ``missing``, ``allowed``, ``gain`` and ``lack`` (the weight that is missing) is set before
    the first call. ``orbits[v]``, in words, is excluded once all sets with v have been tried as
    the first member. ``found`` takes the members of ``s[ROOM]`` sets, then the status is FULL; the
    caller empties it by setting ``s[FOUND]`` to 0, and the next call goes on.
    """
    words = s[WORDS]
    width = s[WIDTH]
    n = len(indptr) - 1
    while True:
        if budget <= 0:
            return MORE
        if s[FOUND] == s[ROOM]:
            return FULL
        depth = s[DEPTH]
        here = depth * words
        if s[ENTERED] == 0:
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            cursor[depth] = 0
            count[depth] = 0
            blank = 0
            for w in range(words):
                blank |= missing[here + w]
            rest = s[SIZE] - depth
            if blank == 0:
                start = s[FOUND] * s[SIZE]
                for d in range(depth):
                    found[start + d] = choice[d * width + cursor[d] - 1]
                s[FOUND] += 1
            elif rest == 1:
                count[depth] = last_members(rows, missing, allowed, choice, s)
            elif rest > 1:
                count[depth] = members(
                    indptr, indices, rows, missing, allowed, gain, lack, choice, tops, s
                )
        if cursor[depth] == count[depth]:
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            continue
        v = choice[depth * width + cursor[depth]]
        if cursor[depth] > 0:
            u = choice[depth * width + cursor[depth] - 1]
            if depth == 0:
                for w in range(words):
                    allowed[w] &= ~orbits[u * words + w]
            else:
                allowed[here + u // BITS] &= ~(1 << u % BITS)
        cursor[depth] += 1
        if (allowed[here + v // BITS] >> v % BITS) & 1 == 0:
            continue
        below = here + words
        s[DEPTH] += 1
        s[ENTERED] = 0
        for w in range(words):
            missing[below + w] = missing[here + w] & ~rows[v * words + w]
            allowed[below + w] = allowed[here + w]
            if s[INDEPENDENT] == 1:
                allowed[below + w] &= ~rows[v * words + w]
        allowed[below + v // BITS] &= ~(1 << v % BITS)
        if s[SIZE] - depth > 2:  # else the gains are not asked for
            lack[depth + 1] = lack[depth] - gain[depth * n + v]
            for u in range(n):
                gain[(depth + 1) * n + u] = gain[depth * n + u]
            for w in range(words):
                fresh = missing[here + w] ^ missing[below + w]
                while fresh != 0:
                    u = w * BITS + lowest_bit(fresh)
                    fresh &= fresh - 1
                    for i in range(indptr[u], indptr[u + 1]):
                        gain[(depth + 1) * n + indices[i]] -= weight[u]
