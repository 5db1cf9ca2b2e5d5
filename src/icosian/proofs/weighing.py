"""Weighings: dual solutions of the subtour linear programme, checked exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Self

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.codec import LEFT_OUT, LONGEST, Number
from icosian.proofs.shared.evidence import Tick, paced, unlimited
from icosian.proofs.shared.network import Network

_LETTERS = "ABCDEFGHIJKL"  # of sets, as in the picture


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Weights on nodes and on sets of nodes.

    Attributes
    ----------
    nodes : tuple of (node, number)
        What each node weighs; in a digraph, on leaving. Nodes that are not listed weigh nothing.
    entering : tuple of (node, number)
        In a digraph, what each node weighs on entering.
    sets : tuple of (frozenset, number)
        What each border of a set weighs, positive.
    """

    nodes: tuple[tuple[Any, Number], ...] = field(default=(), metadata=LEFT_OUT)
    entering: tuple[tuple[Any, Number], ...] = field(default=(), metadata=LEFT_OUT)
    sets: tuple[tuple[frozenset[Any], Number], ...] = field(default=(), metadata=LEFT_OUT)

    def balance(
        self,
        net: Network,
        used: Iterable[int] = (),
        unused: Iterable[int] = (),
        tick: Tick = unlimited,
    ) -> tuple[Number, Number]:
        """Return the least weight of a tour, and the weight that the edges offer.

        If the first is greater, no tour uses the ``used`` edges and avoids the ``unused`` ones.
        """
        self._weighs(net)
        ports: list[Number] = [0] * len(net.ports)
        step = 2 if net.directed else 1
        for side, weights in enumerate((self.nodes, self.entering)):
            for v, weight in weights:
                ports[step * net.node(v) + side] = weight
        edges: list[Number] = []
        for e in paced(range(len(net.edges)), tick):
            a, b = net.ports_of(e)
            edges.append(ports[a] + ports[b])
        demand: Number = net.need * sum(ports)
        for part, weight in paced(self.sets, tick, every=1):
            inside = net.inside(part)
            for e, (u, v) in enumerate(net.edges):
                if (u in inside) != (v in inside):
                    edges[e] += weight
            demand += 2 * weight
        certain, out = {*net.given, *used}, set(unused)
        supply: Number = sum(
            weight
            for e, weight in enumerate(edges)
            if e in certain or (weight > 0 and e not in out)
        )
        return demand, supply

    def _weighs(self, net: Network) -> None:
        """Refuse what is not a list of exact weights for this kind of graph."""
        for pairs in (self.nodes, self.entering):
            if len(dict(pairs)) < len(pairs):
                raise InvalidProof("a node is weighed twice")
        weights = [weight for _, weight in (*self.nodes, *self.entering, *self.sets)]
        for weight in weights:
            if not isinstance(weight, int | Fraction) or isinstance(weight, bool):
                raise InvalidProof(f"weights are exact, {weight!r} is not")
        common = 1
        for below in {weight.denominator for weight in weights}:
            common = lcm(common, below)
            if common >= LONGEST:  # sums would have more and more digits
                raise InvalidProof("weights have a common denominator of less than 1,000 digits")
        if self.entering and not net.directed:
            raise InvalidProof("only the nodes of a digraph weigh differently on entering")
        if any(weight <= 0 for _, weight in self.sets):
            raise InvalidProof("the weight of a set must be positive")

    @property
    def size(self) -> int:
        """The number of weights and members of sets."""
        return len(self.nodes) + len(self.entering) + sum(1 + len(part) for part, _ in self.sets)


@dataclass(frozen=True, kw_only=True)
class Weighing(Proof):
    """Weights on nodes and on sets of nodes whose total no tour can reach.

    Theorem: let an edge weigh the sum of its two nodes and of all sets that it enters or leaves.
    A cycle has two edges at every node and at least two across the border of every set, so it
    weighs at least twice the sum of all weights; no cycle weighs more than all edges of positive
    weight together. If that is less, there is no cycle.

    Attributes
    ----------
    weights : Weights
        The weights.
    totals : (number, number) or None
        The least weight of a cycle, and the weight of all edges of positive weight, for the
        explanation; the check compares them with the graph.

    See Also
    --------
    DegreeDeficiency, Disconnection, CutVertex, BipartitionImbalance, Toughness :
        Weighings with a simpler reading; each has ``as_weighing``.

    Notes
    -----
    A path is a cycle through one further node, home, joined to all nodes or to the ends that were
    given; an edge that must be used counts even if its weight is negative. A node of a digraph has
    one weight for leaving and one for entering it, and a cycle weighs the sum of both.
    The weights are a solution of the dual of the subtour linear programme; any other rational
    weights may be tried, for the check is exact. Cost: the sum of the sizes of all sets, times
    the number of edges.

    References
    ----------
    .. [1] G. B. Dantzig, D. R. Fulkerson, S. M. Johnson, Solution of a large-scale
       traveling-salesman problem, Operations Research 2 (1954), 393-410.
    .. [2] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization,
       Jahrbuch Ueberblicke Mathematik (1993), 1-24.

    Examples
    --------
    The board of 3 x 8 squares, whose knight's graph is bipartite, balanced and tough enough:

    >>> import icosian
    >>> G = icosian.knight_graph(3, 8)
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> type(proof).__name__
    'Weighing'
    >>> proof.check(G)
    """

    weights: Weights
    totals: tuple[Number, Number] | None = field(default=None, metadata=LEFT_OUT)

    @classmethod
    def of(
        cls,
        proof: Proof,
        nodes: Mapping[Any, Number],
        entering: Mapping[Any, Number] | None = None,
        *,
        sets: Mapping[frozenset[Any], Number] | None = None,
    ) -> Self:
        """Return a weighing that makes the claim of another proof.

        Parameters
        ----------
        proof : Proof
            A proof of the same claim.
        nodes, entering : mapping of nodes to numbers
            Their weights; those that are 0 are left out.
        sets : mapping of frozensets to numbers
            The weights of sets.

        Returns
        -------
        Weighing
            The weighing, unchecked.
        """
        return cls(
            closed=proof.closed,
            start=proof.start,
            end=proof.end,
            ranks=proof.ranks,
            weights=Weights(
                nodes=tuple((v, weight) for v, weight in nodes.items() if weight),
                entering=tuple((v, weight) for v, weight in (entering or {}).items() if weight),
                sets=tuple((part, weight) for part, weight in (sets or {}).items() if weight),
            ),
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        demand, supply = self._balance(G, tick)
        if supply >= demand:
            raise InvalidProof("the edges offer enough for a tour")
        if self.totals not in (None, (demand, supply)):
            raise InvalidProof("the totals are not those of the graph")

    def _effort(self) -> int:
        return 5 + self.weights.size

    def balance(self, G: nx.Graph[Any]) -> tuple[Number, Number]:
        """Return the least weight of a tour, and the weight that the edges offer.

        Parameters
        ----------
        G : networkx graph
            The graph.

        Returns
        -------
        int or Fraction, int or Fraction
            The proof holds if the first is greater.
        """
        return self._balance(G, unlimited)

    def _balance(self, G: nx.Graph[Any], tick: Tick) -> tuple[Number, Number]:
        return self.weights.balance(Network(G, self.statement, tick), tick=tick)

    def _reason(self) -> str:
        weights = self.weights
        node, an, edge = ("node", "An", "edge") if self.ranks is None else ("square", "A", "move")
        out = " on leaving" if weights.entering else ""
        sides = ((weights.nodes, out), (weights.entering, " on entering"))
        heavy = ", ".join(f"{self._grouped(some)}{when}" for some, when in sides if some)
        start = f"let {heavy}, and every other {node} nothing" if heavy else f"no {node} weighs"
        what = f"{an} {edge} weighs what its two {node}s weigh together"
        borders = [
            f"{weight} for {_LETTERS[k : k + 1] or 'another'} ="
            f" {{{self._listed(self._ordered(part), most=24)}}}"
            for k, (part, weight) in enumerate(weights.sets)
        ]
        if borders:
            what += f", and more if it crosses the border of a set: {', '.join(borders)}"
        tour = "A cycle" if self.closed else f"A path, closed by {edge}s from its ends to home,"
        each = f"one {edge} out of and one into" if weights.entering else f"two {edge}s at"
        across = " and crosses every border at least twice" if borders else ""
        total = f"all {edge}s that weigh more than nothing"
        sums = f"more together than {total}"
        if self.totals is not None:
            sums = f"at least {self.totals[0]} together. But {total} weigh only {self.totals[1]}"
        return (
            f"{start}. {what}. {tour} has {each} every {node}{across}, so its {edge}s weigh {sums}"
        )

    def _grouped(self, weights: tuple[tuple[Any, Number], ...]) -> str:
        """Return the nodes by their weights, the heavy ones first."""
        groups: dict[Number, list[Any]] = {}
        for v, weight in weights:
            groups.setdefault(weight, []).append(v)
        return ", ".join(
            f"{'each of ' * (len(nodes) > 1)}{self._listed(nodes, most=24)} weigh {weight}"
            for weight, nodes in sorted(groups.items(), key=lambda group: -group[0])
        )
