"""Ahead-of-time compilation of all kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import networkx as nx

from icosian._kernels import _jit
from icosian._run.limits import Clock, Watch, hinted


@hinted
def warm(*, progress: Watch = None) -> None:
    """Compile all kernels now and cache their code on disk for later processes.

    Parameters
    ----------
    progress : callable or True, optional
        Called with a :class:`Progress` after each step; ``part`` is the fraction that is done.

    See Also
    --------
    hamiltonian_cycle : Find a tour; small graphs need no compiler.

    Notes
    -----
    Otherwise a kernel is compiled when searches have run long enough to gain from it; most take
    one or two seconds, the longest six or seven. All kernels take a minute or two, once on each
    machine; one that workers use to share a long count is left to them. numba caches the code
    next to the package, or in the folder ``NUMBA_CACHE_DIR``. Without numba, or with
    ``NUMBA_DISABLE_JIT=1``, there is nothing to compile.

    Examples
    --------
    >>> import icosian
    >>> icosian.warm()  # doctest: +SKIP
    """
    if _jit.is_forbidden():
        return
    clock = Clock(None, progress)
    steps = list(_problems())
    with _jit.at_once():
        for done, (name, solve) in enumerate(steps, start=1):
            solve()
            clock.part = done / len(steps)
            clock.tell(name)


def _problems() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield small problems that together run every kernel, each with the name of its kind."""
    from icosian import placements, routes, tours
    from icosian.boardgraphs.graph import knight_graph, queen_graph
    from icosian.knights import knights_tour
    from icosian.tours.problem import Problem
    from icosian.tours.solve.clauses import satisfy
    from icosian.tours.solve.forced_edges import Learning
    from icosian.tours.solve.frontier import FrontierTree

    clock, board = Clock(), knight_graph(6)
    small, cubic = (nx.random_regular_graph(3, n, seed=1) for n in (60, 200))
    graphs = knight_graph(3, 10), nx.grid_2d_graph(5, 5), nx.petersen_graph()
    narrow, grid, petersen = (Problem.of(G, closed=True) for G in graphs)
    for method in ("rotations", "forcing", "frontier", "cdcl", "backtrack"):
        yield "tours", partial(tours.hamiltonian_cycle, board, method=method)
    yield "tours", partial(tours.hamiltonian_cycle, cubic)
    # A tree, which other methods leave little to; what is forgotten, which others begin with the
    # 20,000th clause; a proof by learned clauses.
    yield "tours", lambda: FrontierTree(narrow.form, clock).search(clock)
    yield "tours", lambda: Learning(grid.form, walk=0, learnts=0).search(clock)
    yield "tours", partial(satisfy, petersen, clock)
    yield "tours", partial(knights_tour, 504)
    yield "tours", partial(tours.warnsdorff_path, board)
    yield "lists", lambda: next(tours.hamiltonian_cycles(board))
    for rows in (7, 8):
        yield "counts", partial(tours.count_hamiltonian_cycles, knight_graph(rows, 6))
    yield "samples", partial(tours.random_hamiltonian_cycle, knight_graph(7, 6), seed=1)
    yield "samples", partial(tours.scrambled_hamiltonian_path, board)
    spots = [(k * k * 7919 % 1009, k**3 * 104_729 % 997) for k in range(160)]
    yield "shortest tours", partial(tours.shortest_tour, spots)
    yield "shortest tours", partial(tours.shortest_tour, spots[:9])
    yield "shortest tours", partial(_without_matrix, spots)
    yield "shortest tours", _in_32_bits
    sparse = nx.random_geometric_graph(60, 0.3, seed=2)
    lengths = partial(tours.shortest_hamiltonian_cycle, sparse, weight=lambda u, v, _: abs(u - v))
    yield "shortest tours", lengths
    yield "shortest tours", partial(tours.shortest_tour, spots[:8], start=0, order=[[1, 2]])
    pairs = [[k, k + 1] for k in range(0, 30, 2)]
    yield "one of each group", partial(tours.shortest_tour, spots[:30], groups=pairs)
    uphill = [[1 + abs(2 * u - v) for v in range(16)] for u in range(16)]
    yield "one of each group", partial(tours.shortest_tour, uphill, groups=pairs[:8])
    yield "longest tours", partial(tours.longest_cycle, nx.petersen_graph())
    yield (
        "induced paths",
        partial(tours.longest_induced_cycle, nx.random_regular_graph(4, 50, seed=1)),
    )
    roads = knight_graph(20, weight="euclidean")
    yield "paths", lambda: routes.prepare(roads).dijkstra((0, 0)).path((1, 1))
    yield "paths", lambda: dict(routes.prepare(roads).dijkstra((0, 0)).predecessors)
    uneven = knight_graph(20, weight=lambda u, _: 10.0 ** (sum(u) % 30))
    yield "paths", lambda: routes.prepare(uneven).dijkstra((0, 0)).path((1, 1))
    yield "placements", lambda: next(placements.all_queens(8))
    yield "placements", partial(placements.count_queens, 12, distinct=True)
    yield "placements", lambda: next(placements.independent_sets(queen_graph(5), 4))
    yield "placements", partial(placements.maximum_independent_set, small)
    yield "placements", partial(placements.minimum_dominating_set, queen_graph(6))
    yield "placements", partial(placements.minimum_coloring, queen_graph(6))


def _in_32_bits() -> None:
    """Search for a tour of so many places that their lengths are kept in 32 bits."""
    import numpy as np

    from icosian.tours.instance import Instance
    from icosian.tours.shortest.local_search import TourSearch
    from icosian.tours.shortest.one_trees import FEW

    form, numbers = Instance(places=FEW + 1, directed=False, closed=True), range(FEW + 1)
    problem = form.problem(np.abs(np.subtract.outer(numbers, numbers)))
    TourSearch(problem, Clock()).advance(kicks=1)


def _without_matrix(spots: list[tuple[int, int]]) -> None:
    """Search for a tour and a bound as for more than 3,000 places."""
    from icosian.tours.instance import Instance
    from icosian.tours.shortest import local_search, one_trees
    from icosian.tours.shortest.places import Places, points_of

    if (points := points_of(Places(spots))) is not None:
        problem = Instance(places=len(spots), directed=False, closed=True).problem_of(points)
        search = local_search.TourSearch(problem, Clock())
        search.advance(kicks=1)
        _, potentials = one_trees.ascent(problem, search.length)
        one_trees.least_of_all(problem, potentials.astype(int), 1, Clock())
