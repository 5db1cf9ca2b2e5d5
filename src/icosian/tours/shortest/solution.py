"""The shortest cycle that was found, and the exact proof that none is shorter, in integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Family = tuple[tuple[int, ...], ...]
"""Sets of nodes: one alone is crossed at least twice by every Hamiltonian cycle. More are a comb: a
handle, then an odd number k >= 3 of disjoint teeth, each with nodes inside and outside the handle;
together they are crossed at least 3k + 1 times."""


class Weights(NamedTuple):
    """A dual solution in integers, at the scale of its solution."""

    potentials: tuple[int, ...]
    """One for each node."""
    families: tuple[tuple[int, int], ...]
    """Indices into the families of the solution, and multipliers: at least 1, or below 0 for a set
    that the cycles of the case cross exactly twice."""


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A Hamiltonian cycle of a problem, with a lower bound on the length of all of them."""

    tour: list[int]
    length: int
    bound: int
    """No cycle is shorter; the tour is shortest where this is its length."""
    scale: int
    """What lengths are multiplied by before they are compared with weights."""
    families: tuple[Family, ...]
    root: Weights | None
    """Weights that exclude edges before the tree is read."""
    weights: tuple[Weights, ...]
    """The weights of the leaves."""
    tree: tuple[tuple[int, ...] | int, ...]
    """In preorder: an edge splits, first the cycles that use it; a family of one set, by its number
    alone, splits, first the cycles that cross it twice; a number is a leaf's weights."""


def demand(family: Family) -> int:
    """Return how often every Hamiltonian cycle crosses the sets of a family, at least."""
    return 2 if len(family) == 1 else 3 * len(family) - 2
