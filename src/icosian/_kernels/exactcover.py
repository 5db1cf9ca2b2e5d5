"""Exact cover: Knuth's Algorithm X with lists of the disjoint sets at every depth.

D. E. Knuth, Dancing links (Millennial Perspectives in Computer Science, 2000, 187-214). Instead of
linked lists that are undone, every depth has its own list of the sets that are disjoint from those
chosen: with some thousand sets of equal size, copying is as fast, and a search can stop anywhere.
The words of ``s`` are named below.
"""

from typing import Any, NamedTuple

from icosian._kernels._jit import kernel
from icosian._kernels.words import BITS

STEPS, DEPTH, ENTERED, WORDS = range(4)
MORE, FOUND, EXHAUSTED = 0, 1, 2  # statuses


class FamilyRows(NamedTuple):
    """The nodes of each set, and the same as words of 62 bits."""

    starts: Any
    members: Any
    rows: Any


class CoverTree(NamedTuple):
    """The sets left at each depth, and their number; the choices; the nodes covered."""

    listed: Any
    length: Any
    branch: Any
    cursor: Any
    chosen: Any
    used: Any
    number: Any


@kernel
def rarest(families, tree, s):
    """Return the uncovered node that is in the fewest remaining sets, or -1 if all are covered."""
    starts, members = families.starts, families.members
    listed, length, _, _, _, used, number = tree
    nodes = len(used)
    for v in range(nodes):
        number[v] = 0
    first = s[DEPTH] * (len(starts) - 1)
    for i in range(first, first + length[s[DEPTH]]):
        for j in range(starts[listed[i]], starts[listed[i] + 1]):
            number[members[j]] += 1
    best = -1
    for v in range(nodes):
        if used[v] == 0 and (best < 0 or number[v] < number[best]):
            best = v
    return best


@kernel
def cover(families, tree, s, budget):
    """Go on with the search; every choice of a node to branch on is a step.

    ``starts`` and ``members`` list the nodes of each set, ``rows`` are the same as words of 62
    bits. Depth 0 of ``listed`` and its ``length`` are set before the first call. When the status
    is FOUND, the first ``s[DEPTH]`` sets of ``chosen`` are an exact cover.
    """
    starts, members, rows = families
    listed, length, branch, cursor, chosen, used, number = tree
    sets = len(starts) - 1
    words = -(-len(used) // BITS)
    while budget > 0:
        depth = s[DEPTH]
        first = depth * sets
        # 1. A new node of the tree: choose the node that is in the fewest remaining sets.
        if s[ENTERED] == 0:
            v = rarest(families, tree, s)
            if v < 0:
                return FOUND
            s[ENTERED] = 1
            s[STEPS] += 1
            budget -= 1
            branch[depth] = v
            cursor[depth] = 0 if number[v] > 0 else length[depth]
        # 2. Find the next remaining set that holds it.
        v = branch[depth]
        word = v // BITS
        bit = 1 << v % BITS
        i = cursor[depth]
        while i < length[depth] and rows[listed[first + i] * words + word] & bit == 0:
            i += 1
        cursor[depth] = i + 1
        # 3. There is none: go back, and uncover the nodes of the last set.
        if i >= length[depth]:
            if depth == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            last = chosen[depth - 1]
            for j in range(starts[last], starts[last + 1]):
                used[members[j]] = 0
            continue
        # 4. Choose it: its nodes are covered, and only the sets disjoint from it remain.
        new = listed[first + i]
        chosen[depth] = new
        for j in range(starts[new], starts[new + 1]):
            used[members[j]] = 1
        k = first + sets
        for i in range(first, first + length[depth]):
            other = listed[i]
            common = 0
            for w in range(words):
                common |= rows[other * words + w] & rows[new * words + w]
            if common == 0:
                listed[k] = other
                k += 1
        length[depth + 1] = k - first - sets
        s[DEPTH] += 1
        s[ENTERED] = 0
    return MORE
