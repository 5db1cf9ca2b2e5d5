"""Generators for boards of hexagons: numbers, symmetries, and tours up to symmetry."""

import math
from itertools import permutations

import networkx as nx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher
from together import together

import icosian
from icosian import InvalidArgument, hex_graph, triangular_graph
from icosian.boards.board import Board
from icosian.boards.piece import NAMES, Piece

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


# -- pieces of hexagonal chess

CUBE = {
    "rook": ((1, -1, 0), False),
    "bishop": ((2, -1, -1), False),
    "knight": ((3, -1, -2), True),
    "wazir": ((1, -1, 0), True),
    "ferz": ((2, -1, -1), True),
}
"""A vector of each piece, whose coordinates have the sum 0, and whether it makes one step only."""
UNIONS = {"king": ("wazir", "ferz"), "queen": ("rook", "bishop")}


def cube_edges(cells, name):
    """Return the moves of a piece by cube coordinates: row, column and their negative sum."""
    vector, leaps = CUBE[name]
    edges = set()
    for step in {*permutations(vector), *permutations(-x for x in vector)}:
        for r, c in cells:
            k = 1
            while (at := (r + k * step[0], c + k * step[1])) in cells:
                edges.add(frozenset(((r, c), at)))
                k += 1
                if leaps:
                    break
    return edges


@together("name", [*CUBE, *UNIONS])
@together("board", [hex_graph(6).board, triangular_graph(7).board, hex_graph(4, 6).board])
def test_pieces_of_hexagonal_chess_move_as_cube_coordinates_say(board, name):
    cells = set(board.squares)
    expected = set().union(*(cube_edges(cells, part) for part in UNIONS.get(name, (name,))))
    G = icosian.board_graph(board, name)
    assert set(map(frozenset, G.edges)) == expected
    assert len(G.symmetries()) == len(board.symmetries())


@together(
    ("name", "moves"), [("king", 12), ("rook", 30), ("bishop", 12), ("queen", 42), ("knight", 12)]
)
def test_pieces_in_the_middle_of_the_board_of_91_cells_have_the_known_moves(name, moves):
    assert icosian.board_graph(hex_graph(6).board, name).degree[5, 5] == moves


def test_the_knight_in_the_middle_has_the_published_moves():
    # https://codegolf.stackexchange.com/questions/116131, in the notation of Gliński
    published = ["c4", "c5", "d3", "d7", "e3", "e8", "g3", "g8", "h3", "h7", "i4", "i5"]
    cells = {
        f"{name}{column + 1 + min(row - 5, 0)}": (row, column)
        for row, name in enumerate("abcdefghikl")
        for column in range(11)
    }
    G = icosian.board_graph(hex_graph(6).board, "knight")
    assert set(G[cells["f6"]]) == set(map(cells.get, published))


def test_a_knight_that_goes_to_the_least_number_is_trapped_where_the_oeis_says():
    # A327131: the cells of a hexagon are numbered in a spiral
    clockwise = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    for n, last in enumerate([1, 1, 1, 34, 45, 76, 98, 135, 181, 234], start=1):
        spiral = [(n - 1, n - 1)]
        for ring in range(1, n):
            r, c = n - 1 - ring, n - 1 + ring
            for dr, dc in clockwise:
                for _ in range(ring):
                    r, c = r + dr, c + dc
                    spiral.append((r, c))
        number = {cell: k for k, cell in enumerate(spiral, start=1)}
        G = icosian.board_graph(hex_graph(n).board, "knight")
        assert set(G) == set(spiral)
        here, left = spiral[0], set(spiral[1:])
        while ahead := [v for v in G[here] if v in left]:
            here = min(ahead, key=number.get)
            left.remove(here)
        assert number[here] == last


def test_knights_of_the_board_of_91_cells_have_a_tour():
    tour = icosian.board_graph(hex_graph(6).board, "knight").hamiltonian_cycle()
    assert tour.is_closed
    assert len(tour) == 91
    assert "<svg" in icosian.drawing.to_svg(tour)


@together("name", NAMES)
def test_a_piece_of_hexagons_shows_its_name(name):
    assert repr(Piece.named(name, hexagonal=True)) == f"Piece.named({name!r}, hexagonal=True)"


@together("name", NAMES)
def test_a_piece_of_squares_does_not_move_on_hexagons(name):
    with pytest.raises(InvalidArgument, match=r"moves on squares, not on hexagons"):
        icosian.board_graph(hex_graph(3).board, Piece.named(name))
    with pytest.raises(InvalidArgument, match="two axes"):
        Piece.named(name, dimensions=3, hexagonal=True)
