"""Proofs for other checkers: a refutation where a search along an order has none."""

from random import Random

import networkx as nx
import pytest
from exports import accepted
from families import flower_snark
from hypothesis import given, strategies as st
from lrat_checker import check
from test_soundness import random_case

import icosian
from icosian import SearchLimitReached
from icosian.exceptions import NoClausalForm, NoPseudoBooleanForm
from icosian.proofs import (
    Conditional,
    Division,
    FrontierExhausted,
    LowerBound,
    Positioned,
    audit,
)
from icosian.tours.solve import functions as exporting
from icosian.tours.solve.functions import export_proof
from icosian.tours.solve.portfolio import Attempt


def along(G, **claim):
    return FrontierExhausted(order=tuple(G), **claim)


def test_another_proof_of_the_same_claim_is_found():
    G = flower_snark(5)
    proof = along(G, closed=True)
    assert audit(G, export_proof(proof, G).formula) == proof.statement


def test_a_division_is_replaced():
    G = flower_snark(5)
    proof = Division(closed=True, replacements=(), inner=along(G, closed=True))
    assert audit(G, export_proof(proof, G).formula) == proof.statement


def test_conditions_are_kept():
    G = flower_snark(5)
    first, *_, last = G.edges
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, require=[first], forbid=[last], method="frontier")
    proof = caught.value.proof
    assert isinstance(proof, Conditional)
    assert isinstance(proof.inner, FrontierExhausted)
    assert audit(G, export_proof(proof, G).formula) == proof.statement


def test_a_proof_with_a_form_is_taken_as_it_is():
    G = nx.petersen_graph()
    proof = icosian.prove_no_hamiltonian_cycle(G)
    assert export_proof(proof, G) == accepted(proof, G)


def test_the_effort_is_limited(monkeypatch):
    G = flower_snark(5)
    monkeypatch.setattr(exporting, "EXPORTABLE", Attempt("sat", 1))
    with pytest.raises(NoPseudoBooleanForm, match="in 1 steps a SAT solver found no"):
        export_proof(along(G, closed=True), G)
    with pytest.raises(SearchLimitReached, match="form for other checkers after"):
        export_proof(along(G, closed=True), G, timeout=0)


@given(st.integers(0, 2**32).map(Random))
def test_whatever_a_small_graph_lacks_has_a_refutation_in_clauses(random):
    G, question = random_case(random, tour=False)
    edges = random.sample(list(G.edges), G.size())
    asked = {"require": edges[: random.randint(0, 2)], "forbid": edges[2 : random.randint(2, 4)]}
    ends = {role: node for role, node in question.items() if role != "closed"}
    find = icosian.hamiltonian_cycle if question["closed"] else icosian.hamiltonian_path
    try:
        find(G, **ends, **asked)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        export = export_proof(error.proof, G, clauses=True)
        check(export.formula, export.proof)


def test_counting_takes_too_many_clauses(monkeypatch):
    G = icosian.knight_graph(7)
    proof = icosian.prove_no_hamiltonian_cycle(G)
    monkeypatch.setattr(exporting, "EXPORTABLE", Attempt("sat", 1_000))
    with pytest.raises(NoClausalForm) as caught:
        export_proof(proof, G, clauses=True)
    assert str(caught.value) == (
        f"a proof of the kind {type(proof).__name__} counts, which takes too many clauses,"
        " and in 1,000 steps a SAT solver found no other proof"
    )


def test_conditions_on_more_than_edges_are_not_searched_again():
    G = nx.complete_bipartite_graph(4, 3)
    proof = Positioned(closed=False, positions=((4, 1),), crowd=(3, 5, 7))
    with pytest.raises(NoClausalForm, match=r"too few nodes for some numbers counts$"):
        export_proof(proof, G, clauses=True)


def test_a_false_proof_is_not_replaced():
    G = nx.cycle_graph(5)
    with pytest.raises(icosian.InvalidProof):
        export_proof(along(G, closed=True), G)
    G = nx.complete_graph(3)
    bound = LowerBound(closed=True, bound=9, nodes=(0, 1, 2), scale=1, weights=(), tree=())
    with pytest.raises(icosian.InvalidProof):
        export_proof(bound, G)
