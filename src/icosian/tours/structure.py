"""Finding cut vertices and toughness sets: structure that a tour cannot get round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.proofs import CutVertex, Toughness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from icosian.proofs import Proof
    from icosian.tours.clock import Clock
    from icosian.tours.problem import Problem

__all__ = ["cut_vertex", "removal", "shrunk", "toughness", "undirected"]

CANDIDATES = 60
"""Sets that are looked at, of those that a matching suggests."""


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
    clock.tick("cut vertices", problem.size)
    G = undirected(problem)
    hubs = set(nx.articulation_points(G))
    if not hubs:
        return None
    parts = []
    blocks: Iterable[Any] = nx.biconnected_components(G)
    for block in blocks:
        inner = block & hubs
        if len(inner) == 1:
            parts.append((inner.pop(), frozenset(block - hubs)))
    if problem.closed:
        return CutVertex(parts=(min(parts, key=lambda pair: len(pair[1])),), **question)
    ends = {question["start"], question["end"]} - {None}
    parts = sorted((pair for pair in parts if not ends & pair[1]), key=lambda pair: len(pair[1]))
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
    G = undirected(problem)
    for removed in _independent_neighbourhoods(problem, G):
        clock.tick("toughness", len(G))
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


def shrunk(G: nx.Graph[Any], proof: Toughness, question: dict[str, Any]) -> Toughness:
    """Return a proof that removes as few of the nodes as will do.

    Parameters
    ----------
    G : networkx graph
        The graph.
    proof : Toughness
        The proof.
    question : dict
        Its question.

    Returns
    -------
    Toughness
        A proof, unchecked.
    """
    for v in sorted(proof.removed, key=list(G).index):
        proof = removal(G, proof.removed - {v}, question) or proof
    return proof


def undirected(problem: Problem) -> nx.Graph[Any]:
    """Return the graph without directions, parallel edges and loops."""
    G: nx.Graph[Any] = nx.Graph()
    G.add_nodes_from(problem.nodes)
    G.add_edges_from((u, v) for u, v in problem.G.edges() if u != v)
    return G


def _independent_neighbourhoods(problem: Problem, G: nx.Graph[Any]) -> Iterator[frozenset[Any]]:
    """Yield the neighbourhoods of independent sets that are no larger than these."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    n = problem.size
    number = {v: i for i, v in enumerate(problem.nodes)}
    pairs = [(number[u], number[v]) for u, v in G.edges()]
    size = n
    if not problem.closed:  # home
        ends = [v for v in (problem.start, problem.end) if v is not None]
        pairs += [(v, n) for v in (ends if len(ends) == 2 else range(n))]
        size += 1
    ends_of = np.array(pairs, np.int32).reshape(-1, 2)
    tails = np.concatenate((ends_of[:, 0], ends_of[:, 1]))
    heads = np.concatenate((ends_of[:, 1], ends_of[:, 0]))
    doubled = csr_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(size, size))
    partner = maximum_bipartite_matching(doubled, perm_type="column")  # of every left copy
    owner = np.full(size, -1)
    owner[partner[partner >= 0]] = np.flatnonzero(partner >= 0)
    # From a left copy to the left copies that are matched to its neighbours.
    onward = owner[heads]
    known = onward >= 0
    alternating: nx.DiGraph[int] = nx.DiGraph()
    alternating.add_nodes_from(range(size))
    alternating.add_edges_from(zip(tails[known].tolist(), onward[known].tolist(), strict=True))
    if (partner < 0).any():
        sources = np.flatnonzero(partner < 0).tolist()
    else:
        steps = csr_array((np.ones(known.sum()), (tails[known], onward[known])), shape=(size, size))
        _, home = connected_components(steps, connection="strong")
        sources = np.unique(home, return_index=True)[1].tolist()
    met = set()
    for source in sources[:CANDIDATES]:
        reached = {source, *nx.descendants(alternating, source)}
        near = {w for v in reached for w in doubled.indices[slice(*doubled.indptr[v : v + 2])]}
        alone = reached - near
        around = frozenset(
            problem.nodes[w]
            for v in alone
            for w in doubled.indices[slice(*doubled.indptr[v : v + 2])].tolist()
            if w < n
        )
        if around and around not in met:
            met.add(around)
            yield around
