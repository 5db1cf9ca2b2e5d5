"""Trees that hang on a graph: what is cut off is exact."""

from itertools import chain

import networkx as nx
from together import together

from icosian._arrays.csr import csr
from icosian.tours.cover.path_cover import trim_trees
from tests import naive


def of(G):
    return trim_trees(csr(G, {v: k for k, v in enumerate(G)}))


@together("seed", range(20))
def test_the_rest_and_the_paths_make_a_minimum_cover(seed):
    G = nx.gnp_random_graph(8, 0.25, seed=seed)
    found = of(G)
    rest = sum(naive.fewest_paths(G.subgraph(part)) for part in found.parts)
    assert len(found.paths) + rest == naive.fewest_paths(G)
    assert sorted(chain.from_iterable(found.paths + found.parts)) == list(G)
    assert all(nx.is_path(G, path) for path in found.paths)


@together("seed", range(5))
def test_forests_are_covered_and_the_removed_nodes_prove_it(seed):
    G = nx.random_labeled_tree(40, seed=seed)
    G.remove_edges_from(list(G.edges)[::9])
    found = of(G)
    left = G.subgraph(set(G) - found.removed)
    assert found.parts == []
    assert nx.number_connected_components(left) - len(found.removed) == len(found.paths)


def test_what_hangs_on_a_ring_is_at_most_a_path():
    ring = nx.cycle_graph(5)
    nx.add_path(ring, [0, 5, 6])
    assert of(ring).parts == [list(range(7))]
    nx.add_path(ring, [0, 7])
    found = of(ring)
    assert found.removed == {0}
    assert sorted(map(sorted, found.paths)) == [[0, 5, 6, 7], [1, 2, 3, 4]]


def test_no_node_of_a_path_is_removed():
    assert of(nx.path_graph(9)).removed == set()
