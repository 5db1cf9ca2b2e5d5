"""Where nodes are: on boards, at positions, laid out."""

import itertools
import math
import random
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_scenes import parts
from families import generalized_petersen
from hypothesis import given, strategies as st
from matplotlib.collections import LineCollection
from together import together

import icosian
from icosian import hex_graph, triangular_graph
from icosian.boards.board import STEPS, Board
from icosian.drawing import draw, to_svg
from icosian.drawing.geometry import Hexagons, Squares, locate
from icosian.drawing.layouts import lay_out

BOARDS = {
    "hexagon": hex_graph(3).board,
    "triangle": triangular_graph(4).board,
    "with holes": Board((3, 4), hexagonal=True, holes=[(0, 0), (1, 1)]),
    "one": hex_graph(1).board,
    "no cells": Board((1, 1), hexagonal=True, holes=[(0, 0)]),
}
every_board = together("board", BOARDS.values(), ids=BOARDS)


def around(board, square):
    """Return the neighbors of a square on the board."""
    row, column = square
    return [v for a, b in STEPS if (v := (row + a, column + b)) in board]


@every_board
def test_hexagons_fill_the_plane_inside_the_box(board):
    scene = Hexagons(board).blank()
    left, top, right, bottom = scene.box
    lines = [line for some in scene.board.faces().values() for line in some]
    assert len(lines) == len(board)
    for line in lines:
        sides = [math.dist(p, q) for p, q in zip(line, line[1:] + line[:1], strict=True)]
        assert sides == pytest.approx([1 / math.sqrt(3)] * 6)
        assert all(left - 1e-9 <= x <= right + 1e-9 for x, _ in line)
        assert all(top - 1e-9 <= y <= bottom + 1e-9 for _, y in line)


@every_board
def test_neighbors_are_one_apart_and_have_other_shades(board):
    geometry = Hexagons(board)
    rows = geometry.blank().board.rows
    for u in board.squares:
        others = [v for v in board.squares if v != u]
        near = [v for v in others if math.dist(geometry.position(u), geometry.position(v)) < 1.01]
        assert sorted(near) == sorted(around(board, u))
        shade = rows[u[0]][u[1]]
        assert all(rows[row][column] != shade for row, column in near)


@every_board
def test_names_stand_next_to_the_cells(board):
    geometry = Hexagons(board, names=True)
    places = [geometry.position(square) for square in board.squares]
    labels = parts(geometry.blank(), "name")
    rows, columns = {row for row, _ in board.squares}, {column for _, column in board.squares}
    assert len(labels) == len(rows) + len(columns)
    for at, *_ in labels:
        assert 0.7 < min(math.dist(at, place) for place in places) < 0.9
    assert parts(Hexagons(board, names=False).blank(), "name") == []


@every_board
def test_an_outline_has_a_line_for_each_side_and_closes(board):
    squares = list(board.squares)[: max(1, len(board) // 2)] if len(board) else []
    lines = Hexagons(board).outline(squares, 0.1)
    inside = [v for u in squares for v in around(board, u) if v in squares]
    assert len(lines) == 6 * len(squares) - len(inside)
    ends = [(round(x, 6), round(y, 6)) for line in lines for x, y in line]
    assert all(ends.count(end) == 2 for end in ends)
    for line in lines:
        for point in line:
            assert any(
                math.dist(point, Hexagons(board).position(square)) < 1 / math.sqrt(3)
                for square in squares
            )


# Outlines of sets of squares.


SQUARES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)


def outline_of(squares, inset):
    return Squares(Board((9, 9))).outline([(y, x) for x, y in squares], inset)


@given(SQUARES, st.sampled_from([0.04, 0.1, 0.3]))
def test_the_outline_of_squares_is_closed(squares, inset):
    ends = Counter(
        (round(x, 6), round(y, 6)) for line in outline_of(squares, inset) for x, y in line
    )
    assert set(ends.values()) == {2}


@given(SQUARES)
def test_every_side_of_the_union_has_its_line(squares):
    beside = [(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    assert len(outline_of(squares, 0.1)) == sum(square not in squares for square in beside)


@given(SQUARES)
def test_the_outline_of_squares_runs_inside_them(squares):
    for (x0, y0), (x1, y1) in outline_of(squares, 0.1):
        for k in range(11):
            x, y = x0 + (x1 - x0) * k / 10, y0 + (y1 - y0) * k / 10
            for dx, dy in ((0.099, 0), (-0.099, 0), (0, 0.099), (0, -0.099)):
                assert (round(x + dx), round(y + dy)) in squares


def leaps(artists):
    """The moves from layer to layer."""
    return [line for lines in of_kind(artists, LineCollection) for line in lines.get_segments()]


def on_grid(shape, **board):
    board = Board(shape, **board)
    G = nx.grid_graph(board.shape[::-1], periodic=board.periodic[::-1])
    G.graph["board"] = board.to_json()
    return G


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_every_square_has_a_place_of_its_own_and_neighbors_differ_in_color(shape):
    (image,) = draw(Board(shape), names=False, ax=axes())
    colors = image.get_array()
    assert (colors[..., 3] > 0).sum() == np.prod(shape)
    for here, there in [(colors[1:], colors[:-1]), (colors[:, 1:], colors[:, :-1])]:
        both = (here[..., 3] > 0) & (there[..., 3] > 0)
        assert (here != there).any(axis=-1)[both].all()


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
    "cubic": nx.random_regular_graph(3, 20, seed=2),
    "directed": nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 2), (2, 3)]),
    "multigraph": nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 3)]),
}


@given(st.integers(0, 10**6))
def test_any_planar_graph_is_drawn_without_crossings(seed):
    G = nx.random_labeled_tree(12, seed=seed)
    edges = sorted(nx.complement(G).edges)
    for k in range(seed % 7 * len(edges) // 6):  # in an order of its own
        u, v = edges[(k * 7919 + seed) % len(edges)]
        G.add_edge(u, v)
        if not nx.check_planarity(G)[0]:
            G.remove_edge(u, v)
        elif nx.is_biconnected(G) and k % 3 == 0:
            break
    places = lay_out(G, is_regular=True)
    assert len(set(places.values())) == len(G)
    assert crossings(G, places) == 0


@pytest.mark.parametrize("seed", range(6))
def test_blocks_that_hang_together_are_drawn_without_crossings(seed):
    rng, G = random.Random(seed), nx.Graph([(0, 1)])
    while len(G) < 40:
        node, size = rng.choice(list(G)), rng.choice([2, 3, 4, 7])
        nx.add_cycle(G, [node, *range(len(G), len(G) + size - 1)])
        nx.add_path(G, [rng.choice(list(G)), len(G), len(G) + 1])
    places = lay_out(G)
    assert crossings(G, places) == 0


def from_edge(p, a, b):
    """Distance of a point from a line between two others."""
    p, a, b = (complex(*point) for point in (p, a, b))
    t = ((p - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(p - a - min(max(t, 0), 1) * (b - a))


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [(7, 4, 7, 4, 7, 4), (4,) * 12, (6, 4) * 5, (7,) * 5])
def test_no_node_of_wheels_in_a_row_lies_on_an_edge_of_others(blocks):
    G = nx.Graph()
    for n in blocks:
        first = max(len(G) - 1, 0)  # a node of the last rim is the hub of the next one
        G.update(nx.convert_node_labels_to_integers(nx.wheel_graph(n), first))
    places = lay_out(G)
    assert crossings(G, places) == 0
    gaps = [from_edge(places[v], places[a], places[b]) for a, b in G.edges for v in {*G} - {a, b}]
    assert min(gaps) > 0.02


@pytest.mark.parametrize("hung", [[22], [22, 22], [22, 54], [13, 54, 55, 0]])
def test_a_grid_with_trees_inside_its_squares_stays_a_grid(hung):
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(6, 9))
    G = nx.Graph([*grid.edges, *((stem, k) for k, stem in enumerate(hung, len(grid)))])
    places = lay_out(G)
    assert crossings(G, places) == 0
    gaps = [from_edge(places[v], places[a], places[b]) for a, b in G.edges for v in {*G} - {a, b}]
    assert min(gaps) > 0.1
    lengths = [math.dist(places[u], places[v]) for u, v in grid.edges]
    assert 2 * min(lengths) > max(lengths)


COXETER = nx.Graph(
    (u, v)
    for u, v in itertools.combinations(
        set(itertools.combinations(range(7), 3))
        - {tuple(sorted((k, (k + 1) % 7, (k + 3) % 7))) for k in range(7)},
        2,
    )
    if not {*u} & {*v}
)  # triples that are no line of the Fano plane, next to each other if disjoint
CLEBSCH = nx.Graph((a, a ^ b) for a in range(16) for b in (1, 2, 4, 8, 15))
SYMMETRIC = {
    "Petersen": (5, nx.petersen_graph()),
    "Petersen as pairs": (5, nx.kneser_graph(5, 2)),
    "Heawood": (7, nx.heawood_graph()),
    "Moebius-Kantor": (8, nx.moebius_kantor_graph()),
    "Desargues": (10, nx.desargues_graph()),
    "Coxeter": (7, COXETER),
    "Tutte-Coxeter": (10, nx.LCF_graph(30, [-13, -9, 7, -7, 9, 13], 5)),
    "Clebsch": (8, CLEBSCH),
    "four and four": (8, nx.complete_bipartite_graph(4, 4)),
    "six and six": (12, nx.complete_bipartite_graph(6, 6)),
    "hypercube": (8, nx.hypercube_graph(4)),
    "Pappus": (6, nx.pappus_graph()),
    "Nauru": (12, generalized_petersen(12, 5)),
}


@pytest.mark.slow
@together("name", SYMMETRIC)
def test_a_symmetric_graph_is_drawn_with_its_rotations(name):
    times, G = SYMMETRIC[name]
    shuffled = nx.Graph()
    shuffled.add_nodes_from(random.Random(1).sample(sorted(G), len(G)))
    shuffled.add_edges_from(G.edges)
    at = {v: complex(*p) for v, p in lay_out(shuffled).items()}
    middle = sum(at.values()) / len(at)
    turn = np.exp(2j * math.pi / times)
    image = {v: min(at, key=lambda u: abs(at[u] - middle - turn * (at[v] - middle))) for v in at}
    assert max(abs(at[image[v]] - middle - turn * (at[v] - middle)) for v in at) < 1e-6
    assert all(G.has_edge(image[u], image[v]) for u, v in G.edges)
    radius = max(abs(p - middle) for p in at.values())
    gaps = [from_edge(*map(p2, (at[w], at[u], at[v]))) for u, v in G.edges for w in {*G} - {u, v}]
    assert min(gaps) > 0.05 * radius


def p2(z):
    """A complex number as a point."""
    return z.real, z.imag


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_a_graph_without_crossings_is_drawn_so_beside_a_single_node(seed):
    T = nx.gnm_random_graph(10, 12, seed=seed)
    T = nx.Graph(T.subgraph(max(nx.connected_components(T), key=len)))
    G = nx.disjoint_union(nx.empty_graph(1), T)
    assert nx.check_planarity(G)[0]
    assert crossings(G, lay_out(G)) == 0


def test_blocks_in_blocks_are_not_crowded():
    rng, G = random.Random(3), nx.empty_graph(1)
    while len(G) < 60:
        size = rng.choice([2, 3, 4])
        nx.add_cycle(
            G, [rng.choice(range(max(0, len(G) - 5), len(G))), *range(len(G), len(G) + size)]
        )
    places = lay_out(G)
    assert crossings(G, places) == 0
    lengths = [math.dist(places[u], places[v]) for u, v in G.edges]
    assert max(lengths) < 4 * min(lengths)


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


PACIFIC = {"Suva": (-18, 178), "Apia": (-14, -172), "Nuku": (-21, -175)}


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_a_street_is_drawn_with_its_bends(kind):
    G = kind()
    for v, at in enumerate([(0.0, 0.0), (4.0, 0.0)]):
        G.add_node(v, pos=at)
    bent = [(0.0, 0.0), (1.0, 2.0), (3.0, 2.0), (4.0, 0.0)]
    G.add_edge(0, 1, geometry=bent)
    where = locate(G)
    assert where.join(0, 1) == [bent]
    if not G.is_directed():
        assert where.join(1, 0) == [bent[::-1]]
    if G.is_multigraph():
        key = G.add_edge(0, 1)
        where = locate(G)
        assert where.join(0, 1) == where.join(0, 1, key) == [[bent[0], bent[-1]]]
        assert where.join(0, 1, 0) == [bent]
