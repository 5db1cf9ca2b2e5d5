"""Minimum path covers: by brute force, and each step of the search."""

import itertools
import random
from itertools import chain, product

import networkx as nx
import pytest
from families import atlas
from hypothesis import given
from together import together

import icosian
from icosian import InvalidTour, knight_graph, minimum_path_cover
from icosian._arrays import csr
from icosian._run.limits import Clock
from icosian.tours.cover import functions as answer
from icosian.tours.cover.path_cover import best_cover, cover_by_rotations, greedy_cover
from icosian.tours.shortest import exact as optimize
from tests import naive
from tests.strategies import graphs

# Minimum path covers against brute force, known values, and what users may ask


def proved(G, **options):
    """Return the size of a cover after a look at it and at its proof."""
    cover = minimum_path_cover(G, **options)
    assert sorted(map(list(G).index, itertools.chain(*cover))) == list(range(len(G)))
    assert all(icosian.is_hamiltonian_path(G.subgraph(path), path) for path in cover)
    assert [len(path) for path in cover] == sorted(map(len, cover), reverse=True)
    assert cover.is_optimal
    assert cover.bound == len(cover) == cover.proof.bound
    cover.proof.check(G)
    return len(cover)


@pytest.mark.parametrize("sizes", [(1, 6), pytest.param((7, 7), marks=pytest.mark.exhaustive)])
def test_all_graphs_of_up_to_seven_nodes_agree_with_brute_force(sizes):
    for G in atlas(*sizes):
        assert proved(G) == naive.fewest_paths(G), G.edges


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_all_small_digraphs_agree_with_brute_force(n):
    pairs = list(itertools.permutations(range(n), 2))
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        G = nx.empty_graph(n, nx.DiGraph)
        G.add_edges_from(itertools.compress(pairs, chosen))
        assert proved(G) == naive.fewest_paths(G), G.edges


@given(graphs())
def test_random_graphs_of_all_kinds_agree_with_brute_force(G):
    assert proved(G) == naive.fewest_paths(G)


def without(G, *nodes):
    """Return a graph without some nodes."""
    return G.subgraph(set(G) - set(nodes)).copy()


GENERALIZED_PETERSEN = nx.Graph(
    [((0, k), (0, (k + 1) % 11)) for k in range(11)]
    + [((1, k), (1, (k + 2) % 11)) for k in range(11)]
    + [((0, k), (1, k)) for k in range(11)]
)
"""It has no Hamiltonian cycle, but each graph less a node has one."""

# Of a bipartite graph with long enough paths, the difference of its sides; of a hypohamiltonian
# graph, one, since a node and a cycle of the others make a path.
KNOWN = {
    "star": (nx.star_graph(7), 6),
    "path": (nx.path_graph(9), 1),
    "no edges": (nx.empty_graph(5), 5),
    "binary tree": (nx.balanced_tree(2, 4), 11),
    "spider": (nx.Graph([(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)]), 2),
    "complete bipartite": (nx.complete_bipartite_graph(3, 8), 5),
    "odd grid": (nx.grid_2d_graph(5, 5), 1),
    "odd grid less three of the larger side": (
        without(nx.grid_2d_graph(7, 7), (0, 1), (1, 0), (3, 2)),
        4,
    ),
    "Petersen": (nx.petersen_graph(), 1),
    "Petersen less a node": (without(nx.petersen_graph(), 0), 1),
    "hypohamiltonian": (GENERALIZED_PETERSEN, 1),
    "three by three knight": (knight_graph(3), 2),
    "four by four knight": (knight_graph(4), 2),
    "transitive tournament": (nx.DiGraph(itertools.combinations(range(6), 2)), 1),
    "two rings": (nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2)]), 2),
    "out-star": (nx.DiGraph([(0, k) for k in range(1, 6)]), 5),
}


def test_a_large_tree_and_a_large_acyclic_digraph_take_no_search(monkeypatch):
    monkeypatch.setattr(optimize, "solve", None)
    comb = nx.path_graph(400)  # with two leaves at each node, which a path can join there
    comb.add_edges_from((v, 400 * k + v) for v in range(400) for k in (1, 2))
    assert proved(comb) == 400
    random_ = random.Random(4)
    arcs = [sorted(random_.sample(range(500), 2)) for _ in range(900)]
    G = nx.DiGraph(arcs)
    matching = nx.bipartite.hopcroft_karp_matching(
        nx.Graph(((0, u), (1, v)) for u, v in arcs), {(0, u) for u, _ in arcs}
    )
    assert proved(G) == len(G) - len(matching) // 2


def test_without_time_there_is_a_cover_with_a_true_bound():
    G = nx.gnp_random_graph(120, 0.02, seed=5)
    best = proved(G)
    for H, fewest in ((G, best), (G.to_directed(), best), (nx.petersen_graph(), 1)):
        cover = minimum_path_cover(H, timeout=0)
        assert cover.bound <= fewest <= len(cover)
        cover.proof.check(H)
    assert not minimum_path_cover(G, timeout=0).is_optimal


def test_a_part_that_is_too_large_to_solve_has_a_cover_with_a_true_bound(monkeypatch):
    G = nx.random_geometric_graph(40, 0.2, seed=3)
    best = proved(G)
    monkeypatch.setattr(optimize, "LARGE", 10)
    cover = minimum_path_cover(G)
    assert cover.bound <= best <= len(cover)
    assert not cover.proof.parts


# Covers of whole graphs: which evidence is given


def proof(G):
    return icosian.minimum_path_cover(G).proof


def test_a_wrong_cover_does_not_leave_the_library(monkeypatch):
    monkeypatch.setattr(answer._CoverSearch, "ordered", lambda search: [[0, 2], [1]])
    with pytest.raises(InvalidTour, match="no edge leads from 0 to 2"):
        icosian.minimum_path_cover(nx.path_graph(3))
    monkeypatch.setattr(answer._CoverSearch, "ordered", lambda search: [[0, 1]])
    with pytest.raises(InvalidTour, match="every node"):
        icosian.minimum_path_cover(nx.path_graph(3))


# PathCover: a sequence of paths that knows what is proved of their number


PATHS = [("a", "b", "c"), ("d",)]


# Covers of one part: by greedy paths, by rotations, by a shortest path through edges and gaps


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
