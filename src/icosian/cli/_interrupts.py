"""Ctrl-C: the first one keeps the best answer so far, and none is lost."""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer, current_thread, main_thread
from time import sleep
from typing import Any

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

AGAIN = 0.02
"""Seconds until a lost interrupt is repeated; the callback that lost it has ended by then."""
PATIENCE = 3.0
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
    hasty = Timer(PATIENCE, interrupt_main)
    hasty.daemon = True
    is_pressed = False

    def press(*_: object) -> None:
        nonlocal is_pressed
        if is_pressed:
            raise KeyboardInterrupt
        is_pressed = True
        stopped()
        hasty.start()
        with suppress(OSError, RuntimeError):  # a line may be half written
            sys.stderr.write("\nicosian: stopping; Ctrl-C again ends at once\n")

    def report(said: Any) -> object:
        if not is_pressed:
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
        sleep(AGAIN)
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
