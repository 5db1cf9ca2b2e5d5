"""A count in slices: each fixes how many edges some vertices have in the first half of a graph.

Every tour belongs to one slice. A slice has fewer states than all of them, so it needs less memory,
and slices have nothing to do with each other, so they can be counted anywhere.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any

from icosian._io.memory import size_text
from icosian._run import pool as parallel
from icosian._run.ledger import Ledger, total
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.tours.count.layers import Memory, MemoryShort
from icosian.tours.count.plan_race import Attempt, best_attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Set as AbstractSet

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.exceptions import IncompleteRun
    from icosian.tours.count.checkpoint import Checkpoint
    from icosian.tours.count.plans import Plan

__all__ = ["count"]

Slice = tuple[tuple[int, int], ...]
"""Vertices of the separator, and how many edges each has in the first half."""

MOST = 6
"""Vertices whose degrees are fixed at most at the beginning; a slice too large has more of them."""
REDUCTION = 0.55
"""What one more of these vertices leaves of the states of the largest slice; measured on boards."""
SLACK = 4
"""How many times as much memory as there is may seem to be needed: the estimate is a rough one."""
SMALL = 200_000
"""Counts that cost fewer states are made here and as a whole, if the memory turns out to do."""
JOBS = 3
"""Slices for each worker at least, since some are larger than others."""


def count(
    graph: Sequence[AbstractSet[int]],
    plans: Callable[[], Sequence[Plan]],
    clock: Clock,
    limit: int,
    pool: Pool | None,
    checkpoint: Checkpoint,
    resume: IncompleteRun | None = None,
) -> int:
    """Return how many Hamiltonian cycles a graph has.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    plans : callable
        Makes the plans to try.
    clock : Clock
        The clock.
    limit : int
        Bytes that all tables together may take.
    pool : Pool or None
        Threads that count together, or where slices are counted.
    checkpoint : Checkpoint
        What is known already, and what takes notes.
    resume : IncompleteRun, optional
        What the count of slices ended with, without a checkpoint.

    Returns
    -------
    int
        The number.

    Raises
    ------
    SearchLimitReached
        If the plans are too wide, or the memory too small for slices.
    IncompleteRun
        If the executor breaks.
    InvalidArgument
        If ``resume`` is of another count.
    """
    if resume is not None:
        return _resumed(graph, clock, pool, checkpoint, resume)
    if checkpoint.number is not None:
        return checkpoint.number
    try:
        number = _whole_or_sliced(graph, plans, clock, limit, pool, checkpoint)
    except BaseException:
        checkpoint.leave()
        raise
    checkpoint.finish(number)
    return number


def _whole_or_sliced(
    graph: Sequence[AbstractSet[int]],
    plans: Callable[[], Sequence[Plan]],
    clock: Clock,
    limit: int,
    pool: Pool | None,
    checkpoint: Checkpoint,
) -> int:
    memory = Memory(limit)
    plan = checkpoint.plan
    if plan is None:
        attempt, needed = best_attempt(graph, plans(), clock, memory, pool)
        plan, small = attempt.plan, attempt.estimate < SMALL
        workers = 1 if small else _at_a_time(pool)
        whole = workers == 1 and (small or needed <= limit)
        depth = 0 if whole else _depth(graph, plan, needed, limit, workers)
        checkpoint.begin(plan, depth)
    else:
        attempt = Attempt(graph, plan, clock, memory, pool=pool)
        depth = checkpoint.depth
    if depth == 0:
        attempt.watcher = checkpoint
        try:
            checkpoint.resume(attempt, memory)
            return attempt.finish()
        except MemoryShort:
            depth = _depth(graph, plan, attempt.needed, limit, _at_a_time(pool))
            if depth == 0:
                raise
            checkpoint.begin(plan, depth)
    attempt.give_up()
    del attempt
    return _sliced(graph, plan, depth, clock, limit, pool, checkpoint)


def _at_a_time(pool: Pool | None) -> int:
    """Return how many slices are counted at a time: threads count each together."""
    return 1 if parallel.threads(pool) > 1 else parallel.workers(pool)


def _sliced(
    graph: Sequence[AbstractSet[int]],
    plan: Plan,
    depth: int,
    clock: Clock,
    limit: int,
    pool: Pool | None,
    checkpoint: Checkpoint,
) -> int:
    """Return the sum over the slices of some depth."""
    share = limit // _at_a_time(pool)
    jobs = [(graph, plan, share, *job) for job in _slices(graph, plan, depth)]
    return _summed(jobs, depth, clock, pool, checkpoint)


def _resumed(
    graph: Sequence[AbstractSet[int]],
    clock: Clock,
    pool: Pool | None,
    checkpoint: Checkpoint,
    resume: IncompleteRun,
) -> int:
    """Return the sum over the slices that an earlier count was cut into."""
    ledger = resume.ledger
    jobs = ledger.jobs[: ledger.first] if isinstance(ledger, Ledger) else []
    if not jobs or jobs[0][0] != graph:
        raise InvalidArgument(
            "resume is of another count: graph, ends and conditions on edges must be the same"
        )
    plan, given = jobs[0][1], jobs[0][3]
    units = accumulate(map(len, _units(graph, plan)))
    depth = next(k for k, fixed in enumerate(units, start=1) if fixed == len(given))
    return _summed(jobs, depth, clock, pool, checkpoint, resume)


def _summed(
    jobs: list[tuple[Any, ...]],
    depth: int,
    clock: Clock,
    pool: Pool | None,
    checkpoint: Checkpoint,
    resume: IncompleteRun | None = None,
) -> int:
    here = pool is None or parallel.threads(pool) > 1
    return total(
        partial(_count_slice, pool=pool, checkpoint=checkpoint) if here else _count_slice,
        jobs,
        name=f"slices of depth {depth}",
        clock=clock,
        pool=None if here else pool,
        journal=checkpoint.journal,
        divided=_divided,
        resume=resume,
    )


def _count_slice(
    graph: Sequence[AbstractSet[int]],
    plan: Plan,
    limit: int,
    given: Slice,
    times: int,
    *,
    clock: Clock,
    pool: Pool | None = None,
    checkpoint: Checkpoint | None = None,
) -> int | None:
    """Count the cycles of a slice, so many times: a task for any process.

    The result is None if the slice needs too much memory and can be divided.
    """
    memory = Memory(limit)
    attempt = Attempt(graph, plan, clock, memory, dict(given), pool)
    attempt.watcher = checkpoint
    try:
        if checkpoint is not None:
            checkpoint.resume(attempt, memory)
        return times * attempt.finish()
    except MemoryShort:
        if checkpoint is not None:
            checkpoint.forget()
        if len(given) == sum(map(len, _units(graph, plan))):
            raise
        return None


def _divided(
    graph: Sequence[AbstractSet[int]], plan: Plan, limit: int, given: Slice, times: int
) -> list[tuple[Sequence[AbstractSet[int]], Plan, int, Slice, int]]:
    """Return the slices that a slice consists of."""
    known = dict(given)
    unit = next((unit for unit in _units(graph, plan) if unit[0] not in known), None)
    if unit is None:
        raise InvalidArgument(
            "the journal is damaged: it divides a slice that is as small as can be"
        )
    return [
        (graph, plan, limit, tuple(sorted([*given, *zip(unit, degrees, strict=True)])), times)
        for degrees in product(range(3), repeat=len(unit))
    ]


def _units(graph: Sequence[AbstractSet[int]], plan: Plan) -> list[tuple[int, ...]]:
    """Return the vertices whose degrees can be fixed, those that must be together in one tuple.

    The first ones have many edges in both halves, so that each degree takes a large part.
    """
    front = set(plan.halves[0])
    units = {
        (v,) if plan.mirror is None else tuple(sorted({v, plan.mirror[v]})) for v in plan.separator
    }

    def rank(unit: tuple[int, ...]) -> tuple[bool, int, int, tuple[int, ...]]:
        here = [len(graph[v] & front) for v in unit]
        there = [len(graph[v]) - k for v, k in zip(unit, here, strict=True)]
        hub = any(2 * len(graph[v]) > len(graph) for v in unit)  # it has no place of its own
        return hub, -min(here + there), -sum(here + there), unit

    return sorted(units, key=rank)


def _slices(graph: Sequence[AbstractSet[int]], plan: Plan, depth: int) -> list[tuple[Slice, int]]:
    """Return slices whose vertices are the first units, and how often each is to be counted.

    Slices that symmetries of the plan make of each other have as many cycles.
    """
    vertices = sorted(v for unit in _units(graph, plan)[:depth] for v in unit)
    found: dict[Slice, int] = {}
    for degrees in product(range(3), repeat=len(vertices)):
        known = dict(zip(vertices, degrees, strict=True))
        first = min(tuple(sorted(image.items())) for image in _images(plan, known))
        found[first] = found.get(first, 0) + 1
    return list(found.items())


def _images(plan: Plan, degrees: dict[int, int]) -> list[dict[int, int]]:
    """Return the degrees that a slice has when it is seen from other sides."""
    images = [degrees]
    if (mirror := plan.mirror) is not None:
        images += [{mirror[v]: 2 - d for v, d in image.items()} for image in images]
    if (turn := plan.turn) is not None and {turn[v] for v in degrees} == set(degrees):
        images += [{turn[v]: d for v, d in image.items()} for image in images]
    return images


def _depth(
    graph: Sequence[AbstractSet[int]], plan: Plan, needed: float, limit: int, workers: int
) -> int:
    """Return how many units of vertices tell the slices apart; 0 if the plan has none.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    plan : Plan
        The plan.
    needed : float
        About how many bytes the count needs as a whole.
    limit : int
        How many there are.
    workers : int
        How many slices are counted at a time.

    Returns
    -------
    int
        The number; a slice fits into the memory then, if the estimate is right.

    Raises
    ------
    SearchLimitReached
        If the memory is far too small for slices.
    """
    units = _units(graph, plan)
    fixed = depth = 0
    least = needed
    if units and plan.mirror is not None:
        least *= 2  # slices need both halves
    while depth < len(units) and fixed + len(units[depth]) <= MOST:
        fixed += len(units[depth])
        depth += 1
        least *= REDUCTION ** len(units[depth - 1])
        if least <= limit / workers and (
            workers == 1 or len(_slices(graph, plan, depth)) >= JOBS * workers
        ):
            break
    if least * workers > SLACK * limit:
        sliced = f", or about {size_text(least * workers)} in {3**fixed} slices" if fixed else ""
        raise SearchLimitReached(
            f"the states of the count need about {size_text(needed)}{sliced},"
            f" and memory_limit is {size_text(limit)}"
        )
    return depth
