"""Route maps: weighted graphs from edges, matrices, files and terrain."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Set as AbstractSet
from decimal import Decimal
from itertools import chain
from numbers import Real
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._arrays.weights import plain_number
from icosian._io.text import Text, checked_path, quoted
from icosian.boards.board import Board
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

__all__ = ["read_route_map", "route_map", "route_map_from_matrix", "terrain_map"]

_ROAD_COLUMNS = (
    ("u", "source", "from", "start", "origin"),
    ("v", "target", "to", "end", "destination"),
    ("weight", "distance", "length", "cost", "time"),
)
"""How the columns of a table of roads may be called."""
_PLACE_COLUMNS = (("node", "place", "name"), ("x", "lon", "longitude"), ("y", "lat", "latitude"))
"""How those of a table of positions may be called."""


def route_map(
    edges: Iterable[tuple[Any, Any, Any]] | Mapping[tuple[Any, Any], Any],
    *,
    directed: bool = False,
    pos: Mapping[Any, tuple[float, float]] | None = None,
) -> nx.Graph[Any]:
    """Return a weighted graph from a list of roads.

    Parameters
    ----------
    edges : iterable of (u, v, weight), or mapping of (u, v) to weight
        The roads. Of several between the same places the shortest stays.
    directed : bool
        Whether a road leads one way only.
    pos : mapping of nodes to (x, y), optional
        Where the places lie, for pictures; kept as the node attribute ``pos``.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        With the edge attribute ``weight``.

    Raises
    ------
    InvalidArgument
        If edges or positions are of another kind, an edge is no such triple, a weight is negative
        or not a number, or a position is of no place or no pair of numbers.

    See Also
    --------
    networkx.from_pandas_edgelist : From a table of pandas; ``edge_attr="weight"``.

    Examples
    --------
    >>> G = route_map([("Arad", "Sibiu", 140), ("Sibiu", "Fagaras", 99)])
    >>> G["Sibiu"]["Arad"]["weight"]
    140
    """
    if isinstance(edges, str | bytes) or not _is_iterable(edges):
        raise InvalidArgument(f"edges are an iterable of (u, v, weight), got {edges!r:.60}")
    if pos is not None and not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos maps places to (x, y), got {pos!r:.60}")
    G: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    for edge in edges.items() if isinstance(edges, Mapping) else edges:
        try:
            (u, v), weight = edge if isinstance(edges, Mapping) else (edge[:2], *edge[2:])
            hash(u), hash(v)
        except (LookupError, TypeError, ValueError):
            raise InvalidArgument(f"an edge is (u, v, weight), got {edge!r}") from None
        _add_road(G, u, v, _number(weight, f"edge ({u!r}, {v!r})"))
    if pos is not None:
        _place(G, pos)
    return G


def _is_iterable(argument: Any) -> bool:
    try:
        iter(argument)
    except TypeError:  # an array without dimensions has the method, too
        return False
    return True


def _add_road(G: nx.Graph[Any], u: Any, v: Any, weight: Any) -> None:
    if u is None or v is None:
        raise InvalidArgument("None cannot be a place")
    if not G.has_edge(u, v) or weight < G[u][v]["weight"]:
        G.add_edge(u, v, weight=weight)


def _number(weight: Any, what: str) -> Any:
    """Return a weight as a number of Python, or refuse it."""
    try:
        number = None if isinstance(weight, bool) else plain_number(weight)
    except ValueError:
        number = None
    if number is None or number < 0:
        raise InvalidArgument(f"weights are numbers of at least 0, but {what} has {weight!r}")
    return number


def _is_nothing(weight: Any) -> bool:
    """Whether an entry says that there is nothing: None, NaN or infinity."""
    if weight is None:
        return True
    try:
        return bool(plain_number(weight) == math.inf)
    except ValueError:  # no number at all, or NaN
        return isinstance(weight, Real | Decimal)


def _place(G: nx.Graph[Any], pos: Mapping[Any, tuple[float, float]]) -> None:
    for node, point in pos.items():
        if node not in G:
            raise InvalidArgument(f"a position is given for {node!r}, which is no place of the map")
        where = _point(point)
        if where is None:
            raise InvalidArgument(f"a position is two numbers, but {node!r} has {point!r}")
        G.nodes[node]["pos"] = where


def _point(point: Any) -> tuple[float, float] | None:
    """Return two finite numbers as floats, None if it is something else."""
    try:
        x, y = (float(plain_number(number)) for number in point)
    except (OverflowError, TypeError, ValueError):
        return None
    return (x, y) if math.isfinite(x + y) else None


def route_map_from_matrix(
    matrix: Sequence[Sequence[Any]], labels: Iterable[Any] | None = None
) -> nx.Graph[Any]:
    """Return a weighted graph from a matrix of distances.

    Parameters
    ----------
    matrix : sequence of sequences, or array, shape (n, n)
        ``matrix[i][j]`` is the length of the road from i to j. As in textbooks 0 means that there
        is none; so do None, infinity and NaN. What stands on the diagonal does not matter.
    labels : iterable of n nodes, optional
        What the places are called; 0 to n - 1 by default. A string is taken letter by letter.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        A digraph if the matrix is not symmetric; with the edge attribute ``weight``.

    Raises
    ------
    InvalidArgument
        If the matrix is no table or not square, an entry is negative or not a number, or the labels
        do not fit.

    See Also
    --------
    route_map : From a list of roads.

    Examples
    --------
    >>> G = route_map_from_matrix([[0, 7, 0], [7, 0, 2], [0, 2, 0]], "ABC")
    >>> sorted(G.edges(data="weight"))
    [('A', 'B', 7), ('B', 'C', 2)]
    """
    if labels is not None and not _is_iterable(labels):
        raise InvalidArgument(f"labels are an iterable of nodes, got {labels!r:.60}")
    rows = _rows(matrix, "a matrix of distances")
    n = len(rows)
    for i, row in enumerate(rows):
        if len(row) != n:
            raise InvalidArgument(
                f"a matrix of distances is square, but of {n} rows row {i} has {len(row)} entries"
            )
    nodes = list(range(n)) if labels is None else list(labels)
    try:
        fit = len(nodes) == n == len(set(nodes)) and None not in nodes
    except TypeError:
        fit = False
    if not fit:
        raise InvalidArgument(f"there must be {n} different labels, nodes all, got {nodes!r}")
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
    """Return the rows of a table."""
    try:
        return [_listed(row) for row in _listed(table)]
    except TypeError:
        raise InvalidArgument(f"{what} is a sequence of rows, got {table!r:.60}") from None


def _listed(entries: Any) -> list[Any]:
    if isinstance(entries, str | bytes | Mapping | AbstractSet):
        raise TypeError(entries)
    return list(entries)


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
        ``.csv`` with the columns u, v, weight; a first line may name them, see the notes. Or
        ``.graphml`` or ``.json`` (node-link data), with the edge attribute ``weight``.
    positions : str or path-like, optional
        A ``.csv`` file with the columns node, x, y.
    directed : bool
        Whether the roads of a ``.csv`` file lead one way only.

    Returns
    -------
    networkx graph
        Places are strings in a ``.csv`` file.

    Raises
    ------
    InvalidArgument
        If a path is none, or the file is not what it should be; the message has its name and the
        line.
    OSError
        If it cannot be read.

    See Also
    --------
    route_map : From a list of roads.
    read_graph : Files of graphs without weights.

    Notes
    -----
    Columns are separated by commas, semicolons or tabs. The first line names them if each of the
    three is there by one of its names, in small or capital letters:

    ======  ========================================
    column  names
    ======  ========================================
    u       u, source, from, start, origin
    v       v, target, to, end, destination
    weight  weight, distance, length, cost, time
    node    node, place, name
    x       x, lon, longitude
    y       y, lat, latitude
    ======  ========================================

    They may then stand in any order, with others between them; of several with such names the
    first counts. Any other first line is a road, or refused: a road whose weight is misspelt must
    not pass for names.

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
    if path.suffix.lower() == ".csv":
        G: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
        for line, (u, v, text) in _table(path, _ROAD_COLUMNS):
            weight = _read_number(text)
            if weight is None:
                raise _wrong(path, line, f"{quoted(text)} is no number")
            if weight < 0:
                raise _wrong(path, line, f"weights are at least 0, got {quoted(text)}")
            _add_road(G, u, v, weight)
    else:
        from icosian.files.graphs import read_graph

        if path.suffix.lower() not in {".graphml", ".json"}:
            raise InvalidArgument(
                f"a route map is a .csv, .graphml or .json file, got {str(path)!r}"
            )
        G = read_graph(path)
    if places is not None:
        for line, (node, *texts) in _table(places, _PLACE_COLUMNS):
            point = _point(map(_read_number, texts))
            if node not in G or point is None:
                raise _wrong(places, line, "expected a place of the map and two numbers")
            G.nodes[node]["pos"] = point
    return G


def _read_number(text: str) -> int | float | None:
    """Return the number that a text is, None if it is none or NaN."""
    if "_" in text:
        return None
    try:
        return int(text)
    except ValueError:
        try:
            number = float(text)
        except ValueError:
            return None
        return None if math.isnan(number) else number


def _wrong(path: Path, line: int, reason: str) -> InvalidArgument:
    return InvalidArgument(f"{path}, line {line}: {reason}")


def _table(path: Path, names: Sequence[Sequence[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file with their lines, the columns in the order of their names.

    A first row with other names is refused, since it may be one whose number is misspelt.
    """
    rows = _rows_of_text(path)
    first = next(rows, None)
    if first is None:
        return
    line, cells = first
    lower = [cell.lower() for cell in cells]
    order = [next((i for i, cell in enumerate(lower) if cell in some), -1) for some in names]
    width = len(cells)
    if -1 in order:
        missing = names[order.index(-1)]
        width = len(names)
        order = list(range(width))
        rows = chain([first], rows)
        if len(cells) >= width and _read_number(text := cells[width - 1]) is None:
            reason = f"{quoted(text)} is no number, and no column is called {' or '.join(missing)}"
            raise _wrong(path, line, reason)
    for line, cells in rows:
        if len(cells) != width:
            raise _wrong(path, line, f"expected {width} columns, got {len(cells)}")
        chosen = [cells[i] for i in order]
        if not all(chosen[:-1]):
            raise _wrong(path, line, "a name is missing")
        yield line, chosen


def _rows_of_text(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file that are not empty, each with the line it ends in."""
    text = Text(path).whole()
    first = next((line for line in text[:4096].splitlines() if line.strip()), "")
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=max(",;\t", key=first.count), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise _wrong(path, reader.line_num, str(error)) from None


def terrain_map(costs: Sequence[Sequence[Any]] | str, *, diagonal: bool = False) -> nx.DiGraph[Any]:
    r"""Return a grid in which entering a cell costs what the cell says.

    Parameters
    ----------
    costs : sequence of sequences, array or str
        A cost for each cell, None where it is blocked. As text, every line is a row: a digit is a
        cost, ``.`` costs 1, ``#`` is blocked.
    diagonal : bool
        Whether one may go to diagonal neighbours, too.

    Returns
    -------
    networkx.DiGraph
        The cells ``(row, column)``, row 0 on top; the arc to a cell has the cell's cost as
        ``weight``. It is drawn as a board.

    Raises
    ------
    InvalidArgument
        If costs are no table, the rows differ in length, a cost is negative or not a number, or all
        is blocked.

    See Also
    --------
    king_graph : All steps cost the same.

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
    if diagonal:
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
    rows = [line.strip() for line in costs.strip().splitlines()]
    known = {"#": None, ".": 1} | {str(k): k for k in range(10)}
    for row in rows:
        for cell in row:
            if cell not in known:
                raise InvalidArgument(f"a cell is a digit, '.' or '#', got {cell!r}")
    return [[known[cell] for cell in row] for row in rows]
