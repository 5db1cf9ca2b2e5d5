"""Parity of alternating cycles: permutation factors that all have an even number of cycles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.evidence import Tick, paced, unlimited
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import OPEN, UNUSED, Contradiction, Marks


@dataclass(frozen=True, kw_only=True)
class AlternatingParity(Proof):
    """A factor of a digraph with an even number of cycles, where all factors have the same parity.

    Theorem (Rankin): a *factor* has one arc out of every node and one into it, so it is a set of
    disjoint cycles through all nodes. Suppose that every node has at most two arcs out and two in.
    An *alternating cycle* follows an arc forward, the other arc into its head backward, the other
    arc out of that tail forward, and so on; its arcs are alternately in the factor and not. Any
    two factors differ by whole alternating cycles. To exchange one with k arcs in the factor is to
    permute the successors of k nodes cyclically. That takes k - 1 swaps of two successors, and
    each swap joins two cycles or cuts one in two. If k is odd for all alternating cycles, the
    number of cycles of a factor is always even or always odd. A Hamiltonian cycle is a factor with
    one cycle.

    Attributes
    ----------
    factor : tuple of tuple of node
        The cycles of one factor, an even number of them.
    halves : tuple of (int, int)
        Numbers k, and how many alternating cycles have k arcs in the factor.

    See Also
    --------
    BipartitionImbalance : Parity of the number of nodes.

    Notes
    -----
    First the rules of :class:`ForcedEdges` are followed at the nodes as far as they lead: an arc
    that is the only one left out of a node or into it is used, and none that closes a path of used
    arcs too early. What then is left to choose has to be two arcs wherever it is not none. A path
    is a cycle through one further node, home. Cost: linear in the size of the digraph.

    The theorem says nothing about undirected graphs, where a cycle has no direction and an
    exchange may change the number of its cycles by any amount. Whether all factors of a digraph
    have the same parity can be decided in polynomial time without a bound on the number of arcs at
    a node, but not as easily [3]_.

    References
    ----------
    .. [1] R. A. Rankin, A campanological problem in group theory, Mathematical Proceedings of the
       Cambridge Philosophical Society 44 (1948), 17-25.
    .. [2] R. G. Swan, A simple proof of Rankin's campanological theorem, American Mathematical
       Monthly 106 (1999), 159-161.
    .. [3] N. Robertson, P. D. Seymour, R. Thomas, Permanents, Pfaffian orientations, and even
       directed circuits, Annals of Mathematics 150 (1999), 929-975.

    Examples
    --------
    Four bells, where the next order rotates all of them or swaps the first two:

    >>> import itertools, networkx as nx, icosian
    >>> G = nx.DiGraph()
    >>> for a, b, c, d in itertools.permutations("1234"):
    ...     G.add_edges_from([(a + b + c + d, b + c + d + a), (a + b + c + d, b + a + c + d)])
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle: ...
    """

    factor: tuple[tuple[Any, ...], ...]
    halves: tuple[tuple[int, int], ...]

    def alternating_cycles(self, G: nx.Graph[Any]) -> list[list[tuple[Any, Any]]]:
        """Return the alternating cycles.

        Parameters
        ----------
        G : networkx digraph
            The graph.

        Returns
        -------
        list of list of (node, node)
            The arcs of each, by turns in the factor and not in it.

        Raises
        ------
        InvalidProof
            If the arcs that are not forced do not fall into alternating cycles.
        """
        net, cycles = self._alternating(G, unlimited)
        nodes = net.nodes
        return [[(nodes[u], nodes[v]) for u, v in map(net.edges.__getitem__, c)] for c in cycles]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        _, cycles = self._alternating(G, tick)
        halves = Counter(len(cycle) // 2 for cycle in cycles)
        if any(half % 2 == 0 for half in halves):
            raise InvalidProof("an alternating cycle has an even number of arcs in the factor")
        if tuple(sorted(halves.items())) != self.halves:
            raise InvalidProof("the lengths of the alternating cycles are not those of the graph")
        if len(self.factor) % 2:
            raise InvalidProof("the factor has an odd number of cycles")

    def _alternating(self, G: nx.Graph[Any], tick: Tick) -> tuple[Network, list[list[int]]]:
        """Return the claim as a network, and its alternating cycles by the numbers of arcs."""
        if not G.is_directed():
            raise InvalidProof("only a digraph has factors whose cycles have a direction")
        net = Network(G, self.statement, tick)
        try:
            marks = Marks(net, tick=tick)
            marks.settle()
        except Contradiction:
            raise InvalidProof("the forced arcs leave no factor") from None
        leaving = self._arcs(net, marks, tick)
        left = [[e for e in row if marks.mark[e] == OPEN] for row in paced(net.ports, tick)]
        if any(len(row) not in (0, 2) for row in left):
            raise InvalidProof("more than two arcs that are not forced leave or enter a node")
        cycles = []
        seen = [False] * len(net.edges)
        for first in paced(leaving.values(), tick):
            cycle: list[int] = []
            e = first
            while marks.mark[e] == OPEN and not seen[e]:
                seen[e] = True
                other = sum(left[net.ports_of(e)[0]]) - e  # out of the same tail
                cycle += e, other
                e = sum(left[net.ports_of(other)[1]]) - other  # into the same head
            if cycle:
                cycles.append(cycle)
        return net, cycles

    def _arcs(self, net: Network, marks: Marks, tick: Tick) -> dict[int, int]:
        """Return the arc of the factor that leaves each node, if the cycles are a factor."""
        leaving: dict[int, int] = {}
        for cycle in paced(self.factor, tick):
            if not cycle:
                raise InvalidProof("a cycle of the factor is empty")
            for pair in pairwise((*cycle, cycle[0])):
                e = net.edge(pair)
                if marks.mark[e] == UNUSED:
                    raise InvalidProof(f"no tour uses the arc {pair!r} of the factor")
                if net.edges[e][0] in leaving:
                    raise InvalidProof(f"the factor visits {pair[0]!r} twice")
                leaving[net.edges[e][0]] = e
        if len(leaving) < len(net.nodes):
            raise InvalidProof("the factor does not visit all nodes")
        return leaving

    def _reason(self) -> str:
        tour = "a cycle" if self.closed else "a path, closed by going home from its ends,"
        choices = plural(sum(count for _, count in self.halves), "alternating cycle")
        lengths = ", ".join(f"{count} of 2 x {half} arcs" for half, count in self.halves)
        sizes = sorted(Counter(map(len, self.factor)).items())
        cycles = ", ".join(f"{count} through {size} nodes" for size, count in sizes)
        return (
            f"{tour} has one arc out of every node and one into it; the arcs that are not forced"
            f" fall into {choices} ({lengths}), and a tour has every other arc of each. To take"
            " the other half, of k arcs, is to swap successors k - 1 times, and each swap joins"
            " two cycles or cuts one in two. As k is always odd, the number of cycles stays even"
            f" or stays odd. One choice has {len(self.factor)} cycles ({cycles}), so none has 1"
        )

    def _effort(self) -> int:
        return 10 + sum(map(len, self.factor))
