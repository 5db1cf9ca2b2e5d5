"""Exact lengths of the edges of a graph, and integers in a common unit that stand for them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.problem.units import (
    Unit,
    common_denominator,
    exact_number,
    integers,
    kind_of,
    scaled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import networkx as nx
    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.units import Exact

    Weight = str | Callable[[Any, Any, Any], Any] | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Lengths:
    """The lengths of all edges of a graph, as exact integers in a common unit."""

    pairs: NDArray[np.int32]
    """Shape (m, 2): each edge that has a length once, by the numbers of its nodes."""
    exact: list[int]
    """The lengths of the pairs."""
    unit: Unit
    hidden: tuple[tuple[Any, Any], ...]
    """The edges that None hides."""
    directed: bool

    def table(self, n: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the lengths of all pairs of n nodes, and which pairs have one, shape (n, n)."""
        exact = integers(self.exact)
        table, present = np.zeros((n, n), exact.dtype), np.zeros((n, n), bool)
        u, v = self.pairs.T
        for tails, heads in ((u, v),) if self.directed else ((u, v), (v, u)):
            table[tails, heads] = exact
            present[tails, heads] = True
        return table, present

    def known(self) -> dict[tuple[int, int], int]:
        """Return the exact length of every pair of numbers, of edges in both directions."""
        pairs = list(map(tuple, self.pairs.tolist()))
        known = dict(zip(pairs, self.exact, strict=True))
        if not self.directed:
            known |= {(v, u): known[u, v] for u, v in pairs}
        return known

    def total(self, steps: Iterable[tuple[int, int]]) -> int:
        """Return the exact length of the steps of a tour, in units."""
        wanted = np.array(list(steps), np.int64).reshape(-1, 2)
        if not self.directed:
            wanted.sort(axis=1)
        keys = self.pairs.astype(np.int64) @ (2**32, 1)
        found = np.flatnonzero(np.isin(keys, wanted @ (2**32, 1)))
        return sum(self.exact[k] for k in found.tolist())


def graph_lengths(G: nx.Graph[Any], weight: Weight) -> Lengths:
    """Return the lengths of the edges of a graph, or refuse the first that is not a number."""
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {shown(weight)}"
        )
    with collector_paused():
        pairs, numbers, hidden = _read(G, weight)
        try:
            denominator = common_denominator(numbers)
        except ValueError:
            raise InvalidArgument("weights have no bearable common denominator") from None
        unit = Unit(size=Fraction(1, denominator), kind=kind_of(numbers))
        exact = [scaled(number, denominator) for number in numbers]
        unit.check_sum(exact, len(G))
    return Lengths(
        pairs=np.array(pairs, np.int32).reshape(-1, 2),
        exact=exact,
        unit=unit,
        hidden=hidden,
        directed=G.is_directed(),
    )


def _read(
    G: nx.Graph[Any], weight: Weight
) -> tuple[list[tuple[int, int]], list[Exact], tuple[tuple[Any, Any], ...]]:
    """Return the edges but loops by number, each once, their lengths, and hidden edges."""
    number = {v: k for k, v in enumerate(G)}
    directed = G.is_directed()
    weights = _reader(weight, multi=G.is_multigraph(), directed=directed)
    pairs, lengths, hidden = [], [], []
    for i, (u, row) in enumerate(G.adjacency()):
        for v, data in row.items():
            j = number[v]
            if i < j or (directed and i != j):
                given = [_number(w, u, v) for w in weights(u, v, data) if w is not None]
                if not given:
                    hidden.append((u, v))
                    continue
                pairs.append((i, j))
                lengths.append(given[0] if len(given) == 1 else min(given))
    return pairs, lengths, tuple(hidden)


def _reader(
    weight: Weight, *, multi: bool, directed: bool
) -> Callable[[Any, Any, Any], Iterable[Any]]:
    """Return what reads the weights of an edge and of all that are parallel to it."""
    if weight is None:
        return lambda u, v, data: (1,)  # noqa: ARG005 - the signature of a function of edges
    if callable(weight):
        if directed:
            return lambda u, v, data: (weight(u, v, data),)
        return partial(_both, weight)
    if multi:
        return lambda u, v, data: [edge.get(weight, 1) for edge in data.values()]  # noqa: ARG005
    return lambda u, v, data: (data.get(weight, 1),)  # noqa: ARG005


def _both(weight: Callable[[Any, Any, Any], Any], u: Any, v: Any, data: Any) -> tuple[Any]:
    """Return what a function gives for an undirected edge, the same from both ends."""
    there, back = weight(u, v, data), weight(v, u, data)
    numbers = [None if w is None else _number(w, u, v) for w in (there, back)]
    if numbers[0] != numbers[1]:
        raise InvalidArgument(
            f"an undirected edge has one length, but weight gives {shown(there)} from {shown(u)}"
            f" to {shown(v)} and {shown(back)} back"
        )
    return (numbers[0],)


def _number(value: Any, u: Any, v: Any) -> Exact:
    """Return the weight of an edge as an exact number."""
    try:
        return exact_number(value)
    except ValueError:
        raise InvalidArgument(
            f"weights are finite numbers, but edge ({shown(u)}, {shown(v)}) has {shown(value)}"
        ) from None
