"""Answer questions about path covers: a checked cover with a checked bound."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from icosian._arrays.csr import Csr
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import CoverBound, LowerBound
from icosian.tours.checking import check_cover, check_proof
from icosian.tours.cover.path_cover import (
    Cut,
    PathCover,
    best_cover,
    components,
    greedy_cover,
    induced,
    matched,
    rotated_cover,
    separator,
    trimmed,
)
from icosian.tours.problem import Problem
from icosian.tours.shortest.answer import evidence_of
from icosian.tours.shortest.problem.cycle_problem import Solution

METHOD = "path cover"


def cover_of(problem: Problem, clock: Clock, seed: int) -> PathCover:
    """Return the best path cover that the time allows, with what is proved of it."""
    search = _Search(problem.arrays, clock, seed)
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
                closed=False,
                ranks=ranks,
                nodes=named(part),
                **evidence_of(solution, Fraction(1)),
            )
            for part, solution in search.solutions
        ),
    )
    check_proof(problem.G, proof, Clock())
    stats = clock.stats(METHOD)
    return PathCover(paths, bound=search.bound, proof=proof, G=problem.G, stats=stats)


class _Part(NamedTuple):
    """A connected part of the graph with a cover, and why no cover of it has very few paths."""

    nodes: list[int]
    arrays: Csr
    paths: list[list[int]]
    cut: Cut


@dataclass
class _Search:
    """The paths that are found, part by part, and what shows that there are no fewer."""

    arrays: Csr
    clock: Clock
    seed: int
    paths: list[list[int]] = field(default_factory=list)
    bound: int = 0
    removed: set[int] = field(default_factory=set)
    leaving: set[int] = field(default_factory=set)
    entering: set[int] = field(default_factory=set)
    solutions: list[tuple[list[int], Solution]] = field(default_factory=list)

    def cover(self) -> None:
        """Take the graph apart, cover every part, and improve the covers of small parts first."""
        if self.arrays.directed:
            begun = self._begin_digraphs()
        else:
            found = trimmed(self.arrays)
            self.paths, self.removed = found.paths, found.removed
            self.bound = len(found.paths)
            begun = [self._begin_graph(part) for part in found.parts]
        begun.sort(key=lambda part: len(part.nodes), reverse=True)
        while begun:
            self._finish(begun.pop(), begun)

    def ordered(self) -> list[list[int]]:
        """Return the paths, the longest first, undirected ones from the smaller end."""
        paths = self.paths
        if not self.arrays.directed:
            paths = [path if path[0] <= path[-1] else path[::-1] for path in paths]
        return sorted(paths, key=lambda path: (-len(path), path[0]))

    def _begin_graph(self, part: list[int]) -> _Part:
        """Return a connected part of an undirected graph with a first cover."""
        arrays = induced(self.arrays, part)
        paths, cut = self._first(arrays), Cut(bound=1)
        if len(paths) > 1:
            with suppress(TimeIsUp):
                cut = separator(arrays, self.clock)
        return _Part(part, arrays, paths, cut)

    def _begin_digraphs(self) -> list[_Part]:
        """Cover the parts on which a matching makes paths only, and return the others."""
        arcs = matched(self.arrays)
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

    def _begin_digraph(self, part: list[int]) -> _Part:
        """Return a connected part of a digraph with cycles and a first cover."""
        arrays = induced(self.arrays, part)
        arcs = matched(arrays)
        paths, cut = arcs.paths, Cut(bound=1)
        if len(paths) > 1:
            cut = Cut(bound=len(paths), leaving=arcs.leaving, entering=arcs.entering)
        paths = min(self._first(arrays), [*paths, *arcs.cycles], key=len)
        return _Part(part, arrays, paths, cut)

    def _first(self, arrays: Csr) -> list[list[int]]:
        """Return a first cover of a part, which is often the best."""
        paths = greedy_cover(arrays)
        if len(paths) > 1 and self.clock.left > 0:
            return rotated_cover(arrays, self.clock, self.seed)
        return paths

    def _finish(self, begun: _Part, later: list[_Part]) -> None:
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
