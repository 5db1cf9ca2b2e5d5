"""Figures, goals, and the file of results: one run, the only source of what the pages show."""

import json
import os
import platform
import subprocess
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import icosian

RESULTS = Path(__file__).with_name("results.json")
CURVES, CHALLENGE = "growth: ", "FHCP challenge set"
"""How the groups of other measurements begin; all others are tables of cases."""
DISTURBED = 0.1
"""The part of the processors' time above which other work disturbs a case."""
MOMENT = 1.0
"""The seconds of all processors below which other work cannot be estimated."""
STAT = Path("/proc/stat")
HEADER = ("case", "icosian", "peer", "its time", "peer / icosian", "goal")
TOGETHER = "\N{NO-BREAK SPACE}"
PACKAGES = (
    *("networkx", "numpy", "scipy", "numba", "python-sat"),
    *("ortools", "elkai", "passagemath-graphs", "igraph", "rustworkx", "graphillion"),
    *("highspy", "fast-tsp"),
)
MET, MISSED, OPEN, UNKNOWN = "met", "**missed**", "undecided, the peer was stopped", "not measured"

# The first field of a figure is what contenders compare: less is better.


class Timing(NamedTuple):
    """A median and its number of runs; 0 runs mean that the time limit was exceeded."""

    seconds: float
    runs: int
    peak: int = 0  # bytes, where known: what a call adds, or all that a process has

    def __str__(self):
        if not self.runs:
            return f"> {self.seconds:g} s".replace(" ", TOGETHER)
        time = f"{_with_unit(self.seconds)} ({self.runs})".replace(" ", TOGETHER)
        return f"{time}, {self.memory}" if self.peak else time

    @property
    def memory(self):
        """The peak of memory, as text."""
        text = f"{self.peak / 1e6:.0f} MB" if self.peak >= 1e6 else "< 1 MB"
        return text.replace(" ", TOGETHER)


class Length(NamedTuple):
    """The median length of the tours that are found in a number of seconds."""

    length: float
    seconds: float
    runs: int
    optimum: int | None = None  # where it is known

    def __str__(self):
        above = f"{self.length:,.0f}"
        if self.optimum:
            above = f"{100 * (self.length / self.optimum - 1):.2f} % above"
        return f"{above} in {_with_unit(self.seconds)} ({self.runs})".replace(" ", TOGETHER)


class Size(NamedTuple):
    """The size of a file."""

    kilobytes: float
    runs: int = 1

    def __str__(self):
        return f"{self.kilobytes:.3g} kB".replace(" ", TOGETHER)


KINDS = {"length": Length, "size": Size}


def stored(figure):
    """Return a figure as the file of results holds it; a text states why there is none."""
    if isinstance(figure, Timing):
        return [float(f"{figure.seconds:.4g}"), figure.runs, figure.peak]
    if isinstance(figure, str):
        return figure
    kind = next(kind for kind, of in KINDS.items() if isinstance(figure, of))
    return {kind: [float(f"{x:.7g}") if isinstance(x, float) else x for x in figure]}


def restored(known):
    """Return the figure that is stored."""
    if isinstance(known, str):
        return known
    if isinstance(known, dict):
        ((kind, values),) = known.items()
        return KINDS[kind](*values)
    return Timing(*known)


def _with_unit(seconds):
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds * 1000:.3g} ms"


@dataclass(frozen=True)
class Goal:
    """One plain comparison: at least ``times`` as fast as ``peer``, or at most so much.

    Of lengths, ``times`` below 1 says how much longer than that of the peer a tour may be.
    """

    peer: str = ""
    times: float = 0
    seconds: float = 0
    kilobytes: float = 0

    def __post_init__(self):
        named = [bool(given) for given in (self.peer, self.seconds, self.kilobytes)]
        if sum(named) != 1 or bool(self.peer) != bool(self.times):
            raise ValueError("a goal names a peer and a factor, or seconds, or kilobytes")
        if not all(map(isfinite, (self.times, self.seconds, self.kilobytes))):
            raise ValueError("a goal that cannot be missed is not a goal")

    def __str__(self):
        if self.seconds:
            return f"at most {_with_unit(self.seconds)}"
        if self.kilobytes:
            return f"at most {Size(self.kilobytes)}"
        if self.times < 1:
            return f"at most {1 / self.times:.4g} times as long as {self.peer}"
        many = "" if self.times == 1 else f"{self.times:g} times "
        return f"at least {many}as fast as {self.peer}"

    def verdict(self, times):
        """Compare the figures of a case."""
        ours = times["icosian"]
        if isinstance(ours, str) or not ours.runs:
            return MISSED
        if most := self.seconds or self.kilobytes:
            return MET if ours[0] <= most else MISSED
        theirs = times.get(self.peer, "")
        if isinstance(theirs, str) or type(theirs) is not type(ours):
            return UNKNOWN
        if ours[0] * self.times <= theirs[0]:
            return MET
        return MISSED if theirs.runs else OPEN


@dataclass(frozen=True)
class Measured:
    """A case after its race; instead of a figure, a text states why there is none."""

    name: str
    group: str
    times: dict
    goals: tuple = ()
    others: float | None = None  # the part of the processors that other processes had
    is_short: bool = False  # measured once, after the budget was used up
    facts: dict = field(default_factory=dict)

    @classmethod
    def of(cls, name, known):
        """Return a case as it is stored."""
        parts = known | {
            "times": {who: restored(figure) for who, figure in known["times"].items()},
            "goals": tuple(Goal(**goal) for goal in known.get("goals", ())),
        }
        return cls(name, **parts)

    @property
    def ratios(self):
        """How many times as long as icosian each peer takes, or at least that if it was stopped.

        Where lengths are measured, how many times as long as the tour of icosian that of each is.
        """
        ours = self.times["icosian"]
        if isinstance(ours, str) or not ours.runs:
            return {}
        return {
            name: figure[0] / ours[0]
            for name, figure in self.times.items()
            if name != "icosian" and not isinstance(figure, str) and type(figure) is type(ours)
        }

    def is_stopped(self, peer):
        """Return True if the peer was stopped, so that its ratio is a lower bound."""
        time = self.times[peer]
        return not isinstance(time, str) and not time.runs

    def ratio(self, peer):
        """Return the ratio of a peer as text."""
        ratio = self.ratios.get(peer)
        if ratio is None or (ratio < 1 and self.is_stopped(peer)):
            return ""
        text = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
        if isinstance(self.times[peer], Length):
            text = f"{ratio:.4f}"
        return f"{'> ' if self.is_stopped(peer) else ''}{text}"

    def rows(self):
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


class Results:
    """What one run has measured, written to its file, if it has one, after each case.

    With ``is_known`` the file is read first. After so many minutes, the rest is measured in short.
    """

    def __init__(self, path, *, is_known=False, minutes=float("inf")):
        self._path, self._minutes = path, minutes
        self._began = time.monotonic()
        if is_known and path is not None:
            self.data = json.loads(path.read_text("utf-8"))
        else:
            self.data = _conditions() | {"minutes": 0.0, "missing": [], "cases": {}}
        self._spent = self.data["minutes"]

    def check_conditions(self):
        """Refuse to mix results of two machines, versions or commits."""
        for key, value in _conditions().items():
            if key != "date" and self.data[key] != value:
                raise SystemExit(f"{self._path} was measured with {key} {self.data[key]!r}")

    @property
    def minutes(self):
        """The minutes measured so far."""
        return float(self._spent + (time.monotonic() - self._began) / 60)

    @property
    def is_late(self):
        """True if the budget is used up."""
        return self.minutes > self._minutes

    def measure(self, name, group, goals, race):
        """Measure a case, unless it is known and was not disturbed by other work."""
        cases = self.data["cases"]
        known = cases.get(name)
        if known is None or (known["others"] or 0) > DISTURBED:
            is_short = self.is_late
            if known is not None and is_short:
                return Measured.of(name, known)
            began = time.perf_counter(), _busy(), sum(os.times()[:4])
            times, facts = race()
            others = _others(*began)
            if known is None or others is None or others < known["others"]:
                cases[name] = {
                    "group": group,
                    "times": {who: stored(found) for who, found in times.items()},
                    "goals": [
                        {key: value for key, value in asdict(goal).items() if value}
                        for goal in goals
                    ],
                    "others": None if others is None else round(others, 3),
                    **({"is_short": True} if is_short else {}),
                    **({"facts": facts} if facts else {}),
                }
                self.write()
        return Measured.of(name, cases[name])

    def write(self):
        """Write the file, whole or not at all, one line a case."""
        if self._path is None:
            return
        data = self.data | {"minutes": round(self.minutes, 1)}
        cases = ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(case)}" for name, case in data.pop("cases").items()
        )
        head = json.dumps(data, indent=1).removesuffix("\n}")
        beside = self._path.with_suffix(".part")
        beside.write_text(f'{head},\n "cases": {{\n{cases}\n }}\n}}\n', "utf-8")
        beside.replace(self._path)

    def cases(self):
        """Return all cases by name, in the order in which they were measured."""
        return {name: Measured.of(name, known) for name, known in self.data["cases"].items()}

    def goals(self):
        """Return the goals that are missed as text, and how many of them there are."""
        found = [(case, goal) for case in self.cases().values() for goal in case.goals]
        verdicts = [goal.verdict(case.times) for case, goal in found]
        rows = [
            (case.name, str(case.times["icosian"]), str(goal), case.ratio(goal.peer))
            for (case, goal), verdict in zip(found, verdicts, strict=True)
            if verdict == MISSED
        ]
        met = verdicts.count(MET)
        said = f"Of {len(found)} goals {met} are met, {len(rows)} missed, the rest undecided."
        head = "case", "icosian", "goal", "peer / icosian"
        return f"{said}\n\n{markdown(head, *rows)}" if rows else said

    def groups(self):
        """Return the cases by group."""
        found = {}
        for case in self.cases().values():
            found.setdefault(case.group, []).append(case)
        return found


def _busy():
    """Return the seconds that all processors have worked, if the system states them."""
    with suppress(OSError, ValueError):
        user, nice, system, _, _, *more = map(int, STAT.read_text("ascii").split()[1:8])
        return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")
    return None


def _others(began, busy, own):
    """Return the part of the processors that other processes have had since then."""
    if busy is None or (now := _busy()) is None:
        return None
    spent = sum(os.times()[:4]) - own  # with all children that have ended
    seconds = (time.perf_counter() - began) * (os.cpu_count() or 1)
    # The system counts hundredths of a second, which is too coarse for a moment.
    return max(0.0, now - busy - spent) / seconds if seconds > MOMENT else None


def _conditions():
    """Return what the figures depend on, and the date."""
    return {
        "machine": _machine(),
        "versions": _versions(),
        "commit": _commit(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def _versions():
    known = {"Python": platform.python_version(), "icosian": icosian.__version__}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):  # a peer may be missing
            known[name] = version(name)
    return known


def _commit():
    """Return the commit that is checked out, with a mark if ``src`` differs from it."""
    git = ["git", "-C", str(Path(__file__).parents[2])]
    with suppress(OSError, subprocess.CalledProcessError):
        head = subprocess.run(
            [*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, check=True, text=True
        )
        changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "src"], check=False)
        return head.stdout.strip() + (" with changes" if changed.returncode else "")
    return "unknown"


def _machine():
    """Return the kind of machine, not its name."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.processor())
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def markdown(*rows):
    """Return a table, its head first."""
    head, *others = rows
    lines = [head, ("---",) * len(head), *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
