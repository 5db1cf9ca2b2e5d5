"""All tours in the order of their lengths: each is the shortest besides those that are known."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._arrays.weights import missing_note
from icosian._io.memory import collector_paused
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import SearchLimitReached
from icosian.proofs import Computed, LowerBound
from icosian.tours.checking import check_proof
from icosian.tours.conditions import Chains
from icosian.tours.shortest.answer import (
    Limits,
    evidence_of,
    form_of,
    plain,
    steps_of,
    tour_of_graph,
    tour_of_places,
    turned,
)
from icosian.tours.shortest.bottleneck import read
from icosian.tours.shortest.improvement import improved
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.relaxation.branch_and_cut import BranchAndCut, first_columns
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual, SolverFailure
from icosian.tours.shortest.relaxation.rounding import Edges
from icosian.tours.shortest.selection import Choice
from icosian.tours.shortest.shortest_tour import ShortestTour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.tours.problem import Problem
    from icosian.tours.shortest.problem.cycle_problem import Solution
    from icosian.tours.shortest.problem.lengths import Lengths, Weight
    from icosian.tours.shortest.relaxation.branching import Node
    from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes
    from icosian.tours.shortest.relaxation.rounding import Edge


METHOD = "next best"
LEAST, KICKS = 30, 20
"""The fewest nodes of which tours are searched without an edge, and kicks of each search."""


def shortest_hamiltonian_cycles(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian cycles of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start : node, optional
        The node that the tours are numbered from.
    weight, require, forbid, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    timeout : float, optional
        Seconds from the call; the time between two tours counts too.

    Yields
    ------
    ShortestTour
        Each cycle once, a cycle and its reverse being the same in an undirected graph; those of
        equal length in any order. The proof of each is a :class:`~icosian.proofs.LowerBound` that
        no tour but those before it is shorter. If the time is over, the last one is the best that
        is known, with a bound.

    Raises
    ------
    NoHamiltonianCycle
        If there is none, when the first is asked for; ``.proof`` says why.
    SearchLimitReached
        If the time is over, after the last tour.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.

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
    limits = Limits.of(timeout, 0.0, seed, progress)
    problem, lengths, weight = read(G, weight, question)
    return _generated(_Ranking(G, problem, lengths, weight, limits), question)


def _generated(ranking: _Ranking, question: dict[str, Any]) -> Iterator[ShortestTour]:
    """Yield the tours; the first is found as any shortest tour is."""
    tour: ShortestTour | None = ranking.first(question)
    while tour is not None:
        yield tour
        if not tour.is_shortest:
            clock = ranking.limits.clock
            raise SearchLimitReached(
                f"not all tours are known after {clock.seconds:.3g} s:"
                f" {len(ranking.known)} so far in the order of their lengths",
                stats=clock.stats(METHOD),
            )
        tour = ranking.next()


class _NoSearch:
    """No search of tours in the tree: integral solutions of linear programs are enough."""

    def at_root(self, planes: CuttingPlanes, node: Node) -> None:
        """Do nothing."""

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:
        """Do nothing."""

    def later(self) -> _NoSearch:
        """Return the same."""
        return self


class _Ranking:
    """The tours that are known, those that were seen, and the last proof."""

    def __init__(
        self, G: Any, problem: Problem, lengths: Lengths, weight: Weight, limits: Limits
    ) -> None:
        self.G, self.asked, self.lengths, self.weight = G, problem, lengths, weight
        self.limits, self.form = limits, form_of(problem)
        self.known: dict[frozenset[Edge], tuple[Any, ...]] = {}
        """The nodes of the tours so far, by their edges."""
        self._seen: dict[frozenset[Edge], tuple[int, list[int]]] = {}
        self._proof: LowerBound | None = None
        self._bound = 0
        self._last: list[int] = []

    def first(self, question: dict[str, Any]) -> ShortestTour:
        """Return the shortest tour."""
        if isinstance(self.G, Places):
            question = question | {"end": None, "choice": Choice(), "order": Chains()}
            tour = tour_of_places(self.G, question, self.limits)
        else:
            tour = tour_of_graph(self.G, self.weight, question, self.limits)
        self.problem = self.form.problem(*self.lengths.table(self.asked.size))
        self.edges = Edges.of(self.problem)
        self._pairs = {*map(tuple, self.edges.pairs.tolist())}
        cycle = self.form.encoded([self.asked.index[v] for v in tour])
        self._take(cycle, tour.nodes)
        return tour

    def _take(self, cycle: list[int], nodes: Sequence[Any]) -> None:
        """Note that a tour is known, and look for others without one of its edges each."""
        self.known[_edges(cycle)], self._last = tuple(nodes), cycle
        if len(cycle) < LEAST or not self.problem.fits or self.problem.required:
            return
        with suppress(TimeIsUp):
            for u, v in _edges(cycle).difference(self.problem.required):
                self.limits.clock.tick(METHOD)
                matrix = self.problem.matrix.copy()
                matrix[[u, v], [v, u]] = self.problem.absent
                part = replace(self.problem, matrix=matrix)
                found, _ = improved(part, Clock(), seed=self.limits.seed, kicks=KICKS, tour=cycle)
                self._measured(found.tolist())

    def _measured(self, cycle: list[int]) -> int | None:
        """Return the length of a tour, None if it is known or breaks a condition."""
        edges = _edges(cycle)
        if edges in self.known or not edges <= self._pairs:
            return None
        length = self.problem.measured(cycle)
        if length is not None:
            self._seen[edges] = length, cycle
        return length

    def next(self) -> ShortestTour | None:
        """Return the shortest tour besides those that are known, None if there is none."""
        self._seen = {edges: one for edges, one in self._seen.items() if edges not in self.known}
        best = min(self._seen.values(), default=None)
        if best is None or self._proof is None or best[0] != self._bound:
            best = self._solved(best)
        if best is None:
            return None
        length, cycle = best
        order = turned(self.form.decoded(cycle), self.asked.start)
        nodes = [self.asked.nodes[v] for v in order]
        stats = self.limits.clock.stats(METHOD)
        tour = self.asked.tour(nodes, stats)
        self._take(cycle, tour.nodes)
        unit, bound = self.lengths.unit, self._bound
        number: Any = unit.number(length)
        least = number if length == bound else unit.number(bound, down=True)
        where: dict[str, Any] = {"G": self.G, "note": ""}
        if isinstance(self.G, Places):
            where = {"places": self.G}
            if not self.G.is_exact:
                exact = sum(self.G.true_length(*step) for step in steps_of(order, closed=True))
                number, least = unit.number(exact / unit.size), unit.number(bound, down=True)
        else:
            where["note"] = missing_note(self.G, self.weight)
        return ShortestTour(
            tour.nodes,
            is_closed=True,
            length=number,
            bound=least,
            is_optimal=length == bound,
            proof=self._proof,
            stats=stats,
            **where,
        )

    def _solved(self, best: tuple[int, list[int]] | None) -> tuple[int, list[int]] | None:
        """Search for a shorter tour than the best that was seen, and prove that there is none."""
        problem, clock = self.problem, self.limits.clock
        edges = replace(self.edges, known=tuple(self.known))
        nothing = problem.size * int(edges.lengths.max()) + 1
        cycle = best[1] if best else self._last
        incumbent = Incumbent(
            self._measured, cycle, best[0] if best else nothing, 0.0, lambda _: None
        )
        cases = BranchAndCut(
            edges, incumbent, clock, _NoSearch(), note=lambda _: None, keep=lambda *_: None
        )
        with collector_paused(), suppress(TimeIsUp, SolverFailure):
            if not cases.at_root(first_columns(edges, problem, cycle)):
                cases.in_cases()
        empty = Dual(np.zeros(edges.size), (), np.zeros(0))
        solution = cases.solution() or cases.leaf(cases.dual or empty)
        if incumbent.length == nothing:
            if solution.bound < nothing:
                raise SearchLimitReached("no further tour is found", stats=clock.stats(METHOD))
            return None
        self._prove(solution)
        return incumbent.length, incumbent.tour

    def _prove(self, solution: Solution) -> None:
        """Keep the proof that no tour besides those that are known is shorter."""
        options: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        if isinstance(self.G, Places):
            fields["unit"] = None if self.G.is_exact else plain(self.G.unit)
        else:
            options["weight"] = self.weight
            fields["weight"] = Computed() if callable(self.weight) else self.weight
        self._bound = solution.bound
        self._proof = self.asked.certificate(
            LowerBound,
            nodes=tuple(self.asked.nodes),
            require=self.asked.require,
            forbid=self.asked.forbid,
            hidden=len(self.lengths.hidden),
            besides=tuple(self.known.values()),
            **fields,
            **evidence_of(solution, self.lengths.unit.size),
        )
        check_proof(self.G, self._proof, Clock(), **options)


def _edges(cycle: Sequence[int]) -> frozenset[Edge]:
    """Return the edges of a cycle of nodes."""
    steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    return frozenset((min(step), max(step)) for step in steps)
