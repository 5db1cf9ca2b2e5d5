"""Dominating sets: as few pieces as possible that leave no square alone, on any graph.

Nodes that need a dominator each bound a set from below, a greedy set bounds it from above. Where
these do not meet, a search for sets of a given size decides, in turns with integer programming.
"""

from __future__ import annotations

import math
from itertools import chain, count, product
from typing import TYPE_CHECKING, Any

from icosian._kernels import domination as kernels
from icosian._run.arguments import checked_flag
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import IcosianError, InvalidArgument, NoPlacement, SearchLimitReached
from icosian.placements._graph import reading
from icosian.placements.bounds import Exhausted, Packing
from icosian.placements.domination.component import ONE, Reach
from icosian.placements.independent.reductions import components, neighbours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from icosian._kernels._jit import Run
    from icosian._run.clock import Progress
    from icosian.placements._graph import Reading
    from icosian.placements.bounds import Bound
    from icosian.placements.placement import Placement

__all__ = ["minimum_dominating_set", "minimum_dominating_sets"]

_QUICK = 2_000  # steps of a search that tries to shrink a set
# Steps in the first turn, times the square of the nodes, and branches of an integer programme,
# times the entries of its matrix: some seconds each. Every turn takes four times as many.
_STEPS, _BRANCHES = 20_000_000_000, 500_000
_SMALL = 50  # nodes of a part whose sets are listed without a linear programme
_LARGEST = 5_000  # nodes of a part that is searched; larger ones are left to integer programming
_BATCH = 4_096  # sets that are found at once, and sorted
_EVEN, _LOSS = 0.1, 0.25  # the share of even weights, at most, and what they may cost
_SEARCH, _PROGRAMME = "set cover", "integer programming"
_SOLVED, _INFEASIBLE = 0, 2  # what HiGHS says


def minimum_dominating_set(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Placement:
    """Return a smallest dominating set: as few pieces as possible that guard the whole board.

    Every node is in the set or joined to a node of the set.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    total : bool
        Whether the nodes of the set need a neighbour in it, too: the pieces guard each other.
    independent : bool
        Whether no two nodes of the set may be joined: no piece attacks another.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Placement
        The nodes, in the order of the graph. Its ``bound`` says why no set is smaller: it has as
        many nodes no two of which share a dominator, where such nodes are found, as on all boards
        of kings; otherwise an exhausted search.

    Raises
    ------
    NoPlacement
        If ``total``, and some node has no neighbour.
    SearchLimitReached
        If the time is over; ``.best`` is the smallest set found, ``.bound`` what is proved.
    InvalidArgument
        If ``total`` and ``independent``, which contradict each other, or if an argument breaks
        its rule.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    minimum_dominating_sets : All of them.
    maximum_independent_set : As many pieces as possible, none attacking another.

    Notes
    -----
    Every connected part is taken for itself, and begins with a greedy set and a greedy packing,
    nodes no two of which share a dominator. Where these are not equally many, sets of k nodes are
    sought, for growing k: the node that the fewest others can dominate is dominated by each of
    these in turn, which is then excluded. The search turns back when the members that are left to
    choose cannot gain all that is missing, and drops nodes that would gain too little; a missing
    node counts what it weighs in the dual of the linear relaxation, a fractional packing [1]_.
    Of squares that are symmetric on the board, one is tried as the first member. After some
    seconds integer programming (HiGHS [2]_, through scipy) takes turns with the search, each four
    times as long as before, since on one kind of graph the one is a hundred times quicker, on
    another kind the other. A turn of HiGHS cannot be interrupted, except by the time-out.

    The problem is NP-hard. Up to 13 x 13 squares take a second for queens, up to 12 x 12 a few
    for knights. Memory is the square of the number of nodes, in bits. The result is
    deterministic.

    How many pieces guard n x n squares is in the OEIS: A075458 (queens), A075324 (queens,
    independent), A006075 (knights), A342576 (knights, independent), A261752 (knights, total),
    A075561 (kings).

    References
    ----------
    .. [1] J. E. Beasley, An algorithm for set covering problem, European Journal of Operational
       Research 31 (1987), 85-93.
    .. [2] Q. Huangfu, J. A. J. Hall, Parallelizing the dual revised simplex method, Mathematical
       Programming Computation 10 (2018), 119-142.

    Examples
    --------
    Five queens guard a chess board, even if none may attack another, or if they must guard each
    other:

    >>> import networkx as nx, icosian
    >>> G = icosian.queen_graph(8)
    >>> rules = {}, {"independent": True}, {"total": True}
    >>> [len(minimum_dominating_set(G, **rule)) for rule in rules]
    [5, 5, 5]

    A king guards nine squares, and no two corners of such blocks:

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
    >>> kings.bound.value, len(minimum_dominating_set(icosian.king_graph(20)))
    (4, 49)

    Where a code is perfect, its words are a smallest dominating set, as Hamming's in the cube:

    >>> len(minimum_dominating_set(nx.hypercube_graph(3))), 2**3 // (3 + 1)
    (2, 2)
    """
    search = _Domination(
        reading(G), total=total, independent=independent, timeout=timeout, progress=progress
    )
    search.run()
    return search.placement()


def minimum_dominating_sets(
    G: nx.Graph[Any],
    *,
    total: bool = False,
    independent: bool = False,
    timeout: float | None = None,
) -> Iterator[Placement]:
    """Generate the smallest dominating sets: all ways to guard a board with the fewest pieces.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter. It is read at the call.
    total : bool
        Whether the nodes of the set need a neighbour in it, too.
    independent : bool
        Whether no two nodes of the set may be joined.
    timeout : float, optional
        Seconds from the call after which to give up.

    Yields
    ------
    Placement
        Every smallest set once: each in the order of the graph, and the sets in lexicographic
        order by it. If the graph is not connected, they are in order by the nodes in its first
        connected part, then by those in the next one, and so on.

    Raises
    ------
    NoPlacement
        If ``total``, and some node has no neighbour, at the call.
    SearchLimitReached
        If the time is over; ``.best`` is the smallest set found, ``.bound`` what is proved.
    InvalidArgument
        If ``total`` and ``independent``, or if an argument breaks its rule, at the call.
    networkx.NetworkXNotImplemented
        If the graph is directed, at the call.

    See Also
    --------
    minimum_dominating_set : One of them, with notes on the method.

    Notes
    -----
    When the size is known, the search finds some thousand sets at a time and sorts them: all of
    a connected part, or, if they are more, those with the same first node, or the same first two,
    and so on. Of all parts but the first the sets are kept in memory.

    References
    ----------
    .. [1] A. M. Yaglom, I. M. Yaglom, Challenging Mathematical Problems with Elementary Solutions
       1, Holden-Day, 1964.

    Examples
    --------
    Rooks stand in every row or in every column, in 2 n^n - n! ways [1]_:

    >>> import icosian
    >>> [sum(1 for _ in minimum_dominating_sets(icosian.rook_graph(n))) for n in range(1, 6)]
    [1, 6, 48, 488, 6130]

    Six kings on 3 x 18 squares have one way, and four on 3 x 10, as OEIS A350815 says:

    >>> [len(list(minimum_dominating_sets(icosian.king_graph(3, n)))) for n in (18, 10)]
    [1, 13]
    """
    search = _Domination(reading(G), total=total, independent=independent, timeout=timeout)
    return _listed(search)


def _listed(search: _Domination) -> Iterator[Placement]:
    search.run()
    bound = search.bound()
    try:
        parts = [search.sets(part) for part in search.parts]
        others = [list(sets) for sets in parts[1:]]
        for one in parts[0] if parts else [()]:
            for more in product(*others):
                yield search.given.placement(chain(one, *more), bound)
    except TimeIsUp:
        raise search.undecided("not all sets were found") from None


class _Domination:
    """The search for the smallest dominating sets, part by part.

    Parameters
    ----------
    given : Reading
        The graph.
    total, independent : bool
        What is asked of the sets.
    timeout : float or None
        Seconds.
    progress : callable or None
        Called with a :class:`~icosian.Progress`.
    """

    def __init__(
        self,
        given: Reading,
        *,
        total: bool,
        independent: bool,
        timeout: float | None,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        self.clock = Clock(timeout, progress)
        self.given = given
        self._timeout = timeout
        self._total = checked_flag(total, "total")
        self._independent = checked_flag(independent, "independent")
        if total and independent:
            raise InvalidArgument(
                "total and independent contradict each other: every node of a total dominating set"
                " has a neighbour in it"
            )
        near = neighbours(given)
        if total and set() in near:
            alone = given.nodes[near.index(set())]
            raise NoPlacement(f"there is no total dominating set: {alone!r} has no neighbour")
        self.parts = [
            Reach(near, nodes, total=total, independent=independent)
            for nodes in components(near, ())
        ]

    def run(self) -> None:
        """Search until a smallest set is known.

        Raises
        ------
        SearchLimitReached
            If the time is over.
        """
        try:
            for attempt in (self._shrink, self._decide):
                for part in self.parts:
                    attempt(part)
        except TimeIsUp:
            least = sum(part.least for part in self.parts)
            raise self.undecided(f"fewer than {least} do not") from None

    def placement(self) -> Placement:
        """Return the best set so far, checked, with what is proved."""
        numbers = chain.from_iterable(part.numbers(part.best) for part in self.parts)
        placement = self.given.placement(numbers, self.bound())
        chosen, G = set(placement), self.given.G
        guarded = {v for v in G if any(w in chosen and w != v for w in G[v])}
        assert chosen | guarded == set(G)
        assert guarded == set(G) or not self._total
        assert guarded.isdisjoint(chosen) or not self._independent
        return placement

    def bound(self) -> Bound:
        """Return what is proved: the packings of all parts, unless more is known of one."""
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
        bound.check(self.given.G)
        return bound

    def undecided(self, state: str) -> SearchLimitReached:
        """Return the error that says what is known when the time is over."""
        best, clock = self.placement(), self.clock
        return SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: {len(best)} nodes"
            f" dominate the graph, {state}",
            stats=clock.stats(_SEARCH),
            best=best,
            bound=best.bound,
        )

    def sets(self, part: Reach) -> Iterator[tuple[int, ...]]:
        """Yield all sets of a part that are as small as its best one, in lexicographic order."""
        weight = part.even if len(part.nodes) <= _SMALL else self._dual(part)
        prefixes: list[tuple[int, ...]] = [()]
        while prefixes:
            prefix = prefixes.pop()
            run = part.run(len(part.best), weight, prefix=prefix, room=_BATCH)
            if self.clock.run(_SEARCH, run) == kernels.FULL:
                followers = sorted(part.allowed(prefix), reverse=True)
                prefixes += [(*prefix, v) for v in followers]
                continue
            for members in sorted([*prefix, *sorted(found)] for found in part.found(run)):
                assert part.is_dominated_by(members)
                yield part.numbers(members)

    def _shrink(self, part: Reach) -> None:
        """Look for smaller sets, a short while for each."""
        while not part.is_settled and len(part.nodes) <= _LARGEST:
            size = len(part.best) - 1
            if not self._search(part, size, part.run(size, part.even), _QUICK):
                return

    def _decide(self, part: Reach) -> None:
        """Search and let HiGHS search in turns, until the best set is known to be a smallest."""
        if part.is_settled:
            return
        runs: dict[int, Run] = {}
        for turn in count():
            if len(part.nodes) <= _LARGEST:
                self._deepen(part, runs, (_STEPS << 2 * turn) // len(part.nodes) ** 2)
            if not part.is_settled:
                self._programme(part, (_BRANCHES << 2 * turn) // part.matrix.nnz)
            if part.is_settled:
                return

    def _deepen(self, part: Reach, runs: dict[int, Run], limit: int) -> None:
        """Search for sets of growing size, until one is found or a search takes too long."""
        weight, orbits = self._dual(part), self._orbits(part)
        while not part.is_settled:
            size = part.least
            if size not in runs:
                runs[size] = part.run(size, weight, orbits)
            if not self._search(part, size, runs[size], limit):
                return

    def _search(self, part: Reach, size: int, run: Run, limit: int) -> bool:
        """Let a run look for sets of one size; return whether it found out."""
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

    def _programme(self, part: Reach, branches: int) -> None:
        """Let HiGHS look for a smaller set than the best one."""
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp

        self.clock.tick(_PROGRAMME)
        n = len(part.nodes)
        constraints = [
            LinearConstraint(part.matrix, lb=1),
            LinearConstraint(np.ones((1, n)), lb=part.least, ub=len(part.best) - 1),
        ]
        if self._independent:
            constraints.append(LinearConstraint(part.edges, ub=1))
        result = milp(
            np.ones(n),
            integrality=np.ones(n),
            bounds=Bounds(0, 1),
            constraints=constraints,
            options={"node_limit": max(1, branches), "mip_rel_gap": 0.0, **self._limits()},
        )
        before, found = part.least, None
        if result.x is not None:
            found = np.flatnonzero(result.x > 0.5).tolist()
            if part.is_dominated_by(found) and len(found) < len(part.best):
                part.best = found
        if result.status == _INFEASIBLE or (result.status == _SOLVED and part.best is found):
            part.least = len(part.best)
        elif result.mip_dual_bound is not None and math.isfinite(result.mip_dual_bound):
            proved = math.ceil(result.mip_dual_bound - 1e-6)
            part.least = min(max(proved, before), len(part.best))
        if part.least > before:
            part.methods.add(_PROGRAMME)
        steps = int(result.mip_node_count or 0)
        part.steps += steps
        self.clock.tick(_PROGRAMME, steps)

    def _dual(self, part: Reach) -> NDArray[np.int64]:
        """Return weights such that no member gains much more than one, as heavy as possible.

        They are a fractional packing, which is the dual of the linear relaxation, and a little of
        the even weights: an extreme solution is blind to what happens where it has no weight.
        """
        import numpy as np
        from scipy.optimize import linprog

        if part.dual is None:
            n = len(part.nodes)
            dual = even = part.even / ONE
            result = linprog(-np.ones(n), A_ub=part.matrix, b_ub=np.ones(n), options=self._limits())
            self.clock.tick(_SEARCH)
            if result.status == _SOLVED:
                dual = result.x
            share = min(_EVEN, _LOSS / max(dual.sum() - even.sum(), _LOSS))
            part.dual = np.rint((dual + share * (even - dual)) * ONE).astype(np.int64)
        return part.dual

    def _limits(self) -> dict[str, float]:
        """Return the time that is left, as options of HiGHS."""
        if self._timeout is None:
            return {}
        return {"time_limit": max(0.0, self._timeout - self.clock.seconds)}

    def _orbits(self, part: Reach) -> NDArray[np.int64]:
        """Return for every node of a part those it is taken to by symmetries of the board."""
        from icosian.boardgraphs.graph import BoardGraph

        G = self.given.G
        if not isinstance(G, BoardGraph):
            return part.alone
        try:
            images = G.symmetries()
        except IcosianError:  # these are not the squares of a board
            return part.alone
        rank = {self.given.nodes[v]: k for k, v in enumerate(part.nodes)}
        return part.words(
            {rank[image[square]] for image in images if image[square] in rank} for square in rank
        )
