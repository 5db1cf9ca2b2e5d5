"""Measured cases and goals, and how both are written; imports the standard library and icosian."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import icosian

__all__ = [
    "HEADER",
    "IMPORT",
    "Goal",
    "Length",
    "Measured",
    "Size",
    "Timing",
    "commit",
    "in_short",
    "machine",
    "markdown",
    "processor",
    "restored",
    "stored",
    "versions",
]

IMPORT = "import networkx"
"""A process that only does this is a yardstick, not a competitor: icosian imports networkx too."""
HEADER = ("case", "icosian", "peer", "its time", "peer / icosian", "goal")
TOGETHER = "\N{NO-BREAK SPACE}"
PACKAGES = (
    *("networkx", "numpy", "scipy", "numba", "python-sat"),
    *("ortools", "elkai", "passagemath-graphs", "igraph", "rustworkx", "graphillion"),
    *("highspy", "fast-tsp"),
)
MET, MISSED, OPEN, UNKNOWN = "met", "**missed**", "undecided, the peer was stopped", "not measured"


class Timing(NamedTuple):
    """A median and its number of runs; 0 runs mean that the time limit was exceeded."""

    seconds: float
    runs: int
    peak: int = 0  # bytes, where known: what a call adds, or all that a process has

    def __str__(self) -> str:
        if not self.runs:
            return f"> {self.seconds:g} s".replace(" ", TOGETHER)
        time = f"{_with_unit(self.seconds)} ({self.runs})".replace(" ", TOGETHER)
        return f"{time}, {self.memory}" if self.peak else time

    @property
    def cost(self) -> float:
        """Return what contenders compare: less is better."""
        return self.seconds

    @property
    def memory(self) -> str:
        """Return the peak of memory, as text."""
        text = f"{self.peak / 1e6:.0f} MB" if self.peak >= 1e6 else "< 1 MB"
        return text.replace(" ", TOGETHER)


class Length(NamedTuple):
    """The median length of the tours that are found in a number of seconds."""

    length: float
    seconds: float
    runs: int
    optimum: int | None = None  # where it is known

    def __str__(self) -> str:
        above = f"{self.length:,.0f}"
        if self.optimum:
            above = f"{100 * (self.length / self.optimum - 1):.2f} % above"
        return f"{above} in {_with_unit(self.seconds)} ({self.runs})".replace(" ", TOGETHER)

    @property
    def cost(self) -> float:
        """Return what contenders compare: less is better."""
        return self.length


class Size(NamedTuple):
    """The size of a file."""

    kilobytes: float
    runs: int = 1

    def __str__(self) -> str:
        return f"{self.kilobytes:.3g} kB".replace(" ", TOGETHER)

    @property
    def cost(self) -> float:
        """Return what contenders compare: less is better."""
        return self.kilobytes


Figure = Timing | Length | Size
KINDS: dict[str, type[Length | Size]] = {"length": Length, "size": Size}


def stored(figure: Figure | str) -> Any:
    """Return a figure as the file of results holds it."""
    if isinstance(figure, Timing):
        return [float(f"{figure.seconds:.4g}"), figure.runs, figure.peak]
    if isinstance(figure, str):
        return figure
    kind = next(kind for kind, of in KINDS.items() if isinstance(figure, of))
    return {kind: [float(f"{x:.7g}") if isinstance(x, float) else x for x in figure]}


def restored(known: Any) -> Figure | str:
    """Return the figure that is stored."""
    if isinstance(known, str):
        return known
    if isinstance(known, dict):
        ((kind, values),) = known.items()
        return KINDS[kind](*values)
    return Timing(*known)


def _with_unit(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds * 1000:.3g} ms"


def in_short(seconds: float) -> str:
    """Return seconds with two significant digits, as prose quotes them."""
    scale, unit = (1, "s") if seconds >= 0.9995 else (1000, "ms")
    value = seconds * scale
    text = f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"
    return f"{text} {unit}".replace(" ", TOGETHER)


@dataclass(frozen=True)
class Goal:
    """One plain comparison: at least ``times`` as fast as ``peer``, or at most so much.

    Of lengths, ``times`` below 1 says how much longer than that of the peer a tour may be.
    """

    peer: str = ""
    times: float = 0
    seconds: float = 0
    kilobytes: float = 0

    def __post_init__(self) -> None:
        named = [bool(given) for given in (self.peer, self.seconds, self.kilobytes)]
        if sum(named) != 1 or bool(self.peer) != bool(self.times):
            raise ValueError("a goal names a peer and a factor, or seconds, or kilobytes")
        if not all(map(isfinite, (self.times, self.seconds, self.kilobytes))):
            raise ValueError("a goal that cannot be missed is not a goal")

    def __str__(self) -> str:
        if self.seconds:
            return f"at most {_with_unit(self.seconds)}"
        if self.kilobytes:
            return f"at most {Size(self.kilobytes)}"
        if self.times < 1:
            return f"at most {1 / self.times:.4g} times as long as {self.peer}"
        many = "" if self.times == 1 else f"{self.times:g} times "
        return f"at least {many}as fast as {self.peer}"

    def verdict(self, times: dict[str, Figure | str]) -> str:
        """Compare the figures of a case."""
        ours = times["icosian"]
        if isinstance(ours, str) or not ours.runs:
            return MISSED
        if most := self.seconds or self.kilobytes:
            return MET if ours.cost <= most else MISSED
        theirs = times.get(self.peer, "")
        if isinstance(theirs, str) or type(theirs) is not type(ours):
            return UNKNOWN
        if ours.cost * self.times <= theirs.cost:
            return MET
        return MISSED if theirs.runs else OPEN


@dataclass(frozen=True)
class Measured:
    """A case after its race; instead of a figure, a text states why there is none."""

    name: str
    group: str
    times: dict[str, Figure | str]
    goals: tuple[Goal, ...] = ()
    others: float | None = None  # the part of the processors that other processes had
    is_short: bool = False  # measured once, after the budget was used up
    facts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, known: dict[str, Any]) -> Measured:
        """Return a case as it is stored."""
        times = {who: restored(figure) for who, figure in known["times"].items()}
        goals = tuple(Goal(**goal) for goal in known.get("goals", ()))
        others, is_short = known.get("others"), known.get("is_short", False)
        return cls(name, known["group"], times, goals, others, is_short, known.get("facts", {}))

    @property
    def ratios(self) -> dict[str, float]:
        """How many times as long as icosian each peer takes, or at least that if it was stopped.

        Where lengths are measured, how many times as long as the tour of icosian that of each is.
        """
        ours = self.times["icosian"]
        if isinstance(ours, str) or not ours.runs:
            return {}
        return {
            name: figure.cost / ours.cost
            for name, figure in self.times.items()
            if name != "icosian" and not isinstance(figure, str) and type(figure) is type(ours)
        }

    def is_stopped(self, peer: str) -> bool:
        """Return True if the peer was stopped, so that its ratio is a lower bound."""
        time = self.times[peer]
        return not isinstance(time, str) and not time.runs

    def ratio(self, peer: str) -> str:
        """Return the ratio of a peer as text."""
        ratio = self.ratios.get(peer)
        if ratio is None or (ratio < 1 and self.is_stopped(peer)):
            return ""
        text = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
        if isinstance(self.times[peer], Length):
            text = f"{ratio:.4f}"
        return f"{'> ' if self.is_stopped(peer) else ''}{text}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return one row of a table for each peer."""
        goals = "; ".join(f"{goal}: {goal.verdict(self.times)}" for goal in self.goals)
        peers = [name for name in self.times if name != "icosian"]
        first, *others = [(name, str(self.times[name]), self.ratio(name)) for name in peers] or [
            ("", "", "")
        ]
        return [
            (self.name, str(self.times["icosian"]), *first, goals),
            *(("", "", *peer, "") for peer in others),
        ]


def versions() -> dict[str, str]:
    """Return the versions of what was measured, and of what it depends on."""
    known = {"Python": platform.python_version(), "icosian": icosian.__version__}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):  # a peer may be missing
            known[name] = version(name)
    return known


def commit() -> str:
    """Return the commit that is checked out, with a mark if ``src`` differs from it."""
    root = Path(__file__).parents[2]
    git = ["git", "-C", str(root)]
    with suppress(OSError, subprocess.CalledProcessError):
        head = subprocess.run(
            [*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, check=True, text=True
        )
        changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "src"], check=False)
        return head.stdout.strip() + (" with changes" if changed.returncode else "")
    return "unknown"


def processor() -> str:
    """Return the kind of machine, not its name."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.processor())
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def machine() -> str:
    """Return what the figures depend on."""
    return f"{processor()}; {', '.join(' '.join(pair) for pair in versions().items())}"


def markdown(*rows: tuple[str, ...]) -> str:
    """Return a table, its head first."""
    head, *others = rows
    lines = [head, ("---",) * len(head), *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
