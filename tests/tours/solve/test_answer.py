"""Answers with evidence: all exact methods agree, and proofs repeat themselves."""

import networkx as nx
import pytest
from hypothesis import given

import icosian
from icosian import (
    HamiltonianCycleExists,
    NoHamiltonianCycle,
    SearchLimitReached,
    knight_graph,
)
from icosian._run.clock import Clock
from icosian.proofs import FrontierExhausted
from icosian.tours.solve.sat import satisfy
from tests.tours.problems import asked, connected_cases, exhausted, exists


@given(connected_cases(6))
def test_every_complete_method_says_the_same(case):
    G, question = case
    problem = asked(G, **question)
    absent = not exists(G, **question)
    order = exhausted(problem)
    assert isinstance(order, FrontierExhausted) == absent
    refuted = satisfy(problem, Clock())
    assert isinstance(refuted, list) != absent
    for proof in (order, refuted) if absent else ():
        proof.check(G)


@pytest.mark.parametrize("method", ["forcing", "frontier", "backtrack"])
@pytest.mark.parametrize(
    "G",
    [
        nx.petersen_graph(),
        knight_graph(3, 6),
        nx.complete_bipartite_graph(4, 5),
        nx.DiGraph(["ab"]),
    ],
    ids=["petersen", "3x6", "K45", "arc"],
)
def test_a_single_exact_method_hands_over_a_proof_too(G, method):
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method=method)
    caught.value.proof.check(G)


def test_a_prover_stops_when_its_time_is_over():
    with pytest.raises(SearchLimitReached):
        icosian.prove_no_hamiltonian_cycle(nx.petersen_graph(), timeout=0)
    with pytest.raises(SearchLimitReached):
        icosian.prove_no_hamiltonian_path(knight_graph(3, 6), timeout=0)


def test_provers_report_their_progress():
    reports = []
    icosian.prove_no_hamiltonian_cycle(nx.tutte_graph(), progress=reports.append)
    assert reports
    assert {type(report) for report in reports} == {icosian.Progress}


def test_a_tour_is_no_proof():
    with pytest.raises(HamiltonianCycleExists) as caught:
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(5))
    assert icosian.is_hamiltonian_cycle(nx.cycle_graph(5), caught.value.tour)


@pytest.mark.parametrize("seed", range(5))
def test_node_order_and_labels_never_change_a_verdict(seed):
    import random

    order = random.Random(seed).sample(range(18), 18)
    for G in (nx.pappus_graph(), knight_graph(3, 6), nx.circulant_graph(18, [1, 4])):
        names = dict(zip(G, order, strict=True))
        H = nx.Graph()
        H.add_nodes_from(sorted(names.values()))
        H.add_edges_from((names[u], names[v]) for u, v in G.edges)
        verdicts = []
        for graph in (G, H):
            try:
                icosian.prove_no_hamiltonian_cycle(graph).check(graph)
                verdicts.append("none")
            except HamiltonianCycleExists:
                verdicts.append("tour")
        assert len(set(verdicts)) == 1


def test_the_same_question_gets_the_same_proof():
    for G in (nx.petersen_graph(), knight_graph(3, 8), nx.tutte_graph()):
        first = icosian.prove_no_hamiltonian_cycle(G)
        assert icosian.prove_no_hamiltonian_cycle(G) == first
