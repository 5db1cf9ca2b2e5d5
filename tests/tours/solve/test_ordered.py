"""Tours in an order: the answer is that of brute force, tours keep the order, and proofs hold."""

import random
from itertools import pairwise

import networkx as nx
import pytest
from naive import tours
from together import together

import icosian
from icosian import InvalidArgument, NoHamiltonianCycle, NoHamiltonianPath, Proof
from icosian.proofs import Ordered


def random_question(seed):
    """Return a small graph or digraph, and a question with an order and other conditions."""
    rng = random.Random(seed)
    n, closed = rng.randint(2, 6), rng.random() < 0.5
    G = nx.gnp_random_graph(n, rng.uniform(0.4, 1), seed=seed, directed=rng.random() < 0.5)
    nodes, edges = list(G), list(G.edges())
    start = rng.choice(nodes) if closed or rng.random() < 0.4 else None
    question = {"start": start}
    if not closed:
        others = [v for v in nodes if v != start]
        question["end"] = rng.choice(others) if rng.random() < 0.3 else None
    sizes = [rng.randint(2, min(4, n)) for _ in range(rng.randint(1, 2))]
    question["order"] = [tuple(rng.sample(nodes, size)) for size in sizes]
    for condition in ("require", "forbid"):
        question[condition] = rng.sample(edges, 1) if edges and rng.random() < 0.2 else []
    if rng.random() < 0.2:
        question["positions"] = {rng.choice(nodes): rng.randint(1, n)}
    return G, closed, question


def keeps(tour, order):
    rank = {v: k for k, v in enumerate(tour)}
    return all(rank[u] < rank[v] for chain in order for u, v in pairwise(chain))


def in_order(G, closed, question):
    """Return the tours by brute force, in all directions."""
    asked = {key: value for key, value in question.items() if key != "order"}
    found = map(tuple, tours(G, closed=closed, **asked))
    return {tour for tour in found if keeps(tour, question["order"])}


@pytest.mark.slow
@together("first", range(0, 400, 50))
def test_there_is_a_tour_in_an_order_just_if_brute_force_finds_one(first):
    for seed in range(first, first + 50):
        G, closed, question = random_question(seed)
        expected = in_order(G, closed, question)
        find = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
        unique = (
            icosian.has_unique_hamiltonian_cycle if closed else icosian.has_unique_hamiltonian_path
        )
        try:
            tour = find(G, **question)
        except InvalidArgument:
            assert not expected, seed
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            assert not expected, seed
            error.proof.check(G)
            assert Proof.from_json(error.proof.to_json()) == error.proof
        else:
            assert tuple(tour) in expected, seed
            rings = ([*t, t[0]] if closed else t for t in expected)
            key = tuple if G.is_directed() else frozenset
            different = {frozenset(map(key, pairwise(ring))) for ring in rings}
            assert unique(G, **question) == (len(different) == 1), seed


def test_an_order_alone_may_exclude_all_tours():
    ring = nx.cycle_graph(6)
    with pytest.raises(NoHamiltonianPath, match="visits 3 before 1 before 5") as caught:
        icosian.hamiltonian_path(ring, 0, order=[(3, 1, 5)])
    assert isinstance(caught.value.proof, Ordered)
    proof = icosian.prove_no_hamiltonian_cycle(ring, 0, order=[(1, 3), (5, 3, 4)])
    assert proof.chains == ((0, 1, 3), (0, 5, 3, 4))
    assert list(icosian.hamiltonian_cycle(ring, 0, order=[(5, 3)])) == [0, 5, 4, 3, 2, 1]


def test_a_tour_is_read_in_the_direction_that_keeps_the_order():
    path = nx.path_graph(4)
    assert list(icosian.hamiltonian_path(path, order=[(2, 1)])) == [3, 2, 1, 0]
    assert list(icosian.hamiltonian_path(path, order=[(1, 2)])) == [0, 1, 2, 3]


def test_squares_of_an_order_may_be_called_by_their_names():
    board = icosian.knight_graph(6)
    tour = board.hamiltonian_path("a1", order=[("f6", "c3", "d4")])
    assert tour.numbering["f6"] < tour.numbering["c3"] < tour.numbering["d4"]
    assert not board.has_unique_hamiltonian_path("a1", order=[("f6", "c3", "d4")])


def test_where_there_is_no_tour_at_all_the_proof_says_so():
    with pytest.raises(NoHamiltonianPath, match="fewer than two neighbors") as caught:
        icosian.hamiltonian_path(nx.star_graph(3), order=[(1, 0)])
    assert not isinstance(caught.value.proof, Ordered)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"order": 5}, "order is a list of chains of places, such as"),
        ({"order": [5]}, "order is a list of chains of places"),
        ({"order": [(0, 9)]}, "order 9 is not a node of the graph"),
        ({"order": [(0, 1), (1, 0)]}, "the order contradicts itself: 0 before itself"),
        ({"order": [(0, 1, 0)]}, "the order contradicts itself: 0 before itself"),
        ({"order": [(1, 0)], "start": 0}, "the order contradicts itself"),
        ({"order": [(1, 0)], "end": 1}, "the order contradicts itself"),
        ({"order": [(1, 0)], "positions": {0: 1}}, "the order contradicts itself"),
        ({"order": [(1, 0)], "method": "sat"}, "method must be 'auto' where positions or an order"),
    ],
)
def test_what_is_wrong_with_an_order_is_named(wrong, why):
    with pytest.raises(icosian.IcosianError, match=why):
        icosian.hamiltonian_path(nx.complete_graph(4), **wrong)


def test_a_cycle_with_an_order_needs_a_start():
    with pytest.raises(InvalidArgument, match="a closed tour with an order needs a start"):
        icosian.hamiltonian_cycle(nx.complete_graph(4), order=[(0, 1)])
    assert icosian.hamiltonian_cycle(nx.complete_graph(4), positions={2: 1}, order=[(0, 1)])[0] == 2


def test_a_time_out_stops_a_question_about_an_order(ticking):
    G = icosian.grid_graph(20)
    with pytest.raises(icosian.SearchLimitReached, match="no tour in this order found"):
        icosian.hamiltonian_path(G, order=[((0, 0), (9, 9), (0, 19))], timeout=0)
