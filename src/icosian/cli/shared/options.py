"""Arguments and options that commands share, and the graph or question they describe."""

from __future__ import annotations

import multiprocessing
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import networkx as nx

from icosian._io.atomic import checked_file
from icosian._io.tables import read_number
from icosian._io.text import MOST_DRAWN, Text, plural
from icosian._run.pool import Workers as Pool
from icosian.boards.board import Board
from icosian.boards.piece import NAMES, Piece
from icosian.cli.shared.batch import Instance, instances, stem
from icosian.cli.shared.document import remember
from icosian.exceptions import IcosianError
from icosian.files.graphs import (
    GRAPH_SUFFIXES,
    GraphSource,
    graph_sources,
    is_graph_file,
    named_otherwise,
)

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # old versions of click cannot be subscripted


Command: TypeAlias = Callable[..., int]
UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


class BoardType(ParamType):
    """A board: ``8``, ``8x8``, ``3x10``, or a text file as :meth:`Board.from_text` reads it."""

    name = "board"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board:
        """Read the shape of a board."""
        if isinstance(value, Board):
            return value
        sides = value.lower().split("x")
        try:
            if all(re.fullmatch(r"-?[0-9]{1,18}", side) for side in sides):
                numbers = [int(side) for side in sides]
                board = Board(numbers * 2 if len(numbers) == 1 else numbers)
                remember(board, value)
                return board
            if is_graph_file(value):
                self.fail(f"a board is asked for, {value!r} names a graph: see icosian solve")
            if reason := named_otherwise(value):
                self.fail(reason, param, ctx)
            text = Text(value).whole(MOST_DRAWN, sys.stdin.buffer if value == "-" else None)
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
            self.fail(
                f"{value!r} is neither a size such as 8 or 3x10 nor a readable file ({why})",
                param,
                ctx,
            )
        except IcosianError as error:
            self.fail(str(error), param, ctx)
        try:
            board = Board.from_text(text)
        except IcosianError as error:
            self.fail(f"{value}: {error}", param, ctx)
        remember(board, value)
        return board


class GraphType(BoardType):
    """A board, or a graph file."""

    name = "graph"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read a board or a graph file, or one of them from standard input.

        Graphs of an argument of a command are read later, since there may be several.
        """
        if names_graphs(value):
            sources = list(graph_sources_of(value))  # its errors name the file
            if param is not None:
                todo = list(instances([Path(value)], lambda _: iter(sources)))
                return [replace(todo[0], label=value)] if len(todo) == 1 else todo
            if len(sources) > 1:
                raise click.UsageError(f"{value} has {len(sources)} graphs: --graph 1")
            G = sources[0].read()
            remember(G, value)
            return G
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            known = f"; a graph file ends in {', '.join(GRAPH_SUFFIXES)}, or give its --format"
            unnamed = Path(value).is_file() and not named_otherwise(value)
            self.fail(error.message + known * unnamed, param, ctx)


class PieceType(ParamType):
    """A piece by name, or a leaper by its two steps."""

    name = "piece"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the name or the step of a piece."""
        if match := re.fullmatch(r"([0-9]{1,18}),([0-9]{1,18})", value):
            return int(match[1]), int(match[2])
        if value not in NAMES:
            self.fail(
                f"{value!r} is neither {', '.join(NAMES[:-1])} or {NAMES[-1]}"
                " nor a leaper's steps such as 2,5",
                param,
                ctx,
            )
        return value


class PictureType(ParamType):
    """A file to write a picture, an animation or a page to."""

    name = "file"

    def __init__(self, *suffixes: str, noun: str = "a picture") -> None:
        self.suffixes = suffixes
        self.noun = noun

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Check the suffix of a picture."""
        from icosian.drawing import PICTURES, check_path

        try:
            return check_path(value, self.suffixes or PICTURES, self.noun)
        except IcosianError as error:
            self.fail(str(error), param, ctx)


class BytesType(ParamType):
    """A number of bytes, such as ``500M`` or ``2G``."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read a number of bytes."""
        match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([kmg]?)b?", str(value).lower())
        if not match:
            self.fail(f"{value!r} is not a number of bytes such as 500M or 2G", param, ctx)
        return int(float(match[1]) * UNITS[match[2]])


class LengthType(ParamType):
    """The length of an edge."""

    name = "length"

    def convert(self, value: Any, param: Any, ctx: Any) -> int | float:
        """Read a number of at least 0."""
        number = read_number(str(value))
        if number is None or number < 0:
            self.fail(f"{value!r} is not a number of at least 0", param, ctx)
        return number


class SavedType(ParamType):
    """A file to write."""

    name = "file"

    def __init__(self, what: str) -> None:
        self.what = what

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Check the folder of a file."""
        path = self.file(value, param, ctx)
        if not path.parent.is_dir():
            self.fail(f"the folder of {self.what} must exist, got {value!r}", param, ctx)
        if path.is_dir():
            self.fail(f"{self.what} is saved to a file, {value!r} is a folder", param, ctx)
        return path

    def file(self, value: str, param: Any, ctx: Any) -> Path:
        """Return the path of a file, or of several without their suffixes."""
        try:
            return checked_file(value)
        except IcosianError as error:
            self.fail(str(error), param, ctx)


class StemType(SavedType):
    """The common path of two files to write, without a suffix."""

    name = "stem"

    def __init__(self, what: str, *suffixes: str) -> None:
        super().__init__(what)
        self.suffixes = suffixes

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Check the folder of both files."""
        path = self.file(value, param, ctx)
        for suffix in self.suffixes:
            super().convert(f"{value}{suffix}", param, ctx)
        return path


def _remember(context: click.Context, param: click.Parameter, value: Any) -> None:
    """Let arguments know how the files that they name are read."""
    context.meta[f"icosian.{param.name}"] = value


def _told(name: str) -> Any:
    """Return the value of an option that says how files are read."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(f"icosian.{name}")


def names_graphs(value: str) -> bool:
    """Return True if an argument names a graph file, not a board."""
    return _told("format") is not None or is_graph_file(value)


def graph_sources_of(value: str) -> Iterator[GraphSource]:
    """Return the graphs that an argument names, in a file or on standard input."""
    format_, which = _told("format"), _told("which")
    suffix = None if format_ is None else f".{format_}"
    if value != "-":
        sources = graph_sources(value, suffix)
    elif suffix is None:
        raise click.UsageError("a graph from standard input needs its --format")
    else:
        sources = graph_sources("standard input", suffix, sys.stdin.buffer.read())
    if which is None:
        return sources
    graphs = list(sources)
    if which > len(graphs):
        raise click.UsageError(f"--graph {which}: {value} has {plural(len(graphs), 'graph')}")
    return iter(graphs[which - 1 : which])


def _placed(context: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:
    """Read a graph file; a piece and a board are read later, if they are given instead."""
    if len(value) == 1 and names_graphs(value[0]):
        return GraphType().convert(value[0], param, context)
    return value


def _files(context: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:  # noqa: ARG001
    """Return the files that a command is about, if there are any."""
    todo = [Instance(label=file, name=stem(Path(file))) for file in value]
    return todo or None


def _which(command: Command) -> Command:
    """Give a command the options that say how its graph files are read."""
    return _FORMAT(_WHICH(command))


_WHICH = click.option(
    "--graph",
    "which",
    type=click.IntRange(min=1),
    metavar="K",
    expose_value=False,
    is_eager=True,
    callback=_remember,
    help="Of a file with many graphs, take the K-th alone.",
)
_FORMAT = click.option(
    "--format",
    type=click.Choice([suffix[1:] for suffix in GRAPH_SUFFIXES]),
    expose_value=False,
    is_eager=True,
    callback=_remember,
    help="The format of the graph file where its name does not tell, as of - for standard input.",
)


SHARED: dict[str, Callable[[Command], Command]] = {
    "graph": click.argument("graph", type=GraphType(), metavar="GRAPH"),
    "on": click.argument(
        "on", nargs=-1, required=True, metavar="PIECE BOARD | GRAPH", callback=_placed
    ),
    "file": click.argument("file", nargs=-1, required=True, metavar="FILE...", callback=_files),
    "files": click.argument("file", nargs=-1, metavar="[FILE...]", callback=_files),
    "format": _which,
    "closed": click.option(
        "--closed/--open",
        default=None,
        help="Return to the start, or not. Default: open on a board and wherever --start or --end"
        " is given, closed in a graph file.",
    ),
    "start": click.option(
        "--start",
        metavar="NODE",
        help="First node; on a board a square such as b1, or row,column from the top left.",
    ),
    "end": click.option("--end", metavar="NODE", help="Last node of an open tour."),
    "require": click.option(
        "--require",
        multiple=True,
        metavar="A-B",
        help="A move, or an edge, that tours must use, such as b1-c3; repeatable.",
    ),
    "forbid": click.option(
        "--forbid", multiple=True, metavar="A-B", help="One that tours must not use; repeatable."
    ),
    "torus": click.option(
        "--torus", is_flag=True, help="Join the opposite sides of the board: moves wrap around."
    ),
    "piece": click.option(
        "--piece",
        type=PieceType(),
        help="knight (the default), king, queen, rook, bishop, wazir (a grid), camel, zebra and"
        " others by name, or a leaper's steps such as 2,5.",
    ),
    "weight": click.option(
        "--weight", metavar="NAME", help="The edge attribute to use instead of weight."
    ),
    "default": click.option(
        "--default",
        type=LengthType(),
        metavar="LENGTH",
        help="The length of edges that lack the attribute.",
    ),
    "directed": click.option(
        "--directed", is_flag=True, help="The roads of a .csv file are one-way."
    ),
    "limit": click.option(
        "--limit", type=click.IntRange(min=1), metavar="K", help="List at most K."
    ),
    "method": click.option(
        "--method",
        default="auto",
        metavar="NAME",
        help="Use only this search method: warnsdorff, rotations, forcing, frontier, cdcl, sat or"
        " backtrack.",
    ),
    "seed": click.option(
        "--seed", type=int, help="Seed of the random choices; the same seed gives the same tour."
    ),
    "timeout": click.option(
        "--timeout",
        type=float,
        metavar="SECONDS",
        help="Time limit. Compiling, once per machine, is not counted.",
    ),
    "gap": click.option(
        "--gap",
        type=float,
        default=0.0,
        metavar="PART",
        help="Stop when at most this part too long is proved, such as 0.01.",
    ),
    "memory": click.option(
        "--memory",
        "memory_limit",
        type=BytesType(),
        metavar="BYTES",
        help="Memory limit, such as 500M or 2G; by default half of what is free.",
    ),
    "threads": click.option(
        "--jobs", "threads", type=click.IntRange(min=1), metavar="N", help="Use N threads."
    ),
    "processes": click.option(
        "--jobs", "processes", type=click.IntRange(min=1), metavar="N", help="Use N processes."
    ),
    "jobs": click.option(
        "--jobs",
        "jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="Answer about N graphs or files at a time, each in a process.",
    ),
    "dask": click.option(
        "--dask",
        metavar="ADDRESS",
        help="Use a dask cluster: the address of its scheduler, such as tcp://host:8786.",
    ),
    "save": click.option("--save", type=PictureType(), help="Write a picture: .svg, .png or .pdf."),
    "save-tour": click.option(
        "--save",
        type=PictureType(".pdf", ".png", ".svg", ".tour", noun="a picture or a tour"),
        help="Write a picture: .svg, .png or .pdf; or the tour: .tour (TSPLIB).",
    ),
    "proof": click.option(
        "--proof", type=SavedType("a proof"), help="Write the proof: a .json file."
    ),
    "pseudo-boolean": click.option(
        "--pseudo-boolean",
        type=StemType("a pseudo-Boolean proof", ".opb", ".pbp"),
        metavar="STEM",
        help="Write STEM.opb and STEM.pbp, for checkers such as VeriPB.",
    ),
    "lrat": click.option(
        "--lrat",
        type=StemType("a proof as clauses", ".cnf", ".lrat"),
        metavar="STEM",
        help="Write STEM.cnf and STEM.lrat, for checkers of clauses such as ACL2's.",
    ),
    "quiet": click.option("--quiet", is_flag=True, help="Do not state what the file was read as."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print one JSON object, no text."),
}
"""Arguments and options that several commands have."""


def options(names: str) -> Callable[[Command], Command]:
    """Give a command shared options, in the order of their names."""

    def given(command: Command) -> Command:
        for name in reversed(names.split()):
            command = SHARED[name](command)
        return command

    return given


def bundled(name: str, kind: Any) -> Callable[[Command], Command]:
    """Give a command a dataclass instead of the options that are its fields."""

    def bundle(command: Command) -> Command:
        @wraps(command)
        def bundling(*given: Any, **rest: Any) -> int:
            own = {item.name: rest.pop(item.name) for item in fields(kind) if item.name in rest}
            return command(*given, **{name: kind(**own)}, **rest)

        return bundling

    return bundle


@dataclass(frozen=True, kw_only=True)
class Workers:
    """Where the work is done: here, in threads, in processes, or on a dask cluster."""

    threads: int | None = None
    processes: int | None = None
    dask: str | None = None

    def __post_init__(self) -> None:
        if self.dask is not None and (self.threads or self.processes):
            raise click.UsageError("--jobs and --dask exclude each other")

    def __bool__(self) -> bool:
        return self != Workers()

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


def moves_on(board: Board, piece: Any) -> nx.Graph[Any]:
    """Return the graph of a piece on a board."""
    from icosian.boardgraphs.graph import board_graph

    if isinstance(piece, tuple):
        piece = Piece.leaper(*piece, dimensions=board.dimensions)
    return board_graph(board, piece or "knight")


def joined(graph: Any, *, torus: bool) -> Any:
    """Return a board with its opposite sides joined, where that is asked for."""
    if not torus:
        return graph
    if not isinstance(graph, Board):
        raise click.UsageError("--torus is for boards; a graph file has its own edges")
    return Board(graph.shape, periodic=True, holes=graph.holes)


def marked(graph: object, role: str, text: str | None, *, is_asked: bool = True) -> str | None:
    """Return an option, or else the square that a text file marks; refuse it if none is asked."""
    if text is not None or not isinstance(graph, Board) or (square := getattr(graph, role)) is None:
        return text
    if not is_asked:
        letter = {"start": "S", "end": "E"}[role]
        raise click.UsageError(f"{letter} marks the {role} of a tour, this command takes none")
    return graph.name(square) if graph.has_names else ",".join(map(str, square))


def closed_asked(
    graph: Board | nx.Graph[Any] | None, *, closed: bool | None, start: str | None, end: str | None
) -> bool:
    """Return True if closed tours are asked about; without a graph, in graph files."""
    if closed and end is not None:
        raise click.UsageError(
            "a closed tour has no end: give --end, or E in a text file, with --open"
        )
    if closed is None:
        return not isinstance(graph, Board) and start is None and end is None
    return closed


def named_square(board: Board, text: str | None) -> tuple[int, ...] | None:
    """Return the square that an option names."""
    if text is None:
        return None
    numbers = re.fullmatch(r"\(?\s*([0-9]{1,18}(?:\s*,\s*[0-9]{1,18})+)\s*\)?", text)
    if numbers:
        return board.square([int(x) for x in numbers[1].split(",")])
    return board.square(text)


def named_node(graph: Board | nx.Graph[Any], text: str | None) -> Any:
    """Return the node that an option names: a square, an integer or a string."""
    if isinstance(graph, Board):
        return named_square(graph, text)
    if text is None:
        return None
    number = int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text
    return number if number in graph else text


def fixed_edges(G: nx.Graph[Any]) -> Any:
    """Return the edges that a file fixes: every tour of the graph uses them."""
    return G.graph.get("fixed_edges", ())


def placed_graph(on: tuple[str, ...] | nx.Graph[Any], *, torus: bool) -> tuple[nx.Graph[Any], str]:
    """Return the graph that the arguments name, and what is placed on it."""
    if not isinstance(on, tuple):
        return joined(on, torus=torus), "node"
    if len(on) == 2:
        if on[1] in NAMES:
            raise click.UsageError(f"the piece comes first, then the board: {on[1]} {on[0]}")
        piece = PieceType().convert(on[0], None, None)
        board = BoardType().convert(on[1], None, None)
        G = moves_on(joined(board, torus=torus), piece)
        remember(G)
        return G, piece if isinstance(piece, str) else "piece"
    if on[0] in NAMES and len(on) == 1:
        raise click.UsageError(f"{on[0]} needs a board, such as {on[0]} 8x8")
    raise click.UsageError(
        (len(on) == 1 and named_otherwise(on[0]))
        or "give a piece and a board, such as knight 8x8, or a graph file"
        f" ({', '.join(GRAPH_SUFFIXES)}), got {' '.join(on)!r}"
    )
