"""The Tour value."""

import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import Tour


def test_a_tour_is_an_immutable_sequence():
    tour = Tour("abcd", is_closed=True)
    assert list(tour) == ["a", "b", "c", "d"]
    assert (tour[1], tour[-1], tour[1:3], len(tour)) == ("b", "d", ("b", "c"), 4)
    assert "c" in tour
    assert "x" not in tour
    assert tour.index("d") == 3
    assert list(reversed(tour)) == ["d", "c", "b", "a"]
    with pytest.raises(TypeError):
        tour[0] = "x"


def test_equal_tours_have_equal_nodes_and_the_same_kind():
    assert Tour("abc", is_closed=True) == Tour("abc", is_closed=True)
    assert hash(Tour("abc", is_closed=True)) == hash(Tour("abc", is_closed=True))
    assert Tour("abc", is_closed=True) != Tour("abc", is_closed=False)
    assert Tour("abc", is_closed=True) != Tour("bca", is_closed=True)
    assert Tour("abc", is_closed=True) != ["a", "b", "c"]


@given(st.data())
def test_the_same_cycle_has_the_same_edges(data):
    nodes = range(data.draw(st.integers(3, 6)))
    one, other = (data.draw(st.permutations(nodes)) for _ in range(2))
    tour, second = (Tour(order, is_closed=True) for order in (one, other))
    same = {frozenset(e) for e in tour.edges()} == {frozenset(e) for e in second.edges()}
    assert tour.is_same_cycle(second) == tour.is_same_cycle(other) == same
    k = data.draw(st.sampled_from(one))
    assert tour.is_same_cycle(tour.starting_at(k))
    assert tour.is_same_cycle(one[::-1])
    directed = Tour(one, is_closed=True, G=nx.cycle_graph(one, create_using=nx.DiGraph))
    assert directed.is_same_cycle(tour.starting_at(k))
    assert not directed.is_same_cycle(one[::-1])


def test_only_closed_tours_of_the_same_nodes_are_the_same_cycle():
    tour = Tour("abc", is_closed=True)
    for other in ("ab", "abd", "aab", "abca"):
        assert not tour.is_same_cycle(other)
    for one, other in ((Tour("abc", is_closed=False), tour), (tour, Tour("abc", is_closed=False))):
        with pytest.raises(icosian.InvalidArgument, match="only closed tours"):
            one.is_same_cycle(other)


def test_edges_close_a_closed_tour_only():
    assert list(Tour([1, 2, 3], is_closed=True).edges()) == [(1, 2), (2, 3), (3, 1)]
    assert list(Tour([1, 2, 3], is_closed=False).edges()) == [(1, 2), (2, 3)]
    assert list(Tour([1], is_closed=False).edges()) == []


def test_the_numbered_grid_shows_every_number_once_and_holes():
    tour = icosian.knight_graph(3, holes=["b2"]).hamiltonian_cycle()
    rows = [line.split() for line in str(tour).splitlines()]
    assert rows[1][1] == "#"
    assert sorted(cell for row in rows for cell in row if cell != "#") == list("12345678")
    for (r, c), k in tour.numbering.items():
        assert rows[r][c] == str(k)


def test_columns_of_the_grid_line_up():
    lines = str(icosian.knights_tour(12)).splitlines()
    assert len(lines) == 12
    assert {len(line) for line in lines} == {12 * 4 - 1}


def test_boards_of_three_dimensions_print_layer_by_layer():
    G = icosian.board_graph(icosian.Board((2, 3, 4), holes=[(1, 0, 0), (0, 2, 3)]), "king")
    tour = G.hamiltonian_path()
    layers = [[line.split() for line in layer.split("\n")] for layer in str(tour).split("\n\n")]
    for k, layer in enumerate(layers):
        for row, line in enumerate(layer):
            for column, word in enumerate(line):
                assert word == str(tour.numbering.get((k, row, column), "#"))
    assert sum(len(line) for layer in layers for line in layer) == 24
    line = icosian.board_graph(icosian.Board((3,)), icosian.Piece([(1,)]))
    assert str(line.hamiltonian_path()) == "(0,) - (1,) - (2,)"


def test_other_graphs_print_a_route():
    G = nx.cycle_graph(3)
    assert str(icosian.hamiltonian_cycle(G, 1)).startswith("1 - ")
    assert str(icosian.hamiltonian_cycle(G, 1)).endswith(" - 1")
    assert str(Tour([1, 2], is_closed=False)) == "1 - 2"


def test_a_closed_tour_can_start_anywhere_an_open_one_cannot():
    tour = icosian.knights_tour(6)
    again = tour.starting_at((3, 3))
    assert again[0] == (3, 3)
    assert set(map(frozenset, again.edges())) == set(map(frozenset, tour.edges()))
    with pytest.raises(ValueError, match="only a closed tour"):
        Tour([1, 2], is_closed=False).starting_at(2)


@together("node", ["z9", "corner", (8, 0), None])
def test_a_closed_tour_starts_at_its_own_nodes_only(node):
    with pytest.raises(icosian.InvalidArgument):
        icosian.knights_tour(6).starting_at(node)
    assert icosian.knights_tour(6).starting_at("c3")[0] == (3, 2)


@pytest.mark.parametrize(
    "make", [lambda: icosian.knights_tour(6), lambda: icosian.knight_graph(6).hamiltonian_cycle()]
)
def test_tours_survive_pickling(make):
    tour = make()
    again = pickle.loads(pickle.dumps(tour))
    assert again == tour
    assert str(again) == str(tour)


def test_tours_show_themselves():
    tour = icosian.knights_tour(6)
    assert repr(tour) == "<closed tour of 36 nodes from (0, 0)>"
    assert tour._repr_svg_().startswith("<svg")
    assert Tour(range(100_001), is_closed=False)._repr_svg_() is None


def test_squares_of_array_backed_tours_are_plain_tuples_of_int():
    tour = icosian.knights_tour(6)
    for square in (tour[0], tour[5], *tour[2:4], next(iter(tour))):
        assert all(type(x) is int for x in square)
    assert (0, 0) in tour
    assert (6, 0) not in tour


@pytest.mark.parametrize(
    "make", [lambda: icosian.knights_tour(6), lambda: icosian.knight_graph(6).hamiltonian_cycle()]
)
def test_a_square_is_found_by_its_name_as_by_its_coordinates(make):
    tour = make()
    k = list(tour).index((5, 1))
    assert tour.index("b1") == tour.index((5, 1)) == k
    assert tour.numbering["b1"] == tour.numbering["B1"] == tour.numbering[5, 1] == k + 1
    assert "b1" in tour
    assert tour.starting_at("b1")[0] == (5, 1)
    for missing in ("h9", "z", "", (6, 0), 7, [5, 1]):
        assert missing not in tour
        with pytest.raises(ValueError, match="not a node"):
            tour.index(missing)
    with pytest.raises(KeyError):
        tour.numbering["h9"]


def test_names_do_not_change_what_a_numbering_is():
    tour = icosian.knights_tour(6)
    plain = {square: k for k, square in enumerate(tour, start=1)}
    for numbering in (tour.numbering, pickle.loads(pickle.dumps(tour)).numbering):
        assert numbering == plain
        assert list(numbering) == list(plain)
        assert len(numbering) == 36
    assert pickle.loads(pickle.dumps(tour.numbering))["b1"] == plain[5, 1]


def test_index_looks_in_the_part_that_is_given_and_takes_the_first():
    tour = Tour("abcabc", is_closed=False)
    assert (tour.index("c"), tour.index("c", 3), tour.index("b", -3)) == (2, 5, 4)
    with pytest.raises(ValueError, match="'c' is not"):
        tour.index("c", 3, 5)
    with pytest.raises(ValueError, match="'a' is not"):
        Tour("abc", is_closed=False).index("a", 1)


def test_nodes_whose_comparison_is_an_array_are_told_apart():
    nodes = [np.int64(1), (1, 2), np.int64(2)]
    tour = Tour(nodes, is_closed=True)
    assert [tour.index(node) for node in nodes] == [0, 1, 2]
    assert (1, 2) in tour
    assert (2, 1) not in tour
    assert tour != Tour([nodes[1], nodes[0], nodes[2]], is_closed=True)
    assert tour == Tour(list(nodes), is_closed=True)
    assert tour.starting_at((1, 2)).nodes == (nodes[1], nodes[2], nodes[0])


LABELS = st.recursive(
    st.one_of(st.integers(), st.text(), st.booleans(), st.floats(allow_nan=False)),
    lambda some: st.lists(some, max_size=3).map(tuple),
    max_leaves=4,
)


@given(st.lists(LABELS, min_size=3, max_size=6, unique=True), st.booleans(), st.randoms())
def test_a_tour_comes_back_from_json_as_it_was(nodes, closed, random):
    order = random.sample(nodes, len(nodes))
    G = nx.cycle_graph(order)
    tour = Tour(order, is_closed=closed, G=G)
    for text in (tour.to_json(), tour.to_json(G)):
        again = Tour.from_json(text, G)
        assert again == tour
        assert list(map(repr, again)) == list(map(repr, tour))


def test_labels_without_a_json_form_are_places_in_the_graph():
    order = [frozenset("a"), np.int64(7), frozenset("b"), float("inf")]
    tour = Tour(order, is_closed=True, G=nx.cycle_graph(order))
    assert Tour.from_json(tour.to_json(), tour.graph) == tour
    with pytest.raises(icosian.InvalidArgument, match="no JSON form"):
        Tour(order, is_closed=True).to_json()


@together(
    ("text", "reason"),
    [
        ("", "not the description"),
        ("[]", "expected an object"),
        ('{"closed": true}', "'tour' is missing"),
        ('{"closed": 1, "tour": [0, 1, 2]}', "expected bool"),
        ('{"closed": true, "tour": "012"}', "expected a list"),
        ('{"closed": true, "tour": [0, 1, 2], "more": 1}', "'more' is not a field"),
        ('{"closed": true, "tour": [0, 1, {"place": 9}]}', "no node at place 9"),
        ('{"closed": true, "tour": [0, 1, {"place": 2, "middle": 1}]}', "not the description"),
        ('{"closed": true, "tour": [0, 1, {}]}', "not the description"),
        ('{"closed": true, "tour": [0, 1, {"place": "home"}]}', "not a node"),
        ('{"closed": true, "tour": [0, 1, 3]}', "3 is not a node"),
        ('{"closed": true, "tour": [0, 1]}', "2 of 3 nodes"),
        ('{"closed": true, "tour": [0, 1, 1]}', "visited twice"),
        ('{"closed": true, "tour": [0, 1, 2]}', "no edge leads from 2 to 0"),
        ('{"closed": false, "tour": [0, 2, 1]}', "no edge leads from 0 to 2"),
        ("[" * 100_000, "too many brackets"),
        ('{"closed": true, "tour": [' + "[" * 200 + "]" * 200 + "]}", "too many brackets"),
    ],
)
def test_text_that_is_not_a_tour_of_the_graph_is_refused(text, reason):
    with pytest.raises(icosian.InvalidTour, match=reason):
        Tour.from_json(text, nx.path_graph(3))
    with pytest.raises(icosian.InvalidArgument, match="networkx"):
        Tour.from_json(text, [0, 1, 2])


def test_a_tour_names_the_type_of_its_nodes():
    assert Tour[int].__origin__ is Tour
