"""Matchings of digraphs: as many arcs as possible, and the cover that proves it."""

from itertools import chain

import networkx as nx
from together import together

from icosian._arrays.csr import csr
from icosian.tours.cover.path_cover import match_nodes


def of(G):
    return match_nodes(csr(G, {v: k for k, v in enumerate(G)}))


@together("seed", range(20))
def test_every_arc_is_covered_by_as_many_nodes_as_there_are_arcs_matched(seed):
    G = nx.gnp_random_graph(25, 0.06, seed=seed, directed=True)
    found = of(G)
    arcs = sum(len(path) - 1 for path in found.paths) + sum(map(len, found.cycles))
    assert len(found.leaving) + len(found.entering) == arcs
    assert all(u in found.leaving or v in found.entering for u, v in G.edges)
    assert sorted(chain.from_iterable(found.paths + found.cycles)) == list(G)
    assert all(nx.is_path(G, path) for path in found.paths)
    assert all(nx.is_path(G, [*cycle, cycle[0]]) for cycle in found.cycles)


def test_nodes_on_both_sides_of_an_undirected_graph_separate_it():
    found = of(nx.complete_bipartite_graph(2, 5))
    assert found.leaving & found.entering == {0, 1}
