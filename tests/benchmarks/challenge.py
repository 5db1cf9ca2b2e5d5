"""Find tours in the graphs of the FHCP challenge set: ``python tests/benchmarks/challenge.py``.

The graphs are Hamiltonian, and tours in them are hard to find (M. Haythorpe, FHCP Challenge Set,
Bulletin of the ICA 83:98-107, 2018). They are solved one after the other on one core, kernels being
loaded; reading a file is not counted. The limit counts CPU seconds, on which other processes have
little influence. Those of other solvers, measured on another machine, were published with T. Soh's
SAT-based CEGAR; they are in ``index.tsv`` in the folder of the graphs.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx
from rich.console import Console
from rich.progress import track

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from instances import DATA, data, planted_digraph, random_cubic  # noqa: E402
from report import machine, markdown  # noqa: E402

import icosian  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = "auto", "rotations", "forcing", "frontier", "cdcl", "sat", "backtrack"
WITHIN = 0.1, 1.0, 10.0, 60.0
PUBLISHED = "cpu_s "
"""How the columns begin that hold the seconds of a solver; ``TO`` is no answer in 1800 s."""


class Result(NamedTuple):
    """One graph, with seconds and CPU seconds; no method means that the time limit was exceeded."""

    name: str
    nodes: int
    edges: int
    method: str
    seconds: float
    cpu_seconds: float


def load_kernels() -> None:
    """Let every method run once, compiled."""
    from cases import NEVER_INTERPRETED

    with NEVER_INTERPRETED:
        for G in (random_cubic(200), planted_digraph(1_000, 3), nx.grid_2d_graph(8, 40)):
            for method in METHODS:
                with suppress(icosian.SearchLimitReached):
                    icosian.hamiltonian_cycle(G, method=method, timeout=2)


def solve(path: Path, limit: float) -> Result:
    """Read a graph, and look for a tour."""

    def look(_: icosian.Progress) -> None:
        if time.process_time() - cpu_began > limit:
            raise icosian.SearchLimitReached(f"undecided after {limit:g} s")

    G = icosian.read_graph(path)
    began, cpu_began = time.perf_counter(), time.process_time()
    try:
        stats = icosian.hamiltonian_cycle(G, progress=look).stats
        assert stats is not None
        method = stats.method
    except icosian.SearchLimitReached:
        method = ""
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
    return Result(path.name.partition(".")[0], len(G), G.size(), method, seconds, cpu_seconds)


def counts(name: str, seconds: list[float], limit: float = math.inf) -> tuple[str, ...]:
    """Return the row that says how many graphs a solver has solved in how many seconds."""
    numbers = [
        str(sum(time <= bound for time in seconds)) if bound <= limit else "" for bound in WITHIN
    ]
    return (name, *numbers)


def published(index: Path, graphs: set[str]) -> Iterator[tuple[str, ...]]:
    """Yield a row of counts for each solver whose seconds are published."""
    with index.open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["graph"] in graphs]
    for column in rows[0]:
        if column.startswith(PUBLISHED):
            times = [math.inf if row[column] == "TO" else float(row[column]) for row in rows]
            yield counts(column.removeprefix(PUBLISHED), times)


def files() -> dict[int, Path]:
    """Return the graphs that are there, by their numbers."""
    found = data("fhcp/graph*.hcp.gz")
    return {int(path.name.removeprefix("graph").partition(".")[0]): path for path in found}


def others(graphs: set[str]) -> list[tuple[str, ...]]:
    """Return the rows of solvers whose seconds are published."""
    return [row for index in data("fhcp/index.tsv") for row in published(index, graphs)]


def summary(rows: list[tuple[str, ...]], graphs: int) -> str:
    """Return the table of how many graphs each solver has solved in how many seconds."""
    return markdown((f"of {graphs} graphs", *(f"in {bound:g} s" for bound in WITHIN)), *rows)


def main() -> None:
    """Read the command line, solve, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graphs", nargs="*", type=int, help="numbers of graphs; all if none")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds, by default 60")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there, too")
    options = parser.parse_args()
    known = files()
    wanted = sorted(options.graphs or known)
    if not wanted or not known.keys() >= set(wanted):
        parser.error(f"graphs are missing: {len(known)} in the folder fhcp of {DATA}")
    console = Console(stderr=True)
    with console.status("loading kernels"):
        load_kernels()
    results = [solve(known[k], options.limit) for k in track(wanted, "graphs", console=console)]
    graphs = markdown(
        ("graph", "nodes", "edges", "method", "seconds", "CPU seconds"),
        *(
            (*map(str, (name, n, m, method or "none")), f"{seconds:.3f}", f"{cpu_seconds:.3f}")
            for name, n, m, method, seconds, cpu_seconds in results
        ),
    )
    ours = {
        "icosian": [r.seconds if r.method else math.inf for r in results],
        "icosian, CPU": [r.cpu_seconds if r.method else math.inf for r in results],
    }
    rows = [counts(name, times, options.limit) for name, times in ours.items()]
    rows += others({r.name.removeprefix("graph") for r in results})
    solvers = summary(rows, len(results))
    text = f"{machine()}\n\n{solvers}\n{graphs}"
    print(text)
    if options.markdown:
        options.markdown.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
