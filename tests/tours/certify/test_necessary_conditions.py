"""Necessary conditions: degrees, connection and parity, and which of them is the reason."""

import networkx as nx
from hypothesis import given, strategies as st
from naive import has_tour
from strategies import graphs
from together import together

from icosian import knight_graph
from icosian._run.clock import Clock
from icosian.proofs import BipartitionImbalance, DegreeDeficiency, Disconnection
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.problem import Problem


def reason(G, *, closed=True, **ends):
    problem = Problem.of(G, closed=closed, **ends)
    return cheap_proof(problem, Clock())


@given(graphs(), st.booleans())
def test_a_proof_holds_and_a_graph_with_a_tour_has_none(G, closed):
    proof = reason(G, closed=closed)
    if proof is not None:
        proof.check(G)
        assert not has_tour(G, closed=closed)


@together("kind", [nx.Graph, nx.DiGraph])
@together("closed", [True, False])
def test_two_parts_are_the_reason_even_where_neighbors_are_missing(kind, closed):
    parts = nx.disjoint_union(nx.lollipop_graph(4, 1), nx.cycle_graph(3))
    proof = reason(kind(parts), closed=closed)
    assert isinstance(proof, Disconnection)
    assert proof.part in ({5, 6, 7}, set(range(5)))


def test_a_node_without_neighbors_is_told_by_its_degree():
    G = nx.cycle_graph(5)
    G.add_node(5)
    assert reason(G) == Problem.of(G, closed=True).certificate(
        DegreeDeficiency, nodes=(5,), side="neighbours"
    )
    assert isinstance(reason(G, closed=False), Disconnection)


def test_a_connected_graph_is_refused_for_its_degrees_first_and_then_for_its_sides():
    assert isinstance(reason(nx.star_graph(3)), DegreeDeficiency)
    proof = reason(knight_graph(5))
    assert isinstance(proof, BipartitionImbalance)
    assert proof.names == ("dark squares", "light squares")
    assert reason(knight_graph(5), closed=False) is None
    assert isinstance(reason(knight_graph(5), closed=False, start=(0, 1)), BipartitionImbalance)


def test_a_digraph_is_refused_where_a_part_cannot_be_left():
    G = nx.DiGraph(nx.cycle_graph(3))
    G.add_edges_from(nx.relabel_nodes(nx.DiGraph(nx.cycle_graph(3)), lambda v: v + 3).edges)
    G.add_edges_from([(0, 3), (1, 4)])
    assert reason(G).part == {3, 4, 5}
    assert reason(G, closed=False) is None
    assert reason(G, closed=False, end=0).part == {3, 4, 5}
