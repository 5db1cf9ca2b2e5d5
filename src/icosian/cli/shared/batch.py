"""Many graphs or files, one after the other or in several processes, each with an outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx

from icosian._run.clock import Clock
from icosian._run.pool import Lost, Queue, Workers, finished, opened
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import GraphSource, graph_sources
from icosian.tours import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """What one row is about, as a small value that another process can receive."""

    label: str
    """Its name in the table."""
    name: str
    """The stem of its files."""
    source: GraphSource | None = None
    """The graph; None for a file that its command reads."""
    error: str | None = None
    """Why the file cannot be read."""

    def read(self) -> nx.Graph[Any] | str:
        """Return the graph, or the name of the file."""
        if self.error is not None:
            raise InvalidArgument(self.error)
        return self.label if self.source is None else self.source.read()


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


def instances(
    paths: Sequence[Path], sources_of: Callable[[str], Iterator[GraphSource]] = graph_sources
) -> Iterator[Instance]:
    """Yield the graphs of all files; an unreadable file is an instance as well."""
    names = Counter(path.name for path in paths)
    for path in paths:
        file = path.name if names[path.name] == 1 else str(path)
        try:
            sources = list(sources_of(str(path)))
        except (nx.NetworkXException, OSError) as error:
            yield Instance(label=file, name=stem(path), error=message(error))
            continue
        if len(sources) == 1:
            yield Instance(label=file, name=stem(path), source=sources[0])
        else:
            for source in sources:
                label, own = f"{file}:{source.line}", f"{stem(path)}-{source.line}"
                yield Instance(label=label, name=own, source=source)


def stem(path: Path) -> str:
    """Return the name of a file without its suffixes."""
    return Path(path.name.removesuffix(".gz")).stem


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
