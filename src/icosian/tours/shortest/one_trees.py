"""Candidate lists, and bounds by 1-trees with node weights."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import one_trees as kernels, spaces
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp
from icosian.tours.instance import LARGEST_SUM, CycleProblem

if TYPE_CHECKING:
    from icosian.tours.shortest.distances import Points

FINEST = 100
"""Lengths less potentials are multiples of one part in so many, if that fits in 32 bits."""
NARROW = 2**30
"""Smaller lengths of more than ``FEW`` nodes are stored in 32 bits."""
FEW = 256
"""A matrix of so many nodes fits into a cache in 64 bits, and so one version of the kernel does for
all lengths: it takes long to compile. Kicks of 250 nodes take 1 % longer so, those of 1,000 3 %."""
BLOCK = 2**22
"""Entries of the matrix that are converted at a time."""


class Spaced(NamedTuple):
    """Lengths as the kernels read them, each less the shifts of both nodes."""

    matrix: NDArray[Any]
    """Shape (n, n), integers; of edges alone a row; empty where points give lengths."""
    points: NDArray[np.float64]
    """Shape (n, 6): where the nodes are, their shifts, and the nodes that required edges join;
    empty where the matrix has all pairs."""
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
        points, rule = np.zeros((0, spaces.POINT)), np.zeros(spaces.RULE)
        n, matrix = problem.size, problem.matrix
        if problem.points is not None or problem.rows is not None:
            points = np.zeros((n, spaces.POINT))
            points[:, spaces.SHIFT] = 0 if shift is None else shift
            points[:, spaces.MATE :] = mates(problem)
        if problem.rows is not None:
            matrix = _edge_rows(n, problem.edges, problem.rows, problem.absent)
        if problem.points is not None:
            spots = problem.points.spots
            points[: len(spots), : spots.shape[1]] = spots
            home = len(spots) if n > len(spots) else -1
            own, fixed = problem.points.rule, required if problem.required else 0
            is_plain = shift is None and scale == 1 and home < 0 and not fixed
            rule[:] = *own, scale, home, fixed, own.is_straight and is_plain
        return cls(matrix, points, rule)

    @property
    def distances(self) -> spaces.Distances:
        """The argument of kernels."""
        return spaces.Distances(self.matrix.reshape(-1), self.points.reshape(-1), self.rule)


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

    def at(
        self, problem: CycleProblem, near: NDArray[np.int32], rows: slice = slice(None)
    ) -> NDArray[Any]:
        """Return the lengths of candidates of some nodes, shape (n, count), of none ``never``."""
        nodes, near = np.arange(len(near))[rows, None], near[rows]
        if problem.points is None and problem.rows is None:
            own = self.spaced.matrix[nodes, near]
        else:
            shift = self.spaced.points[:, spaces.SHIFT].astype(np.int64)
            own = self.scale * problem.between(nodes, near) - shift[nodes] - shift[near]
            if problem.required:
                own[(near[:, :, None] == mates(problem)[rows, None]).any(axis=2)] = -self.never
        return np.where(near < 0, self.never, own)


def lowest(costs: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Return the columns of the least costs of each row; equally high ones are the first."""
    most = np.partition(costs, count - 1, axis=1)[:, count - 1]
    rows, columns = (costs <= most[:, None]).nonzero()
    order = np.argsort(2 * rows + (costs[rows, columns] == most[rows]), kind="stable")
    begin = np.searchsorted(rows, np.arange(len(costs)))[:, None]
    near: NDArray[np.int64] = columns[order[begin + np.arange(count)]]
    return near


def nearest(problem: CycleProblem, count: int) -> NDArray[np.int32]:
    """Return the nodes at the least lengths from every node, shape (n, count), in no order."""
    n = problem.size
    count = min(count, problem.instance.stops - (not problem.instance.directed))
    if problem.points is not None:
        return _around(problem.points, n, count)
    if problem.rows is not None:
        tails, heads, lengths = _both_ways(problem.edges, problem.rows)
        order = np.lexsort((lengths, tails))
        rank = np.arange(len(order)) - np.searchsorted(tails, tails)
        few, near = rank < count, np.full((n, count), -1, np.int32)
        near[tails[few], rank[few]] = heads[order[few]]
        return near
    near = np.empty((n, count), np.int32)
    for rows, columns in _slices(problem):
        block = np.array(problem.matrix[rows, columns])
        if not problem.instance.directed:
            k = np.arange(len(block))
            block[k, rows.start + k] = np.iinfo(block.dtype).max
        near[rows] = columns.start + lowest(block, count)
    return near


def _around(points: Points, n: int, count: int) -> NDArray[np.int32]:
    """Return the nearest points by length; home is near all of them, and some are near home."""
    near, m = points.closest(count), len(points.spots)
    if n > m:
        near[:, -1] = m
        near = np.concatenate((near, (np.arange(count, dtype=np.int32) * m // count)[None]))
    return near


def _triangulated(points: Points, n: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the neighbors of points in a triangulation, as compressed sparse rows of n nodes."""
    from scipy.spatial import ConvexHull, Delaunay, QhullError

    faces = np.zeros((0, 2), np.int64)
    with suppress(QhullError, ValueError):  # all on a line
        if not points.rule.diameter:
            indptr, heads = Delaunay(points.spots).vertex_neighbor_vertices
            return np.pad(indptr, (0, n + 1 - len(indptr)), "edge"), heads
        faces = ConvexHull(points.spots).simplices.astype(np.int64)  # of points on a sphere
    turned = [np.roll(faces, k, axis=1) for k in range(1, faces.shape[1])]  # each edge both ways
    keys = np.unique([faces * n + heads for heads in turned])
    return np.searchsorted(keys, np.arange(n + 1) * n), keys % n


def apart(problem: CycleProblem, count: int, clock: Clock) -> NDArray[np.int32]:
    """Return the nearest nodes in different directions, shape (n, count), -1 for none.

    Each is nearer to the node than to those before it. Where nodes lie in clusters, some are in
    other clusters. In digraphs, whose nodes are entered or left, they are just the nearest. Points
    are looked for among their neighbors in a Delaunay triangulation, which has all those to which
    no third one is nearer than both are to each other [1]_.

    References
    ----------
    .. [1] G. T. Toussaint, The relative neighbourhood graph of a finite planar set, Pattern
       Recognition 12 (1980), 261-268.
    """
    n = problem.size
    near = np.full((n, count), -1, np.int32)
    if problem.rows is not None:
        return near
    if problem.instance.directed:
        return nearest(problem, count)
    if problem.points is not None:
        indptr, heads = _triangulated(problem.points, n)
        run = Run(
            spaces.spread,
            Spaced.of(problem).distances,
            spaces.PointRows(indptr.astype(np.int64), heads.astype(np.int64)),
            np.zeros(np.diff(indptr).max()),  # how far the neighbors of a node are away
            near.reshape(-1),
            np.zeros(spaces.WORDS, np.int64),
        )
        clock.run(METHOD, run)
        run.arrays()
        return near
    for rows, _ in _slices(problem):
        block = np.array(problem.matrix[rows])
        k, most = np.arange(len(block)), np.iinfo(block.dtype).max
        block[k, rows.start + k] = most
        for column in range(count):
            v = block.argmin(axis=1)
            near[rows, column] = np.where(block[k, v] < most, v, -1)
            block[problem.matrix[v] <= block] = most
            block[k, v] = most
    return near


def with_required(problem: CycleProblem, near: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return candidates with the required edges, and -1 in place of pairs that are no edges."""
    nodes = np.arange(problem.size)[:, None]
    is_edge = (near >= 0) & (near != nodes)
    if not problem.is_whole:
        is_edge &= problem.between(nodes, near) < problem.absent
    near = np.where(is_edge, near, -1).astype(np.int32)
    return np.concatenate((mates(problem), near), axis=1) if problem.required else near


def best_candidates(
    near: NDArray[np.int32],
    own: NDArray[Any],
    lengths: ReducedLengths,
    kept: NDArray[np.int32],
    count: int,
) -> NDArray[np.int32]:
    """Return the best candidates by length, among them those to be kept; required edges first."""
    is_kept = (near[:, :, None] == kept[:, None, :]).any(axis=2)
    again = np.triu(near[:, :, None] == near[:, None, :], 1).any(axis=1)
    own[again | (near < 0)] = lengths.never
    order = np.argsort(
        np.where(is_kept & (own < lengths.never), lengths.least, own), axis=1, kind="stable"
    )[:, :count]
    near, own = (np.take_along_axis(a, order, axis=1) for a in (near, own))
    near = np.where(own < lengths.never, near, -1)
    return np.take_along_axis(near, np.argsort(own, axis=1, kind="stable"), axis=1)


def mates(problem: CycleProblem) -> NDArray[np.int32]:
    """Return the nodes that required edges join to every node, shape (n, 2), -1 for none."""
    found = np.full((problem.size, 2), -1, np.int32)
    for edge in problem.required:
        for u, v in (edge, edge[::-1]):
            found[u, int(found[u, 0] >= 0)] = v
    return found


def pairs_of(near: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the candidate edges as pairs (u, v), u < v, shape (m, 2), in ascending order."""
    return np.stack(np.divmod(_keys_of(near), len(near)), axis=1)


def _keys_of(near: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the keys of the candidate edges, in ascending order."""
    n = len(near)
    keys = _keys(n, np.arange(n, dtype=near.dtype)[:, None], near)[near >= 0]
    keys.sort()
    # Several times as fast as numpy.unique, and in less memory.
    unique: NDArray[np.int64] = keys[np.append([True], keys[1:] > keys[:-1])[: len(keys)]]
    return unique


def reduce_lengths(
    problem: CycleProblem, potentials: NDArray[np.float64] | None = None, finest: int = FINEST
) -> ReducedLengths:
    """Return the lengths of a problem less potentials, rounded to integers."""
    n = problem.size
    potentials = np.zeros(n) if potentials is None else potentials
    longest = problem.largest + 2 * math.ceil(np.abs(potentials).max()) + 1
    # What is no edge, and what is required, outweighs all that a cycle can save.
    has_special = bool(problem.required) or not problem.is_whole
    weight = 2 * n if has_special else 2
    most = NARROW if problem.points is None else LARGEST_SUM
    scale = max(1, min(finest, most // (weight * longest)))
    never = weight * scale * longest
    kind: Any = np.int32 if n > FEW and never <= NARROW else np.int64
    shift = np.rint(scale * potentials).astype(np.int64)
    spaced = Spaced.of(problem, shift, scale, -never)
    if problem.rows is not None and problem.edges is not None:
        u, v = problem.edges.T
        own = scale * problem.rows - shift[u] - shift[v]
        if problem.required:
            own[np.isin(u.astype(np.int64) * n + v, np.array(problem.required) @ (n, 1))] = -never
        spaced = spaced._replace(matrix=_edge_rows(n, problem.edges, own, never).astype(kind))
    elif problem.points is None:
        lengths = np.full((n, n), never, kind)
        for rows, columns in _slices(problem):
            block = problem.matrix[rows, columns]
            edge = block < problem.absent
            if not problem.instance.directed:
                k = np.arange(len(block))
                edge[k, rows.start + k] = False
            reduced = block * np.int64(scale) - shift[rows, None] - shift[columns]
            lengths[rows, columns] = np.where(edge, reduced, never)
        for u, v in problem.required:
            lengths[u, v] = lengths[v, u] = -never
        spaced = spaced._replace(matrix=lengths)
    elif len(problem.avoided):
        own = np.full(len(problem.avoided), never)
        spaced = spaced._replace(matrix=_edge_rows(n, problem.avoided, own, spaces.UNLISTED))
    return ReducedLengths(spaced, scale, -scale * longest, never)


def _both_ways(edges: NDArray[Any] | None, lengths: NDArray[Any]) -> NDArray[Any]:
    """Return tails, heads and lengths of edges in both directions, in ascending order."""
    u, v = np.zeros((2, 0), np.int64) if edges is None else edges.T
    arcs = np.array([np.append(u, v), np.append(v, u), np.tile(lengths, 2)])
    return arcs[:, np.lexsort(arcs[1::-1])]


def _edge_rows(
    n: int, edges: NDArray[Any] | None, lengths: NDArray[Any], others: int
) -> NDArray[np.int64]:
    """Return the lengths of edges among n nodes, and that of others, as kernels read them."""
    tails, heads, own = _both_ways(edges, lengths)
    first = n + 1 + np.searchsorted(tails, np.arange(n + 1))
    return np.concatenate((first, heads, own, [others]))


def _slices(problem: CycleProblem) -> Iterator[tuple[slice, slice]]:
    """Divide a matrix into blocks of rows and columns, but for where a digraph has no edges."""
    n, size = problem.instance.stops, problem.size
    height = max(1, BLOCK // n)
    for first, columns in ((0, slice(size - n, size)), (n, slice(0, n)))[: size // n]:
        for top in range(first, first + n, height):
            yield slice(top, min(top + height, first + n)), columns


# -- Lower bounds by 1-trees, and by degrees

METHOD = "1-trees"
CANDIDATES = 8
"""Edges of a node from which an ascent begins, where all pairs are edges."""
ROUNDS = 6
"""How often the edges that a least 1-tree of all edges has in addition are taken in."""
TREES, NODES = 2_000, 10_000_000
"""The most 1-trees of a round at the root, and nodes in all of them."""
SHORTER = 0.4
"""How long the first steps are where trees are fewer: with 100 trees of 20,000 uniform places the
bound was 1.0 % higher than with steps of 2."""
FEWER = 3
"""A part of these in the next round where there are many nodes."""
SCALES = (1_000, 100, 10, 1)
"""Integer potentials are multiples of one part in so many of a unit, as fine as 62 bits allow."""
LARGEST = 2**60
STEPS = tuple(0.06 * 0.9**k for k in range(30))
"""How far potentials move where degrees alone are bounded."""


class OneTree(NamedTuple):
    """A least 1-tree."""

    bound: Any
    """No cycle is shorter, times the scale."""
    pairs: NDArray[np.int64]
    """Shape (n, 2): its edges in the order they joined, the last two those at node 0."""
    degree: NDArray[np.int64]


class EdgeList:
    """Edges as the kernels take them; ``state`` is 1 for required ones, -1 for those left out."""

    def __init__(self, problem: CycleProblem, pairs: NDArray[Any]) -> None:
        n, m = problem.size, len(pairs)
        self.size = n
        self.tails, self.heads = (np.array(pairs[:, k], np.int64) for k in range(2))
        self.lengths = problem.between(self.tails, self.heads).astype(np.int64)
        self.state = np.zeros(m, np.int8)
        if problem.required:
            keys = [u * n + v for u, v in problem.required]
            self.state[np.isin(self.tails * n + self.heads, keys)] = 1
        ends = np.concatenate((self.tails, self.heads))
        order = np.argsort(ends, kind="stable")
        self._rows = (
            np.searchsorted(ends[order], np.arange(n + 1)),
            np.concatenate((self.heads, self.tails))[order],
            order % max(m, 1),
        )

    def least(self, potentials: NDArray[Any], scale: Any, clock: Clock) -> OneTree | None:
        """Return the least 1-tree, exactly for integers; None if there is none."""
        f = np.zeros(kernels.NUMBERS, potentials.dtype)
        f[kernels.SCALE] = scale
        s = np.zeros(kernels.WORDS, np.int64)
        chosen, degree = (np.zeros(self.size, np.int64) for _ in range(2))
        run = self._run(kernels.evaluate, potentials, chosen, degree, f, s)
        status = clock.run(METHOD, run)
        run.arrays()
        kept = np.count_nonzero(self.state[chosen] > 0)
        if status == kernels.NONE or kept < np.count_nonzero(self.state > 0):
            return None
        pairs = np.stack((self.tails[chosen], self.heads[chosen]), axis=1)
        return OneTree(f[kernels.BEST].item(), pairs, degree)

    def ascend(
        self,
        potentials: NDArray[np.float64],
        clock: Clock,
        *,
        upper: float,
        goal: float,
        trees: int,
        factor: float,
        patience: int = 10,
    ) -> NDArray[np.float64]:
        """Return potentials with a better bound; stop above the goal or when the time is up."""
        f = np.zeros(kernels.NUMBERS)
        f[kernels.SCALE] = 1
        f[kernels.UPPER], f[kernels.GOAL] = upper, goal
        f[kernels.FACTOR], f[kernels.DECAY] = factor, 0.7
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.LIMIT], s[kernels.PATIENCE] = trees, patience
        best = potentials.copy()
        chosen, degree = (np.zeros(self.size, np.int64) for _ in range(2))
        moving = kernels.MovedPotentials(potentials.copy(), best, np.zeros(self.size))
        run = self._run(kernels.ascend, moving, chosen, degree, f, s)
        with suppress(TimeIsUp):
            clock.run(METHOD, run)
        run.arrays()
        return best

    def _run(
        self,
        kernel: Any,
        potentials: Any,
        chosen: NDArray[np.int64],
        degree: NDArray[np.int64],
        *words: NDArray[Any],
    ) -> Run:
        n, m = self.size, len(self.tails)
        tree = kernels.GrownTree(
            key=np.zeros(m, words[0].dtype),
            entry=np.zeros(n, np.int64),
            heap=np.zeros(2 * m, np.int64),
            chosen=chosen,
            degree=degree,
        )
        edges = kernels.EdgeRows(*self._rows, self.tails, self.heads, self.lengths, self.state)
        return Run(kernel, edges, potentials, tree, *words)


def least_of_all(
    problem: CycleProblem, potentials: NDArray[Any], scale: Any, clock: Clock
) -> OneTree | None:
    """Return the least 1-tree of all edges, exactly for integers; None if there is none."""
    if problem.edges is not None:
        return EdgeList(problem, problem.edges).least(potentials, scale, clock)
    if problem.points is not None:
        return _least_of_points(problem, problem.points, potentials, scale, clock)
    n = problem.size
    f = np.zeros(kernels.NUMBERS, potentials.dtype)
    f[kernels.SCALE] = scale
    chosen, degree = np.zeros(2 * n, np.int64), np.zeros(n, np.int64)
    run = Run(
        kernels.evaluate_all,
        kernels.MatedMatrix(
            problem.matrix.reshape(-1), mates(problem).astype(np.int64).reshape(-1)
        ),
        potentials,
        kernels.SpannedTree._make(
            [np.zeros(n, potentials.dtype), *np.zeros((2, n), np.int64), chosen, degree]
        ),
        f,
        np.zeros(kernels.WORDS, np.int64),
    )
    clock.run(METHOD, run)
    run.arrays()
    return OneTree(f[kernels.BEST].item(), chosen.reshape(-1, 2), degree)


def _least_of_points(
    problem: CycleProblem, points: Points, potentials: NDArray[Any], scale: Any, clock: Clock
) -> OneTree:
    """Return the least 1-tree of points, of lengths that are not more than the exact ones."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n, kind = problem.size, potentials.dtype
    given = np.array([e for e in problem.required if 0 not in e], np.int64).reshape(-1, 2)
    order, boxes = points.boxes
    joins = coo_array((np.ones(len(given)), given.T), (n, n))
    labels = connected_components(joins, directed=False)[1]
    part = np.unique(labels, return_index=True)[1][labels]
    chosen, degree = np.zeros(2 * n, np.int64), np.zeros(n, np.int64)
    chosen[: given.size] = given.ravel()
    f, s = np.zeros(spaces.NUMBERS, kind), np.zeros(spaces.WORDS, np.int64)
    f[spaces.FACTOR], s[spaces.JOINED] = scale, len(given)
    run = Run(
        spaces.span,
        spaces.BoxedPoints(*Spaced.of(problem).distances[1:], order, boxes.reshape(-1)),
        spaces.JoinedParts(
            tops=np.zeros(len(boxes), kind),
            colors=np.zeros(len(boxes), np.int64),
            part=part,
            potentials=potentials,
            cheapest=np.zeros(n, kind),
            tails=np.zeros(n, np.int64),
            heads=np.zeros(n, np.int64),
            stack=np.zeros(64, np.int64),
            chosen=chosen,
            degree=degree,
        ),
        f,
        s,
    )
    clock.run(METHOD, run)  # a second at 50,000 nodes
    run.arrays()
    return OneTree(f[spaces.BEST].item(), chosen.reshape(-1, 2), degree)


def ascent(
    problem: CycleProblem,
    upper: float,
    clock: Clock | None = None,
    *,
    seconds: float = math.inf,
    goal: float = math.inf,
) -> tuple[float, NDArray[np.float64]]:
    """Return a lower bound of all cycles, and the potentials whose least 1-tree proves it."""
    # ``upper`` is the length of a cycle. The bound holds up to errors of floats; it is infinite if
    # there is no 1-tree. The ascent runs on few edges; those that a least 1-tree of all edges has
    # in addition are taken in, until there are none.
    # Trees of all edges are few and quick; potentials whose time is up would be lost without one.
    part = (Clock() if clock is None else clock).within(seconds)
    n, exact = problem.size, part.unlimited()
    near, best = nearest(problem, CANDIDATES), np.zeros(n)
    if (home := problem.instance.home) is not None and not problem.instance.directed:
        # Its edges have no length: without a potential a least 1-tree is a star there.
        far = problem.between(np.arange(n)[:, None], near)
        best[home] = -far[far < problem.absent].max(initial=0)
    potentials = best
    tree = least_of_all(problem, potentials, 1, exact)
    if tree is None:
        return math.inf, potentials
    bound, trees = tree.bound, min(TREES, NODES // n)
    factor = 2.0 if trees == TREES else SHORTER
    keys = np.union1d(_keys_of(with_required(problem, near)), _keys(n, *tree.pairs.T))
    for _ in range(ROUNDS if part.left > 0 else 0):
        edges = EdgeList(problem, np.stack((keys // n, keys % n), axis=1))
        potentials = edges.ascend(
            best, part, upper=upper, goal=min(goal, upper), trees=trees, factor=factor
        )
        tree = least_of_all(problem, potentials, 1, exact)
        if tree is None:
            break
        if tree.bound > bound:
            bound, best = tree.bound, potentials
        if bound > goal or part.left <= 0:
            break
        before, keys = keys, np.union1d(keys, _keys(n, *tree.pairs.T))
        if len(keys) == len(before):
            break
        factor = min(factor, 0.5)
        if problem.points is not None:
            trees //= FEWER
    return float(bound), best


class PotentialBound(NamedTuple):
    """A lower bound of all cycles, and what proves it."""

    bound: int
    potentials: NDArray[np.int64]
    scale: int


def bound_degrees(
    problem: CycleProblem, near: NDArray[np.int32], part: NDArray[np.int64] | None = None
) -> PotentialBound:
    """Return a bound that is found and checked in much less time than a 1-tree.

    It is twice all potentials and all reduced lengths below 0 together, since a cycle has two edges
    at every node. ``near`` are the nearest nodes to each; no length is below 0. Groups of nodes,
    each with two edges to others, are parts by number, home last, with potentials of at least 0.
    """
    n, least = problem.size, -math.inf if part is None else 0.0
    part = np.arange(n) if part is None else part
    # All other pairs are as far as the farthest candidates of both: they may have half of that.
    far = np.full(size := int(part.max()) + 1, math.inf)
    np.minimum.at(far, part, problem.between(np.arange(n)[:, None], near).max(axis=1) - 1.0)
    far = np.maximum(far, 0.0)
    pairs = pairs_of(near)
    lengths = problem.between(*pairs.T).astype(np.int64)
    pairs = part[pairs]
    tails, heads = pairs.T
    counts = (tails != heads) & (2 * lengths < far[tails] + far[heads])
    pairs, lengths = pairs[counts], lengths[counts]
    tails, heads = pairs.T
    best, most = far, -math.inf
    potentials = far / 4
    for step in STEPS:
        potentials = np.clip(potentials, least, far / 2)
        if not problem.instance.closed:
            potentials[-1] = -potentials[:-1].max()
        rests = lengths - potentials[tails] - potentials[heads]
        below = np.flatnonzero(rests < 0)
        if (bound := 2 * potentials.sum() + rests[below].sum()) > most:
            best, most = potentials, bound
        degrees = sum(np.bincount(ends[below], minlength=size) for ends in (tails, heads))
        potentials = potentials + step * far * (2 - degrees)
    highest = problem.largest + 2 * math.ceil(np.abs(best).max())
    scale = next((q for q in SCALES if 2 * q * highest * n < LARGEST), 1)
    whole = np.floor(scale * best).astype(np.int64)
    rests = scale * lengths - whole[tails] - whole[heads]
    total = 2 * int(whole.sum()) + int(rests[rests < 0].sum())
    return PotentialBound(-(-total // scale), whole, scale)


SETTLED = 100
"""Steps to potentials of an assignment; they settle in some tens of them."""
TOGETHER = 16
"""Rows at a time, which stay in the cache: in a third of the time that all at once take."""


def assignment_potentials(costs: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return potentials of rows and columns that make an assignment of least costs free."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(costs)
    # Those of the columns follow; between rows this is a shortest path problem. Most are settled
    # soon: only those that changed can change others.
    more = np.ascontiguousarray((costs[:, columns] - costs[rows, columns]).T)
    potentials = np.zeros(len(costs), np.int64)
    changed = np.arange(len(costs))
    for _ in range(SETTLED):
        before = potentials.copy()
        for k in range(0, len(changed), TOGETHER):
            some = changed[k : k + TOGETHER]
            least = (more[some] + potentials[some, None]).min(axis=0)
            np.minimum(potentials, least, out=potentials)
        changed = np.flatnonzero(potentials < before)
        if not len(changed):
            break
    above = (costs - potentials[:, None]).min(axis=0)
    shift = (int(above.sum()) - int(potentials.sum())) // (2 * len(costs))
    return potentials + shift, above - shift  # a check looks for short edges at the larger end


def _keys(n: int, tails: NDArray[Any], heads: NDArray[Any]) -> NDArray[np.int64]:
    """Return edges as ``n * u + v``, u < v."""
    keys: NDArray[np.int64] = np.minimum(tails, heads).astype(np.int64)
    keys *= n
    keys += np.maximum(tails, heads)
    return keys
