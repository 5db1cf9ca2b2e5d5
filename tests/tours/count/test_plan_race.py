"""Plans in execution: every plan gives the same number."""

import networkx as nx
from hypothesis import given, settings, strategies as st

from icosian import (
    count_hamiltonian_cycles,
)
from icosian._run.clock import Clock
from icosian.tours.count import plans
from icosian.tours.count.layers import Memory
from icosian.tours.count.plan_race import PlanRun


@settings(deadline=None, max_examples=25)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_every_cut_of_every_order_gives_the_same_number(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in plans._cut(graph, order, min(cut, n - 1)):
        attempt = PlanRun(graph, plan, Clock(), Memory(1 << 30))
        assert attempt.finish() == count_hamiltonian_cycles(G)
