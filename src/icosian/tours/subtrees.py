"""An exhaustive search that several workers share: each takes subtrees of its tree of cases.

A subtree is searched for some steps; what is left of it by then are subtrees again. Their trees,
written one behind the other, are the tree of the whole, so there is one proof in the end.
"""

from __future__ import annotations

from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

from icosian._kernels import forcing as kernels
from icosian.parallel import Lost, Queue, finished
from icosian.tours.force import left_over, ring_of, started

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.parallel import Pool
    from icosian.tours.clock import Clock
    from icosian.tours.force import Forcing, Path
    from icosian.tours.problem import NormalForm

    Cycle = NDArray[np.int32]
    _Given = tuple[NormalForm, NDArray[np.int32], Sequence[tuple[int, ...]]]

__all__ = ["search"]

ALONE_STEPS = 10_000_000
"""The steps of the search before it is shared out."""
PART_STEPS = 5_000_000
"""The steps in a subtree before what is left of it is divided. By seconds the proof would depend on
how quick the workers are."""
PART_ROOM = 1 << 16
"""Splits and leaves of a tree of cases in one part."""
AHEAD = 4
"""Subtrees under way for each worker."""
_UNDECIDED = kernels.MORE, kernels.FULL


def search(forcing: Forcing, clock: Clock, pool: Pool) -> Cycle | list[int] | None:
    """Search exhaustively.

    Parameters
    ----------
    forcing : Forcing
        The search, not yet begun.
    clock : Clock
        The clock.
    pool : Pool
        Where subtrees are searched. If it breaks and is not replaced, the search goes on here.

    Returns
    -------
    int32 array, shape (n,), list of int, or None
        The vertices of a cycle in order; the tree of all cases, if there is none; None if the tree
        has no room.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    given = forcing.form, forcing.edges, forcing.cut_edges
    status = forcing.search(clock, ALONE_STEPS + _to_a_split(*given))
    if status in _UNDECIDED:
        try:
            return _shared(left_over(forcing.run), given, clock, pool)
        except Lost:
            status = forcing.search(clock)
    if status == kernels.FOUND:
        return forcing.cycle()
    return None if status in _UNDECIDED else left_over(forcing.run)[0]


def _shared(
    begun: tuple[list[int], list[Path]], given: _Given, clock: Clock, pool: Pool
) -> Cycle | list[int]:
    """Have the rest of a search done by a pool."""
    queue: Queue[int] = Queue()
    numbers = count(1)
    trees: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}

    def note(k: int, tree: list[int], left: list[Path]) -> None:
        """Note what came of a subtree, and let what is left of it wait."""
        trees[k] = tree
        below[k] = [next(numbers) for _ in left]
        for new, path in zip(below[k], left, strict=True):
            queue.add(new, (*given, path))

    note(0, *begun)
    with closing(finished(_search, queue, clock, pool, AHEAD * pool.workers)) as steps:
        for step in steps:
            spent = 0
            if step is not None:
                k, value = step
                if isinstance(value, Lost):
                    raise value
                cycle: Cycle | None
                cycle, tree, left, spent = value
                if cycle is not None:
                    return cycle
                note(k, tree, left)
                clock.stage = f"{len(queue.jobs)} subtrees"
            clock.tick("forcing", spent)
    whole: list[int] = []
    ahead = [0]
    while ahead:
        k = ahead.pop()
        whole += trees[k]
        ahead += reversed(below[k])
    return whole


def _search(
    form: NormalForm,
    ends: NDArray[np.int32],
    cuts: Sequence[tuple[int, ...]],
    path: Path,
    *,
    clock: Clock,
) -> tuple[Cycle | None, list[int], list[Path], int]:
    """Search a subtree for some steps: a task for any process.

    Returns a cycle, or else the tree as far as it goes and the paths of what is left; and the
    steps.
    """
    run = started(form, ends, cuts, room=PART_ROOM, path=path)
    status = clock.run("forcing", run, PART_STEPS + _to_a_split(form, ends, cuts))
    if status == kernels.FOUND:
        return ring_of(run, ends), [], [], run.steps
    tree, left = left_over(run, path)
    return None, tree, [] if status == kernels.EXHAUSTED else left, run.steps


def _to_a_split(form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[Any]) -> int:
    """Return the most steps that a search takes up to its next split."""
    return form.size + len(cuts) + len(ends)
