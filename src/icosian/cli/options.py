"""The options of commands, each declared once, and what their texts mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from icosian._io.tables import read_number
from icosian._io.text import check_file_path, check_place, check_target
from icosian.boards.piece import NAMES
from icosian.exceptions import IcosianError, InvalidArgument
from icosian.files.graphs import GRAPH_SUFFIXES
from icosian.tours.problem import CONDITIONS, Condition

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # old versions of click cannot be subscripted

Decorator: TypeAlias = Callable[[Callable[..., int]], Callable[..., int]]

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


# -- What the texts of options mean


class Read(ParamType):
    """The type of what a function reads; what it refuses is an error that names the option."""

    name = "value"

    def __init__(self, read: Callable[[str], Any]) -> None:
        self.read = read

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read a value."""
        try:
            return self.read(value)
        except IcosianError as error:
            self.fail(str(error), param, ctx)


def read_piece(text: str) -> str | tuple[int, int]:
    """Read a piece by name, or a leaper by its two steps."""
    if match := re.fullmatch(r"([0-9]{1,18}),([0-9]{1,18})", text):
        return int(match[1]), int(match[2])
    if text in NAMES:
        return text
    names = f"{', '.join(NAMES[:-1])} or {NAMES[-1]}"
    raise InvalidArgument(f"{text!r} is neither {names} nor a leaper's steps such as 2,5")


def read_bytes(text: str) -> int:
    """Read a number of bytes, such as ``500M`` or ``2G``."""
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,18})?)([kmg]?)b?", text.lower())
    if not match:
        raise InvalidArgument(f"{text!r} is not a number of bytes such as 500M or 2G")
    return int(float(match[1]) * UNITS[match[2]])


def read_length(text: str) -> int | float:
    """Read the length of an edge, a number of at least 0."""
    number = read_number(text)
    if number is None or number < 0:
        raise InvalidArgument(f"{text!r} is not a number of at least 0")
    return number


def to_picture(*suffixes: str, noun: str = "a picture") -> Read:
    """Return the type of files that a picture, an animation or a page is written to."""

    def read(text: str) -> Path:
        from icosian.drawing import check_path

        return check_path(text, suffixes or PICTURES, noun)

    return Read(read)


def to_file(what: str, *suffixes: str, ending: str = "") -> Read:
    """Return the type of files to write, or of the stems of several with these suffixes."""

    def read(text: str) -> Path:
        path = check_target(text)
        if not path.name.lower().endswith(ending):
            raise InvalidArgument(f"{what} is saved to a {ending} file, got {text!r}")
        if text.lower().endswith(suffixes):
            rule = f"{what} is saved as {' and '.join(f'STEM{one}' for one in suffixes)}"
            raise InvalidArgument(f"{rule}: give the STEM alone, got {text!r}")
        for name in [f"{text}{suffix}" for suffix in suffixes or [""]]:
            check_place(Path(name), what)
        return path

    return Read(read)


def to_files(noun: str, *suffixes: str) -> Read:
    """Return the type of files with one of the suffixes, or of folders with one for each graph."""

    def read(text: str) -> Path:
        path = check_file_path(text)
        folder = not path.name.lower().endswith(suffixes)
        if folder != path.is_dir() if path.exists() else folder and path.suffix:
            rule = f"a {noun} is saved to a folder or to a {', '.join(suffixes)} file"
            raise InvalidArgument(f"{rule}, got {text!r}")
        target = path / f"{{}}{suffixes[0]}" if folder else path
        check_place(target if path.is_dir() else path, f"a {noun}")
        return target

    return Read(read)


# -- How options are declared


def option(flags: str, text: str, kind: Any = None, **more: Any) -> Decorator:
    """Return an option with flags, a name here, and a value read by click or a function."""
    words = flags.split()
    if not (words[-1].islower() or words[-1].startswith("--")):
        more["metavar"] = words.pop()
    if not (kind is None or isinstance(kind, type | click.ParamType)):
        kind = Read(kind)
    return click.option(*words, type=kind, help=text, **more)


def flag(flags: str, text: str) -> Decorator:
    """Return an option without a value."""
    return click.option(*flags.split(), is_flag=True, help=text)


def several(flags: str, text: str, kind: Any = None) -> Decorator:
    """Return an option that may be repeated."""
    return option(flags, text, kind, multiple=True)


PICTURES = ".pdf", ".png", ".svg"
FILMS = ".gif", ".html", ".mp4", *PICTURES
TRACKS = {".geojson": "to_geojson", ".gpx": "to_gpx"}
WAYS = *FILMS, *TRACKS
AT_LEAST_1 = click.IntRange(min=1)
FORMATS = click.Choice([suffix[1:] for suffix in GRAPH_SUFFIXES])
CLOSED = "Return to the start, or not. Default: closed for a graph file without --start and --end."
FORMAT = "The format of the graph file where its name does not tell, as of - for standard input."
METHOD = "Use only this method: warnsdorff, rotations, forcing, frontier, cdcl, sat or backtrack."
PIECE = (
    "knight (the default), king, queen, rook, bishop, wazir (a grid), camel, zebra and others by"
    " name, or a leaper's steps such as 2,5."
)
MATRIX = "The table is a matrix of distances: empty or NA is no way."
ZERO = "What 0 is in a matrix: the length of a way, or no way. Asked where either is possible."
DISTANCE = "euclidean, manhattan, chebyshev, haversine, EUC_2D, ...; for lat, lon haversine."
DASK = "Use a dask cluster: the address of its scheduler, such as tcp://host:8786."
JOBS = "Answer about N graphs or files at a time, each in a process."
WHICH = "Of a file with many graphs, take the K-th alone."
DEFAULT = "The length of edges that lack the attribute."
TIMEOUT = "Time limit. Compiling, once per machine, is not counted."
GAP = "Stop when at most this part too long is proved, such as 0.01."
MEMORY = "Memory limit, such as 500M or 2G; by default half of what is free."
SAVE = "Write a picture (.svg, .png, .pdf), an animation (.gif, .mp4 by ffmpeg), a page (.html)"
TOUR, TRACK = "the tour (.tour, TSPLIB)", "a track on the globe (.gpx, .geojson)"
PROOF, SHEET = "Write the proof: a .json file.", "Write the table: a .csv file."
LRAT = "Write STEM.cnf and STEM.lrat, for checkers of clauses such as ACL2's."


def _declare_condition(row: Condition) -> Decorator:
    """Return the option of a condition: one end, one number, or any number of texts."""
    if row.form == "end":
        return option(row.flags, row.says)
    if row.form == "option":
        kind = str if row.unasked is None else type(row.unasked)
        return option(row.flags, row.says, kind, default=row.unasked)
    return several(row.flags, row.says)


OPTIONS: dict[str, Decorator] = {
    **{name: _declare_condition(row) for name, row in CONDITIONS.items()},
    "format": option("--format", FORMAT, FORMATS, is_eager=True),
    "which": option("--graph which K", WHICH, AT_LEAST_1, is_eager=True),
    "closed": click.option("--closed/--open", default=None, help=CLOSED),
    "open": flag("--open is_open", "Do not return; --end implies it."),
    "torus": flag("--torus", "Join the opposite sides of the board: moves wrap around."),
    "piece": option("--piece PIECE", PIECE, read_piece),
    "points": flag("--points", "The table holds coordinates."),
    "matrix": flag("--matrix", MATRIX),
    "zero": option("--zero", ZERO, click.Choice(["length", "none"])),
    "roads": flag("--roads", "The table holds roads: u, v, weight."),
    "directed": flag("--directed", "The roads of a .csv file are one-way."),
    "distance": option("--distance NAME", DISTANCE),
    "weight": option("--weight NAME", "The edge attribute to use instead of weight."),
    "default": option("--default LENGTH", DEFAULT, read_length),
    "limit": option("--limit K", "List at most K.", AT_LEAST_1),
    "method": option("--method NAME", METHOD, default="auto"),
    "seed": option("--seed", "Seed of the random choices; the same seed gives the same tour.", int),
    "timeout": option("--timeout SECONDS", TIMEOUT, float),
    "gap": option("--gap PART", GAP, float, default=0.0),
    "memory": option("--memory memory_limit BYTES", MEMORY, read_bytes),
    "threads": option("--jobs threads N", "Use N threads.", AT_LEAST_1),
    "processes": option("--jobs processes N", "Use N processes.", AT_LEAST_1),
    "jobs": option("--jobs N", JOBS, AT_LEAST_1),
    "dask": option("--dask ADDRESS", DASK),
    "save": option("--save FILE", "Write a picture: .svg, .png or .pdf.", to_picture()),
    "save-tour": option(
        "--save FILE", f"{SAVE}, or {TOUR}.", to_picture(*FILMS, ".tour", noun="a tour")
    ),
    "save-walk": option("--save FILE", f"{SAVE}, or {TRACK}.", to_picture(*WAYS, noun="a walk")),
    "save-way": option(
        "--save FILE", f"{SAVE}, {TRACK}, or {TOUR}.", to_picture(*WAYS, ".tour", noun="a tour")
    ),
    "proof": option("--proof FILE", PROOF, to_file("a proof", ending=".json")),
    "csv": option("--csv sheet FILE", SHEET, to_file("a table", ending=".csv")),
    "pseudo-boolean": option(
        "--pseudo-boolean STEM",
        "Write STEM.opb and STEM.pbp, for checkers such as VeriPB.",
        to_file("a pseudo-Boolean proof", ".opb", ".pbp"),
    ),
    "lrat": option("--lrat STEM", LRAT, to_file("a proof as clauses", ".cnf", ".lrat")),
    "quiet": flag("--quiet", "Do not state what the file was read as."),
    "json": flag("--json as_json", "Print one JSON object, no text."),
}
"""The options that several commands have, by the names that commands give them."""

TOGETHER = {
    "reading": "format which csv",
    "table": "points matrix zero roads directed distance",
    "output": "quiet json",
    **{
        bundle: " ".join(name for name, row in CONDITIONS.items() if row.bundle == bundle)
        for bundle in ("conditions", "choice")
    },
}
"""Options that commands have together."""


def declare_options(names: str, arguments: dict[str, Decorator]) -> list[Decorator]:
    """Return the arguments and the options with these names, each maybe a bundle of options."""
    known = OPTIONS | arguments
    return [known[one] for name in names.split() for one in TOGETHER.get(name, name).split()]
