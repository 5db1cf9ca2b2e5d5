"""Parsers of graph formats: HCP, DIMACS, edge lists, graph6, GraphML, GEXF, GML, Pajek, JSON.

Every parser refuses what it does not understand: a part of a graph has other tours and proofs.
"""

from __future__ import annotations

import re
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterable
from functools import reduce
from io import BytesIO
from itertools import chain, pairwise, starmap
from typing import Any

import networkx as nx
from networkx.readwrite.graph6 import data_to_n

from icosian._io.tables import AXES, ROLES, Table, graph_of, in_ways, records_of, way_of
from icosian._io.text import (
    MOST_BYTES,
    MOST_NODES,
    IntegersRead,
    Text,
    number,
    parse_json,
    quote,
    reason_of,
)
from icosian.exceptions import InvalidArgument
from icosian.files.tsplib import TsplibFile
from icosian.tours.shortest.distances import KINDS, TO_DEGREES

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

    sections = {"EDGE_DATA_SECTION": edges, "FIXED_EDGES_SECTION": fixed}
    file = TsplibFile(text, ("HCP",), sections)
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
        match line.partition("#")[0].split(maxsplit=2):
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


def _node_of(names: Iterable[str]) -> Callable[[str], Any]:
    """Return what makes nodes of names: integers if all are written so, else strings."""
    return int if all(map(_INTEGER.fullmatch, names)) else str


def adjacency_list(text: Text) -> nx.Graph[Any]:
    """Read lines ``u v w ...``, a node and its neighbors, which may list it again or all not."""
    rows = [words for line in text if (words := line.partition("#")[0].split())]
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
            return dict(literal_eval(rest))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise text.wrong(
                f"attributes are a dictionary such as {{'weight': 3}}, got {quote(rest)}"
            ) from None
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
    names: dict[int, Any] = {v: v for v in range(1, n + 1)}
    edges: list[tuple[int, int, dict[str, Any]]] = []
    arcs: list[tuple[int, int, dict[str, Any]]] = []
    section = "*vertices"
    for line in lines:
        if line.lstrip().startswith("*"):
            section = line.lower().split()[0]
            if section not in {"*edges", "*arcs", "*edgeslist", "*arcslist"}:
                raise text.wrong(f"expected *Edges or *Arcs or a list of them, got {quote(line)}")
            continue
        if section == "*vertices":
            if match := _VERTEX.match(line):
                v = numbers[match[1]]
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


@_whole("GML")
def gml(content: str) -> nx.Graph[Any]:
    """Read a graph in GML; its nodes are the labels in the file, else the identifiers."""
    labeled = re.search(r"\blabel\b", content) is not None
    try:
        graph: nx.Graph[Any] = nx.parse_gml(content, label="label" if labeled else "id")
    except nx.NetworkXError:  # some nodes have no label
        graph = nx.parse_gml(content, label="id")
    return _with_numbers(graph)


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
def graphml(content: str) -> nx.Graph[Any]:
    """Read a graph in GraphML; its nodes are the identifiers in the file."""
    _check_entities(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about ports, which are not part of a graph
        graph: nx.Graph[Any] = nx.parse_graphml(content)
    return _with_numbers(graph)


@_whole("GEXF")
def gexf(content: str) -> nx.Graph[Any]:
    """Read a graph in GEXF; its nodes are the identifiers in the file."""
    _check_entities(content)
    content = re.sub(r"http://(www\.)?gexf\.net/1\.3", "http://www.gexf.net/1.2draft", content)
    graph: nx.Graph[Any] = nx.read_gexf(BytesIO(content.encode()))  # old ones know 1.2 only
    if graph.graph.get("mode") == "dynamic":
        raise ValueError("a graph that changes with time is many: export one of them")
    if not all("label" in data for data in graph.nodes.values()):
        raise ValueError("an edge joins a node that is not listed")
    edges = len(re.findall(r"<(?:\w+:)?edge\s", content))
    edges += graph.is_directed() * len(re.findall(r"""\stype\s*=\s*["']mutual["']""", content))
    if graph.number_of_edges() != edges:
        raise ValueError("two edges have the same ends and the same id")
    return _with_numbers(graph)


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
def json(content: str) -> Any:
    """Read a network in GeoJSON, or node-link data of networkx, with the nodes named there.

    Where GeoJSON has only points this is a table of them, as a list of records is one.
    """
    data = parse_json(content)
    if isinstance(data, list) and (records := records_of(data)) is not None:
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
    graph: nx.Graph[Any] = nx.node_link_graph(data, edges=edges)
    if not isinstance(graph.graph, dict):
        raise TypeError(f"'graph' holds attributes, got {graph.graph!r:.60}")
    if len(graph) != len(data["nodes"]):
        raise ValueError("a node is listed twice, or an edge joins a node that is not listed")
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
        raise InvalidArgument(f"{text.path}: {kind}{reason_of(error)}") from None


# -- GeoJSON: lines are edges, and their ends and points are nodes; points alone are places


def check_system(crs: Any) -> None:
    """Refuse coordinates of a system that is not longitude and latitude on the usual globe."""
    own = {"name": "CRS84"} if crs is None else crs["properties"]
    name = str(own.get("name", own.get("code", own)))
    if not re.search(r"\b(?:4326|CRS84h?)$", name):
        raise InvalidArgument(f"coordinates of the system {name:.60}, not degrees: {TO_DEGREES}")


def points(features: list[Any]) -> Table | None:
    """Return features as a table of points and their properties, None if there are others."""
    shapes = list(starmap(_shape, enumerate(features, 1)))
    if not shapes:
        raise ValueError("there are no features")
    if any(shape["type"] != "Point" for shape in shapes):
        return None
    rows = []
    for feature, shape in zip(features, shapes, strict=True):
        own = feature.get("properties") or {}
        spot = dict(zip(("lon", "lat", "elevation"), _spot(shape["coordinates"]), strict=False))
        rows.append({name: own[name] for name in own if name.lower() not in AXES} | spot)
    return records_of(rows)


def network(features: list[Any]) -> nx.Graph[Any]:
    """Return the graph of features; its nodes are coordinates. It is directed if one line is."""
    nodes: dict[Any, dict[str, Any]] = {}
    lines: list[tuple[list[Any], dict[str, Any]]] = []
    ways: list[int] = []
    names = list(dict.fromkeys(chain(*(feature.get("properties") or () for feature in features))))
    way = Table(columns=[], header=names).column("oneway")
    for k, feature in enumerate(features, 1):
        shape, own = _shape(k, feature), feature.get("properties") or {}
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


def _shape(number: int, feature: Any) -> Any:
    """Return the geometry of a feature, which must not be empty."""
    shape = feature["geometry"]
    if not (shape and shape.get("coordinates", True)):
        raise InvalidArgument(f"feature {number} has no geometry: take it out")
    return shape


def _spot(point: list[Any]) -> tuple[float, ...]:
    """Return a position as a name, which is equal for 1 and 1.0."""
    x, y, *height = (coordinate + 0.0 for coordinate in point)
    return (x, y, *height[:1])


def add_lengths(G: nx.Graph[Any]) -> nx.Graph[Any]:
    """Give edges a ``weight``: another property that is a length, or else meters on the globe."""
    rows = [data for *_, data in G.edges(data=True)]
    found = [name for name in ROLES["weight"] if any(name in data for data in rows)]
    if "weight" not in found[:1]:
        if len(found) > 1:
            raise ValueError(f"which is the length, {' or '.join(found)}? call it weight")
        for data in rows:
            data["weight"] = data[found[0]] if found else _meters(data["geometry"])
        G.graph["weight"] = f"`{found[0]}`" if found else "haversine, in meters"
    return G


def _meters(line: list[tuple[float, float]]) -> float:
    """Return the length of a line of longitudes and latitudes."""
    globe = KINDS["haversine"].measure([(y, x) for x, y in line])
    return float(sum(globe.true_length(i, j) for i, j in pairwise(range(len(line)))))
