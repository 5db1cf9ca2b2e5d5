"""Branch and cut on an executor: each job searches one case and some of those below it.

A job starts from a case and the families of the linear program that left it open. It returns its
part of the tree with the cases that are left, and these are jobs again. So no job takes long, and a
shorter tour that one of them finds is known to all that start later.
"""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from icosian._run.clock import TimeIsUp
from icosian._run.pool import Lost, Queue, finished
from icosian.tours.shortest.guided_search import FIRST, GuidedSearch
from icosian.tours.shortest.relaxation.branching import Node, Tree
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes, Incumbent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.shortest.relaxation.rounding import Edges
    from icosian.tours.shortest.solution import Family

    Key = tuple[float, int]


METHOD = "branch and cut"
STEPS = 400
"""Linear programs after which a job returns."""
AHEAD = 2
"""Jobs that wait for a worker each."""


class _Grown(NamedTuple):
    """What a job returns."""

    node: Node
    """The case with the cases below it."""
    ahead: list[Node]
    """Those that are not done."""
    families: list[Family]
    """The families of the linear program."""
    tour: list[int]
    """The shortest tour that the job knows."""
    steps: int


def grow(tree: Tree, pool: Pool, *, gap: float, seed: int, note: Callable[[], object]) -> None:
    """Search the open cases on a pool until none is open, or until the pool is lost."""
    planes, clock = tree.planes, tree.planes.clock
    queue: Queue[Key] = Queue()
    most = AHEAD * pool.workers

    def fill() -> None:
        """Add jobs; short ones while there are fewer cases than workers."""
        steps = STEPS if len(tree.open) >= pool.workers else 1
        while len(queue.jobs) < most and (case := tree.take()) is not None:
            key, node = case
            families = node.families or planes.program.families
            known = families, tree.scale, planes.incumbent.tour
            given = planes.edges, planes.is_column, node, *known, gap, seed, steps
            queue.add(key, given)

    fill()
    with suppress(Lost), closing(finished(_grown, queue, clock, pool, most)) as jobs:
        for job in jobs:
            steps = 0
            if job is not None:
                key, grown = job
                if isinstance(grown, Lost):
                    break
                planes.incumbent.offer(grown.tour)
                for case in grown.ahead:
                    case.families = grown.families
                tree.finish(key, grown.node, grown.ahead)
                fill()
                note()
                steps = grown.steps
            clock.tick(METHOD, steps)
    tree.give_back()


def _grown(
    edges: Edges,
    columns: NDArray[np.bool_],
    node: Node,
    families: Sequence[Family],
    scale: int,
    tour: list[int],
    gap: float,
    seed: int,
    steps: int,
    *,
    clock: Clock,
) -> _Grown:
    """Search a case and those below it for some steps: a task for any process."""
    incumbent = Incumbent(edges.problem, tour, gap, lambda _: None)
    planes = CuttingPlanes(edges, columns, incumbent, clock)
    planes.program.add_families(families)
    root = node.alone()  # threads share the node given
    tree = Tree(planes, root, scale)
    search = GuidedSearch(seed, FIRST)
    with suppress(TimeIsUp):
        tree.search(lambda case: search.at_case(planes, case), steps)
    return _Grown(root, tree.open, planes.program.families, incumbent.tour, clock.steps)
