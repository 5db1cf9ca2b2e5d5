"""Colorings as models of clauses, for SAT solvers."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from icosian.placements._graph import Neighbors


class ColorClauses:
    """The clauses of a k-coloring: literal ``i * k + c + 1`` says that node i has color c."""

    def __init__(self, near: Neighbors, clique: Sequence[int], k: int) -> None:
        self._size, self._k = len(near), k
        first = [v for v in clique if v < self._size]
        self._fixed = len(first)
        self._order = first + [v for v in range(self._size) if v not in first]
        rank = {v: i for i, v in enumerate(self._order)}
        self._near = [{rank[w] for w in near[v] if w in rank} for v in self._order]

    def clauses(self) -> Iterator[list[int]]:
        """Yield all clauses."""
        k, near = self._k, self._near
        for v in range(self._size):
            has = range(v * k + 1, v * k + k + 1)
            yield list(has)
            for one, other in combinations(has, 2):
                yield [-one, -other]
            for w in near[v]:
                if w < v:
                    for c in range(k):
                        yield [-has[c], -(w * k + c + 1)]
        yield from self._symmetry_breaking()
        if self._fixed == k:  # the nodes of a clique of k nodes have all colors
            for clique in _cliques_of(near, k):
                for c in range(1, k + 1):
                    yield [v * k + c for v in clique]

    def _symmetry_breaking(self) -> Iterator[list[int]]:
        """Yield clauses that allow one of the colorings that differ only in the names of colors.

        The first nodes, a clique, have the first colors. Of the others, each color appears first
        after the color before it.
        """
        k, fixed, size = self._k, self._fixed, self._size
        for v in range(fixed):
            yield [v * k + v + 1]
        for v in range(fixed, size):
            for c in range(fixed + 1, k):
                # An auxiliary literal for each node and color: color c - 1 appears up to v.
                there = size * k + v * k + c
                before = [there - k] if v > fixed else []
                yield [-there, v * k + c, *before]
                yield [-(v * k + c + 1), *before]

    def colors(self, model: Sequence[int]) -> list[int]:
        """Return the colors of the nodes in a model, a list of literals by their number."""
        k = self._k
        colors = [0] * self._size
        for i, v in enumerate(self._order):
            colors[v] = next(c for c in range(k) if model[i * k + c] > 0)
        return colors


def _cliques_of(near: Neighbors, size: int) -> Iterator[list[int]]:
    """Yield cliques of one size that together hold as many edges as possible, greedily."""
    left = [set(row) for row in near]  # the other ends of edges that are in no clique yet
    for v, row in enumerate(near):
        for w in sorted(row):
            if w not in left[v]:
                continue
            clique, common = [v, w], row & near[w]
            while common and len(clique) + len(common) >= size:
                clique.append(max(common, key=lambda u: (len(near[u] & common), -u)))
                common = common & near[clique[-1]]
            if len(clique) >= size:
                yield clique
                for u in clique:
                    left[u].difference_update(clique)
