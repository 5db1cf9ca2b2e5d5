"""Counts and random tours; each counter has a process of its own, and no peer draws tours."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from peers import GRAPHILLION, TEXTBOOK, count_by_graphillion
from race import PATIENCE, asks, compiled, once

import icosian
from icosian import king_graph, knight_graph

CHESSBOARD = 13267364410532


def count(G, *, threads=0, **options):
    """Count the cycles of a graph, kernels being loaded; tell the most states of a half as well."""
    from icosian.tours.count import exchange, layers
    from icosian.tours.count.layers import Half

    with compiled():
        for board in (king_graph(6), knight_graph(6, 8)):  # the second folds states
            icosian.count_hamiltonian_cycles(board)
    largest = [0]

    def noting(size):
        def noted(states):
            largest[0] = max(largest[0], number := size(states))
            return number

        return noted

    Half.size, exchange._size = property(noting(Half.size.fget)), noting(exchange._size)
    # Small layers that are made together are not seen; large ones are in the call itself.
    few, layers.FEW = layers.FEW, 0
    with suppress(icosian.SearchLimitReached):
        icosian.count_hamiltonian_cycles(G, timeout=1, **options)
    layers.FEW = few
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


def counted(number=None, **options):
    """Return what makes the case of a count."""
    return asks(count, partial(is_number, number), options=options, alone=True)


RIVALS = {GRAPHILLION: PATIENCE, TEXTBOOK: 20.0}
ON_GRIDS = {GRAPHILLION: (partial(count_by_graphillion, by_rows=True), PATIENCE)}
"""On grids Graphillion is quickest with edges by rows, and the textbook's search is too slow."""

drawn = asks(once(partial(icosian.random_hamiltonian_cycle, seed=1)))
