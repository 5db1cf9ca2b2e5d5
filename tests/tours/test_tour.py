"""Tours: what one is, its length, and what every kind of result says of itself."""

import pickle
from decimal import Decimal
from itertools import permutations
from math import inf

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from together import together

import icosian
from icosian import InvalidArgument, InvalidTour, is_hamiltonian_cycle, is_hamiltonian_path
from icosian.tours import Tour, tour_length
from icosian.tours.tour import check_cover

# The Tour value


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


# What a tour is: the validators against brute force, and what they say to nonsense


KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
BOTH = pytest.mark.parametrize("question", [is_hamiltonian_cycle, is_hamiltonian_path])


@st.composite
def graphs_of_all_kinds(draw):
    n = draw(st.integers(0, 5))
    G = nx.empty_graph(n, draw(st.sampled_from(KINDS)))
    if n:
        nodes = st.integers(0, n - 1)
        G.add_edges_from(draw(st.lists(st.tuples(nodes, nodes), max_size=15)))
    return G


@given(graphs_of_all_kinds())
def test_exactly_the_tours_that_brute_force_finds_are_tours(G):
    paths = set(hamiltonian_paths(G)) if len(G) else set()
    cycles = set(hamiltonian_cycles(G))
    everything = [order for size in range(len(G) + 1) for order in permutations(G, size)]
    for order in everything:
        assert is_hamiltonian_path(G, order) == (order in paths)
        if order[:1] == (0,):  # brute force starts its cycles there
            assert is_hamiltonian_cycle(G, order) == (order in cycles)


@given(graphs_of_all_kinds(), st.data())
def test_repeated_and_strange_nodes_are_no_tour(G, data):
    nodes = data.draw(st.lists(st.sampled_from([*G, -1, len(G), None, "0", (0,)]), max_size=7))
    if sorted(nodes, key=repr) != sorted(G, key=repr):
        assert not is_hamiltonian_path(G, nodes)
        assert not is_hamiltonian_cycle(G, nodes)


@together("n", range(3, 8))
def test_a_cycle_may_begin_anywhere_and_in_a_graph_run_either_way(n):
    ring = list(range(n))
    for k in range(n):
        turned = ring[k:] + ring[:k]
        assert is_hamiltonian_cycle(nx.cycle_graph(n), turned)
        assert is_hamiltonian_cycle(nx.cycle_graph(n), turned[::-1])
        assert is_hamiltonian_cycle(nx.cycle_graph(n, nx.DiGraph), turned)
        assert not is_hamiltonian_cycle(nx.cycle_graph(n, nx.DiGraph), turned[::-1])
        assert is_hamiltonian_path(nx.cycle_graph(n), turned)


def test_two_nodes_are_a_cycle_in_a_digraph_only():
    for make in (nx.DiGraph, nx.MultiDiGraph):
        G = make([(0, 1), (1, 0)])
        assert is_hamiltonian_cycle(G, [0, 1])
        assert is_hamiltonian_cycle(G, [1, 0])
        assert not is_hamiltonian_cycle(make([(0, 1)]), [0, 1])
    for make in (nx.Graph, nx.MultiGraph):
        assert not is_hamiltonian_cycle(make([(0, 1), (1, 0)]), [0, 1])
        assert is_hamiltonian_path(make([(0, 1)]), [1, 0])


@together("make", KINDS)
def test_one_node_is_a_path_and_no_cycle_even_with_a_loop(make):
    G = nx.empty_graph(1, make)
    for _ in range(2):
        assert is_hamiltonian_path(G, [0])
        assert not is_hamiltonian_cycle(G, [0])
        G.add_edge(0, 0)


@pytest.mark.parametrize("make", KINDS)
@BOTH
def test_an_empty_list_is_a_tour_of_nothing(question, make):
    assert question(nx.empty_graph(3, make), []) is False
    assert question(make(), []) is False
    assert question(make(), [0]) is False


@BOTH
def test_any_iterable_of_nodes_will_do(question):
    G = nx.complete_graph(3)
    tour = icosian.Tour([0, 1, 2], is_closed=True)
    for nodes in ([0, 1, 2], (0, 1, 2), range(3), iter([0, 1, 2]), {0: "", 1: "", 2: ""}, G, tour):
        assert question(G, nodes) is True
    assert question(G, b"\x00\x01\x02") is True
    assert question(nx.complete_graph(list("abc")), "cab") is True


@BOTH
@pytest.mark.parametrize("nodes", [[0, 1, [2]], [[0], [1], [2]], [{0}, 1, 2], [{}, {}, {}]])
def test_unhashable_objects_are_no_nodes(question, nodes):
    assert not question(nx.complete_graph(3), nodes)


@BOTH
@pytest.mark.parametrize("nodes", [None, 0, 2.5, True, object(), len])
def test_what_is_no_list_is_refused(question, nodes):
    with pytest.raises(InvalidArgument, match="a tour is a sequence of nodes"):
        question(nx.complete_graph(3), nodes)


@BOTH
@pytest.mark.parametrize("G", [None, 3, "abc", [0, 1, 2], {0: [1], 1: [0]}, nx.Graph])
def test_what_is_no_graph_is_refused(question, G):
    with pytest.raises(InvalidArgument, match="G must be a networkx graph, got"):
        question(G, [0, 1, 2])


def test_a_tour_is_checked_as_what_it_is():
    G = icosian.knight_graph(5)
    tour = G.hamiltonian_path("a1")
    assert icosian.check_tour(G, tour) is None
    with pytest.raises(InvalidTour, match=r"no edge leads from .[1-5] to a1, numbers 25 and 1 "):
        G.check_tour(tour, closed=True)


def test_a_cover_visits_every_node_once_along_edges():
    G = nx.path_graph(4, nx.DiGraph)
    check_cover(G, [(0, 1), (2, 3)])
    check_cover(G, [(1, 2, 3), (0,)])
    for wrong in ([(0, 1)], [(0, 1), (2, 3), ()], [(0, 1), (1, 2, 3)], [(0, 1), (2, 4)], []):
        with pytest.raises(InvalidTour, match="every node of the graph once"):
            check_cover(G, wrong)
    with pytest.raises(InvalidTour, match="no edge leads from 1 to 0"):
        check_cover(G, [(1, 0), (2, 3)])


# The length of a given tour is that of its steps, exactly


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


# What every kind of result says of its value, and of the bound that is proved


GAPS = [(10, 9, 0.1), (-10, -11, 0.1), (4, 5, 0.25), (0, 0, 0), (0, -1, inf), (5, None, inf)]
