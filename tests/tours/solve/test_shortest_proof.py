"""The proof that is shortest to read."""

from itertools import count
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given

import icosian
from icosian import (
    knight_graph,
)
from icosian._run import clock as clocks
from icosian._run.clock import Clock
from icosian.proofs import Toughness
from icosian.tours.certify.necessary_conditions import Subtours
from icosian.tours.solve import outcome as shortest_proof
from tests.tours.problems import asked, connected_cases, exhausted, exists

CUBIC = nx.read_graph6(
    Path(__file__).parents[2] / "data" / "graphs" / "nonham_cubic_bridgeless_n10-16.g6"
)


@given(connected_cases(6))
def test_a_shortened_proof_is_no_longer_and_holds(case):
    G, question = case
    if exists(G, **question):
        return
    problem = asked(G, **question)
    proof = exhausted(problem)
    short = shortest_proof.shorten_proof(problem, proof, Clock())
    assert short.effort <= proof.effort
    short.check(G)


def test_provers_give_the_proof_that_people_would_choose():
    kinds = {
        (5, 5): "BipartitionImbalance",
        (4, 6): "Toughness",
        (3, 8): "Weighing",
        (1, 5): "Disconnection",
    }
    for sides, kind in kinds.items():
        proof = icosian.prove_no_hamiltonian_cycle(knight_graph(*sides))
        assert type(proof).__name__ == kind, sides
    assert proof.effort == 1
    without = icosian.prove_no_hamiltonian_path(knight_graph(4))
    assert isinstance(without, Toughness)
    assert "the 4 squares" in without.explain()


@pytest.mark.slow
@pytest.mark.parametrize("G", [nx.petersen_graph(), nx.tutte_graph(), knight_graph(3, 8)])
def test_a_clock_that_jumps_does_not_change_the_proof(monkeypatch, G):
    proof = icosian.prove_no_hamiltonian_cycle(G)
    jumps = count(step=0.4)  # seconds between any two looks
    monkeypatch.setattr(clocks.time, "perf_counter", lambda: next(jumps))
    assert icosian.prove_no_hamiltonian_cycle(G) == proof


@pytest.mark.slow
def test_weighed_cases_name_the_borders_that_they_watch():
    # Cubic graphs of 14 nodes, some with cuts of three edges.
    for G in CUBIC[2:8]:
        icosian.prove_no_hamiltonian_cycle(G).check(G)


@pytest.mark.slow
def test_attempts_end_after_a_number_of_steps():
    G = nx.Graph()  # a flower snark, whose cases take hundreds of linear programs
    for i in range(21):
        j = (i + 1) % 21
        G.add_edges_from([(f"a{i}", f"{side}{i}") for side in "bcd"])
        G.add_edges_from([(f"b{i}", f"b{j}")])
        turned = "cd" if j else "dc"
        G.add_edges_from([(f"{a}{i}", f"{b}{j}") for a, b in zip("cd", turned, strict=True)])
    problem = asked(G)
    subtours = Subtours(problem, limit=1)
    assert subtours.weights(Clock()) is None
    assert subtours.solution is None
    assert len(subtours.sets) <= len(G)
    rounds = []
    solve = Subtours._solve
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Subtours, "_solve", lambda self, c: rounds.append(1) or solve(self, c))
        proof = icosian.prove_no_hamiltonian_cycle(G)
    assert 50 < len(rounds) < 200
    assert proof.effort == 84_000
