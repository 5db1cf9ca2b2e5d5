"""From the weights of a networkx graph to an array, or to the finding that floats will not do.

This is part of the gate of :mod:`icosian._arrays.csr`: weights are read in the order of the graph's
adjacency, arc by arc, and checked before any work.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from icosian._arrays.csr import Csr, starts
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    Weight = str | Callable[[Any, Any, Any], Any] | None

__all__ = ["EXACT", "ArcWeights", "WeightedCsr", "checked_weights", "plain_number", "weighted_csr"]

EXACT = 2**53
"""Integers up to here are floats, and so are their sums."""
FARTHEST = 1.7976931348623157e308
"""The largest float."""


@dataclass(frozen=True, kw_only=True)
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
            Itself, where that is the same; otherwise made once.
        """
        return self if self.symmetric else self._reversed

    @cached_property
    def _reversed(self) -> WeightedCsr:
        import numpy as np

        order = np.argsort(self.rows.indices, kind="stable")
        rows = Csr(
            indptr=starts(np.bincount(self.rows.indices, minlength=self.rows.size)),
            indices=self.rows.sources()[order],
            directed=True,
        )
        return WeightedCsr(
            rows=rows, weights=self.weights[order], integral=self.integral, symmetric=False
        )


def plain_number(weight: Any) -> int | float | Fraction | Decimal:
    """Return a number as Python knows it: those of numpy wrap, or keep their type in sums.

    Parameters
    ----------
    weight : object
        A number, maybe.

    Returns
    -------
    int, float, Fraction or Decimal
        The number, not NaN.

    Raises
    ------
    ValueError
        If it is none.
    """
    import numpy as np

    number: Any = weight
    if isinstance(weight, bool | np.integer):
        number = int(weight)
    elif isinstance(weight, np.floating):
        number = float(weight)
    elif not isinstance(weight, int | float | Fraction | Decimal):
        raise ValueError(weight)  # noqa: TRY004 - NaN and no number are one to the callers
    if number.is_nan() if isinstance(number, Decimal) else number != number:  # noqa: PLR0124
        raise ValueError(weight)
    plain: int | float | Fraction | Decimal = number
    return plain


class ArcWeights(NamedTuple):
    """The weights of all arcs, in the order of the adjacency.

    Attributes
    ----------
    numbers : list
        Numbers of at least 0 that can be added; None and infinity hide an arc.
    are_stored : bool
        Whether they are what stands in the edges, without any change.
    """

    numbers: list[Any]
    are_stored: bool


def checked_weights(G: nx.Graph[Any], weight: Weight) -> ArcWeights:
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
    ArcWeights
        The weights.

    Raises
    ------
    InvalidArgument
        If a weight is negative, not a number, or NaN, or if weights cannot be added: the message
        names the edge. Or if ``weight`` itself is none of these.
    """
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {weight!r}"
        )
    rows = [row for _, row in G.adjacency()]
    are_stored = False
    if weight is None:
        return ArcWeights([1] * sum(map(len, rows)), are_stored)
    if callable(weight):
        read = weight
        raw = [read(u, v, data) for u, row in G.adjacency() for v, data in row.items()]
    elif G.is_multigraph():
        raw = [_least(data, weight) for row in rows for data in row.values()]
    else:
        data = chain.from_iterable(row.values() for row in rows)
        are_stored = True
        try:
            raw = list(map(itemgetter(weight), data))
        except KeyError:
            raw = [edge.get(weight, 1) for row in rows for edge in row.values()]
    kinds = set(map(type, raw)) - {type(None)}
    if not kinds <= {int, float}:
        are_stored = False
        raw = [w if w is None else _number(G, k, w) for k, w in enumerate(raw)]
        kinds = set(map(type, raw)) - {type(None)}
        if any(issubclass(kind, Decimal) for kind in kinds) and any(
            issubclass(kind, float | Fraction) for kind in kinds
        ):
            raise InvalidArgument("weights cannot be added: some are decimals, others are not")
    seen = [w for w in raw if w is not None] if None in raw else raw
    if seen and not min(seen) >= 0:
        k = next(k for k, w in enumerate(raw) if w is not None and not w >= 0)
        _number(G, k, raw[k])
    if any(issubclass(kind, float) for kind in kinds):
        _check_sum(G, raw, seen)
    return ArcWeights(raw, are_stored)


def _check_sum(G: nx.Graph[Any], raw: list[Any], seen: list[Any]) -> None:
    """Refuse floats that are NaN, and numbers whose sum is beyond floats."""
    try:
        total = float(sum(seen))
    except OverflowError:
        total = math.inf
    if math.isnan(total):
        k = next(k for k, w in enumerate(raw) if w is not None and w != w)  # noqa: PLR0124
        _number(G, k, raw[k])
    if math.isinf(total) and math.inf not in seen:
        raise InvalidArgument("weights are too large: their sum is beyond floating point numbers")
    if math.isinf(total) and any(w > FARTHEST and w != math.inf for w in seen):
        raise InvalidArgument("weights cannot be added: some are too large for the others")


def _number(G: nx.Graph[Any], k: int, weight: Any) -> Any:
    """Return the k-th weight as a number of at least 0."""
    try:
        number = plain_number(weight)
        if number >= 0:
            return number
    except ValueError:
        pass
    u, v = next(islice(((u, v) for u, row in G.adjacency() for v in row), k, None))
    raise InvalidArgument(
        f"weights are numbers of at least 0, but edge ({u!r}, {v!r}) has {weight!r}"
    )


def _least(parallel: Any, weight: str) -> Any:
    """Return the least weight of parallel edges, or the first that is none."""
    least = None
    for data in parallel.values():
        try:
            w = data.get(weight, 1)
            number = None if w is None else plain_number(w)
        except ValueError:
            return w
        if number is not None and (least is None or number < least):
            least = number
    return least


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

    raw, _ = checked_weights(G, weight)
    kinds = set(map(type, raw))
    if any(issubclass(kind, Fraction | Decimal) for kind in kinds):
        return None
    if type(None) in kinds:
        raw = [math.inf if w is None else w for w in raw]
    integral = not any(issubclass(kind, float) for kind in kinds)
    try:
        weights = np.fromiter(raw, np.float64, count=len(raw))
    except OverflowError:
        return None
    n = len(index)
    finite = np.isfinite(weights)
    longest = float(weights[finite].max(initial=0))
    whole = longest if integral else max((w for w in raw if isinstance(w, int)), default=0)
    if whole * n >= EXACT:
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
