"""Hints on misspelled arguments and names."""

import doctest
import inspect
import pickle

import networkx as nx
import pytest
from together import together

import icosian
from icosian import routes, tours
from icosian.exceptions import UnknownKeyword

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
