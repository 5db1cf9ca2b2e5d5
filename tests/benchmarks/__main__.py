"""Measure icosian beside its peers: ``python tests/benchmarks``, after ``pip install ".[bench]"``.

Times are medians, with the number of runs in brackets; the contenders of a case take turns. "> 8 s"
is a peer stopped by its time limit. Beside them stands the memory: what a call adds to its process
at most, or all that a process has. What Python and numba cache goes to a temporary folder.

``--page`` writes the page of the documentation, with pictures of how time and memory grow. With
``--records FILE`` the hours that it takes can be had in parts: what is in the file is not measured
again, unless other work ran beside it.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import traceback
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from report import HEADER, Measured, machine, markdown  # noqa: E402

if TYPE_CHECKING:
    from cases import Case
    from records import Records

PAGE = HERE.parents[1] / "docs/benchmarks.md"
CHALLENGE, LIMIT = "FHCP challenge set", 10.0
"""Graphs to find tours in, and the CPU seconds for each."""
QUICK_RUNS, QUICK_SECONDS, QUICK_SIZES = 3, 2.0, 4
"""The most runs, the most seconds of a peer, and the sizes of a curve in a short run."""


def measured(case: Case, records: Records, *, quick: bool) -> Measured:
    """Measure a case."""
    from measure import Timing, race

    runs, patience = (min(case.runs, QUICK_RUNS), QUICK_SECONDS) if quick else (case.runs, None)
    try:
        times = records.times(case.name, lambda: race(case.prepare(), runs, patience))
    except AssertionError:  # a long run goes on, and nobody overlooks it
        traceback.print_exc()
        return Measured(case.name, {"icosian": "**a wrong answer**"}, "the right answer", met=False)
    if case.goal is None:
        return Measured(case.name, times)
    seconds = {name: time.seconds for name, time in times.items() if isinstance(time, Timing)}
    ours = times["icosian"]
    try:
        bound = case.goal.bound(seconds)
    except KeyError:  # the goal is about a peer that has no time
        bound = None
    answered = isinstance(ours, Timing) and ours.runs and bound is not None
    return Measured(case.name, times, case.goal.text, ours.seconds <= bound if answered else None)


def challenged(records: Records) -> str:
    """Solve the FHCP challenge set, if it is there; return how many graphs in how many seconds."""
    from challenge import files, load_kernels, solve, summary
    from measure import Timing

    def attempt(path: Path) -> dict[str, Timing | str]:
        result = solve(path, LIMIT)
        return {
            "icosian": Timing(result.cpu_seconds if result.method else LIMIT, bool(result.method))
        }

    if known := files():
        load_kernels()
    seconds = {}
    for path in known.values():
        name = path.name.partition(".")[0]
        timing = records.times(f"{CHALLENGE}, {name}", partial(attempt, path))["icosian"]
        assert isinstance(timing, Timing)
        seconds[name] = timing.seconds if timing.runs else math.inf
    return summary({"icosian": seconds}, LIMIT) if seconds else ""


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", help="parts of names, such as 'tour 8'; all if none")
    parser.add_argument("--quick", action="store_true", help="at most 3 runs, 2 s for a peer")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, too")
    parser.add_argument("--page", type=Path, nargs="?", const=PAGE, metavar="FILE", help="write it")
    parser.add_argument("--records", type=Path, metavar="FILE", help="go on with what it holds")
    options = parser.parse_args()
    if options.quick and options.records:
        parser.error("--records keeps full measurements, not those of --quick")
    console = Console()
    with TemporaryDirectory() as folder:  # named before numba is imported
        os.environ |= {"NUMBA_CACHE_DIR": folder, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]

        from cases import GROUPS
        from curves import CURVES, follow
        from page import Page
        from records import Records

        def is_wanted(name: str) -> bool:
            return not options.cases or any(part in name for part in options.cases)

        curves = [curve for curve in CURVES if options.page and is_wanted(curve.name)]
        wanted = {
            title: [case for case in cases if is_wanted(case.name)]
            for title, cases in GROUPS.items()
        }
        if not curves and not any(wanted.values()) and not is_wanted(CHALLENGE):
            names = [case.name for cases in GROUPS.values() for case in cases]
            parser.error(f"no such case; there are: {'; '.join(names)}")
        records = Records(options.records)
        page = Page(records, is_short=options.quick, is_part=bool(options.cases))
        for title, cases in wanted.items():
            for case in cases:
                with console.status(case.name):
                    page.add(title, measured(case, records, quick=options.quick))
                if options.markdown:  # a long run that is stopped has something to show
                    text = f"{machine()}\n\n{markdown(HEADER, *page.rows())}"
                    options.markdown.write_text(text, "utf-8")
                if options.page:
                    page.write(options.page)
        if options.page and not options.quick and is_wanted(CHALLENGE):
            with console.status(CHALLENGE):
                page.challenge = challenged(records)
            page.write(options.page)
        for curve in curves:
            sizes = curve.sizes[:QUICK_SIZES] if options.quick else curve.sizes
            with console.status(curve.name):
                patience = QUICK_SECONDS if options.quick else None
                page.draw(follow(curve, sizes, records, patience))
            page.write(options.page)
    table = Table(*HEADER, title=machine())
    for row in page.rows():
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    main()
