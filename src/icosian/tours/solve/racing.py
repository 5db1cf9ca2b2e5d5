"""Race of methods on an executor: the first answer counts, and the others stop."""

from __future__ import annotations

from contextlib import closing

from icosian._run.clock import Clock
from icosian._run.pool import Lost, Pool, Queue, finished
from icosian.exceptions import SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.problem import Problem
from icosian.tours.solve.answer import answer
from icosian.tours.solve.portfolio import runners
from icosian.tours.tour import Tour

ALONE_SECONDS = 0.2
"""How long the portfolio is tried here first: most questions need no race."""


def answered(
    problem: Problem,
    clock: Clock,
    pool: Pool | None,
    *,
    seed: int,
    readable: bool = False,
    besides: tuple[tuple[object, ...], ...] = (),
) -> Tour | Proof:
    """Answer here, or by a race on a pool; questions about numbers have one method."""
    if pool is None or problem.is_numbered or besides:
        return answer(problem, clock, seed=seed, readable=readable, besides=besides)
    return race(problem, clock, pool, seed=seed, readable=readable)


def race(
    problem: Problem, clock: Clock, pool: Pool, *, seed: int, readable: bool = False
) -> Tour | Proof:
    """Answer by several methods side by side; the verdict does not depend on the race."""
    try:
        return answer(problem, clock.within(ALONE_SECONDS), seed=seed, readable=readable)
    except SearchLimitReached as error:
        late = error
    if clock.left <= 0:
        raise late
    queue: Queue[int] = Queue()
    racing = runners(pool.workers)
    for k, (method, more) in enumerate(racing):
        queue.add(k, (problem, method, seed + more, readable))
    try:
        with closing(finished(_run, queue, clock, pool, len(racing))) as steps:
            for step in steps:
                if step is None:
                    clock.tell("race")
                elif isinstance(found := step[1], Tour):
                    return problem.tour(found, found.stats)
                elif isinstance(found, Proof):
                    return found
                elif isinstance(found, SearchLimitReached) and step[0] == 0:
                    late = found  # the portfolio holds the best cover
    except Lost:
        return answer(problem, clock, seed=seed, readable=readable)
    if clock.left > 0:  # all others are out of the race, for want of room or memory
        return answer(problem, clock, seed=seed, readable=readable)
    raise late


def _run(
    problem: Problem, method: str, seed: int, readable: bool, *, clock: Clock
) -> Tour | Proof | SearchLimitReached | MemoryError:
    """Take part in a race: a task for any process."""
    try:
        return answer(problem, clock, method=method, seed=seed, readable=readable)
    except (SearchLimitReached, MemoryError) as error:
        return error
