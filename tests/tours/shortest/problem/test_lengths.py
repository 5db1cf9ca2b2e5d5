import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from naive import as_printed
from together import together

from icosian import InvalidArgument
from icosian._arrays.weights import graph_lengths


def exact(lengths):
    """Return the exact length of each pair of numbers."""
    pairs = map(tuple, lengths.pairs.tolist())
    return {pair: c * lengths.unit.size for pair, c in zip(pairs, lengths.exact, strict=True)}


@together(
    ("weight", "kind"),
    [
        (7, int),
        (-3, int),
        (np.int64(5), int),
        (0.1, float),
        (np.float32(0.1), float),
        (Fraction(1, 3), Fraction),
        (Decimal("12.34"), Decimal),
        (10**30, int),
    ],
)
def test_a_length_of_any_kind_is_exact(weight, kind):
    G = nx.Graph([("a", "b", {"weight": weight}), ("b", "c", {"weight": 1})])
    lengths = graph_lengths(G, "weight")
    plain = 0.1 if weight == np.float32(0.1) else weight
    assert exact(lengths) == {(0, 1): as_printed(plain), (1, 2): 1}
    total = lengths.unit.number(sum(lengths.of([(1, 0), (1, 2)])))
    assert type(total) is kind
    assert total == plain + 1


def test_the_lightest_of_parallel_edges_counts_and_loops_do_not():
    G = nx.MultiGraph()
    G.add_edge(0, 1, weight=5)
    G.add_edge(1, 0, weight=2.5)
    G.add_edge(0, 1, weight=None)
    G.add_edge(0, 0, weight=math.nan)
    assert exact(graph_lengths(G, "weight")) == {(0, 1): 2.5}


def test_none_hides_an_edge():
    G = nx.DiGraph([(0, 1, {"weight": None}), (1, 0, {"weight": 3})])
    lengths = graph_lengths(G, "weight")
    assert exact(lengths) == {(1, 0): 3}
    assert lengths.hidden == ((0, 1),)


def test_a_function_gives_lengths_and_none_gives_ones():
    G = nx.cycle_graph(3)
    assert exact(graph_lengths(G, lambda u, v, data: u + v)) == {(0, 1): 1, (0, 2): 2, (1, 2): 3}
    assert exact(graph_lengths(G, None)) == {(0, 1): 1, (0, 2): 1, (1, 2): 1}


def test_a_function_must_measure_an_undirected_edge_alike_from_both_ends():
    with pytest.raises(InvalidArgument, match="gives 0 from 0 to 1 and 1 back"):
        graph_lengths(nx.path_graph(2), lambda u, v, data: u)
    assert exact(graph_lengths(nx.DiGraph([(1, 0)]), lambda u, v, data: u)) == {(0, 1): 1}


@pytest.mark.parametrize(
    "weight", [math.nan, math.inf, -math.inf, "7", [1], Decimal("NaN"), Decimal("1e9999"), 1j]
)
@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiDiGraph])
def test_what_is_not_a_finite_number_is_refused_with_its_edge(weight, kind):
    G = kind([("a", "b", {"weight": 1}), ("b", "c", {"weight": weight})])
    with pytest.raises(InvalidArgument) as caught:
        graph_lengths(G, "weight")
    assert "edge ('b', 'c')" in str(caught.value)
    assert repr(weight) in str(caught.value)


def test_what_cannot_be_a_weight_is_refused():
    with pytest.raises(InvalidArgument, match="weight must be"):
        graph_lengths(nx.path_graph(2), 5)


def test_sums_beyond_floats_are_refused():
    G = nx.path_graph(3)
    nx.set_edge_attributes(G, 1.7e308, "weight")
    with pytest.raises(InvalidArgument, match="beyond floating point"):
        graph_lengths(G, "weight")


def test_a_table_has_the_exact_length_of_every_pair():
    G = nx.path_graph(4)
    lengths = {(0, 1): 10**40, (1, 2): -(10**40) + 1, (2, 3): 7}
    nx.set_edge_attributes(G, lengths, "weight")
    for H, directed in ((G, False), (nx.DiGraph(list(G.edges(data=True))), True)):
        table, present = graph_lengths(H, "weight").table(4)
        assert {(u, v) for u in range(4) for v in range(4) if present[u, v]} == {
            *lengths,
            *(() if directed else ((v, u) for u, v in lengths)),
        }
        for (u, v), length in lengths.items():
            assert table[u, v] == length
            assert table[v, u] == (0 if directed else length)


def test_lengths_that_fit_are_words():
    G = nx.path_graph(3)
    nx.set_edge_attributes(G, {(0, 1): 0.25, (1, 2): 10**6}, "weight")
    table, _ = graph_lengths(G, "weight").table(3)
    assert table.dtype == np.int64
    assert table.tolist() == [[0, 1, 0], [1, 0, 4 * 10**6], [0, 4 * 10**6, 0]]
