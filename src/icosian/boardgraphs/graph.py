"""Boards as graphs of moves, and the generators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx
import numpy as np

from icosian import placements, routes, tours
from icosian._arrays import plain_number
from icosian._io.memory import NODE, afford, collector_paused
from icosian._io.text import shown
from icosian._run.limits import check_int, hinted
from icosian._show import Shown
from icosian.boards.board import Board, Square, board_of
from icosian.boards.piece import Piece, graph_symmetries, least_memory, moves, piece_of
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
    hamiltonicity = tours.hamiltonicity
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
    longest_induced_cycle = tours.longest_induced_cycle
    longest_induced_path = tours.longest_induced_path
    induced_cycles = tours.induced_cycles
    induced_paths = tours.induced_paths
    longest_paths = tours.longest_paths
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

    def crossings(self) -> list[tuple[tuple[Square, Square], tuple[Square, Square]]]:
        """Return the pairs of moves that meet elsewhere than at a square where both begin or end.

        Returns
        -------
        list of pairs of edges
            What ``exclusive`` takes, for tours that do not cross themselves: of the straight lines
            between the centers of squares those that have another point in common, in integers.

        Raises
        ------
        IcosianError
            If the moves are not those of an undirected piece on a plane board without wrapped axes.

        Notes
        -----
        All pairs of m moves are compared, in time O(m²).

        Examples
        --------
        >>> board_graph(Board((2, 2)), "king").crossings()
        [(((0, 0), (1, 1)), ((0, 1), (1, 0)))]
        """
        board = board_of(self, self)
        is_plane = board is not None and board.dimensions == 2 and not any(board.periodic)
        if not is_plane or self.is_directed():
            raise IcosianError(
                "crossings are those of an undirected piece's moves on a plane board that wraps"
                " around nowhere, with its squares as nodes"
            )
        edges = sorted((min(edge), max(edge)) for edge in self.edges() if edge[0] != edge[1])
        ends = np.array(edges, np.int64).reshape(-1, 2, 2)
        found = []
        for k, (p, q) in enumerate(ends):
            r, s = ends[k + 1 :].swapaxes(0, 1)
            meet = (_side(p, q, r) * _side(p, q, s) < 0) & (_side(r, s, p) * _side(r, s, q) < 0)
            meet |= _is_between(p, q, r) | _is_between(p, q, s)
            meet |= _is_between(r, s, p) | _is_between(r, s, q)
            found += [(edges[k], edges[k + 1 + i]) for i in np.flatnonzero(meet).tolist()]
        return found


def _side(p: Any, q: Any, r: Any) -> Any:
    """Return on which side of lines from p to q points r lie: 1, -1, or 0 on them."""
    one, two = q - p, r - p
    return np.sign(one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0])


def _is_between(p: Any, q: Any, r: Any) -> Any:
    """Return which points r lie within lines from p to q."""
    return (_side(p, q, r) == 0) & (((p - r) * (q - r)).sum(axis=-1) < 0)


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
        made = "Board((8, 8)) or Board.from_text(rows) makes one"
        raise InvalidArgument(f"board must be a Board, got {shown(board)}; {made}")
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
            value: Any = weight(u, v) if callable(weight) else known
            if value is None:
                continue
            try:
                value = plain_number(value)
            except ValueError:
                rule = f"the weight of {u}, {v} must be a number"
                raise InvalidArgument(f"{rule}, got {shown(value)}") from None
            pair = frozenset((u, v))
            value = lightest[pair] = min(value, lightest.get(pair, value))
            weighed.append((u, v, {"weight": value}))  # the lightest of parallel moves comes last
        yield weighed


_BATCH = 1 << 16  # large enough for speed, small compared with the graph


# -- Graphs of grids, chess pieces, leapers and riders on plane boards


def _plane(
    piece: Piece | str,
    rows: int,
    columns: int | None,
    holes: Iterable[Square | str],
    periodic: bool | Sequence[bool],
    weight: Weight | None,
) -> BoardGraph:
    shape = (rows, rows if columns is None else columns)
    return board_graph(Board(shape, periodic=periodic, holes=holes), piece, weight=weight)


@hinted
def knight_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the knight's graph of a board.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes : iterable of squares or names
        Squares that are missing.
    periodic : bool or pair of bool
        The axes that wrap around: both give a torus, one a cylinder.
    weight : {"steps", "euclidean"} or callable, optional
        Sets the edge attribute ``weight`` as in :func:`board_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    Raises
    ------
    InvalidArgument
        If a side is not an integer of at least 1, or another argument breaks its rule.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    The n x n board has 4(n - 1)(n - 2) edges (OEIS A033996).

    Examples
    --------
    The center of the 3 x 3 board is isolated, the other squares form a cycle:

    >>> import networkx as nx
    >>> G = knight_graph(3)
    >>> nx.is_isomorphic(G.subgraph(set(G) - {(1, 1)}), nx.cycle_graph(8))
    True
    """
    return _plane("knight", rows, columns, holes, periodic, weight)


@hinted
def king_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the king's graph of a board: one step in any direction.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    The n x n board has 2(n - 1)(2n - 1) edges.

    Examples
    --------
    The king's graph is the strong product of two paths:

    >>> import networkx as nx
    >>> product = nx.strong_product(nx.path_graph(3), nx.path_graph(4))
    >>> nx.utils.edges_equal(king_graph(3, 4).edges, product.edges)
    True
    """
    return _plane("king", rows, columns, holes, periodic, weight)


@hinted
def queen_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the queen's graph of a board: any distance along rows, columns and diagonals.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    The n x n board has n(n - 1)(5n - 1)/3 edges.

    Examples
    --------
    >>> import networkx as nx
    >>> queen, rook, bishop = queen_graph(8), rook_graph(8), bishop_graph(8)
    >>> nx.utils.edges_equal(queen.edges, nx.compose(rook, bishop).edges)
    True
    """
    return _plane("queen", rows, columns, holes, periodic, weight)


@hinted
def rook_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the rook's graph of a board: any distance along rows and columns.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    The n x n board has n^2(n - 1) edges.

    Examples
    --------
    The rook's graph is the Cartesian product of two complete graphs:

    >>> import networkx as nx
    >>> product = nx.cartesian_product(nx.complete_graph(3), nx.complete_graph(4))
    >>> nx.is_isomorphic(rook_graph(3, 4), product)
    True
    """
    return _plane("rook", rows, columns, holes, periodic, weight)


@hinted
def bishop_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the bishop's graph of a board: any distance along diagonals.

    Parameters
    ----------
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    The n x n board has n(n - 1)(2n - 1)/3 edges, and one component for each color.

    Examples
    --------
    >>> import networkx as nx
    >>> nx.number_connected_components(bishop_graph(8))
    2
    """
    return _plane("bishop", rows, columns, holes, periodic, weight)


@hinted
def grid_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the graph of a grid: steps to the squares above, below, left and right.

    Parameters
    ----------
    rows, columns : int
        The sides of the grid; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    leaper_graph : Longer steps.

    Notes
    -----
    The grid is bipartite like the squares of a chess board. So it has no closed tour if both sides
    are odd, and with m, n > 1 it has one in all other cases. ``networkx.grid_2d_graph`` makes the
    same graph without a board.

    Examples
    --------
    >>> import networkx as nx
    >>> nx.utils.edges_equal(grid_graph(3, 4).edges, nx.grid_2d_graph(3, 4).edges)
    True
    >>> grid_graph(6).count_hamiltonian_cycles()
    1072
    """
    return _plane("wazir", rows, columns, holes, periodic, weight)


@hinted
def leaper_graph(
    a: int,
    b: int,
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the graph of the (a, b)-leaper, which jumps a squares one way and b the other.

    Parameters
    ----------
    a, b : int
        The step, at least 0 and not both 0.
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Notes
    -----
    With a < b the graph of the m x n board, m <= n, is connected if and only if a + b and b - a
    have no common divisor, m >= a + b and n >= 2b [1]_.

    References
    ----------
    .. [1] Donald E. Knuth, Leaper graphs, The Mathematical Gazette 78 (1994), 274-297.

    Examples
    --------
    >>> import networkx as nx
    >>> nx.utils.graphs_equal(leaper_graph(1, 2, 8), knight_graph(8))
    False
    >>> nx.utils.edges_equal(leaper_graph(1, 2, 8).edges, knight_graph(8).edges)
    True
    """
    return _plane(Piece.leaper(a, b), rows, columns, holes, periodic, weight)


@hinted
def rider_graph(
    a: int,
    b: int,
    rows: int,
    columns: int | None = None,
    *,
    reach: int | None = None,
    holes: Iterable[Square | str] = (),
    periodic: bool | Sequence[bool] = False,
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the graph of the (a, b)-rider, which repeats the leaper's step.

    Parameters
    ----------
    a, b : int
        The step, at least 0 and not both 0.
    rows, columns : int
        The sides of the board; ``columns`` defaults to ``rows``.
    reach : int or None
        The largest number of steps in a move; None for no limit.
    holes, periodic, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``.

    See Also
    --------
    board_graph : Any board and any piece.

    Examples
    --------
    >>> import networkx as nx
    >>> nx.utils.edges_equal(rider_graph(0, 1, 8).edges, rook_graph(8).edges)
    True
    >>> nx.utils.edges_equal(rider_graph(1, 2, 8, reach=1).edges, knight_graph(8).edges)
    True
    """
    return _plane(Piece.rider(a, b, reach=reach), rows, columns, holes, periodic, weight)


# -- Graphs of boards of hexagons: hexagonal, rhombic and triangular ones


@hinted
def hex_graph(
    rows: int,
    columns: int | None = None,
    *,
    holes: Iterable[Square] = (),
    weight: Weight | None = None,
) -> BoardGraph:
    """Return the graph of a board of hexagons: steps to the six neighbors.

    Parameters
    ----------
    rows, columns : int
        With one number, the side of a hexagon; with two, the sides of a rhombus or a parallelogram,
        such as the board of the game Hex.
    holes, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)``. A row is half a cell further right than the one above it, so the
        neighbors of a cell are ``(row, column - 1)`` and ``(row, column + 1)``, ``(row - 1,
        column)`` and ``(row - 1, column + 1)``, ``(row + 1, column - 1)`` and ``(row + 1,
        column)``: axial coordinates. Rows and columns of a hexagon go from 0 to 2 * side - 2, where
        the cells fulfill side - 1 <= row + column <= 3 * (side - 1).

    Raises
    ------
    InvalidArgument
        If a side is not an integer of at least 1, or a hole is not on the board.

    See Also
    --------
    triangular_graph : A triangle of hexagons.
    board_graph : Any other shape, from a board with ``hexagonal=True``, and other pieces.

    Notes
    -----
    The hexagon has 3n(n - 1) + 1 cells and 3(n - 1)(3n - 2) edges, with n the side. Other names of
    these graphs are triangular grid graphs, and honeycomb king graphs. Pictures show hexagons, and
    ``distinct=True`` counts with the symmetries of the hexagonal lattice.

    Examples
    --------
    The smallest hexagon is a wheel:

    >>> import networkx as nx
    >>> nx.is_isomorphic(hex_graph(2), nx.wheel_graph(7))
    True
    >>> len(hex_graph(5)), len(hex_graph(11, 11)), len(hex_graph(3).symmetries())
    (61, 121, 12)
    >>> hex_graph(3).count_hamiltonian_cycles(distinct=True)
    107
    """
    if columns is not None:
        return _hexagons(Board((rows, columns), holes=holes, hexagonal=True), weight)
    side = check_int(rows, "the side of a hexagon")
    n = 2 * side - 1
    cells = ((row, column) for row in range(n) for column in range(n))
    outside = (cell for cell in cells if not side - 1 <= sum(cell) <= 3 * (side - 1))
    return _hexagons(_cut(n, outside, holes), weight)


@hinted
def triangular_graph(
    side: int, *, holes: Iterable[Square] = (), weight: Weight | None = None
) -> BoardGraph:
    """Return the graph of a triangle of hexagons: steps to the six neighbors.

    Parameters
    ----------
    side : int
        The number of rows; row r has r + 1 cells.
    holes, weight : optional
        As for :func:`knight_graph`.

    Returns
    -------
    BoardGraph
        Nodes ``(row, column)`` with the neighbors of :func:`hex_graph`. The triangle stands on its
        last row: columns of row r go from side - 1 - r to side - 1.

    Raises
    ------
    InvalidArgument
        If the side is not an integer of at least 1, or a hole is not on the board.

    See Also
    --------
    hex_graph : Hexagons and rhombi.

    Notes
    -----
    The triangle has n(n + 1)/2 cells and 3n(n - 1)/2 edges, with n the side. Other names are
    triangular grid graph, and triangular honeycomb king graph.

    Examples
    --------
    >>> import networkx as nx
    >>> nx.is_isomorphic(triangular_graph(2), nx.complete_graph(3))
    True
    >>> G = triangular_graph(5)
    >>> len(G), G.number_of_edges(), len(G.symmetries())
    (15, 30, 6)
    """
    n = check_int(side, "the side of a triangle")
    outside = ((row, column) for row in range(n) for column in range(n - 1 - row))
    return _hexagons(_cut(n, outside, holes), weight)


def _cut(n: int, outside: Iterable[Square], holes: Iterable[Square]) -> Board:
    """Return the rhombus of n x n cells without its corners and without further holes."""
    rhombus = Board((n, n), holes=holes, hexagonal=True)
    afford(NODE * n * n, f"a board of {n:,} x {n:,} hexagons")
    shape = Board((n, n), holes=outside, hexagonal=True)
    return Board((n, n), holes=[*shape.holes, *map(shape.square, rhombus.holes)], hexagonal=True)


def _hexagons(board: Board, weight: Weight | None) -> BoardGraph:
    G = board_graph(board, "wazir", weight=weight)
    G.graph["name"] = f"hexagonal graph {board.size}"
    return G
