"""Weighings: the sum that contradicts itself."""

from fractions import Fraction

import networkx as nx
from exports import accepted
from pseudo_boolean_checker import check
from true_certificates import CLOSED

import icosian
from icosian.proofs import Weighing, Weights
from icosian.proofs.formulas.exports import weigh_statements
from icosian.proofs.formulas.opb import tour_edges


def test_a_weighing_is_one_line():
    for name in ((3, 8), (4, 6), (4, 4)):
        G = icosian.knight_graph(*name)
        proof = icosian.prove_no_hamiltonian_cycle(G)
        export = accepted(proof, G)
        assert check(export.formula, export.proof) == 1
        assert export.proof.splitlines()[2].startswith("pol ")


def test_fractions_become_integers_and_negative_weights_the_other_bound():
    G = nx.complete_bipartite_graph(2, 3)
    weights = Weights(nodes=((0, Fraction(-1, 2)), (1, Fraction(-1, 3)), (2, 0)))
    edges = tour_edges(G, Weighing(weights=weights, **CLOSED).statement, repr)
    parts = weigh_statements(edges, weights)
    assert parts == [(2, 3), (4, 2)]


def test_an_edge_that_is_used_counts_whatever_its_weight():
    # a star and a path between its leaves: the ends are given, and home has two edges
    G = nx.star_graph(4)
    proof = icosian.prove_no_hamiltonian_path(G, 1, 2)
    export = accepted(proof.as_weighing(G), G)
    assert export.formula.count("is used") == 2
