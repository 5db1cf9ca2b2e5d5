"""Longest induced paths and cycles, with a bound for all others, and lists of them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial, reduce
from itertools import accumulate, combinations, cycle as repeated, islice
from math import lcm
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import afford
from icosian._kernels import induced as kernels
from icosian._kernels._jit import Run
from icosian._kernels.words import BITS, RANDOM
from icosian._run.arguments import check_int, hinted, random_state
from icosian._run.clock import Clock, Limits, TimeIsUp, Watch
from icosian.exceptions import InvalidTour, SearchLimitReached
from icosian.proofs import InducedBound
from icosian.tours.longest.functions import LongestTour, longest
from icosian.tours.problem import Problem, conditions_in
from icosian.tours.symmetries import problem_symmetries
from icosian.tours.tour import Tour, check_proof, check_tour

METHOD, WIDE = "induced paths", "beam search"
LONG = 1 << 62
"""Steps of a search that is not to be interrupted."""
FIRST = 20_000
"""Steps of each method in the first turn, and each turn four times as many."""
LEAST_WIDTH, MOST_WIDTH, ROOM = 64, 1 << 14, 1 << 22
"""Paths of a beam in the first turn, and at most; words for them."""
DRAWS, TRIALS, MOST_TURNED = 12, 40, 4_000
"""Symmetries drawn in each turn that solutions may have, how many graphs of orbits are enough, and
the most nodes of a graph whose symmetries are looked for."""

Numbers = NDArray[np.int64]


def words(masks: Sequence[int], width: int) -> Numbers:
    """Return sets of numbers as rows of words, shape (len(masks) * width,)."""
    low = (1 << BITS) - 1
    return np.array([mask >> BITS * j & low for mask in masks for j in range(width)], np.int64)


def members(mask: int) -> Iterator[int]:
    """Yield the members of a set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def cycles_of(image: Sequence[int]) -> list[list[int]]:
    """Return the cycles of a permutation."""
    cycles, seen = list[list[int]](), 0
    for v in range(len(image)):
        if not seen >> v & 1:
            cycle = [v]
            while (w := image[cycle[-1]]) != v:
                cycle.append(w)
            seen |= sum(1 << w for w in cycle)
            cycles.append(cycle)
    return cycles


def fixing(images: Numbers, nodes: Sequence[int]) -> int:
    """Return which of some permutations keep all of some nodes, as bits."""
    keeps = (images[:, list(nodes)] == nodes).all(axis=1).tolist()
    return sum(1 << k for k, kept in enumerate(keeps) if kept)


class BitGraph:
    """A graph as sets of neighbors, with nodes that exclude each other, and symmetries."""

    def __init__(self, near: list[int], images: Numbers, apart: list[int] | None = None) -> None:
        self.near, self.images, self.size = near, images, len(near)
        self.width, self.apart = -(-self.size // BITS), apart or [0] * self.size
        rows = words(near, self.width)
        excluded = np.zeros_like(rows) if apart is None else words(apart, self.width)
        self.arrays = kernels.InducedGraph(rows, excluded, images.ravel())

    @classmethod
    def of(cls, problem: Problem, images: Numbers) -> BitGraph:
        """Return the graph of a problem."""
        n, arrays = problem.size, problem.arrays
        afford(n * n // 2, f"a search for induced paths of {n:,} nodes")
        near = [0] * n
        for u, v in zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True):
            near[u] |= 1 << v
        return cls(near, images)

    @cached_property
    def orbits(self) -> list[int]:
        """The nodes that symmetries exchange with each."""
        orbits = [1 << v for v in range(self.size)]
        for image in self.images.tolist():
            for v, w in enumerate(image):
                if orbits[v] != orbits[w]:
                    both = orbits[v] | orbits[w]
                    for u in members(both):
                        orbits[u] = both
        return orbits

    @property
    def order(self) -> list[int]:
        """The nodes, those with few neighbors first: their cases are short, and then they go."""
        return sorted(range(self.size), key=lambda v: self.near[v].bit_count())

    def quotient(self, image: Sequence[int], size: int) -> tuple[BitGraph, list[list[int]]]:
        """Return the graph of the orbits of so many nodes without an edge inside, and these.

        Two are joined if each node has one neighbor in the other, and exclude each other if more.
        """
        orbits, number = list[list[int]](), dict[int, int]()
        for orbit in cycles_of(image):
            inside = sum(1 << v for v in orbit)
            if len(orbit) == size and not self.near[orbit[0]] & inside:
                number |= dict.fromkeys(orbit, len(orbits))
                orbits.append(orbit)
        near, apart = [0] * len(orbits), [0] * len(orbits)
        for k, orbit in enumerate(orbits):
            for w in members(self.near[orbit[0]]):
                if (other := number.get(w)) is not None:
                    apart[k] |= near[k] & 1 << other
                    near[k] |= 1 << other
        near = [mask & ~more for mask, more in zip(near, apart, strict=True)]
        return BitGraph(near, np.zeros((0, len(orbits)), np.int64), apart), orbits


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
        sizes = (n + 2) * w, (n + 2) * w, (n + 2) * kernels.FIELDS, n, w, n, n + 2
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

    def found(self, clock: Clock, steps: int) -> Iterator[list[int] | None]:
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
        levels.free[:width] = words([free], width).tolist()
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

    def __init__(self, problem: Problem, limits: Limits, first: list[int]) -> None:
        self.problem, self.clock, self.closed = problem, limits.clock, problem.closed
        self._random, self._ends = np.random.default_rng(limits.seed), given_ends(problem)
        images = np.zeros((0, problem.size), np.int64)
        with suppress(TimeIsUp):  # without symmetries there are more cases
            if problem.size <= MOST_TURNED:
                images = problem_symmetries(problem, self.clock, 1).images[:BITS]
        self.graph = BitGraph.of(problem, images)
        self.best, self.is_proved = first, False
        kinds: dict[str, Any] = {"closed": self.closed, "ends": self._ends}
        self._cases = PathCases(self.graph, self.graph.order, **kinds)
        self._trials: dict[tuple[int, ...], tuple[PathCases, list[list[int]]]] = {}

    def run(self) -> None:
        """Search until it is known that none is longer, or :exc:`TimeIsUp`."""
        steps, wide = FIRST, LEAST_WIDTH
        while True:
            self._exhaust(steps)
            if self.is_proved:
                return
            self._widen(wide)
            self._repeat(steps)
            steps, wide = 4 * steps, min(4 * wide, MOST_WIDTH)

    def bound(self) -> InducedBound:
        """Return what is proved of all, unchecked."""
        proof = partial(self.problem.certificate, InducedBound)
        if not self.is_proved:
            return proof(bound=self._count())
        order = self.graph.order
        number = {v: k for k, v in enumerate(order)}
        images = [tuple(number[image[v]] for v in order) for image in self.graph.images.tolist()]
        nodes = tuple(self.problem.nodes[v] for v in order)
        return proof(bound=len(self.best), nodes=nodes, symmetries=tuple(images))

    def offer(self, path: list[int]) -> None:
        """Take a path or cycle if it is longer."""
        if len(path) > len(self.best):
            self.best = path
            self.clock.stage = f"length {len(path)}"

    def _count(self) -> int:
        """Return a bound that needs no cases: see :class:`InducedBound`."""
        most, open_ends = 0, 0 if self.closed else 2
        for part in nx.connected_components(self.problem.G):
            degrees = sorted(len({*self.problem.G[v]} - {v}) for v in part)
            costs = accumulate(2 * degree - 2 for degree in degrees if degree > 1)
            inner = bisect(list(costs), sum(degrees) - open_ends)
            most = max(most, inner + min(open_ends, sum(degree < 2 for degree in degrees)))
        return most

    def _exhaust(self, steps: int) -> None:
        self._cases.least = len(self.best) + 1
        for path in self._cases.found(self.clock, steps):
            if path is None:
                return
            self.offer(path)
            self._cases.least = len(self.best) + 1
        self.is_proved = True

    def _widen(self, wide: int) -> None:
        """Follow so many paths side by side, from a start drawn at random unless it is given."""
        graph, near, n, width = self.graph, self.graph.near, self.graph.size, self.graph.width
        # 1. A cycle is a path between two neighbors of a node.
        starts = self._ends or sorted({next(members(orbit)) for orbit in graph.orbits})
        given = self._ends or [starts[self._random.integers(len(starts))]]
        free = ((1 << n) - 1) & ~sum(1 << v for v in given)
        if self.closed:
            pairs = combinations(members(near[given[0]]), 2)
            apart = [pair for pair in pairs if not near[pair[0]] >> pair[1] & 1]
            if not apart:
                return
            given += apart[0 if len(graph.images) else self._random.integers(len(apart))]
            free &= ~near[given[0]]
        start, end = given[-2:] if len(given) > 1 else (given[0], -1)
        # 2. Each path goes on to as many nodes as it has free neighbors, at most.
        most = max(1, *(mask.bit_count() for mask in near))
        wide = max(1, min(wide, ROOM // (most * width + n)))
        half = wide * most
        sizes = [2 * half * width, 2 * half * kernels.PATH, wide, 2 * n * wide, 2 * half + 1]
        sizes += [kernels.FINE * (n + 1) + kernels.NOISE, width, width, n]
        beam = kernels.Beam(*(np.zeros(size, np.int64) for size in sizes))
        beam.free[:width] = words([free], width)
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
            cases.least = len(self.best) // size + 1
            for found in cases.found(self.clock, steps // len(self._trials)):
                if found is None:
                    break
                self.offer(self._unfold([orbits[k] for k in found]))
                cases.least = len(self.best) // size + 1

    def _unfold(self, orbits: list[list[int]]) -> list[int]:
        """Return the cycle that visits all nodes of orbits in turn, or nothing."""
        cycle = [orbits[0][0]]
        for orbit in islice(repeated(orbits), 1, len(orbits) * len(orbits[0])):
            cycle += [w for w in orbit if self.graph.near[cycle[-1]] >> w & 1]
        return cycle if len(set(cycle)) == len(cycle) else []


def shortest(problem: Problem) -> list[int]:
    """Return a shortest path between ends, or cycle with some edge, which are induced, or none."""
    H: nx.Graph[int] = nx.Graph()
    arrays, ends = problem.arrays, given_ends(problem) or [0]
    H.add_nodes_from(range(arrays.size))
    H.add_edges_from(zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True))
    with suppress(nx.NetworkXNoCycle, nx.NetworkXNoPath):
        if problem.closed:
            edge = nx.find_cycle(H)[0]
            H.remove_edge(*edge)
            return list(nx.shortest_path(H, *edge))
        return list(nx.shortest_path(H, ends[0], ends[-1]))
    return []


def given_ends(problem: Problem) -> list[int]:
    """Return the ends that are given."""
    return [] if problem.closed else [v for v in (problem.start, problem.end) if v is not None]


def check_induced(problem: Problem, path: list[int]) -> list[Any]:
    """Return the nodes of a path from its start; raise :exc:`InvalidTour` unless it is induced."""
    first, last = problem.start, problem.end
    if path[-1] == first or (first is None and path[0] == last):
        path = [*reversed(path)]
    nodes = [problem.nodes[v] for v in path]
    H = problem.G.subgraph(nodes)
    check_tour(H, nodes, closed=problem.closed)
    problem.conditions.check_order(nodes)
    index = problem.index
    joined = {frozenset(map(index.__getitem__, edge)) for edge in H.edges()}
    if sum(len(pair) == 2 for pair in joined) > len(nodes) - (not problem.closed):
        raise InvalidTour("an edge joins two nodes that do not follow each other")
    return nodes


# -- Public functions


def longest_induced(G: nx.Graph[Any], limits: Limits, **asked: Any) -> LongestTour:
    """Answer a question: search, and check what comes of it."""
    problem, clock = problem_of(G, **asked), limits.clock
    if not (first := shortest(problem)) or problem.size == 1:
        return longest(G, None, limits, **asked)  # one node, or a proof that there is none
    search = InducedSearch(problem, limits, first)
    with suppress(TimeIsUp):
        search.run()
    nodes = check_induced(problem, search.best)
    proof = search.bound()
    try:
        check_proof(G, proof, clock if search.is_proved else Clock())
    except TimeIsUp:
        search.is_proved = False
        proof = search.bound()
        check_proof(G, proof, Clock())
    return LongestTour(
        nodes,
        is_closed=problem.closed,
        length=len(nodes),
        bound=proof.bound,
        is_optimal=proof.bound == len(nodes),
        proof=proof,
        G=G,
        stats=clock.stats(METHOD),
    )


def problem_of(G: nx.Graph[Any], **asked: Any) -> Problem:
    """Return the problem of an undirected graph."""
    problem = Problem.of(G, **asked)
    if problem.arrays.directed:
        raise nx.NetworkXNotImplemented(
            "induced paths and cycles are those of undirected graphs, got a digraph:"
            " G.to_undirected() is one"
        )
    return problem


def list_induced(problem: Problem, size: int | None, clock: Clock) -> Iterator[Tour]:
    """Yield all induced paths or cycles, or those with so many nodes."""
    none = np.zeros((0, problem.size), np.int64)
    cases = PathCases(
        BitGraph.of(problem, none),
        range(problem.size),
        closed=problem.closed,
        ends=given_ends(problem),
    )
    if size is not None:
        cases.least = cases.most = size
    number = 0
    try:
        for found in cases.found(clock, LONG):
            if found is not None:
                nodes = check_induced(problem, found)
                yield Tour(nodes, is_closed=problem.closed, G=problem.G)
                number += 1
    except TimeIsUp:
        raise SearchLimitReached(
            f"{number} found, not all: {clock.over}", stats=clock.stats(METHOD)
        ) from None


@hinted
def longest_induced_cycle(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest induced cycle, or the best one that the time allows.

    Only the edges of the cycle join its nodes: a "coil in the box" if the graph is a hypercube. It
    comes with a proved bound on the number of nodes of all of them.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which the best cycle so far is returned. Compiling kernels does not count;
        checking a proof by cases does.
    seed : int, optional
        Seed of all random choices; without a time limit the same graph and seed give the same
        cycle.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds the length.

    Returns
    -------
    LongestTour
        A closed tour of some nodes, with ``length``, its number of nodes, ``bound``, ``gap``,
        ``is_longest`` and ``proof``, an :class:`~icosian.proofs.InducedBound`, checked against
        ``G``.

    Raises
    ------
    NoCycle
        If the graph has no cycle; ``.proof`` was checked against ``G``.
    InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    longest_induced_path : Open tours, and those with given ends.
    icosian.tours.induced_cycles : All of them, or one with a given number of nodes.
    longest_cycle : A cycle that other edges may shorten.

    Notes
    -----
    Three methods take turns: branch and bound on both ends of a path, with a bound by degrees and
    one case for all that symmetries of the graph make alike; a beam search [1]_; and the search for
    cycles that a symmetry turns, among its orbits. The check of the proof takes up to a hundred
    times as long. Random graphs of 60 nodes and hypercubes up to dimension 6 are proved; in
    dimension 7 and 8 the longest coils, 48 and 96, are found in two seconds, with a weak bound.

    References
    ----------
    .. [1] S. J. Meyerson, T. E. Drapela, W. E. Whiteside, W. D. Potter, Finding longest paths in
       hypercubes: 11 new lower bounds for snakes, coils, and symmetrical coils, Current Approaches
       in Applied Artificial Intelligence (2015), 275-284.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> [icosian.longest_induced_cycle(nx.hypercube_graph(d)).length for d in (2, 3, 4, 5)]
    [4, 6, 8, 14]
    >>> coil = icosian.longest_induced_cycle(nx.hypercube_graph(4))
    >>> print(coil.explain())
    An induced cycle of length 8, proved to be the longest.
    """
    return longest_induced(G, Limits.of(locals()), closed=True)


@hinted
def longest_induced_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest induced path, or the best one that the time allows.

    No edge joins two of its nodes but those that follow each other: a "snake in the box" if the
    graph is a hypercube.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    timeout, seed, progress : optional
        As for :func:`longest_induced_cycle`.

    Returns
    -------
    LongestTour
        An open tour of some nodes, with ``length``, its number of nodes, ``bound``, ``gap``,
        ``is_longest`` and ``proof``, an :class:`~icosian.proofs.InducedBound`, checked against
        ``G``. One node is a path.

    Raises
    ------
    NoPath
        If no path joins the ends given; ``.proof`` was checked against ``G``.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    longest_induced_cycle : Closed tours, and notes on the methods.
    icosian.tours.induced_paths : All of them, or one with a given number of nodes.

    Examples
    --------
    The snakes of the hypercubes (OEIS A099155, which counts edges):

    >>> import networkx as nx, icosian
    >>> [icosian.longest_induced_path(nx.hypercube_graph(d)).length - 1 for d in (2, 3, 4, 5)]
    [2, 4, 7, 13]

    A king who never comes next to where he was:

    >>> print(icosian.king_graph(5).longest_induced_path().explain())
    An induced path of length 13, proved to be the longest.
    """
    return longest_induced(G, Limits.of(locals()), closed=False, **conditions_in(locals()))


@hinted
def induced_cycles(
    G: nx.Graph[Any],
    nodes: int | None = None,
    *,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour]:
    """Generate all induced cycles, or those with a given number of nodes.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    nodes : int, optional
        The number of nodes of a cycle, at least 3; any by default.
    timeout : float, optional
        Time limit in seconds from the call; the time between two cycles counts too.
    progress : callable or True, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Tour
        Every such cycle once, checked against ``G``, always in the same order.

    Raises
    ------
    InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.
    SearchLimitReached
        If the time is over, after all cycles found by then.

    See Also
    --------
    longest_induced_cycle : One with the most nodes, and a proof of that.
    networkx.chordless_cycles : The same without a number of nodes, and digraphs.

    Notes
    -----
    Backtracking from each node through later ones, as long as enough nodes are left for the number
    that is asked for. There is a cycle with so many nodes if ``next`` finds one.

    Examples
    --------
    >>> import networkx as nx
    >>> [len(list(induced_cycles(nx.petersen_graph(), k))) for k in range(3, 10)]
    [0, 0, 12, 10, 0, 0, 0]
    """
    clock, problem = Clock(timeout, progress), problem_of(G, closed=True)
    return list_induced(problem, None if nodes is None else check_int(nodes, "nodes", 3), clock)


@hinted
def induced_paths(
    G: nx.Graph[Any],
    nodes: int | None = None,
    *,
    start: Any = None,
    end: Any = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour]:
    """Generate all induced paths, or those with a given number of nodes.

    Parameters
    ----------
    G : networkx graph
        An undirected graph. Self-loops and parallel edges do not matter.
    nodes : int, optional
        The number of nodes of a path, at least 1; any by default.
    start, end : node, optional
        The ends of the paths; free by default, or as a drawn board marks them.
    timeout, progress : optional
        As for :func:`induced_cycles`.

    Yields
    ------
    Tour
        Every such path once, not its reverse too, checked against ``G``, always in the same order.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, at the call.
    SearchLimitReached
        If the time is over, after all paths found by then.

    See Also
    --------
    longest_induced_path : One with the most nodes, and a proof of that.
    induced_cycles : Closed ones, with notes on the method.

    Examples
    --------
    All shortest paths are induced, and others may be:

    >>> import networkx as nx
    >>> [list(path) for path in induced_paths(nx.cycle_graph(5), start=0, end=2)]
    [[0, 1, 2], [0, 4, 3, 2]]
    >>> sum(1 for _ in induced_paths(nx.hypercube_graph(3), 5))
    24
    """
    problem = problem_of(G, closed=False, **conditions_in(locals()))
    clock = Clock(timeout, progress)
    return list_induced(problem, None if nodes is None else check_int(nodes, "nodes", 1), clock)
