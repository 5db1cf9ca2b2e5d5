"""Squares and their colors are those of the board that a graph was made from."""

import json

import networkx as nx
import pytest
from together import together

from icosian import Board, board_graph, hex_graph, knight_graph
from icosian.proofs import HOME, Middle
from icosian.proofs.claim import COLORS, color_names, named_rows


def sides(G):
    """Return the squares by the sum of their coordinates: even, odd."""
    return tuple({v for v in G if sum(v) % 2 == parity} for parity in (0, 1))


def test_a_plane_board_has_named_rows():
    assert named_rows(knight_graph(3, 5)) == 3
    assert named_rows(hex_graph(2)) == 3
    assert named_rows(knight_graph(3, 26)) == 3
    for nameless in (
        knight_graph(3, 27),
        board_graph(Board((3, 3, 3)), "knight"),
        nx.path_graph(3),
    ):
        assert named_rows(nameless) is None


def test_further_nodes_are_no_squares():
    G = knight_graph(4)
    G.add_nodes_from([HOME, Middle((0, 0), (1, 2))])
    assert named_rows(G) == 4
    for strange in ((4, 0), (0, 4), (-1, 0), (0,), (0, 0, 0), 5, "a1", ("0", 0), frozenset({0, 1})):
        H = G.copy()
        H.add_node(strange)
        assert named_rows(H) is None
        assert color_names(H, *sides(knight_graph(4))) is None


@together("recipe", ["[", "{}", "3", '{"shape": 3}', '{"shape": ["3", 3]}', 3, None])
def test_another_attribute_is_no_board(recipe):
    G = nx.Graph(knight_graph(3).edges, board=recipe)
    assert named_rows(G) is None
    assert color_names(G, *sides(G)) is None


@pytest.mark.parametrize("rows", [3, 4])
def test_the_square_a1_is_dark(rows):
    G = knight_graph(rows, 4)
    even, odd = sides(G)
    dark, light = (even, odd) if (rows - 1, 0) in even else (odd, even)
    assert color_names(G, dark, light) == COLORS == ("dark squares", "light squares")
    assert color_names(G, light, dark) == COLORS[::-1]
    assert color_names(G, dark, ()) == COLORS
    assert color_names(G, light, ()) == COLORS[::-1]
    one, other = next(iter(dark)), next(iter(light))
    for crowd, others in (
        (dark | {other}, light - {other}),
        (dark, light | {one}),
        (light, dark | {other}),
        (light | {one}, dark - {one}),
        (dark, dark),
        (light, light),
        (set(G), set()),
        (set(G), set(G)),
        ({HOME, *dark}, light),
        (dark, {HOME, *light}),
        ({HOME}, {HOME}),
    ):
        assert color_names(G, crowd, others) is None


def test_boards_of_more_dimensions_have_colors_and_those_of_hexagons_have_none():
    G = board_graph(Board((3, 3, 3)), "wazir")
    assert color_names(G, *sides(G)) == COLORS
    assert color_names(hex_graph(2), *sides(hex_graph(2))) is None
    flat = nx.Graph(knight_graph(3).edges, board=json.dumps({"shape": [3, 3], "hexagonal": False}))
    assert color_names(flat, *sides(flat)) == COLORS
