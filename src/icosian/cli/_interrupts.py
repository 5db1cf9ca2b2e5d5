"""Ctrl-C that meets a callback is not lost."""

from __future__ import annotations

import sys
from _thread import interrupt_main
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["heard"]

AGAIN = 0.02
"""Seconds until a lost interrupt is repeated; the callback that lost it has ended by then."""


@contextmanager
def heard() -> Iterator[None]:
    """Repeat an interrupt that Python drops: one in a callback of a weak reference, or ``__del__``.

    These cannot raise exceptions, so Python would print the interrupt and go on.
    """
    report = sys.unraisablehook
    repeats: list[Timer] = []

    def repeat(lost: Any) -> None:
        if lost.exc_type is not KeyboardInterrupt:
            report(lost)
            return
        repeats.append(Timer(AGAIN, interrupt_main))
        repeats[-1].start()

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = report
        for timer in repeats:
            timer.cancel()
            timer.join()
