"""Proofs about graphs with a node in the middle of edges to use, told about the graph itself."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import networkx as nx
import pytest
from exports import accepted
from hypothesis import given, strategies as st
from lrat_checker import check
from test_soundness import random_case

import icosian
from icosian.exceptions import NoClausalForm
from icosian.proofs import Cases, Claim, Conditional, Middle, Refutation, audit
from icosian.proofs.derived import conditional_graph
from icosian.proofs.formulas.opb import restate_cases, restate_refutation, tour_edges

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
        with suppress(NoClausalForm):
            export = error.proof.to_lrat(G)
            check(export.formula, export.proof)
            assert audit(G, export.formula) == error.proof.statement
    except icosian.InvalidArgument:  # an arc and its reverse
        pass


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_halves_of_an_edge_are_the_edge_and_middles_are_no_nodes(kind):
    G = nx.complete_graph(4, kind)
    claim = Claim(closed=True, require=((0, 1),), forbid=((1, 2),))
    edges, middle = tour_edges(G, claim, repr), Middle(0, 1)
    H = conditional_graph(G, claim)
    assert edges.given.keys() == {edges.variable[0, 1]}
    assert (1, 2) not in edges.variable
    halves, sets = ((0, middle), (middle, 1), (2, 3)), (frozenset({0, middle}), frozenset({middle}))
    sets += (frozenset({middle, *G}),)
    question = {"closed": True, "sets": sets}
    refutation = restate_refutation(Refutation(edges=halves, clauses=(), **question), H, edges.net)
    assert refutation.edges == ((0, 1), (0, 1), (2, 3))
    cases = restate_cases(Cases(tree=(halves[0], None, None), **question), H, edges.net)
    assert cases.tree == ((0, 1), None, None)
    assert refutation.sets == cases.sets == (frozenset({0}),)


def test_conditions_that_clash_are_refuted():
    G = nx.complete_graph(5)
    for require in (((0, 1), (0, 2), (0, 3)), ((0, 1), (1, 2), (2, 0))):
        for method in METHODS:
            with pytest.raises(icosian.NoHamiltonianCycle) as error:
                icosian.hamiltonian_cycle(G, require=require, method=method)
            accepted(error.value.proof, G)


def test_a_proof_about_other_conditions_is_not_exported():
    G = nx.complete_graph(5)
    with pytest.raises(icosian.NoHamiltonianCycle) as error:
        icosian.hamiltonian_cycle(G, require=[(0, 1), (0, 2), (0, 3)], method="sat")
    for changed in (((0, 1), (0, 2)), ((0, 1), (0, 2), (1, 3))):
        for export in (Conditional.to_pseudo_boolean, Conditional.to_lrat):
            with pytest.raises(icosian.InvalidProof):
                export(replace(error.value.proof, require=changed), G)
