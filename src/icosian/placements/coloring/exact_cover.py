"""Exact covers of a graph by independent sets, and by families that a symmetry permutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import exactcover as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian.boards.symmetries import graph_symmetries
from icosian.placements._bits import words, zeros

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian.placements._graph import IndexedGraph

    Sets = list[tuple[int, ...]]


_CHOSEN = 7  # its place among the arrays of a run


class ExactCover:
    """The search for an exact cover of all nodes by families of disjoint sets."""

    def __init__(self, families: list[Sets], nodes: int, most: int) -> None:
        self._families = families
        unions = [[v for members in family for v in members] for family in families]
        masks = [sum(1 << v for v in union) for union in unions]
        number = len(families)
        listed = zeros((most + 1) * number)
        listed[:number] = np.arange(number)
        length = zeros(most + 1)
        length[0] = number
        self.run = Run(
            kernels.cover,
            np.cumsum([0, *map(len, unions)], dtype=np.int64),
            np.array([v for union in unions for v in union], np.int64),
            words(masks, -(-nodes // BITS)),
            listed,
            length,
            zeros(most + 1),  # branch
            zeros(most + 1),  # cursor
            zeros(most + 1),  # chosen
            zeros(nodes),  # used
            zeros(nodes),  # number
            zeros(kernels.WORDS),
        )

    def sets(self) -> Sets:
        """Return the sets of the cover that was found."""
        chosen = self.run[_CHOSEN][: self.run[-1][kernels.DEPTH]]
        return [members for k in chosen for members in self._families[k]]


def symmetric_families(given: IndexedGraph, sets: Sets) -> Iterator[list[Sets]]:
    """Yield for every symmetry of the graph's board its orbits of disjoint sets.

    There are few covers by such families, and they are found or excluded fast. All colorings of
    12 x 12 queens with 12 colors are symmetric (M. Vasquez, D. Habet, Complete and incomplete
    algorithms for the queen graph coloring problem, ECAI 2004).
    """
    place = {members: k for k, members in enumerate(sets)}
    number = given.number
    for symmetry in graph_symmetries(given.G)[1:]:
        image = [number[symmetry[node]] for node in given.nodes]
        image_of = [place[tuple(sorted(image[v] for v in members))] for members in sets]
        families = []
        seen = [False] * len(sets)
        for first in range(len(sets)):
            family, k = [], first
            while not seen[k]:
                seen[k] = True
                family.append(sets[k])
                k = image_of[k]
            if family and len(set().union(*family)) == sum(map(len, family)):
                families.append(family)
        yield families
