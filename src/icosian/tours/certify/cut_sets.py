"""Finding cut vertices and toughness sets: structure that a tour cannot get round."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._arrays.csr import csr_from_edges
from icosian.proofs import CutVertex, Toughness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian._arrays.csr import Csr
    from icosian._run.clock import Clock
    from icosian.proofs import Proof
    from icosian.tours.problem import Problem

__all__ = ["cut_vertex", "removal", "shrunk", "toughness", "undirected"]

CANDIDATES = 60
"""Sets that are looked at, of those that a matching suggests."""
TICK = 1_000
"""Vertices between looks at the clock."""


def cut_vertex(problem: Problem, question: dict[str, Any], clock: Clock) -> Proof | None:
    """Return parts that hang on a single node each, if they are more than a tour has ends.

    Parameters
    ----------
    problem : Problem
        The question; its graph is connected.
    question : dict
        The question of the proof.
    clock : Clock
        The clock.

    Returns
    -------
    CutVertex or None
        The proof, unchecked.
    """
    nodes = problem.nodes
    hanging = sorted(_hanging(_rows(problem), clock), key=lambda pair: (len(pair[1]), min(pair[1])))
    parts = [(nodes[hub], frozenset(map(nodes.__getitem__, part))) for hub, part in hanging]
    if not parts:
        return None
    if problem.closed:
        return CutVertex(parts=(parts[0],), **question)
    ends = {question["start"], question["end"]} - {None}
    parts = [pair for pair in parts if not ends & pair[1]]
    free = 2 - len(ends)
    return CutVertex(parts=tuple(parts[: free + 1]), **question) if len(parts) > free else None


def toughness(problem: Problem, question: dict[str, Any], clock: Clock) -> Iterator[Toughness]:
    """Yield sets of nodes that leave too many parts, as matchings suggest them.

    Parameters
    ----------
    problem : Problem
        The question; its graph is connected.
    question : dict
        The question of the proof.
    clock : Clock
        The clock.

    Yields
    ------
    Toughness
        A proof, unchecked.

    Notes
    -----
    Sought are independent sets with no more neighbours than members, by a matching of two copies
    of the graph [1]_: nodes that reach few others along alternating paths. This finds a set
    wherever an independent set has too few neighbours; deciding toughness is NP-hard [2]_.

    References
    ----------
    .. [1] W. T. Tutte, The 1-factors of oriented graphs, Proceedings of the AMS 4 (1953), 922-931.
    .. [2] D. Bauer, S. L. Hakimi, E. Schmeichel, Recognizing tough graphs is NP-hard, Discrete
       Applied Mathematics 28 (1990), 191-195.
    """
    G: nx.Graph[Any] | None = None
    for removed in _independent_neighbourhoods(problem, clock):
        G = undirected(problem) if G is None else G
        clock.tick("toughness")
        if proof := removal(G, removed, question):
            yield proof


def removal(
    G: nx.Graph[Any], removed: frozenset[Any], question: dict[str, Any]
) -> Toughness | None:
    """Return the proof that the removal of some nodes gives.

    Parameters
    ----------
    G : networkx graph
        The graph.
    removed : frozenset
        The nodes.
    question : dict
        The question of the proof.

    Returns
    -------
    Toughness or None
        The proof, unchecked, or None if the nodes do not leave too many parts.
    """
    if not removed:
        return None
    parts = 0
    together = False
    ends = set() if question["closed"] else {question["start"], question["end"]}
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
    if not question["closed"]:
        most += 1 - len(ends & removed) - together
    if parts <= most:
        return None
    return Toughness(removed=removed, parts=parts, together=together, **question)


def shrunk(G: nx.Graph[Any], proof: Toughness, question: dict[str, Any], clock: Clock) -> Toughness:
    """Return a proof that removes as few of the nodes as will do.

    Parameters
    ----------
    G : networkx graph
        The graph.
    proof : Toughness
        The proof.
    question : dict
        Its question.
    clock : Clock
        The clock.

    Returns
    -------
    Toughness
        A proof, unchecked.
    """
    for v in [v for v in G if v in proof.removed]:
        clock.tick("toughness")
        proof = removal(G, proof.removed - {v}, question) or proof
    return proof


def undirected(problem: Problem) -> nx.Graph[Any]:
    """Return the graph without directions, parallel edges and loops."""
    G: nx.Graph[Any] = nx.Graph()
    G.add_nodes_from(problem.nodes)
    G.add_edges_from((u, v) for u, v in problem.G.edges() if u != v)
    return G


def _rows(problem: Problem) -> Csr:
    """Return the graph without directions; arcs both ways become parallel edges."""
    arrays = problem.arrays
    if not arrays.directed:
        return arrays
    return csr_from_edges(problem.size, arrays.sources(), arrays.indices)


def _hanging(arrays: Csr, clock: Clock) -> list[tuple[int, list[int]]]:
    """Return the least parts that hang on a single vertex of a connected graph, with that vertex.

    A vertex is cut off by its parent in a depth-first tree if no edge leads from its descendants
    beyond that parent [Tarjan 1972].
    """
    import numpy as np

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


def _independent_neighbourhoods(problem: Problem, clock: Clock) -> Iterator[frozenset[Any]]:
    """Yield neighbourhoods of independent sets that leave as many parts as they have nodes."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import (
        breadth_first_order,
        connected_components,
        maximum_bipartite_matching,
    )

    rows, n = _rows(problem), problem.size
    tails, heads, size = rows.sources(), rows.indices, n
    if not problem.closed:  # home
        ends = [v for v in (problem.start, problem.end) if v is not None]
        beside = np.array(ends if len(ends) == 2 else range(n), np.int32)
        home = np.full(len(beside), n, np.int32)
        tails, heads = np.concatenate((tails, beside, home)), np.concatenate((heads, home, beside))
        size += 1

    def joined(tails: Any, heads: Any) -> Any:
        return csr_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(size, size))

    partner = maximum_bipartite_matching(joined(tails, heads), perm_type="column")  # of left copies
    owner = np.full(size, -1)
    owner[partner[partner >= 0]] = np.flatnonzero(partner >= 0)
    # From a left copy to the left copies that are matched to its neighbours.
    onward = owner[heads]
    alternating = joined(tails[onward >= 0], onward[onward >= 0])
    if (partner < 0).any():
        sources = np.flatnonzero(partner < 0).tolist()
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
        left = ~(around[rows.sources()] | around[rows.indices])
        within = joined(rows.sources()[left], rows.indices[left])
        parts = connected_components(within, directed=False)[0] - around.sum() - (size - n)
        # A path allows a part more, or less where its ends are removed.
        if parts + (not problem.closed) > around.sum():
            yield frozenset(problem.nodes[v] for v in np.flatnonzero(around).tolist())
