"""Nodes to remove: their bound is true, and the best for trees and lopsided bipartite graphs."""

import networkx as nx
import pytest
from together import together

from icosian._arrays.csr import csr
from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.cover.path_cover import separator
from tests import naive


def of(G):
    return separator(csr(G, {v: k for k, v in enumerate(G)}), Clock())


@together("seed", range(20))
def test_the_bound_is_the_number_of_parts_less_the_nodes_and_true(seed):
    G = nx.connected_watts_strogatz_graph(8, 3 - seed % 2, 0.5, seed=seed)
    G.add_edges_from((seed % 8, k) for k in (8, 9)[: seed % 3])
    cut = of(G)
    left = G.subgraph(set(G) - set(cut.removed))
    assert nx.number_connected_components(left) - len(cut.removed) == cut.bound
    assert 1 <= cut.bound <= naive.fewest_paths(G)


@together(
    ("G", "bound"),
    [
        (nx.complete_bipartite_graph(4, 9), 5),
        (nx.star_graph(6), 5),
        (nx.balanced_tree(3, 2), 7),
        (nx.cycle_graph(7), 1),
    ],
)
def test_the_best_nodes_are_found(G, bound):
    assert of(G).bound == bound


def test_it_stops_when_the_time_is_up():
    with pytest.raises(TimeIsUp):
        separator(csr(nx.star_graph(3), dict(zip(range(4), range(4), strict=True))), Clock(0))
