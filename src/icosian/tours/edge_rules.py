"""Rules of edges: two are used at every vertex and every border, as arrays of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._kernels import forcing as kernels
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from icosian.tours.normal_form import NormalForm


DEEPEST = 400
"""Splits that may be open at a time."""


def started(
    form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[tuple[int, ...]] = (), *, room: int
) -> Run:
    """Return the kernel before its first step; each cut is crossed by two edges of a cycle."""
    edges, rows, lists, s = records(form, ends, cuts)
    deepest = min(len(ends), DEEPEST) + 2
    return Run(
        kernels.force,
        edges,
        rows,
        lists,
        np.zeros(kernels.SPLIT_ * deepest, np.int64),
        np.zeros(deepest * deepest, np.int8),
        np.zeros(room + deepest, np.int64),  # the tree
        s,
    )


def records(
    form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[tuple[int, ...]] = ()
) -> tuple[NDArray[np.int64], ...]:
    """Return the arrays of the rules for edges, shape (m, 2), and cuts of which two are used."""
    n, m = form.size, len(ends)
    row = np.concatenate([ends.ravel(), *(np.full(len(c), n + k) for k, c in enumerate(cuts))])
    of = np.concatenate([np.repeat(np.arange(m), 2), *map(np.array, cuts)])
    row_ptr, row_edges = _grouped(row, of, n + len(cuts))
    pairs = np.arange(0, 2 * m + 1, 2), row.astype(np.int64)
    edge_ptr, edge_rows = _grouped(of, row, m) if cuts else pairs
    # One type of integer for all: each mixture would be compiled anew.
    edges = np.zeros((m, kernels.EDGE), np.int64)
    edges[:, kernels.A], edges[:, kernels.B] = ends.T
    edges[:, kernels.BEGIN] = len(of) + edge_ptr[:-1]
    edges[:, kernels.END] = len(of) + edge_ptr[1:]
    rows = np.zeros((n + len(cuts), kernels.ROW), np.int64)
    rows[:, kernels.BEGIN], rows[:, kernels.END] = row_ptr[:-1], row_ptr[1:]
    rows[:, kernels.LEFT] = np.diff(row_ptr)
    lists = np.concatenate((row_edges, edge_rows))
    s = np.zeros(kernels.WORDS, np.int64)
    s[kernels.VERTICES] = n
    is_given = form.mate[ends[:, 0]] == ends[:, 1]
    given = np.flatnonzero(is_given)
    if len(given):
        one, other = ends[given].T
        s[kernels.TRAIL] = s[kernels.HEAD] = s[kernels.TOTAL] = len(given)
        edges[: len(given), kernels.NTH] = given
        edges[given, kernels.MARK] = kernels.USED
        edges[given, kernels.PLACE] = np.arange(len(given))
        edges[given, kernels.REASON] = kernels.GIVEN
        rows[one, kernels.OTHER], rows[other, kernels.OTHER] = other, one
        rows[:, kernels.USED_] = np.bincount(row[is_given[of]], minlength=len(rows))
    return edges.ravel(), rows.ravel(), lists, s


def _grouped(keys: Any, values: Any, size: int) -> tuple[Any, Any]:
    """Return the values of each key as compressed rows."""
    indptr = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=size), out=indptr[1:])
    return indptr, values[np.argsort(keys, kind="stable")].astype(np.int64)
