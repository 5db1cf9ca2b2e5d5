"""Problem: the Hamiltonian cycle or path that is asked for, with the graph as arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import networkx as nx
import numpy as np

from icosian._arrays.csr import Csr, csr
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.arguments import checked_graph, rows_of
from icosian.boards.board import Board, board_of
from icosian.boards.lookup import called, named_ranks, node_of
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs import HOME, Middle, Proof
from icosian.tours.checking import check_tour
from icosian.tours.condition_graph import conditioned
from icosian.tours.conditions import (
    Chains,
    checked_edges,
    checked_numbers,
    edge_key,
    original_order,
)
from icosian.tours.normal_form import ProblemForm, normal_form
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from icosian._run.clock import SearchStats
    from icosian.proofs.claim import Pairs, Places

Kind = TypeVar("Kind", bound="Proof")


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """A Hamiltonian cycle or path that is asked for, and the conditions that it keeps."""

    G: nx.Graph[Any]
    """The graph asked about."""
    nodes: list[Any]
    """Its nodes in order; a number stands for the node at that place."""
    arrays: Csr
    """The graph, its nodes by number."""
    closed: bool
    """Cycle or path."""
    start: int | None = None
    end: int | None = None
    """The given ends; for a cycle, ``start`` is only where its numbering begins."""
    require: Pairs = ()
    forbid: Pairs = ()
    """Edges to use, and edges to avoid."""
    positions: Places = ()
    """Numbers on the tour but those of the ends, in order; all of a cycle, if any but number 1."""
    order: Chains = field(default_factory=Chains)
    """What comes before what."""

    @classmethod
    def of(
        cls,
        G: nx.Graph[Any],
        *,
        closed: bool,
        start: Any = None,
        end: Any = None,
        require: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        positions: Mapping[Any, int] | None = None,
        order: Iterable[Iterable[Any]] = (),
    ) -> Problem:
        """Check what a user asks for: nodes, or names of squares on a board."""
        if not len(checked_graph(G)):
            raise nx.NetworkXPointlessConcept("the null graph has neither paths nor cycles")
        nodes = list(G)
        index = dict(zip(nodes, range(len(nodes)), strict=True))
        first = None if start is None else index[node_of(G, start, "start")]
        last = None if end is None else index[node_of(G, end, "end")]
        if first is not None and first == last and len(nodes) > 1:
            raise InvalidArgument(
                f"start and end must differ in a graph of {len(nodes)} nodes,"
                f" got {called(G, nodes[first])} twice"
            )
        arrays = csr(G, index)
        directed, named = arrays.directed, partial(node_of, G)
        used, avoided = checked_edges(named, G.has_edge, require, forbid, directed=directed)
        numbers: dict[int, int] = {}
        if positions:
            ends = {1: first, len(nodes): last} if not closed else {1: first}
            numbers = checked_numbers(named, positions, index, ends, closed=closed)
            first, last = numbers.get(1), None if closed else numbers.get(len(nodes))
            if not closed or len(numbers) == 1:
                numbers = {k: v for k, v in numbers.items() if v not in (first, last)}
        given = [None if v is None else nodes[v] for v in (first, last)]
        chains = Chains.of(
            order, closed=closed, start=given[0], place=partial(node_of, G, role="order")
        )
        chains.check_ends(*([] if closed else given))
        return cls(
            G=G,
            nodes=nodes,
            arrays=arrays,
            closed=closed,
            start=first,
            end=last,
            require=used,
            forbid=avoided,
            positions=tuple((nodes[v], k) for k, v in sorted(numbers.items())),
            order=chains,
        )

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.arrays.size

    @property
    def is_numbered(self) -> bool:
        """Return True if it asks for more than ends and edges: SAT decides."""
        return bool(self.positions or self.order)

    @property
    def is_tiny(self) -> bool:
        """Return True if the normal form is too small to have cycles."""
        return self.size <= (1 if self.arrays.directed else 2)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The number of each node."""
        return {v: k for k, v in enumerate(self.nodes)}

    @cached_property
    def form(self) -> ProblemForm:
        """The normal form of the problem without its conditions."""
        return normal_form(self.arrays, closed=self.closed, start=self.start, end=self.end)

    @cached_property
    def board(self) -> Board | None:
        """The board that the graph knows, or None."""
        return board_of(self.G)

    @cached_property
    def ranks(self) -> int | None:
        """The number of rows of a plane board whose squares have names and are the nodes."""
        further = {v for v in self.nodes if v is HOME or isinstance(v, Middle)}
        return named_ranks(self.G.subgraph(self.index.keys() - further) if further else self.G)

    @cached_property
    def center_distances(self) -> NDArray[np.int64] | None:
        """Squared distances of the nodes from the center of their board, if there is one."""
        board = self.board
        if board is None or math.prod(board.shape) < self.size:
            return None
        try:
            flat = np.fromiter(chain.from_iterable(self.nodes), np.int64)
        except (TypeError, ValueError, OverflowError):
            return None
        if len(flat) != self.size * board.dimensions:
            return None
        return center_distances(flat.reshape(self.size, board.dimensions), board)

    @cached_property
    def unconditional(self) -> Problem:
        """The same problem on a graph that has the conditions on edges built in."""
        if not (self.require or self.forbid):
            return self
        with collector_paused():
            H, closed = conditioned(self.G, self.require, self.forbid, **self._ends())
        if not closed:
            return Problem.of(H, **self._ends())
        start = self.start if self.closed else None
        return Problem.of(H, closed=True, start=None if start is None else self.nodes[start])

    def _ends(self) -> dict[str, Any]:
        """Return ``closed`` and the given ends of a path as nodes."""
        ends = (None, None) if self.closed else (self.start, self.end)
        start, end = (None if v is None else self.nodes[v] for v in ends)
        return {"closed": self.closed, "start": start, "end": end}

    def certificate(self, kind: type[Kind], **evidence: Any) -> Kind:
        """Return a proof, unchecked, that this problem has no solution."""
        return kind(**self._ends(), ranks=self.ranks, **evidence)

    def restored(self, nodes: Iterable[Any]) -> list[Any]:
        """Return the tour of this graph that a tour of the unconditional problem stands for."""
        if not (self.require or self.forbid):
            return list(nodes)
        order, is_path = original_order(nodes)
        if is_path:
            got = self.index[order[0]], self.index[order[-1]]
            given = self.start, self.end
            if any(v not in (None, w) for v, w in zip(given, got, strict=True)):
                order.reverse()
        return order

    def tour(self, nodes: Iterable[Any], stats: SearchStats | None) -> Tour:
        """Return a tour, checked against graph, ends and conditions; else raise ``InvalidTour``."""
        tour = Tour(list(nodes), is_closed=self.closed, G=self.G, stats=stats)
        check_tour(self.G, tour, closed=self.closed)
        for v, k in ((self.start, 0), (self.end, -1)):
            if v is not None and tour[k] is not self.nodes[v] and self.index[tour[k]] != v:
                raise InvalidTour("the tour does not have the ends given")
        if self.positions and any(tour.numbering[v] != k for v, k in self.positions):
            raise InvalidTour("the tour does not have the numbers given")
        self.order.check(tour)
        if self.require or self.forbid:
            directed = self.arrays.directed
            used = {edge_key(edge, directed=directed) for edge in tour.edges()}
            if not all(edge_key(edge, directed=directed) in used for edge in self.require):
                raise InvalidTour("the tour avoids an edge to use")
            if any(edge_key(edge, directed=directed) in used for edge in self.forbid):
                raise InvalidTour("the tour uses an edge to avoid")
        return tour

    def known(self, tours: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
        """Return known tours of a user, checked, those with the same edges once."""
        found: dict[frozenset[Any], tuple[Any, ...]] = {}
        try:
            given = rows_of(tours)
        except TypeError:
            raise InvalidArgument(f"besides is a list of tours, got {shown(tours)}") from None
        for nodes in given:
            tour = self.tour([node_of(self.G, v, "besides") for v in nodes], None)
            edges = (edge_key(edge, directed=self.arrays.directed) for edge in tour.edges())
            found.setdefault(frozenset(edges), tuple(tour))
        if found and self.size == 1:
            raise InvalidArgument("a single node has no other tour, which needs no proof")
        return tuple(found.values())


def center_distances(squares: NDArray[np.int64], board: Board) -> NDArray[np.int64]:
    """Return squared distances of squares, shape (n, dimensions), from the center, in halves."""
    keys: NDArray[np.int64] = ((2 * squares - (np.array(board.shape) - 1)) ** 2).sum(axis=1)
    return keys
