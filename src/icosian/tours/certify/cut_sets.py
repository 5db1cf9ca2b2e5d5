"""Cut vertices and sets of nodes whose removal leaves too many parts (toughness)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr_from_edges
from icosian._run.clock import Clock
from icosian.proofs import CutVertex, Proof, Toughness

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


CANDIDATES = 60
"""Sets that are looked at, of those that a matching suggests."""
TICK = 1_000
"""Vertices between looks at the clock."""


def cut_vertex(problem: Problem, clock: Clock) -> Proof | None:
    """Return an unchecked proof by parts that hang on one node each, for a connected graph."""
    hanging = sorted(_hanging(_rows(problem), clock), key=lambda pair: (len(pair[1]), min(pair[1])))
    ends = set() if problem.closed else {problem.start, problem.end} - {None}
    hanging = [pair for pair in hanging if ends.isdisjoint(pair[1])]
    most = 0 if problem.closed else 2 - len(ends)  # a part may hold an end that is free
    if len(hanging) <= most:
        return None
    nodes = problem.nodes
    parts = [(nodes[hub], frozenset(map(nodes.__getitem__, part))) for hub, part in hanging]
    return problem.certificate(CutVertex, parts=tuple(parts[: most + 1]))


def toughness(problem: Problem, clock: Clock) -> Iterator[Toughness]:
    """Yield unchecked proofs by sets that leave too many parts of a connected graph."""
    # Independent sets with no more neighbors than members, by a matching of two copies of the graph
    # [W. T. Tutte, The 1-factors of oriented graphs, Proceedings of the AMS 4 (1953), 922-931]:
    # nodes that reach few others along alternating paths. It finds a set wherever an independent
    # set has too few neighbors; deciding toughness is NP-hard [D. Bauer, S. L. Hakimi,
    # E. Schmeichel, Recognizing tough graphs is NP-hard, Discrete Applied Mathematics 28 (1990)].
    G = None
    for removed in _independent_neighborhoods(problem, clock):
        G = G or undirected(problem)
        if proof := removal(problem, G, removed):
            yield proof


def removal(problem: Problem, G: nx.Graph[Any], removed: frozenset[Any]) -> Toughness | None:
    """Return the unchecked proof by a removal from ``undirected``, if too many parts are left."""
    if not removed:
        return None
    parts = 0
    together = False
    given = [] if problem.closed else [problem.start, problem.end]
    ends = {problem.nodes[v] for v in given if v is not None}
    left = set(G) - removed
    while left:
        queue = [left.pop()]
        for v in queue:
            fresh = left.intersection(G.adj[v])
            left -= fresh
            queue += fresh
        parts += 1
        together = together or (len(ends) == 2 and ends.issubset(queue))
    most = len(removed)
    if not problem.closed:
        most += 1 - len(ends & removed) - together
    if parts <= most:
        return None
    return problem.certificate(Toughness, removed=removed, parts=parts, together=together)


def shrunk(problem: Problem, G: nx.Graph[Any], proof: Toughness, clock: Clock) -> Toughness:
    """Return an unchecked proof that removes as few of the nodes as will do."""
    for v in sorted(proof.removed, key=problem.index.__getitem__):
        clock.tick("toughness")
        proof = removal(problem, G, proof.removed - {v}) or proof
    return proof


def owners(tails: NDArray[Any], heads: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Return the node that each node is matched to as a neighbor, shape (size,); -1: none.

    Each node is matched to one neighbor at most; as many as possible are.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows = csr_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(size, size))
    partner = maximum_bipartite_matching(rows, perm_type="column")
    owner = np.full(size, -1)
    owner[partner[partner >= 0]] = np.flatnonzero(partner >= 0)
    return owner


def undirected(problem: Problem) -> nx.Graph[Any]:
    """Return the graph without directions, not to be changed."""
    nodes, arrays = problem.nodes, problem.arrays
    if not arrays.directed:
        return problem.G
    G: nx.Graph[Any] = nx.Graph()
    G.add_nodes_from(nodes)
    pairs = zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True)
    G.add_edges_from((nodes[u], nodes[v]) for u, v in pairs)
    return G


def _rows(problem: Problem) -> Csr:
    """Return the graph without directions; arcs both ways become parallel edges."""
    arrays = problem.arrays
    if not arrays.directed:
        return arrays
    return csr_from_edges(problem.size, arrays.sources(), arrays.indices)


def _hanging(arrays: Csr, clock: Clock) -> list[tuple[int, list[int]]]:
    """Return the least parts that hang on one vertex, with that vertex [Tarjan 1972]."""
    root = 0
    while True:
        order, parent = _depth_first(arrays, root, clock)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        low = np.minimum.reduceat(place[arrays.indices], arrays.indptr[:-1]).tolist()
        size, is_least = [1] * len(order), [True] * len(order)
        rank = place.tolist()
        found = []
        for v in reversed(order[1:]):
            p = parent[v]
            size[p] += size[v]
            low[p] = min(low[p], low[v])
            is_cut = low[v] >= rank[p]
            if is_cut and is_least[v]:
                found.append((p, order[rank[v] : rank[v] + size[v]]))
            is_least[p] = is_least[p] and is_least[v] and not is_cut
        hubs = [p for p, _ in found if p != root]
        if parent.count(root) > 2 or not hubs:  # the root is its own parent
            return found if parent.count(root) > 2 else []
        root = hubs[0]  # a root that cuts the graph hangs on nothing itself


def _depth_first(arrays: Csr, root: int, clock: Clock) -> tuple[list[int], list[int]]:
    """Return the vertices in depth-first order, and the parent of each; the root has itself."""
    heads, starts = arrays.indices.tolist(), arrays.indptr.tolist()
    parent = [-1] * arrays.size
    parent[root] = root
    order, path = [root], [root]
    ahead = [iter(heads[i:j]) for i, j in pairwise(starts)]
    while path:
        v = path[-1]
        w = next((w for w in ahead[v] if parent[w] < 0), -1)
        if w < 0:
            path.pop()
            continue
        parent[w] = v
        order.append(w)
        path.append(w)
        if not len(order) % TICK:
            clock.tick("cut vertices", TICK)
    return order, parent


def _independent_neighborhoods(problem: Problem, clock: Clock) -> Iterator[frozenset[Any]]:
    """Yield neighborhoods of independent sets that leave as many parts as they have nodes."""
    clock.tick("toughness")
    rows, n = _rows(problem), problem.size
    degrees = np.diff(rows.indptr)
    if problem.closed and not problem.arrays.directed and (degrees == degrees[0]).all():
        return  # two copies of a regular graph are elementary: none of its sets has too few

    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    tails, heads, size = rows.sources(), rows.indices, n
    if not problem.closed:  # home
        ends = [v for v in (problem.start, problem.end) if v is not None]
        beside = np.array(ends if len(ends) == 2 else range(n), np.int32)
        home = np.full(len(beside), n, np.int32)
        tails, heads = np.concatenate((tails, beside, home)), np.concatenate((heads, home, beside))
        size += 1

    def joined(tails: Any, heads: Any) -> Any:
        # From coordinates, which adds parallel arcs up: the matching writes out of bounds on them.
        return csr_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(size, size))

    owner = owners(tails, heads, size)
    # From a left copy to the left copies that are matched to its neighbors.
    onward = owner[heads]
    alternating = joined(tails[onward >= 0], onward[onward >= 0])
    if (owner < 0).any():
        sources = np.setdiff1d(np.arange(size), owner).tolist()
    else:
        _, home_of = connected_components(alternating, connection="strong")
        sources = np.unique(home_of, return_index=True)[1].tolist()
    met = set()
    for source in sources[:CANDIDATES]:
        clock.tick("toughness", n)
        alone = np.zeros(size, bool)
        alone[breadth_first_order(alternating, source, return_predecessors=False)] = True
        alone[heads[alone[tails]]] = False
        around = np.zeros(size, bool)
        around[heads[alone[tails]]] = True
        around = around[:n]
        key = around.tobytes()
        if key in met or not around.any():
            continue
        met.add(key)
        removed = frozenset(problem.nodes[v] for v in np.flatnonzero(around).tolist())
        if problem.closed and alone.sum() > around.sum():
            yield removed
            continue
        left = ~(around[rows.sources()] | around[rows.indices])
        within = joined(rows.sources()[left], rows.indices[left])
        parts = connected_components(within, directed=False)[0] - around.sum() - (size - n)
        # A path allows a part more, or less where its ends are removed.
        if parts + (not problem.closed) > around.sum():
            yield removed
