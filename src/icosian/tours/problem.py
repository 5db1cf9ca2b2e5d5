"""What a search is asked: a problem, its conditions, and its normal form for kernels."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.arguments import checked_graph, rows_of
from icosian.boards.board import Board, board_of
from icosian.boards.piece import called, named_ranks, node_of
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs import HOME, Middle, Proof
from icosian.tours.checking import check_tour
from icosian.tours.instance import Instance, ProblemForm
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from icosian._run.clock import SearchStats
    from icosian.proofs.claim import Groups, Pairs, Places


# -- Required and forbidden edges as a graph whose tours keep them, for the search


def conditioned(
    G: nx.Graph[Any],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    closed: bool,
    start: Any = None,
    end: Any = None,
    home: bool = False,
) -> tuple[nx.Graph[Any], bool]:
    """Return a graph with the same tours and no conditions, and whether these are cycles there.

    A question about a path becomes one about a cycle through home if it has to, or with ``home``.
    """
    directed = G.is_directed()
    key = tuple if directed else frozenset  # nodes are not compared: == of labels may be an array
    edges = {key(pair): pair for pair in G.edges()}
    for pair in forbid:
        edges.pop(key(pair), None)
    used = list(require)
    given = [v for v in (start, end) if v is not None]
    goes_home = not closed and (home or bool(used and len(given) < 2))
    if goes_home:
        _refuse(G, HOME)
        if directed:
            ways = [(HOME, v) for v in (G if start is None else [start])]
            ways += [(v, HOME) for v in (G if end is None else [end])]
        elif len(given) == 2:
            ways = [(v, HOME) for v in given]
        else:
            ways = [(v, HOME) for v in G]
            used += [(HOME, v) for v in given]
        edges |= {key(pair): pair for pair in ways}
    for u, v in used:
        _refuse(G, Middle(u, v))
        edges.pop(key((u, v)), None)
        edges |= {key(half): half for half in ((u, Middle(u, v)), (Middle(u, v), v))}
    H: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(G)
    H.add_edges_from(edges.values())
    return H, closed or goes_home


def _refuse(G: nx.Graph[Any], node: Any) -> None:
    if node in G:
        raise InvalidArgument(f"{node!r} is a node of the graph, and conditions need it")


# -- Conditions on a tour: edges to use, edges to avoid, numbers and orders of nodes


def edge_key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is equal for both ways of writing an edge."""
    return edge if directed else frozenset(edge)


Named = Callable[[Any, str], Any]
"""Returns the node that a user names for some role."""


def checked_edges(
    named: Named,
    is_edge: Callable[[Any, Any], bool],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    directed: bool,
) -> tuple[Pairs, Pairs]:
    """Return the edges to use and to avoid, each once; pairs to avoid need not be edges."""
    used, avoided = (
        _pairs(named, pairs, role, directed=directed)
        for pairs, role in ((require, "require"), (forbid, "forbid"))
    )
    for key, (u, v) in used.items():
        if not is_edge(u, v):
            raise InvalidArgument(f"require must hold edges of the graph, got {(u, v)!r}")
        if key in avoided:
            raise InvalidArgument(f"edge {(u, v)!r} is both required and forbidden")
        if len({u, v}) < 2:  # == of two labels may be an array
            raise InvalidArgument(f"require: a tour never uses the loop {(u, v)!r}")
    return tuple(used.values()), tuple(pair for pair in avoided.values() if is_edge(*pair))


def _pairs(
    named: Named, pairs: Iterable[Any], role: str, *, directed: bool
) -> dict[Any, tuple[Any, Any]]:
    """Return pairs of nodes, each once, by their keys."""
    try:
        given = rows_of(pairs)
    except TypeError:
        given = [()]
    found: dict[Any, tuple[Any, Any]] = {}
    for pair in given:
        if len(pair) != 2:
            raise InvalidArgument(
                f"{role} must hold pairs of nodes, such as [('a', 'b')], got {shown(pairs)}"
            )
        u, v = (named(node, role) for node in pair)
        found.setdefault(edge_key((u, v), directed=directed), (u, v))
    return found


def checked_numbers(
    named: Named,
    positions: Mapping[Any, int],
    index: Mapping[Any, int],
    ends: Mapping[int, int | None],
    *,
    closed: bool,
) -> dict[int, int]:
    """Return the node of every number, nodes by place; ``ends`` are numbers given already."""
    if not isinstance(positions, Mapping):
        raise InvalidArgument(f"positions must map nodes to numbers, got {positions!r}")
    n, nodes = len(index), list(index)
    given = [(v, k) for k, v in ends.items() if v is not None]
    for node, number in positions.items():
        try:
            k = 0 if isinstance(number, bool) else operator.index(number)
        except TypeError:
            k = 0
        if not 1 <= k <= n:
            raise InvalidArgument(
                f"positions must be integers from 1 to {n}, got {number!r} for {node!r}"
            )
        given.append((index[named(node, "positions")], k))
    numbers: dict[int, int] = {}
    places: dict[int, int] = {}
    for v, k in given:
        if numbers.setdefault(k, v) != v:
            raise InvalidArgument(
                f"number {k} is given to {nodes[numbers[k]]!r} and to {nodes[v]!r}"
            )
        if places.setdefault(v, k) != k:
            raise InvalidArgument(f"{nodes[v]!r} is given the numbers {places[v]} and {k}")
    if closed and 1 not in numbers:
        raise InvalidArgument(
            f"positions on a cycle count from its start, got {positions!r} and none"
        )
    return numbers


@dataclass(frozen=True, kw_only=True)
class Chains:
    """What a user says about the order of places."""

    chains: tuple[tuple[Any, ...], ...] = ()
    """The places of each that are visited come in its order."""
    alone: tuple[Any, ...] = ()
    """The places of chains of one place, which say no more than that it is visited."""

    @classmethod
    def of(
        cls,
        order: Any,
        *,
        closed: bool,
        start: Any,
        given: tuple[tuple[Any, ...], ...] = (),
        place: Callable[[Any], Any] = lambda v: v,
    ) -> Chains:
        """Check the argument of a user; the chains of a closed tour begin at its start.

        Chains that are ``given`` hold as well. ``place`` returns the node that a user names.
        """
        try:
            rows = rows_of(() if order is None else order)
        except TypeError:
            raise InvalidArgument(
                f"order is a list of chains of places, such as [['a', 'b']], got {shown(order)}"
            ) from None
        named = [tuple(map(place, one)) for one in rows]
        alone = tuple(one[0] for one in named if len(one) == 1)
        chains: Groups = (*given, *(one for one in named if len(one) > 1))
        if closed and chains:
            if start is None:
                raise InvalidArgument("a closed tour with an order needs a start")
            chains = tuple(one if one[:1] == (start,) else (start, *one) for one in chains)
        return cls(chains=chains, alone=alone)

    def __bool__(self) -> bool:
        return bool(self.chains)

    def check_ends(self, start: Any = None, end: Any = None) -> None:
        """Raise :exc:`InvalidArgument` if chains and the ends of a path contradict each other."""
        before = self._before()
        for v in before.keys() - {start} if start is not None else ():
            before[v].add(start)
        if end in before:
            before[end] |= before.keys() - {end}
        try:
            TopologicalSorter(before).prepare()
        except CycleError as error:
            place = next(v for v in chain(*self.chains) if v in error.args[1])
            raise InvalidArgument(
                f"the order contradicts itself: {shown(place)} before itself"
            ) from None

    def check(self, nodes: Sequence[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour keeps to the order."""
        rank = {v: k for k, v in enumerate(nodes)}
        before, latest = self._before(), dict[Any, int]()
        for v in TopologicalSorter(before).static_order():
            last = max((latest[u] for u in before[v]), default=-1)
            if rank.get(v, last + 1) <= last:
                raise InvalidTour("the tour does not keep to the order")
            latest[v] = rank.get(v, last)

    def _before(self) -> dict[Any, set[Any]]:
        """Return what stands right before each place in chains."""
        before: dict[Any, set[Any]] = {v: set() for v in chain(*self.chains)}
        for u, v in chain.from_iterable(map(pairwise, self.chains)):
            before[v].add(u)
        return before


def original_paths(cover: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return the paths of the graph from paths of the graph with its conditions built in."""
    paths = []
    for path in cover:
        nodes = [HOME, *(v for v in path if not isinstance(v, Middle)), HOME]
        homes = [k for k, v in enumerate(nodes) if v is HOME]
        paths += [tuple(nodes[i + 1 : j]) for i, j in pairwise(homes) if j > i + 1]
    return tuple(sorted(paths, key=len, reverse=True))


# -- Problem: the Hamiltonian cycle or path that is asked for, with the graph as arrays

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
    def instance(self) -> Instance:
        """The problem by numbers, with its conditions on edges."""
        instance = Instance.of(self.arrays, closed=self.closed, start=self.start, end=self.end)
        require, forbid = (
            tuple((self.index[u], self.index[v]) for u, v in pairs)
            for pairs in (self.require, self.forbid)
        )
        return replace(instance, require=require, forbid=forbid)

    @property
    def form(self) -> ProblemForm:
        """The normal form of the problem without its conditions."""
        return self.instance.mates

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
        """Return the tour of this graph that one of the unconditional problem is."""
        places = (v for v in nodes if not isinstance(v, Middle))
        numbers = [self.size if v is HOME else self.index[v] for v in places]
        return [self.nodes[v] for v in self.instance.tour(numbers)]

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
