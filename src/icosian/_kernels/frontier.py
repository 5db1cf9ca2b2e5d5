"""Frontier search: an order of the vertices, and all sets of paths along it [1]_ [2]_.

Vertices are removed one after the other. Those next to a removed vertex that wait for their own
removal are *pending*; each of them has one of 15 *slots*. What counts of the edges taken so far is
one word, four bits for each slot: the slot itself for a vertex without edges, the slot of the other
end for the end of a path, and all ones for a vertex that has both its edges or an empty slot.

Field F of edge e is ``edges[EDGE * e + F]``. The states before an edge are a *layer*. The words of
the layer that is read and of the next one are the halves of ``words``; of older layers only
``origin`` is left: for each state twice the number of the state it came from, plus one if the edge
was taken. States are numbered through all layers. The words of ``s`` are named below.

References
----------
.. [1] D. E. Knuth, The Art of Computer Programming 4A (2011), section 7.1.4, algorithm Simpath.
.. [2] J. Kawahara et al., Frontier-based search for enumerating all constrained subgraphs with
   compressed representation, IEICE Transactions E100-A (2017), 1773-1784.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

MORE, FOUND, EXHAUSTED, FULL, WIDE, DONE = range(6)  # statuses
SLOTS, BITS, NONE = 15, 4, 15
EMPTY = (1 << BITS * SLOTS) - 1
"""The word of empty slots."""
FOLD, MIX = 30, 0x5E3779B9
"""A word of twice 30 bits is folded and multiplied by 31 bits to spread over a table."""

TAIL, HEAD, U, V, ENTERING, LEFT_U, LEFT_V, RULE, EDGE = range(9)
"""Fields of an edge: its vertices, their slots, what becomes of the word as they enter, the edges
they have left after this one, up to 2, and one of the rules."""
FREE, FIXED, RESERVED = range(3)  # rules; RESERVED: the head's last edge is one that is fixed

STEPS = 0
LENGTH, NEXT, LIMIT, WIDTH, COST, ARRANGING = range(1, 7)  # words of ``arrange``
EMITTED, ENTERED, OPEN, COMPLETE, PLANNING = range(1, 6)  # words of ``plan``
AT, FIRST, SIZE, READ, MADE, SIDE, WHOLE, LAST, FOLLOWING = range(1, 10)  # words of ``follow``
STATES, KEPT, FORGETTING = range(1, 4)  # words of ``forget``

PendingVertices = namedtuple("PendingVertices", "indptr indices ahead place pending order")
"""The graph, its vertices as they become pending, and the order in which they are removed."""
OrderedGraph = namedtuple("OrderedGraph", "indptr indices mate order place")
"""The graph, its fixed edges, and the order of its vertices."""
VertexSlots = namedtuple("VertexSlots", "left slot")
"""The edges that each vertex has left, and its slot."""


@kernel
def arrange(vertices, s, budget):
    """Arrange the vertices: next is the one that makes the fewest others pending, then the oldest.

    ``ahead`` counts the neighbors of a vertex that were never pending, ``place`` is -1 for these.
    ``s[NEXT]`` is where to begin. The status is WIDE if more than ``s[LIMIT]`` would be pending.
    """
    indptr, indices, ahead, place, pending, order = vertices
    n = len(order)
    while budget > 0:
        if s[STEPS] == n:
            return DONE
        if s[LENGTH] == 0:
            while place[s[NEXT]] >= 0:
                s[NEXT] = (s[NEXT] + 1) % n
            admit(vertices, s, s[NEXT])
        # 1. Choose the pending vertex with the fewest neighbors that would become pending.
        best = 0
        for k in range(1, s[LENGTH]):
            if ahead[pending[k]] < ahead[pending[best]]:
                best = k
        v = pending[best]
        width = s[LENGTH] + ahead[v]
        if width > s[LIMIT]:
            return WIDE
        s[WIDTH] = max(s[WIDTH], width)
        s[COST] += 3 ** min(width, SLOTS)  # about the states to expect
        # 2. Remove it, and make these neighbors pending.
        s[LENGTH] -= 1
        for k in range(best, s[LENGTH]):
            pending[k] = pending[k + 1]
        order[s[STEPS]] = v
        place[v] = s[STEPS]
        for i in range(indptr[v], indptr[v + 1]):
            if place[indices[i]] < 0:
                admit(vertices, s, indices[i])
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def admit(vertices, s, v):
    """Make a vertex pending."""
    indptr, indices, ahead, place, pending, _ = vertices
    place[v] = len(place)
    pending[s[LENGTH]] = v
    s[LENGTH] += 1
    for i in range(indptr[v], indptr[v + 1]):
        ahead[indices[i]] -= 1


@kernel
def plan(graph, slots, edges, s, budget):
    """List the edges along an order, each where its first end is removed, with their slots.

    ``left`` begins as the degrees, ``slot`` as -1 and ``s[OPEN]`` as a bit for every slot. When
    all are listed, those from ``s[COMPLETE]`` on come when no vertex is still to enter.
    """
    indptr, indices, mate, order, place = graph
    left, slot = slots
    while budget > 0:
        if s[STEPS] == len(order):
            return DONE
        here = s[STEPS]
        v = order[here]
        # Fixed edges leave no choice, those to pending vertices make no room necessary.
        for turn in range(3):
            for i in range(indptr[v], indptr[v + 1]):
                w = indices[i]
                if place[w] <= here or left[w] == 0:
                    continue
                if turn == (0 if mate[v] == w else 1 if slot[w] >= 0 else 2):
                    emit(graph, slots, edges, s, v, w)
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def emit(graph, slots, edges, s, v, w):
    """List the edge from a vertex that is being removed to one that is not."""
    mate, place = graph.mate, graph.place
    left, slot = slots
    at = EDGE * s[EMITTED]
    edges[at + TAIL] = v
    edges[at + HEAD] = w
    edges[at + ENTERING] = enter(slot, s, v) ^ enter(slot, s, w)
    edges[at + U] = slot[v]
    edges[at + V] = slot[w]
    edges[at + LEFT_U] = lose(left, slot, s, v)
    edges[at + LEFT_V] = lose(left, slot, s, w)
    if mate[v] == w:
        edges[at + RULE] = FIXED
    elif mate[w] >= 0 and place[mate[w]] > s[STEPS]:
        edges[at + RULE] = RESERVED
    else:
        edges[at + RULE] = FREE
    s[EMITTED] += 1


@kernel
def enter(slot, s, v):
    """Give a vertex an open slot unless it has one, and return what changes in the word."""
    if slot[v] >= 0:
        return 0
    k = 0
    while s[OPEN] >> k & 1 == 0:  # an order that keeps to 15 pending vertices leaves one open
        k += 1
    s[OPEN] ^= 1 << k
    slot[v] = k
    s[ENTERED] += 1
    s[COMPLETE] = s[EMITTED]
    return (k ^ NONE) << BITS * k


@kernel
def lose(left, slot, s, v):
    """Take an edge from those a vertex has left; empty its slot if none is; return the number."""
    left[v] -= 1
    if left[v] == 0:
        s[OPEN] ^= 1 << slot[v]
        slot[v] = -1
    return min(left[v], 2)


@kernel
def follow(edges, origin, words, table, s, budget):
    """Take and leave out every edge in every state, layer by layer.

    Before the first call ``words`` holds the word of empty slots and ``s[SIZE]`` is 1. When the
    status is FOUND, edge ``s[AT]`` closes a cycle of the state of number ``s[LAST]``. After FULL
    the state that was being read is read again: what it has led to is found again.
    """
    room = len(words) // 2
    while budget > 0:
        # 1. A layer has been read: the next one takes its place.
        if s[READ] == s[SIZE]:
            if s[MADE] == 0:
                return EXHAUSTED
            s[AT] += 1
            s[FIRST] += s[SIZE]
            s[SIZE] = s[MADE]
            s[READ] = 0
            s[MADE] = 0
            s[SIDE] = 1 - s[SIDE]
        at = EDGE * s[AT]
        if at == len(edges):
            return EXHAUSTED
        # 2. Read a state; p and q are the entries of the ends u and v of the edge.
        u = edges[at + U]
        v = edges[at + V]
        rule = edges[at + RULE]
        word = words[s[SIDE] * room + s[READ]] ^ edges[at + ENTERING]
        p = word >> BITS * u & NONE
        q = word >> BITS * v & NONE
        number = s[FIRST] + s[READ]
        # 3. The ends of one path: the edge closes it, which is right if nothing else is left.
        if p == v:
            rest = word | NONE << BITS * u | NONE << BITS * v
            if rest == EMPTY and s[AT] >= s[WHOLE]:
                s[LAST] = number
                return FOUND
        # 4. Take the edge. Nothing stays of u and v, unless one is an end itself: p and q are the
        #    ends of one path from now on.
        elif takes(p, u, edges[at + LEFT_U], 0) and takes(q, v, edges[at + LEFT_V], rule):
            joined = word | NONE << BITS * u | NONE << BITS * v
            joined |= NONE << BITS * p | NONE << BITS * q
            joined ^= (NONE ^ q) << BITS * p | (NONE ^ p) << BITS * q
            if not keep(origin, words, table, s, joined, 2 * number + 1):
                return FULL
        # 5. Leave the edge out, if u and v can get their two edges without it.
        can_wait = waits(p, u, edges[at + LEFT_U]) and waits(q, v, edges[at + LEFT_V])
        if rule != FIXED and can_wait and not keep(origin, words, table, s, word, 2 * number):
            return FULL
        s[READ] += 1
        s[STEPS] += 1
        budget -= 1
    return MORE


@kernel
def takes(end, own, left, rule):
    """Return True if a vertex with this entry can take an edge, ``left`` being left after it."""
    if end == own:
        return left > 0
    return end != NONE and rule != RESERVED


@kernel
def waits(end, own, left):
    """Return True if a vertex with this entry can do without an edge, ``left`` being left."""
    return end == NONE or left > 1 or (left == 1 and end != own)


@kernel
def keep(origin, words, table, s, word, came):
    """Put a word into the next layer, once; return whether there was room.

    An entry of the table is the number of a state; smaller ones than those of the next layer are
    from former layers and count as empty.
    """
    room = len(words) // 2
    base = (1 - s[SIDE]) * room
    first = s[FIRST] + s[SIZE]
    last = len(table) - 1
    cell = ((word ^ word >> FOLD) & (1 << FOLD) - 1) * MIX >> FOLD & last
    while table[cell] >= first:
        if words[base + table[cell] - first] == word:
            return True
        cell = cell + 1 & last
    made = s[MADE]
    if made == room or first + made == len(origin):
        return False
    table[cell] = first + made
    words[base + made] = word
    origin[first + made] = came
    s[MADE] += 1
    return True


@kernel
def forget(origin, moved, s, budget):
    """Drop the states that no state of the last layer comes from, and renumber the others.

    ``moved`` begins as 0 for the last layer and -1 for other states; it ends as the new numbers.
    There are ``s[STATES]`` states; each is visited on the way down, to be marked, and up.
    """
    states = s[STATES]
    end = min(2 * states, s[STEPS] + budget)
    for step in range(s[STEPS], end):
        if step < states:
            state = states - 1 - step
            if moved[state] >= 0:
                moved[origin[state] >> 1] = 0
        else:
            state = step - states
            if moved[state] >= 0:
                came = origin[state]
                origin[s[KEPT]] = 2 * moved[came >> 1] + (came & 1)
                moved[state] = s[KEPT]
                s[KEPT] += 1
    s[STEPS] = end
    return DONE if end == 2 * states else MORE
