"""What the commands share: exit codes, kinds of arguments, options, graphs and squares."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import MOST_DRAWN, Text
from icosian.boards.board import Board
from icosian.boards.lookup import node_of
from icosian.boards.piece import Piece
from icosian.exceptions import IcosianError
from icosian.files.graphs import GRAPH_SUFFIXES, is_graph_file, named_otherwise, read_graph

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    import networkx as nx

    from icosian.tours import Progress, Tour

    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # old versions of click cannot be subscripted

__all__ = [
    "AS_ASKED",
    "BAD_USE",
    "INTERRUPTED",
    "OPPOSITE",
    "UNDECIDED",
    "UNREAD",
    "BoardType",
    "BytesType",
    "GraphType",
    "PictureType",
    "PieceType",
    "ProgressWords",
    "SavedType",
    "closed_asked",
    "closed_option",
    "complain",
    "counted_as_one",
    "dask_option",
    "end_option",
    "ends_asked",
    "fixed_edges",
    "graph_asked",
    "jobs_option",
    "json_option",
    "limit_option",
    "memory_option",
    "moves_on",
    "named_node",
    "named_square",
    "paragraph",
    "piece_option",
    "progress_line",
    "save_option",
    "seed_option",
    "several",
    "start_option",
    "timeout_option",
    "tour_in_words",
    "workforce",
]

AS_ASKED, OPPOSITE, BAD_USE, UNDECIDED, INTERRUPTED, UNREAD = 0, 1, 2, 3, 130, 141
UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
PATIENCE = 1.0  # seconds before a progress line appears
GETTING_READY = "getting ready (a first large search compiles its kernels; see icosian warm)"
TELLING = 0.01  # less than that says little about the rest
BAR = 20  # columns of its bar, where it is known how much is done


class BoardType(_ParamType):
    """A board: ``8``, ``8x8``, ``3x10``, or a text file of ``.`` and ``#``."""

    name = "board"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board:
        if isinstance(value, Board):
            return value
        sides = value.lower().split("x")
        try:
            if all(re.fullmatch(r"-?[0-9]{1,18}", side) for side in sides):
                numbers = [int(side) for side in sides]
                return Board(numbers * 2 if len(numbers) == 1 else numbers)
            if is_graph_file(value):
                self.fail(f"a board is asked for, {value!r} names a graph: see icosian solve")
            if reason := named_otherwise(value):
                self.fail(reason, param, ctx)
            text = Text(value).whole(MOST_DRAWN)
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
            return Board.from_text(text)
        except IcosianError as error:
            self.fail(f"{value}: {error}", param, ctx)


class GraphType(BoardType):
    """A board, or a graph file."""

    name = "graph"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board | nx.Graph[Any]:  # type: ignore[override]
        if is_graph_file(value):
            return read_graph(value)  # its complaints name the file
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            known = f"; a graph file ends in {', '.join(GRAPH_SUFFIXES)}"
            unnamed = Path(value).is_file() and not named_otherwise(value)
            self.fail(error.message + known * unnamed, param, ctx)


class PieceType(_ParamType):
    """A chess piece by name, or a leaper by its two steps."""

    name = "piece"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if match := re.fullmatch(r"([0-9]{1,18}),([0-9]{1,18})", value):
            return int(match[1]), int(match[2])
        if value not in ("knight", "king", "queen", "rook", "bishop"):
            self.fail(
                f"{value!r} is neither knight, king, queen, rook or bishop"
                " nor a leaper's steps such as 2,3",
                param,
                ctx,
            )
        return value


class PictureType(_ParamType):
    """A file to write a picture to, perhaps one that moves, or nothing but a page."""

    name = "file"

    def __init__(self, *suffixes: str, noun: str = "a picture") -> None:
        self.suffixes = suffixes
        self.noun = noun

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        from icosian.drawing.files import PICTURES, check_path

        try:
            return check_path(value, self.suffixes or PICTURES, self.noun)
        except IcosianError as error:
            self.fail(str(error), param, ctx)


class BytesType(_ParamType):
    """A number of bytes, such as ``500M`` or ``2G``."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([kmg]?)b?", str(value).lower())
        if not match:
            self.fail(f"{value!r} is not a number of bytes such as 500M or 2G", param, ctx)
        return int(float(match[1]) * UNITS[match[2]])


class SavedType(_ParamType):
    """A file to write."""

    name = "file"

    def __init__(self, what: str) -> None:
        self.what = what

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        path = Path(value)
        if not path.parent.is_dir():
            self.fail(f"the folder of {self.what} must exist, got {value!r}", param, ctx)
        if path.is_dir():
            self.fail(f"{self.what} is saved to a file, {value!r} is a folder", param, ctx)
        return path


closed_option = click.option(
    "--closed/--open",
    default=None,
    help="Return to the start, or not: by default open on a board and wherever --start or --end is"
    " given, closed in a graph file.",
)
start_option = click.option(
    "--start",
    metavar="NODE",
    help="First node; on a board a square such as b1, or row,column from the top left.",
)
end_option = click.option("--end", metavar="NODE", help="Last node of an open tour.")
piece_option = click.option(
    "--piece",
    type=PieceType(),
    help="knight (the default), king, queen, rook, bishop, or a leaper's steps such as 2,3.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object, no text."
)
limit_option = click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="List at most so many."
)
memory_option = click.option(
    "--memory",
    type=BytesType(),
    metavar="BYTES",
    help="The most memory to take, such as 500M or 2G; by default half of what is free.",
)
save_option = click.option(
    "--save", type=PictureType(), help="Write a picture: .svg, .png or .pdf."
)
seed_option = click.option(
    "--seed", type=int, help="Another seed, another tour; the same seed, the same tour."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Work with N threads."
)
dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on a cluster of dask, by the address of its scheduler such as tcp://host:8786.",
)
timeout_option = click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    help="Give up after so many seconds; compiling, once on a machine, comes on top.",
)


def paragraph(text: str) -> str:
    """Return sentences as lines that a terminal does not break within a word."""
    if not sys.stdout.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)


@contextmanager
def workforce(jobs: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Give the executor that ``--jobs`` or ``--dask`` asks for, or None."""
    if jobs is not None and dask is not None:
        raise click.UsageError("--jobs and --dask exclude each other")
    if jobs is not None:
        with ThreadPoolExecutor(jobs) as executor:
            yield executor
    elif dask is not None:
        try:
            from distributed import Client
        except ImportError:
            raise click.UsageError(
                "--dask needs a package that is missing: pip install 'icosian[parallel]'"
            ) from None
        try:
            client = Client(dask, set_as_default=False)
        except (OSError, ValueError) as error:
            raise click.UsageError(f"no cluster of dask at {dask!r}: {error}") from None
        with client:
            yield client.get_executor(pure=False)
    else:
        yield None


def moves_on(board: Board, piece: Any) -> nx.Graph[Any]:
    """Return the graph of a piece on a board."""
    from icosian.boardgraphs.graph import board_graph

    if isinstance(piece, tuple):
        piece = Piece.leaper(*piece, dimensions=board.dimensions)
    return board_graph(board, piece or "knight")


def graph_asked(graph: Board | nx.Graph[Any], piece: Any) -> nx.Graph[Any]:
    """Return the graph that a command is about."""
    if isinstance(graph, Board):
        return moves_on(graph, piece)
    if piece is not None:
        raise click.UsageError("--piece moves on a board, a graph file has edges of its own")
    return graph


def closed_asked(
    graph: Board | nx.Graph[Any] | None, *, closed: bool | None, start: str | None, end: str | None
) -> bool:
    """Return whether a command is about closed tours, as ``closed_option`` says.

    Without a graph it is about files of graphs.
    """
    if closed and end is not None:
        raise click.UsageError("a closed tour has no end: give --end with --open")
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


def tour_in_words(tour: Tour) -> str:
    """Say what a tour is, its nodes under the names that they have on the command line."""
    board = tour.board
    name = board.name if board is not None and board.has_names else str
    kind, to = ("closed", "") if tour.is_closed else ("open", f" to {name(tour[-1])}")
    return f"{kind} tour of {several(len(tour), 'node')} from {name(tour[0])}{to}"


def several(number: int, noun: str) -> str:
    """Return a number of things, one or more."""
    return f"{number} {noun}{'s' * (number != 1)}"


def counted_as_one(noun: str, *others: str) -> str:
    """Say which others, if any, a count takes for the same thing."""
    if not others:
        return ""
    return f" ({', '.join([f'a {noun}', *others[:-1]])} and {others[-1]} are one)"


def fixed_edges(G: nx.Graph[Any]) -> Any:
    """Return the edges that a file fixes: every tour of the graph uses them."""
    return G.graph.get("fixed_edges", ())


def ends_asked(
    graph: Board | nx.Graph[Any], G: nx.Graph[Any], start: str | None, end: str | None
) -> list[Any]:
    """Return the nodes that ``--start`` and ``--end`` name, None for what is not given."""
    return [
        None if text is None else node_of(G, named_node(graph, text), role)
        for role, text in (("start", start), ("end", end))
    ]


@contextmanager
def progress_line() -> Iterator[Any]:
    """Give a progress callback that writes a line to a terminal once a search takes long."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    status = Console(stderr=True).status(GETTING_READY, spinner="dots")
    words = ProgressWords()

    def report(progress: Progress) -> None:
        line = Table.grid(padding=(0, 1))
        bar = [] if progress.part is None else [ProgressBar(1, progress.part, width=BAR)]
        line.add_row(*bar, words(progress))
        status.update(line)

    late = Timer(PATIENCE, status.start)
    late.start()
    try:
        yield report
    finally:
        late.cancel()
        late.join()
        status.stop()


class ProgressWords:
    """What a progress line says. What was done in an earlier run says nothing about the pace."""

    def __init__(self) -> None:
        self._begun: tuple[float, float] | None = None

    def __call__(self, progress: Progress) -> str:
        stage = "" if progress.stage is None else f", {progress.stage}"
        line = f"{progress.method}{stage}: {progress.steps:,} steps, {_duration(progress.seconds)}"
        if (done := progress.part) is not None:
            before, since = self._begun = self._begun or (done, progress.seconds)
            line += f", {done:.0%} done"
            if done - before >= TELLING:
                left = (progress.seconds - since) * (1 - done) / (done - before)
                line += f", about {_duration(left)} left"
        return f"{line} (Ctrl-C stops)"


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def complain(message: str, code: int) -> int:
    """Print an error in one line, and return the exit code for it."""
    click.echo(f"icosian: {' '.join(message.split())}", err=True)
    return code
