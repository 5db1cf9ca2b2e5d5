"""The clique kernel against its naive twin."""

from hypothesis import given, strategies as st
from naive import clique_number
from placement_graphs import sparse_or_dense

from icosian._kernels import cliques
from icosian._run.clock import Clock
from icosian.placements._graph import indexed
from icosian.placements.coloring import ColoringSearch


@given(sparse_or_dense(most=20), st.integers(1, 50))
def test_cliques_grow_up_to_the_clique_number_of_the_twin(G, budget):
    search = ColoringSearch(indexed(G), Clock())
    search.upper = len(G) + 1  # room for a clique of all nodes
    run = search._clique_search(range(len(G)))
    best = 0
    while (status := run.advance(budget)) != cliques.EXHAUSTED:
        if status == cliques.FOUND:
            size = run[-1][cliques.BEST]
            clique = [search._nodes[v] for v in run[5][:size]]
            assert G.subgraph(clique).size() == size * (size - 1) // 2
            assert size > best
            best = size
    assert best == clique_number(G)
