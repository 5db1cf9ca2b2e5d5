"""Tests that run where the backend is registered; ``test_backend`` starts them in a process."""

import copy
import doctest
import itertools
import math
import pickle
from functools import partial
from types import FunctionType

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from strategies import graphs

import icosian
import nx_icosian
from nx_icosian import backend
from tests.test_docs import BACKEND, OPTIONS, FencedExamples

tsp = nx.approximation.traveling_salesman_problem


@pytest.fixture(autouse=True)
def priority():
    """Call the backend in unchanged code, without the note of networkx on its cache."""
    nx.config.warnings_to_ignore.add("cache")
    nx.config.backend_priority = ["icosian"]
    backend.SMALL = 0


@pytest.fixture
def roads():
    G = nx.Graph()
    G.add_weighted_edges_from([("A", "B", 4), ("B", "C", 3), ("A", "C", 9), ("C", "D", 2)])
    return G


@st.composite
def weighted(draw):
    """Draw a graph of any kind; not all of its edges have a weight."""
    G = draw(graphs())
    weights = st.none() | st.integers(0, 5) | st.sampled_from([2**-60, 0.25, 2.5])
    for *_, data in G.edges(data=True):
        if (weight := draw(weights)) is not None:
            data["weight"] = weight
    return G


def length(G, path):
    """Return the length of a path along the shortest of parallel edges."""
    pairs = (G.get_edge_data(u, v) for u, v in itertools.pairwise(path))
    return sum(
        min(data.get("weight", 1) for data in (row.values() if G.is_multigraph() else [row]))
        for row in pairs
    )


def plain(G, answer):
    """Return an answer with each path replaced by its end and length: there may be ties."""
    if isinstance(answer, dict):
        return {v: plain(G, value) for v, value in answer.items()}
    if isinstance(answer, list) and all(v in G for v in answer):
        return answer[-1], length(G, answer)
    return tuple(plain(G, part) for part in answer) if isinstance(answer, list | tuple) else answer


def outcomes(G, function, *arguments):
    """Return what a function returns by networkx and by the backend, or the types of errors."""
    for priority in ([], ["icosian"]):
        nx.config.backend_priority = priority  # networkx 3.4 does not restore it after `with`
        try:
            found = function(G, *arguments)
        except (nx.NetworkXException, ValueError) as error:
            yield type(error)
        else:
            yield plain(G, list(found) if hasattr(found, "__next__") else found)


@given(weighted(), st.data())
def test_searches_answer_as_networkx_does(G, data):
    nodes = st.sampled_from([*G, "nowhere"])
    s, t = data.draw(nodes), data.draw(nodes)
    cutoff = data.draw(st.none() | st.integers(-1, 9))
    questions = [
        *(
            (f, s, t)
            for f in (nx.dijkstra_path, nx.dijkstra_path_length, nx.bidirectional_dijkstra)
        ),
        (nx.single_source_dijkstra, s, None, cutoff),
        (nx.single_source_dijkstra, s, t, cutoff),
        (nx.single_source_dijkstra_path, s, cutoff),
        (nx.single_source_dijkstra_path_length, s, cutoff),
        (nx.multi_source_dijkstra, {s, t}, None, cutoff),
        (nx.multi_source_dijkstra, [], None, cutoff),
        (nx.multi_source_dijkstra_path, {s, t}, cutoff),
        (nx.multi_source_dijkstra_path_length, {s, t}, cutoff),
        (nx.all_pairs_dijkstra, cutoff),
        (nx.all_pairs_dijkstra_path, cutoff),
        (nx.all_pairs_dijkstra_path_length, cutoff),
    ]
    for function, *arguments in questions:
        theirs, ours = outcomes(G, function, *arguments)
        assert ours == theirs, function


@given(weighted(), st.data())
def test_all_shortest_paths_are_those_of_networkx(G, data):
    s, t = data.draw(st.tuples(*2 * [st.sampled_from(list(G))]))
    found = []
    for priority in ([], ["icosian"]):
        nx.config.backend_priority = priority
        try:
            found.append({*map(tuple, nx.all_shortest_paths(G, s, t, weight="weight"))})
        except nx.NetworkXNoPath:
            found.append(None)
    theirs, ours = found
    assert ours == theirs
    paths = icosian.dijkstra(icosian.routes.fill_lengths(G, default=1), s)
    assert ({*map(tuple, paths.paths(t))} if t in paths.distances else None) == theirs


@given(weighted(), st.integers(0, 5), st.none() | st.integers(0, 9))
def test_predecessors_are_those_of_networkx(G, k, cutoff):
    s = list(G)[k % len(G)]
    ours, theirs = (
        nx.dijkstra_predecessor_and_distance(G, s, cutoff, backend=name)
        for name in (None, "networkx")
    )
    assert ours[1] == theirs[1]
    assert {v: {*row} for v, row in ours[0].items()} == {v: {*row} for v, row in theirs[0].items()}


def test_predecessors_across_weights_of_0_are_answered(roads):
    nx.set_edge_attributes(roads, 1, "zero")
    roads.add_edge("A", "B", zero=0)
    before, lengths = nx.dijkstra_predecessor_and_distance(
        roads, "A", weight="zero", backend="icosian"
    )
    assert {v: {*row} for v, row in before.items()} == {
        "A": {"B"},
        "B": {"A"},
        "C": {*"AB"},
        "D": {"C"},
    }
    assert lengths == {"A": 0, "B": 0, "C": 1, "D": 2}


def test_paths_begin_at_a_source(roads):
    paths = nx.multi_source_dijkstra_path(roads, {"A", "D"})
    assert paths == {"A": ["A"], "D": ["D"], "C": ["D", "C"], "B": ["A", "B"]}


def test_lengths_come_in_the_order_of_networkx():
    G = nx.path_graph(9)
    lengths = nx.single_source_dijkstra_path_length(G, 8)
    assert list(lengths.items()) == [(8 - k, k) for k in range(9)]
    assert all(type(d) is int for d in lengths.values())


@pytest.mark.parametrize(
    ("error", "message", "function", "arguments"),
    [
        (nx.NodeNotFound, "Node X not found in graph", "dijkstra_path", ("X", "A")),
        (nx.NetworkXNoPath, r"No path to X\.", "dijkstra_path", ("A", "X")),
        (nx.NetworkXNoPath, r"No path to E\.", "dijkstra_path_length", ("A", "E")),
        (nx.NodeNotFound, "Target X is not in G", "bidirectional_dijkstra", ("A", "X")),
        (ValueError, "sources must not be empty", "multi_source_dijkstra", (set(),)),
    ],
)
def test_errors_of_searches_are_those_of_networkx(roads, error, message, function, arguments):
    roads.add_node("E")
    with pytest.raises(error, match=f"^{message}$"):
        getattr(nx, function)(roads, *arguments, backend="icosian")


def test_small_graphs_are_left_to_networkx_unless_the_backend_is_named(monkeypatch):
    monkeypatch.setattr(backend, "SMALL", 5)
    searched = []
    monkeypatch.setattr(backend, "dijkstra_path", lambda G, *_: searched.append(len(G.graph)))
    for n in (4, 5):
        nx.dijkstra_path(nx.path_graph(n), 0, 1)
        nx.dijkstra_path(nx.path_graph(n), 0, 1, backend="icosian")
        nx.dijkstra_path(G=nx.path_graph(n), source=0, target=1)
    assert searched == [4, 5, 5, 5]
    assert backend.should_run("max_clique", (nx.path_graph(4),), {}) is True


def test_weights_are_read_once_until_the_graph_changes(roads, monkeypatch):
    prepare, calls = icosian.prepare, []
    monkeypatch.setattr(icosian, "prepare", lambda *args: calls.append(args) or prepare(*args))
    assert [nx.dijkstra_path_length(roads, "A", v) for v in "BCD"] == [4, 7, 9]
    assert nx.shortest_path(roads, "A", "D", weight="weight") == ["A", "B", "C", "D"]
    assert len(calls) == 1
    roads.add_edge("A", "D", weight=1)
    assert nx.dijkstra_path_length(roads, "A", "C") == 3
    assert len(calls) == 2


@pytest.mark.parametrize("weight", [-1, math.inf, "far"])
def test_weights_that_icosian_reads_in_another_way_are_left_to_networkx(roads, weight):
    roads.add_edge("D", "E", weight=weight)
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path(roads, "A", "E", backend="icosian")
    with pytest.raises(NotImplementedError):  # without reading them again
        nx.all_pairs_dijkstra(roads, backend="icosian")
    theirs, ours = outcomes(roads, nx.dijkstra_path, "A", "D")
    assert ours == theirs


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (nx.dijkstra_path, {"source": "A", "target": "B", "weight": lambda u, v, d: d["weight"]}),
        (nx.single_source_dijkstra, {"source": "A", "cutoff": math.nan}),
        (tsp, {"method": nx.approximation.greedy_tsp}),
        (tsp, {"tree": None}),
        (tsp, {"nodes": "AB"}),
        (nx.approximation.min_weighted_dominating_set, {"weight": "w"}),
        (nx.approximation.christofides, {}),
        (tsp, {"nodes": []}),
    ],
)
def test_other_arguments_are_left_to_networkx(roads, function, arguments):
    with pytest.raises(NotImplementedError):
        function(roads, **arguments, backend="icosian")


def test_a_given_method_finds_what_it_finds_in_networkx():
    G = nx.complete_graph(7)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = 1 + u * v % 5
    theirs, ours = outcomes(G, partial(tsp, method=nx.approximation.greedy_tsp))
    assert ours == theirs


@pytest.mark.parametrize("cycle", [True, False])
def test_a_round_is_the_shortest(cycle):
    G = nx.cycle_graph(9)
    G.add_edges_from([(4, 9), (9, 10), (10, 11), (11, 0)])
    nx.set_edge_attributes(G, {edge: 5 if edge == (4, 5) else 1 for edge in G.edges}, "weight")
    walk = tsp(G, cycle=cycle)
    assert set(walk) == set(G)
    assert length(G, walk) == icosian.traveling_salesman(G, cycle=cycle).length
    assert (walk[0] == walk[-1]) is cycle


def test_a_round_visits_the_given_nodes(roads):
    walk = tsp(roads, nodes=["A", "D"])
    assert {"A", "D"} <= set(walk)
    assert length(roads, walk) == 18


def test_an_attribute_that_no_edge_has_counts_1(roads):
    assert len(tsp(roads, nodes=["A", "D"], weight="cost", backend="icosian")) == 5
    assert nx.dijkstra_path_length(roads, "A", "D", weight="cost", backend="icosian") == 2


def test_loops_do_not_matter_to_paths_but_to_predecessors_and_independent_sets(roads):
    roads.add_edge("A", "A", weight=0)
    assert nx.dijkstra_path_length(roads, "A", "D", backend="icosian") == 9
    with pytest.raises(NotImplementedError):
        nx.dijkstra_predecessor_and_distance(roads, "A", backend="icosian")
    with pytest.raises(NotImplementedError):
        nx.approximation.maximum_independent_set(roads, backend="icosian")


def test_a_round_that_does_not_exist_is_an_error_of_networkx():
    G = nx.DiGraph([(0, 1), (1, 2)])
    with pytest.raises(nx.NetworkXError, match="There is no closed walk through the 3 stops"):
        tsp(G)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 9, 30])
@pytest.mark.parametrize("seed", range(4))
def test_a_path_of_a_tournament_closes_if_it_is_strongly_connected(n, seed):
    G = nx.tournament.random_tournament(n, seed=seed)
    path = nx.tournament.hamiltonian_path(G, backend="icosian")
    assert sorted(path) == sorted(G)
    assert all(G.has_edge(u, v) for u, v in itertools.pairwise(path))
    assert n < 3 or G.has_edge(path[-1], path[0]) == nx.is_strongly_connected(G)


def test_other_digraphs_are_no_tournaments():
    with pytest.raises(NotImplementedError):
        nx.tournament.hamiltonian_path(nx.DiGraph([(0, 1), (1, 0)]), backend="icosian")


def test_sets_are_of_the_best_size():
    G = nx.petersen_graph()
    independent = nx.approximation.maximum_independent_set(G)
    dominating = nx.approximation.min_weighted_dominating_set(G)
    clique = nx.approximation.max_clique(nx.complement(G))
    assert [*map(len, (independent, dominating, clique))] == [4, 3, 4]
    assert not [*G.subgraph(independent).edges, *G.subgraph(clique).edges]
    assert nx.is_dominating_set(G, dominating)
    assert {*map(type, (independent, dominating, clique))} == {set}


def test_the_null_graph_has_empty_sets():
    for name in ("maximum_independent_set", "max_clique", "min_weighted_dominating_set"):
        assert getattr(nx.approximation, name)(nx.Graph(), backend="icosian") == set()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("traveling_salesman", tsp),
        ("maximum_independent_set", nx.approximation.max_clique),
        ("minimum_dominating_set", nx.approximation.min_weighted_dominating_set),
    ],
)
def test_the_setting_limits_the_time(roads, monkeypatch, ours, theirs):
    given = []
    monkeypatch.setattr(
        icosian, ours, lambda *_, **options: given.append(options["timeout"]) or "A"
    )
    theirs(roads)
    with nx.config.backends.icosian(timeout=2.5):
        theirs(roads)
    assert given == [None, 2.5]


def test_a_searched_graph_is_copied_and_pickled(roads):
    nx.dijkstra_path(roads, "A", "D")
    assert b"PreparedGraph" not in pickle.dumps(roads)  # the weights are there once
    for G in (copy.deepcopy(roads), pickle.loads(pickle.dumps(roads))):
        assert nx.dijkstra_path_length(G, "A", "D") == 9
        assert nx.utils.graphs_equal(G, roads)


def test_networkx_knows_every_function_of_the_backend():
    names = {*nx_icosian.get_info()["functions"]}
    own = {name for name, value in vars(backend).items() if isinstance(value, FunctionType)}
    others = {"can_run", "convert_from_nx", "convert_to_nx", "on_start_tests", "should_run"}
    assert {name for name in own if name[0] != "_"} == names | others
    assert names <= {*nx.utils.backends._registered_algorithms}
    assert "icosian : Exact answers" in nx.dijkstra_path.__doc__


def test_the_examples_of_the_page_run():
    nx.config.backend_priority = []
    failed, tried = doctest.testfile(
        str(BACKEND), module_relative=False, parser=FencedExamples(), optionflags=OPTIONS
    )
    assert tried > 5
    assert not failed
