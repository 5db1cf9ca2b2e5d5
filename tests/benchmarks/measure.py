"""How contenders are timed: in turns, each by the median of its runs."""

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
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    Contender = Callable[[], float]  # runs once and returns its seconds

__all__ = ["Counter", "Limited", "NoAnswer", "Process", "Timing", "clock", "race", "run_python"]

LONG_SECONDS, LONG_RUNS = 1.0, 3
AGAIN_SECONDS = 30.0
"""What takes no longer has a run of its own for its memory, with everything loaded."""
TOGETHER = "\N{NO-BREAK SPACE}"
STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MEMORY = 9 * 10**9
"""The bytes that a contender may take, or fewer if the shell allows fewer."""
PATIENCE = 120
"""The seconds that a contender may take."""


class NoAnswer(Exception):
    """A contender ended without the right answer."""


class Timing(NamedTuple):
    """A median and its number of runs; no runs mean that the time limit was passed."""

    seconds: float
    runs: int
    peak: int = 0  # bytes, where they are known; what a call adds, or what a process has

    def __str__(self) -> str:
        if not self.runs:
            return f"> {self.seconds:g} s".replace(" ", TOGETHER)
        scale, unit = (1, "s") if self.seconds >= 1 else (1_000, "ms")
        time = f"{self.seconds * scale:.3g} {unit} ({self.runs})".replace(" ", TOGETHER)
        if not self.peak:
            return time
        memory = f"{self.peak / 1e6:.0f} MB" if self.peak >= 1e6 else "< 1 MB"
        return f"{time}, {memory.replace(' ', TOGETHER)}"


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
    """A contender that may take for ever: its first run is in a process that can be stopped."""

    function: Callable[[Any], object]
    argument: Any
    limit: float

    def __call__(self) -> float:
        return clock(lambda: self.function(self.argument))

    def trial(self) -> float | None:
        """Return the seconds of a first run, or None if the limit stopped it."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        child = context.Process(target=_try, args=(there, self), daemon=True)
        child.start()
        there.close()  # so that the end of the child is the end of the pipe
        try:
            here.recv()  # it is ready
            answer = here.recv() if here.poll(self.limit) else None
        finally:
            child.kill()
            child.join()
        if isinstance(answer, NoAnswer):
            raise answer
        return answer


@dataclass(frozen=True)
class Counter:
    """A contender that counts in a process of its own; its seconds are those of the processor.

    After a run, ``found`` is what that has printed.
    """

    who: str
    code: str
    number: int | None = None
    limit: float = PATIENCE
    found: list[str] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)

    def __call__(self) -> float:
        seconds = self.trial()
        assert seconds is not None
        return seconds

    def trial(self) -> float | None:
        """Return the seconds of a run, or None if the limit stopped it."""
        program = str(Path(__file__).with_name("counter.py"))
        line = [sys.executable, program, self.who, self.code, str(MEMORY), str(self.limit)]
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


def _try(there: Connection, contender: Limited) -> None:
    there.send("ready")
    began = time.perf_counter()
    try:
        there.send(contender())
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
    contenders: dict[str, Contender], runs: int, patience: float | None = None
) -> dict[str, Timing | str]:
    """Time contenders in turns after a run that does not count; a text says why one cannot.

    If one run is asked for, the first counts. Limits of peers are at most
    ``patience``.
    """
    result: dict[str, Timing | str] = {}
    turns: dict[str, int] = {}
    added: dict[str, int] = {}

    def peak(name: str) -> int:
        return max(getattr(contenders[name], "peaks", None) or [added[name]])

    for name, contender in contenders.items():
        if patience and name != "icosian" and isinstance(contender, Limited | Counter):
            contender = replace(contender, limit=min(contender.limit, patience))  # noqa: PLW2901
        try:
            first, added[name] = peak_of(getattr(contender, "trial", contender))
            again = first is not None and runs > 1 and first <= AGAIN_SECONDS
            if again and not hasattr(contender, "peaks"):
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
        else:
            stopped = getattr(contender, "limit", 0.0)
            result[name] = Timing(stopped if first is None else first, 0)
            if first is not None and runs == 1:
                result[name] = Timing(first, 1, peak(name))
            elif first is not None:
                turns[name] = min(runs, LONG_RUNS) if first > LONG_SECONDS else runs
    seconds = defaultdict[str, list[float]](list)
    for turn in range(runs):
        for name, number in turns.items():
            if turn < number:
                seconds[name].append(contenders[name]())
    for name, times in seconds.items():
        result[name] = Timing(median(times), len(times), peak(name))
    return result
