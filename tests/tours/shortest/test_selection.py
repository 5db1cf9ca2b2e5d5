"""Shortest tours that may leave out places."""

import os
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import icosian
from icosian import InvalidArgument, InvalidProof, NotANode, Places
from icosian.proofs import Proof
from tests.tours.shortest.selections import HUGE, least_cost, random_question

DATA = Path(__file__).parents[2] / "data/tsp"
LARGER = Path(os.environ.get("ICOSIAN_DATA", "none")) / "tsp"
ANY = {"closed": True, "start": None, "end": None, "groups": (), "prizes": {}, "leave_out": 0}
CORNERS = {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (50, 100, 150))]
)
def test_no_tour_costs_less_and_the_certificate_proves_it(first):
    for seed in range(first, first + 50):
        places, question = random_question(seed)
        least = least_cost(places, **question)
        tour = icosian.shortest_tour(places, **question)
        assert tour.cost == tour.bound == least, seed
        assert tour.is_shortest
        assert tour.gap == 0
        assert set(tour.nodes).isdisjoint(tour.skipped)
        assert set(tour.nodes) | set(tour.skipped) == set(places.nodes)
        if tour.proof is not None:
            tour.proof.check(places)
            assert Proof.from_json(tour.proof.to_json()) == tour.proof
            # costs are multiples of a sixth
            higher = replace(tour.proof, bound=tour.proof.bound + Fraction(1, 6))
            with pytest.raises(InvalidProof, match=r"room for a shorter|cost less than"):
                higher.check(places)


@pytest.mark.slow
def test_integers_beyond_64_bits_are_exact():
    for seed in range(40):
        places, question = random_question(seed, unit=HUGE)
        least, tour = least_cost(places, **question), icosian.shortest_tour(places, **question)
        assert tour.cost == tour.bound == least
        assert tour.is_shortest


@pytest.mark.slow
@pytest.mark.parametrize("large", [1.0, 1e30])
def test_lengths_and_prizes_of_floats_are_proved_exactly(large):
    for seed in range(30):
        rng = random.Random(seed)
        matrix = [[rng.random() * rng.choice((1, 1, large)) for _ in range(5)] for _ in range(5)]
        for k in range(5):
            matrix[k][k] = 0.0
        places = Places.from_matrix(matrix)
        prizes = {v: rng.random() * rng.choice((1, large)) for v in rng.sample(range(5), 3)}
        question = ANY | {"groups": [rng.sample(range(5), 3)], "prizes": prizes}
        least, tour = least_cost(places, **question), icosian.shortest_tour(places, **question)
        assert tour.is_shortest, seed
        assert tour.cost == tour.bound == float(least)
        assert tour.proof.bound == least


def test_places_that_may_all_be_left_out_have_no_bound_before_the_first_linear_program():
    rng = random.Random(2)
    matrix = [[0.0] * 20 for _ in range(20)]
    for u, v in combinations(range(20), 2):
        matrix[v][u] = matrix[u][v] = rng.random()
    prizes = {v: rng.random() * 0.3 for v in range(20)}
    tour = icosian.shortest_tour(Places.from_matrix(matrix), prizes=prizes)
    assert tour.is_shortest
    assert tour.cost == tour.bound


def test_few_places_that_may_all_be_left_out_are_no_root():
    """Of one other place one may be left out: no tour has to visit it."""
    matrix = [[0] * 6 for _ in range(6)]
    lengths = {(0, 1): 107, (0, 2): 21, (0, 4): 107, (0, 5): 40, (1, 2): 32, (1, 3): 25}
    lengths |= {(1, 4): 30, (1, 5): 27, (2, 3): 107, (2, 4): 36, (2, 5): 44, (3, 5): 29}
    for (u, v), c in {**lengths, (4, 5): 107}.items():
        matrix[u][v] = matrix[v][u] = c
    prizes = {0: 107, 2: 22, 3: 4, 4: 24, 5: 2}
    places, question = Places.from_matrix(matrix), ANY | {"prizes": prizes, "leave_out": 1}
    assert icosian.shortest_tour(places, **question).cost == least_cost(places, **question)


def clusters(places, count):
    """Return centers, each as far as can be from those before, with the places nearest to each."""
    matrix = places.matrix()
    centers = [int(np.unravel_index(matrix.argmax(), matrix.shape)[0])]
    while len(centers) < count:
        centers.append(int(matrix[centers].min(axis=0).argmax()))
    nearest = matrix[centers].argmin(axis=0)
    return [[v for v in range(len(places)) if nearest[v] == k] for k in range(count)]


@pytest.mark.parametrize(
    ("name", "length"), [("burma14", 1805), ("berlin52", 4040), ("eil51", 174), ("eil76", 209)]
)
def test_groups_have_the_published_lengths(name, length):
    """3burma14, 11berlin52, 11eil51 and 16eil76 of GTSP_lib: Fischetti, Salazar, Toth 1997."""
    file = next(
        (d / f"{name}.tsp.gz" for d in (DATA, LARGER) if (d / f"{name}.tsp.gz").exists()), 0
    )
    if not file:
        pytest.skip("ICOSIAN_DATA names no folder of instances")
    places = icosian.read_tsplib(file)
    groups = clusters(places, -(-len(places) // 5))
    tour = icosian.shortest_tour(places, groups=[[places.nodes[v] for v in g] for g in groups])
    assert (tour.length, tour.is_shortest, len(tour)) == (length, True, len(groups))


def test_a_tour_leaves_out_what_saves_most():
    towns = {k: (k, 0) for k in range(5)} | {"far": (2, 40), "near": (2, 1)}
    tour = icosian.shortest_tour(towns, "manhattan", leave_out=1)
    assert tour.skipped == ("far",)
    assert tour.length == 10
    assert "1 place left out" in tour.explain()
    assert "leaves out at most 1 of the other places" in tour.proof.explain()
    assert "each place that it visits (none at the others)" in tour.proof.explain()


def test_all_of_the_other_places_may_be_left_out():
    places = Places.from_matrix([[0, 9, 8, 2], [5, 0, 9, 7], [9, 1, 0, 9], [0, 7, 4, 0]])
    question = {"closed": True, "start": None, "groups": [[1, 2]], "prizes": {3: 9}, "leave_out": 1}
    tour = icosian.shortest_tour(places, **question)
    assert tour.cost == tour.bound == least_cost(places, end=None, **question)


def test_prizes_are_paid_for_what_is_left_out():
    tour = icosian.shortest_tour(CORNERS, start="a", prizes={"b": 1, "c": 9, "d": 3})
    assert (tour.nodes, tour.length, tour.lost, tour.cost) == (("a", "c"), 8, 4, 12)
    assert tour.explain().startswith("Length 8.0 and 4.0 for 2 places left out: 12.0 in all")


def test_the_start_of_a_closed_tour_is_visited():
    tour = icosian.shortest_tour(CORNERS, start="a", groups=[[*"ab"], [*"cd"]])
    assert tour.nodes == ("a", "c")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"leave_out": -1}, "leave_out is a number of places, at least 0, got -1"),
        ({"leave_out": True}, "leave_out is a number of places"),
        ({"groups": [[]]}, "a group holds at least one place"),
        ({"groups": [3]}, "groups are sets of places, one for each group"),
        ({"groups": {"one": ["a", "b"]}}, "for a mapping, pass groups.values"),
        ({"prizes": [1, 2]}, "prizes are a mapping of places to numbers"),
        ({"prizes": {"a": -1}}, "at least 0, but 'a' has -1"),
        ({"prizes": {"a": "x"}}, "at least 0, but 'a' has 'x'"),
        ({"prizes": {"a": float("nan")}}, "at least 0, but 'a' has nan"),
    ],
)
def test_what_is_wrong_is_named(wrong, why):
    with pytest.raises(InvalidArgument, match=why):
        icosian.shortest_tour(CORNERS, **wrong)


def test_more_places_than_a_linear_program_takes_are_refused():
    with pytest.raises(InvalidArgument, match="of at most 3000 places some may be left out"):
        icosian.shortest_tour([(k, 0) for k in range(3001)], leave_out=1)


def test_prizes_may_be_a_column_of_a_table():
    class Column:  # what is used of a Series, which has no truth value
        def keys(self):
            return ["b"]

        def __getitem__(self, name):
            return np.int64(1)

        def __bool__(self):
            raise ValueError("the truth value is ambiguous")

    column = icosian.shortest_tour(CORNERS, prizes=Column())
    assert column.cost == icosian.shortest_tour(CORNERS, prizes={"b": 1}).cost


@pytest.mark.parametrize("wrong", [{"groups": [[*"az"]]}, {"prizes": {"z": 1}}])
def test_what_is_no_place_is_named(wrong):
    with pytest.raises(NotANode, match="'z' is not one of the places"):
        icosian.shortest_tour(CORNERS, **wrong)


def test_a_time_limit_leaves_a_tour_with_a_true_bound():
    rng = random.Random(5)
    places = Places([(rng.random(), rng.random()) for _ in range(30)])
    groups = [range(k, 30, 6) for k in range(6)]
    soon = icosian.shortest_tour(places, groups=groups, timeout=0.05)
    late = icosian.shortest_tour(places, groups=groups)
    assert late.is_shortest
    assert soon.bound <= late.cost <= soon.cost
    soon.proof.check(places)


def test_names_and_order_of_places_change_nothing():
    places, question = random_question(3, unit=1)
    matrix, n = places.matrix(), len(places)
    order = random.Random(1).sample(range(n), n)
    named = Places.from_matrix(matrix[np.ix_(order, order)], names=[f"p{v}" for v in order])

    def name(v):
        return None if v is None else f"p{v}"

    asked = question | {
        "start": name(question["start"]),
        "end": name(question["end"]),
        "groups": [[name(v) for v in group] for group in question["groups"]],
        "prizes": {name(v): prize for v, prize in question["prizes"].items()},
    }
    cost = icosian.shortest_tour(places, **question).cost
    assert icosian.shortest_tour(named, **asked).cost == cost
