"""Exact search by backtracking: extend one path, vertex by vertex, and take steps back [1]_.

It looks for Hamiltonian cycles through ``path[0]``, the root, that use every fixed edge
(``mate[v]``, or -1). A vertex is *live* while it can still take a tour edge: not yet visited, the
end of the path, or the root. ``live[v]`` counts the live neighbors of v; an unvisited vertex with
fewer than two is lost, one with exactly two must be joined to both.
The words of ``s`` are named below.

References
----------
.. [1] F. Rubin, A search procedure for Hamilton paths and circuits, Journal of the ACM 21 (1974),
   576-580.
"""

from collections import namedtuple

from icosian._kernels._jit import kernel

STEPS, DEPTH, ENTERED, TIGHT, ORDER, PRUNE, EVENTS, ROOM, WORDS = range(9)
GIVEN, DEGREE = range(2)  # values of s[ORDER]
MORE, FOUND, EXHAUSTED, FULL = 0, 1, 2, 3  # statuses
VISIT, RETREAT = 0, 1  # kinds of events

GrownPath = namedtuple(
    "GrownPath", "path visited live rootward choice count cursor queue seen events"
)
"""The path, what is visited and live, the choices at each vertex, a search, and the events."""


@kernel
def connected(graph, walk, v, left):
    """Return True if all unvisited vertices, ``left`` in number, can be reached from v."""
    indptr, indices, _ = graph
    visited, queue, seen = walk.visited, walk.queue, walk.seen
    for i in range(len(seen)):
        seen[i] = visited[i]
    queue[0] = v
    head = 0
    tail = 1
    while head < tail:
        u = queue[head]
        head += 1
        for i in range(indptr[u], indptr[u + 1]):
            w = indices[i]
            if seen[w] == 0:
                seen[w] = 1
                queue[tail] = w
                tail += 1
    return tail == left + 1


@kernel
def leave(graph, walk, v, sign, s):
    """Let v stop being live (sign -1) or be live again (+1)."""
    indptr, indices, _ = graph
    _, visited, live, rootward, _, _, _, _, _, _ = walk
    for i in range(indptr[v], indptr[v + 1]):
        w = indices[i]
        if visited[w] == 0 and rootward[w] == 1:
            s[TIGHT] -= live[w] == 2
            s[TIGHT] += live[w] + sign == 2
        live[w] += sign


@kernel
def lost(indptr, indices, visited, live, v):
    """Return True if an unvisited neighbor of v has fewer than two live neighbors left."""
    for i in range(indptr[v], indptr[v + 1]):
        w = indices[i]
        if visited[w] == 0 and live[w] < 2:
            return True
    return False


@kernel
def choices(graph, walk, v, s):
    """Write the continuations from v to ``choice``, in order, and return how many there are."""
    indptr, indices, mate = graph
    _, visited, live, _, choice, _, _, _, _, _ = walk
    # 1. A fixed edge leaves no choice.
    start = indptr[v]
    m = mate[v]
    if m >= 0 and visited[m] == 0:
        choice[start] = m
        return 1
    k = 0
    forced = -1
    for i in range(start, indptr[v + 1]):
        w = indices[i]
        if visited[w] == 1 or (mate[w] >= 0 and visited[mate[w]] == 1):
            continue
        # 2. A neighbor with two live neighbors must be joined to v; two such are one too many.
        if s[PRUNE] == 1 and s[DEPTH] > 0 and live[w] == 2:
            if forced >= 0:
                return 0
            forced = w
        # 3. Others are sorted by their live neighbors, the fewest first (Warnsdorff's rule).
        j = start + k
        if s[ORDER] != GIVEN:
            while j > start and live[choice[j - 1]] > live[w]:
                choice[j] = choice[j - 1]
                j -= 1
        choice[j] = w
        k += 1
    if forced >= 0:
        choice[start] = forced
        return 1
    return k


@kernel
def backtrack(graph, walk, s, budget):
    """Go on with the search; every visit and every retreat is a step.

    Before the first call ``path[0]`` is the visited root, ``live`` holds the degrees, ``rootward``
    marks the neighbors of the root. ``events`` records kind and vertex of ``s[ROOM]`` steps, then
    the status is FULL; nothing is recorded if that is 0. FOUND: ``path`` is a cycle; the next call
    goes on behind it.
    """
    indptr, indices, _ = graph
    path, visited, live, rootward, choice, count, cursor, _, _, events = walk
    n = len(path)
    while True:
        if budget <= 0:
            return MORE
        if 0 < s[ROOM] <= s[EVENTS]:
            return FULL
        v = path[s[DEPTH]]
        # 1. On the first visit: list the choices, report a cycle, or prune.
        if s[ENTERED] == 0:
            s[ENTERED] = 1
            cursor[v] = 0
            count[v] = choices(graph, walk, v, s)
            if s[DEPTH] == n - 1:
                if rootward[v] == 1:
                    return FOUND
            elif s[PRUNE] == 1 and s[DEPTH] > 0:
                left = n - 1 - s[DEPTH]
                if (
                    s[TIGHT] > 1  # the root has one edge left
                    or lost(indptr, indices, visited, live, path[s[DEPTH] - 1])
                    or not connected(graph, walk, v, left)
                ):
                    count[v] = 0
        # 2. Go on to the next choice,
        budget -= 1
        s[STEPS] += 1
        if cursor[v] < count[v]:
            w = choice[indptr[v] + cursor[v]]
            cursor[v] += 1
            if s[DEPTH] > 0:
                leave(graph, walk, v, -1, s)
            if rootward[w] == 1 and live[w] == 2:
                s[TIGHT] -= 1
            visited[w] = 1
            s[DEPTH] += 1
            path[s[DEPTH]] = w
            s[ENTERED] = 0
            if s[ROOM] > 0:
                events[2 * s[EVENTS]] = VISIT
                events[2 * s[EVENTS] + 1] = w
                s[EVENTS] += 1
        # 3. or take a step back.
        else:
            if s[DEPTH] == 0:
                return EXHAUSTED
            s[DEPTH] -= 1
            visited[v] = 0
            if rootward[v] == 1 and live[v] == 2:
                s[TIGHT] += 1
            if s[DEPTH] > 0:
                leave(graph, walk, path[s[DEPTH]], 1, s)
            if s[ROOM] > 0:
                events[2 * s[EVENTS]] = RETREAT
                events[2 * s[EVENTS] + 1] = v
                s[EVENTS] += 1
