"""Compressed sparse rows of networkx graphs: the only conversion from graphs to arrays.

Nodes become 0..n-1 in the order of the graph. Self-loops and parallel edges are dropped, since a
Hamiltonian tour never uses them.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, pairwise, repeat, takewhile
from numbers import Integral, Rational, Real
from operator import contains, itemgetter, methodcaller
from types import NoneType
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._kernels.words import BITS
from icosian.exceptions import InvalidArgument

AT_ONCE, MASKS = 10_000, 1_000
"""Nodes that are looked up at a time; sets that become words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Csr:
    """A graph as compressed sparse rows; an undirected edge is an arc in each direction."""

    indptr: NDArray[np.int64]
    """Shape (n + 1,): the neighbors of i are ``indices[indptr[i]:indptr[i + 1]]``."""
    indices: NDArray[np.int32]
    """Shape (arcs,): the heads of the arcs, in a digraph the successors."""
    directed: bool

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.indptr) - 1

    @property
    def degrees(self) -> NDArray[np.int64]:
        """The numbers of neighbors, in a digraph of successors."""
        return self.indptr[1:] - self.indptr[:-1]

    def sources(self) -> NDArray[np.int32]:
        """Return the tail of every arc, parallel to ``indices``."""
        return np.repeat(np.arange(self.size, dtype=np.int32), self.degrees)

    def rows(self) -> list[list[int]]:
        """Return the heads of the arcs out of each node."""
        heads = self.indices.tolist()
        return [heads[i:j] for i, j in pairwise(self.indptr.tolist())]

    def matrix(self) -> Any:
        """Return the sparse matrix for scipy: 1 for every arc, in the row of its tail."""
        from scipy.sparse import csr_array

        ones, rows = np.ones(len(self.indices), np.int8), self.indptr.astype(np.int32)
        return csr_array((ones, self.indices, rows), shape=(self.size, self.size))

    def reversed(self) -> Csr:
        """Return the graph with every arc reversed; an undirected graph is its own reverse."""
        return self.transposed()[0] if self.directed else self

    def transposed(self) -> tuple[Csr, NDArray[np.int64]]:
        """Return the reversed arcs and the order, shape (arcs,), that puts them into rows."""
        order = np.argsort(self.indices, kind="stable")
        indptr = starts(np.bincount(self.indices, minlength=self.size))
        return Csr(indptr=indptr, indices=self.sources()[order], directed=True), order


def csr(G: nx.Graph[Any], index: dict[Hashable, int]) -> Csr:
    """Convert a graph of any of the four kinds; ``index`` is the number of every node."""
    degrees, indices = adjacency(G, index)
    return select_arcs(degrees, indices, None, directed=G.is_directed())


def adjacency(
    G: nx.Graph[Any], index: dict[Hashable, int]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the degrees, shape (n,), and the heads of all arcs in the order of the graph."""
    rows = [neighbors for _, neighbors in G.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, count=len(rows))
    heads = chain.from_iterable(_looked_up(chain.from_iterable(rows), index))
    return degrees, np.fromiter(heads, np.int32, count=int(degrees.sum()))


def _looked_up(nodes: Iterator[Hashable], index: dict[Hashable, int]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of nodes, many at a time: that takes two thirds of the time of a map."""
    while some := tuple(islice(nodes, AT_ONCE)):
        yield itemgetter(*some, some[0])(index)[:-1]  # with one key, it would return no tuple


def select_arcs(
    degrees: NDArray[np.int64],
    indices: NDArray[np.int32],
    kept: NDArray[np.bool_] | None,
    *,
    directed: bool,
) -> Csr:
    """Return the rows of the arcs that are ``kept``; by default of all but loops."""
    n = len(degrees)
    if kept is None:
        kept = indices != np.repeat(np.arange(n, dtype=np.int32), degrees)
    if np.count_nonzero(kept) < len(kept):
        degrees = np.bincount(np.repeat(np.arange(n), degrees)[kept], minlength=n)
        indices = indices[kept]
    return Csr(indptr=starts(degrees), indices=indices, directed=directed)


def csr_from_edges(n: int, u: NDArray[Any], v: NDArray[Any]) -> Csr:
    """Return the rows of an undirected graph on n nodes from the ends of its edges.

    The neighbors of a node stand in the order of the edges.
    """
    tails = np.concatenate((u, v))
    return Csr(
        indptr=starts(np.bincount(tails, minlength=n)),
        indices=np.concatenate((v, u)).astype(np.int32)[np.argsort(tails, kind="stable")],
        directed=False,
    )


def masks_of(sets: Iterable[Iterable[int]]) -> list[int]:
    """Return sets as the bits of integers."""
    return [sum(1 << v for v in some) for some in sets]


def members(mask: int) -> Iterator[int]:
    """Yield the members of a set, the least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def around(mask: int, near: Sequence[int]) -> int:
    """Return the neighbors of the nodes of a set, from those of each."""
    found = 0
    for v in members(mask):
        found |= near[v]
    return found


def pieces(mask: int, near: Sequence[int]) -> Iterator[int]:
    """Yield the connected parts of a set of nodes."""
    while mask:
        piece = fresh = mask & -mask
        while fresh:
            fresh = around(fresh, near) & mask & ~piece
            piece |= fresh
        yield piece
        mask ^= piece


def words_of(masks: Sequence[int], width: int) -> NDArray[np.int64]:
    """Return sets as rows of ``width`` words of 62 bits, shape (len(masks) * width,)."""
    size, words = -(-BITS * width // 8), np.zeros(len(masks) * width, np.int64)
    for k in range(0, len(masks), MASKS):
        some = masks[k : k + MASKS]
        given = b"".join(mask.to_bytes(size, "little") for mask in some)
        bits = np.unpackbits(np.frombuffer(given, np.uint8), bitorder="little")
        wide = np.zeros((len(some) * width, 64), np.uint8)
        wide[:, :BITS] = bits.reshape(len(some), 8 * size)[:, : BITS * width].reshape(-1, BITS)
        words[k * width : (k + MASKS) * width] = np.packbits(wide, bitorder="little").view("<i8")
    return words


def bit_rows(arrays: Csr) -> NDArray[np.int64]:
    """Return the neighbors of every node as a set in words of 62 bits, shape (n * words,).

    Node j is a neighbor of i if bit ``j % 62`` of word ``i * words + j // 62`` is set.
    """
    words = -(-arrays.size // BITS)
    rows = np.zeros(arrays.size * words, np.int64)
    heads = arrays.indices.astype(np.int64)
    np.bitwise_or.at(rows, arrays.sources() * words + heads // BITS, 1 << heads % BITS)
    return rows


def ring(edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the cycle through 0 of edges, shape (n, 2); fewer than n if there are several."""
    return np.array(next(cycles(edges)), np.int32)


def cycles(edges: NDArray[np.int64], *, directed: bool = False) -> Iterator[list[int]]:
    """Yield the cycles of edges or arcs, shape (n, 2), each from its least vertex on.

    Two edges meet at every vertex from 0 to n - 1; of arcs, one enters and one leaves it.
    """
    if directed:
        tails, heads = edges.T
        both = np.column_stack((tails[np.argsort(heads)], heads[np.argsort(tails)]))
    else:
        both = edges[:, ::-1].T.ravel()[np.argsort(edges.T.ravel(), kind="stable")].reshape(-1, 2)
    near = both.tolist()
    is_left = [True] * len(near)
    for first in range(len(near)):
        if not is_left[first]:
            continue
        walk, before, here = [first], first, near[first][1]
        while here != first:
            walk.append(here)
            one, other = near[here]
            before, here = here, other if one == before else one
        for v in walk:
            is_left[v] = False
        yield walk


def starts(degrees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the starts of rows of given lengths and the end of the last, shape (n + 1,)."""
    indptr = np.zeros(len(degrees) + 1, np.int64)
    degrees.cumsum(out=indptr[1:])
    return indptr


def unset(n: int) -> NDArray[np.int32]:
    """Return an array of -1, without what ``np.full`` takes longer to find out."""
    found = np.empty(n, np.int32)
    found.fill(-1)
    return found


class RowMatching(NamedTuple):
    """As many pairs of a row and a column of a sparse matrix as possible, each in one pair only.

    By König's theorem the rows that are not reached and the columns that are hold each entry of the
    matrix, and are as few as the pairs.
    """

    column: list[int]
    """The column of each row, or -1."""
    row: list[int]
    """The row of each column, or -1."""
    rows: list[int]
    """The rows that alternating paths reach, from the rows without a column on."""
    columns: set[int]
    """The columns that they reach."""


def match_rows(rows: Sequence[Sequence[int]], width: int) -> RowMatching:
    """Return a maximum matching of the rows of a matrix, each the columns of its entries."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    heads = np.fromiter(chain.from_iterable(rows), np.int32)
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    matrix = csr_array((np.ones(len(heads), np.int8), heads, indptr), (len(rows), width))
    column = maximum_bipartite_matching(matrix, perm_type="column").tolist()
    row = [-1] * width
    for i, k in enumerate(column):
        if k >= 0:
            row[k] = i
    reached, passed = [i for i, k in enumerate(column) if k < 0], set[int]()
    for i in reached:
        fresh = [k for k in rows[i] if k not in passed]
        passed.update(fresh)
        reached += [row[k] for k in fresh]  # matched, or the matching would not be maximum
    return RowMatching(column, row, reached, passed)


# -- Weights: checked, as an array where floats are exact, or as exact integers


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
    if isinstance(weight, bool | np.timedelta64):  # a time of NumPy is an Integral, and NaT one
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
    """The edge attribute whose unchanged values they are, None if they are not."""
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
        if (w is None or w == math.inf) and len({*pair}) == 2
    }
    return len(arcs) if G.is_directed() else sum((v, u) in arcs for u, v in arcs) // 2


def check_weight(weight: Any) -> None:
    """Refuse what names no weights."""
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise InvalidArgument(
            f"weight must be the name of an attribute, a function or None, got {shown(weight)}"
        )


def read_known(G: nx.Graph[Any], weight: Weight) -> tuple[Weight, ArcWeights]:
    """Return what is known to be read, and read it; where it is stored, every edge has it."""
    weights = read_weights(G, weight)
    return weight if weights.stored else known_weight(G, weight), weights


def read_weights(G: nx.Graph[Any], weight: Weight) -> ArcWeights:
    """Return the weight of every arc in the order of the adjacency, or refuse them."""
    check_weight(weight)
    if weight is None:
        return _units(G)
    stored = None
    if callable(weight):
        read = weight
        raw = [read(u, v, data) for u, row in G.adjacency() for v, data in row.items()]
    elif G.is_multigraph():
        raw = [_least(data, weight) for _, row in G.adjacency() for data in row.values()]
    else:
        try:
            stored, raw = weight, list(map(itemgetter(weight), _edge_data(G)))
        except KeyError:
            if not any(map(contains, _edge_data(G), repeat(weight))):
                return _units(G)
            raw = [edge.get(weight, 1) for edge in _edge_data(G)]
    kinds = frozenset(map(type, raw))
    if bool in kinds and callable(weight):  # what a function compares
        raw = [int(w) if isinstance(w, bool) else w for w in raw]
        kinds = frozenset(map(type, raw))
    if not kinds <= {int, float, NoneType}:
        stored = None
        raw = [w if w is None else _number(G, k, w) for k, w in enumerate(raw)]
        kinds = frozenset(map(type, raw))
        decimals, others = (
            [w for w in raw if isinstance(w, of)] for of in (Decimal, float | Fraction)
        )
        if decimals and others:
            raise InvalidArgument(
                f"weights cannot be added: {shown(decimals[0])} and {shown(others[0])}"
            )
    seen = [w for w in raw if w is not None] if NoneType in kinds else raw
    least = min(set(seen) if kinds == {int} else seen, default=1)  # few integers are distinct
    if not least >= 0:
        k = next(k for k, w in enumerate(raw) if w is not None and not w >= 0)
        _number(G, k, raw[k])
    hides = NoneType in kinds
    if any(issubclass(kind, float) for kind in kinds):
        hides |= _sum_is_infinite(G, raw, seen)
    elif not hides and any(issubclass(kind, Decimal) for kind in kinds):
        hides = math.inf in seen
    return ArcWeights(raw, kinds, stored, hides, least)


def _units(G: nx.Graph[Any]) -> ArcWeights:
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
        given = shown(max(seen))
        raise InvalidArgument(
            f"weights are too large: sums with {given} are beyond floating point numbers"
        )
    if math.isinf(total) and (far := [w for w in seen if w > FARTHEST and w != math.inf]):
        raise InvalidArgument(
            f"weights cannot be added: {shown(far[0])} is too large for the others"
        )
    return math.isinf(total)


def _number(G: nx.Graph[Any], k: int, weight: Any) -> Any:
    try:
        number = plain_number(weight)
        if number >= 0:
            return number if number == math.inf else exact_number(number)
    except ValueError:
        pass
    u, v = next(islice(((u, v) for u, row in G.adjacency() for v in row), k, None))
    raise InvalidArgument(
        fault_of("weights are numbers of at least 0", f"edge ({shown(u)}, {shown(v)})", weight)
    )


def _least(parallel: Any, weight: str) -> Any:
    """Return the least weight of parallel edges, or the first that is not a number."""
    known = [w for data in parallel.values() if (w := data.get(weight, 1)) is not None]
    try:
        return best_of(map(plain_number, known))
    except ValueError as error:
        return error.args[0]


def csr_with_weights(
    G: nx.Graph[Any], index: dict[Hashable, int], weight: Weight, weights: ArcWeights | None = None
) -> WeightedCsr | None:
    """Convert a graph with its weights; None if sums of the weights are not exact as floats."""
    raw, kinds, *_ = weights or read_weights(G, weight)
    if any(issubclass(kind, Fraction | Decimal) for kind in kinds):
        return None
    if NoneType in kinds:
        raw = [math.inf if w is None else w for w in raw]
    has_floats = any(issubclass(kind, float) for kind in kinds)
    integral = not has_floats or all(isinstance(w, int) or w == math.inf for w in raw)
    try:
        lengths = np.fromiter(raw, np.float64, count=len(raw))
    except OverflowError:
        return None
    n = len(index)
    finite = np.isfinite(lengths)
    longest = float(lengths[finite].max(initial=0))
    whole = longest if integral else max((w for w in raw if isinstance(w, int)), default=0)
    if whole * n >= EXACT:
        return None
    degrees, indices = adjacency(G, index)
    kept = finite & (indices != np.repeat(np.arange(n, dtype=np.int32), degrees))
    return WeightedCsr(
        rows=select_arcs(degrees, indices, kept, directed=G.is_directed()),
        weights=lengths if kept.all() else lengths[kept],
        integral=integral,
        symmetric=not G.is_directed() and not callable(weight),
    )


# -- Exact numbers, and integers in a common unit that stand for them

SPARSE = 20
"""A table of pairs is much larger than so many words for each edge."""
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
EXACT_SUMS = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX)
"""Sums of decimals without rounding, where none has an extreme exponent."""
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
        cls, numbers: Sequence[Number] | NDArray[Any], what: str = "weights", *, count: int = 0
    ) -> tuple[Unit, Any]:
        """Return the largest unit of which numbers are multiples, and the multiples.

        They are refused if a sum of ``count`` of them may be too large. Those of an array of 64-bit
        numbers are an array where they fit.
        """
        is_array = isinstance(numbers, np.ndarray)
        lengths: Any = numbers if is_array else list(numbers)
        kinds = {*map(type, lengths[:1].tolist() if is_array else lengths)}
        parts = 1
        try:
            if not kinds <= {int}:
                found = _short(lengths) if kinds <= {int, float} else None
                lengths, parts = found or _long(lengths.tolist() if is_array else lengths)
                lengths = lengths.tolist() if found and not is_array else lengths
        except ValueError as error:
            raise InvalidArgument(
                f"{what} have no common denominator of {LONGEST_DENOMINATOR:,} bits, with"
                f" {shown(error.args[0])}"
            ) from None
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

    def check_sum(self, lengths: Iterable[int] | NDArray[Any], count: int) -> None:
        """Refuse lengths in this unit if so many of them may be beyond what a sum can be."""
        total = count * _largest(lengths)
        if total.bit_length() > LONGEST_SUM or self.number(total) == math.inf:
            most = "floating point numbers" if self.kind is float else "900 digits"
            longest = total // count * self.size
            given = f"{Decimal(longest.numerator) / longest.denominator:.3g}"
            raise InvalidArgument(f"lengths are too large: sums with {given} are beyond {most}")


def _short(numbers: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[np.int64], int] | None:
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
                return lengths // common, int(parts) // common
    return None


def _long(numbers: Sequence[Number]) -> tuple[list[int], int]:
    """Return numbers as parts of one, or raise ValueError if these are far too many."""
    ratios = [ratio_of(exact_number(number)) for number in numbers]
    parts = 1
    for below, number in {ratio[1]: w for ratio, w in zip(ratios, numbers, strict=True)}.items():
        parts = math.lcm(parts, below)
        if parts.bit_length() > LONGEST_DENOMINATOR:
            raise ValueError(number)
    return [above * (parts // below) for above, below in ratios], parts


def exact_number(value: Any) -> Number:
    """Return a finite number in a type of Python, or raise ValueError."""
    if type(value) is int:
        return value
    number = plain_number(value)
    if isinstance(number, float | Decimal) and not math.isfinite(number):
        raise ValueError(value)
    if isinstance(number, Decimal) and _is_extreme(number):
        raise ValueError(value)
    return number


def fault_of(rule: str, what: str, value: Any) -> str:
    """Return which rule a number breaks: the one that is given, or that about exponents."""
    if isinstance(value, Decimal) and value.is_finite() and _is_extreme(value):
        rule = f"exponents of decimals are at most {LARGEST_EXPONENT}"
    return f"{rule}, but {what} has {shown(value)}"


def _is_extreme(number: Decimal) -> bool:
    return abs(number.adjusted()) > LARGEST_EXPONENT


def integers(numbers: Sequence[int] | NDArray[Any]) -> NDArray[Any]:
    """Return an array of 64-bit integers, or of Python's where these do not fit."""
    return np.array(numbers, np.int64 if _largest(numbers) < LONGEST_WORD else object)


def _largest(numbers: Iterable[int] | NDArray[Any]) -> int:
    """Return the largest absolute value of integers."""
    if isinstance(numbers, np.ndarray):
        return max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))
    return max(map(abs, numbers), default=0)


def power_of_ten(longest: Fraction) -> Fraction:
    """Return the unit in which a length has about ``DIGITS`` digits."""
    if not longest:
        return Fraction(1)
    magnitude = math.log10(longest.numerator) - math.log10(longest.denominator)
    return Fraction(10) ** (math.floor(magnitude) + 1 - DIGITS)


def kind_of(kinds: Collection[type]) -> type:
    """Return the type of sums of numbers of some types, the least exact of them."""
    return max(kinds, key=[int, Decimal, Fraction, float].index, default=int)


# -- Number lengths of the edges of a graph, and integers in a common unit that stand for them


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

    def is_sparse(self, n: int, few: int) -> bool:
        """Return True if a table of more than a few nodes would be much larger than the edges."""
        return n > few and SPARSE * len(self.exact) < n * n

    def least(self, n: int, *, closed: bool) -> int:
        """Return a length that some edge of every tour of n nodes has, or a longer one: by degrees.

        All nodes have two edges of a cycle, and all but two of a path; of a digraph, one out.
        """
        exact, count = integers(self.exact), 1 if self.directed else 2
        tails, heads = self.pairs.T
        if not self.directed:
            tails, exact = np.append(tails, heads), np.tile(exact, 2)
        order = np.lexsort((exact, tails))
        tails, exact = tails[order], exact[order]
        first = np.searchsorted(tails, np.arange(n))
        enough = np.searchsorted(tails, np.arange(n), "right") - first >= count
        longest = np.sort(exact[first[enough] + count - 1])[::-1]
        few = 0 if closed else count  # nodes that may have fewer
        return int(longest[few]) if n > 2 and len(longest) > few else int(exact.min(initial=0))

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
) -> Callable[[Any, Any, Any], Number | None]:
    """Return what reads the exact length of an edge, None if it has none.

    A road may also have none by infinity, and none is negative.
    """
    check_weight(weight)

    def exact(u: Any, v: Any, given: Any) -> Number | None:
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
        rule = f"weights are {'numbers of at least 0' if are_roads else 'finite numbers'}"
        raise InvalidArgument(fault_of(rule, f"edge ({shown(u)}, {shown(v)})", given))

    if weight is None:
        return lambda u, v, data: 1  # noqa: ARG005 - the signature of a function of edges
    if isinstance(weight, str):
        return lambda u, v, data: exact(u, v, data.get(weight, 1))
    if G.is_directed():
        return lambda u, v, data: exact(u, v, weight(u, v, data))

    def both(u: Any, v: Any, data: Any) -> Number | None:
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


def node_weights(G: nx.Graph[Any], weight: str | None) -> tuple[Unit, list[int]]:
    """Return the weights of nodes exactly, in the largest unit of which they are multiples."""
    if weight is None:
        return Unit(), [1] * len(G)
    if not isinstance(weight, str):
        hint = "; networkx.set_node_attributes(G, costs, 'cost') makes one of a mapping"
        raise InvalidArgument(f"weight must name an attribute of nodes, got {shown(weight)}{hint}")
    lacking = [v for v, data in G.nodes(data=True) if weight not in data]
    if lacking:
        known = _listed(set().union(*(_numeric(data) for _, data in G.nodes(data=True))))
        hint = f"; numbers are in {known}" if known else ""
        count = f"{len(lacking):,} of {len(G):,} have none"
        raise InvalidArgument(f"node {shown(lacking[0])} has no {weight!r} ({count}){hint}")
    numbers = []
    for v, given in G.nodes(data=weight):
        try:
            number = exact_number(given)
        except ValueError:
            number = -1
        if number < 0:
            rule = "weights are finite numbers of at least 0"
            raise InvalidArgument(fault_of(rule, f"node {shown(v)}", given))
        numbers.append(number)
    unit, exact = Unit.of(numbers, count=len(G))
    common = math.gcd(*exact) or 1
    return Unit(size=unit.size * common, kind=unit.kind), [number // common for number in exact]
