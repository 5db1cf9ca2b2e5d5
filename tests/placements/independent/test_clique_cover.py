"""Iterated greedy clique covers."""

import itertools
import random

from hypothesis import given, strategies as st
from placement_graphs import board, sparse_or_dense

from icosian.placements.independence_search import clique_covers
from icosian.placements.placement import index_graph


@given(sparse_or_dense(most=30), st.integers(0, 12), st.integers(0, 100))
def test_covers_are_partitions_into_cliques_and_never_grow(G, rounds, seed):
    order = random.Random(seed).sample(range(len(G)), len(G))
    covers = list(clique_covers(index_graph(G).neighbor_masks(), order, rounds=rounds))
    assert len(covers) == rounds + 1
    for cover in covers:
        assert sorted(itertools.chain(*cover)) == list(G)
        for clique in cover:
            assert G.subgraph(clique).size() == len(clique) * (len(clique) - 1) // 2
    sizes = list(map(len, covers))
    assert sizes == sorted(sizes, reverse=True)


def test_the_first_cover_of_a_board_is_its_rows():
    masks = index_graph(board("queen", 5)).neighbor_masks()
    first = next(clique_covers(masks, range(25)))
    assert first == [list(range(5 * row, 5 * row + 5)) for row in range(5)]
