"""Proofs about graphs that are derived from a graph, and the frontier programme."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations
from math import ceil
from operator import attrgetter
from typing import Any, ClassVar

import networkx as nx

from icosian._io.memory import Holding
from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.bounds import LowerBound
from icosian.proofs.certificate import (
    Proof,
    Tick,
    check_inner,
    is_directed,
    no_limit,
    verify,
    with_ticks,
)
from icosian.proofs.claim import (
    ENDS,
    HOME,
    LEFT_OUT,
    USUAL,
    Claim,
    EdgeConditions,
    Number,
    Pairs,
    only,
)
from icosian.proofs.instance import CycleInstance, components_without, contract_sets, derive_graph
from icosian.proofs.lengths import LengthProof, Weight, ratio_of, reader


@dataclass(frozen=True, kw_only=True)
class Conditional(EdgeConditions, Proof):
    """There is no tour that uses some edges and avoids others.

    Theorem: leave out the edges to avoid, and put a further node, a :class:`Middle`, in the middle
    of each edge to use. The tours of this graph are those of the first that keep the conditions. A
    path with a free end must not end in the middle of an edge, so it becomes a cycle through
    :data:`HOME`, a node joined to all that may be an end.

    Attributes
    ----------
    require, forbid : tuple of (node, node)
        The edges to use, and those to avoid.
    inner : Proof
        Why the graph with these changes has no tour. It has no conditions of its own.

    See Also
    --------
    Positioned : Conditions on the order of the nodes.

    Notes
    -----
    The check makes the changed graph itself, in linear time, and checks ``inner`` against it.

    Examples
    --------
    No tour uses three edges at a node:

    >>> import networkx as nx, icosian
    >>> G = nx.complete_graph(4)
    >>> proof = icosian.prove_no_hamiltonian_cycle(G, require=[(0, 1), (0, 2), (0, 3)])
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle that uses 0-1, 0-2, 0-3: with a node in the middle of each edge to
    use, ...
    """

    inner: Proof

    def _check_form(self) -> None:
        if isinstance(self.inner, Conditional):
            raise InvalidProof("conditions do not stand within conditions")
        check_inner(self, self.inner, _inner_claim(self.statement))

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        verify(self.inner, conditional_graph(G, self.statement, tick), tick)

    def _reason(self) -> str:
        changes = []
        if self.edges_used:
            changes.append("with a node in the middle of each edge to use")
        if self.closed != self.inner.closed:
            changes.append("with home as a node that makes a cycle of the path")
        if self.edges_avoided:
            changes.append("without the edges to avoid")
        return ", ".join([*changes, self.inner._reason()])  # noqa: SLF001 - our own kinds

    def _effort(self) -> int:
        return len(self.edges_used) + len(self.edges_avoided) + self.inner.effort


def _inner_claim(claim: Claim) -> Claim:
    """Return the only claim that an inner proof may make."""
    return Claim(closed=True) if _needs_home(claim) else only(claim, ENDS)


def _needs_home(claim: Claim) -> bool:
    """Return True if a path has to become a cycle, so that it does not end in a middle node."""
    used = claim.edges_used
    is_free = claim.start is None or claim.end is None
    names_home = any(v is HOME for pair in (*used, *claim.edges_avoided) for v in pair)
    return not claim.closed and (names_home or (bool(used) and is_free))


def conditional_graph(G: nx.Graph[Any], claim: Claim, tick: Tick = no_limit) -> nx.Graph[Any]:
    """Return the graph whose tours are those of ``G`` that keep the conditions on edges."""
    return derive_graph(G, claim, tick, home=_needs_home(claim))


# -- Contraction of tight sets: independent sets with one neighbor more than nodes


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

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        H = derive_graph(G, self.statement, tick, home=not self.closed)
        sets = ((node, tight_set(H, part)) for node, part in with_ticks(self.sets, tick))
        verify(self.inner, contract_sets(H, sets, tick), tick)

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


# -- Division at cuts of at most four edges: parts give way to smaller ones, one after the other

BORDER = 4  # the most edges of a cut

TOLD = 3  # the replacements that an explanation lists

GADGET = 10  # the most edges that take the place of one side

Pairing = frozenset[frozenset[Any]]
"""Which edges of a cut a cycle uses, and which of them its paths on one side join: their ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A part of a graph has no cycle if a few edges take the place of all the rest.

    Attributes
    ----------
    edges : tuple of (node, node)
        The edges in place of the rest, between nodes of the part at its border and further nodes,
        which have names of nodes of the rest.
    inner : Proof
        Why the part has no Hamiltonian cycle with these edges.
    """

    edges: Pairs
    inner: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A part of a graph that gives way to a few edges.

    Attributes
    ----------
    part : frozenset
        The nodes of the part. At most four edges lead out of it, no two of them with a common node.
    edges : tuple of (node, node)
        The edges in place of the part, between the nodes outside to which those edges lead, and
        further nodes, which have names of nodes of the part.
    refusals : tuple of Refusal
        Ways through the rest with which the part has no cycle.
    """

    part: frozenset[Any]
    edges: Pairs
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, kw_only=True)
class Division(Proof):
    """Parts at cuts of three and four edges are replaced by smaller ones, and no cycle is left.

    Theorem: a cycle uses two or four edges of such a cut. On each side it consists of one or two
    paths, which join these edges in pairs, and visit all nodes there. What matters of one side for
    the other is only which pairs are possible. Refusals exclude some pairs; if what takes the place
    of a part allows for all others, a cycle of the graph yields one of the smaller graph.

    Attributes
    ----------
    replacements : tuple of Replacement
        The parts and what takes their place, each in the graph that those before it leave.
    inner : Proof
        Why the last graph has no Hamiltonian cycle.

    See Also
    --------
    Refutation : A proof of the whole, longer where a graph has many such cuts.

    Notes
    -----
    The check lists all pairings itself. It is linear but for the proofs about small graphs, of any
    kind. It is about undirected graphs; a path becomes a cycle through home. The dot product of two
    snarks joins them by four edges, and a division finds the two again.

    References
    ----------
    .. [1] R. Isaacs, Infinite families of nontrivial trivalent graphs which are not Tait colorable,
       American Mathematical Monthly 82 (1975), 221-239.

    Examples
    --------
    In a cubic graph, three nodes of a triangle are as good as one:

    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> rows = list(G[0])
    >>> G.remove_node(0)
    >>> G.add_edges_from(zip("abc", rows))
    >>> G.add_edges_from(["ab", "bc", "ca"])
    >>> triangle = Replacement(
    ...     part=frozenset("abc"), edges=tuple(("a", v) for v in rows), refusals=()
    ... )
    >>> H = nx.relabel_nodes(nx.petersen_graph(), {0: "a"})
    >>> inner = icosian.prove_no_hamiltonian_cycle(H)
    >>> Division(closed=True, replacements=(triangle,), inner=inner).check(G)
    """

    replacements: tuple[Replacement, ...]
    inner: Proof

    def _check_form(self) -> None:
        for inner in self._within():
            check_inner(self, inner, Claim(closed=True))

    def _within(self) -> tuple[Proof, ...]:
        refusals = (refusal for step in self.replacements for refusal in step.refusals)
        return (*(refusal.inner for refusal in refusals), self.inner)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if G.is_directed():
            raise InvalidProof("a digraph is not divided")
        H = derive_graph(G, self.statement, tick, home=not self.closed)
        for step in self.replacements:
            tick()
            border = _border(H, step.part)
            possible = set(_states(border))
            for refusal in step.refusals:
                tick()
                D = H.subgraph(step.part).copy()
                _put(D, refusal.edges, border, H.nodes - step.part)
                verify(refusal.inner, D, tick)
                refused = _realized(refusal.edges, {v: v for v in border})
                possible = {one for one in possible if not _fits(one, refused)}
            H.remove_nodes_from(step.part)
            _put(H, step.edges, border.values(), step.part)
            allowed = _realized(step.edges, {v: u for u, v in border.items()})
            for one in possible:
                for other in _states(border):
                    if _fits(one, [other]) and not _fits(other, allowed):
                        raise InvalidProof(
                            "the edges in place of a part do not allow for all ways through it"
                        )
        verify(self.inner, H, tick)

    def _reason(self) -> str:
        inner = self.inner._reason()  # noqa: SLF001 - our own kinds
        if not self.replacements:
            return inner
        count = len(self.replacements)
        parts = "a part" if count == 1 else f"{count} parts, one after the other,"
        few = "a cycle passes a cut of three or four edges in few ways, so"
        sentences = [f"{few} {parts} can give way to something smaller that leaves these ways open"]
        for k, step in enumerate(self.replacements[:TOLD], start=1):
            nodes = self._listed(self._ordered(step.part))
            text = f"({k}) The {len(step.part)} nodes {nodes} give way to {self._text(step.edges)}"
            for refusal in step.refusals:
                edges = self._text(refusal.edges)
                text += f"; with {edges} in place of the rest they have no cycle"
            sentences.append(text)
        if count > TOLD:
            more = count - TOLD
            sentences.append(f"{more} more part{'s follow' if more > 1 else ' follows'}")
        return ". ".join([*sentences, f"What is left in the end has no cycle: {inner}"])

    def _text(self, edges: Pairs) -> str:
        named = ", ".join(self._edge(*pair) for pair in edges)
        return f"the edge{'s' * (len(edges) > 1)} {named}" if edges else "nothing"

    def _effort(self) -> int:
        own = sum(len(step.part) + len(step.edges) for step in self.replacements)
        return 20 + own + sum(inner.effort for inner in self._within())


def _border(H: nx.Graph[Any], part: Collection[Any]) -> dict[Any, Any]:
    """Return the nodes at which the edges of a cut leave a part, and those to which they lead."""
    if any(v not in H for v in part):
        raise InvalidProof("a part holds a node that the graph does not have")
    if not 0 < len(part) < len(H):
        raise InvalidProof("a part must hold some nodes, but not all")
    pairs = [(u, v) for u in part for v in H.adj[u] if v not in part]
    border = dict(pairs)
    if not len(set(border.values())) == len(border) == len(pairs) <= BORDER:
        raise InvalidProof(f"a cut has at most {BORDER} edges, and no two have a common node")
    return border


def _put(H: nx.Graph[Any], edges: Pairs, border: Collection[Any], names: Collection[Any]) -> None:
    """Add edges in place of one side, between nodes at the border and nodes with free names."""
    if len(edges) > GADGET:
        raise InvalidProof(f"more than {GADGET} edges take the place of one side")
    at_border = set(border)
    for pair in edges:
        try:
            u, v = pair
            is_known = all(w in at_border or w in names for w in {u, v})
        except (TypeError, ValueError):
            raise InvalidProof(f"{pair!r} is not a pair of nodes") from None
        if not is_known or len({u, v}) < 2:
            raise InvalidProof(f"{pair!r} does not join nodes at the border and further nodes")
    H.add_edges_from(edges)
    if len(H) < 3:
        raise InvalidProof("a part and what replaces the rest must have three nodes")


def _states(ends: Collection[Any]) -> Iterator[Pairing]:
    """Yield the ways in which paths on one side of a cut can join some of its edges."""
    for pair in combinations(ends, 2):
        yield frozenset([frozenset(pair)])
    if len(ends) == BORDER:
        first, *others = ends
        for other in others:
            yield frozenset([frozenset([first, other]), frozenset({*others} - {other})])


def _fits(one: Pairing, states: Iterable[Pairing]) -> bool:
    """Return True if paths on one side and some of those on the other make a single cycle."""
    return any(
        frozenset().union(*one) == frozenset().union(*other) and (len(one) == 1 or one != other)
        for other in states
    )


def _realized(edges: Pairs, ports: Mapping[Any, Any]) -> set[Pairing]:
    """Return how paths of these edges join the ports, visiting all other nodes."""
    inner = set(chain.from_iterable(edges)) - ports.keys()
    found = set()
    for size in range(len(inner) + 1, len(inner) + 1 + BORDER // 2):  # a path has one edge more
        for used in combinations(edges, size):
            H: nx.Graph[Any] = nx.Graph(used)
            degrees = dict(H.degree())
            if any(degrees.get(v) != 2 for v in inner):
                continue
            if any(degree > 1 for v, degree in degrees.items() if v in ports):
                continue
            joined = [part & ports.keys() for part in nx.connected_components(H)]
            if all(len(ends) == 2 for ends in joined):
                found.add(frozenset(frozenset(ports[v] for v in ends) for ends in joined))
    return found


# -- Lower bounds of the longest edge of tours, by a proof about the shorter edges


@dataclass(frozen=True, kw_only=True)
class BottleneckBound(LengthProof):
    """No tour has only edges shorter than a bound.

    Theorem: such a tour is one of the graph of the edges that are shorter, which has none; or it
    would have to use an edge that is not shorter.

    Attributes
    ----------
    bound : int or Fraction
        Every tour has an edge of this length, or a longer one.
    inner : Proof or None
        Why the graph of the shorter edges without those to avoid has no tour that uses those to
        use; None if one of these has the length of the bound or is longer.
    require, forbid : tuple of (node, node)
        The edges that tours use, and those that they avoid.

    See Also
    --------
    LowerBound : Bounds of the sum of all lengths.

    Examples
    --------
    >>> import icosian
    >>> roads = [(0, 1, 3), (1, 2, 1), (2, 3, 1), (3, 0, 1), (0, 2, 5)]
    >>> G = icosian.route_map(roads)
    >>> print(icosian.tours.bottleneck_hamiltonian_cycle(G).proof.explain())
    There is no Hamiltonian cycle with all edges shorter than 3: without the other edges,
    node 0 has fewer than two neighbors, and a cycle needs two.
    """

    bound: Number
    inner: Proof | None = None
    require: Pairs = field(default=(), metadata=LEFT_OUT)
    forbid: Pairs = field(default=(), metadata=LEFT_OUT)
    bottleneck: ClassVar[bool] = True
    shorter_than = property(attrgetter("bound"))

    def _check(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        H = self._shorter(G, weight, tick)
        if self.inner is not None:
            verify(self.inner, H, tick)
        elif all(H.has_edge(*pair) for pair in self.require):
            raise InvalidProof("no edge to use is as long as the bound")

    def _check_form(self) -> None:
        if type(self.bound) is not int and not isinstance(self.bound, Fraction):
            raise InvalidProof(f"a bound is exact, {self.bound!r} is not")
        if self.inner is not None:
            asked = {"start": self.start, "end": self.end, "require": self.require}
            check_inner(self, self.inner, Claim(closed=self.closed, **asked))

    def _shorter(self, G: Any, weight: Weight, tick: Tick) -> nx.Graph[Any]:
        """Return the graph of the edges that are shorter than the bound, but for those to avoid."""
        from icosian.proofs.nearby import short_steps

        directed = is_directed(G, closed=self.closed)
        H: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
        H.add_nodes_from(G.nodes)
        if isinstance(G, nx.Graph):
            H.graph.update(G.graph)  # its squares are called as before
            read = reader(G, weight)
            for u, row in with_ticks(G.adjacency(), tick):
                for v, data in row.items():
                    ratios = [ratio_of(u, v, c) for c in read(u, v, data) if c is not None]
                    if any(Fraction(*ratio) < self.bound for ratio in ratios):
                        H.add_edge(u, v)
        else:
            nodes = list(G.nodes)
            most = ceil(Fraction(self.bound) / Fraction(G.unit)) - 1
            for i, j in short_steps(G, len(nodes), most, tick):
                H.add_edge(nodes[i], nodes[j])
        H.remove_edges_from(self.forbid)
        return H

    def _reason(self) -> str:
        if self.inner is None:
            return "an edge to use is not shorter"
        return f"without the other edges, {self.inner._reason()}"  # noqa: SLF001 - our own kinds

    def _effort(self) -> int:
        return 1 + (0 if self.inner is None else self.inner.effort)


# -- Frontier programme along an order of the nodes: the checker follows every choice of edges

REMEMBERED = 1 << 18  # states in the sets that are remembered; with more, all are forgotten

STATE, MATE = 160, 8  # about how many bytes a state takes in a set, and each pending node of it

DONE = -1  # the mate of a node that has both its edges

State = tuple[int, ...]
"""The mate of each pending node, both as places among the pending nodes: a node without edges is
its own mate, and the ends of a path are each other's."""


@dataclass(frozen=True, kw_only=True)
class FrontierExhausted(Proof):
    """An order of the nodes along which no partial tour survives.

    Theorem: remove the nodes one after the other, choosing for each the two edges of the cycle.
    What matters of the choices so far is only, for every node still to come, whether it has none,
    one or two of its edges, and which ends of paths belong together. If no such state is left,
    there is no cycle. The check is that programme itself, with a plain set of states; its cost is
    the number of states, small where the order keeps few nodes pending; it ends with an
    :exc:`~icosian.InvalidArgument` where the memory does not hold them. What one removal makes of
    a set of states is remembered: where a graph repeats itself, nearly all was met before.

    Attributes
    ----------
    order : tuple
        All nodes.

    Notes
    -----
    The method is the frontier or plug-in dynamic programme, e.g. Knuth, The Art of Computer
    Programming 4A, 7.1.4, and pre-fascicle 8A. A path becomes a cycle through one further node;
    a digraph is split into an in-node, a middle and an out-node for each node.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = FrontierExhausted(closed=True, order=tuple(range(10)))
    >>> proof.check(nx.petersen_graph())
    """

    order: tuple[Any, ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        for _ in self.states(G):
            tick()

    def states(self, G: nx.Graph[Any]) -> Iterator[int]:
        """Run the check in small pieces; yield the number of states made so far."""
        if len(self.order) != len(G) or set(self.order) != set(G):
            raise InvalidProof("the order does not hold every node of the graph once")
        net = CycleInstance(G, self.statement)
        H = net.subdivided()
        places: Iterable[Any] = map(net.number.__getitem__, self.order)
        if net.directed:
            places = (p for v in places for p in (2 * v + 1, (2 * v + 1, 2 * v), 2 * v) if p in H)
        along = dict.fromkeys(places)
        # What leaves no choice comes first, what is joined to all nodes last.
        others = [v for v in H if v not in along]
        given = [v for v in others if len(H[v]) == 2]
        yield from frontier_states(H, list(dict.fromkeys([*given, *along, *others])))

    def _reason(self) -> str:
        return (
            f"every choice of edges was followed along an order of all {len(self.order)} nodes,"
            " and none can be completed"
        )

    def _effort(self) -> int:
        return 1000 * len(self.order)  # no reader follows it


def frontier_states(H: Mapping[Any, Iterable[Any]], order: list[Any]) -> Iterator[int]:
    """Remove the nodes in an order, following all partial cycles; yield the states so far."""
    place = {v: k for k, v in enumerate(order)}
    frontier: list[int] = []  # the pending nodes in the order of their removal
    states: frozenset[State] = frozenset([()])
    known = {states: states}
    after: dict[Any, frozenset[State]] = {}
    seen = made = remembered = 0
    holding = Holding("the check of a search along an order of the nodes")
    for k, v in enumerate(order):
        fresh, near = [], []
        for p in sorted({k, *(place[w] for w in H[v] if place[w] > k)}):
            i = bisect_left(frontier, p)
            if i == len(frontier) or frontier[i] != p:
                frontier.insert(i, p)
                fresh.append(i)
            near.append(i)
        seen += len(fresh)
        del frontier[0]
        size = STATE + MATE * len(frontier)
        step = states, tuple(fresh), tuple(near), seen == len(order)
        if step not in after:
            survivors: set[State] = set()
            for number, survivor in enumerate(_removals(*step), start=1):
                survivors.add(survivor)
                if number % 1000 == 0:
                    holding.grow(size * (remembered + len(survivors)))
                    yield made + len(survivors)
            remembered += len(survivors)
            if remembered > REMEMBERED:
                known, after, remembered = {}, {}, len(survivors)
            found = frozenset(survivors)
            after[step] = known.setdefault(found, found)
        states = after[step]
        made += len(states)
        yield made
        if not states:
            return


def _removals(
    states: Iterable[State], fresh: Sequence[int], near: Sequence[int], whole: bool
) -> Iterator[State]:
    """Yield what becomes of states when the first pending node is removed, with repetitions."""
    last = len(next(iter(states))) + len(fresh) - 1  # the first node counts as the last here
    moved = [i - 1 if i else last for i in range(last + 1) if i not in fresh] + [DONE]
    is_new = 0 in fresh
    added = [i - 1 for i in fresh if i]
    others = [i - 1 for i in near[1:]]
    for state in states:
        mates = [moved[mate] for mate in state]
        first = last if is_new else mates.pop(0)
        for i in added:
            mates.insert(i, i)
        if first == DONE:
            yield tuple(mates)
            continue
        open_ = [w for w in others if mates[w] != DONE]
        joins: Iterable[tuple[int, int]]
        if first == last:  # it joins two of its neighbors
            joins = combinations(open_, 2)
        else:  # it joins the other end of its path, which loses it, and a neighbor
            mates[first] = first
            joins = [(first, w) for w in open_]
        for v, w in joins:
            a, b = mates[v], mates[w]
            if a == w:  # they are the ends of one path: this closes it
                if whole and mates.count(DONE) == last - len({v, w}):
                    raise InvalidProof("a tour was met along the order")
                continue
            after = mates[:]
            if a != v:
                after[v] = DONE
            if b != w:
                after[w] = DONE
            after[a], after[b] = b, a
            yield tuple(after)


@dataclass(frozen=True, kw_only=True)
class CoverBound(Proof):
    """No cover of all nodes by disjoint paths has fewer paths than a bound.

    Theorem: without a node of its own, a cover by p paths is one of the other nodes by at most
    p + 1 paths. A cover uses at most one edge out of each node of a digraph, and one into it, so it
    has at most one path more without all edges out of a node, and without all edges into it. Leave
    out k times such a node or such edges: a cover by p paths becomes one of what is left by at most
    p + k paths. If what is left falls into parts, no path leads from part to part, so each part
    needs a path of its own, or as many as its lower bound shows: the paths of a cover of a part,
    one after the other, visit all its nodes, and if an edge has length 0 and a step from path to
    path length 1, the length is one less than the number of paths.

    Attributes
    ----------
    bound : int
        No cover has fewer paths.
    removed : frozenset
        The nodes that are left out.
    leaving, entering : frozenset
        Nodes of a digraph: the edges out of the first and into the second are left out.
    parts : tuple of LowerBound
        For some of the parts that are left, a lower bound of the paths through their ``nodes``,
        where each edge that is left has length 0 and any other pair of nodes length 1.

    See Also
    --------
    Toughness : The same for a single path or a cycle, without lower bounds of parts.

    Notes
    -----
    The check takes linear time, and for each lower bound time in proportion to the square of the
    number of its nodes.

    In trees and forests, removed nodes alone prove the best bound [2]_; in acyclic digraphs, left
    out edges do, by the theorem of Konig on matchings [1]_.

    References
    ----------
    .. [1] F. T. Boesch, J. F. Gimpel, Covering the points of a digraph with point-disjoint paths
       and its application to code optimization, Journal of the ACM 24 (1977), 192-198.
    .. [2] F. T. Boesch, S. Chen, J. A. M. McHugh, On covering the points of a graph with point
       disjoint paths, Graphs and Combinatorics, Lecture Notes in Mathematics 406, Springer, 1974,
       201-212.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cover = icosian.minimum_path_cover(nx.star_graph(4))
    >>> cover.proof.check(nx.star_graph(4))
    >>> print(cover.proof.explain())
    There is no path cover with fewer than 3 paths: without 0 the graph falls into 4 parts, and each
    needs a path, but a node that is left out joins two of these paths at most.
    """

    bound: int
    removed: frozenset[Any] = field(default=frozenset(), metadata=LEFT_OUT)
    leaving: frozenset[Any] = field(default=frozenset(), metadata=LEFT_OUT)
    entering: frozenset[Any] = field(default=frozenset(), metadata=LEFT_OUT)
    parts: tuple[LowerBound, ...] = field(default=(), metadata=LEFT_OUT)
    fewer_than = property(attrgetter("bound"))

    def _check_question(self, G: Any) -> None:
        if self.closed or self.start is not None or self.end is not None:
            raise InvalidProof("the paths of a cover are open, and their ends are free")
        if len(G) != 1:
            super()._check_question(G)

    def _check_form(self) -> None:
        for part in self.parts:
            if not isinstance(part, LowerBound):
                raise InvalidProof(f"a {type(part).__name__} is not a lower bound of a part")
            if part.statement != Claim(closed=False, shorter_than=part.bound, weight=USUAL):
                raise InvalidProof("the lower bound of a part makes another claim")
            if part.ranks != self.ranks:
                raise InvalidProof("the lower bound of a part names squares of another board")
            part._check_form()  # noqa: SLF001 - our own kinds

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not set(G) >= self.removed | self.leaving | self.entering:
            raise InvalidProof("what is left out must belong to nodes of the graph")
        if not G.is_directed() and (self.leaving or self.entering):
            raise InvalidProof("the edges of an undirected graph have no direction")
        out, into = self.leaving, self.entering
        components = set(components_without(G, self.removed, tick, leaving=out, entering=into))
        needed = len(components)
        for part in self.parts:
            try:
                nodes = frozenset(part.nodes)
            except TypeError as error:
                raise InvalidProof(f"a part holds what cannot be a node: {error}") from None
            if nodes not in components:
                raise InvalidProof("a lower bound is not about one of the parts, or about it again")
            components.remove(nodes)
            verify(part, _Gaps(G, part.nodes, out, into), tick)
            needed += ceil(part.bound)
        if needed - self._joints < self.bound:
            raise InvalidProof(f"what is left needs only {plural(needed, 'path')} for certain")

    @property
    def _joints(self) -> int:
        """How many paths of what is left a cover of the graph may save."""
        return len(self.removed) + len(self.leaving) + len(self.entering)

    def _reason(self) -> str:
        left_out = [
            f"{what} {self._listed(self._ordered(nodes), most=24)}"
            for what, nodes in (
                ("", self.removed),
                ("the edges out of", self.leaving),
                ("the edges into", self.entering),
            )
            if nodes
        ]
        needs = [ceil(part.bound) + 1 for part in self.parts]  # paths: one more than steps
        count = self.bound + self._joints - sum(needs) + len(needs)
        where = f"without {' and '.join(left_out).strip()} the graph" if left_out else "the graph"
        falls = "is one part, which needs a path"
        if count > 1:
            falls = f"falls into {count} parts, and each needs a path"
        limits = []
        if self.removed:
            limits.append("a node that is left out joins two of these paths at most")
        if self.leaving or self.entering:
            limits.append("a path uses at most one edge out of a node and one into it")
        but = f", but {' and '.join(limits)}" if limits else ""
        more = " or more" if needs else ""
        sentences = [f"{where} {falls}{more}{but}"]
        for part, need in zip(self.parts, needs, strict=True):
            size = f"{len(part.nodes)} nodes with {self._name(part.nodes[0])}"
            sentences.append(
                f"The part of {size} needs {plural(need, 'path')}: let an edge have length 0, and a"
                f" step from path to path length 1; {part._reason()}"  # noqa: SLF001 - our own kinds
            )
        return ". ".join(sentences)

    def _effort(self) -> int:
        return 3 + self._joints + sum(part.effort for part in self.parts)


class _Gaps:
    """The nodes of a part as places: an edge has length 0, a step from path to path length 1."""

    unit = Fraction(1)

    def __init__(
        self,
        G: nx.Graph[Any],
        nodes: Sequence[Any],
        leaving: Collection[Any],
        entering: Collection[Any],
    ) -> None:
        self.nodes, self.directed, self.graph = nodes, G.is_directed(), G.graph
        rows = dict(G.adjacency())
        self._rows = [() if v in leaving else rows[v] for v in nodes]
        self._entering = entering

    def length(self, i: int, j: int) -> int:
        """Return the length of the step from the node of one number to that of another."""
        head = self.nodes[j]
        return 0 if head in self._rows[i] and head not in self._entering else 1
