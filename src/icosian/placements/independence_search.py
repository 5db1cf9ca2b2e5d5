"""Maximum independent set: reductions, local search against clique covers, exact searches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, count

import numpy as np

from icosian._arrays import match_rows, members, words_of
from icosian._io.memory import collector_paused
from icosian._kernels import independence as kernels
from icosian._kernels._jit import Run
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, TimeIsUp
from icosian.placements.bounds import Bound, CliqueCover, Exhausted, confirm_bound, patient
from icosian.placements.placement import (
    IndexedGraph,
    Neighbors,
    Placement,
    Spend,
    chosen_by_highs,
    matrix_of,
    maximal_independent_set,
    pace_setup,
    remove_by_degree,
    spend_freely,
    zeros,
)

_STEPS = 200_000  # of the first turn of branch and bound; every turn takes four times as many
_BRANCHES = 200  # of the first turn of integer programming, which starts over in every turn
_FEW = 6  # cliques that hold a node, on average, up to which integer programming may be faster


class IndependenceSearch:
    """The search for a maximum independent set of a graph, component by component."""

    @collector_paused()
    def __init__(self, given: IndexedGraph, clock: Clock) -> None:
        self.clock = clock
        self._given = given
        self._members: list[int] = []  # of the bipartite components
        self._cliques: list[list[int]] = []  # that cover them
        self._parts: list[IndependenceComponent] = []
        self._removed: list[tuple[int, int]] = []
        self._is_cut_short = False
        near, spend = given.neighbors(), pace_setup(clock, "reductions")
        try:
            # Dominated nodes are removed, bipartite components solved, and the others set up.
            self._removed = remove_dominated(near, spend)
            for nodes in components(near, {v for v, _ in self._removed}):
                if (sides := bipartition(near, nodes)) is None:
                    self._parts.append(IndependenceComponent(near, nodes, spend))
                else:
                    chosen, cover = bipartite_maximum(near, *sides)
                    self._members += chosen
                    self._cliques += cover
        except TimeIsUp:
            self._is_cut_short = True
            self._removed, self._parts = [], []
            self._members = maximal_independent_set(given.arrays.rows())
            self._cliques = [[v] for v in range(given.size)]

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return len(self._members) + sum(part.size for part in self._parts)

    @property
    def most(self) -> int:
        """The number of nodes that no set exceeds, as far as is proved."""
        return len(self._cliques) + sum(part.most for part in self._parts)

    def run(self, goal: int | None = None) -> None:
        """Search until a set of ``goal`` nodes, by default a maximum one, is found or excluded."""
        if self._is_cut_short:
            raise TimeIsUp
        for decide in (False, True):
            for part in self._parts:
                wanted = self.most if goal is None else goal
                if not self.size < wanted <= self.most:
                    return
                if part.size < part.most:
                    # What the other parts lack at present, and what they might give at best.
                    target = min(part.most, part.size + wanted - self.size)
                    useless = 0 if goal is None else goal - 1 - (self.most - part.most)
                    if decide:
                        self._decide(part, target, useless)
                    else:
                        part.approach(target, self.clock)

    def _decide(self, part: IndependenceComponent, target: int, useless: int) -> None:
        searches = [BranchAndBound(part, order, target, useless) for order in search_orders(part)]
        for turn in count():
            for search in searches:
                search.advance(self.clock, _STEPS << 2 * turn)
                if not part.size < target <= part.most:
                    return
            if sum(map(len, part.lines)) <= _FEW * len(part.nodes):
                branches = integer_program(part, _BRANCHES << 2 * turn, self.clock)
                self.clock.tick("integer programming", branches)
                if not part.size < target <= part.most:
                    return

    def placement(self, bound: Bound | None = None) -> Placement:
        """Return the best set so far, checked."""
        numbers = [*self._members, *chain.from_iterable(part.members for part in self._parts)]
        return self._given.placement(numbers, bound, independent=True)

    def bound(self) -> Bound:
        """Return what is proved, checked: a clique cover, or an exhaustive search of some parts."""
        if searched := [part for part in self._parts if part.most < len(part.cover)]:
            return Exhausted(
                goal="independent set",
                best=self.most,
                method=" and ".join(sorted({part.method for part in searched})),
                steps=sum(part.steps for part in searched),
            )
        own = chain(self._cliques, *(part.cliques for part in self._parts))
        cliques = [clique.copy() for clique in own]
        home = {v: clique for clique in cliques for v in clique}
        for v, u in reversed(self._removed):
            home[v] = home[u]
            home[v].append(v)
        return confirm_bound(self._cover(map(sorted, cliques)), self._given.G, patient(self.clock))

    def bound_out_of_time(self) -> Bound:
        """Return what is proved, or a cover by single nodes if its check takes too long."""
        try:
            return self.bound()
        except TimeIsUp:
            return self._cover([v] for v in range(self._given.size))

    def _cover(self, cliques: Iterable[list[int]]) -> CliqueCover:
        nodes = self._given.nodes
        return CliqueCover(cliques=tuple(tuple(nodes[v] for v in clique) for clique in cliques))


# -- Iterated greedy clique covers of a graph that is given as masks


def clique_covers(
    near: Sequence[int], order: Sequence[int], *, rounds: int = 50, spend: Spend = spend_freely
) -> Iterator[list[list[int]]]:
    """Yield partitions into cliques, the first greedy in ``order``, none larger than the last.

    A greedy cover that takes the nodes clique by clique is at most as large as the cover before,
    and often smaller (J. C. Culberson, Iterated greedy graph coloring and the difficulty landscape,
    University of Alberta, TR 92-07, 1992). In the order of a board the first cover is its rows.
    """
    rng = random.Random(0)  # noqa: S311 - no secrets here
    cliques = _greedy(near, order, spend)
    yield cliques
    for turn in range(rounds):
        again = cliques[::-1]
        if turn % 4 == 1:
            again.sort(key=len, reverse=True)
        elif turn % 4 == 3:
            rng.shuffle(again)
        cliques = _greedy(near, list(chain.from_iterable(again)), spend)
        yield cliques


def _greedy(near: Sequence[int], order: Sequence[int], spend: Spend) -> list[list[int]]:
    rank = [0] * len(order)
    for k, v in enumerate(order):
        rank[v] = k
    left = (1 << len(order)) - 1
    cliques = []
    for v in order:
        if not left >> v & 1:
            continue
        spend(1 + len(order) // BITS + (near[v] & left).bit_count())
        left ^= 1 << v
        clique, common = [v], near[v] & left
        for w in sorted(members(common), key=rank.__getitem__):
            if common >> w & 1:
                common &= near[w]
                left ^= 1 << w
                clique.append(w)
        cliques.append(clique)
    return cliques


def edge_cliques(near: Sequence[int]) -> Iterator[list[int]]:
    """Yield cliques that together hold every edge, found greedily."""
    left = list(near)  # the other ends of edges that no clique holds yet
    for v in range(len(left)):
        while left[v]:
            clique, common = [v], near[v]
            while common:
                some = left[v] & common or common
                w = (some & -some).bit_length() - 1
                clique.append(w)
                common &= near[w]
            held = sum(1 << w for w in clique)
            for w in clique:
                left[w] &= ~held
            yield clique


# -- Reductions for independent sets: dominated nodes, components, bipartite components


def remove_dominated(near: Neighbors, spend: Spend = spend_freely) -> list[tuple[int, int]]:
    """Remove the nodes whose closed neighborhood holds that of a neighbor.

    Some maximum independent set has none of them. They are returned in turn, each with that
    neighbor: a clique that holds the neighbor has room for the node. In a forest, in any chordal
    graph and on a king's board single nodes are left. ``near`` is changed.
    """
    removed = []
    closed = [row | {v} for v, row in enumerate(near)]  # the subset test is fast on closed ones
    stack = list(range(len(near)))
    while stack:
        u = stack.pop()
        for v in sorted(near[u]):
            spend(1)
            if len(closed[u]) <= len(closed[v]) and closed[u] <= closed[v]:
                spend(len(near[v]))
                removed.append((v, u))
                stack += sorted(near[v])
                for w in near[v]:
                    near[w].remove(v)
                    closed[w].remove(v)
                near[v], closed[v] = set(), {v}
    return removed


def components(near: Neighbors, without: Iterable[int]) -> Iterator[list[int]]:
    """Yield the connected components, except for some isolated nodes."""
    seen = set(without)
    for first in range(len(near)):
        if first not in seen:
            seen.add(first)
            part = [first]
            for v in part:
                fresh = near[v] - seen
                seen |= fresh
                part += fresh
            yield sorted(part)


def bipartition(near: Neighbors, part: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the two sides of a connected component, or None if it is not bipartite."""
    side = {part[0]: 0}
    queue = [part[0]]
    for v in queue:
        for w in near[v]:
            if w not in side:
                side[w] = 1 - side[v]
                queue.append(w)
            elif side[w] == side[v]:
                return None
    return [v for v in part if side[v] == 0], [v for v in part if side[v] == 1]


def bipartite_maximum(
    near: Neighbors, left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return a maximum independent set of a bipartite component, and an equally large clique cover.

    By a maximum matching (J. E. Hopcroft, R. M. Karp, SIAM Journal on Computing 2 (1973)) and
    König's theorem: what alternating paths reach on the left, and do not reach on the right, is
    independent, and holds one node of every matched pair. The cover is the matching with its
    unmatched nodes.
    """
    if not right:  # a single node
        return list(left), [[v] for v in left]
    place = {w: k for k, w in enumerate(right)}
    found = match_rows([sorted(place[w] for w in near[v]) for v in left], len(right))
    chosen = [left[i] for i in found.rows]
    chosen += [w for k, w in enumerate(right) if k not in found.columns]
    cover = [[v] if k < 0 else [v, right[k]] for v, k in zip(left, found.column, strict=True)]
    cover += [[w] for w, i in zip(right, found.row, strict=True) if i < 0]
    return chosen, cover


# -- A connected component with its clique cover and its best independent set so far


class IndependenceComponent:
    """A connected component of a graph, with its nodes renumbered."""

    def __init__(self, near: list[set[int]], nodes: list[int], spend: Spend = spend_freely) -> None:
        self.nodes = [v for v, _ in reversed(remove_by_degree(near, nodes, -1, spend))]
        rank = {v: k for k, v in enumerate(self.nodes)}
        self.near = []  # the neighbors of every node under its new number, as bits
        for v in self.nodes:
            spend(len(near[v]))
            self.near.append(sum(1 << rank[w] for w in near[v]))
        self._given = [rank[v] for v in nodes]
        self.best = self._improved(0, spend)  # the largest independent set so far, as bits
        self.cover = next(clique_covers(self.near, self._given, spend=spend))
        self.most = len(self.cover)  # no set has more nodes, as far as is proved
        self.method, self.steps = "", 0  # of the search that proved it, if not the cover

    @property
    def size(self) -> int:
        """The number of nodes of the best set so far."""
        return self.best.bit_count()

    @property
    def members(self) -> list[int]:
        """The best set so far, by the numbers of the graph."""
        return [self.nodes[k] for k in members(self.best)]

    @property
    def cliques(self) -> list[list[int]]:
        """The cover, by the numbers of the graph."""
        return [[self.nodes[k] for k in clique] for clique in self.cover]

    @cached_property
    def lines(self) -> list[list[int]]:
        """Cliques that together hold every edge; on boards they are its lines."""
        return list(edge_cliques(self.near))

    def approach(self, target: int, clock: Clock) -> None:
        """Improve the cover and the set in turns, for some rounds or until they meet."""
        orders: list[Sequence[int]] = [self._given, range(len(self.near))]
        spend = pace_setup(clock, "covers and exchanges")
        each = (clique_covers(self.near, order, spend=spend) for order in orders)
        for cover, found in zip(chain.from_iterable(each), self._exchanges(spend), strict=False):
            if len(cover) < self.most:
                self.cover, self.most = cover, len(cover)
            if found.bit_count() > self.size:
                self.best = found
            if self.size >= min(target, self.most):
                return
            clock.tick("covers and exchanges", 1)

    def _exchanges(self, spend: Spend) -> Iterator[int]:
        """Yield independent sets without end, by iterated local search.

        A random node is forced in and its neighbors out; then nodes are added, and two exchanged
        for one, as long as possible (D. V. Andrade, M. G. C. Resende, R. F. Werneck, Journal of
        Heuristics 18 (2012), 525-547).
        """
        rng = random.Random(0)  # noqa: S311 - no secrets here
        now, most = self.best, self.size
        while True:
            yield now
            v = rng.randrange(len(self.near))
            if now >> v & 1:
                continue
            found = self._improved(now & ~self.near[v] | 1 << v, spend)
            worse = now.bit_count() - found.bit_count()
            if worse <= 0 or rng.random() * (1 + worse * (most - found.bit_count())) < 1:
                now = found
                most = max(most, now.bit_count())

    def _improved(self, found: int, spend: Spend = spend_freely) -> int:
        """Return a set improved until no node can be added, nor two exchanged for one."""
        near = self.near
        everything = (1 << len(near)) - 1
        words = 1 + len(near) // 64
        while True:
            once = twice = 0  # nodes with a neighbor in the set, and with several
            for v in members(found):
                spend(words)
                twice |= once & near[v]
                once |= near[v]
            while free := everything & ~(once | found):
                spend(words)
                low = free & -free
                v = low.bit_length() - 1
                found |= low
                twice |= once & near[v]
                once |= near[v]
            for v in members(found):
                spend(words)
                if pair := _pair(near, once & ~twice & near[v]):
                    found ^= 1 << v | pair
                    break
            else:
                return found


def _pair(near: Sequence[int], among: int) -> int:
    """Return two of some nodes that are not adjacent, or 0."""
    for v in members(among):
        if rest := among & ~(near[v] | 1 << v):
            return 1 << v | rest & -rest
    return 0


# -- Exact searches for a maximum independent set of a component: branch and bound, HiGHS


def search_orders(part: IndependenceComponent) -> list[list[int]]:
    """Return orders for branch and bound, last first: for boards, and for random graphs."""
    cliques = sorted(map(sorted, part.cover))
    return [list(chain.from_iterable(cliques)), list(range(len(part.near)))]


class BranchAndBound:
    """A search of a component for a set of ``target`` nodes, or more than ``useless`` ones."""

    def __init__(
        self, part: IndependenceComponent, order: Sequence[int], target: int, useless: int
    ) -> None:
        rank = {v: k for k, v in enumerate(order)}
        near = [sum(1 << rank[w] for w in members(part.near[v])) for v in order]
        self._part = part
        self._order = order
        self._run = largest(near, len(part.cover), target, useless)

    def advance(self, clock: Clock, effort: int) -> None:
        """Search on for about ``effort`` steps, and update the component."""
        part, run = self._part, self._run
        run[-1][kernels.BEST] = max(run[-1][kernels.BEST], part.size)
        before, status = run.steps, kernels.MORE
        limit = -(-effort // int(run[-1][kernels.COST]))
        try:
            status = clock.run("branch and bound", run, limit)
        finally:
            part.steps += run.steps - before
            if (size := int(run[-1][kernels.SIZE])) > part.size:
                part.best = sum(1 << self._order[k] for k in run[1].best[:size])
        if status == kernels.DONE:
            part.most, part.method = int(run[-1][kernels.BEST]), "branch and bound"


def largest(near: Sequence[int], most: int, target: int, useless: int) -> Run:
    """Return a search for a set of ``target`` nodes, or more than ``useless``, none above a most.

    A graph is given as masks, and sets are written to ``best`` of array 1.
    """
    n = len(near)
    width = -(-n // BITS)
    free = zeros((most + 1) * width)
    free[:width] = words_of([(1 << n) - 1], width)
    state = zeros(kernels.WORDS)
    state[kernels.BEST] = useless
    state[kernels.TARGET] = target
    state[kernels.COST] = 1 + most * width // 1024
    return Run(
        kernels.largest,
        words_of(near, width),
        kernels.LevelSets(
            free,
            left=zeros((most + 1) * width),
            untested=zeros(width),
            chosen=zeros(most),
            best=zeros(most),
        ),
        kernels.CliqueMarks(
            cliques=zeros(most * width),
            used=zeros(most),
            units=zeros(2 * most),
            culprits=zeros(most),
            alive=zeros(width),
        ),
        state,
    )


def integer_program(part: IndependenceComponent, branches: int, clock: Clock) -> int:
    """Search by HiGHS, which cannot be interrupted; return the number of branches."""
    n = len(part.near)
    lines = matrix_of(part.lines, n)
    result, found = chosen_by_highs(-np.ones(n), [(lines, -np.inf, 1)], branches, clock)
    steps = int(result.mip_node_count or 0)
    best = sum(1 << v for v in found or ())
    if any(part.near[v] & best for v in found or ()):  # a numerical error
        return steps
    if best.bit_count() > part.size:
        part.best = best
    if result.status == 0:
        part.most, part.method, part.steps = part.size, "integer programming", steps
    return steps
