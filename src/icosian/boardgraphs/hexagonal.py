"""Graphs of boards of hexagons: hexagonal, rhombic and triangular ones."""

from __future__ import annotations

from collections.abc import Iterable

from icosian._io.memory import NODE, afford
from icosian._run.arguments import checked_int
from icosian._run.hints import hinted
from icosian.boardgraphs.graph import BoardGraph, Weight, board_graph
from icosian.boards.board import Board, Square


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
    side = checked_int(rows, "the side of a hexagon")
    n = 2 * side - 1
    outside = (
        (row, column)
        for row in range(n)
        for column in range(n)
        if not side - 1 <= row + column <= 3 * (side - 1)
    )
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
    n = checked_int(side, "the side of a triangle")
    outside = ((row, column) for row in range(n) for column in range(n - 1 - row))
    return _hexagons(_cut(n, outside, holes), weight)


def _cut(n: int, outside: Iterable[Square], holes: Iterable[Square]) -> Board:
    """Return the rhombus of n x n cells without its corners and without further holes."""
    rhombus = Board((n, n), holes=holes, hexagonal=True)
    afford(NODE * n * n, f"a board of {n:,} x {n:,} hexagons")
    shape = Board((n, n), holes=outside, hexagonal=True)
    further = map(shape.square, rhombus.holes)
    return Board((n, n), holes=[*shape.holes, *further], hexagonal=True)


def _hexagons(board: Board, weight: Weight | None) -> BoardGraph:
    G = board_graph(board, "wazir", weight=weight)
    G.graph["name"] = f"hexagonal graph {board.size}"
    return G
