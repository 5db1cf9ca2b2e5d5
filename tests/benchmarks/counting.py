"""Counts and random tours; each counter has a process of its own, and no peer draws tours."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import networkx as nx
from peers import GRAPHILLION, TEXTBOOK, count_by_graphillion
from race import PATIENCE, Case, compiled, once
from results import Goal

import icosian
from icosian import king_graph, knight_graph

LARGEST = 64
"""The nodes that the textbook's search can count."""
CHESSBOARD = 13267364410532


def count(G, *, threads=0, **options):
    """Count the cycles of a graph, kernels being loaded; tell the most states of a half as well."""
    from icosian.tours.count.layers import Half

    with compiled():
        for board in (king_graph(6), knight_graph(6, 8)):  # the second folds states
            icosian.count_hamiltonian_cycles(board)
    largest, size = [0], Half.size.fget

    def noted(half):
        largest[0] = max(largest[0], number := size(half))
        return number

    Half.size = property(noted)
    if threads:
        options["executor"] = ThreadPoolExecutor(threads)

    def call():
        number = icosian.count_hamiltonian_cycles(G, **options)
        return {"number": number, "states": largest[0]}

    return call


def is_number(number, run):
    """Check a count."""
    found = run.answer["number"] if isinstance(run.answer, dict) else run.answer
    assert number in (None, found)


def counted(name, make, *sizes, number=None, peers=(), goals=(), **options):
    """Return the case of a count."""
    check = partial(is_number, number)
    made = partial(make, *sizes)
    return Case(name, made, count, check, dict(peers), goals, options, alone=True)


def rivals(make, *sizes):
    """Return the peers of a count; on grids Graphillion is quickest with edges by rows."""
    is_grid = make is nx.grid_2d_graph
    peers = {GRAPHILLION: (partial(count_by_graphillion, by_rows=is_grid), PATIENCE)}
    return peers | ({TEXTBOOK: 20.0} if len(make(*sizes)) <= LARGEST else {})


def drawn(m, n):
    """Return the case of a tour drawn uniformly at random."""
    draw = once(partial(icosian.random_hamiltonian_cycle, seed=1))
    return Case(f"knight {m} x {n}, drawn at random", partial(knight_graph, m, n), draw)


COUNTING = [
    *(
        counted(
            f"{name}, counted",
            *make,
            number=number,
            peers=rivals(*make),
            goals=(Goal(GRAPHILLION, 10),),
        )
        for name, number, *make in (
            ("knight 6 x 6", 9862, knight_graph, 6),
            ("knight 6 x 7", 1067638, knight_graph, 6, 7),
            ("knight 6 x 8", 55488142, knight_graph, 6, 8),
            ("king 8 x 8", 961742089476282321684, king_graph, 8),
            ("hypercube Q5", 906545760, nx.hypercube_graph, 5),
            ("grid 14 x 14", 56126499620491437281263608, nx.grid_2d_graph, 14, 14),
        )
    ),
    counted("knight 8 x 8, counted", knight_graph, 8, number=CHESSBOARD, goals=(Goal(seconds=60),)),
    counted("knight 8 x 8, counted by two threads", knight_graph, 8, number=CHESSBOARD, threads=2),
    *(drawn(m, n) for m, n in ((6, 6), (6, 8), (7, 8))),
]
SIZES = [
    *(
        counted(f"{name} {m} x {n}, counted alone", make, m, n)
        for name, make, sizes in (
            ("knight", knight_graph, ((8, 5), (8, 6), (8, 7))),
            ("knight", knight_graph, ((6, 6), (10, 6), (12, 6), (14, 6))),
            ("king", king_graph, ((6, 6), (7, 7), (8, 8), (9, 9), (10, 10))),
            ("grid", nx.grid_2d_graph, ((8, 8), (10, 10), (12, 12), (14, 14))),
        )
        for m, n in sizes
    ),
    *(
        counted(
            f"knight 8 x 7, tables of {megabytes} MB",
            *(knight_graph, 8, 7),
            memory_limit=megabytes * 10**6,
        )
        for megabytes in (40, 20)
    ),
]

GROUPS = {"Counting": COUNTING, "Counting: growth of boards, and memory limits": SIZES}
