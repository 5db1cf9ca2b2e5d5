"""The fewest disjoint paths that visit all nodes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import networkx as nx

from icosian._arrays import Csr
from icosian._run.limits import Clock, TimeIsUp, Watch, check_seed, hinted
from icosian.proofs import CoverBound, LowerBound
from icosian.tours.cover.path_cover import (
    Cut,
    PathCover,
    best_cover,
    components,
    cover_by_rotations,
    greedy_cover,
    induce_subgraph,
    match_nodes,
    separator,
    trim_trees,
)
from icosian.tours.instance import CycleSolution
from icosian.tours.problem import Problem
from icosian.tours.shortest.question import evidence_of
from icosian.tours.tour import check_cover, check_proof

METHOD = "path cover"


def cover_of(problem: Problem, clock: Clock, seed: int) -> PathCover:
    """Return the best path cover that the time allows, with what is proved of it."""
    search = _CoverSearch(problem.arrays, clock, seed)
    search.cover()
    nodes, ranks = problem.nodes, problem.ranks

    def named(numbers: Iterable[int]) -> tuple[Any, ...]:
        return tuple(nodes[v] for v in numbers)

    paths = list(map(named, search.ordered()))
    check_cover(problem.G, paths)
    proof = CoverBound(
        closed=False,
        ranks=ranks,
        bound=search.bound,
        removed=frozenset(named(search.removed)),
        leaving=frozenset(named(search.leaving)),
        entering=frozenset(named(search.entering)),
        parts=tuple(
            LowerBound(
                closed=False, ranks=ranks, nodes=named(part), **evidence_of(solution, Fraction(1))
            )
            for part, solution in search.solutions
        ),
    )
    check_proof(problem.G, proof, Clock())
    stats = clock.stats(METHOD)
    return PathCover(paths, bound=search.bound, proof=proof, G=problem.G, stats=stats)


class _CoverPart(NamedTuple):
    """A connected part of the graph with a cover, and why no cover of it has very few paths."""

    nodes: list[int]
    arrays: Csr
    paths: list[list[int]]
    cut: Cut


@dataclass
class _CoverSearch:
    """The paths that are found, part by part, and what shows that there are no fewer."""

    arrays: Csr
    clock: Clock
    seed: int
    paths: list[list[int]] = field(default_factory=list)
    bound: int = 0
    removed: set[int] = field(default_factory=set)
    leaving: set[int] = field(default_factory=set)
    entering: set[int] = field(default_factory=set)
    solutions: list[tuple[list[int], CycleSolution]] = field(default_factory=list)

    def cover(self) -> None:
        """Take the graph apart, cover every part, and improve the covers of small parts first."""
        if self.arrays.directed:
            begun = self._begin_digraphs()
        else:
            found = trim_trees(self.arrays)
            self.paths, self.removed = found.paths, found.removed
            self.bound = len(found.paths)
            begun = [self._begin_graph(part) for part in found.parts(self.arrays)]
        begun.sort(key=lambda part: len(part.nodes), reverse=True)
        while begun:
            self._finish(begun.pop(), begun)

    def ordered(self) -> list[list[int]]:
        """Return the paths, the longest first, undirected ones from the smaller end."""
        paths = self.paths
        if not self.arrays.directed:
            paths = [path if path[0] <= path[-1] else path[::-1] for path in paths]
        return sorted(paths, key=lambda path: (-len(path), path[0]))

    def _begin_graph(self, part: list[int]) -> _CoverPart:
        """Return a connected part of an undirected graph with a first cover."""
        arrays = induce_subgraph(self.arrays, part)
        paths, cut = self._first(arrays), Cut(bound=1)
        if len(paths) > 1:
            with suppress(TimeIsUp):
                cut = separator(arrays, self.clock)
        return _CoverPart(part, arrays, paths, cut)

    def _begin_digraphs(self) -> list[_CoverPart]:
        """Cover the parts on which a matching makes paths only, and return the others."""
        arcs = match_nodes(self.arrays)
        cyclic = set(chain.from_iterable(arcs.cycles))
        path_from = {path[0]: path for path in arcs.paths}
        begun = []
        for part in components(self.arrays):
            if not cyclic.isdisjoint(part):
                begun.append(self._begin_digraph(part))
                continue
            paths = [path_from[v] for v in part if v in path_from]
            self.paths += paths
            self.bound += len(paths)
            if len(paths) > 1:
                self.leaving |= arcs.leaving.intersection(part)
                self.entering |= arcs.entering.intersection(part)
        return begun

    def _begin_digraph(self, part: list[int]) -> _CoverPart:
        """Return a connected part of a digraph with cycles and a first cover."""
        arrays = induce_subgraph(self.arrays, part)
        arcs = match_nodes(arrays)
        paths, cut = arcs.paths, Cut(bound=1)
        if len(paths) > 1:
            cut = Cut(bound=len(paths), leaving=arcs.leaving, entering=arcs.entering)
        paths = min(self._first(arrays), [*paths, *arcs.cycles], key=len)
        return _CoverPart(part, arrays, paths, cut)

    def _first(self, arrays: Csr) -> list[list[int]]:
        """Return a first cover of a part, which is often the best."""
        paths = greedy_cover(arrays)
        if len(paths) > 1 and self.clock.left > 0:
            return cover_by_rotations(arrays, self.clock, self.seed)
        return paths

    def _finish(self, begun: _CoverPart, later: list[_CoverPart]) -> None:
        """Find the best cover of a part, from a first one, and note it with its evidence."""
        part, arrays, paths, cut = begun

        def report(gaps: int, bound: int | None) -> None:
            others = len(self.paths) + sum(len(other.paths) for other in later)
            certain = self.bound + sum(other.cut.bound for other in later)
            here = cut.bound if bound is None else max(cut.bound, bound + 1)
            self.clock.stage = f"{others + gaps + 1} paths, at least {certain + here}"

        found, bound = None, cut.bound
        if len(paths) > bound and self.clock.left > 0:
            found = best_cover(arrays, paths, self.clock, self.seed, report)
        if found is not None:
            paths, bound = found.paths, max(bound, found.solution.bound + 1)
        self.paths += [[part[v] for v in path] for path in paths]
        self.bound += bound
        if found is not None and bound > cut.bound:
            self.solutions.append((part, found.solution))
        else:
            self.removed.update(part[v] for v in cut.removed)
            self.leaving.update(part[v] for v in cut.leaving)
            self.entering.update(part[v] for v in cut.entering)


# -- Public function that covers all nodes by the fewest disjoint paths


@hinted
def minimum_path_cover(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> PathCover:
    """Return the fewest disjoint paths that visit all nodes, or the best that the time allows.

    One path is a Hamiltonian path; where there is none, a minimum path cover is the next best
    thing. The cover comes with a proved lower bound of the number of paths.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph; in a digraph, paths follow the direction of the edges. Self-loops and
        parallel edges do not matter.
    timeout : float, optional
        Seconds after which the best cover so far is returned. Compiling the kernels and checking
        the proof do not count.
    seed : int, optional
        Seed of all random choices; without a time limit the same graph and seed give the same
        cover.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds the number of
        paths and its bound.

    Returns
    -------
    PathCover
        The paths, the longest first, with ``bound``, ``is_optimal`` and ``proof``, checked against
        ``G``.

    Raises
    ------
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    hamiltonian_path : One path, or a proof that there is none.
    longest_path : One path through as many nodes as possible.

    Notes
    -----
    Components are covered one by one. Trees and forests take linear time [2]_, and so do the trees
    that hang on any graph. Acyclic digraphs are maximum matchings [1]_ and take O(m sqrt(n)) time.
    What is left is searched for a Hamiltonian path, for a set of nodes without which the part falls
    into as many parts as the cover found needs, and finally for a shortest path through all nodes
    on which an edge has length 0 and a step between two other nodes length 1, as in
    :func:`shortest_hamiltonian_path`. Hundreds of nodes usually take less than a second; hard
    instances take exponential time.

    For the last step, parts of more than 3,000 nodes, in digraphs 1,500, are too large: their
    cover is the best of a local search, and their bound may be lower.

    The paths have no node in common. Where they may cross, acyclic digraphs need as many as they
    have pairwise unreachable nodes (theorem of Dilworth), which may be fewer.

    References
    ----------
    .. [1] F. T. Boesch, J. F. Gimpel, Covering the points of a digraph with point-disjoint paths
       and its application to code optimization, Journal of the ACM 24 (1977), 192-198.
    .. [2] F. T. Boesch, S. Chen, J. A. M. McHugh, On covering the points of a graph with point
       disjoint paths, Graphs and Combinatorics, Lecture Notes in Mathematics 406, Springer, 1974,
       201-212.

    Examples
    --------
    No knight visits all squares of the 4 x 4 board; two do:

    >>> import icosian
    >>> cover = icosian.minimum_path_cover(icosian.knight_graph(4))
    >>> len(cover), cover.is_optimal
    (2, True)
    >>> cover.proof.check(icosian.knight_graph(4))

    Tasks with dependencies, and the fewest workers if each passes on only to direct successors:

    >>> import networkx as nx
    >>> tasks = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> print(icosian.minimum_path_cover(tasks))
    a - b - d
    c
    """
    return cover_of(Problem.of(G, closed=False), Clock(timeout, progress), check_seed(seed))
