"""What a command is about: a board, graphs or places, and what its options ask of them."""

from __future__ import annotations

import csv
import math
import multiprocessing
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property, partial
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.tables import (
    LATITUDE_FIRST,
    ROLES,
    TABLE_SUFFIXES,
    Source,
    exact_decimal,
    graph_of,
    is_entry,
    is_table_file,
    kind_of,
    read_cells,
    read_number,
)
from icosian._io.text import MOST_DRAWN, Text, check_spellings, file_named, plural, shown, spelling
from icosian._run.limits import Deadline, Workers as Pool, meant, progress_line
from icosian.boards.board import Board, board_of
from icosian.boards.piece import NAMES, Piece
from icosian.cli.options import Decorator, read_piece
from icosian.cli.progress import INTERRUPTED, stopping
from icosian.exceptions import IcosianError, InvalidArgument, NotANode
from icosian.files.graphs import (
    GRAPH_SUFFIXES,
    TSP_SUFFIXES,
    GraphSource,
    graph_sources,
    is_graph_file,
    is_tsp_file,
    name_other_reader,
    refuse_name,
)
from icosian.files.places import is_json_file, read_coordinates, read_distances
from icosian.files.tours import fixed_edges
from icosian.files.tsplib import read_problem
from icosian.routes.maps import fill_lengths, map_source, route_map_from_matrix
from icosian.tours import Places
from icosian.tours.problem import CONDITIONS

LENGTH_SUFFIXES = (*TSP_SUFFIXES, *TABLE_SUFFIXES, *sorted({*GRAPH_SUFFIXES} - {*TSP_SUFFIXES}))


# -- From an argument to the subjects that it names


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSubject:
    """What one answer is about, as a small value that another process can receive."""

    label: str
    """Its name in a table."""
    name: str
    """What stands for {} in the names of its files."""
    source: GraphSource | TableSource | Board | None = None
    """The graph or the board; None for a file that its command reads."""
    error: str | None = None
    """Why the file cannot be read."""
    is_late: bool = False
    """Its command reads the graph."""

    def read(self) -> nx.Graph[Any] | Source | Board | None:
        """Return the graph or the board, None for what its command reads."""
        if self.error is not None:
            raise InvalidArgument(self.error)
        if self.is_late:
            return None
        return self.source if isinstance(self.source, Board | None) else self.source.read()


@dataclass(frozen=True, slots=True)
class TableSource:
    """A graph in a table, not read yet: edges, maybe with lengths, or a matrix of 0 and 1."""

    path: Path
    weight: str | None = None
    """The column with the lengths, if they are of interest."""

    def read(self) -> Source:
        """Read the graph."""
        cells = read_cells(self.path)
        table = cells.table()
        rows: list[Any] = [table.header or (), *zip(*table.columns, strict=True)]
        # 1. A matrix.
        inner = [row[1:] for row in rows[1:]]
        is_matrix = {*chain(*inner)} <= {"0", "1", ""} and len(rows[0]) == len(rows) > 2
        if is_matrix and {row[k] for k, row in enumerate(inner)} <= {"0", ""}:
            names, matrix, notes = read_distances(self.path)
            return Source(value=route_map_from_matrix(matrix, names, zero="none"), notes=notes)
        # 2. Roads.
        is_map = None not in (table.column("u"), table.column("v"))
        with suppress(InvalidArgument):  # it has several meanings
            is_map = is_map or kind_of(cells) == "roads"
        if is_map:
            how: Any = {"weight": self.weight} if self.weight else {"default": 1, "bare": True}
            return replace(map_source(self.path, **how), lengths=self.weight)
        # 3. Pairs.
        if len(rows[0]) != 2 or table.has_coordinates():
            rule = "a table of a graph has edges, u and v, or is a matrix of 0 and 1"
            raise cells.wrong(0, f"{rule}: see icosian tsp")
        if not any(map(is_entry, rows[0])) and {*rows[0]}.isdisjoint(chain(*rows[1:])):
            doubt = f"{shown(rows[0])} may name the columns, or be an edge apart from all others"
            raise cells.wrong(0, f"{doubt}: write u and v above the columns")
        for k, (u, v) in enumerate(rows):
            if not (u and v) or isinstance(exact_decimal(str(u)), Decimal):
                raise table.wrong(k - 1, f"an edge is two names, got {shown((u, v))}")
        G = graph_of([(u, v, {}) for u, v in rows])
        with file_named(self.path):
            check_spellings(G)
        return Source(value=G, notes=cells.notes)


def instances(paths: Sequence[Path], how: Mapping[str, Any]) -> Iterator[NamedSubject]:
    """Yield the graphs of all files, read as options say; an unreadable one is one as well."""
    names = Counter(path.name for path in paths)
    for path in paths:
        file = path.name if names[path.name] == 1 else str(path)
        try:
            sources = list(graph_sources_of(str(path), how))
        except (nx.NetworkXException, OSError) as error:
            yield NamedSubject(label=file, name=stem(path), error=message(error))
            continue
        for source in sources:
            label, name = file, stem(path)
            if len(sources) > 1 and isinstance(source, GraphSource):
                label, name = f"{file}:{source.line}", f"{stem(path)}-{source.line}"
            yield NamedSubject(label=label, name=name, source=source)


def stem(path: str | Path) -> str:
    """Return the name of a file without its suffixes."""
    return Path(Path(path).name.removesuffix(".gz")).stem


def message(error: BaseException) -> str:
    """Return an error as one line."""
    if isinstance(error, MemoryError):
        return "this graph is too large for the memory of the machine"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def read_board(text: str) -> Board:
    """Read a board: ``8``, ``8x8``, ``3x10``, or a file as :meth:`Board.from_text` reads it."""
    sides = text.lower().split("x")
    if all(re.fullmatch(r"-?[0-9]{1,18}", side) for side in sides):
        numbers = [int(side) for side in sides]
        return Board(numbers * 2 if len(numbers) == 1 else numbers)
    if is_graph_file(text):
        raise InvalidArgument(f"a board is asked for, {text!r} names a graph: see icosian solve")
    if text in NAMES:
        raise InvalidArgument(f"a board is asked for, {text!r} is a piece: --piece {text}")
    if reason := name_other_reader(text):
        raise InvalidArgument(reason)
    try:
        drawn = Text(text).whole(MOST_DRAWN, sys.stdin.buffer if text == "-" else None)
    except OSError as error:
        why = (error.strerror or "cannot be read").lower()
        raise InvalidArgument(
            f"{text!r} is neither a size such as 8 or 3x10 nor a readable file ({why})"
        ) from None
    piped = "a board from standard input (a graph needs its --format)"
    with file_named(piped if text == "-" else text):
        return Board.from_text(drawn)


_FORMATS = f"a graph file ends in {', '.join(GRAPH_SUFFIXES)}, or give its --format"
_PIPED = (
    "standard input needs --format, of places in JSON as well: --format json; a table is read from"
    " a file"
)


def graph_sources_of(text: str, how: Mapping[str, Any]) -> Iterator[GraphSource | TableSource]:
    """Return the graphs that an argument names, in a file or on standard input."""
    suffix, which = how.get("format") and f".{how['format']}", how.get("which")
    sources: Iterator[GraphSource | TableSource]
    if suffix is None and is_table(Path(text)):
        sources = iter([TableSource(Path(text), how.get("weight"))])
    elif text != "-":
        if suffix is None and not (is_graph_file(text) or name_other_reader(text)):
            raise InvalidArgument(f"{_FORMATS}, got {text!r}")
        sources = graph_sources(text, suffix)
    elif suffix is None:
        raise click.UsageError(_PIPED)
    else:
        sources = graph_sources("standard input", suffix, sys.stdin.buffer.read())
    if which is None:
        return sources
    graphs = list(sources)
    if which > len(graphs):
        raise click.UsageError(f"--graph {which}: {text} has {plural(len(graphs), 'graph')}")
    return iter(graphs[which - 1 : which])


def read_subjects(text: str, how: dict[str, Any]) -> list[NamedSubject]:
    """Return the board or the graphs that an argument names; graphs are read later."""
    if _names_graph(text, how):
        found = list(instances([Path(text)], how))
        return [replace(found[0], label=text)] if len(found) == 1 else found
    return [_board(text, _FORMATS)]


def _names_graph(text: str, how: dict[str, Any]) -> bool:
    return how.get("format") is not None or is_graph_file(text) or is_table(Path(text))


def is_table(path: Path) -> bool:
    """Return True for the name of a table; one ``.txt`` has numbers, and others draw a board."""
    if not path.name.lower().removesuffix(".gz").endswith(".txt"):
        return is_table_file(path)
    with suppress(IcosianError, OSError):
        cells = read_cells(path)
        numbers = [*map(exact_decimal, chain(*cells.rows))]
        return any(numbers) and (None not in numbers or bool(kind_of(cells)))
    return False


def _board(text: str, known: str) -> NamedSubject:
    """Return the board that an argument names, or say which other files are known."""
    try:
        return NamedSubject(label=text, name=stem(text), source=read_board(text))
    except IcosianError as error:
        unnamed = Path(text).is_file() and not name_other_reader(text)
        raise click.BadParameter(f"{error}{f'; {known}' * unnamed}") from None


def _graphs(texts: tuple[str, ...], context: click.Context) -> list[NamedSubject]:
    """Return the graphs of all files; one that cannot be read does not stop the others."""
    _refuse_boards(texts)
    return list(instances(list(map(Path, texts)), context.params))


def _refuse_boards(texts: Sequence[str]) -> None:
    for text in texts:
        if re.fullmatch("[0-9]+(x[0-9]+)*", text.lower()) and not Path(text).exists():
            raise click.UsageError(f"FILE must be a file, got the board {text!r}: see icosian tour")


def _pieces(words: tuple[str, ...], context: click.Context) -> list[NamedSubject]:
    """Read a graph file, or a board behind its piece."""
    first, *more = words
    if not more and _names_graph(first, context.params):
        return read_subjects(first, context.params)
    if len(words) == 2:
        if more[0] in NAMES:
            raise click.UsageError(f"the piece comes first, then the board: {more[0]} {first}")
        context.params["piece"] = read_piece(first)
        return [NamedSubject(label=more[0], name=stem(more[0]), source=read_board(more[0]))]
    if first in NAMES and not more:
        raise click.UsageError(f"{first} needs a board, such as {first} 8x8")
    raise click.UsageError(
        (not more and name_other_reader(first))
        or "give a piece and a board, such as knight 8x8, or a graph file"
        f" ({', '.join(GRAPH_SUFFIXES)}), got {' '.join(words)!r}"
    )


def _map(text: str, context: click.Context) -> list[NamedSubject]:
    """Return a file of roads, which is read later, or a board."""
    if _names_graph(text, context.params):
        return _files((text,), context)
    return [_board(text, f"a route map ends in {', '.join((*TABLE_SUFFIXES, *GRAPH_SUFFIXES))}")]


def _files(texts: tuple[str, ...], context: click.Context) -> list[NamedSubject]:
    """Return files that are read later, or their graphs where they may have several."""
    how, found = context.params, []
    _refuse_boards(texts)
    for text in texts:
        if how.get("format") or ("format" in how and is_graph_file(text) and not is_tsp_file(text)):
            found += [replace(one, is_late=True) for one in read_subjects(text, how)]
        elif text == "-" and "format" in how:
            raise click.UsageError(_PIPED)
        elif how.get("which"):
            raise click.UsageError(f"--graph is for files of graphs, got {text}")
        else:
            found.append(NamedSubject(label=text, name=stem(text)))
    return found


def _argument(metavar: str, read: Callable[[Any, click.Context], Any], **more: Any) -> Decorator:
    """Return the argument with the subject of a command; a function makes instances of it.

    A board may mark no end that the command ignores.
    """

    def callback(context: click.Context, _: Any, value: Any) -> list[NamedSubject]:
        found: list[NamedSubject] = read(value, context)
        if context.params.get("which") and any(isinstance(one.source, Board) for one in found):
            raise click.UsageError("--graph is for files of graphs, not for boards")
        known = {option.name for option in context.command.params}
        for role, letter in (("start", "S"), ("end", "E")):
            if role not in known and any(getattr(one.source, role, None) for one in found):
                raise click.UsageError(
                    f"{letter} marks the {role} of a tour, this command takes none"
                )
        return found

    return click.argument("subject", metavar=metavar, callback=callback, **more)


ARGUMENTS: dict[str, Decorator] = {
    "GRAPH": _argument("GRAPH", lambda text, context: read_subjects(text, context.params)),
    "GRAPHS": _argument("FILE...", _graphs, nargs=-1, required=True),
    "PIECES": _argument("PIECE BOARD | GRAPH", _pieces, nargs=-1, required=True),
    "MAP": _argument("MAP", _map),
    "FILES": _argument("FILE...", _files, nargs=-1, required=True),
    "[FILES]": _argument("[FILE...]", _files, nargs=-1),
}
"""The arguments that name what a command is about, each as a list of instances."""


# -- From a file with lengths to what it holds


def read_lengths(file: Path | GraphSource, how: dict[str, Any]) -> Source:
    """Return the places or the graph in a file, read as options say."""
    path = file.path if isinstance(file, GraphSource) else file
    kinds = [kind for kind in ("points", "matrix", "roads") if how[kind]]
    if how["zero"] is not None and not kinds:
        kinds = ["matrix"]
    directed, distance = how["directed"], how["distance"]
    if is_table_file(path):
        if len(kinds) > 1 or (directed and kinds not in ([], ["roads"])):
            raise click.UsageError(
                "--points, --matrix and --roads exclude each other, and --directed is for roads"
            )
        return _read_table(path, kinds[0] if kinds else None, how)
    content = None
    is_json = is_json_file(path)
    if isinstance(file, GraphSource):
        is_json, content = file.suffix in {".json", ".geojson"}, file.content
    if is_json and not (kinds or directed):
        source = read_coordinates(path, distance, content)
        if distance is None or isinstance(source.value, Places):
            return source
    if kinds or directed or distance is not None:
        raise click.UsageError(
            "--points, --matrix, --zero, --roads, --directed and --distance are for tables, .csv,"
            " .tsv and .txt; other formats state it themselves"
        )
    if isinstance(file, GraphSource):
        return Source(value=file.read())
    if not is_tsp_file(path):
        refuse_name(path, "a file of lengths", LENGTH_SUFFIXES)
    return Source(value=read_problem(Text(path)))


def _read_table(path: Path, kind: str | None, how: dict[str, Any]) -> Source:
    """Return what a table holds, of the given kind or the only one that it can be."""
    directed, distance = how["directed"], how["distance"]
    is_named = distance not in (None, "matrix")
    if kind is None:
        kind = "points" if is_named else "roads" if directed else kind_of(read_cells(path))
    if is_named and kind != "points":
        raise click.UsageError(f"--distance {distance} is for coordinates: --points")
    zero = how["zero"]
    if zero is not None and kind != "matrix":
        raise click.UsageError(f"--zero is for a matrix, not with --{kind}")
    if kind == "points":
        return read_coordinates(path, distance)
    if kind == "roads":
        return map_source(path, directed=directed, weight=how["weight"], default=how["default"])
    names, rows, notes = read_distances(path)
    pairs = [c for i, row in enumerate(rows) for j, c in enumerate(row) if i != j]
    if None in pairs or (zero == "none" and 0 in pairs):
        G = route_map_from_matrix(rows, names, zero=zero or "length")
        return Source(value=G, notes=(*notes, "a matrix with pairs that no way joins"))
    with file_named(path):
        places = Places.from_matrix(rows, names=names, zero=zero and "length")
    return Source(value=places, notes=notes)


def read_map(file: Path | GraphSource, how: dict[str, Any]) -> Source:
    """Return the roads in a file."""
    if how["piece"] is not None:
        raise click.UsageError("--piece is for boards; a file has its own roads")
    if how["directed"] and (isinstance(file, GraphSource) or not is_table_file(file)):
        raise click.UsageError("--directed is for .csv files; other formats state it themselves")
    more = {name: how[name] for name in ("directed", "weight", "default")}
    return map_source(file, positions=how["located"], **more)


# -- From the texts of options to nodes and edges


def read_square(board: Board, text: str) -> tuple[int, ...]:
    """Return the square that an option names."""
    numbers = re.fullmatch(r"\(?\s*([0-9]{1,18}(?:\s*,\s*[0-9]{1,18})+)\s*\)?", text)
    if numbers:
        return board.square([int(x) for x in numbers[1].split(",")])
    return board.square(text)


class NodeNames:
    """What the texts of options name: the squares of a board, the nodes of a graph, or places."""

    def __init__(self, graph: Board | nx.Graph[Any] | Places) -> None:
        self.what = "one of the places" if isinstance(graph, Places) else "a node of the graph"
        self.board: Board | None = None
        self.nodes: Mapping[Any, Any] = {}
        self.spots: Mapping[Any, Any] = {}  # where places are, as x and y
        self.turned = False  # they may be given as y and x: as latitude and longitude
        self.meant: dict[str, str] = {}
        """The nodes that were named by a label or by coordinates, by these."""
        if isinstance(graph, nx.Graph):
            self.board, self.nodes = board_of(graph), graph.nodes
        elif isinstance(graph, Board):
            self.board = graph
        else:
            self.nodes = {v: {} for v in graph.nodes}
            self.spots = graph.positions or {}
            self.turned = graph.distance in LATITUDE_FIRST

    @cached_property
    def labels(self) -> dict[str, list[Any]]:
        """The nodes by their texts, and by attributes such as ``label`` and ``name``."""
        found: dict[str, list[Any]] = {}
        for v, data in self.nodes.items():
            for name in {*map(spelling, (str(v), *_labels(data)))}:
                found.setdefault(name, []).append(v)
        return found

    @cached_property
    def has_labels(self) -> bool:
        """True if a node has a label, which may be the name of another."""
        return any(data and _labels(data) for data in self.nodes.values())

    def found(self, text: str) -> list[Any]:
        """Return the nodes with this name or this label, else those at these coordinates."""
        at = _spelled(text)
        ways = (at, at[::-1]) if self.turned and isinstance(at, tuple) else (at,)
        return self.named(text) or [v for v, spot in self.spots.items() if spot in ways]

    def named(self, text: str) -> list[Any]:
        """Return the nodes with this name or this label; a prefix says which alone is meant."""
        known = [v for v in dict.fromkeys((text, _spelled(text))) if v in self.nodes]
        if not known and (prefix := _PREFIX.match(text)):
            name = text[prefix.end() :]
            ways = (name,) if prefix[0] == "text=" else (_spelled(name), name)
            return [v for v in ways if v in self.nodes][:1]
        if not (known or self.board is None):
            with suppress(IcosianError):  # not a square
                return [read_square(self.board, text)]
        also = self.labels if self.has_labels or not known else {}
        return list(dict.fromkeys(chain(known, also.get(spelling(text), ()))))

    def node(self, text: str, role: str = "place") -> Any:
        """Return the node that a text names, as in a list maybe in quotes."""
        found = self.found(text)
        if not found and re.fullmatch('".*"', text):
            text = text[1:-1]
            found = self.found(text)
        if len(found) > 1:
            some = ", ".join(map(self._described, found[:3])) + ", ..." * (len(found) > 3)
            ways = " or ".join(map(self._exact, found[:2]))
            raise click.UsageError(
                f"{role} {shown(text)} may be each of {len(found)} nodes: {some}; {ways} is one"
            )
        if found:
            return self._note(text, found[0])
        if self.board is not None:
            return read_square(self.board, text)  # raises
        raise NotANode(f"{role} {shown(text)} is not {self.what}{meant(text, self.labels)}")

    def _exact(self, v: Any) -> str:
        """Return what names a node alone."""
        is_other = isinstance(v, str) and _spelled(v) != v and _spelled(v) in self.nodes
        return f"{'text' if is_other else 'id'}={v}"

    def _described(self, v: Any) -> str:
        """Return a node and its labels, other than its name, for an error."""
        others = dict.fromkeys(_labels(self.nodes.get(v, {})))
        labels = [shown(label) for label in others if label != str(v)]
        return shown(v) + f" with label {' and '.join(labels)}" * bool(labels)

    def _note(self, text: str, v: Any) -> Any:
        """Return a node, and keep its name if it was named otherwise."""
        name = _PREFIX.sub("", spelling(text))
        if self.board is None and name != spelling(str(v)) and _spelled(name) != v:
            self.meant[text] = str(v)
        return v

    def listed(self, text: str) -> list[Any]:
        """Return the nodes that a text lists, as a row of a table; it may be one with a comma."""
        parts = _parts(text)
        if any(part.startswith('"') for part in parts):
            try:
                (cells,) = csv.reader([text], skipinitialspace=True, strict=True)
            except csv.Error as error:
                raise click.UsageError(f"{text}: {error}") from None
            return [self.node(cell.strip()) for cell in cells]
        if len(parts) > 1 and self.found(text) and not all(map(self.found, parts)):
            parts = [text]
        elif len(parts) > 1:
            row = f",{','.join(parts)},"
            for name in (text, *(self.labels if self.board is None else ())):
                some = _parts(name) if "," in name else []
                if len(some) > 1 and f",{','.join(some)}," in row and self.named(name):
                    both = f", and so are {' and '.join(some)}" * all(map(self.found, some))
                    raise click.UsageError(
                        f"{name!r} is a place{both}: in a list, quotes are around such a name, as"
                        f""" in '"{name}",B', or around each of its parts"""
                    )
        return list(map(self.node, parts))

    def number(self, text: str, what: str) -> tuple[Any, int | float]:
        """Return a place and its number: a prize, or where it is on the tour."""
        name, sign, number = text.rpartition("=")
        if sign and (value := read_number(number)) is not None:
            return self.node(name), value
        raise click.UsageError(f"{what} is a place and a number, such as a=30, got {text}")

    def edge(self, text: str, flag: str, G: nx.Graph[Any] | Places) -> tuple[Any, Any]:
        """Return the edge that an option names; the names of its nodes may hold a ``-``."""
        pairs = {
            (u, v): k
            for k in range(1, len(text) - 1)
            if text[k] == "-"
            for u in self.found(text[:k])
            for v in self.found(text[k + 1 :])
        }
        edges = [
            (u, v) for u, v in pairs if (u != v if isinstance(G, Places) else G.has_edge(u, v))
        ]
        if len(edges) == 1:
            k = pairs[edges[0]]
            return tuple(map(self._note, (text[:k], text[k + 1 :]), edges[0]))
        if edges:
            ends = "-".join(map(self._exact, edges[0]))
            raise click.UsageError(f"{flag} {text}: this names more than one edge; {ends} is one")
        if pairs:
            what = "an edge of the graph" if self.board is None else "a move on this board"
            raise click.UsageError(f"{flag} {text}: this is not {what}")
        halves = [(text[:k], text[k + 1 :]) for k in range(1, len(text) - 1) if text[k] == "-"]
        for name in next((pair for pair in halves if any(map(self.found, pair))), ()):
            self.node(name, flag)  # raises for one of them
        first = G.nodes[:2] if isinstance(G, Places) else next(iter(G.edges), ("A", "B"))
        example = "-".join(map(name_of(G), first))
        raise click.UsageError(
            f"{flag} takes two nodes with - between them, such as {example}, got {text!r}"
        )


_PREFIX = re.compile("(id|text)=")
"""Before the name of a node that is no label; of a number and its text, ``text`` is the latter."""


def _parts(text: str) -> list[str]:
    """Return what stands between the commas of a list, but not those of squares."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text)]


def _labels(data: Mapping[Any, Any]) -> list[str]:
    """Return what the attributes of a node call it."""
    return [str(data[key]) for key in ROLES["name"] if key in data]


def _spelled(text: str) -> Any:
    """Return the integer or the coordinates that a text spells, else the text."""
    if re.fullmatch("-?[0-9]{1,18}", text):
        return int(text)
    numbers = list(map(read_number, text.strip("() ").split(",")))
    return text if None in numbers or len(numbers) == 1 else tuple(numbers)


def name_of(what: Any) -> Callable[[Any], str]:
    """Return what names the nodes of a board, a graph or a tour as the command line does."""
    board = what if isinstance(what, Board) else getattr(what, "board", None)
    return board.name if board is not None and board.has_names else str


# -- Where the work is done


@dataclass(frozen=True, kw_only=True)
class Workers:
    """Where the work is done: here, in threads, in processes, or on a dask cluster."""

    threads: int | None = None
    processes: int | None = None
    dask: str | None = None

    def __post_init__(self) -> None:
        if self.dask is not None and (self.threads or self.processes):
            raise click.UsageError("--jobs and --dask exclude each other")

    @contextmanager
    def executor(self) -> Iterator[Pool]:
        """Yield the executor that was asked for, or what makes it; None for this thread."""
        if self.threads is not None:
            with ThreadPoolExecutor(self.threads) as executor:
                yield executor
        elif self.dask is not None:
            try:
                from distributed import Client
                from distributed.comm import resolve_address
            except ImportError:
                raise click.UsageError(
                    "--dask needs a package that is missing: pip install 'icosian[parallel]'"
                ) from None
            try:
                resolve_address(self.dask)  # a client that cannot read it hangs when it is deleted
                client = Client(self.dask, set_as_default=False)
            except (OSError, ValueError) as error:
                raise click.UsageError(f"no dask cluster at {self.dask!r}: {error}") from None
            with client:
                yield client
        elif self.processes is None or self.processes == 1:
            yield None
        else:
            context = multiprocessing.get_context("spawn")  # the same everywhere, safe with threads
            given: Any = {"mp_context": context, "initializer": _ignore_ctrl_c}
            yield partial(ProcessPoolExecutor, self.processes, **given)


def _ignore_ctrl_c() -> None:
    """Ignore Ctrl-C in a worker: the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- What is asked


@dataclass(kw_only=True)
class Ask:
    """What a command is asked: a subject, and options, of which the library takes some."""

    options: dict[str, Any]
    name: str | None = None
    """The subject, as the command line names it."""
    file: Any = None
    """The file or the graph of one, where the command reads it."""
    graph: Any = None
    """The board, the graph or the places, once they are known."""
    source: Source | None = None
    """What a file was read as."""
    marks: dict[str, str] = field(default_factory=dict)
    """The ends that a drawn board marks."""
    progress: Callable[[Any], object] | None = None
    """What receives the progress instead of a line on the terminal."""
    said: list[Any] | None = None
    """What receives the answers instead of the output."""
    stops: list[int] = field(default_factory=list)
    """The exit code of each search that Ctrl-C has ended."""

    def about(self, graph: Board | nx.Graph[Any] | Source | None) -> Ask:
        """Return this, about a board or a graph."""
        torus = self.options.get("torus")
        if isinstance(graph, Board):
            ends = {"start": graph.start, "end": graph.end}
            self.marks = {role: name_of(graph)(at) for role, at in ends.items() if at is not None}
            self.graph = Board(graph.shape, periodic=True, holes=graph.holes) if torus else graph
        elif graph is not None:
            self.take(graph if isinstance(graph, Source) else Source(value=graph))
        return self

    def take(self, source: Source, usual: str | None = None) -> Any:
        """State what was read and return it; ``usual`` is the attribute with the lengths."""
        options, graph = self.options, source.value
        weight = options.get("weight") or usual
        if usual is not None and options["default"] is not None:
            if not isinstance(graph, nx.Graph):
                raise click.UsageError("--default is for graphs")
            graph = fill_lengths(graph, weight or usual, default=options["default"])
        if weight is not None and isinstance(graph, nx.Graph) and source.lengths is None:
            has_lengths = any(weight in data for *_, data in graph.edges(data=True))
            source = replace(source, lengths=weight if has_lengths else "")
        self.graph = graph
        self.source = replace(source, value=graph)
        if self.said is None and not (options.get("quiet") or options.get("as_json")):
            click.echo(f"read {self.source}", err=True)
        return graph

    @cached_property
    def G(self) -> nx.Graph[Any]:  # noqa: N802 - as in networkx
        """The graph: that of the file, or of the moves on the board."""
        piece, graph = self.options.get("piece"), self.graph
        if isinstance(graph, Board):
            from icosian.boardgraphs.graph import board_graph

            if isinstance(piece, tuple):
                piece = Piece.leaper(*piece, dimensions=graph.dimensions)
            return board_graph(graph, piece or "knight")
        if piece is not None:
            raise click.UsageError("--piece is for boards; a graph file has its own edges")
        return graph  # type: ignore[no-any-return]

    @property
    def known(self) -> Any:
        """The graph if the moves on the board are listed, else the board, or places."""
        return self.__dict__.get("G", self.graph)

    @property
    def prints(self) -> bool:
        """True if text is printed."""
        return self.said is None and not self.options.get("as_json")

    def text(self, role: str) -> str | None:
        """Return the text that names an end, of an option or marked on a board."""
        return self.end_or_mark(self.options.get(role), role)

    def end_or_mark(self, text: str | None, role: str) -> str | None:
        """Return the text of an end, by default the mark on the board; refuse another one."""
        mark = self.marks.get(role)
        if text is None or mark is None:
            return mark if text is None else text
        if self.names.node(text, role) != self.names.node(mark, role):
            raise click.UsageError(
                f"the {role} is {mark}, which {role[0].upper()} marks, or {text}: drop one of them"
            )
        return text

    @cached_property
    def closed(self) -> bool:
        """True if closed tours are asked about, as by default in files without ends."""
        closed, start, end = self.options["closed"], self.text("start"), self.text("end")
        if closed and end is not None:
            raise click.UsageError(
                "a closed tour has no end: give --end, or E in a text file, with --open"
            )
        if closed is None:
            return not isinstance(self.graph, Board) and start is None and end is None
        return bool(closed)

    @cached_property
    def names(self) -> NodeNames:
        """What the texts of options name."""
        return NodeNames(self.graph)

    def end(self, role: str) -> Any:
        """Return the node that is the start or the end, None where not given."""
        text = self.text(role)
        return None if text is None else self.names.node(text, role)

    def lists(self, name: str) -> list[list[Any]]:
        """Return the nodes that each text of an option lists."""
        for text in self.options[name]:
            is_chain = name == "order" and "visit" not in self.options  # where it is no stop
            if is_chain and len(self.names.listed(text)) < 2:
                raise click.UsageError(f"--order takes two places or more, such as A,B, got {text}")
        return list(map(self.names.listed, self.options[name]))

    def edges(self, name: str) -> list[tuple[Any, Any]]:
        """Return the edges that an option names; tours use those that a file fixes as well."""
        G = self.graph if isinstance(self.graph, Places) else self.G
        fixed = fixed_edges(G) if name == "require" and isinstance(G, nx.Graph) else ()
        return [*fixed, *(self.names.edge(text, f"--{name}", G) for text in self.options[name])]

    def pairs(self, name: str) -> list[Any]:
        """Return the pairs of edges that an option names, or of all moves that cross."""
        found: list[Any] = []
        for text in self.options[name]:
            edges = _parts(text)
            if text == "crossings" and hasattr(self.G, "crossings"):
                found += self.G.crossings()
            elif len(edges) != 2:
                rule = "takes two edges, such as A-B,C-D, or on a board crossings"
                raise click.UsageError(f"--{name} {rule}, got {text}")
            else:
                found.append([self.names.edge(edge, f"--{name}", self.G) for edge in edges])
        return found

    def numbers(self, name: str) -> dict[Any, int | float]:
        """Return the places that an option names, and their prizes or numbers on the tour."""
        return dict(self.names.number(text, f"a {name[:-1]}") for text in self.options[name])

    def refuse(self, rule: str, *names: str, when: object = True) -> None:
        """Refuse those of some options that are given, by a rule in which {} is the first."""
        params = {one.name: one for one in click.get_current_context().command.params}
        for name in names if when else ():
            value = self.options[name]
            if not (value is None or value is False or value in ((), params[name].default)):
                raise click.UsageError(rule.format(params[name].opts[0]))

    def option(self, name: str) -> Any:
        """Return the value of an option as it is."""
        return self.options[name]

    @cached_property
    def deadline(self) -> Deadline:
        """The time limit, which all searches of the command share."""
        return Deadline(self.options["timeout"])

    @cached_property
    def workers(self) -> Workers | None:
        """Where a search works, None if it has no such options."""
        own = self.options.keys() & {"threads", "processes"}
        given = {name: self.options.get(name) for name in (*own, "dask")}
        return Workers(**given) if own else None

    @property
    def rows(self) -> Workers:
        """Where several subjects are answered about."""
        given = map(self.options.get, ("jobs", "processes", "threads"))
        return Workers(processes=next(filter(None, given), None), dask=self.options.get("dask"))

    def call(self, function: Callable[..., Any], *given: Any, **own: Any) -> Any:
        """Return what a search finds; it gets those of the options that it takes as well."""
        with self.search() as call:
            return call(function, *given, **own)

    def check_no_edge_is_fixed(self) -> None:
        """Refuse a file that fixes edges of tours, which this command does not keep."""
        if isinstance(self.graph, nx.Graph) and (fixed := fixed_edges(self.graph)):
            raise click.UsageError(
                f"the file fixes {plural(len(fixed), 'edge')}, which this command does not keep"
            )

    def cycle_or_path(self, cycle: Callable[..., Any], path: Callable[..., Any], **own: Any) -> Any:
        """Return what the search for closed tours finds, or that for open ones."""
        return self.call(cycle if self.closed else path, self.G, **own)

    @contextmanager
    def search(self, kept: Callable[[Any], bool] | None = None) -> Iterator[Callable[..., Any]]:
        """Yield what calls a search with the options, workers and progress that it takes.

        The first Ctrl-C ends it as its time limit does. ``kept`` says whether a count goes on from
        its checkpoint after the second one. That is printed at once, before the threads have ended.
        """
        workers = self.workers
        with nullcontext() if workers is None else workers.executor() as executor:
            line = progress_line() if self.progress is None else nullcontext(self.progress)
            try:
                with line as progress:
                    stop = partial(self.stops.append, INTERRUPTED)
                    with stopping(progress, stop) as report:
                        run = {"executor": executor} if workers is not None else {}
                        yield partial(self._called, {**run, "progress": report})
            except KeyboardInterrupt:
                if kept is None:
                    raise
                place = self.options["checkpoint"]
                resume = f"; the same command continues from {place}" if kept(place) else ""
                click.echo(f"\nicosian: interrupted{resume}", err=True)
                raise click.exceptions.Exit(INTERRUPTED) from None

    @property
    def stated(self) -> list[str]:
        """The conditions that are given, besides ends; an empty text is given."""
        return [name for name in STATED if self.options.get(name) not in (None, (), [], False)]

    def _called(
        self, run: dict[str, Any], function: Callable[..., Any], *given: Any, **own: Any
    ) -> Any:
        """Call a function with its options; one that takes conditions must take all given."""
        takes = parameters_of(function)
        lost = [name for name in self.stated if name not in takes]
        if lost and takes & {*STATED}:
            flag = CONDITIONS[lost[0]].flags.split()[0]
            raise click.UsageError(f"{flag} is no condition of what the other options ask for")
        if "timeout" in takes and self.options.get("timeout") is not None:
            own["timeout"] = min(own.get("timeout", math.inf), max(0.0, self.deadline.left))
        known = takes & self.options.keys() - own.keys()
        taken = [name for name in KEYWORDS if name in known]
        own |= {name: KEYWORDS[name](self, name) for name in taken}
        return function(*given, **{name: run[name] for name in takes & run.keys()} | own)


@cache
def parameters_of(function: Callable[..., Any]) -> frozenset[str]:
    """Return the names of what a function takes."""
    return frozenset(signature(function).parameters)


STATED = tuple(name for name, row in CONDITIONS.items() if row.form != "end")
"""Options that state which tours are meant, besides their ends."""
_AS_GIVEN = (
    *("method", "seed", "gap", "memory_limit", "checkpoint", "weight"),
    *("distinct", "rounds", "steps", "clues", "total", "independent", "connected"),
)
KEYWORDS: dict[str, Callable[[Ask, str], Any]] = {
    **dict.fromkeys(_AS_GIVEN, Ask.option),
    **{name: getattr(Ask, row.form) for name, row in CONDITIONS.items()},
}
"""The options that the functions of the library take by the same names, and how they are read."""
