"""Tours whose longest edge is as short as possible, and their proofs, attacked."""

import random
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from true_certificates import refused

import icosian
from icosian import InvalidArgument, InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, Proof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.tours import bottleneck_hamiltonian_cycle, bottleneck_hamiltonian_path
from tests.tours.shortest.all_tours import all_tours, random_question


def asked(G, question):
    """Return the answer to a random question, None if there is no tour."""
    question = dict(question)
    try:
        if question.pop("closed"):
            return bottleneck_hamiltonian_cycle(G, **question)
        return bottleneck_hamiltonian_path(G, **question)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        assert all_tours(G, **question, closed="start" not in question) == [], error
        return None


def longest(G, tour):
    return max((G.edges[edge]["weight"] for edge in tour.edges()), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_the_longest_edge_is_the_shortest_of_all_tours(first):
    for seed in range(first, first + 100):
        G, question = random_question(seed)
        tour = asked(G, question)
        if tour is None:
            continue
        least = min(
            max((G.edges[edge]["weight"] for edge in edges), default=0)
            for _, edges in all_tours(G, **question)
        )
        assert tour.is_shortest
        assert tour.length == tour.bound == least == longest(G, tour)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 60])
def test_whatever_is_changed_what_holds_is_true(first):
    held = ends = 0
    for seed in range(first, first + 60):
        G, question = random_question(seed)
        tour = asked(G, question)
        if tour is None or tour.proof is None:
            continue
        proof = tour.proof
        assert Proof.from_json(proof.to_json(G), G) == proof
        for wrong in (
            replace(proof, bound=proof.bound + 1),
            replace(proof, bound=proof.bound - 1),
            replace(proof, bound=proof.bound + Fraction(1, 2)),
            replace(proof, inner=None),
            replace(proof, require=()),
            replace(proof, forbid=()),
            replace(proof, forbid=tuple(G.edges)[:2]),
        ):
            ends += 1
            try:
                wrong.check(G)
            except (InvalidProof, InvalidArgument):
                continue
            held += 1
            ends_of = {"closed": wrong.closed, "start": wrong.start, "end": wrong.end}
            question = ends_of | {"require": wrong.require, "forbid": wrong.forbid}
            for _, edges in all_tours(G, **question):
                assert max(G.edges[edge]["weight"] for edge in edges) >= wrong.bound
    assert 0 < held < ends


def test_places_are_answered_with_a_proof_about_them():
    places = icosian.Places([(0, 0), (3, 4), (0, 4), (3, 0), (10, 0)], "manhattan")
    tour = bottleneck_hamiltonian_cycle(places, 1)
    assert (tour[0], tour.length, tour.is_shortest) == (1, 10, True)
    tour.proof.check(places)
    refused(replace(tour.proof, bound=99), places, "enough neighbors")
    assert tour.places is places


def test_irrational_lengths_are_bounded_from_below():
    rng = random.Random(4)
    places = icosian.Places([(rng.random(), rng.random()) for _ in range(30)])
    tour = bottleneck_hamiltonian_path(places)
    assert tour.is_shortest
    assert tour.bound <= tour.length <= tour.bound * (1 + 1e-7)
    tour.proof.check(places)


def test_an_answer_says_what_its_length_is():
    G = nx.complete_graph(4)
    tour = bottleneck_hamiltonian_cycle(G)
    assert tour.explain() == "Longest edge 1, proved to be the shortest."
    assert repr(tour).endswith("longest edge 1>")
    assert bottleneck_hamiltonian_path(nx.path_graph(1)).length == 0


def test_a_time_limit_leaves_a_tour_with_a_true_bound():
    rng = random.Random(1)
    places = icosian.Places([(rng.random(), rng.random()) for _ in range(40)])
    best = bottleneck_hamiltonian_cycle(places)
    soon = bottleneck_hamiltonian_cycle(places, timeout=1e-6)
    assert soon.bound <= best.length <= soon.length
    soon.proof.check(places)
    assert soon.is_shortest or "has only edges shorter than" in soon.explain()


def test_without_a_tour_the_proof_is_raised():
    with pytest.raises(NoHamiltonianCycle) as caught:
        bottleneck_hamiltonian_cycle(nx.star_graph(3))
    caught.value.proof.check(nx.star_graph(3))
    with pytest.raises(NoHamiltonianPath):
        bottleneck_hamiltonian_path(nx.star_graph(3))


def test_an_edge_to_use_may_be_the_longest():
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 1, "weight")
    G[0][1]["weight"] = 7
    proof = bottleneck_hamiltonian_cycle(G, require=[(0, 1)]).proof
    assert (proof.bound, proof.inner) == (7, None)
    assert proof.explain() == (
        "There is no Hamiltonian cycle with all edges shorter than 7, that uses 0-1:"
        " an edge to use is not shorter."
    )
    refused(replace(proof, bound=8), G, "no edge to use is as long")
    refused(replace(proof, require=((0, 9),)), G, "not a pair of nodes")


def test_a_proof_is_about_the_lengths_that_are_meant():
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, 3, "miles")
    proof = bottleneck_hamiltonian_cycle(G, weight="miles").proof
    refused(proof, G, "the edge attribute 'miles'")
    proof.check(G, weight="miles")
    with pytest.raises(InvalidArgument, match="networkx graph or places"):
        proof.check([1, 2])
    with pytest.raises(NoPseudoBooleanForm):
        proof.to_pseudo_boolean(G)
