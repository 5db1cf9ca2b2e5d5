"""Conditions of tours that go together: each pair of them, by brute force and by false proofs."""

import re
from dataclasses import replace
from itertools import permutations

import networkx as nx
import pytest
from true_certificates import refused

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath
from icosian.proofs import LowerBound, Proof
from tests.tours.shortest.questions import KINDS, PAIRS, fits, least_cost_of, random_question

CONTRADICTION = "the order contradicts itself|starts a closed tour with an order"


def answer_to(places, asked):
    """Return the answer, None if there is no tour; its proof is checked, also as text."""
    try:
        tour = icosian.shortest_tour(places, **asked)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        kind = nx.DiGraph if places.directed else nx.Graph
        every = nx.complete_graph(places.nodes, create_using=kind)
        error.proof.check(places if isinstance(error.proof, LowerBound) else every)
        return None
    assert fits(places, tour.nodes, **asked)
    if tour.proof is not None:
        tour.proof.check(places)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof
    return tour


@pytest.mark.parametrize(
    "kinds", [*PAIRS, ("order", "positions", "require", "forbid"), KINDS], ids="-".join
)
def test_no_tour_with_several_conditions_is_shorter(kinds):
    for seed in range(8):
        places, asked = random_question(seed, kinds)
        try:
            tour = answer_to(places, asked)
        except icosian.InvalidArgument as error:
            assert re.search(CONTRADICTION, str(error)), error
            continue
        least = least_cost_of(places, **asked)
        assert (tour and tour.cost) == least, (asked, seed)
        assert tour is None or tour.is_shortest


def weaker(proof):
    """Yield the same certificate of other claims, which have tours that the first has not."""
    yield {"bound": proof.bound + 1}
    for name in ("chains", "positions", "require", "forbid"):
        if getattr(proof, name):
            yield {name: ()}
    if proof.chains:
        yield {"chains": tuple(chain[:1] + chain[:0:-1] for chain in proof.chains)}
    if proof.positions:
        yield {"positions": tuple((v, k + (k > 1)) for v, k in proof.positions)}
    yield {"leave_out": proof.leave_out + 1}
    yield {"root": None}
    yield {"families": proof.families[::-1]}
    yield {"tree": (0,)}


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
def test_what_a_changed_proof_says_is_true_if_it_holds(kinds):
    for seed in range(5):
        places, asked = random_question(seed, kinds, most=5)
        try:
            tour = answer_to(places, asked)
        except icosian.InvalidArgument:
            continue
        if tour is None or tour.proof is None:
            continue
        for change in weaker(tour.proof):
            proof = replace(tour.proof, **change)
            try:
                proof.check(places)
            except InvalidProof:
                continue
            claim = {
                "closed": proof.closed,
                "start": asked["start"] if proof.closed else proof.start,
                "end": proof.end,
                "groups": proof.groups,
                "prizes": proof.prizes,
                "leave_out": proof.leave_out,
                "order": proof.chains,
                "positions": proof.positions,
                "require": proof.require,
                "forbid": proof.forbid,
            }
            least = least_cost_of(places, **claim)
            assert least is None or proof.bound <= least, (claim, change)


@pytest.mark.parametrize("directed", [False, True])
def test_positions_hold_in_graphs(directed):
    G = nx.complete_graph(7, create_using=nx.DiGraph if directed else nx.Graph)
    G.remove_edge(2, 4)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = (5 * u + 3 * v) % 11
    for find, closed in (
        (icosian.shortest_hamiltonian_cycle, True),
        (icosian.shortest_hamiltonian_path, False),
    ):
        tour = find(G, 0, positions={3: 4, 5: 2}, order=[[4, 6]])
        assert (tour[0], tour[3], tour[1]) == (0, 3, 5)
        assert tour.nodes.index(4) < tour.nodes.index(6)
        lengths = [
            sum(G.edges[step]["weight"] for step in steps)
            for one in permutations([1, 2, 4, 6])
            for p in [(0, 5, one[0], 3, *one[1:])]
            for steps in [list(zip(p, (*p[1:], p[0]), strict=True))[: 6 + closed]]
            if p.index(4) < p.index(6) and all(step in G.edges for step in steps)
        ]
        assert tour.length == tour.bound == min(lengths)
        tour.proof.check(G)
        for change in ({"positions": ()}, {"bound": tour.bound + 1}):
            with pytest.raises(InvalidProof):
                replace(tour.proof, **change).check(G)
        assert "3 as number 4" in tour.proof.claim


def test_fifteen_places_with_numbers_are_solved():
    points = [(37 * k % 101, 53 * k % 97) for k in range(15)]
    tour = icosian.shortest_tour(points, "EUC_2D", start=0, positions={7: 5, 3: 11, 9: 2})
    assert (tour[0], tour[1], tour[4], tour[10]) == (0, 9, 7, 3)
    assert tour.is_shortest
    refused(replace(tour.proof, bound=tour.bound + 1), tour.places, "room for a shorter")


def test_a_chain_goes_on_past_a_place_that_is_left_out():
    line = icosian.Places({name: (k, 0) for k, name in enumerate("abcd")}, "manhattan")
    asked = {"closed": False, "order": [[*"dbc"]], "prizes": {"b": 1}}
    tour = icosian.shortest_tour(line, **asked)
    assert (tour.skipped, tour.cost) == (("b",), 4)
    assert icosian.shortest_tour(line, closed=False, order=[[*"dbc"]]).length == 5


def test_conditions_without_a_tour_are_refused_with_a_proof():
    square = icosian.Places([(0, 0), (0, 1), (1, 0), (1, 1)], "manhattan")
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.shortest_tour(square, prizes={0: 1}, require=[(1, 0), (1, 2), (1, 3)])
    caught.value.proof.check(square)


def test_a_place_that_is_left_out_still_orders_those_around_it_in_any_chain():
    matrix = [[0, 9, 9], [9, 0, 9], [1, 9, 0]]
    order = [(0, 1), (1, 2)]
    tour = icosian.shortest_tour(matrix, closed=False, leave_out=1, order=order)
    assert tour.length == 9  # not 1, from 2 to 0
    tour.proof.check(tour.places)
    with pytest.raises(InvalidProof, match="a chain of an order is empty"):
        replace(tour.proof, chains=((),)).check(tour.places)
