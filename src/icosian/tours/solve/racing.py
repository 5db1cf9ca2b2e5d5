"""A race of methods, side by side: the first answer wins, and the others stop."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from icosian._run.pool import Lost, Queue, finished
from icosian.exceptions import SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.checking import check_tour
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.conditions import Conditions

__all__ = ["race"]

ALONE_SECONDS = 0.2
"""How long the portfolio is tried here first: most questions need no race."""
RUNNERS = [
    ("auto", 0),
    ("cdcl", 0),
    ("auto", 1),
    ("forcing", 0),
    ("frontier", 0),
    ("sat", 0),
    ("auto", 2),
    ("backtrack", 0),
]
"""Methods, and what is added to the seed of each; for more workers the portfolio again."""


def race(asked: Conditions, clock: Clock, pool: Pool, *, seed: int) -> Tour | Proof:
    """Answer a question by several methods side by side.

    Parameters
    ----------
    asked : Conditions
        The question.
    clock : Clock
        The clock of the search.
    pool : Pool
        Where they search, as many as there are workers. If it breaks and is not replaced, the
        portfolio goes on here.
    seed : int
        Seed of all random choices.

    Returns
    -------
    Tour or Proof
        Whether there is a tour depends on nothing; which one, or which proof, on who comes first.

    Raises
    ------
    SearchLimitReached
        If the time is over.
    """
    try:
        return asked.answer(clock.within(ALONE_SECONDS), seed=seed)
    except SearchLimitReached as error:
        late = error
    if clock.left <= 0:
        raise late
    runners = list(RUNNERS[: max(2, pool.workers)])
    runners += [("auto", 3 + k) for k in range(pool.workers - len(RUNNERS))]
    queue: Queue[int] = Queue()
    for k, (method, more) in enumerate(runners):
        queue.add(k, (asked, method, seed + more))
    try:
        with closing(finished(_run, queue, clock, pool, len(runners))) as steps:
            for step in steps:
                if step is None:
                    clock.tell("race")
                elif isinstance(answer := step[1], Tour):
                    check_tour(asked.problem.G, answer, closed=asked.problem.closed)
                    return answer
                elif isinstance(answer, Proof):
                    return answer
                elif isinstance(answer, SearchLimitReached) and step[0] == 0:
                    late = answer  # the portfolio holds the best cover
    except Lost:
        return asked.answer(clock, seed=seed)
    if clock.left > 0:  # all others are out of the race, for want of room or memory
        return asked.answer(clock, seed=seed)
    raise late


def _run(
    asked: Conditions, method: str, seed: int, *, clock: Clock
) -> Tour | Proof | SearchLimitReached | MemoryError:
    """Take part in a race: a task for any process."""
    try:
        return asked.answer(clock, method=method, seed=seed)
    except (SearchLimitReached, MemoryError) as error:
        return error
