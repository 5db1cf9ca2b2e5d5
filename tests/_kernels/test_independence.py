"""The independent set kernels against their naive twins."""

import naive
import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from naive import independence_number, is_independent
from placement_graphs import finish, searching, sparse_or_dense

from icosian import independent_sets, maximum_independent_set
from icosian._kernels import independence as kernels
from icosian._kernels._jit import is_forbidden


@given(sparse_or_dense(), st.integers(1, 7))
def test_slices_of_any_size_are_one_search(G, budget):
    whole = finish(searching(G, 1)[1]._run, 10**9)
    assert finish(searching(G, 1)[1]._run, budget) == whole


@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@pytest.mark.parametrize("density", [0.1, 0.5])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(density):
    G = nx.gnp_random_graph(70, density, seed=3)  # more than one word
    _, search = searching(G, 1)
    one = finish(search._run, 1000)
    assert finish(search._run, 1000, machine_code=True) == one
    assert one[1][-1][kernels.SIZE] == len(maximum_independent_set(G))


@pytest.mark.parametrize("order", [0, 1])
@given(sparse_or_dense(most=20))
@settings(max_examples=10)
def test_the_largest_set_is_as_large_as_the_recurrence_says(order, G):
    part, search = searching(G, order)
    status, arrays = finish(search._run, 100)
    state = arrays[-1]
    expected = independence_number(G.subgraph(part.nodes))
    assert status in (kernels.DONE, kernels.FOUND)
    assert state[kernels.SIZE] == state[kernels.BEST] == expected
    chosen = [part.nodes[search._order[k]] for k in arrays[5][: state[kernels.SIZE]]]
    assert is_independent(G, chosen)


@given(sparse_or_dense(most=10), st.integers(1, 5))
@settings(max_examples=10)
def test_sets_of_one_size_are_listed_as_by_trying_all(G, size):
    assert [s.nodes for s in independent_sets(G, size)] == naive.independent_sets(G, size)
