"""``icosian solve``: tours of the graphs in files, or the proofs that there are none."""

from __future__ import annotations

import csv
import re
import shutil
import sys
import time
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import asdict, fields
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian.cli._interrupts import INTERRUPTED
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.batch import (
    BatchQuestion,
    Outcome,
    instances,
    outcomes,
    processes,
    solve_instance,
)
from icosian.cli.shared.document import best_known, tour_in_json
from icosian.cli.shared.options import (
    ParamType,
    SavedType,
    Workers,
    closed_asked,
    graph_sources_of,
    options,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    BAD_USE,
    OPPOSITE,
    UNDECIDED,
    LogLines,
    fail,
    paragraph,
    progress_line,
    tour_in_words,
)
from icosian.exceptions import SearchLimitReached
from icosian.tours import Tour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from icosian._run.pool import Workers as Pool
    from icosian.cli.shared.batch import Instance
    from icosian.tours import Progress


PRINTED_NODES = 1000
CODES = {
    "unreadable": BAD_USE,
    "failed": BAD_USE,
    "undecided": UNDECIDED,
    "impossible": OPPOSITE,
    "found": AS_ASKED,
}
"""The exit code of each result; for many graphs the first of these that occurs."""
COLORS = {"found": "green", "impossible": "yellow"}


class _TargetType(ParamType):
    """A file, by its suffix, or a folder, which is created if it is missing."""

    name = "path"

    def __init__(self, noun: str, *suffixes: str) -> None:
        self.noun = noun
        self.suffixes = suffixes

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        path = checked_path(value)
        if not path.parent.is_dir():
            self.fail(f"the folder of a {self.noun} must exist, got {value!r}", param, ctx)
        folder = not self.is_file(path)
        if folder != path.is_dir() if path.exists() else folder and path.suffix:
            rule = f"a {self.noun} is saved to a folder or to a {', '.join(self.suffixes)} file"
            self.fail(f"{rule}, got {value!r}", param, ctx)
        return path

    def is_file(self, path: Path) -> bool:
        """Return True if a file is meant, not a folder."""
        return path.name.lower().endswith(self.suffixes)


_TOUR, _PROOF = _TargetType("tour", ".tour", ".tour.gz"), _TargetType("proof", ".json")
_PICTURE = _TargetType("picture", ".svg", ".png", ".pdf")


@click.command()
@click.argument("files", nargs=-1, required=True, type=Path, metavar="FILE...")
@options("format closed start end method require forbid seed timeout")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Use N processes.")
@options("dask")
@click.option("--save", "tour", type=_TOUR, help="Write tours: a .tour file (TSPLIB), or a folder.")
@click.option("--proof", "why", type=_PROOF, help="Write proofs: a .json file, or a folder.")
@click.option(
    "--picture", type=_PICTURE, help="Draw tours and proofs: .svg, .png or .pdf, or a folder."
)
@click.option("--csv", "sheet", type=SavedType("a table"), help="Write the table: a .csv file.")
@options("json")
@answering
def solve(
    run: Run,
    files: tuple[Path, ...],
    *,
    tour: Path | None,
    why: Path | None,
    picture: Path | None,
    sheet: Path | None,
    **question: Any,
) -> int:
    """Find a tour of each graph, or prove that it has none.

    A FILE is .hcp or .tsp (TSPLIB), .col or .edge (DIMACS), .edges or .edgelist (an edge a line),
    .g6 or .s6 (a graph a line), .gml, .graphml, .json (node-link data) or .net (Pajek), each also
    with .gz; or - for standard input, with --format. A tour uses the edges that a .hcp file fixes.
    Several graphs give a table with one row each. The time limit holds for each graph; a graph that
    is undecided or cannot be read does not stop the others. A dask cluster reads and writes the
    files itself, under the same names.

    \b
    Examples:
      icosian solve graph.hcp --save graph.tour --picture tour.svg
      icosian solve graph.hcp --timeout 60
      icosian solve graph.hcp --start 1 --end 7 --require 2-5 --forbid 3-4
      icosian solve *.hcp.gz --timeout 10 --jobs 4 --save tours --csv table.csv
      icosian solve cubic.g6 --proof proofs
      printf "A B\\nB C\\nC A\\n" | icosian solve - --format edges

    \b
    Exit codes: 0 all found, 2 some failed or bad use, else 3 some undecided, else 1 some proved
    impossible; 130 interrupted.
    """
    for path in files:
        if re.fullmatch("[0-9]+(x[0-9]+)*", str(path).lower()) and not path.exists():
            raise click.UsageError(
                f"FILE must be a graph file, got the board {str(path)!r}: see icosian tour"
            )
    closed = closed_asked(None, **{name: question[name] for name in ("closed", "start", "end")})
    asked = BatchQuestion(**question | {"closed": closed}, **run.limits)
    asked.check()
    workers = run.workers or Workers()
    if workers.jobs is not None and workers.dask is not None:
        raise click.UsageError("--jobs and --dask exclude each other")
    targets = {"tour": (tour, _TOUR), "proof": (why, _PROOF), "picture": (picture, _PICTURE)}
    todo = _aimed(list(instances(files, graph_sources_of)), targets)
    if sheet is not None:
        _spare(todo, [sheet])
    if len(todo) == 1:
        done = [_solve_one(todo[0], asked, run)]
    else:
        with Workers(None, workers.dask).executor() as cluster:
            pool = cluster if workers.jobs is None else processes(workers.jobs)
            done = _solve_many(todo, asked, pool, run)
    if sheet is not None:
        _write_sheet(sheet, done)
    if len(done) < len(todo):
        return fail("interrupted", INTERRUPTED)
    return CODES[_overall(done)]


def _aimed(
    todo: list[Instance], targets: dict[str, tuple[Path | None, _TargetType]]
) -> list[Instance]:
    """Return the instances with the files that tours, proofs and pictures are saved to."""
    for kind, (target, type_) in targets.items():
        if target is None:
            continue
        if type_.is_file(target):
            if len(todo) > 1:
                raise click.UsageError(
                    f"{len(todo)} graphs have {kind}s in a folder, got the file {str(target)!r}"
                )
            paths = [target]
        else:
            name, times = Counter(item.name for item in todo).most_common(1)[0]
            if times > 1:
                raise click.UsageError(f"{times} graphs would save a {kind} as {name!r}")
            paths = [target / f"{item.name}{type_.suffixes[0]}" for item in todo]
        _spare(todo, paths)
        if not type_.is_file(target):
            target.mkdir(exist_ok=True)
        todo = [item.saving(kind, path) for item, path in zip(todo, paths, strict=True)]
    return todo


def _spare(todo: list[Instance], paths: list[Path]) -> None:
    """Refuse to overwrite an input file."""
    read = {item.source.path.resolve() for item in todo if item.source is not None}
    for path in paths:
        if path.resolve() in read:
            raise click.UsageError(f"the graph {str(path)!r} would be overwritten")


def _solve_one(instance: Instance, question: BatchQuestion, run: Run) -> Outcome:
    """Solve a single graph here, and print its tour or the reason why there is none."""
    with progress_line() as progress:
        outcome, evidence = solve_instance(instance, question, progress)
    answer, proof, text = None, None, None
    if isinstance(evidence, Tour):
        answer = tour_in_json(evidence)
        text = f"{tour_in_words(evidence)}, by {outcome.method} in {outcome.seconds:.3g} s"
        if outcome.saved is None and len(evidence) <= PRINTED_NODES:
            text += f"\n{evidence}"
    elif isinstance(evidence, SearchLimitReached):
        answer = best_known(evidence)
    elif evidence is not None:
        proof, text = evidence, paragraph(evidence.explain())
    run.respond(
        Answer(
            result=outcome.result,
            text=text,
            reason=outcome.reason,
            answer=answer,
            proof=proof,
            stats=getattr(evidence, "stats", None),
            saved=tuple(outcome.files),
            warning=None if outcome.result == "impossible" else outcome.reason,
        )
    )
    return outcome


def _solve_many(
    todo: list[Instance], question: BatchQuestion, executor: Pool, run: Run
) -> list[Outcome]:
    """Solve graph after graph, and print a row of the table for each, in their order.

    Ctrl-C ends it early; the outcomes so far are returned.
    """
    table = _Table([item.label for item in todo])
    done: dict[int, Outcome] = {}
    printed = 0
    began = time.perf_counter()

    def show(outcome: Outcome) -> None:
        if not run.as_json:
            click.echo(table.row(outcome))
        if outcome.reason and outcome.result not in {"impossible", "undecided"}:
            file = "" if outcome.result == "unreadable" else f"{outcome.instance}: "
            fail(file + outcome.reason, BAD_USE)

    if not run.as_json:
        click.echo(table.head())
    with _bar(len(todo)) as bar:
        try:
            with closing(outcomes(todo, question, executor, bar.report)) as coming:
                for k, outcome in coming:
                    done[k] = outcome
                    bar.advance()
                    while printed in done:
                        printed += 1  # first, so that Ctrl-C cannot print a row twice
                        show(done[printed - 1])
        except KeyboardInterrupt:
            pass  # the rows so far are printed, and the exit code says the rest
        results = [done[k] for k in sorted(done)]
        for outcome in results[printed:]:
            show(outcome)
    totals = {result: sum(o.result == result for o in results) for result in CODES}
    seconds = time.perf_counter() - began
    summary = _summary(totals, len(todo), seconds)
    run.respond(
        Answer(
            result=_overall(results),
            text=summary,
            reason=summary,
            answer={"graphs": list(map(_row, results)), "totals": totals},
            stats=SimpleNamespace(seconds=seconds),
        )
    )
    return results


def _overall(done: list[Outcome]) -> str:
    """Return the result that decides about the exit code."""
    return next((result for result in CODES if any(o.result == result for o in done)), "undecided")


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return what the JSON document states about one of many graphs."""
    return {
        "result": outcome.result,
        "reason": outcome.reason,
        "graph": {"name": outcome.instance, "nodes": outcome.nodes, "edges": outcome.edges},
        "stats": {"method": outcome.method, "seconds": outcome.seconds},
        "saved": outcome.files,
    }


def _summary(totals: dict[str, int], graphs: int, seconds: float) -> str:
    done = sum(totals.values())
    parts = [f"{totals[result]} {result}" for result in reversed(CODES) if totals[result]]
    number = f"{graphs} graphs" if done == graphs else f"{done} of {graphs} graphs"
    return f"{number} in {seconds:.1f} s: {', '.join(parts) or 'none done'}"


class _Table:
    """Rows that are printed one by one, with widths known in advance."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.width = max(map(len, ["graph", *labels]))
        if sys.stdout.isatty():  # a file may have long lines
            self.width = min(self.width, max(shutil.get_terminal_size().columns - 55, 12))

    def head(self) -> str:
        """Return the line of titles."""
        return self._line("graph", "nodes", "edges", "answer", "seconds", "by")

    def row(self, outcome: Outcome) -> str:
        """Return the line of an outcome."""
        label, seconds = outcome.instance, outcome.seconds
        if len(label) > self.width:
            label = f"…{label[1 - self.width :]}"
        return self._line(
            label,
            *("-" if size is None else str(size) for size in (outcome.nodes, outcome.edges)),
            outcome.result,
            "-" if seconds is None else f"{seconds:.3f}",
            outcome.method or "-",
            color=COLORS.get(outcome.result, "red"),
        )

    def _line(self, *cells: str, color: str | None = None) -> str:
        label, nodes, edges, answer, seconds, by = cells
        answer = click.style(f"{answer:<10}", fg=color)
        return f"{label:<{self.width}}  {nodes:>7}  {edges:>8}  {answer}  {seconds:>8}  {by}"


class _Bar:
    """The number of graphs done, and what is done on one of them, shown on a terminal."""

    def __init__(self, bar: Any, task: Any) -> None:
        self._bar = bar
        self._task = task

    def advance(self) -> None:
        """Count one more."""
        self._bar.update(self._task, advance=1, description="solving")

    def report(self, progress: Progress) -> None:
        """Show the progress on one graph."""
        self._bar.update(self._task, description=_at_work(progress))


class _Log:
    """The same as a line a minute."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._lines = LogLines()

    def advance(self) -> None:
        """Count one more."""
        self._done += 1

    def report(self, progress: Progress) -> None:
        """Write the progress on one graph if a line is due."""
        self._lines(f"{self._done} of {self._total} graphs done, {_at_work(progress)}")


def _at_work(progress: Progress) -> str:
    return f"{progress.method}, {progress.seconds:.0f} s"


@contextmanager
def _bar(total: int) -> Iterator[_Bar | _Log]:
    """Show a bar on a terminal, below the rows."""
    if not sys.stderr.isatty():
        yield _Log(total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(
        *columns,
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # a pipe gets its rows directly
    ) as bar:
        yield _Bar(bar, bar.add_task("solving", total=total))


def _write_sheet(path: Path, done: list[Outcome]) -> None:
    """Write the table as CSV."""
    text = StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(Outcome)])
    writer.writeheader()
    writer.writerows(map(asdict, done))
    write_atomically(path, text.getvalue().encode(errors="replace"))
