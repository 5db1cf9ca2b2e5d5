"""Frontier search: all choices of edges along an order or a tree with few vertices pending."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, ring
from icosian._kernels import elimination, frontier as kernels, tree_frontier as trees
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.proofs import FrontierExhausted
from icosian.tours.instance import NormalForm

if TYPE_CHECKING:
    from icosian.tours.problem import Problem

TRIALS, ELSEWHERE = 4, 8
"""Orders that are tried, each beginning where the one before ended, and fresh starts."""
STATES = 1 << 23
"""The most states that are kept: 32 MB along an order, 200 MB along a tree, which forgets none."""
BORDER = kernels.SLOTS - 1
"""The widest border of a part in a tree: the vertex that is removed has a slot as well."""
ROOM = 1 << 8
"""States of a layer that there is room for at first."""
SPARE = 4
"""How many times the lists of neighbors there is room for others that removals make."""


class _FrontierSearch(ABC):
    """A search along an order or a tree, whose run is enlarged as it needs room."""

    _run: Run | None = None

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance by steps; return the status, FULL where no order is narrow or no room is left."""
        if self._run is None:
            return kernels.FULL
        end = self._run.steps + limit
        while True:
            status = clock.run("frontier", self._run, end - self._run.steps)
            if status != kernels.FULL or not self._make_room(self._run, clock):
                return status

    @abstractmethod
    def _make_room(self, run: Run, clock: Clock) -> bool:
        """Make room for what is full; return False if there are too many states."""


class Frontier(_FrontierSearch):
    """Dynamic programming over a vertex order; states are paths between pending vertices."""

    def __init__(
        self, form: NormalForm, clock: Clock, *, width: int = kernels.SLOTS, states: int = STATES
    ) -> None:
        self.limit, self.width = width, math.inf
        """The most vertices pending at a time, as asked and as found; infinite if none is found."""
        self._states = states
        arranged = _arranged(form, clock, min(width, kernels.SLOTS))
        if arranged is not None:
            vertices, s = arranged.arrays()
            self._place, self._order = vertices.place, vertices.order
            self.width = int(s[kernels.WIDTH])
            self._run = self._planned(form, clock)

    def _planned(self, form: NormalForm, clock: Clock) -> Run:
        """List the edges along the order, and set up the search along them."""
        n = form.size
        plan = np.zeros(kernels.PLANNING, np.int64)
        plan[kernels.OPEN] = (1 << kernels.SLOTS) - 1
        edges = np.zeros(len(form.indices) // 2 * kernels.EDGE, np.int64)
        graph = kernels.OrderedGraph(form.indptr, form.indices, form.mate, self._order, self._place)
        slots = kernels.VertexSlots(form.degrees, np.full(n, -1, np.int64))
        clock.call("frontier", kernels.plan, graph, slots, edges, plan)
        s = np.zeros(kernels.FOLLOWING, np.int64)
        s[kernels.SIZE] = 1
        # Vertices without edges never enter; then no cycle is the whole.
        s[kernels.WHOLE] = plan[kernels.COMPLETE] if plan[kernels.ENTERED] == n else len(edges)
        words = np.full(2 * ROOM, kernels.EMPTY, np.int64)
        origin, table = np.zeros(8 * ROOM, np.int32), np.zeros(2 * ROOM, np.int32)
        return Run(kernels.follow, edges, origin, words, table, s)

    def _make_room(self, run: Run, clock: Clock) -> bool:
        edges, origin, words, table, s = run.arrays()
        # 1. The trace is full: forget what led to nothing, and double it if more than half is left.
        states, made = int(s[kernels.FIRST] + s[kernels.SIZE]), int(s[kernels.MADE])
        if states + made == len(origin):
            states = self._forget(origin, states, int(s[kernels.FIRST]), clock)
            s[kernels.FIRST] = states - s[kernels.SIZE]
            if 2 * (states + made) > len(origin):
                if 2 * len(origin) > self._states:
                    self._run = None
                    return False
                origin = np.concatenate((origin, np.zeros_like(origin)))
        # 2. The layer is full: double both layers, and the table that finds their words.
        if 2 * made == len(words):
            layers = words.reshape(2, -1)
            words = np.concatenate((layers, layers), axis=1).ravel()
            table = np.concatenate((table, table))
        # 3. The table holds numbers of states, which may have changed: the layer begins anew.
        table[:] = 0
        s[kernels.READ] = s[kernels.MADE] = 0
        self._run = Run(kernels.follow, edges, origin, words, table, s)
        return True

    @staticmethod
    def _forget(origin: NDArray[np.int32], states: int, first: int, clock: Clock) -> int:
        """Forget the states that led to nothing; return how many are left."""
        moved = np.full(states, -1, np.int32)
        moved[first:] = 0
        s = np.zeros(kernels.FORGETTING, np.int64)
        s[kernels.STATES] = states
        clock.call("frontier", kernels.forget, origin, moved, s)
        return int(s[kernels.KEPT])

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        if self._run is None:
            raise RuntimeError("a search without an order finds nothing")
        edges, origin, _, _, s = self._run.arrays()
        # The edge at hand closes the cycle; from its state the trace leads back, an edge a layer.
        last, state = int(s[kernels.AT]), int(s[kernels.LAST])
        used = [last]
        for e in range(last - 1, -1, -1):
            state, taken = divmod(int(origin[state]), 2)
            if taken:
                used.append(e)
        return ring(edges.reshape(-1, kernels.EDGE)[used][:, [kernels.TAIL, kernels.HEAD]])

    def proof(self, problem: Problem) -> FrontierExhausted:
        """Return the unchecked proof by the exhausted search of the problem's form."""
        order = self._order // 2 if problem.arrays.directed else self._order
        firsts = np.sort(np.unique(order, return_index=True)[1])
        nodes = problem.nodes
        named = tuple(nodes[v] for v in order[firsts].tolist() if v < len(nodes))
        return problem.certificate(FrontierExhausted, order=named)


def _arranged(form: NormalForm, clock: Clock, most: int) -> Run | None:
    """Arrange the vertices, beginning at a few far from each other, and return the best order."""
    best: Run | None = None
    begin: int | None = int(form.degrees.argmin())
    # The last vertex of an order begins the next; where it led nowhere, one from somewhere else.
    elsewhere = iter(range(0, form.size, -(-form.size // ELSEWHERE)))
    for _ in range(TRIALS + ELSEWHERE):
        if begin is None and (begin := next(elsewhere, None)) is None:
            break
        # From the middle of a strip twice as many become pending as from its end.
        run = arrangement(form, begin, 2 * most)
        if clock.run("frontier", run) == kernels.WIDE:
            begin = None
            continue
        vertices, s = run.arrays()
        if s[kernels.WIDTH] <= most and (best is None or s[kernels.COST] < best[-1][kernels.COST]):
            best = run
            begin = int(vertices.order[-1])
        else:
            begin = None
            if best is not None:
                break
    return best


def arrangement(form: NormalForm | Csr, begin: int, most: int) -> Run:
    """Set up the search for an order that begins at a vertex; it is ``order`` in its arrays."""
    n = form.size
    s = np.zeros(kernels.ARRANGING, np.int64)
    s[kernels.NEXT], s[kernels.LIMIT] = begin, most
    return Run(
        kernels.arrange,
        kernels.PendingVertices(
            form.indptr,
            form.indices,
            ahead=form.degrees,
            place=np.full(n, -1, np.int64),
            pending=np.zeros(most + 1, np.int64),
            order=np.zeros(n, np.int64),
        ),
        s,
    )


class FrontierTree(_FrontierSearch):
    """Dynamic programming over the parts that the removal of vertices leaves, as they meet."""

    def __init__(self, form: NormalForm, clock: Clock, *, states: int = STATES) -> None:
        self._states = states
        found = _eliminated(form, clock, BORDER)
        if found is not None:
            self._order, later, places = found
            self._run = self._planned(form, clock, later, places)

    def _planned(
        self, form: NormalForm, clock: Clock, later: NDArray[np.int64], places: NDArray[np.int64]
    ) -> Run:
        """List the steps of the tree, and set up the search along them."""
        n = form.size
        vertices = np.zeros((n, trees.VERTEX), np.int64)
        vertices[:, trees.PLACE] = places
        vertices[:, trees.PART] = -1
        s = np.zeros(trees.PLANNING, np.int64)
        inside = np.zeros(n * kernels.SLOTS, np.int64)
        known = form.indptr, form.indices, form.mate, later, vertices.ravel(), inside
        heads = np.zeros(len(form.indices) // 2, np.int64)
        steps = trees.StepTree(np.zeros(2 * n * trees.STEP, np.int64), heads)
        clock.call("frontier", trees.plan, trees.PlannedForm(*known), self._order, steps, s)
        room = ROOM + ROOM * n // 16
        return Run(
            trees.follow,
            trees.StepTree(steps.tree[: s[trees.EMITTED] * trees.STEP].copy(), heads),
            trees.StateTable(
                words=np.zeros(room, np.int64),
                origin=np.zeros(2 * room, np.int32),
                table=np.zeros(2 * ROOM, np.int32),
            ),
            np.zeros(room, np.int64),  # keys
            np.zeros(trees.FOLLOWING, np.int64),
        )

    def _make_room(self, run: Run, _: Clock) -> bool:
        # What one step has made is read by another one much later, so no state is forgotten.
        steps, (words, origin, table), keys, s = run.arrays()
        step = steps.tree.reshape(-1, trees.STEP)[s[trees.AT]]
        if step[trees.BEGAN] + step[trees.COUNT] == len(words):
            if 2 * len(words) > self._states:
                self._run = None
                return False
            words, keys, origin = (
                np.concatenate((a, np.zeros_like(a))) for a in (words, keys, origin)
            )
        else:
            table = np.zeros(2 * len(table), np.int32)
            s[trees.READ] = step[trees.COUNT] = 0  # the step begins anew
        self._run = Run(trees.follow, steps, trees.StateTable(words, origin, table), keys, s)
        return True

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        if self._run is None:
            raise RuntimeError("a search without an order finds nothing")
        (tree, heads), (_, origin, _), _, s = self._run.arrays()
        # 1. The vertices that were removed, in their order, are the tails of the edges.
        steps = tree.reshape(-1, trees.STEP)[: s[trees.AT] + 1]
        fields = steps[:, [trees.PARTS, trees.FIRST, trees.OTHER, trees.HEADS]].tolist()
        tails = self._order.tolist()[: sum(several < 2 for several, *_ in fields)]
        ends = (heads >> kernels.BITS).tolist()
        # 2. Each state says which states it came of: from the last step back, one state of each
        #    step is part of the whole.
        states = [0] * len(fields)
        states[-1] = int(steps[-1, [trees.BEGAN, trees.COUNT]].sum()) - 1
        edges = []
        for k in range(len(fields) - 1, -1, -1):
            parts, first, second, begin = fields[k]
            one, other = origin[2 * states[k] : 2 * states[k] + 2].tolist()
            if parts:
                states[first] = one
            if parts == 2:
                states[second] = other
                continue
            # 3. Of a removal, it says which heads were taken, one digit each.
            tail = tails.pop()
            while other:
                edges.append((tail, ends[begin + (other & kernels.NONE) - 1]))
                other >>= kernels.BITS
        return ring(np.array(edges, np.int64))


def _eliminated(form: NormalForm, clock: Clock, most: int) -> tuple[NDArray[np.int64], ...] | None:
    """Return an order, the later neighbors of each vertex, and places; None if too wide."""
    run = _elimination(form, most)
    while (status := clock.run("frontier", run)) == elimination.FULL:
        vertices, pool, *others = run.arrays()
        run = Run(elimination.eliminate, vertices, np.concatenate((pool, pool)), *others)
    if status == elimination.WIDE:
        return None
    vertices, _, _, removed, _ = run.arrays()
    return *removed, vertices[elimination.PLACE :: elimination.VERTEX]


def _elimination(form: NormalForm, most: int) -> Run:
    """Set up the removal of vertices with few neighbors."""
    n = form.size
    vertices = np.zeros((n, elimination.VERTEX), np.int64)
    vertices[:, elimination.BEGIN] = form.indptr[:-1]
    vertices[:, elimination.END] = vertices[:, elimination.ROOM] = form.indptr[1:]
    vertices[:, elimination.DEGREE] = form.degrees
    vertices[:, elimination.PLACE] = -1
    s = np.zeros(elimination.WORDS, np.int64)
    s[elimination.TOP], s[elimination.LIMIT] = len(form.indices), most
    pool = np.zeros((1 + SPARE) * len(form.indices), np.int64)
    pool[: len(form.indices)] = form.indices
    return Run(
        elimination.eliminate,
        vertices.ravel(),
        pool,
        np.full(most + 1, -1, np.int64),  # buckets
        elimination.RemovedVertices(np.zeros(n, np.int64), np.full(n * most, -1, np.int64)),
        s,
    )
