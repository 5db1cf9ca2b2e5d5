"""Conditions on a tour: edges to use, edges to avoid, numbers given to nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from icosian._io.memory import collector_paused
from icosian._run.clock import TimeIsUp
from icosian._run.stats import SearchStats
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.proofs import HOME, Conditional, Middle, Positioned, Proof
from icosian.proofs.evidence import verify
from icosian.tours.certify import necessary_conditions as refute
from icosian.tours.checking import check_tour
from icosian.tours.condition_graph import conditioned
from icosian.tours.problem import Problem
from icosian.tours.solve.portfolio import decide
from icosian.tours.solve.positions_sat import numbered
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.proofs.claim import Pairs
    from icosian.tours.solve.path_cover import Paths

__all__ = ["Conditions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """A question and the conditions that its tours keep.

    Attributes
    ----------
    problem : Problem
        The question; numbers 1 and n of a path are its ends, number 1 of a cycle its start.
    require, forbid : tuple of (node, node)
        Edges to use, and edges to avoid.
    positions : tuple of (node, int)
        The other numbers given, in order; of a cycle all, if there are others than number 1.
    """

    problem: Problem
    require: Pairs = ()
    forbid: Pairs = ()
    positions: tuple[tuple[Any, int], ...] = ()

    @classmethod
    def of(
        cls,
        problem: Problem,
        require: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        positions: Mapping[Any, int] | None = None,
    ) -> Conditions:
        """Check conditions.

        Parameters
        ----------
        problem : Problem
            The question.
        require, forbid : iterable of (node, node)
            Edges to use, and edges to avoid; on a board also by the names of squares.
        positions : mapping of node to int, optional
            Numbers of nodes on the tour, from 1.

        Returns
        -------
        Conditions
            The question with its conditions.

        Raises
        ------
        InvalidArgument
            If conditions are no edges or numbers, or contradict each other at once.
        NotANode
            If a node is none of the graph.
        """
        G = problem.G
        used, avoided = _edges(G, require, "require"), _edges(G, forbid, "forbid")
        for key, (u, v) in used.items():
            if key in avoided:
                raise InvalidArgument(f"edge {(u, v)!r} is both required and forbidden")
            if u == v:
                raise InvalidArgument(f"require: a tour never uses the loop {(u, v)!r}")
        edges = {"require": tuple(used.values()), "forbid": tuple(avoided.values())}
        if not positions:
            return cls(problem=problem, **edges)
        numbers = _numbers(problem, positions)
        place = {v: i for i, v in enumerate(problem.nodes)}
        first, last = 1, 0 if problem.closed else problem.size
        start, end = (place.get(numbers.get(k)) for k in (first, last))
        if not problem.closed or len(numbers) == 1:
            numbers = {k: v for k, v in numbers.items() if k not in {first, last}}
        return cls(
            problem=replace(problem, start=start, end=end),
            positions=tuple((v, k) for k, v in sorted(numbers.items())),
            **edges,
        )

    def answer(
        self, clock: Clock, *, method: str = "auto", seed: int = 0, readable: bool = False
    ) -> Tour | Proof:
        """Answer the question with evidence, as :func:`icosian.tours.solve.portfolio.decide` does.

        Parameters
        ----------
        clock : Clock
            The clock of the search.
        method : str
            One of ``METHODS``; numbers of nodes have a method of their own.
        seed : int
            Seed of all random choices.
        readable : bool
            Whether to spend some more time on a proof that is shorter to read.

        Returns
        -------
        Tour or Proof
            Checked against the graph and the conditions.

        Raises
        ------
        SearchLimitReached
            If the time is over, or the only method allowed has failed.
        """
        if self.positions:
            return self._numbered(clock)
        if not (self.require or self.forbid):
            return decide(self.problem, clock, method=method, seed=seed, readable=readable)
        problem = self.changed()
        try:
            answer = decide(problem, clock, method=method, seed=seed, readable=readable)
        except SearchLimitReached as error:
            error.cover = _unconditioned(error.cover)
            error.partial = error.cover[0] if error.cover else ()
            raise
        if isinstance(answer, Proof):
            try:
                return self._proof(answer, clock)
            except TimeIsUp:
                raise self._late(clock, method) from None
        return self.tour(self.restored(answer), answer.stats)

    def restored(self, nodes: Iterable[Any]) -> list[Any]:
        """Return a tour of the graph that is asked about.

        Parameters
        ----------
        nodes : iterable of nodes
            A tour of the changed graph.

        Returns
        -------
        list of nodes
            The tour that it stands for.
        """
        nodes = list(nodes)
        if not (self.require or self.forbid):
            return nodes
        nodes = [v for v in nodes if not isinstance(v, Middle)]
        if HOME in nodes:
            k = nodes.index(HOME)
            nodes = nodes[k + 1 :] + nodes[:k]
            ends = [None if v is None else self.problem.nodes[v] for v in self._ends]
            if any(v not in (None, w) for v, w in zip(ends, (nodes[0], nodes[-1]), strict=True)):
                nodes.reverse()
        return nodes

    def has_other(self, tour: Tour, clock: Clock, *, seed: int = 0) -> bool:
        """Whether there is a tour with other edges than a given one.

        Parameters
        ----------
        tour : Tour
            A tour that keeps the conditions.
        clock : Clock
            The clock of the search.
        seed : int
            Seed of all random choices.

        Returns
        -------
        bool
            Whether one was found; if not, proofs that there is none were checked.

        Raises
        ------
        SearchLimitReached
            If the time is over.
        """
        if self.positions:
            return isinstance(self._numbered(clock, besides=(tuple(tour),)), Tour)
        used = self.require
        directed = self.problem.arrays.directed
        known = {_key(edge, directed=directed) for edge in used}
        # The first edge that another tour does not use: the edges before it, it uses.
        for edge in tour.edges():
            if _key(edge, directed=directed) in known:
                continue
            other = replace(self, require=used, forbid=(*self.forbid, edge))
            if isinstance(other.answer(clock, seed=seed), Tour):
                return True
            used = (*used, edge)
        return False

    @property
    def _ends(self) -> tuple[int | None, int | None]:
        return self.problem.start, self.problem.end

    def changed(self) -> Problem:
        """Return the same question about a graph without conditions.

        Returns
        -------
        Problem
            A question with as many tours, positions aside.
        """
        problem = self.problem
        if not (self.require or self.forbid):
            return problem
        asked = refute.question(problem)
        asked.pop("ranks", None)
        with collector_paused():
            H, question = conditioned(problem.G, self.require, self.forbid, **asked)
        if problem.closed and problem.start is not None:
            question["start"] = problem.nodes[problem.start]
        return Problem.of(H, **question)

    def _proof(self, inner: Proof, clock: Clock) -> Proof:
        """Return a proof, checked, from one about the changed graph."""
        if not (self.require or self.forbid):
            return inner
        asked = refute.question(self.problem)
        proof = Conditional(
            require=self.require,
            forbid=self.forbid,
            inner=replace(inner, ranks=asked.get("ranks")),
            **asked,
        )
        self._verify(proof, self.problem.G, clock)
        return proof

    @staticmethod
    def _verify(proof: Proof, G: nx.Graph[Any], clock: Clock) -> None:
        with collector_paused():
            verify(proof, G, lambda: clock.tick("check"))

    @staticmethod
    def _late(clock: Clock, method: str) -> SearchLimitReached:
        return SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
            "no tour with these conditions found, none excluded",
            stats=SearchStats(method=method, steps=clock.steps, seconds=clock.seconds),
        )

    def _numbered(self, clock: Clock, besides: tuple[tuple[Any, ...], ...] = ()) -> Tour | Proof:
        G = self.problem.G
        question = Positioned(
            positions=self.positions,
            require=self.require,
            forbid=self.forbid,
            besides=besides,
            **refute.question(self.problem),
        )
        try:
            # Counting is what a SAT solver is worst at, and what the cheap truths are made of.
            changed = self.changed()
            if proof := refute.cheap_proof(changed, clock):
                self._verify(proof, changed.G, clock)
                return self._proof(proof, clock)
            found = numbered(G, question, clock)
            if isinstance(found, Positioned):
                self._verify(found, G, clock)
                return found
        except TimeIsUp:
            raise self._late(clock, "sat") from None
        return self.tour(found, SearchStats(method="sat", steps=clock.steps, seconds=clock.seconds))

    def tour(self, nodes: Iterable[Any], stats: SearchStats | None) -> Tour:
        """Return a tour that was checked against the graph and the conditions.

        Parameters
        ----------
        nodes : iterable of nodes
            In the order of the visit.
        stats : SearchStats or None
            How it was found.

        Returns
        -------
        Tour
            The tour.

        Raises
        ------
        InvalidTour
            If it is none.
        """
        problem = self.problem
        tour = Tour(list(nodes), is_closed=problem.closed, G=problem.G, stats=stats)
        check_tour(problem.G, tour, closed=problem.closed)
        directed = problem.arrays.directed
        used = {_key(edge, directed=directed) for edge in tour.edges()}
        assert all(_key(edge, directed=directed) in used for edge in self.require)
        assert not any(_key(edge, directed=directed) in used for edge in self.forbid)
        assert all(tour.numbering[v] == k for v, k in self.positions)
        for v, k in zip(self._ends, (0, -1), strict=True):
            assert v is None or tour[k] == problem.nodes[v]
        return tour


def _key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is the same for the same edge."""
    return edge if directed else frozenset(edge)


def _edges(G: nx.Graph[Any], pairs: Iterable[Any], role: str) -> dict[Any, tuple[Any, Any]]:
    """Return edges of a graph, each once, by their keys."""
    try:
        given = [tuple(pair) for pair in pairs]
    except TypeError:
        given = [()]
    edges: dict[Any, tuple[Any, Any]] = {}
    for pair in given:
        if len(pair) != 2:
            raise InvalidArgument(f"{role} must hold pairs of nodes, got {pairs!r}")
        u, v = (node_of(G, node, role) for node in pair)
        if not G.has_edge(u, v):
            raise InvalidArgument(f"{role} must hold edges of the graph, got {pair!r}")
        edges.setdefault(_key((u, v), directed=G.is_directed()), (u, v))
    return edges


def _numbers(problem: Problem, positions: Mapping[Any, int]) -> dict[int, Any]:
    """Return the node of every number that is given, the ends of the question included."""
    if not isinstance(positions, Mapping):
        raise InvalidArgument(f"positions must map nodes to numbers, got {positions!r}")
    n = problem.size
    given = [
        (problem.nodes[v], k) for v, k in ((problem.start, 1), (problem.end, n)) if v is not None
    ]
    for node, k in positions.items():
        if type(k) is not int or not 1 <= k <= n:
            raise InvalidArgument(
                f"positions must be integers from 1 to {n}, got {k!r} for {node!r}"
            )
        given.append((node_of(problem.G, node, "positions"), k))
    numbers: dict[int, Any] = {}
    places: dict[Any, int] = {}
    for node, k in given:
        if numbers.setdefault(k, node) != node:
            raise InvalidArgument(f"number {k} is given to {numbers[k]!r} and to {node!r}")
        if places.setdefault(node, k) != k:
            raise InvalidArgument(f"{node!r} is given the numbers {places[node]} and {k}")
    if problem.closed and 1 not in numbers:
        raise InvalidArgument(
            f"positions on a cycle count from its start, got {positions!r} and none"
        )
    return numbers


def _unconditioned(cover: Paths) -> Paths:
    """Return the paths of the graph that paths of the changed graph hold."""
    paths = []
    for path in cover:
        nodes = [HOME, *(v for v in path if not isinstance(v, Middle)), HOME]
        homes = [k for k, v in enumerate(nodes) if v is HOME]
        paths += [tuple(nodes[i + 1 : j]) for i, j in pairwise(homes) if j > i + 1]
    return tuple(sorted(paths, key=len, reverse=True))
