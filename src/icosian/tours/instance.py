"""Instances: what searches are asked, as cycles with fixed edges or with lengths."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, csr_from_edges, starts, unset
from icosian._io.memory import afford
from icosian._kernels import forcing
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    from icosian.tours.shortest.distances import Points

Pair = tuple[int, int]
EMPTY = csr_from_edges(0, *np.zeros((2, 0), np.int32))
Rows = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalForm:
    """An undirected graph and edges that a Hamiltonian cycle must use."""

    indptr: NDArray[np.int64]
    """Rows of the graph: int64 array, shape (n + 1,)."""
    indices: NDArray[np.int32]
    """Neighbors: int32 array, shape (arcs,)."""
    mate: NDArray[np.int32]
    """The other end of a vertex's fixed edge, or -1: int32 array, shape (n,)."""
    root: int
    """Where a search begins best: a new vertex, a given end, or a vertex of least degree."""

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.mate)

    @property
    def degrees(self) -> NDArray[np.int64]:
        """The numbers of neighbors."""
        return self.indptr[1:] - self.indptr[:-1]

    def edges(self) -> NDArray[np.int32]:
        """Return the edges, shape (m, 2), the smaller end first, in the order of the rows."""
        tails = np.repeat(np.arange(self.size, dtype=np.int32), self.degrees)
        forward = tails < self.indices
        return np.column_stack((tails[forward], self.indices[forward]))

    def subdivided(self) -> list[set[int]]:
        """Return the neighbors of each vertex in the graph with a vertex amid each fixed edge."""
        bounds = self.indptr.tolist()
        indices = self.indices.tolist()
        graph = [set(indices[i:j]) for i, j in pairwise(bounds)]
        for v, w in enumerate(self.mate.tolist()):
            if v < w:
                middle = len(graph)
                graph.append({v, w})
                for a, b in ((v, w), (w, v)):
                    graph[a].discard(b)
                    graph[a].add(middle)
        return graph


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemForm(NormalForm):
    """The normal form of an instance, and the way back."""

    instance: Instance

    @classmethod
    def of(cls, instance: Instance) -> ProblemForm:
        """Return the form of at least one place, three for an undirected cycle."""
        encode = _directed if instance.directed else _undirected
        indptr, indices, mate, root = encode(instance, instance.arrays)
        return cls(indptr=indptr, indices=indices, mate=mate, root=root, instance=instance)

    def decode_edge(self, a: int, b: int) -> Pair | None:
        """Return an edge by stops, None for one that every cycle uses."""
        asked = self.instance
        home, start, end = asked.home, asked.start, asked.end
        if not asked.directed:
            return None if None not in (start, end) and {a, b} == {start, end} else (a, b)
        if a // 2 == b // 2:
            return None
        tail, head = (a // 2, b // 2) if a % 2 else (b // 2, a // 2)
        if home is None:
            return tail, head
        if None in (start, end) and home not in (tail, head):
            if head == start:
                head = home
            elif tail == end:
                tail = home
        return None if (tail, head) == (end, start) else (tail, head)

    def reading(self) -> tuple[int, int, slice]:
        """Return a cycle's first vertex, its last one (-1: either way), and the nodes' places."""
        asked = self.instance
        n, start, end = asked.places, asked.start, asked.end
        skipped = 0 if asked.closed or start is not None else 1
        if asked.directed:
            given = [v for v in (start, end) if v is not None]
            first = (asked.first or 0) if asked.closed else [*given, n][0]
            return 2 * first + 1, 2 * first, slice(skipped, skipped + 2 * n, 2)
        if asked.closed:
            root, last = asked.first or 0, -1
        elif start is not None:
            root, last = start, n if end is None else end
        else:
            root, last = n, -1 if end is None else end
        return root, last, slice(skipped, skipped + n, 1)

    def decode(self, cycle: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the nodes in order, from the start and to the end where these are given."""
        root, last, part = self.reading()
        k = int((cycle == root).argmax())
        walk = np.concatenate((cycle[k:], cycle[:k]))
        if last >= 0 and walk[-1] != last:
            walk = np.concatenate((walk[:1], walk[:0:-1]))
        nodes: NDArray[np.int32] = walk[part] // part.step
        return nodes


def _undirected(instance: Instance, arrays: Csr) -> Rows:
    n, indptr, indices = arrays.size, arrays.indptr, arrays.indices
    ends = [end for end in (instance.start, instance.end) if end is not None]
    mate = unset(n)
    if instance.closed:
        root = int(arrays.degrees.argmin())
    elif len(ends) == 2:
        s, e = ends
        mate[s], mate[e] = e, s
        if e not in indices[indptr[s] : indptr[s + 1]]:
            low, high = sorted(ends)  # the rows may end at the same place
            indices = np.insert(indices, indptr[[low + 1, high + 1]], [high, low])
            indptr = indptr + (np.arange(n + 1) > s) + (np.arange(n + 1) > e)
        root = e
    else:
        everyone = np.arange(n, dtype=np.int32)
        indices = np.concatenate((np.insert(indices, indptr[1:], n), everyone))
        indptr = np.append(indptr + np.arange(n + 1), len(indices))
        mate = np.append(mate, ends or [-1]).astype(np.int32)
        if ends:
            mate[ends[0]] = n
        root = n
    return indptr, indices, mate, root


def _directed(instance: Instance, arrays: Csr) -> Rows:
    n = arrays.size
    tails, heads = arrays.sources(), arrays.indices
    everyone = np.arange(n, dtype=np.int32)
    s, e = instance.start, instance.end
    if not instance.closed:
        usable = np.ones(len(heads), bool)
        if s is not None:
            usable &= heads != s
        if e is not None:
            usable &= tails != e
        tails, heads = tails[usable], heads[usable]
        if s is not None and e is not None:
            back = (np.array([e]), np.array([s]))
        elif s is not None:
            others = np.delete(everyone, s)
            back = (others, np.full(n - 1, s))
        elif e is not None:
            others = np.delete(everyone, e)
            back = (np.full(n - 1, e), others)
        else:
            back = (
                np.concatenate((everyone, np.full(n, n))),
                np.concatenate((np.full(n, n), everyone)),
            )
            n += 1
        tails, heads = np.concatenate((tails, back[0])), np.concatenate((heads, back[1]))
    pairs = np.arange(n)
    form = csr_from_edges(
        2 * n,
        np.concatenate((2 * pairs, 2 * tails + 1)),
        np.concatenate((2 * pairs + 1, 2 * heads)),
    )
    mate = (np.arange(2 * n) ^ 1).astype(np.int32)
    if not instance.closed:
        root = 2 * (s if s is not None else arrays.size if e is None else e)
    else:
        root = 2 * int(arrays.degrees.argmin())
    return form.indptr, form.indices, mate, root


# -- Rules of edges: two are used at every vertex and every border, as arrays of the kernel

DEEPEST = 400
"""Splits that may be open at a time."""


def start_forcing(
    form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[tuple[int, ...]] = (), *, room: int
) -> Run:
    """Return the kernel before its first step; each cut is crossed by two edges of a cycle."""
    graph, s = records(form, ends, cuts)
    deepest = min(len(ends), DEEPEST) + 2
    return Run(
        forcing.force,
        graph,
        np.zeros(forcing.SPLIT_ * deepest, np.int64),
        np.zeros(deepest * deepest, np.int8),
        np.zeros(room + deepest, np.int64),  # the tree
        s,
    )


def records(
    form: NormalForm, ends: NDArray[np.int32], cuts: Sequence[tuple[int, ...]] = ()
) -> tuple[forcing.RuledGraph, NDArray[np.int64]]:
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
    return forcing.RuledGraph(edges.ravel(), rows.ravel(), lists), s


def _grouped(keys: Any, values: Any, size: int) -> tuple[Any, Any]:
    counts = np.bincount(keys, minlength=size)
    return starts(counts), values[np.argsort(keys, kind="stable")].astype(np.int64)


# -- Reduction of shortest cycles and paths of graphs and digraphs to shortest undirected cycles

PLACE = 800
"""Bytes that a search takes for a place without a matrix."""
AT_ONCE = 2**17
"""Pairs whose lengths are computed at a time."""
LARGEST_SUM = 2**50
"""Cycles of the search are shorter, so that a float and sums of floats hold their lengths."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CycleProblem:
    """An instance with lengths, as the shortest Hamiltonian cycle of an undirected graph.

    It has at least three nodes; lengths are integers.
    """

    instance: Instance
    matrix: NDArray[Any]
    """Shape (size, size), symmetric: the length of every edge, ``absent`` where there is none. Of
    64-bit integers where ``size * max(abs(length)) < 2**50``, or else of Python's. Empty where all
    lengths are those of ``points``, or of ``rows``."""
    edges: NDArray[np.int32] | None
    """Shape (m, 2), u < v in each row, in lexicographic order: the edges; None if every pair of
    nodes is an edge, of points but for those to avoid."""
    absent: int
    """A length so large that a cycle of edges is shorter than any with another pair."""
    points: Points | None = None
    """What measures lengths where a matrix would be too large. A last node that is no point is
    home, at length 0 from all."""
    limit: int | None = None
    """All tours are shorter that have one arc of each pair that they have to, and no others."""
    rows: NDArray[Any] | None = None
    """The lengths of ``edges``, in lexicographic order, where a matrix would be much larger."""

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.instance.size

    @cached_property
    def required(self) -> tuple[Pair, ...]:
        """Edges that the cycle uses, u < v in each."""
        return tuple(sorted(self.instance.required))

    @cached_property
    def avoided(self) -> NDArray[np.int64]:
        """The pairs of points that are no edges, shape (m, 2), u < v in each row."""
        forbid = () if self.points is None else self.instance.forbid
        return np.sort(np.array(forbid, np.int64).reshape(-1, 2), axis=1)

    @property
    def is_whole(self) -> bool:
        """True if every pair of nodes is an edge."""
        return self.edges is None and not len(self.avoided)

    def between(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return the lengths of pairs."""
        if self.rows is not None:
            wanted = np.minimum(u, v).astype(np.int64) * self.size + np.maximum(u, v)
            found = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
            return np.where(self._keys[found] == wanted, self.rows[found], self.absent)
        if self.points is None:
            lengths: NDArray[Any] = self.matrix[u, v]
            return lengths
        rows = AT_ONCE * len(v) // max(1, v.size) or 1
        if len(v) > rows:  # what is computed on the way takes several times as much memory
            slices = (slice(k, k + rows) for k in range(0, len(v), rows))
            return np.concatenate([self.between(u[some], v[some]) for some in slices])
        last = len(self.points.spots) - 1
        lengths = self.points.between(np.minimum(u, last), np.minimum(v, last))
        lengths = np.where((u > last) | (v > last), 0, lengths)
        if len(self.avoided):
            keys = np.minimum(u, v).astype(np.int64) * self.size + np.maximum(u, v)
            lengths[np.isin(keys, self.avoided @ (self.size, 1))] = self.absent
        return lengths

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        edges = np.zeros((0, 2), np.int64) if self.edges is None else self.edges.astype(np.int64)
        return self.size * edges[:, 0] + edges[:, 1]

    @cached_property
    def largest(self) -> int:
        """No edge is longer, nor shorter than minus this."""
        if self.points is not None:
            return math.ceil(self.points.farthest)
        if self.rows is not None:
            return int(abs(self.rows).max(initial=0))
        matrix = self._ways
        is_edge = matrix < self.absent
        return max(int(matrix.max(where=is_edge, initial=0)), -int(matrix.min(initial=0)))

    @property
    def _ways(self) -> NDArray[Any]:
        """The part of the matrix that has all lengths."""
        n = self.instance.stops
        return self.matrix[:n, n:] if self.instance.directed else self.matrix

    def length(self, cycle: Sequence[int] | NDArray[Any]) -> int:
        """Return the length of a cycle."""
        nodes = np.array(cycle)
        return int(self.between(nodes, np.append(nodes[1:], nodes[:1])).sum())

    def has(self, cycle: Sequence[int]) -> bool:
        """Return True if a cycle uses edges only."""
        nodes = np.array(cycle)
        return bool((self.between(nodes, np.append(nodes[1:], nodes[:1])) < self.absent).all())

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle, None if it lacks a required edge."""
        ring = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        if self.required and not {*self.required} <= {(min(edge), max(edge)) for edge in ring}:
            return None
        return self.length(cycle)

    @property
    def pairs(self) -> int:
        """The number of edges."""
        return self.size * (self.size - 1) // 2 if self.edges is None else len(self.edges)

    @property
    def fits(self) -> bool:
        """True if the search can work on these lengths."""
        return self.matrix.dtype != object

    @classmethod
    def of(
        cls,
        instance: Instance,
        length: NDArray[Any],
        arc: NDArray[np.bool_],
        limit: int | None = None,
    ) -> CycleProblem:
        """Return the problem with some lengths between stops, of which some are arcs or edges."""
        size, stops, edges = instance.size, instance.stops, None
        absent, kind = _absent(size, length, arc)
        matrix = np.where(arc, length, np.array(absent, kind)).astype(kind, copy=False)
        if instance.directed:
            ways, matrix = matrix, np.full((size, size), absent, kind)
            matrix[:stops, stops:], matrix[stops:, :stops] = ways, ways.T
            edges = np.stack(arc.nonzero(), axis=1, dtype=np.int32) + np.array((0, stops), np.int32)
        elif np.count_nonzero(arc) < size * (size - 1):
            edges = np.stack(np.triu(arc).nonzero(), axis=1, dtype=np.int32)
        return cls(instance=instance, matrix=matrix, edges=edges, absent=absent, limit=limit)

    @classmethod
    def of_edges(cls, form: Instance, edges: NDArray[Any], lengths: NDArray[Any]) -> CycleProblem:
        """Return the problem of edges, u < v in each row, and their lengths, without a matrix."""
        order, (absent, kind) = np.lexsort(edges.T[::-1]), _absent(form.size, lengths)
        return cls(
            instance=form,
            matrix=np.zeros((0, 0), kind),
            edges=edges[order].astype(np.int32),
            absent=absent,
            rows=lengths[order].astype(kind),
        )

    def with_lengths(self, pairs: NDArray[np.int32], lengths: NDArray[Any]) -> CycleProblem:
        """Return the problem of some edges, shape (m, 2), with other lengths, shape (m,)."""
        if self.rows is not None:
            return CycleProblem.of_edges(self.instance, pairs, lengths)
        form, (u, v) = self.instance, pairs.T
        matrix = np.zeros((form.stops, form.stops), lengths.dtype)
        arc = np.zeros(matrix.shape, np.bool_)
        for ends in [(u, v - form.stops)] if form.directed else [(u, v), (v, u)]:
            matrix[ends], arc[ends] = lengths, True
        return CycleProblem.of(form, matrix, arc)


def _absent(size: int, lengths: NDArray[Any], some: Any = True) -> tuple[int, Any]:
    """Return a length with which a cycle is longer than any of edges, and the type of lengths."""
    least, most = (int(end(lengths, initial=0, where=some)) for end in (np.min, np.max))
    kind = np.int64 if size * max(-least, most) < LARGEST_SUM else object
    return size * (most - least) + 1, kind


def has_between(before: NDArray[np.bool_], some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for each two stops if some other one is after the first and before the second."""
    middle = np.flatnonzero(some & before.any(axis=0) & before.any(axis=1))
    # Of floats the product takes a small part of the time; sums of ones are exact in them.
    found = before[:, middle].astype(np.float32) @ before[middle].astype(np.float32)
    return np.asarray(found > 0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Instance:
    """Cycles through numbered stops, which are places; a path goes through home, the last stop.

    Searches that fix edges have the normal form, ``mates``. Those of lengths have a
    :class:`CycleProblem`, where stop i of a digraph becomes the nodes i, to leave it, and
    ``stops + i``, to enter it.
    """

    places: int
    directed: bool
    closed: bool
    start: int | None = None
    end: int | None = None
    """The given ends of a path."""
    first: int | None = None
    """Where a cycle is read from, None: anywhere."""
    require: tuple[Pair, ...] = ()
    forbid: tuple[Pair, ...] = ()
    either: tuple[Pair, ...] = ()
    """Pairs of places of which tours use one of the two arcs, where the direction counts only for
    an order."""
    arrays: Csr = field(default_factory=lambda: EMPTY)
    """The edges between places, in the order of a graph, for searches without lengths."""

    @classmethod
    def of(
        cls,
        arrays: Csr,
        *,
        closed: bool,
        start: int | None = None,
        end: int | None = None,
        **edges: tuple[Pair, ...],
    ) -> Instance:
        """Return the instance of a graph; a cycle is read from the start, or from 0."""
        return cls(
            places=arrays.size,
            directed=arrays.directed,
            closed=closed,
            start=None if closed else start,
            end=None if closed else end,
            first=(start or 0) if closed else None,
            arrays=arrays,
            **edges,
        )

    def in_order(self) -> Instance:
        """Return the instance of tours in some order, for which the direction counts."""
        if self.directed:
            return self
        back = ((v, u) for u, v in self.forbid)
        return replace(
            self, directed=True, require=(), forbid=(*self.forbid, *back), either=self.require
        )

    @property
    def stops(self) -> int:
        """The number of places with home."""
        return self.places + (not self.closed)

    @property
    def size(self) -> int:
        """The number of nodes of the cycle problem."""
        return self.stops * (2 if self.directed else 1)

    @property
    def home(self) -> int | None:
        """The stop that closes a path, None for a cycle."""
        return None if self.closed else self.places

    @cached_property
    def ways(self) -> list[Pair]:
        """The edges of home: in a digraph arcs to starts of paths, and back from ends."""
        if self.closed:
            return []
        home, every = self.places, range(self.places)
        starts, ends = (every if v is None else [v] for v in (self.start, self.end))
        if self.directed:
            return [(home, v) for v in starts] + [(v, home) for v in ends]
        return [(v, home) for v in (every if every in (starts, ends) else sorted((*starts, *ends)))]

    @cached_property
    def given(self) -> list[Pair]:
        """Those of them that are used because an end was asked for."""
        home = self.places
        first = [] if self.start is None else [(self.start, home)]
        last = [] if self.end is None else [(self.end, home)]
        return [pair[::-1] if self.directed else pair for pair in first] + last

    @cached_property
    def arcs(self) -> list[Pair]:
        """The edges of home without the arcs from it to the end, and from the start to it."""
        wrong = {(self.places, self.end), (self.start, self.places)} if self.directed else ()
        return [way for way in self.ways if way not in wrong]

    # -- edges and home, by number

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """Each edge or arc of the graph once, in the order of the rows, then those of home."""
        pairs = np.column_stack((self.arrays.sources(), self.arrays.indices)).astype(np.int64)
        if not self.directed:
            pairs = pairs[pairs[:, 0] < pairs[:, 1]]
        return np.concatenate((pairs, np.array(self.ways, np.int64).reshape(-1, 2)))

    @cached_property
    def number(self) -> dict[Pair, int]:
        """The number of each of these pairs, of edges in both directions."""
        number = {(u, v): k for k, (u, v) in enumerate(self.pairs.tolist())}
        return number if self.directed else number | {(v, u): k for (u, v), k in number.items()}

    @property
    def fixed(self) -> list[int]:
        """The numbers of those of given ends."""
        return [self.number[pair] for pair in self.given]

    @property
    def ports(self) -> NDArray[np.int64]:
        """The ends of the pairs: of an arc the port to leave one node, and to enter the other."""
        return 2 * self.pairs + (0, 1) if self.directed else self.pairs

    @cached_property
    def mates(self) -> ProblemForm:
        """The normal form, without conditions."""
        return ProblemForm.of(self)

    def tour(self, cycle: Sequence[int]) -> list[int]:
        """Return the places that a cycle of stops visits, in the order that was asked for.

        A path may come without home.
        """
        order, first = list(cycle), self.first if self.closed else self.home
        if first in order:
            k = order.index(first)
            order = order[k:] + order[:k]
        if self.closed:
            return order
        path = order[1:] if order[0] == self.home else order
        is_back = self.start not in (None, path[0]) or self.end not in (None, path[-1])
        return path[::-1] if is_back and not self.directed else path

    # -- as a cycle problem

    def edge(self, u: int, v: int) -> Pair:
        """Return the edge of the cycle problem that an arc between two stops is."""
        return (u, self.stops + v) if self.directed else (min(u, v), max(u, v))

    def problem(
        self, lengths: NDArray[Any], present: NDArray[np.bool_] | None = None, prizes: int = 0
    ) -> CycleProblem:
        """Return the cycle problem for the lengths of all pairs, shape (places, places).

        ``present`` says which of them are edges; by default all are. ``prizes`` are all that a tour
        may lose.
        """
        n, stops, size = self.places, self.stops, self.size
        afford(
            (10 if lengths.dtype != object else 60) * size**2, f"a shortest tour of {n:,} places"
        )
        # 1. The arcs between stops: those of the graph that are not forbidden, and those of home.
        arc = np.zeros((stops, stops), bool)
        arc[:n, :n] = True if present is None else present
        np.fill_diagonal(arc, False)  # noqa: FBT003 - a fill value
        for u, v in self.forbid:
            arc[u, v] = False
            arc[v, u] &= self.directed
        length = lengths
        if not self.closed:
            length = np.zeros((stops, stops), lengths.dtype)
            length[:n, :n] = lengths
            for u, v in self.arcs:
                arc[u, v] = True
                arc[v, u] |= not self.directed
        # A tour that leaves u by u-v pays nothing more, one that enters it by v-u gets back what it
        # pays for leaving, and any other is longer than the shortest one.
        limit = None
        if self.either:
            longest = int(abs(lengths[arc[:n, :n]]).max(initial=0))
            limit = 1 + n * longest + prizes
            toll = limit + n * longest
            length = length.astype(object)
            for u, v in map(sorted, self.either):
                length[u] += toll
                length[[u, v], [v, u]] -= toll
        # 2. Leaving and entering a place are different nodes of a digraph, and joined.
        if self.directed:
            arc = arc | np.eye(stops, dtype=bool)
            length = np.where(np.eye(stops, dtype=bool), 0, length)
        return CycleProblem.of(self, length, arc, limit)

    def sparse_problem(self, pairs: NDArray[Any], lengths: NDArray[Any]) -> CycleProblem:
        """Return the cycle problem for some edges, shape (m, 2), none of them in ``either``."""
        forbid = {*self.forbid, *(() if self.directed else (e[::-1] for e in self.forbid))}
        kept = np.array([u != v and (u, v) not in forbid for u, v in pairs.tolist()], bool)
        ends = np.concatenate((pairs[kept], np.array(self.arcs, np.int64).reshape(-1, 2)))
        if self.directed:
            ends = np.concatenate((ends, np.arange(self.stops)[:, None] + (0, 0)))
            ends += 0, self.stops
        own = np.append(lengths[kept], np.zeros(len(ends) - kept.sum(), lengths.dtype))
        return CycleProblem.of_edges(self, np.sort(ends, axis=1), own)

    def problem_of(self, points: Points) -> CycleProblem:
        """Return the cycle problem for places, without a matrix: all pairs are edges but some.

        With both ends given, home has edges of length 0 to all other places, too; a cycle cannot
        use them.
        """
        afford(PLACE * self.size, f"a shortest tour of {self.places:,} places")
        return CycleProblem(
            instance=self,
            matrix=np.zeros((0, 0), np.int64),
            edges=None,
            absent=LARGEST_SUM,
            points=points,
        )

    def has_either(self, ring: Sequence[int]) -> bool:
        """Return True if a cycle of stops has all pairs of which it uses one of the two arcs."""
        steps = {*map(frozenset, zip(ring, [*ring[1:], *ring[:1]], strict=True))}
        return all(frozenset(pair) in steps for pair in self.either)

    @property
    def required(self) -> set[Pair]:
        """The edges of the cycle problem that the cycle uses."""
        twins = [(i, i) for i in range(self.stops)] if self.directed else []
        return {self.edge(u, v) for u, v in (*self.require, *self.given, *twins)}

    @cached_property
    def any_order(self) -> list[int] | None:
        """Some order of the places with the required edges, if all other pairs are edges.

        None if there is none: the edges are no paths, nor a single cycle. With forbidden edges,
        also if none is found at once.
        """
        near: list[list[int]] = [[] for _ in range(self.stops)]
        entered = [0] * self.stops
        for u, v in (*self.require, *self.given):
            for a, b in ((u, v),) if self.directed else ((u, v), (v, u)):
                near[a].append(b)
                entered[b] += 1
        most = 1 if self.directed else 2
        if max(map(len, near)) > most or max(entered) > most:
            return None
        # 1. The paths of required edges.
        firsts = [v for v, count in enumerate(entered) if count < most] or [0]
        met = set[int]()
        paths: list[list[int]] = []
        for v in firsts:
            path, ahead = list[int](), [v]
            while ahead := [w for w in ahead if w not in met][:1]:
                path += ahead
                met.update(ahead)
                ahead = near[ahead[0]]
            paths += [path] * bool(path)
        if len(met) < self.stops:
            return None
        if not self.forbid:
            return self.tour([*chain(*paths)])
        # 2. Those with most forbidden edges first, each after another, or between two others.
        avoided = {*self.forbid, *(() if self.directed else (e[::-1] for e in self.forbid))}
        count = Counter(chain.from_iterable(avoided))
        paths.sort(key=lambda path: -count[path[0]] - count[path[-1]])
        ring = [paths.pop(0)]
        while paths:
            last = ring[-1][-1]
            fit = (k for k, path in enumerate(paths) if (last, path[0]) not in avoided)
            if (k := next(fit, -1)) < 0:
                break
            ring.append(paths.pop(k))
        while (ring[-1][-1], ring[0][0]) in avoided:
            if len(ring) == 1:
                return None
            paths.append(ring.pop())
        for path in paths:
            joints = [*pairwise([*ring, ring[0]])]
            both = ({(a[-1], path[0]), (path[-1], b[0])} for a, b in joints)
            fit = (k for k, pairs in enumerate(both, 1) if avoided.isdisjoint(pairs))
            if (k := next(fit, 0)) == 0:
                return None
            ring.insert(k, path)
        return self.tour([*chain(*ring)])

    def encoded(self, order: Sequence[int]) -> list[int]:
        """Return the cycle of the problem that visits the places in this order."""
        return self.nodes_of(list(order) if self.closed else [*order, self.places])

    def nodes_of(self, stops: list[int]) -> list[int]:
        """Return the cycle of the problem that makes these stops."""
        return [v for k in stops for v in (self.stops + k, k)] if self.directed else stops

    def stops_of(self, cycle: Sequence[int]) -> list[int]:
        """Return the stops of a cycle of the problem, in the direction of the arcs."""
        order = list(cycle)
        if not self.directed:
            return order
        # A place is left right after it is entered; read the other way round, before.
        k = next(k for k, v in enumerate(order) if v < self.stops)
        if order[k - 1] != self.stops + order[k]:
            order.reverse()
        return [v for v in order if v < self.stops]

    def decoded(self, cycle: Sequence[int]) -> list[int]:
        """Return the order of the places on a cycle of the problem, a path from its start."""
        return self.tour(self.stops_of(cycle))


# -- The shortest cycle that was found, and the exact proof that none is shorter, in integers

Family = tuple[tuple[int, ...], ...]
"""Sets of nodes: one alone is crossed at least twice by every Hamiltonian cycle. More are a comb: a
handle, then an odd number k >= 3 of disjoint teeth, each with nodes inside and outside the handle;
together they are crossed at least 3k + 1 times."""


class Multipliers(NamedTuple):
    """A dual solution in integers, at the scale of its solution."""

    potentials: tuple[int, ...]
    """One for each node."""
    families: tuple[tuple[int, int], ...]
    """Indices into the families of the solution, and multipliers: at least 1, or below 0 for a set
    that the cycles of the case cross exactly twice."""


@dataclass(frozen=True, kw_only=True)
class CycleSolution:
    """A Hamiltonian cycle of a problem, with a lower bound on the length of all of them."""

    tour: list[int]
    length: int
    bound: int
    """No cycle is shorter; the tour is shortest where this is its length."""
    scale: int = 1
    """What lengths are multiplied by before they are compared with weights."""
    families: tuple[Family, ...] = ()
    root: Multipliers | None = None
    """Weights that exclude edges before the tree is read."""
    weights: tuple[Multipliers, ...] = ()
    """The weights of the leaves."""
    tree: tuple[tuple[int, ...] | int, ...] = ()
    """In preorder: an edge splits, first the cycles that use it; a family of one set, by its number
    alone, splits, first the cycles that cross it twice; a number is a leaf's weights. Empty where
    nothing is proved."""

    @property
    def is_shortest(self) -> bool:
        """True if no tour is shorter."""
        return self.bound == self.length


def sets_of(family: Family) -> Family:
    """Return the sets of a family that are crossed; a node apart from a single one is none."""
    return family[:1] if _is_apart(family) else family


def _is_apart(family: Family) -> bool:
    """Return True for a set and a node outside of it, both of which stand for a place."""
    return len(family) == 2 and len(family[1]) == 1 < len(family[0])


def demand(family: Family, crossed: Visits | Order | None = None) -> int:
    """Return how often every cycle crosses the sets of a family, at least.

    Without more that is known, these are Hamiltonian cycles.
    """
    if crossed is not None:
        return crossed.demand(family)
    return 2 if len(family) == 1 else 3 * len(family) - 2


@dataclass(frozen=True, eq=False)
class Order:
    """Which place comes before which, on the way from home back to it, in a digraph.

    Place v is the node v, to leave it, and ``places + v``, to enter it. A set *splits* a place if
    it has one of the two. Let it split k places, all of them by having the node for entering, and
    none by that for leaving. From each of these to the next, and there, a cycle crosses the border
    once or more often: 2 k times in all. If a place in the set comes before one outside, and no
    place that is split can lie between, it leaves the set once more, and returns. If that one comes
    before another pair of this kind, it does so again: with m pairs, each before the next, 2 k +
    2 m times. A place that is split and left out is crossed twice as well, by its loop and the edge
    beside it. With m = 1 these are, where home, what precedes or what follows is split,
    inequalities of Balas, Fischetti and Pulleyblank (1995).
    """

    before: NDArray[np.bool_]
    """Shape (places, places), transitive: the first comes before the second where both are visited;
    home is in neither."""
    home: int
    """Where the way begins and ends."""
    stays: NDArray[np.bool_]
    """Which places are always visited, shape (places,); home is."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """Which place comes after so many steps from home; it is visited."""
    least: int = 0
    """How many places besides home are visited at least."""
    _known: dict[Family, int] = field(default_factory=dict)

    @cached_property
    def after(self) -> NDArray[np.bool_]:
        """Which of two visited places comes first; home is both before and after all places."""
        after = self.before.copy()
        after[self.home] = after[:, self.home] = True
        return after & self.stays & self.stays[:, None]

    @property
    def is_whole(self) -> bool:
        """True if sets that are crossed often enough say all: it is an order of visited places."""
        return not self.numbers and bool(self.stays.all())

    @property
    def dropped(self) -> NDArray[np.bool_]:
        """Which arcs no order allows, shape (places, places)."""
        before, home, stays = self.before, self.home, self.stays
        found = before.T | has_between(before, stays)
        found[home] |= before[stays].any(axis=0)
        found[:, home] |= before[:, stays].any(axis=1)
        return found

    @cached_property
    def cuts(self) -> list[tuple[int, int, NDArray[np.bool_]]]:
        """Two visited places and those that a way from one to the other does not pass."""
        before, home = self.before, self.home
        around, stay = np.arange(len(before)) == home, np.flatnonzero(self.stays).tolist()
        found = [(v, home, before[:, v]) for v in stay if before[:, v].any()]
        found += [(home, v, before[v]) for v in stay if before[v].any()]
        pairs = np.argwhere(before & self.after).tolist()
        return found + [(u, v, around | before[:, u] | before[v]) for u, v in pairs]

    def allows(self, places: Sequence[int]) -> bool:
        """Return True if places in this order, from home to home, keep to it."""
        if any(places[step - 1 : step] != [v] for step, v in self.numbers.items()):
            return False
        first, then = self.before[np.ix_(places, places)].nonzero()
        return bool((first < then).all())

    def is_broken(self, ways: Iterable[Pair]) -> bool:
        """Return True if no tour that keeps to it uses all of these arcs between places.

        Arcs that follow each other are a piece of the tour. What comes before a place of a piece
        does not come later in it; nor, where the piece begins at home, outside of it.
        """
        after = dict(ways)
        for first in after.keys() - {*after.values()} | (after.keys() & {self.home}):
            piece, v = [first], after[first]
            while v in after and v not in (first, self.home):
                piece.append(v)
                v = after[v]
            piece += [v] * (v not in (first, self.home))
            if np.tril(self.before[np.ix_(piece, piece)]).any():
                return True
            stay = self.stays.copy()
            stay[piece] = False
            others = np.flatnonzero(stay).tolist()
            if first == self.home and self.before[np.ix_(others, piece)].any():
                return True
            if v == self.home != first and self.before[np.ix_(piece, others)].any():
                return True
        return False

    def demand(self, family: Family) -> int:
        """Return how often every cycle that keeps to it crosses the sets of a family, at least.

        Where places may be left out, that of one set may be below 2.
        """
        if len(family) > 1:
            return demand(family)
        if (found := self._known.get(family)) is None:
            found = self._known[family] = self._demand(family[0])
        return found

    def _demand(self, nodes: Sequence[int]) -> int:
        n = len(self.before)
        chosen = np.zeros(2 * n, np.bool_)
        chosen[list(nodes)] = True
        leave, enter = chosen[:n], chosen[n:]
        if (leave & ~enter).any():
            leave, enter = ~leave, ~enter
        if (leave & ~enter).any():
            return 2 * bool(self.stays.all())
        split, inside, outside = enter & ~leave, leave, ~enter
        pairs = self.after[np.ix_(inside, outside)]
        for v in np.flatnonzero(split).tolist():
            if v != self.home:
                pairs = pairs & (self.before[v, inside][:, None] | self.before[outside, v])
        count, then = int(split.sum()), self.before[np.ix_(outside, inside)]
        while (left := pairs.any(axis=0)).any():
            pairs = pairs & then[left].any(axis=0)[:, None]
            count += 1
        return 2 * count


@dataclass(frozen=True, eq=False)
class Visits:
    """What every tour visits where places may be left out.

    A family is then one set; or a set and a node outside of it, which are both visited or pay for
    that; or a comb, and besides it a rest for each part of a tooth that may be missed: sets that do
    not cross the handle, one of which is visited if the part is not; or, of sets that do not meet,
    the nodes of one place each.
    """

    allowances: tuple[tuple[frozenset[int], int], ...] = ()
    """Sets of places, by their smaller nodes, and how many of each may be left out."""
    order: Order | None = None
    """Which places come before which."""
    is_apart: bool = False
    """True if a node outside of a set stands for the others, as no place is surely visited."""
    always: tuple[int, ...] = ()
    """The places that may not be left out."""
    _standing: dict[Family, tuple[int, ...]] = field(default_factory=dict, repr=False)
    _crossings: dict[Family, int] = field(default_factory=dict, repr=False)

    @property
    def groups(self) -> list[list[int]]:
        """Sets of which one place at least is visited."""
        return [sorted(places) for places, most in self.allowances if most + 1 == len(places)]

    def least(self, nodes: Iterable[int]) -> int:
        """Return how many places of some nodes every tour visits, at least."""
        if not self.allowances:
            return 0
        inside = frozenset(nodes)
        return max(0, *(len(inside & places) - most for places, most in self.allowances))

    def are_met(self, sets: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return of which sets every tour visits a place, shape (sets, places)."""
        met = [sets[:, [*places]].sum(axis=1) > most for places, most in self.allowances]
        return np.asarray(np.any([np.zeros(len(sets), np.bool_), *met], axis=0))

    def demand(self, family: Family) -> int:
        """Return how often every tour crosses the sets of a family, at least."""
        if len(sets_of(family)) == 1:
            return max(2, self._ordered(family[:1]))
        if (found := self._crossings.get(family)) is None:
            handle, *others = map(frozenset, family)
            teeth = sum(not (handle.isdisjoint(some) or handle >= some) for some in others)
            found = 3 * teeth + 1 if teeth else 2 * self.least(place for place, *_ in family)
            self._crossings[family] = found
        return found

    def standing(self, family: Family) -> tuple[int, ...]:
        """Return the nodes that stand for a set, unless some place of it is visited, and apart."""
        if family not in self._standing:
            apart = family[1] if _is_apart(family) else ()
            is_met = len(sets_of(family)) > 1 or self.least(family[0])
            is_met = is_met or self._ordered(family[:1]) >= 2
            self._standing[family] = apart if is_met else (family[0][0], *apart)
        return self._standing[family]

    def _ordered(self, family: Family) -> int:
        """Return how often a set is crossed because of the order."""
        return 0 if self.order is None else self.order.demand(family)
