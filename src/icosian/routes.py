"""Route maps: weighted graphs from edges, matrices, files and terrain."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._weights import plain_number
from icosian.boards.board import Board
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["read_route_map", "route_map", "route_map_from_matrix", "terrain_map"]

_ENDS = ({"u", "source", "from", "start"}, {"v", "target", "to", "end"})
_WEIGHTS = {"weight", "distance", "length", "cost", "time"}


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
        If an edge is no such triple, a weight is negative or not a number, or a position is of no
        place or no pair of numbers.

    See Also
    --------
    networkx.from_pandas_edgelist : From a table of pandas; ``edge_attr="weight"``.

    Examples
    --------
    >>> G = route_map([("Arad", "Sibiu", 140), ("Sibiu", "Fagaras", 99)])
    >>> G["Sibiu"]["Arad"]["weight"]
    140
    """
    G: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    roads = ((pair, w) for pair, w in edges.items()) if isinstance(edges, Mapping) else edges
    for edge in roads:
        try:
            (u, v), weight = edge if isinstance(edges, Mapping) else (edge[:2], *edge[2:])
            hash(u), hash(v)
        except (TypeError, ValueError):
            raise InvalidArgument(f"an edge is (u, v, weight), got {edge!r}") from None
        _add_road(G, u, v, _number(weight, f"edge ({u!r}, {v!r})"))
    if pos is not None:
        _place(G, pos)
    return G


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
        try:
            x, y = map(float, point)
        except (TypeError, ValueError):
            x = y = math.nan
        if not math.isfinite(x + y):
            raise InvalidArgument(f"a position is two numbers, but {node!r} has {point!r}")
        G.nodes[node]["pos"] = (x, y)


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
        If the matrix is not square, an entry is negative or not a number, or the labels do not fit.

    See Also
    --------
    route_map : From a list of roads.

    Examples
    --------
    >>> G = route_map_from_matrix([[0, 7, 0], [7, 0, 2], [0, 2, 0]], "ABC")
    >>> sorted(G.edges(data="weight"))
    [('A', 'B', 7), ('B', 'C', 2)]
    """
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
        rows = [] if isinstance(table, str) else [list(row) for row in table]
    except TypeError:
        rows = []
    if not rows and len(table):
        raise InvalidArgument(f"{what} is a sequence of rows, got {table!r:.60}")
    return rows


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
        ``.csv`` with the columns u, v, weight; a first line with their names may stand there, and
        then they may stand in any order (source and target, from and to, distance, length or cost
        are understood, too). Or ``.graphml`` or ``.json`` (node-link data), with the edge attribute
        ``weight``.
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
        If the file is not what it should be; the message has its name and the line.
    OSError
        If it cannot be read.

    See Also
    --------
    route_map : From a list of roads.
    read_graph : Files of graphs without weights.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "map.csv")
    ...     _ = file.write_text("from,to,distance\nArad,Sibiu,140\n", encoding="utf-8")
    ...     read_route_map(file)["Arad"]["Sibiu"]["weight"]
    140
    """
    path = Path(path)
    if path.suffix.lower() == ".csv":
        G: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
        for line, (u, v, text) in _csv(path, 3, (*_ENDS, _WEIGHTS)):
            weight = _read_number(text)
            if weight is None:
                raise _wrong(path, line, f"{text!r} is no number")
            if weight < 0:
                raise _wrong(path, line, f"weights are at least 0, got {text}")
            _add_road(G, u, v, weight)
    else:
        from icosian.files import read_graph

        if path.suffix.lower() not in {".graphml", ".json"}:
            raise InvalidArgument(
                f"a route map is a .csv, .graphml or .json file, got {str(path)!r}"
            )
        G = read_graph(path)
    if positions is not None:
        places = Path(positions)
        names = ({"node", "place", "name"}, {"x", "lon", "longitude"}, {"y", "lat", "latitude"})
        found: dict[str, Any] = {}
        for line, (node, *point) in _csv(places, 3, names):
            numbers = [_read_number(text) for text in point]
            if node not in G or None in numbers:
                raise _wrong(places, line, "expected a place of the map and two numbers")
            found[node] = (numbers[0], numbers[1])
        _place(G, found)
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


def _csv(path: Path, width: int, names: Sequence[set[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a file with their numbers, the columns in the order of their names."""
    order: list[int] | None = None
    columns = width
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.read(4096)
            file.seek(0)
            first = next((line for line in head.splitlines() if line.strip()), "")
            reader = csv.reader(file, delimiter=max(",;\t", key=first.count), strict=True)
            for row in reader:
                cells = [cell.strip() for cell in row]
                if not any(cells):
                    continue
                if order is None:
                    order = _named_columns(cells, names)
                    if order is not None:
                        columns = len(cells)
                        continue
                    order = list(range(width))
                if len(cells) != columns:
                    raise _wrong(
                        path, reader.line_num, f"expected {columns} columns, got {len(cells)}"
                    )
                chosen = [cells[i] for i in order]
                if not all(chosen[:-1]):
                    raise _wrong(path, reader.line_num, "a name is missing")
                yield reader.line_num, chosen
    except UnicodeDecodeError:
        raise InvalidArgument(f"{path} is not a text file") from None
    except csv.Error as error:
        raise InvalidArgument(f"{path}: {error}") from None


def _named_columns(cells: list[str], names: Sequence[set[str]]) -> list[int] | None:
    """Return where the columns stand that a first line names, None if it is no line of names."""
    lower = [cell.lower() for cell in cells]
    if all(any(cell in some for cell in lower) for some in names):
        return [next(i for i, cell in enumerate(lower) if cell in some) for some in names]
    last = lower[-1]
    is_word = last.isalpha() and last not in {"nan", "inf", "infinity"}
    return list(range(len(names))) if len(cells) == len(names) and is_word else None


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
        If the rows differ in length, a cost is negative or not a number, or all is blocked.

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
