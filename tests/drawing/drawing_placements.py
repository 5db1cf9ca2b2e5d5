"""Placements and colorings of boards and other graphs."""

import networkx as nx
from drawing_proofs import petersen_star

from icosian.boardgraphs.graph import (
    board_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
)
from icosian.boards.board import Board
from icosian.boards.piece import Piece
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement
from icosian.placements.queens_search import queens


def some(G, every=3):
    """Every third node or so; whether that is independent does not matter here."""
    return Placement(list(G)[::every], G=G)


def colored(G, count):
    """The nodes in turn in so many colors; whether that is proper does not matter here."""
    return Coloring({node: k % count for k, node in enumerate(G)}, G=G)


def on_grid(*shape):
    """A graph on a board, of no piece."""
    G = nx.grid_graph(shape[::-1])
    G.graph["board"] = Board(shape).to_json()
    return G


def in_a_row(n):
    return board_graph(Board((n,)), Piece([(1,)]))


PLACEMENTS = {
    "queens": queens(8),
    "holes": some(knight_graph(5, 6, holes=["a1", "c3", "d3"])),
    "torus": some(board_graph(Board((5, 7), periodic=True), "king"), 4),
    "layers": some(board_graph(Board((3, 4, 5)), "bishop")),
    "layers of layers": some(board_graph(Board((2, 2, 3, 3)), "rook")),
    "row": some(in_a_row(7)),
    "leapers": some(leaper_graph(1, 3, 8)),
    "no piece": some(on_grid(4, 5)),
    "many": queens(40),
    "small squares": queens(90),
    "smaller than pixels": queens(1001),
    "circle": some(nx.petersen_graph()),
    "positions": some(petersen_star()),
    "crowd": some(nx.circulant_graph(210, [1, 2])),
    "no graph": Placement("abcd"),
    "no pieces": Placement([], G=queen_graph(4)),
    "no nodes": Placement([], G=nx.Graph()),
    "nothing": Placement([]),
    "one square": queens(1),
    "one node": Placement([0], G=nx.empty_graph(1)),
    "two nodes": Placement([0], G=nx.path_graph(2)),
}
COLORINGS = {
    "board": colored(queen_graph(8), 9),
    "many colors": colored(queen_graph(5), 25),
    "holes": colored(knight_graph(5, 6, holes=["a1", "c3", "d3"]), 2),
    "torus": colored(board_graph(Board((4, 6), periodic=True), "king"), 4),
    "layers": colored(board_graph(Board((3, 4, 5)), "knight"), 2),
    "row": colored(in_a_row(7), 2),
    "part of a board": colored(king_graph(4).subgraph([(0, 0), (0, 1), (3, 3)]), 2),
    "texture": colored(king_graph(24), 5),
    "small squares": colored(king_graph(31), 4),
    "circle": colored(nx.petersen_graph(), 3),
    "positions": colored(petersen_star(), 3),
    "crowd": colored(nx.circulant_graph(210, [1, 2]), 12),
    "no nodes": colored(nx.Graph(), 1),
    "one node": colored(nx.empty_graph(1), 1),
    "two nodes": colored(nx.path_graph(2), 2),
}
