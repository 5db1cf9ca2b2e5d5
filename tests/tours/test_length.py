"""The length of a given tour is that of its steps, exactly."""

from decimal import Decimal
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import InvalidArgument, InvalidTour, NotANode, Places
from icosian.tours import Tour, tour_length

POINTS = st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=3, max_size=7)


@given(POINTS, st.sampled_from(["euclidean", "manhattan", "chebyshev", "EUC_2D"]), st.booleans())
def test_it_is_the_length_that_the_search_states(points, distance, closed):
    tour = icosian.shortest_tour(points, distance, closed=closed)
    assert tour_length(tour, points, distance=distance) == tour.length
    assert tour_length(list(tour), tour.places, closed=closed) == tour.length


@given(st.lists(st.decimals(-9, 9, places=2), min_size=6, max_size=6))
def test_it_is_exact_in_the_numbers_of_the_user(weights):
    G = nx.complete_graph(4)
    for (_, _, data), weight in zip(G.edges(data=True), weights, strict=True):
        data["weight"] = weight
    found = tour_length([0, 2, 1, 3], G)
    assert found == sum(G.edges[e]["weight"] for e in [(0, 2), (2, 1), (1, 3), (3, 0)])
    assert isinstance(found, Decimal)


@together(
    ("tour", "what", "options", "length"),
    [
        ([0, 1, 2], [[0, 1, 9], [9, 0, 1], [1, 9, 0]], {}, 3),
        ([2, 1, 0], [[0, 1, 9], [9, 0, 1], [1, 9, 0]], {}, 27),
        ([2, 1], [[0, 1, 9], [9, 0, 1], [1, 9, 0]], {"closed": False}, 9),
        ([0, 1], Places([(0, 0), (0.1, 0.2), (5, 5)], "manhattan"), {}, 0.6),
        ([0], Places([(0, 0), (1, 1)]), {}, 0),
        (Tour([0, 1, 2], is_closed=False), nx.path_graph(3), {"weight": None}, 2),
        ([0, 1, 2], nx.cycle_graph(3), {"weight": lambda *_: Fraction(1, 3)}, 1),
        ([0, 1], nx.MultiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": 3})]), {}, 6),
    ],
)
def test_lengths_of_graphs_places_and_matrices(tour, what, options, length):
    assert tour_length(tour, what, **options) == length


@together(
    ("tour", "what", "options", "error", "message"),
    [
        ([0, 2], nx.path_graph(3), {}, InvalidTour, "no edge leads from 0 to 2"),
        ([0, 1, 0], nx.path_graph(3), {}, InvalidTour, "0 is visited twice"),
        ([0, 9], Places([(0, 0), (1, 1)]), {}, NotANode, "9 is not one of the places"),
        (7, nx.path_graph(3), {}, InvalidArgument, "a tour is a sequence of nodes, got 7"),
        ([0, 1], nx.path_graph(3), {"distance": "euclidean"}, InvalidArgument, "coordinates"),
        ([0, 1], [(0, 0), (1, 1)], {"weight": "km"}, InvalidArgument, "weight is for graphs"),
        ([0, 1], nx.path_graph(3), {"closed": 7}, InvalidArgument, "closed must be"),
        ([0, 1], "a.tsp", {}, InvalidArgument, "read a file of places first"),
    ],
)
def test_what_has_no_length_is_refused(tour, what, options, error, message):
    with pytest.raises(error, match=message):
        tour_length(tour, what, **options)
