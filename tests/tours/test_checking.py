"""What a tour is: the validators against brute force, and what they say to nonsense."""

from itertools import permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from together import together

import icosian
from icosian import InvalidArgument, InvalidTour, is_hamiltonian_cycle, is_hamiltonian_path
from icosian.tours.checking import check_cover, check_tour

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
BOTH = pytest.mark.parametrize("question", [is_hamiltonian_cycle, is_hamiltonian_path])


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 5))
    G = nx.empty_graph(n, draw(st.sampled_from(KINDS)))
    if n:
        nodes = st.integers(0, n - 1)
        G.add_edges_from(draw(st.lists(st.tuples(nodes, nodes), max_size=15)))
    return G


@given(graphs())
def test_exactly_the_tours_that_brute_force_finds_are_tours(G):
    paths = set(hamiltonian_paths(G)) if len(G) else set()
    cycles = set(hamiltonian_cycles(G))
    everything = [order for size in range(len(G) + 1) for order in permutations(G, size)]
    for order in everything:
        assert is_hamiltonian_path(G, order) == (order in paths)
        if order[:1] == (0,):  # brute force starts its cycles there
            assert is_hamiltonian_cycle(G, order) == (order in cycles)


@given(graphs(), st.data())
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


def test_a_cycle_does_not_repeat_its_first_node():
    assert not is_hamiltonian_cycle(nx.cycle_graph(4), [0, 1, 2, 3, 0])
    assert not is_hamiltonian_path(nx.cycle_graph(4), [0, 1, 2, 3, 0])


def test_an_open_path_is_no_cycle():
    assert is_hamiltonian_path(nx.path_graph(4), [0, 1, 2, 3])
    assert not is_hamiltonian_cycle(nx.path_graph(4), [0, 1, 2, 3])


def test_an_arc_leads_one_way():
    G = nx.path_graph(3, nx.DiGraph)
    assert is_hamiltonian_path(G, [0, 1, 2])
    assert not is_hamiltonian_path(G, [2, 1, 0])


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
@pytest.mark.parametrize(
    "nodes",
    [
        [0, 1, 1],
        [0, 1, 2, 2],
        [0, 1],
        [0, 1, 2, 3],
        [0, 1, None],
        [None],
        [0, 1, "2"],
        [(0, 1), (1, 2)],
        [0, 1, float("nan")],
        [0, 1, object()],
        "012",
        b"\x00\x01\x03",
        {},
    ],
)
def test_wrong_lists_are_no_tours(question, nodes):
    assert question(nx.complete_graph(3), nodes) is False


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


@together("closed", [True, False])
@together(
    ("nodes", "flaw"),
    [
        ([0, 1, 2, 9], "9 is not a node of the graph; it is number 4 of the tour"),
        ([0, 1, 2, None], "None is not a node of the graph"),
        ([0, 1, 2, 2], r"2 is visited twice, as numbers 3 and 4$"),
        ([0, 1, 2], "3 of 4 nodes are visited, 3 is not"),
        ([0, 2, 1, 3], "no edge leads from 0 to 2, numbers 1 and 2 of the tour"),
    ],
)
def test_an_invalid_tour_says_where_it_is_wrong(closed, nodes, flaw):
    with pytest.raises(InvalidTour, match=flaw):
        check_tour(nx.cycle_graph(4), nodes, closed=closed)


def test_a_valid_tour_passes_in_silence():
    assert check_tour(nx.cycle_graph(4), [0, 1, 2, 3], closed=True) is None
    assert check_tour(nx.path_graph(4), [0, 1, 2, 3], closed=False) is None
    with pytest.raises(InvalidTour, match="no edge leads from 3 to 0, numbers 4 and 1 of the tour"):
        check_tour(nx.path_graph(4), [0, 1, 2, 3])


def test_a_cycle_of_networkx_gets_a_hint():
    with pytest.raises(InvalidTour, match="as numbers 1 and 5; a cycle does not repeat its first"):
        check_tour(nx.cycle_graph(4), [0, 1, 2, 3, 0])
    with pytest.raises(InvalidTour, match=r"0 is visited twice, as numbers 1 and 4$"):
        check_tour(nx.cycle_graph(4), [0, 1, 2, 0], closed=False)


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
