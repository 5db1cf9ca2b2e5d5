"""Small edge cuts by random labels in the cycle space."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import cuts, forcing
from icosian._kernels._jit import Run
from icosian._run.clock import Clock

if TYPE_CHECKING:
    from icosian.tours.problem import NormalForm


Graph = Sequence[set[int]] | Mapping[int, set[int]]


TOGETHER = 6
"""Pairs with the same sum of which any two are a cut; of more only neighbors are taken."""
MOST = 2_000
"""Candidates after which no more are listed."""


def cut_labels(form: NormalForm, clock: Clock) -> NDArray[np.int64] | None:
    """Return labels of 62 bits, in the order of ``form.edges()``; None if it is not connected."""
    # The labels of a cut sum to zero (exclusive or), those of other sets almost never do [D.
    # Pritchard, R. Thurimella, Fast computation of small cuts via cycle space sampling, ACM
    # Transactions on Algorithms 7 (2011), 46].
    n, edges = form.size, form.edges().astype(np.int64)
    tails = np.repeat(np.arange(n), np.diff(form.indptr))
    keys = np.minimum(tails, form.indices) * n + np.maximum(tails, form.indices)
    own = edges[:, 0] * n + edges[:, 1]
    order = np.argsort(own)
    labels = np.random.default_rng(0).integers(1, 1 << 62, len(edges), dtype=np.int64)
    s = np.zeros(2, np.int64)
    run = Run(
        cuts.label,
        form.indptr,
        form.indices,
        order[np.searchsorted(own[order], keys)],
        *(np.full(n, -1, np.int64) for _ in range(3)),  # order, parent, edge to the parent
        labels,
        np.zeros(n, np.int64),
        s,
    )
    clock.run("cuts", run)
    run.arrays()
    return labels if s[1] == n else None


def side_of(graph: Graph, start: int, cut: Iterable[Collection[int]]) -> frozenset[int]:
    """Return the vertices that one reaches without the edges of a cut."""
    gone = set(map(frozenset, cut))
    found = {start}
    ahead = [start]
    for v in ahead:
        fresh = [w for w in graph[v] if w not in found and frozenset((v, w)) not in gone]
        found.update(fresh)
        ahead += fresh
    return frozenset(found)


def small_cuts(form: NormalForm, clock: Clock) -> list[list[int]]:
    """Return candidates for cuts of three and four edges without common ends, by places."""
    # Two pairs of edges whose labels have the same sum are a cut, and so is a pair with an edge.
    labels = cut_labels(form, clock)
    if labels is None:
        return []
    ends = form.edges().astype(np.int64)
    one, two = (np.append(np.arange(len(labels)), some) for some in np.triu_indices(len(labels), 1))
    sums = np.where(one < two, labels[one] ^ labels[two], labels[one])
    clock.tick("cuts", len(sums))
    order = np.argsort(sums)
    clock.tick("cuts", len(sums))
    first = np.flatnonzero(np.diff(sums[order], prepend=0))  # equal labels are a cut by themselves
    size = np.diff(first, append=len(sums))
    cuts: dict[tuple[int, ...], None] = {}
    for k, length in zip(first[size > 1].tolist(), size[size > 1].tolist(), strict=True):
        clock.tick("cuts")
        if len(cuts) >= MOST:
            break
        group = np.sort(order[k : k + length])
        pairs = list(zip(one[group].tolist(), two[group].tolist(), strict=True))
        for pair, other in combinations(pairs, 2) if length <= TOGETHER else pairwise(pairs):
            edges = tuple(sorted({*pair, *other}))
            if len(edges) > 2 and _are_apart(ends[list(edges)]):
                cuts[edges] = None
    clock.tick("cuts", len(cuts))
    return list(map(list, cuts))[:MOST]


def _are_apart(edges: NDArray[np.int64]) -> bool:
    """Return True if no two edges, shape (k, 2), have a common end."""
    ends = edges.ravel().tolist()
    return len(set(ends)) == len(ends)


# -- Rules of edges: two are used at every vertex and every border, as arrays of the kernel

DEEPEST = 400
"""Splits that may be open at a time."""


def started(
    form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[tuple[int, ...]] = (), *, room: int
) -> Run:
    """Return the kernel before its first step; each cut is crossed by two edges of a cycle."""
    edges, rows, lists, s = records(form, ends, cuts)
    deepest = min(len(ends), DEEPEST) + 2
    return Run(
        forcing.force,
        edges,
        rows,
        lists,
        np.zeros(forcing.SPLIT_ * deepest, np.int64),
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
    edges = np.zeros((m, forcing.EDGE), np.int64)
    edges[:, forcing.A], edges[:, forcing.B] = ends.T
    edges[:, forcing.BEGIN] = len(of) + edge_ptr[:-1]
    edges[:, forcing.END] = len(of) + edge_ptr[1:]
    rows = np.zeros((n + len(cuts), forcing.ROW), np.int64)
    rows[:, forcing.BEGIN], rows[:, forcing.END] = row_ptr[:-1], row_ptr[1:]
    rows[:, forcing.LEFT] = np.diff(row_ptr)
    lists = np.concatenate((row_edges, edge_rows))
    s = np.zeros(forcing.WORDS, np.int64)
    s[forcing.VERTICES] = n
    is_given = form.mate[ends[:, 0]] == ends[:, 1]
    given = np.flatnonzero(is_given)
    if len(given):
        one, other = ends[given].T
        s[forcing.TRAIL] = s[forcing.HEAD] = s[forcing.TOTAL] = len(given)
        edges[: len(given), forcing.NTH] = given
        edges[given, forcing.MARK] = forcing.USED
        edges[given, forcing.PLACE] = np.arange(len(given))
        edges[given, forcing.REASON] = forcing.GIVEN
        rows[one, forcing.OTHER], rows[other, forcing.OTHER] = other, one
        rows[:, forcing.USED_] = np.bincount(row[is_given[of]], minlength=len(rows))
    return edges.ravel(), rows.ravel(), lists, s


def _grouped(keys: Any, values: Any, size: int) -> tuple[Any, Any]:
    """Return the values of each key as compressed rows."""
    indptr = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=size), out=indptr[1:])
    return indptr, values[np.argsort(keys, kind="stable")].astype(np.int64)
