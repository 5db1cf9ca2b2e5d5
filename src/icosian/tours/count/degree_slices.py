"""Counting in slices: fix the degrees of some separator vertices in the first half of the edges.

Every cycle belongs to exactly one slice. A slice has fewer states than the whole count, so it needs
less memory, and slices are independent, so they can be counted anywhere and in parallel.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, product
from typing import Any

from icosian._arrays import masks_of
from icosian._io.memory import size_text
from icosian._run.limits import Clock
from icosian._run.pool import Ledger, Lost, Pool, threads, total, workers
from icosian.exceptions import IncompleteRun, InvalidArgument, SearchLimitReached
from icosian.tours.count.exchange import Checkpoint, Exchange
from icosian.tours.count.layers import Memory, MemoryShort
from icosian.tours.count.plans import MOST, Plan, PlanRun, frontiers, race_plans

Slice = tuple[tuple[int, int], ...]
"""Vertices of the separator, and the number of edges that each has in the first half."""

REDUCTION = 0.55
"""The factor by which one more fixed vertex reduces the states of the largest slice, on boards."""
SLACK = 8
"""How many times the memory a slice may seem to need: the estimates are rough, and a slice that
does not fit is divided, which costs less than slices that are too small."""
REFUSED = 4
"""How many times the memory the smallest slices may seem to need before the count is refused."""
HOPELESS = 16
"""The same when only the first states are known."""
SMALL, APART = 200_000, 20
"""The expected states, a tenth of a second, that workers must save if they are to share a count,
and how many times as many if they are no threads: a process takes a second or two to start."""
BY_RANGES = 20_000_000
"""The expected states from which on a single thread exchanges them with itself, range by range: it
is quicker and takes less memory."""
JOBS = 3
"""The least number of slices for each worker, since some are larger than others."""
ROW = 32
"""Bytes of a state in a layer of draws, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleCount:
    """A count of the Hamiltonian cycles of a graph, as a whole or in slices."""

    graph: Sequence[AbstractSet[int]]
    clock: Clock
    limit: int  # bytes
    pool: Pool | None
    checkpoint: Checkpoint

    def run(self, plans: Callable[[], Sequence[Plan]], resume: IncompleteRun | None = None) -> int:
        """Return the number of cycles; plans are made only if no checkpoint has one."""
        if resume is not None:
            return self._resumed(resume)
        if self.checkpoint.number is not None:
            return self.checkpoint.number
        try:
            number = self._whole_or_sliced(plans)
        except BaseException:
            self.checkpoint.leave()
            raise
        self.checkpoint.finish(number)
        return number

    def _whole_or_sliced(self, plans: Callable[[], Sequence[Plan]]) -> int:
        """Run the best plan as a whole if the memory suffices, else in slices."""
        graph, checkpoint, memory = self.graph, self.checkpoint, Memory(self.limit)
        # 1. Race the plans and decide on slices, unless a checkpoint has the decision.
        if checkpoint.plan is None:
            check = partial(check_runs, graph, limit=self.limit)
            run, needed = race_plans(graph, plans(), self.clock, memory, check)
            depth = 0
            if needed > self.limit and run.estimate >= SMALL:
                depth = depth_needed(graph, run.plan, needed, self.limit, workers(self.pool))
            checkpoint.begin(run.plan, depth)
        else:
            run = PlanRun(graph, checkpoint.plan, self.clock, memory)
            depth = checkpoint.depth
        # 2. Count as a whole; if the memory turns out too small, or no worker can read what others
        #    write, decide again.
        if depth == 0:
            try:
                pool = self.pool if self._workers_pay(run.estimate) else None
                if pool is not None or (run.estimate >= BY_RANGES and checkpoint.folder is None):
                    given = self.clock, pool, self.limit, memory, checkpoint
                    return Exchange(run, *given).count()
                run.observer = checkpoint if checkpoint.folder is not None else None
                checkpoint.resume(run, memory)
                return run.finish()
            except Lost as error:
                if threads(self.pool) > 1 or not run.plan.separator:
                    return replace(self, pool=None)._whole_or_sliced(plans)  # noqa: SLF001
                if checkpoint.folder is not None:
                    raise IncompleteRun(
                        f"not counted: the executor broke: {error}; the same call goes on from"
                        f" {checkpoint.folder}"
                    ) from None
                depth = depth_needed(graph, run.plan, run.needed, self.limit, workers(self.pool))
            except MemoryShort:
                needed = max(run.needed, self.limit + 1)
                depth = depth_needed(graph, run.plan, needed, self.limit, workers(self.pool))
                if depth == 0:
                    raise
            checkpoint.begin(run.plan, depth)
        # 3. Release the memory, and sum up the slices.
        plan = run.plan
        run.release()
        del run
        share = self.limit // workers(self.pool)
        jobs = [(graph, plan, share, job) for job in slices(graph, plan, depth)]
        return self._summed(jobs, depth)

    def _workers_pay(self, estimate: float) -> bool:
        """Return True if workers save more than they cost."""
        if self.pool is None or estimate < SMALL:  # a function may have to make them
            return False
        least = SMALL if threads(self.pool) > 1 else SMALL * APART
        number = workers(self.pool)
        return number > 1 and estimate * (1 - 1 / number) >= least

    def _resumed(self, resume: IncompleteRun) -> int:
        """Return the sum over the slices of an interrupted count."""
        ledger = resume.ledger
        jobs = ledger.jobs[: ledger.first] if isinstance(ledger, Ledger) else []
        if not jobs or jobs[0][0] != self.graph:
            raise InvalidArgument(
                "resume is from another count: graph, ends and conditions on edges must be the same"
            )
        plan, (given, _) = jobs[0][1], jobs[0][3]
        units = accumulate(map(len, units_of(self.graph, plan)))
        depth = next(k for k, fixed in enumerate(units, start=1) if fixed == len(given))
        return self._summed(jobs, depth, resume)

    def _summed(
        self, jobs: list[tuple[Any, ...]], depth: int, resume: IncompleteRun | None = None
    ) -> int:
        """Return the sum over slices, on this thread or on an executor."""
        here = partial(_count_slice, checkpoint=self.checkpoint if self.checkpoint.folder else None)
        return total(
            here if self.pool is None else _count_slice,
            Ledger(name=f"slices of depth {depth}", jobs=jobs, divided=_divided),
            self.clock,
            self.pool,
            journal=self.checkpoint.journal,
            resume=resume,
        )


def _count_slice(
    graph: Sequence[AbstractSet[int]],
    plan: Plan,
    limit: int,
    part: tuple[Slice, int],
    *,
    clock: Clock,
    checkpoint: Checkpoint | None = None,
) -> int | None:
    """Count a slice with its multiplicity, on any process; None asks to divide it."""
    (given, times), memory = part, Memory(limit)
    run = PlanRun(graph, plan, clock, memory, dict(given))
    run.observer = checkpoint
    try:
        if checkpoint is not None:
            checkpoint.resume(run, memory)
        return times * run.finish()
    except MemoryShort:
        if checkpoint is not None:
            checkpoint.forget()
        if len(given) == sum(map(len, units_of(graph, plan))):
            raise
        return None


def _divided(
    graph: Sequence[AbstractSet[int]], plan: Plan, limit: int, part: tuple[Slice, int]
) -> list[tuple[Sequence[AbstractSet[int]], Plan, int, tuple[Slice, int]]]:
    given, times = part
    known = dict(given)
    unit = next(unit for unit in units_of(graph, plan) if unit[0] not in known)
    return [
        (graph, plan, limit, (tuple(sorted([*given, *zip(unit, degrees, strict=True)])), times))
        for degrees in product(range(3), repeat=len(unit))
    ]


def units_of(graph: Sequence[AbstractSet[int]], plan: Plan) -> list[tuple[int, ...]]:
    """Return the vertices to fix, in order; a mirror fixes a vertex and its image together."""
    # Until their edges are decided, all slices have the same states. So first come the vertices
    # whose neighbors are eliminated early.
    place = {v: k / len(half) for half in plan.halves for k, v in enumerate(half)}
    units = {
        (v,) if plan.mirror is None else tuple(sorted({v, plan.mirror[v]})) for v in plan.separator
    }

    def rank(unit: tuple[int, ...]) -> tuple[bool, float, tuple[int, ...]]:
        hub = any(2 * len(graph[v]) > len(graph) for v in unit)  # it has no place of its own
        places = [[place[w] for w in graph[v] if w in place] or [1.0] for v in unit]
        return hub, sum(sum(found) / len(found) for found in places), unit

    return sorted(units, key=rank)


def slices(graph: Sequence[AbstractSet[int]], plan: Plan, depth: int) -> list[tuple[Slice, int]]:
    """Return the slices that fix the first units, each with its multiplicity under symmetry."""
    vertices = sorted(v for unit in units_of(graph, plan)[:depth] for v in unit)
    found: dict[Slice, int] = {}
    for degrees in product(range(3), repeat=len(vertices)):
        known = dict(zip(vertices, degrees, strict=True))
        first = min(tuple(sorted(image.items())) for _, image in images(plan, known))
        found[first] = found.get(first, 0) + 1
    return list(found.items())


def images(plan: Plan, degrees: dict[int, int]) -> list[tuple[Sequence[int], dict[int, int]]]:
    """Return the symmetries of the plan, and the degrees of the images of a slice under them."""
    mirror, turn = plan.mirror, plan.turn
    size = len(mirror or turn or (*plan.separator, *plan.halves[0], *plan.halves[1]))
    found: list[tuple[Sequence[int], dict[int, int]]] = [(range(size), degrees)]
    if mirror is not None:
        found += [(mirror, {mirror[v]: 2 - d for v, d in degrees.items()})]
    if turn is not None and {turn[v] for v in degrees} == set(degrees):
        found += [
            ([turn[w] for w in symmetry], {turn[v]: d for v, d in image.items()})
            for symmetry, image in found
        ]
    return found


def deepest(graph: Sequence[AbstractSet[int]], plan: Plan) -> int:
    """Return how many units may be fixed before slices are divided one by one."""
    return sum(fixed <= MOST for fixed in accumulate(map(len, units_of(graph, plan))))


def depth_needed(
    graph: Sequence[AbstractSet[int]],
    plan: Plan,
    needed: float,
    limit: int,
    at_a_time: int,
    times: int = REFUSED,
) -> int:
    """Return how many units to fix so that a slice fits in memory; 0 if there are none."""
    both = 1 if plan.mirror is None else 2  # slices need both halves
    fixed = [0, *accumulate(map(len, units_of(graph, plan)[: deepest(graph, plan)]))]
    least = [both * needed * REDUCTION**number for number in fixed]
    if least[-1] * at_a_time > times * limit:
        sliced = f", or about {size_text(least[-1] * at_a_time)} in {3 ** fixed[-1]} slices"
        raise SearchLimitReached(
            f"the states of the count need about {size_text(needed)}{sliced if fixed[-1] else ''},"
            f" and memory_limit is {size_text(limit)}"
        )
    for depth in range(1, len(least)):
        if least[depth] * at_a_time <= SLACK * limit and (
            at_a_time == 1 or len(slices(graph, plan, depth)) >= JOBS * at_a_time
        ):
            return depth
    return len(least) - 1


def check_runs(graph: Sequence[AbstractSet[int]], runs: Sequence[PlanRun], limit: int) -> None:
    """Raise :exc:`SearchLimitReached` if all runs seem to need far too much memory."""
    best = min(runs, key=lambda run: run.needed * REDUCTION ** min(MOST, len(run.plan.separator)))
    depth_needed(graph, best.plan, best.needed, limit, 1, HOPELESS)


def check_disk(graph: Sequence[AbstractSet[int]], plan: Plan, limit: int) -> None:
    """Refuse a plan whose layers would need far more than disk and memory, also in slices."""
    masks = masks_of(graph)
    states = sum(sum(frontiers(masks, half, plane=True)[0]) for half in plan.halves)
    needed = ROW * states * REDUCTION ** min(MOST, len(plan.separator))
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if needed > HOPELESS * (free + limit):
        raise SearchLimitReached(
            f"the layers of the count need about {size_text(needed)} in the folder for temporary"
            f" files, and {size_text(free)} are free"
        )
