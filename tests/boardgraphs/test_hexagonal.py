"""Generators for boards of hexagons: numbers, symmetries, and tours up to symmetry."""

import math

import networkx as nx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher
from together import together

import icosian
from icosian import InvalidArgument, hex_graph, triangular_graph
from icosian.boards.board import Board

SHAPES = {
    "hexagon": hex_graph(3),
    "triangle": triangular_graph(5),
    "small triangle": triangular_graph(4),
    "rhombus": hex_graph(3, 3),
    "parallelogram": hex_graph(3, 4),
    "with a hole": hex_graph(3, holes=[(2, 2)]),
    "crooked": hex_graph(3, holes=[(0, 2)]),
}

every_shape = together("G", SHAPES.values(), ids=SHAPES)


@together("n", range(1, 9))
def test_hexagons_and_triangles_have_the_known_numbers(n):
    G, T = hex_graph(n), triangular_graph(n)
    assert len(G) == 3 * n * (n - 1) + 1
    assert G.number_of_edges() == 3 * (n - 1) * (3 * n - 2)
    assert len(T) == n * (n + 1) // 2
    assert T.number_of_edges() == 3 * n * (n - 1) // 2


def test_a_triangle_is_the_lattice_of_networkx():
    lattice = nx.triangular_lattice_graph(4, 8)
    assert nx.is_isomorphic(
        triangular_graph(3), lattice.subgraph([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (1, 2)])
    )


@every_shape
def test_neighbors_are_at_distance_one(G):
    at = {(r, c): (c + r / 2, r * math.sqrt(3) / 2) for r, c in G}
    near = {frozenset((u, v)) for u in G for v in G if u != v and math.dist(at[u], at[v]) < 1.1}
    assert set(map(frozenset, G.edges)) == near
    weighted = icosian.board_graph(G.board, G.piece, weight="euclidean")
    assert {round(weight, 9) for *_, weight in weighted.edges(data="weight")} == {1.0}


@every_shape
def test_symmetries_are_the_automorphisms_of_the_lattice(G):
    symmetries = G.symmetries()
    assert symmetries[0] == {v: v for v in G}
    all_of_them = [frozenset(image.items()) for image in GraphMatcher(G, G).isomorphisms_iter()]
    assert {frozenset(image.items()) for image in symmetries} == set(all_of_them)
    assert len(symmetries) == len(all_of_them)


@together("name", ["small triangle", "triangle", "rhombus", "parallelogram"])
def test_distinct_tours_are_orbits_under_all_automorphisms(name):
    G = SHAPES[name]
    images = list(GraphMatcher(G, G).isomorphisms_iter())
    tours = {frozenset(map(frozenset, tour.edges())) for tour in G.hamiltonian_cycles()}
    orbits = {
        frozenset(frozenset(frozenset(map(image.get, edge)) for edge in tour) for image in images)
        for tour in tours
    }
    assert G.count_hamiltonian_cycles() == len(tours)
    assert G.count_hamiltonian_cycles(distinct=True) == len(orbits)
    assert len(list(G.hamiltonian_cycles(distinct=True))) == len(orbits)


@every_shape
def test_the_board_survives_json_and_text(G):
    board = G.board
    assert board.hexagonal
    assert Board.from_json(board.to_json()) == board
    assert Board.from_text(str(board), hexagonal=True) == board
    assert board != Board(board.shape, holes=board.holes)


def test_the_text_of_a_board_leans_to_the_right():
    assert str(hex_graph(2).board) == "# . .\n . . .\n  . . #"


@together(
    ("make", "message"),
    [
        (lambda: hex_graph(0), "the side of a hexagon"),
        (lambda: triangular_graph(2.5), "the side of a triangle"),
        (lambda: hex_graph(3, holes=[(0, 0)]), "is a hole"),
        (lambda: hex_graph(2, 3, holes=[(2, 0)]), "not on the 2 x 3 board"),
        (lambda: hex_graph(10**6), "at most"),
        (lambda: Board((3, 3, 3), hexagonal=True), "two axes"),
        (lambda: Board((3, 3), periodic=True, hexagonal=True), "that wraps"),
        (lambda: Board((3, 3), hexagonal="yes"), "'yes'"),
    ],
)
def test_boards_that_are_not_hexagonal_are_refused(make, message):
    with pytest.raises(InvalidArgument, match=message):
        make()


def test_a_proof_does_not_speak_of_dark_squares():
    path = hex_graph(1, 3)
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        path.hamiltonian_cycle()
    assert "dark" not in str(caught.value)
