"""Conflict-driven clause learning for Hamiltonian cycles."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import cdcl as kernels, implications as records
from icosian._kernels._jit import Run
from icosian.tours.certify.rup import Model, refutation
from icosian.tours.normal_form import ring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.proofs import Proof
    from icosian.tours.normal_form import NormalForm
    from icosian.tours.problem import Problem


POOL, LOG, FORGETTING = 9, 11, (3, 8, 9, 10, 12)
"""Places among the arrays of the kernel."""
MOST_POOLED = 1 << 29
"""Words of the largest pool that may be doubled: ``2 c + k`` is a number of 32 bits."""
SPARE = 100_000
"""Words of the log beyond those that a single step may need."""

FEW, MANY, LARGE = 2_000, 20_000, 5_000
"""Clauses kept at first, those of large graphs, and the vertices from which on a graph is large.
FHCP graph 971, in pieces of 1,848, is solved with few, 1001, one of 8,880, sooner with many."""


class Learning:
    """A search for a Hamiltonian cycle that learns clauses from its conflicts."""

    # [J. P. Marques-Silva, K. A. Sakallah, GRASP: a search algorithm for propositional
    # satisfiability, IEEE Transactions on Computers 48 (1999), 506-521; M. W. Moskewicz et al.,
    # Chaff: engineering an efficient SAT solver, Design Automation Conference (2001), 530-535]
    # ``walk`` is the longest path that is kept from closing: long ones teach long clauses, and no
    # length is best for all graphs. ``learnts`` clauses are kept at first. Edges are tried in their
    # order if ``seed`` is 0, else in a random one. The memory is below 400 bytes an edge.

    def __init__(
        self, form: NormalForm, *, walk: int = 200, learnts: int | None = None, seed: int = 0
    ) -> None:
        if learnts is None:
            learnts = FEW if form.size < LARGE else MANY
        self._begin = partial(_begin, form, walk=walk, learnts=learnts, seed=seed)
        self.run = self._begin()
        self._log: list[list[int]] = []

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance by steps (a decision, or a look at a clause or vertex); return the status."""
        end = self.run.steps + limit
        while True:
            status = clock.run("cdcl", self.run, end - self.run.steps)
            if status == kernels.FULL:
                self._make_room()
            elif status == kernels.CROWDED:
                self._forget()
            else:
                return status

    def _make_room(self) -> None:
        """Enlarge the pool if it is full, and take over the log."""
        arrays = list(self.run.arrays())
        pool, log, s = arrays[POOL], arrays[LOG], arrays[-1]
        if len(pool) - s[records.POOLED] < s[records.EDGES] + 2 * records.HEADER:
            if len(pool) > MOST_POOLED:
                raise MemoryError("too many clauses")
            arrays[POOL] = np.concatenate((pool, np.zeros_like(pool)))
        self._log.append(log[: s[records.LOGGED]].tolist())
        s[records.LOGGED] = 0
        self.run = Run(kernels.search, *arrays)

    def _forget(self) -> None:
        """Forget some of the clauses."""
        arrays = self.run.arrays()
        Run(kernels.forget, *(arrays[k] for k in FORGETTING)).finish()
        self.run = Run(kernels.search, *arrays)

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        vertices = self.run.arrays()[0].reshape(-1, records.VERTEX)[:-1]
        return ring(self._ends()[np.unique(vertices[:, [records.FIRST, records.SECOND]])])

    def _ends(self) -> NDArray[np.int64]:
        """Return the vertices of all edges."""
        edges: NDArray[np.int64] = self.run.arrays()[2].reshape(-1, records.EDGE)
        return edges[:, [records.A, records.B]]

    def proof(self, problem: Problem, clock: Clock) -> Proof:
        """Return the unchecked proof by an exhausted search, which runs again with a log."""
        self.run, self._log = self._begin(record=True), []
        if self.search(clock) != kernels.EXHAUSTED:
            raise RuntimeError("the same search ends in another way")
        self._make_room()
        model = Model(problem)
        number = {pair: k for k, pair in enumerate(clock.paced("cdcl", model.edges), start=1)}
        literals: list[int] = []
        for a, b in clock.paced("cdcl", self._ends().tolist()):
            pair = problem.form.decode_edge(a, b)
            k = 0 if pair is None else number[pair]  # 0 is always used, and so in no clause
            literals += [k, -k]
        # The ends given are vertices, home is maybe none: then it lies on the edge between them.
        given = {v for v in (problem.start, problem.end) if v is not None and not problem.closed}
        parts: dict[frozenset[int], None] = {}
        clauses = []
        for is_clause, entry in clock.paced("cdcl", self._entries()):
            if is_clause:
                clauses.append([literals[x] for x in entry])
            else:
                part = {v // 2 for v in entry} if problem.arrays.directed else set(entry)
                if given and given <= part:
                    part.add(model.size - 1)
                parts[frozenset(model.smaller(part))] = None
        sets = list(map(set, parts))
        borders = [model.border(part) for part in clock.paced("cdcl", sets, every=10)]
        return refutation(model, sets, borders, clauses, clock)

    def _entries(self) -> Iterator[tuple[bool, list[int]]]:
        """Yield the clauses and the sets of the log."""
        for words in self._log:
            i = 0
            while i < len(words):
                size = abs(words[i])
                yield words[i] > 0, words[i + 1 : i + 1 + size]
                i += 1 + size


def _begin(form: NormalForm, *, walk: int, learnts: int, seed: int, record: bool = False) -> Run:
    """Return the kernel before its first step."""
    n, m = form.size, len(form.indices) // 2
    degrees = np.diff(form.indptr)
    tails = np.repeat(np.arange(n), degrees)
    heads = form.indices.astype(np.int64)
    # The two arcs of an edge are next to each other in this order.
    order = np.argsort(np.minimum(tails, heads) * n + np.maximum(tails, heads), kind="stable")
    one, two = tails[order[::2]], heads[order[::2]]
    arcs = np.empty(2 * m, np.int32)
    arcs[order] = np.arange(2 * m) // 2
    vertices = np.zeros((n + 1, records.VERTEX), np.int32)
    vertices[:, records.BEGIN] = form.indptr
    vertices[:n, records.LEFT] = degrees
    heap = np.arange(m, dtype=np.int32)
    if seed:
        heap = np.random.default_rng(seed).permutation(heap)
    edges = np.zeros((m, records.EDGE), np.int32)
    edges[:, records.A], edges[:, records.B] = one, two
    edges[:, records.PHASED] = 2 * np.arange(m) + 1
    edges[heap, records.SPOT] = np.arange(m)
    fixed = form.mate[one] == two
    forced = (np.minimum(degrees[one], degrees[two]) <= 2) & ~fixed
    used = np.concatenate((np.flatnonzero(fixed), np.flatnonzero(forced)))
    edges[used, records.PLACE] = np.arange(len(used))
    edges[used, records.REASON] = records.GIVEN
    sign = np.zeros(2 * m, np.int8)
    sign[2 * used], sign[2 * used + 1] = 1, -1
    trail = np.zeros(m, np.int32)
    trail[: len(used)] = 2 * used
    s = np.zeros(records.WORDS, np.int64)
    s[records.VERTICES], s[records.EDGES], s[records.WALK] = n, m, walk
    s[records.TRAIL], s[records.HEAPED] = len(used), m
    s[records.MOST], s[records.PATIENCE] = learnts, kernels.RUN
    s[records.RISE] = 1 << kernels.SHIFT // 2
    if degrees.min() < 2:
        s[records.PHASE] = kernels.OVER
    if record:
        s[records.RECORD], s[records.ROOM] = 1, 2 * n + m
    return Run(
        kernels.search,
        vertices.ravel(),
        arcs,
        edges.ravel(),
        sign,
        np.zeros(m, np.int64),  # scores
        heap,
        trail,
        np.zeros(2 * m + 2, np.int64),  # levels
        np.full(2 * m, records.NONE, np.int32),  # watches
        np.zeros(2 * m + 1000, np.int32),  # the pool
        np.zeros(m + kernels.RANKS, np.int32),  # reasons
        np.zeros(s[records.ROOM] + SPARE if record else 1, np.int64),  # the log
        s,
    )
