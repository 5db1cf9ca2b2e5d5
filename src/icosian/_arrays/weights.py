"""Weights of networkx graphs, checked and converted to an array where floats are exact.

Weights are read arc by arc in the order of the adjacency, as in :mod:`icosian._arrays.csr`.
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

from icosian._arrays.csr import Csr, adjacency, selected
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    Weight = str | Callable[[Any, Any, Any], Any] | None

__all__ = ["EXACT", "ArcWeights", "WeightedCsr", "checked_weights", "plain_number", "weighted_csr"]

EXACT = 2**53
"""Integers up to here are exact as floats."""
FARTHEST = 1.7976931348623157e308
"""The largest float."""


@dataclass(frozen=True, kw_only=True)
class WeightedCsr:
    """A graph with weights as compressed sparse rows."""

    rows: Csr
    """The arcs that are not hidden."""
    weights: NDArray[np.float64]
    """Shape (arcs,): their weights, finite and at least 0."""
    integral: bool
    """All weights are integers, and all sums of them are exact."""
    symmetric: bool
    """Every edge has the same weight in both directions."""

    def reversed(self) -> WeightedCsr:
        """Return the graph with every arc reversed; itself if it is symmetric."""
        return self if self.symmetric else self._reversed

    @cached_property
    def _reversed(self) -> WeightedCsr:
        rows, order = self.rows.transposed()
        return WeightedCsr(
            rows=rows, weights=self.weights[order], integral=self.integral, symmetric=False
        )


def plain_number(weight: Any) -> int | float | Fraction | Decimal:
    """Return a number in a type of Python, or raise ValueError: numbers of NumPy may wrap."""
    if type(weight) is int or (type(weight) is float and not math.isnan(weight)):
        return weight
    import numpy as np

    number: Any = weight
    if isinstance(weight, bool | np.integer):
        number = int(weight)
    elif isinstance(weight, np.floating):
        number = float(weight)
    elif not isinstance(weight, int | float | Fraction | Decimal):
        raise ValueError(weight)  # noqa: TRY004 - callers treat NaN alike
    if number.is_nan() if isinstance(number, Decimal) else number != number:  # noqa: PLR0124
        raise ValueError(weight)
    plain: int | float | Fraction | Decimal = number
    return plain


class ArcWeights(NamedTuple):
    """The weights of all arcs, in the order of the adjacency."""

    numbers: list[Any]
    """Numbers of at least 0 that can be added; None and infinity hide an arc."""
    are_stored: bool
    """They are the unchanged values of the edge attribute."""


def checked_weights(G: nx.Graph[Any], weight: Weight) -> ArcWeights:
    """Return the weight of every arc in the order of the adjacency, or refuse them."""
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {shown(weight)}"
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
    """Refuse NaN among floats, and numbers whose sum is beyond floats."""
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
        f"weights are numbers of at least 0, but edge ({shown(u)}, {shown(v)}) has {shown(weight)}"
    )


def _least(parallel: Any, weight: str) -> Any:
    """Return the least weight of parallel edges, or the first that is not a number."""
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
    """Convert a graph with its weights; None if sums of the weights are not exact as floats."""
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
    degrees, indices = adjacency(G, index)
    kept = finite & (indices != np.repeat(np.arange(n, dtype=np.int32), degrees))
    return WeightedCsr(
        rows=selected(degrees, indices, kept, directed=G.is_directed()),
        weights=weights if kept.all() else weights[kept],
        integral=integral,
        symmetric=not G.is_directed() and not callable(weight),
    )
