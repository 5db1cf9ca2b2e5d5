"""Measure icosian and its peers: ``python tests/benchmarks``.

The peers are installed by ``pip install -e . --group bench``; a peer that is missing is left out.
Without options, cases are measured and printed as a table. ``--page`` measures them, stores the
results in ``results.json`` after each case, and then writes the page of the documentation and the
figures of the other pages. With ``--results FILE`` it writes a page of its own, also of some cases
only; shortest tours, rounds and partial answers have such a page. ``--render`` writes a page again
without measuring, and ``--check`` exits with 1 if one of them differs from the results. What Python
and numba cache goes to a temporary folder. The folder with the files of TSPLIB and FHCP is named by
ICOSIAN_DATA.
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

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from figures import outdated, update  # noqa: E402
from page import draw_curves, text  # noqa: E402
from report import HEADER, Timing, machine  # noqa: E402
from results import CHALLENGE, RESULTS, Results  # noqa: E402

if TYPE_CHECKING:
    from cases import Case
    from rich.console import Console

PAGE = HERE.parents[1] / "docs/benchmarks.md"
LIMIT = 10.0
"""The CPU seconds for each graph of the FHCP challenge set."""
QUICK_RUNS, QUICK_SECONDS = 3, 2.0
"""The most runs and the most seconds of a peer with --quick."""
NO_DATA = "the files of TSPLIB and FHCP, because ICOSIAN_DATA does not name their folder"


def race_case(
    case: Case, results: Results, *, quick: bool
) -> tuple[dict[str, Timing | str], dict[str, str]]:
    """Let the contenders of a case run."""
    from measure import RUNS

    try:
        if results.is_late:
            return case.race(case.prepare(), 1, QUICK_SECONDS)
        if quick:
            return case.race(case.prepare(), QUICK_RUNS, QUICK_SECONDS)
        return case.race(case.prepare(), RUNS[0][1])
    except AssertionError:  # a long run goes on, and the page shows it
        traceback.print_exc()
        return {"icosian": "**a wrong answer**"}, {}


def challenge(results: Results, console: Console) -> None:
    """Solve the graphs of the FHCP challenge set, each once."""
    from challenge import WITHIN, counts, files, load_kernels, others, solve

    def attempt(path: Path) -> tuple[dict[str, Timing | str], dict[str, str]]:
        result = solve(path, LIMIT)
        solved = bool(result.method)
        return {"icosian": Timing(result.cpu_seconds if solved else LIMIT, int(solved))}, {}

    load_kernels()
    seconds = []
    for number, path in files().items():
        name = f"{CHALLENGE}, graph {number}"
        with console.status(name):
            case = results.measure(name, CHALLENGE, (), partial(attempt, path))
        time = case.times["icosian"]
        seconds.append(time.seconds if isinstance(time, Timing) and time.runs else math.inf)
    graphs = set(map(str, files()))
    head = f"of {len(graphs)} graphs", *(f"in {bound:g} s" for bound in WITHIN)
    rows = [head, counts("icosian", seconds, LIMIT), *others(graphs)]
    results.data["challenge"] = {"limit": LIMIT, "rows": rows}
    results.write()


def measure(options: argparse.Namespace, console: Console, results: Results) -> None:
    """Measure the cases that are asked for; with --page also the challenge set and the curves."""
    from challenge import files
    from curves import CURVES, follow
    from groups import APART, GROUPS

    wanted = {
        title: [case for case in cases if _is_wanted(f"{title}: {case.name}", options.cases)]
        for title, cases in GROUPS.items()
        if options.cases or not options.page or title not in APART
    }
    if not any(wanted.values()):
        names = [case.name for cases in GROUPS.values() for case in cases]
        raise SystemExit(f"no such case; there are: {'; '.join(names)}")
    if not files():
        results.data["missing"] = [NO_DATA]
        console.print(f"Skipped: {NO_DATA}.")
    for title, cases in wanted.items():
        for case in cases:
            with console.status(case.name):
                race = partial(race_case, case, results, quick=options.quick)
                results.measure(case.name, title, case.goals, race)
            if options.page:
                console.log(f"{results.minutes:.1f} min: {case.name}")
    if options.page and not options.cases:
        if files() and not results.is_late:
            challenge(results, console)
            console.log(f"{results.minutes:.1f} min: {CHALLENGE}")
        for curve in CURVES:
            with console.status(curve.name):
                follow(curve, results)
            console.log(f"{results.minutes:.1f} min: {curve.name}")
    if options.page:
        results.data["only"] = options.cases
        if results.is_late:
            results.data["missing"].append("what the budget of minutes left out at the end")
        results.write()


def _is_wanted(name: str, parts: list[str]) -> bool:
    return not parts or any(part in name for part in parts)


def write(path: Path) -> None:
    """Write the page of results; those of all cases also show in curves and on other pages."""
    results = Results(path, is_known=True)
    page_of(path).write_text(text(results), "utf-8")
    if path == RESULTS:
        draw_curves(results, PAGE.parent / "_static")
        update(results)


def page_of(path: Path) -> Path:
    """Return the page of a file of results."""
    return PAGE if path == RESULTS else PAGE.with_stem(f"benchmarks-{path.stem}")


def check(path: Path) -> None:
    """Exit with 1 if a page shows other figures than those of the results."""
    results = Results(path, is_known=True)
    wrong = outdated(results) if path == RESULTS else []
    if page_of(path).read_text("utf-8") != text(results):
        wrong.insert(0, f"{page_of(path).name} is not the page of these results")
    if wrong:
        raise SystemExit("\n".join(wrong))


def main() -> None:
    """Read the command line, measure, write."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks", description=__doc__)
    parser.add_argument(
        "cases", nargs="*", help="parts of names or groups, such as 'tour 8'; all if none"
    )
    parser.add_argument("--quick", action="store_true", help="at most 3 runs, 2 s for a peer")
    parser.add_argument("--page", action="store_true", help="measure everything, write the page")
    parser.add_argument("--budget", type=float, default=math.inf, metavar="MINUTES")
    parser.add_argument("--resume", action="store_true", help="keep what the results hold")
    parser.add_argument("--render", action="store_true", help="write the page, measure nothing")
    parser.add_argument("--check", action="store_true", help="compare the pages with the results")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    options = parser.parse_args()
    if options.check:
        check(options.results)
        return
    if options.render:
        write(options.results)
        return
    options.results = options.results.resolve()
    if options.page and options.quick:
        parser.error("--page takes no --quick")
    if options.page and options.cases and options.results == RESULTS:
        parser.error("a page of some cases only has --results of its own")
    with TemporaryDirectory() as folder:  # named before numba is imported
        os.environ |= {"NUMBA_CACHE_DIR": folder, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]
        path = options.results if options.page else None
        is_known = options.page and options.resume and options.results.exists()
        results = Results(path, is_known=is_known, minutes=options.budget)
        results.check_conditions()
        from rich.console import Console
        from rich.table import Table

        console = Console()
        measure(options, console, results)
        if options.page:
            write(options.results)
            return
        table = Table(*HEADER, title=machine())
        for cases in results.groups().values():
            for case in cases:
                for row in case.rows():
                    table.add_row(*row)
        console.print(table)


if __name__ == "__main__":
    main()
