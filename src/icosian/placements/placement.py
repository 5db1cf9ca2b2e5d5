"""Placements, and the graphs and rows that searches for them share."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, csr, masks_of
from icosian._io.text import shown
from icosian._run.limits import Clock, TimeIsUp, check_graph
from icosian._run.pool import POLL_SECONDS
from icosian._show import Result, Words
from icosian.boards.board import Board, board_of
from icosian.boards.text import text_of
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.proofs.claim import Written

if TYPE_CHECKING:
    from icosian.placements.bounds import Bound

Neighbors = list[set[int]]
Spend = Callable[[int], None]
Batch = TypeVar("Batch", bound=Sized)

_WORK = 300_000  # steps of set-up between two ticks, some 0.1 s


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedGraph:
    """A graph with numbered nodes, without loops and parallel edges."""

    G: nx.Graph[Any]
    nodes: list[Any]
    arrays: Csr

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    @property
    def number(self) -> dict[Any, int]:
        """The number of every node."""
        return {node: number for number, node in enumerate(self.nodes)}

    def neighbors(self) -> Neighbors:
        """Return the set of neighbors of every node, in a digraph of successors."""
        return list(map(set, self.arrays.rows()))

    def neighbor_masks(self) -> list[int]:
        """Return the neighbors of every node as bits of an integer."""
        return masks_of(self.arrays.rows())

    def placement(
        self, numbers: Iterable[int], bound: Bound | None = None, weight: Any = None, **rule: bool
    ) -> Placement:
        """Return the placement on nodes given by number, in the order of the graph, checked."""
        chosen = sorted(numbers)
        nodes = [self.nodes[k] for k in chosen]
        if rule and not self._is_as_asked(set(chosen), nodes, **rule):
            raise RuntimeError("the search returned a set that is not as asked")
        return Placement(nodes, G=self.G, proof=bound, weight=weight)

    def _is_as_asked(
        self,
        chosen: set[int],
        nodes: list[Any],
        *,
        dominating: bool = False,
        total: bool = False,
        independent: bool = False,
        connected: bool = False,
    ) -> bool:
        number = self.number
        guarded = {number[w] for v in nodes for w in self.G[v] if number[w] != number[v]}
        return (
            len(chosen) == len(nodes)
            and not (dominating and len(guarded if total else guarded | chosen) < self.size)
            and not (independent and guarded & chosen)
            and not (connected and nodes and not nx.is_connected(self.G.subgraph(nodes)))
        )


def index_graph(G: nx.Graph[Any], *, loops: bool = False, directed: bool = False) -> IndexedGraph:
    """Return a graph with numbered nodes; refuse digraphs, and loops that count."""
    if check_graph(G).is_directed() and not directed:
        raise nx.NetworkXNotImplemented("sets of nodes are placed on undirected graphs only")
    if not loops and (v := next(nx.nodes_with_selfloops(G), None)) is not None:
        error = InvalidArgument(
            f"a loop makes {shown(v)} its own neighbor, which would exclude, dominate or color"
            " itself: take out all edges from a node to itself"
        )
        error.add_note("G.remove_edges_from(list(networkx.selfloop_edges(G))) removes all loops")
        raise error
    nodes = list(G)
    arrays = csr(G, {node: number for number, node in enumerate(nodes)})
    return IndexedGraph(G=G, nodes=nodes, arrays=arrays)


def maximal_independent_set(near: Iterable[Iterable[int]]) -> list[int]:
    """Return the first maximal independent set in the order of the nodes, in linear time."""
    blocked: set[int] = set()
    chosen = []
    for v, row in enumerate(near):
        if v not in blocked:
            chosen.append(v)
            blocked.update(row)
    return chosen


def remove_by_degree(
    near: Neighbors, nodes: Iterable[int], sign: int, spend: Spend
) -> list[tuple[int, int]]:
    """Remove one of fewest neighbors left again and again, or of most if the sign is -1.

    Nodes are returned in turn, with the neighbors that they had left.
    """
    degree, n = {v: len(near[v]) for v in nodes}, len(near)
    heap = [sign * (n * d - v) for v, d in degree.items()]  # of equal ones the last comes first
    heapify(heap)
    gone = []
    while heap:
        minus, v = divmod(-sign * heappop(heap), n)
        if degree[v] != -minus:
            continue  # an old entry: it has lost neighbors since
        spend(1 + len(near[v]))
        gone.append((v, degree[v]))
        degree[v] = -1
        for w in near[v]:
            if degree[w] > 0:
                degree[w] -= 1
                heappush(heap, sign * (n * degree[w] - w))
    return gone


def pace_setup(clock: Clock, method: str) -> Spend:
    """Return a function to call with the steps of set-up done; it ticks after every so many."""
    done = 0

    def spend(steps: int) -> None:
        nonlocal done
        done += steps
        if done >= _WORK:
            done = 0
            clock.tick(method)

    return spend


def spend_freely(_: int) -> None:
    """Spend steps without a time limit."""


def limit_error(state: str, method: str, clock: Clock, **known: Any) -> SearchLimitReached:
    """Return the error of a search whose time is over, with what is known."""
    what = f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: {state}"
    return SearchLimitReached(what, stats=clock.stats(method), **known)


def until_late(batches: Iterable[Batch], method: str, clock: Clock) -> Iterator[Batch]:
    """Yield batches; where the time ends, raise the error that says how many were in them."""
    number = 0
    try:
        for found in batches:
            number += len(found)
            yield found
    except TimeIsUp:
        raise limit_error(f"{number} found, not all", method, clock) from None


def zeros(size: int) -> NDArray[np.int64]:
    """Return an array for the state of a kernel."""
    return np.zeros(size, np.int64)


# -- Integer programs over 0 and 1, as rows


def matrix_of(rows: Collection[Collection[int]], width: int) -> Any:
    """Return rows with ones in some columns as a sparse matrix."""
    from scipy.sparse import csr_array

    columns = np.fromiter(chain.from_iterable(rows), np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    return csr_array((np.ones(len(columns)), columns, starts), (len(rows), width))


def time_left(clock: Clock) -> dict[str, float]:
    """Return the time that is left, as options of HiGHS."""
    return {} if math.isinf(clock.left) else {"time_limit": max(0.0, clock.left)}


Row = tuple[Any, float, float]
"""Some rows of a matrix, and the least and the most that the columns chosen may add up to."""


def chosen_by_highs(
    costs: NDArray[np.float64], rows: Iterable[Row], branches: int, clock: Clock
) -> tuple[Any, list[int] | None]:
    """Return what HiGHS says, and the columns of least costs."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    solve = partial(
        milp,
        costs,
        integrality=np.ones(len(costs)),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(*row) for row in rows],
        options={"node_limit": max(1, branches), "mip_rel_gap": 0.0, **time_left(clock)},
    )
    result = _interruptible(solve)
    return result, None if result.x is None else np.flatnonzero(result.x > 0.5).tolist()


def _interruptible(solve: Callable[[], Any]) -> Any:
    """Return the result of a call that heeds no Ctrl-C, such as that of HiGHS: this thread does.

    The other thread goes on to its limits, or to the end of the program.
    """
    answer: Future[Any] = Future()

    def run() -> None:
        try:
            answer.set_result(solve())
        except Exception as error:  # noqa: BLE001 - raised below
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    while not wait([answer], POLL_SECONDS).done:
        pass
    return answer.result()


# -- Placements: pieces on squares, or any set of nodes of a graph

_LISTED = 12  # nodes that a repr shows


class Placement(Written, Result, Sequence[Any]):
    """A set of nodes of a graph, such as the squares where queens stand, in the graph's order.

    Functions return placements that are checked to be independent, dominating or similar; one that
    is made directly is not checked. Two placements are equal if they have the same nodes in the
    same order.

    Parameters
    ----------
    nodes : iterable of nodes
        In the order of the graph: of a board, row by row.
    G : networkx graph, optional
        The graph of the nodes, used for pictures.
    board : Board, optional
        Its board; by default that of ``G``.
    proof : Bound, optional
        Why no other placement is better, if that is proved.
    weight : number, optional
        The weight of the nodes, where their number does not count.

    See Also
    --------
    queens, all_queens, independent_sets, minimum_dominating_set : Functions that return one.

    Examples
    --------
    >>> import icosian
    >>> placement = icosian.queens(4)
    >>> placement.columns, placement.squares
    ((1, 3, 0, 2), ((0, 1), (1, 3), (2, 0), (3, 2)))
    >>> print(placement)
    +-+-+-+-+
    | |O| | |
    +-+-+-+-+
    | | | |O|
    +-+-+-+-+
    |O| | | |
    +-+-+-+-+
    | | |O| |
    +-+-+-+-+
    """

    words = Words("node")
    weight: Any = None
    """The weight of the nodes, None if they are counted."""
    regions: Mapping[Any, Any] | None = None
    """The label of each square's region, where these take one piece each."""
    _board: Board | None = None
    _nodes: tuple[Any, ...] | None = None
    _columns: tuple[int, ...] | None = None

    def __init__(
        self,
        nodes: Iterable[Any],
        *,
        G: nx.Graph[Any] | None = None,
        board: Board | None = None,
        proof: Bound | None = None,
        weight: Any = None,
    ) -> None:
        self._nodes = tuple(nodes)
        self._board = board
        self.graph, self.proof, self.weight = G, proof, weight
        self.bound = None if proof is None else proof.value

    @classmethod
    def of_columns(cls, columns: tuple[int, ...], board: Board | None) -> Self:
        """Make a placement of one piece in each row; its squares are made on first use.

        Parameters
        ----------
        columns : tuple of int
            The column of the piece in each row.
        board : Board or None
            A plane board with as many rows, or None if it would be too large.

        Returns
        -------
        Placement
            The same as ``Placement(enumerate(columns), board=board)``.

        Examples
        --------
        >>> Placement.of_columns((1, 0), Board((2, 2))).squares
        ((0, 1), (1, 0))
        """
        placement = cls.__new__(cls)  # hundreds of thousands are made: only two attributes
        placement._columns = columns  # noqa: SLF001
        placement._board = board  # noqa: SLF001
        return placement

    @property
    def value(self) -> Any:
        """What the bound is about: the weight of the nodes, by default how many there are."""
        return len(self) if self.weight is None else self.weight

    def _stated(self) -> str:
        return super()._stated() if self.weight is None else f"Weight {self.weight}"

    @property
    def nodes(self) -> tuple[Any, ...]:
        """The nodes, in the order of the graph."""
        if self._nodes is None:
            self._nodes = tuple(enumerate(self._columns or ()))
        return self._nodes

    @property
    def squares(self) -> tuple[Any, ...]:
        """The nodes under their name on a board: ``(row, column)``, row 0 on top."""
        return self.nodes

    @property
    def columns(self) -> tuple[int, ...]:
        """The column of the piece in each row, if every row of a plane board has one piece."""
        if self._columns is None:
            board = self.board
            rows = range(board.shape[0]) if board is not None and board.dimensions == 2 else None
            if rows is None or [node[0] for node in self.nodes] != list(rows):
                raise ValueError("only a placement with one piece in each row has columns")
            self._columns = tuple(column for _, column in self.nodes)
        return self._columns

    @property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        if self._board is None:
            self._board = board_of(self.graph, self.nodes)
        return self._board

    def _fields(self) -> dict[str, Any]:
        return {"placement": self.nodes}

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.nodes[index]

    def __len__(self) -> int:
        return len(self.nodes if self._columns is None else self._columns)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    # Nodes are looked up by hash, since == of two nodes may be an array.

    def __contains__(self, node: object) -> bool:
        try:
            return node in set(self.nodes)
        except TypeError:  # not hashable, so not a node
            return False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        if self._columns is not None and other._columns is not None:
            return self._columns == other._columns
        one, two = ({v: k for k, v in enumerate(nodes)} for nodes in (self.nodes, other.nodes))
        return len(self) == len(other) and one == two

    def __hash__(self) -> int:
        return hash(self.nodes)

    def __repr__(self) -> str:
        board = self.board
        named = board is not None and board.has_names
        called: Any = board.name if board is not None and named else str
        shown = list(map(called, self[:_LISTED]))
        more = [] if len(self) <= _LISTED else ["…"]
        weight = "" if self.weight is None else f", weight {self.weight}"
        listed = f": {' '.join(shown + more)}" * bool(shown)
        return f"<placement of {len(self)}{weight}{listed}>"

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions != 2:
            return ", ".join(map(str, self.nodes))
        rows, columns = board.shape
        taken = set(self.nodes)
        if board.hexagonal:
            letters = dict.fromkeys(board.holes, "#") | dict.fromkeys(taken, "O")
            return text_of(board, lambda square: letters.get(square, "."))
        line = "+-" * columns + "+"
        lines = [line]
        for row in range(rows):
            marks = (
                "O" if (row, column) in taken else "#" if (row, column) in board.holes else " "
                for column in range(columns)
            )
            lines += ["|" + "|".join(marks) + "|", line]
        return "\n".join(lines)
