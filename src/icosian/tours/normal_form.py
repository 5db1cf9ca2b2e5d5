"""Normal form of a problem: a Hamiltonian cycle through fixed edges of an undirected graph.

======================  =====================================================================
problem                 normal form
======================  =====================================================================
cycle                   the graph itself
path, both ends given   the edge (start, end) is added and fixed
path, one end given     a new vertex, joined to all, its edge to that end fixed
path                    a new vertex, joined to all
digraph                 v becomes in(v) = 2v and out(v) = 2v + 1, joined by a fixed edge; the arc
                        u -> v becomes out(u) - in(v); a given end loses the arcs it cannot use
                        and is joined to the other end, whatever that is
======================  =====================================================================

Every vertex has at most one fixed edge; the other end of it is its *mate*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr_from_edges

Rows = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalForm:
    """An undirected graph and edges that a Hamiltonian cycle must use."""

    indptr: NDArray[np.int64]
    """Rows of the graph: int64 array, shape (n + 1,)."""
    indices: NDArray[np.int32]
    """Neighbors: int32 array, shape (arcs,)."""
    mate: NDArray[np.int32]
    """The other end of a vertex's fixed edge, or -1: int32 array, shape (n,)."""
    root: int
    """Where a search begins best: a new vertex, a given end, or a vertex of least degree."""

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.mate)

    def edges(self) -> NDArray[np.int32]:
        """Return the edges, shape (m, 2), the smaller end first, in the order of the rows."""
        tails = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.indptr))
        forward = tails < self.indices
        return np.column_stack((tails[forward], self.indices[forward]))

    def subdivided(self) -> list[set[int]]:
        """Return the neighbors of each vertex in the graph with a vertex amid each fixed edge."""
        bounds = self.indptr.tolist()
        indices = self.indices.tolist()
        graph = [set(indices[i:j]) for i, j in pairwise(bounds)]
        for v, w in enumerate(self.mate.tolist()):
            if v < w:
                middle = len(graph)
                graph.append({v, w})
                for a, b in ((v, w), (w, v)):
                    graph[a].discard(b)
                    graph[a].add(middle)
        return graph


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemForm(NormalForm):
    """The normal form of a problem, and the way back."""

    nodes: int
    """The number of nodes of the problem."""
    directed: bool
    closed: bool
    """Digraph or not, cycle or path."""
    start: int | None
    end: int | None
    """The given ends; for a cycle, ``start`` is only where its numbering begins."""

    def decode_edge(self, a: int, b: int) -> tuple[int, int] | None:
        """Return an edge by nodes (``nodes``: home), None for one that every cycle uses."""
        ends = () if self.closed else (self.start, self.end)
        if not self.directed:
            both = None not in ends and {a, b} == set(ends)
            return None if both else (a, b)
        if a // 2 == b // 2:
            return None
        tail, head = (a // 2, b // 2) if a % 2 else (b // 2, a // 2)
        if ends and None in ends and self.nodes not in (tail, head):
            if head == self.start:
                head = self.nodes
            elif tail == self.end:
                tail = self.nodes
        return None if ends and (tail, head) == (self.end, self.start) else (tail, head)

    def reading(self) -> tuple[int, int, slice]:
        """Return a cycle's first vertex, its last one (-1: either way), and the nodes' places."""
        n, start, end = self.nodes, self.start, self.end
        skipped = 0 if self.closed or start is not None else 1
        if self.directed:
            given = [v for v in (start, end) if v is not None]
            first = (start or 0) if self.closed else [*given, n][0]
            return 2 * first + 1, 2 * first, slice(skipped, skipped + 2 * n, 2)
        if self.closed:
            root, last = start or 0, -1
        elif start is not None:
            root, last = start, n if end is None else end
        else:
            root, last = n, -1 if end is None else end
        return root, last, slice(skipped, skipped + n, 1)

    def decode(self, cycle: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the nodes in order, from the start and to the end where these are given."""
        root, last, part = self.reading()
        walk = np.roll(cycle, -int(np.flatnonzero(cycle == root)[0]))
        if last >= 0 and walk[-1] != last:
            walk = np.roll(walk[::-1], 1)
        nodes: NDArray[np.int32] = walk[part] // part.step
        return nodes


def normal_form(
    arrays: Csr, *, closed: bool, start: int | None = None, end: int | None = None
) -> ProblemForm:
    """Return the normal form of a problem on at least one node, three for an undirected cycle."""
    encode = _directed if arrays.directed else _undirected
    indptr, indices, mate, root = encode(arrays, closed, start, end)
    return ProblemForm(
        indptr=indptr,
        indices=indices,
        mate=mate,
        root=root,
        nodes=arrays.size,
        directed=arrays.directed,
        closed=closed,
        start=start,
        end=end,
    )


def _undirected(arrays: Csr, closed: bool, start: int | None, end: int | None) -> Rows:
    n, indptr, indices = arrays.size, arrays.indptr, arrays.indices
    ends = [end for end in (start, end) if end is not None]
    mate = np.full(n, -1, np.int32)
    if closed:
        root = int(np.argmin(np.diff(indptr)))
    elif len(ends) == 2:
        s, e = ends
        mate[s], mate[e] = e, s
        if e not in indices[indptr[s] : indptr[s + 1]]:
            low, high = sorted(ends)  # the rows may end at the same place
            indices = np.insert(indices, indptr[[low + 1, high + 1]], [high, low])
            indptr = indptr + (np.arange(n + 1) > s) + (np.arange(n + 1) > e)
        root = e
    else:
        everyone = np.arange(n, dtype=np.int32)
        indices = np.concatenate((np.insert(indices, indptr[1:], n), everyone))
        indptr = np.append(indptr + np.arange(n + 1), len(indices))
        mate = np.append(mate, ends or [-1]).astype(np.int32)
        if ends:
            mate[ends[0]] = n
        root = n
    return indptr, indices, mate, root


def _directed(arrays: Csr, closed: bool, start: int | None, end: int | None) -> Rows:
    n = arrays.size
    tails, heads = arrays.sources(), arrays.indices
    everyone = np.arange(n, dtype=np.int32)
    s, e = start, end
    if not closed:
        usable = np.ones(len(heads), bool)
        if s is not None:
            usable &= heads != s
        if e is not None:
            usable &= tails != e
        tails, heads = tails[usable], heads[usable]
        if s is not None and e is not None:
            back = (np.array([e]), np.array([s]))
        elif s is not None:
            others = np.delete(everyone, s)
            back = (others, np.full(n - 1, s))
        elif e is not None:
            others = np.delete(everyone, e)
            back = (np.full(n - 1, e), others)
        else:
            back = (
                np.concatenate((everyone, np.full(n, n))),
                np.concatenate((np.full(n, n), everyone)),
            )
            n += 1
        tails, heads = np.concatenate((tails, back[0])), np.concatenate((heads, back[1]))
    pairs = np.arange(n)
    form = csr_from_edges(
        2 * n,
        np.concatenate((2 * pairs, 2 * tails + 1)),
        np.concatenate((2 * pairs + 1, 2 * heads)),
    )
    mate = (np.arange(2 * n) ^ 1).astype(np.int32)
    if not closed:
        root = 2 * (s if s is not None else arrays.size if e is None else e)
    else:
        root = 2 * int(np.argmin(np.diff(arrays.indptr)))
    return form.indptr, form.indices, mate, root


def ring(edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the cycle through 0 of edges, shape (n, 2); fewer than n if there are several."""
    return np.array(next(cycles(edges)), np.int32)


def cycles(edges: NDArray[np.int64], *, directed: bool = False) -> Iterator[list[int]]:
    """Yield the cycles of edges or arcs, shape (n, 2), each from its least vertex on.

    Two edges meet at every vertex from 0 to n - 1; of arcs, one enters and one leaves it.
    """
    if directed:
        tails, heads = edges.T
        both = np.column_stack((tails[np.argsort(heads)], heads[np.argsort(tails)]))
    else:
        both = edges[:, ::-1].T.ravel()[np.argsort(edges.T.ravel(), kind="stable")].reshape(-1, 2)
    near = both.tolist()
    is_left = [True] * len(near)
    for first in range(len(near)):
        if not is_left[first]:
            continue
        walk, before, here = [first], first, near[first][1]
        while here != first:
            walk.append(here)
            one, other = near[here]
            before, here = here, other if one == before else one
        for v in walk:
            is_left[v] = False
        yield walk
