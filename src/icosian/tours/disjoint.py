"""Hamiltonian cycles without a common edge, and decompositions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from icosian._io.text import plural
from icosian._run.limits import Clock, TimeIsUp, Watch, check_int, hinted
from icosian._show import Words
from icosian.clauses import Fact
from icosian.exceptions import (
    InvalidArgument,
    InvalidTour,
    NoDisjointCycles,
    NoHamiltonianDecomposition,
    SearchLimitReached,
)
from icosian.proofs import DisjointRefutation, Proof
from icosian.tours.problem import Problem, edge_key
from icosian.tours.solve.clauses import Model, decide
from icosian.tours.solve.outcome import answer
from icosian.tours.tour import TourList, check_proof, check_tour


class DisjointCycles(TourList):
    """Hamiltonian cycles of a graph that have no edge in common, and a bound of their number.

    Parameters
    ----------
    cycles : iterable of sequences of nodes
        The nodes of each cycle in the order of the visit.
    bound : int, optional
        No more such cycles exist; None if that was not asked.
    proof : Proof, optional
        The certificate that there is not one more.
    G : networkx graph, optional
        The graph they belong to, used for pictures.
    stats : SearchStats, optional
        How they were found.

    See Also
    --------
    edge_disjoint_hamiltonian_cycles, hamiltonian_decomposition : Find them.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycles = icosian.tours.edge_disjoint_hamiltonian_cycles(nx.complete_graph(6))
    >>> len(cycles), cycles.is_optimal
    (2, True)
    """

    is_closed = True

    words = Words("Hamiltonian cycle", "most", "no more than {} exist", unknown="")

    def _stated(self) -> str:
        which = "with all edges" if self else "of a graph without edges"
        which = which if self.uses_all_edges else "without a common edge"
        return f"{super()._stated()} {which}"

    @property
    def uses_all_edges(self) -> bool:
        """True if they are a decomposition of the edges of the graph."""
        if self.graph is None:
            return False
        return sum(map(len, self)) == sum(len({*edge}) > 1 for edge in self.graph.edges())

    def __repr__(self) -> str:
        nodes = plural(len(self[0]) if self else 0, "node")
        return f"<{plural(len(self), 'disjoint cycle')} of {nodes}>"


# -- Several Hamiltonian cycles without a common edge, as clauses: which edge is in which cycle


class Colored(Model):
    """A problem as cycles of several colors: edge k in color c is variable c m + k of m edges."""

    ports = None  # only borders are looked at

    def __init__(self, problem: Problem, colors: int, *, every_edge: bool) -> None:
        super().__init__(problem)
        self.colors, self.every_edge = colors, every_edge
        need = colors * (1 if self.directed else 2)
        sides = zip(self._out, self._into, strict=True)
        nodes = [p for a, b in sides for p in ((a, b) if self.directed else (a + b,))]
        counts, full = {*map(len, nodes)}, [edges for edges in nodes if len(edges) == need]
        self._used = {*chain.from_iterable(full)}
        self.is_hopeless = min(counts) < need or (every_edge and counts != {need})
        """True if some node has too few edges, or too many for a decomposition."""
        self.variables = 0 if self.is_hopeless else colors * len(self.edges)
        self._shifts = range(0, self.variables, len(self.edges) or 1)  # of the colors
        self.first = full[0][: colors if self.directed else 1] if full and self.variables else []
        """Edges in the first, the second, ... color, as chosen at a node that has no spare edge."""

    def facts(self) -> Iterator[Fact]:
        """Yield the two edges of each color at every node, and one color at most of each edge."""
        if self.is_hopeless:
            yield 1, []
            return
        yield from self._in_all([*super().facts()])
        for k in range(1, len(self.edges) + 1):
            own = [by + k for by in self._shifts]
            yield self.colors - 1, [-x for x in own]
            if k in self._used:
                yield 1, own

    def chosen(self) -> list[Fact]:
        """Return the colors of the first edges."""
        return [(1, [by + k]) for by, k in zip(self._shifts, self.first, strict=False)]

    def border(self, part: set[int]) -> list[Fact]:
        """Return that the border of a set is crossed in every color, nothing if it is too small."""
        facts = super().border(part)
        lacks = any(len(edges) < self.colors * least for least, edges in facts)
        return [(1, [])] if lacks else [*self._in_all(facts)]

    def colored(self, literals: Sequence[int]) -> list[list[list[int]]]:
        """Return the cycles of each color of a choice."""
        numbers = np.array(literals)
        return [self.cycles(numbers - by) for by in self._shifts]

    def certificate(
        self, used: list[int], parts: list[set[int]], **steps: Any
    ) -> DisjointRefutation:
        """Return a refutation, unchecked, whose clauses speak of some variables."""
        m, nodes = len(self.edges), self.problem.nodes
        ends = ((*self.edges[(x - 1) % m], (x - 1) // m + 1) for x in used)
        return self.problem.certificate(
            DisjointRefutation,
            disjoint=self.colors,
            every_edge=self.every_edge,
            sets=self.sets(parts),
            first=self.named(self.first),
            members=tuple((nodes[u], nodes[v], c) for u, v, c in ends),
            **steps,
        )

    def _in_all(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Yield facts about one color for each."""
        for by in self._shifts:
            for least, literals in facts:
                yield least, [x + by if x > 0 else x - by for x in literals]


def disjoint(
    problem: Problem, count: int, clock: Clock, *, every_edge: bool = False
) -> list[list[int]] | Proof:
    """Return so many cycles as numbers of nodes, or an unchecked proof."""
    if count == 1 and not every_edge:  # the usual question
        one = answer(problem, clock)
        return one if isinstance(one, Proof) else [[problem.index[v] for v in one]]
    return decide(Colored(problem, count, every_edge=every_edge), clock) or []


def degrees(problem: Problem) -> list[int]:
    """Return how many cycles the edges at each node allow."""
    arrays = problem.arrays
    if not arrays.directed:
        return [*(arrays.degrees // 2).tolist()]
    return [*arrays.degrees.tolist(), *np.bincount(arrays.indices, minlength=problem.size).tolist()]


# -- Public functions that find Hamiltonian cycles without a common edge

METHOD = "disjoint cycles"


@hinted
def edge_disjoint_hamiltonian_cycles(
    G: nx.Graph[Any], k: int | None = None, *, timeout: float | None = None, progress: Watch = None
) -> DisjointCycles:
    """Return k Hamiltonian cycles without a common edge, or as many as there are.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph, but no multigraph. Self-loops do not matter.
    k : int, optional
        How many; by default the most.
    timeout : float, optional
        Seconds. The most cycles so far are returned with a bound if ``k`` is not given.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    DisjointCycles
        The cycles, each a :class:`Tour`. If ``k`` is not given, with ``bound``, ``is_optimal`` and
        ``proof``, checked against ``G``; there may be none.

    Raises
    ------
    NoDisjointCycles
        If there are fewer than ``k``; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before ``k`` are found or excluded.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    hamiltonian_decomposition : Cycles that have all edges together.
    hamiltonian_cycle : One of them.

    Notes
    -----
    A clause says that an edge is in one of the cycles, or is not. A solver finds two edges of each
    cycle at every node; where they form several cycles, their borders must be crossed in every
    cycle, and it goes on. Where it finds that there is no choice, the clauses that it has learned
    are the proof, a :class:`~icosian.proofs.DisjointRefutation`. Exponential time at worst.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycles = icosian.tours.edge_disjoint_hamiltonian_cycles(nx.hypercube_graph(4))
    >>> print(cycles.explain())
    2 Hamiltonian cycles with all edges, proved to be the most.
    >>> icosian.tours.edge_disjoint_hamiltonian_cycles(nx.petersen_graph(), 1)
    Traceback (most recent call last):
        ...
    icosian.exceptions.NoDisjointCycles: There is no Hamiltonian cycle: ...
    """
    k = None if k is None else check_int(k, "k")
    problem, clock = _asked(G), Clock(timeout, progress)
    if k is not None:
        return _found(problem, k, clock, NoDisjointCycles)
    bound, cycles = min(degrees(problem)), list[list[int]]()
    proof: Proof = DisjointRefutation(closed=True, ranks=problem.ranks, disjoint=bound + 1)
    check_proof(G, proof, Clock())
    with suppress(TimeIsUp, SearchLimitReached):
        # One first, so that there is an answer in time; then from the most downward.
        for count in dict.fromkeys([1, *range(bound, 1, -1)]) if bound else ():
            found = disjoint(problem, count, clock)
            if isinstance(found, Proof):
                check_proof(G, found, clock)
                bound, proof = count - 1, found
            else:
                cycles = found
            if len(cycles) == bound:
                break
    return _checked(problem, cycles, clock, bound=bound, proof=proof)


@hinted
def hamiltonian_decomposition(
    G: nx.Graph[Any], *, timeout: float | None = None, progress: Watch = None
) -> DisjointCycles:
    """Return Hamiltonian cycles that have every edge of a graph once.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph, but no multigraph. Self-loops do not matter.
    timeout, progress : optional
        As for :func:`edge_disjoint_hamiltonian_cycles`.

    Returns
    -------
    DisjointCycles
        The cycles; a graph without edges has none.

    Raises
    ------
    NoHamiltonianDecomposition
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    edge_disjoint_hamiltonian_cycles : As many as there are, or so many, and the method.

    References
    ----------
    .. [1] B. Alspach, J.-C. Bermond, D. Sotteau, Decomposition into cycles I: Hamilton
       decompositions, Cycles and Rays, Kluwer, 1990, 9-18.

    Examples
    --------
    Seven guests at a round table on three evenings: nobody sits beside a guest twice.

    >>> import networkx as nx, icosian
    >>> evenings = icosian.tours.hamiltonian_decomposition(nx.complete_graph(7))
    >>> len(evenings), [len(evening) for evening in evenings]
    (3, [7, 7, 7])
    """
    problem, clock = _asked(G), Clock(timeout, progress)
    if not len(problem.arrays.indices):
        return DisjointCycles((), G=G)
    return _found(problem, max(1, *degrees(problem)), clock, NoHamiltonianDecomposition)


def _asked(G: nx.Graph[Any]) -> Problem:
    """Return the problem of a graph whose edges can be told apart."""
    problem = Problem.of(G, closed=True)
    if G.is_multigraph():
        raise InvalidArgument("cycles without a common edge are for graphs, not multigraphs")
    return problem


def _found(
    problem: Problem, count: int, clock: Clock, kind: type[NoDisjointCycles]
) -> DisjointCycles:
    """Return so many cycles, or raise an error with its proof."""
    try:
        found = disjoint(problem, count, clock, every_edge=kind is NoHamiltonianDecomposition)
        if isinstance(found, Proof):
            check_proof(problem.G, found, clock)
            raise kind(found)
        return _checked(problem, found, clock)
    except TimeIsUp:
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s: {count} cycles are neither found nor excluded",
            stats=clock.stats(METHOD),
        ) from None


def _checked(
    problem: Problem, cycles: list[list[int]], clock: Clock, **proved: Any
) -> DisjointCycles:
    """Return cycles that were checked against the graph, and against each other."""
    tours = [[problem.nodes[v] for v in cycle] for cycle in cycles]
    found = DisjointCycles(tours, G=problem.G, stats=clock.stats(METHOD), **proved)
    used = set()
    for tour in found:
        check_tour(problem.G, tour)
        used |= {edge_key(edge, directed=problem.arrays.directed) for edge in tour.edges()}
    if len(used) < sum(map(len, found)):
        raise InvalidTour("two cycles have an edge in common")
    return found
