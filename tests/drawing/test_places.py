"""Positions of nodes: squares of boards of any dimension, given positions, a circle."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind, only, pieces, texts
from drawing_tours import ring, snake
from hypothesis import given, strategies as st
from matplotlib.collections import LineCollection
from matplotlib.image import AxesImage
from together import together

from icosian.boards.board import Board
from icosian.drawing import draw
from icosian.drawing.geometry import rounded
from icosian.tours.tour import Tour


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
    (image,) = draw(Board(shape), ax=axes())
    colors = image.get_array()
    assert (colors[..., 3] > 0).sum() == np.prod(shape)
    for here, there in [(colors[1:], colors[:-1]), (colors[:, 1:], colors[:, :-1])]:
        both = (here[..., 3] > 0) & (there[..., 3] > 0)
        assert (here != there).any(axis=-1)[both].all()


@together("shape", [(8, 8), (5, 5), (3, 10), (4, 7), (6,), (30, 30)])
def test_a1_is_dark(shape):
    (image,) = draw(Board(shape), ax=axes())
    colors = image.get_array()[..., :3].sum(axis=-1)
    assert colors[-1, 0] == colors.min() < colors.max()


def test_layers_are_side_by_side_with_a_gap():
    artists = draw(snake(2, 3, 4), ax=axes())
    seen = only(artists, AxesImage).get_array()[..., 3] > 0
    assert seen.shape == (3, 4 + 1 + 4)
    assert not seen[:, 4].any()
    assert len(texts(artists)) == 24


@pytest.mark.parametrize(("shape", "rows"), [((5,), 1), ((2, 2, 3), 2), ((2, 2, 2, 3), 5)])
def test_any_dimension_is_drawn_inside_the_limits(shape, rows):
    ax = axes()
    artists = draw(snake(*shape), ax=ax)
    assert only(artists, AxesImage).get_array().shape[0] == rows
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    for line in [*pieces(artists), *leaps(artists)]:
        assert (left <= line[:, 0]).all()
        assert (line[:, 0] <= right).all()
        assert (top <= line[:, 1]).all()
        assert (line[:, 1] <= bottom).all()


def test_a_move_that_wraps_is_drawn_as_two_ends_at_the_border():
    board = Board((4, 5), periodic=True)
    tour = Tour([(0, 0), (3, 4)], is_closed=False, board=board)
    leaving, entering = pieces(draw(tour, ax=axes()))
    assert leaving.tolist() == [[0, 0], [-0.5, -0.5]]
    assert entering.tolist() == [[4.5, 3.5], [4, 3]]


def test_no_piece_of_a_wrapped_tour_crosses_the_board():
    tour = snake(6, 6, is_closed=True, periodic=(True, False))
    parts = pieces(draw(tour, ax=axes()))
    assert len(parts) == 2
    for part in parts:
        assert np.hypot(*np.diff(part, axis=0).T).max() <= 1


def test_a_board_wrapped_along_its_layers_keeps_inside_the_picture():
    tour = Tour([(0, 0, 0), (2, 1, 0)], is_closed=False, board=Board((3, 2, 2), periodic=True))
    ax = axes()
    (part,) = leaps(draw(tour, ax=ax))
    assert (ax.get_xlim()[0] <= part[:, 0]).all()
    assert (part[:, 0] <= ax.get_xlim()[1]).all()


def test_a_graph_without_positions_is_drawn_on_a_circle_with_pale_chords():
    artists = draw(ring(8), arrows=False, ax=axes())
    (line,) = pieces(artists)
    assert np.ptp(np.hypot(*line.T)) < 1e-9
    assert len(only(artists, LineCollection).get_segments()) == 8
    assert texts(artists) == [*map(str, range(8))]


def test_positions_of_the_nodes_are_kept():
    tour = ring(5)
    places = {v: (10.0 * v, float(v * v)) for v in tour}
    nx.set_node_attributes(tour.graph, places, "pos")
    ax = axes()
    (line,) = pieces(draw(tour, ax=ax))
    assert [tuple(point) for point in line[:-1]] == [places[v] for v in tour]
    assert ax.get_ylim()[0] < ax.get_ylim()[1]


@pytest.mark.parametrize("pos", [None, (1, 2, 3), "ab", (0, float("nan"))])
def test_invalid_positions_give_a_circle(pos):
    tour = ring(5)
    nx.set_node_attributes(tour.graph, dict.fromkeys(range(4), (0, 0)) | {4: pos}, "pos")
    (line,) = pieces(draw(tour, ax=axes()))
    assert np.ptp(np.hypot(*line.T)) < 1e-9


def test_many_edges_are_left_out():
    n = 65  # 2080 edges, 2015 beside the tour
    tour = Tour(range(n), is_closed=True, G=nx.complete_graph(n))
    assert not of_kind(draw(tour, arrows=False, ax=axes()), LineCollection)
    assert not of_kind(draw(tour.graph, ax=axes()), LineCollection)


def test_an_edge_that_wraps_is_drawn_as_two_ends():
    G = on_grid((3, 4), periodic=True)
    wrapped = 3 + 4
    segments = only(draw(G, ax=axes()), LineCollection).get_segments()
    assert len(segments) == G.number_of_edges() + wrapped
    assert max(np.hypot(*np.diff(s, axis=0).T).max() for s in segments) <= 1


def test_a_graph_whose_nodes_are_no_longer_squares_is_drawn_as_a_graph():
    G = nx.convert_node_labels_to_integers(on_grid((3, 3)))
    artists = draw(G, ax=axes())
    assert not of_kind(artists, AxesImage)
    assert texts(artists) == list(map(str, range(9)))


def test_captions_have_seven_digits():
    assert rounded(Fraction(1, 3)) == "0.3333333"
    assert rounded(Fraction(1, 3), up=True) == "0.3333334"
