"""Independent sets: listing those of one size, and branch and bound for a maximum one.

Sets are words of 62 bits. Row v of ``near``, from word ``v * width`` on, holds the neighbors of v;
level k of a search that has chosen k nodes begins at word ``k * width`` of its arrays. The words of
``s`` are named below.

The branch and bound is that of the best clique solvers, on the complement: clique covers instead
of colorings, and unit propagation as an incremental MaxSAT bound (C.-M. Li, Z. Quan, AAAI 2010,
128-133; P. San Segundo, A. Nikolaev, M. Batsyn, Computers & Operations Research 64 (2015)).
"""

from collections import namedtuple

from icosian._kernels._jit import inlined, kernel
from icosian._kernels.words import BITS, count_bits, lowest_bit

MORE, DONE, FULL, FOUND = 0, 1, 2, 3  # statuses


STEPS, LEVEL, ROOM, LISTED, LIST_WORDS = range(5)


@kernel
def enough(cliques, free, base, width, need):
    """Return whether ``need`` free nodes are left, and as many cliques that hold one."""
    count = 0
    for j in range(width):
        count += count_bits(free[base + j])
    if count < need:
        return False
    for at in range(0, len(cliques), width):
        if need <= 0:
            return True
        for j in range(width):
            if free[base + j] & cliques[at + j] != 0:
                need -= 1
                break
    return need <= 0


@kernel
def listing(near, cliques, free, chosen, listed, s, budget):
    """List the independent sets of ``len(chosen)`` nodes in lexicographic order.

    Before the first call level 0 of ``free`` holds all nodes; ``cliques`` cover them. FULL: there
    are ``s[ROOM]`` sets in ``listed``; the caller empties it by setting ``s[LISTED]`` to 0.
    """
    size = len(chosen)
    width = len(free) // size
    while budget > 0:
        if s[LISTED] == s[ROOM]:
            return FULL
        budget -= 1
        s[STEPS] += 1
        # 1. Too few nodes or cliques are left: go back.
        level = s[LEVEL]
        base = level * width
        if not enough(cliques, free, base, width, size - level):
            if level == 0:
                return DONE
            s[LEVEL] -= 1
            continue
        # 2. Choose the first free node; it is not free any more when the search comes back.
        i = 0
        while free[base + i] == 0:
            i += 1
        word = free[base + i]
        v = i * BITS + lowest_bit(word)
        free[base + i] = word & (word - 1)
        chosen[level] = v
        # 3. The set is complete, or the node's neighbors are not free on the next level.
        if level == size - 1:
            for k in range(size):
                listed[s[LISTED] * size + k] = chosen[k]
            s[LISTED] += 1
            continue
        for j in range(width):
            free[base + width + j] = free[base + j] & ~near[v * width + j]
        s[LEVEL] += 1
    return MORE


BEST, TARGET, SIZE, STAGE, CLIQUES, NEXT, COST, WORDS = range(2, 10)  # after STEPS and LEVEL
COVER, TEST, BRANCH = range(3)  # stages of a level

LevelSets = namedtuple("LevelSets", "free left untested chosen best")
"""The free nodes of each level, those left over there; the set, and the best."""
CliqueMarks = namedtuple("CliqueMarks", "cliques used units culprits alive")
"""The cliques, what uses them, the nodes that they gave, and those that may follow."""


@kernel
def highest_bit(word):
    """Return the greatest member of a word that is not empty."""
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    word |= word >> 32
    return count_bits(word) - 1


@kernel
def cover(near, sets, marks, base, most):
    """Cover free nodes by at most ``most`` greedy cliques, but for ``left``; return how many."""
    free, left, cliques = sets.free, sets.left, marks.cliques
    width = len(marks.alive)
    for j in range(width):
        left[base + j] = free[base + j]
    k = 0
    first = 0
    while k < most:
        while first < width and left[base + first] == 0:
            first += 1
        if first == width:
            break
        # The words of the clique hold first what may still join, then, word by word, its members.
        at = k * width
        for j in range(width):
            cliques[at + j] = left[base + j]
        for j in range(first, width):
            word = cliques[at + j]
            members = 0
            while word != 0:
                low = word & -word
                members |= low
                row = (j * BITS + count_bits(low - 1)) * width
                word = (word ^ low) & near[row + j]
                for i in range(j + 1, width):
                    cliques[at + i] &= near[row + i]
            cliques[at + j] = members
            left[base + j] &= ~members
        k += 1
    return k


@inlined
def blame(near, marks, count, width, v, c):
    """Mark as used the cliques that imply that clique c has no node left when v is taken."""
    # A queue of culprits: for every node of a culprit that is not a neighbor of v, the first unit
    # that excludes it, and the clique that the unit came from is a culprit, too.
    cliques, used, units, culprits, _ = marks
    used[c] = 1
    culprits[0] = c
    known = 1
    k = 0
    while k < known:
        clique = culprits[k]
        k += 1
        for j in range(width):
            word = cliques[clique * width + j] & ~near[v * width + j]
            for i in range(count):
                if word == 0 or units[2 * i + 1] == clique:  # later units did not exclude its nodes
                    break
                hit = word & near[units[2 * i] * width + j]
                word ^= hit
                cause = units[2 * i + 1]
                if hit != 0 and used[cause] != 1:
                    used[cause] = 1
                    culprits[known] = cause
                    known += 1


@inlined
def refuted(near, marks, width, k, v):
    """Return whether v and a node of each of some unused cliques are never independent.

    Unit propagation: a clique with a single node left must give that node.
    """
    # 1. Take v.
    cliques, used, units, _, alive = marks
    for j in range(width):
        alive[j] = ~near[v * width + j]
    count = 0
    before = -1
    clash = False
    while count > before and not clash:
        before = count
        for c in range(k):
            if used[c] != 0:
                continue
            # 2. Count the nodes that are left of every unused clique: none, one (u) or several.
            u = -1
            several = False
            for j in range(width):
                word = cliques[c * width + j] & alive[j]
                if word != 0:
                    if u >= 0 or word & (word - 1) != 0:
                        several = True
                        break
                    u = j * BITS + lowest_bit(word)
            if several:
                continue
            # 3. None: a conflict. Every clique that it needs excuses no other node.
            if u < 0:
                blame(near, marks, count, width, v, c)
                clash = True
                break
            # 4. One: take it, too.
            used[c] = 2
            units[2 * count] = u
            units[2 * count + 1] = c
            count += 1
            for j in range(width):
                alive[j] &= ~near[u * width + j]
    # 5. Cliques that the conflict does not need are unused again.
    for i in range(count):
        if used[units[2 * i + 1]] == 2:
            used[units[2 * i + 1]] = 0
    return clash


@kernel
def largest(near, sets, marks, s, budget):
    """Search for independent sets of more than ``s[BEST]`` nodes, by branch and bound.

    Before the first call level 0 of ``free`` holds all nodes, and ``s[COST]`` is what a step takes
    of the budget, more where sets are larger. A set that is found is written to ``best`` and its
    size to ``s[SIZE]`` and ``s[BEST]``. FOUND: that is ``s[TARGET]``. DONE: no set has more than
    ``s[BEST]`` nodes.
    """
    free, left, untested, chosen, best = sets
    used = marks.used
    width = len(marks.alive)
    while budget > 0:
        budget -= s[COST]
        s[STEPS] += 1
        level = s[LEVEL]
        base = level * width
        if s[STAGE] == COVER:
            # 1. Cover the free nodes by BEST - level cliques. Nodes of these cliques alone are no
            #    improvement: one of the nodes that are left over is needed.
            k = cover(near, sets, marks, base, s[BEST] - level)
            for c in range(k):
                used[c] = 0
            for j in range(width):
                untested[j] = left[base + j]
            s[CLIQUES] = k
            s[NEXT] = 0
            s[STAGE] = TEST
        elif s[STAGE] == TEST:
            # 2. A left-over node is not needed either if it adds nothing to some unused cliques,
            #    by unit propagation; each clique excuses one node.
            j = s[NEXT]
            while j < width and untested[j] == 0:
                j += 1
            s[NEXT] = j
            if j == width:
                s[STAGE] = BRANCH
                continue
            low = untested[j] & -untested[j]
            untested[j] ^= low
            v = j * BITS + count_bits(low - 1)
            if refuted(near, marks, width, s[CLIQUES], v):
                left[base + j] ^= low
        else:
            # 3. Branch on the nodes that are still left, the last one first; each is excluded after
            #    its turn. None is left: go back.
            j = width - 1
            while j >= 0 and left[base + j] == 0:
                j -= 1
            if j < 0:
                if level == 0:
                    return DONE
                s[LEVEL] -= 1
                continue
            bit = highest_bit(left[base + j])
            left[base + j] ^= 1 << bit
            free[base + j] ^= 1 << bit
            v = j * BITS + bit
            chosen[level] = v
            some = False
            for i in range(width):
                word = free[base + i] & ~near[v * width + i]
                free[base + width + i] = word
                some = some or word != 0
            # 4. The next level has the free nodes that are not neighbors; without any, the set is
            #    maximal, and perhaps larger than the best one.
            if some:
                s[LEVEL] += 1
                s[STAGE] = COVER
            elif level >= s[BEST]:
                s[BEST] = level + 1
                s[SIZE] = level + 1
                for i in range(level + 1):
                    best[i] = chosen[i]
                if s[BEST] >= s[TARGET]:
                    return FOUND
    return MORE
