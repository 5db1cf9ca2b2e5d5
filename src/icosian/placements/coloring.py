"""Proper colorings with as few colors as possible."""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections import Counter
from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate, combinations, count
from typing import Any

import networkx as nx
import numpy as np

from icosian._arrays import masks_of, words_of
from icosian._io.memory import collector_paused
from icosian._io.text import plural
from icosian._kernels import coloring as kernels, independence
from icosian._kernels._jit import Run
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, RationIsUp, TimeIsUp, Watch, check_seed, hinted, random_state
from icosian._show import Result, Words
from icosian.boards.board import Board, Square, board_of
from icosian.boards.piece import graph_symmetries
from icosian.boards.text import text_of
from icosian.placements.bounds import Bound, Clique, EqualShares, Exhausted, confirm_bound, patient
from icosian.placements.independence_search import IndependenceSearch, edge_cliques, largest
from icosian.placements.independent import independent_sets
from icosian.placements.placement import (
    IndexedGraph,
    Neighbors,
    Spend,
    index_graph,
    limit_error,
    pace_setup,
    remove_by_degree,
    spend_freely,
    zeros,
)
from icosian.proofs.claim import Written


class Coloring(Written, Result, Mapping[Any, int]):
    """A color for each node of a graph: 0, 1, ... in the order in which they first appear.

    Functions return proper colorings: no edge joins two nodes of one color. A coloring that is made
    directly is not checked. Two colorings are equal if all nodes have the same colors.

    Parameters
    ----------
    colors : mapping
        The color of every node, in the order of the graph; any values, which are numbered.
    G : networkx graph, optional
        The graph of the nodes, used for pictures.
    proof : Bound, optional
        Why fewer colors are not enough, if that is proved.

    See Also
    --------
    minimum_coloring : The function that returns one.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.king_graph(3, 4)
    >>> coloring = Coloring({(r, c): (r % 2, c % 2) for r, c in G}, G=G)
    >>> coloring.number_of_colors, coloring[1, 1], coloring.classes[3]
    (4, 3, ((1, 1), (1, 3)))
    >>> print(coloring)
    0 1 0 1
    2 3 2 3
    0 1 0 1
    """

    words = Words("color", "fewest")

    def __init__(
        self,
        colors: Mapping[Any, Hashable],
        *,
        G: nx.Graph[Any] | None = None,
        proof: Bound | None = None,
    ) -> None:
        numbers = {color: k for k, color in enumerate(dict.fromkeys(colors.values()))}
        self._colors = {node: numbers[color] for node, color in colors.items()}
        self.graph, self.proof = G, proof
        self.bound = None if proof is None else proof.value

    @property
    def classes(self) -> tuple[tuple[Any, ...], ...]:
        """The nodes of each color, in the order of the graph."""
        classes: list[list[Any]] = [[] for _ in range(self.number_of_colors)]
        for node, color in self._colors.items():
            classes[color].append(node)
        return tuple(map(tuple, classes))

    @property
    def number_of_colors(self) -> int:
        """How many colors there are."""
        return max(self._colors.values(), default=-1) + 1

    value = number_of_colors

    def _fields(self) -> dict[str, Any]:
        return {"classes": [*self.classes]}

    @property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        return board_of(self.graph, self)

    def __getitem__(self, node: Any) -> int:
        return self._colors[node]

    def __len__(self) -> int:
        return len(self._colors)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._colors)

    def __hash__(self) -> int:
        return hash(frozenset(self._colors.items()))

    def __repr__(self) -> str:
        colors = plural(self.number_of_colors, "color")
        return f"<coloring of {plural(len(self), 'node')} with {colors}>"

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions != 2:
            classes = enumerate(self.classes)
            return "\n".join(f"{k}: {', '.join(map(str, nodes))}" for k, nodes in classes)

        def mark(square: Square) -> str:
            return str(self[square]) if square in self else "#" if square in board.holes else "."

        return text_of(board, mark, len(str(self.number_of_colors - 1)))


@hinted
def minimum_coloring(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Watch = None,
    seed: int | None = None,
) -> Coloring:
    """Return a proper coloring with as few colors as possible, the chromatic number.

    No two nodes that are joined have the same color.

    Parameters
    ----------
    G : networkx graph
        An undirected graph without loops; parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same coloring.

    Returns
    -------
    Coloring
        The color of every node, checked against ``G``. Its ``proof`` says why fewer colors are
        not enough: a :class:`Clique` of as many nodes where there is one, :class:`EqualShares`
        where independent sets are too small for fewer, and else :class:`Exhausted`.

    Raises
    ------
    SearchLimitReached
        If the time is over; ``.best`` is the best coloring so far, and ``.proof`` is what is
        proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    maximum_independent_set : The largest possible color class.
    networkx.greedy_color : Fast colorings, not always optimal.

    Notes
    -----
    DSATUR [1]_ gives the first coloring, with as few colors as possible if the graph is
    bipartite, and greedy extension gives cliques. Where their sizes differ, these take turns, with
    twice as many steps in every round: branch and bound for a larger clique; TabuCol [2]_, which
    repairs a coloring with one color too few; bounds on independent sets, and where every color
    class would have to be a largest one, exact covers of the graph by these [3]_, some of them
    symmetric; and a SAT solver with as many colors as are not excluded. Nodes outside the k-core
    are colored last.

    The problem is NP-hard. Queens take about a second up to n = 12 (OEIS A088202), random
    graphs in which half of all pairs are joined up to some 60 nodes. The first coloring takes
    time about linear in the number of edges, and is not cut short. The number of colors does not
    depend on the order of the nodes or their labels, but which nodes share one may.

    References
    ----------
    .. [1] D. Brélaz, New methods to color the vertices of a graph, Communications of the ACM 22
       (1979), 251-256.
    .. [2] A. Hertz, D. de Werra, Using tabu search techniques for graph coloring, Computing 39
       (1987), 345-351.
    .. [3] M. Vasquez, New results on the queens_n^2 graph coloring problem, Journal of
       Heuristics 10 (2004), 407-413.

    Examples
    --------
    Queens of five colors fill the 5 x 5 board, and none attacks another of her color; eight colors
    do not fill the 8 x 8 board:

    >>> import icosian
    >>> coloring = icosian.minimum_coloring(icosian.queen_graph(5))
    >>> [len(queens) for queens in coloring.classes]
    [5, 5, 5, 5, 5]
    >>> icosian.minimum_coloring(icosian.queen_graph(8)).number_of_colors
    9

    At most four of the ten nodes of the Petersen graph have one color:

    >>> import networkx as nx
    >>> coloring = icosian.minimum_coloring(nx.petersen_graph())
    >>> coloring.number_of_colors, coloring.proof.value, coloring.proof.largest.value
    (3, 3, 4)
    """
    clock = Clock(timeout, progress)
    seed = check_seed(seed)
    search = ColoringSearch(index_graph(G), clock, seed)
    try:
        search.run()
    except TimeIsUp:
        best, bound = _checked(G, search), search.lower
        state = f"the best coloring has {best.number_of_colors} colors, and at least {bound.value}"
        raise limit_error(f"{state} are needed", "auto", clock, best=best, proof=bound) from None
    return _checked(G, search, search.lower)


def _checked(G: nx.Graph[Any], search: ColoringSearch, bound: Bound | None = None) -> Coloring:
    """Return the coloring of a search, checked: proper, and optimal if there is a bound."""
    coloring = Coloring(search.coloring(), G=G, proof=bound)
    color_of = dict(coloring)
    if color_of.keys() != {*G} or any(
        color_of[v] in map(color_of.__getitem__, row) for v, row in G.adjacency()
    ):
        raise RuntimeError("the search returned a coloring that is not proper")
    if bound is not None and bound.value != coloring.number_of_colors:
        raise RuntimeError("the bound of the search is not the number of colors")
    return coloring


# -- Minimum coloring: DSATUR first, then a portfolio of improving and excluding methods

Sets = list[tuple[int, ...]]

_STEPS = 1_000  # steps of every method in the first round; each round has twice as many
_CONFLICTS, _COST = 1_000, 16
"""Conflicts of one call of the SAT solver, some 10 ms, and how many steps a conflict counts."""
_SHARED, _LISTED = 1_000, 100_000
"""Limits for bounds by independent sets: nodes of the graph, and sets that are listed."""


class ColoringSearch:
    """The search for a coloring with as few colors as possible."""

    upper: int  # colors of the best coloring so far
    lower: Bound  # what is proved so far

    @collector_paused()
    def __init__(self, given: IndexedGraph, clock: Clock, seed: int = 0) -> None:
        self._given = given
        self._clock = clock
        self._random = random_state(seed)
        self._limit = _STEPS
        self._clique: list[int] = []
        self.lower = Clique(nodes=tuple(given.nodes[:1]))
        self._is_cut_short = False
        self._near, self._nodes = given.neighbors(), list(range(given.size))
        try:
            spend = pace_setup(clock, "DSATUR")
            nodes, self._cores = smallest_last(self._near, spend)  # which are renumbered so
            rank = {v: k for k, v in enumerate(nodes)}
            self._near, self._nodes = [{rank[w] for w in self._near[v]} for v in nodes], nodes
            self._color(dsatur(self._near, spend))
        except TimeIsUp:
            self._is_cut_short = True
            self._color(extend_coloring(self._near, []))

    @property
    def is_settled(self) -> bool:
        """Whether the best coloring is known to be optimal."""
        return self.upper == self.lower.value

    def coloring(self) -> dict[Any, int]:
        """Return the best coloring so far, in the order of the graph."""
        colors = dict(zip(self._nodes, self._colors, strict=True))
        return {node: colors[number] for number, node in enumerate(self._given.nodes)}

    def run(self) -> None:
        """Search until the best coloring is known to be optimal; what is found is always kept."""
        if self._is_cut_short:
            raise TimeIsUp
        self._greedy_cliques()
        larger_cliques = self._cliques()
        methods = larger_cliques, self._tabu_search(), self._shares(), self._models()
        while not self.is_settled:
            for method in methods:
                next(method, None)
                if self.is_settled:
                    break
            self._limit *= 2
        with suppress(TimeIsUp):
            while not isinstance(self.lower, Clique) and next(larger_cliques, self) is not self:
                self._limit *= 2

    def _greedy_cliques(self) -> None:
        """Extend every node to a clique, until one shows that the first coloring is optimal."""
        for v in range(len(self._near)):
            if v:
                self._clock.tick("cliques")
            self._accept_clique(greedy_clique(self._near, v))
            if self.is_settled:
                return

    # Every method is a generator: it yields when the steps of its turn are used up, and ends when
    # it has nothing left to do.

    def _cliques(self) -> Iterator[None]:
        """Branch and bound for a larger clique: every node with its neighbors before it."""
        for v in range(len(self._near)):
            before = sorted(w for w in self._near[v] if w < v)
            if len({self._colors[w] for w in before}) < self._useless:
                continue
            run = self._clique_search(before)
            while True:
                best = max(run[-1][independence.BEST], self._useless - 1)
                run[-1][independence.BEST], run[-1][independence.TARGET] = best, best + 1
                status = self._clock.run("cliques", run, self._limit)
                if status == independence.DONE:
                    break
                if status == independence.FOUND:
                    found = run[1].best[: run[-1][independence.SIZE]]
                    self._accept_clique([v, *(before[k] for k in found)])
                else:
                    yield

    @property
    def _useless(self) -> int:
        """The number of nodes up to which a clique is no better bound."""
        return self.lower.value - (not isinstance(self.lower, Clique))

    def _accept_clique(self, clique: Sequence[int]) -> None:
        if len(clique) > self._useless:
            numbers = sorted(self._nodes[v] for v in clique)
            bound = Clique(nodes=tuple(self._given.nodes[k] for k in numbers))
            self.lower = confirm_bound(bound, self._given.G, patient(self._clock))
            self._clique = sorted(clique)

    def _clique_search(self, nodes: Sequence[int]) -> Run:
        """Return a search for cliques among some nodes: independent sets of the complement."""
        rank = {v: k for k, v in enumerate(nodes)}
        everything = (1 << len(nodes)) - 1
        rows = [
            everything ^ 1 << k ^ sum(1 << rank[w] for w in self._near[v] if w in rank)
            for k, v in enumerate(nodes)
        ]
        return largest(rows, self.upper, 1, 0)

    def _tabu_search(self) -> Iterator[None]:
        """Repair the best coloring without its last color, by TabuCol."""
        while not self.is_settled:
            k = self.upper - 1
            run = self._tabucol(k)
            while self._clock.run("TabuCol", run, self._limit) == kernels.MORE:
                yield
                if self.upper <= k:
                    break
            else:
                self._accept(run[1].color)
                self._random = run[-1][kernels.RANDOM]

    def _tabucol(self, k: int) -> Run:
        """Return the repair of the best coloring when its last color is taken away."""
        size = self._size(k)
        near = [sorted(w for w in row if w < size) for row in self._near[:size]]
        starts = np.cumsum([0, *map(len, near)], dtype=np.int64)
        heads = np.array([w for row in near for w in row], np.int64)
        nodes = np.arange(size)
        color = np.array(self._colors[:size], np.int64)
        for v in np.flatnonzero(color == k).tolist():
            adjacent = color[near[v]]
            color[v] = np.bincount(adjacent[adjacent < k], minlength=k).argmin()
        pairs = np.repeat(nodes, np.diff(starts)) * k + color[heads]
        table = np.bincount(pairs, minlength=size * k).astype(np.int64)
        conflicts = table[nodes * k + color]
        listed = np.flatnonzero(conflicts)
        conflicting, place = zeros(size), zeros(size) - 1
        conflicting[: len(listed)] = listed
        place[listed] = np.arange(len(listed))
        s = zeros(kernels.WORDS)
        s[kernels.RANDOM] = self._random
        s[kernels.COLORS] = k
        s[kernels.CONFLICTS] = s[kernels.FEWEST] = conflicts.sum() // 2
        s[kernels.LISTED] = len(listed)
        tables = kernels.TabuTables(color, table, zeros(size * k), conflicting, place)
        return Run(kernels.repair, kernels.ColoredGraph(starts, heads), tables, s)

    def _size(self, k: int) -> int:
        """Return the number of nodes in the k-core; they come first."""
        return bisect_right(self._cores, -k, key=operator.neg)

    def _accept(self, colors: Sequence[int]) -> None:
        """Take a better coloring of the first nodes, and color the others greedily."""
        self._color(extend_coloring(self._near, list(map(int, colors))))

    def _color(self, colors: list[int]) -> None:
        self._colors = colors
        self.upper = max(colors, default=-1) + 1

    def _shares(self) -> Iterator[None]:
        """Bound the number of colors by the size of independent sets; if that is tight, cover.

        With k colors some color class has at least n / k nodes, and if none has more, all have
        exactly n / k.
        """
        n = self._given.size
        while n <= _SHARED and not self.is_settled:
            k = self.lower.value
            share = -(-n // k)
            if (yield from self._are_smaller(share)):
                with suppress(RationIsUp), self._clock.ration(self._limit):
                    self._sets.run()  # a smaller bound on the sets may be found
                bound = EqualShares(order=n, largest=self._sets.bound())
                if bound.value > self.lower.value:
                    self.lower = bound
            elif n == k * share and (yield from self._are_smaller(share + 1)):
                yield from self._covers(k, share)
            if self.lower.value == k:
                return

    def _are_smaller(self, size: int) -> Generator[None, None, bool]:
        """Return whether all independent sets have fewer than ``size`` nodes."""
        if max(Counter(self._colors).values()) >= size:
            return False
        while self._sets.size < size <= self._sets.most:
            try:
                with self._clock.ration(self._limit):
                    self._sets.run(size)
            except RationIsUp:
                yield
        return self._sets.most < size

    @cached_property
    def _sets(self) -> IndependenceSearch:
        return IndependenceSearch(self._given, self._clock)

    def _covers(self, k: int, size: int) -> Iterator[None]:
        """Search for an exact cover by k independent sets, unless too many have this size."""
        number = self._given.number
        sets = []
        for placement in independent_sets(self._given.G, size):
            sets.append(tuple(number[node] for node in placement))
            self._clock.tick("exact covers", 1)
            if len(sets) % self._limit == 0:
                yield
            if len(sets) > _LISTED:
                return
        every = ExactCover([[members] for members in sets], self._given.size, k)
        symmetric = symmetric_families(self._given, sets)
        covers = [every, *(ExactCover(families, self._given.size, k) for families in symmetric)]
        while True:
            for cover in covers.copy():
                status = self._clock.run("exact covers", cover.run, self._limit)
                if status == kernels.FOUND:
                    colors = {v: color for color, nodes in enumerate(cover.sets()) for v in nodes}
                    self._accept([colors[number] for number in self._nodes])
                    return
                if status == kernels.EXHAUSTED:
                    covers.remove(cover)
            if every not in covers:
                self._exclude(k, "exact covers by largest independent sets", every.run.steps)
                return
            yield

    def _exclude(self, k: int, method: str, steps: int) -> None:
        """Note that k colors are not enough, unless a better bound is known."""
        if self.lower.value <= k:
            self.lower = Exhausted(goal="coloring", best=k + 1, method=method, steps=steps)

    def _models(self) -> Iterator[None]:
        """Search by SAT for colorings with as few colors as are not excluded."""
        from pysat.solvers import Cadical153

        while not self.is_settled:
            k = self.lower.value
            clauses = ColorClauses(self._near[: self._size(k)], self._clique, k)
            solver = Cadical153()
            for clause in clauses.clauses():
                solver.add_clause(clause)
                self._clock.tick("SAT")
            answer, conflicts = None, 0
            end = self._limit // _COST
            while answer is None and self.lower.value == k:
                if conflicts > end:
                    yield
                    end += self._limit // _COST
                solver.conf_budget(_CONFLICTS)
                answer = solver.solve_limited()
                before, conflicts = conflicts, solver.accum_stats()["conflicts"]
                self._clock.tick("SAT", conflicts - before)
            if answer:
                self._accept(clauses.colors(solver.get_model()))
            elif answer is False:
                self._exclude(k, "SAT", conflicts)


# -- Exact covers by independent sets, and by families that a symmetry permutes


class ExactCover:
    """The search for an exact cover of all nodes by families of disjoint sets."""

    def __init__(self, families: list[Sets], nodes: int, most: int) -> None:
        self._families = families
        unions = [[v for members in family for v in members] for family in families]
        number = len(families)
        listed = zeros((most + 1) * number)
        listed[:number] = np.arange(number)
        length = zeros(most + 1)
        length[0] = number
        self.run = Run(
            kernels.cover,
            kernels.FamilyRows(
                starts=np.cumsum([0, *map(len, unions)], dtype=np.int64),
                members=np.array([v for union in unions for v in union], np.int64),
                rows=words_of(masks_of(unions), -(-nodes // BITS)),
            ),
            kernels.CoverTree(
                listed,
                length,
                branch=zeros(most + 1),
                cursor=zeros(most + 1),
                chosen=zeros(most + 1),
                used=zeros(nodes),
                number=zeros(nodes),
            ),
            zeros(kernels.COVER_WORDS),
        )

    def sets(self) -> Sets:
        """Return the sets of the cover that was found."""
        chosen = self.run[1].chosen[: self.run[-1][kernels.DEPTH]]
        return [members for k in chosen for members in self._families[k]]


def symmetric_families(given: IndexedGraph, sets: Sets) -> Iterator[list[Sets]]:
    """Yield for every symmetry of the graph's board its orbits of disjoint sets.

    There are few covers by such families, and they are found or excluded fast. All colorings of
    12 x 12 queens with 12 colors are symmetric (M. Vasquez, D. Habet, Complete and incomplete
    algorithms for the queen graph coloring problem, ECAI 2004).
    """
    place = {members: k for k, members in enumerate(sets)}
    number = given.number
    for symmetry in graph_symmetries(given.G)[1:]:
        image = [number[symmetry[node]] for node in given.nodes]
        image_of = [place[tuple(sorted(image[v] for v in members))] for members in sets]
        families = []
        seen = [False] * len(sets)
        for first in range(len(sets)):
            family, k = [], first
            while not seen[k]:
                seen[k] = True
                family.append(sets[k])
                k = image_of[k]
            if family and len(set().union(*family)) == sum(map(len, family)):
                families.append(family)
        yield families


# -- Colorings as models of clauses, for SAT solvers


class ColorClauses:
    """The clauses of a k-coloring: literal ``i * k + c + 1`` says that node i has color c."""

    def __init__(self, near: Neighbors, clique: Sequence[int], k: int) -> None:
        self._size, self._k = len(near), k
        first = [v for v in clique if v < self._size]
        self._fixed = len(first)
        self._order = first + [v for v in range(self._size) if v not in first]
        rank = {v: i for i, v in enumerate(self._order)}
        self._near = [{rank[w] for w in near[v] if w in rank} for v in self._order]

    def clauses(self) -> Iterator[list[int]]:
        """Yield all clauses."""
        k, near = self._k, self._near
        for v in range(self._size):
            has = range(v * k + 1, v * k + k + 1)
            yield list(has)
            for one, other in combinations(has, 2):
                yield [-one, -other]
            for w in near[v]:
                if w < v:
                    for c in range(k):
                        yield [-has[c], -(w * k + c + 1)]
        yield from self._symmetry_breaking()
        if self._fixed == k:  # the nodes of a clique of k nodes have all colors
            for clique in (some for some in edge_cliques(masks_of(near)) if len(some) == k):
                for c in range(1, k + 1):
                    yield [v * k + c for v in clique]

    def _symmetry_breaking(self) -> Iterator[list[int]]:
        """Yield clauses that allow one of the colorings that differ only in the names of colors.

        The first nodes, a clique, have the first colors. Of the others, each color appears first
        after the color before it.
        """
        k, fixed, size = self._k, self._fixed, self._size
        for v in range(fixed):
            yield [v * k + v + 1]
        for v in range(fixed, size):
            for c in range(fixed + 1, k):
                # An auxiliary literal for each node and color: color c - 1 appears up to v.
                there = size * k + v * k + c
                before = [there - k] if v > fixed else []
                yield [-there, v * k + c, *before]
                yield [-(v * k + c + 1), *before]

    def colors(self, model: Sequence[int]) -> list[int]:
        """Return the colors of the nodes in a model, a list of literals by their number."""
        k = self._k
        colors = [0] * self._size
        for i, v in enumerate(self._order):
            colors[v] = next(c for c in range(k) if model[i * k + c] > 0)
        return colors


# -- Greedy colorings and cliques: DSATUR, smallest-last order, greedy extension


def smallest_last(near: Neighbors, spend: Spend = spend_freely) -> tuple[list[int], list[int]]:
    """Return the nodes in smallest-last order, and the core number of each in this order.

    The node with the fewest neighbors left is removed again and again; the order is the reverse
    (D. W. Matula, L. L. Beck, Journal of the ACM 30 (1983), 417-427). Every k-core, a largest set
    of nodes with at least k neighbors in the set each, comes before all other nodes.
    """
    gone = remove_by_degree(near, range(len(near)), 1, spend)
    return [v for v, _ in gone][::-1], list(accumulate((d for _, d in gone), max))[::-1]


def dsatur(near: Neighbors, spend: Spend = spend_freely) -> list[int]:
    """Return the colors of DSATUR: the node with the most colors among its neighbors is next."""
    colors = [-1] * len(near)
    adjacent: list[set[int]] = [set() for _ in near]
    heap = [(0, -len(row), v) for v, row in enumerate(near)]
    heapify(heap)
    while heap:
        _, _, v = heappop(heap)
        if colors[v] >= 0:
            continue
        spend(1 + len(near[v]))
        colors[v] = color = _least(adjacent[v])
        for w in near[v]:
            if colors[w] < 0 and color not in adjacent[w]:
                adjacent[w].add(color)
                heappush(heap, (-len(adjacent[w]), -len(near[w]), w))
    return colors


def extend_coloring(near: Neighbors, colors: Sequence[int]) -> list[int]:
    """Return a coloring of the first nodes, extended to the others by the least free colors."""
    done = list(colors)
    for v in range(len(done), len(near)):
        done.append(_least({done[w] for w in near[v] if w < v}))
    return done


def greedy_clique(near: Neighbors, v: int) -> list[int]:
    """Return a clique that holds v: the first common neighbor joins, again and again."""
    clique, common = [v], near[v]
    while common:
        clique.append(min(common))
        common = common & near[clique[-1]]
    return clique


def _least(taken: set[int]) -> int:
    return next(color for color in count() if color not in taken)
