"""Minimum path covers against brute force, known values, and what users may ask."""

import itertools
import random

import networkx as nx
import pytest
from families import atlas
from hypothesis import given
from together import together

import icosian
from icosian import InvalidArgument, Proof, knight_graph, minimum_path_cover
from icosian.tours import PathCover
from icosian.tours.shortest import exact as optimize
from tests import naive
from tests.strategies import graphs


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


def test_all_graphs_of_up_to_six_nodes_agree_with_brute_force():
    for G in atlas(1, 6):
        assert proved(G) == naive.fewest_paths(G), G.edges


@pytest.mark.exhaustive
def test_all_graphs_of_seven_nodes_agree_with_brute_force():
    for G in atlas(7):
        assert proved(G) == naive.fewest_paths(G), G.edges


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_small_digraphs_agree_with_brute_force(n):
    pairs = list(itertools.permutations(range(n), 2))
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        G = nx.empty_graph(n, nx.DiGraph)
        G.add_edges_from(itertools.compress(pairs, chosen))
        assert proved(G) == naive.fewest_paths(G), G.edges


@pytest.mark.exhaustive
def test_all_digraphs_of_four_nodes_agree_with_brute_force():
    pairs = list(itertools.permutations(range(4), 2))
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        G = nx.empty_graph(4, nx.DiGraph)
        G.add_edges_from(itertools.compress(pairs, chosen))
        assert proved(G) == naive.fewest_paths(G), G.edges


@given(graphs())
def test_random_graphs_of_all_kinds_agree_with_brute_force(G):
    assert proved(G) == naive.fewest_paths(G)


@together("seed", range(4))
@together("directed", [False, True])
def test_larger_random_graphs_agree_with_brute_force(directed, seed):
    G = nx.gnp_random_graph(9, (0.15, 0.2, 0.25, 0.3)[seed], seed=seed, directed=directed)
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


@together(("G", "fewest"), KNOWN.values(), ids=KNOWN)
def test_known_values(G, fewest):
    assert proved(G) == fewest


def test_components_add_up():
    parts = [G for G, _ in KNOWN.values() if not G.is_directed()]
    total = sum(fewest for G, fewest in KNOWN.values() if not G.is_directed())
    assert proved(nx.disjoint_union_all(parts)) == total


@pytest.mark.parametrize("directed", [False, True])
def test_other_labels_in_another_order_give_the_same_number(directed):
    G = nx.gnp_random_graph(24, 0.08, seed=6, directed=directed)
    numbers = {proved(G)}
    for seed in range(2):
        order = random.Random(seed).sample(range(24), 24)
        H = nx.empty_graph([f"node {v}" for v in order], type(G))
        H.add_edges_from((f"node {u}", f"node {v}") for u, v in G.edges)
        numbers.add(proved(H))
    assert len(numbers) == 1


def test_the_same_seed_gives_the_same_cover():
    G = nx.gnp_random_graph(30, 0.08, seed=2)
    assert minimum_path_cover(G, seed=3) == minimum_path_cover(G, seed=3)


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


def test_progress_reports_the_number_of_paths():
    stages = []
    G = nx.random_geometric_graph(30, 0.25, seed=1)
    minimum_path_cover(G, progress=lambda progress: stages.append(progress.stage))
    assert all(stage is None or "paths, at least" in stage for stage in stages)


def test_a_proof_survives_json_and_names_squares():
    board = knight_graph(4)
    cover = board.minimum_path_cover()
    assert isinstance(cover, PathCover)
    proof = Proof.from_json(cover.proof.to_json())
    assert proof == cover.proof
    assert "with a4 needs 2 paths" in proof.explain()


@together(
    ("G", "options", "error", "why"),
    [
        (nx.null_graph(), {}, nx.NetworkXPointlessConcept, "null graph"),
        ([(0, 1)], {}, InvalidArgument, "networkx graph, got list"),
        (nx.path_graph(3), {"timeout": -1}, InvalidArgument, "timeout .* got -1"),
        (nx.path_graph(3), {"seed": -1}, InvalidArgument, "seed .* got -1"),
        (nx.path_graph(3), {"progress": 1}, InvalidArgument, "progress .* got 1"),
    ],
)
def test_bad_input_is_refused(G, options, error, why):
    with pytest.raises(error, match=why):
        minimum_path_cover(G, **options)
