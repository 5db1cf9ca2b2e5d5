"""The time of a call, its progress and how that is shown, and calls of kernels short for Ctrl-C."""

from __future__ import annotations

import logging
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from html import escape
from threading import Timer
from typing import Any, Literal, Protocol, TypeVar

from icosian._io.text import shown
from icosian._kernels._jit import Run, waited
from icosian.exceptions import InvalidArgument, StopSearch

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
        spent = time.thread_time() - self._cpu
        return min(4.0, max(1.0, self.seconds / max(spent, 1e-9)))


class Reporter:
    """The progress of a call: how much is done, and who is told about it."""

    def __init__(self, progress: Watch = None) -> None:
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

    def report(self, method: str, steps: int, seconds: float) -> None:
        """Call the callback."""
        self.reported = seconds
        if self.progress is not None:
            self.progress(
                Progress(
                    method=method, steps=steps, seconds=seconds, part=self.part, stage=self.stage
                )
            )


class Clock(Deadline, Reporter):
    """The deadline, the reporter and the count of steps of one call.

    Raises :exc:`InvalidArgument` for a bad time limit or callback.
    """

    def __init__(self, timeout: float | None = None, progress: Watch = None) -> None:
        Deadline.__init__(self, timeout)
        Reporter.__init__(self, progress)
        self._taken = [0]
        self.is_stopped = False
        """True if the callback has ended the search."""
        self._whole: Clock | None = None
        self._most = math.inf  # steps, after which a ration is up

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
        try:
            super().report(method, steps, seconds)
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
        """Return a clock for a part of the call, which ends no later than this one.

        It counts seconds and steps of the whole call, and rations no steps.
        """
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

        def announce(notice: str) -> None:
            if self.progress is None:
                logging.getLogger("icosian").info(notice)
            else:
                self.tell(f"{method}, {notice}")

        limit = min(limit, self._most - self.steps)
        for status, taken in slices(run, limit, partial(run.load, announce), first):
            self._taken[0] += taken
            if status:
                return status
            self.tick(method)
        if self.steps >= self._most:
            raise RationIsUp
        return 0

    def fill(self, method: str, run: Run, end: int, limit: float = math.inf) -> Iterator[int]:
        """Yield the status of a run whenever it answers, until that is ``end``.

        Where the time is over, ``LATE`` is yielded before :exc:`TimeIsUp` is raised: what the run
        has found by then can be fetched.
        """
        status = 0
        while status != end:
            try:
                if status:  # what was fetched has taken time
                    self.tick(method)
                status = self.run(method, run, limit - run.steps)
            except TimeIsUp:
                yield LATE
                raise
            yield status


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
    number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
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
    """Yield a progress callback: once a search takes long, a line, a bar or a log.

    Called with None it hides the line up to the next progress.
    """
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
