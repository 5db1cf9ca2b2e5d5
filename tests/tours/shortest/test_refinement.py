"""Lengths that do not fit the search are still exact in the end."""

import itertools
import math
import random
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import pytest

from icosian import Places, shortest_hamiltonian_cycle, shortest_hamiltonian_path
from tests import naive


def lengthened(G, seed, number):
    """Return a graph with random lengths of a kind."""
    rng = random.Random(seed)
    for *_, data in G.edges(data=True):
        data["weight"] = number(rng)
    return G


NUMBERS = {
    "floats": lambda rng: rng.random(),
    "negative floats": lambda rng: rng.uniform(-3, 2),
    "prices": lambda rng: rng.randrange(1, 1000) / 100,
    "large and small": lambda rng: math.exp(rng.uniform(-20, 20)),
    "long integers": lambda rng: rng.randrange(10**30),
    "fractions": lambda rng: Fraction(rng.randrange(1, 10**12), rng.choice([10**12 + 39, 7])),
    "decimals": lambda rng: Decimal(rng.randrange(10**25)) / 10**20,
}


@pytest.mark.parametrize("kind", list(NUMBERS))
@pytest.mark.parametrize("make", [nx.Graph, nx.DiGraph])
def test_the_shortest_tour_is_proved_in_exact_arithmetic(kind, make):
    for seed in range(3):
        G = lengthened(nx.complete_graph(8, make), seed, NUMBERS[kind])
        for tour, best in (
            (shortest_hamiltonian_cycle(G), naive.held_karp(G, closed=True)),
            (shortest_hamiltonian_path(G, 0), naive.held_karp(G, closed=False, start=0)),
        ):
            steps = [*tour, tour[0]] if tour.is_closed else tour
            assert sum(Fraction(G[u][v]["weight"]) for u, v in itertools.pairwise(steps)) == best
            assert tour.is_shortest
            assert tour.proof.bound == best
            assert tour.proof.unit is None
            tour.proof.check(G)


def test_of_tours_that_differ_in_the_last_bit_the_shorter_is_found():
    G = lengthened(nx.complete_graph(7), 1, lambda rng: 1.0)
    ring = [0, 3, 1, 5, 2, 6, 4]
    for u, v in itertools.pairwise([*ring, ring[0]]):
        G[u][v]["weight"] = math.nextafter(1.0, 0)
    tour = shortest_hamiltonian_cycle(G)
    assert {frozenset(edge) for edge in tour.edges()} == {
        frozenset(edge) for edge in itertools.pairwise([*ring, ring[0]])
    }
    assert tour.is_shortest


def test_a_larger_graph_of_distances_in_floats():
    rng = random.Random(5)
    points = [(rng.random(), rng.random()) for _ in range(25)]
    G = nx.complete_graph(25)
    for u, v, data in G.edges(data=True):
        data["weight"] = math.dist(points[u], points[v])
    tour = shortest_hamiltonian_cycle(G)
    assert tour.is_shortest
    assert tour.gap == 0
    places = Places(points)
    assert math.isclose(
        tour.length, sum(places.true_length(u, v) for u, v in tour.edges()), rel_tol=1e-12
    )
