"""Many questions, a row of a table each: graphs, or the files of a command."""

from __future__ import annotations

import csv
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._run.pool import Workers as Pool
from icosian.cli._interrupts import INTERRUPTED
from icosian.cli.shared.answers import Answer, Run, responded
from icosian.cli.shared.batch import Instance, Outcome, message, outcomes
from icosian.cli.shared.document import document, remember, subject_in_json
from icosian.cli.shared.options import Command, Workers
from icosian.cli.shared.output import (
    AS_ASKED,
    BAD_USE,
    OPPOSITE,
    UNDECIDED,
    LogLines,
    as_options,
    fail,
)
from icosian.exceptions import SearchLimitReached
from icosian.tours import Progress, hamiltonian_path

RESULTS = "unreadable", "failed", "undecided", "impossible", "found"
"""Results that are counted even where there is none of them."""
COLORS = {"unreadable": "red", "failed": "red", "undecided": "red", "impossible": "yellow"}


def answer_all(
    todo: Sequence[Instance],
    solve: Callable[[Instance, Any], Outcome],
    executor: Pool,
    run: Run,
    noun: str = "graph",
) -> list[Outcome]:
    """Answer one question after the other, and print a row of the table for each, in their order.

    Ctrl-C ends it early; the outcomes so far are returned.
    """
    table = _Table(noun, [item.label for item in todo])
    done: dict[int, Outcome] = {}
    printed = 0
    began = time.perf_counter()

    def show(outcome: Outcome) -> None:
        if not run.as_json:
            click.echo(table.row(outcome))
        if outcome.reason and outcome.result in {"unreadable", "failed"}:
            known = outcome.result == "unreadable" or outcome.instance in outcome.reason
            fail(f"{'' if known else f'{outcome.instance}: '}{outcome.reason}", BAD_USE)

    if not run.as_json:
        click.echo(table.head())
    with _bar(noun, len(todo)) as bar:
        try:
            with closing(outcomes(todo, solve, executor, bar.report)) as coming:
                for k, outcome in coming:
                    done[k] = outcome
                    bar.advance()
                    while printed in done:
                        printed += 1  # first, so that Ctrl-C cannot print a row twice
                        show(done[printed - 1])
                    if run.stops:
                        break
        except KeyboardInterrupt:
            pass  # the rows so far are printed, and the exit code says the rest
        results = [done[k] for k in sorted(done)]
        for outcome in results[printed:]:
            show(outcome)
    totals = dict.fromkeys(RESULTS, 0) | Counter(outcome.result for outcome in results)
    seconds = time.perf_counter() - began
    summary = _summary(totals, noun, len(todo), seconds)
    run.respond(
        Answer(
            result=min(results, key=_severity).result if results else "undecided",
            text=summary,
            reason=summary,
            answer={"graphs": list(map(_row, results)), "totals": totals},
            stats=SimpleNamespace(seconds=seconds),
        )
    )
    return results


def exit_code(todo: Sequence[Instance], done: list[Outcome], run: Run) -> int:
    """Return the exit code of many questions: that of the worst outcome."""
    if len(done) < len(todo) or run.stops:
        return fail("interrupted", INTERRUPTED)
    return min(done, key=_severity).code


def _severity(outcome: Outcome) -> tuple[int, bool]:
    """Return the rank of an outcome; the lowest decides."""
    rank = [BAD_USE, UNDECIDED, OPPOSITE, AS_ASKED].index(outcome.code)
    return rank, outcome.result != "unreadable"


# -- A command about each of many graphs or files


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command with its options, to be asked about one instance after the other."""

    module: str
    name: str
    role: str
    """The argument that is the graph or the file."""
    run: Run
    options: dict[str, Any]

    def outcome(self, instance: Instance, progress: Callable[[Progress], object]) -> Outcome:
        """Answer about an instance, as the command does."""
        said: list[Answer] = []
        failed: dict[str, Any] = {"instance": instance.label, "code": BAD_USE}
        command = getattr(import_module(self.module), self.name)
        with click.Context(command):
            try:
                subject = instance.read()
            except ERRORS as error:
                return Outcome(**failed, result="unreadable", reason=as_options(message(error)))
            run = replace(self.run, progress=progress, said=said)
            answer = command.callback.__wrapped__
            began = time.perf_counter()
            try:
                code = _answer(answer, run, self.role, instance, subject, self.options)
                cells = {**_cells(said[0], as_json=run.as_json), "code": code}
            except ERRORS as error:
                cells = {"result": "failed", "reason": as_options(message(error))}
            seconds = time.perf_counter() - began
            graph = subject_in_json() or {}
            sizes = {name: graph.get(name) for name in ("nodes", "edges")}
            return Outcome(**failed | sizes | cells, seconds=seconds)


ERRORS = nx.NetworkXException, click.ClickException, OSError, MemoryError
"""What goes wrong with one of many."""


def _cells(found: Answer, *, as_json: bool) -> dict[str, Any]:
    """Return the cells of a row that an answer gives."""
    parts = found.parts
    saved, picture = (*found.saved, None, None)[:2]
    text = found.line or found.reason or found.text
    kind = None if found.proof is None else type(found.proof).__name__
    return {
        "result": found.result,
        "reason": found.reason,
        "method": getattr(found.stats, "method", kind),
        "saved": saved,
        "picture": picture,
        "text": text if text and "\n" not in text else None,
        "document": document(found.result, saved=found.saved, **parts) if as_json else None,
    }


TARGETS = "save", "tour", "proof", "pseudo_boolean", "lrat", "checkpoint", "page"
"""Options that name what is written: fields of a run, or arguments of a command."""


def _targets(run: Run, options: dict[str, Any]) -> dict[str, Path]:
    """Return what is written, by the names of its options."""
    given = {name: getattr(run, name, None) or options.get(name) for name in TARGETS}
    return {name: Path(path) for name, path in given.items() if path is not None}


def _named(path: Path, instance: Instance) -> Path:
    """Return a file to write about one of several instances."""
    return path.with_name(path.name.replace("{}", instance.name))


def _answer(
    command: Command,
    run: Run,
    role: str,
    instance: Instance,
    subject: nx.Graph[Any] | str,
    options: dict[str, Any],
) -> int:
    """Answer about an instance that was read, and return the exit code."""
    if not isinstance(subject, str):
        remember(subject, instance.label)
    own: dict[str, Any] = {
        name: _named(path, instance) for name, path in _targets(run, options).items()
    }
    fields = {name: own.pop(name) for name in {*own} - {*options}}
    return responded(command, replace(run, **fields), **options | own | {role: subject})


def answer_each(
    command: Command, run: Run, role: str, todo: list[Instance], options: dict[str, Any]
) -> int:
    """Answer about the only instance, or about several side by side, in a table."""
    sheet = options.pop("sheet", None)
    noun = "file" if role == "file" else "graph"
    _aim(run, options, todo, noun, sheet)
    if len(todo) == 1 and sheet is None:
        code = _answer(command, run, role, todo[0], todo[0].read(), options)
        return INTERRUPTED if run.stops else code
    limits = {
        name: run.limits[name] for name in ("method", "seed", "timeout") if name in run.limits
    }
    with suppress(SearchLimitReached):  # what all would refuse is refused at once
        hamiltonian_path(nx.empty_graph(1), **limits)
    alone = replace(run, workers=run.workers and Workers())
    question = _Asked(command.__module__, command.__name__, role, alone, options)
    with run.rows.executor() as pool:
        done = answer_all(todo, question.outcome, pool, run, noun)
    if sheet is not None:
        _write_sheet(sheet, done)
    return exit_code(todo, done, run)


def _aim(
    run: Run, options: dict[str, Any], todo: list[Instance], noun: str, sheet: Path | None
) -> None:
    """Refuse files that would be written twice or over an input; make the folders of others."""
    paths = (item.source.path if item.source else Path(item.label) for item in todo)
    read = {path.resolve() for path in paths if "\0" not in str(path)}  # no file has such a name
    names = {param.name: param.opts[0] for param in click.get_current_context().command.params}
    targets = _targets(run, options)
    for name, path in targets.items():
        if len(todo) > 1 and "{}" not in path.name:
            what = f"{len(todo)} {noun}s: one of them"
            if len(read) == 1 and noun == "graph":
                what = f"{next(iter(read)).name} has {len(todo)} graphs: --graph 1"
            raise click.UsageError(f"{what}, or {{}} in {names[name]}, got {str(path)!r}")
        [(file, times)] = Counter(_named(path, item) for item in todo).most_common(1)
        if times > 1:
            raise click.UsageError(f"{times} {noun}s would be saved as {str(file)!r}")
    files = [_named(path, item) for path in targets.values() for item in todo]
    for path in [*files, *filter(None, [sheet])]:
        if path.resolve() in read:
            raise click.UsageError(f"the {noun} {str(path)!r} would be overwritten")
    for path in targets.values():
        path.parent.mkdir(exist_ok=True)


# -- The table


def _write_sheet(path: Path, done: list[Outcome]) -> None:
    """Write the table as CSV."""
    text = StringIO()
    names = [field.name for field in fields(Outcome) if field.name not in {"code", "document"}]
    writer = csv.DictWriter(text, names, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(map(asdict, done))
    write_atomically(path, text.getvalue().encode(errors="replace"))


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return what the JSON document states about one of many: the document of its own."""
    graph = dict.fromkeys(("nodes", "edges", "directed", "board"))
    return outcome.document or {
        **document(outcome.result, reason=outcome.reason),
        "graph": {"name": outcome.instance, **graph},
    }


def _summary(totals: dict[str, int], noun: str, todo: int, seconds: float) -> str:
    done = sum(totals.values())
    parts = [f"{totals[result]} {result}" for result in reversed(totals) if totals[result]]
    number = f"{todo} {noun}s" if done == todo else f"{done} of {todo} {noun}s"
    return f"{number} in {seconds:.1f} s: {', '.join(parts) or 'none done'}"


class _Table:
    """Rows that are printed one by one, with widths known in advance."""

    def __init__(self, noun: str, labels: Sequence[str]) -> None:
        self.noun = noun
        self.width = max(map(len, [noun, *labels]))
        if sys.stdout.isatty():  # a file may have long lines
            self.width = min(self.width, max(shutil.get_terminal_size().columns - 55, 12))

    def head(self) -> str:
        """Return the line of titles."""
        return self._line(self.noun, "nodes", "edges", "answer", "seconds", "result")

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
            outcome.text or "-",
            color=COLORS.get(outcome.result, "green"),
        )

    def _line(self, *cells: str, color: str | None = None) -> str:
        label, nodes, edges, answer, seconds, result = cells
        answer = click.style(f"{answer:<10}", fg=color)
        return f"{label:<{self.width}}  {nodes:>7}  {edges:>8}  {answer}  {seconds:>8}  {result}"


class _Bar:
    """The number of rows done, and what is done for one of them, shown on a terminal."""

    def __init__(self, bar: Any, task: Any) -> None:
        self._bar = bar
        self._task = task

    def advance(self) -> None:
        """Count one more."""
        self._bar.update(self._task, advance=1, description="solving")

    def report(self, progress: Progress) -> None:
        """Show the progress on one."""
        self._bar.update(self._task, description=_at_work(progress))


class _Log:
    """The same as a line a minute."""

    def __init__(self, noun: str, total: int) -> None:
        self._total = f"{total} {noun}s"
        self._done = 0
        self._lines = LogLines()

    def advance(self) -> None:
        """Count one more."""
        self._done += 1

    def report(self, progress: Progress) -> None:
        """Write the progress on one if a line is due."""
        self._lines(f"{self._done} of {self._total} done, {_at_work(progress)}")


def _at_work(progress: Progress) -> str:
    return f"{progress.method}, {progress.seconds:.0f} s"


@contextmanager
def _bar(noun: str, total: int) -> Iterator[_Bar | _Log]:
    """Show a bar on a terminal, below the rows."""
    if not sys.stderr.isatty():
        yield _Log(noun, total)
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
