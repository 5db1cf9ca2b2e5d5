"""Candidate edges of a tour search, and lengths less potentials."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from icosian.tours.shortest.problem.cycle_problem import CycleProblem


FINEST = 100
"""Lengths less potentials are multiples of one part in so many, if that fits in 32 bits."""
NARROW = 2**30
"""Smaller lengths are stored in 32 bits."""
BLOCK = 2**22
"""Entries of the matrix that are converted at a time."""


class ReducedLengths(NamedTuple):
    """Lengths less the potentials of both nodes; all cycles are shifted by the same amount."""

    matrix: NDArray[Any]
    """Shape (n, n), integers; required edges are shorter than ``least``."""
    scale: int
    """What lengths are multiplied by."""
    least: int
    """No edge is shorter, but required ones."""
    never: int
    """The length of what is no edge; no cycle is so much shorter than another."""


def nearest(matrix: NDArray[Any], count: int) -> NDArray[np.int32]:
    """Return the nodes at the least lengths from every node, shape (n, count), in no order."""
    n = len(matrix)
    count = min(count, n - 1)
    near = np.empty((n, count), np.int32)
    for rows in _slices(n):
        block = np.array(matrix[rows])
        k = np.arange(len(block))
        block[k, rows.start + k] = np.iinfo(block.dtype).max
        near[rows] = np.argpartition(block, count - 1, axis=1)[:, :count]
    return near


def apart(matrix: NDArray[Any], count: int) -> NDArray[np.int32]:
    """Return the nearest nodes in different directions, shape (n, count), -1 for none.

    Each is nearer to the node than to those before it. Where nodes lie in clusters, some are in
    other clusters.
    """
    n = len(matrix)
    near = np.full((n, count), -1, np.int32)
    for rows in _slices(n):
        block = np.array(matrix[rows])
        k, most = np.arange(len(block)), np.iinfo(block.dtype).max
        block[k, rows.start + k] = most
        for column in range(count):
            v = block.argmin(axis=1)
            near[rows, column] = np.where(block[k, v] < most, v, -1)
            block[matrix[v] <= block] = most
            block[k, v] = most
    return near


def with_required(problem: CycleProblem, near: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return candidates with the required edges, and -1 in place of pairs that are no edges."""
    nodes = np.arange(problem.size)[:, None]
    is_edge = (near >= 0) & (near != nodes) & (problem.matrix[nodes, near] < problem.absent)
    near = np.where(is_edge, near, -1).astype(np.int32)
    if not problem.required:
        return near
    partners = np.full((problem.size, 2), -1, np.int32)
    for edge in problem.required:
        for u, v in (edge, edge[::-1]):
            partners[u, int(partners[u, 0] >= 0)] = v
    return np.concatenate((partners, near), axis=1)


def pairs_of(near: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the candidate edges as pairs (u, v), u < v, shape (m, 2), in ascending order."""
    n, width = near.shape
    tails, heads = np.repeat(np.arange(n), width), near.reshape(-1).astype(np.int64)
    tails, heads = tails[heads >= 0], heads[heads >= 0]
    keys = np.unique(np.minimum(tails, heads) * n + np.maximum(tails, heads))
    return np.stack((keys // n, keys % n), axis=1)


def reduced_lengths(
    problem: CycleProblem, potentials: NDArray[np.float64] | None = None
) -> ReducedLengths:
    """Return the lengths of a problem less potentials, rounded to integers."""
    n = problem.size
    potentials = np.zeros(n) if potentials is None else potentials
    longest = max(int(np.abs(block * edge).max()) for _, block, edge in _blocks(problem))
    longest += 2 * math.ceil(np.abs(potentials).max()) + 1
    # What is no edge, and what is required, outweighs all that a cycle can save.
    has_special = bool(problem.required) or problem.edges is not None
    weight = 2 * n if has_special else 2
    scale = max(1, min(FINEST, NARROW // (weight * longest)))
    never = weight * scale * longest
    shift = np.rint(scale * potentials).astype(np.int64)
    lengths = np.empty((n, n), np.int32 if never <= NARROW else np.int64)
    for rows, block, edge in _blocks(problem):
        reduced = block * np.int64(scale) - shift[rows, None] - shift
        lengths[rows] = np.where(edge, reduced, never)
    for u, v in problem.required:
        lengths[u, v] = lengths[v, u] = -never
    return ReducedLengths(lengths, scale, -scale * longest, never)


def _blocks(
    problem: CycleProblem,
) -> Iterator[tuple[slice, NDArray[np.int64], NDArray[np.bool_]]]:
    """Yield rows of the matrix, and which entries are edges."""
    for rows in _slices(problem.size):
        block = problem.matrix[rows]
        edge = block < problem.absent
        k = np.arange(len(block))
        edge[k, rows.start + k] = False
        yield rows, block, edge


def _slices(n: int) -> list[slice]:
    """Divide the rows of an n by n matrix into blocks."""
    height = max(1, BLOCK // n)
    return [slice(top, top + height) for top in range(0, n, height)]
