"""Graph files: reading them, the parser of each format, and which suffix names it.

Every parser refuses what it does not understand: a part of a graph has other tours and proofs.
"""

from __future__ import annotations

import math
import os
import re
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from itertools import chain, combinations, pairwise, permutations
from pathlib import Path
from typing import Any, NoReturn

import networkx as nx
from networkx.readwrite.graph6 import data_to_n

from icosian._io.memory import collector_paused
from icosian._io.tables import AXES, ROLES, Table, graph_of, in_ways, records_of, way_of
from icosian._io.text import (
    ELSEWHERE,
    MOST_BYTES,
    MOST_NODES,
    IntegersRead,
    Text,
    as_tuples,
    check_file_path,
    check_spellings,
    file_named,
    finite,
    number,
    parse_json,
    quote,
    reason_of,
    shown,
)
from icosian._run.limits import hinted
from icosian._show import one_by_one
from icosian.exceptions import InvalidArgument
from icosian.files import tsplib
from icosian.files.tsplib import TsplibFile
from icosian.tours.shortest.distances import KINDS, TO_DEGREES
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
    decompressed, it has at most 2 GiB. It is in UTF-8, or in UTF-16 with its mark.

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
            G = graph6(text, self.code) if reader is None else reader(text)
            check_spellings(G)
            return G


def graph_sources(
    path: str | os.PathLike[str], suffix: str | None = None, content: bytes | None = None
) -> Iterator[GraphSource]:
    """Return the graphs of a file, unread and in its order; its suffix may be given."""
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


# -- The formats

Reader = Callable[[Text], "nx.Graph[Any]"]
Parser = Callable[[Any], Any]


def hcp(text: Text) -> nx.Graph[Any]:
    """Read a Hamiltonian cycle problem of TSPLIB; its nodes are the integers from 1."""
    graph: nx.Graph[Any] = nx.Graph()

    def edges(file: TsplibFile) -> None:
        nodes = IntegersRead(text, file.size)
        graph.add_nodes_from(nodes.values())
        graph.add_edges_from(file.edges(nodes))

    def fixed(file: TsplibFile) -> list[tuple[int, int]]:
        pairs = []
        for u, v in file.pairs():
            if not graph.has_edge(u, v):
                raise text.wrong(f"the fixed edge {u} {v} is not one of the edges")
            pairs.append((u, v))
        return pairs

    file = TsplibFile(text, ("HCP",), {"EDGE_DATA_SECTION": edges, "FIXED_EDGES_SECTION": fixed})
    if "EDGE_DATA_SECTION" not in file.sections:
        raise text.wrong("EDGE_DATA_SECTION is missing")
    graph.graph.update(
        (key.lower(), file.keywords[key]) for key in ("NAME", "COMMENT") if key in file.keywords
    )
    if pairs := file.sections.get("FIXED_EDGES_SECTION"):
        graph.graph["fixed_edges"] = pairs
    return graph


def dimacs(text: Text) -> nx.Graph[Any]:
    """Read a DIMACS edge file; its nodes are the integers from 1."""
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
                nodes = IntegersRead(text, int(order))
                graph.add_nodes_from(nodes.values())
            case [] | ["c", *_]:
                pass
            case ["n" | "d" | "v" | "x", *_] if nodes is not None:
                pass  # lines about nodes and colorings, not about edges
            case _:
                expected = "c, e, n, d, v or x" if nodes else "c or 'p edge NODES EDGES'"
                raise text.wrong(f"expected a line of {expected}, got {quote(line)}")
    if nodes is None:
        raise text.wrong("the file ends before its line 'p edge NODES EDGES'")
    # The format has no end mark. Edges may be listed, and counted, in one direction or in both.
    if promised not in {lines, graph.size(), 2 * graph.size()}:
        raise text.wrong(f"{promised:,} edges are promised, {lines:,} listed: is it cut short?")
    return graph


def edge_list(text: Text) -> nx.Graph[Any]:
    """Read lines ``u v`` or ``u v weight``."""
    rows: list[tuple[str, str, dict[str, Any]]] = []
    for line in text:
        match _strip_comment(line).split(maxsplit=2):
            case []:
                pass
            case [u, v]:
                rows.append((u, v, {}))
            case [u, v, rest]:
                rows.append((u, v, _edge_data(text, rest.strip())))
            case _:
                raise text.wrong(f"an edge is two nodes, maybe with a weight, got {quote(line)}")
    if not rows:
        raise text.wrong("there are no edges: each is a line such as 'A B'")
    node = _node_of(name for u, v, _ in rows for name in (u, v))
    return graph_of([(node(u), node(v), data) for u, v, data in rows])


def _strip_comment(line: str) -> str:
    """Return a line up to #, and nothing of one that begins with %."""
    return "" if line.startswith("%") else line.partition("#")[0]


def _node_of(names: Iterable[str]) -> Callable[[str], Any]:
    """Return what makes nodes of names: integers if all are written so, else strings."""
    return int if all(map(_INTEGER.fullmatch, names)) else str


def adjacency_list(text: Text) -> nx.Graph[Any]:
    """Read lines ``u v w ...``, a node and its neighbors, which may list it again or all not."""
    rows = []
    for line in text:
        if "{" in (read := _strip_comment(line)):
            raise text.wrong(
                f"attributes are for an edge list, .edges, or GraphML, got {quote(line)}"
            )
        if words := read.split():
            rows.append(words)
    if not rows:
        raise text.wrong("there are no nodes: a line is one and its neighbors, such as 'A B C'")
    node = _node_of(chain(*rows))
    arcs = [(node(u), node(v)) for u, *others in rows for v in others]
    twice = {(u, v) for u, v in arcs if u != v} & {(v, u) for u, v in arcs}
    once = [(u, v) for u, v in arcs if u != v and (u, v) not in twice]
    if twice and once:
        reason = f"some edges are listed at both ends, but {once[0]} is not"
        raise text.wrong(f"{reason}: an edge list, .edges, or GraphML says which ways they lead")
    rank = {node(u): k for k, (u, *_) in enumerate(rows)}
    edges: list[Any] = [(u, v, {}) for u, v in arcs if (u, v) not in twice or rank[u] < rank[v]]
    return graph_of(edges, nodes=[node(u) for u, *_ in rows])


_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")  # as str writes them: 01067 is a postal code
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][-+]?[0-9]{1,2})?")
_DATA = re.compile(rf"'(\w{{1,99}})': ({_NUMBER.pattern})")
_NUMBERS = re.compile(rf"\{{({_DATA.pattern}(, {_DATA.pattern})*)?\}}")


def _edge_data(text: Text, rest: str) -> dict[str, Any]:
    """Return the weight of an edge, or its attributes in braces, as networkx writes them."""
    if _NUMBERS.fullmatch(rest):
        return {key: _value(word) for key, word in _DATA.findall(rest)}
    if rest.startswith("{"):
        try:
            data = dict(literal_eval(rest))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise text.wrong(
                f"attributes are a dictionary such as {{'weight': 3}}, got {quote(rest)}"
            ) from None
        try:
            _check_floats(rest, _floats([data]), lambda more: _floats([literal_eval(more)]))
        except ValueError as error:
            raise text.wrong(str(error)) from None
        return data
    return {"weight": _weight(text, rest)}


def _weight(text: Text, word: str) -> int | float:
    if not _NUMBER.fullmatch(word):
        raise text.wrong(f"a weight is a number, got {quote(word)}")
    return _value(word)


def _value(word: str) -> int | float:
    return int(word) if _INTEGER.fullmatch(word) else float(word)


def pajek(text: Text) -> nx.Graph[Any]:
    """Read a Pajek network; its nodes are the labels in the file, else the numbers from 1."""
    lines = (line for line in text if line.strip() and not line.lstrip().startswith("%"))
    first = next((row for row in lines if not row.lower().startswith("*network")), "")
    words = first.lower().split()
    if len(words) < 2 or words[0] != "*vertices":
        raise text.wrong("expected the line '*Vertices NUMBER'")
    n = number(text, "the number of vertices", words[1], MOST_NODES)
    text.promise(n)
    numbers = IntegersRead(text, n)
    names: dict[int, Any] = {}
    edges: list[tuple[int, int, dict[str, Any]]] = []
    arcs: list[tuple[int, int, dict[str, Any]]] = []
    section, relations = "*vertices", set[str]()
    for line in lines:
        if line.lstrip().startswith("*"):
            section, *relation = line.lower().split(maxsplit=1)
            relations |= {one.split()[0] for one in relation if one[0] == ":"}
            if len(relations) > 1:
                raise text.wrong(f"a graph has one relation, got {quote(line)}: keep one of them")
            if section not in {"*edges", "*arcs", "*edgeslist", "*arcslist"}:
                raise text.wrong(f"expected *Edges or *Arcs or a list of them, got {quote(line)}")
            continue
        if section == "*vertices":
            if match := _VERTEX.match(line):
                v = numbers[match[1]]
                if v in names:
                    raise text.wrong(f"vertex {v} is listed twice")
                names[v] = match[2] or match[3] or v
            else:
                raise text.wrong(f"a vertex is a number and a label, got {quote(line)}")
            continue
        found = edges if section.startswith("*edges") else arcs
        u, *others = line.split()
        if section.endswith("list"):
            found += ((numbers[u], numbers[v], {}) for v in others)
        elif others:
            data = {"weight": _weight(text, others[1])} if len(others) > 1 else {}
            found.append((numbers[u], numbers[others[0]], data))
        else:
            raise text.wrong(f"an edge is two numbers, got {quote(line)}")
    names = {v: v for v in range(1, n + 1)} | names
    if len(set(map(str, names.values()))) < n:
        raise InvalidArgument(f"{text.path}: two vertices have the same label")
    directed = bool(arcs)
    if directed:  # an edge leads both ways
        edges = arcs + edges + [(v, u, data) for u, v, data in edges if u != v]
    named = [(names[u], names[v], data) for u, v, data in edges]
    return graph_of(named, directed=directed, nodes=names.values())


_VERTEX = re.compile(r'\s*([0-9]+)(?:\s+"([^"]*)"|\s+([^\s"]+))?')


def _whole(what: str) -> Callable[[Parser], Reader]:
    """Make the reader of a file from the parser of its whole content."""
    return lambda parse: lambda text: _parsed(text, what, parse, text.whole())


_FAR = re.compile(r"(?<![\w.])\.?[0-9][0-9_]*\.?[0-9_]*[eE][-+]?[0-9]{3,}\b")


def _floats(values: Iterable[Any]) -> set[float]:
    """Return the sizes of all floats, also of those in lists and dictionaries."""
    found: set[float] = set()
    todo = [*values]
    while todo:
        if isinstance(x := todo.pop(), float):
            found.add(abs(x))
        elif isinstance(x, dict | list | tuple | set):
            todo += x.values() if isinstance(x, dict) else x
    return found


def _check_floats(content: str, found: set[float], read: Callable[[str], set[float]]) -> None:
    """Refuse numbers that were read as infinite or 0, as they are beyond floats, but no names.

    Which those are is seen where other numbers stand in the place of all.
    """
    far = _FAR.findall(content) if found & {0.0, math.inf} else ()
    others = {word: f"98765432.{k}1" for k, word in enumerate(far)}
    found = read(_FAR.sub(lambda word: others[word[0]], content)) if far else set()
    for word, other in others.items():
        if float(other) in found:
            finite(word)


def _exactly(parse: Callable[[str], nx.Graph[Any]]) -> Parser:
    """Make a parser refuse numbers beyond floats, and read those that are written as text."""

    def floats(graph: nx.Graph[Any]) -> set[float]:
        rows = (row for *_, row in graph.edges(data=True))
        return _floats(chain([graph.graph], graph.nodes.values(), rows))

    def read(content: str) -> nx.Graph[Any]:
        graph = parse(content)
        _check_floats(content, floats(graph), lambda other: floats(parse(other)))
        return _with_numbers(graph)

    return read


_EXPONENT = re.compile(r'"[^"]*"|(?<![\w.])[0-9]+(?=[eE][-+]?[0-9]+(?!\w))')


@_whole("GML")
@_exactly
def gml(content: str) -> nx.Graph[Any]:
    """Read a graph in GML; its nodes are the labels in the file, else the identifiers."""
    # networkx reads 1e-05, which has no point, as 1 and a key e.
    pointed = _EXPONENT.sub(lambda word: word[0] + ".0" * (word[0][0] != '"'), content)
    labeled = re.search(r"\blabel\b", content) is not None
    try:
        graph: nx.Graph[Any] = nx.parse_gml(pointed, label="label" if labeled else "id")
    except nx.NetworkXError:  # some nodes have no label
        graph = nx.parse_gml(pointed, label="id")
    return graph


def graph6(text: Text, row: str) -> nx.Graph[Any]:
    """Read a graph in graph6, sparse6 or digraph6 from a row; its nodes are the integers from 0."""
    for header in (">>graph6<<", ">>sparse6<<", ">>digraph6<<"):
        row = row.removeprefix(header)
    kind = row[:1] if row.startswith((":", "&")) else ""
    code = row[len(kind) :]
    # networkx checks neither characters that are too small nor the size of a sparse graph.
    if not code or not all("?" <= letter <= "~" for letter in code):
        raise text.wrong(f"expected a graph in graph6, sparse6 or digraph6, got {quote(row)}")
    digits = code[0] if code[0] != "~" else code[1:4] if code[1:2] != "~" else code[2:8]
    order = reduce(lambda order, digit: 64 * order + ord(digit) - 63, digits, 0)
    text.promise(order)
    if kind == ":":  # an edge takes a node and a bit
        text.afford(6 * len(code) // (max(order - 1, 0).bit_length() + 1))
    else:  # a matrix of bits, an edge each
        text.afford(sum((ord(letter) - 63).bit_count() * row.count(letter) for letter in set(code)))
    parse: Parser = _digraph6
    if kind != "&":
        parse = nx.from_sparse6_bytes if kind else nx.from_graph6_bytes
    return _parsed(text, "graph6, sparse6 or digraph6", parse, row.encode())  # type: ignore[no-any-return]


def _digraph6(row: bytes) -> nx.DiGraph[Any]:
    """Return the digraph of a matrix of bits, row by row."""
    n, letters = data_to_n([letter - 63 for letter in row[1:]])  # type: ignore[no-untyped-call]
    if len(letters) != -(-n * n // 6):
        raise ValueError(f"{n} nodes take {n * n} bits, got {6 * len(letters)}")
    graph: nx.DiGraph[Any] = nx.empty_graph(n, nx.DiGraph)
    bits = (6 * k + b for k, letter in enumerate(letters) for b in range(6) if letter & 32 >> b)
    graph.add_edges_from(divmod(bit, n) for bit in bits if bit < n * n)
    return graph


@_whole("GraphML")
@_exactly
def graphml(content: str) -> nx.Graph[Any]:
    """Read a graph in GraphML; its nodes are the identifiers in the file."""
    _check_entities(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about ports, which are not part of a graph
        graph: nx.Graph[Any] = nx.parse_graphml(content)
    if [len(graph), graph.number_of_edges()] != [_count(content, tag) for tag in ("node", "edge")]:
        raise ValueError(
            "there are several graphs, an edge joins a node that is not listed, or two edges have"
            " the same ends and the same id"
        )
    return graph


@_whole("GEXF")
@_exactly
def gexf(content: str) -> nx.Graph[Any]:
    """Read a graph in GEXF; its nodes are the identifiers in the file."""
    _check_entities(content)
    content = re.sub(r"http://(www\.)?gexf\.net/1\.3", "http://www.gexf.net/1.2draft", content)
    graph: nx.Graph[Any] = nx.read_gexf(BytesIO(content.encode()))  # old ones know 1.2 only
    if graph.graph.get("mode") == "dynamic":
        raise ValueError("a graph that changes with time is many: export one of them")
    if not all("label" in data for data in graph.nodes.values()):
        raise ValueError("an edge joins a node that is not listed")
    edges = graph.is_directed() * len(re.findall(r"""\stype\s*=\s*["']mutual["']""", content))
    if graph.number_of_edges() != edges + _count(content, "edge"):
        raise ValueError("two edges have the same ends and the same id")
    return graph


def _count(content: str, tag: str) -> int:
    """Return how many elements of XML have a tag; comments and texts have none."""
    found = re.findall(rf"(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?:[\w.-]+:)?{tag}[\s/>]", content)
    return sum(not one.startswith("<!") for one in found)


def _check_entities(content: str) -> None:
    """Refuse entities, which can expand to gigabytes or read other files; a graph needs none."""
    if "<!ENTITY" in content:
        raise ValueError("a declaration of entities does not belong in a graph")


def _with_numbers(graph: nx.Graph[Any]) -> nx.Graph[Any]:
    """Read numbers and lines that are written as text, as by OSMnx: attributes that all are.

    Of nodes only positions are read, since a number may also be a name.
    """
    nodes = list(graph.nodes.values())
    edges = [data for *_, data in graph.edges(data=True)]
    for rows, key in ((nodes, "node_default"), (edges, "edge_default")):  # of GraphML and GEXF
        for name, value in graph.graph.get(key, {}).items():
            for data in rows:
                data.setdefault(name, value)
    for rows, names in (
        (nodes, _spelled(nodes, _NUMBER_IN_TEXT) & _POSITIONS),
        (edges, _spelled(edges, _NUMBER_IN_TEXT)),
    ):
        if names:
            for data in rows:
                data.update({name: _value(data[name]) for name in names & data.keys()})
    for name in _spelled(edges, _LINE_IN_TEXT):
        for data in edges:
            if name in data:
                points = data[name].partition("(")[2].rstrip(")").split(",")
                data[name] = [tuple(map(float, point.split())) for point in points]
    return graph


def _spelled(rows: list[dict[Any, Any]], pattern: re.Pattern[str]) -> set[Any]:
    """Return the attributes whose values are all text of this form."""
    known: dict[Any, bool] = {}
    for data in rows:
        for name, value in data.items():
            if known.get(name, True):
                known[name] = isinstance(value, str) and pattern.fullmatch(value) is not None
    return {name for name, is_spelled in known.items() if is_spelled}


_POSITIONS = {"x", "y", "z", "lon", "lat", "lng", "longitude", "latitude", "elevation"}
_NUMBER_IN_TEXT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?(?:[eE][-+]?[0-9]{1,2})?")
"""Without zeros in front, which names of streets and codes may have."""
_LINE_IN_TEXT = re.compile(r"LINESTRING ?(?:Z )?\([-+0-9.eE, ]+\)")


@_whole("a graph in JSON")
def read_json(content: str) -> Any:
    """Read GeoJSON or node-link data with the nodes named there; points alone are a table."""
    data = parse_json(content)
    if data == []:
        raise ValueError("there are no records")
    if isinstance(data, list) and (records := records_of(data, "record")) is not None:
        if None not in (records.column("u"), records.column("v")):
            raise ValueError("but roads: route_map(json.load(file)), or as a table in .csv")
        return records
    if not isinstance(data, dict):
        raise TypeError(f"a graph is an object with nodes and links, got a {type(data).__name__}")
    if data.get("type") == "FeatureCollection":
        check_system(data.get("crs"))
        table = points(data["features"])
        return add_lengths(_with_numbers(network(data["features"]))) if table is None else table
    if "kind" in data:
        raise ValueError("it may be a proof, which comes first: icosian check PROOF GRAPH")
    edges = "links" if "links" in data else "edges"  # older and newer versions of networkx
    names = [node.get("id") for node in data["nodes"]]
    names += [edge.get(end) for edge in data[edges] for end in ("source", "target")]
    if any(map(_is_long, names)):  # before they become keys of a dictionary
        raise ValueError("integers that name nodes have at most 64 bits")
    for name in ("directed", "multigraph"):
        if data.get(name) not in (None, False, True):
            raise ValueError(f"{name!r} is true or false, got {data[name]!r:.40}")
    graph: nx.Graph[Any] = nx.node_link_graph(data, edges=edges)
    if not isinstance(graph.graph, dict):
        raise TypeError(f"'graph' holds attributes, got {graph.graph!r:.60}")
    if len(graph) != len(data["nodes"]):
        raise ValueError("a node is listed twice, or an edge joins a node that is not listed")
    if graph.number_of_edges() != len(data[edges]):
        raise ValueError("two edges have the same ends, and the same key if there are keys")
    if isinstance(fixed := graph.graph.get("fixed_edges"), list):  # nodes are tuples already
        graph.graph["fixed_edges"] = list(as_tuples(fixed))
    return _with_numbers(graph)


def _is_long(node: Any) -> bool:
    """Return True if a name has an integer of over 64 bits: many can share one hash."""
    if isinstance(node, list):
        return any(map(_is_long, node))
    return isinstance(node, int) and node.bit_length() > 64


def _parsed(text: Text, what: str, parse: Parser, content: str | bytes) -> Any:
    """Parse a file; turn every error of the parser into an InvalidArgument."""
    try:
        return parse(content)
    except (
        nx.NetworkXException,
        ArithmeticError,
        AttributeError,
        LookupError,
        RuntimeError,
        SyntaxError,
        TypeError,
        ValueError,
    ) as error:
        kind = "" if isinstance(error, InvalidArgument) else f"this is not {what}: "
        with file_named(text.path):
            raise InvalidArgument(f"{kind}{reason_of(error)}") from None


# -- GeoJSON: lines are edges, and their ends and points are nodes; points alone are places


def check_system(crs: Any) -> None:
    """Refuse coordinates of a system that is not longitude and latitude on the usual globe."""
    own = {"name": "CRS84"} if crs is None else crs["properties"]
    name = str(own.get("name", own.get("code", own)))
    if not re.search(r"\b(?:4326|CRS84h?)$", name):
        raise InvalidArgument(f"coordinates of the system {name:.60}, not degrees: {TO_DEGREES}")


def points(features: list[Any]) -> Table | None:
    """Return features as a table of points and their properties, None if there are others."""
    if not (features and isinstance(features, list)):
        raise ValueError("there are no features")
    rows, are_points = [], True
    for k, feature in enumerate(features, 1):
        with _named(k):
            shape, own = _shape(feature), feature.get("properties") or {}
            are_points &= shape["type"] == "Point"
            spot = _spot(shape["coordinates"]) if are_points else ()
            at = dict(zip(("lon", "lat", "elevation"), spot, strict=False))
            rows.append({name: own[name] for name in own if name.lower() not in AXES} | at)
    return records_of(rows, "feature") if are_points else None


def network(features: list[Any]) -> nx.Graph[Any]:
    """Return the graph of features; its nodes are coordinates. It is directed if one line is."""
    nodes: dict[Any, dict[str, Any]] = {}
    lines: list[tuple[list[Any], dict[str, Any]]] = []
    ways: list[int] = []
    every = (feature.get("properties") or {} for feature in features)
    owns = [{name: own[name] for name in own if own[name] is not None} for own in every]
    table: Any = records_of(owns, "feature")
    table.unused((), words=("service",))
    names, way = table.header, table.column("oneway")
    for k, (feature, own) in enumerate(zip(features, owns, strict=True), 1):
        with _named(k):
            shape = _shape(feature)
            kind, points = shape["type"], shape["coordinates"]
            if kind == "Point":
                nodes.setdefault(_spot(points), {}).update(own)
                continue
            if kind not in {"LineString", "MultiLineString"}:
                raise ValueError(f"a network has points and lines, got {kind!r:.40}")
            if kind == "MultiLineString" and len(points) > 1 and {*ROLES["weight"]} & own.keys():
                raise ValueError("one length for several lines: split the MultiLineString")
            for line in points if kind == "MultiLineString" else [points]:
                if len(line) < 2:
                    raise ValueError("a line has at least two points")
                lines.append((list(map(_spot, line)), own))
                ways.append(way_of(None if way is None else own.get(names[way])))
    for v in [end for line, _ in lines for end in (line[0], line[-1])]:
        nodes.setdefault(v, {})
    if len({len(v) for v in nodes}) > 1:
        raise ValueError("some places have a height, others none")
    if inner := next((v for line, _ in lines for v in line[1:-1] if v in nodes), None):
        raise ValueError(f"{inner} is an end or a place, but within a line: split the line there")
    lines = in_ways(lines, ways, lambda row: (row[0][::-1], row[1]))
    bends = [(line, [v[:2] for v in line], own) for line, own in lines]
    edges = [(line[0], line[-1], own | {"geometry": shape}) for line, shape, own in bends]
    G = graph_of(edges, directed=any(ways), nodes=nodes)
    for v, own in nodes.items():
        G.nodes[v].update(own, pos=v[:2])
    return G


@contextmanager
def _named(number: int) -> Iterator[None]:
    """Let errors about a feature say which it is."""
    try:
        yield
    except (LookupError, ValueError) as error:
        raise InvalidArgument(f"feature {number}: {reason_of(error)}") from None
    except (AttributeError, TypeError):
        raise InvalidArgument(f"feature {number}: this is not a feature of GeoJSON") from None


def _shape(feature: Any) -> Any:
    """Return the geometry of a feature, which must not be empty."""
    shape = feature["geometry"]
    if not (shape and shape.get("coordinates", True)):
        raise ValueError("it has no geometry: take it out")
    return shape


def _spot(point: list[Any]) -> tuple[float, ...]:
    """Return a position as a name, which is equal for 1 and 1.0."""
    try:
        x, y, *height = (coordinate + 0.0 for coordinate in point)
    except (ArithmeticError, TypeError, ValueError):
        rule = "a position is two numbers, maybe a height"
        raise ValueError(f"{rule}, got {shown(point)}") from None
    return (x, y, *height[:1])


def add_lengths(G: nx.Graph[Any]) -> nx.Graph[Any]:
    """Give edges a ``weight``: another property that is a length, or else meters on the globe."""
    rows = [data for *_, data in G.edges(data=True)]
    found = [name for name in ROLES["weight"] if any(name in data for data in rows)]
    if "weight" not in found[:1]:
        if len(found) > 1:
            raise ValueError(f"which is the length, {' or '.join(found)}? call it weight")
        for data in rows:
            if not found:
                globe = KINDS["haversine"].measure([(y, x) for x, y in data["geometry"]])
                steps = pairwise(range(len(data["geometry"])))
                data["weight"] = float(sum(globe.true_length(i, j) for i, j in steps))
            elif found[0] in data:  # a line without it is an edge without a length
                data["weight"] = data[found[0]]
        G.graph["weight"] = f"`{found[0]}`" if found else "haversine, in meters"
    return G


def _complete(text: Text) -> nx.Graph[Any]:
    """Read a traveling salesman problem: its listed edges, else all pairs, with distances."""
    problem = tsplib.read_problem(text)
    if not isinstance(problem, Places):
        return problem
    text.afford(len(problem) ** 2)
    pairs = permutations if problem.directed else combinations
    return tsplib.graph_of(problem, pairs(problem.nodes, 2), text)


def _network(text: Text) -> nx.Graph[Any]:
    found = read_json(text)
    if isinstance(found, nx.Graph):
        return found
    how = "files.read_places and icosian tsp read them"
    raise InvalidArgument(f"{text.path}: these are points: {how}")


_READERS: dict[str, Reader] = {
    ".adjlist": adjacency_list,
    ".atsp": _complete,
    ".col": dimacs,
    ".edge": dimacs,
    ".edgelist": edge_list,
    ".edges": edge_list,
    ".geojson": _network,
    ".gexf": gexf,
    ".gml": gml,
    ".graphml": graphml,
    ".hcp": hcp,
    ".json": _network,
    ".net": pajek,
    ".tsp": _complete,
}
_CODED = (".d6", ".g6", ".s6")
TSP_SUFFIXES = (".atsp", ".gtsp", ".sop", ".tsp")
"""The suffixes of traveling salesman problems, each maybe followed by ``.gz``."""
GRAPH_SUFFIXES = tuple(sorted([*_READERS, *_CODED]))
"""The suffixes that :func:`read_graph` knows, each maybe followed by ``.gz``."""
