"""Exact numbers of users, and units in which they are integers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import plain_number
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

Exact = int | float | Fraction | Decimal
Weight = str | Callable[[Any, Any, Any], Any] | None


LARGEST_EXPONENT = 400
"""Decimals are about as large and as small as floats; longer integers take too long."""
LONGEST_DENOMINATOR = 4096
"""The most bits of a common denominator; that of all floats has 1,074."""
LONGEST_WORD = 2**62
"""Integers in words of 64 bits stay below, and so do differences of two of them."""
DIGITS = 9
"""The digits of the longest of rounded lengths: linear programs in floats hold as many."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit of integers that stand for lengths, and the type of the user's numbers."""

    size: Fraction = Fraction(1)
    kind: type = int

    def number(self, value: int | Fraction, *, down: bool = False) -> Any:
        """Return a number of units as the user's kind of number, a float rounded (or down)."""
        exact = value * self.size
        if self.kind is float:
            nearest = float(exact)
            return math.nextafter(nearest, -math.inf) if down and nearest > exact else nearest
        if self.kind is Decimal:
            with localcontext() as context:  # the denominator is a product of twos and fives
                context.prec = len(str(exact.numerator)) + exact.denominator.bit_length() + 1
                return Decimal(exact.numerator) / Decimal(exact.denominator)
        return exact.numerator if exact.denominator == 1 else exact

    def check_sum(self, lengths: Iterable[int], count: int) -> None:
        """Refuse lengths in this unit if so many of them may be beyond the user's floats."""
        try:
            self.number(count * max(map(abs, lengths), default=0))
        except OverflowError:
            raise InvalidArgument(
                "lengths are too large: their sum is beyond floating point numbers"
            ) from None


def exact_number(value: Any) -> Exact:
    """Return a finite number in a type of Python, or raise ValueError."""
    if type(value) is int:
        return value
    number = plain_number(value)
    if isinstance(number, float | Decimal) and not math.isfinite(number):
        raise ValueError(value)
    if isinstance(number, Decimal) and abs(number.adjusted()) > LARGEST_EXPONENT:
        raise ValueError(value)
    return number


def common_denominator(numbers: Iterable[Exact]) -> int:
    """Return the least common denominator, or raise ValueError if it is far too long."""
    least = 1
    for number in numbers:
        if type(number) is not int:
            least = math.lcm(least, number.as_integer_ratio()[1])
            if least.bit_length() > LONGEST_DENOMINATOR:
                raise ValueError(number)
    return least


def scaled(number: Exact, denominator: int) -> int:
    """Return a number times a multiple of its denominator."""
    above, below = number.as_integer_ratio()
    return int(above * (denominator // below))


def integers(numbers: Sequence[int]) -> NDArray[Any]:
    """Return an array of 64-bit integers, or of Python's where these do not fit."""
    longest = max(map(abs, numbers), default=0)
    return np.array(numbers, np.int64 if longest < LONGEST_WORD else object)


def power_of_ten(longest: Fraction) -> Fraction:
    """Return the unit in which a length has about ``DIGITS`` digits."""
    if not longest:
        return Fraction(1)
    magnitude = math.log10(longest.numerator) - math.log10(longest.denominator)
    return Fraction(10) ** (math.floor(magnitude) + 1 - DIGITS)


def kind_of(numbers: Iterable[Any]) -> type:
    """Return the type of sums of some numbers: of mixed ones, the least exact of their types."""
    kinds = {*map(type, numbers)}
    if float in kinds or {Fraction, Decimal} <= kinds:
        return float if float in kinds else Fraction
    return next((kind for kind in (Fraction, Decimal) if kind in kinds), int)


# -- Exact lengths of the edges of a graph, and integers in a common unit that stand for them


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

    def of(self, steps: Iterable[tuple[int, int]]) -> list[int]:
        """Return the exact lengths of the steps of a tour, in any order, in units."""
        wanted = np.array(list(steps), np.int64).reshape(-1, 2)
        if not self.directed:
            wanted.sort(axis=1)
        keys = self.pairs.astype(np.int64) @ (2**32, 1)
        found = np.flatnonzero(np.isin(keys, wanted @ (2**32, 1)))
        return [self.exact[k] for k in found.tolist()]


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
