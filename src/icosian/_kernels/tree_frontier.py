"""Frontier search along a tree: vertices are removed one by one, and parts that meet are joined.

The vertices that were removed form *parts*, which the others separate. The *border* of a part is
the vertices outside with an edge into it, or that ``elimination`` made neighbors of it. What counts
of the edges taken in a part is how its paths end in the border, which is a word as in ``frontier``.
A vertex has the same slot in all borders, and no two vertices of a border share one. A step either
removes a vertex, where its edges to later vertices, its *heads*, are taken or left out; or it joins
two parts, whose borders share the vertex that is removed next of both [1]_.

Field F of vertex v is ``vertices[VERTEX * v + F]``, of a step ``tree[STEP * t + F]``. Masks have a
bit for each slot, the lowest of its four. States are numbered through all steps. ``origin`` has two
words for each: the states that were joined to it, or the one before and the places among the heads
of the edges taken, from 1 on, in the base 16. The words of ``s`` are named below.

References
----------
.. [1] S. Arnborg, A. Proskurowski, Linear time algorithms for NP-hard problems restricted to
   partial k-trees, Discrete Applied Mathematics 23 (1989), 11-24.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel
from icosian._kernels.frontier import (
    BITS,
    DONE,
    EMPTY,
    EXHAUSTED,
    FOLD,
    FOUND,
    FULL,
    MIX,
    MORE,
    NONE,
    SLOTS,
)
from icosian._kernels.words import count_bits, lowest_bit

ONES = EMPTY // NONE
"""The mask of all slots."""
OWN = sum(k << BITS * k for k in range(SLOTS))
"""The word of vertices without edges in all slots."""
BLOCKED = -1
"""What is returned instead of a word where a vertex has two edges already."""
TOGETHER = 64  # pairs of states that are compared in the time of a step

PLACE, SLOT, PART, SIZE, BORDER, TIED, VERTEX = range(7)
"""Fields of a vertex: its place in the order, its slot; of the part that it is the next of the
border of, the last step or -1, the number of its vertices, the mask of its border, and of the
vertices there that have a fixed edge into it."""
# Fields of a step.
(
    PARTS,  # how many parts are read: 2 if they are joined, else 0 or 1
    FIRST,  # the last step of the first one,
    OTHER,  # and of the second one
    REMOVED,  # the slot of the vertex that is removed
    ENTER,  # what changes in the words of the first part as vertices enter its border,
    ENTER_OTHER,  # and in those of the second one
    WITHIN,  # the mask of the border afterwards,
    FEW,  # of its vertices that have at most one edge left,
    LAST,  # none left,
    RESERVED,  # or a fixed edge left
    WHOLE,  # 1 if all vertices are in the part or its border
    HEADS,  # where the heads begin
    HEADS_END,  # and end
    FIXED,  # the place of the head of a fixed edge, or -1
    BEGAN,  # the first state made,
    COUNT,  # and how many were made
    STEP,
) = range(17)
STEPS = 0
EMITTED, HEADED, PLANNING = range(1, 4)  # words of ``plan``
AT, READ, FOLLOWING = range(1, 4)  # words of ``follow``

PlannedForm = namedtuple("PlannedForm", "indptr indices mate later vertices inside")
"""The normal form, later neighbors, and what is known of vertices and of borders."""
StepTree = namedtuple("StepTree", "tree heads")
"""The steps, and the heads of the edges that removals may use."""
StateTable = namedtuple("StateTable", "words origin table")
"""States: words, what they came of, and the table that finds them."""


@kernel
def plan(form, order, steps, s, budget):
    """List the steps, and the heads: 16 times the vertex plus its slot.

    ``later`` has ``limit`` entries for each vertex, its neighbors when it is removed, then -1;
    ``inside`` has SLOTS entries for each, the edges that vertices of the border have into the part.
    """
    later, vertices = form.later, form.vertices
    n = len(order)
    limit = len(later) // n
    while budget > 0:
        if s[STEPS] == 2 * n:
            return DONE
        # 1. Vertices get slots, the last one first: the lowest one that none of its border has.
        if s[STEPS] < n:
            v = order[n - 1 - s[STEPS]]
            taken = 0
            for i in range(limit * v, limit * (v + 1)):
                if later[i] < 0:
                    break
                taken |= 1 << vertices[VERTEX * later[i] + SLOT]
            slot = 0
            while taken >> slot & 1:
                slot += 1
            vertices[VERTEX * v + SLOT] = slot
        # 2. Then each of them is removed, and its part joined to the one that waits.
        else:
            v = order[s[STEPS] - n]
            following = remove_next(form, limit, steps, s, v)
            if following >= 0:
                join_next(form, limit, steps.tree, s, v, following)
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def remove_next(form, limit, steps, s, v):
    """List the step that removes a vertex; return the next of the border of its part, or -1."""
    indptr, indices, mate, later, vertices, inside = form
    tree, heads = steps
    at = STEP * s[EMITTED]
    pv = VERTEX * v
    # 1. The border afterwards, with the vertex itself: those who were not in it before enter.
    own = 1 << BITS * vertices[pv + SLOT]
    border = 0
    following = -1
    members = 0
    for i in range(limit * v, limit * (v + 1)):
        w = later[i]
        if w < 0:
            break
        border |= 1 << BITS * vertices[VERTEX * w + SLOT]
        members += 1
        if following < 0 or vertices[VERTEX * w + PLACE] < vertices[VERTEX * following + PLACE]:
            following = w
    tree[at + PARTS] = vertices[pv + PART] >= 0
    tree[at + FIRST] = vertices[pv + PART]
    tree[at + REMOVED] = vertices[pv + SLOT]
    tree[at + ENTER] = entering((border | own) & ~vertices[pv + BORDER])
    tree[at + WITHIN] = border
    # 2. The heads.
    tree[at + HEADS] = s[HEADED]
    tree[at + FIXED] = -1
    for i in range(indptr[v], indptr[v + 1]):
        w = indices[i]
        if vertices[VERTEX * w + PLACE] > vertices[pv + PLACE]:
            slot = vertices[VERTEX * w + SLOT]
            inside[SLOTS * v + slot] += 1
            if mate[v] == w:
                tree[at + FIXED] = s[HEADED]
                vertices[pv + TIED] |= 1 << BITS * slot
            heads[s[HEADED]] = w << BITS | slot
            s[HEADED] += 1
    tree[at + HEADS_END] = s[HEADED]
    # 3. What is left of the border.
    vertices[pv + PART] = s[EMITTED]
    vertices[pv + SIZE] += 1
    vertices[pv + BORDER] = border
    vertices[pv + TIED] &= border
    tree[at + WHOLE] = vertices[pv + SIZE] + members == len(indptr) - 1
    for i in range(limit * v, limit * v + members):
        note(form, tree, at, v, later[i])
    s[EMITTED] += 1
    return following


@kernel
def join_next(form, limit, tree, s, v, u):
    """Let the part of v wait for the removal of u, and join it to the one that does already."""
    indptr, later, vertices, inside = form.indptr, form.later, form.vertices, form.inside
    # 1. Add up the vertices, edges and borders: two parts share no edge, so nothing counts twice.
    #    Counts of slots that have left the border of v belong to other vertices by now.
    pu = VERTEX * u
    pv = VERTEX * v
    for k in range(SLOTS):
        inside[SLOTS * u + k] += inside[SLOTS * v + k] * (vertices[pv + BORDER] >> BITS * k & 1)
    vertices[pu + SIZE] += vertices[pv + SIZE]
    vertices[pu + TIED] |= vertices[pv + TIED]
    before = vertices[pu + BORDER]
    border = before | vertices[pv + BORDER]
    vertices[pu + BORDER] = border
    # 2. If another part waits, a step joins the two; it is the part that waits from now on.
    part = vertices[pv + PART]
    if vertices[pu + PART] >= 0:
        part = s[EMITTED]
        at = STEP * part
        tree[at + PARTS] = 2
        tree[at + FIRST] = vertices[pu + PART]
        tree[at + OTHER] = vertices[pv + PART]
        tree[at + ENTER] = entering(border & ~before)
        tree[at + ENTER_OTHER] = entering(border & ~vertices[pv + BORDER])
        tree[at + WITHIN] = border
        tree[at + WHOLE] = vertices[pu + SIZE] + count_bits(border) == len(indptr) - 1
        note(form, tree, at, u, u)
        for i in range(limit * u, limit * (u + 1)):
            if later[i] < 0:
                break
            if border >> BITS * vertices[VERTEX * later[i] + SLOT] & 1:
                note(form, tree, at, u, later[i])
        s[EMITTED] += 1
    vertices[pu + PART] = part


@kernel
def entering(mask):
    """Return what changes in a word as the vertices of a mask enter."""
    return (OWN ^ EMPTY) & mask * NONE


@kernel
def note(form, tree, at, v, w):
    """Note which edges a vertex in the border of the part of v has left."""
    indptr, mate, vertices, inside = form.indptr, form.mate, form.vertices, form.inside
    slot = vertices[VERTEX * w + SLOT]
    bit = 1 << BITS * slot
    left = indptr[w + 1] - indptr[w] - inside[SLOTS * v + slot]
    if left <= 1:
        tree[at + FEW] |= bit
    if left == 0:
        tree[at + LAST] |= bit
    if mate[w] >= 0 and vertices[VERTEX * v + TIED] & bit == 0:
        tree[at + RESERVED] |= bit


@kernel
def follow(steps, states, keys, s, budget):
    """Follow the steps; after FULL the state that was being read is read again.

    A table is for the step at hand, and begins as 0. When the status is FOUND, the last state that
    was made is that of a Hamiltonian cycle.
    """
    tree = steps.tree
    while budget > 0:
        at = STEP * s[AT]
        if at == len(tree):
            return EXHAUSTED
        parts = tree[at + PARTS]
        size = tree[STEP * tree[at + FIRST] + COUNT] if parts else 1
        cost = 1
        # 1. All states have been read.
        if s[READ] == size:
            made = tree[at + COUNT]
            if made == 0:
                return EXHAUSTED
            s[READ] = 0
            s[AT] += 1
            if s[AT] * STEP < len(tree):
                tree[at + STEP + BEGAN] = tree[at + BEGAN] + made
        # 2. Read a state.
        else:
            number = tree[STEP * tree[at + FIRST] + BEGAN] + s[READ] if parts else 0
            if parts == 2:
                cost += tree[STEP * tree[at + OTHER] + COUNT] // TOGETHER
                status = meet(tree, states, keys, s, at, number)
            else:
                word = tree[at + ENTER] ^ (states.words[number] if parts else EMPTY)
                status = remove(steps, states, at, number, word)
            if status != MORE:
                return status
            s[READ] += 1
        s[STEPS] += cost
        budget -= cost
    return MORE


@kernel
def meet(tree, states, keys, s, at, number):
    """Join a state of one part with those of the other one."""
    words = states.words
    word = tree[at + ENTER] ^ words[number]
    begin = tree[STEP * tree[at + OTHER] + BEGAN]
    end = begin + tree[STEP * tree[at + OTHER] + COUNT]
    within = tree[at + WITHIN]
    enter = tree[at + ENTER_OTHER]
    # 1. A key says which vertices have any edges, and beside that which have two; that of the first
    #    part has it the other way round, so what both say gives a vertex too many edges.
    if s[READ] == 0:
        for k in range(begin, end):
            other = words[k] ^ enter
            keys[k - begin] = within & ~unused(other) | (within & used_up(other)) << 1
    mine = within & used_up(word) | (within & ~unused(word)) << 1
    for k in range(begin, end):
        theirs = keys[k - begin]
        if theirs & mine:
            continue
        # 2. A path of the other part is taken like an edge between its ends.
        other = words[k] ^ enter
        both = word | (theirs >> 1 & within) * NONE
        ends = (theirs ^ theirs >> 1) & within
        while ends and both >= 0:
            u = lowest_bit(ends) // BITS
            v = other >> BITS * u & NONE
            ends ^= 1 << BITS * u | 1 << BITS * v
            both = take(both, u, v)
        status = offer(tree, states, at, both, number, k)
        if status != MORE:
            return status
    return MORE


@kernel
def remove(steps, states, at, number, word):
    """Give a vertex two edges in every way, of which those to its heads are new."""
    tree, heads = steps
    v = tree[at + REMOVED]
    begin = tree[at + HEADS]
    end = tree[at + HEADS_END]
    fixed = tree[at + FIXED]
    # 1. How many are new, and whether one of these is fixed. An entry that names its own slot is of
    #    a vertex without edges, NONE of one with two.
    mate = word >> BITS * v & NONE
    missing = 0 if mate == NONE else 2 if mate == v else 1
    code = 0
    if fixed >= 0:
        if missing == 0:
            return MORE
        missing -= 1
        code = fixed - begin + 1
        word = take(word, v, heads[fixed] & NONE)
    if missing == 0 or word < 0:
        return offer(tree, states, at, word, number, code)
    # 2. Take the others: nothing is left to the vertex later.
    for i in range(begin, end):
        if i == fixed:
            continue
        one = take(word, v, heads[i] & NONE)
        code_one = code << BITS | i - begin + 1
        if missing == 1:
            status = offer(tree, states, at, one, number, code_one)
            if status != MORE:
                return status
        elif one >= 0:
            for j in range(i + 1, end):
                two = take(one, v, heads[j] & NONE)
                code_two = code_one << BITS | j - begin + 1
                status = offer(tree, states, at, two, number, code_two)
                if status != MORE:
                    return status
    return MORE


@kernel
def used_up(word):
    """Return the mask of the slots that are empty, or whose vertices have two edges."""
    pairs = word & word >> 1
    return pairs & pairs >> 2 & ONES


@kernel
def unused(word):
    """Return the mask of the slots whose vertices have no edges."""
    pairs = word ^ OWN
    pairs |= pairs >> 1
    return ONES & ~(pairs | pairs >> 2)


@kernel
def take(word, u, v):
    """Return the word after an edge is taken; below 0 if it cannot be, ~w if it closes a cycle."""
    p = word >> BITS * u & NONE
    q = word >> BITS * v & NONE
    if p == NONE or q == NONE:
        return BLOCKED
    joined = word | NONE << BITS * u | NONE << BITS * v
    if p == v:
        return ~joined
    joined |= NONE << BITS * p | NONE << BITS * q
    return joined ^ ((NONE ^ q) << BITS * p | (NONE ^ p) << BITS * q)


@kernel
def offer(tree, states, at, word, one, other):
    """Keep a word, once, unless a vertex lacks edges for good or a cycle is closed that is not all.

    An entry of the table is the number of a state; those of earlier steps count as empty.
    """
    words, origin, table = states
    status = MORE
    # 1. A cycle is right if it is all, and has all fixed edges.
    if word < 0:
        if word != ~EMPTY or not tree[at + WHOLE] or tree[at + RESERVED]:
            return MORE
        word = EMPTY
        status = FOUND
    else:
        full = used_up(word)
        if unused(word) & tree[at + FEW] or ~full & tree[at + LAST] or full & tree[at + RESERVED]:
            return MORE
    # 2. Look for it, or for a free cell.
    first = tree[at + BEGAN]
    last = len(table) - 1
    cell = ((word ^ word >> FOLD) & (1 << FOLD) - 1) * MIX >> FOLD & last
    while table[cell] > first:
        if words[table[cell] - 1] == word:
            return status
        cell = cell + 1 & last
    # 3. Keep it.
    state = first + tree[at + COUNT]
    if state == len(words) or 2 * tree[at + COUNT] == len(table):
        return FULL
    table[cell] = state + 1
    words[state] = word
    origin[2 * state] = one
    origin[2 * state + 1] = other
    tree[at + COUNT] += 1
    return status
