"""What commands print: exit codes, words, answers as text or JSON, progress."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import plural

if TYPE_CHECKING:
    from icosian.tours import Progress, Tour


AS_ASKED, OPPOSITE, BAD_USE, UNDECIDED, UNREAD = 0, 1, 2, 3, 141
PRINTED_SQUARES = 10_000
PATIENCE = 1.0  # seconds before a progress line appears
LOG_SECONDS = 60.0  # between two lines of a log
GETTING_READY = "starting (a first large search compiles its kernels; see icosian warm)"
TELLING = 0.01  # a smaller part says little about the rest
BAR = 20  # columns of the bar, shown where the part done is known


def printed(value: Any, size: int, words: str) -> str:
    """Return a result as text, or in words where it is too large to print."""
    if size <= PRINTED_SQUARES:
        return str(value)
    return f"{words} (too large to print; use --save or --json)"


def paragraph(text: str) -> str:
    """Wrap sentences to the width of the terminal, without breaking words."""
    text = as_options(text)
    if not sys.stdout.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)


def tour_in_words(tour: Tour) -> str:
    """Describe a tour; its nodes have the names used on the command line."""
    board = tour.board
    name = board.name if board is not None and board.has_names else str
    kind, to = ("closed", "") if tour.is_closed else ("open", f" to {name(tour[-1])}")
    return f"{kind} tour of {plural(len(tour), 'node')} from {name(tour[0])}{to}"


def counted_as_one(noun: str, *others: str) -> str:
    """Return a note on what a count treats as the same thing."""
    if not others:
        return ""
    return f" ({', '.join([f'a {noun}', *others[:-1]])} and {others[-1]} are one)"


@contextmanager
def progress_line() -> Iterator[Any]:
    """Yield a progress callback: a line on a terminal once a search takes long, or a log."""
    words = ProgressWords()
    if not sys.stderr.isatty():
        log = LogLines()
        yield lambda progress: log(words(progress))
        return
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    status = Console(stderr=True).status(GETTING_READY, spinner="dots")

    def report(progress: Progress) -> None:
        line = Table.grid(padding=(0, 1))
        bar = [] if progress.part is None else [ProgressBar(1, progress.part, width=BAR)]
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
            click.echo(f"icosian: {line}", err=True)


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def as_options(text: str) -> str:
    """Write keywords that a message of the library names as options of the command that runs."""
    context = click.get_current_context(silent=True)
    params = () if context is None else context.command.params
    flags = {param.name: param.opts[0] for param in params if isinstance(param, click.Option)}

    def option(match: re.Match[str]) -> str:
        flag = flags.get(match[1])  # not in a call
        return match[0] if flag is None else f"{flag} " if match[2] else flag

    return re.sub(r"\w+\([^()]*\)|\b(\w+)=(?=([\w'\"(\[-])?)", option, text)


def print_warning(message: str) -> None:
    """Print a message on one line of standard error."""
    with suppress(OSError):  # it may be full or closed
        click.echo(f"icosian: {' '.join(as_options(message).split())}", err=True)


def fail(message: str, code: int) -> int:
    """Print an error on one line, and return its exit code."""
    print_warning(message)
    return code
