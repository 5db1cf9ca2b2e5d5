"""Covers of one part: by greedy paths, by rotations, by a shortest path through edges and gaps."""

from itertools import chain, product

import networkx as nx
from together import together

from icosian._arrays.csr import csr
from icosian._run.clock import Clock
from icosian.tours.cover.path_cover import best_cover, cover_by_rotations, greedy_cover
from icosian.tours.shortest import exact as optimize
from tests import naive

GRAPHS = [
    nx.gnp_random_graph(n, 2.2 / n, seed=seed, directed=directed)
    for n, seed, directed in product((5, 8), range(4), (False, True))
]


def arrays(G):
    return csr(G, {v: k for k, v in enumerate(G)})


@together("G", GRAPHS)
def test_all_ways_cover_every_node_and_the_last_is_exact(G):
    fewest = naive.fewest_paths(G)
    steps = []
    first = cover_by_rotations(arrays(G), Clock(), 1)
    best = best_cover(arrays(G), first, Clock(), 1, lambda *step: steps.append(step))
    for paths in (
        greedy_cover(arrays(G)),
        cover_by_rotations(arrays(G), Clock(0), 1),
        first,
        best.paths,
    ):
        assert sorted(chain.from_iterable(paths)) == list(G)
        assert all(nx.is_path(G, path) for path in paths)
        assert len(paths) >= fewest
    assert len(best.paths) == fewest == best.solution.bound + 1


def test_what_is_too_large_is_not_tried(monkeypatch):
    monkeypatch.setattr(optimize, "LARGE", 10)
    G = nx.path_graph(10)
    assert best_cover(arrays(G), [list(G)], Clock(), 0, print) is None
