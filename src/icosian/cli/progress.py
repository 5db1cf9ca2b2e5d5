"""What is said while a command searches, and Ctrl-C: it keeps the best so far, and none is lost.

Only modules of Python are imported here, so that Ctrl-C is heard while all others are.
"""

from __future__ import annotations

import math
import signal
import sys
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer, current_thread, main_thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from icosian._run.limits import Progress

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

AGAIN = 0.02
"""Seconds until a lost interrupt is repeated; the callback that lost it has ended by then."""
ONE_PRESS = 0.3
"""Seconds in which interrupts are one: some programs send it to the process and to its group."""
LAST_WAIT = 3.0
"""Seconds until a search that has not reported since Ctrl-C ends at once: a kernel may compile."""


@contextmanager
def stopping(
    progress: Callable[[Any], object], stopped: Callable[[], object]
) -> Iterator[Callable[[Any], object]]:
    """Yield a progress callback that ends its search after Ctrl-C as a time limit does.

    The second Ctrl-C ends it at once, as does the first one if nothing is reported any more.
    """
    ours = current_thread() is main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield progress
        return
    hasty = Timer(LAST_WAIT, interrupt_main)
    hasty.daemon = True
    pressed = math.inf

    def press(*_: object) -> None:
        nonlocal pressed
        if time.monotonic() > pressed + ONE_PRESS:
            raise KeyboardInterrupt
        if pressed < math.inf:
            return
        pressed = time.monotonic()
        stopped()
        hasty.start()
        with suppress(OSError, RuntimeError):  # a line may be half written
            sys.stderr.write("\nicosian: stopping; Ctrl-C again ends at once\n")

    def report(said: Any) -> object:
        if pressed == math.inf:
            return progress(said)
        hasty.cancel()
        from icosian.exceptions import StopSearch

        raise StopSearch

    signal.signal(signal.SIGINT, press)
    try:
        yield report
    finally:
        hasty.cancel()
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def heard() -> Iterator[None]:
    """Repeat an interrupt that Python drops: one in a callback of a weak reference, or ``__del__``.

    These cannot raise exceptions, so Python would print the interrupt and go on.
    """
    report = sys.unraisablehook
    lock, is_over = Lock(), False

    def press() -> None:
        time.sleep(AGAIN)
        with lock:
            if not is_over:
                interrupt_main()

    def repeat(lost: Any) -> None:
        if lost.exc_type is not KeyboardInterrupt:
            report(lost)
            return
        while True:
            try:
                start_new_thread(press, ())
            except KeyboardInterrupt:  # the next one, as early as here
                continue
            return

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = report
        with lock:
            is_over = True


# -- Rows of a table


class RowLog:
    """How many rows of a table are done, and what is done for one of them, as a line a minute."""

    def __init__(self, noun: str, total: int) -> None:
        self._total = f"{total} {noun}s"
        self._done = 0
        from icosian._run.limits import LogLines

        self._lines = LogLines()

    def advance(self) -> None:
        """Count one more."""
        self._done += 1

    def report(self, progress: Progress) -> None:
        """Tell the progress on one."""
        self._tell(f"{progress.method}, {progress.seconds:.0f} s")

    def _tell(self, text: str) -> None:
        self._lines(f"{self._done} of {self._total} done, {text}")


class RowBar(RowLog):
    """The same as a bar on a terminal."""

    def __init__(self, bar: Any, total: int) -> None:
        self._bar = bar
        self._task = bar.add_task("solving", total=total)

    def advance(self) -> None:
        """Count one more."""
        self._bar.update(self._task, advance=1, description="solving")

    def _tell(self, text: str) -> None:
        self._bar.update(self._task, description=text)


@contextmanager
def rows_progress(noun: str, total: int) -> Iterator[RowLog]:
    """Yield what shows how many rows are done: a bar below them on a terminal, or a log."""
    if not sys.stderr.isatty():
        yield RowLog(noun, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    more: Any = {"console": Console(stderr=True), "transient": True}
    with Progress(
        *columns,
        TimeElapsedColumn(),
        redirect_stdout=sys.stdout.isatty(),  # a pipe gets its rows directly
        **more,
    ) as bar:
        yield RowBar(bar, total)
