"""Tours in the order of their lengths, and the proofs that no other tour is shorter, attacked."""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, permutations
from time import perf_counter, thread_time
from types import SimpleNamespace

import networkx as nx
import pytest
from mutations import mutants, read
from true_certificates import refused

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Proof,
    SearchLimitReached,
)
from icosian._run import clock
from icosian.exceptions import NoPseudoBooleanForm
from icosian.tours import (
    shortest_hamiltonian_cycles,
    shortest_hamiltonian_paths,
    shortest_tours,
)
from tests.campaigns import exact
from tests.tours.shortest.all_tours import all_tours, random_question
from tests.tours.shortest.orders import random_order
from tests.tours.shortest.selections import random_question as random_choice


def question_of(seed):
    """Return a graph with lengths, its tours in a random question by length, and all of them."""
    G, question = random_question(seed, most=5)
    conditions = {name: value for name, value in question.items() if name != "closed"}
    ranked = shortest_hamiltonian_cycles if question["closed"] else shortest_hamiltonian_paths
    return G, ranked(G, **conditions), all_tours(G, **question)


def key_of(G):
    return tuple if G.is_directed() else frozenset


def length(G, edges):
    return sum(G.edges[edge]["weight"] for edge in edges)


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (10, 20, 30))]
)
def test_all_tours_come_once_by_length_with_a_proof(first):
    for seed in range(first, first + 10):
        G, ranked, every = question_of(seed)
        if not every:
            with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)):
                next(ranked)
            continue
        found = list(ranked)
        assert [tour.length for tour in found] == sorted(length(G, edges) for _, edges in every)
        assert all(tour.is_shortest and tour.bound == tour.length for tour in found)
        assert len({frozenset(map(key_of(G), tour.edges())) for tour in found}) == len(found)
        for tour in found:
            assert Proof.from_json(tour.proof.to_json(G), G) == tour.proof
            tour.proof.check(G)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_whatever_is_changed_what_holds_is_true(first):
    ends, rng = Counter(), random.Random(first)
    for seed in range(first, first + 40):
        G, ranked, every = question_of(seed)
        if len(every) < 3:
            continue
        *_, tour = islice(ranked, 4)
        proof = tour.proof
        changes = list(mutants(json.loads(proof.to_json(G))))
        some = [read(one) for one in rng.sample(changes, min(len(changes), 12))]
        some += [replace(proof, bound=proof.bound + more) for more in (1, 2, 10)]
        some += [replace(proof, besides=proof.besides[1:]), replace(proof, besides=())]
        some += [replace(proof, besides=(*proof.besides[1:], proof.nodes))]
        some += [replace(proof, besides=(proof.nodes,), bound=proof.bound + 1)]
        ends.update(end_of(G, one) for one in some)
    assert ends["refused"] > 60
    assert ends["held"] > 20


def end_of(G, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return "unread"
    try:
        proof.check(G)
    except (InvalidProof, InvalidArgument):
        return "refused"
    asked = {name: getattr(proof, name) for name in ("closed", "start", "end", "require", "forbid")}
    around = [(*tour, *tour[:1]) if proof.closed else tour for tour in proof.besides]
    known = {frozenset(map(key_of(G), pairwise(tour))) for tour in around}
    for _, edges in all_tours(G, **asked):
        if frozenset(map(key_of(G), edges)) not in known:
            assert proof.bound <= length(G, edges), proof
    return "held"


def choosing_question(seed):
    """Return places, and a question about tours that leave out some or keep an order, or None."""
    places, asked = (random_choice if seed % 3 else random_order)(seed, most=4)
    return places, asked if places.unit == 1 else None


def costs_of(places, known=(), **asked):
    """Return what each tour of a question costs but known ones, one of a tour and its reverse."""
    n = range(len(places))
    ways = {(u, v): places.length(u, v) for u, v in permutations(n, 2)}
    asked |= {"groups": [*asked.get("groups", ()), *([v] for v in ends_of(asked))]}
    found = {}
    for tour, cost in exact.tours(ways, n, **asked):
        found[key_of_tour(tour, places, closed=asked["closed"])] = cost
    for tour in known:
        found.pop(key_of_tour(tour, places, closed=asked["closed"]), None)
    return sorted(found.values())


def ends_of(asked):
    return [asked[end] for end in ("start", "end") if asked.get(end) is not None]


def key_of_tour(tour, places, *, closed):
    around = pairwise((*tour, *tour[:1]) if closed and len(tour) > 1 else tour)
    return frozenset(tour), frozenset(map(tuple if places.directed else frozenset, around))


@pytest.mark.slow
def test_tours_with_conditions_come_once_by_cost_and_no_stronger_proof_holds():
    ends, rng = Counter(), random.Random(0)
    for seed in range(24):
        places, asked = choosing_question(seed)
        every = [] if asked is None else costs_of(places, **asked)
        if not every:  # the order contradicts itself
            continue
        found = list(islice(shortest_tours(places, **asked), 8))
        assert [tour.cost for tour in found] == [tour.bound for tour in found] == every[:8]
        assert all(tour.is_shortest for tour in found)
        made = {key_of_tour(tour, places, closed=asked["closed"]) for tour in found}
        assert len(made) == len(found)
        for tour in found[1:]:
            changes = list(mutants(json.loads(tour.proof.to_json())))
            some = [read(one) for one in rng.sample(changes, min(len(changes), 12))]
            some += [replace(tour.proof, bound=tour.proof.bound + more) for more in (1, 10)]
            some += [replace(tour.proof, besides=tour.proof.besides[k:]) for k in (1, 2)]
            ends.update(end_among(places, one) for one in some)
    assert ends["refused"] > 100
    assert ends["held"] > 50


def end_among(places, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return "unread"
    try:
        proof.check(places)
    except (InvalidProof, InvalidArgument):
        return "refused"
    named = {"order": proof.chains, "prizes": dict(proof.prizes)}
    asked = {name: getattr(proof, name) for name in ("closed", "start", "end", "leave_out")}
    left = costs_of(places, proof.besides, groups=proof.groups, **named, **asked)
    assert proof.bound <= min(left, default=proof.bound), proof
    return "held"


def test_both_ways_around_are_one_tour_where_both_keep_an_order():
    places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    found = list(shortest_hamiltonian_cycles(places, 0, order=[[0, 1]]))
    assert [tour.length for tour in found] == [14, 20, 22]
    found[-1].proof.check(places)
    single = icosian.Places([(0, 0)])
    assert [tour.nodes for tour in shortest_tours(single)] == [(0,)]
    assert [tour.nodes for tour in shortest_hamiltonian_paths(single)] == [(0,)]


def test_edges_to_use_and_to_avoid_are_kept_by_all_tours_and_their_proofs():
    places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    for closed, lengths in ((True, [14]), (False, [10, 11, 11, 15])):
        asked = {"require": iter([(0, 1)]), "forbid": iter([(0, 3)]), "closed": closed}
        found = list(shortest_tours(places, **asked))
        assert [tour.length for tour in found] == lengths
        assert {tour.proof.require + tour.proof.forbid for tour in found} == {((0, 1), (0, 3))}


def test_places_are_answered_with_proofs_about_them():
    rng = random.Random(2)
    places = icosian.Places([(rng.randint(0, 50), rng.randint(0, 50)) for _ in range(20)], "EUC_2D")
    found = list(islice(shortest_hamiltonian_cycles(places, 3), 6))
    assert [tour[0] for tour in found] == [3] * 6
    assert found[0].length == icosian.shortest_tour(places).length
    assert sorted(tour.length for tour in found) == [tour.length for tour in found]
    for tour in found:
        tour.proof.check(places)
    assert found[-1].explain().endswith("proved to be the shortest but for those before it.")


def test_irrational_lengths_are_bounded_from_below():
    rng = random.Random(4)
    places = icosian.Places([(rng.random(), rng.random()) for _ in range(12)])
    for tour in islice(shortest_hamiltonian_cycles(places), 4):
        assert tour.is_shortest
        assert tour.bound <= tour.length <= tour.bound * (1 + 1e-7)
        tour.proof.check(places)


@pytest.mark.slow
def test_lengths_that_no_float_holds_are_exact():
    G = nx.complete_graph(5)
    for k, edge in enumerate(G.edges):
        G.edges[edge]["weight"] = 10**30 + 2**k
    found = [tour.length for tour in shortest_hamiltonian_cycles(G)]
    assert found == sorted(length(G, edges) for _, edges in all_tours(G, closed=True))


def test_all_ties_are_listed():
    found = list(shortest_hamiltonian_cycles(nx.cubical_graph(), weight=None))
    assert len(found) == 6
    assert {tour.length for tour in found} == {8}


@pytest.mark.slow
def test_a_time_limit_leaves_the_best_with_a_true_bound():
    rng = random.Random(1)
    places = icosian.Places([(rng.random(), rng.random()) for _ in range(60)])
    found = []
    with pytest.raises(SearchLimitReached, match="in the order of their lengths"):
        found.extend(iter_until_the_end(shortest_hamiltonian_cycles(places, timeout=0.3)))


def test_time_that_is_over_between_two_tours_says_how_many_are_proved(monkeypatch):
    tours = shortest_hamiltonian_cycles(
        icosian.Places([(0, 0), (9, 1), (5, 7), (2, 8)]), timeout=1e6
    )
    assert next(tours).is_shortest
    late = SimpleNamespace(perf_counter=lambda: perf_counter() + 2e6, thread_time=thread_time)
    monkeypatch.setattr(clock, "time", late)
    with pytest.raises(SearchLimitReached, match=r"not all .* 1 so far in the order of their"):
        next(tours)


def iter_until_the_end(tours):
    for tour in tours:
        if tour.proof is not None:
            tour.proof.check(tour.places)
        assert tour.bound is None or tour.bound <= tour.length
        yield tour


def test_arguments_are_refused_at_the_call():
    with pytest.raises(InvalidArgument, match="weight is for graphs"):
        shortest_hamiltonian_cycles(icosian.Places([(0, 0), (1, 0), (0, 1)]), weight="miles")
    with pytest.raises(nx.NodeNotFound):
        shortest_hamiltonian_cycles(nx.complete_graph(4), 9)


def test_known_tours_visit_every_node_once():
    G = nx.complete_graph(4)
    for k, edge in enumerate(G.edges):
        G.edges[edge]["weight"] = 2**k
    proof = list(shortest_hamiltonian_cycles(G))[1].proof
    assert len(proof.besides) == 1
    for tour in ((0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 9)):
        refused(replace(proof, besides=(tour,)), G, "does not visit every node once")
    refused(replace(proof, besides=()), G, "leave room for a shorter tour")
    refused(replace(proof, prizes=((0, 1),)), G, "leave room for a shorter tour")
    for tour in ((0, 1, 1, 2, 3), ()):
        change = {"prizes": ((0, 1),), "leave_out": 4, "bound": 0, "besides": (tour,)}
        refused(replace(proof, **change), G, "visits a node twice, or none")
    with pytest.raises(NoPseudoBooleanForm):
        proof.to_pseudo_boolean(G)


@pytest.mark.slow
def test_tours_by_lengths_of_floats_are_ranked_but_for_what_rounding_costs():
    rng = random.Random(4)
    matrix = [[rng.random() for _ in range(6)] for _ in range(6)]
    for k in range(6):
        matrix[k][k] = 0.0
    ranked = icosian.tours.shortest_hamiltonian_cycles(icosian.Places.from_matrix(matrix))
    lengths = sorted(
        sum(Fraction(matrix[u][v]) for u, v in pairwise((0, *order, 0)))
        for order in permutations(range(1, 6))
    )
    for tour, length in zip(islice(ranked, 5), lengths, strict=False):
        assert tour.is_shortest
        assert abs(Fraction(tour.length) - length) < 1e-8
        tour.proof.check(tour.places)
