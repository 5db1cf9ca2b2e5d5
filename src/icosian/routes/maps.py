"""Route maps: weighted graphs from edges, matrices, files and terrain."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from icosian._arrays import plain_number
from icosian._io.memory import collector_paused
from icosian._io.tables import (
    CLOSURE,
    COMMA_RULE,
    TABLE_SUFFIXES,
    Source,
    Table,
    closure,
    full_matrix,
    graph_of,
    heading,
    in_ways,
    is_frame,
    is_nothing,
    is_table_file,
    read_cells,
    read_number,
    records_of,
    require_matrix,
    table_of,
    way_of,
)
from icosian._io.text import (
    check_file_path,
    check_spellings,
    file_named,
    is_missing,
    plural,
    shown,
    spelling,
    twice,
)
from icosian._io.tracks import point_of
from icosian._run.limits import check_flag, check_graph, hinted
from icosian.boards.board import Board
from icosian.boards.text import FREE, HOLE, Grid
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import (
    GRAPH_SUFFIXES,
    GraphSource,
    add_lengths,
    is_graph_file,
    network,
    read_graph,
    refuse_name,
)
from icosian.tours.shortest.places import check_names


@hinted
def route_map(
    edges: Iterable[tuple[Any, Any, Any]] | Mapping[tuple[Any, Any], Any],
    *,
    directed: bool = False,
    pos: Any = None,
    weight: str | None = None,
    default: Any = None,
) -> nx.Graph[Any]:
    """Return a weighted graph from a list of roads.

    Parameters
    ----------
    edges : iterable of (u, v, weight), mapping of (u, v) to weight, or DataFrame
        The roads; a mapping has each once, or the ways of one-way roads. The columns of a
        DataFrame, or of its index, have one of the names that :func:`read_route_map` knows, and so
        have the keys of records. A GeoDataFrame of lines without columns u and v is read as
        :func:`read_graph` reads GeoJSON.
    directed : bool
        If True, a road leads from u to v only.
    pos : mapping of nodes to (x, y), or DataFrame, optional
        The positions of the places in pictures, kept as the node attribute ``pos``. A DataFrame has
        the columns x and y, or lat and lon, and the places as its index.
    weight : str, optional
        The column of a DataFrame that holds the lengths, and the edge attribute that they become.
    default : number, optional
        The length of roads that have None or, in a DataFrame, an empty cell or no such column.

    Returns
    -------
    networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
        With the edge attribute ``weight``, or the one that was named. It is a multigraph if several
        roads have the same ends. Their keys are the column ``key`` of a DataFrame, or its only
        further column of text, if these are different; otherwise 0, 1, ...

    Raises
    ------
    InvalidArgument
        If an argument is of another type, an edge is not such a triple, a weight is not a number,
        (u, v) and (v, u) have different lengths, which may be two roads or the two ways of one,
        or a position is not a pair of numbers or belongs to no place.

    See Also
    --------
    read_route_map : Read a map from a file.
    networkx.from_pandas_edgelist : Keep all columns of a DataFrame as edge attributes.

    Examples
    --------
    >>> G = route_map([("Arad", "Sibiu", 140), ("Sibiu", "Fagaras", 99)])
    >>> G["Sibiu"]["Arad"]["weight"]
    140
    >>> G = route_map([("A", "B", 3), ("A", "B", 5)])  # two bridges
    >>> sorted(G.edges(keys=True, data="weight"))
    [('A', 'B', 0, 3), ('A', 'B', 1, 5)]
    """
    is_directed = check_flag(directed, "directed")
    if default is not None:
        default = _number(default, "default", least=0)
    if isinstance(edges, str | bytes) or not (is_frame(edges) or np.iterable(edges)):
        raise InvalidArgument(f"edges are an iterable of (u, v, weight), got {shown(edges)}")
    points, table = _positions(pos), None
    if is_frame(edges):
        table = _with_index(edges, weight)
    elif not isinstance(edges, Mapping):
        edges = list(edges)
        table = records_of(edges) if edges and isinstance(edges[0], Mapping) else None
    if table is None and weight is not None:
        raise InvalidArgument("weight= names a column of a DataFrame, and these edges have none")
    if table is None:
        rows = list(_given(edges, default))
        G = graph_of(rows, directed=is_directed)
        check_spellings(G)
        if not is_directed and G.is_multigraph():
            is_mapping = isinstance(edges, Mapping)  # which has no second road
            roads = [(u, v, (u, v) if is_mapping else c["weight"], None) for u, v, c in rows]
            if found := _way_back(roads):
                raise InvalidArgument(found[1])
    elif table.column("u") is None and {*getattr(edges, "geom_type", ())} & _LINES:
        if weight is not None or default is not None or is_directed:
            raise InvalidArgument("weight=, default=, directed= are for tables with u and v")
        frame: Any = edges
        if not getattr(frame.crs, "is_geographic", False):
            raise InvalidArgument(f"lines are in degrees, not in {frame.crs}: to_crs(4326)")
        try:
            G = add_lengths(network(frame.__geo_interface__["features"]))
        except ValueError as error:
            raise InvalidArgument(str(error)) from None
    else:
        G = roads_of(table, weight, directed=is_directed, default=default).value
    for node, point in points.items():
        if node not in G:
            raise InvalidArgument(f"pos has {shown(node)}, which is not a place of the map")
        if (where := point_of(point)) is None:
            rule = "a position is two numbers"
            raise InvalidArgument(f"{rule}, but {shown(node)} has {shown(point)}")
        G.nodes[node]["pos"] = where
    return G


_LINES = {"LineString", "MultiLineString"}


def _given(edges: Any, default: Any) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """Yield roads from triples or a mapping."""
    for edge in edges.items() if isinstance(edges, Mapping) else edges:
        try:
            (u, v), weight = edge if isinstance(edges, Mapping) else (edge[:2], *edge[2:])
            hash(u), hash(v)
        except (LookupError, TypeError, ValueError):
            raise InvalidArgument(f"an edge is (u, v, weight), got {shown(edge)}") from None
        if lost := [place for place in (u, v) if is_missing(place)]:
            raise InvalidArgument(f"{shown(lost[0])} cannot be a place")
        weight = default if weight is None else weight
        yield u, v, {"weight": _number(weight, f"edge ({shown(u)}, {shown(v)})")}


def _way_back(roads: Sequence[tuple[Any, Any, Any, Any]]) -> tuple[int, str] | None:
    """Return the first road of another length than that back, and what it may mean."""
    known = {*roads}
    alone = [k for k, (u, v, length, key) in enumerate(roads) if (v, u, length, key) not in known]
    ways = {(u, v, key) for u, v, _, key in roads} if alone else ()
    for k in alone:
        u, v, _, key = roads[k]
        if (v, u, key) in ways:
            return k, (
                f"{shown((u, v))} and {shown((v, u))} may be the two ways of one road,"
                " directed=True or a column oneway, or two roads: list both as"
                f" {shown((u, v))}"
            )
    return None


def _positions(pos: Any) -> Mapping[Any, Any]:
    if pos is None:
        return {}
    if is_frame(pos):
        names, points, *_ = table_of(pos, are_points=True).places("euclidean")
        return dict(zip(range(len(points)) if names is None else names, points, strict=True))
    if not isinstance(pos, Mapping):
        raise InvalidArgument(f"pos maps places to (x, y), got {shown(pos)}")
    return pos


def _with_index(frame: Any, weight: str | None) -> Table:
    """Return the columns of a table of roads, those of a named index as well if needed."""
    table = table_of(frame)
    ends = table.column("u"), table.column("v")
    is_whole = None not in ends and (weight in frame.columns or table.weight_columns())
    index = getattr(frame, "index", None)
    is_named = {getattr(index, "name", None), *getattr(index, "names", ())} != {None}
    if not is_whole and is_named and hasattr(frame, "reset_index"):
        table = table_of(frame.reset_index())
    return table


def roads_of(
    table: Table,
    weight: str | None = None,
    *,
    directed: bool = False,
    default: Any = None,
    bare: bool = False,
) -> Source:
    """Return the map that a table of roads is; if bare, its lengths may be unknown."""
    # 1. Which columns are the ends, the length, the way and the key.
    width = len(table.columns)
    if table.header is None and width not in ((0, 3) if default is None else (0, 2, 3)):
        is_long = width > 3 and table.path is not None
        hint = table.matrix_hint() or f"; {COMMA_RULE}" * is_long
        raise table.wrong(0, f"expected the columns u, v, weight, got {width} columns{hint}")
    if table.header is None and weight is not None and table.size:
        raise table.wrong(0, f"no column is named {weight!r}: the first line names none")
    if not table.columns:
        return Source(value=graph_of([], directed=directed))
    ends: list[int] = [0, 1]
    length = 2 if table.header is None and width == 3 else None
    if table.header is not None:
        if back := table.back_columns():
            raise table.wrong(
                -1,
                f"{shown(back[0])} may be the length of the way back, which is a row of its own,"
                " v, u, length, with directed=True; or leave this column out",
            )
        ends = [table.known(role) for role in ("u", "v")]
        if weight is not None:
            length = table.named(weight)
        elif len(lengths := table.weight_columns()) == 1 or not (
            bare or (default is not None and not lengths and not table.number_columns())
        ):
            length = table.known("weight")
    way, key = table.way_column(), table.column("key")
    used = {*ends, *(k for k in (length, way) if k is not None)}
    if key is None:
        key = table.text_column(used)
    # 2. Their cells.
    tails, heads = map(table.names, ends)
    names = list(chain(*zip(tails, heads, strict=True)))
    places = list(dict.fromkeys(names))
    if pair := twice(map(spelling, places)):
        first, again = (names.index(places[k]) for k in pair)
        raise table.again(names, first, again)
    numbers = [default] * table.size if length is None else _lengths(table, length, default)
    keys = [None] * table.size if key is None else table.keys(key)
    name = weight or "weight"
    roads = list(zip(tails, heads, numbers, keys, strict=True))
    rows = [(u, v, {name: c}, k) for u, v, c, k in roads if c != math.inf]
    notes = table.notes
    if lost := table.size - len(rows):
        notes += (f"{plural(lost, 'road')} of infinite length left out",)
    # 3. The map.
    has_ways = directed or way is not None
    if way is not None and table.header is not None:
        if not directed and "reversed" in table.header:
            raise table.wrong(-1, "each row is one way of a street, as OSMnx has it: directed=True")
        notes += (f"directions from `{table.header[way]}`",)
        said, there = _ways(table, way), {*zip(tails, heads, strict=True)}
        for k, (w, u, v) in enumerate(zip(said, tails, heads, strict=True)):
            if directed and not w and (v, u) not in there:
                raise table.wrong(
                    k,
                    f"{shown((u, v))} leads both ways, but each row is one way with directed=True,"
                    " or --directed: leave that out, or list its way back",
                )
        ways = [w or int(directed) for w, c in zip(said, numbers, strict=True) if c != math.inf]
        rows = in_ways(rows, ways, lambda row: (row[1], row[0], *row[2:]))
        directed = any(ways)
    G = graph_of(
        [row[:3] for row in rows],
        directed=directed,
        nodes=chain(tails, heads) if lost else (),
        keys=None if key is None else [row[3] for row in rows],
    )
    if not has_ways and (lost or G.is_multigraph()) and (found := _way_back(roads)):
        raise table.wrong(*found)
    if key is not None and G.is_multigraph():
        used.add(key)
    column = "weight" if length is None or table.header is None else str(table.header[length])
    unused = table.unused(used, words=("service",))  # OSM has kinds of streets there
    return Source(value=G, lengths=column, notes=(*notes, *unused))


def _lengths(table: Table, column: int, default: Any) -> list[Any]:
    """Return the lengths of roads, the default where cells are empty."""
    cells = table.columns[column]
    numbers = list(map(read_number if table.path else _plain, cells))
    for row, number in enumerate(numbers):
        if number is None or number == -math.inf:
            if number is not None or not is_nothing(cells[row]) or default is None:
                hint = "; default= is the length of such roads" * is_nothing(cells[row])
                raise table.no_number(row, column, hint)
            numbers[row] = default
    return numbers


def _ways(table: Table, column: int) -> list[int]:
    """Return which way roads lead, by the cells of a column."""
    ways = []
    for row, cell in enumerate(table.columns[column]):
        try:
            ways.append(way_of(cell))
        except ValueError as error:
            raise table.wrong(row, str(error)) from None
    return ways


def _plain(weight: Any) -> Any:
    """Return a weight as a Python number, None if it is not a number."""
    try:
        return plain_number(weight)
    except ValueError:
        return None


def _number(weight: Any, what: str, least: float = -math.inf) -> Any:
    number = _plain(weight)
    if number is None or number == -math.inf or number < least:
        kind = "numbers of at least 0" if least == 0 else "numbers"
        raise InvalidArgument(f"weights are {kind}, but {what} has {shown(weight)}")
    return number


def _is_nothing(weight: Any) -> bool:
    """Return True for entries that mean no road or no cell: None, NaN and infinity."""
    return not isinstance(weight, str) and is_nothing(weight)


@hinted
def route_map_from_matrix(
    matrix: Any, labels: Iterable[Any] | None = None, *, zero: str | None = None
) -> nx.Graph[Any]:
    """Return a weighted graph from a matrix of distances.

    Parameters
    ----------
    matrix : sequence of sequences, array or DataFrame, shape (n, n)
        ``matrix[i][j]`` is the length of the road from i to j. None, infinity and NaN mean that
        there is no road. The diagonal is ignored. Half of a symmetric matrix may be left out, as
        for :meth:`Places.from_matrix`, where the other half has no gaps.
    labels : iterable of n nodes, optional
        The places, by default 0 to n - 1, or the rows of a DataFrame. A string is one label for
        each letter.
    zero : "none" or "length", optional
        What 0 means: that there is no road, as in textbooks, or a road of length 0. By default no
        road; a matrix that has also None, infinity or NaN for it is refused.

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
    >>> G = route_map_from_matrix([[0, 0, None], [0, 0, 2], [None, 2, 0]], "ABC", zero="length")
    >>> sorted(G.edges(data="weight"))
    [('A', 'B', 0), ('B', 'C', 2)]
    """
    if is_frame(matrix):
        index, matrix = require_matrix(matrix)
        labels = index if labels is None else labels
    if hasattr(matrix, "toarray"):  # a sparse matrix of SciPy
        matrix = matrix.toarray()
    rows = full_matrix(_rows(matrix, "a matrix of distances"))
    n = len(rows)
    for i, row in enumerate(rows):
        if len(row) != n:
            raise InvalidArgument(
                f"a matrix of distances is square, but of {n} rows row {i} has {len(row)} entries"
            )
    nodes = check_names(labels, n, "labels")
    entries = {
        (i, j): _number(weight, f"row {i}, column {j}", least=0)
        for i, row in enumerate(rows)
        for j, weight in enumerate(row)
        if i != j and not _is_nothing(weight)
    }
    if zero not in (None, "none", "length"):
        raise InvalidArgument(f"zero must be 'none' or 'length', got {shown(zero)}")
    if zero is None and len(entries) < n * (n - 1):
        for (i, j), weight in entries.items():
            if weight == 0:
                raise InvalidArgument(
                    f"row {i}, column {j} has 0 where other entries say that there is no road by"
                    " None, infinity or NaN: zero='none' or zero='length' says what 0 means"
                )
    roads = {pair: weight for pair, weight in entries.items() if weight != 0 or zero == "length"}
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
    weight: str | None = None,
    default: Any = None,
) -> nx.Graph[Any]:
    r"""Read a route map from a file.

    Parameters
    ----------
    path : str or path-like
        A table, ``.csv``, ``.tsv`` or ``.txt``, with the columns u, v, weight, which the first line
        may name (see Notes); or a graph as for :func:`read_graph`, with the edge attribute
        ``weight``.
    positions : str or path-like, optional
        A table with the columns node, x, y.
    directed : bool
        If True, the roads of a table lead from u to v only; otherwise as a column ``oneway`` says.
    weight : str, optional
        The column of a table that holds the lengths, and the edge attribute that they become.
    default : number, optional
        The length of roads without one: in a table an empty cell, or no such column.

    Returns
    -------
    networkx graph
        The map; places in a table are strings. Roads with the same ends are parallel edges, as for
        :func:`route_map`.

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
    Columns are separated by semicolons, tabs, commas or blanks; but for commas, numbers may have
    decimal commas. Beside these 1.234 is refused, and between semicolons also where each number
    with a point could have thousands, as 1.234 and 12.500; degrees have none. The text is in UTF-8,
    in UTF-16 with a mark, or else taken as Latin-1. The first line names the columns if it has no
    number, or one of these names for each of the three, in upper or lower case:

    ======  ===================================================================
    column  names
    ======  ===================================================================
    u       u, source, from, start, origin
    v       v, target, to, end, destination
    weight  weight, distance, length, cost, time, km, miles, or the argument ``weight``
    oneway  oneway, direction: yes (also 1, true, forward, FT), no (0, false, both, B), or -1
            (reverse, backward, TF), from v to u only
    key     key: it tells roads with the same ends apart, as a column of text
    node    name, node, place, city, town, stop, address, label, id
    x       x, lon, lng, long, longitude
    y       y, lat, latitude
    ======  ===================================================================

    A length may be negative; an infinite one means that there is no road. Where ``oneway`` says
    that a road leads one way only, the map is directed, and others lead both ways. Without that
    column, and without keys, u, v and v, u of different lengths are refused: ``directed`` says that
    they are the two ways of one road, the same order of their ends that they are two roads.

    Usual words in German, French and Spanish are known as well, such as von, nach, Entfernung,
    Einbahn (ja, nein), Ort, Breite and Länge. Named columns may have any order, with other columns
    between them; of several columns with such a name the one whose name comes first here is used.
    Two columns that may be the length are refused unless one is called ``weight`` or is named by
    the argument; so are columns of other questions, such as ``demand`` or ``due``, and rows and
    edges that are closed by ``closed``, ``open``, ``status`` or ``access`` (but that of OSMnx).

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "map.csv")
    ...     _ = file.write_text("from,to,distance\nArad,Sibiu,140\n", encoding="utf-8")
    ...     read_route_map(file)["Arad"]["Sibiu"]["weight"]
    140
    """
    how: dict[str, Any] = {"positions": positions, "directed": directed, "weight": weight}
    G: nx.Graph[Any] = map_source(path, **how, default=default).value
    return G if default is None else fill_lengths(G, weight or "weight", default=default)


def map_source(
    path: str | os.PathLike[str] | GraphSource,
    *,
    positions: str | os.PathLike[str] | None = None,
    directed: bool = False,
    weight: str | None = None,
    default: Any = None,
    bare: bool = False,
) -> Source:
    """Return the map in a file, and what was read; the default, and if bare, are for tables."""
    given = path if isinstance(path, GraphSource) else None
    path = check_file_path(path) if given is None else given.path
    places = None if positions is None else check_file_path(positions, "positions")
    directed = check_flag(directed, "directed")
    if given is None and is_table_file(path):
        named = ("u", "v", "weight")[: 3 if weight is None and default is None else 2]
        with collector_paused():
            table = read_cells(path).table(*named, names=() if weight is None else (weight,))
            source = roads_of(table, weight, directed=directed, default=default, bare=bare)
    else:
        if given is None and not is_graph_file(path):
            refuse_name(path, "a route map", (*TABLE_SUFFIXES, *GRAPH_SUFFIXES))
        source = Source(value=read_graph(path) if given is None else given.read())
        with file_named(path):
            _check_open(source.value)
    if places is not None:
        G = source.value
        table = read_cells(places).table("x", "y")
        names, points, *_ = table.places("euclidean")
        known = names or [None] * len(points)
        for row, (node, point) in enumerate(zip(known, points, strict=True)):
            where = point_of(point)
            if node not in G or where is None:
                raise table.wrong(row, "expected a place of the map and two numbers")
            G.nodes[node]["pos"] = where
    return source


def _check_open(G: nx.Graph[Any]) -> None:
    """Refuse a map with an edge whose attributes say that it is closed."""
    names: dict[Any, None] = dict.fromkeys(chain(*(data for *_, data in G.edges(data=True))))
    for name in names:
        for u, v, cell in G.edges(data=name) if CLOSURE.fullmatch(heading(name)) else ():
            if wrong := closure(name, cell, "edge", names):
                raise InvalidArgument(f"edge {shown((u, v))}: {wrong}")


@hinted
def fill_lengths(G: nx.Graph[Any], weight: str = "weight", *, default: Any) -> nx.Graph[Any]:
    """Return a copy of a graph in which edges without a length have a given one.

    Parameters
    ----------
    G : networkx graph
        The graph.
    weight : str
        The edge attribute that is the length.
    default : number
        The length of edges without this attribute.

    Returns
    -------
    networkx graph
        The copy.

    Raises
    ------
    InvalidArgument
        If the default is negative or not a number.

    See Also
    --------
    route_map : Make a map from a list of roads.

    Examples
    --------
    >>> import networkx as nx
    >>> G = fill_lengths(nx.Graph([("a", "b", {"km": 3}), ("b", "c")]), "km", default=1)
    >>> sorted(G.edges(data="km"))
    [('a', 'b', 3), ('b', 'c', 1)]
    """
    H = check_graph(G).copy()
    number = _number(default, "default", least=0)
    for *_, data in H.edges(data=True):
        data.setdefault(weight, number)
    return H


@hinted
def terrain_map(costs: Sequence[Sequence[Any]] | str, *, diagonal: bool = False) -> nx.DiGraph[Any]:
    r"""Return a grid in which an arc to a cell has the cost of the cell.

    Parameters
    ----------
    costs : sequence of sequences, array or str
        A cost for each cell; None, NaN or infinity block it. In text each line is a row: a digit is
        a cost, or a number if there are blanks between cells; ``.`` costs 1, ``#`` is blocked.
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
        If the costs are not a table, the rows differ in length, a cost is negative or of another
        type, or every cell is blocked.

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
        (r, c): _number(cost, f"cell ({r}, {c})", least=0)
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
    if check_flag(diagonal, "diagonal"):
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    ways = (((r, c), (r + a, c + b)) for r, c in free for a, b in steps)
    G.add_weighted_edges_from((u, v, free[v]) for u, v in ways if v in free)
    return G


def _cells(costs: Sequence[Sequence[Any]] | str) -> list[list[Any]]:
    if not isinstance(costs, str):
        return _rows(costs, "a terrain")
    grid = Grid.of(costs, "a terrain", free="._", words=True)
    known = f"a cell is a number, '{FREE}' or '{HOLE}'"
    grid.check(known, lambda mark: mark.isascii() and read_number(mark) is not None)
    return [[1 if mark == FREE else read_number(mark) for mark in row] for row in grid.rows]
