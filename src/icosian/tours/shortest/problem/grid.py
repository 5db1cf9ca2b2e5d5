"""A grid of square cells over points, to find those that are near."""

from __future__ import annotations

import math
from itertools import chain, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


CROWD = 2.0
"""Points in a cell, in the mean."""


class Grid:
    """Points in the plane."""

    def __init__(self, points: list[tuple[float, float]]) -> None:
        sides = [[point[k] for point in points] for k in (0, 1)]
        first = [min(side, default=0.0) for side in sides]
        wide, high = (max(side, default=0.0) - min(side, default=0.0) for side in sides)
        cells = max(1.0, len(points) / CROWD)
        self._extent = max(wide, high)
        self._side = max(math.sqrt(wide * high / cells), self._extent / cells) or 1.0
        self._points = [(x - first[0], y - first[1]) for x, y in points]
        self._most = self._cell(wide), self._cell(high)
        self._cells: dict[tuple[int, int], list[int]] = {}
        for k, (x, y) in enumerate(self._points):
            self._cells.setdefault((self._cell(x), self._cell(y)), []).append(k)

    def _cell(self, offset: float) -> int:
        return int(offset // self._side)

    def around(self, k: int, reach: float) -> Iterable[int]:
        """Return all points at most ``reach`` from a point along each axis, and some others."""
        if reach >= self._extent:
            return range(len(self._points))
        columns, rows = (
            range(max(0, self._cell(offset - reach)), min(most, self._cell(offset + reach)) + 1)
            for offset, most in zip(self._points[k], self._most, strict=True)
        )
        cells = (self._cells.get(cell, ()) for cell in product(columns, rows))
        return chain.from_iterable(cells)
