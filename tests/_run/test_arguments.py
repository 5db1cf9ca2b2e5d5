"""Shared checks of arguments: numbers of NumPy count as numbers, everything else is refused."""

import inspect
import math
import re

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from together import together

import icosian
from icosian._run.arguments import (
    check_flag,
    check_graph,
    check_int,
    check_memory,
    check_seed,
)
from icosian.exceptions import InvalidArgument

NO_INTEGERS = [None, [], "5", 2.0, math.nan, True, np.True_, np.float64(2), object(), -(10**5000)]


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)], ids=type)
def test_an_integer_becomes_one_of_python(value):
    for found in (
        check_int(value, "k"),
        check_seed(value),
        check_memory(value),
    ):
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


def test_an_integer_below_the_least_is_refused():
    assert check_int(2, "k", 2) == 2
    with pytest.raises(InvalidArgument, match="got 1"):
        check_int(1, "k", 2)


def test_no_seed_is_0_and_no_limit_is_half_of_the_free_memory():
    assert check_seed(None) == 0
    assert check_memory(None) > 0


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


@together(
    "ask",
    [
        icosian.hamiltonian_cycle,
        icosian.minimum_coloring,
        icosian.minimum_path_cover,
        icosian.longest_cycle,
        icosian.to_svg,
        icosian.write_hcp,
        icosian.traveling_salesman,
        icosian.is_hamiltonian_cycle,
        icosian.close_path,
    ],
)
def test_every_room_tells_how_other_data_become_a_graph(ask):
    needed = [
        parameter
        for parameter in list(inspect.signature(ask).parameters.values())[1:]
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD)
    ]
    for data in ([[1], [0]], {0: [1], 1: [0]}, np.eye(2), scipy.sparse.csr_array(np.eye(2))):
        with pytest.raises(InvalidArgument, match=r"must be .*networkx graph, got .*makes"):
            ask(data, *([0, 1] for _ in needed))
