"""Memory: fast creation of many objects, and checks that enough is free."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from icosian.exceptions import InvalidArgument

NODE, EDGE = 400, 180
"""About how many bytes a node and an edge of a networkx graph take."""
SMALL = 1 << 24
"""Bytes up to here are taken without a look at the free memory."""
LARGE = 10**15
"""Numbers of bytes that are not told apart."""
UNKNOWN = 4 << 30
"""Bytes assumed to be free where the system does not report them."""
FEW = 500
"""Up to so many objects the garbage collector does nothing; it waits for 700."""
MANY = 20_000
"""From so many new objects on they are spared the first look of the collector, unless a program has
frozen others, which takes a walk along all of those to find out."""
_UNPAUSED = nullcontext()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector while many objects are made; this halves the time."""
    enabled, before = gc.isenabled(), gc.get_count()[0]
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if gc.get_count()[0] - before > MANY and gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def pause_collector(objects: int) -> AbstractContextManager[None]:
    """Pause the garbage collector while so many objects are made, if they are not few."""
    return collector_paused() if objects > FEW else _UNPAUSED


def size_text(size: float) -> str:
    """Return a number of bytes with three digits and a unit."""
    if size > LARGE:
        return f"more than {LARGE / 10**9:,.0f} GB"
    units = iter(("bytes", "kB", "MB", "GB"))
    unit = next(units)
    while size >= 999.5 and (larger := next(units, None)):
        size, unit = size / 1000, larger
    if size == 1 and unit == "bytes":
        unit = "byte"
    digits = 0 if unit.startswith("byte") or size >= 99.95 else 1 if size >= 9.995 else 2
    return f"{size:,.{digits}f} {unit}"


def afford(size: float, what: str) -> None:
    """Refuse work that needs more memory than is free (``size`` bytes at least)."""
    if size > SMALL and size > (free := free_memory()):
        raise InvalidArgument(
            f"{what} needs at least {size_text(size)} of memory, {size_text(free)} are free"
        )


@dataclass
class Holding:
    """Memory of work whose size is known only as it grows."""

    what: str
    known: float = field(default_factory=lambda: SMALL)
    """The bytes that may be held before the free memory is looked at again."""

    def grow(self, size: float) -> None:
        """Refuse to hold so many bytes, noted whenever they double, unless as many are free."""
        if size > self.known:
            self.known = 2 * size
            if size > (free := free_memory()):
                raise InvalidArgument(
                    f"{self.what} takes more than {size_text(size)} of memory,"
                    f" and only {size_text(free)} more are free"
                )


def free_memory() -> int:
    """Return how many bytes the system can provide without swapping."""
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass  # not Linux
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return UNKNOWN
