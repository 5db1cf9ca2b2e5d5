"""Graphs in files: Hamiltonian cycle problems of TSPLIB, graph6 and sparse6, GraphML, JSON.

Every reader refuses a file that it does not understand in full, with the line and the reason: half
a graph would have tours and proofs of its own. What a file claims is never believed further than
its bytes reach, so a short file cannot fill the memory.
"""

from __future__ import annotations

import gzip
import json
import secrets
import zlib
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    Reader = Callable[["_Text"], nx.Graph[Any]]

__all__ = ["GRAPH_SUFFIXES", "is_graph_file", "read_graph", "read_hcp", "write_atomically"]

MOST_NODES = 10_000_000
BELIEVED_NODES = 100_000
"""Up to here a file may be smaller than its number of nodes: they are cheap."""
MOST_BYTES = 2**31
"""Of text, after unpacking; a small packed file can hold any amount."""
LONGEST_LINE = 2**28
"""In bytes. A graph in JSON is often a single line."""


def read_graph(path: str | os.PathLike[str]) -> nx.Graph[Any]:
    """Read a graph from a file, in the format that its suffix names.

    Parameters
    ----------
    path : str or path-like
        The file: ``.hcp`` as :func:`read_hcp` does; ``.g6`` or ``.s6``, the first graph of the
        file, its nodes 0 to n - 1; ``.graphml``; ``.json``, node-link data as networkx writes
        them. Each may also be packed, as in ``.hcp.gz``.

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
    read_hcp : Hamiltonian cycle problems in detail, and the limits of all readers.

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
    if not is_graph_file(path):
        raise InvalidArgument(
            f"the name of a graph file ends in {', '.join(GRAPH_SUFFIXES)}, maybe with .gz,"
            f" got {str(path)!r}"
        )
    return _READERS[_suffix(path)](_Text(path))


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
        and the ``"comment"`` of the file, and its ``"fixed_edges"``, if it has them.

    Raises
    ------
    InvalidArgument
        If the file is malformed; the message says in which line, and why.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graph : Other formats.

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
    return _hcp(_Text(path))


def is_graph_file(path: str | os.PathLike[str]) -> bool:
    """Whether the name of a file ends as :func:`read_graph` needs it."""
    return _suffix(path) in _READERS


def _suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix that names the format of a file: in small letters, without ``.gz``."""
    return Path(Path(path).name.lower().removesuffix(".gz")).suffix


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
    OSError
        If it cannot be written; the old content is then untouched.
    """
    path = Path(path).resolve()  # a link stays a link
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f".icosian-{secrets.token_hex(8)}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


class _Text:
    """The lines of a text file one by one, and the place for a complaint."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.line = 0

    def __iter__(self) -> Iterator[str]:
        size = 0
        packed = self.path.name.lower().endswith(".gz")
        try:
            with gzip.open(self.path) if packed else self.path.open("rb") as file:
                while line := file.readline(LONGEST_LINE):
                    self.line += 1
                    size += len(line)
                    if len(line) == LONGEST_LINE or size > MOST_BYTES:
                        raise self.wrong("the text is too long to be a graph")
                    yield line.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise self.wrong("this is not text in UTF-8") from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InvalidArgument(f"{self.path}: the packed file is damaged ({error})") from None

    def wrong(self, reason: str) -> InvalidArgument:
        """Return the complaint about the current line."""
        return InvalidArgument(f"{self.path}, line {self.line}: {reason}")

    def promise(self, nodes: int) -> None:
        """Refuse a number of nodes that the file cannot mean."""
        if nodes > MOST_NODES:
            raise self.wrong(f"a graph file has at most {MOST_NODES:,} nodes, got {nodes:,}")
        if nodes > max(BELIEVED_NODES, self.path.stat().st_size):
            raise self.wrong(f"the file is too small for {nodes:,} nodes")


def _hcp(text: _Text) -> nx.Graph[Any]:
    lines = iter(text)
    head = _head(text, lines)
    if "DIMENSION" not in head:
        raise text.wrong("the edges begin before a DIMENSION is given")
    n = int(head["DIMENSION"])
    graph: nx.Graph[Any] = nx.Graph()
    graph.graph.update((key.lower(), head[key]) for key in ("NAME", "COMMENT") if key in head)
    graph.add_nodes_from(range(1, n + 1))
    edges = _EDGES[head.get("EDGE_DATA_FORMAT", "EDGE_LIST")]
    graph.add_edges_from(edges(text, lines, n))
    if fixed := list(_fixed_edges(text, lines, graph)):
        graph.graph["fixed_edges"] = fixed
    return graph


def _head(text: _Text, lines: Iterator[str]) -> dict[str, str]:
    """Read the keywords and their values, to the line that announces the edges."""
    head: dict[str, list[str]] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        key, value = key.strip().upper(), value.strip()
        if key == "EDGE_DATA_SECTION":
            return {key: "\n".join(values) for key, values in head.items()}
        if not line.strip():
            continue
        if not colon or not key:
            raise text.wrong(
                f"expected 'KEYWORD : value' or EDGE_DATA_SECTION, got {_quoted(line)}"
            )
        if key in head and key != "COMMENT":
            raise text.wrong(f"{_quoted(key)} is given twice")
        head.setdefault(key, []).append(_valid(text, key, value))
    raise text.wrong("the file ends before its EDGE_DATA_SECTION")


def _valid(text: _Text, key: str, value: str) -> str:
    """Return the value of a keyword as the reader needs it."""
    if key == "DIMENSION":
        text.promise(_number(text, "DIMENSION", value, MOST_NODES))
    elif allowed := {"TYPE": ["HCP"], "EDGE_DATA_FORMAT": list(_EDGES)}.get(key):
        value = value.upper()
        if value not in allowed:
            raise text.wrong(f"{key} must be {' or '.join(allowed)}, got {_quoted(value)}")
    return value


def _edge_list(text: _Text, lines: Iterator[str], n: int) -> Iterator[tuple[int, int]]:
    """Yield the edges of lines such as ``1 2``, to the line that ends them."""
    for line in lines:
        match line.split():
            case [u, v]:
                yield _node(text, u, n), _node(text, v, n)
            case ["-1" | "EOF" | "eof"]:
                return
            case [_, *_]:
                raise text.wrong(f"an edge is two numbers, got {_quoted(line)}")
    raise text.wrong("the file ends without the -1 or EOF that ends the edges: is it cut short?")


def _adjacency_list(text: _Text, lines: Iterator[str], n: int) -> Iterator[tuple[int, int]]:
    """Yield the edges of lists such as ``1 2 3 -1``: a node and its neighbours.

    A list may take several lines, so one whose -1 is missing swallows the next. Therefore the
    last -1, which ends no list, is not optional.
    """
    node = None
    for line in lines:
        words = iter(line.split())
        for word in words:
            if word != "-1":
                number = _node(text, word, n)
                if node is None:
                    node = number
                else:
                    yield node, number
            elif node is not None:
                node = None
            elif rest := " ".join(words):
                raise text.wrong(f"nothing follows the last -1, got {_quoted(rest)}")
            else:
                return
    raise text.wrong("every list of neighbours ends with -1, and a further -1 ends the lists")


_EDGES = {"EDGE_LIST": _edge_list, "ADJ_LIST": _adjacency_list}


def _node(text: _Text, word: str, n: int) -> int:
    return _number(text, "a node", word, n)


def _number(text: _Text, what: str, word: str, most: int) -> int:
    # Python reads more as a number than files mean: 1_000, +1, digits of any script.
    if word.isascii() and word.isdigit() and len(word) < 100 and 1 <= (number := int(word)) <= most:
        return number
    raise text.wrong(f"{what} is a number from 1 to {most:,}, got {_quoted(word)}")


def _fixed_edges(
    text: _Text, lines: Iterator[str], graph: nx.Graph[Any]
) -> Iterator[tuple[int, int]]:
    """Yield the edges of the only section that may follow the edges."""
    for line in lines:
        section = line.partition(":")[0].strip().upper()
        if section in {"FIXED_EDGES", "FIXED_EDGES_SECTION"}:
            for u, v in _edge_list(text, lines, len(graph)):
                if not graph.has_edge(u, v):
                    raise text.wrong(f"the fixed edge {u} {v} is not one of the edges")
                yield u, v
        elif section not in {"", "EOF"}:
            raise text.wrong(f"only fixed edges may follow the edges, got {_quoted(line)}")


def _graph6(text: _Text) -> nx.Graph[Any]:
    """Read the first graph of a graph6 or sparse6 file; a file may hold both kinds."""
    row = next(filter(None, map(str.strip, text)), "")
    for header in (">>graph6<<", ">>sparse6<<"):
        row = row.removeprefix(header)
    code = row.removeprefix(":")
    # networkx does not look at characters that are too small, nor at the size of a sparse graph.
    if not code or not all("?" <= letter <= "~" for letter in code):
        raise text.wrong(f"expected a graph in graph6 or sparse6, got {_quoted(row)}")
    digits = code[0] if code[0] != "~" else code[1:4] if code[1:2] != "~" else code[2:8]
    text.promise(reduce(lambda order, digit: 64 * order + ord(digit) - 63, digits, 0))
    parse = nx.from_graph6_bytes if code == row else nx.from_sparse6_bytes
    return _parsed(text, "graph6 or sparse6", parse, row.encode())


def _graphml(text: _Text) -> nx.Graph[Any]:
    return _parsed(text, "GraphML", nx.parse_graphml, "".join(text))


def _json(text: _Text) -> nx.Graph[Any]:
    return _parsed(text, "node-link data in JSON", _node_link_graph, "".join(text))


def _node_link_graph(content: str) -> nx.Graph[Any]:
    data = json.loads(content)
    edges = "links" if "links" in data else "edges"  # what networkx wrote first, and writes now
    graph: nx.Graph[Any] = nx.node_link_graph(data, edges=edges)
    if not isinstance(graph.graph, dict):
        raise TypeError(f"'graph' holds attributes, got {graph.graph!r}")
    if len(graph) != len(data["nodes"]):
        raise ValueError("a node is listed twice, or an edge joins a node that is not listed")
    return graph


def _parsed(
    text: _Text, what: str, parse: Callable[[Any], nx.Graph[Any]], content: str | bytes
) -> nx.Graph[Any]:
    """Return what a parser makes of a file; all that it may stumble over is one complaint."""
    try:
        return parse(content)
    except KeyError as error:
        reason = f"{error} is missing or unknown"
    except (
        nx.NetworkXException,
        AttributeError,
        IndexError,
        RecursionError,
        SyntaxError,
        TypeError,
        ValueError,
    ) as error:
        reason = str(error)
    raise InvalidArgument(f"{text.path}: this is not {what}: {reason}")


def _quoted(text: str) -> str:
    """Return what was read, short enough for a message."""
    words = " ".join(text.split())
    return repr(words if len(words) <= 40 else f"{words[:40]}...")


_READERS: dict[str, Reader] = {
    ".g6": _graph6,
    ".graphml": _graphml,
    ".hcp": _hcp,
    ".json": _json,
    ".s6": _graph6,
}
GRAPH_SUFFIXES = tuple(_READERS)
"""The suffixes that :func:`read_graph` knows, each also with ``.gz`` behind it."""
