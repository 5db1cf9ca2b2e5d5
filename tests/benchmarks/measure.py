"""Time contenders: runs alternate between them, and each gets the median of its runs."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from report import Timing

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    Contender = Callable[[], float]  # runs once and returns its seconds

__all__ = ["Counter", "Limited", "NoAnswer", "Process", "clock", "in_process", "race", "run_python"]

RUNS = ((0.05, 15), (0.3, 7), (1.0, 5), (10.0, 3))
"""Up to so many seconds of a first run, how many runs; a longer one is not repeated."""
FEWER = {"Counter": 3, "Process": 7, "Each": 1}
"""The most runs of what starts a process each time, or is a median itself."""
WARM_SECONDS = 1.0
"""What takes no longer has a warm-up run, which also measures its memory."""
STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MEMORY = 9 * 10**9
"""The most bytes that a contender may take; fewer if the shell allows fewer."""
PATIENCE = 120
"""The seconds that a counter may take, unless it has a limit of its own."""


class NoAnswer(Exception):
    """A contender ended without the right answer."""


def clock(function: Callable[[], object]) -> float:
    """Time one call; its result is freed off the clock."""
    began = time.perf_counter()
    result = function()
    seconds = time.perf_counter() - began
    del result
    return seconds


def peak_of(function: Callable[[], float | None]) -> tuple[float | None, int]:
    """Return the result of a call, and the bytes it added at most; 0 if the system does not tell.

    What earlier calls have left to the process is given back before, where that can be done.
    """
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        RESET.write_text("5", "ascii")  # the peak begins here
    except (OSError, AttributeError):
        return function(), 0
    before = _status("VmRSS")
    result = function()
    return result, max(1, _status("VmHWM") - before)


def _status(name: str) -> int:
    """Return a number of bytes that the system tells of this process."""
    text = STATUS.read_text("ascii", "replace")
    return 1024 * int(text.partition(f"{name}:")[2].split()[0])


@dataclass(frozen=True)
class Limited:
    """A contender that may not end: its first run is in a process that can be stopped."""

    function: Callable[[Any], object]
    argument: Any
    limit: float
    first: list[int] = field(default_factory=lambda: [0])
    """The bytes that the first run added to its process."""

    def __call__(self) -> float:
        return clock(lambda: self.function(self.argument))

    def trial(self) -> float | None:
        """Return the seconds of a first run, or None if the limit stopped it; note its memory."""
        answer = in_process(partial(peak_of, self), self.limit)
        if answer is None:
            return None
        seconds, self.first[0] = answer
        return float(seconds)


def in_process(call: Callable[[], Any], limit: float) -> Any:
    """Return what a call in a separate process returns, or None if the limit stopped it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_try, args=(there, call), daemon=True)
    child.start()
    there.close()  # so that the end of the child is the end of the pipe
    try:
        here.recv()  # it is ready
        answer = here.recv() if here.poll(limit) else None
    finally:
        child.kill()
        child.join()
    if isinstance(answer, NoAnswer):
        raise answer
    return answer


@dataclass(frozen=True)
class Counter:
    """A contender that counts in a separate process; its seconds are those of the processor.

    After a run, ``found`` is what the process has printed.
    """

    who: str
    code: str
    number: int | None = None
    limit: float = PATIENCE
    options: str = ""
    found: list[str] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)

    def __call__(self) -> float:
        seconds = self.trial()
        if seconds is None:
            raise NoAnswer(f"none in {self.limit:g} s")
        return seconds

    def trial(self) -> float | None:
        """Return the seconds of a run, or None if the limit stopped it."""
        program = str(Path(__file__).with_name("counter.py"))
        line = [sys.executable, program, self.who, self.code, str(MEMORY), str(self.limit)]
        line.append(self.options)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode == -signal.SIGXCPU:
            return None
        if done.returncode:
            reason = done.stderr.splitlines() or [f"exit code {done.returncode}"]
            raise NoAnswer(f"none: {reason[-1]}")
        seconds, peak, number, _ = self.found[:] = done.stdout.split()
        assert self.number in (None, int(number))
        self.peaks.append(int(peak))
        return float(seconds)


def _try(there: Connection, call: Callable[[], Any]) -> None:
    there.send("ready")
    began = time.perf_counter()
    try:
        there.send(call())
    except NoAnswer as error:
        there.send(NoAnswer(f"{error} in {Timing(time.perf_counter() - began, 1)}"))


def run_python(*arguments: str, cold: bool = False) -> str:
    """Run Python, with an empty cache of kernels if ``cold``; return what it prints."""
    env = os.environ.copy()
    if cold:
        env["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(dir=env["NUMBA_CACHE_DIR"])
    line = [sys.executable, *arguments]
    return subprocess.run(line, capture_output=True, check=True, text=True, env=env).stdout


@dataclass(frozen=True)
class Process:
    """A contender that is a whole Python process: ``-c`` or ``-m``, and more.

    Its time is that from start to end, or the first word it prints, if ``tells``.
    """

    arguments: tuple[str, ...]
    cold: bool = False
    tells: bool = False
    peaks: list[int] = field(default_factory=list)

    def __call__(self) -> float:
        option, code, *others = self.arguments
        if option == "-m":
            names = f"sys.argv = {[code, *others]}"
            code = f"import runpy, sys; {names}; runpy.run_module({code!r}, run_name='__main__')"
        said: list[str] = []
        seconds = clock(lambda: said.extend(run_python("-c", LAST + code, cold=self.cold).split()))
        if LAST:
            self.peaks.append(1024 * int(said[-1]))
        return float(said[0]) if self.tells else seconds


LAST = (
    "import atexit; atexit.register(lambda: print("
    f"open('{STATUS}').read().partition('VmHWM:')[2].split()[0]))\n"
    if STATUS.exists()
    else ""
)
"""What prints the peak of memory at the end of a process."""


def race(
    contenders: dict[str, Contender], most: int = RUNS[0][1], patience: float | None = None
) -> tuple[dict[str, Timing | str], dict[str, str]]:
    """Time contenders alternately; return their times, and the facts that counters have found.

    Instead of a time, a text states why there is none. No contender has more than ``most`` runs,
    and the limits of peers are at most ``patience``.
    """
    result: dict[str, Timing | str] = {}
    seconds: dict[str, list[float]] = {}
    turns: dict[str, int] = {}
    added: dict[str, int] = {}
    if patience:
        contenders = {name: _limited(name, c, patience) for name, c in contenders.items()}
    for name, contender in contenders.items():
        result[name] = ""  # keeps the order
        try:
            first, added[name] = peak_of(getattr(contender, "trial", contender))
            if isinstance(contender, Limited):
                added[name] = contender.first[0]
            if first is None:
                result[name] = Timing(contender.limit, 0)
                continue
            runs = next((runs for bound, runs in RUNS if first <= bound), 1)
            turns[name] = min(most, runs, FEWER.get(type(contender).__name__, most))
            seconds[name] = [first]
            if first <= WARM_SECONDS and turns[name] > 1:
                seconds[name] = []  # that was the warm-up
                if not hasattr(contender, "peaks"):
                    _, added[name] = peak_of(contender)
        except subprocess.CalledProcessError as error:
            reason = error.stderr.splitlines() or [f"exit code {error.returncode}"]
            result[name] = f"skipped: {reason[-1].removeprefix(f'{sys.executable}: ')}"
        except NoAnswer as error:
            result[name] = str(error)
        except EOFError:
            result[name] = "skipped: its process broke off"
        except ImportError as error:
            result[name] = f"skipped: {error}"
    for _ in range(most):
        for name, times in seconds.items():
            if len(times) < turns[name]:
                try:
                    times.append(contenders[name]())
                except NoAnswer as error:  # at its limit in some of the runs
                    result[name], turns[name] = str(error), 0
    for name, times in seconds.items():
        if not turns[name]:
            continue
        peak = max(getattr(contenders[name], "peaks", None) or [added[name]])
        result[name] = Timing(median(times), len(times), peak)
    found = getattr(contenders["icosian"], "found", None)
    return result, dict(zip(("number", "states"), found[2:], strict=True)) if found else {}


def _limited(name: str, contender: Contender, patience: float) -> Contender:
    if name == "icosian" or not isinstance(contender, Limited | Counter):
        return contender
    return replace(contender, limit=min(contender.limit, patience))
