"""What is shown while a search runs: a line on a terminal, a bar in a notebook, or a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from itertools import chain, islice
from threading import Timer
from typing import TYPE_CHECKING, Any, TypeVar

from networkx import Graph

from icosian._io.text import shown as short
from icosian.exceptions import IcosianError

if TYPE_CHECKING:
    from icosian._run.clock import Progress

T = TypeVar("T")

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
    shown: Any = None

    def report(progress: Progress) -> None:
        nonlocal shown
        if progress.seconds < PATIENCE:
            return
        value = "" if progress.part is None else f' value="{progress.part:.3f}"'
        bar = notebook.HTML(f"<progress max=1{value}></progress> {escape(words(progress))}")
        if shown is None:
            shown = notebook.display(bar, display_id=True)
        else:
            shown.update(bar)

    try:
        yield report
    finally:
        if shown is not None:
            shown.update(notebook.HTML(""))


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
        asked = ", ".join(str(one) if isinstance(one, Graph) else short(one) for one in args)
        self._call = f"{name}({asked})"

    def __iter__(self) -> Iterator[T]:  # noqa: PYI034
        return self._found  # a loop runs on the search itself

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
            picture: str = sys.modules["icosian"].drawing.to_svg(first, columns=STRIP)
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
