"""Division at cuts of at most four edges: parts give way to smaller ones, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import Claim, Pairs
from icosian.proofs.shared.evidence import Tick, verify
from icosian.proofs.shared.minors import changed_graph, check_inner

BORDER = 4
"""The most edges of a cut."""
TOLD = 3
"""The replacements that an explanation lists."""
GADGET = 10
"""The most edges that take the place of one side."""

State = frozenset[frozenset[Any]]
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
        H = changed_graph(G, self.statement, tick, home=not self.closed)
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
                text += (
                    f"; with {self._text(refusal.edges)} in place of the rest they have no cycle"
                )
            sentences.append(text)
        if count > TOLD:
            more = count - TOLD
            sentences.append(f"{more} more part{'s follow' if more > 1 else ' follows'}")
        return ". ".join([*sentences, f"What is left in the end has no cycle: {inner}"])

    def _text(self, edges: Pairs) -> str:
        """Return edges in words."""
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


def _states(ends: Collection[Any]) -> Iterator[State]:
    """Yield the ways in which paths on one side of a cut can join some of its edges."""
    for pair in combinations(ends, 2):
        yield frozenset([frozenset(pair)])
    if len(ends) == BORDER:
        first, *others = ends
        for other in others:
            yield frozenset([frozenset([first, other]), frozenset({*others} - {other})])


def _fits(one: State, states: Iterable[State]) -> bool:
    """Return True if paths on one side and some of those on the other make a single cycle."""
    return any(
        frozenset().union(*one) == frozenset().union(*other) and (len(one) == 1 or one != other)
        for other in states
    )


def _realized(edges: Pairs, ports: Mapping[Any, Any]) -> set[State]:
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
