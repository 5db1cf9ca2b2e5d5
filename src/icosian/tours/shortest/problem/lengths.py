"""Exact numbers of users, and units in which they are integers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from itertools import takewhile
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.weights import (
    Number,
    best_of,
    check_weight,
    plain_number,
    ratio_of,
)
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

Exact = Number
Weight = str | Callable[[Any, Any, Any], Any] | None


LARGEST_EXPONENT = 400
"""Decimals are about as large and as small as floats; longer integers take too long."""
LONGEST_DENOMINATOR = 4096
"""The most bits of a common denominator; that of all floats has 1,074."""
LONGEST_SUM = 3_000
"""The most bits of a sum, 900 digits: a proof has integers of less than 1,000 digits."""
LONGEST_WORD = 2**62
"""Integers in words of 64 bits stay below, and so do differences of two of them."""
SHORTEST = 1e15
"""Decimals of fewer digits are the shortest of the floats that they denote."""
POWERS = [10.0**k for k in range(16)]
"""Powers of ten that are exact as floats."""
DIGITS = 9
"""The digits of the longest of rounded lengths: linear programs in floats hold as many."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit of integers that stand for lengths, and the type of the user's numbers."""

    size: Fraction = Fraction(1)
    kind: type = int

    @classmethod
    def of(
        cls, numbers: Sequence[Exact], what: str = "weights", *, count: int = 0
    ) -> tuple[Unit, list[int]]:
        """Return the largest unit of which numbers are multiples, and the multiples.

        They are refused if a sum of ``count`` of them may be too large.
        """
        kinds = {*map(type, numbers)}
        lengths: list[Any] = list(numbers)
        parts = 1
        try:
            if not kinds <= {int}:
                lengths, parts = (kinds <= {int, float} and _short(numbers)) or _long(numbers)
        except ValueError:
            raise InvalidArgument(f"{what} have no bearable common denominator") from None
        unit = cls(size=Fraction(1, parts), kind=kind_of(kinds))
        unit.check_sum(lengths, count)
        return unit, lengths

    def number(self, value: int | Fraction, *, down: bool = False) -> Any:
        """Return a number of units as the user's kind of number, a float rounded (or down)."""
        exact = value * self.size
        if self.kind is float:
            try:
                nearest = float(exact)
            except OverflowError:
                nearest = math.inf if exact > 0 else -math.inf
            printed = nearest if math.isinf(nearest) else Fraction(*ratio_of(nearest))
            return math.nextafter(nearest, -math.inf) if down and printed > exact else nearest
        if self.kind is Decimal:  # the denominator is a product of twos and fives
            digits = exact.numerator.bit_length() + exact.denominator.bit_length() + 1
            context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
            return context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
        return exact.numerator if exact.denominator == 1 else exact

    def check_sum(self, lengths: Iterable[int], count: int) -> None:
        """Refuse lengths in this unit if so many of them may be beyond what a sum can be."""
        total = count * max(map(abs, lengths), default=0)
        if total.bit_length() > LONGEST_SUM or self.number(total) == math.inf:
            most = "floating point numbers" if self.kind is float else "900 digits"
            raise InvalidArgument(f"lengths are too large: their sum is beyond {most}")


def _short(numbers: Sequence[Any]) -> tuple[list[int], int] | None:
    """Return floats of at most 15 digits as parts of one; None if they are longer.

    No two decimals of 15 digits denote the same float, so one that denotes it is the shortest.
    """
    with suppress(OverflowError):  # of integers
        floats = np.array(numbers, np.float64)
        longest = float(np.abs(floats).max())
        for parts in takewhile(lambda parts: longest * parts < SHORTEST, POWERS):
            exact = np.rint(floats * parts)
            if (exact / parts == floats).all():
                lengths = exact.astype(np.int64)
                common = math.gcd(int(parts), int(np.gcd.reduce(lengths)))
                return (lengths // common).tolist(), int(parts) // common
    return None


def _long(numbers: Sequence[Exact]) -> tuple[list[int], int]:
    """Return numbers as parts of one, or raise ValueError if these are far too many."""
    ratios = [ratio_of(exact_number(number)) for number in numbers]
    parts = 1
    for below in {below for _, below in ratios}:
        parts = math.lcm(parts, below)
        if parts.bit_length() > LONGEST_DENOMINATOR:
            raise ValueError(below)
    return [above * (parts // below) for above, below in ratios], parts


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


def kind_of(kinds: Collection[type]) -> type:
    """Return the type of sums of numbers of some types, the least exact of them."""
    return max(kinds, key=[int, Decimal, Fraction, float].index, default=int)


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


def graph_lengths(G: nx.Graph[Any], weight: Weight, best: Callable[..., Any] = min) -> Lengths:
    """Return the exact length of each edge but loops; of parallel ones the best counts."""
    number, directed = {v: k for k, v in enumerate(G)}, G.is_directed()
    read = length_reader(G, weight)
    is_bundle = G.is_multigraph() and isinstance(weight, str)
    pairs, numbers, hidden = [], [], []
    with collector_paused():
        for i, (u, row) in enumerate(G.adjacency()):
            for v, data in row.items():
                j = number[v]
                if i < j or (directed and i != j):
                    if is_bundle:
                        known = (read(u, v, edge) for edge in data.values())
                        length = best_of((w for w in known if w is not None), best)
                    else:
                        length = read(u, v, data)
                    if length is None:
                        hidden.append((u, v))
                    else:
                        pairs.append((i, j))
                        numbers.append(length)
        unit, exact = Unit.of(numbers, count=len(G))
    return Lengths(
        pairs=np.array(pairs, np.int32).reshape(-1, 2),
        exact=exact,
        unit=unit,
        hidden=tuple(hidden),
        directed=directed,
    )


def length_reader(
    G: nx.Graph[Any], weight: Weight, *, are_roads: bool = False
) -> Callable[[Any, Any, Any], Exact | None]:
    """Return what reads the exact length of an edge, None if it has none.

    A road may also have none by infinity, and none is negative.
    """
    check_weight(weight)

    def exact(u: Any, v: Any, given: Any) -> Exact | None:
        if given is None or (type(given) is int and given >= 0):
            return given
        if isinstance(given, bool) and callable(weight):  # what a function compares
            return int(given)
        try:
            if are_roads and plain_number(given) == math.inf:
                return None
            number = exact_number(given)
            if not are_roads or number >= 0:
                return number
        except ValueError:
            pass
        raise InvalidArgument(
            f"weights are {'numbers of at least 0' if are_roads else 'finite numbers'}, but edge"
            f" ({shown(u)}, {shown(v)}) has {shown(given)}"
        )

    if weight is None:
        return lambda u, v, data: 1  # noqa: ARG005 - the signature of a function of edges
    if isinstance(weight, str):
        return lambda u, v, data: exact(u, v, data.get(weight, 1))
    if G.is_directed():
        return lambda u, v, data: exact(u, v, weight(u, v, data))

    def both(u: Any, v: Any, data: Any) -> Exact | None:
        given = weight(u, v, data), weight(v, u, data)
        there, back = (exact(u, v, w) for w in given)
        if len({w if w is None else ratio_of(w) for w in (there, back)}) > 1:
            raise InvalidArgument(
                f"an undirected edge has one length, but weight gives {shown(given[0])} from"
                f" {shown(u)} to {shown(v)} and {shown(given[1])} back; a digraph has an arc each"
                " way"
            )
        return there

    return both
