"""Proofs about tours in an order or besides known ones, by clauses on what comes after what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from operator import itemgetter
from typing import Any

import networkx as nx

from icosian._io.memory import afford
from icosian.exceptions import InvalidProof
from icosian.proofs.conditions import besides_text, edges_text, numbers_text, order_text
from icosian.proofs.refutation import Refutation
from icosian.proofs.shared.claim import (
    Claim,
    Groups,
    Pairs,
    Places,
)
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import Facts, literals_of

VARIABLE = 200
"""The least bytes that a variable takes."""


@dataclass(frozen=True, kw_only=True)
class Ordered(Refutation):
    """There is no tour that visits some nodes in a given order, or no other one than known ones.

    Theorem: a tour without some node, and without the one from which a cycle is read, is two paths:
    what comes before the node and what comes after it. So if an edge is used, both of its ends come
    before the node or both after it; its two neighbors on the tour do not. Of two nodes one comes
    after the other. A chain says so of its nodes, and a number says how many nodes come after. With
    these rules clauses follow one after the other as in a :class:`Refutation`, up to a
    contradiction.

    Attributes
    ----------
    chains : tuple of tuples of nodes
        A tour visits the nodes of each in its order. Those of a cycle begin with the same
        node, from which it is read. There are none if only tours besides known ones are meant.
    positions : tuple of (node, int)
        The numbers given, from 1, which the first node of a cycle has.
    require, forbid : tuple of (node, node)
        Edges to use, and edges to avoid.
    besides : tuple of tuple of node
        Different tours that are known: there is no further one.
    after : tuple of (node, node)
        What the clauses speak of besides the edges, numbered after these: the first node comes
        after the second one.

    See Also
    --------
    Positioned : Numbers of nodes alone.

    Notes
    -----
    The check makes all rules itself: two for each edge and each node of a chain.

    Examples
    --------
    A path along a ring does not come back:

    >>> import networkx as nx, icosian
    >>> G = nx.cycle_graph(6)
    >>> proof = icosian.prove_no_hamiltonian_path(G, 0, order=[(3, 1, 5)])
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian path from 0 that visits 3 before 1 before 5: ...
    """

    chains: Groups
    positions: Places = ()
    require: Pairs = ()
    forbid: Pairs = ()
    besides: tuple[tuple[Any, ...], ...] = ()
    after: Pairs = ()

    def _check_form(self) -> None:
        for clause in self.clauses:
            literals_of(clause, range(len(self.edges) + len(self.after)), "an edge or a place")
        if not all(self.chains) or not (self.chains or self.besides):
            raise InvalidProof("an order has chains, and none is empty")
        if self.closed:
            first = {v for v, *_ in self.chains}
            if len(first) > 1:
                raise InvalidProof("the chains of an order do not begin where a cycle begins")
            if any((v in first) != (k == 1) or not first for v, k in self.positions):
                raise InvalidProof("a cycle is not numbered from where its chains begin")

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = Network(G, Claim(closed=self.closed, start=self.start, end=self.end), tick)
        rules = OrderRules(net, self)
        self._follow_rules(rules, Facts(len(net.edges) + rules.size, tick), tick)

    def _follow_rules(self, rules: OrderRules, facts: Facts, tick: Tick) -> None:
        """Check the clauses one after the other."""
        for fact in paced(rules.facts(), tick):
            facts.add(*fact)
        self._follow(rules.net, facts, tick, [rules.variable(*pair) for pair in self.after])

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        text = order_text(self) + numbers_text(self, self.positions)
        if self.require or self.forbid:
            text += " and" * bool(text) + edges_text(self, self.require, self.forbid)
        return super().claim + text + besides_text(len(self.besides))

    def _reason(self) -> str:
        if not self.chains:
            return super()._reason()
        return (
            "both ends of an edge that is used come before a node of the order, or both after it;"
            f" {super()._reason()}"
        )

    def _literal_text(self, literal: int) -> str:
        k = abs(literal) - len(self.edges)
        if k <= 0:
            return super()._literal_text(literal)
        v, other = map(self._name, self.after[k - 1])
        return f"{v} comes {'after' if literal > 0 else 'before'} {other}"


class OrderRules:
    """The rules about tours in an order; variables beyond the edges say what comes after what."""

    def __init__(self, net: Network, proof: Ordered) -> None:
        self.net, self._proof, self._nodes = net, proof, len(net.nodes) - (not proof.closed)
        self._chains = [list(map(net.node, chain)) for chain in proof.chains]
        self._numbers = [(net.node(v), k) for v, k in proof.positions]
        pairs = (pair for pair in proof.forbid if net.find(*map(net.node, pair)) is not None)
        self._avoided = {*map(net.edge, pairs)}
        begins = [v for v, *_ in self._chains[:1]] if proof.closed else [len(net.nodes) - 1]
        root = begins[0] if begins else None  # a cycle without an order begins anywhere
        if any(type(k) is not int or not 1 <= k <= self._nodes for _, k in self._numbers):
            raise InvalidProof(f"the number of a node is from 1 to {self._nodes}")
        self._chains.append([v for v, _ in sorted(self._numbers, key=itemgetter(1))])
        if any(len(set(places)) < len(places) for places in self._chains):
            raise InvalidProof("the order contradicts itself")
        first, last = (None if v is None else net.node(v) for v in (proof.start, proof.end))
        # What begins or ends a tour is before or after all others anyway.
        ends = root if proof.closed else first, last
        self._chains = [
            places[places[:1] == [ends[0]] : len(places) - (places[-1:] == [ends[1]])]
            for places in self._chains
        ]
        named = dict.fromkeys(chain(*self._chains))
        if not proof.closed and root in named:
            raise InvalidProof("home is not a place of an order")
        self._others = [v for v in range(len(net.nodes)) if v != root]
        self._places = list(named)
        self._root = root
        afford(VARIABLE * len(named) * len(net.nodes), "a check of an order")
        self._after: dict[tuple[int, int], int] = {}
        self.size = 0
        """The number of variables that are not edges."""
        for c in self._places:
            for v in self._others:
                if v != c and (v, c) not in self._after:
                    literal = 2 * (len(net.edges) + self.size)
                    self._after[v, c] = literal
                    if v in named:  # of two places one comes after the other
                        self._after[c, v] = literal + 1
                    self.size += 1

    def variable(self, v: Any, place: Any) -> int:
        """Return the variable that a proof names."""
        literal = self._after.get((self.net.node(v), self.net.node(place)), 1)
        if literal % 2:  # the proof names it the other way round
            raise InvalidProof(f"there is no variable that says that {v!r} comes after {place!r}")
        return literal // 2

    @property
    def names(self) -> list[tuple[Any, str, Any]]:
        """What each variable beyond the edges says."""
        nodes = self.net.nodes
        own = {literal: pair for pair, literal in self._after.items() if not literal % 2}
        return [(nodes[v], "after", nodes[c]) for _, (v, c) in sorted(own.items())]

    def facts(self) -> Iterator[tuple[int, list[int], str]]:
        """Yield statements (least, literals, why): at least so many of these literals hold."""
        net, proof, after = self.net, self._proof, self._after
        # 1. The edges to use, and to avoid; another tour than the known ones.
        yield from ((1, [2 * net.edge(pair)], "an edge to use") for pair in proof.require)
        yield from ((1, [2 * e + 1], "an edge to avoid") for e in self._avoided)
        known = "not a known tour"
        yield from ((1, [2 * e + 1 for e in edges], known) for edges in self._known())
        # 2. What is joined without a place is on the same side of it.
        for c in self._places:
            beside: list[tuple[int, int]] = []
            for e, (u, v) in enumerate(net.edges):
                if self._root in (u, v):
                    continue
                if c not in (u, v):
                    yield 1, [2 * e + 1, after[u, c] ^ 1, after[v, c]], "an edge past a node"
                    yield 1, [2 * e + 1, after[u, c], after[v, c] ^ 1], "an edge past a node"
                elif net.directed:
                    literal = after[v, c] if u == c else after[u, c] ^ 1
                    yield 1, [2 * e + 1, literal], "an arc at a node"
                else:
                    beside.append((2 * e + 1, after[v if u == c else u, c]))
            for (unused, one), (missing, other) in combinations(beside, 2):
                yield 1, [unused, missing, one, other], "two edges at a node"
                yield 1, [unused, missing, one ^ 1, other ^ 1], "two edges at a node"
        # 3. A given end is before or after all others.
        for end, flip in ((proof.start, 1), (proof.end, 0)):
            if end is not None:
                i = net.node(end)
                others = (c for c in self._places if c != i)
                yield from ((1, [after[i, c] ^ flip], "an end") for c in others)
        # 4. Chains, and numbers: so many nodes come after.
        for places in self._chains:
            yield from ((1, [after[b, a]], "a chain") for a, b in combinations(places, 2))
            for a, b in pairwise(places):
                rest = (v for v in self._others if v not in (a, b))
                yield from ((1, [after[v, b] ^ 1, after[v, a]], "a chain") for v in rest)
        for c, k in self._numbers:
            if c in self._places:
                literals = [after[v, c] for v in self._others if v != c]
                later = self._nodes - k
                yield later, literals, "a number"
                yield len(literals) - later, [literal ^ 1 for literal in literals], "a number"

    def _known(self) -> Iterator[list[int]]:
        """Yield the edges of the known tours; they are such tours, and different ones."""
        net, proof = self.net, self._proof
        ends = [(proof.start, 1), (proof.end, self._nodes)]
        given = [(net.node(v), k) for v, k in ends if v is not None] + self._numbers
        seen: set[frozenset[int]] = set()
        for tour in proof.besides:
            order = list(map(net.node, tour))
            if sorted(order) != [*range(self._nodes)]:
                raise InvalidProof("a known tour must hold every node once")
            number = {v: k for k, v in enumerate(order, start=1)}
            steps = pairwise([*tour, tour[0]] if proof.closed else tour)
            edges = [net.edge(step) for step in steps]
            if (
                any(number[v] != k for v, k in given)
                or (self._root is not None and number.get(self._root, 1) != 1)
                or any(number[a] >= number[b] for one in self._chains for a, b in pairwise(one))
                or not {*map(net.edge, proof.require)} <= {*edges}
                or not self._avoided.isdisjoint(edges)
            ):
                raise InvalidProof("a known tour is not one that the claim is about")
            if frozenset(edges) in seen:
                raise InvalidProof("a known tour is listed twice")
            seen.add(frozenset(edges))
            yield edges
