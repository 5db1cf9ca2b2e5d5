"""Weights: checked, in the order of the adjacency, and converted only where floats are exact."""

import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from together import together

import icosian
from icosian._arrays import csr_with_weights, hidden_edges, known_weight, plain_number, read_weights
from icosian.exceptions import InvalidArgument


def weighted(*weights, kind=nx.Graph):
    G = kind()
    G.add_weighted_edges_from((k, k + 1, w) for k, w in enumerate(weights))
    return G


def converted(G, weight="weight"):
    return csr_with_weights(G, {v: k for k, v in enumerate(G)}, weight)


@together(
    "other",
    [math.nan, np.float64("nan"), Decimal("sNaN"), "1", None, 1j, True, np.True_, np.zeros(1)],
    ids=repr,
)
def test_anything_else_is_not_a_number(other):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message is the value
        plain_number(other)
    assert caught.value.args[0] is other


# a name that no edge has

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
SEARCHES = {
    "dijkstra": lambda G, **weight: icosian.dijkstra(G, 0, **weight),
    "prepare": icosian.prepare,
    "traveling_salesman": lambda G, **weight: icosian.traveling_salesman(G, [0, 2], **weight),
    "shortest_hamiltonian_cycle": icosian.shortest_hamiltonian_cycle,
    "shortest_hamiltonian_path": icosian.shortest_hamiltonian_path,
    "longest_cycle": icosian.longest_cycle,
    "longest_path": icosian.longest_path,
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


def ring(kind=nx.Graph, **data):
    G = nx.cycle_graph(4, kind)
    G.add_edges_from([(u, v, data) for u, v in nx.cycle_graph(4, nx.DiGraph).edges])
    return G


@pytest.mark.slow
@every_search
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_no_search_takes_a_name_that_no_edge_has(search, kind):
    G = ring(kind, length=3, toll=Fraction(1, 2), name="A 1", open=True)
    with pytest.raises(InvalidArgument) as caught:
        search(G, weight="lenght")
    assert str(caught.value) == (
        "no edge has the attribute 'lenght'; numbers are in 'length', 'toll'"
    )
    search(G, weight="length")
    search(G, weight=None)
    search(G, weight=lambda u, v, data: 1)
    with pytest.raises(InvalidArgument, match=r"; none has a number$"):
        search(ring(kind, name="A 1"), weight="lenght")


@pytest.mark.slow
@every_search
def test_every_edge_counts_1_with_a_warning_where_all_have_other_numbers(search, request):
    G = ring(length=3, toll=2)
    if "longest" in request.node.name:  # nodes are counted, unless a name is given
        search(G)
        with pytest.raises(InvalidArgument, match="no edge has the attribute 'weight'"):
            search(G, weight="weight")
        return
    for given in ({}, {"weight": "weight"}):
        with pytest.warns(UserWarning, match="so each counts 1; all edges have numbers") as caught:
            search(G, **given)
        (warning,) = caught
        assert "in 'length', 'toll'," in str(warning.message)
        assert warning.filename == __file__
    del G[0][1]["toll"], G[1][2]["length"]
    search(G)  # no number is on all edges
    search(ring(name="A 1"))


@together("kind", KINDS)
def test_only_a_known_name_is_read(kind):
    G = ring(kind)
    assert known_weight(G, "weight") is None
    with pytest.raises(InvalidArgument):
        known_weight(G, "weight", usual=None)
    G.add_edge(0, 1, weight=5)
    with pytest.raises(InvalidArgument, match=r"edge \(.*\) has no 'weight' \(.* have none\)"):
        known_weight(G, "weight")
    nx.set_edge_attributes(G, 5, "weight")
    assert known_weight(G, "weight") == known_weight(G, "weight", usual=None) == "weight"
    assert known_weight(G, None) is None
    assert known_weight(G, max) is max
    part = G.subgraph([0, 1])  # a view
    assert known_weight(part, "weight") == "weight"
    with pytest.raises(InvalidArgument):
        known_weight(part, "miles")
    for weight in ("weight", "miles"):  # a graph without edges has all names
        assert known_weight(nx.empty_graph(3, kind), weight) == weight


def test_boards_do_not_warn():
    for search in ("shortest_hamiltonian_cycle", "shortest_hamiltonian_path"):
        tour = getattr(icosian.knight_graph(6), search)()
        assert tour.proof is None or tour.proof.weight is None
    assert icosian.dijkstra(icosian.king_graph(4), "a1").distances["d4"] == 3


@together("kind", KINDS)
def test_hidden_edges_are_counted_once(kind):
    G = nx.complete_graph(4, kind)
    G.add_edge(0, 0, weight=None)
    for u, v in ((0, 1), (2, 3)):
        G.remove_edge(u, v)
        G.add_edge(u, v, weight=None if u else math.inf)
    assert hidden_edges(G, read_weights(G, "weight")) == 2
    one_way = read_weights(G, lambda u, v, data: None if u < v else 1)
    assert hidden_edges(G, one_way) == (6 if G.is_directed() else 0)
