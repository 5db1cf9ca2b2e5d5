"""Weights of networkx graphs, checked and converted to an array where floats are exact.

Weights are read arc by arc in the order of the adjacency, as in :mod:`icosian._arrays.csr`.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, repeat
from numbers import Integral, Rational, Real
from operator import contains, itemgetter, methodcaller
from types import NoneType
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, adjacency, selected
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

Weight = str | Callable[[Any, Any, Any], Any] | None
Number = int | float | Fraction | Decimal


USUAL = "weight"
"""The attribute that is read where none is named: all edges count 1 if none of them has it."""

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


def plain_number(weight: Any) -> Number:
    """Return a number in a type of Python, or raise ValueError: numbers of NumPy may wrap.

    True and False are no numbers.

    A short float of NumPy becomes the float of the same decimal.
    """
    if type(weight) in (int, Fraction) or (type(weight) is float and not math.isnan(weight)):
        return weight  # type: ignore[no-any-return]
    if isinstance(weight, bool):
        raise ValueError(weight)  # noqa: TRY004 - callers treat NaN alike
    if isinstance(weight, Integral):
        return int(weight)
    if isinstance(weight, Rational):
        return Fraction(int(weight.numerator), int(weight.denominator))
    number: Any
    if isinstance(weight, float | Decimal):
        number = Decimal(weight) if isinstance(weight, Decimal) else float(weight)
    elif isinstance(weight, np.floating):
        exact = Decimal(np.format_float_scientific(weight))  # whatever the print options are
        number = float(exact)
        if not exact.is_nan() and Decimal(repr(number)) != exact:  # longer than a float
            number = Fraction(exact)
    else:
        raise ValueError(weight)  # noqa: TRY004 - callers treat NaN alike
    if number.is_nan() if isinstance(number, Decimal) else number != number:  # noqa: PLR0124
        raise ValueError(weight)
    return number  # type: ignore[no-any-return]


def ratio_of(number: Number) -> tuple[int, int]:
    """Return a finite number as a ratio; a float is the shortest decimal that denotes it."""
    if not isinstance(number, float):
        return number.as_integer_ratio()
    if number.is_integer() and abs(number) < EXACT:
        return int(number), 1
    return Decimal(repr(number)).as_integer_ratio()


def best_of(numbers: Iterable[Number], best: Callable[..., Any] = min) -> Any:
    """Return the least or greatest of some numbers, None if there is none."""
    known = list(numbers)
    return best(known, key=_exactly if len({*map(type, known)}) > 1 else None, default=None)


def _exactly(number: Number) -> Number:
    """Return a number that compares with others as the decimal that it denotes."""
    is_short = isinstance(number, float) and not math.isinf(number)
    return Fraction(*ratio_of(number)) if is_short else number


class ArcWeights(NamedTuple):
    """The weights of all arcs, in the order of the adjacency."""

    numbers: list[Any]
    """Numbers of at least 0 that can be added; None and infinity hide an arc."""
    kinds: frozenset[type]
    """The types among them."""
    stored: str | None = None
    """The edge attribute whose unchanged values they are, 1 where it is missing; None if not."""
    is_missing: bool = False
    """Some of the edges have no such attribute."""
    hides: bool = False
    """Some arcs are hidden."""
    least: Any = 1
    """The least number, 1 if there is none."""


def known_weight(G: nx.Graph[Any], weight: Weight, *, usual: str | None = USUAL) -> Weight:
    """Return what is to be read, None where no edge has the usual attribute; refuse other names.

    An attribute that only some edges have is refused too. Every search calls this once, before all
    else that reads weights.
    """
    if not isinstance(weight, str) or all(map(contains, _attributes(G), repeat(weight))):
        return weight
    if any(map(contains, _attributes(G), repeat(weight))):
        lacking = [(u, v) for u, v, data in G.edges(data=True) if weight not in data]
        u, v = lacking[0]
        raise InvalidArgument(
            f"edge ({shown(u)}, {shown(v)}) has no {weight!r} ({len(lacking):,} of"
            f" {G.number_of_edges():,} have none); routes.fill_lengths(G, {weight!r}, default=...),"
            " or --default of the command, gives them a length"
        )
    edges = _attributes(G)
    first = next(edges, None)
    if first is None:
        return weight
    names = _numeric(first)
    if weight != usual:
        names = names.union(*map(_numeric, edges))
        known = f"numbers are in {_listed(names)}" if names else "none has a number"
        raise InvalidArgument(f"no edge has the attribute {shown(weight)}; {known}")
    while names and (data := next(edges, None)) is not None:
        names &= _numeric(data)
    if names:
        warnings.warn(
            f"no edge has the attribute {weight!r}, so each counts 1; all edges have numbers in"
            f" {_listed(names)}, which weight= can name",
            stacklevel=_outside(),
        )
    return None


def _numeric(data: dict[Any, Any]) -> set[str]:
    """Return the names of attributes that are numbers."""
    return {
        name
        for name, value in data.items()
        if isinstance(name, str)
        and name != "id"
        and isinstance(value, Real | Decimal)
        and not isinstance(value, bool)
    }


def _listed(names: set[str]) -> str:
    return ", ".join(map(repr, sorted(names)))


def _outside() -> int:
    """Return how far up the stack the caller of the package is."""
    package = __name__.partition(".")[0]
    level, frame = 1, sys._getframe(1)  # noqa: SLF001 - as in warnings itself
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    return level


def hidden_edges(G: nx.Graph[Any], weights: ArcWeights) -> int:
    """Return how many edges have no weight, in a digraph how many arcs; loops do not count."""
    if not weights.hides:
        return 0
    ends = ((u, v) for u, row in G.adjacency() for v in row)
    arcs = {
        pair
        for pair, w in zip(ends, weights.numbers, strict=True)
        if (w is None or w == math.inf) and pair[0] != pair[1]
    }
    return len(arcs) if G.is_directed() else sum((v, u) in arcs for u, v in arcs) // 2


def check_weight(weight: Any) -> None:
    """Refuse what names no weights."""
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {shown(weight)}"
        )


def checked_weights(G: nx.Graph[Any], weight: Weight) -> ArcWeights:
    """Return the weight of every arc in the order of the adjacency, or refuse them."""
    check_weight(weight)
    if weight is None:
        return _units(G)
    stored, is_missing = None, False
    if callable(weight):
        read = weight
        raw = [read(u, v, data) for u, row in G.adjacency() for v, data in row.items()]
    elif G.is_multigraph():
        raw = [_least(data, weight) for _, row in G.adjacency() for data in row.values()]
    else:
        stored = weight
        try:
            raw = list(map(itemgetter(weight), _edge_data(G)))
        except KeyError:
            if not any(map(contains, _edge_data(G), repeat(weight))):
                return _units(G)
            is_missing = True
            raw = [edge.get(weight, 1) for edge in _edge_data(G)]
    kinds = frozenset(map(type, raw))
    if bool in kinds and callable(weight):  # what a function compares
        raw = [int(w) if isinstance(w, bool) else w for w in raw]
        kinds = frozenset(map(type, raw))
    if not kinds <= {int, float, NoneType}:
        stored = None
        raw = [w if w is None else _number(G, k, w) for k, w in enumerate(raw)]
        kinds = frozenset(map(type, raw))
        if any(issubclass(kind, Decimal) for kind in kinds) and any(
            issubclass(kind, float | Fraction) for kind in kinds
        ):
            raise InvalidArgument("weights cannot be added: some are decimals, others are not")
    seen = [w for w in raw if w is not None] if NoneType in kinds else raw
    least = min(set(seen) if kinds == {int} else seen, default=1)  # few integers are distinct
    if not least >= 0:
        k = next(k for k, w in enumerate(raw) if w is not None and not w >= 0)
        _number(G, k, raw[k])
    hides = NoneType in kinds
    if any(issubclass(kind, float) for kind in kinds):
        hides |= _sum_is_infinite(G, raw, seen)
    return ArcWeights(raw, kinds, stored, is_missing, hides, least)


def _units(G: nx.Graph[Any]) -> ArcWeights:
    """Return 1 for every arc."""
    return ArcWeights([1] * sum(len(row) for _, row in G.adjacency()), frozenset([int]))


def _attributes(G: nx.Graph[Any]) -> Iterator[dict[str, Any]]:
    """Return the attributes of all arcs, of parallel ones as well."""
    edges = _edge_data(G)
    return chain.from_iterable(map(methodcaller("values"), edges)) if G.is_multigraph() else edges


def _edge_data(G: nx.Graph[Any]) -> Iterator[dict[Any, Any]]:
    """Return the attributes of all arcs in the order of the adjacency."""
    rows = [row for _, row in G.adjacency()]
    plain = set(map(type, rows)) == {dict}  # views of networkx are not
    return chain.from_iterable(map(dict.values, rows) if plain else (row.values() for row in rows))


def _sum_is_infinite(G: nx.Graph[Any], raw: list[Any], seen: list[Any]) -> bool:
    """Return True if some numbers are infinite; refuse NaN, and sums that are beyond floats."""
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
    return math.isinf(total)


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
    known = [w for data in parallel.values() if (w := data.get(weight, 1)) is not None]
    try:
        return best_of(map(plain_number, known))
    except ValueError as error:
        return error.args[0]


def weighted_csr(
    G: nx.Graph[Any], index: dict[Hashable, int], weight: Weight
) -> WeightedCsr | None:
    """Convert a graph with its weights; None if sums of the weights are not exact as floats."""
    raw, kinds, *_ = checked_weights(G, weight)
    if any(issubclass(kind, Fraction | Decimal) for kind in kinds):
        return None
    if NoneType in kinds:
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
