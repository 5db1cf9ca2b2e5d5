"""Shortest tours that visit some places in a given order."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, permutations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NotANode,
    Places,
    SearchLimitReached,
)
from icosian.proofs import Ordered, Proof
from icosian.tours.instance import Order
from tests.tours.shortest.orders import (
    asked_of,
    least_in_graph,
    least_length,
    random_graph_order,
    random_order,
)

CORNERS = {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (50, 100, 150))]
)
def test_no_tour_in_the_order_is_shorter_and_the_certificate_proves_it(first):
    for seed in range(first, first + 50):
        places, question = random_order(seed)
        least = least_length(places, **question)
        if least is None:
            with pytest.raises(InvalidArgument, match="the order contradicts itself"):
                icosian.shortest_tour(places, **question)
            continue
        tour = icosian.shortest_tour(places, **question)
        assert tour.length == tour.bound == least, seed
        rank = {v: k for k, v in enumerate(tour.nodes)}
        assert all(rank[u] < rank[v] for chain in question["order"] for u, v in pairwise(chain))
        tour.proof.check(places)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof


def random_relation(rng):
    """Return an order of a few places on the way from home to home."""
    n = rng.randint(2, 5)
    home, share = rng.randrange(n), rng.random()
    before = np.zeros((n, n), bool)
    rest = rng.sample([v for v in range(n) if v != home], n - 1)
    for k, u in enumerate(rest):
        for v in rest[k + 1 :]:
            before[u, v] = rng.random() < share
    for v in range(n):
        before |= before[:, v, None] & before[v]
    return Order(before, home, np.ones(n, bool))


def ways(order):
    """Return all ways from home to home that keep to an order."""
    others = [v for v in range(len(order.before)) if v != order.home]
    return [
        (order.home, *way, order.home)
        for way in permutations(others)
        if not any(order.before[v, u] for k, u in enumerate(way) for v in way[k:])
    ]


def test_the_arcs_that_are_dropped_are_those_that_no_order_allows():
    rng = random.Random(0)
    for _ in range(200):
        order = random_relation(rng)
        used = {arc for way in ways(order) for arc in pairwise(way)}
        n = len(order.before)
        pairs = {(u, v) for u in range(n) for v in range(n) if u != v}
        assert {arc for arc in pairs if order.dropped[arc]} == pairs - used


def test_every_way_in_the_order_crosses_a_set_as_often_as_it_demands():
    rng, demands = random.Random(1), set()
    for _ in range(1000):
        order = random_relation(rng)
        n = len(order.before)
        some = set(rng.sample(range(n), rng.randint(1, n - 1)))
        chosen = some | {n + v for v in some | set(rng.sample(range(n), rng.randint(0, n - 1)))}
        if len(chosen) == 2 * n:
            continue
        rest = set(range(2 * n)) - chosen
        demand = order.demand((tuple(sorted(chosen)),))
        assert demand == order.demand((tuple(sorted(rest)),))
        for way in ways(order):
            inside = [v in chosen for u in way[1:] for v in (n + u, u)]
            assert demand <= sum(inside[k] != inside[k - 1] for k in range(len(inside)))
        demands.add(demand)
    assert demands >= {2, 4, 6}


def test_chains_are_kept_with_other_places_in_between():
    tour = icosian.shortest_tour(CORNERS, start="a", order=[[*"db"], [*"dc"]])
    assert tour.nodes[:2] == ("a", "d")
    line = [(k, 0) for k in range(6)]
    path = icosian.shortest_tour(line, "manhattan", closed=False, order=[(5, 0), (5, 2, 4)])
    assert path.length == path.bound
    assert path.proof.claim == (
        f"There is no Hamiltonian path shorter than {path.length} "
        "that visits 5 before 0 and 5 before 2 before 4"
    )


def test_a_long_order_is_counted_in_the_claim():
    tour = icosian.shortest_tour(CORNERS, start="a", order=[[*"bc"], [*"bd"], [*"cd"], [*"ab"]])
    assert tour.nodes == tuple("abcd")
    assert tour.proof.claim.endswith("that keeps to the order of 4 chains")


def test_an_order_that_is_a_single_tour_is_that_tour():
    matrix = [[0, 9, 2, 7], [1, 0, 8, 3], [4, 4, 0, 5], [6, 1, 2, 0]]
    tour = icosian.shortest_tour(matrix, closed=False, order=[(2, 1, 3, 0)])
    assert (tour.nodes, tour.length, tour.bound) == ((2, 1, 3, 0), 13, 13)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"order": 5, "start": "a"}, "order is a list of chains of places, such as"),
        ({"order": [5], "start": "a"}, "order is a list of chains of places"),
        ({"order": [[*"ab"]]}, "a closed tour with an order needs a start"),
        (
            {"order": [[*"bc"], [*"cb"]], "start": "a"},
            "the order contradicts itself: 'b' before itself",
        ),
        ({"order": [[*"ba"]], "start": "a"}, "the order contradicts itself: 'a' before itself"),
        ({"order": [[*"bcb"]], "closed": False}, "the order contradicts itself: 'b' before itself"),
        ({"order": [[*"ab"]], "closed": False, "end": "a"}, "the order contradicts itself"),
        (
            {"order": [[*"bc"]], "start": "a", "leave_out": 1, "require": [[*"ab"]]},
            "'a' starts a closed tour with an order that leaves out places",
        ),
        ({"positions": {"b": 2}}, "positions on a cycle count from its start"),
        ({"positions": {"b": 5}, "closed": False}, "positions must be integers from 1 to 4"),
        (
            {"positions": {"b": 3, "c": 2}, "start": "a", "order": [[*"bc"]], "leave_out": 1},
            "the order contradicts itself: 'b' before itself",
        ),
    ],
)
def test_what_is_wrong_is_named(wrong, why):
    with pytest.raises(InvalidArgument, match=why):
        icosian.shortest_tour(CORNERS, **wrong)


def test_what_is_no_place_is_named():
    with pytest.raises(NotANode, match="order 'x'"):
        icosian.shortest_tour(CORNERS, start="a", order=[[*"bx"]])


def test_a_chain_of_one_place_says_nothing_but_its_place_must_exist():
    for question in ({}, {"start": "b"}, {"closed": False}, {"groups": [["a", "c"]]}):
        tour = icosian.shortest_tour(CORNERS, order=[["c"]], **question)
        assert tour == icosian.shortest_tour(CORNERS, **question)
    G = nx.cycle_graph(5)
    assert icosian.hamiltonian_cycle(G, order=[[3]]) == icosian.hamiltonian_cycle(G)
    assert icosian.shortest_hamiltonian_cycle(G, order=[[3]]).proof.chains == ()
    with pytest.raises(NotANode, match="order 'x'"):
        icosian.shortest_tour(CORNERS, order=[["x"]])
    with pytest.raises(NotANode, match="order 9"):
        icosian.hamiltonian_cycle(G, order=[[9]])


def test_more_places_than_a_linear_program_takes_are_refused():
    with pytest.raises(InvalidArgument, match="of at most 3000 places"):
        icosian.shortest_tour([(k, 0) for k in range(3001)], closed=False, order=[(1, 0)])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 240, 60))
def test_no_tour_of_a_graph_in_the_order_is_shorter_or_none_exists_and_a_proof_says_so(first):
    answers = set()
    for seed in range(first, first + 60):
        G, question = random_graph_order(seed)
        is_possible, least = least_in_graph(G, **question)
        try:
            tour = asked_of(G, **question)
        except InvalidArgument as error:
            assert not is_possible
            assert "the order contradicts itself" in str(error)
            continue
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            assert is_possible
            assert least is None, seed
            error.proof.check(G)
            answers.add(type(error.proof))
            continue
        assert tour.length == tour.bound == least, seed
        tour.proof.check(G)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof
    assert Ordered in answers


def test_a_graph_without_a_tour_in_the_order_is_refused_with_a_proof():
    G = nx.grid_2d_graph(3, 3)
    nx.set_edge_attributes(G, 2, "weight")
    corners = [(0, 0), (2, 2), (0, 2), (2, 0)]
    with pytest.raises(NoHamiltonianPath) as caught:
        icosian.shortest_hamiltonian_path(G, order=[corners])
    proof = caught.value.proof
    assert proof.claim == (
        "There is no Hamiltonian path that visits (0, 0) before (2, 2) before (0, 2) before (2, 0)"
    )
    proof.check(G)
    assert "path that visits" in str(caught.value)
    assert icosian.shortest_hamiltonian_path(G, order=[corners[:3]]).length == 16


def test_on_a_board_an_order_names_squares():
    board = icosian.king_graph(3, 4)
    tour = board.shortest_hamiltonian_cycle("a1", order=[("d3", "b2", "c1")])
    ranks = [tour.numbering[board.board.square(name)] for name in ("d3", "b2", "c1")]
    assert ranks == sorted(ranks)
    assert "visits a1 before d3 before b2 before c1" in tour.proof.claim


def test_an_order_goes_together_with_steps_to_avoid():
    tour = icosian.shortest_tour(CORNERS, start="a", order=[[*"bc"]], forbid=[[*"ab"], [*"cd"]])
    assert tour.nodes == tuple("adbc")
    tour.proof.check(tour.places)
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.shortest_tour(CORNERS, start="a", order=[[*"bcd"]], forbid=[[*"ad"], [*"bc"]])
    caught.value.proof.check(nx.complete_graph(CORNERS))


def test_no_time_leaves_no_tour_of_a_sparse_graph_in_the_order():
    G = nx.grid_2d_graph(8, 8)
    order = [[(4, 4), (0, 3), (7, 1), (2, 6), (5, 5), (1, 1)]]
    with pytest.raises(SearchLimitReached):
        icosian.shortest_hamiltonian_path(G, order=order, timeout=0.0)


@pytest.mark.parametrize(
    ("name", "length"), [("ESC07", 2125), ("ESC11", 2075), ("ESC12", 1675), ("ESC25", 1681)]
)
def test_sequential_ordering_problems_have_the_published_lengths(name, length):
    """Optima of TSPLIB: Ascheuer, Juenger, Reinelt 2000."""
    file = Path(os.environ.get("ICOSIAN_DATA", "none")) / f"sop/{name}.sop.gz"
    if not file.exists():
        pytest.skip("ICOSIAN_DATA names no folder of instances")
    tour = icosian.shortest_tour(icosian.read_tsplib(file), closed=False)
    assert tour.length == tour.bound == length


def questions(size, seed):
    """Return places with many pairs, one before the other."""
    rng = random.Random(seed)
    matrix = [[rng.randint(1, 100) for _ in range(size)] for _ in range(size)]
    pairs = [sorted(rng.sample(range(size), 2)) for _ in range(size)]
    return Places.from_matrix(matrix), pairs


def test_a_time_limit_leaves_a_tour_with_a_true_bound():
    places, order = questions(12, 1)
    best = icosian.shortest_tour(places, closed=False, order=order)
    tour = icosian.shortest_tour(places, closed=False, order=order, timeout=0.0)
    assert best.is_shortest
    assert best.length <= tour.length
    assert tour.bound is None or tour.bound <= best.length


def test_cases_may_be_searched_on_an_executor():
    places, order = questions(12, 3)
    alone = icosian.shortest_tour(places, closed=False, order=order)
    with ThreadPoolExecutor(2) as executor:
        tour = icosian.shortest_tour(places, closed=False, order=order, executor=executor)
    assert tour.length == tour.bound == alone.length == alone.bound


def test_lengths_beyond_64_bits_are_exact():
    huge = 10**30
    matrix = [[0, huge + 1, 5, 2], [7, 0, huge, 1], [3, 3, 0, huge], [huge, 2, 2, 0]]
    places = Places.from_matrix(matrix)
    question = {"closed": False, "start": None, "end": None, "order": [(2, 1), (3, 0)]}
    tour = icosian.shortest_tour(places, **question)
    assert tour.length == tour.bound == least_length(places, **question)


@pytest.mark.slow
def test_lengths_of_floats_are_proved_exactly():
    for seed in range(30):
        rng = random.Random(seed)
        matrix = [[rng.random() * rng.choice((1, 1, 1e20)) for _ in range(5)] for _ in range(5)]
        for k in range(5):
            matrix[k][k] = 0.0
        places = Places.from_matrix(matrix)
        question = {"closed": True, "start": 0, "end": None, "order": [(2, 1), (3, 4)]}
        least = least_length(places, **question) * places.unit
        tour = icosian.shortest_tour(places, **question)
        assert tour.is_shortest, seed
        assert tour.length == tour.bound == float(least)
        assert tour.proof.bound == least


@pytest.mark.slow
@pytest.mark.parametrize("large", [1e3, 1e12, 1e18, 1e25])
def test_lengths_that_cancel_each_other_are_proved_exactly(large):
    for seed in range(10):
        rng = random.Random(seed)
        rise = [large * rng.uniform(-1, 1) for _ in range(5)]
        matrix = [[rng.random() + a - b if a != b else 0.0 for b in rise] for a in rise]
        places = Places.from_matrix(matrix)
        question = {"closed": True, "start": 0, "end": None, "order": [(1, 2)]}
        least = least_length(places, **question) * places.unit
        tour = icosian.shortest_tour(places, **question)
        assert tour.is_shortest
        assert tour.proof.bound == least
        assert tour.length == tour.bound == float(least)
