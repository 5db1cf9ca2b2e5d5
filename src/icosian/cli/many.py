"""One command about many graphs or files: a row of a table each, in several processes."""

from __future__ import annotations

import csv
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._run.clock import Clock
from icosian._run.pool import Lost, Queue, Workers as Pool, finished, opened
from icosian.cli.answers import Answer, document, respond, respond_to
from icosian.cli.options import (
    AS_ASKED,
    BAD_USE,
    OPPOSITE,
    UNDECIDED,
    as_options,
    fail,
)
from icosian.cli.progress import INTERRUPTED, rows_progress
from icosian.cli.subjects import Ask, Instance, message
from icosian.exceptions import SearchLimitReached
from icosian.files.graphs import GraphSource
from icosian.tours import Progress, hamiltonian_path

RESULTS = "unreadable", "failed", "undecided", "impossible", "found"
"""Results that are counted even where there is none of them."""
COLORS = {"unreadable": "red", "failed": "red", "undecided": "red", "impossible": "yellow"}
ERRORS = nx.NetworkXException, click.ClickException, OSError, MemoryError
"""What goes wrong with one of many."""
TARGETS = "save", "tour", "proof", "pseudo_boolean", "lrat", "checkpoint", "page"
"""Options that name what is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result for one instance: a row of the table."""

    instance: str
    result: str
    """found, impossible, undecided, counted, unreadable, or failed."""
    code: int
    """The exit code if it were the only one."""
    nodes: int | None = None
    edges: int | None = None
    method: str | None = None
    """What found the answer, or the kind of the proof."""
    seconds: float | None = None
    """Not counting the reading of a graph."""
    reason: str | None = None
    """What is proved, or the reason why there is no answer."""
    saved: str | None = None
    """The file of the tour or proof."""
    picture: str | None = None
    """The file of the picture."""
    text: str | None = None
    """The answer in a line."""
    document: dict[str, Any] | None = None
    """The row of the document."""


def answer_each(
    function: Callable[..., int], ask: Ask, todo: list[Instance], sheet: Path | None
) -> int:
    """Answer about each subject side by side, print a row for each, and return the exit code."""
    options = ask.options
    limits = {name: options[name] for name in ("method", "seed", "timeout") if name in options}
    with suppress(SearchLimitReached):  # what all would refuse is refused at once
        hamiltonian_path(nx.empty_graph(1), **limits)
    alone = options | {n: None for n in ("threads", "processes", "dask") if n in options}
    question = AskEach(
        module=function.__module__, name=function.__name__, options=alone, stops=ask.stops
    )
    with ask.rows.executor() as pool:
        done = answer_all(todo, question.outcome, pool, ask)
    if sheet is not None:
        _write_sheet(sheet, done)
    if len(done) < len(todo) or ask.stops:
        return fail("interrupted", INTERRUPTED)
    return min(done, key=_severity).code


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEach:
    """A command with its options, to be asked about one instance after the other."""

    module: str
    name: str
    options: dict[str, Any]
    stops: list[int] = field(default_factory=list)
    """What notes that Ctrl-C has ended a search in this process."""

    def outcome(self, instance: Instance, progress: Callable[[Progress], object] | None) -> Outcome:
        """Answer about an instance, as the command does."""
        command = getattr(import_module(self.module), self.name)
        said: list[Answer] = []
        ask = Ask(options=self.options, progress=progress, said=said, stops=self.stops)
        ask = aimed_at(ask, instance)
        cells: dict[str, Any] = {"instance": instance.label, "code": BAD_USE}
        with click.Context(command):
            try:
                graph = instance.read()
            except ERRORS as error:
                return Outcome(**cells, result="unreadable", reason=as_options(message(error)))
            began = time.perf_counter()
            try:
                code = respond_to(command.callback.__wrapped__, ask.about(graph))
                cells |= {**_cells(ask, said[0]), "code": code}
            except ERRORS as error:
                cells |= {"result": "failed", "reason": as_options(message(error))}
            if (known := ask.known) is not None:
                cells["nodes"] = len(known)
                cells["edges"] = known.size() if isinstance(known, nx.Graph) else None
            return Outcome(**cells, seconds=time.perf_counter() - began)


def _cells(ask: Ask, said: Answer) -> dict[str, Any]:
    """Return the cells of a row that an answer gives."""
    saved, picture = (*said.saved, None, None)[:2]
    text = said.line or said.reason or said.text
    return {
        "result": said.result,
        "reason": said.reason,
        "method": getattr(said.stats, "method", said.proof and type(said.proof).__name__),
        "saved": saved,
        "picture": picture,
        "text": text if text and "\n" not in text else None,
        "document": document(ask, said) if ask.options.get("as_json") else None,
    }


def _noun(todo: Sequence[Instance]) -> str:
    """Return what the instances are."""
    return "graph" if any(item.source or item.error for item in todo) else "file"


# -- What is written about each


def _targets(ask: Ask) -> dict[str, Path]:
    """Return what is written, by the names of its options."""
    given = {name: ask.options.get(name) for name in TARGETS}
    return {name: Path(path) for name, path in given.items() if path is not None}


def _named(path: Path, instance: Instance) -> Path:
    """Return a file to write about one of several instances."""
    return path.with_name(path.name.replace("{}", instance.name))


def aimed_at(ask: Ask, instance: Instance) -> Ask:
    """Return the question about an instance, which writes the files of its name."""
    own = {name: _named(path, instance) for name, path in _targets(ask).items()}
    return replace(ask, options=ask.options | own, name=instance.label)


def aim(ask: Ask, todo: list[Instance], sheet: Path | None) -> None:
    """Refuse files that would be written twice or over an input; make the folders of others."""
    targets = _targets(ask)
    sources = [item.source for item in todo]
    noun = _noun(todo)
    paths = [
        source.path if isinstance(source, GraphSource) else Path(item.label)
        for item, source in zip(todo, sources, strict=True)
    ]
    read = {path.resolve() for path in paths if "\0" not in str(path)}  # no file has such a name
    names = {param.name: param.opts[0] for param in click.get_current_context().command.params}
    for name, path in targets.items():
        if len(todo) > 1 and "{}" not in path.name:
            what = f"{len(todo)} {noun}s: one of them"
            if len(read) == 1 and noun == "graph":
                what = f"{next(iter(read)).name} has {len(todo)} graphs: --graph 1"
            raise click.UsageError(f"{what}, or {{}} in {names[name]}, got {str(path)!r}")
        [(file, times)] = Counter(_named(path, item) for item in todo).most_common(1) or [(path, 1)]
        if times > 1:
            raise click.UsageError(f"{times} {noun}s would be saved as {str(file)!r}")
    files = [_named(path, item) for path in targets.values() for item in todo]
    for path in [*files, *filter(None, [sheet])]:
        if path.resolve() in read:
            raise click.UsageError(f"the {noun} {str(path)!r} would be overwritten")
    for path in targets.values():
        path.parent.mkdir(exist_ok=True)


# -- One after the other, or in several processes


PART_SECONDS = 0.75
"""The time of a job: sending one takes as long as solving a small graph."""
STEP = 8
"""How many times as many instances a job may have as the one before."""
AHEAD = 2
"""Jobs that wait for a worker each."""


def outcomes(
    todo: Sequence[Instance],
    solve: Callable[[Instance, Any], Outcome],
    executor: Pool = None,
    progress: Callable[[Progress], object] | None = None,
) -> Generator[tuple[int, Outcome]]:
    """Yield the index and outcome of each instance as it finishes; close to stop the rest.

    Without an executor the work is done here, with progress. A job is a part of the instances that
    takes about ``PART_SECONDS``, judged by the jobs before it. A worker stops after twice that
    time, and what is left is a job again. The instances of a job that is lost run alone.
    """
    queue: Queue[int] = Queue()
    begun, size = 0, 1
    ends: dict[int, int] = {}

    def add(begin: int, end: int) -> None:
        ends[begin] = end
        queue.add(begin, (todo[begin:end], solve))

    def fill(room: int) -> None:
        nonlocal begun
        while begun < len(todo) and len(queue.jobs) < room:
            begin, begun = begun, begun + min(size, -(-(len(todo) - begun) // room))
            add(begin, begun)

    with opened(executor) as pool:
        if pool is None:
            yield from ((k, solve(instance, progress)) for k, instance in enumerate(todo))
            return
        fill(AHEAD * pool.workers)
        with closing(finished(_part, queue, Clock(), pool)) as steps:
            for k, part in filter(None, steps):
                end = ends.pop(k)
                if not isinstance(part, Lost):
                    done, seconds = part
                    size = max(
                        1, min(STEP * size, int(len(done) * PART_SECONDS / max(seconds, 1e-3)))
                    )
                    if k + len(done) < end:
                        add(k + len(done), end)
                elif end - k > 1:
                    done = []
                    for begin in range(k, end):
                        add(begin, begin + 1)
                else:
                    reason = "its process died, perhaps out of memory"
                    done = [Outcome(instance=todo[k].label, result="failed", code=2, reason=reason)]
                fill(AHEAD * pool.workers)  # some workers join late
                yield from enumerate(done, start=k)


def _part(
    todo: Sequence[Instance], solve: Callable[[Instance, Any], Outcome], *, clock: Clock
) -> tuple[list[Outcome], float]:
    """Return the outcomes of the first instances, and the time that they took: a task."""
    done: list[Outcome] = []
    while len(done) < len(todo) and (not done or clock.seconds < 2 * PART_SECONDS):
        clock.tick("solve")  # stops as soon as nobody waits
        done.append(solve(todo[len(done)], lambda _: clock.tell("solve")))
    return done, clock.seconds


# -- The table


def answer_all(
    todo: Sequence[Instance],
    solve: Callable[[Instance, Any], Outcome],
    executor: Pool,
    ask: Ask,
) -> list[Outcome]:
    """Answer about all, and print a row of the table for each, in their order.

    Ctrl-C ends it early; the outcomes so far are returned.
    """
    noun = _noun(todo)
    width = _width(noun, (item.label for item in todo))
    done: dict[int, Outcome] = {}
    printed = 0
    began = time.perf_counter()

    def show(outcome: Outcome) -> None:
        if ask.prints:
            seconds = None if outcome.seconds is None else f"{outcome.seconds:.3f}"
            cells = outcome.instance, outcome.nodes, outcome.edges, outcome.result, seconds
            color = COLORS.get(outcome.result, "green")
            click.echo(_line(width, *cells, outcome.text or "-", color=color))
        if outcome.reason and outcome.result in {"unreadable", "failed"}:
            known = outcome.result == "unreadable" or outcome.instance in outcome.reason
            fail(f"{'' if known else f'{outcome.instance}: '}{outcome.reason}", BAD_USE)

    if ask.prints:
        click.echo(_line(width, noun, "nodes", "edges", "answer", "seconds", "result"))
    with rows_progress(noun, len(todo)) as bar:
        try:
            with closing(outcomes(todo, solve, executor, bar.report)) as coming:
                for k, outcome in coming:
                    done[k] = outcome
                    bar.advance()
                    while printed in done:
                        printed += 1  # first, so that Ctrl-C cannot print a row twice
                        show(done[printed - 1])
                    if ask.stops:
                        break
        except KeyboardInterrupt:
            pass  # the rows so far are printed, and the exit code says the rest
        results = [done[k] for k in sorted(done)]
        for outcome in results[printed:]:
            show(outcome)
    totals = dict.fromkeys(RESULTS, 0) | Counter(outcome.result for outcome in results)
    seconds = time.perf_counter() - began
    number = f"{len(todo)} {noun}s"
    if len(results) < len(todo):
        number = f"{len(results)} of {number}"
    parts = [f"{totals[result]} {result}" for result in reversed(totals) if totals[result]]
    summary = f"{number} in {seconds:.1f} s: {', '.join(parts) or 'none done'}"
    respond(
        ask,
        Answer(
            result=min(results, key=_severity).result if results else "undecided",
            text=summary,
            reason=summary,
            answer={"graphs": list(map(_row, results)), "totals": totals},
            stats=SimpleNamespace(seconds=seconds),
        ),
    )
    return results


def _severity(outcome: Outcome) -> tuple[int, bool]:
    """Return the rank of an outcome; the lowest decides."""
    rank = [BAD_USE, UNDECIDED, OPPOSITE, AS_ASKED].index(outcome.code)
    return rank, outcome.result != "unreadable"


def _write_sheet(path: Path, done: list[Outcome]) -> None:
    """Write the table as CSV."""
    text = StringIO()
    names = [item.name for item in fields(Outcome) if item.name not in {"code", "document"}]
    writer = csv.DictWriter(text, names, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(map(asdict, done))
    write_atomically(path, text.getvalue().encode(errors="replace"))


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return what the JSON document states about one of many: the document of its own."""
    if outcome.document is not None:
        return outcome.document
    said = Answer(result=outcome.result, reason=outcome.reason)
    graph = dict.fromkeys(("nodes", "edges", "directed", "board"))
    return document(Ask(options={}), said) | {"graph": {"name": outcome.instance, **graph}}


def _width(noun: str, labels: Iterable[str]) -> int:
    """Return how wide the column of labels is."""
    width = max(map(len, [noun, *labels]))
    if sys.stdout.isatty():  # a file may have long lines
        width = min(width, max(shutil.get_terminal_size().columns - 55, 12))
    return width


def _line(width: int, *cells: Any, color: str | None = None) -> str:
    """Return a line of the table, which is printed before the others are known."""
    label, nodes, edges, answer, seconds, result = ("-" if c is None else c for c in cells)
    if len(label) > width:
        label = f"…{label[1 - width :]}"
    answer = click.style(f"{answer:<10}", fg=color)
    return f"{label:<{width}}  {nodes:>7}  {edges:>8}  {answer}  {seconds:>8}  {result}"
