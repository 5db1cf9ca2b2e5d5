"""Lengths between points, and the least 1-tree of all pairs of them.

Where there are too many nodes for a matrix, kernels compute lengths as they need them. ``points``
has six words a node: where it is, its shift, and its mates, the nodes to which it is joined by
required edges, or -1; ``rule`` has those that are named below. One node may be ``rule[HOME]``, at
length 0 from all others. A length is ``rule[SCALE]`` times the one that the points have, less the
shifts of both nodes, that of a required edge ``rule[REQUIRED]``, where not 0; with a slack it may
be one unit shorter, never longer. ``rule[IS_STRAIGHT]`` is 1 where a length is that of a straight
line, less ``rule[SLACK]`` and more ``rule[OFFSET]``, rounded down.

The search for a tree uses boxes around points [1]_: box k has the halves 2 k and 2 k + 1 and six
words, the least and the greatest coordinates; the last half of all boxes are leaves, which divide
``order`` evenly.

References
----------
.. [1] W. B. March, P. Ram, A. G. Gray, Fast Euclidean minimum spanning tree: algorithm, analysis,
   and applications, KDD 2010, 603-612.
"""

import math
from collections import namedtuple

from icosian._kernels._jit import inlined, kernel

NORM, DIVISOR, OFFSET, UP, SLACK, DIAMETER, SCALE, HOME, REQUIRED, IS_STRAIGHT, RULE = range(11)
SUM, LONGEST = 1, 2  # norms; another is the root of the sum of squares
SHIFT, MATE, POINT, BOX = 3, 4, 6, 6  # words of a point, their number, and that of a box
STEPS, LEAF, JOINED, WORDS = range(4)  # words of ``s``
FACTOR, BEST, NUMBERS = range(3)  # words of ``f``, integers or floats
MORE, DONE = 0, 1  # statuses
FIRST = -(1 << 62)  # the key of a required edge: before all others
UNLISTED = 1 << 62  # what no edge has for a length where points give it
MIXED = -1  # the part of a box with nodes of several
STRAIGHT = 0.999999  # an arc is computed from at most this part of a diameter

Distances = namedtuple("Distances", "lengths points rule")
"""The matrix of the lengths, as one row; or it is empty, and there are points, and the rule. Or it
has the words of edges alone: where the neighbors of each node begin, and where the last ones end;
the neighbors in ascending order; the lengths to them; and that of what is no edge, which is
UNLISTED where points give it."""
PointRows = namedtuple("PointRows", "indptr heads")
"""The neighbors of every point."""
BoxedPoints = namedtuple("BoxedPoints", "points rule order boxes")
"""The points and the rule; the boxes of points, in their order."""
JoinedParts = namedtuple(
    "JoinedParts", "tops colors part potentials cheapest tails heads stack chosen degree"
)
"""The potentials and parts of boxes and nodes; the best edges of the parts; the 1-tree."""


@inlined
def measured(rule, x, y, z):
    """Return the length that belongs to offsets along the axes."""
    if rule[NORM] == SUM:
        exact = abs(x) + abs(y) + abs(z)
    elif rule[NORM] == LONGEST:
        exact = max(abs(x), abs(y), abs(z))
    else:
        exact = math.sqrt((x * x + y * y + z * z) / rule[DIVISOR])
        if rule[DIAMETER] != 0:
            exact = rule[DIAMETER] * math.asin(min(exact / rule[DIAMETER], STRAIGHT))
    exact = max(exact - rule[SLACK], 0.0)
    whole = math.floor(exact + rule[OFFSET])
    return whole + 1 if rule[UP] != 0 and whole < exact else whole


@inlined
def plain(points, rule, u, v):
    """Return the length between two nodes before it is scaled and shifted."""
    if u == rule[HOME] or v == rule[HOME]:
        return 0
    u *= POINT
    v *= POINT
    return measured(
        rule, points[u] - points[v], points[u + 1] - points[v + 1], points[u + 2] - points[v + 2]
    )


@inlined
def is_required(points, u, v):
    """Return whether a required edge joins two nodes."""
    return points[POINT * u + MATE] == v or points[POINT * u + MATE + 1] == v


@kernel
def edge_length(lengths, n, u, v):
    """Return the length of an edge among those of its first node, or that of what is no edge."""
    low = lengths[u]
    high = lengths[u + 1]
    while low < high:
        middle = (low + high) >> 1
        if lengths[middle] < v:
            low = middle + 1
        else:
            high = middle
    if low < lengths[u + 1] and lengths[low] == v:
        return lengths[low + lengths[n] - n - 1]
    return lengths[len(lengths) - 1]


@inlined
def length(lengths, points, rule, n, u, v):
    """Return the length between two of n nodes: of a matrix, an edge, or else points."""
    if len(lengths) == n * n:
        return lengths[u * n + v]
    if len(lengths) > 0:
        own = edge_length(lengths, n, u, v)
        if own != UNLISTED:
            return own
    if rule[REQUIRED] != 0 and is_required(points, u, v):
        return int(rule[REQUIRED])
    shift = points[POINT * u + SHIFT] + points[POINT * v + SHIFT]
    return int(rule[SCALE] * plain(points, rule, u, v) - shift)


@kernel
def spread(distances, rows, away, near, s, budget):
    """Choose neighbors of every node in different directions; a node is a step.

    Each is nearer to the node than to those before it. ``near`` has as many for each node, -1
    behind the last; ``away`` has room for the neighbors of a node, which are in ``rows``.
    """
    _, points, rule = distances
    indptr, heads = rows
    n = len(indptr) - 1
    count = len(near) // n
    while s[STEPS] < n:
        if budget <= 0:
            return MORE
        budget -= 1
        u = s[STEPS]
        s[STEPS] += 1
        first = indptr[u]
        size = indptr[u + 1] - first
        for e in range(size):
            away[e] = plain(points, rule, u, heads[first + e])
        for column in range(u * count, u * count + count):
            best = -1
            for e in range(size):
                v = heads[first + e]
                if away[e] >= 0 and (best < 0 or (away[e], v) < (away[best], heads[first + best])):
                    best = e
            if best < 0:
                break
            near[column] = heads[first + best]
            for e in range(size):
                there = plain(points, rule, heads[first + best], heads[first + e])
                if e == best or there <= away[e]:
                    away[e] = -1.0
    return DONE


@kernel
def root(part, v):
    """Return the node that stands for the part of a node."""
    while part[v] != v:
        part[v] = part[part[v]]
        v = part[v]
    return v


@kernel
def offer(parts, own, key, u, v):
    """Keep an edge that leaves a part if it is the best."""
    cheapest, tails, heads = parts.cheapest, parts.tails, parts.heads
    if heads[own] < 0 or key < cheapest[own]:
        cheapest[own] = key
        tails[own] = u
        heads[own] = v


@inlined
def leave(space, parts, f, leaf, u):
    """Look for the best edge from a node of a leaf to another part, near boxes first."""
    points, rule, order, boxes = space
    tops, colors, part, potentials, cheapest, _, heads, stack, _, _ = parts
    own = part[u]
    leaves = len(tops) // 2
    k = leaves + leaf
    depth = 0
    while k >> depth > 1:
        depth += 1
    for i in range(depth):
        stack[depth - 1 - i] = (k >> i) ^ 1
    stack[depth] = k
    size = depth + 1
    x = points[POINT * u]
    y = points[POINT * u + 1]
    z = points[POINT * u + 2]
    while size > 0:
        size -= 1
        k = stack[size]
        if colors[k] == own:
            continue
        at = BOX * k
        if heads[own] >= 0:
            away = measured(
                rule,
                max(boxes[at] - x, x - boxes[at + 3], 0.0),
                max(boxes[at + 1] - y, y - boxes[at + 4], 0.0),
                max(boxes[at + 2] - z, z - boxes[at + 5], 0.0),
            )
            if f[FACTOR] * away - potentials[u] - tops[k] >= cheapest[own]:
                continue
        if k < leaves:
            stack[size] = 2 * k
            stack[size + 1] = 2 * k + 1
            size += 2
            continue
        k -= leaves
        for i in range(k * len(order) // leaves, (k + 1) * len(order) // leaves):
            v = order[i]
            if v != 0 and part[v] != own:
                key = f[FACTOR] * plain(points, rule, u, v) - potentials[u] - potentials[v]
                offer(parts, own, key, u, v)


@kernel
def span(space, parts, f, s, budget):
    """Find the least 1-tree of all pairs, and its bound ``f[BEST]``; a leaf is a step.

    The reduced length of an edge uv is ``f[FACTOR]`` times its length, less both potentials.
    ``chosen`` gets the nodes of the edges; ``s[JOINED]`` of them, and the parts that they join, are
    given.
    """
    points, rule, order = space.points, space.rule, space.order
    tops, colors, part, potentials, cheapest, tails, heads, _, chosen, degree = parts
    n = len(degree)
    leaves = len(tops) // 2
    home = int(rule[HOME])
    while s[JOINED] < n - 2:
        # 1. Which part has which nodes and boxes, and the greatest potentials of these.
        if s[LEAF] == 0:
            for v in range(n):
                part[v] = root(part, v)
                heads[v] = -1
            for k in range(2 * leaves - 1, 0, -1):
                if k < leaves:
                    tops[k] = max(tops[2 * k], tops[2 * k + 1])
                    same = colors[2 * k] == colors[2 * k + 1]
                    colors[k] = colors[2 * k] if same else MIXED
                    continue
                first = (k - leaves) * len(order) // leaves
                tops[k] = potentials[order[first]]
                colors[k] = part[order[first]]
                for i in range(first, (k - leaves + 1) * len(order) // leaves):
                    tops[k] = max(tops[k], potentials[order[i]])
                    if part[order[i]] != colors[k]:
                        colors[k] = MIXED
        # 2. The best edge that leaves each part.
        while s[LEAF] < leaves:
            if budget <= 0:
                return MORE
            budget -= 1
            s[STEPS] += 1
            first = s[LEAF] * len(order) // leaves
            for i in range(first, (s[LEAF] + 1) * len(order) // leaves):
                u = order[i]
                if u == 0:
                    continue
                if home >= 0 and part[u] != part[home]:
                    key = -potentials[u] - potentials[home]
                    offer(parts, part[u], key, u, home)
                    offer(parts, part[home], key, home, u)
                leave(space, parts, f, s[LEAF], u)
            s[LEAF] += 1
        # 3. They belong to a least tree, but for those whose ends are joined now.
        for c in range(1, n):
            if heads[c] >= 0 and root(part, tails[c]) != root(part, heads[c]):
                chosen[2 * s[JOINED]] = tails[c]
                chosen[2 * s[JOINED] + 1] = heads[c]
                part[root(part, tails[c])] = root(part, heads[c])
                s[JOINED] += 1
        s[LEAF] = 0
    # 4. The two best edges at node 0.
    for k in range(n - 2, n):
        best = 0
        for v in range(1, n):
            cheapest[v] = f[FACTOR] * plain(points, rule, 0, v) - potentials[0] - potentials[v]
            if is_required(points, 0, v):
                cheapest[v] = FIRST
            if (k == n - 2 or v != chosen[2 * n - 3]) and (
                best == 0 or cheapest[v] < cheapest[best]
            ):
                best = v
        chosen[2 * k] = 0
        chosen[2 * k + 1] = best
    # 5. The bound.
    f[BEST] = 0
    for v in range(n):
        f[BEST] += 2 * potentials[v]
    for k in range(n):
        u = chosen[2 * k]
        v = chosen[2 * k + 1]
        degree[u] += 1
        degree[v] += 1
        f[BEST] += f[FACTOR] * plain(points, rule, u, v) - potentials[u] - potentials[v]
    return DONE
