"""Components for independence: covers, local search, cliques that hold all edges."""

import itertools

import networkx as nx
from hypothesis import given
from naive import independence_number, is_independent
from placement_graphs import board, searching, sparse_or_dense

from icosian._run.clock import Clock
from icosian.placements.placement import members


@given(sparse_or_dense(most=20))
def test_covers_and_local_search_bound_the_number_from_both_sides(G):
    part, _ = searching(G, 0)
    H = G.subgraph(part.nodes)
    part.approach(len(H), Clock())
    number = independence_number(H)
    assert part.size <= number <= part.most == len(part.cover)
    assert is_independent(H, part.members)
    assert sorted(itertools.chain(*part.cliques)) == sorted(H)
    for clique in part.cliques:
        assert H.subgraph(clique).size() == len(clique) * (len(clique) - 1) // 2


@given(sparse_or_dense(most=20))
def test_no_node_can_be_added_to_a_local_optimum(G):
    part, _ = searching(G, 0)
    found = part._improved(0)
    chosen = set(members(found))
    H = nx.Graph((u, v) for u, row in enumerate(part.near) for v in members(row))
    H.add_nodes_from(range(len(part.near)))
    assert is_independent(H, chosen)
    assert all(v in chosen or chosen & set(H[v]) for v in H)


@given(sparse_or_dense(most=20))
def test_lines_are_cliques_that_hold_every_edge(G):
    part, _ = searching(G, 0)
    near = [set(members(row)) for row in part.near]
    pairs = [pair for line in part.lines for pair in itertools.combinations(line, 2)]
    assert all(v in near[u] for u, v in pairs)
    held = set(map(frozenset, pairs))
    assert held == {frozenset((u, v)) for u, row in enumerate(near) for v in row}


def test_the_lines_of_rooks_are_rows_and_columns():
    part, _ = searching(board("rook", 4), 0)
    assert sorted(map(len, part.lines)) == [4] * 8
