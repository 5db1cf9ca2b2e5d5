"""Checks that would take more memory than is free end with an error."""

import tracemalloc

import networkx as nx
import pytest

import icosian
from icosian import InvalidArgument
from icosian._io import memory
from icosian.proofs import (
    Cases,
    DualWeights,
    FrontierExhausted,
    LowerBound,
    Positioned,
    Refutation,
)

N = 300
CLAIM = {"closed": True}
STAR = nx.star_graph(N)
PLACES = icosian.Places([(k, k * k % 7) for k in range(N)])
BORDERS = {"sets": (frozenset({0}),) * (4 * N)}
BOUND = LowerBound(
    **CLAIM,
    bound=1,
    nodes=tuple(range(N)),
    scale=1,
    families=(((0,),),),
    weights=(DualWeights(potentials=(0,) * N, families=((0, 1),)),),
    tree=(0,),
    unit=PLACES.unit,
)
LARGE = {
    "states": (FrontierExhausted(**CLAIM, order=tuple(range(14))), (6, 8)),
    "borders of cases": (Cases(**CLAIM, tree=(None,), **BORDERS), STAR),
    "borders of clauses": (Refutation(**CLAIM, edges=(), clauses=(), **BORDERS), STAR),
    "numbers": (Positioned(**CLAIM, positions=()), nx.complete_graph(80)),
    "lengths": (BOUND, PLACES),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_check_takes_no_more_memory_than_is_free(name, monkeypatch):
    proof, G = LARGE[name]
    G = nx.complete_bipartite_graph(*G) if isinstance(G, tuple) else G
    monkeypatch.setattr(memory, "SMALL", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidArgument, match=r"check.* memory.* are free"):
            proof.check(G)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_the_states_of_a_bad_order_are_counted_and_not_refuted():
    G = nx.complete_bipartite_graph(4, 6)
    FrontierExhausted(**CLAIM, order=tuple(G)).check(G)
