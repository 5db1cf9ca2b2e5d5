"""Lower bounds of path covers: edges left out, the parts that are left, and dual weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.bounds.lower_bound import LowerBound
from icosian.proofs.certificate import Proof, Tick, paced, verify
from icosian.proofs.claim import LEFT_OUT, Claim
from icosian.proofs.lengths import USUAL

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


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

    @property
    def fewer_than(self) -> int:
        """The bound, as the claim has it."""
        return self.bound

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        return f"There is no path cover with fewer than {plural(self.bound, 'path')}"

    def _check_question(self, G: Any) -> None:
        if self.closed or self.start is not None or self.end is not None:
            raise InvalidProof("the paths of a cover are open, and their ends are free")
        if len(G) != 1:
            super()._check_question(G)

    def _check_form(self) -> None:
        if type(self.bound) is not int:
            raise InvalidProof(f"the number of paths is an integer, {self.bound!r} is not")
        for part in self.parts:
            if not isinstance(part, LowerBound):
                raise InvalidProof(f"a {type(part).__name__} is not a lower bound of a part")
            if part.statement != Claim(closed=False, shorter_than=part.bound, weight=USUAL):
                raise InvalidProof("the lower bound of a part makes another claim")
            if part.ranks != self.ranks:
                raise InvalidProof("the lower bound of a part names squares of another board")
            part._check_form()  # noqa: SLF001 - our own kinds

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        everything = set(G)
        if not everything >= self.removed | self.leaving | self.entering:
            raise InvalidProof("what is left out must belong to nodes of the graph")
        if not G.is_directed() and (self.leaving or self.entering):
            raise InvalidProof("the edges of an undirected graph have no direction")
        needed = self._needed_by_parts(G, tick)
        if needed - self._joints < self.bound:
            raise InvalidProof(f"what is left needs only {plural(needed, 'path')} for certain")

    @property
    def _joints(self) -> int:
        """How many paths of what is left a cover of the graph may save."""
        return len(self.removed) + len(self.leaving) + len(self.entering)

    def _needed_by_parts(self, G: nx.Graph[Any], tick: Tick) -> int:
        """Return how many paths the parts need that are left."""
        left: nx.Graph[Any] = nx.Graph()
        left.add_nodes_from(v for v in G if v not in self.removed)
        left.add_edges_from(
            (u, v)
            for u, v in paced(G.edges(), tick)
            if u not in self.removed
            and v not in self.removed
            and u not in self.leaving
            and v not in self.entering
        )
        components = set(map(frozenset, nx.connected_components(left)))
        needed = len(components)
        for part in self.parts:
            try:
                nodes = frozenset(part.nodes)
            except TypeError as error:
                raise InvalidProof(f"a part holds what cannot be a node: {error}") from None
            if nodes not in components:
                raise InvalidProof("a lower bound is not about one of the parts, or about it again")
            components.remove(nodes)
            verify(part, _Gaps(G, part.nodes, self.leaving, self.entering), tick)
            needed += _needed(part) - 1
        return needed

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
        needs = list(map(_needed, self.parts))
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


def _needed(part: LowerBound) -> int:
    """Return how many paths a part needs: one more than steps from path to path."""
    return ceil(part.bound) + 1
