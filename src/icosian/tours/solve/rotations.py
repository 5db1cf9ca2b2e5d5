"""Incomplete heuristic: a path cover repaired by rotations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr
from icosian._kernels import rotations as kernels
from icosian._kernels._jit import Run
from icosian._run.arguments import random_state
from icosian._run.clock import Clock

if TYPE_CHECKING:
    from icosian.tours.normal_form import NormalForm


ROUND_ABOUT = 5
"""How often of ten times a move of the second kind is preferred, in digraphs."""
WIDE_SIZE, FAR = 20_000, 4
"""A graph of so many nodes is wide if some are far: further from the first than so often the
binary logarithm of their number."""


def rotations(
    form: NormalForm,
    *,
    keys: NDArray[np.int64] | None = None,
    seed: int = 0,
    guided: bool = False,
    tour: NDArray[np.int32] | None = None,
) -> Run:
    """Return a run of the kernel on a form of at least 3 vertices; array 4 is the tour."""
    # Ties of Warnsdorff's rule are broken in favor of large ``keys`` (one a node), at random
    # without. ``guided`` leads the last holes towards each other: good on wide graphs, bad on
    # others. ``tour`` is a cyclic order to begin with, holes included; its neighbors include all
    # fixed edges.
    n = form.size
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.RANDOM] = random_state(seed)
    s[kernels.TIES] = kernels.ANY
    s[kernels.GUIDED] = guided
    if (form.mate >= 0).all():  # a digraph: parts cannot be turned round
        s[kernels.SECOND] = ROUND_ABOUT
    key = np.zeros(n, np.int64)
    if keys is not None:
        s[kernels.TIES] = kernels.FARTHEST
        key[: len(keys)] = keys
    order = np.zeros(n, np.int32)
    pos = np.full(n, -1, np.int32)
    free = np.diff(form.indptr)
    if tour is not None:
        order[:] = tour
        pos[order] = np.arange(n)
        s[kernels.COVERED] = n
    else:
        # The end that was asked for comes first, then its mate: the rule takes care of the rest.
        order[0] = form.root
        pos[form.root] = 0
        s[kernels.COVERED] = 1
        free[form.indices[form.indptr[form.root] : form.indptr[form.root + 1]]] -= 1

    def vector(size: int, value: int = 0) -> NDArray[np.int32]:
        return np.full(size, value, np.int32) if value else np.zeros(size, np.int32)

    return Run(
        kernels.rotate,
        form.indptr,
        form.indices,
        form.mate,
        key,
        order,
        pos,
        free,
        vector(2 * n, -1),  # gap
        vector(2 * n),  # holes
        vector(n),  # mark
        vector(n),  # near
        vector(n),  # dist
        vector(n),  # queue
        s,
    )


def is_far(arrays: Csr) -> bool:
    """Return True if nodes are far from the first for the size, as on boards and maps."""
    indptr, indices, n = arrays.indptr, arrays.indices, arrays.size
    front = np.zeros(1, np.int64)
    is_new = np.ones(n, bool)
    is_new[0] = False
    place = np.empty(n, np.int64)
    for _ in range(int(FAR * math.log2(n)) + 1):
        # The arcs that leave the nodes at one distance lead to those at the next.
        first, degrees = indptr[front], indptr[front + 1] - indptr[front]
        row = np.repeat(first - np.cumsum(degrees) + degrees, degrees)
        heads = indices[row + np.arange(len(row))]
        heads = heads[is_new[heads]]
        place[heads] = np.arange(len(heads))
        front = heads[place[heads] == np.arange(len(heads))]  # each once
        if not len(front):
            return False
        is_new[front] = False
    return True


def rotate(run: Run, clock: Clock, limit: float = math.inf) -> NDArray[np.int32] | None:
    """Advance a run of :func:`rotations`; return a Hamiltonian cycle of the form, if found."""
    done = clock.run("rotations", run, limit)
    return run.arrays()[4] if done else None


def current_order(run: Run) -> NDArray[np.int32]:
    """Return the vertices in the present cyclic order; some only during the first cover."""
    arrays = run.arrays()
    return arrays[4][: arrays[-1][kernels.COVERED]]


def holes(run: Run) -> int:
    """Return how many consecutive pairs are not known to be joined by an edge."""
    s = run[-1]
    return int(s[kernels.HOLES] + len(run[4]) - s[kernels.FILLED])
