"""From the weights of a networkx graph to an array, or to the finding that floats will not do.

This is part of the gate of :mod:`icosian._csr`: weights are read in the order of the graph's
adjacency, arc by arc, and checked before any work.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from icosian._csr import Csr, starts
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    Weight = str | Callable[[Any, Any, Any], Any] | None

__all__ = ["WeightedCsr", "checked_weights", "weighted_csr"]

EXACT = 2**53
"""Integers up to here are floats, and so are their sums."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedCsr:
    """A graph with weights as compressed sparse rows.

    Attributes
    ----------
    rows : Csr
        The arcs that are not hidden.
    weights : float64 array, shape (arcs,)
        Their weights, finite and at least 0.
    integral : bool
        Whether all weights are integers, and all sums of them exact.
    symmetric : bool
        Whether an edge weighs the same both ways.
    """

    rows: Csr
    weights: NDArray[np.float64]
    integral: bool
    symmetric: bool

    def reversed(self) -> WeightedCsr:
        """Return the same graph with every arc turned round.

        Returns
        -------
        WeightedCsr
            Itself, where that is the same.
        """
        import numpy as np

        if self.symmetric:
            return self
        order = np.argsort(self.rows.indices, kind="stable")
        rows = Csr(
            indptr=starts(np.bincount(self.rows.indices, minlength=self.rows.size)),
            indices=self.rows.sources()[order],
            directed=True,
        )
        return WeightedCsr(
            rows=rows, weights=self.weights[order], integral=self.integral, symmetric=False
        )


def checked_weights(G: nx.Graph[Any], weight: Weight) -> list[Any]:
    """Return the weight of every arc in the order of the adjacency.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    weight : str, callable or None
        An edge attribute, where missing means 1; or ``f(u, v, data)``, where None hides the edge;
        None for 1 on every edge. Parallel edges have the least weight of them.

    Returns
    -------
    list
        Numbers of at least 0; None and infinity hide an arc.

    Raises
    ------
    InvalidArgument
        If a weight is negative, not a number, or NaN; the message names the edge.
    """
    rows = [row for _, row in G.adjacency()]
    if weight is None:
        return [1] * sum(map(len, rows))
    if callable(weight):
        read = weight
        raw = [read(u, v, data) for u, row in G.adjacency() for v, data in row.items()]
    elif G.is_multigraph():
        raw = [_least(data, weight) for row in rows for data in row.values()]
    else:
        data = chain.from_iterable(row.values() for row in rows)
        try:
            raw = list(map(itemgetter(weight), data))
        except KeyError:
            raw = [edge.get(weight, 1) for row in rows for edge in row.values()]
    _check(G, raw)
    return raw


def _least(parallel: Any, weight: str) -> Any:
    weights = [data.get(weight, 1) for data in parallel.values()]
    seen = [w for w in weights if w is not None]
    for w in seen:
        if not _is_number(w) or w != w:  # noqa: PLR0124 - NaN
            return w  # to be complained of
    return min(seen, default=None)


def _is_number(weight: Any) -> bool:
    import numpy as np

    return isinstance(weight, int | float | np.integer | np.floating | Fraction | Decimal)


def _check(G: nx.Graph[Any], raw: list[Any]) -> None:
    """Refuse the first weight that is none."""
    kinds = set(map(type, raw))
    sound = all(issubclass(kind, int | float | Fraction) for kind in kinds - {type(None)})
    if sound:
        seen = raw if type(None) not in kinds else [w for w in raw if w is not None]
        total = sum(seen) if float in kinds or not seen else 0
        if not seen or (min(seen) >= 0 and not math.isnan(total)):
            return
    arcs = ((u, v) for u, row in G.adjacency() for v in row)
    for (u, v), w in zip(arcs, raw, strict=True):
        if w is not None and not (_is_number(w) and w >= 0):
            raise InvalidArgument(
                f"weights are numbers of at least 0, but edge ({u!r}, {v!r}) has {w!r}"
            )


def weighted_csr(
    G: nx.Graph[Any], index: dict[Hashable, int], weight: Weight
) -> WeightedCsr | None:
    """Convert a graph with its weights.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    index : dict
        The number of every node of ``G``.
    weight : str, callable or None
        As for :func:`checked_weights`.

    Returns
    -------
    WeightedCsr or None
        None if sums of the weights would not be exact as floats: fractions, or large integers.

    Raises
    ------
    InvalidArgument
        If a weight is negative, not a number, or NaN.
    """
    import numpy as np

    raw = checked_weights(G, weight)
    kinds = set(map(type, raw))
    if any(issubclass(kind, Fraction | Decimal) for kind in kinds):
        return None
    if type(None) in kinds:
        raw = [math.inf if w is None else w for w in raw]
    integral = not any(issubclass(kind, float | np.floating) for kind in kinds)
    try:
        weights = np.fromiter(raw, np.float64, count=len(raw))
    except OverflowError:
        return None
    n = len(index)
    finite = np.isfinite(weights)
    longest = float(weights[finite].max(initial=0))
    has_integers = any(issubclass(kind, int | np.integer) for kind in kinds)
    if (integral and longest * n >= EXACT) or (has_integers and longest >= EXACT):
        return None
    rows = [row for _, row in G.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, count=n)
    flat = map(index.__getitem__, chain.from_iterable(rows))
    indices = np.fromiter(flat, np.int32, count=len(weights))
    kept = finite & (indices != np.repeat(np.arange(n, dtype=np.int32), degrees))
    if not kept.all():
        degrees = np.bincount(np.repeat(np.arange(n), degrees)[kept], minlength=n)
        indices, weights = indices[kept], weights[kept]
    return WeightedCsr(
        rows=Csr(indptr=starts(degrees), indices=indices, directed=G.is_directed()),
        weights=weights,
        integral=integral,
        symmetric=not G.is_directed() and not callable(weight),
    )
