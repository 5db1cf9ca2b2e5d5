"""The conflict-driven search: a tour, or clauses that exclude one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from icosian._kernels import cdcl as kernels
from icosian._kernels._jit import Run
from icosian.tours.replay import Model, refutation

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.proofs import Refutation
    from icosian.tours.clock import Clock
    from icosian.tours.problem import NormalForm, Problem

__all__ = ["Learning"]

POOL, WHY, LOG = 8, 9, 10
"""Places of arrays among those of the kernel."""


class Learning:
    """A search for a Hamiltonian cycle that learns from its conflicts, and what it has to show.

    Parameters
    ----------
    problem : Problem
        The question.
    form : NormalForm
        Its normal form.
    walk : int
        The edges of the longest path that is kept from closing.
    learnts : int
        How many learnt clauses are kept.
    seed : int
        The edges are tried in their order if it is 0, else in a random one.
    """

    def __init__(
        self,
        problem: Problem,
        form: NormalForm,
        *,
        walk: int = 60,
        learnts: int = 20_000,
        seed: int = 0,
    ) -> None:
        self.problem = problem
        self.form = form
        self.options = {"walk": walk, "learnts": learnts, "seed": seed}
        self.run = _begin(form, **self.options, record=False)
        degrees = form.indptr[1:] - form.indptr[:-1]
        self.hopeless = bool((degrees < 2).any())
        self.log: list[NDArray[np.int64]] = []

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance the search.

        Parameters
        ----------
        clock : Clock
            The clock.
        limit : float
            How many steps it may take: literals followed, clauses and reasons looked at.

        Returns
        -------
        int
            The kernel's status, 0 if the limit was reached.
        """
        if self.hopeless:
            return kernels.EXHAUSTED
        end = self.run.steps + limit
        while True:
            status = clock.run("cdcl", self.run, end - self.run.steps)
            if status != kernels.FULL:
                return status
            self._enlarge()

    def _enlarge(self) -> None:
        import numpy as np

        arrays = list(self.run.arrays())
        s = arrays[-1]
        pool = arrays[POOL]
        if len(pool) - s[kernels.POOLED] < s[kernels.EDGES] + 2 * kernels.HEADER:
            arrays[POOL] = np.concatenate((pool, np.zeros_like(pool)))
        self._drain(arrays)
        self.run = Run(kernels.search, *arrays)

    def _drain(self, arrays: Sequence[NDArray[np.int64]]) -> None:
        """Take over the log."""
        s = arrays[-1]
        self.log.append(arrays[LOG][: s[kernels.LOGGED]].copy())
        s[kernels.LOGGED] = 0

    def proof(self, question: dict[str, Any], clock: Clock) -> Refutation:
        """Return what the exhausted search has proved.

        The search is run once more, the same, and written down.

        Parameters
        ----------
        question : dict
            The question of the proof.
        clock : Clock
            The clock of the search.

        Returns
        -------
        Refutation
            The proof, unchecked.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
        self.run = _begin(self.form, **self.options, record=True)
        status = self.search(clock)
        assert status == kernels.EXHAUSTED, "the same search ends the same way"
        self._drain(self.run.arrays())
        problem = self.problem
        model = Model(problem)
        ends = {v for v in (problem.start, problem.end) if v is not None}
        home = model.size - 1
        parts: dict[frozenset[int], None] = {}
        clauses = []
        number = {pair: k for k, pair in enumerate(model.edges, start=1)}
        edges = self.run.arrays()[2].reshape(-1, kernels.EDGE)[:, [kernels.A, kernels.B]].tolist()
        literals: list[int] = []
        for a, b in edges:
            k = number.get(problem.decode_edge(a, b), 0)
            literals += [k, -k]
        for log in self.log:
            entries = log.tolist()
            i = 0
            while i < len(entries):
                size = entries[i]
                entry = entries[i + 1 : i + 1 + abs(size)]
                i += 1 + abs(size)
                if size > 0:
                    clauses.append([literals[x] for x in entry])
                else:
                    part = {v // 2 for v in entry} if problem.arrays.directed else set(entry)
                    # Where ends are given, home may be no vertex, but lie on the edge between them.
                    if not problem.closed and ends and ends <= part:
                        part.add(home)
                    parts[frozenset(model.smaller(part))] = None
        return refutation(problem, question, model, list(map(set, parts)), clauses, clock)

    def cycle(self) -> NDArray[np.int32]:
        """Return the cycle that was found, in the normal form.

        Returns
        -------
        int32 array, shape (n,)
            Its vertices in order.
        """
        import numpy as np

        vertices, _, edges, *_ = self.run.arrays()
        ends = edges.reshape(-1, kernels.EDGE)[:, [kernels.A, kernels.B]]
        used = vertices[: -kernels.VERTEX].reshape(-1, kernels.VERTEX)
        used = used[:, [kernels.FIRST, kernels.SECOND]]
        across = (ends[used].sum(axis=2) - np.arange(len(used))[:, None]).tolist()
        order = np.empty(len(used), np.int32)
        v, came = 0, -1
        for k in range(len(used)):
            order[k] = v
            one, two = across[v]
            v, came = (two if one == came else one), v
        return order


def _begin(form: NormalForm, *, walk: int, learnts: int, seed: int, record: bool) -> Run:
    """Return the kernel before its first step."""
    import numpy as np

    n, m = form.size, len(form.indices) // 2
    degrees = np.diff(form.indptr)
    tails = np.repeat(np.arange(n), degrees)
    heads = form.indices.astype(np.int64)
    order = np.argsort(np.minimum(tails, heads) * n + np.maximum(tails, heads), kind="stable")
    edges = np.zeros((m, kernels.EDGE), np.int64)
    edges[:, kernels.A], edges[:, kernels.B] = tails[order[::2]], heads[order[::2]]
    arcs = np.empty(2 * m, np.int64)
    arcs[order] = np.arange(2 * m) // 2  # the two arcs of an edge are neighbours in that order
    edges[:, kernels.PHASED] = 2 * np.arange(m) + 1
    edges[:, kernels.SPOT] = np.arange(m)
    heap = np.arange(m)
    if seed:
        heap = np.random.default_rng(seed).permutation(m)
        edges[heap, kernels.SPOT] = np.arange(m)
    vertices = np.zeros((n + 1, kernels.VERTEX), np.int64)
    vertices[:, kernels.BEGIN] = form.indptr
    vertices[:n, kernels.LEFT] = degrees
    fixed = form.mate[edges[:, kernels.A]] == edges[:, kernels.B]
    forced = (degrees[edges[:, kernels.A]] == 2) | (degrees[edges[:, kernels.B]] == 2)
    given = np.concatenate((np.flatnonzero(fixed), np.flatnonzero(forced & ~fixed)))
    edges[given, kernels.PLACE] = np.arange(len(given))
    edges[given, kernels.REASON] = kernels.GIVEN
    sign = np.zeros(2 * m, np.int8)
    sign[2 * given], sign[2 * given + 1] = 1, -1
    trail = np.zeros(m, np.int64)
    trail[: len(given)] = 2 * given
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.VERTICES], s[kernels.EDGES], s[kernels.WALK] = n, m, walk
    s[kernels.TRAIL] = len(given)
    s[kernels.MOST], s[kernels.PATIENCE] = learnts, kernels.RUN
    s[kernels.HEAPED], s[kernels.RISE] = m, 1 << kernels.SHIFT // 2
    s[kernels.RECORD] = record
    s[kernels.ROOM] = 2 * n + m if record else 0
    return Run(
        kernels.search,
        vertices.ravel(),
        arcs,
        edges.ravel(),
        sign,
        heap,
        trail,
        np.zeros(2 * m + 2, np.int64),
        np.full(2 * m, kernels.NONE, np.int64),
        np.zeros(2 * m + 1000, np.int64),
        np.zeros(m + kernels.RANKS, np.int64),
        np.zeros(2 * s[kernels.ROOM] + 1, np.int64),
        s,
    )
