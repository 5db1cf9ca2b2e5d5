"""Symmetries of a problem: those of its board, or else the automorphisms of its graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import cycles
from icosian._run.limits import Clock
from icosian.boards.piece import square_symmetries
from icosian.tours.problem import Problem

Numbers = NDArray[np.int64]
Colors = NDArray[np.uint64]

MOST_LISTED = 50_000
"""The largest group that is listed."""
_NEXT = np.uint64(0x9E3779B97F4A7C15)
"""The odd step of splitmix64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SymmetryGroup:
    """A group of permutations of the nodes, which stand for their images."""

    order: int
    images: Numbers
    """All but the identity, or generators if these are too many: shape (images, n)."""

    @property
    def is_listed(self) -> bool:
        """Return True if all symmetries are there."""
        return len(self.images) + 1 == self.order


def cycles_of(image: Sequence[int]) -> list[list[int]]:
    """Return the cycles of a permutation."""
    return [*cycles(np.column_stack((np.arange(len(image)), image)), directed=True)]


def problem_symmetries(
    asked: Problem, clock: Clock, most_listed: int = MOST_LISTED
) -> SymmetryGroup:
    """Return the symmetries of the board, or else the automorphisms that keep the conditions."""
    found = square_symmetries(asked.G)
    if not found:
        return _Automorphisms(asked, clock).group(most_listed)
    images = [[asked.index[image[v]] for v in asked.nodes] for image in found[1:]]
    return SymmetryGroup(
        order=len(found), images=np.array(images, np.int64).reshape(-1, asked.size)
    )


class _Automorphisms:
    """Search for automorphisms by individualization and refinement, with pruning by orbits.

    References
    ----------
    .. [1] Brendan D. McKay and Adolfo Piperno, Practical graph isomorphism, II, Journal of Symbolic
       Computation 60 (2014), 94-112.
    """

    # Colors are hashes of what refinement has seen from a node, so automorphisms keep them. Nodes
    # of a base get colors of their own, one after the other, until all colors differ: stages[k] are
    # the colors after the first k. An image of a base node has its color at the same stage.

    def __init__(self, asked: Problem, clock: Clock) -> None:
        self.clock, self.size = clock, asked.size
        arrays, number, one_way = asked.arrays, asked.index, asked.arrays.directed
        self.tails, self.heads = arrays.sources().astype(np.int64), arrays.indices.astype(np.int64)
        self.kinds, wanted = np.zeros(len(self.tails), np.int64), asked.conditions
        for kind, pairs in enumerate((wanted.require, wanted.forbid), start=1):
            arcs = [(number[u], number[v]) for u, v in pairs]
            arcs += [] if one_way else [(v, u) for u, v in arcs]
            keys = np.array(arcs, np.int64).reshape(-1, 2) @ (self.size, 1)
            self.kinds[np.isin(self.tails * self.size + self.heads, keys)] = kind
        self.marks = np.zeros(self.size, np.int64)
        if not asked.closed:  # without numbers, a path and its reverse have the same ends
            ends = (asked.start, 1), (asked.end, 2 if one_way or wanted.positions else 1)
            for v, mark in ends:
                if v is not None:
                    self.marks[v] = mark
        for node, k in wanted.positions:
            self.marks[number[node]] = k + 2
        self.base: list[int] = []
        self.stages = [self._refined(self.marks.astype(np.uint64))]
        while True:
            clock.tick("symmetries")
            colors, counts = np.unique(self.stages[-1], return_counts=True)
            if len(colors) == self.size:
                return
            cell = colors[np.where(counts > 1, counts, self.size + 1).argmin()]
            self.base.append(int(np.argmax(self.stages[-1] == cell)))
            self.stages.append(self._individualized(self.stages[-1], self.base[-1]))

    def group(self, most_listed: int) -> SymmetryGroup:
        """Return all automorphisms, or generators if they are many."""
        # From the last base node to the first, find its orbit under all that fix those before it.
        # Every element is a product of representatives, one for each place of each orbit.
        order, generators = 1, list[Numbers]()
        elements = np.arange(self.size)[None]
        for k in reversed(range(len(self.base))):
            orbit = self._orbit(k, generators)
            for v in np.flatnonzero(self.stages[k] == self.stages[k][self.base[k]]).tolist():
                if v not in orbit and (found := self._automorphism(k, v)) is not None:
                    generators.append(found)
                    orbit = self._orbit(k, generators)
            order *= len(orbit)
            if order <= most_listed:
                elements = np.concatenate([move[elements] for move in orbit.values()])
        images = elements[1:] if order <= most_listed else np.array(generators)
        return SymmetryGroup(order=order, images=images)

    def _refined(self, colors: Colors) -> Colors:
        """Return colors that differ wherever the arcs to other colors do."""
        number = 0
        while number < (number := len(np.unique(colors))):
            sums = _mixed(colors)
            for own, other, way in ((self.tails, self.heads, 0), (self.heads, self.tails, 3)):
                seen = colors[other] + (self.kinds + way).astype(np.uint64) * _NEXT
                np.add.at(sums, own, _mixed(seen))
            colors = _mixed(sums)
        return colors

    def _individualized(self, colors: Colors, v: int) -> Colors:
        """Return the colors with one of its own for a node."""
        return self._refined(np.where(np.arange(self.size) == v, ~colors, colors))

    def _orbit(self, k: int, generators: Sequence[Numbers]) -> dict[int, Numbers]:
        """Return where a base node is moved, and a product that moves it there."""
        orbit = {self.base[k]: np.arange(self.size)}
        queue = [self.base[k]]
        for u in queue:
            for move in generators:
                if (v := int(move[u])) not in orbit:
                    orbit[v] = move[orbit[u]]
                    queue.append(v)
        return orbit

    def _automorphism(self, k: int, v: int) -> Numbers | None:
        """Return one that fixes the first k base nodes and moves the next one to v, or None."""
        left = [(k, self.stages[k], v)]
        while left:
            self.clock.tick("symmetries", 1)
            k, colors, v = left.pop()
            k, colors = k + 1, self._individualized(colors, v)
            if not np.array_equal(np.sort(colors), np.sort(self.stages[k])):
                continue
            if k < len(self.base):
                same = np.flatnonzero(colors == self.stages[k][self.base[k]])
                left += [(k, colors, w) for w in same[::-1].tolist()]
                continue
            here, images = np.arange(self.size), np.empty(self.size, np.int64)
            images[np.argsort(self.stages[k])] = np.argsort(colors)
            if (self.marks[images] == self.marks).all() and np.array_equal(
                self._arcs(images), self._arcs(here)
            ):
                return images
        return None

    def _arcs(self, images: Numbers) -> Numbers:
        """Return the arcs of the images as sorted numbers."""
        pairs = images[self.tails] * self.size + images[self.heads]
        return np.sort(self.kinds * self.size**2 + pairs)


def _mixed(colors: Colors) -> Colors:
    """Return hashes of numbers: the mixer of splitmix64."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        colors = (colors ^ (colors >> np.uint64(shift))) * np.uint64(factor)
    return colors ^ (colors >> np.uint64(31))
