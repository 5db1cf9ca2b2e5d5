"""Cliques as independent sets of the complement, against their naive twin."""

from hypothesis import given, strategies as st
from naive import clique_number
from placement_graphs import sparse_or_dense

from icosian._kernels import independence as kernels
from icosian._run.clock import Clock
from icosian.placements.coloring import ColoringSearch
from icosian.placements.independence_search import FOUND
from icosian.placements.placement import index_graph


@given(sparse_or_dense(most=20), st.integers(1, 50))
def test_cliques_grow_up_to_the_clique_number_of_the_twin(G, budget):
    search = ColoringSearch(index_graph(G), Clock())
    search.upper = len(G) + 1  # room for a clique of all nodes
    run = search._clique_search(range(len(G)))
    best = 0
    while True:
        run[-1][kernels.TARGET] = best + 1
        if (status := run.advance(budget)) == kernels.DONE:
            break
        if status == kernels.FOUND:
            size = run[-1][kernels.SIZE]
            clique = [search._nodes[v] for v in run[FOUND][:size]]
            assert G.subgraph(clique).size() == size * (size - 1) // 2
            assert size > best
            best = size
    assert best == clique_number(G)
