"""Parsers of graph formats: TSPLIB HCP, DIMACS, graph6 and sparse6, GraphML, node-link JSON.

Every parser refuses what it does not understand: a part of a graph has other tours and proofs.
"""

from __future__ import annotations

import warnings
from functools import reduce
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.text import (
    MOST_BYTES,
    MOST_NODES,
    Numbers,
    head,
    number,
    parsed_json,
    quoted,
    reason_of,
)
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from icosian._io.text import Text

__all__ = ["dimacs", "graph6", "graphml", "hcp", "node_link"]


def hcp(text: Text) -> nx.Graph[Any]:
    """Read a Hamiltonian cycle problem of TSPLIB; its nodes are the integers from 1."""

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
    """Yield the edges of lines such as ``1 2``, up to the line -1 or EOF."""
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
    """Yield the edges of lists such as ``1 2 3 -1``: a node and its neighbors."""
    # A list may take several lines, so one without its -1 would absorb the next: the -1 after the
    # last list is required.
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
    raise text.wrong("every list of neighbors ends with -1, and a further -1 ends the lists")


_EDGES = {"EDGE_LIST": _edge_list, "ADJ_LIST": _adjacency_list}


def _fixed_edges(
    text: Text, lines: Iterator[str], nodes: Numbers, graph: nx.Graph[Any]
) -> Iterator[tuple[int, int]]:
    """Yield the edges of the only section that may follow the edge data."""
    for line in lines:
        section = line.partition(":")[0].strip().upper()
        if section in {"FIXED_EDGES", "FIXED_EDGES_SECTION"}:
            for u, v in _edge_list(text, lines, nodes):
                if not graph.has_edge(u, v):
                    raise text.wrong(f"the fixed edge {u} {v} is not one of the edges")
                yield u, v
        elif section not in {"", "EOF"}:
            raise text.wrong(f"only fixed edges may follow the edges, got {quoted(line)}")


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
                nodes = Numbers(text, int(order))
                graph.add_nodes_from(nodes.values())
            case [] | ["c", *_]:
                pass
            case ["n" | "d" | "v" | "x", *_] if nodes is not None:
                pass  # lines about nodes and colorings, not about edges
            case _:
                expected = "c, e, n, d, v or x" if nodes else "c or 'p edge NODES EDGES'"
                raise text.wrong(f"expected a line of {expected}, got {quoted(line)}")
    if nodes is None:
        raise text.wrong("the file ends before its line 'p edge NODES EDGES'")
    # The format has no end mark. Edges may be listed, and counted, in one direction or in both.
    if promised not in {lines, graph.size(), 2 * graph.size()}:
        raise text.wrong(f"{promised:,} edges are promised, {lines:,} listed: is it cut short?")
    return graph


def graph6(text: Text, row: str) -> nx.Graph[Any]:
    """Read a graph in graph6 or sparse6 from a row of a file; its nodes are the integers from 0."""
    for header in (">>graph6<<", ">>sparse6<<"):
        row = row.removeprefix(header)
    code = row.removeprefix(":")
    # networkx checks neither characters that are too small nor the size of a sparse graph.
    if not code or not all("?" <= letter <= "~" for letter in code):
        raise text.wrong(f"expected a graph in graph6 or sparse6, got {quoted(row)}")
    digits = code[0] if code[0] != "~" else code[1:4] if code[1:2] != "~" else code[2:8]
    order = reduce(lambda order, digit: 64 * order + ord(digit) - 63, digits, 0)
    text.promise(order)
    if code == row:  # a matrix of bits, an edge each
        text.afford(sum((ord(letter) - 63).bit_count() * row.count(letter) for letter in set(row)))
    else:  # an edge takes a node and a bit
        text.afford(6 * len(code) // (max(order - 1, 0).bit_length() + 1))
    parse = nx.from_graph6_bytes if code == row else nx.from_sparse6_bytes
    return _parsed(text, "graph6 or sparse6", parse, row.encode())


def graphml(text: Text) -> nx.Graph[Any]:
    """Read a graph in GraphML; its nodes are the identifiers in the file."""
    return _parsed(text, "GraphML", _graphml_graph, text.whole())


def _graphml_graph(content: str) -> nx.Graph[Any]:
    # Entities can expand to gigabytes or read other files; a graph needs none.
    if "<!ENTITY" in content:
        raise ValueError("a declaration of entities does not belong in a graph")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about ports, which are not part of a graph
        graph: nx.Graph[Any] = nx.parse_graphml(content)
    return graph


def node_link(text: Text) -> nx.Graph[Any]:
    """Read a graph in the node-link JSON that networkx writes, with the nodes named there."""
    return _parsed(text, "node-link data in JSON", _node_link_graph, text.whole())


def _node_link_graph(content: str) -> nx.Graph[Any]:
    data = parsed_json(content)
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
    return graph


def _is_long(node: Any) -> bool:
    """Return True if a name has an integer of over 64 bits: many can share one hash."""
    if isinstance(node, list):
        return any(map(_is_long, node))
    return isinstance(node, int) and node.bit_length() > 64


def _parsed(
    text: Text, what: str, parse: Callable[[Any], nx.Graph[Any]], content: str | bytes
) -> nx.Graph[Any]:
    """Parse a file; turn every error of the parser into an InvalidArgument."""
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
        raise InvalidArgument(f"{text.path}: this is not {what}: {reason_of(error)}") from None
