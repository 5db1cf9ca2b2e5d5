"""The proof that is shortest to read."""

from hypothesis import given, settings

import icosian
from icosian import (
    knight_graph,
)
from icosian._run.clock import Clock
from icosian.proofs import Toughness
from icosian.tours.certify import shortest_proof
from tests.tours.problems import asked, connected_cases, exhausted, exists


@settings(max_examples=60)
@given(connected_cases(6))
def test_a_shortened_proof_is_no_longer_and_holds(case):
    G, question = case
    if exists(G, **question):
        return
    problem = asked(G, **question)
    proof = exhausted(problem)
    short = shortest_proof.shortened(problem, proof, Clock())
    assert short.effort <= proof.effort
    short.check(G)


def test_provers_give_the_proof_that_people_would_choose():
    kinds = {
        (5, 5): "BipartitionImbalance",
        (4, 6): "Toughness",
        (3, 8): "Weighing",
        (1, 5): "DegreeDeficiency",
    }
    for sides, kind in kinds.items():
        proof = icosian.prove_no_hamiltonian_cycle(knight_graph(*sides))
        assert type(proof).__name__ == kind, sides
    assert proof.effort == 1
    without = icosian.prove_no_hamiltonian_path(knight_graph(4))
    assert isinstance(without, Toughness)
    assert "the 4 squares" in without.explain()
