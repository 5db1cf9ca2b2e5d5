"""Reduced lengths between places, in arrays of exact integers: the short ones, and a least tree.

They are 64-bit integers where all that is computed fits, and Python's elsewhere. Spots only show
which pairs need no look: every length that counts is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian.proofs.certificate import Tick

LEAF = 4  # boxes of fewer spots than twice as many are not halved
BITS = 20  # how often a curve halves each axis
PAIRS = 2**17  # pairs of boxes, and of places, that are looked at together, up to a small factor
FARTHEST = 1e150  # spots are nearer, so that squares of distances are floats
WORD = 2**62  # integers of 64 bits stay below this, and so do their differences
NEARLY = 1.000001
"""The distance of two spots is at most so many times a length, and 2..."""
ROUNDING = 2.0**-49
"""... and so much of the largest coordinate: those on three axes are rounded twice each."""

Whole = NDArray[Any]
"""Integers: of 64 bits, or Python's."""
Ends = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Pairs of places, by their ends."""
Found = tuple[NDArray[np.int64], NDArray[np.int64], Whole]
"""Edges by their ends, and their reduced lengths."""


class Level(NamedTuple):
    """Boxes around the spots between the borders of ``first``, which halve those above."""

    first: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Boxes:
    """Boxes around spots along a curve, level by level."""

    def __init__(self, places: Any, size: int) -> None:
        self.places, self.spots = places, np.zeros((size, 3))
        given = np.zeros((0, 3))
        with suppress(OverflowError):  # of coordinates beyond floats every length is asked for
            given = np.array(places.spots() if hasattr(places, "spots") else [], float)
        self.least = 0
        """No length is below this."""
        if len(given) and abs(given).max() < FARTHEST:
            self.spots[:, : given.shape[1]] = given
        else:
            rows = (_lengths(places, np.full(k, k), np.arange(k)) for k in range(1, size))
            self.least = min(int(row.min()) for row in rows)
        self.slack = 2 + ROUNDING * float(abs(self.spots).max())
        """How much farther apart spots may be than a length is long."""
        self.order = _curve(self.spots)
        self.levels, self.sides = list[Level](), self.spots[self.order]
        for depth in range(max(1, (size // LEAF).bit_length())):
            first = (np.arange((1 << depth) + 1) * size) >> depth
            bounds = (op.reduceat(self.sides, first[:-1]) for op in (np.minimum, np.maximum))
            self.levels.append(Level(first, *bounds))


class ReducedPairs:
    """The numbers ``scale * length - ends[u] - ends[v]`` of places u and v."""

    def __init__(self, boxes: Boxes, ends: Sequence[int], scale: int, tick: Tick) -> None:
        self._boxes, self._scale, self._tick = boxes, scale, tick
        longest = int(np.linalg.norm(np.ptp(boxes.spots, axis=0))) + 1 + abs(boxes.least)
        fits = scale * longest + 2 * max(map(abs, ends)) < WORD
        self._ends = whole(ends) if fits else np.array(ends, object)
        self._sorted_ends = self._ends[boxes.order]
        self._tops = [np.maximum.reduceat(self._sorted_ends, k.first[:-1]) for k in boxes.levels]

    def rests(self, u: NDArray[np.int64], v: NDArray[np.int64]) -> Whole:
        """Return the numbers of pairs, exactly."""
        return _rests(self._boxes.places, (u, v), self._scale, self._ends[u], self._ends[v])

    def short(self, most: int) -> Iterator[Found]:
        """Yield each pair with a number of at most ``most`` once, with it, many at a time."""
        ahead = [(0, np.zeros((1, 2), np.int64))]
        while ahead:
            self._tick()
            depth, pairs = ahead.pop()
            pairs = pairs[self._least(depth, pairs) <= most]
            if depth < len(self._boxes.levels) - 1:
                pairs, depth = _halves(pairs), depth + 1
                ahead += [(depth, pairs[k : k + PAIRS]) for k in range(0, len(pairs), PAIRS)]
                continue
            for u, v in self._inside(pairs, most):
                rests = self.rests(u, v)
                near = rests <= most
                yield u[near], v[near], rests[near]

    def ways(self, part: NDArray[np.int64], number: NDArray[np.int64], others: Found) -> Found:
        """Return the least edges from parts to others, one for each part but the largest.

        Each node has a part, -1 for none; there are two at least. Places are nodes with a
        ``number``; the other edges join these or more nodes.
        """
        boxes = self._boxes
        order = boxes.order[part[number[boxes.order]] >= 0]
        sizes = np.bincount(part[part >= 0])
        largest, every = int(sizes.argmax()), sizes > 0
        best: Whole = np.zeros(len(sizes) + 1, self._ends.dtype)  # the last is that of no part
        ways = np.full((len(sizes), 2), -1)

        def offer(u: NDArray[np.int64], v: NDArray[np.int64], rests: Whole) -> None:
            nonlocal best
            best = best.astype(np.result_type(best, rests))
            apart = (part[u] != part[v]) & (part[u] >= 0) & (part[v] >= 0)
            edges, rests = np.stack((u, v), axis=1)[apart], rests[apart]
            for own in part[edges].T:
                better = (ways[own, 0] < 0) | (rests < best[own])
                rank = np.flatnonzero(better)[np.argsort(rests[better], kind="stable")[::-1]]
                best[own[rank]] = rests[rank]  # the last, least, stays
                ways[own[rank]] = edges[rank]

        def offer_places(u: NDArray[np.int64], v: NDArray[np.int64]) -> None:
            apart = part[number[u]] != part[number[v]]
            u, v = u[apart], v[apart]
            offer(number[u], number[v], self.rests(u, v))

        def limits(depth: int, pairs: NDArray[np.int64]) -> Whole:
            """Return what pairs of boxes must go below: no edge from the largest part is asked."""
            best[largest] = best[-1] = best[:-1][every].min()
            high = np.maximum.reduceat(best[labels], boxes.levels[depth].first[:-1])
            limit: Whole = high[pairs].max(axis=1)
            return limit

        # 1. The other edges, and neighbors on the curve, offer something to each part.
        offer(*others)
        offer_places(order[:-1], order[1:])
        # 2. Pairs of boxes that may have better edges, level by level; of each, one pair of places.
        pairs, last = np.zeros((1, 2), np.int64), len(boxes.levels) - 1
        labels = part[number[boxes.order]]
        for depth, level in enumerate(boxes.levels):
            self._tick()
            first = level.first[:-1]
            offer_places(*boxes.order[first[pairs]].T)
            label = np.minimum.reduceat(labels, first)
            label[label != np.maximum.reduceat(labels, first)] = -1  # has several parts
            same = (label[pairs[:, 0]] == label[pairs[:, 1]]) & (label[pairs[:, 0]] >= 0)
            pairs = pairs[(self._least(depth, pairs) < limits(depth, pairs)) & ~same]
            pairs = pairs if depth == last else _halves(pairs)
        # 3. All pairs within the last boxes, the nearest boxes first.
        pairs = pairs[np.argsort(self._least(last, pairs), kind="stable")]
        for some in (pairs[k : k + PAIRS] for k in range(0, len(pairs), PAIRS)):
            near = some[self._least(last, some) < limits(last, some)]
            for u, v in self._inside(near, best[:-1][every].max()):
                offer_places(u, v)
        found = ways[np.delete(np.arange(len(ways)), largest)]
        tails, heads = found[found[:, 0] >= 0].T
        kept = np.delete(best[:-1], largest)[found[:, 0] >= 0]
        return tails, heads, kept

    def least_tree(
        self,
        number: Sequence[int],
        given: Sequence[tuple[int, int, int]],
        others: Sequence[tuple[int, int, int]],
        near: int,
        enough: int,
    ) -> int | None:
        """Return the sum of a least tree of all nodes but node 0, None if there is none.

        Places are nodes with a ``number``; ``given`` are edges of the tree, which must not close a
        cycle, and ``others`` the edges that are no pairs of places, each with the two nodes. Where
        the sum of a tree is above ``enough``, so is what is returned, but edges above ``near`` need
        not be read for that, and it may be less.
        """
        # 1. The edges that are given.
        places = np.array(number)
        size = 1 + max(*number, *(v for _, v, _ in (*given, *others)))
        ends = np.array([(u, v) for u, v, _ in given], np.int64).reshape(-1, 2)
        used, part = least_forest(np.arange(size), *ends.T)
        if len(used) < len(given):
            return None
        total: int = sum(rest for _, _, rest in given)
        # 2. The least edges that join two parts, of those that are short or no pairs of places. All
        #    others are longer, which may be enough; otherwise those are found that are the least to
        #    leave some part, until there is a single one.
        rest: Found = (places[:0], places[:0], places[:0])
        if others:
            tails, heads, further = zip(*others, strict=True)
            rest = np.array(tails), np.array(heads), whole(further)
        is_near = rest[2] <= near
        found = [(places[u], places[v], rests) for u, v, rests in self.short(near)]
        found.append((rest[0][is_near], rest[1][is_near], rest[2][is_near]))
        u, v, rests = map(np.concatenate, zip(*found, strict=True))
        limit: int | None = near
        while True:
            order = np.argsort(rests, kind="stable")
            order = order[(u[order] > 0) & (v[order] > 0)]
            used, part = least_forest(part, u[order], v[order])
            total += sum(rests[order[used]].tolist())
            parts, label = np.unique(part[1:], return_inverse=True)
            lacking = len(parts) - 1
            if not lacking:
                return total
            if limit is not None and total + lacking * (limit + 1) > enough:
                return total + lacking * (limit + 1)
            if limit is None and not len(used):
                return None
            limit = None
            u, v, rests = self.ways(np.append(-1, label), places, rest)

    def _least(self, depth: int, pairs: NDArray[np.int64]) -> Whole:
        """Return a number that no pair of places in two boxes goes below."""
        level, top = self._boxes.levels[depth], self._tops[depth]
        a, b = pairs.T
        apart = np.maximum(level.low[a] - level.high[b], level.low[b] - level.high[a])
        least: Whole = self._below(np.maximum(apart, 0.0)) - top[a] - top[b]
        return least

    def _below(self, offsets: NDArray[np.float64]) -> Whole:
        """Return what lengths of spots with such offsets are at least, times the scale."""
        apart = np.sqrt(np.einsum("ij,ij->i", offsets, offsets))
        least = np.floor((apart - self._boxes.slack) / NEARLY).clip(0, WORD).astype(np.int64)
        scaled: Whole = self._scale * (least.astype(self._ends.dtype) + self._boxes.least)
        return scaled

    def _inside(self, pairs: NDArray[np.int64], most: Any) -> Iterator[Ends]:
        """Yield all pairs of places in pairs of the last boxes whose spots are near enough."""
        boxes, first = self._boxes, self._boxes.levels[-1].first
        ranks = np.arange(np.diff(first).max())
        step = max(1, PAIRS // len(ranks) ** 2)
        for some in (pairs[k : k + step] for k in range(0, len(pairs), step)):
            self._tick()
            i, j = (first[some[:, side], None] + ranks for side in (0, 1))
            there = (i < first[some[:, 0] + 1, None])[:, :, None] & (
                j < first[some[:, 1] + 1, None]
            )[:, None, :]
            there &= i[:, :, None] < j[:, None, :]
            i, j = (np.minimum(ranks, len(boxes.order) - 1) for ranks in (i, j))
            offsets = boxes.sides[i][:, :, None] - boxes.sides[j][:, None]
            least = self._below(offsets.reshape(-1, offsets.shape[-1])).reshape(there.shape)
            least -= self._sorted_ends[i][:, :, None] + self._sorted_ends[j][:, None]
            k, left, right = (there & (least <= most)).nonzero()
            yield boxes.order[i[k, left]], boxes.order[j[k, right]]


def short_arcs(
    places: Any, leaving: Sequence[int], entering: Sequence[int], scale: int, most: int, tick: Tick
) -> Iterator[Ends]:
    """Yield all arcs uv with ``scale * length - leaving[u] - entering[v]`` of at most ``most``."""
    n, out, into = len(leaving), whole(leaving), whole(entering)
    step = max(1, PAIRS // n)
    for first in range(0, n, step):
        tick()
        u, v = np.divmod(np.arange(first * n, min(n, first + step) * n), n)
        u, v = u[u != v], v[u != v]
        near = _rests(places, (u, v), scale, out[u], into[v]) <= most
        yield u[near], v[near]


def short_steps(places: Any, n: int, most: int, tick: Tick) -> Iterator[tuple[int, int]]:
    """Yield the steps between n places whose length is at most ``most``, in both directions."""
    found: Iterator[Ends] = short_arcs(places, [0] * n, [0] * n, 1, most, tick)
    if not places.directed:
        pairs = ReducedPairs(Boxes(places, n), [0] * n, 1, tick).short(most)
        found = ((np.append(u, v), np.append(v, u)) for u, v, _ in pairs)
    for tails, heads in found:
        yield from zip(tails.tolist(), heads.tolist(), strict=True)


def _rests(places: Any, pairs: Ends, scale: int, *ends: Whole) -> Whole:
    """Return the lengths of pairs, times the scale, less what is at both ends of each, exactly."""
    lengths = _lengths(places, *pairs)
    numbers = lengths, *ends
    longest, *most = (max(int(x.max(initial=0)), -int(x.min(initial=0))) for x in numbers)
    if scale * (longest + 1) + sum(most) >= WORD:  # a large scale of lengths 0, or of none, too
        lengths = lengths.astype(object)
    rests: Whole = scale * lengths - ends[0] - ends[1]
    return rests


def _lengths(places: Any, u: NDArray[np.int64], v: NDArray[np.int64]) -> Whole:
    """Return the lengths of pairs of places; refuse what are no integers."""
    lengths: Whole = np.asarray(places.between(u, v))
    if lengths.dtype.kind == "i":
        return lengths.astype(np.int64, copy=False)  # products of shorter ones might wrap
    return np.asarray(np.frompyfunc(index, 1, 1)(lengths), object)


def table_of(rows: Sequence[dict[int, int]], beyond: Sequence[int], *, directed: bool) -> Whole:
    """Return the numbers of pairs, shape (n, n): what is ``beyond`` a row where it has none.

    Without directions the larger one of both holds.
    """
    largest = (max(row.values(), default=0) for row in rows)
    table = np.repeat(whole([*beyond, *largest])[: len(rows), None], len(rows), axis=1)
    for i, row in enumerate(rows):
        table[i, [*row]] = [*row.values()]
    return table if directed else np.maximum(table, table.T)


def whole(numbers: Sequence[int]) -> Whole:
    """Return integers as an array."""
    fit = max(map(abs, numbers)) < WORD
    return np.array(numbers, np.int64 if fit else object)


def least_forest(
    part: NDArray[np.int64], u: NDArray[np.int64], v: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges of a least forest between parts, by their ranks, and the parts it makes.

    The edges are sorted, the least first. Each part takes the first that leaves it (Boruvka 1926):
    these close no cycle, since no two have the same rank.
    """
    rank, chosen, every = np.arange(len(u)), [np.zeros(0, np.int64)], np.arange(len(part))
    while True:
        a, b = part[u], part[v]
        apart = a != b
        u, v, a, b, rank = (x[apart] for x in (u, v, a, b, rank))
        if not len(u):
            return np.concatenate(chosen), part
        best = np.full(len(part), -1)
        both = np.stack((a, b), axis=1).ravel()
        best[both[::-1]] = np.repeat(np.arange(len(a)), 2)[::-1]  # what is assigned last stays
        own = np.flatnonzero(best >= 0)
        first = best[own]
        link = every.copy()
        link[own] = a[first] + b[first] - own
        mutual = (link[link] == every) & (every < link)
        link[mutual] = every[mutual]
        while not np.array_equal(link, link := link[link]):
            pass
        chosen.append(rank[np.unique(first)])
        part = link[part]


def _halves(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the pairs of halves of pairs of boxes, each once."""
    a, b = 2 * pairs.T
    inner = a == b
    one = np.concatenate((a, a, a + 1, (a + 1)[~inner]))
    return np.stack((one, np.concatenate((b, b + 1, b + 1, b[~inner]))), axis=1)


def _curve(spots: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return spots in the order of a curve: by the bits of all axes in turn (Morton 1966)."""
    sides = (spots - spots.min(axis=0)).T
    cells = (sides * ((2**BITS - 1) / (sides.max() or 1.0))).astype(np.int64)
    rank = np.zeros(len(spots), np.int64)
    for bit in range(BITS - 1, -1, -1):
        for side in cells:
            rank = 2 * rank + ((side >> bit) & 1)
    return np.argsort(rank, kind="stable")
