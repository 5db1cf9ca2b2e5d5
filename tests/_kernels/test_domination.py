"""The domination kernel against its naive twin."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import minimum_sets
from placement_graphs import RULES, board, finish, undirected

from icosian._kernels import domination as kernels
from icosian._kernels._jit import is_forbidden
from icosian._run.clock import Clock
from icosian.placements.domination import DominationSearch
from icosian.placements.placement import index_graph


def part_of(G, *, total=False, independent=False):
    """Return the only component of a connected graph."""
    search = DominationSearch(index_graph(G), Clock(), total=total, independent=independent)
    (part,) = search.parts
    return part


def run_of(G, size, *, room=1, **rule):
    part = part_of(G, **rule)
    return part.run(size, part.even, room=room)


@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@RULES
@pytest.mark.exhaustive
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(rule):
    G = board("knight", 8)  # more than a word of nodes
    for size in (9, 12, 14):
        run = run_of(G, size, **rule)
        assert finish(run, 500, machine_code=True) == finish(run_of(G, size, **rule), 500)


@settings(max_examples=10)
@given(st.integers(1, 100), st.integers(1, 40))
def test_slices_of_any_size_are_one_search(budget, room):
    G = board("queen", 5)
    whole = finish(run_of(G, 3, room=room), 1 << 40)
    assert finish(run_of(G, 3, room=room), budget) == whole
    assert whole[0] == kernels.FULL


@given(undirected(most=8), st.integers(1, 8), st.integers(0, 3), st.booleans())
def test_the_kernel_finds_every_set_once_with_any_weights(G, size, power, independent):
    if not len(G) or not nx.is_connected(G):
        return
    part = part_of(G, independent=independent)
    weight = np.arange(len(G), dtype=np.int64) ** power
    run = part.run(size, weight, room=1 << 12)
    while not (status := run.advance(100)):
        pass
    assert status == kernels.EXHAUSTED
    found = [frozenset(part.nodes[k] for k in chosen) for chosen in part.found(run)]
    assert len(found) == len(set(found))
    smallest = minimum_sets(G, independent=independent)
    if size == len(smallest[0]):
        assert set(found) == {frozenset(map(list(G).index, s)) for s in smallest}
    assert bool(found) == (size >= len(smallest[0])) or independent
