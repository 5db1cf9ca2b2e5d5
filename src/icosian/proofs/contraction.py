"""Contraction of tight sets: independent sets with one neighbor more than nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import Claim
from icosian.proofs.shared.evidence import Tick, paced, verify
from icosian.proofs.shared.minors import changed_graph, check_inner, contracted_graph


@dataclass(frozen=True, kw_only=True)
class Contraction(Proof):
    """Sets of nodes that every cycle enters and leaves once, each contracted to one node.

    Theorem: let k independent nodes have k + 1 neighbors, and let there be further nodes. A cycle
    has 2 k edges at the k nodes, all of them to the neighbors, which have 2 k + 2 edges. So it
    leaves the 2 k + 1 nodes by two edges: it visits them one after the other. If disjoint sets of
    this kind are contracted to one node each, and three nodes or more are left, then a Hamiltonian
    cycle becomes one of the contracted graph. If that has none, the graph has none.

    A path is a cycle through :data:`HOME`, a node joined to all that may be an end. If one end is
    given, a :class:`Middle` is in the middle of its edge to home, which the cycle has to use.

    Attributes
    ----------
    sets : tuple of (node, frozenset)
        For each set its independent nodes, after the node of the set that stands for it in the
        contracted graph: one of the independent nodes or of their neighbors.
    inner : Proof
        Why the contracted graph has no Hamiltonian cycle. It may be a contraction again.

    See Also
    --------
    Toughness : Independent nodes with fewer neighbors than nodes.

    Notes
    -----
    The check makes the contracted graph itself, in linear time, and checks ``inner`` against it.
    It is about undirected graphs.

    Meredith's graphs have a complete bipartite graph in the place of each node of a smaller
    graph [1]_. They shrink to the smaller graph.

    References
    ----------
    .. [1] G. H. J. Meredith, Regular n-valent n-connected nonHamiltonian non-n-edge-colorable
       graphs, Journal of Combinatorial Theory B 14 (1973), 55-60.

    Examples
    --------
    The nodes 5 and 6 have three neighbors, and outside of them the graph falls apart:

    >>> import networkx as nx
    >>> from icosian.proofs import Contraction, CutVertex
    >>> G = nx.complete_bipartite_graph([5, 6], [2, 3, 4])
    >>> G.add_edges_from([(2, 0), (3, 0), (0, 1), (3, 1), (4, 7), (4, 8), (7, 8)])
    >>> inner = CutVertex(closed=True, parts=((5, frozenset([0, 1])),))
    >>> proof = Contraction(closed=True, sets=((5, frozenset([5, 6])),), inner=inner)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle: the 2 independent nodes 5, 6 have only 3 neighbors, so a cycle
    visits these 5 nodes one after the other, and they are contracted to 5. In the contracted graph,
    node 5 is the only way to a part of 2 nodes (0, 1), and a cycle would have to pass it twice.
    """

    sets: tuple[tuple[Any, frozenset[Any]], ...]
    inner: Proof

    def _check_form(self) -> None:
        if not self.sets:
            raise InvalidProof("no set is contracted")
        check_inner(self, self.inner, Claim(closed=True))

    def _within(self) -> tuple[Proof, ...]:
        return (self.inner,)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        H = changed_graph(G, self.statement, tick, home=not self.closed)
        sets = ((node, tight_set(H, part)) for node, part in paced(self.sets, tick))
        verify(self.inner, contracted_graph(H, sets, tick), tick)

    def _reason(self) -> str:
        home = "" if self.closed else "with home as a node that makes a cycle of the path, "
        sets = [self._set_text(*pair) for pair in self.sets[:3]]
        more = len(self.sets) - len(sets)
        if more:
            sets.append(f"{more} more {'set is' if more == 1 else 'sets are'} contracted likewise")
        inner = self.inner._reason()  # noqa: SLF001 - our own kinds
        return f"{home}{'; '.join(sets)}. In the contracted graph, {inner}"

    def _set_text(self, node: Any, part: frozenset[Any]) -> str:
        k = len(part)
        what = "node" if self.ranks is None else "square"
        some = self._listed(self._ordered(part))
        has = f"{what} {some} has" if k == 1 else f"{k} independent {what}s {some} have"
        return (
            f"the {has} only {k + 1} neighbors, so a cycle visits these {2 * k + 1} {what}s one"
            f" after the other, and they are contracted to {self._name(node)}"
        )

    def _effort(self) -> int:
        return sum(2 + len(part) for _, part in self.sets) + self.inner.effort


def tight_set(G: nx.Graph[Any], independent: frozenset[Any]) -> frozenset[Any]:
    """Return nodes with their neighbors; refuse nodes that are not independent and tight."""
    around: set[Any] = set()
    for v in independent:
        if v not in G:
            raise InvalidProof(f"{v!r} is not a node of the graph")
        around |= G.adj[v].keys() - {v}  # without loops
    if not independent.isdisjoint(around):
        raise InvalidProof("two nodes of an independent set are neighbors")
    if len(around) != len(independent) + 1:
        raise InvalidProof(
            f"an independent set has {len(independent)} nodes and {len(around)} neighbors,"
            " not one more"
        )
    return independent | around
