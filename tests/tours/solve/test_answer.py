"""Answers with evidence: all exact methods agree, and proofs repeat themselves."""

import networkx as nx
import pytest
from hypothesis import given
from naive import hamiltonian_cycles

import icosian
from icosian import NoHamiltonianCycle, SearchLimitReached, knight_graph
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import HamiltonianCycleExists
from icosian.proofs import FrontierExhausted
from icosian.tours import checking
from icosian.tours.problem import Problem
from icosian.tours.solve.clauses import satisfy
from icosian.tours.solve.outcome import answer, has_other
from tests.tours.problems import LateClock, asked, connected_cases, exhausted, exists


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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        {"closed": True},
        {"closed": True, "require": [(0, 1)], "forbid": [(2, 3)]},
        {"closed": False, "start": 0, "end": 1},
        {"closed": False, "start": 0, "end": 1, "positions": {2: 5}},
    ],
)
def test_time_that_is_up_anywhere_even_in_a_check_ends_in_one_error(question):
    problem = Problem.of(nx.petersen_graph(), **question)
    stopped = 0
    for looks in range(1, 2000):
        clock = LateClock(looks)
        try:
            proof = answer(problem, clock, readable=True)
        except SearchLimitReached as error:
            assert "undecided after" in str(error)
            assert clock.looks == looks
            stopped += 1
        else:
            proof.check(problem.G)
            break
    assert stopped > 2


def test_a_check_is_stopped_when_the_time_is_up(monkeypatch):
    clocks = []

    def verified(proof, G, tick):
        clocks.append(proof)
        for _ in range(10):
            tick()

    monkeypatch.setattr(checking, "verify", verified)
    proof = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    assert clocks
    with pytest.raises(TimeIsUp):
        checking.check_proof(nx.petersen_graph(), proof, LateClock(5))


def test_has_other_asks_for_each_edge_of_the_tour_in_turn():
    G = nx.cycle_graph(6)
    problem = Problem.of(G, closed=True)
    tour = answer(problem, Clock())
    assert not has_other(problem, tour, Clock())
    G.add_edges_from([(0, 3), (1, 4)])
    problem = Problem.of(G, closed=True)
    edges = {frozenset(edges_of(cycle)) for cycle in hamiltonian_cycles(G)}
    assert has_other(problem, tour, Clock()) == (len(edges) > 1)


def edges_of(cycle):
    return map(frozenset, zip(cycle, cycle[1:] + cycle[:1], strict=True))
