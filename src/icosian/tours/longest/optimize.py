"""Solve a network: the order of the methods, and the longest cycle with its proof in integers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING

from icosian._run.clock import TimeIsUp
from icosian._run.rng import random_state
from icosian.tours.longest.branching import Tree
from icosian.tours.longest.improvement import Best, cycle_through, improved
from icosian.tours.longest.network import (
    NO_WEIGHTS,
    Case,
    Weights,
    acyclic_path,
    forest_path,
    simple,
)
from icosian.tours.shortest.relaxation.linear_program import SolverFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from icosian._run.clock import Clock
    from icosian.tours.longest.branching import Family
    from icosian.tours.longest.network import Network, Part


STEPS = 500
"""Steps of the first local searches, for each place."""
SEARCHES, EACH, BLOCKS = 8, 20, 8
"""The most local searches in a block, one for so many places, and the most blocks, the largest."""


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """The weights of a case: ports and potentials, numbers of families and multipliers."""

    ports: tuple[tuple[int, int], ...]
    families: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The best cycle of a network, and a proof that none gains more than a bound."""

    method: str
    tour: list[int]
    """Places; a single one is a path of one node; none if there is no cycle."""
    value: int
    bound: int
    scale: int
    families: tuple[Family, ...]
    leaves: tuple[Leaf, ...]
    tree: tuple[tuple[int, ...] | int, ...]


class Search:
    """What the methods share."""

    def __init__(
        self,
        network: Network,
        clock: Clock,
        seed: int,
        any_tour: Callable[[], list[int] | None],
        report: Callable[[int, float], object],
    ) -> None:
        self.network, self.clock, self.any_tour, self.report = network, clock, any_tour, report
        self.seeds = map(random_state, count(seed))
        self.best = Best(network)
        if network.home is not None and not network.ends_are_given:
            ends = {*chain.from_iterable(network.given)} - {network.home}
            self.best.offer([min(ends, default=0)])

    @cached_property
    def part(self) -> Part | None:
        """What is left of the network before any case is distinguished."""
        return self.network.part(Case(), self.best.value)

    def solution(
        self, method: str, bound: int, leaves: list[Weights], tree: list[tuple[int, ...] | int]
    ) -> Solution:
        """Return the best cycle with the weights that prove a bound."""
        scale = max(weights.scale for weights in leaves)
        numbers: dict[Family, int] = {}
        found = []
        for weights in (one.times(scale // one.scale) for one in leaves):
            pairs = [(numbers.setdefault(f, len(numbers)), z) for f, z in weights.families]
            found.append(Leaf(ports=tuple(sorted(weights.ports.items())), families=tuple(pairs)))
        return Solution(
            method=method,
            tour=self.best.tour,
            value=self.best.value,
            bound=bound,
            scale=scale,
            families=tuple(numbers),
            leaves=tuple(found),
            tree=tuple(tree),
        )


def solve(
    network: Network,
    clock: Clock,
    seed: int,
    any_tour: Callable[[], list[int] | None],
    report: Callable[[int, float], object],
) -> Solution:
    """Return the best cycle of a network; ``any_tour`` tries to find a cycle of all places."""
    search = Search(network, clock, seed, any_tour, report)
    return next(found for method in METHODS if (found := method(search)) is not None)


# -- the methods


def _none(search: Search) -> Solution | None:
    """Answer a network without any cycle."""
    if search.part is not None:
        return None
    return search.solution("blocks", search.best.value, [NO_WEIGHTS], [0])


def _linear(search: Search) -> Solution | None:
    """Answer an acyclic digraph, or a forest."""
    found = acyclic_path(search.network) or forest_path(search.network)
    if found is None:
        return None
    tour, weights = found
    search.best.offer(tour if len(tour) >= search.network.least else tour[1:])
    return search.solution("potentials", search.best.value, [weights], [0])


def _spanning(search: Search) -> Solution | None:
    """Answer by a cycle of all places, if there is one that is found soon."""
    if not search.network.counts or (tour := search.any_tour()) is None:
        return None
    search.best.offer(tour)
    return search.solution("hamiltonian", search.best.value, [simple(search.network)], [0])


def _branch_and_cut(search: Search) -> Solution:
    """Search for long cycles, then distinguish cases."""
    network, best = search.network, search.best
    tree = Tree(network, best, search.seeds, search.clock, search.report)
    with suppress(TimeIsUp, SolverFailure):
        if search.part is not None:
            _first(search, search.part)
        tree.search()
    bound = tree.close()
    leaves, shape = tree.leaves()
    return search.solution("branch and cut", bound, [leaf.weights for leaf in leaves], shape)


def _first(search: Search, part: Part) -> None:
    """Find a cycle in each of the large blocks, or one through home."""
    network = search.network
    blocks = sorted(network.blocks(part.edges), key=lambda block: (-len(block), min(block)))
    for block in blocks[:BLOCKS]:
        inside = sorted(edge for edge in part.edges if block.issuperset(edge))
        # All cycles use the edges that are given, and visit home, which has the largest number.
        edge = max(inside, key=lambda edge: (edge in part.used, max(edge)))
        tour = cycle_through(network, edge, inside)
        search.best.offer(tour)
        steps = STEPS * len(block)
        for _ in range(min(SEARCHES, 1 + len(block) // EACH)):
            search.best.offer(improved(network, tour, steps, next(search.seeds), search.clock))


METHODS = (_linear, _none, _spanning, _branch_and_cut)
"""The order in which the methods are tried: the first answer counts."""
