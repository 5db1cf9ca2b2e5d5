"""Clauses of colorings."""

from hypothesis import given, strategies as st
from naive import has_coloring
from placement_graphs import sparse_or_dense

from icosian import (
    queen_graph,
)
from icosian.placements._graph import indexed
from icosian.placements.coloring.dsatur import greedy_clique
from icosian.placements.coloring.sat_encoding import ColorClauses


@given(sparse_or_dense(most=12), st.integers(1, 6), st.booleans())
def test_clauses_have_a_model_just_where_there_is_a_coloring(G, k, greedy):
    from pysat.solvers import Cadical153

    near = indexed(G).neighbors()
    clique = greedy_clique(near, len(G) - 1) if greedy else []
    if len(clique) > k:
        return
    clauses = ColorClauses(near, clique, k)
    with Cadical153(bootstrap_with=clauses.clauses()) as solver:
        assert solver.solve() == has_coloring(G, k)
        if solver.get_model() is not None:
            colors = dict(enumerate(clauses.colors(solver.get_model())))
            assert max(colors.values()) < k
            assert all(colors[u] != colors[v] for u, v in G.edges)


def test_a_clique_of_all_colors_refutes_eight_queens_at_once():
    from pysat.solvers import Cadical153

    near = indexed(queen_graph(8)).neighbors()
    with Cadical153(bootstrap_with=ColorClauses(near, range(8), 8).clauses()) as solver:
        assert not solver.solve()
        assert solver.accum_stats()["conflicts"] < 10_000  # 400,000 without those clauses
