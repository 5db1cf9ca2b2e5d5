"""What has been measured so far: a file, so that hours of measuring can be had in parts."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import Timing
from report import machine

if TYPE_CHECKING:
    from collections.abc import Callable

    Times = dict[str, Timing | str]

__all__ = ["Records"]

DISTURBED = 0.1
"""The part of the processors' time from which on other work disturbs."""
MOMENT = 1.0
"""The seconds of all processors up to which nobody can tell what else ran."""
STAT = Path("/proc/stat")


class Records:
    """The times of each case, and how much other work ran meanwhile.

    Parameters
    ----------
    path : Path or None
        The file. What it holds is not measured again, unless other work disturbed it.

    Raises
    ------
    SystemExit
        If the file is of another machine, or of other versions.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._entries: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            known = json.loads(path.read_text("utf-8"))
            if known["machine"] != machine():
                raise SystemExit(f"{path} was measured elsewhere: {known['machine']}")
            self._entries = known["cases"]
        self._used: set[str] = set()

    def times(self, name: str, measure: Callable[[], Times]) -> Times:
        """Return the times of a case; of two measurements that with less work beside it."""
        self._used.add(name)
        known = self._entries.get(name)
        if known is None or (known["others"] or 0) > DISTURBED:
            began = time.perf_counter(), _busy(), sum(os.times()[:4])
            times = measure()
            others = _others(*began)
            if known is None or others is None or others < known["others"]:
                self._entries[name] = {"times": times, "others": others}
                self._write()
        return {
            who: Timing(*timing) if isinstance(timing, list | tuple) else timing
            for who, timing in self._entries[name]["times"].items()
        }

    def _write(self) -> None:
        if self._path is not None:
            beside = self._path.with_suffix(".part")
            known = {"machine": machine(), "cases": self._entries}
            beside.write_text(json.dumps(known, indent=1), "utf-8")
            beside.replace(self._path)

    @property
    def disturbed(self) -> dict[str, float]:
        """The cases that were disturbed, and the part of the processors that others had."""
        return {
            name: entry["others"]
            for name, entry in self._entries.items()
            if name in self._used and (entry["others"] or 0) > DISTURBED
        }


def _busy() -> float | None:
    """Return the seconds that all processors have worked, if the system tells."""
    with suppress(OSError, ValueError):
        user, nice, system, _, _, *more = map(int, STAT.read_text("ascii").split()[1:8])
        return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")
    return None


def _others(began: float, busy: float | None, own: float) -> float | None:
    """Return the part of the processors that other processes have had since then."""
    if busy is None or (now := _busy()) is None:
        return None
    spent = sum(os.times()[:4]) - own  # with all children that have ended
    seconds = (time.perf_counter() - began) * (os.cpu_count() or 1)
    # The system counts hundredths of a second, so of a moment it tells nothing.
    return max(0.0, now - busy - spent) / seconds if seconds > MOMENT else None
