"""Derived graphs of checkers, and proofs within proofs."""

from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from naive import edges_of_tours, has_tour
from test_soundness import graphs_and_questions
from together import together
from true_certificates import CLOSED, FROM_0, OPEN, refused

from icosian import InvalidProof
from icosian.proofs import HOME, Conditional, DegreeDeficiency
from icosian.proofs.certificate import NESTED, check_inner, check_nesting
from icosian.proofs.claim import Claim, Middle
from icosian.proofs.instance import changed_graph, contracted_graph

LEAF = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")


def nested(depth):
    """Return as many proofs within each other."""
    proof = LEAF
    for _ in range(depth - 1):
        proof = Conditional(**CLOSED, require=(), forbid=(), inner=proof)
    return proof


@given(graphs_and_questions)
def test_with_home_a_path_is_a_cycle(case):
    G, question = case
    H = changed_graph(G, Claim(**question), home=not question["closed"])
    assert H.is_directed() == G.is_directed()
    assert (HOME in H) == (not question["closed"])
    if len(H) > 2:
        assert has_tour(H, closed=True) == any(edges_of_tours(G, **question))


def test_a_further_node_must_be_new():
    home, middle = nx.Graph([(HOME, 0), (0, 1)]), nx.Graph([(0, 1), (1, Middle(HOME, 0))])
    for G, question in ((home, OPEN), (middle, FROM_0)):
        with pytest.raises(InvalidProof, match="is a node of the graph"):
            changed_graph(G, Claim(**question), home=True)


def test_sets_are_contracted_to_one_of_their_nodes():
    G = nx.cycle_graph(7)
    nx.add_path(G, [0, 2, 5])
    G.add_edge(1, 1)
    H = contracted_graph(G, [(1, {0, 1, 2}), (5, {5})])
    assert list(H) == [1, 3, 4, 5, 6]
    assert set(map(frozenset, H.edges())) == {
        frozenset(pair) for pair in [(1, 3), (3, 4), (4, 5), (5, 6), (6, 1), (1, 5)]
    }
    assert nx.utils.graphs_equal(contracted_graph(nx.cycle_graph(4), []), nx.cycle_graph(4))


@together(
    ("sets", "why"),
    [
        ([(0, {1, 2})], "called 0, which is not one of its nodes"),
        ([(0, set())], "called 0"),
        ([(0, {0, 9})], "9 is not a node"),
        ([(0, {0, 1}), (2, {1, 2})], "1 is in two sets"),
        ([(0, {0, 1}), (0, {0, 1})], "in two sets"),
        ([(0, {0, 1}), (2, {2, 3, 4})], "2 nodes are left"),
    ],
)
def test_sets_that_are_not_disjoint_or_leave_too_little_are_refused(sets, why):
    with pytest.raises(InvalidProof, match=why):
        contracted_graph(nx.cycle_graph(5), sets)
    with pytest.raises(InvalidProof, match="of a digraph"):
        contracted_graph(nx.DiGraph(nx.cycle_graph(5)), sets)


def test_an_inner_proof_makes_exactly_one_claim():
    outer = Conditional(**CLOSED, require=(), forbid=((0, 1),), inner=LEAF)
    check_inner(outer, LEAF, Claim(closed=True))
    for inner in (
        replace(LEAF, closed=False),
        replace(LEAF, start=0),
        Conditional(**CLOSED, require=((0, 1),), forbid=(), inner=LEAF),
    ):
        with pytest.raises(InvalidProof, match="another claim"):
            check_inner(outer, inner, Claim(closed=True))
    with pytest.raises(InvalidProof, match="another board"):
        check_inner(outer, replace(LEAF, ranks=3), Claim(closed=True))


def test_proofs_within_each_other_have_a_limit():
    check_nesting(nested(NESTED))
    for depth in (NESTED + 1, 10_000):
        with pytest.raises(InvalidProof, match="stand within each other"):
            check_nesting(nested(depth))
        refused(nested(depth), nx.path_graph(3), "stand within each other")
