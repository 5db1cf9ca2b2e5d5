"""Graphs of grids, chess pieces, leapers and riders on plane boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from icosian._run.hints import hinted
from icosian.boardgraphs.graph import BoardGraph, Weight, board_graph
from icosian.boards.board import Board, Square
from icosian.boards.piece import Piece


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
