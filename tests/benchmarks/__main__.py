"""Measure icosian beside its peers: ``python tests/benchmarks``, after ``pip install ".[bench]"``.

Times are medians, with the number of runs in brackets; the contenders of a case take turns. "> 8 s"
is a peer stopped by its time limit. What Python and numba cache goes to a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from report import machine, markdown  # noqa: E402

if TYPE_CHECKING:
    from cases import Case

HEADER = ("case", "icosian", "peer", "its time", "peer / icosian", "goal")


def measured(case: Case, *, quick: bool) -> list[tuple[str, ...]]:
    """Measure a case; return a row for each peer."""
    from measure import Timing, race

    results = race(case.prepare(), min(case.runs, 3) if quick else case.runs)
    seconds = {name: time.seconds for name, time in results.items() if isinstance(time, Timing)}
    goal = ""
    if case.goal:
        try:
            met = seconds["icosian"] <= case.goal.bound(seconds)
            goal = f"{case.goal.text}: {'met' if met else 'not met'}"
        except KeyError:
            goal = f"{case.goal.text}: not measured"
    ours = results.pop("icosian")
    peers = []
    for name, time in results.items():
        ratio = ""
        if isinstance(time, Timing) and isinstance(ours, Timing):
            number = time.seconds / ours.seconds
            ratio = f"{'' if time.runs else '> '}{number:,.{0 if number >= 100 else 2}f}"
        peers.append((name, str(time), ratio))
    first, *others = peers or [("", "", "")]
    return [(case.name, str(ours), *first, goal), *(("", "", *peer, "") for peer in others)]


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", help="parts of names, such as 'tour 8'; all if none")
    parser.add_argument("--quick", action="store_true", help="at most 3 runs of each")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, too")
    options = parser.parse_args()
    console = Console()
    rows: list[tuple[str, ...]] = []
    with TemporaryDirectory() as folder:  # named before numba is imported
        os.environ |= {"NUMBA_CACHE_DIR": folder, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]

        from cases import CASES

        wanted = [c for c in CASES if not options.cases or any(p in c.name for p in options.cases)]
        if not wanted:
            parser.error(f"no such case; there are: {'; '.join(case.name for case in CASES)}")
        for case in wanted:
            with console.status(case.name):
                rows += measured(case, quick=options.quick)
            if options.markdown:  # a long run that is stopped has something to show
                text = f"{machine()}\n\n{markdown(HEADER, *rows)}"
                options.markdown.write_text(text, "utf-8")
    table = Table(*HEADER, title=machine())
    for row in rows:
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    main()
