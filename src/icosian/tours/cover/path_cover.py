"""PathCover: disjoint paths through all nodes, and what is proved of their number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from icosian._arrays import Csr, match_rows, select_arcs
from icosian._io.memory import collector_paused
from icosian._io.text import plural
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, TimeIsUp
from icosian._show import Words
from icosian.proofs import HOME
from icosian.tours.instance import CycleSolution, Instance
from icosian.tours.shortest import exact
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.solve.heuristics import current_order, rotate, rotations
from icosian.tours.tour import Tour, TourList


class PathCover(TourList):
    """Paths of a graph that visit every node once in all, and a bound that no cover is below.

    The sequence of the paths, the longest first; a single node is a path.

    Parameters
    ----------
    paths : iterable of sequences of nodes
        The nodes of each path in the order of the visit.
    **known
        What is known of it, under the names of its attributes: ``bound``, the number of paths that
        every cover has at least, ``proof``, ``stats``, and ``G``, its graph.

    See Also
    --------
    minimum_path_cover : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cover = icosian.minimum_path_cover(nx.star_graph(3))
    >>> [path.nodes for path in cover]
    [(1, 0, 2), (3,)]
    >>> len(cover), cover.bound, cover.is_optimal
    (2, 2, True)
    """

    is_closed = False
    words = Words("path", "fewest", "no cover has fewer than {}")

    def __init__(self, paths: Iterable[Sequence[Any]], **known: Any) -> None:
        super().__init__(paths, **known)
        self.bound = min(1, len(self)) if self.bound is None else self.bound

    @property
    def paths(self) -> tuple[Tour, ...]:
        """The paths, each an open tour of its own nodes."""
        return self[:]

    def __repr__(self) -> str:
        nodes = plural(sum(map(len, self)), "node")
        least = "" if self.is_optimal else f", at least {self.bound}"
        return f"<cover of {nodes} by {plural(len(self), 'path')}{least}>"


# -- Path covers of digraphs by maximum matchings of tails and heads; exact if they are acyclic


@dataclass(frozen=True, kw_only=True)
class Matched:
    """Arcs of a digraph, as many as possible with at most one out of and one into each node."""

    paths: list[list[int]]
    """The paths that they make, single nodes included."""
    cycles: list[list[int]]
    """The cycles that they make."""
    leaving: set[int]
    entering: set[int]
    """Every arc leaves one of the first or enters one of the second, and these are as many as the
    arcs of the matching."""


def match_nodes(arrays: Csr) -> Matched:
    """Return a maximum matching and a minimum vertex cover."""
    n = arrays.size
    after, before, reached, entering = match_rows(arrays.rows(), n)
    paths = [_followed(after, v) for v in range(n) if before[v] < 0]
    on_paths = {v for path in paths for v in path}
    cycles = []
    for v in range(n):
        if v not in on_paths:
            cycles.append(_followed(after, v))
            on_paths.update(cycles[-1])
    return Matched(
        paths=paths, cycles=cycles, leaving={*range(n)}.difference(reached), entering=entering
    )


def _followed(after: list[int], first: int) -> list[int]:
    """Return the nodes from a first one on, up to the end of a path or once around a cycle."""
    walk = [first]
    while (v := after[walk[-1]]) not in (-1, first):
        walk.append(v)
    return walk


# -- Trees that hang on a graph: covered by a greedy rule, which is exact, in linear time


@dataclass(frozen=True, kw_only=True)
class Trimmed:
    """An undirected graph whose hanging trees are covered as far as they determine the paths."""

    paths: list[list[int]]
    """Paths that some minimum cover has."""
    removed: set[int]
    """Nodes inside these paths, without which the other nodes of each path are parts."""
    arms: dict[int, list[int]]
    """The other nodes that are in no such path, each with those of the path that hangs on it."""

    def parts(self, arrays: Csr) -> list[list[int]]:
        """Return the other parts of the graph without the removed nodes."""
        left, arms = [*self.arms], self.arms
        found = components(induce_subgraph(arrays, left)) if left else []
        return [sorted(w for k in part for w in (left[k], *arms[left[k]])) for part in found]


def trim_trees(arrays: Csr) -> Trimmed:
    """Cover the trees of an undirected graph, from their leaves on.

    An arm is a path that only its last node joins to other nodes, and these to one node only. If
    two arms hang on a node, some minimum cover joins them there: where it does not, an edge at the
    node is exchanged for that to the arm. Then the node is removed, and what else hangs on it is
    covered without it. If one arm hangs on a node, it is extended by that node likewise.
    """
    near = arrays.rows()
    degree = [len(row) for row in near]
    arms: list[list[list[int]]] = [[] for _ in near]
    is_left = [True] * len(near)
    paths, removed = [], set()
    ready = [v for v, d in enumerate(degree) if d <= 1]
    for v in ready:
        if not is_left[v]:
            continue
        is_left[v] = False
        mine = arms[v]
        if len(mine) > 1:
            first, second, *others = mine
            paths += [[*first, v, *reversed(second)], *others]
            if others or degree[v]:
                removed.add(v)
        else:
            arm = mine[0] if mine else []
            arm.append(v)
            if not degree[v]:
                paths.append(arm)
        for u in near[v]:
            if is_left[u]:
                degree[u] -= 1
                if len(mine) <= 1:
                    arms[u].append(arm)
                if degree[u] <= 1 or len(arms[u]) > 1:
                    ready.append(u)
    left = {v: [*chain.from_iterable(arms[v])] for v in range(len(near)) if is_left[v]}
    return Trimmed(paths=paths, removed=removed, arms=left)


# -- Sets of nodes without which an undirected graph falls into many parts

ROUNDS = 5
"""How often nodes are removed from what is left."""


class Cut(NamedTuple):
    """What is left out of a graph, and the least number of paths of its covers for that reason."""

    bound: int
    removed: Collection[int] = ()
    """Nodes."""
    leaving: Collection[int] = ()
    entering: Collection[int] = ()
    """Nodes of a digraph: the arcs out of the first, and those into the second."""


def separator(arrays: Csr, clock: Clock) -> Cut:
    """Return the best nodes to remove from a connected graph by greedy steps, maybe none.

    A step removes the nodes on which several arms hang. If there are none, it removes the neighbors
    of an independent set whose size exceeds their number as much as possible: the nodes that a
    minimum vertex cover holds both as tails and as heads, where each edge is two arcs.
    """
    removed: set[int] = set()
    best = Cut(bound=1)
    left, part = list(range(arrays.size)), arrays
    for _ in range(ROUNDS):
        clock.tick("separator")
        if not (found := trim_trees(part).removed):
            arcs = match_nodes(part)
            found = arcs.leaving & arcs.entering
        if not found:
            break
        removed |= {left[v] for v in found}
        left = [v for v in left if v not in removed]
        part = induce_subgraph(arrays, left)
        if (bound := len(components(part)) - len(removed)) > best.bound:
            best = Cut(bound=bound, removed=frozenset(removed))
    return best


# -- Parts of graphs as arrays: induced subgraphs and connected components


def induce_subgraph(arrays: Csr, nodes: Sequence[int]) -> Csr:
    """Return the subgraph of some nodes, which are in order, and numbered in it."""
    chosen = np.array(nodes, np.int64)
    begins, degrees = arrays.indptr[chosen], arrays.degrees[chosen]
    # The places of the arcs, row after row.
    shifts = np.repeat(begins - (np.cumsum(degrees) - degrees), degrees)
    heads = arrays.indices[shifts + np.arange(len(shifts))]
    number = np.searchsorted(chosen, heads).clip(max=len(chosen) - 1).astype(np.int32)
    return select_arcs(degrees, number, chosen[number] == heads, directed=arrays.directed)


def components(arrays: Csr) -> list[list[int]]:
    """Return the nodes of each component, of a digraph without its directions, in order."""
    from scipy.sparse.csgraph import connected_components

    count, label = connected_components(
        arrays.matrix(), directed=arrays.directed, connection="weak"
    )
    parts: list[list[int]] = [[] for _ in range(count)]
    for v, k in enumerate(label.tolist()):
        parts[k].append(v)
    return parts


# -- Path covers of one connected part: rotations, then a shortest tour through edges and gaps

ROTATIONS = 20
"""Rotations a node."""
FLIPS = 20_000_000_000
"""Rotations times nodes: one reverses up to half of the order."""


class Covered(NamedTuple):
    """A path cover with the proof that no cover has fewer paths than the bound of its length."""

    paths: list[list[int]]
    solution: CycleSolution


def greedy_cover(arrays: Csr) -> list[list[int]]:
    """Return a path cover: each path goes on to a new node of least degree while there is one."""
    near = arrays.rows()
    degree = [len(row) for row in near]
    is_left = [True] * len(near)
    paths = []
    for first in sorted(range(len(near)), key=degree.__getitem__):
        path: list[int] = []
        v: int | None = first if is_left[first] else None
        while v is not None:
            is_left[v] = False
            path.append(v)
            v = min((w for w in near[v] if is_left[w]), key=degree.__getitem__, default=None)
        if path:
            paths.append(path)
    return paths


def cover_by_rotations(arrays: Csr, clock: Clock, seed: int) -> list[list[int]]:
    """Return a path cover of a few paths, a single one if rotations find it soon."""
    form = Instance.of(arrays, closed=False).mates
    run = rotations(form, seed=seed)
    with suppress(TimeIsUp):
        n = form.size
        cycle = rotate(run, clock, n + min(ROTATIONS * n, FLIPS // n))
        if cycle is not None:
            return [form.decode(cycle).tolist()]
    paths = path_cover(arrays, range(arrays.size), run)
    return greedy_cover(arrays) if sum(map(len, paths)) < arrays.size else list(map(list, paths))


def best_cover(
    arrays: Csr,
    paths: list[list[int]],
    clock: Clock,
    seed: int,
    report: Callable[[int, int | None], object],
) -> Covered | None:
    """Return the best path cover that the time allows, from a first one; None if it is too large.

    It is a shortest path through all nodes, on which an edge has length 0, and a gap, the step from
    path to path, length 1.
    """
    n = arrays.size
    form = Instance(places=n, directed=arrays.directed, closed=False)
    if form.size > exact.LARGE:
        return None
    gaps = np.ones((n, n), np.int64)
    gaps[arrays.sources(), arrays.indices] = 0
    problem = form.problem(gaps)
    with collector_paused():
        settings = Settings(clock=clock, seed=seed, report=report)
        first = form.encoded([v for path in paths for v in path])
        solution = exact.solve(problem, settings, first)
    return Covered(_pieces(arrays, form.decoded(solution.tour)), solution)


def _pieces(arrays: Csr, order: Sequence[int]) -> list[list[int]]:
    """Return the paths that an order of the nodes consists of."""
    near = list(map(set, arrays.rows()))
    paths = [[order[0]]]
    for u, v in pairwise(order):
        if v in near[u]:
            paths[-1].append(v)
        else:
            paths.append([v])
    return paths


# -- Path covers of a graph, read from an unfinished run of rotations

Paths = tuple[tuple[Any, ...], ...]
"""Paths of a graph without a node in common, the longest first."""


def path_cover(arrays: Csr, nodes: Sequence[Any], run: Run) -> Paths:
    """Return disjoint paths, the longest first; of all nodes if the run is beyond its cover."""
    order = current_order(run)
    forward = np.ones(len(order), bool)
    if arrays.directed:  # the two sides of a node stand side by side
        if len(order) > 1 and order[0] ^ 1 != order[1]:
            order = np.roll(order, -1)
        order, forward = order[: len(order) // 2 * 2 : 2] // 2, order[:-1:2] % 2 == 0
    if not len(order):
        return ()
    n = arrays.size + 1
    after, same = np.roll(order, -1).astype(np.int64), forward == np.roll(forward, -1)
    tails, heads = np.where(forward, (order, after), (after, order))
    # Home is no node of the graph: it stands where a path ends.
    arcs = arrays.sources() * np.int64(n) + arrays.indices
    joined = same & np.isin(tails * n + heads, arcs, assume_unique=True)
    # The order is cyclic, a list is not: it begins behind a pair that no edge joins.
    begin = int(np.argmin(joined)) + 1
    order, forward, joined = (np.roll(a, -begin) for a in (order, forward, joined))
    ends = np.flatnonzero(~joined[:-1]) + 1
    labels = list(map([*nodes, HOME].__getitem__, order.tolist()))
    pieces = [labels[i:j] for i, j in pairwise([0, *ends.tolist(), len(order)])]
    turned = ~forward[[0, *ends]]
    paths = [
        tuple(piece[::-1] if back else piece)
        for piece, back in zip(pieces, turned.tolist(), strict=True)
        if piece[0] is not HOME
    ]
    return tuple(sorted(paths, key=len, reverse=True))
