"""Tours and lists of tours, and what validates them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from operator import contains
from typing import TYPE_CHECKING, Any, Self, overload

import networkx as nx

from icosian._io.memory import collector_paused
from icosian._io.text import parse_json, plural, reason_of, shown
from icosian._run.limits import SearchStats, check_graph, hinted, nodes_of
from icosian._show import Playable, Result, explain_with_picture
from icosian.boards.board import Board, board_of, node_name
from icosian.boards.text import text_of
from icosian.exceptions import InvalidArgument, InvalidProof, InvalidTour
from icosian.proofs.certificate import verify
from icosian.proofs.claim import Written, codec, label_reader
from icosian.tours.shortest.places import Places

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import TypeVar  # known to type checkers, also where it is not installed

    from icosian._run.limits import Clock
    from icosian.proofs import Proof

    Node_co = TypeVar("Node_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    Node_co = TypeVar("Node_co", covariant=True)
N = TypeVar("N")


class NodeSequence(Sequence[Node_co]):
    """A result that is a sequence of its nodes."""

    nodes: Sequence[Node_co]

    @overload
    def __getitem__(self, index: int) -> Node_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Node_co]: ...
    def __getitem__(self, index: int | slice) -> Node_co | Sequence[Node_co]:
        return self.nodes[index]

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node_co]:
        return iter(self.nodes)


class Tour(Written, NodeSequence[Node_co], Playable):
    """A Hamiltonian path or cycle: every node of a graph once, in the order of the visit.

    A cycle does not repeat its first node. Finders return tours that were checked against the
    graph; a tour made by hand is what its maker says.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of the visit.
    is_closed : bool
        True if the last node leads back to the first.
    G : networkx graph, optional
        The graph it belongs to, used for pictures and the numbered grid.
    board : Board, optional
        Its board; by default that of ``G``.
    stats : SearchStats, optional
        How it was found.

    See Also
    --------
    hamiltonian_cycle, hamiltonian_path, knights_tour : Functions that return one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> tour = icosian.hamiltonian_cycle(nx.cycle_graph(5), 2)
    >>> tour[0], len(tour), tour.is_closed, 4 in tour
    (2, 5, True, True)
    >>> sorted(map(sorted, tour.edges()))
    [[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]]
    """

    def __init__(
        self,
        nodes: Sequence[Node_co],
        *,
        is_closed: bool,
        G: nx.Graph[Any] | None = None,
        board: Board | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        self.nodes: Sequence[Node_co] = nodes if isinstance(nodes, SquareSequence) else tuple(nodes)
        """The nodes in the order of the visit."""
        self.is_closed = is_closed
        """True if the last node leads back to the first."""
        self.graph = G
        """The graph it belongs to, or None."""
        self.stats = stats
        """How it was found, or None."""
        self._board = board

    @cached_property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        return board_of(self.graph, self.nodes) if self._board is None else self._board

    @cached_property
    def numbering(self) -> dict[Any, int]:
        """The number of every node on the tour, from 1; squares also by name, as in ["b1"]."""
        numbers = _Numbers(zip(self.nodes, range(1, len(self) + 1), strict=True))
        numbers.board = self.board
        return numbers

    def edges(self) -> Iterator[tuple[Node_co, Node_co]]:
        """Yield the edges in the order of the visit, the closing edge last.

        Yields
        ------
        tuple
            Two nodes.

        Examples
        --------
        >>> list(Tour("abc", is_closed=True).edges())
        [('a', 'b'), ('b', 'c'), ('c', 'a')]
        """
        yield from pairwise(self.nodes)
        if self.is_closed and len(self) > 1:
            yield self.nodes[-1], self.nodes[0]

    def starting_at(self, node: Any) -> Self:
        """Return the same cycle, numbered from another node.

        Parameters
        ----------
        node : node
            A node of the tour, or the name of a square such as "b1".

        Returns
        -------
        Tour
            A closed tour that starts there.

        Raises
        ------
        InvalidArgument
            If the tour is open, or has no such node.

        Examples
        --------
        >>> Tour("abcd", is_closed=True).starting_at("c").nodes
        ('c', 'd', 'a', 'b')
        """
        if not self.is_closed:
            raise InvalidArgument("only a closed tour can be started at another node")
        nodes = tuple(self.nodes)
        try:
            k = self.index(node)
        except ValueError:
            raise InvalidArgument(f"{node!r} is not a node of the tour") from None
        turned = copy(self)
        turned.nodes = nodes[k:] + nodes[:k]
        turned.__dict__.pop("numbering", None)
        return turned

    def is_same_cycle(self, other: Sequence[Any]) -> bool:
        """Return True if two closed tours use the same edges.

        ``==`` also asks for the same first node and the same direction.

        Parameters
        ----------
        other : Tour or sequence of nodes
            The other cycle, its first node not repeated at the end.

        Returns
        -------
        bool
            True if one is the other from another node on. The direction does not matter, unless
            ``graph`` is directed.

        Raises
        ------
        InvalidArgument
            If a tour is open.

        Notes
        -----
        Linear in the number of nodes.

        Examples
        --------
        >>> Tour("abcd", is_closed=True).is_same_cycle("cbad")
        True
        >>> Tour("abcd", is_closed=True).is_same_cycle("acbd")
        False
        """
        if not (self.is_closed and getattr(other, "is_closed", True)):
            raise InvalidArgument("only closed tours are compared as cycles")
        n, places = len(self), dict(zip(self.nodes, range(len(self)), strict=True))
        if len(other) != n or not all(node in places for node in other):
            return False
        order = [places[node] for node in other]
        steps = {(order[k] - order[k - 1]) % n for k in range(n)}
        directed = self.graph is not None and self.graph.is_directed()
        return steps <= {1 % n} or (not directed and steps <= {n - 1})

    def _fields(self) -> dict[str, Any]:
        return {"closed": self.is_closed, "tour": self.nodes}

    @staticmethod
    def from_json(text: str, G: nx.Graph[N]) -> Tour[N]:
        """Read what :meth:`to_json` wrote, and check it against the graph.

        Parameters
        ----------
        text : str
            JSON text.
        G : networkx graph
            The graph; where nodes were written as their places, with its nodes in the same order.

        Returns
        -------
        Tour
            The tour, checked against ``G``.

        Raises
        ------
        InvalidTour
            If the text does not describe a tour, or it is not a Hamiltonian path or cycle of the
            graph.
        InvalidArgument
            If ``G`` is not a graph.

        See Also
        --------
        to_json : Write it.
        read_tour : Read a file in the format of TSPLIB.

        Examples
        --------
        >>> import networkx as nx
        >>> Tour.from_json('{"closed": false, "tour": [2, 1, 0]}', nx.path_graph(3))
        <open tour of 3 nodes from 2 to 0>
        """
        check_graph(G)
        try:
            record = codec(_Record).read(parse_json(text), label_reader(G))
        except (ArithmeticError, InvalidProof, LookupError, TypeError, ValueError) as error:
            raise InvalidTour(f"not the description of a tour: {reason_of(error)}") from None
        check_tour(G, record.tour, closed=record.closed)
        return Tour(record.tour, is_closed=record.closed, G=G)

    def __contains__(self, node: object) -> bool:
        if isinstance(self.nodes, SquareSequence) and node in self.nodes:
            return True
        try:
            return self.numbering[node] > 0
        except (KeyError, TypeError):
            return False

    def index(self, node: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a node in the sequence, from 0.

        Parameters
        ----------
        node : node
            A node of the tour, or the name of a square such as "b1".
        start, stop : int, optional
            Where to look, as in a slice.

        Returns
        -------
        int
            The first place; ``numbering`` counts from 1.

        Raises
        ------
        ValueError
            If the node is not there.

        Examples
        --------
        >>> Tour("abcd", is_closed=True).index("c")
        2
        """
        try:
            k = self.numbering[node] - 1
        except (KeyError, TypeError):
            raise ValueError(f"{node!r} is not a node of the tour") from None
        places = range(len(self))[start:stop]
        if len(self.numbering) < len(self):  # a tour made by hand that repeats nodes
            k = next((i for i in places if self.numbering[self.nodes[i]] == k + 1), -1)
        if k not in places:
            raise ValueError(f"{node!r} is not a node of that part of the tour")
        return k

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tour):
            return NotImplemented
        # Different nodes have different hashes; == of two nodes may be an array.
        same = self.is_closed == other.is_closed and hash(self) == hash(other)
        return same and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((self.is_closed, tuple(self.nodes)))

    def __repr__(self) -> str:
        kind = "closed" if self.is_closed else "open"
        to = "" if self.is_closed or len(self) == 1 else f" to {self[-1]!r}"
        return f"<{kind} tour of {plural(len(self), 'node')} from {self[0]!r}{to}>"

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions < 2:
            nodes = [*self.nodes, self.nodes[0]] if self.is_closed else self.nodes
            return " - ".join(map(str, nodes))
        width = len(str(len(self)))
        return text_of(board, lambda square: str(self.numbering.get(square, "#")), width)


@dataclass(frozen=True, slots=True)
class _Record:
    """The JSON form of a tour."""

    closed: bool
    tour: tuple[Any, ...]


class _Numbers(dict[Any, int]):
    """Numbers of nodes; the squares of a board also have names."""

    board: Board | None = None

    def __missing__(self, node: Any) -> int:
        if self.board is not None and isinstance(node, str):
            with suppress(InvalidArgument):
                square = self.board.square(node)
                if square in self:
                    return self[square]
        raise KeyError(node)


class SquareSequence(Sequence[Any]):
    """The squares of a board without holes in some order; each is made when it is asked for."""

    def __init__(self, board: Board, order: NDArray[np.integer[Any]]) -> None:
        self._board = board
        self.order = order

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return SquareSequence(self._board, self.order[index])
        return divmod(int(self.order[index]), self._board.shape[1])

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Any]:
        columns = self._board.shape[1]
        for i in range(0, len(self.order), 4096):
            for cell in self.order[i : i + 4096].tolist():
                yield divmod(cell, columns)

    def __contains__(self, square: object) -> bool:
        return square in self._board


# -- TourList: several tours of a graph as one result


class TourList(Written, Result, Sequence[Tour]):
    """Several tours, open or closed; with others of its kind it is compared by their nodes."""

    is_closed: bool

    def __init__(
        self,
        tours: Iterable[Sequence[Any]],
        *,
        bound: int | None = None,
        proof: Proof | None = None,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        self._tours = tuple(Tour(tour, is_closed=self.is_closed, G=G) for tour in tours)
        self.bound, self.proof, self.graph, self.stats = bound, proof, G, stats

    @overload
    def __getitem__(self, index: int) -> Tour: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Tour, ...]: ...
    def __getitem__(self, index: int | slice) -> Tour | tuple[Tour, ...]:
        return self._tours[index]

    def __len__(self) -> int:
        return len(self._tours)

    def __eq__(self, other: object) -> bool:
        return self._tours == other._tours if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._tours)

    def _fields(self) -> dict[str, Any]:
        kind = "tours" if self.is_closed else "cover"
        return {"closed": self.is_closed, kind: [tour.nodes for tour in self]}

    def __str__(self) -> str:
        return "\n".join(" - ".join(map(str, [*tour, *tour[: self.is_closed]])) for tour in self)


# -- Validators, which read the graph and nothing else


@hinted
def is_hamiltonian_cycle(G: nx.Graph[Any], nodes: Iterable[Any]) -> bool:
    """Return True if nodes in this order are a Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    nodes : iterable of nodes
        The cycle, its first node not repeated at the end; on a board also names of squares.

    Returns
    -------
    bool
        True if every node of ``G`` stands there once, each has an edge to the next (in a digraph
        an arc), and the last one to the first. At least 3 nodes, 2 in a digraph.

    See Also
    --------
    hamiltonian_cycle : Find one.

    Notes
    -----
    Linear in the number of nodes.

    Examples
    --------
    >>> import networkx as nx
    >>> is_hamiltonian_cycle(nx.cycle_graph(4), [0, 1, 2, 3])
    True
    >>> is_hamiltonian_cycle(nx.cycle_graph(4), [0, 2, 1, 3])
    False
    """
    return _flaw(_checked(G), nodes, closed=True) is None


@hinted
def is_hamiltonian_path(G: nx.Graph[Any], nodes: Iterable[Any]) -> bool:
    """Return True if nodes in this order are a Hamiltonian path.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    nodes : iterable of nodes
        The path; on a board also names of squares.

    Returns
    -------
    bool
        True if every node of ``G`` stands there once, and each has an edge to the next (in a
        digraph an arc).

    See Also
    --------
    hamiltonian_path : Find one.

    Notes
    -----
    Linear in the number of nodes.

    Examples
    --------
    >>> import networkx as nx
    >>> is_hamiltonian_path(nx.path_graph(3), [2, 1, 0])
    True
    """
    return _flaw(_checked(G), nodes, closed=False) is None


@hinted
def check_tour(
    G: nx.Graph[Any] | Places, nodes: Iterable[Any], *, closed: bool | None = None
) -> None:
    """Raise an error that says why nodes in this order are not a Hamiltonian cycle, or path.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph; or places, of which every two are joined. Of the places of a group that a file
        states, one is enough.
    nodes : Tour or iterable of nodes
        The cycle, its first node not repeated at the end; or the path. On a board also names of
        squares.
    closed : bool, optional
        True for a cycle, False for a path; by default as a :class:`Tour` is, and True for others.

    Raises
    ------
    InvalidTour
        If it is not; the message states what is wrong, and at which numbers of the tour, from 1.
    InvalidArgument
        If ``G`` is neither a graph nor places, or ``nodes`` are not a sequence.

    See Also
    --------
    is_hamiltonian_cycle, is_hamiltonian_path : The same as a bool.
    icosian.tours.tour_length : The length of a tour.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.cycle_graph(4)
    >>> check_tour(G, [0, 1, 2, 3])
    >>> check_tour(G, [1, 2, 0, 3], closed=False)
    Traceback (most recent call last):
        ...
    icosian.exceptions.InvalidTour: no edge leads from 2 to 0, numbers 2 and 3 of the tour
    """
    if closed is None:
        closed = getattr(nodes, "is_closed", True)
    require_tour(_checked(G), nodes, closed=closed)


def require_tour(G: nx.Graph[Any] | Places, nodes: Iterable[Any], *, closed: bool) -> None:
    """Raise ``InvalidTour`` unless nodes are a tour of a graph whose nodes have been checked."""
    if flaw := _flaw(G, nodes, closed=closed):
        raise InvalidTour(flaw)


def _checked(G: Any) -> nx.Graph[Any] | Places:
    return G if isinstance(G, Places) else check_graph(G)


def check_cover(G: nx.Graph[Any], paths: Collection[Sequence[Any]]) -> None:
    """Raise :exc:`InvalidTour` unless disjoint paths of the graph visit all its nodes."""
    neighbors = dict(G.adjacency())
    visited = list(chain.from_iterable(paths))
    if not all(paths) or len(visited) != len(neighbors) or neighbors.keys() != set(visited):
        raise InvalidTour("the paths of a cover visit every node of the graph once in all")
    for u, v in chain.from_iterable(map(pairwise, paths)):
        if v not in neighbors[u]:
            raise InvalidTour(f"no edge leads from {u!r} to {v!r}")


def check_proof(G: Any, proof: Proof, clock: Clock, **options: Any) -> None:
    """Raise ``InvalidProof`` unless a proof holds for the graph, and ``TimeIsUp`` in time.

    A bound may also be about places, and may take ``weight=``.
    """
    with collector_paused():
        verify(proof, G, lambda: clock.tick("check"), **options)
    vars(proof)["_shown"] = partial(explain_with_picture, G=G, **options)


def _flaw(G: nx.Graph[Any] | Places, nodes: Iterable[Any], *, closed: bool) -> str | None:
    left: Any = dict.fromkeys(G.nodes) if isinstance(G, Places) else dict(G.adjacency())
    tour = nodes_of(nodes, "a tour")
    try:
        rows = list(map(left.pop, tour))  # each node is looked up once: that is most of the time
    except (KeyError, TypeError):
        if (squares := squares_of(G, tour)) != tour:
            return _flaw(G, squares, closed=closed)
        return _strange(G, tour, closed=closed)
    if left and (groups := G.groups if isinstance(G, Places) else ()):
        return _group_flaw(groups, left)
    if left:
        return f"{len(tour)} of {len(G)} nodes are visited, {_called(G, next(iter(left)))} is not"
    if not tour:
        return "the null graph has no tour"
    if isinstance(G, Places):
        return None
    if closed and len(tour) < (2 if G.is_directed() else 3):
        return f"a cycle needs more than {len(tour)} nodes"
    ahead = tour[1:] + tour[:1] if closed else tour[1:]
    joined = list(map(contains, rows, ahead))
    if all(joined):
        return None
    k = joined.index(False)
    u, v = node_name(G, tour[k]), node_name(G, ahead[k])
    after = (k + 1) % len(tour) + 1
    return f"no edge leads from {u} to {v}, numbers {k + 1} and {after} of the tour"


def _group_flaw(groups: Iterable[Sequence[Any]], left: Iterable[Any]) -> str | None:
    """Return what is wrong with a tour of places in groups, of each of which one is enough."""
    missed, inside = set(left), set(chain.from_iterable(groups))
    if (alone := next((v for v in left if v not in inside), None)) is not None:
        return f"{shown(alone)} is in no group and not visited"
    group = next((group for group in groups if missed.issuperset(group)), None)
    return None if group is None else f"no place of the group {shown(list(group))} is visited"


def squares_of(G: Any, tour: list[Any]) -> list[Any]:
    """Return nodes of a board that may be given by the names of squares."""
    if not isinstance(G, Places) and (board := board_of(G)) is not None:
        with suppress(InvalidArgument, TypeError):
            return [v if v in G else board.square(v) for v in tour]
    return tour


def _called(G: Any, node: Any) -> str:
    return shown(node) if isinstance(G, Places) else node_name(G, node)


def _strange(G: nx.Graph[Any] | Places, tour: list[Any], *, closed: bool) -> str:
    """Return what is wrong with nodes of which one is not in the graph, or is there twice."""
    nodes, first = set(G.nodes), dict[Any, int]()
    try:
        for k, node in enumerate(tour, start=1):
            if node not in nodes:
                what = "one of the places" if isinstance(G, Places) else "a node of the graph"
                return f"{shown(node)} is not {what}; it is number {k} of the tour"
            if first.setdefault(node, k) < k:
                break
    except TypeError as error:
        return f"the tour holds what cannot be a node: {error}"
    twice = first[node], k
    again = "; a cycle does not repeat its first node" * (closed and twice == (1, len(tour)))
    return f"{_called(G, node)} is visited twice, as numbers {twice[0]} and {twice[1]}{again}"
