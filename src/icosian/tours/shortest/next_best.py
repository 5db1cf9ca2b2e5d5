"""All tours in the order of their lengths: each is the shortest besides those that are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import networkx as nx
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian._run.pool import Pool, Workers, opened
from icosian.exceptions import SearchLimitReached
from icosian.tours.shortest.answer import Asked, Limits, form_of, hamiltonian_tour, turned
from icosian.tours.shortest.exact import solve_exactly
from icosian.tours.shortest.improvement import improved
from icosian.tours.shortest.problem.cycle_problem import CycleProblem, Solution
from icosian.tours.shortest.problem.lengths import Weight
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.relaxation.rounding import Edge, Edges
from icosian.tours.shortest.selection import Seeking, solve
from icosian.tours.shortest.shortest_tour import ShortestTour

METHOD = "next best"
KICKS = 5
"""Kicks of a search of tours without an edge."""


@hinted
def shortest_hamiltonian_cycles(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian cycles of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start, weight, require, forbid, executor, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    timeout : float, optional
        Seconds from the call; the time between two tours counts too.

    Yields
    ------
    ShortestTour
        Each cycle once, a cycle and its reverse being the same in an undirected graph, and none
        before a shorter one: lengths are compared exactly. Of cycles of equal length that have been
        found, the first by its nodes, in the order of the graph, comes first. The proof of each is
        a :class:`~icosian.proofs.LowerBound` that no tour but those before it is shorter. If the
        time is over, the last one is the best that is known, with a bound.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.
    NoHamiltonianCycle, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_hamiltonian_cycle : The first of them.
    hamiltonian_cycles : All of them, in no order of lengths, and much faster.

    Notes
    -----
    The rest of the tours is split on the edges of those that are known, as by Lawler [1]_, within
    the tree of cases of branch and cut: a case is closed as well if it leaves a known tour only.

    References
    ----------
    .. [1] E. L. Lawler, A procedure for computing the K best solutions to discrete optimization
       problems, Management Science 18 (1972), 401-405.

    Examples
    --------
    >>> from itertools import islice
    >>> import icosian
    >>> places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> [tour.length for tour in icosian.tours.shortest_hamiltonian_cycles(places)]
    [14, 20, 22]
    """
    question = {"closed": True, "start": start, "require": require, "forbid": forbid}
    limits = Limits.of(timeout, 0.0, seed, progress, executor)
    if isinstance(G, Places):
        G.check_plain(closed=True)
    return _generated(Asked.of(G, weight, question, limits))


def _generated(asked: Asked) -> Iterator[ShortestTour]:
    """Yield the tours; the first is found as any shortest tour is."""
    clock, form, index = asked.limits.clock, form_of(asked.problem), asked.problem.index

    def stops_of(cycle: list[int]) -> list[int]:
        """Return the tour that a cycle is, from its start, in the direction that comes first."""
        order = turned(form.decoded(cycle), asked.problem.start or 0)
        return order if form.directed else min(order, order[:1] + order[:0:-1])

    others = _Others(form.problem(*asked.lengths.table(asked.problem.size)))
    tour, proof, bound = hamiltonian_tour(asked), None, 0
    known: list[tuple[Any, ...]] = []
    while True:
        yield tour
        if not tour.is_shortest:
            raise _time_is_up(clock, len(known))
        # 1. The tour is known from now on; others are looked for without one of its edges each.
        known.append(tuple(tour))
        others.know(form.encoded([index[v] for v in tour]), asked.limits)
        # 2. A tour that was seen and is as long as the bound needs no search.
        seen = ((length, stops_of(cycle)) for length, cycle in others.seen)
        length, order = min(seen, default=(None, []))
        if proof is None or length != bound:
            with opened(asked.limits.executor) as pool, collector_paused():
                found = solve_exactly(others, partial(_solve, clock, pool), clock, 0.0)
            if not found.tour:
                if not found.is_shortest:
                    raise _time_is_up(clock, len(known))
                return
            order, bound = stops_of(found.tour), found.bound
            proof = asked.bound(found, besides=tuple(known))
        nodes = [asked.problem.nodes[v] for v in order]
        tour = asked.tour(ShortestTour, nodes, bound, proof, METHOD)


def _solve(
    clock: Clock, pool: Pool | None, question: _Others, *, most: int | None, **_: Any
) -> Solution:
    """Solve a question whose lengths fit; nothing is reported."""
    return solve(question, clock, most=most, pool=pool)


def _time_is_up(clock: Clock, count: int) -> SearchLimitReached:
    """Return the exception that says how many tours are proved to be the next ones."""
    return SearchLimitReached(
        f"not all tours are known after {clock.seconds:.3g} s: {count} so far in the order of"
        " their lengths",
        stats=clock.stats(METHOD),
    )


class _Others(Seeking):
    """The tours besides those that are known, as a statement and as its search of tours.

    Some of them are seen before they are needed.
    """

    def __init__(self, problem: CycleProblem) -> None:
        self.problem, self.fits, self._last = problem, problem.fits, list[int]()
        self.known: dict[frozenset[Edge], None] = {}
        self.edges = Edges.of(problem)
        self._pairs = {*map(tuple, self.edges.pairs.tolist())}
        self._seen: dict[frozenset[Edge], tuple[int, list[int]]] = {}

    @property
    def seen(self) -> list[tuple[int, list[int]]]:
        """The tours that were seen, with their lengths."""
        return [*self._seen.values()]

    def know(self, cycle: list[int], limits: Limits) -> None:
        """Note that a tour is known, and look for others without one of its edges each."""
        edges, self._last = _edges(cycle), cycle
        self.known[edges] = None
        with suppress(TimeIsUp):
            for u, v in edges.difference(self.problem.required) if self.fits else ():
                limits.clock.tick(METHOD)
                matrix = self.problem.matrix.copy()
                matrix[[u, v], [v, u]] = self.problem.absent
                part = replace(self.problem, matrix=matrix)
                found, _ = improved(part, Clock(), seed=limits.seed, kicks=KICKS, tour=cycle)
                self.measured(found.tolist())
        self._seen.pop(edges, None)

    # -- as a statement and its search

    @property
    def tours(self) -> list[list[int]]:
        """The shortest tour that was seen, if there is one."""
        return [cycle for _, cycle in sorted(self.seen)[:1]]

    @property
    def statement(self) -> Edges:
        """The edges, with the tours that are known."""
        return replace(self.edges, known=tuple(self.known))

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a tour, None if it breaks a condition or is known."""
        edges = _edges(cycle)
        if edges in self.known or not edges <= self._pairs:
            return None
        length = self.problem.measured(cycle)
        if length is not None:
            self._seen[edges] = length, cycle
        return length

    def rounded(self, lengths: NDArray[Any], tour: list[int] | None) -> _Others:
        """Return the statement for other lengths of its edges, and a tour."""
        part = _Others(self.problem.with_lengths(self.edges.pairs, lengths))
        part.known, part._last = self.known, self._last
        if tour is not None:
            part.measured(tour)
        return part

    def search(self, clock: Clock, seed: int) -> Seeking:  # noqa: ARG002
        """Return no search: integral solutions of linear programs are enough."""
        return self

    def first(self) -> list[int]:
        """Return some cycle of nodes, a known one."""
        return self._last


def _edges(cycle: Sequence[int]) -> frozenset[Edge]:
    """Return the edges of a cycle of nodes."""
    steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    return frozenset((min(step), max(step)) for step in steps)
