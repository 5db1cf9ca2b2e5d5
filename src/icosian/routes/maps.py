"""Route maps: weighted graphs from edges, matrices, files and terrain."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from decimal import Decimal
from numbers import Real
from typing import Any

import networkx as nx

from icosian._arrays.weights import plain_number
from icosian._io.tables import (
    PLACE_COLUMNS,
    frame_matrix,
    frame_places,
    frame_rows,
    is_frame,
    read_number,
    table,
    wrong,
)
from icosian._io.text import checked_path, quoted, shown
from icosian._io.tracks import point_of
from icosian._run.arguments import checked_flag
from icosian._run.hints import hinted
from icosian.boards.board import Board
from icosian.boards.text import FREE, HOLE, Grid
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.problem.places import checked_names

_ROAD_COLUMNS = (
    ("u", "source", "from", "start", "origin"),
    ("v", "target", "to", "end", "destination"),
    ("weight", "distance", "length", "cost", "time"),
)
"""Names of the columns of a table of roads."""


@hinted
def route_map(
    edges: Iterable[tuple[Any, Any, Any]] | Mapping[tuple[Any, Any], Any],
    *,
    directed: bool = False,
    pos: Any = None,
) -> nx.Graph[Any]:
    """Return a weighted graph from a list of roads.

    Parameters
    ----------
    edges : iterable of (u, v, weight), mapping of (u, v) to weight, or DataFrame
        The roads. Of several roads between the same places the shortest is kept. The columns of a
        DataFrame, or of its index, have one of the names that :func:`read_route_map` knows.
    directed : bool
        If True, a road leads from u to v only.
    pos : mapping of nodes to (x, y), or DataFrame, optional
        The positions of the places in pictures, kept as the node attribute ``pos``. A DataFrame has
        the columns x and y, or lon and lat, and the places as its index.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        With the edge attribute ``weight``.

    Raises
    ------
    InvalidArgument
        If an argument is of another type, an edge is not such a triple, a weight is negative or
        not a number, or a position is not a pair of numbers or belongs to no place.

    See Also
    --------
    read_route_map : Read a map from a file.
    networkx.from_pandas_edgelist : Keep all columns of a DataFrame as edge attributes.

    Examples
    --------
    >>> G = route_map([("Arad", "Sibiu", 140), ("Sibiu", "Fagaras", 99)])
    >>> G["Sibiu"]["Arad"]["weight"]
    140
    """
    if is_frame(edges):
        edges = frame_rows(edges, _ROAD_COLUMNS)
    if isinstance(edges, str | bytes) or not _is_iterable(edges):
        raise InvalidArgument(f"edges are an iterable of (u, v, weight), got {shown(edges)}")
    if (table := frame_places(pos, "euclidean")) is not None:
        pos = dict(zip(*table[:2], strict=True))
    if pos is not None and not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos maps places to (x, y), got {shown(pos)}")
    G = _empty_map(directed)
    for edge in edges.items() if isinstance(edges, Mapping) else edges:
        try:
            (u, v), weight = edge if isinstance(edges, Mapping) else (edge[:2], *edge[2:])
            hash(u), hash(v)
        except (LookupError, TypeError, ValueError):
            raise InvalidArgument(f"an edge is (u, v, weight), got {shown(edge)}") from None
        _add_road(G, u, v, _number(weight, f"edge ({shown(u)}, {shown(v)})"))
    if pos is not None:
        _place(G, pos)
    return G


def _empty_map(directed: Any) -> nx.Graph[Any]:
    return nx.DiGraph() if checked_flag(directed, "directed") else nx.Graph()


def _is_iterable(argument: Any) -> bool:
    try:
        iter(argument)
    except TypeError:  # an array without dimensions also has the method
        return False
    return True


def _add_road(G: nx.Graph[Any], u: Any, v: Any, weight: Any) -> None:
    if u is None or v is None:
        raise InvalidArgument("None cannot be a place")
    if not G.has_edge(u, v) or weight < G[u][v]["weight"]:
        G.add_edge(u, v, weight=weight)


def _number(weight: Any, what: str) -> Any:
    """Return a weight as a Python number, or refuse it."""
    try:
        number = None if isinstance(weight, bool) else plain_number(weight)
    except ValueError:
        number = None
    if number is None or number < 0:
        raise InvalidArgument(f"weights are numbers of at least 0, but {what} has {shown(weight)}")
    return number


def _is_nothing(weight: Any) -> bool:
    """Return True for entries that mean no road or no cell: None, NaN and infinity."""
    if weight is None:
        return True
    try:
        return bool(plain_number(weight) == math.inf)
    except ValueError:  # no number at all, or NaN
        return isinstance(weight, Real | Decimal)


def _place(G: nx.Graph[Any], pos: Mapping[Any, tuple[float, float]]) -> None:
    for node, point in pos.items():
        if node not in G:
            raise InvalidArgument(f"pos has {shown(node)}, which is not a place of the map")
        where = point_of(point)
        if where is None:
            raise InvalidArgument(
                f"a position is two numbers, but {shown(node)} has {shown(point)}"
            )
        G.nodes[node]["pos"] = where


@hinted
def route_map_from_matrix(matrix: Any, labels: Iterable[Any] | None = None) -> nx.Graph[Any]:
    """Return a weighted graph from a matrix of distances.

    Parameters
    ----------
    matrix : sequence of sequences, array or DataFrame, shape (n, n)
        ``matrix[i][j]`` is the length of the road from i to j. As in textbooks, 0 means that there
        is no road; so do None, infinity and NaN. The diagonal is ignored.
    labels : iterable of n nodes, optional
        The places, by default 0 to n - 1, or the rows of a DataFrame. A string is one label for
        each letter.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        A digraph if the matrix is not symmetric; with the edge attribute ``weight``.

    Raises
    ------
    InvalidArgument
        If the matrix is not a square table, an entry is negative or not a number, or the labels
        are not n different nodes.

    See Also
    --------
    route_map : Make a map from a list of roads.

    Examples
    --------
    >>> G = route_map_from_matrix([[0, 7, 0], [7, 0, 2], [0, 2, 0]], "ABC")
    >>> sorted(G.edges(data="weight"))
    [('A', 'B', 7), ('B', 'C', 2)]
    """
    if is_frame(matrix):
        index, matrix = frame_matrix(matrix)
        labels = index if labels is None else labels
    rows = _rows(matrix, "a matrix of distances")
    n = len(rows)
    for i, row in enumerate(rows):
        if len(row) != n:
            raise InvalidArgument(
                f"a matrix of distances is square, but of {n} rows row {i} has {len(row)} entries"
            )
    nodes = checked_names(labels, n, "labels")
    entries = {
        (i, j): _number(weight, f"row {i}, column {j}")
        for i, row in enumerate(rows)
        for j, weight in enumerate(row)
        if i != j and not _is_nothing(weight)
    }
    roads = {pair: weight for pair, weight in entries.items() if weight != 0}
    directed = any(roads.get((j, i)) != weight for (i, j), weight in roads.items())
    G: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    G.add_nodes_from(nodes)
    G.add_weighted_edges_from((nodes[i], nodes[j], weight) for (i, j), weight in roads.items())
    return G


def _rows(table: Any, what: str) -> list[list[Any]]:
    """Return the rows of a table as lists."""
    try:
        return [_listed(row) for row in _listed(table)]
    except TypeError:
        raise InvalidArgument(f"{what} is a sequence of rows, got {shown(table)}") from None


def _listed(entries: Any) -> list[Any]:
    if isinstance(entries, str | bytes | Mapping | AbstractSet):
        raise TypeError(entries)
    return list(entries)


@hinted
def read_route_map(
    path: str | os.PathLike[str],
    *,
    positions: str | os.PathLike[str] | None = None,
    directed: bool = False,
) -> nx.Graph[Any]:
    r"""Read a route map from a file.

    Parameters
    ----------
    path : str or path-like
        A ``.csv`` file with the columns u, v, weight, which the first line may name (see Notes);
        or ``.graphml`` or ``.json`` (node-link data) with the edge attribute ``weight``.
    positions : str or path-like, optional
        A ``.csv`` file with the columns node, x, y.
    directed : bool
        If True, the roads of a ``.csv`` file lead from u to v only.

    Returns
    -------
    networkx graph
        The map; places in a ``.csv`` file are strings.

    Raises
    ------
    InvalidArgument
        If a path is not a path, or a file is malformed; the message names the file and the line.
    OSError
        If it cannot be read.

    See Also
    --------
    route_map : Make a map from a list of roads.
    read_graph : Read graphs without weights.

    Notes
    -----
    Columns are separated by commas, semicolons or tabs. The first line names the columns if it has
    one of these names for each of the three, in upper or lower case:

    ======  ========================================
    column  names
    ======  ========================================
    u       u, source, from, start, origin
    v       v, target, to, end, destination
    weight  weight, distance, length, cost, time
    node    node, place, name
    x       x, lon, lng, longitude
    y       y, lat, latitude
    ======  ========================================

    Named columns may have any order, with other columns between them; of several columns with such
    a name the first is used. Any other first line must be a road, so that a road with a misspelled
    weight is refused.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "map.csv")
    ...     _ = file.write_text("from,to,distance\nArad,Sibiu,140\n", encoding="utf-8")
    ...     read_route_map(file)["Arad"]["Sibiu"]["weight"]
    140
    """
    path = checked_path(path)
    places = None if positions is None else checked_path(positions, "positions")
    G = _empty_map(directed)
    if path.suffix.lower() == ".csv":
        for line, (u, v, text) in table(path, _ROAD_COLUMNS):
            weight = read_number(text)
            if weight is None:
                raise wrong(path, line, f"{quoted(text)} is not a number")
            if weight < 0:
                raise wrong(path, line, f"weights are at least 0, got {quoted(text)}")
            _add_road(G, u, v, weight)
    else:
        from icosian.files.graphs import read_graph

        if path.suffix.lower() not in {".graphml", ".json"}:
            raise InvalidArgument(
                f"a route map is a .csv, .graphml or .json file, got {str(path)!r}"
            )
        G = read_graph(path)
    if places is not None:
        for line, (node, *texts) in table(places, PLACE_COLUMNS):
            point = point_of(map(read_number, texts))
            if node not in G or point is None:
                raise wrong(places, line, "expected a place of the map and two numbers")
            G.nodes[node]["pos"] = point
    return G


@hinted
def terrain_map(costs: Sequence[Sequence[Any]] | str, *, diagonal: bool = False) -> nx.DiGraph[Any]:
    r"""Return a grid in which an arc to a cell has the cost of the cell.

    Parameters
    ----------
    costs : sequence of sequences, array or str
        A cost for each cell, None for a blocked cell. In text each line is a row: a digit is a
        cost, or a number if there are blanks between cells; ``.`` costs 1, ``#`` is blocked.
    diagonal : bool
        If True, diagonal steps are allowed as well.

    Returns
    -------
    networkx.DiGraph
        The nodes are the cells ``(row, column)``, row 0 on top; the ``weight`` of an arc is the
        cost of its head. It is drawn as a board.

    Raises
    ------
    InvalidArgument
        If the costs are not a table, the rows differ in length, a cost is negative or not a
        number, or every cell is blocked.

    See Also
    --------
    king_graph : A grid with diagonal steps of equal cost.

    Examples
    --------
    >>> G = terrain_map("19.\n1#.\n111")
    >>> import icosian
    >>> paths = icosian.dijkstra(G, (0, 0))
    >>> paths.distances[0, 2]
    6
    """
    cells = _cells(costs)
    width = len(cells[0]) if cells else 0
    if not width or any(len(row) != width for row in cells):
        raise InvalidArgument("a terrain has rows of equal length, at least one cell long")
    free = {
        (r, c): _number(cost, f"cell ({r}, {c})")
        for r, row in enumerate(cells)
        for c, cost in enumerate(row)
        if not (isinstance(cost, str) and cost == "#") and not _is_nothing(cost)
    }
    if not free:
        raise InvalidArgument("a terrain must have a cell that is not blocked")
    holes = [(r, c) for r in range(len(cells)) for c in range(width) if (r, c) not in free]
    G: nx.DiGraph[Any] = nx.DiGraph(board=Board((len(cells), width), holes=holes).to_json())
    G.add_nodes_from((cell, {"cost": cost}) for cell, cost in free.items())
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if checked_flag(diagonal, "diagonal"):
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    G.add_weighted_edges_from(
        ((r, c), (r + a, c + b), free[r + a, c + b])
        for r, c in free
        for a, b in steps
        if (r + a, c + b) in free
    )
    return G


def _cells(costs: Sequence[Sequence[Any]] | str) -> list[list[Any]]:
    if not isinstance(costs, str):
        return _rows(costs, "a terrain")
    grid = Grid.of(costs, "a terrain", free="._", words=True)
    known = f"a cell is a number, '{FREE}' or '{HOLE}'"
    grid.check(known, lambda mark: mark.isascii() and read_number(mark) is not None)
    return [[1 if mark == FREE else read_number(mark) for mark in row] for row in grid.rows]
