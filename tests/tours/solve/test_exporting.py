"""Proofs for other checkers: a refutation where a search along an order has none."""

import networkx as nx
import pytest
from exports import accepted
from families import flower_snark

import icosian
from icosian import SearchLimitReached
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import Conditional, Division, FrontierExhausted, LowerBound, audit
from icosian.tours.solve import exporting
from icosian.tours.solve.exporting import exported
from icosian.tours.solve.portfolio import Attempt


def along(G, **claim):
    return FrontierExhausted(order=tuple(G), **claim)


def test_another_proof_of_the_same_claim_is_found():
    G = flower_snark(5)
    proof = along(G, closed=True)
    assert audit(G, exported(proof, G).formula) == proof.statement


def test_a_division_is_replaced():
    G = flower_snark(5)
    proof = Division(closed=True, replacements=(), inner=along(G, closed=True))
    assert audit(G, exported(proof, G).formula) == proof.statement


def test_conditions_are_kept():
    G = flower_snark(5)
    first, *_, last = G.edges
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, require=[first], forbid=[last], method="frontier")
    proof = caught.value.proof
    assert isinstance(proof, Conditional)
    assert isinstance(proof.inner, FrontierExhausted)
    assert audit(G, exported(proof, G).formula) == proof.statement


def test_a_proof_with_a_form_is_taken_as_it_is():
    G = nx.petersen_graph()
    proof = icosian.prove_no_hamiltonian_cycle(G)
    assert exported(proof, G) == accepted(proof, G)


def test_the_effort_is_limited(monkeypatch):
    G = flower_snark(5)
    monkeypatch.setattr(exporting, "EXPORTABLE", Attempt("sat", 1))
    with pytest.raises(NoPseudoBooleanForm, match="in 1 steps a SAT solver found no"):
        exported(along(G, closed=True), G)
    with pytest.raises(SearchLimitReached, match="pseudo-Boolean form after"):
        exported(along(G, closed=True), G, timeout=0)


def test_a_false_proof_is_not_replaced():
    G = nx.cycle_graph(5)
    with pytest.raises(icosian.InvalidProof):
        exported(along(G, closed=True), G)
    G = nx.complete_graph(3)
    bound = LowerBound(closed=True, bound=9, nodes=(0, 1, 2), scale=1, weights=(), tree=())
    with pytest.raises(icosian.InvalidProof):
        exported(bound, G)
