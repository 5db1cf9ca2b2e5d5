"""Branch and bound, a beam and turned cycles: the search for longest induced paths and cycles."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from itertools import accumulate, cycle as repeated, islice
from math import lcm
from operator import or_
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import csr_from_edges, masks_of, members, pieces, words_of
from icosian._io.memory import afford
from icosian._kernels import induced as kernels
from icosian._kernels._jit import RANDOM, Run
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, Limits, TimeIsUp, random_state
from icosian.proofs import HOME, InducedBound
from icosian.tours.cover.path_cover import components
from icosian.tours.enumeration import kept_symmetries
from icosian.tours.problem import Problem
from icosian.tours.symmetries import cycles_of, problem_symmetries
from icosian.tours.tour import check_proof

METHOD, WIDE = "induced paths", "beam search"
FIRST = 20_000
"""Steps of each method in the first turn, and each turn twice as many."""
SHARE, BEAMS = 4, 8
"""How many times as many the branch and bound has as the beams, whose steps take longer; the most
beams in a turn, as one that soon ends has hardly any steps, and takes its time."""
LEAST_WIDTH, MOST_WIDTH, ROOM = 64, 1 << 14, 1 << 22
"""Paths of a beam in the first turn, and at most; words for them."""
DRAWS, TRIALS, MOST_TURNED = 12, 40, 4_000
"""Symmetries drawn in each turn that solutions may have, how many graphs of orbits are enough, and
the most nodes of a graph whose symmetries are looked for."""

Numbers = NDArray[np.int64]
Kind = TypeVar("Kind", bound=InducedBound)


def fixing(images: Numbers, nodes: Sequence[int]) -> int:
    """Return which of some permutations keep all of some nodes, as bits."""
    keeps = (images[:, list(nodes)] == nodes).all(axis=1).tolist()
    return sum(1 << k for k, kept in enumerate(keeps) if kept)


class BitGraph:
    """A graph as sets of neighbors, with nodes that exclude each other, and symmetries."""

    def __init__(self, near: list[int], images: Numbers, apart: list[int] | None = None) -> None:
        self.near, self.images, self.size = near, images, len(near)
        self.width, self.apart = -(-self.size // BITS), apart or [0] * self.size
        rows = words_of(near, self.width)
        excluded = np.zeros_like(rows) if apart is None else words_of(apart, self.width)
        self.arrays = kernels.InducedGraph(rows, excluded, images.ravel())
        self.bars = [one | other for one, other in zip(near, self.apart, strict=True)]
        """The nodes that no path holds together with each, unless they follow each other."""

    @classmethod
    def of(cls, problem: Problem, images: Numbers) -> BitGraph:
        """Return the graph of a problem."""
        n, arrays = problem.size, problem.arrays
        afford(n * n // 2, f"a search for induced paths of {n:,} nodes")
        return cls(masks_of(arrays.rows()), images)

    @cached_property
    def orbits(self) -> list[int]:
        """The nodes that symmetries exchange with each."""
        n, orbits = self.size, [0] * self.size
        moves = csr_from_edges(n, np.tile(np.arange(n), len(self.images)), self.images.ravel())
        for part in components(moves):
            orbit = sum(1 << v for v in part)
            for v in part:
                orbits[v] = orbit
        return orbits

    @property
    def order(self) -> list[int]:
        """The nodes, those with few neighbors first: their cases are short, and then they go."""
        return sorted(range(self.size), key=lambda v: self.bars[v].bit_count())

    def quotient(self, image: Sequence[int], size: int) -> tuple[BitGraph, list[list[int]]]:
        """Return the graph of the orbits of so many nodes that may lie together, and these.

        Two are joined if each node has one neighbor in the other, and exclude each other if more,
        or if nodes of them do.
        """
        orbits, number = list[list[int]](), dict[int, int]()
        for orbit in cycles_of(image):
            inside = sum(1 << v for v in orbit)
            if len(orbit) == size and not self.bars[orbit[0]] & inside:
                number |= dict.fromkeys(orbit, len(orbits))
                orbits.append(orbit)
        near, apart = [0] * len(orbits), [0] * len(orbits)
        for k, orbit in enumerate(orbits):
            for w in members(self.near[orbit[0]]):
                if (other := number.get(w)) is not None:
                    apart[k] |= near[k] & 1 << other
                    near[k] |= 1 << other
            for w in members(self.apart[orbit[0]]):
                if (other := number.get(w)) is not None:
                    apart[k] |= 1 << other
        near = [mask & ~more for mask, more in zip(near, apart, strict=True)]
        return BitGraph(near, np.zeros((0, len(orbits)), np.int64), apart), orbits


def symmetries_of(problem: Problem, clock: Clock) -> Numbers:
    """Return symmetries of a problem, none where that takes too long: then there are more cases."""
    with suppress(TimeIsUp):
        if problem.size <= MOST_TURNED:
            images = problem_symmetries(problem, clock, 1).images[:BITS]
            if problem.board is None:
                return images
            return kept_symmetries(problem, images)  # some may change edges, or ends
    return np.zeros((0, problem.size), np.int64)


def given_ends(problem: Problem) -> list[int]:
    """Return the ends that are given."""
    return [] if problem.closed else [v for v in (problem.start, problem.end) if v is not None]


class EdgeGraph(BitGraph):
    """The edges of a graph, joined where they share a node, unless they exclude each other.

    Its induced paths are the paths of the graph, and its induced cycles those of more than three
    edges. The edges from home to given ends come last.
    """

    def __init__(self, problem: Problem, clock: Clock) -> None:
        home, index, nodes = problem.size, problem.index, [*problem.nodes, HOME]
        edges = [(u, v) for u, v in problem.instance.pairs.tolist() if home not in (u, v)]
        self._home, self._lines = home, [*edges, *((v, home) for v in given_ends(problem))]
        afford(len(self._lines) ** 2 // 2, f"a search for paths of {len(self._lines):,} edges")
        self.names = [(nodes[u], nodes[v]) for u, v in self._lines]
        """The edges by nodes of the user, and home."""
        self.ends = [*range(len(edges), len(self._lines))]
        number = {frozenset(line): k for k, line in enumerate(self._lines)}
        pairs = [
            [number[frozenset(map(index.__getitem__, edge))] for edge in pair]
            for pair in problem.conditions.exclusive
        ]
        at, apart = [0] * (home + 1), [0] * len(self._lines)
        for k, (u, v) in enumerate(self._lines):
            at[u] |= 1 << k
            at[v] |= 1 << k
        at[home] = 0
        for e, f in (*pairs, *map(reversed, pairs)):
            apart[e] |= 1 << f
        rows = enumerate(zip(self._lines, apart, strict=True))
        near = [(at[u] | at[v]) & ~(1 << k | more) for k, ((u, v), more) in rows]
        images = []
        for image in symmetries_of(problem, clock).tolist():
            image.append(home)
            moved = [number[frozenset((image[u], image[v]))] for u, v in self._lines]
            if all(apart[moved[e]] >> moved[f] & 1 for e, f in pairs):
                images.append(moved)
        super().__init__(near, np.array(images, np.int64).reshape(-1, len(near)), apart)

    def triangle(self) -> list[int]:
        """Return a cycle of three edges, or nothing; three at a node are joined as well."""
        for e, row in enumerate(self.near):
            for f in members(row):
                for g in members(row & self.near[f]):
                    if {*self._lines[e]}.isdisjoint({*self._lines[f]} & {*self._lines[g]}):
                        return [e, f, g]
        return []

    def nodes(self, path: Sequence[int]) -> list[int]:
        """Return the nodes of a path or cycle of edges, without home."""
        lines = [self._lines[k] for k in path]
        nodes = [next(v for v in lines[0][::-1] if len(lines) < 2 or v not in lines[1])]
        for u, v in lines:
            nodes.append(u if v == nodes[-1] else v)
        return [v for v in dict.fromkeys(nodes) if v != self._home]


# -- All cases, one after the other


class PathCases:
    """The cases of a search: a node that paths hold, without those of the cases before it."""

    def __init__(
        self, graph: BitGraph, order: Sequence[int], *, closed: bool, ends: Sequence[int] = ()
    ) -> None:
        n, self._graph = graph.size, graph
        self.least, self.most = 1, n
        """The numbers of nodes that are asked for."""
        self._cases = self._split(order, closed=closed, ends=ends)
        is_edge = len(ends) == 2 and graph.near[ends[0]] >> ends[1] & 1
        self._only = list(dict.fromkeys(ends)) if is_edge or len({*ends}) < len(ends) else []
        s = np.zeros(kernels.WORDS, np.int64)
        s[kernels.LEVEL], s[kernels.JOINED] = -1, closed or len(ends) == 2
        w = graph.width
        sizes = (n + 2) * w, (n + 2) * w, (n + 2) * kernels.FIELDS, n, w, w, n, 2 * n + 2
        levels = kernels.PathLevels(*(np.zeros(size, np.int64) for size in sizes))
        self._run = Run(kernels.search, graph.arrays, levels, s)

    def _split(
        self, order: Sequence[int], *, closed: bool, ends: Sequence[int]
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield the ends of each case, how many move, and the nodes that are free."""
        left, alike = (1 << len(order)) - 1, self._graph.orbits
        if ends:
            yield ends[0], ends[-1], len(ends), left & ~sum(1 << v for v in ends)
            return
        for v in order:
            if left >> v & 1:
                is_end = not closed and alike[v] == left  # every path has an end in the orbit
                yield v, v, kernels.ONE if is_end else kernels.BOTH, left & ~(1 << v)
                left &= ~alike[v]

    def found(self, clock: Clock, steps: float) -> Iterator[list[int] | None]:
        """Yield paths that have enough nodes, ``least``, and None if so many steps were taken."""
        run, end = self._run, clock.steps + steps
        if self._only:  # no other path with these ends is induced
            if self.least <= len(self._only) <= self.most:
                yield self._only
            return
        while True:
            if run[-1][kernels.LEVEL] < 0:
                case = next(self._cases, None)
                if case is None:
                    return
                self._begin(*case)
            run[-1][kernels.LEAST], run[-1][kernels.MOST] = self.least, self.most
            status = clock.run(METHOD, run, end - clock.steps)
            if status == kernels.FOUND:
                yield self._path()
                clock.tick(METHOD)
            elif status != kernels.DONE:
                yield None

    def _begin(self, head: int, other: int, moving: int, free: int) -> None:
        run = self._run
        levels, s = run[1], run[-1]
        width, apart = self._graph.width, self._graph.apart
        free &= ~(apart[head] | apart[other])
        levels.free[:width] = words_of([free], width).tolist()
        kept = fixing(self._graph.images, (head, other))
        length = 1 if head == other else 2
        levels.state[: kernels.FIELDS] = [head, other, length, moving, kept, kernels.NEW]
        levels.before[head] = levels.before[other] = -1
        s[kernels.LEVEL] = 0

    def _path(self) -> list[int]:
        """Return the nodes of the path that the search is at."""
        levels, s = self._run[1], self._run[-1]
        at, last = s[kernels.LEVEL] * kernels.FIELDS, int(s[kernels.LAST])
        one, two = (self._to_root(levels.before, levels.state[at + k]) for k in (0, 1))
        between = [last] * (last >= 0)
        if one[-1] == two[-1]:  # both lead back to the same node
            return two[:-1] + one[::-1] + between
        return one[::-1] + between + two

    @staticmethod
    def _to_root(before: Any, v: Any) -> list[int]:
        path = [int(v)]
        while (v := before[path[-1]]) >= 0:
            path.append(int(v))
        return path


# -- The search for a longest one: three methods in turns


class InducedSearch:
    """The longest induced path or cycle that was found, and whether there is none longer."""

    def __init__(
        self,
        graph: BitGraph,
        limits: Limits,
        first: list[int],
        *,
        closed: bool,
        ends: Sequence[int],
        least: int = 0,
    ) -> None:
        self.graph, self.clock, self.closed, self._ends = graph, limits.clock, closed, [*ends]
        self._random, self._least = np.random.default_rng(limits.seed), least
        self.best, self.is_proved = first, False
        self._cases = PathCases(graph, graph.order, closed=closed, ends=ends)
        self._trials: dict[tuple[int, ...], tuple[PathCases, list[list[int]]]] = {}

    def run(self) -> None:
        """Search until it is known that none is longer, or :exc:`TimeIsUp`."""
        steps, wide = FIRST, LEAST_WIDTH
        while True:
            self._exhaust(steps)
            if self.is_proved:
                return
            end = self.clock.steps + steps // SHARE
            for _ in range(BEAMS):
                self._widen(wide)
                self.clock.tick(WIDE)
                wide = min(2 * wide, MOST_WIDTH)
                if self.clock.steps >= end:
                    break
            self._repeat(steps)
            steps *= 2

    @property
    def size(self) -> int:
        """What longer ones have more nodes than."""
        return max(len(self.best), self._least)

    def bound(self, G: Any, names: Sequence[Any], claim: Callable[..., Kind]) -> Kind:
        """Return what is proved of all, checked; without cases, if there is no time for them."""
        while True:
            if self.is_proved:
                order = self.graph.order
                number = {v: k for k, v in enumerate(order)}
                images = self.graph.images.tolist()
                proof = claim(
                    len(self.best),
                    nodes=tuple(names[v] for v in order),
                    symmetries=tuple(tuple(number[image[v]] for v in order) for image in images),
                )
            else:
                proof = claim(self._count())
            try:
                check_proof(G, proof, self.clock if self.is_proved else Clock())
            except TimeIsUp:
                self.is_proved = False
            else:
                return proof

    def offer(self, path: list[int]) -> None:
        """Take a path or cycle if it is longer."""
        if len(path) > self.size:
            self.best = path
            self.clock.stage = f"length {len(path)}"

    def _count(self) -> int:
        """Return a bound that needs no cases: see :class:`InducedBound`."""
        most, open_ends, bars = 0, 0 if self.closed else 2, self.graph.bars
        for part in pieces((1 << self.graph.size) - 1, self.graph.near):
            degrees = sorted((bars[v] & part).bit_count() for v in members(part))
            costs = accumulate(2 * degree - 2 for degree in degrees if degree > 1)
            inner = bisect(list(costs), sum(degrees) - open_ends)
            most = max(most, inner + min(open_ends, sum(degree < 2 for degree in degrees)))
        return most

    def _exhaust(self, steps: int) -> None:
        self._cases.least = self.size + 1
        for path in self._cases.found(self.clock, steps):
            if path is None:
                return
            self.offer(path)
            self._cases.least = self.size + 1
        self.is_proved = True

    def _widen(self, wide: int) -> None:
        """Follow so many paths side by side, from a start drawn at random unless it is given."""
        graph, near, n, width = self.graph, self.graph.near, self.graph.size, self.graph.width
        # 1. A cycle is a path between two neighbors of a node.
        starts = self._ends or sorted({next(members(orbit)) for orbit in graph.orbits})
        given = self._ends or [starts[self._random.integers(len(starts))]]
        free = ((1 << n) - 1) & ~sum(1 << v for v in given)
        if self.closed:
            around = near[given[0]]
            apart = {v: around & ~(graph.bars[v] | 1 << v) for v in members(around)}
            if not (some := [v for v in apart if apart[v]]):
                return
            for _ in range(2):
                given.append(some[0 if len(graph.images) else self._random.integers(len(some))])
                some = list(members(apart[given[-1]]))
            free &= ~near[given[0]]
        free &= ~reduce(or_, (graph.apart[v] for v in given))
        start, end = given[-2:] if len(given) > 1 else (given[0], -1)
        # 2. Each path goes on to as many nodes as it has free neighbors, at most.
        most = max(1, *(mask.bit_count() for mask in near))
        wide = max(1, min(wide, ROOM // (most * width + n)))
        half = wide * most
        sizes = [2 * half * width, 2 * half * kernels.PATH, wide, 2 * n * wide, 2 * half + 1]
        sizes += [kernels.FINE * (n + 1) + kernels.NOISE, width, width, n]
        beam = kernels.Beam(*(np.zeros(size, np.int64) for size in sizes))
        beam.free[:width] = words_of([free], width)
        beam.paths[kernels.TIP], beam.paths[kernels.KEPT] = start, fixing(graph.images, given)
        s = np.zeros(kernels.BEAM_WORDS, np.int64)
        s[RANDOM] = random_state(int(self._random.integers(1 << 30)))
        s[kernels.SIZE], s[kernels.END], s[kernels.MET] = 1, end, -1
        run = Run(kernels.search_beam, graph.arrays, beam, s)
        # 3. The last path, or the last one that met its end, is among the longest.
        try:
            self.clock.run(WIDE, run)
        finally:
            log, s = run[1].log, run[-1]
            path, depth, place = [end, s[kernels.MET]], s[kernels.MET_DEPTH], s[kernels.MET_PLACE]
            if end < 0:
                path, depth, place = [], s[kernels.DEPTH], 0
            for k in reversed(range(depth)):
                at = 2 * (k * wide + place)
                path.append(log[at])
                place = log[at + 1]
            path += [start, *given[: len(given) - 2]]
            if -1 not in path:
                self.offer([int(v) for v in reversed(path)])

    def _repeat(self, steps: int) -> None:
        """Search for cycles that a symmetry turns, among the orbits of its powers."""
        images, n = self.graph.images, self.graph.size
        if not self.closed or not len(images):
            return
        # 1. Draw products of symmetries, and look at their powers, one for each graph of orbits.
        for _ in range(DRAWS if len(self._trials) < TRIALS else 0):
            drawn = self._random.integers(len(images), size=2 * len(images))
            image = reduce(lambda image, k: images[k][image], drawn, np.arange(n))
            order = lcm(*{len(orbit) for orbit in cycles_of(image.tolist())})
            for size in range(2, order + 1 if order <= n else 2):
                self.clock.tick(METHOD)
                if order % size == 0:
                    power = np.arange(n)
                    for _ in range(order // size):
                        power = image[power]
                    graph, orbits = self.graph.quotient(power.tolist(), size)
                    key = size, len(orbits), sum(mask.bit_count() for mask in graph.near)
                    if len(orbits) > 2 and key not in self._trials:
                        self._trials[key] = PathCases(graph, graph.order, closed=True), orbits
        # 2. Cycles among orbits are cycles that the symmetry turns if all their parts join.
        for cases, orbits in self._trials.values():
            size = len(orbits[0])
            cases.least = self.size // size + 1
            for found in cases.found(self.clock, steps // len(self._trials)):
                if found is None:
                    break
                self.offer(self._unfold([orbits[k] for k in found]))
                cases.least = self.size // size + 1

    def _unfold(self, orbits: list[list[int]]) -> list[int]:
        """Return the cycle that visits all nodes of orbits in turn, or nothing."""
        cycle = [orbits[0][0]]
        for orbit in islice(repeated(orbits), 1, len(orbits) * len(orbits[0])):
            cycle += [w for w in orbit if self.graph.near[cycle[-1]] >> w & 1]
        return cycle if len(set(cycle)) == len(cycle) else []
