"""What a search for shortest tours does first, when it ends, and what it reports."""

import math
import random

import networkx as nx
import pytest

from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Places,
    SearchLimitReached,
    is_hamiltonian_cycle,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
)
from icosian.tours.shortest import exact, exact as optimize


def complete(n, seed):
    """Return a complete graph with random lengths."""
    rng = random.Random(seed)
    G = nx.complete_graph(n)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randrange(1, 1000)
    return G


def test_an_absent_tour_is_proved_absent():
    G = nx.petersen_graph()
    with pytest.raises(NoHamiltonianCycle) as caught:
        shortest_hamiltonian_cycle(G)
    caught.value.proof.check(G)
    with pytest.raises(NoHamiltonianPath):
        shortest_hamiltonian_path(nx.star_graph(3))


def test_hidden_edges_are_not_used_and_the_proof_names_them():
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, 1, "weight")
    G.add_edge(0, 2, weight=None)
    G[0][1]["weight"] = None
    with pytest.raises(NoHamiltonianCycle) as caught:
        shortest_hamiltonian_cycle(G)
    caught.value.proof.check(G)
    assert list(shortest_hamiltonian_path(G, 0)) == [0, 3, 2, 1]
    with pytest.raises(InvalidArgument, match="its weight None hides it"):
        shortest_hamiltonian_path(G, require=[(1, 0)])


def test_bad_lengths_are_refused_before_any_work():
    G = nx.petersen_graph()  # has no cycle, which would be found first
    nx.set_edge_attributes(G, 1, "weight")
    G[0][1]["weight"] = math.nan
    with pytest.raises(InvalidArgument, match=r"edge \(0, 1\) has nan"):
        shortest_hamiltonian_cycle(G)


@pytest.mark.slow
def test_progress_shows_length_and_bound(monkeypatch):
    monkeypatch.setattr("icosian._run.clock.REPORT_SECONDS", 0)
    rng = random.Random(4)
    seen = []
    shortest_tour([(rng.random(), rng.random()) for _ in range(80)], progress=seen.append)
    assert any("length" in (report.stage or "") for report in seen)


def test_no_time_gives_a_tour_and_claims_nothing():
    G = complete(40, 3)
    matrix = nx.to_numpy_array(G)
    for tour in (shortest_hamiltonian_cycle(G, timeout=0), shortest_tour(matrix, timeout=0)):
        assert is_hamiltonian_cycle(G, tour)
        assert (tour.bound, tour.proof, tour.is_shortest) == (None, None, False)
        assert tour.gap == float("inf")
    sparse = nx.random_regular_graph(3, 2000, seed=1)
    with pytest.raises(SearchLimitReached):
        shortest_hamiltonian_cycle(sparse, timeout=0)


def test_a_gap_ends_the_search_early():
    G = complete(30, 3)
    best = shortest_hamiltonian_cycle(G)
    tour = shortest_hamiltonian_cycle(G, gap=0.5)
    assert tour.gap <= 0.5
    assert tour.bound <= best.length <= tour.length
    tour.proof.check(G)


def test_the_same_seed_gives_the_same_tour():
    G = complete(25, 8)
    assert shortest_hamiltonian_cycle(G, seed=3) == shortest_hamiltonian_cycle(G, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "question"),
    [
        pytest.param(kind, question, marks=[pytest.mark.exhaustive] * (i % 3 != j))
        for i, kind in enumerate(["euclidean", "manhattan", "haversine", "EUC_2D", "ATT", "GEO"])
        for j, question in enumerate(
            [{}, {"closed": False}, {"closed": False, "start": 3, "end": 7}]
        )
    ],
)
def test_tours_of_many_places_need_no_matrix(kind, question, monkeypatch):
    monkeypatch.setattr(exact, "MOST_EDGES", 20)
    monkeypatch.setattr(optimize, "LARGE", 20)
    monkeypatch.setattr(Places, "matrix", None)
    rng = random.Random(1)
    centers = [(rng.randint(-80, 80), rng.randint(-80, 80)) for _ in range(4)]
    spots = [(x + rng.randint(0, 9), y + rng.randint(0, 9)) for x, y in centers * 20]
    tour = shortest_tour(Places(spots, kind), **question)
    assert 0 < tour.bound <= tour.length <= 1.5 * tour.bound
    assert not tour.is_optimal
    tour.proof.check(tour.places)
