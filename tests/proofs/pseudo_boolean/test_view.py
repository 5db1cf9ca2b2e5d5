"""Proofs about graphs with a node in the middle of edges to use, told about the graph itself."""

from random import Random

import networkx as nx
import pytest
from exports import accepted
from hypothesis import given, strategies as st
from test_soundness import random_case

import icosian
from icosian.proofs import Claim, Conditional, Middle
from icosian.proofs.derived import conditional_graph
from icosian.proofs.formulas.opb import View, tour_edges

METHODS = ("forcing", "sat", "auto")


@given(st.integers(0, 2**32).map(Random), st.sampled_from(METHODS))
def test_proofs_with_ends_and_conditions_are_accepted(random, method):
    G, question = random_case(random, tour=False)
    closed = question.pop("closed")
    edges = list(G.edges)
    random.shuffle(edges)
    finder = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    try:
        finder(G, **question, require=edges[:2], forbid=edges[2:4], method=method)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        assert isinstance(error.proof, Conditional) or not edges
        accepted(error.proof, G)
    except icosian.InvalidArgument:  # an arc and its reverse
        pass


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_halves_of_an_edge_are_one_variable_and_middles_are_no_nodes(kind):
    G = nx.complete_graph(4, kind)
    claim = Claim(closed=True, require=((0, 1),), forbid=((1, 2),))
    edges = tour_edges(G, claim, repr)
    view = View(edges, conditional_graph(G, claim), Claim(closed=True))
    net, middle = view.net, Middle(0, 1)
    halves = [net.edge((0, middle)), net.edge((middle, 1))]
    assert {view.variables[e] for e in halves} == {edges.variable[0, 1]}
    assert edges.given.keys() == {edges.variable[0, 1]}
    assert (1, 2) not in edges.variable
    assert len(set(view.variables)) == len(edges.formula.variables)
    assert view.numbers([0, middle]) == {0}
    assert view.border([middle]) == view.border([middle, *G]) == ()
    before = len(edges.formula)
    view.path(range(len(net.nodes) - 1))  # all nodes, but not the middle
    assert len(edges.formula) == before
