"""What public functions share: checks of arguments, hints, what shows progress, and iterators."""

from __future__ import annotations

import operator
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from html import escape
from itertools import chain, islice
from threading import Timer
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast
from unicodedata import normalize

import networkx as nx

from icosian._io.memory import free_memory
from icosian._io.text import ELSEWHERE, check_spellings, shown
from icosian.exceptions import IcosianError, InvalidArgument, UnknownKeyword

if TYPE_CHECKING:
    from icosian._run.clock import Progress

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])

TEXT = str, bytes
LIMITS = {"limit", "k", "n", "count", "most", "best"}
ALIKE = (
    {"closed", "cycle", "is_closed"},
    {"places", "nodes", "stops", "points"},
    {"start", "source", "from", "origin"},
    {"end", "target", "to", "destination"},
    {"timeout", "time_limit", "max_time", "seconds"},
    {"executor", "threads", "jobs", "n_jobs", "workers"},
    {"weight", "length", "cost", "distance"},
    LIMITS,
    {"periodic", "torus", "wrap"},
)
"""Words that mean one thing."""


def hinted(function: Function) -> Function:
    """Name the argument that is meant where a caller names another; show progress and iterators."""
    explained, relay, results = _explained, Relay, Results
    is_lazy = str(function.__annotations__.get("return")).startswith("Iterator[")
    has_progress = "progress" in (function.__kwdefaults__ or ())

    def call(*args: Any, **given: Any) -> Any:
        shown = None
        if has_progress and given.get("progress") is True:
            shown = given["progress"] = relay()
        try:
            if shown is None or is_lazy:
                found = function(*args, **given)
            else:
                with shown:
                    found = function(*args, **given)
        except TypeError as error:
            # The call itself failed if no frame is below this one.
            if error.__traceback__ and error.__traceback__.tb_next is None:
                raise explained(function, given, error) from None
            raise
        return results(found, function.__name__, args, shown) if is_lazy else found

    # A copy with the names of the function's module, where doctest looks for it.
    own = FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    return cast("Function", wraps(function)(own))


def _explained(function: Any, given: Mapping[str, Any], error: TypeError) -> TypeError:
    """Return the error about an unknown argument, or another error as it is."""
    from inspect import signature

    from icosian._io.tables import NOT_ASKED

    asked = signature(function)
    own = [name for name in asked.parameters if name != "self"]
    wrong = next((name for name in given if name not in own), None)
    if wrong is None:
        return error
    meant = near(wrong, own) or alike(wrong, own)
    hint = f"did you mean {meant[0]!r}?" if meant else f"it has {', '.join(own)}"
    if NOT_ASKED.fullmatch(wrong):
        hint = ELSEWHERE
    elif not meant and wrong in LIMITS and "Iterator[" in str(asked.return_annotation):
        hint = f"itertools.islice({function.__name__}(...), {given[wrong]!r}) takes the first ones"
    return UnknownKeyword(f"{function.__name__}() has no argument {wrong!r}; {hint}")


def alike(word: str, known: Iterable[str]) -> list[str]:
    """Return those words that mean what this one does."""
    return [v for some in ALIKE if word in some for v in known if v in some]


USUAL = {
    name: answer
    for names, answer in {
        "shortest_path shortest_route astar_path": "dijkstra(G, source)",
        "tsp concorde held_karp christofides lin_kernighan two_opt nearest_neighbor greedy_tsp"
        " simulated_annealing_tsp threshold_accepting_tsp asadpour_atsp": "shortest_tour(places)",
        "traveling_salesman_problem": "traveling_salesman(G, stops)",
        "chinese_postman chinese_postman_problem route_inspection": "routes.postman_walk(G)",
        "rural_postman rural_postman_problem": "routes.postman_walk(G, streets)",
        "hamiltonian_path_exists has_hamiltonian_path": "hamiltonian_path(G)",
        "has_hamiltonian_cycle": "is_hamiltonian(G)",
        "number_of_hamiltonian_cycles": "count_hamiltonian_cycles(G)",
        "number_of_hamiltonian_paths": "count_hamiltonian_paths(G)",
        "circumference": "longest_cycle(G)",
        "snake_in_the_box longest_chordless_path": "longest_induced_path(G)",
        "coil_in_the_box longest_chordless_cycle": "longest_induced_cycle(G)",
        "chromatic_number coloring greedy_color k_coloring": "minimum_coloring(G)",
        "chromatic_index edge_chromatic_number edge_coloring": "minimum_coloring(L), L ="
        " networkx.line_graph(G)",
        "clique_cover clique_cover_number": "minimum_coloring(networkx.complement(G))",
        "vertex_cover minimum_vertex_cover": "all nodes but those of maximum_independent_set(G)",
        "clique max_clique maximum_clique": "maximum_independent_set(networkx.complement(G))",
        "clique_number": "len(maximum_independent_set(networkx.complement(G)))",
        "independence_number stability_number": "len(maximum_independent_set(G))",
        "domination_number": "len(minimum_dominating_set(G))",
        "connected_domination_number": "len(minimum_dominating_set(G, connected=True))",
        "min_weighted_dominating_set": "minimum_dominating_set(G, weight=name)",
        "total_domination_number": "len(minimum_dominating_set(G, total=True))",
        "perfect_matching max_matching maximum_matching": "networkx.max_weight_matching(G, True)",
        "sudoku steiner_tree treewidth pathwidth bandwidth max_cut maximum_cut isomorphism"
        " automorphism_group feedback_vertex_set orienteering": ELSEWHERE,
        "vrp cvrp vehicle_routing": ELSEWHERE,
    }.items()
    for name in names.split()
}
"""What answers a question that is often called so elsewhere."""


def missing(name: str, rooms: Iterable[ModuleType]) -> str:
    """Return where a name is that the package does not have at its top, or what is like it."""
    if usual := USUAL.get(name):
        return f"; {'' if usual == ELSEWHERE else 'this is '}{usual}"
    listed = {room.__name__: getattr(room, "__all__", ()) for room in rooms}
    homes = [f"{room}.{name}" for room, names in listed.items() if name in names]
    if not homes:
        found = near(name, sorted({v for names in listed.values() for v in names}))
        has_it = f"; networkx has it, networkx.{name}" * callable(getattr(nx, name, None))
        return f"; did you mean {found[0]!r}?" if found else has_it
    return f"; it is {' and '.join(homes)}"


def near(name: str, names: Iterable[str]) -> list[str]:
    """Return the names that are spelled almost alike, the nearest first."""
    from difflib import get_close_matches

    is_short = len(name) < 3 and not name.isdecimal()
    return get_close_matches(name, list(names), cutoff=0.6 if is_short else 0.7)


MOST_NAMES = 10_000
"""Of more nodes, none is looked for that is spelled almost alike: 0.1 s."""


def meant(name: Any, nodes: Iterable[Any]) -> str:
    """Return a hint at the nodes that are spelled like a name, or almost."""
    known = {shown(v).strip("'"): shown(v) for v in nodes}
    word = shown(name).strip("'")
    plain = {v: normalize("NFC", v) for v in (*known, word)}
    found = [v for v in known if plain[v] == plain[word]]
    how = ", in other Unicode characters" * (found not in ([], [word]))
    found = found or [v for v in known if plain[v].casefold() == plain[word].casefold()]
    found = found or (near(word, known) if len(known) <= MOST_NAMES else [])
    return f"; did you mean {' or '.join(known[v] for v in found)}{how}?" if found else ""


# -- Checks of arguments that many public functions share

_TAKEN = (
    "icosian.shortest_tour(G) takes coordinates or a matrix of distances,"
    " icosian.route_map_from_matrix(G) makes a graph of a matrix"
)
CONVERSIONS = {
    "dict": "icosian.shortest_tour(G) takes coordinates by name;"
    " networkx.Graph(G) makes one of a dictionary of neighbors",
    "list": f"{_TAKEN}; networkx.Graph(G) makes one of a list of edges",
    "Places": "icosian.shortest_tour(G) takes places",
    "DataFrame": f"{_TAKEN}; icosian.route_map(G) one of a table of roads",
    "numpy": _TAKEN,
    "scipy": "networkx.from_scipy_sparse_array(G) makes one",
    "igraph": "G.to_networkx() makes one",
    "networkit": "networkit.nxadapter.nk2nx(G) makes one",
}
"""How graphs of other kinds are converted, by the name of their type or their package."""


def check_graph(G: Any, what: str = "a networkx graph", name: str = "G") -> nx.Graph[Any]:
    """Return an argument that must be a networkx graph; others are told how to make one."""
    if not isinstance(G, nx.Graph):
        kind = type(G)
        package = kind.__module__.partition(".")[0]
        how = CONVERSIONS.get(kind.__name__, CONVERSIONS.get(package))
        hint = f"; {how}" if how else ""
        raise InvalidArgument(f"{name} must be {what}, got {kind.__name__}{hint}")
    if any(isinstance(v, str) and not v.isascii() for v in G):
        check_spellings(G)
    return G


def check_int(value: Any, name: str, least: int = 1, suffix: str = "") -> int:
    """Return an integer of at least ``least``, maybe of NumPy, as a Python integer."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or isinstance(value, bool):
        raise InvalidArgument(
            f"{name} must be an integer of at least {least}{suffix}, got {shown(value)}"
        )
    return number


def check_seed(seed: int | None) -> int:
    """Return a seed of at least 0 as a Python integer; None is 0, so that calls are repeatable."""
    return 0 if seed is None else check_int(seed, "seed", 0)


def check_flag(value: Any, name: str) -> bool:
    """Return an argument that must be True or False, maybe of NumPy, as a Python bool."""
    numpy = sys.modules.get("numpy")
    if not isinstance(value, bool) and not (numpy and isinstance(value, numpy.bool_)):
        raise InvalidArgument(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def rows_of(values: Any) -> list[tuple[Any, ...]]:
    """Return sequences of nodes as tuples; text would be taken apart, so it is a TypeError."""
    rows = list(values)
    if isinstance(values, TEXT) or any(isinstance(row, TEXT) for row in rows):
        raise TypeError("text is not a sequence of nodes")
    return list(map(tuple, rows))


def check_memory(limit: int | None) -> int:
    """Return a limit of memory in bytes; None is half of the free memory."""
    return free_memory() // 2 if limit is None else check_int(limit, "memory_limit")


# -- Random states of the kernels, made from a seed


def random_state(seed: int) -> int:
    """Return a number from 1 to 2^32 - 1 that mixes the lowest 128 bits of a seed (splitmix64)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15
    x ^= x >> 64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return int((x ^ (x >> 31)) & 0xFFFFFFFF) or 1


# -- What shows progress, and iterators that show themselves

PATIENCE = 1.0
"""Seconds before a line of progress appears."""
LOG_SECONDS = 60.0
"""Seconds between two lines of a log."""
GETTING_READY = "starting (a first large search compiles its kernels; see icosian warm)"
TELLING = 0.01
"""A smaller part says little about the rest."""
BAR = 20
"""Columns of the bar, shown where the part done is known."""


@contextmanager
def progress_line() -> Iterator[Callable[[Progress], object]]:
    """Yield a progress callback: once a search takes long, a line, a bar or a log."""
    words = ProgressWords()
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if getattr(shell, "kernel", None) is not None:
        yield from _bar(words)
    elif sys.stderr.isatty():
        yield from _line(words)
    else:
        log = LogLines()
        yield lambda progress: log(words(progress))


def _line(words: ProgressWords) -> Iterator[Callable[[Progress], object]]:
    """Yield what writes one line on a terminal, cut where that ends."""
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    status = Console(stderr=True).status(GETTING_READY, spinner="dots")

    def report(progress: Progress) -> None:
        line = Table.grid(padding=(0, 1))
        bar = [] if progress.part is None else [ProgressBar(1, progress.part, width=BAR)]
        for _ in bar:
            line.add_column(width=BAR)
        line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_row(*bar, f"{words(progress)} (Ctrl-C stops)")
        status.update(line)

    late = Timer(PATIENCE, status.start)
    late.start()
    try:
        yield report
    finally:
        late.cancel()
        late.join()
        status.stop()


def _bar(words: ProgressWords) -> Iterator[Callable[[Progress], object]]:
    """Yield what shows a bar below a cell of a notebook, until the search ends."""
    from importlib import import_module

    notebook: Any = import_module("IPython.display")
    bar: Any = None

    def report(progress: Progress) -> None:
        nonlocal bar
        if progress.seconds < PATIENCE:
            return
        value = "" if progress.part is None else f' value="{progress.part:.3f}"'
        text = notebook.HTML(f"<progress max=1{value}></progress> {escape(words(progress))}")
        if bar is None:
            bar = notebook.display(text, display_id=True)
        else:
            bar.update(text)

    try:
        yield report
    finally:
        if bar is not None:
            bar.update(notebook.HTML(""))


class Relay:
    """What receives progress before it is shown: within this context, a line, a bar or a log."""

    def __init__(self) -> None:
        self._line: Any = None
        self._report: Callable[[Progress], object] | None = None

    def __call__(self, progress: Progress) -> None:
        """Pass progress on."""
        if self._report is not None:
            self._report(progress)

    def __enter__(self) -> None:
        self._line = progress_line()
        self._report = self._line.__enter__()

    def __exit__(self, *error: object) -> None:
        self._line.__exit__(None, None, None)


STRIP = 8
"""The most results that show themselves in a notebook."""
STRIP_SECONDS = 0.5
"""The time after which no further one is looked for."""


class Results(Iterator[T]):
    """Results one by one, each searched for when it is asked for; in a notebook a few pictures."""

    def __init__(
        self, found: Iterator[T], name: str, args: Sequence[object], progress: Relay | None
    ) -> None:
        self._found = found if progress is None else _shown_with(progress, found)
        asked = ", ".join(str(one) if isinstance(one, nx.Graph) else shown(one) for one in args)
        self._call = f"{name}({asked})"

    def __next__(self) -> T:
        return next(self._found)

    def close(self) -> None:
        """End the search."""
        self._found = iter(())

    def __repr__(self) -> str:
        return f"<{self._call}: one by one, all in list(...)>"

    def _repr_svg_(self) -> str | None:
        """Return the pictures of the next ones, which stay the next ones."""
        first, begun, rest = [], time.monotonic(), self._found
        try:
            for one in islice(self._found, STRIP):
                first.append(one)
                if time.monotonic() - begun > STRIP_SECONDS:
                    break
        except IcosianError as error:
            rest = _raising(error)
        self._found = chain(first, rest)
        try:
            picture: str = sys.modules["icosian"].drawing.to_svg(first, columns=STRIP, size=110)
        except IcosianError:  # of none, or too large
            return None
        return picture


def _shown_with(progress: Relay, found: Iterator[T]) -> Iterator[T]:
    with progress:
        yield from found


def _raising(error: Exception) -> Iterator[Any]:
    raise error
    yield


class ProgressWords:
    """The text of a progress line; the pace is measured from this run alone."""

    def __init__(self) -> None:
        self._begun: tuple[float, float] | None = None

    def __call__(self, progress: Progress) -> str:
        """Return the line for the progress."""
        stage = "" if progress.stage is None else f", {progress.stage}"
        line = f"{progress.method}{stage}: {progress.steps:,} steps, {_duration(progress.seconds)}"
        if (done := progress.part) is not None:
            before, since = self._begun = self._begun or (done, progress.seconds)
            line += f", {done:.0%} done"
            if done - before >= TELLING:
                left = (progress.seconds - since) * (1 - done) / (done - before)
                line += f", about {_duration(left)} left"
        return line


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


class LogLines:
    """Lines of progress on standard error, at most one a minute: the log of a batch job."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._next = now() + LOG_SECONDS

    def __call__(self, line: str) -> None:
        """Write a line if one is due."""
        if (now := self._now()) < self._next:
            return
        self._next = now + LOG_SECONDS
        with suppress(OSError):  # standard error may be full or closed
            sys.stderr.write(f"icosian: {line}\n")
