"""Minimum dominating sets of any graph: one, or all of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush, heapreplace
from itertools import chain, count, product
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import masks_of, starts, words_of
from icosian._io.memory import collector_paused
from icosian._kernels import domination as kernels
from icosian._kernels._jit import Run
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, TimeIsUp, Watch, check_flag, hinted
from icosian._show import one_by_one
from icosian.boards.board import node_name
from icosian.boards.piece import graph_symmetries
from icosian.exceptions import InvalidArgument, NoPlacement, SearchLimitReached
from icosian.placements.bounds import Bound, Exhausted, Packing, RowBound, confirm_bound, patient
from icosian.placements.independence_search import components
from icosian.placements.placement import (
    IndexedGraph,
    Placement,
    Row,
    Spend,
    chosen_by_highs,
    index_graph,
    limit_error,
    matrix_of,
    maximal_independent_set,
    pace_setup,
    spend_freely,
    time_left,
)
from icosian.placements.rows import best_set


@hinted
def minimum_dominating_set(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    connected: bool = False,
    weight: str | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Placement:
    """Return a minimum dominating set: as few pieces as possible that guard the whole board.

    Every node is in the set or adjacent to a node of the set, in a digraph a successor of one.

    Parameters
    ----------
    G : networkx graph
        A graph or digraph; parallel edges do not matter, nor do loops without ``total`` and
        ``independent``.
    total : bool
        Whether nodes of the set need a neighbor in it, too: the pieces guard each other.
    independent : bool
        Whether no two nodes of the set may be adjacent: no piece attacks another.
    connected : bool
        Whether the set must be connected: a backbone of the graph.
    weight : str, optional
        The attribute of nodes that is their weight, a number of at least 0: the set weighs as
        little as possible. By default every node counts 1.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why no set is smaller: a
        :class:`Packing` of as many nodes where one is found, as on all boards of kings, and else
        :class:`Exhausted`; of sets with a weight, connected ones and those of digraphs a
        :class:`RowBound`.

    Raises
    ------
    NoPlacement
        If ``total``, and some node has no neighbor, in a digraph no predecessor; or if
        ``connected``, and the graph is not.
    SearchLimitReached
        If the time is over; ``.best`` is the smallest set found, ``.proof`` what is proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If ``independent`` is asked for with ``total`` or ``connected``, which it contradicts, or an
        argument breaks its rule; if sets of a digraph are to be independent or connected.

    See Also
    --------
    minimum_dominating_sets : All of them.
    maximum_independent_set : As many non-attacking pieces as possible.

    Notes
    -----
    Every connected component is solved by itself. A greedy set and a greedy packing, nodes no two
    of which share a dominator, give bounds from both sides. Where these differ, a branch and bound
    looks for sets of k nodes, for growing k: it branches on the dominators of the node that has the
    fewest, and excludes each of them after its turn. It prunes where the members that are left to
    choose cannot cover all that is missing; a missing node counts what it weighs in the dual of the
    linear relaxation, a fractional packing [1]_. Of squares that are symmetric on the board, one is
    tried as the first member. After some seconds integer programming (HiGHS [2]_, through scipy)
    takes turns with the search, each turn four times as long as the one before: on some graphs the
    one is a hundred times faster, on some the other. A turn of HiGHS cannot be interrupted, except
    by the time-out.

    Sets with a weight, connected ones and those of digraphs are found by branch and bound on linear
    programs, exactly: the duals of each are rounded and summed as integers. That a set is connected
    is a condition for every cut of nodes, one of which is in the set; those that the relaxation
    does not keep are added [3]_. Weights of 100 nodes take seconds.

    The problem is NP-hard. Queens take a second on boards up to 13 x 13, knights some seconds up
    to 12 x 12. Memory is the square of the number of nodes, in bits. The result is
    deterministic.

    Domination numbers of n x n boards in the OEIS: A075458 (queens), A075324 (queens,
    independent), A006075 (knights), A342576 (knights, independent), A261752 (knights, total),
    A075561 (kings).

    References
    ----------
    .. [1] J. E. Beasley, An algorithm for set covering problem, European Journal of Operational
       Research 31 (1987), 85-93.
    .. [2] Q. Huangfu, J. A. J. Hall, Parallelizing the dual revised simplex method, Mathematical
       Programming Computation 10 (2018), 119-142.
    .. [3] M. Fischetti et al., Thinning out Steiner trees: a node-based model for uniform edge
       costs, Mathematical Programming Computation 9 (2017), 203-229.

    Examples
    --------
    Five queens guard a chess board, even if none may attack another, or if each must be guarded,
    too:

    >>> import networkx as nx, icosian
    >>> G = icosian.queen_graph(8)
    >>> rules = {}, {"independent": True}, {"total": True}
    >>> [len(minimum_dominating_set(G, **rule)) for rule in rules]
    [5, 5, 5]

    A king guards nine squares, so never two of the squares that are three apart:

    >>> kings = minimum_dominating_set(icosian.king_graph(6))
    >>> print(kings)
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | |O| | |O| |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    | |O| | |O| |
    +-+-+-+-+-+-+
    | | | | | | |
    +-+-+-+-+-+-+
    >>> kings.proof.value, len(minimum_dominating_set(icosian.king_graph(20)))
    (4, 49)

    A perfect code is a minimum dominating set, as the Hamming code in the cube:

    >>> len(minimum_dominating_set(nx.hypercube_graph(3))), 2**3 // (3 + 1)
    (2, 2)

    A connected set holds all inner nodes of a tree, and each arc of a directed path dominates one
    node:

    >>> minimum_dominating_set(nx.balanced_tree(2, 2), connected=True).nodes
    (0, 1, 2)
    >>> minimum_dominating_set(nx.path_graph(4, create_using=nx.DiGraph)).nodes
    (0, 2)
    """
    clock = Clock(timeout, progress)
    rules: Any = {"total": total, "independent": independent, "connected": connected}
    check_rules(**rules)
    given = index_graph(G, loops=not (total or independent), directed=True)
    if weight is None and not connected and not given.arrays.directed:
        return DominationSearch(given, clock, total=total, independent=independent).minimum()
    check_existence(given, **rules)
    return best_set(given, RowBound(goal="dominating set", weight=weight, **rules), clock)


@one_by_one
def minimum_dominating_sets(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Placement]:
    """Generate the minimum dominating sets: all ways to guard a board with the fewest pieces.

    Parameters
    ----------
    G : networkx graph
        As for :func:`minimum_dominating_set`. It is read at the call.
    total, independent, timeout, progress : optional
        As for :func:`minimum_dominating_set`; the time between two sets counts too.

    Yields
    ------
    Placement
        Every minimum set once: its nodes in the order of the graph, and the sets in lexicographic
        order. If the graph is not connected, they are ordered by their nodes in the first
        component, then by those in the next one, and so on.

    Raises
    ------
    NoPlacement, SearchLimitReached, InvalidArgument, networkx.NetworkXNotImplemented
        As for :func:`minimum_dominating_set`; all but the time limit at the call.

    See Also
    --------
    minimum_dominating_set : One of them, with notes on the method.

    Notes
    -----
    When the size is known, the search finds some thousand sets at a time and sorts them: all of a
    component, or, if they are more, those with the same first node, or the same first two, and so
    on. The sets of all components but the first are kept in memory.

    References
    ----------
    .. [1] A. M. Yaglom, I. M. Yaglom, Challenging Mathematical Problems with Elementary Solutions
       1, Holden-Day, 1964.

    Examples
    --------
    Dominating rooks stand in every row or in every column, in 2 n^n - n! ways [1]_:

    >>> import icosian
    >>> [sum(1 for _ in minimum_dominating_sets(icosian.rook_graph(n))) for n in range(1, 6)]
    [1, 6, 48, 488, 6130]

    Six kings dominate 3 x 18 squares in one way, four 3 x 10 squares in 13 (OEIS A350815):

    >>> [len(list(minimum_dominating_sets(icosian.king_graph(3, n)))) for n in (18, 10)]
    [1, 13]
    """
    clock = Clock(timeout, progress)
    check_rules(total=total, independent=independent)
    given = index_graph(G, loops=not (total or independent))
    return DominationSearch(given, clock, total=total, independent=independent).all()


def check_rules(*, total: bool, independent: bool, connected: bool = False) -> None:
    """Refuse rules of dominating sets that contradict each other."""
    check_flag(independent, "independent")
    for name, is_asked in ("total", total), ("connected", connected):
        if check_flag(is_asked, name) and independent:
            raise InvalidArgument(
                f"{name} and independent contradict each other: every node of a {name} dominating"
                " set has a neighbor in it"
            )


def check_existence(
    given: IndexedGraph, *, total: bool, independent: bool = False, connected: bool = False
) -> None:
    """Refuse rules that no dominating set of a graph keeps."""
    directed = given.arrays.directed
    if directed and (independent or connected):
        raise nx.NetworkXNotImplemented("sets of a digraph are not independent or connected")
    alone = np.flatnonzero(np.bincount(given.arrays.indices, minlength=given.size) == 0)
    if total and len(alone):
        name = node_name(given.G, given.nodes[alone[0]])
        lacks = f"{name} has no {'predecessor' if directed else 'neighbor'}"
        raise NoPlacement(f"there is no total dominating set: {lacks}")
    if connected and given.nodes and not nx.is_connected(given.G):
        raise NoPlacement("there is no connected dominating set: the graph is not connected")


# -- Minimum dominating set: greedy sets and packings, branch and bound, integer programming

_QUICK = 2_000  # steps of a search that tries to shrink a set
# Steps of the first turn, times the square of the nodes, and branches of an integer program, times
# the entries of its matrix: some seconds each. Every turn takes four times as many.
_STEPS, _BRANCHES = 20_000_000_000, 500_000
_SMALL = 50  # nodes of a component whose sets are listed without a linear program
_LARGEST = 5_000  # nodes of a component that is searched; larger ones are left to HiGHS
_BATCH = 4_096  # sets that are found at once, and sorted
_EVEN, _LOSS = 0.1, 0.25  # the share of even weights, at most, and what they may cost
_SEARCH, _PROGRAM = "set cover", "integer programming"
_SOLVED, _INFEASIBLE = 0, 2  # statuses of HiGHS


class DominationSearch:
    """The search for the minimum dominating sets of a graph, component by component."""

    @collector_paused()
    def __init__(
        self, given: IndexedGraph, clock: Clock, *, total: bool, independent: bool
    ) -> None:
        self.clock = clock
        self.given = given
        self._total, self._independent = total, independent
        check_existence(given, total=total)
        near = given.neighbors()
        how: Any = {"total": total, "independent": independent, "spend": pace_setup(clock, _SEARCH)}
        self.parts = [DominationComponent(near, nodes, **how) for nodes in components(near, ())]

    def minimum(self) -> Placement:
        """Return a minimum dominating set with its bound."""
        return self._placement(self._solved())

    def all(self) -> Iterator[Placement]:
        """Yield all minimum dominating sets with their bound."""
        bound = self._solved()
        try:
            parts = [self._sets(part) for part in self.parts]
            others = [list(sets) for sets in parts[1:]]
            for one in parts[0] if parts else [()]:
                for more in product(*others):
                    yield self.given.placement(chain(one, *more), bound)
        except TimeIsUp:
            raise self._undecided("not all sets were found") from None

    def _solved(self) -> Bound:
        """Search until a minimum set is known, and return the bound."""
        try:
            for method in (self._shrink, self._decide):
                for part in self.parts:
                    method(part)
            return self._bound()
        except TimeIsUp:
            least = sum(part.least for part in self.parts)
            raise self._undecided(f"fewer than {least} do not") from None

    def _placement(self, bound: Bound) -> Placement:
        """Return the best set so far, checked, with a bound."""
        chosen = chain.from_iterable(part.numbers(part.best) for part in self.parts)
        rules = {"total": self._total, "independent": self._independent}
        return self.given.placement(chosen, bound, dominating=True, **rules)

    def _bound(self) -> Bound:
        """Return what is proved, checked: a packing, or an exhaustive search of some parts."""
        if searched := [part for part in self.parts if part.least > len(part.packing)]:
            return Exhausted(
                goal="dominating set",
                best=sum(part.least for part in self.parts),
                method=" and ".join(sorted(set().union(*(part.methods for part in searched)))),
                steps=sum(part.steps for part in searched),
                total=self._total,
                independent=self._independent,
            )
        numbers = sorted(chain.from_iterable(part.numbers(part.packing) for part in self.parts))
        bound = Packing(nodes=tuple(self.given.nodes[v] for v in numbers), total=self._total)
        return confirm_bound(bound, self.given.G, patient(self.clock))

    def _undecided(self, state: str) -> SearchLimitReached:
        """Return the error that says what is known when the time is over."""
        try:
            bound = self._bound()
        except TimeIsUp:
            bound = Packing(nodes=(), total=self._total)
        best = self._placement(bound)
        found = f"{len(best)} nodes dominate the graph, {state}"
        return limit_error(found, _SEARCH, self.clock, best=best, proof=bound)

    def _sets(self, part: DominationComponent) -> Iterator[tuple[int, ...]]:
        """Yield all sets of a component as small as its best one, in lexicographic order."""
        weight = part.even if len(part.nodes) <= _SMALL else self._dual(part)
        prefixes: list[tuple[int, ...]] = [()]
        while prefixes:
            prefix = prefixes.pop()
            run = part.run(len(part.best), weight, prefix=prefix, room=_BATCH)
            if self.clock.run(_SEARCH, run) == kernels.FULL:
                prefixes += [(*prefix, v) for v in sorted(part.allowed(prefix), reverse=True)]
                continue
            for members in sorted([*prefix, *sorted(found)] for found in part.found(run)):
                if not part.is_dominated_by(members):
                    raise RuntimeError("the search returned a set that is not dominating")
                yield part.numbers(members)

    def _shrink(self, part: DominationComponent) -> None:
        """Search for smaller sets, for a short time each."""
        if part.is_cut_short:
            raise TimeIsUp
        while not part.is_settled and len(part.nodes) <= _LARGEST:
            size = len(part.best) - 1
            if not self._search(part, size, part.run(size, part.even), _QUICK):
                return

    def _decide(self, part: DominationComponent) -> None:
        """Search and let HiGHS search in turns, until the best set is known to be minimum."""
        if part.is_settled:
            return
        runs: dict[int, Run] = {}
        for turn in count():
            if len(part.nodes) <= _LARGEST:
                self._deepen(part, runs, (_STEPS << 2 * turn) // len(part.nodes) ** 2)
            if not part.is_settled:
                self._program(part, (_BRANCHES << 2 * turn) // part.matrix.nnz)
            if part.is_settled:
                return

    def _deepen(self, part: DominationComponent, runs: dict[int, Run], limit: int) -> None:
        """Search for sets of growing size, until one is found or the steps are used up."""
        weight, orbits = self._dual(part), self._orbits(part)
        while not part.is_settled:
            size = part.least
            if size not in runs:
                runs[size] = part.run(size, weight, orbits)
            if not self._search(part, size, runs[size], limit):
                return

    def _search(self, part: DominationComponent, size: int, run: Run, limit: int) -> bool:
        """Advance a search for sets of one size; return whether it has ended."""
        before = run.steps
        try:
            status = self.clock.run(_SEARCH, run, limit)
        finally:
            part.steps += run.steps - before
        if status == kernels.FULL:
            (part.best,) = part.found(run)
        elif status == kernels.EXHAUSTED:
            part.least = size + 1
            part.methods.add(_SEARCH)
        return status != kernels.MORE

    def _program(self, part: DominationComponent, branches: int) -> None:
        """Search by HiGHS for a smaller set than the best one."""
        self.clock.tick(_PROGRAM)
        n = len(part.nodes)
        everything = np.ones((1, n))
        rows: list[Row] = [(part.matrix, 1, np.inf), (everything, part.least, len(part.best) - 1)]
        if self._independent:
            rows.append((part.edges, -np.inf, 1))
        result, found = chosen_by_highs(np.ones(n), rows, branches, self.clock)
        before = part.least
        if found is not None and part.is_dominated_by(found) and len(found) < len(part.best):
            part.best = found
        if result.status == _INFEASIBLE or (result.status == _SOLVED and part.best is found):
            part.least = len(part.best)
        elif result.mip_dual_bound is not None and math.isfinite(result.mip_dual_bound):
            proved = math.ceil(result.mip_dual_bound - 1e-6)
            part.least = min(max(proved, before), len(part.best))
        if part.least > before:
            part.methods.add(_PROGRAM)
        steps = int(result.mip_node_count or 0)
        part.steps += steps
        self.clock.tick(_PROGRAM, steps)

    def _dual(self, part: DominationComponent) -> NDArray[np.int64]:
        """Return weights such that no member covers much more than one, as heavy as possible.

        They mix a fractional packing, the dual of the linear relaxation, with some of the even
        weights: an extreme solution does not prune where its weights are 0.
        """
        from scipy.optimize import linprog

        if part.dual is None:
            n = len(part.nodes)
            dual = even = part.even / ONE
            ones, limits = np.ones(n), time_left(self.clock)
            result = linprog(-ones, A_ub=part.matrix, b_ub=ones, options=limits)
            self.clock.tick(_SEARCH)
            if result.status == _SOLVED:
                dual = result.x
            share = min(_EVEN, _LOSS / max(dual.sum() - even.sum(), _LOSS))
            part.dual = np.rint((dual + share * (even - dual)) * ONE).astype(np.int64)
        return part.dual

    def _orbits(self, part: DominationComponent) -> NDArray[np.int64]:
        """Return for every node of a component its images under symmetries of the board."""
        images = graph_symmetries(self.given.G)
        rank = {self.given.nodes[v]: k for k, v in enumerate(part.nodes)}
        if not images:
            return part.alone
        orbits = ({rank[image[v]] for image in images if image[v] in rank} for v in rank)
        return part.words(orbits)


# -- A connected component with its smallest dominating set so far, and the set-up of searches

ONE = 1 << 20  # the weight that a member may cover, as an integer


class DominationComponent:
    """A connected component of a graph, with its nodes renumbered."""

    def __init__(
        self,
        near: list[set[int]],
        nodes: list[int],
        *,
        total: bool,
        independent: bool,
        spend: Spend = spend_freely,
    ) -> None:
        rank = {v: k for k, v in enumerate(nodes)}
        self.nodes = nodes
        # The nodes that every node dominates, in ascending order; they also dominate it.
        self.reach = [sorted(rank[w] for w in (near[v] if total else near[v] | {v})) for v in nodes]
        self.is_cut_short = False
        self.best = list(range(len(nodes)))
        self.packing = [0]  # no two of them have a dominator in common
        try:
            self.best = _greedy(self.reach, spend, independent=independent)
            self.packing = _packed(self.reach, spend)
        except TimeIsUp:
            self.is_cut_short = True
            if len(self.best) == len(nodes):
                quick = maximal_independent_set if independent else _covering
                self.best = quick(self.reach)
        self.least = len(self.packing)  # no set has fewer nodes, as far as is proved
        self.methods: set[str] = set()  # that proved more than the packing
        self.steps = 0
        self.dual: NDArray[np.int64] | None = None  # the weights for long searches, shape (n,)
        self._independent = independent

    @property
    def is_settled(self) -> bool:
        """Whether the best set is known to be minimum."""
        return self.least == len(self.best)

    def numbers(self, members: Iterable[int]) -> tuple[int, ...]:
        """Return nodes of the component as nodes of the graph."""
        return tuple(self.nodes[k] for k in members)

    def is_dominated_by(self, members: Sequence[int]) -> bool:
        """Return whether these nodes are a dominating set of the required kind."""
        covered: set[int] = set()
        for k in members:
            if self._independent and k in covered:
                return False
            covered.update(self.reach[k])
        return len(covered) == len(self.nodes)

    def allowed(self, prefix: Sequence[int]) -> set[int]:
        """Return the nodes that may follow some members."""
        behind = set(range(prefix[-1] + 1 if prefix else 0, len(self.nodes)))
        return behind.difference(*(self.reach[k] for k in prefix if self._independent))

    @cached_property
    def even(self) -> NDArray[np.int64]:
        """Weights such that no member covers more than one: 1 / the largest reach of a neighbor."""
        sizes = [len(row) for row in self.reach]
        return np.array([ONE // max(sizes[k] for k in row) for row in self.reach], np.int64)

    @cached_property
    def alone(self) -> NDArray[np.int64]:
        """The sets of single nodes in words."""
        return self.words([k] for k in range(len(self.nodes)))

    def words(self, sets: Iterable[Iterable[int]]) -> NDArray[np.int64]:
        """Return sets of nodes in words of 62 bits."""
        return words_of(masks_of(sets), -(-len(self.nodes) // BITS))

    def run(
        self,
        size: int,
        weight: NDArray[np.int64],
        orbits: NDArray[np.int64] | None = None,
        *,
        prefix: tuple[int, ...] = (),
        room: int = 1,
    ) -> Run:
        """Return a search for sets of ``size`` nodes.

        ``orbits``, shape (n * words,), are the nodes that are symmetric to every node, by default
        only itself. The members begin with ``prefix``, the others come after it in the order of
        the nodes. The search stops when it has found ``room`` sets.
        """
        n, rest = len(self.nodes), size - len(prefix)
        missing = set(range(n)).difference(*(self.reach[k] for k in prefix))
        indptr, indices = self._arrays
        longest = int(np.diff(indptr).max())
        alike = self.alone if orbits is None else orbits

        def levels(*first: NDArray[np.int64]) -> NDArray[np.int64]:
            return np.concatenate((*first, np.zeros(rest * len(first[0]), np.int64)))

        lack = np.zeros(n, np.int64)
        lack[sorted(missing)] = weight[sorted(missing)]
        state = np.zeros(kernels.NUMBERS, np.int64)
        state[kernels.SIZE] = rest
        state[kernels.WORDS] = len(self._rows) // n
        state[kernels.WIDTH] = longest
        state[kernels.INDEPENDENT] = self._independent
        state[kernels.ROOM] = room
        return Run(
            kernels.dominate,
            kernels.ReachRows(indptr, indices, self._rows, alike, weight),
            kernels.MemberTree(
                missing=levels(self.words([missing])),
                allowed=levels(self.words([self.allowed(prefix)])),
                gain=levels(np.add.reduceat(lack[indices], indptr[:-1])),
                lack=levels(lack.sum(keepdims=True)),
                choice=np.zeros(rest * longest, np.int64),
                count=np.zeros(rest + 1, np.int64),
                cursor=np.zeros(rest + 1, np.int64),
                tops=np.zeros(rest, np.int64),
                covers=np.zeros(n, np.int64),
                found=np.zeros(room * rest, np.int64),
            ),
            state,
        )

    @staticmethod
    def found(run: Run) -> list[list[int]]:
        """Return the sets that a run has found, without the prefix."""
        state, flat = run[-1], run[-2].found
        size = int(state[kernels.SIZE])
        sets = [flat[size * k : size * (k + 1)] for k in range(int(state[kernels.FOUND]))]
        return [[int(k) for k in members if k >= 0] for members in sets]

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The reach of every node as compressed rows."""
        lengths = np.fromiter(map(len, self.reach), np.int64)
        return starts(lengths), np.fromiter(chain.from_iterable(self.reach), np.int64)

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The reach of every node in words."""
        return self.words(self.reach)

    @cached_property
    def matrix(self) -> Any:
        """The reach of every node as a sparse matrix."""
        return matrix_of(self.reach, len(self.nodes))

    @cached_property
    def edges(self) -> Any:
        """Both ends of every edge, a row of a sparse matrix each."""
        ends = [(k, j) for k, row in enumerate(self.reach) for j in row if k < j]
        return matrix_of(ends, len(self.nodes))


def _greedy(reach: Sequence[Sequence[int]], spend: Spend, *, independent: bool) -> list[int]:
    """Return a greedy dominating set: the node that dominates most missing ones is next."""
    missing = set(range(len(reach)))
    heap = [(-len(row), v) for v, row in enumerate(reach)]
    heapify(heap)
    chosen = []
    while missing:
        gain, v = heap[0]
        spend(len(reach[v]))
        now = -sum(w in missing for w in reach[v])
        if independent and v not in missing:
            heappop(heap)  # it is adjacent to a chosen node
        elif now > gain:
            heapreplace(heap, (now, v))
        else:
            heappop(heap)
            chosen.append(v)
            missing.difference_update(reach[v])
    return chosen


def _covering(reach: Sequence[Sequence[int]]) -> list[int]:
    """Return a dominating set: a node without a dominator gets the one that dominates most."""
    covered, chosen = set[int](), list[int]()
    for v, row in enumerate(reach):
        if v not in covered:
            chosen.append(max(row, key=lambda w: len(reach[w])))
            covered.update(reach[chosen[-1]])
    return sorted(chosen)


def _packed(reach: Sequence[Sequence[int]], spend: Spend) -> list[int]:
    """Return a greedy packing: the node that shares dominators with fewest free ones is next."""
    free = [True] * len(reach)
    rivals = []  # the number of nodes with a common dominator, counted once for each
    for row in reach:
        spend(len(row))
        rivals.append(sum(len(reach[w]) for w in row))
    heap = [(number, v) for v, number in enumerate(rivals)]
    heapify(heap)
    chosen = []
    while heap:
        number, v = heappop(heap)
        if not free[v] or number > rivals[v]:
            continue
        chosen.append(v)
        gone: set[int] = set()
        for w in reach[v]:
            spend(len(reach[w]))
            gone.update(u for u in reach[w] if free[u])
        for u in gone:
            free[u] = False
        lost = Counter[int]()
        for u in gone:
            spend(len(reach[u]))
            lost.update(reach[u])
        changed = Counter[int]()
        for w, number in lost.items():
            spend(len(reach[w]))
            for u in reach[w]:
                if free[u]:
                    changed[u] += number
        for u, number in changed.items():
            rivals[u] -= number
            heappush(heap, (rivals[u], u))
    return chosen
