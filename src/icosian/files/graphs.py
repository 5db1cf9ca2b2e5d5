"""Reading and writing of graph files: the table of formats, and TSPLIB files in detail."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NoReturn

import networkx as nx

from icosian._io.memory import collector_paused
from icosian._io.text import ELSEWHERE, Text, check_file_path, check_spellings, file_named
from icosian._run.arguments import hinted
from icosian._show import one_by_one
from icosian.exceptions import InvalidArgument
from icosian.files import _graph_formats, tsplib
from icosian.tours.shortest.places import Places


@hinted
def read_graph(path: str | os.PathLike[str]) -> nx.Graph[Any]:
    """Read a graph from a file, in the format that its suffix names.

    Parameters
    ----------
    path : str or path-like
        The file: ``.hcp``, a Hamiltonian cycle problem of TSPLIB; ``.col`` or ``.edge``, a DIMACS
        graph with nodes 1 to n; ``.edges`` or ``.edgelist``, a line ``u v`` or ``u v weight`` for
        each edge; ``.adjlist``, a line ``u v w ...`` for a node and its neighbors in an undirected
        graph; ``.g6``, ``.s6`` or ``.d6``, the only graph of the file, with nodes 0 to n - 1;
        ``.gml``; ``.graphml``; ``.gexf``; ``.json``, node-link data as networkx writes them, or
        like ``.geojson`` a network of lines; ``.net``, a Pajek network; ``.tsp`` or ``.atsp``, the
        complete graph of the places with their distances as weights, or the edges that the file
        lists; its fixed edges are ``G.graph["fixed_edges"]``. Each may be compressed, as in
        ``.hcp.gz``.

    Returns
    -------
    networkx graph
        The graph, directed and with parallel edges if the file says so.

    Raises
    ------
    InvalidArgument
        If the suffix is unknown, the file holds several graphs or is malformed; the message names
        the line and the reason.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graphs : All graphs of a file.
    icosian.files.write_tsplib : Write one as a Hamiltonian cycle problem.

    Notes
    -----
    A file has at most 10 million nodes and, beyond 100,000, at most as many nodes as bytes;
    decompressed, it has at most 2 GiB.

    The nodes of a Hamiltonian cycle problem [2]_ are the integers from 1 to DIMENSION; ``G.graph``
    holds the ``"name"`` and the ``"comment"`` of the file, and its ``"fixed_edges"``, if any: edges
    that a tour must use. Pass them as ``require=``; no function reads them from ``G.graph``.
    Keywords are read in upper or lower case, with or without blanks before the colon. TYPE is HCP
    (also if missing); EDGE_DATA_FORMAT is EDGE_LIST (also if missing) or ADJ_LIST, with any number
    of edges a line; a comment may be in Latin-1. Other keywords are ignored; other sections are
    refused, since they may change the problem. The edges must end with -1 or the line EOF, so that
    a truncated file is not read as another graph.

    A DIMACS file [1]_ has no end mark, so the number of edges in its line ``p edge`` must be
    right; files that list or count each edge in both directions are read as well. Lines about
    nodes are ignored. The nodes of an edge list or an adjacency list are integers if all names are,
    without leading zeros, and strings otherwise; text after ``#`` is ignored. A Pajek network with
    arcs is directed, and its edges lead both ways; numbers of ``x`` and ``y`` are ignored.

    The lines of a network in GeoJSON meet only at their ends. These and points are its nodes, named
    by their coordinates. ``weight`` is the property ``weight``, ``distance``, ``length``, ``cost``
    or ``time``, else the length on the globe in meters; with ``oneway`` the graph is directed.

    References
    ----------
    .. [1] D. S. Johnson and M. A. Trick (eds), Cliques, Coloring, and Satisfiability: Second DIMACS
       Implementation Challenge, American Mathematical Society, 1996.
    .. [2] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian import read_graph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "petersen.g6")
    ...     _ = path.write_text("IheA@GUAo", encoding="utf-8")
    ...     print(read_graph(path))
    Graph with 10 nodes and 15 edges
    """
    source, *others = graph_sources(path)
    if others:
        raise InvalidArgument(
            f"{path} has {len(others) + 1} graphs: read_graphs and icosian solve read all"
        )
    return source.read()


@one_by_one
def read_graphs(path: str | os.PathLike[str]) -> Iterator[nx.Graph[Any]]:
    r"""Read all graphs of a file, one at a time.

    Parameters
    ----------
    path : str or path-like
        A file as for :func:`read_graph`. A ``.g6``, ``.s6`` or ``.d6`` file holds one graph
        on each line, any other file a single graph.

    Returns
    -------
    iterator of networkx graphs
        In the order of the file; each is read on demand.

    Raises
    ------
    InvalidArgument
        If the suffix is unknown, at once; if a graph is malformed, when it is read.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graph : The graph of a file that holds one.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian import read_graphs
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "graphs.g6")
    ...     _ = path.write_text("C~\nIheA@GUAo\n", encoding="utf-8")
    ...     [len(G) for G in read_graphs(path)]
    [4, 10]
    """
    return map(GraphSource.read, graph_sources(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSource:
    """A graph of a file, not read yet; ``line`` and ``code`` locate one of many."""

    path: Path
    suffix: str
    """The suffix that names the format; the path may have none."""
    line: int = 0
    code: str = ""
    content: bytes | None = None
    """The bytes, where they came from standard input; the path is then a name for messages."""

    def read(self) -> nx.Graph[Any]:
        """Read the graph, as :func:`read_graph` does."""
        text = Text(self.path, self.line, self.content)
        reader = _READERS.get(self.suffix)
        with collector_paused(), file_named(self.path):
            G = _graph_formats.graph6(text, self.code) if reader is None else reader(text)
            check_spellings(G)
            return G


def graph_sources(
    path: str | os.PathLike[str], suffix: str | None = None, content: bytes | None = None
) -> Iterator[GraphSource]:
    """Return the graphs of a file without reading them, in the order of the file.

    The suffix is that of the path unless it is given.
    """
    suffix = suffix or _suffix(path)
    if suffix not in GRAPH_SUFFIXES:
        refuse_name(path, "a graph file", GRAPH_SUFFIXES)
    source = GraphSource(path=Path(path), suffix=suffix, content=content)
    return _coded(source) if suffix in _CODED else iter([source])


def is_graph_file(path: str | os.PathLike[str]) -> bool:
    """Return True if the name of a file has a suffix that :func:`read_graph` knows."""
    return _suffix(path) in GRAPH_SUFFIXES


def is_tsp_file(path: str | os.PathLike[str]) -> bool:
    """Return True if a file is named as a traveling salesman problem."""
    return check_file_path(path).name.lower().removesuffix(".gz").endswith(TSP_SUFFIXES)


def refuse_name(path: str | os.PathLike[str], what: str, suffixes: Iterable[str]) -> NoReturn:
    """Refuse a file whose name has another suffix, with what reads it, if that is known."""
    known = f"the name of {what} ends in {', '.join(suffixes)}, maybe with .gz, got {str(path)!r}"
    raise InvalidArgument(name_other_reader(path) or known)


def name_other_reader(path: str | os.PathLike[str]) -> str:
    """Return why a file cannot be a graph, if its suffix belongs to another reader."""
    reader = _OTHERS.get(_suffix(path))
    return "" if reader is None else f"{str(path)!r} is the name of {reader}"


_OTHERS = {
    suffix: reader
    for suffixes, reader in {
        ".csv": "a map of roads: read_route_map and icosian route read it",
        ".tour": "a tour: read_tour and icosian check read it, with its graph",
        ".vrp": f"a problem with vehicles: {ELSEWHERE}",
        ".osm .pbf": "a map of OpenStreetMap: OSMnx, or Pyrosm, makes a graph of it",
        ".gpkg .gpx .kml .kmz .shp": "geographic data: GeoPandas makes GeoJSON of it: read_file,"
        " to_crs(4326), to_file",
        ".ods .xls .xlsx": "a workbook: save a sheet as .csv, or read it by pandas",
        ".npy .npz": "an array: numpy.load reads it, shortest_tour takes it",
        ".dot .gv": "a graph of Graphviz: networkx.nx_agraph.read_dot reads it",
        ".mtx": "a matrix: scipy.io.mmread and networkx.from_scipy_sparse_array read it",
    }.items()
    for suffix in suffixes.split()
}
"""Suffixes of files that are not graphs, and what reads them."""


def _suffix(path: str | os.PathLike[str]) -> str:
    """Return the lowercase suffix that names the format of a file, without ``.gz``."""
    return Path(check_file_path(path).name.lower().removesuffix(".gz")).suffix


def _coded(source: GraphSource) -> Iterator[GraphSource]:
    """Yield the graphs of a graph6, sparse6 or digraph6 file, which may mix these formats."""
    empty = True
    text = Text(source.path, content=source.content)
    for line in text:
        if code := line.strip():
            empty = False
            yield replace(source, line=text.line, code=code)
    if empty:
        raise InvalidArgument(f"{source.path} has no graph")


def _complete(text: Text) -> nx.Graph[Any]:
    """Read a traveling salesman problem as a graph with the distances as weights.

    It has the edges that the file lists, else all pairs of places.
    """
    problem = tsplib.read_problem(text)
    if not isinstance(problem, Places):
        return problem
    text.afford(len(problem) ** 2)
    pairs = permutations if problem.directed else combinations
    return tsplib.graph_of(problem, pairs(problem.nodes, 2), text)


def _network(text: Text) -> nx.Graph[Any]:
    found = _graph_formats.json(text)
    if isinstance(found, nx.Graph):
        return found
    how = "files.read_places and icosian tsp read them"
    raise InvalidArgument(f"{text.path}: these are points: {how}")


_READERS: dict[str, _graph_formats.Reader] = {
    ".adjlist": _graph_formats.adjacency_list,
    ".atsp": _complete,
    ".col": _graph_formats.dimacs,
    ".edge": _graph_formats.dimacs,
    ".edgelist": _graph_formats.edge_list,
    ".edges": _graph_formats.edge_list,
    ".geojson": _network,
    ".gexf": _graph_formats.gexf,
    ".gml": _graph_formats.gml,
    ".graphml": _graph_formats.graphml,
    ".hcp": _graph_formats.hcp,
    ".json": _network,
    ".net": _graph_formats.pajek,
    ".tsp": _complete,
}
_CODED = (".d6", ".g6", ".s6")
TSP_SUFFIXES = (".atsp", ".gtsp", ".sop", ".tsp")
"""The suffixes of traveling salesman problems, each maybe followed by ``.gz``."""
GRAPH_SUFFIXES = tuple(sorted([*_READERS, *_CODED]))
"""The suffixes that :func:`read_graph` knows, each maybe followed by ``.gz``."""
