"""Branch and cut on an executor: each job searches some cases and those below them.

A job starts from some cases and the families of the linear programs that left them open. It
searches them for a while, and returns its part of the tree with the cases that are left, which
other jobs may take. A shorter tour that one of them finds is known to all that start later.
"""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from icosian._run.clock import TimeIsUp
from icosian._run.pool import Lost, Queue, finished
from icosian.tours.shortest.relaxation.branching import METHOD, Node, Pace, Tours, Tree, preorder
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes, Incumbent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.tours.shortest.problem.cycle_problem import Family
    from icosian.tours.shortest.relaxation.branching import Key
    from icosian.tours.shortest.relaxation.rounding import Edges, Rounded


SEEN, LEFT = 5, 4.0
"""Cases of a tree, and the seconds that are left by what they took, before others go to a pool:
most trees are small."""
SHORT, LONG = 1.0, 5.0
"""The least and the longest time of a job, which begins with a linear program from scratch."""
PARTS = 2
"""Jobs a worker into which the work that is left is divided, within these times."""


def search(
    tree: Tree, tours: Tours, pool: Pool | None, gap: float, report: Callable[[], object]
) -> None:
    """Search all open cases, here or on a pool, and tours in them; report now and then."""

    def in_case(node: Node) -> None:
        report()
        _look(tree, tours, node)

    if pool is not None:
        tree.search(in_case, lambda: tree.pace.cases >= SEEN and tree.left >= LEFT)
        _share(tree, tours, pool, gap, report)
    tree.search(in_case)


def _look(tree: Tree, tours: Tours, node: Node) -> None:
    """Search tours in a case that is split."""
    if (planes := node.planes or tree.planes) is not None:
        tours.at_case(planes, node)


def _share(tree: Tree, tours: Tours, pool: Pool, gap: float, report: Callable[[], object]) -> None:
    """Search the open cases on a pool until none is open, or until the pool is lost."""
    clock, best = tree.clock, tree.incumbent
    queue: Queue[Key] = Queue()
    taken: dict[Key, list[tuple[Key, Node]]] = {}

    def fill() -> None:
        """Add jobs; short ones while there are fewer cases than workers."""
        workers = pool.workers  # some join late
        part = tree.left / (PARTS * workers) if len(tree.open) >= workers else 0.0
        seconds = min(LONG, max(SHORT, part))
        while len(queue.jobs) < workers and (cases := tree.share(seconds, workers)):
            key, _ = cases[0]
            taken[key] = cases
            nodes = [node for _, node in cases]
            families, columns = None, tree.columns
            if tree.planes is not None:
                sets = {id(own): own for node in nodes if (own := node.families)}.values()
                families = [*dict.fromkeys(chain(*(sets or [tree.planes.program.families])))]
                columns = tree.planes.is_column
            alone = [node.alone() for node in nodes]
            known = tree.edges, columns, alone, families, tree.scale, tree.trivial
            known_tour = best.measure, best.tour, best.length, gap
            queue.add(key, (*known_tour, *known, tours.later(), seconds))

    fill()
    with suppress(Lost), closing(finished(_grown, queue, clock, pool)) as jobs:
        for job in jobs:
            steps = 0
            if job is not None:
                key, grown = job
                if isinstance(grown, Lost):
                    break
                if grown.tour:
                    best.offer(grown.tour)
                tree.pace = tree.pace.plus(grown.pace)
                for (k, _), root, ahead in zip(
                    taken.pop(key), grown.roots, grown.ahead, strict=True
                ):
                    for case in ahead:
                        case.families = grown.families
                    tree.finish(k, root, ahead)
                fill()
                report()
                steps = grown.steps
            clock.tick(METHOD, steps)
    tree.give_back()


class _Grown(NamedTuple):
    """What a job returns."""

    roots: list[Node]
    """Its cases with those below them."""
    ahead: list[list[Node]]
    """Those that are not done, of each case."""
    families: list[Family]
    """The families of the linear program."""
    tour: list[int]
    """The shortest tour that the job knows."""
    steps: int
    pace: Pace


def _grown(
    measure: Callable[[list[int]], int | None],
    tour: list[int],
    length: int,
    gap: float,
    edges: Edges,
    columns: NDArray[np.bool_],
    nodes: Sequence[Node],
    families: Sequence[Family] | None,
    scale: int,
    trivial: Rounded | None,
    tours: Tours,
    seconds: float,
    *,
    clock: Clock,
) -> _Grown:
    """Search some cases and those below them for a while: a task for any process.

    Where not all cases have a linear program in common there are no families.
    """
    incumbent = Incumbent(measure, tour, length, gap, lambda _: None)
    planes = None
    if families is not None:
        planes = CuttingPlanes(edges, columns, incumbent, clock)
        planes.program.add_families(families)
    roots = [node.alone() for node in nodes]  # it may run again
    tree = Tree(
        edges,
        incumbent,
        clock,
        *roots,
        scale=scale,
        planes=planes,
        trivial=trivial,
        columns=columns,
    )
    with suppress(TimeIsUp):
        tree.search(
            lambda node: _look(tree, tours, node),
            lambda: tree.pace.cases > 0 and clock.seconds >= seconds,
        )
    for node in chain(*map(preorder, roots)):
        node.planes = None  # it stays here
    left = set(tree.open)
    ahead = [[node for node in preorder(root) if node in left] for root in roots]
    found = [] if planes is None else planes.program.families
    return _Grown(roots, ahead, found, incumbent.tour, clock.steps, tree.pace)
