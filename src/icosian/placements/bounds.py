"""Why no answer is better: the certificates of a largest, a smallest or a fewest.

A bound speaks of a graph and can be checked against it by code that shares nothing with the
searches. Cliques and packings are checked in a moment; an exhausted search leaves nothing behind
but its claim, and its check searches again, slowly and plainly.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx

from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from icosian.proofs.evidence import Tick

    Masks = list[int]

__all__ = ["Bound", "Clique", "CliqueCover", "EqualShares", "Exhausted", "Packing"]


class Bound(Evidence):
    """Why no answer is better: the base of all bounds.

    Attributes
    ----------
    value : int
        The best that is possible.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> placement = icosian.maximum_independent_set(nx.cycle_graph(6))
    >>> placement.bound.check(nx.cycle_graph(6))
    >>> placement.bound.explain()
    'At most 3 nodes are independent, because 3 cliques cover the graph.'
    """

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> int:
        """The best that is possible."""

    def _verify(self, G: nx.Graph[Any], tick: Tick) -> None:  # noqa: ARG002 - not used yet
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a bound is checked against a networkx graph, got {G!r}")
        if G.is_directed():
            raise InvalidProof("bounds speak of undirected graphs")
        self._check(G)

    @abstractmethod
    def _check(self, G: nx.Graph[Any]) -> None:
        """Raise :exc:`InvalidProof` unless the bound holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CliqueCover(Bound):
    """No more nodes are independent than cliques cover the graph.

    Attributes
    ----------
    cliques : tuple of tuple of nodes
        Every node is in one of them.
    """

    cliques: tuple[tuple[Any, ...], ...]

    @property
    def value(self) -> int:
        """The number of cliques."""
        return len(self.cliques)

    def explain(self) -> str:
        """Return the reason as a sentence."""
        return (
            f"At most {_count(self.value, 'node is', 'nodes are')} independent, because"
            f" {_count(self.value, 'clique covers', 'cliques cover')} the graph."
        )

    def _check(self, G: nx.Graph[Any]) -> None:
        """Check that these are cliques, and that no node is left over."""
        for clique in self.cliques:
            _check_clique(G, clique)
        covered = {node for clique in self.cliques for node in clique}
        if missing := [node for node in G if node not in covered]:
            raise InvalidProof(f"no clique covers {missing[0]!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clique(Bound):
    """The nodes of a clique need a colour each.

    Attributes
    ----------
    nodes : tuple of nodes
        Every two of them are joined.
    """

    nodes: tuple[Any, ...]

    @property
    def value(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def explain(self) -> str:
        """Return the reason as a sentence."""
        return (
            f"At least {_count(self.value, 'colour is', 'colours are')} needed:"
            f" {_count(self.value, 'node', 'nodes')} of one clique differ in colour."
        )

    def _check(self, G: nx.Graph[Any]) -> None:
        """Check that every two of the nodes are joined."""
        _check_clique(G, self.nodes)


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualShares(Bound):
    """Every colour goes to an independent set, and those are small.

    Attributes
    ----------
    order : int
        The number of nodes of the graph.
    largest : Bound
        A bound on independent sets.
    """

    order: int
    largest: Bound

    @property
    def value(self) -> int:
        """The number of nodes, divided by the largest share, rounded up."""
        return -(-self.order // self.largest.value) if self.order else 0

    def explain(self) -> str:
        """Return the reason as a sentence."""
        return (
            f"At least {_count(self.value, 'colour is', 'colours are')} needed for"
            f" {_count(self.order, 'node', 'nodes')}, because a colour is given to at most"
            f" {self.largest.value}. {self.largest.explain()}"
        )

    def _check(self, G: nx.Graph[Any]) -> None:
        """Check the number of nodes and the bound on independent sets."""
        if len(G) != self.order:
            raise InvalidProof(f"the graph has {len(G)} nodes, not {self.order}")
        if not isinstance(self.largest, CliqueCover) and not (
            isinstance(self.largest, Exhausted) and self.largest.goal == "independent set"
        ):
            raise InvalidProof(f"{self.largest!r} does not bound independent sets")
        self.largest.check(G)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing(Bound):
    """No node dominates two of these, so each needs one of its own.

    Attributes
    ----------
    nodes : tuple of nodes
        No two of them are dominated by the same node.
    total : bool
        Whether a node dominates its neighbours only, and not itself.
    """

    nodes: tuple[Any, ...]
    total: bool = False

    @property
    def value(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def explain(self) -> str:
        """Return the reason as a sentence."""
        return (
            f"At least {_count(self.value, 'node is', 'nodes are')} needed:"
            f" no node {'is joined to' if self.total else 'dominates'} two of these"
            f" {self.value}: {', '.join(map(str, self.nodes))}."
        )

    def _check(self, G: nx.Graph[Any]) -> None:
        """Check that no two of the nodes have a dominator in common."""
        owner: dict[Hashable, Any] = {}
        for node in self.nodes:
            if node not in G:
                raise InvalidProof(f"{node!r} is not a node of the graph")
            own = set() if self.total else {node}
            for dominator in own | (set(G[node]) - {node}):
                if dominator in owner:
                    raise InvalidProof(f"{dominator!r} dominates {owner[dominator]!r} and {node!r}")
                owner[dominator] = node


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhausted(Bound):
    """A search that tried everything found nothing better.

    Attributes
    ----------
    goal : {"independent set", "dominating set", "coloring"}
        What was sought.
    best : int
        The best that is possible.
    method : str
        How it was searched.
    steps : int
        How many steps the search took; 0 where the method does not tell.
    total, independent : bool
        For dominating sets: whether a node dominates its neighbours only, and whether the
        dominators may be joined.
    """

    goal: Literal["independent set", "dominating set", "coloring"]
    best: int
    method: str
    steps: int = 0
    total: bool = False
    independent: bool = False

    @property
    def value(self) -> int:
        """The best that is possible."""
        return self.best

    def explain(self) -> str:
        """Return the reason as a sentence."""
        kind = "total " * self.total + "independent " * self.independent + self.goal
        better = {
            "independent set": f"no {kind} has more than {_count(self.best, 'node', 'nodes')}",
            "dominating set": f"no {kind} has fewer than {_count(self.best, 'node', 'nodes')}",
            "coloring": f"no colouring has fewer than {_count(self.best, 'colour', 'colours')}",
        }[self.goal]
        effort = f" ({_count(self.steps, 'step', 'steps')})" if self.steps else ""
        return f"An exhaustive search by {self.method}{effort} shows that {better}."

    def _check(self, G: nx.Graph[Any]) -> None:
        """Search again in the plainest way; this may take exponentially long."""
        nodes = list(G)
        index = {node: k for k, node in enumerate(nodes)}
        near = [sum(1 << index[w] for w in G[v] if w != v) for v in nodes]
        if self.goal == "independent set":
            found = _has_independent(near, (1 << len(nodes)) - 1, self.best + 1)
        elif self.goal == "dominating set":
            reach = near if self.total else [row | 1 << k for k, row in enumerate(near)]
            everything = (1 << len(nodes)) - 1
            blocked = near if self.independent else [0] * len(nodes)
            found = self.best > 0 and _has_dominating(
                reach, blocked, everything, everything, self.best - 1
            )
        else:
            found = self.best > 0 and _has_coloring(near, [0] * len(nodes), self.best - 1, 0)
        if found:
            raise InvalidProof(f"there is a better {self.goal} than {self.best}")


def _check_clique(G: nx.Graph[Any], nodes: Iterable[Any]) -> None:
    nodes = tuple(nodes)
    for node in nodes:
        if node not in G:
            raise InvalidProof(f"{node!r} is not a node of the graph")
    for u, v in combinations(nodes, 2):
        if u == v or not G.has_edge(u, v):
            raise InvalidProof(f"{u!r} and {v!r} are not joined, so they are in no clique")


def _has_independent(near: Masks, free: int, size: int) -> bool:
    """Say whether ``size`` of the free nodes are independent.

    A largest independent set holds a given node or one of its neighbours.
    """
    if size <= 0:
        return True
    if free.bit_count() < size:
        return False
    least = min(_members(free), key=lambda v: (near[v] & free).bit_count())
    for v in _members((near[least] | 1 << least) & free):
        if _has_independent(near, free & ~(near[v] | 1 << v), size - 1):
            return True
        free &= ~(1 << v)
    return False


def _has_dominating(reach: Masks, blocked: Masks, missing: int, allowed: int, size: int) -> bool:
    """Say whether ``size`` of the allowed nodes dominate all that are missing."""
    if not missing:
        return True
    most = max(((reach[v] & missing).bit_count() for v in _members(allowed)), default=0)
    if size * most < missing.bit_count():
        return False
    hardest = min(_members(missing), key=lambda v: (reach[v] & allowed).bit_count())
    for v in _members(reach[hardest] & allowed):
        allowed &= ~(1 << v)
        if _has_dominating(reach, blocked, missing & ~reach[v], allowed & ~blocked[v], size - 1):
            return True
    return False


def _has_coloring(near: Masks, colours: Masks, most: int, used: int) -> bool:
    """Say whether ``most`` colours do, ``used`` of them given to nodes already."""
    taken = 0
    for members in colours:
        taken |= members
    free = (1 << len(near)) - 1 & ~taken
    if not free:
        return True
    v = max(
        _members(free),
        key=lambda v: (sum(bool(near[v] & c) for c in colours[:used]), near[v].bit_count()),
    )
    for k in range(min(used + 1, most)):  # a colour that is not used yet is as good as another
        if near[v] & colours[k]:
            continue
        colours[k] |= 1 << v
        if _has_coloring(near, colours, most, max(used, k + 1)):
            return True
        colours[k] &= ~(1 << v)
    return False


def _members(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
