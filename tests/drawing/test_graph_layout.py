import itertools
import math

import networkx as nx
import numpy as np
import pytest
from families import generalized_petersen
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian.drawing import to_svg
from icosian.drawing.geometry import labeled_positions, positions, regular_positions


def crossings(G, places):
    """Pairs of edges without a common end whose lines meet."""

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    found = 0
    for (u, v), (x, y) in itertools.combinations(G.edges, 2):
        if len({u, v, x, y}) == 4:
            p, q, r, s = (places[node] for node in (u, v, x, y))
            found += side(p, q, r) * side(p, q, s) < 0 > side(r, s, p) * side(r, s, q)
    return found


PLANAR = {
    "dodecahedron": nx.dodecahedral_graph(),
    "cube": nx.cubical_graph(),
    "icosahedron": nx.icosahedral_graph(),
    "Tutte": nx.tutte_graph(),
    "grid": nx.grid_2d_graph(5, 7),
    "cycle": nx.cycle_graph(30),
    "wheel": nx.wheel_graph(9),
    "book of triangles": nx.complete_multipartite_graph(1, 1, 7),
    "two ways round": nx.complete_bipartite_graph(2, 6),
}
OTHERS = {
    "Petersen as pairs": nx.kneser_graph(5, 2),
    "tree": nx.balanced_tree(2, 4),
    "star": nx.star_graph(9),
    "path": nx.path_graph(20),
    "parts": nx.disjoint_union_all([nx.cycle_graph(5), nx.star_graph(4), nx.empty_graph(3)]),
    "hypercube": nx.hypercube_graph(4),
    "directed": nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 2), (2, 3)]),
    "multigraph": nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 3)]),
}


@together("name", PLANAR)
def test_planar_graphs_are_drawn_without_crossings(name):
    G = PLANAR[name]
    places = regular_positions(G)
    assert set(places) == set(G)
    assert places == positions(G)
    assert crossings(G, places) == 0


@given(st.integers(0, 10**6))
def test_any_planar_graph_without_cut_vertices_is_drawn_without_crossings(seed):
    G = nx.random_labeled_tree(12, seed=seed)
    edges = sorted(nx.complement(G).edges)
    for k in range(len(edges)):  # in an order of its own
        u, v = edges[(k * 7919 + seed) % len(edges)]
        G.add_edge(u, v)
        if not nx.check_planarity(G)[0]:
            G.remove_edge(u, v)
        elif nx.is_biconnected(G) and k % 3 == 0:
            break
    if nx.is_biconnected(G):
        places = regular_positions(G)
        assert crossings(G, places) == 0


@together("name", OTHERS)
def test_other_graphs_have_no_regular_positions_but_some(name):
    G = OTHERS[name]
    assert not regular_positions(G)
    places = positions(G)
    assert list(places) == list(G)
    assert all(math.isfinite(x + y) for x, y in places.values())
    apart = min(math.dist(p, q) for p, q in itertools.combinations(places.values(), 2))
    assert apart > 0.2
    lengths = [math.dist(places[u], places[v]) for u, v in G.edges() if u != v]
    assert sum(lengths) / len(lengths) == pytest.approx(1, abs=0.3)


def test_labels_that_are_rows_and_columns_are_places_as_on_a_board():
    G = nx.grid_2d_graph(3, 4)
    assert labeled_positions(G) == {(i, j): (j, -i) for i in range(3) for j in range(4)}
    leaps = nx.Graph([((0, 0), (1, 2)), ((1, 2), (0, 4)), ((0, 4), (-3, 1))])
    assert labeled_positions(leaps)[-3, 1] == (1, 3)
    points = nx.Graph([((0.5, 1), (2.25, 3)), ((2.25, 3), (7, 7.5))])
    assert labeled_positions(points) == {v: v for v in points}


@together(
    "G",
    [
        nx.petersen_graph(),
        nx.kneser_graph(5, 2),  # an edge leads over a third node
        nx.grid_2d_graph(3, 4, periodic=True),
        nx.grid_graph((2, 2, 2)),
        nx.Graph([((0, 1), ("a", 1))]),
        nx.Graph([((0, True), (1, 1))]),
        nx.Graph([((0.0, math.nan), (1.0, 1.0))]),
        nx.Graph([((0, 0), (10**9, 10**9))]),
    ],
)
def test_labels_that_are_no_places_are_not_taken_for_them(G):
    assert labeled_positions(G) == {}


def test_generalized_petersen_graphs_have_two_rings():
    for n, k in ((5, 2), (7, 2), (8, 3)):
        G = generalized_petersen(n, k)
        places = regular_positions(G)
        x, y = (sum(axis) / (2 * n) for axis in zip(*places.values(), strict=True))
        radii = [math.dist(places[v], (x, y)) for v in range(2 * n)]
        assert radii == pytest.approx([radii[0]] * n + [radii[0] / 2] * n)
        assert places[0][0] == pytest.approx(x)
        assert places == positions(G)
    assert not regular_positions(nx.relabel_nodes(nx.petersen_graph(), {0: 5, 5: 0}))


def test_graphs_that_are_named_around_a_circle_are_drawn_on_it():
    for G in (nx.heawood_graph(), nx.pappus_graph(), nx.desargues_graph()):
        assert not positions(G)
        assert not regular_positions(G)


@pytest.mark.parametrize("name", ["tree", "star", "path"])
def test_trees_are_drawn_without_crossings(name):
    assert crossings(OTHERS[name], positions(OTHERS[name])) == 0


@together(
    "G",
    [
        nx.empty_graph(0),
        nx.empty_graph(1),
        nx.path_graph(2),
        nx.empty_graph(9),
        nx.complete_graph(9),
        nx.random_regular_graph(3, 402, seed=1),
        nx.path_graph(1001),
    ],
)
def test_tiny_dense_and_large_graphs_are_drawn_on_a_circle(G):
    assert not positions(G)
    assert not regular_positions(G)


@together("name", [*PLANAR, *OTHERS])
def test_positions_are_the_same_every_time(name):
    G = (PLANAR | OTHERS)[name]
    assert positions(G) == positions(G.copy())


def test_labels_whose_equality_is_an_array_are_drawn():
    labels = [np.int64(1), (1, 2), np.int64(3), (3, 4), np.int64(5)]

    def labeled(plain):
        return nx.relabel_nodes(plain, dict(enumerate(labels)))

    cycle, path = labeled(nx.cycle_graph(5)), labeled(nx.path_graph(5))
    bipartite = labeled(nx.complete_bipartite_graph(2, 3))
    tour = icosian.hamiltonian_cycle(cycle)
    proof = icosian.prove_no_hamiltonian_cycle(bipartite)
    paths = icosian.dijkstra(cycle, labels[0])
    for picture in (
        tour.to_svg(),
        to_svg(proof, G=bipartite),
        to_svg(icosian.prove_no_hamiltonian_cycle(path), G=path),
        to_svg(paths, G=cycle, target=labels[3]),
        icosian.maximum_independent_set(cycle).to_svg(),
        icosian.minimum_coloring(cycle).to_svg(),
    ):
        assert picture.startswith("<svg")
    assert icosian.draw(tour)
