"""Measure icosian and its peers: ``python tests/benchmarks``.

The peers are installed by ``pip install -e . --group bench``; a peer that is missing is left out.
Without options, cases are measured and printed as a table; names and groups are matched in part,
and drills run only if they are named. ``--against`` names another checkout, whose answers to the
same cases are the only peer: both run in interpreters of their own, each with its own cases, and
what seems slower is measured again. ``--page`` stores the results in ``results.json`` after each
case, and then writes the page of the documentation, its curves and the figures of other pages. With
``--results FILE`` it writes a page of its own, also of some cases only; shortest tours, rounds and
partial answers have such a page. ``--render`` writes a page again without measuring, and
``--check`` exits with 1 if one of them differs from the results; ``--goals`` prints which of our
goals the results miss, as ``--page`` does in the end. What Python and numba cache goes
to a temporary folder that belongs to the sources. The folder with the files of TSPLIB and FHCP is
named by ICOSIAN_DATA.
"""

import argparse
import csv
import math
import os
import sys
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent)]

import page  # noqa: E402
from cases import cases  # noqa: E402
from race import Remote, Server, caches, race, serve  # noqa: E402
from results import CHALLENGE, CURVES, HEADER, MISSED, RESULTS, Goal, Measured, Results, Timing  # noqa: E402

PAGE = ROOT / "docs/benchmarks.md"
QUICK = {"most": 3, "patience": 2.0}
"""The most runs and the most seconds of a peer with --quick."""
LATE = {"most": 1, "patience": 2.0}
WITHIN = 0.1, 1.0, 10.0, 60.0
"""The seconds in which the graphs of the challenge set are counted."""
PUBLISHED = "cpu_s "
"""How the columns begin that hold the seconds of a solver; ``TO`` is no answer in 1800 s."""
OTHER, AGAIN = "the other checkout", 3
TOLERANCE = Goal(OTHER, 1 / 1.1)
NO_DATA = "the files of TSPLIB and FHCP, because ICOSIAN_DATA does not name their folder"
UNPAGED = "Interface", "Attacks", "Cold caches", "Parallel work"
"""The groups that are on no page; those of ``shortest`` have a page of their own."""


def chosen(parts, *, is_page):
    """Return the titles and cases whose names, groups or modules have one of the parts."""
    wanted = []
    for module, title, case in cases():
        name = f"{module} {title}: {case.name}".lower()
        is_apart = module == "drills" or (is_page and (title in UNPAGED or module == "shortest"))
        if any(part.lower() in name for part in parts) if parts else not is_apart:
            wanted.append((title, case))
    if not wanted:
        raise SystemExit(f"no such case; there are: {'; '.join(c.name for *_, c in cases())}")
    return wanted


def measure(options, console, results):
    """Measure the cases that are asked for; with --page also the curves."""
    from instances import data

    if not data("tsp*"):
        results.data["missing"] = [NO_DATA]
        console.print(f"Skipped: {NO_DATA}.")
    wanted = chosen(options.cases, is_page=options.page)
    servers = {}
    if options.against:
        servers = {"icosian": Server(ROOT), OTHER: Server(options.against.resolve())}
    for title, case in wanted:
        limits = LATE if results.is_late else QUICK if options.quick else {}
        ask, goals = partial(race, case, **limits), case.goals
        if servers:
            ask, goals = partial(compared, case, servers, limits), (TOLERANCE,)
        with console.status(case.name):
            done = results.measure(case.name, title, goals, ask)
        if options.page:
            console.log(f"{results.minutes:.1f} min: {case.name}")
            continue
        for row in done.rows():
            print(f"| {' | '.join(row)} |", flush=True)
    if options.page and not options.cases:
        challenge(results)
        curves(results, console)
    results.data["only"] = options.cases
    if results.is_late:
        results.data["missing"].append("what the budget of minutes left out at the end")
    results.write()


def compared(case, servers, limits):
    """Let two checkouts run a case alternately; measure again what seems slower."""
    best = None
    for _ in range(AGAIN):
        remotes = {name: Remote(server, case.name) for name, server in servers.items()}
        found = race(case, **limits, contenders=remotes)[0]
        ratio = Measured(case.name, "", found).ratios.get(OTHER, math.inf)
        if best is None or ratio > best[0]:
            best = ratio, found
        if TOLERANCE.verdict(best[1]) != MISSED:
            break
    return best[1], {}


def challenge(results):
    """Count the graphs of the challenge set that each solver has solved in how many seconds."""
    import tours
    from instances import data

    def row(name, seconds, limit=math.inf):
        counts = (sum(time <= bound for time in seconds) for bound in WITHIN)
        pairs = zip(WITHIN, counts, strict=True)
        return [name, *(str(n) if bound <= limit else "" for bound, n in pairs)]

    cases = results.groups().get(CHALLENGE, [])
    graphs = {case.name.rpartition(" ")[2] for case in cases}
    ours = [case.times["icosian"] for case in cases]
    seconds = [time.seconds if isinstance(time, Timing) else math.inf for time in ours]
    head = [f"of {len(graphs)} graphs", *(f"in {bound:g} s" for bound in WITHIN)]
    rows = [head, row("icosian", seconds, tours.LIMIT)]
    for index in data("fhcp/index.tsv"):
        lines = index.read_text("utf-8").splitlines()
        known = [line for line in csv.DictReader(lines, delimiter="\t") if line["graph"] in graphs]
        for solver in (column for column in known[0] if column.startswith(PUBLISHED)):
            times = [math.inf if line[solver] == "TO" else float(line[solver]) for line in known]
            rows.append(row(solver.removeprefix(PUBLISHED), times))
    if graphs:
        results.data["challenge"] = {"limit": tours.LIMIT, "rows": rows}


def curves(results, console):
    """Measure curves; a contender that fails at one size is not measured at larger ones."""
    from curves import CURVES as KNOWN

    for curve in KNOWN:
        group, out = CURVES + curve.name, set()
        results.data.setdefault("curves", {})[group] = {"file": curve.file, "of": curve.of}
        for size in curve.sizes:
            if results.is_late or "icosian" in out:
                break
            case = curve.case(size)
            peers = {name: peer for name, peer in case.peers.items() if name not in out}

            ask = partial(at_size, case._replace(peers=peers), curve.growth(size))
            with console.status(f"{curve.name}: {size}"):
                times = results.measure(f"{curve.name}: {size}", group, (), ask).times
            out |= {name for name, time in times.items() if isinstance(time, str) or not time.runs}
        console.log(f"{results.minutes:.1f} min: {curve.name}")


def at_size(case, size):
    """Race at a point of a curve."""
    return race(case, 3)[0], {"size": str(size)}


def page_of(path):
    """Return the page of a file of results."""
    return PAGE if path == RESULTS else PAGE.with_stem(f"benchmarks-{path.stem}")


def write(path):
    """Write the page of results; those of all cases also show in curves and on other pages."""
    results = Results(path, is_known=True)
    page_of(path).write_text(page.text(results), "utf-8")
    page.draw_ratios(results, PAGE.parent / "_static")
    if path == RESULTS:
        page.draw_curves(results, PAGE.parent / "_static")
        page.update(results)


def check(path):
    """Exit with 1 if a page shows other figures than those of the results."""
    results = Results(path, is_known=True)
    wrong = page.outdated(results) if path == RESULTS else []
    if page_of(path).read_text("utf-8") != page.text(results):
        wrong.insert(0, f"{page_of(path).name} is not the page of these results")
    if wrong:
        raise SystemExit("\n".join(wrong))


def main():
    """Read the command line, measure, write."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks", description=__doc__)
    parser.add_argument(
        "cases", nargs="*", help="parts of names or groups, such as 'tour 8'; all if none"
    )
    parser.add_argument("--quick", action="store_true", help="at most 3 runs, 2 s for a peer")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare the two")
    parser.add_argument("--page", action="store_true", help="measure everything, write the page")
    parser.add_argument("--budget", type=float, default=math.inf, metavar="MINUTES")
    parser.add_argument("--resume", action="store_true", help="keep what the results hold")
    parser.add_argument("--render", action="store_true", help="write the page, measure nothing")
    parser.add_argument("--check", action="store_true", help="compare the pages with the results")
    parser.add_argument("--goals", action="store_true", help="print the goals that are missed")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.results = options.results.resolve()
    if options.check or options.render:
        (check if options.check else write)(options.results)
        return
    if options.goals:
        print(Results(options.results, is_known=True).goals())
        return
    if options.serve:
        serve({case.name: case for *_, case in cases()})
        return
    if options.page and (options.quick or options.against):
        parser.error("--page takes no --quick and no --against")
    if options.page and options.cases and options.results == RESULTS:
        parser.error("a page of some cases only has --results of its own")
    os.environ |= caches(ROOT)  # before numba is imported
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]
    path = options.results if options.page else None
    is_known = options.page and options.resume and options.results.exists()
    results = Results(path, is_known=is_known, minutes=options.budget)
    results.check_conditions()
    from rich.console import Console

    import icosian

    if not options.page:
        for line in (HEADER, ("---",) * len(HEADER)):
            print(f"| {' | '.join(line)} |")
    if options.page:
        icosian.warm()
    measure(options, Console(stderr=True), results)
    if options.page:
        write(options.results)
        print(results.goals())


if __name__ == "__main__":
    main()
