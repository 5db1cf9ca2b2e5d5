"""Limits of a call: its arguments checked, its time, progress and how that is shown."""

from __future__ import annotations

import logging
import math
import operator
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from functools import partial, wraps
from html import escape
from itertools import chain
from numbers import Real
from threading import Timer
from types import FunctionType, ModuleType
from typing import Any, Literal, Protocol, TypeVar, cast
from unicodedata import normalize

import networkx as nx

from icosian._io.memory import free_memory
from icosian._io.text import ELSEWHERE, check_spellings, is_missing, shown
from icosian._kernels._jit import Run, waited
from icosian.exceptions import InvalidArgument, StopSearch, UnknownKeyword

T = TypeVar("T")

CALL_SECONDS = 0.02
"""Length of a kernel call; between calls Python sees Ctrl-C and the time."""
FIRST_STEPS = 10
"""Steps of the first call: some kernels take a third of a millisecond for one."""
FASTER = 16.0
"""How many times as long a call may be as the one before it."""
REPORT_SECONDS = 0.1
"""Time between two reports."""
LATE = -1
"""The status of a run that ends with the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What a ``progress`` callback receives, about ten times a second.

    Attributes
    ----------
    method : str
        The method at work.
    steps : int
        Steps since the search began.
    seconds : float
        Time since the search began, without compiling.
    part : float or None
        The part of the work that is done, from 0 to 1, where that is known; may be an estimate.
    stage : str or None
        What is being done, in words, where a method reports it.
    """

    method: str
    steps: int
    seconds: float
    part: float | None = None
    stage: str | None = None


Watch = Callable[[Progress], object] | Literal[True] | None
"""What receives progress; True is what shows it, on the way to a search."""


class TimeIsUp(Exception):
    """The time given is over."""


class RationIsUp(TimeIsUp):
    """The steps given are used up."""


class Deadline:
    """The time of a call: when it began, when it must end, and what compiling took of it."""

    def __init__(self, timeout: float | None = None) -> None:
        self._waited = waited()
        self._began = time.perf_counter()
        self.allowed = check_timeout(timeout)
        """The seconds that the call may take."""
        # A call of the system, in which other work may come first: only where the load matters.
        self._cpu = time.thread_time() if self.allowed < math.inf else None
        self.kept = 0.0
        """Those of them that are kept for what follows the search."""

    @property
    def compile_seconds(self) -> float:
        """What this thread has waited for kernels to be loaded and compiled."""
        return waited() - self._waited

    @property
    def seconds(self) -> float:
        """The time since the start, without compiling."""
        # As ``compile_seconds``, without the call: every slice of every kernel asks.
        return time.perf_counter() - self._began - (waited() - self._waited)

    @property
    def left(self) -> float:
        """The time that is left, infinity without a limit."""
        return self.allowed - self.kept - self.seconds

    @property
    def load(self) -> float:
        """How much longer things take beside other work, from 1 to 4, as far as was seen."""
        if self._cpu is None:
            return 1.0
        return min(4.0, max(1.0, self.seconds / max(time.thread_time() - self._cpu, 1e-9)))


class Clock(Deadline):
    """The deadline, the progress and the count of steps of one call; bad ones are refused."""

    def __init__(self, timeout: float | None = None, progress: Watch = None) -> None:
        super().__init__(timeout)
        if progress is not None and not callable(progress):
            raise InvalidArgument(f"progress must be callable or True, got {progress!r}")
        self.part: float | None = None
        """The part of the work that is done."""
        self.stage: str | None = None
        """What is being done."""
        self.progress = progress
        self.reported = 0.0
        """When the callback was called last."""
        self._portion = 0.0, 1.0
        self._taken = [0]
        self.is_stopped = False
        """True if the callback has ended the search."""
        self._whole: Clock | None = None
        self._most = math.inf  # steps, after which a ration is up

    def done(self, part: float) -> None:
        """Note which part of the present portion is done; the total never decreases."""
        begin, end = self._portion
        self.part = max(self.part or 0.0, begin + (end - begin) * min(1.0, part))

    @contextmanager
    def portion(self, begin: float, end: float) -> Iterator[None]:
        """Make what is done within this context a portion of the whole."""
        before = self._portion
        self._portion = begin, end
        try:
            yield
        finally:
            self._portion = before

    @property
    def steps(self) -> int:
        """The steps of the call so far."""
        return self._taken[0]

    @property
    def over(self) -> str:
        """Why the time is over, in words."""
        if self.is_stopped:
            return f"stopped after {self.seconds:.3g} s"
        return f"the {self.allowed:.3g} s are over"

    def report(self, method: str, steps: int, seconds: float) -> None:
        """Call the callback; where it raises :exc:`StopSearch`, the time of the call is over."""
        self.reported = seconds
        if self.progress is None:
            return
        part, stage = self.part, self.stage
        now = Progress(method=method, steps=steps, seconds=seconds, part=part, stage=stage)
        try:
            self.progress(now)
        except StopSearch:
            clock: Clock | None = self
            while clock is not None:
                clock.allowed, clock.is_stopped = min(clock.allowed, clock.seconds), True
                clock = clock._whole  # noqa: SLF001 - of the same class
            raise TimeIsUp from None

    def stats(self, method: str) -> SearchStats:
        """Return the statistics of the call so far."""
        return SearchStats(
            method=method,
            steps=self.steps,
            seconds=self.seconds,
            compile_seconds=self.compile_seconds,
        )

    def within(self, seconds: float) -> Clock:
        """Return a clock for a part: it counts the whole call, ends no later, rations no steps."""
        clock = self.unlimited()
        clock.allowed = self.seconds + max(0.0, min(seconds, self.left))
        return clock

    def unlimited(self) -> Clock:
        """Return a clock for a part of the call that has to be finished."""
        clock = copy(self)
        clock.allowed, clock.kept = math.inf, 0.0
        clock._whole, clock._most = self, math.inf  # noqa: SLF001 - of the same class
        return clock

    @contextmanager
    def reserved(self, seconds: float) -> Iterator[None]:
        """Let the time end so much sooner within this context, or as much as is kept there."""
        before, self.kept = self.kept, self.kept + seconds
        try:
            yield
        finally:
            self.kept = before

    @contextmanager
    def ration(self, steps: float) -> Iterator[None]:
        """Raise :exc:`RationIsUp` after so many steps within this context."""
        before, self._most = self._most, min(self._most, self.steps + steps)
        try:
            yield
        finally:
            self._most = before

    def tick(self, method: str, steps: int = 0) -> None:
        """Count steps, report progress if that is due, raise :exc:`TimeIsUp` in the end."""
        self._taken[0] += steps
        seconds = self.seconds
        if seconds - self.reported >= REPORT_SECONDS:
            self.report(method, self.steps, seconds)
        if seconds >= self.allowed - self.kept:
            raise TimeIsUp
        if self.steps >= self._most:
            raise RationIsUp

    @property
    def is_due(self) -> bool:
        """True if the next tick reports progress."""
        return self.seconds - self.reported >= REPORT_SECONDS

    def tell(self, method: str) -> None:
        """Report progress at once."""
        self.report(method, self.steps, self.seconds)

    def paced(self, method: str, items: Iterable[T], every: int = 1_000) -> Iterator[T]:
        """Yield items with a tick after every so many of them."""
        for k, item in enumerate(items, start=1):
            yield item
            if not k % every:
                self.tick(method)

    def run(self, method: str, run: Run, limit: float = math.inf, first: int = 0) -> int:
        """Advance a run until it answers; return its status, or 0 after ``limit`` steps.

        The first call takes ``first`` steps, if they are known to be quick.
        """
        return next(self._answers(method, run, limit, first))

    def call(self, method: str, kernel: Any, *arrays: Any) -> int:
        """Run a kernel until it answers; return its status, with the arrays up to date."""
        run = Run(kernel, *arrays)
        status = self.run(method, run)
        run.arrays()
        return status

    def fill(self, method: str, run: Run, end: int, limit: float = math.inf) -> Iterator[int]:
        """Yield the status of a run whenever it answers, until that is ``end``.

        Where the time is over, ``LATE`` is yielded before :exc:`TimeIsUp` is raised: what the run
        has found by then can be fetched.
        """
        try:
            for status in self._answers(method, run, limit):
                yield status
                if status == end:
                    break
        except TimeIsUp:
            yield LATE
            raise

    def _answers(self, method: str, run: Run, limit: float, first: int = 0) -> Iterator[int]:
        """Yield the status of a run whenever it answers, and 0 at the limit."""

        def announce(notice: str) -> None:
            if self.progress is None:
                logging.getLogger("icosian").info(notice)
            else:
                self.tell(f"{method}, {notice}")

        limit = min(limit, self._most - self.steps)
        for status, taken in slices(run, limit, partial(run.load, announce), first):
            self._taken[0] += taken
            if status:
                yield status
            self.tick(method)  # what was fetched has taken time
        if self.steps >= self._most:
            raise RationIsUp
        yield 0


def slices(
    run: Run, limit: float, load: Callable[[], None], first: int = 0
) -> Iterator[tuple[int, int]]:
    """Advance a run in calls of about ``CALL_SECONDS``; yield the status and steps of each."""
    steps, budget = run.steps, max(first, FIRST_STEPS)
    end = steps + limit
    while steps < end:
        load()
        began = time.perf_counter()
        status = run.advance(int(min(budget, end - steps)))
        spent = time.perf_counter() - began
        before, steps = steps, run.steps
        is_full = 2 * (steps - before) >= budget  # a kernel may return before
        yield status, steps - before
        if spent < CALL_SECONDS / 2 and is_full:
            budget = int(budget * max(2.0, min(FASTER, CALL_SECONDS / 4 / max(spent, 1e-9))))
        elif spent > CALL_SECONDS:
            budget = max(1, int(budget * CALL_SECONDS / spent))


def check_timeout(timeout: float | None) -> float:
    """Return a time limit as seconds; a number too large for a float is no limit."""
    if timeout is None:
        return math.inf
    number = isinstance(timeout, Real) and not isinstance(timeout, bool)
    if not number or timeout != timeout or timeout < 0:  # noqa: PLR0124 - not a number
        raise InvalidArgument(f"timeout must be seconds of at least 0, got {timeout!r:.60}")
    try:
        return float(timeout)
    except OverflowError:
        return math.inf


# -- Statistics of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStats:
    """How an answer was found.

    Attributes
    ----------
    method : str
        The method that answered.
    steps : int
        Steps of all methods together: rotations, visits and retreats.
    seconds : float
        Wall time without compiling.
    compile_seconds : float
        Wall time of waiting for kernels to be loaded, and compiled once on a machine.
    """

    method: str
    steps: int
    seconds: float
    compile_seconds: float = 0.0


# -- Who helps a call


class Client(Protocol):
    """A client of dask."""

    def get_executor(self, **kwargs: Any) -> Executor:
        """Return an executor for the workers of the cluster."""


Workers = Executor | Client | Callable[[], Executor | Client] | None
"""What ``executor=`` takes."""


def check_executor(executor: Any) -> None:
    """Raise InvalidArgument unless this is None, an executor or a callable that makes one."""
    if executor is not None and not hasattr(executor, "submit") and not callable(executor):
        raise InvalidArgument(
            "executor must be a concurrent.futures.Executor, a client of dask, or a callable that"
            f" makes an executor, got {shown(executor)}"
        )


# -- What shows progress where a caller asks for that by True

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
def progress_line() -> Iterator[Callable[[Progress | None], object]]:
    """Yield a progress callback: if a search takes long, a line, a bar or a log; None hides it."""
    words = ProgressWords()
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if getattr(shell, "kernel", None) is not None:
        yield from _bar(words)
    elif sys.stderr.isatty():
        yield from _line(words)
    else:
        log = LogLines()
        yield lambda progress: log(words(progress)) if progress else None


def _line(words: ProgressWords) -> Iterator[Callable[[Progress | None], object]]:
    """Yield what writes one line on a terminal, cut where that ends."""
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    status = Console(stderr=True).status(GETTING_READY, spinner="dots")

    def report(progress: Progress | None) -> None:
        if progress is None:
            late.cancel()
            status.stop()
            return
        if progress.seconds >= PATIENCE:
            status.start()
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


def _bar(words: ProgressWords) -> Iterator[Callable[[Progress | None], object]]:
    """Yield what shows a bar below a cell of a notebook, until the search ends."""
    from importlib import import_module

    notebook: Any = import_module("IPython.display")
    bar: Any = None

    def report(progress: Progress | None) -> None:
        nonlocal bar
        if progress is None or progress.seconds < PATIENCE:
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
        self._report: Callable[[Progress | None], object] | None = None

    def __call__(self, progress: Progress | None) -> None:
        """Pass progress on, or None, which hides a line until there is more."""
        if self._report is not None:
            self._report(progress)

    def __enter__(self) -> None:
        self._line = progress_line()
        self._report = self._line.__enter__()

    def __exit__(self, *error: object) -> None:
        self._line.__exit__(None, None, None)


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


# -- Hints at what is meant

Function = TypeVar("Function", bound=Callable[..., Any])

TEXT = str, bytes
SETS = set, frozenset
LIMITS = {"limit", "k", "n", "count", "max", "most", "best"}
ALIKE = (
    {"closed", "cycle", "is_closed", "close", "open", "roundtrip", "return_to_start"},
    {"places", "nodes", "stops", "points"},
    {"start", "source", "from", "origin", "depot"},
    {"end", "target", "to", "destination"},
    {"timeout", "time_limit", "max_time", "seconds"},
    {"executor", "threads", "jobs", "n_jobs", "workers"},
    {"weight", "length", "cost", "distance"},
    LIMITS,
    {"save", "output", "out"},
    {"periodic", "torus", "wrap"},
    {"rounds", "vehicles", "n_vehicles", "num_vehicles", "salesmen", "trips"},
)
"""Words that mean one thing."""


def hinted(function: Function, results: Callable[..., Any] | None = None) -> Function:
    """Name the argument that is meant where a caller names another; show progress for ``True``.

    What yields its results one by one says what they become, by ``icosian._show.one_by_one``.
    """
    explained, relay = _explained, Relay
    has_progress = "progress" in (function.__kwdefaults__ or ())

    def call(*args: Any, **given: Any) -> Any:
        shown = None
        if has_progress and given.get("progress") is True:
            shown = given["progress"] = relay()
        try:
            if shown is None or results is not None:
                found = function(*args, **given)
            else:
                with shown:
                    found = function(*args, **given)
        except TypeError as error:
            # The call itself failed if no frame is below this one.
            if error.__traceback__ and error.__traceback__.tb_next is None:
                raise explained(function, given, error, results is not None) from None
            raise
        return found if results is None else results(found, function.__name__, args, shown)

    # A copy with the names of the function's module, where doctest looks for it.
    own = FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    return cast("Function", wraps(function)(own))


def _explained(
    function: Any, given: Mapping[str, Any], error: TypeError, yields: bool
) -> TypeError:
    """Return the error about an unknown argument, or another error as it is."""
    from inspect import signature

    own = [name for name in signature(function).parameters if name not in ("self", "cls")]
    wrong = next((name for name in given if name not in own), None)
    if wrong is None:
        return error
    elsewhere = asks_elsewhere(wrong)
    meant = ([] if elsewhere else near(wrong, own)) or alike(wrong, own)
    hint = f"did you mean {meant[0]!r}?" if meant else f"it has {', '.join(own)}"
    name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
    twin = name.replace("path", "cycle") if "path" in name else name.replace("cycle", "path")
    if wrong in ALIKE[0] and not meant and twin != name and twin in function.__globals__:
        hint = f"cycles are closed, paths are open: see {twin}"
    elif elsewhere and not meant:
        hint = ELSEWHERE
    elif not meant and wrong in LIMITS and yields:
        hint = f"itertools.islice({name}(...), {given[wrong]!r}) takes the first ones"
    return UnknownKeyword(f"{name}() has no argument {wrong!r}; {hint}")


def asks_elsewhere(word: str) -> bool:
    """Return True if an argument or an option makes it a question for another library."""
    from icosian._io.tables import NOT_ASKED

    return NOT_ASKED.fullmatch(word) is not None and word not in ALIKE[0]  # open, close


def alike(word: str, known: Iterable[str]) -> list[str]:
    """Return those words that mean what this one does."""
    return [v for some in ALIKE if word in some for v in known if v in some and v != "open"]


USUAL = {
    name: answer
    for names, answer in {
        "shortest_path shortest_route astar_path": "dijkstra(G, source)",
        "k_shortest_paths yen": "networkx.shortest_simple_paths(G, source, target)",
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
    "str": "icosian.read_graph reads a file of a graph, icosian.read_route_map a table of roads",
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
        how = CONVERSIONS.get(kind.__name__, CONVERSIONS.get(kind.__module__.partition(".")[0]))
        hint = f"; {how}" if how else ""
        raise InvalidArgument(f"{name} must be {what}, got {kind.__name__}{hint}")
    kinds = {*map(type, G)}
    if any(issubclass(kind, str) for kind in kinds):
        check_spellings(G)
    parts = chain.from_iterable(G if kinds == {tuple} else (v for v in G if type(v) is tuple))
    if not (kinds - {tuple}) | {*map(type, parts)} <= {int, str} and (
        lost := [v for v in G if is_missing(v)]
    ):
        raise InvalidArgument(f"{name} has the node {shown(lost[0])}, a missing value, not a name")
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


def rows_of(values: Any, *, ordered: bool = True) -> list[tuple[Any, ...]]:
    """Return sequences of nodes as tuples; text, or a set where order matters, is a TypeError."""
    rows, strange = list(values), (*TEXT, *SETS) if ordered else TEXT
    if isinstance(values, TEXT) or any(isinstance(row, strange) for row in rows):
        raise TypeError("this is not a sequence of nodes")
    return list(map(tuple, rows))


def shown_rows(values: Any, *, ordered: bool = True) -> str:
    """Return a value as an error has it, with a hint where one of its sequences is a set."""
    rows = values if ordered and isinstance(values, Iterable) else ()
    return shown(values) + "; a set has no order" * any(isinstance(row, SETS) for row in rows)


def nodes_of(values: Any, what: str) -> list[Any]:
    """Return the nodes of a sequence."""
    if not isinstance(values, Iterable) or isinstance(values, SETS):
        hint = "; a set has no order" * isinstance(values, SETS)
        raise InvalidArgument(f"{what} is a sequence of nodes, got {shown(values)}{hint}")
    return list(values)


def check_memory(limit: int | None) -> int:
    """Return a limit of memory in bytes; None is half of the free memory."""
    return free_memory() // 2 if limit is None else check_int(limit, "memory_limit")


# -- The limits of a call


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search ends, its seed, and who helps."""

    clock: Clock
    gap: float = 0.0
    """It ends when the bound is within this fraction of the length."""
    seed: int = 0
    executor: Workers = None
    """Where parts are searched if they are many."""

    @classmethod
    def of(cls, arguments: Mapping[str, Any]) -> Limits:
        """Check those of the arguments of a function that are limits."""
        given = arguments.get
        executor, gap = given("executor"), given("gap", 0.0)
        check_executor(executor)
        number = isinstance(gap, Real) and not isinstance(gap, bool)
        if not number or not 0 <= gap < math.inf:
            raise InvalidArgument(f"gap must be a number of at least 0, got {shown(gap)}")
        if gap > 1:
            raise InvalidArgument(f"gap is a share of the length, 0.05 for 5 %, got {shown(gap)}")
        seed, clock = check_seed(given("seed")), Clock(given("timeout"), given("progress"))
        return cls(clock=clock, gap=float(gap), seed=seed, executor=executor)


# -- Random states of the kernels, made from a seed


def random_state(seed: int) -> int:
    """Return a number from 1 to 2^32 - 1 that mixes the lowest 128 bits of a seed (splitmix64)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15
    x ^= x >> 64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return int((x ^ (x >> 31)) & 0xFFFFFFFF) or 1
