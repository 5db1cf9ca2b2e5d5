"""Violated combs of tours that visit some place of each group, by simulated annealing.

A comb is a label of each place: whether it is in the handle, and its tooth. With k teeth, and what
a tour may *miss* of each part of a tooth, the crossings of a tour and twice all that it misses are
at least 3 k + 1 [1]_. What it misses of a part is at most what it visits of some group of which a
place is in the part, outside of the part: nothing if the part holds a group.

A step moves a place to a label of one of its neighbors, or across the handle. What is missed counts
twice as much as it does in the comb, so that few parts are left without a group.

References
----------
.. [1] M. Fischetti, J. J. Salazar Gonzalez, P. Toth, The symmetric generalized traveling salesman
   polytope, Networks 26 (1995), 113-123.
"""

import math
from collections import namedtuple

from icosian._kernels._jit import below, inlined, kernel

# Words of ``s``: the run, its step, steps of each; teeth, groups, whether it began with a comb.
STEPS, RANDOM, NEXT, AT, LENGTH, TEETH, GROUPS, KNOWN, WORDS = range(9)
MORE, DONE = 0, 1  # statuses
FEWEST, MOST = 3, 5  # teeth; every third comb has the most
HEAT, WARM = 0.25, 0.12  # the temperature at first, of a comb that is known
WEIGHT = 4.0  # of what is missed
ALL = 2.0  # missed of a part of no group
FLIPS = 32  # a place moves across the handle in one step of so many
FINE = 1 << 30  # random numbers
EPSILON = 1e-9

VisitedPlaces = namedtuple("VisitedPlaces", "group visited totals")
"""The group of each place, how much it is visited, and the sums of the groups."""
CombLabels = namedtuple("CombLabels", "handle tooth inside missed")
"""Whether each place is in the handle, and its tooth or 0; what each part of a tooth has of each
group, and what may be missed of the part: that of tooth j outside the handle is part 2 j - 2."""
LabelList = namedtuple("LabelList", "handles teeth excess")
"""The labels of the places in each run, and what the comb is above its bound."""


@inlined
def crossings(graph, labels, v, h, t):
    """Return how much the borders of a comb cross the edges of a place, with these labels of it."""
    indptr, indices, weights, _ = graph
    handle, tooth, _, _ = labels
    total = 0.0
    for e in range(indptr[v], indptr[v + 1]):
        u = indices[e]
        if handle[u] != h:
            total += weights[e]
        if tooth[u] != t:
            total += weights[e] * ((1 if t > 0 else 0) + (1 if tooth[u] > 0 else 0))
    return total


@inlined
def least_missed(places, labels, p, s):
    """Return what may be missed of a part: the least that is visited of a group outside of it."""
    inside, totals = labels.inside, places.totals
    least = ALL
    for k in range(s[GROUPS]):
        own = inside[p * s[GROUPS] + k]
        if own > EPSILON and totals[k] - own < least:
            least = totals[k] - own
    return least


@kernel
def anneal(graph, places, labels, found, s, budget):
    """Anneal a comb in each run, from teeth of two places each."""
    indptr, indices = graph.indptr, graph.indices
    group, visited = places.group, places.visited
    handle, tooth, inside, missed = labels
    n = len(group)
    while s[NEXT] < len(found.excess):
        if budget <= 0:  # before any random number, so that slices do not change the answer
            return MORE
        # 1. Begin with a comb, or with some edges as teeth.
        if s[AT] == 0:
            s[TEETH] = 0
            for v in range(n):
                handle[v] = found.handles[s[NEXT] * n + v]
                tooth[v] = found.teeth[s[NEXT] * n + v]
                s[TEETH] = max(s[TEETH], tooth[v])
            s[KNOWN] = s[TEETH] > 0
            if not s[KNOWN]:
                s[TEETH] = MOST if s[NEXT] % 3 == 2 else FEWEST
                for j in range(1, s[TEETH] + 1):
                    v = below(s, n)
                    u = indices[indptr[v] + below(s, indptr[v + 1] - indptr[v])]
                    if tooth[v] == 0 and tooth[u] == 0:
                        tooth[v] = tooth[u] = j
                        handle[u] = 1
            for k in range(len(inside)):
                inside[k] = 0.0
            for v in range(n):
                if tooth[v] > 0:
                    p = 2 * tooth[v] - 2 + handle[v]
                    inside[p * s[GROUPS] + group[v]] += visited[v]
            for p in range(2 * s[TEETH]):
                missed[p] = least_missed(places, labels, p, s)
        # 2. Move one place after the other.
        while s[AT] < s[LENGTH]:
            if budget <= 0:
                return MORE
            budget -= s[GROUPS]
            s[STEPS] += s[GROUPS]
            heat = (WARM if s[KNOWN] else HEAT) * (1 - s[AT] / s[LENGTH])
            s[AT] += 1
            v = below(s, n)
            u = indices[indptr[v] + below(s, indptr[v + 1] - indptr[v])]
            kind = below(s, FLIPS)
            h = handle[u] if kind % 3 != 1 else handle[v]
            t = tooth[u] if kind % 3 != 2 else tooth[v]
            if kind == 0:
                h, t = 1 - handle[v], tooth[v]
            if h == handle[v] and t == tooth[v]:
                continue
            change = crossings(graph, labels, v, h, t)
            change -= crossings(graph, labels, v, handle[v], tooth[v])
            p = 2 * tooth[v] - 2 + handle[v]
            q = 2 * t - 2 + h
            less = more = 0.0
            if tooth[v] > 0:
                inside[p * s[GROUPS] + group[v]] -= visited[v]
                less = least_missed(places, labels, p, s)
                change += WEIGHT * (less - missed[p])
            if t > 0:
                inside[q * s[GROUPS] + group[v]] += visited[v]
                more = least_missed(places, labels, q, s)
                change += WEIGHT * (more - missed[q])
            if change <= 0 or -change > heat * math.log((1 + below(s, FINE)) / FINE):
                if tooth[v] > 0:
                    missed[p] = less
                if t > 0:
                    missed[q] = more
                handle[v] = h
                tooth[v] = t
            else:
                if tooth[v] > 0:
                    inside[p * s[GROUPS] + group[v]] += visited[v]
                if t > 0:
                    inside[q * s[GROUPS] + group[v]] -= visited[v]
        # 3. Note the comb.
        total = -1.0 - 3 * s[TEETH]
        for v in range(n):
            total += crossings(graph, labels, v, handle[v], tooth[v]) / 2
            found.handles[s[NEXT] * n + v] = handle[v]
            found.teeth[s[NEXT] * n + v] = tooth[v]
        for p in range(2 * s[TEETH]):
            total += 2 * least_missed(places, labels, p, s)
        found.excess[s[NEXT]] = total
        s[NEXT] += 1
        s[AT] = 0
    return DONE
