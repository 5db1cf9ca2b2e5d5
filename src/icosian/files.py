"""Graphs in files: problems of TSPLIB and DIMACS, graph6 and sparse6, GraphML, JSON.

Every reader refuses a file that it does not understand in full, with the line and the reason: half
a graph would have tours and proofs of its own.
"""

from __future__ import annotations

import secrets
import warnings
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._memory import collector_paused
from icosian._text import (
    MOST_BYTES,
    MOST_NODES,
    Numbers,
    Text,
    checked_path,
    encoded,
    head,
    number,
    parsed_json,
    quoted,
    stumble,
)
from icosian.exceptions import InvalidArgument

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
    "write_atomically",
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
    >>> from icosian.files import read_graph
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
    >>> from icosian.files import read_graphs
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
            return _graph6(text, self.code) if reader is None else reader(text)


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
    >>> from icosian.files import read_hcp
    >>> text = "NAME : star\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n1 3\n1 4\n-1\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "star.hcp")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     G = read_hcp(path)
    >>> print(G, list(G.edges))
    Graph named 'star' with 4 nodes and 3 edges [(1, 2), (1, 3), (1, 4)]
    """
    with collector_paused():
        return _hcp(Text(path))


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


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file as a whole: whoever reads it meets the old content or the new one.

    Parameters
    ----------
    path : str or path-like
        The file; one that is there is replaced. What is no regular file, such as a pipe or a
        terminal, is written to.
    data : bytes
        Its new content.

    Raises
    ------
    InvalidArgument
        If it is no path.
    OSError
        If it cannot be written; the old content is then untouched.
    """
    path = checked_path(path).resolve()  # a link stays a link
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f".icosian-{secrets.token_hex(8)}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _hcp(text: Text) -> nx.Graph[Any]:
    def valid(key: str, value: str) -> str:
        if key == "DIMENSION":
            text.promise(number(text, key, value, MOST_NODES))
        elif allowed := {"TYPE": ["HCP"], "EDGE_DATA_FORMAT": list(_EDGES)}.get(key):
            value = value.upper()
            if value not in allowed:
                raise text.wrong(f"{key} must be {' or '.join(allowed)}, got {quoted(value)}")
        return value

    lines = iter(text)
    keywords = head(text, lines, "EDGE_DATA_SECTION", valid)
    if "DIMENSION" not in keywords:
        raise text.wrong("the edges begin before a DIMENSION is given")
    nodes = Numbers(text, int(keywords["DIMENSION"]))
    graph: nx.Graph[Any] = nx.Graph()
    graph.graph.update(
        (key.lower(), keywords[key]) for key in ("NAME", "COMMENT") if key in keywords
    )
    graph.add_nodes_from(nodes.values())
    edges = _EDGES[keywords.get("EDGE_DATA_FORMAT", "EDGE_LIST")]
    graph.add_edges_from(edges(text, lines, nodes))
    if fixed := list(_fixed_edges(text, lines, nodes, graph)):
        graph.graph["fixed_edges"] = fixed
    return graph


def _edge_list(text: Text, lines: Iterator[str], nodes: Numbers) -> Iterator[tuple[int, int]]:
    """Yield the edges of lines such as ``1 2``, to the line that ends them."""
    for line in lines:
        match line.split():
            case [u, v]:
                yield nodes[u], nodes[v]
            case ["-1" | "EOF" | "eof"]:
                return
            case [_, *_]:
                raise text.wrong(f"an edge is two numbers, got {quoted(line)}")
    raise text.wrong("the file ends without the -1 or EOF that ends the edges: is it cut short?")


def _adjacency_list(text: Text, lines: Iterator[str], nodes: Numbers) -> Iterator[tuple[int, int]]:
    """Yield the edges of lists such as ``1 2 3 -1``: a node and its neighbours.

    A list may take several lines, so one whose -1 is missing swallows the next. Therefore the
    last -1, which ends no list, is not optional.
    """
    node = None
    for line in lines:
        words = iter(line.split())
        for word in words:
            if word != "-1":
                if node is None:
                    node = nodes[word]
                else:
                    yield node, nodes[word]
            elif node is not None:
                node = None
            elif rest := " ".join(words):
                raise text.wrong(f"nothing follows the last -1, got {quoted(rest)}")
            else:
                return
    raise text.wrong("every list of neighbours ends with -1, and a further -1 ends the lists")


_EDGES = {"EDGE_LIST": _edge_list, "ADJ_LIST": _adjacency_list}


def _fixed_edges(
    text: Text, lines: Iterator[str], nodes: Numbers, graph: nx.Graph[Any]
) -> Iterator[tuple[int, int]]:
    """Yield the edges of the only section that may follow the edges."""
    for line in lines:
        section = line.partition(":")[0].strip().upper()
        if section in {"FIXED_EDGES", "FIXED_EDGES_SECTION"}:
            for u, v in _edge_list(text, lines, nodes):
                if not graph.has_edge(u, v):
                    raise text.wrong(f"the fixed edge {u} {v} is not one of the edges")
                yield u, v
        elif section not in {"", "EOF"}:
            raise text.wrong(f"only fixed edges may follow the edges, got {quoted(line)}")


def _dimacs(text: Text) -> nx.Graph[Any]:
    """Read the lines of a DIMACS file, whose first word tells what they are."""
    graph: nx.Graph[Any] = nx.Graph()
    nodes = None
    lines = promised = 0
    for line in text:
        match line.split():
            case ["e", u, v] if nodes is not None:
                graph.add_edge(nodes[u], nodes[v])
                lines += 1
            case ["p", "edge" | "edges" | "col", order, size] if nodes is None:
                text.promise(number(text, "the number of nodes", order, MOST_NODES))
                promised = number(text, "the number of edges", size, MOST_BYTES, least=0)
                nodes = Numbers(text, int(order))
                graph.add_nodes_from(nodes.values())
            case [] | ["c", *_]:
                pass
            case ["n" | "d" | "v" | "x", *_] if nodes is not None:
                pass  # what belongs to nodes and to colourings, not to edges
            case _:
                expected = "c, e, n, d, v or x" if nodes else "c or 'p edge NODES EDGES'"
                raise text.wrong(f"expected a line of {expected}, got {quoted(line)}")
    if nodes is None:
        raise text.wrong("the file ends before its line 'p edge NODES EDGES'")
    # There is no mark at the end. Edges may be listed in one direction or both, and counted so.
    if promised not in {lines, graph.size(), 2 * graph.size()}:
        raise text.wrong(f"{promised:,} edges are promised, {lines:,} listed: is it cut short?")
    return graph


def _coded(text: Text) -> Iterator[GraphSource]:
    """Yield the graphs of a graph6 or sparse6 file; a file may hold both kinds."""
    empty = True
    for line in text:
        if code := line.strip():
            empty = False
            yield GraphSource(path=text.path, line=text.line, code=code)
    if empty:  # that it holds a graph is for the reader to refuse
        yield GraphSource(path=text.path, line=text.line)


def _graph6(text: Text, row: str) -> nx.Graph[Any]:
    """Read a graph in graph6 or sparse6."""
    for header in (">>graph6<<", ">>sparse6<<"):
        row = row.removeprefix(header)
    code = row.removeprefix(":")
    # networkx does not look at characters that are too small, nor at the size of a sparse graph.
    if not code or not all("?" <= letter <= "~" for letter in code):
        raise text.wrong(f"expected a graph in graph6 or sparse6, got {quoted(row)}")
    digits = code[0] if code[0] != "~" else code[1:4] if code[1:2] != "~" else code[2:8]
    order = reduce(lambda order, digit: 64 * order + ord(digit) - 63, digits, 0)
    text.promise(order)
    if code == row:  # a matrix of bits: an edge each
        text.afford(sum((ord(letter) - 63).bit_count() * row.count(letter) for letter in set(row)))
    else:  # an edge takes a node and a bit
        text.afford(6 * len(code) // (max(order - 1, 0).bit_length() + 1))
    parse = nx.from_graph6_bytes if code == row else nx.from_sparse6_bytes
    return _parsed(text, "graph6 or sparse6", parse, row.encode())


def _graphml(text: Text) -> nx.Graph[Any]:
    return _parsed(text, "GraphML", _graphml_graph, text.whole())


def _graphml_graph(content: str) -> nx.Graph[Any]:
    # Entities multiply, or fetch other files; a graph has no use for them.
    if "<!ENTITY" in content:
        raise ValueError("a declaration of entities does not belong in a graph")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of ports, which are no part of a graph
        graph: nx.Graph[Any] = nx.parse_graphml(content)
    return graph


def _json(text: Text) -> nx.Graph[Any]:
    return _parsed(text, "node-link data in JSON", _node_link_graph, text.whole())


def _node_link_graph(content: str) -> nx.Graph[Any]:
    data = parsed_json(content)
    edges = "links" if "links" in data else "edges"  # what networkx wrote first, and writes now
    names = [node.get("id") for node in data["nodes"]]
    names += [edge.get(end) for edge in data[edges] for end in ("source", "target")]
    if any(map(_is_long, names)):  # before they slow down a dictionary
        raise ValueError("integers that name nodes have at most 64 bits")
    graph: nx.Graph[Any] = nx.node_link_graph(data, edges=edges)
    if not isinstance(graph.graph, dict):
        raise TypeError(f"'graph' holds attributes, got {graph.graph!r:.60}")
    if len(graph) != len(data["nodes"]):
        raise ValueError("a node is listed twice, or an edge joins a node that is not listed")
    return graph


def _is_long(node: Any) -> bool:
    """Whether a name has a longer integer: many of them can be made with the same hash."""
    if isinstance(node, list):
        return any(map(_is_long, node))
    return isinstance(node, int) and node.bit_length() > 64


def _parsed(
    text: Text, what: str, parse: Callable[[Any], nx.Graph[Any]], content: str | bytes
) -> nx.Graph[Any]:
    """Return what a parser makes of a file; all that it may stumble over is one complaint."""
    try:
        return parse(content)
    except (
        nx.NetworkXException,
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        SyntaxError,
        TypeError,
        ValueError,
    ) as error:
        raise InvalidArgument(f"{text.path}: this is not {what}: {stumble(error)}") from None


_READERS: dict[str, Callable[[Text], nx.Graph[Any]]] = {
    ".col": _dimacs,
    ".edge": _dimacs,
    ".graphml": _graphml,
    ".hcp": _hcp,
    ".json": _json,
}
_CODED = (".g6", ".s6")
GRAPH_SUFFIXES = tuple(sorted([*_READERS, *_CODED]))
"""The suffixes that :func:`read_graph` knows, each also with ``.gz`` behind it."""
