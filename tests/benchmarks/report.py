"""What a table of measurements says beside its numbers, and how it is written."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["machine", "markdown"]

PACKAGES = (
    *("networkx", "numpy", "scipy", "numba", "python-sat"),
    *("ortools", "elkai", "passagemath-graphs", "igraph", "rustworkx", "graphillion"),
)


def machine() -> str:
    """Return what the numbers depend on."""
    import icosian

    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.processor())
    versions = [f"Python {platform.python_version()}", f"icosian {icosian.__version__}"]
    for name in PACKAGES:
        with suppress(PackageNotFoundError):  # a peer may be missing
            versions.append(f"{name} {version(name)}")
    system = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    return f"{model}, {system}; {', '.join(versions)}"


def markdown(*rows: tuple[str, ...]) -> str:
    """Return a table, its head first."""
    head, *others = rows
    lines = [head, ("---",) * len(head), *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
