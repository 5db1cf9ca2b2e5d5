"""Many questions, a row of a table each: graphs, or the files of a command."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import networkx as nx

from icosian._run.pool import Workers as Pool
from icosian.cli._interrupts import INTERRUPTED
from icosian.cli.shared.answers import Answer, Run, responded
from icosian.cli.shared.batch import Instance, Outcome, message, outcomes
from icosian.cli.shared.document import subject_in_json
from icosian.cli.shared.options import Command, Workers
from icosian.cli.shared.output import AS_ASKED, BAD_USE, OPPOSITE, UNDECIDED, LogLines, fail
from icosian.tours import Progress

CODES = {
    "unreadable": BAD_USE,
    "failed": BAD_USE,
    "undecided": UNDECIDED,
    "impossible": OPPOSITE,
    "found": AS_ASKED,
}
"""The exit code of each result; for many graphs the first of these that occurs."""
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
        except KeyboardInterrupt:
            pass  # the rows so far are printed, and the exit code says the rest
        results = [done[k] for k in sorted(done)]
        for outcome in results[printed:]:
            show(outcome)
    totals = dict.fromkeys(CODES, 0) | Counter(outcome.result for outcome in results)
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


def exit_code(todo: Sequence[Instance], done: list[Outcome]) -> int:
    """Return the exit code of many questions: that of the worst outcome."""
    if len(done) < len(todo):
        return fail("interrupted", INTERRUPTED)
    return _code(min(done, key=_severity))


def _code(outcome: Outcome) -> int:
    """Return the exit code of an outcome."""
    return outcome.code if isinstance(outcome, FileOutcome) else CODES[outcome.result]


def _severity(outcome: Outcome) -> tuple[int, bool]:
    """Return the rank of an outcome; the lowest decides."""
    rank = [BAD_USE, UNDECIDED, OPPOSITE, AS_ASKED].index(_code(outcome))
    return rank, outcome.result != "unreadable"


# -- The same command about several files


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOutcome(Outcome):
    """The result for one of several files."""

    code: int
    """The exit code if it were the only one."""
    text: str | None = None
    """The answer in a line."""
    answer: dict[str, Any] | None = None
    """The answer in the document."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command with its options, to be asked about a file."""

    command: str
    run: Run
    options: dict[str, Any]

    def outcome(self, instance: Instance, progress: Callable[[Progress], object]) -> Outcome:
        """Answer about a file, as the command does."""
        said: list[Answer] = []
        kinds = {kind: path for kind in SAVED if (path := getattr(self.run, kind)) is not None}
        own: dict[str, Any] = {kind: _named(path, instance) for kind, path in kinds.items()}
        run = replace(self.run, progress=progress, said=said, **own)
        command = getattr(import_module(f"icosian.cli._{self.command}"), self.command)
        began = time.perf_counter()
        with click.Context(command):
            try:
                code = responded(unwrap(command.callback), run, instance.label, **self.options)
                graph = subject_in_json() or {}
            except (nx.NetworkXException, click.ClickException, OSError, MemoryError) as error:
                given: Any = {"result": "failed", "reason": message(error), "code": BAD_USE}
                return FileOutcome(instance=instance.label, **given)
        found = said[0]
        text = found.reason or found.text or "-"
        saved, picture = (*found.saved, None, None)[:2]
        return FileOutcome(
            instance=instance.label,
            result=found.result,
            nodes=graph.get("nodes"),
            edges=graph.get("edges"),
            method=getattr(found.stats, "method", None),
            seconds=time.perf_counter() - began,
            reason=found.reason,
            saved=saved,
            picture=picture,
            code=code,
            text=text if "\n" not in text else None,
            answer=found.answer,
        )


SAVED = "save", "proof"
"""Options that are files to write, and fields of a run."""


def _named(path: Path, instance: Instance) -> Path:
    """Return a file to write about one of several files."""
    return path.with_name(path.name.replace("{}", instance.name))


def each_file(command: Command) -> Command:
    """Give a command its only file, or answer about several side by side, in a table."""

    @wraps(command)
    def asked(run: Run, files: tuple[str, ...], **options: Any) -> int:
        if len(files) < 2:
            return command(run, files[0] if files else None, **options)
        todo = [
            Instance(label=file, name=Path(file.removesuffix(".gz")).stem, source=None)
            for file in files
        ]
        for kind in SAVED:
            if (path := getattr(run, kind)) is None:
                continue
            if "{}" not in path.name:
                raise click.UsageError(
                    f"--{kind} needs {{}} for the names of several files, got {str(path)!r}"
                )
            name, times = Counter(_named(path, item) for item in todo).most_common(1)[0]
            if times > 1:
                raise click.UsageError(f"{times} files would be saved as {str(name)!r}")
        alone = replace(run, as_json=False, workers=run.workers and Workers())
        question = _Asked(command.__name__, alone, options)
        with (run.workers or Workers()).executor() as pool:
            rows = replace(run, save=None, proof=None)
            done = answer_all(todo, question.outcome, pool, rows, "file")
        return exit_code(todo, done)

    return asked


# -- The table


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return what the JSON document states about one of many graphs."""
    return {
        "result": outcome.result,
        "reason": outcome.reason,
        "graph": {"name": outcome.instance, "nodes": outcome.nodes, "edges": outcome.edges},
        "stats": {"method": outcome.method, "seconds": outcome.seconds},
        "saved": outcome.files,
    } | ({"answer": outcome.answer} if isinstance(outcome, FileOutcome) else {})


def _summary(totals: dict[str, int], noun: str, todo: int, seconds: float) -> str:
    done = sum(totals.values())
    parts = [f"{totals[result]} {result}" for result in reversed(totals) if totals[result]]
    number = f"{todo} {noun}s" if done == todo else f"{done} of {todo} {noun}s"
    return f"{number} in {seconds:.1f} s: {', '.join(parts) or 'none done'}"


class _Table:
    """Rows that are printed one by one, with widths known in advance."""

    def __init__(self, noun: str, labels: Sequence[str]) -> None:
        self.noun, self.last = noun, "by" if noun == "graph" else "result"
        self.width = max(map(len, [noun, *labels]))
        if sys.stdout.isatty():  # a file may have long lines
            self.width = min(self.width, max(shutil.get_terminal_size().columns - 55, 12))

    def head(self) -> str:
        """Return the line of titles."""
        return self._line(self.noun, "nodes", "edges", "answer", "seconds", self.last)

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
            (outcome.text if isinstance(outcome, FileOutcome) else outcome.method) or "-",
            color=COLORS.get(outcome.result, "green"),
        )

    def _line(self, *cells: str, color: str | None = None) -> str:
        label, nodes, edges, answer, seconds, by = cells
        answer = click.style(f"{answer:<10}", fg=color)
        return f"{label:<{self.width}}  {nodes:>7}  {edges:>8}  {answer}  {seconds:>8}  {by}"


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
