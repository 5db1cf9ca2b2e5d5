"""The hexagonal lattice in axial coordinates: neighbors, distances and symmetries.

A row leads right; the next row is half a cell further right. So the cell (row, column) lies at
x = column + row / 2 and y = row * RISE, and its neighbors are those at distance 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Cell = tuple[int, ...]


STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The steps to the six neighbors of a cell, each 60 degrees from the one before."""
RISE = math.sqrt(3) / 2
"""The distance of two rows, where neighbors are 1 apart."""


def lattice_length(vector: Sequence[int]) -> float:
    """Return the length of a vector, where neighbors are 1 apart."""
    rows, columns = vector
    return math.hypot(columns + rows / 2, RISE * rows)


def turns_of(a: int, b: int) -> list[tuple[int, int]]:
    """Return the steps that go a cells in a direction and b in one next to it."""
    pairs = [pair for u, v in pairwise((*STEPS, STEPS[0])) for pair in ((u, v), (v, u))]
    return [(a * u[0] + b * v[0], a * u[1] + b * v[1]) for u, v in pairs]


def lattice_symmetries(cells: Sequence[Cell]) -> list[dict[Cell, Cell]]:
    """Return the rotations and reflections of the lattice that keep a set of cells."""
    least = _corner(cells)
    members = set(cells)
    found: dict[tuple[Cell, ...], dict[Cell, Cell]] = {}
    # A rotation by 60 degrees takes (0, 1) to (1, 0); a reflection exchanges the two.
    for reflected in (False, True):
        (a, b), (c, d) = ((1, 0), (0, 1)) if not reflected else ((0, 1), (1, 0))
        for _ in range(6):
            turned = [(a * row + b * column, c * row + d * column) for row, column in cells]
            corner = _corner(turned)
            down, right = (x - y for x, y in zip(least, corner, strict=True))
            images = tuple((row + down, column + right) for row, column in turned)
            if members.issuperset(images):
                found.setdefault(images, dict(zip(cells, images, strict=True)))
            a, b, c, d = a + c, b + d, -a, -b
    return list(found.values())


def _corner(cells: Sequence[Cell]) -> Cell:
    """Return the least row and the least column."""
    return tuple(min(cell[axis] for cell in cells) if cells else 0 for axis in (0, 1))
