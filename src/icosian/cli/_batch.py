"""Many graphs, one after the other or in several processes: each ends in an outcome."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._run.clock import Clock
from icosian._run.pool import Lost, Queue, finished, opened
from icosian.cli._common import fixed_edges, named_node
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.files.graphs import GraphSource, graph_sources

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor

    from icosian._run.pool import Workers
    from icosian.proofs import Proof
    from icosian.tours import Progress, Tour

__all__ = [
    "Instance",
    "Outcome",
    "Question",
    "instances",
    "outcomes",
    "processes",
    "solve_instance",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of every graph."""

    closed: bool
    start: str | None
    end: str | None
    method: str
    seed: int | None
    timeout: float | None

    def check(self) -> None:
        """Refuse what would be refused for every graph: ask it about one of a single node."""
        with suppress(SearchLimitReached):
            _ask(nx.empty_graph(1), replace(self, closed=False, start=None, end=None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A graph to come: a small value, for another process to read and to solve."""

    label: str
    """What it is called in the table."""
    name: str
    """What its files are called."""
    source: GraphSource | None
    error: str | None = None
    """Why there is no source."""
    tour: Path | None = None
    """Where its tour is saved."""
    proof: Path | None = None
    """Where its proof is saved."""
    picture: Path | None = None
    """Where its tour, or its proof, is drawn."""

    def saving(self, kind: str, path: Path) -> Instance:
        """Return it with the file that its tour, proof or picture is saved to."""
        target: dict[str, Any] = {kind: path}
        return replace(self, **target)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of an instance: a row of the table."""

    instance: str
    result: str
    """found, impossible, undecided, unreadable, or failed."""
    nodes: int | None = None
    edges: int | None = None
    method: str | None = None
    """What found the tour, or the kind of the proof."""
    seconds: float | None = None
    """Without reading the file."""
    reason: str | None = None
    """Why not."""
    saved: str | None = None
    """Where the tour or the proof is kept."""
    picture: str | None = None
    """Where it is drawn."""


def instances(paths: Sequence[Path]) -> Iterator[Instance]:
    """Yield the graphs of all files; a file that cannot be read is an instance, too."""
    names = Counter(path.name for path in paths)
    for path in paths:
        file = path.name if names[path.name] == 1 else str(path)
        name = Path(path.name.removesuffix(".gz")).stem
        try:
            sources = list(graph_sources(path))
        except (nx.NetworkXException, OSError) as error:
            yield Instance(label=file, name=name, source=None, error=_told(error))
            continue
        if len(sources) == 1:
            yield Instance(label=file, name=name, source=sources[0])
        else:
            for source in sources:
                label, own = f"{file}:{source.line}", f"{name}-{source.line}"
                yield Instance(label=label, name=own, source=source)


def solve_instance(
    instance: Instance,
    question: Question,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[Outcome, Tour | Proof | None]:
    """Return what comes of an instance, and the evidence, which is saved where that was asked."""
    outcome = Outcome(instance=instance.label, result="unreadable", reason=instance.error)
    if instance.source is None:
        return outcome, None
    try:
        G = instance.source.read()
    except (nx.NetworkXException, OSError, MemoryError) as error:
        return replace(outcome, reason=_told(error)), None
    began = time.perf_counter()
    answer, evidence = _answer(G, question, progress)
    seconds = time.perf_counter() - began
    outcome = replace(outcome, nodes=len(G), edges=G.size(), seconds=seconds, **answer)
    try:
        saved = _save(evidence, G, instance)
        picture = _draw(evidence, G, instance)
    except (nx.NetworkXException, OSError) as error:
        reason = f"{outcome.result}, but not saved: {_told(error)}"
        return replace(outcome, result="failed", reason=reason), evidence
    return replace(outcome, saved=saved, picture=picture), evidence


def _answer(
    G: nx.Graph[Any], question: Question, progress: Callable[[Progress], object] | None
) -> tuple[dict[str, Any], Tour | Proof | None]:
    """Ask the library; every way in which it may answer is a result."""
    try:
        tour = _ask(G, question, progress)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        kind = type(error.proof).__name__
        return {"result": "impossible", "method": kind, "reason": str(error)}, error.proof
    except SearchLimitReached as error:
        return {"result": "undecided", "reason": str(error)}, None
    except (nx.NetworkXException, MemoryError) as error:
        return {"result": "failed", "reason": _told(error)}, None
    method = tour.stats.method if tour.stats else None
    return {"result": "found", "method": method}, tour


def _ask(
    G: nx.Graph[Any], question: Question, progress: Callable[[Progress], object] | None
) -> Tour:
    from icosian import tours

    start, end = (named_node(G, text) for text in (question.start, question.end))
    given: dict[str, Any] = {
        "require": fixed_edges(G),
        "method": question.method,
        "seed": question.seed,
        "timeout": question.timeout,
        "progress": progress,
    }
    if question.closed:
        return tours.hamiltonian_cycle(G, start, **given)
    return tours.hamiltonian_path(G, start, end, **given)


def _save(evidence: Tour | Proof | None, G: nx.Graph[Any], instance: Instance) -> str | None:
    """Write the evidence where the instance says, and return where that was."""
    from icosian.files.tours import write_tour
    from icosian.tours import Tour

    if isinstance(evidence, Tour):
        path = instance.tour
        if path is not None:
            write_tour(evidence, path)
    else:
        path = instance.proof if evidence is not None else None
        if path is not None and evidence is not None:
            write_atomically(path, f"{evidence.to_json(G)}\n".encode())
    return None if path is None else str(path)


def _draw(evidence: Tour | Proof | None, G: nx.Graph[Any], instance: Instance) -> str | None:
    """Draw the evidence where the instance says, and return where that was."""
    from icosian.tours import Tour

    if instance.picture is None or evidence is None:
        return None
    from icosian.drawing import save_proof, save_tour

    if isinstance(evidence, Tour):
        save_tour(evidence, instance.picture)
    else:
        save_proof(evidence, G, instance.picture)
    return str(instance.picture)


def _told(error: BaseException) -> str:
    """Return an error as a line for the user."""
    if isinstance(error, MemoryError):
        return "this graph is too large for the memory of the machine"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def outcomes(
    todo: Sequence[Instance],
    question: Question,
    executor: Workers = None,
    progress: Callable[[Progress], object] | None = None,
) -> Generator[tuple[int, Outcome]]:
    """Yield the place and the outcome of every instance as it comes; close it to stop the rest.

    Without an executor all is done here, and the progress is told.
    """
    queue: Queue[int] = Queue()
    for k, instance in enumerate(todo):
        queue.add(k, (instance, question))
    with opened(executor) as pool:
        if pool is None:
            for k, instance in enumerate(todo):
                yield k, solve_instance(instance, question, progress)[0]
            return
        with closing(finished(_there, queue, Clock(), pool)) as steps:
            for step in steps:
                if step is None:
                    continue
                k, outcome = step
                if isinstance(outcome, Lost):
                    reason = "its process was lost, perhaps for want of memory"
                    outcome = Outcome(instance=todo[k].label, result="failed", reason=reason)
                yield k, outcome


def processes(number: int) -> Callable[[], Executor] | None:
    """Return what makes a pool of so many processes; one is this one."""
    if number == 1:
        return None
    context = multiprocessing.get_context("spawn")  # the same everywhere, and safe with threads
    return partial(ProcessPoolExecutor, number, mp_context=context, initializer=_begin)


def _begin() -> None:
    """Prepare a process: Ctrl-C reaches all of them, and is the business of the first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _there(instance: Instance, question: Question, *, clock: Clock) -> Outcome:
    """Solve an instance in another process, as long as somebody waits for it."""
    return solve_instance(instance, question, lambda _: clock.tell("solve"))[0]
