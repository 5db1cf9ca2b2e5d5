"""Spanning forests: what their sets prove is the length of the tree."""

from random import Random

import networkx as nx
from hypothesis import given, strategies as st

from icosian.proofs.formulas.exports import forest


@given(st.integers(0, 2**32).map(Random))
def test_the_sets_prove_the_length_of_a_minimum_spanning_tree(random):
    n = random.randint(3, 8)
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n) if random.random() < 0.7]
    rests = [{v: random.randint(-4, 6) for w, v in pairs if w == u} for u in range(n)]
    tree = forest(rests, set(), 3)
    G = nx.Graph()
    G.add_nodes_from(range(1, n))
    G.add_weighted_edges_from((u, v, rests[u][v]) for u, v in pairs if u)
    assert set(tree.parts) == set(map(frozenset, nx.connected_components(G)))
    assert tree.circle is None
    if len(tree.parts) == 1 and n > 2:
        least = nx.minimum_spanning_tree(G).size("weight")
        bound = tree.top * (n - 2) - sum(step * (len(some) - 1) for some, step in tree.steps)
        assert bound == least
        for u, v in G.edges:  # no edge pays more than its length
            pays = tree.top - sum(step for some, step in tree.steps if {u, v} <= some)
            assert pays <= rests[u][v]
    ends = sorted(rests[0].values())
    assert tree.end == (ends[min(1, len(ends) - 1)] if ends else 0)


def test_required_edges_come_first_and_a_cycle_of_them_is_named():
    rests = [{1: 0, 2: 0}, {2: 9, 3: 1}, {3: 1}, {}]
    tree = forest(rests, {(1, 2)}, 5)
    assert tree.steps[0][0] == {1, 2}
    assert tree.top - sum(step for some, step in tree.steps if {1, 2} <= some) < -5
    assert forest(rests, {(1, 2), (1, 3), (2, 3)}, 5).circle == {1, 2, 3}
    assert forest(rests, {(0, 1)}, 5).end == 0
