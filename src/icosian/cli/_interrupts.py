"""Ctrl-C that meets a callback is not lost."""

from __future__ import annotations

import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import sleep
from typing import Any

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

AGAIN = 0.02
"""Seconds until a lost interrupt is repeated; the callback that lost it has ended by then."""


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
