"""Dominating sets of a given size: set cover by branch and bound on the hardest node.

A set covers a node if it has a member in the node's reach; reach is mutual. At every depth there
are the missing nodes, the nodes allowed as members, and the gain of each: the weight of the missing
nodes in its reach. Any weights of at least 0 are valid; the duals of the linear relaxation prune
early (J. E. Beasley, European Journal of Operational Research 31 (1987), 85-93). Sets are
``s[WORDS]`` words of 62 bits; those of node v, or of depth d, begin at word ``v * s[WORDS]`` or
``d * s[WORDS]``. The words of ``s`` are named below.
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel
from icosian._kernels.words import BITS, count_bits, lowest_bit

STEPS, DEPTH, ENTERED, SIZE, WORDS, WIDTH, INDEPENDENT, FOUND, ROOM, NUMBERS = range(10)
MORE, FULL, EXHAUSTED = 0, 1, 2  # statuses

ReachRows = namedtuple("ReachRows", "indptr indices rows orbits weight")
"""The reach of every node, as lists and as sets; what is symmetric to it; its weight."""
MemberTree = namedtuple(
    "MemberTree", "missing allowed gain lack choice count cursor tops covers found"
)
"""The nodes and gains at each depth, the members to try there, and the sets found."""


@kernel
def last_members(rows, missing, allowed, choice, s):
    """Write the single members that cover all missing nodes to ``choice``; return how many."""
    words = s[WORDS]
    here = s[DEPTH] * words
    # Intersect the reach of all missing nodes with what is allowed, in the words of the next depth,
    # which are not in use yet.
    spare = here + words
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
    first = s[DEPTH] * s[WIDTH]
    k = first
    for w in range(words):
        rest = allowed[spare + w]
        while rest != 0:
            choice[k] = w * BITS + lowest_bit(rest)
            rest &= rest - 1
            k += 1
    return k - first


@inlined
def members(reach, tree, s):
    """Write the members to try at this depth to ``choice``; return how many."""
    indptr, indices, rows = reach.indptr, reach.indices, reach.rows
    missing, allowed, gain, lack, choice, _, _, tops, covers, _ = tree
    words = s[WORDS]
    depth = s[DEPTH]
    here = depth * words
    n = len(covers)
    # 1. Collect the largest gains, as many as members are left to choose.
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
    # 2. Prune if they do not sum to the missing weight. ``least`` is what any member must gain.
    least = lack[depth]
    for j in range(min(k, rest - 1)):
        least -= tops[j]
    if (k < rest and least > 0) or (k == rest and tops[rest - 1] < least):
        return 0
    # 3. Exclude the nodes that gain less.
    if least > 0:
        for v in range(n):
            if gain[depth * n + v] < least:
                allowed[here + v // BITS] &= ~(1 << v % BITS)
    # 4. The hardest missing node has the fewest allowed dominators.
    fewest = n + 1
    hardest = 0
    for w in range(words):
        left = missing[here + w]
        while left != 0:
            v = w * BITS + lowest_bit(left)
            left &= left - 1
            number = 0
            for x in range(words):
                number += count_bits(rows[v * words + x] & allowed[here + x])
            if number < fewest:
                fewest = number
                hardest = v
    if fewest == 0:
        return 0
    # 5. Branch on these, sorted by the number of missing nodes that they cover.
    first = depth * s[WIDTH]
    k = first
    for i in range(indptr[hardest], indptr[hardest + 1]):
        v = indices[i]
        if (allowed[here + v // BITS] >> v % BITS) & 1 == 1:
            number = 0
            for w in range(words):
                number += count_bits(rows[v * words + w] & missing[here + w])
            covers[v] = number
            j = k
            while j > first and covers[choice[j - 1]] < number:
                choice[j] = choice[j - 1]
                j -= 1
            choice[j] = v
            k += 1
    return k - first


@inlined
def descend(reach, tree, v, s):
    """Take v as the member of this depth, and update missing and allowed nodes and gains."""
    indptr, indices, rows, _, weight = reach
    missing, allowed, gain, lack, _, _, _, _, _, _ = tree
    words = s[WORDS]
    depth = s[DEPTH]
    here = depth * words
    below = here + words
    s[DEPTH] += 1
    s[ENTERED] = 0
    for w in range(words):
        row = rows[v * words + w]
        missing[below + w] = missing[here + w] & ~row
        allowed[below + w] = allowed[here + w]
        if s[INDEPENDENT] == 1:
            allowed[below + w] &= ~row
    allowed[below + v // BITS] &= ~(1 << v % BITS)
    if s[SIZE] - depth <= 2:
        return  # gains are not needed for the last member
    n = len(weight)
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


@kernel
def dominate(reach, tree, s, budget):
    """Go on with the search; every partial or full set is a step.

    ``indptr``, ``indices`` and ``rows`` are the reach of every node, as lists and as sets. Depth 0
    of ``missing``, ``allowed``, ``gain`` and ``lack``, the weight of all missing nodes, is set
    before the first call. ``found`` takes ``s[ROOM]`` sets of ``s[SIZE]`` members, smaller ones
    filled up with -1; then the status is FULL. The caller empties it by setting ``s[FOUND]`` to 0.
    """
    rows, orbits = reach.rows, reach.orbits
    missing, allowed, _, _, choice, count, cursor, _, _, found = tree
    words = s[WORDS]
    width = s[WIDTH]
    while True:
        if budget <= 0:
            return MORE
        if s[FOUND] == s[ROOM]:
            return FULL
        depth = s[DEPTH]
        here = depth * words
        # 1. A new node of the tree: a set is found if nothing is missing, else find the branches.
        if s[ENTERED] == 0:
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            cursor[depth] = 0
            count[depth] = 0
            some = 0
            for w in range(words):
                some |= missing[here + w]
            if some == 0:
                start = s[FOUND] * s[SIZE]
                for d in range(s[SIZE]):
                    found[start + d] = -1 if d >= depth else choice[d * width + cursor[d] - 1]
                s[FOUND] += 1
            elif s[SIZE] - depth == 1:
                count[depth] = last_members(rows, missing, allowed, choice, s)
            elif s[SIZE] > depth:
                count[depth] = members(reach, tree, s)
        # 2. No branch is left: go back.
        if cursor[depth] == count[depth]:
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            continue
        # 3. Exclude the member that had its turn; at depth 0 with all nodes symmetric to it.
        if cursor[depth] > 0:
            v = choice[depth * width + cursor[depth] - 1]
            if depth == 0:
                for w in range(words):
                    allowed[w] &= ~orbits[v * words + w]
            else:
                allowed[here + v // BITS] &= ~(1 << v % BITS)
        # 4. Take the next member.
        v = choice[depth * width + cursor[depth]]
        cursor[depth] += 1
        if (allowed[here + v // BITS] >> v % BITS) & 1 == 1:
            descend(reach, tree, v, s)
