"""Closed tours of one and two places, also with conditions, and their proofs."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from together import together

import icosian
from icosian import InvalidArgument
from icosian.cli import main
from icosian.exceptions import InvalidProof
from icosian.proofs import DualWeights, LowerBound


@pytest.fixture
def answer(tmp_path, capsys):
    """Return what a command answers about a text in a file: its JSON, or its error."""

    def run(text, command, *options):
        name = next((word for word in options if word.startswith("FILE")), "FILE")
        path = tmp_path / f"text{Path(name).suffix or '.txt'}"
        path.write_text(text, "utf-8")
        code = main([command, *(str(path) if word == name else word for word in options)])
        out, err = capsys.readouterr()
        return json.loads(out)["answer"] if code in (0, 1) else err

    return run


# -- closed tours of one and two places


def test_a_closed_tour_of_two_places_goes_there_and_back(answer):
    tour = icosian.shortest_tour([(0, 0), (3, 4)])
    assert (tour.nodes, tour.length, tour.is_closed, tour.is_shortest) == ((0, 1), 10, True, True)
    tour.proof.check(tour.places)
    assert list(tour.edges()) == [(0, 1), (1, 0)]
    walk = icosian.traveling_salesman(icosian.route_map([("a", "b", 5)]), ["a", "b"])
    assert walk.length == tour.length
    found = answer("x,y\n0,0\n3,4\n", "tsp", "FILE.csv", "--points", "--json")
    assert (found["length"], found["closed"], found["optimal"]) == (10, True, True)


@together(
    ("distances", "conditions", "cost"),
    [
        ([[0, 5], [5, 0]], {}, 10),
        ([[0, 5], [7, 0]], {}, 12),
        ([[0, 5], [5, 0]], {"start": 1}, 10),
        ([[0, 5], [5, 0]], {"require": [(1, 0)]}, 10),
        ([[0, 5], [5, 0]], {"start": 0, "order": [[0, 1]]}, 10),
        ([[0, 5], [5, 0]], {"groups": [[0], [1]]}, 10),
        ([[0, 5], [5, 0]], {"groups": [[0, 1]]}, 0),
        ([[0, 5], [5, 0]], {"prizes": {1: 3}}, 3),
        ([[0, 5], [5, 0]], {"prizes": {1: 30}}, 10),
        ([[0, 5], [5, 0]], {"leave_out": 1, "start": 1}, 0),
        ([[0]], {"start": 0}, 0),
        ([[0]], {"groups": [[0]]}, 0),
        ([[0]], {"prizes": {0: 7}}, 0),
        ([[0]], {"leave_out": 1}, 0),
        ([[0]], {"leave_out": 1, "closed": False}, 0),
    ],
)
def test_tours_of_few_places_with_conditions(distances, conditions, cost):
    places = icosian.Places.from_matrix(distances)
    tour = icosian.shortest_tour(places, **conditions)
    assert (tour.cost, tour.bound, tour.is_shortest) == (cost, cost, True)
    if tour.proof is not None:
        tour.proof.check(places)
        with pytest.raises(InvalidProof):
            replace(tour.proof, bound=cost + 1).check(places)


def test_few_places_with_impossible_conditions_have_a_proof():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.shortest_tour([(0, 0), (3, 4)], forbid=[(1, 0)])
    caught.value.proof.explain()
    with pytest.raises(InvalidArgument, match="contradicts itself"):
        icosian.shortest_tour([(0, 0), (3, 4)], start=0, order=[[1, 0]])


@together("size", [1, 2])
def test_no_bound_above_a_tour_of_few_places_is_accepted(size):
    places = icosian.Places([(0, 0), (3, 4)][:size], "manhattan")
    for copies, tree in product((1, 2), [(0,), ((0, 1), 0, 0), ((0, 3), 0, 0)]):
        weights = DualWeights(potentials=(99,) * size * copies, families=())
        proof = LowerBound(
            closed=True, bound=15, nodes=(0, 1)[:size], scale=1, weights=(weights,), tree=tree
        )
        with pytest.raises(InvalidProof):
            proof.check(places)
