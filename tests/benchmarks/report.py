"""What has been measured, what the numbers depend on, and how both are written."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from measure import Timing

__all__ = [
    "CONVERSION",
    "HEADER",
    "IMPORT",
    "READY",
    "YARDSTICKS",
    "Measured",
    "machine",
    "markdown",
    "processor",
    "versions",
]

YARDSTICKS = READY, IMPORT, CONVERSION = (
    "add_edges_from, ready edges",
    "import networkx",
    "the graph as arrays",
)
"""What is measured beside icosian because icosian has to do it, too; nobody's answer."""
HEADER = ("case", "icosian", "peer", "its time", "peer / icosian", "goal")

PACKAGES = (
    *("networkx", "numpy", "scipy", "numba", "python-sat"),
    *("ortools", "elkai", "passagemath-graphs", "igraph", "rustworkx", "graphillion"),
)


class Measured(NamedTuple):
    """A case after its race: a text says why somebody has no time; ``met`` may be unknown."""

    name: str
    times: dict[str, Timing | str]
    goal: str = ""
    met: bool | None = None

    @property
    def ratios(self) -> dict[str, float]:
        """How many times as long as icosian each peer takes, or at least that if it was stopped."""
        ours = self.times["icosian"]
        if isinstance(ours, str) or not ours.runs:
            return {}
        return {
            name: time.seconds / ours.seconds
            for name, time in self.times.items()
            if name != "icosian" and not isinstance(time, str)
        }

    def is_bound(self, peer: str) -> bool:
        """Return whether the peer was stopped, so that its ratio is at least the one we have."""
        time = self.times[peer]
        return not isinstance(time, str) and not time.runs

    def rows(self) -> list[tuple[str, ...]]:
        """Return a row of a table for each peer."""
        ratios = self.ratios
        peers = []
        for name, time in self.times.items():
            if name != "icosian":
                ratio = ""
                if name in ratios:
                    digits = 0 if ratios[name] >= 100 else 2
                    ratio = f"{'> ' if self.is_bound(name) else ''}{ratios[name]:,.{digits}f}"
                peers.append((name, str(time), ratio))
        first, *others = peers or [("", "", "")]
        verdict = {None: "not measured", True: "met", False: "not met"}[self.met]
        goal = f"{self.goal}: {verdict}" if self.goal else ""
        return [
            (self.name, str(self.times["icosian"]), *first, goal),
            *(("", "", *peer, "") for peer in others),
        ]


def versions() -> dict[str, str]:
    """Return the versions of what was measured, and of what it stands on."""
    import icosian

    found = {"Python": platform.python_version(), "icosian": icosian.__version__}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):  # a peer may be missing
            found[name] = version(name)
    return found


def processor() -> str:
    """Return the kind of machine, not its name."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.processor())
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def machine() -> str:
    """Return what the numbers depend on."""
    return f"{processor()}; {', '.join(' '.join(pair) for pair in versions().items())}"


def markdown(*rows: tuple[str, ...]) -> str:
    """Return a table, its head first."""
    head, *others = rows
    lines = [head, ("---",) * len(head), *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
