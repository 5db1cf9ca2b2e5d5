"""Many graphs, one after the other or in several processes, each with an outcome."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._run.clock import Clock
from icosian._run.pool import Lost, Queue, Workers, finished, opened
from icosian.cli.shared.document import remember
from icosian.cli.shared.options import named_node
from icosian.cli.shared.question import conditions
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.files.graphs import GraphSource, graph_sources
from icosian.proofs import Proof
from icosian.tours import Progress, Tour

Evidence: TypeAlias = Tour | Proof | SearchLimitReached | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchQuestion:
    """The question asked about every graph."""

    closed: bool
    start: str | None
    end: str | None
    method: str
    seed: int | None
    timeout: float | None
    require: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what every graph would refuse, by asking it about a single node."""
        with suppress(SearchLimitReached):
            free = replace(self, closed=False, start=None, end=None, require=(), forbid=())
            _ask(nx.empty_graph(1), free, None)

    def outcome(self, instance: Instance, progress: Callable[[Progress], object] | None) -> Outcome:
        """Return the outcome for one of the graphs."""
        return solve_instance(instance, self, progress)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A graph to read and solve, as a small value that another process can receive."""

    label: str
    """Its name in the table."""
    name: str
    """The stem of its files."""
    source: GraphSource | None
    error: str | None = None
    """The reason where there is no source."""
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
    """The result for one instance: a row of the table."""

    instance: str
    result: str
    """found, impossible, undecided, unreadable, or failed."""
    nodes: int | None = None
    edges: int | None = None
    method: str | None = None
    """What found the tour, or the kind of the proof."""
    seconds: float | None = None
    """Not counting the reading of the file."""
    reason: str | None = None
    """The reason where there is no tour."""
    saved: str | None = None
    """The file of the tour or proof."""
    picture: str | None = None
    """The file of the picture."""

    @property
    def files(self) -> list[str]:
        """The files that were written."""
        return [path for path in (self.saved, self.picture) if path is not None]


def instances(
    paths: Sequence[Path], sources_of: Callable[[str], Iterator[GraphSource]] = graph_sources
) -> Iterator[Instance]:
    """Yield the graphs of all files; an unreadable file is an instance as well."""
    names = Counter(path.name for path in paths)
    for path in paths:
        file = path.name if names[path.name] == 1 else str(path)
        name = Path(path.name.removesuffix(".gz")).stem
        try:
            sources = list(sources_of(str(path)))
        except (nx.NetworkXException, OSError) as error:
            yield Instance(label=file, name=name, source=None, error=message(error))
            continue
        if len(sources) == 1:
            yield Instance(label=file, name=name, source=sources[0])
        else:
            for source in sources:
                label, own = f"{file}:{source.line}", f"{name}-{source.line}"
                yield Instance(label=label, name=own, source=source)


def solve_instance(
    instance: Instance,
    question: BatchQuestion,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[Outcome, Evidence]:
    """Return the outcome of an instance and its evidence, saved where asked."""
    outcome = Outcome(instance=instance.label, result="unreadable", reason=instance.error)
    if instance.source is None:
        return outcome, None
    try:
        G = instance.source.read()
    except (nx.NetworkXException, OSError, MemoryError) as error:
        return replace(outcome, reason=message(error)), None
    remember(G, instance.label)
    began = time.perf_counter()
    answer, evidence = _answer(G, question, progress)
    seconds = time.perf_counter() - began
    outcome = replace(outcome, nodes=len(G), edges=G.size(), seconds=seconds, **answer)
    try:
        saved = _save(evidence, G, instance)
        picture = _draw(evidence, G, instance)
    except (nx.NetworkXException, OSError) as error:
        reason = f"{outcome.result}, but not saved: {message(error)}"
        return replace(outcome, result="failed", reason=reason), evidence
    return replace(outcome, saved=saved, picture=picture), evidence


def _answer(
    G: nx.Graph[Any], question: BatchQuestion, progress: Callable[[Progress], object] | None
) -> tuple[dict[str, Any], Evidence]:
    """Ask the library; each way it may answer is a result."""
    try:
        tour = _ask(G, question, progress)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        kind = type(error.proof).__name__
        return {
            "result": "impossible",
            "method": kind,
            "reason": error.proof.explain(),
        }, error.proof
    except SearchLimitReached as error:
        return {"result": "undecided", "reason": str(error)}, error
    except (nx.NetworkXException, MemoryError) as error:
        return {"result": "failed", "reason": message(error)}, None
    method = tour.stats.method if tour.stats else None
    return {"result": "found", "method": method}, tour


def _ask(
    G: nx.Graph[Any], question: BatchQuestion, progress: Callable[[Progress], object] | None
) -> Tour:
    from icosian import tours

    start, end = (named_node(G, text) for text in (question.start, question.end))
    given: dict[str, Any] = {
        **conditions(G, question.require, question.forbid),
        "method": question.method,
        "seed": question.seed,
        "timeout": question.timeout,
        "progress": progress,
    }
    if question.closed:
        return tours.hamiltonian_cycle(G, start, **given)
    return tours.hamiltonian_path(G, start, end, **given)


def _save(evidence: Evidence, G: nx.Graph[Any], instance: Instance) -> str | None:
    """Write the evidence where the instance says, and return where that was."""
    from icosian.files.tours import write_tour

    if isinstance(evidence, Tour):
        path = instance.tour
        if path is not None:
            write_tour(evidence, path)
    else:
        path = instance.proof if isinstance(evidence, Proof) else None
        if path is not None and isinstance(evidence, Proof):
            write_atomically(path, f"{evidence.to_json(G)}\n".encode())
    return None if path is None else str(path)


def _draw(evidence: Evidence, G: nx.Graph[Any], instance: Instance) -> str | None:
    """Draw the evidence where the instance says, and return where that was."""
    if instance.picture is None or not isinstance(evidence, Tour | Proof):
        return None
    from icosian.drawing import save

    if isinstance(evidence, Tour):
        save(evidence, instance.picture)
    else:
        save(evidence, instance.picture, G=G)
    return str(instance.picture)


def message(error: BaseException) -> str:
    """Return an error as one line."""
    if isinstance(error, MemoryError):
        return "this graph is too large for the memory of the machine"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


PART_SECONDS = 0.75
"""The time of a job: sending one takes as long as solving a small graph."""
STEP = 8
"""How many times as many instances a job may have as the one before."""
AHEAD = 2
"""Jobs that wait for a worker each."""


def outcomes(
    todo: Sequence[Instance],
    solve: Callable[[Instance, Any], Outcome],
    executor: Workers = None,
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
                    done = [Outcome(instance=todo[k].label, result="failed", reason=reason)]
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
