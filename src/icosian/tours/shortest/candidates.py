"""Candidate edges of a tour search, and lengths less potentials."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import spaces as kernels

if TYPE_CHECKING:
    from icosian.tours.shortest.problem.cycle_problem import CycleProblem
    from icosian.tours.shortest.problem.distances import Points


FINEST = 100
"""Lengths less potentials are multiples of one part in so many, if that fits in 32 bits."""
NARROW = 2**30
"""Smaller lengths are stored in 32 bits."""
AMONG = 24
"""The most neighbors in a triangulation among which those in different directions are found."""
BLOCK = 2**22
"""Entries of the matrix that are converted at a time."""


class Spaced(NamedTuple):
    """Lengths as the kernels read them, each less the shifts of both nodes."""

    matrix: NDArray[Any]
    """Shape (n, n), integers; empty where lengths are computed from points."""
    points: NDArray[np.float64]
    """Shape (n, 4): where the nodes are, and their shifts."""
    rule: NDArray[np.float64]
    """How lengths are computed."""

    @classmethod
    def of(
        cls,
        problem: CycleProblem,
        shift: NDArray[np.int64] | None = None,
        scale: int = 1,
        required: int = 0,
    ) -> Spaced:
        """Return the lengths of a problem; without a matrix they may be shifted."""
        points, rule = np.zeros((0, kernels.POINT)), np.zeros(kernels.RULE)
        if problem.points is not None:
            spots = problem.points.spots
            points = np.zeros((problem.size, kernels.POINT))
            points[: len(spots), : spots.shape[1]] = spots
            points[:, -1] = 0 if shift is None else shift
            home = len(spots) if problem.size > len(spots) else -1
            ends = [u for u, _ in problem.required]
            rule[:] = *problem.points.rule, scale, home, *(*ends, -1, -1)[:2], required
        return cls(problem.matrix, points, rule)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arguments of kernels."""
        return self.matrix.reshape(-1), self.points.reshape(-1), self.rule


class ReducedLengths(NamedTuple):
    """Lengths less the potentials of both nodes; all cycles are shifted by the same amount."""

    spaced: Spaced
    """The integers; required edges are shorter than ``least``."""
    scale: int
    """What lengths are multiplied by."""
    least: int
    """No edge is shorter, but required ones."""
    never: int
    """The length of what is no edge; no cycle is so much shorter than another."""

    def at(self, problem: CycleProblem, near: NDArray[np.int32]) -> NDArray[Any]:
        """Return the lengths of candidates, shape (n, count), of none ``never``."""
        nodes = np.arange(len(near))[:, None]
        if problem.points is None:
            own = self.spaced.matrix[nodes, near]
        else:
            shift = self.spaced.points[:, -1].astype(np.int64)
            own = self.scale * problem.between(nodes, near) - shift[:, None] - shift[near]
            for u, v in problem.required:
                own[u, near[u] == v] = own[v, near[v] == u] = -self.never
        return np.where(near < 0, self.never, own)


def nearest(problem: CycleProblem, count: int) -> NDArray[np.int32]:
    """Return the nodes at the least lengths from every node, shape (n, count), in no order."""
    n = problem.size
    count = min(count, n - 1)
    if problem.points is not None:
        return _around(problem.points, n, count)
    near = np.empty((n, count), np.int32)
    for rows in _slices(n):
        block = np.array(problem.matrix[rows])
        k = np.arange(len(block))
        block[k, rows.start + k] = np.iinfo(block.dtype).max
        near[rows] = np.argpartition(block, count - 1, axis=1)[:, :count]
    return near


def _around(points: Points, n: int, count: int) -> NDArray[np.int32]:
    """Return the nearest points by length; home is near all of them, and some are near home."""
    from scipy.spatial import KDTree

    spots = points.spots
    m = len(spots)
    found = KDTree(spots).query(spots, count + 1, p=points.rule.power)[1]
    # A point is not near itself; if it is not found among others at the same spot, the last goes.
    own = found == np.arange(m)[:, None]
    own[:, -1] |= ~own.any(axis=1)
    near: NDArray[np.int32] = found[~own].reshape(m, count).astype(np.int32)
    if n > m:
        near[:, -1] = m
        near = np.concatenate((near, (np.arange(count, dtype=np.int32) * m // count)[None]))
    return near


def _triangulated(problem: CycleProblem, points: Points) -> NDArray[np.int64]:
    """Return the nearest neighbors of points in a triangulation, shape (n, AMONG), -1 for none."""
    from scipy.spatial import ConvexHull, Delaunay, QhullError

    n = problem.size
    among = np.full((n, AMONG), -1, np.int64)
    try:  # of points on a sphere it is their convex hull
        faces = (ConvexHull if points.rule.diameter else Delaunay)(points.spots).simplices
    except (QhullError, ValueError):  # all on a line
        return among
    faces = faces.astype(np.int64)
    turned = [np.roll(faces, k, axis=1) for k in range(1, faces.shape[1])]  # each edge both ways
    keys = np.unique([faces * n + heads for heads in turned])
    tails, heads = keys // n, keys % n
    order = np.lexsort((heads, problem.between(tails, heads), tails))
    tails, heads = tails[order], heads[order]
    rank = np.arange(len(tails)) - np.searchsorted(tails, tails)
    is_near = rank < AMONG
    among[tails[is_near], rank[is_near]] = heads[is_near]
    return among


def apart(problem: CycleProblem, count: int) -> NDArray[np.int32]:
    """Return the nearest nodes in different directions, shape (n, count), -1 for none.

    Each is nearer to the node than to those before it. Where nodes lie in clusters, some are in
    other clusters. Points are looked for among their neighbors in a Delaunay triangulation, which
    has all those to which no third one is nearer than both are to each other [1]_.

    References
    ----------
    .. [1] G. T. Toussaint, The relative neighbourhood graph of a finite planar set, Pattern
       Recognition 12 (1980), 261-268.
    """
    n = problem.size
    near = np.full((n, count), -1, np.int32)
    among = None if problem.points is None else _triangulated(problem, problem.points)

    def lengths_from(nodes: NDArray[Any], rows: slice) -> NDArray[Any]:
        if among is None:
            whole: NDArray[Any] = problem.matrix[nodes]
            return whole
        return problem.between(nodes[:, None], among[rows])

    for rows in _slices(n):
        nodes = np.arange(n)[rows]
        block = np.array(lengths_from(nodes, rows))
        k, most = np.arange(len(block)), np.iinfo(block.dtype).max
        if among is None:
            block[k, nodes] = most
        else:
            block[among[rows] < 0] = most
        for column in range(count):
            at = block.argmin(axis=1)
            v = at if among is None else among[nodes, at]
            near[rows, column] = np.where(block[k, at] < most, v, -1)
            block[lengths_from(v, rows) <= block] = most
            block[k, at] = most
    return near


def with_required(problem: CycleProblem, near: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return candidates with the required edges, and -1 in place of pairs that are no edges."""
    nodes = np.arange(problem.size)[:, None]
    is_edge = (near >= 0) & (near != nodes)
    if problem.edges is not None:
        is_edge &= problem.matrix[nodes, near] < problem.absent
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
    longest = problem.largest + 2 * math.ceil(np.abs(potentials).max()) + 1
    # What is no edge, and what is required, outweighs all that a cycle can save.
    has_special = bool(problem.required) or problem.edges is not None
    weight = 2 * n if has_special else 2
    scale = max(1, min(FINEST, NARROW // (weight * longest)))
    never = weight * scale * longest
    shift = np.rint(scale * potentials).astype(np.int64)
    spaced = Spaced.of(problem, shift, scale, -never)
    if problem.points is None:
        lengths = np.empty((n, n), np.int32 if never <= NARROW else np.int64)
        for rows, block, edge in _blocks(problem):
            reduced = block * np.int64(scale) - shift[rows, None] - shift
            lengths[rows] = np.where(edge, reduced, never)
        for u, v in problem.required:
            lengths[u, v] = lengths[v, u] = -never
        spaced = spaced._replace(matrix=lengths)
    return ReducedLengths(spaced, scale, -scale * longest, never)


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
