"""Checks of arguments, hints on misspelled names, random states and statistics."""

import doctest
import inspect
import math
import pickle
import re
from dataclasses import FrozenInstanceError

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from together import together

import icosian
from icosian import routes, tours
from icosian._run.limits import check_flag, check_graph, check_int, check_memory, check_seed
from icosian.exceptions import InvalidArgument, UnknownKeyword
from icosian.tours import SearchStats

# Shared checks of arguments: numbers of NumPy count as numbers, everything else is refused.


NO_INTEGERS = [None, [], "5", 2.0, math.nan, True, np.True_, np.float64(2), object(), -(10**5000)]


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)], ids=type)
def test_an_integer_becomes_one_of_python(value):
    for found in (check_int(value, "k"), check_seed(value), check_memory(value)):
        assert found == 3
        assert type(found) is int


@together("value", NO_INTEGERS, ids=type)
def test_what_is_not_an_integer_is_refused_with_the_rule(value):
    with pytest.raises(InvalidArgument, match=r"^k must be an integer of at least 2, got "):
        check_int(value, "k", 2)
    with pytest.raises(InvalidArgument, match=r"^k must be an integer of at least 0 or None, got "):
        check_int(value, "k", 0, " or None")
    if value is not None:
        with pytest.raises(InvalidArgument, match="seed must be an integer of at least 0"):
            check_seed(value)
        with pytest.raises(InvalidArgument, match="memory_limit must be an integer of at least 1"):
            check_memory(value)


def test_a_flag_becomes_one_of_python():
    for flag in (True, False):
        assert check_flag(flag, "distinct") is flag
        assert check_flag(np.bool_(flag), "distinct") is flag
    for other in (None, 0, 1, "yes", np.int8(1), np.zeros(2)):
        with pytest.raises(InvalidArgument, match="distinct must be True or False, got "):
            check_flag(other, "distinct")


def test_only_graphs_are_graphs():
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
        G = kind()
        assert check_graph(G) is G
    for other in (None, [], {0: [1]}, nx.Graph, "graph"):
        with pytest.raises(InvalidArgument, match="G must be a networkx graph, got "):
            check_graph(other)


@pytest.mark.parametrize(
    "other",
    [
        {0: [1], 1: [0, 2], 2: [1]},
        np.ones((3, 3)),
        [[0, 1, 1], [1, 0, 0], [1, 0, 0]],
        scipy.sparse.eye_array(3),
        scipy.sparse.csr_matrix((3, 3)),
    ],
)
def test_the_error_says_what_makes_a_graph(other):
    with pytest.raises(InvalidArgument, match=r"makes (one|a graph)") as caught:
        check_graph(other)
    call = re.search(r"(\S+) makes", str(caught.value))[1]
    made = eval(call, {"networkx": nx, "icosian": icosian, "G": other})
    assert len(check_graph(made)) == 3


def test_the_error_says_what_makes_a_graph_of_edges():
    edges = [(0, 1), (1, 2)]
    with pytest.raises(InvalidArgument, match="makes one of a list of edges") as caught:
        check_graph(edges)
    call = re.findall(r"(\S+) makes", str(caught.value))[-1]
    assert list(eval(call, {"networkx": nx, "G": edges}).edges) == edges


# Hints on misspelled arguments and names.


RING = nx.cycle_graph(4)


@together(
    ("call", "message"),
    [
        (lambda: icosian.traveling_salesman(RING, closed=False), "did you mean 'cycle'?"),
        (lambda: routes.postman_walk(RING, closed=False), "did you mean 'cycle'?"),
        (lambda: icosian.shortest_tour([(0, 0)], cycle=False), "did you mean 'closed'?"),
        (lambda: icosian.dijkstra(RING, 0, weigth=None), "did you mean 'weight'?"),
        (lambda: icosian.hamiltonian_cycle(RING, timout=3), "did you mean 'timeout'?"),
        (lambda: icosian.hamiltonian_path(RING, source=0), "did you mean 'start'?"),
        (lambda: icosian.count_hamiltonian_cycles(RING, n_jobs=2), "did you mean 'executor'?"),
        (lambda: icosian.knight_graph(3).hamiltonian_path(strat=0), "did you mean 'start'?"),
        (lambda: next(icosian.hamiltonian_cycles(RING, forbidden=[])), "did you mean 'forbid'?"),
        (lambda: icosian.knight_graph(3, holess=[]), "did you mean 'holes'?"),
        (lambda: icosian.read_puzzle("1 .\n", kid="zip"), "did you mean 'kind'?"),
        (lambda: tours.is_hamiltonian(RING, ttt=1), "it has G, "),
    ],
)
def test_an_unknown_argument_is_named_with_the_one_that_is_meant(call, message):
    with pytest.raises(UnknownKeyword) as caught:
        call()
    assert message in str(caught.value)
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, icosian.IcosianError)


def test_other_errors_of_type_stay_as_they_are():
    def weight(*_):
        raise TypeError("not this one")

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'G'"):
        icosian.hamiltonian_cycle()
    with pytest.raises(TypeError, match="not this one"):
        icosian.shortest_hamiltonian_cycle(RING, weight=weight)


def test_functions_keep_their_name_signature_examples_and_identity():
    for name in icosian.__all__:
        function = getattr(icosian, name)
        if not inspect.isfunction(function):
            continue
        module = inspect.getmodule(function)
        assert getattr(module, name) is function
        assert pickle.loads(pickle.dumps(function)) is function
        assert "given" not in inspect.signature(function).parameters
        assert function.__globals__ is vars(module)
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = finder.find(inspect.getmodule(icosian.dijkstra))
    assert any(test.name.endswith(".dijkstra") and test.examples for test in found)


@together(
    ("name", "hint"),
    [
        ("postman_walk", "it is icosian.routes.postman_walk"),
        ("Walk", "it is icosian.routes.Walk"),
        ("LoopPuzzle", "it is icosian.puzzles.LoopPuzzle"),
        ("hamiltonian_cicle", "did you mean 'hamiltonian_cycle'?"),
        ("shortest_tuor", "did you mean 'shortest_tour'?"),
    ],
)
def test_a_name_that_is_not_at_the_top_is_pointed_to(name, hint):
    with pytest.raises(AttributeError, match="has no attribute") as caught:
        getattr(icosian, name)
    assert hint in str(caught.value)


def test_names_of_python_and_names_like_no_other_have_no_hint():
    for name in ("__wrapped__", "_hamiltonian_cycle", "qqqqqqqq"):
        with pytest.raises(AttributeError) as caught:
            getattr(icosian, name)
        assert str(caught.value) == f"module 'icosian' has no attribute {name!r}"


# Random states of kernels.


# Statistics of a search.


def test_statistics_do_not_change():
    stats = SearchStats(method="rotations", steps=1, seconds=0.5)
    with pytest.raises(FrozenInstanceError):
        stats.steps = 2
