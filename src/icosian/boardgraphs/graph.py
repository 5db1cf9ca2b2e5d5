"""Boards as networkx graphs whose edges are the moves of a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx
import numpy as np

from icosian import placements, routes, tours
from icosian._arrays.weights import plain_number
from icosian._io.memory import afford, collector_paused
from icosian._io.text import shown
from icosian._run.hints import hinted
from icosian._show import Shown
from icosian.boards.board import Board, Square, board_of
from icosian.boards.moves import least_memory, moves
from icosian.boards.piece import Piece, piece_of
from icosian.boards.theorems import graph_symmetries
from icosian.exceptions import IcosianError, InvalidArgument

Weight = Literal["steps", "euclidean"] | Callable[[Square, Square], float | None]
if TYPE_CHECKING:
    _Graph = nx.Graph[Any]
else:
    _Graph = nx.Graph


class BoardGraph(Shown, _Graph):
    """A networkx graph of a board, with the functions of icosian as methods.

    Board and piece are kept as text in ``G.graph["board"]`` and ``G.graph["piece"]``, so they
    survive copies, subgraphs, pickling and files. They serve to break ties, to name squares and
    to draw; every answer comes from the edges of the graph.

    Parameters
    ----------
    incoming_graph_data : input graph, optional
        As for :class:`networkx.Graph`.
    **attr : keyword arguments
        As for :class:`networkx.Graph`.

    See Also
    --------
    board_graph : Make one from a board and a piece.

    Examples
    --------
    >>> G = board_graph(Board((8, 8)), "knight")
    >>> G.board.size, G.hamiltonian_cycle("b1").is_closed
    ('8 x 8', True)
    """

    hamiltonian_cycle = tours.hamiltonian_cycle
    hamiltonian_cycles = tours.hamiltonian_cycles
    hamiltonian_path = tours.hamiltonian_path
    hamiltonian_paths = tours.hamiltonian_paths
    has_unique_hamiltonian_cycle = tours.has_unique_hamiltonian_cycle
    has_unique_hamiltonian_path = tours.has_unique_hamiltonian_path
    count_hamiltonian_cycles = tours.count_hamiltonian_cycles
    count_hamiltonian_paths = tours.count_hamiltonian_paths
    random_hamiltonian_cycle = tours.random_hamiltonian_cycle
    random_hamiltonian_path = tours.random_hamiltonian_path
    scrambled_hamiltonian_cycle = tours.scrambled_hamiltonian_cycle
    scrambled_hamiltonian_path = tours.scrambled_hamiltonian_path
    is_hamiltonian = tours.is_hamiltonian
    is_traceable = tours.is_traceable
    is_hamiltonian_cycle = tours.is_hamiltonian_cycle
    is_hamiltonian_path = tours.is_hamiltonian_path
    check_tour = tours.check_tour
    prove_no_hamiltonian_cycle = tours.prove_no_hamiltonian_cycle
    prove_no_hamiltonian_path = tours.prove_no_hamiltonian_path
    longest_cycle = tours.longest_cycle
    longest_path = tours.longest_path
    shortest_hamiltonian_cycle = tours.shortest_hamiltonian_cycle
    shortest_hamiltonian_path = tours.shortest_hamiltonian_path
    minimum_path_cover = tours.minimum_path_cover
    warnsdorff_path = tours.warnsdorff_path
    close_path = tours.close_path
    backtrack = tours.backtrack
    dijkstra = routes.dijkstra
    prepare = routes.prepare
    traveling_salesman = routes.traveling_salesman
    independent_sets = placements.independent_sets
    count_independent_sets = placements.count_independent_sets
    independence_polynomial = placements.independence_polynomial
    maximum_independent_set = placements.maximum_independent_set
    place = placements.place
    minimum_dominating_set = placements.minimum_dominating_set
    minimum_dominating_sets = placements.minimum_dominating_sets
    minimum_coloring = placements.minimum_coloring

    @property
    def board(self) -> Board | None:
        """The board that the graph was made from, or None if that is lost."""
        return board_of(self)

    @property
    def piece(self) -> Piece | None:
        """The piece whose moves are the edges, or None if that is lost."""
        return piece_of(self)

    def symmetries(self) -> list[dict[Square, Square]]:
        """Return the rotations and reflections of the board that preserve the edges of the graph.

        Returns
        -------
        list of dict
            Permutations of the nodes, the identity first.

        Raises
        ------
        IcosianError
            If the graph has lost its board, or has nodes that are not squares of the board.

        Examples
        --------
        >>> G = board_graph(Board((8, 8)), "knight")
        >>> len(G.symmetries())
        8
        >>> G.remove_edge((0, 0), (1, 2))
        >>> len(G.symmetries())
        1
        """
        if found := graph_symmetries(self):
            return found
        raise IcosianError("this graph no longer has squares of a board as its nodes")


@hinted
def board_graph(board: Board, piece: Piece | str, *, weight: Weight | None = None) -> BoardGraph:
    """Return the graph of a piece's moves on a board.

    Parameters
    ----------
    board : Board
        The board, of any dimension, with any holes and wrapped axes.
    piece : Piece or str
        The piece, or the name of a chess piece; on hexagons it moves as in hexagonal chess.
    weight : {"steps", "euclidean"} or callable, optional
        Sets the edge attribute ``weight``: the number of steps of the move, its length, or the
        number that ``weight(u, v)`` returns, None to omit the edge. Of several moves between the
        same squares the lightest counts.

    Returns
    -------
    BoardGraph
        A simple graph; its nodes are the squares in row-major order. Parallel moves on small
        wrapped boards are one edge, and a move back to its own square is not an edge.

    Raises
    ------
    InvalidArgument
        If the board is not a Board, piece or weight are unknown, the dimensions of board and
        piece differ, or a piece of squares is to move on hexagons.

    See Also
    --------
    knight_graph, leaper_graph, rider_graph : Plane boards in one call.

    Notes
    -----
    Time and memory are linear in nodes and edges. One generator for all boards and pieces, which
    keeps its arguments in the graph, is an idea of the Stanford GraphBase [1]_.

    References
    ----------
    .. [1] Donald E. Knuth, The Stanford GraphBase, ACM Press, 1993, GB_BASIC.

    Examples
    --------
    The knight's graph of the 4 x 4 torus is the hypercube of dimension 4:

    >>> torus = board_graph(Board((4, 4), periodic=True), "knight")
    >>> nx.is_isomorphic(torus, nx.hypercube_graph(4))
    True

    In hexagonal chess a knight has up to twelve moves:

    >>> from icosian import hex_graph
    >>> G = board_graph(hex_graph(6).board, "knight")
    >>> len(G), G.degree[5, 5], len(G.symmetries())
    (91, 12, 12)
    """
    if not isinstance(board, Board):
        raise InvalidArgument(f"board must be a Board, got {shown(board)}")
    if isinstance(piece, str):
        title = piece
        piece = Piece.named(piece, dimensions=board.dimensions, hexagonal=board.hexagonal)
    elif isinstance(piece, Piece):
        title = "board"
    else:
        raise InvalidArgument(f"piece must be a Piece or the name of one, got {shown(piece)}")
    if board.hexagonal and piece.is_of_squares:
        raise InvalidArgument(
            f"{piece!r} moves on squares, not on hexagons: give its name, or hexagonal=True"
        )
    named = isinstance(weight, str) and weight in ("steps", "euclidean")
    if not (weight is None or named or callable(weight)):
        raise InvalidArgument(
            f"weight must be 'steps', 'euclidean', a callable or None, got {shown(weight)}"
        )
    afford(least_memory(board, piece), f"the graph of a board of {len(board):,} squares")
    G = BoardGraph(name=f"{title} graph {board.size}", board=board.to_json(), piece=piece.to_json())
    with collector_paused():
        G.add_nodes_from(board.squares)
        for edges in _edges(board, piece, weight):
            G.add_edges_from(edges)
    return G


def _edges(
    board: Board, piece: Piece, weight: Weight | None
) -> Iterator[Iterable[tuple[Any, ...]]]:
    """Yield the edges in batches."""
    squares = np.fromiter(board.squares, object, count=len(board))
    found = moves(board, piece)
    lightest: dict[frozenset[Square], Any] = {}
    for begin in range(0, len(found.source), _BATCH):
        batch = slice(begin, begin + _BATCH)
        pairs = zip(*(squares[ends[batch]].tolist() for ends in found[:2]), strict=True)
        if weight is None:
            yield pairs
            continue
        weighed = []
        measure = found.length if weight == "euclidean" else found.steps
        for (u, v), known in zip(pairs, measure[batch].tolist(), strict=True):
            value = _weight_of(u, v, weight) if callable(weight) else known
            if value is None:
                continue
            pair = frozenset((u, v))
            value = lightest[pair] = min(value, lightest.get(pair, value))
            weighed.append((u, v, {"weight": value}))  # the lightest of parallel moves comes last
        yield weighed


def _weight_of(u: Square, v: Square, weight: Callable[[Square, Square], Any]) -> Any:
    """Return the weight of a move as a Python number, or None to omit the edge."""
    value = weight(u, v)
    try:
        return None if value is None else plain_number(value)
    except ValueError:
        raise InvalidArgument(
            f"the weight of {u}, {v} must be a number, got {shown(value)}"
        ) from None


_BATCH = 1 << 16  # large enough for speed, small compared with the graph
