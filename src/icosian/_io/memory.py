"""Care for memory: many objects at once, and how much of it is free."""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EDGE", "NODE", "afford", "collector_paused", "free_memory", "size_text"]

NODE, EDGE = 400, 180
"""About how many bytes a node and an edge of a networkx graph take."""
SMALL = 1 << 24
"""Bytes that are taken without asking the system."""
UNKNOWN = 4 << 30
"""Bytes taken to be free where the system does not tell."""


@contextmanager
def collector_paused() -> Iterator[None]:
    """Halve the time to make many objects: nothing that is made meanwhile is garbage.

    Freezing and unfreezing makes the new objects old ones, which are not looked at again at once.

    Yields
    ------
    None
        The garbage collector rests meanwhile.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def size_text(size: float) -> str:
    """Return a number of bytes as a reader likes it.

    Parameters
    ----------
    size : float
        Bytes.

    Returns
    -------
    str
        Three digits and a unit.
    """
    size = min(size, 10**300)  # more is no float
    units = iter(("bytes", "kB", "MB", "GB"))
    unit = next(units)
    while size >= 999.5 and (larger := next(units, None)):
        size, unit = size / 1000, larger
    if size == 1 and unit == "bytes":
        unit = "byte"
    digits = 0 if unit.startswith("byte") or size >= 99.95 else 1 if size >= 9.995 else 2
    return f"{size:,.{digits}f} {unit}"


def afford(size: float, what: str) -> None:
    """Refuse what the memory does not hold: before any work, and before the system ends it.

    Parameters
    ----------
    size : float
        How many bytes it takes at least.
    what : str
        What it is, for the complaint.

    Raises
    ------
    InvalidArgument
        If fewer are free.
    """
    if size > SMALL and size > (free := free_memory()):
        raise InvalidArgument(
            f"{what} needs at least {size_text(size)} of memory, {size_text(free)} are free"
        )


def free_memory() -> int:
    """Return how much memory the system can give without swapping.

    Returns
    -------
    int
        Bytes.
    """
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
