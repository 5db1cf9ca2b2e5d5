"""Solve a network: the order of the methods, and the longest cycle with its proof in integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from icosian._kernels import detours
from icosian._kernels._jit import Run
from icosian._run.arguments import random_state
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import Pool
from icosian.tours.longest.network import Edge, Network, acyclic_path, forest_path, simple
from icosian.tours.shortest.problem.cycle_problem import Solution
from icosian.tours.shortest.relaxation.branching import Node, Tours, Tree, certified
from icosian.tours.shortest.relaxation.cutting_planes import FRACTION, CuttingPlanes, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual, SolverFailure
from icosian.tours.shortest.relaxation.rounding import Case, Rounded
from icosian.tours.shortest.relaxation.sharing import search as search_cases

STEPS, AGAIN = 500, 60
"""Steps of a local search for each place: at first, and after a linear program."""
LEFT_OUT = 4
"""Places of which one is left out of a cycle of all others."""
SEARCHES, EACH, BLOCKS = 8, 20, 8
"""The most local searches in a block, one for so many places, and the most blocks, the largest."""


class Search:
    """What the methods share."""

    def __init__(
        self,
        network: Network,
        clock: Clock,
        seed: int,
        any_tour: Callable[[int | None], list[int] | None],
        report: Callable[[int, float], object],
        pool: Pool | None,
    ) -> None:
        self.network, self.clock, self.any_tour, self.report = network, clock, any_tour, report
        self.seed, self.pool = seed, pool
        nothing = 1 + sum(map(abs, network.gains.values()))  # longer than any
        self.best = Incumbent(network.measured, [], nothing, 0.0, lambda _: None)
        if network.home is not None and not network.ends_are_given:
            ends = {*chain.from_iterable(network.given)} - {network.home}
            self.best.tour, self.best.length = [min(ends, default=0)], 0

    @cached_property
    def case(self) -> Case | None:
        """What is left of the network before any case is distinguished."""
        return self.network.statement.case((), (), self.best.goal)

    def offer(self, tour: list[int]) -> None:
        """Take a cycle of places if it is better."""
        self.best.offer(self.network.form.nodes_of(tour))

    def solution(self, dual: Rounded) -> Solution:
        """Return the best cycle with a dual that proves a bound."""
        edges = self.network.statement
        if self.network.directed and self.case is not None:
            edges = replace(edges, narrowing=None)  # nothing there depends on blocks
        floats = Dual(dual.nodes.astype(float), (), dual.multipliers[:0].astype(float))
        return certified(edges, self.best, None, Node((), (), 0.0, floats, dual))


def solve(
    network: Network,
    clock: Clock,
    seed: int,
    any_tour: Callable[[int | None], list[int] | None],
    report: Callable[[int, float], object],
    pool: Pool | None = None,
) -> tuple[str, Solution]:
    """Return the best cycle of a network, and the method that found it.

    Lengths are gains with the other sign. The tour is a cycle of nodes of the statement, or a
    single place, or empty. ``any_tour`` tries to find a cycle of all places, or of all but one, and
    ``report`` is called with the best gain and a bound on all.
    """
    search = Search(network, clock, seed, any_tour, report, pool)
    for name, method in METHODS.items():
        if (found := method(search)) is not None:
            return name, found
    raise SolverFailure("no method answers")


# -- the methods


def _linear(search: Search) -> Solution | None:
    """Answer an acyclic digraph, or a forest."""
    found = acyclic_path(search.network) or forest_path(search.network)
    if found is None:
        return None
    tour, dual = found
    if len(tour) >= search.network.least:
        search.offer(tour)
    return search.solution(dual)


def _none(search: Search) -> Solution | None:
    """Answer a network without any cycle."""
    if search.case is not None:
        return None
    return search.solution(Rounded.nothing(search.network.statement.base))


def _spanning(search: Search) -> Solution | None:
    """Answer by a cycle of all places, if there is one that is found soon."""
    if not search.network.counts or (tour := search.any_tour(None)) is None:
        return None
    search.offer(tour)
    return search.solution(simple(search.network))


def _branch_and_cut(search: Search) -> Solution:
    """Search for long cycles, then distinguish cases."""
    network, best, trivial = search.network, search.best, simple(search.network)
    nodes = trivial.nodes.astype(float) / trivial.scale
    root = Node((), (), -float("inf"), Dual(nodes, (), nodes[:0]))
    tree = Tree(network.statement, best, search.clock, root, trivial=trivial)
    tours = LocalSearch(network, search.clock, search.seed)

    def report() -> None:
        search.report(-best.length, -min(tree.bound, best.length))

    with suppress(TimeIsUp, SolverFailure):
        if search.case is not None:
            _all_but_one(search)
            tours.begin(best, search.case)
        search_cases(tree, tours, search.pool, 0.0, report)
    tree.close()
    return certified(network.statement, best, None, root)


METHODS: dict[str, Callable[[Search], Solution | None]] = {
    "potentials": _linear,
    "blocks": _none,
    "hamiltonian": _spanning,
    "branch and cut": _branch_and_cut,
}
"""The order in which the methods are tried: the first answer counts."""


# -- their parts


def _all_but_one(search: Search) -> None:
    """Find a cycle of all places but one, if places are counted."""
    form = search.network.form
    tried = range(0, form.places, form.places // LEFT_OUT + 1) if search.network.counts else ()
    for v in tried:
        if v not in (form.start, form.end) and (tour := search.any_tour(v)) is not None:
            search.offer(tour)
            return


class LocalSearch(Tours):
    """A search of long cycles in blocks, and among the edges that a linear program uses most."""

    def __init__(self, network: Network, clock: Clock, seed: int) -> None:
        self._network, self._clock, self._seed = network, clock, seed
        self._searches = 0

    def begin(self, best: Incumbent, case: Case) -> None:
        """Find a cycle in each of the large blocks, or one through home."""
        network = self._network
        used, left = network.edges_of(case.required), network.edges_of(case.allowed)
        blocks = sorted(network.blocks(left), key=lambda block: (-len(block), min(block)))
        for block in blocks[:BLOCKS]:
            inside = sorted(edge for edge in left if block.issuperset(edge))
            # All cycles use the edges that are given, and visit home, which has the largest number.
            edge = max(inside, key=lambda edge: (edge in used, max(edge)))
            tour = cycle_through(network, edge, inside)
            best.offer(network.form.nodes_of(tour))
            for _ in range(min(SEARCHES, 1 + len(block) // EACH)):
                self._improve(tour, STEPS * len(block), best)

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Follow the largest edges of a solution to a cycle, and improve it."""
        network = self._network
        if not planes.root:
            return
        rows: dict[int, list[tuple[float, int]]] = {}
        places = network.places_of(planes.program.tails, planes.program.heads)
        for (u, v), x in zip(places, planes.program.values.tolist(), strict=True):
            if x > FRACTION and u != v:
                rows.setdefault(u, []).append((-round(x, 6), v))
                if not network.directed:
                    rows.setdefault(v, []).append((-round(x, 6), u))
        (root,) = planes.root
        path, seen = [root], {root}
        while ahead := sorted(one for one in rows.get(path[-1], ()) if one[1] not in seen):
            path.append(ahead[0][1])
            seen.add(path[-1])
        while len(path) >= network.least:
            if network.is_cycle(path):
                planes.incumbent.offer(network.form.nodes_of(path))
                self._improve(path, AGAIN * network.size, planes.incumbent)
                return
            path.pop()

    def later(self) -> LocalSearch:
        """Return such a search for another process."""
        return LocalSearch(self._network, Clock(), self._seed)

    def _improve(self, tour: list[int], steps: int, best: Incumbent) -> None:
        """Offer what local search makes of a cycle."""
        seed = random_state(self._seed + self._searches)
        self._searches += 1
        found = improved(self._network, tour, steps, seed, self._clock)
        best.offer(self._network.form.nodes_of(found))


# -- A first cycle of a network, and longer ones by local search

METHOD = "detours"
COOLING = (1.0, 0.6, 0.4, 0.25, 0.15, 0.0)
"""Temperatures, in average gains, for equal parts of a search."""


def cycle_through(network: Network, edge: Edge, edges: Iterable[Edge]) -> list[int]:
    """Return a cycle of the edges of a block through one of them, with the fewest places."""
    rows: dict[int, list[int]] = {}
    for u, v in edges:
        if (u, v) != edge:
            rows.setdefault(u, []).append(v)
            if not network.directed:
                rows.setdefault(v, []).append(u)
    last, first = edge
    parent, queue = {first: first}, [first]
    for u in queue:
        for v in rows.get(u, ()):
            if v not in parent:
                parent[v] = u
                queue.append(v)
    tour = [last]
    while tour[-1] != first:
        tour.append(parent[tour[-1]])
    return tour[::-1]


def improved(network: Network, tour: list[int], steps: int, seed: int, clock: Clock) -> list[int]:
    """Return the best cycle of a local search that begins with a cycle."""
    indptr, indices, gains = network.arrays
    n, length = network.size, len(tour)
    scale = max(1.0, float(np.abs(gains).max()))
    gains = gains / scale
    starts, heads = indptr.tolist(), indices.tolist()
    rows = np.full(n, -1, np.int64)
    edges, place = rows.copy(), rows.copy()
    for k, (u, v) in enumerate(pairwise([*tour, tour[0]])):
        edges[k] = heads.index(v, starts[u], starts[u + 1])
        place[u] = k
    order, mates, kept = np.zeros(n, np.int64), rows.copy(), np.zeros(n, np.int64)
    order[:length] = tour
    for u, v in network.given:
        mates[u] = v
        if not (network.directed or network.ends_are_given):
            mates[v] = u
    if network.home is not None:
        kept[network.home] = 1
    value = float(gains[edges[:length]].sum())
    values = np.array([value, value, 0.0])
    s = np.zeros(5, np.int64)
    s[detours.RANDOM] = seed
    s[detours.LENGTH] = s[detours.BEST] = length
    s[detours.DIRECTED] = network.directed
    spare = n + detours.DEPTH + 2
    run = Run(
        detours.search,
        indptr,
        indices,
        gains,
        mates,
        kept,
        order,
        edges,
        place,
        order.copy(),
        np.zeros(spare, np.int64),
        np.zeros(spare, np.int64),
        values,
        s,
    )
    average = float(np.abs(gains).mean())
    for temperature in COOLING:
        run[-2][detours.TEMPERATURE] = temperature * average
        clock.run(METHOD, run, max(1, steps // len(COOLING)))
    arrays = run.arrays()
    return [int(v) for v in arrays[8][: s[detours.BEST]]]
