"""Bounds: certificates that no placement or coloring is better.

A bound is a statement about a graph, checked by code that shares nothing with the searches. A
clique, a clique cover or a packing is checked in linear time. An exhausted search leaves only its
claim, and its check is another exhaustive search.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx

from icosian.exceptions import InvalidArgument, InvalidProof, NoPseudoBooleanForm
from icosian.placements._exhaustive import (
    has_coloring,
    has_dominating_set,
    has_independent_set,
)
from icosian.placements.exporting import few_dominators, large_independent_set
from icosian.proofs.certificate import Evidence, Tick, paced, verify

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from icosian._run.clock import Clock
    from icosian.proofs import PseudoBoolean

GRACE = 1.0
"""Seconds of a check before it looks at the time limit of the search."""


class Bound(Evidence):
    """A reason why no answer is better: the base of all bounds.

    Attributes
    ----------
    value : int
        The best that is possible.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> placement = icosian.maximum_independent_set(nx.cycle_graph(6))
    >>> placement.proof.check(nx.cycle_graph(6))
    >>> placement.proof.explain()
    'At most 3 nodes are independent: 3 cliques cover the graph, and each holds at most one.'
    """

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> int:
        """The best that is possible."""

    def _verify(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a bound is checked against a networkx graph, got {G!r}")
        if G.is_directed():
            raise InvalidProof("bounds speak of undirected graphs")
        self._check(G, tick)

    @abstractmethod
    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the bound holds."""

    def to_pseudo_boolean(self, G: nx.Graph[Any]) -> PseudoBoolean:
        """Return the bound for checkers that others wrote, such as VeriPB.

        Parameters
        ----------
        G : networkx graph
            The graph that the bound is about.

        Returns
        -------
        PseudoBoolean
            The claim that something is better as a formula, and its refutation in one line.

        Raises
        ------
        InvalidProof
            If the bound does not hold for the graph.
        NoPseudoBooleanForm
            If it is neither a clique cover nor a packing.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> G = nx.complete_graph(3)
        >>> bound = icosian.maximum_independent_set(G).proof
        >>> print(bound.to_pseudo_boolean(G).proof.splitlines()[2])
        pol 4 1 1 * 2 + 3 + 2 d +
        """
        self.check(G)
        return self._export(G)

    def _export(self, G: nx.Graph[Any]) -> PseudoBoolean:  # noqa: ARG002 - for kinds that can
        raise NoPseudoBooleanForm(
            f"a bound of the kind {type(self).__name__} has no pseudo-Boolean form"
        )


def verified(bound: Bound, G: nx.Graph[Any], tick: Tick) -> Bound:
    """Return a bound that holds for a graph; what ``tick`` raises ends its check."""
    verify(bound, G, tick)
    return bound


def patient(clock: Clock) -> Tick:
    """Return a tick that ends a check when it takes long and the time of the search is over."""
    end = time.perf_counter() + GRACE

    def tick() -> None:
        if time.perf_counter() >= end:
            clock.tick("bounds")

    return tick


@dataclass(frozen=True, slots=True, kw_only=True)
class CliqueCover(Bound):
    """Cliques cover the graph, and each holds at most one node of an independent set.

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
            f"At most {_count(self.value, 'node is', 'nodes are')} independent:"
            f" {_count(self.value, 'clique covers', 'cliques cover')} the graph, and each holds at"
            " most one."
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Check that these are cliques, and that no node is left over."""
        for clique in paced(self.cliques, tick, 100):
            _check_clique(G, clique, tick)
        covered = {node for clique in self.cliques for node in clique}
        if missing := [node for node in G if node not in covered]:
            raise InvalidProof(f"no clique covers {missing[0]!r}")

    def _export(self, G: nx.Graph[Any]) -> PseudoBoolean:
        return large_independent_set(G, self.cliques)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clique(Bound):
    """The nodes of a clique need different colors.

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
            f"At least {_count(self.value, 'color is', 'colors are')} needed:"
            f" {_count(self.value, 'node', 'nodes')} of one clique differ in color."
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Check that every two of the nodes are joined."""
        _check_clique(G, self.nodes, tick)


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualShares(Bound):
    """The nodes of one color are independent, and independent sets are small.

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
        """The number of nodes divided by the largest possible color class, rounded up."""
        return -(-self.order // max(1, self.largest.value))

    def explain(self) -> str:
        """Return the reason as a sentence."""
        return (
            f"At least {_count(self.value, 'color is', 'colors are')} needed for"
            f" {_count(self.order, 'node', 'nodes')}, because a color is given to at most"
            f" {self.largest.value}. {self.largest.explain()}"
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Check the number of nodes and the bound on independent sets."""
        if len(G) != self.order:
            raise InvalidProof(f"the graph has {len(G)} nodes, not {self.order}")
        if not isinstance(self.largest, CliqueCover) and not (
            isinstance(self.largest, Exhausted) and self.largest.goal == "independent set"
        ):
            raise InvalidProof(f"{self.largest!r} does not bound independent sets")
        verify(self.largest, G, tick)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing(Bound):
    """No node dominates two of these, so each needs a dominator of its own.

    Attributes
    ----------
    nodes : tuple of nodes
        No two of them are dominated by the same node.
    total : bool
        Whether a node dominates only its neighbors, not itself.
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

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Check that no two of the nodes have a dominator in common."""
        owner: dict[Hashable, Any] = {}
        for node in paced(self.nodes, tick, 100):
            if node not in G:
                raise InvalidProof(f"{node!r} is not a node of the graph")
            own = set() if self.total else {node}
            for dominator in own | (set(G[node]) - {node}):
                if dominator in owner:
                    raise InvalidProof(f"{dominator!r} dominates {owner[dominator]!r} and {node!r}")
                owner[dominator] = node

    def _export(self, G: nx.Graph[Any]) -> PseudoBoolean:
        return few_dominators(G, self.nodes, total=self.total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhausted(Bound):
    """An exhaustive search found nothing better.

    Attributes
    ----------
    goal : {"independent set", "dominating set", "coloring"}
        The kind of the sets.
    best : int
        The best that is possible.
    method : str
        The name of the search.
    steps : int
        The steps of the search; 0 where the method does not count any.
    total, independent : bool
        For dominating sets: whether a node dominates only its neighbors, and whether no two
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
            "independent set": f"No {kind} has more than {_count(self.best, 'node', 'nodes')}",
            "dominating set": f"No {kind} has fewer than {_count(self.best, 'node', 'nodes')}",
            "coloring": f"No coloring has fewer than {_count(self.best, 'color', 'colors')}",
        }[self.goal]
        effort = f", {_count(self.steps, 'step', 'steps')}" if self.steps else ""
        return f"{better}: an exhaustive search found none ({self.method}{effort})."

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Search again by plain code; this may take exponentially long."""
        index = {node: k for k, node in enumerate(G)}
        near = [sum({1 << index[w] for w in G[v]} - {1 << k}) for v, k in index.items()]
        best = min(self.best, len(near) + 1)  # with more, the answer is the same
        if self.goal == "independent set":
            found = has_independent_set(near, best + 1, tick)
        elif self.goal == "dominating set":
            found = best > 0 and has_dominating_set(
                near, best - 1, tick, total=self.total, independent=self.independent
            )
        else:
            found = best > 0 and has_coloring(near, best - 1, tick)
        if found:
            raise InvalidProof(f"there is a better {self.goal} than {self.best}")


def _check_clique(G: nx.Graph[Any], nodes: Iterable[Any], tick: Tick) -> None:
    nodes = tuple(nodes)
    for node in nodes:
        if node not in G:
            raise InvalidProof(f"{node!r} is not a node of the graph")
    if len(set(nodes)) < len(nodes):
        twice = next(v for k, v in enumerate(nodes) if v in set(nodes[:k]))
        raise InvalidProof(f"{twice!r} and {twice!r} are not joined, so they are in no clique")
    for k, u in enumerate(paced(nodes, tick, 100)):
        for v in nodes[:k]:
            if not G.has_edge(u, v):
                raise InvalidProof(f"{v!r} and {u!r} are not joined, so they are in no clique")


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
