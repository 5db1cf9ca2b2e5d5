"""Graphs in files: problems of TSPLIB and DIMACS, graph6 and sparse6, GraphML, JSON.

Every reader refuses a file that it does not understand in full, with the line and the reason: half
a graph would have tours and proofs of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._io.memory import collector_paused
from icosian._io.text import Text, checked_path, encoded
from icosian.exceptions import InvalidArgument
from icosian.files import _graph_formats as _formats

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

__all__ = [
    "GRAPH_SUFFIXES",
    "GraphSource",
    "graph_sources",
    "is_graph_file",
    "named_otherwise",
    "read_graph",
    "read_graphs",
    "read_hcp",
    "write_hcp",
]


def read_graph(path: str | os.PathLike[str]) -> nx.Graph[Any]:
    """Read a graph from a file, in the format that its suffix names.

    Parameters
    ----------
    path : str or path-like
        The file: ``.hcp`` as :func:`read_hcp` does; ``.col`` or ``.edge``, a graph of DIMACS, its
        nodes 1 to n; ``.g6`` or ``.s6``, the first graph of the file, its nodes 0 to n - 1;
        ``.graphml``; ``.json``, node-link data as networkx writes them. Each may also be packed,
        as in ``.hcp.gz``.

    Returns
    -------
    networkx graph
        The graph, directed and with parallel edges if the file says so.

    Raises
    ------
    InvalidArgument
        If the suffix is another one or the file is malformed; the message says where and why.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graphs : All graphs of a file.
    read_hcp : Hamiltonian cycle problems in detail, and the limits of all readers.

    Notes
    -----
    A DIMACS file [1]_ has no mark at its end, so the number of edges in its line ``p edge`` must
    fit; files that list each edge in both directions, or count it twice, are read as well. What
    such a file says about its nodes is left out.

    References
    ----------
    .. [1] D. S. Johnson and M. A. Trick (eds), Cliques, Coloring, and Satisfiability: Second DIMACS
       Implementation Challenge, American Mathematical Society, 1996.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.files.graphs import read_graph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "petersen.g6")
    ...     _ = path.write_text("IheA@GUAo", encoding="utf-8")
    ...     print(read_graph(path))
    Graph with 10 nodes and 15 edges
    """
    return next(graph_sources(path)).read()


def read_graphs(path: str | os.PathLike[str]) -> Iterator[nx.Graph[Any]]:
    r"""Read all graphs of a file, one after the other.

    Parameters
    ----------
    path : str or path-like
        A file as for :func:`read_graph`. A ``.g6`` or ``.s6`` file holds a graph a line, another
        one a single graph.

    Returns
    -------
    iterator of networkx graphs
        In the order of the file; each is read when it is asked for.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, at once; if a graph is malformed, when its turn comes.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graph : The first graph alone.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.files.graphs import read_graphs
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "graphs.g6")
    ...     _ = path.write_text("C~\nIheA@GUAo\n", encoding="utf-8")
    ...     [len(G) for G in read_graphs(path)]
    [4, 10]
    """
    return map(GraphSource.read, graph_sources(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSource:
    """A graph of a file that is not read yet: a small value, for another process to read.

    Attributes
    ----------
    path : Path
        The file.
    line : int
        Where a file of many graphs holds this one.
    code : str
        What stands there; empty if the file is a single graph.
    """

    path: Path
    line: int = 0
    code: str = ""

    def read(self) -> nx.Graph[Any]:
        """Return the graph.

        Returns
        -------
        networkx graph
            As :func:`read_graph` does.

        Raises
        ------
        InvalidArgument
            If the file, or its line, is malformed.
        OSError
            If the file cannot be read.
        """
        text = Text(self.path, self.line)
        reader = _READERS.get(_suffix(self.path))
        with collector_paused():
            return _formats.graph6(text, self.code) if reader is None else reader(text)


def graph_sources(path: str | os.PathLike[str]) -> Iterator[GraphSource]:
    """Return the graphs of a file, unread.

    Parameters
    ----------
    path : str or path-like
        A file as for :func:`read_graphs`.

    Returns
    -------
    iterator of GraphSource
        In the order of the file.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, at once; if a file of many graphs is no text, later.
    OSError
        If a file of many graphs cannot be read.
    """
    if not is_graph_file(path):
        raise InvalidArgument(
            named_otherwise(path)
            or f"the name of a graph file ends in {', '.join(GRAPH_SUFFIXES)}, maybe with .gz,"
            f" got {str(path)!r}"
        )
    if _suffix(path) in _CODED:
        return _coded(Text(path))
    return iter([GraphSource(path=Path(path))])


def read_hcp(path: str | os.PathLike[str]) -> nx.Graph[Any]:
    r"""Read a Hamiltonian cycle problem in the format of TSPLIB.

    Parameters
    ----------
    path : str or path-like
        The file; it is unpacked if its name ends in ``.gz``.

    Returns
    -------
    networkx.Graph
        The nodes are the integers from 1 to DIMENSION in order; ``G.graph`` holds the ``"name"``
        and the ``"comment"`` of the file, and its ``"fixed_edges"``, if it has them: edges that
        a tour shall use. They are for ``require=``; no function reads them by itself.

    Raises
    ------
    InvalidArgument
        If the file is malformed; the message says in which line, and why.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graph : Other formats.
    write_hcp : Write one.

    Notes
    -----
    Keywords may be written in any case, with or without blanks before the colon. TYPE may be
    missing and must be HCP otherwise; EDGE_DATA_FORMAT is EDGE_LIST (assumed if it is missing) or
    ADJ_LIST. Other keywords are ignored, other sections refused, for they may change the problem.
    Fixed edges, which the cycle should use, are only listed: a proof that there is no cycle holds
    with them, too, a cycle may leave them out. The edges must end with -1 or the line EOF: a file
    that was cut short would be another graph.

    A file has at most 10 million nodes and, beyond 100,000, not more nodes than bytes; unpacked,
    at most 2 GiB. It is read line by line.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from icosian.files.graphs import read_hcp
    >>> text = "NAME : star\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n1 3\n1 4\n-1\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "star.hcp")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     G = read_hcp(path)
    >>> print(G, list(G.edges))
    Graph named 'star' with 4 nodes and 3 edges [(1, 2), (1, 3), (1, 4)]
    """
    with collector_paused():
        return _formats.hcp(Text(path))


def write_hcp(G: nx.Graph[Any], path: str | os.PathLike[str]) -> None:
    """Write a graph as a Hamiltonian cycle problem in the format of TSPLIB.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Its nodes are numbered from 1 in the order of ``G``; their labels are
        not kept. The ``"name"``, the ``"comment"`` and the ``"fixed_edges"`` of ``G.graph`` are.
    path : str or path-like
        The file; it is packed if its name ends in ``.gz``. A file that is there is replaced.

    Raises
    ------
    networkx.NetworkXNotImplemented
        If the graph is directed: the format knows edges only.
    networkx.NetworkXPointlessConcept
        If the graph has no nodes, which the format cannot say.
    OSError
        If the file cannot be written; an old one is then untouched.

    See Also
    --------
    read_hcp : Read it.
    write_tour : Write a tour of it, with the same numbers.

    Examples
    --------
    >>> import pathlib, tempfile, icosian
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "board.hcp.gz")
    ...     icosian.write_hcp(icosian.knight_graph(8), path)
    ...     print(icosian.read_hcp(path))
    Graph named 'knight graph 8 x 8' with 64 nodes and 168 edges
    """
    if G.is_directed():
        raise nx.NetworkXNotImplemented("an .hcp file holds undirected graphs only")
    if not G:
        raise nx.NetworkXPointlessConcept("an .hcp file holds at least one node")
    number = {v: k for k, v in enumerate(G, start=1)}
    edges = [f"{number[u]} {number[v]}" for u, v in G.edges()]
    lines = [
        f"{key.upper()} : {line.strip()}"
        for key in ("name", "comment")
        for line in str(G.graph.get(key, "")).splitlines()[: 1 if key == "name" else None]
    ]
    lines += ["TYPE : HCP", f"DIMENSION : {len(G)}", "EDGE_DATA_FORMAT : EDGE_LIST"]
    lines += ["EDGE_DATA_SECTION", *edges, "-1"]
    if fixed := G.graph.get("fixed_edges"):
        lines += ["FIXED_EDGES_SECTION", *(f"{number[u]} {number[v]}" for u, v in fixed), "-1"]
    write_atomically(path, encoded(path, "\n".join([*lines, "EOF", ""])))


def is_graph_file(path: str | os.PathLike[str]) -> bool:
    """Whether the name of a file ends as :func:`read_graph` needs it."""
    return _suffix(path) in GRAPH_SUFFIXES


def named_otherwise(path: str | os.PathLike[str]) -> str:
    """Return the complaint about a file whose name tells that it is no graph; empty if none does.

    Parameters
    ----------
    path : str or path-like
        The file, which stands where a graph or a board should.

    Returns
    -------
    str
        What it is instead, and who reads it.

    Raises
    ------
    InvalidArgument
        If it is no path.
    """
    reader = _OTHERS.get(_suffix(path))
    return "" if reader is None else f"{str(path)!r} is the name of {reader}"


_OTHERS = {
    ".csv": "a map of roads: read_route_map and icosian route read it",
    ".tour": "a tour: read_tour and icosian check read it, with its graph",
}
"""What files are that are easily taken for graphs, by their suffixes."""


def _suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix that names the format of a file: in small letters, without ``.gz``."""
    return Path(checked_path(path).name.lower().removesuffix(".gz")).suffix


def _coded(text: Text) -> Iterator[GraphSource]:
    """Yield the graphs of a graph6 or sparse6 file; a file may hold both kinds."""
    empty = True
    for line in text:
        if code := line.strip():
            empty = False
            yield GraphSource(path=text.path, line=text.line, code=code)
    if empty:  # that it holds a graph is for the reader to refuse
        yield GraphSource(path=text.path, line=text.line)


_READERS: dict[str, Callable[[Text], nx.Graph[Any]]] = {
    ".col": _formats.dimacs,
    ".edge": _formats.dimacs,
    ".graphml": _formats.graphml,
    ".hcp": _formats.hcp,
    ".json": _formats.node_link,
}
_CODED = (".g6", ".s6")
GRAPH_SUFFIXES = tuple(sorted([*_READERS, *_CODED]))
"""The suffixes that :func:`read_graph` knows, each also with ``.gz`` behind it."""
