"""Tight sets: independent nodes with one neighbor more than nodes, and their contraction.

A cycle visits a tight set and its neighbors one after the other. Contracted to one node each, they
leave a smaller graph: if that has no cycle, there is none; if it has one, it may come of a cycle of
the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr_from_edges
from icosian._run.clock import Clock
from icosian.proofs import HOME, Contraction, Proof
from icosian.tours.certify.cut_sets import owners
from icosian.tours.condition_graph import conditioned
from icosian.tours.problem import Problem

ROUNDS = 20
"""How often sets are contracted in the graph that is left."""
ROOTS = 3
"""Roots of trees of dominators; sets that hold a root, or are left for it only, are not seen."""
SIDES = 2
"""Parts without a step out of them that are searched: a bipartite graph has two."""
CUBIC = 3
"""The degree of graphs in which a tight set has a border of three edges: a node says too little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracted:
    """A problem whose tight sets are contracted until there are none."""

    problem: Problem
    """The problem."""
    whole: Problem
    """The same as a question about cycles: of a path, with home."""
    small: Problem
    """What is left."""
    rounds: tuple[tuple[tuple[Any, frozenset[Any]], ...], ...]
    """The sets of each contraction, as in the certificate."""
    part: NDArray[np.int64]
    """The node of ``small`` that each node of ``whole`` became, shape (n,)."""

    def lifted(self, inner: Proof) -> Proof:
        """Return an unchecked proof of the problem from one of the small problem."""
        for sets in reversed(self.rounds[1:]):
            inner = self.small.certificate(Contraction, sets=sets, inner=inner)
        return self.problem.certificate(Contraction, sets=self.rounds[0], inner=inner)

    def inner(self, proof: Proof) -> Proof:
        """Return the proof of the small problem that was lifted."""
        for _ in self.rounds:
            proof = proof.inner if isinstance(proof, Contraction) else proof
        return proof

    def restricted(self, cycle: Sequence[int]) -> Problem:
        """Return the question for a cycle of the whole that becomes a given one when contracted."""
        n, tails, heads = len(cycle), self.whole.arrays.sources(), self.whole.arrays.indices
        place = np.empty(n, np.int64)
        place[list(cycle)] = np.arange(n)
        steps = (place[self.part[tails]] - place[self.part[heads]]) % n
        kept = (tails < heads) & ((steps <= 1) | (steps == n - 1))
        return _problem(self.whole, np.arange(self.whole.size), tails[kept], heads[kept])

    def opened(self, nodes: Sequence[int]) -> list[int]:
        """Return the tour of the problem, by numbers, that a cycle of the whole stands for."""
        order, problem = list(nodes), self.problem
        if problem.closed:
            return order
        home = order.index(self.whole.index[HOME])
        order = [v for v in order[home + 1 :] + order[:home] if v < problem.size]
        ends = problem.start, problem.end
        if any(v not in (None, w) for v, w in zip(ends, (order[0], order[-1]), strict=True)):
            order.reverse()
        return order


def contracted(problem: Problem, clock: Clock) -> Contracted | None:
    """Contract tight sets until none is left; None if there are none, or for a digraph."""
    if problem.arrays.directed or (not problem.closed and HOME in problem.index):
        return None
    whole = _closed(problem)
    arrays = whole.arrays
    part = names = np.arange(whole.size)
    rounds: list[tuple[tuple[Any, frozenset[Any]], ...]] = []
    while len(rounds) < ROUNDS and (sets := tight_sets(arrays, clock)):
        label = np.arange(arrays.size)
        for independent, around in sets:
            label[[*independent, *around]] = independent[0]
        labels = [[whole.nodes[names[v]] for v in independent] for independent, _ in sets]
        rounds.append(tuple((some[0], frozenset(some)) for some in labels))
        kept, number = np.unique(label, return_inverse=True)
        names, part = names[kept], number[part]
        u, v = number[arrays.sources()], number[arrays.indices]
        pairs = np.unique(u[u < v] * len(kept) + v[u < v])
        arrays = csr_from_edges(len(kept), *np.divmod(pairs, len(kept)))
    if not rounds:
        return None
    forward = arrays.sources() < arrays.indices
    small = _problem(whole, names, arrays.sources()[forward], arrays.indices[forward])
    return Contracted(problem=problem, whole=whole, small=small, rounds=tuple(rounds), part=part)


def _closed(problem: Problem) -> Problem:
    """Return the question about cycles that stands for a path of an undirected graph."""
    if problem.closed:
        return problem
    start, end = (None if v is None else problem.nodes[v] for v in (problem.start, problem.end))
    H, _ = conditioned(problem.G, (), (), closed=False, start=start, end=end, home=True)
    return Problem.of(H, closed=True)


def _problem(whole: Problem, names: Any, tails: Any, heads: Any) -> Problem:
    """Return a problem on some nodes of another one, with edges by their numbers."""
    nodes = [whole.nodes[v] for v in names.tolist()]
    G: nx.Graph[Any] = nx.Graph()
    G.graph.update(whole.G.graph)
    G.add_nodes_from(nodes)
    G.add_edges_from(
        (nodes[u], nodes[v]) for u, v in zip(tails.tolist(), heads.tolist(), strict=True)
    )
    return Problem.of(G, closed=True)


def tight_sets(arrays: Csr, clock: Clock) -> list[tuple[list[int], set[int]]]:
    """Return tight sets of at least two nodes with their neighbors, no two with a common node."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    # Match each node with a neighbor, no two with the same. Steps lead from a node to the nodes
    # that are matched with its neighbors. A set that no step leaves has as many neighbors as nodes
    # [Dulmage and Mendelsohn 1958]; a set that steps leave for a single node has one neighbor more.
    # Where all nodes reach a root, the latter are the nodes that reach it through that node only.
    n, tails, heads = arrays.size, arrays.sources(), arrays.indices
    if np.diff(arrays.indptr).max() <= CUBIC:
        return []
    owner = owners(tails, heads, n)
    if (owner < 0).any():
        return []
    onward = owner[heads]
    ones = np.ones(len(heads), np.int8)
    _, strong = connected_components(
        csr_array((ones, (tails, onward)), shape=(n, n)), connection="strong"
    )
    leaving = strong[tails] != strong[onward]
    size = np.bincount(strong)
    size[strong[tails[leaving]]] = 0
    inside = size[strong[tails]] > 0
    back = csr_array((ones[inside], (onward[inside], tails[inside])), shape=(n, n))
    ahead = [row.tolist() for row in np.split(onward, arrays.indptr[1:-1])]
    rows = [set(row.tolist()) for row in np.split(heads, arrays.indptr[1:-1])]
    found = []
    for part in np.argsort(-size, kind="stable")[:SIDES].tolist():
        if size[part] > 2:
            found += _least_sets(back, ahead, rows, int(np.argmax(strong == part)), clock)
    return _disjoint(found, rows)


def _least_sets(
    back: Any, ahead: list[list[int]], rows: list[set[int]], root: int, clock: Clock
) -> list[list[int]]:
    """Return the least tight sets of two nodes or more that are seen from a few roots."""
    from scipy.sparse.csgraph import breadth_first_order, depth_first_order

    found = []
    for _ in range(ROOTS):
        order, before = depth_first_order(back, root)
        number = np.full(len(rows), -1)
        number[order] = np.arange(len(order))
        rank, nodes = number.tolist(), order.tolist()
        above = [0, *number[before[order[1:]]].tolist()]
        above = _dominators(above, [[rank[w] for w in ahead[v]] for v in nodes])
        clock.tick("contraction", len(nodes))
        below: list[list[int] | None] = [[] for _ in nodes]
        for k in range(len(nodes) - 1, 0, -1):
            some, parent = below[k], below[above[k]]
            if some is not None and len(some) > 1:
                if all(len(rows[v]) > 2 and rows[v].isdisjoint(some) for v in some):
                    found.append(some)
                some = None  # a larger set is not independent, or holds this one
            if some is None:
                below[above[k]] = None
            elif parent is not None:
                parent += [*some, nodes[k]]
        root = breadth_first_order(back, root, return_predecessors=False)[len(nodes) // 2]
    return found


def _dominators(above: list[int], ahead: list[list[int]]) -> list[int]:
    """Return the immediate dominators in a flow graph, given the parents in a depth-first tree."""
    # Semi-NCA [L. Georgiadis, R. E. Tarjan, R. F. Werneck, Finding dominators in practice, J. Graph
    # Algorithms Appl. 10 (2006), 69-94]. Nodes are numbered in preorder, and ``ahead`` holds the
    # tails of the arcs to each. First the semidominators, from the last node to the first:
    semi, upper, low = above[:], above[:], above[:]
    for v in range(len(above) - 1, 0, -1):
        for w in ahead[v]:
            path, end = [], w
            while upper[end] > v:
                path.append(end)
                end = upper[end]
            # Compress the path; ``low`` is the least semidominator below ``upper``.
            for x in reversed(path):
                low[x] = min(low[x], low[end])
                upper[x], end = upper[end], x
            semi[v] = min(semi[v], low[w] if w > v else w)
        low[v] = semi[v]
    # Then the dominators: the nearest common ancestors of parents and semidominators.
    dominators = above[:]
    for v, least in enumerate(semi):
        while dominators[v] > least:
            dominators[v] = dominators[dominators[v]]
    return dominators


def _disjoint(found: list[list[int]], rows: list[set[int]]) -> list[tuple[list[int], set[int]]]:
    """Return sets with their neighbors, small ones first, as long as three nodes are left."""
    taken: set[int] = set()
    chosen = []
    left = len(rows)
    for some in sorted(found, key=len):
        around = set().union(*(rows[v] for v in some))
        if taken.isdisjoint(around.union(some)) and left - 2 * len(some) >= 3:
            taken |= around.union(some)
            left -= 2 * len(some)
            chosen.append((sorted(some), around))
    return sorted(chosen, key=lambda pair: pair[0])
